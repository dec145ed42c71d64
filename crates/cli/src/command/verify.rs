//! `mexlab verify`: certificates checked.

use super::no_csv;
use crate::arguments::{self, Format};
use crate::failure::{Failure, interrupted, mistake};
use crate::source::{MAX_DATA_LENGTH, read_file};
use crate::terminal::Terminal;
use checker::Accepted;
use serde_json::value::RawValue;

/// Checks certificates with the checker alone: one, or a list of them.
pub(super) fn perform(arguments: &arguments::Verify, terminal: &Terminal) -> Result<(), Failure> {
    no_csv(terminal.format(), "verify")?;
    let text = read_file(&arguments.file, MAX_DATA_LENGTH, "a certificate")?;
    let list: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(&text)
            .map_err(|e| mistake(format!("{}: it is not a list in JSON: {e}", arguments.file)))?,
        false => Vec::new(),
    };
    let texts = match list.as_slice() {
        [] => vec![text.as_str()],
        list => list.iter().map(|certificate| certificate.get()).collect(),
    };
    for text in texts {
        match checker::verify(text) {
            Ok(accepted) => say(&accepted, terminal)?,
            Err(_) if terminal.is_interrupted() => return Err(interrupted()),
            Err(why) => {
                let why = why.to_string();
                terminal.print(|out| match terminal.format() {
                    Format::Json => {
                        let answer = serde_json::json!({"accepted": false, "reason": why});
                        writeln!(out, "{answer:#}")
                    }
                    _ => writeln!(out, "rejected  {why}"),
                })?;
                return Err(Failure::Refuted);
            }
        }
    }
    Ok(())
}

/// Says what is proved.
pub(super) fn say(accepted: &Accepted, terminal: &Terminal) -> Result<(), Failure> {
    let Accepted { theorem, rule, statement, computed, .. } = accepted;
    terminal.print(|out| match terminal.format() {
        Format::Json => {
            let object = serde_json::json!({
                "accepted": true, "rule": rule, "law": statement, "theorem": theorem,
                "computed": computed,
            });
            writeln!(out, "{object:#}")
        }
        _ => {
            let rule = rule.trim_end().replace('\n', "\n          ");
            writeln!(
                out,
                "proved    {statement}\nrule      {rule}\nby        {theorem}\nchecked   {computed}"
            )
        }
    })
}
