//! `mexlab verify`: certificates checked.

mod compared;

use super::no_csv;
use crate::arguments::{self, Format};
use crate::catalogue::Shelf;
use crate::failure::{Failure, interrupted, mistake};
use crate::source::{MAX_DATA_LENGTH, read_file};
use crate::terminal::Terminal;
use checker::Accepted;
use compared::Compared;
use report::file;
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::Write;

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
    let mut cores = Vec::new();
    for text in texts {
        match checker::verify(text) {
            Ok(accepted) => {
                say(&accepted, terminal)?;
                compare(text, terminal)?;
                if arguments.show {
                    for core in &accepted.cores {
                        terminal.print(|out| writeln!(out, "\n{}\n", verify::show(core)))?;
                    }
                }
                cores.extend(accepted.cores);
            }
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
    if let Some(path) = &arguments.core {
        let text = serde_json::to_string(&cores).map_err(|e| mistake(e.to_string()))?;
        file::write_atomically(path, |out| writeln!(out, "{text}"))?;
    }
    Ok(())
}

/// Compares the core games with the rule, and says at how many positions they agree.
fn compare(text: &str, terminal: &Terminal) -> Result<(), Failure> {
    let certificate: Value = serde_json::from_str(text).unwrap_or_default();
    let mut all = Compared::default();
    let differs = compared::compare(&certificate, &Shelf::default(), &mut all).err();
    let Compared { positions, options, skipped } = all;
    terminal.print(|out| match (terminal.format(), &differs) {
        (Format::Json, _) => Ok(()),
        (_, Some(why)) => writeln!(out, "rejected  {why}"),
        (_, None) if positions > 0 => writeln!(
            out,
            "core      the rule's {options} options at {positions} positions are those of the core \
             game (compared, not proved)"
        ),
        (_, None) if skipped > 0 => writeln!(out, "core      not compared with the rule"),
        _ => Ok(()),
    })?;
    if differs.is_some() { Err(Failure::Refuted) } else { Ok(()) }
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
