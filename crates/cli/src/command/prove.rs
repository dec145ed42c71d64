//! `mexlab prove`: certificates made.

use super::verify::LABEL;
use super::{no_csv, verify};
use crate::arguments::{self, Format};
use crate::failure::{Failure, Result, mistake};
use crate::terminal::Terminal;
use crate::words::pad;
use crate::{input, summary};
use message::{Message, message};
use prover::{Certified, Question, Script};
use report::file;
use std::io::Write;
use std::path::Path;
use wording::failure::unproved;
use workbench::{Effort, Failure as Work, ToProve, Unmade, certificate, integer};

/// Searches for a certificate, writes it, and says what it proves.
pub(super) fn perform(arguments: &arguments::Prove, terminal: &Terminal) -> Result<()> {
    no_csv(terminal.format(), "prove")?;
    let to = arguments.to.as_ref().map(|text| {
        let to = integer(text).ok().and_then(|to| usize::try_from(to).ok());
        to.ok_or_else(|| mistake(message!("--to {text}: write a number such as 100000")))
    });
    let (rule, given) = (arguments.rule.as_deref(), &arguments.given);
    let input = input::chosen(rule, given, terminal)?;
    // in the lists of lost pairs that `find` prints, `^` is a power
    let law = arguments.law.iter().filter(|law| !law.contains("P-positions"));
    law.for_each(|law| input::remark_on_powers(law, terminal));
    let (law, quantity) = (arguments.law.clone(), arguments.quantity.clone());
    let effort = Effort::times(arguments.prove_effort);
    let asked = ToProve { law, quantity, to: to.transpose()?, effort };
    if let Some(folder) = &arguments.walnut {
        write_script(folder, &asked.question(&input)?)?;
    }
    match certificate(&input, &asked, terminal) {
        Ok(certificate) => finish(&certificate, arguments, terminal),
        Err(Unmade::Refuted { law, verdict }) => {
            let answer = summary::answer(&verdict, &terminal.words);
            terminal.print(|out| match terminal.format() {
                Format::Json => {
                    writeln!(out, "{:#}", serde_json::json!({"accepted": false, "reason": answer}))
                }
                _ => {
                    let label = pad(terminal.words.is_refuted, LABEL);
                    writeln!(out, "{label}{law}\n{}{answer}", pad("", LABEL))
                }
            })?;
            Err(Failure::Refuted)
        }
        Err(Unmade::Failed(failure)) => Err(failure.into()),
        Err(Unmade::Open { why, verdict }) => {
            Err(unproved(&why, verdict.as_deref(), &terminal.words).into())
        }
    }
}

/// Writes the certificate and says what it proves.
fn finish(
    certificate: &Certified,
    arguments: &arguments::Prove,
    terminal: &Terminal,
) -> Result<()> {
    if let Some(folder) = &arguments.coq {
        write_development(folder, certificate, terminal)?;
    }
    if let Some(path) = &arguments.out {
        let is_own = |text: &str| text.contains("\"mexlab-certificate\"");
        file::write_own(path, is_own, |out| out.write_all(certificate.text.as_bytes()))?;
    }
    verify::say(&certificate.accepted, false, terminal)
}

/// Writes the law and its proof in Coq, and says how they are checked.
fn write_development(folder: &Path, certificate: &Certified, terminal: &Terminal) -> Result<()> {
    let law = &certificate.accepted.statement;
    let files = coq::development(&certificate.text)
        .map_err(|why| not_proved(message!("`{law}` is proved, but not in Coq: {why}")))?;
    file::make_folder(folder)?;
    for (name, text) in &files {
        file::write_in_place(&folder.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    let commands: Vec<String> =
        files.iter().map(|(name, _)| format!("coqc -Q . Mexlab {name}")).collect();
    terminal.remark(message!("to check: cd {}; {}", folder.display(), commands.join(" && ")));
    Ok(())
}

/// Writes the sentences of the question, and the automata they mention, where Walnut looks for
/// them.
fn write_script(folder: &Path, question: &Question) -> Result<()> {
    let Script { commands, files } = prover::walnut(question).map_err(not_proved)?;
    let main = ("Command Files/mexlab.txt".to_owned(), commands);
    for (name, text) in files.into_iter().chain([main]) {
        let path = folder.join(name);
        file::make_folder(path.parent().unwrap_or(folder))?;
        file::write_in_place(&path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

fn not_proved(why: impl Into<Message>) -> Failure {
    Work::Unproved(why.into()).into()
}
