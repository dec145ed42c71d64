//! `mexlab prove` and `mexlab verify`: certificates made and checked.

use super::no_csv;
use crate::amounts;
use crate::arguments::{self, Format};
use crate::failure::{Failure, mistake};
use crate::source::{LONGEST_DATA, read_file};
use crate::terminal::Terminal;
use checker::Accepted;
use prover::{Error, Outcome, Question};
use report::file;
use std::io::Write;

/// How far values are computed when `--to` does not say.
const FAR: usize = 10_000_000;

/// Searches for a certificate, writes it, and says what it proves.
pub(super) fn perform(arguments: &arguments::Prove, terminal: &Terminal) -> Result<(), Failure> {
    no_csv(terminal.format(), "prove")?;
    let to = match &arguments.to {
        None => FAR,
        Some(text) => amounts::integer(text)
            .ok()
            .and_then(|to| usize::try_from(to).ok())
            .ok_or_else(|| mistake(format!("--to {text}: write a number such as 100000")))?,
    };
    let question = Question {
        rule: arguments.rule.clone(),
        quantity: arguments.quantity.clone(),
        law: arguments.law.clone(),
        to,
    };
    if let Some(Err(wrong)) = rule::code::from_code(&question.rule) {
        return Err(mistake(wrong.to_string()));
    }
    let going_on = |_, _| !terminal.is_interrupted();
    let outcome = prover::prove(&question, &going_on)
        .map_err(|Error::Interrupted| Failure::Interrupted("interrupted".into()))?;
    let certificate = match outcome {
        Outcome::Unproved(why) => return Err(Failure::Limit(format!("not proved: {why}"))),
        Outcome::Proved(certificate) => certificate,
    };
    if let Some(path) = &arguments.out {
        file::write_atomically(path, |out| out.write_all(certificate.text.as_bytes()))?;
    }
    say(&certificate.accepted, terminal)
}

/// Checks a certificate with the checker alone.
pub(super) fn verify(arguments: &arguments::Verify, terminal: &Terminal) -> Result<(), Failure> {
    no_csv(terminal.format(), "verify")?;
    let text = read_file(&arguments.file, LONGEST_DATA, "a certificate")?;
    match checker::verify(&text) {
        Ok(accepted) => say(&accepted, terminal),
        Err(why) => {
            let rejected = |out: &mut dyn Write| match terminal.format() {
                Format::Json => {
                    let why = why.to_string();
                    writeln!(out, "{:#}", serde_json::json!({"accepted": false, "reason": why}))
                }
                _ => writeln!(out, "rejected  {why}"),
            };
            terminal.print(|mut out| rejected(&mut out))?;
            Err(Failure::Refuted)
        }
    }
}

fn say(accepted: &Accepted, terminal: &Terminal) -> Result<(), Failure> {
    let Accepted { theorem, rule, law, computed } = accepted;
    terminal.print(|out| match terminal.format() {
        Format::Json => {
            let object = serde_json::json!({
                "accepted": true, "rule": rule, "law": law, "theorem": theorem,
                "computed": computed,
            });
            writeln!(out, "{object:#}")
        }
        _ => writeln!(
            out,
            "proved    {law}\nrule      {rule}\nby        {theorem}\nchecked   {computed}"
        ),
    })
}
