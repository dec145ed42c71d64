//! `mexlab prove` and `mexlab verify`: certificates made and checked.

use super::no_csv;
use crate::amounts;
use crate::arguments::{self, Format};
use crate::failure::{Failure, mistake};
use crate::input::Input;
use crate::source::{LONGEST_DATA, read_file};
use crate::terminal::Terminal;
use checker::Accepted;
use prover::{Error, Outcome, Question};
use report::file;
use rule::Instance;
use std::cell::Cell;
use std::io::Write;
use std::time::{Duration, Instant};

/// How far values are computed when `--to` does not say, if that takes less than [`PATIENCE`].
const FAR: usize = 25_000_000;
/// How long values are computed when `--to` does not say how far.
const PATIENCE: Duration = Duration::from_secs(60);

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
    let code = arguments.rule.as_ref().filter(|name| rule::code::from_code(name).is_some());
    let is_plain = arguments.given.text.is_empty() && arguments.given.parameters.is_empty();
    let (rule, parameters, usual) = match code.filter(|_| is_plain) {
        Some(code) => match rule::code::from_code(code) {
            Some(Err(wrong)) => return Err(mistake(wrong.to_string())),
            _ => (code.clone(), Vec::new(), "sg"),
        },
        None => {
            let (rule, parameters) = stated(arguments)?;
            let about = |word| arguments.law.as_ref().is_some_and(|law| law.contains(word));
            let usual = if about("misere") {
                "misere"
            } else if about("sg") {
                "sg"
            } else {
                "win"
            };
            (rule, parameters, usual)
        }
    };
    let quantity = arguments.quantity.clone().unwrap_or_else(|| usual.into());
    let question = Question { rule, parameters, quantity, law: arguments.law.clone(), to };
    let (start, reached) = (Instant::now(), Cell::new(0));
    let patient = || arguments.to.is_some() || start.elapsed() < PATIENCE;
    let going_on = |known, _| {
        reached.set(known);
        !terminal.is_interrupted() && patient()
    };
    let outcome = prover::prove(&question, &going_on).map_err(|Error::Interrupted| {
        if terminal.is_interrupted() {
            return Failure::Interrupted("interrupted".into());
        }
        let (known, seconds) = (reached.get(), PATIENCE.as_secs());
        Failure::Limit(format!(
            "not proved: no period is proved by the first {known} values, computed in {seconds} s; \
             --to N goes further"
        ))
    })?;
    let certificate = match outcome {
        Outcome::Unproved(why) => return Err(Failure::Limit(format!("not proved: {why}"))),
        Outcome::Proved(certificate) => certificate,
    };
    if let Some(path) = &arguments.out {
        file::write_atomically(path, |out| out.write_all(certificate.text.as_bytes()))?;
    }
    say(&certificate.accepted, terminal)
}

/// What a certificate says of a rule: the text of how it is played, parents merged in, and the
/// values of its parameters.
fn stated(arguments: &arguments::Prove) -> Result<(String, Vec<(String, String)>), Failure> {
    let input = Input::choose(arguments.rule.as_deref(), &arguments.given)?;
    if let Some(family) = input.parameters.variations.first() {
        let help = "prove one member at a time";
        return Err(mistake(format!("-p {}: a family has no certificate; {help}", family.name)));
    }
    let Instance { mut rule, values } = input.instance()?;
    rule.notes.clear();
    rule.claims.clear();
    (rule.table, rule.check) = (None, None);
    let parameters = values.iter().map(|(name, value)| (name.clone(), value.to_string()));
    Ok((rule.to_string(), parameters.collect()))
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
