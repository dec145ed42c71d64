//! `mexlab verify`: certificates checked.

use super::no_csv;
use crate::arguments::{self, Format};
use crate::failure::{Failure, Result, interrupted, mistake};
use crate::source::{MAX_DATA_LENGTH, read, read_file};
use crate::terminal::Terminal;
use crate::words::pad;
use checker::{Accepted, Compared};
use message::{Message, Tell as _, message};
use report::file;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Columns that labels take.
pub(super) const LABEL: usize = 10;

/// Checks certificates with the checker alone: one, or a list of them.
pub(super) fn perform(arguments: &arguments::Verify, terminal: &Terminal) -> Result<()> {
    no_csv(terminal.format(), "verify")?;
    const WHAT: &str = "a certificate";
    let (name, text) = match arguments.file.as_str() {
        "-" => ("standard input", read("standard input", io::stdin(), MAX_DATA_LENGTH, WHAT)?),
        file => (file, read_file(file, MAX_DATA_LENGTH, WHAT)?),
    };
    let list: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(&text)
            .map_err(|e| mistake(message!("{name}: it is not a list in JSON: {e}")))?,
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
                say(&accepted, true, terminal)?;
                if arguments.show {
                    for core in &accepted.cores {
                        let shown = terminal.words.told(&verify::show(core));
                        terminal.print(|out| writeln!(out, "\n{shown}\n"))?;
                    }
                }
                cores.extend(accepted.cores);
            }
            Err(_) if terminal.is_interrupted() => return Err(interrupted("")),
            Err(why) => return reject(&why.message(), terminal),
        }
    }
    if let Some(path) = &arguments.core {
        let text = serde_json::to_string(&cores).map_err(|e| mistake(e.to_string()))?;
        let is_own = |text: &str| text.contains("\"mexlab-core\"") || text.trim() == "[]";
        file::write_own(path, is_own, |out| writeln!(out, "{text}"))?;
    }
    Ok(())
}

/// Says why a certificate proves nothing of its rule.
fn reject(why: &Message, terminal: &Terminal) -> Result<()> {
    terminal.print(|out| match terminal.format() {
        Format::Json => {
            writeln!(out, "{:#}", json!({"accepted": false, "reason": why.to_string()}))
        }
        _ => {
            let why = terminal.words.told(why);
            writeln!(out, "{}{why}", pad(terminal.words.is_rejected, LABEL))
        }
    })?;
    Err(Failure::Refuted)
}

/// What is proved, as docs/json.md describes it.
pub(crate) fn as_json(accepted: &Accepted, is_compared: bool) -> Value {
    let Accepted { theorem, rule, statement, computed, compared, .. } = accepted;
    let mut object = json!({
        "accepted": true, "rule": rule, "law": statement, "theorem": theorem,
        "computed": computed.to_string(),
    });
    if is_compared {
        let Compared { positions, options, judged, .. } = compared;
        object["compared"] = json!({"positions": positions, "options": options, "judged": judged});
    }
    object
}

/// Says what is proved, and perhaps at how many positions it was compared with the rule.
pub(super) fn say(accepted: &Accepted, is_compared: bool, terminal: &Terminal) -> Result<()> {
    let Accepted { theorem, rule, statement, computed, compared, .. } = accepted;
    let Compared { positions, options, judged, skipped } = compared;
    terminal.print(|out| match terminal.format() {
        Format::Json => writeln!(out, "{:#}", as_json(accepted, is_compared)),
        _ => {
            let words = &terminal.words;
            let rule = rule.trim_end().replace('\n', &format!("\n{}", pad("", LABEL)));
            for (label, line) in [
                (words.is_proved, statement.as_str()),
                (words.rule, &rule),
                (words.by, &words.told(&Message::from(*theorem))),
                (words.checked, &words.told(computed)),
            ] {
                writeln!(out, "{}{line}", pad(label, LABEL))?;
            }
            let core: Message = match (positions, judged) {
                _ if !is_compared => return Ok(()),
                (0, 0) if *skipped == 0 => return Ok(()),
                (0, 0) => "not compared with the rule".into(),
                (0, judged) => {
                    message!(
                        "the law is true at {judged} positions of the rule (compared, not proved)"
                    )
                }
                (positions, judged) => message!(
                    "the rule's {options} options at {positions} positions are those of the core \
                     game, the law is true at {judged} (compared, not proved)"
                ),
            };
            writeln!(out, "{}{}", pad(words.core, LABEL), words.told(&core))
        }
    })
}
