//! What the package in Python has in common with the program: how rules and positions are written, and
//! how answers and laws are.

use crate::arguments::{Emit, Given};
use crate::catalogue::{self, entries};
use crate::command::verify;
use crate::words::{Lang, Words};
use crate::{input, summary};
use checker::Accepted;
use clap::ValueEnum;
use engine::Progress;
use expr::suggest::one_of;
use message::message;
use report::Proofs;
use serde_json::Value;
use table::Table;
use verdict::Verdict;
use wording::answer::about;
use wording::code::text as written;
use workbench::{Failure, Findings, Input, Method, Result};

/// The rule of the catalogue, the code or the file of that name; parameters as after `-p`.
///
/// # Errors
/// There is none, it cannot be read, or the rule or a parameter has mistakes.
pub fn rule(name: &str, parameters: &[String], method: Method) -> Result<Input> {
    if name == "-" {
        return Err(Failure::Mistake("`-` names no rule".into()));
    }
    let given = Given { text: Vec::new(), parameters: parameters.to_vec() };
    input::choose(Some(name), &given, method)
}

/// The rule of a text, in which the line `game NAME` may be missing; parameters as after `-p`.
///
/// # Errors
/// The rule or a parameter has mistakes.
pub fn rule_of_text(text: &str, parameters: &[String], method: Method) -> Result<Input> {
    let given = Given { text: vec![text.to_owned()], parameters: parameters.to_vec() };
    input::choose(None, &given, method)
}

/// The names of the games of the catalogue, with titles.
pub fn games() -> Vec<(&'static str, String)> {
    let title = |name| rule::load(name, &catalogue::Shelf::default()).ok()?.title;
    entries().map(|entry| (entry.name, title(entry.name).unwrap_or_default())).collect()
}

/// What is known of the position that a text means, as docs/json.md describes it.
///
/// # Errors
/// It is not a position, or its table or search does not fit the limits.
pub fn position(input: Input, text: &str, progress: &dyn Progress) -> Result<Value> {
    about(input, text, progress).map(Value::Object)
}

/// The laws as `--emit` writes them, in `latex`, `cpp`, `python`, `rust` or `text`: the best of each
/// quantity, or all.
///
/// # Errors
/// There is no such language.
pub fn code(
    table: &Table,
    findings: &Findings,
    proofs: &Proofs,
    language: &str,
    all: bool,
) -> Result<String> {
    let Ok(chosen) = Emit::from_str(language, false) else {
        let names = ["text", "latex", "cpp", "python", "rust"];
        let hint = one_of(language, &names, |all| message!("there are {all}"));
        return Err(Failure::Mistake(message!("`{language}` is no language for laws; {hint}")));
    };
    Ok(written(table, findings, proofs, chosen.into(), all, &Words::of(Lang::En)))
}

/// The answer to a claim in a line.
pub fn answer(verdict: &Verdict) -> String {
    summary::answer(verdict, &Words::of(Lang::En))
}

/// What a certificate proves, as docs/json.md describes it.
pub fn accepted(accepted: &Accepted) -> Value {
    verify::as_json(accepted, true)
}
