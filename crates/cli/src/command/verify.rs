//! `mexlab verify`: certificates checked.

mod compared;

use super::no_csv;
use crate::arguments::{self, Format};
use crate::catalogue::Shelf;
use crate::failure::{Failure, Result, interrupted, mistake};
use crate::source::{MAX_DATA_LENGTH, read_file};
use crate::terminal::Terminal;
use checker::Accepted;
use compared::Compared;
use report::file;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io::Write;

/// Checks certificates with the checker alone: one, or a list of them.
pub(super) fn perform(arguments: &arguments::Verify, terminal: &Terminal) -> Result<()> {
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
                let (checked, library) = (Some(&accepted.cores[..]), Shelf::default());
                let certificate: Value = serde_json::from_str(text).unwrap_or_default();
                let mut compared = Compared::default();
                if let Err(why) = compared::compare(&certificate, checked, &library, &mut compared)
                {
                    return reject(&why.to_string(), terminal);
                }
                say(&accepted, Some(&compared), terminal)?;
                if arguments.show {
                    for core in &accepted.cores {
                        terminal.print(|out| writeln!(out, "\n{}\n", verify::show(core)))?;
                    }
                }
                cores.extend(accepted.cores);
            }
            Err(_) if terminal.is_interrupted() => return Err(interrupted("")),
            Err(why) => return reject(&why.to_string(), terminal),
        }
    }
    if let Some(path) = &arguments.core {
        let text = serde_json::to_string(&cores).map_err(|e| mistake(e.to_string()))?;
        file::write_atomically(path, |out| writeln!(out, "{text}"))?;
    }
    Ok(())
}

/// Says why a certificate proves nothing of its rule.
fn reject(why: &str, terminal: &Terminal) -> Result<()> {
    terminal.print(|out| match terminal.format() {
        Format::Json => writeln!(out, "{:#}", json!({"accepted": false, "reason": why})),
        _ => writeln!(out, "rejected  {why}"),
    })?;
    Err(Failure::Refuted)
}

/// Says what is proved, and at how many positions the core game was compared with the rule.
pub(super) fn say(
    accepted: &Accepted,
    compared: Option<&Compared>,
    terminal: &Terminal,
) -> Result<()> {
    let Accepted { theorem, rule, statement, computed, .. } = accepted;
    terminal.print(|out| match terminal.format() {
        Format::Json => {
            let mut object = json!({
                "accepted": true, "rule": rule, "law": statement, "theorem": theorem,
                "computed": computed,
            });
            if let Some(Compared { positions, options, .. }) = compared {
                object["compared"] = json!({"positions": positions, "options": options});
            }
            writeln!(out, "{object:#}")
        }
        _ => {
            let rule = rule.trim_end().replace('\n', "\n          ");
            writeln!(
                out,
                "proved    {statement}\nrule      {rule}\nby        {theorem}\nchecked   {computed}"
            )?;
            match compared {
                Some(Compared { positions: positions @ 1.., options, .. }) => writeln!(
                    out,
                    "core      the rule's {options} options at {positions} positions are those of the \
                     core game (compared, not proved)"
                ),
                Some(Compared { skipped: 1.., .. }) => {
                    writeln!(out, "core      not compared with the rule")
                }
                _ => Ok(()),
            }
        }
    })
}
