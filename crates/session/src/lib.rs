//! Questions of the page in the browser about a rule, asked in JSON, and answered by a line of JSON for each
//! result (docs/json.md, "Session"). No file is read: rules that a rule names are those of the catalogue.
//!
//! ```
//! use session::{Asker, Surroundings, answer};
//! use std::sync::Mutex;
//!
//! /// Keeps what it hears.
//! #[derive(Default)]
//! struct Keeps(Mutex<Vec<String>>);
//!
//! impl Asker for Keeps {
//!     fn hears(&self, line: &str) -> bool {
//!         self.0.lock().expect("no panic").push(line.to_owned());
//!         true
//!     }
//! }
//!
//! let asker = Keeps::default();
//! let question = r#"{"ask": "position", "rule": "heap n\nmove n - k for k in {1, 3, 4} if k <= n", "at": "5"}"#;
//! let of = Surroundings { lang: wording::words::Lang::En, method: Default::default(), asker: &asker };
//! answer(Ok(question.to_owned()), &of);
//! let said = asker.0.into_inner().expect("no panic");
//! assert!(said[0].contains(r#""event":"position""#) && said[0].contains(r#""sg":3"#));
//! assert_eq!(said[1], r#"{"event":"end","stopped":false}"#);
//! ```

pub mod cost;
mod explored;
mod question;
mod telling;

use catalogue::{Catalogue, entries};
use engine::{Component, Game, Positions};
use expr::diagnostic::Diagnostic;
use message::{Tell as _, message};
use prover::Certified;
use question::{Asked, Question};
use report::json as written;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use telling::Telling;
use wording::failure::{message, status, unproved, what};
use wording::position::{self, Position};
use wording::words::Lang;
use wording::{answer as answers, summary};
use workbench::{Alone, Effort, Failure, Input, LAW, Method, Result, Unmade, certificate, check};

pub use telling::Asker;

/// Options of a position that are listed at most.
const MAX_OPTIONS: usize = 20_000;

/// Who asks, and how the answer is to be.
pub struct Surroundings<'a> {
    /// The language of messages where the question names none.
    pub lang: Lang,
    /// The method by which values are computed, and what a table may take.
    pub method: Method,
    /// Who hears the answer.
    pub asker: &'a dyn Asker,
}

/// Answers a question, or says why it could not be read; the event `end` is the last.
pub fn answer(question: Result<String>, of: &Surroundings<'_>) {
    let read = |text: String| {
        serde_json::from_str::<Question>(&text)
            .map_err(|e| Failure::Mistake(message!("this is no question in JSON: {e}")))
    };
    let question = question.and_then(read);
    let lang = question.as_ref().ok().and_then(Question::lang).unwrap_or(of.lang);
    let telling = Telling::new(of.asker, lang);
    if let Err(failure) = question.and_then(|question| result(&question, of.method, &telling)) {
        tell(&failure, &telling);
    }
    telling.event("end", json!({ "stopped": patience::was_ended() }));
}

fn result(question: &Question, method: Method, telling: &Telling<'_>) -> Result<()> {
    let input = || question.input(method);
    match question.ask {
        Asked::Catalogue => catalogue(telling),
        Asked::Explore => explored::perform(&input()?, question, false, telling)?,
        Asked::Position => position(input()?, question, telling)?,
        Asked::Claims => {
            let (verdicts, _) = check(&input()?, None, Effort::default(), telling)?;
            tell_verdicts(&verdicts, telling);
        }
        Asked::Prove => prove(&input()?, question, telling)?,
    }
    Ok(())
}

/// Says why there is no more.
fn tell(failure: &Failure, telling: &Telling<'_>) {
    let is_late = telling.asker.is_late();
    match failure {
        Failure::Diagnosed(mistakes) => {
            let text = message(failure, is_late, &telling.words);
            let text = text.trim_end();
            let field = if mistakes.name == LAW { "law" } else { "rule" };
            let each = |d: &Diagnostic| {
                let [message, label, help] =
                    [&d.message(), &d.label, &d.help].map(|said| telling.words.told(said));
                json!({
                    "code": d.code, "message": message, "label": label, "help": help,
                    "from": d.span.start, "to": d.span.end,
                })
            };
            let each: Vec<Value> = mistakes.diagnostics.iter().map(each).collect();
            telling.event("mistakes", json!({ "field": field, "text": text, "diagnostics": each }));
        }
        _ => {
            let text = telling.words.told(&what(failure, is_late));
            telling.event("failed", json!({ "status": status(failure, is_late), "message": text }))
        }
    }
}

/// Every game of the catalogue with its text.
fn catalogue(telling: &Telling<'_>) {
    let games = entries().map(|entry| {
        let rule = rule::load(entry.name, &Catalogue).unwrap_or_default();
        let kind = entry.path.split('/').rev().nth(1).unwrap_or("");
        json!({
            "name": entry.name, "kind": kind, "title": rule.title, "title_zh": rule.title_zh,
            "text": entry.text,
        })
    });
    telling.event("catalogue", json!({ "games": games.collect::<Vec<Value>>() }));
}

/// One position: its values, its options and the winning moves.
fn position(mut input: Input, question: &Question, telling: &Telling<'_>) -> Result<()> {
    let (game, position) = match (&question.at, &question.cell) {
        (Some(at), _) => {
            let game = input.game()?;
            let position = position::read(at, &game)?;
            (game, position)
        }
        (None, Some(cell)) => of_cell(&mut input, cell, question)?,
        (None, None) => {
            return Err(Failure::Mistake(
                "the question names no position: give `at` or `cell`".into(),
            ));
        }
    };
    let answer = answers::of(&input, &game, &position, telling)?;
    let mut all = answers::whole_json(answer.as_ref(), &position, &game);
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
        if let Some(figure) = workbench::figure(&game, &position.components) {
            all.insert("figure".into(), json!(figure));
        }
        all.insert("options".into(), options.iter().map(shown).collect());
    }
    telling.event("position", Value::Object(all));
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
    let extent = question.extent(&input.rule)?;
    *input = input.clone().grown(extent.bounds.as_ref());
    let game = input.game()?;
    let request = input.sized(&extent, &game, &Alone);
    let of_starts = request.positions == Positions::Starts;
    let width = if of_starts { game.sizes().len() } else { game.coordinates().len() };
    if at.len() != width {
        return Err(Failure::Mistake(message!(
            "the cell has {} coordinates, not {width}",
            at.len()
        )));
    }
    if of_starts {
        let components = game.start(&at).map_err(Failure::Mistake)?;
        return Ok((game, Position { components, sizes: Some(at), unknown: None }));
    }
    let component = Component { game: 0, at };
    // What is listed by definition is asked only where there is a position.
    if let Some(why) = game.why_no_position(&component) {
        return Err(Failure::Mistake(why));
    }
    Ok((game, Position { components: vec![component], ..Position::default() }))
}

fn tell_verdicts(verdicts: &[verdict::Verdict], telling: &Telling<'_>) {
    let said = telling.words.lang.translation();
    let verdicts = written::value(|out| written::verdicts(verdicts, &said, out));
    telling.event("claims", json!({ "verdicts": verdicts }));
}

/// The law stated in the question, or the laws of the table.
fn prove(input: &Input, question: &Question, telling: &Telling<'_>) -> Result<()> {
    let Some(law) = question.law.as_ref().filter(|law| !law.trim().is_empty()) else {
        return explored::perform(input, question, true, telling);
    };
    match certificate(input, &workbench::ToProve::about(law.clone()), telling) {
        Ok(certificate) => tell_proof(None, &certificate, telling),
        Err(Unmade::Refuted { law, verdict }) => {
            let answer = summary::answer(&verdict, &telling.words);
            telling.event("refuted", json!({ "law": law, "reason": answer }));
        }
        Err(Unmade::Failed(failure)) => return Err(failure),
        Err(Unmade::Open { why, verdict }) => {
            return Err(unproved(&why, verdict.as_deref(), &telling.words));
        }
    }
    Ok(())
}

/// Shows a certificate: of the best law of a quantity, or of what was asked.
fn tell_proof(quantity: Option<&str>, certificate: &Certified, telling: &Telling<'_>) {
    let said = telling.words.lang.translation();
    telling.event("proved", written::proof(quantity, certificate, &certificate.text, &said));
}
