//! `mexlab session`: one question about a rule, asked in JSON, answered by a line of JSON for each
//! result (docs/json.md, "Session").
//!
//! A process answers one question. The line `stop` ends it, or killing it.

mod asked;
mod explored;

use super::ask;
use super::prove;
use crate::catalogue::{Shelf, entries};
use crate::chinese;
use crate::failure::{Failure, Result, mistake};
use crate::position::{self, Position};
use crate::source;
use crate::summary;
use crate::terminal::Terminal;
use crate::words::Lang;
use asked::{Asked, Question};
use engine::{Component, Game, Positions};
use expr::diagnostic::Diagnostic;
use prover::Certificate;
use report::json as written;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, BufRead, Read};
use workbench::{Alone, Effort, Failure as Work, Input, LAW, Unmade, certificate, check};

/// A question is no longer than this, in bytes.
const MAX_LENGTH: u64 = 2 << 20;
/// Bytes that a process may take beside its tables.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 1 << 30;
/// Options of a position that are listed at most.
const MAX_OPTIONS: usize = 20_000;

/// Reads the question, answers it, and prints the event `end`.
pub(super) fn perform(terminal: &Terminal) -> Result<()> {
    bound_memory(terminal.method.limits.memory);
    let answered = read().and_then(|question| answer(&question, terminal));
    if let Err(failure) = answered {
        tell(&failure, terminal);
    }
    terminal.event("end", json!({ "stopped": terminal.is_interrupted() }));
    Ok(())
}

/// The question in the first line of standard input. A later line `stop` ends the work.
fn read() -> Result<Question> {
    let read = source::waiting(|| {
        let mut line = String::new();
        let mut input = io::BufReader::new(io::stdin());
        input.by_ref().take(MAX_LENGTH).read_line(&mut line).map(|_| (line, input))
    });
    let read = read.ok_or_else(|| source::interrupted("the question"))?;
    let (line, input) = read.map_err(|e| mistake(format!("cannot read the question: {e}")))?;
    std::thread::spawn(move || {
        if input.lines().any(|line| line.is_ok_and(|line| line.trim() == "stop")) {
            patience::end();
        }
    });
    serde_json::from_str(&line).map_err(|e| mistake(format!("this is no question in JSON: {e}")))
}

/// Bounds the memory of the process: a table keeps to `--memory`, and all else has as much again and a
/// little.
fn bound_memory(of_tables: u64) {
    #[cfg(target_os = "linux")]
    {
        let most = of_tables.saturating_mul(2).saturating_add(MEMORY);
        // A lower bound that is set already stays.
        let _ = rlimit::setrlimit(rlimit::Resource::DATA, most, most);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = of_tables;
}

fn answer(question: &Question, terminal: &Terminal) -> Result<()> {
    let input = || question.input(terminal.method);
    match question.ask {
        Asked::Catalogue => catalogue(terminal),
        Asked::Explore => explored::perform(&input()?, question, false, terminal)?,
        Asked::Position => position(input()?, question, terminal)?,
        Asked::Claims => {
            let (verdicts, _) = check(&input()?, None, Effort::default(), terminal)?;
            tell_verdicts(&verdicts, terminal);
        }
        Asked::Prove => prove(&input()?, question, terminal)?,
    }
    Ok(())
}

/// Says why there is no more.
fn tell(failure: &Failure, terminal: &Terminal) {
    let is_chinese = terminal.words.lang == Lang::Zh;
    let said = |text: String| if is_chinese { chinese::translated(&text) } else { text };
    let text = said(failure.message());
    let text = text.trim_end().strip_prefix("error: ").unwrap_or(text.trim_end()).to_owned();
    match failure {
        Failure::Work(Work::Diagnosed(mistakes)) => {
            let field = if mistakes.name == LAW { "law" } else { "rule" };
            let each = |d: &Diagnostic| {
                json!({
                    "code": d.code, "message": d.message, "label": d.label,
                    "help": if is_chinese { chinese::remedy(&d.help) } else { d.help.clone() },
                    "from": d.span.start, "to": d.span.end,
                })
            };
            let each: Vec<Value> = mistakes.diagnostics.iter().map(each).collect();
            terminal
                .event("mistakes", json!({ "field": field, "text": text, "diagnostics": each }));
        }
        _ => terminal.event("failed", json!({ "status": failure.status(), "message": text })),
    }
}

/// Every game of the catalogue with its text.
fn catalogue(terminal: &Terminal) {
    let games = entries().map(|entry| {
        let rule = rule::load(entry.name, &Shelf::default()).unwrap_or_default();
        let kind = entry.path.split('/').rev().nth(1).unwrap_or("");
        json!({
            "name": entry.name, "kind": kind, "title": rule.title, "title_zh": rule.title_zh,
            "text": entry.text,
        })
    });
    terminal.event("catalogue", json!({ "games": games.collect::<Vec<Value>>() }));
}

/// One position: its values, its options and the winning moves.
fn position(mut input: Input, question: &Question, terminal: &Terminal) -> Result<()> {
    let (game, position) = match (&question.at, &question.cell) {
        (Some(at), _) => {
            let game = input.game()?;
            let position = position::read(at, &game)?;
            (game, position)
        }
        (None, Some(cell)) => of_cell(&mut input, cell, question)?,
        (None, None) => return Err(mistake("the question names no position: give `at` or `cell`")),
    };
    let answer = ask::answer(&input, &game, &position, terminal)?;
    let mut all = ask::whole_json(answer.as_ref(), &position, &game);
    if let [alone @ Component { game: 0, at }] = &position.components[..]
        && !game.is_coins()
    {
        let mut options: BTreeSet<Vec<Component>> = BTreeSet::new();
        // What has no options that can be listed has none to show.
        let _ = game.each_option(at, &mut |parts| {
            options.insert(parts);
            options.len() < MAX_OPTIONS
        });
        let shown = |parts: &Vec<Component>| -> Value {
            parts.iter().map(|part| position::as_json(part, &game)).collect()
        };
        all.insert("at".into(), json!(alone.at));
        all.insert("options".into(), options.iter().map(shown).collect());
    }
    terminal.event("position", Value::Object(all));
    Ok(())
}

/// The position of a cell of the table that the question is about, and its game: the coordinates of the cell
/// begin with the parameters that vary.
fn of_cell(input: &mut Input, cell: &[i64], question: &Question) -> Result<(Game, Position)> {
    let varied = std::mem::take(&mut input.parameters.variations);
    let values =
        varied.into_iter().zip(cell).map(|(varied, value)| (varied.name, value.to_string()));
    let values: Vec<(String, String)> = values.collect();
    let at = cell[values.len()..].to_vec();
    input.parameters.fixed.extend(values);
    let extent = question.extent().read()?;
    *input = input.clone().grown(extent.bounds.as_ref());
    let game = input.game()?;
    let request = input.sized(&extent, &game, &Alone);
    let of_starts = request.positions == Positions::Starts;
    let width = if of_starts { game.sizes().len() } else { game.coordinates().len() };
    if at.len() != width {
        return Err(mistake(format!("the cell has {} coordinates, not {width}", at.len())));
    }
    if of_starts {
        let components = game.start(&at).map_err(mistake)?;
        return Ok((game, Position { components, sizes: Some(at), unknown: None }));
    }
    let component = Component { game: 0, at };
    // What is listed by definition is asked only where there is a position.
    if let Some(why) = game.why_no_position(&component) {
        return Err(mistake(why));
    }
    Ok((game, Position { components: vec![component], ..Position::default() }))
}

fn tell_verdicts(verdicts: &[verdict::Verdict], terminal: &Terminal) {
    let verdicts = written::value(|out| written::verdicts(verdicts, out));
    terminal.event("claims", json!({ "verdicts": verdicts }));
}

/// The law stated in the question, or the laws of the table.
fn prove(input: &Input, question: &Question, terminal: &Terminal) -> Result<()> {
    let Some(law) = question.law.as_ref().filter(|law| !law.trim().is_empty()) else {
        return explored::perform(input, question, true, terminal);
    };
    match certificate(input, &workbench::Asked::about(law.clone()), terminal) {
        Ok(certificate) => tell_proof(None, &certificate, terminal),
        Err(Unmade::Refuted { law, verdict }) => {
            let answer = summary::answer(&verdict, &terminal.words);
            terminal.event("refuted", json!({ "law": law, "reason": answer }));
        }
        Err(unmade) => return Err(prove::unproved(unmade, &terminal.words)),
    }
    Ok(())
}

/// Shows a certificate: of the best law of a quantity, or of what was asked.
fn tell_proof(quantity: Option<&str>, certificate: &Certificate, terminal: &Terminal) {
    terminal.event("proved", written::proof(quantity, certificate, &certificate.text));
}
