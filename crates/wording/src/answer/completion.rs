//! A position with one number left open: which numbers make it one that the player to move loses.

use super::{Shown, object, position_as_json};
use crate::position::{Position, show_sum};
use crate::summary::Summary;
use crate::words::Words;
use engine::{Coordinate, Game, Progress};
use expr::words::listed;
use message::{Message, message};
use serde_json::{Map, Value, json};
use workbench::{Failure, Input, Result, integer};

/// More numbers than this are not tried.
const MAX: i64 = 1_000_000;

/// The numbers that complete a position.
pub struct Completed<'a> {
    position: &'a Position,
    game: &'a Game,
    /// The last number tried.
    to: i64,
    /// Those that complete it.
    found: Vec<i64>,
}

/// Every number up to that in `to` that completes the position.
///
/// # Errors
/// The rule is partizan, or the numbers are too many to be tried.
pub fn completed<'a>(
    input: &Input,
    game: &'a Game,
    position: &'a Position,
    to: Option<&str>,
    progress: &dyn Progress,
) -> Result<Completed<'a>> {
    let place = position.unknown.unwrap_or_default();
    if game.is_partizan() {
        let why = "completions are for impartial games, and this rule is partizan";
        return Err(Failure::Mistake(why.into()));
    }
    let to = match to {
        Some(text) => {
            integer(text).map_err(|why| Failure::Mistake(message!("--to {text}: {why}")))?
        }
        None => sum_of_others(position, game).saturating_add(2),
    };
    if !(0..=MAX).contains(&to) {
        let help = Message::from("give --to N");
        return Err(Failure::Mistake(message!(
            "`?` would run from 0 to {to}, and may run to {MAX} at most; {help}"
        )));
    }
    let found = game.completions(&position.components, place, to, input.means(progress));
    Ok(Completed { position, game, to, found: found.map_err(|stop| input.stopped(stop))? })
}

impl Shown for Completed<'_> {
    fn add_to(&self, summary: &mut Summary, _heading: &str, words: &Words) {
        summary.add(words.position, [shown(self.position, self.game)]);
        let numbers = match self.found.is_empty() {
            true => words.no_completion.to_owned(),
            false => listed(&self.found),
        };
        summary.add(words.completions, [format!("{numbers}  (? = 0..{})", self.to)]);
        let unique = if self.found.len() == 1 { words.unique } else { words.not_unique };
        summary.add("", [unique.to_owned()]);
    }

    fn columns(&self) -> &'static [&'static str] {
        &["completion"]
    }

    fn json(&self) -> Map<String, Value> {
        let (component, number) = self.position.unknown.unwrap_or_default();
        object([
            ("position", position_as_json(self.position, self.game)),
            ("unknown", json!({ "component": component + 1, "number": number + 1 })),
            ("to", json!(self.to)),
            ("completions", json!(self.found)),
            ("unique", json!(self.found.len() == 1)),
        ])
    }

    fn csv(&self) -> String {
        let lines = self.found.iter().map(|number| format!("{number}\n"));
        format!("completion\n{}", lines.collect::<String>())
    }
}

/// The sum of the numbers that are given, sets left out.
fn sum_of_others(position: &Position, game: &Game) -> i64 {
    let all = position.components.iter().flat_map(|component| game.coordinates_of(component));
    let numbers = all.flat_map(|coordinate| match coordinate {
        Coordinate::Number(number) => vec![number],
        Coordinate::Row(entries) => entries,
        Coordinate::Set(_) => Vec::new(),
    });
    numbers.fold(0, |total, number: i64| total.saturating_add(number.max(0)))
}

/// The position with its `?`.
fn shown(position: &Position, game: &Game) -> String {
    // The engine writes numbers: one that occurs nowhere else stands for the unknown one.
    let (mut components, place) =
        (position.components.clone(), position.unknown.unwrap_or_default());
    let mut mark: i64 = 1_000_000_007;
    while components.iter().any(|c| c.at.iter().any(|n| n.to_string().contains(&mark.to_string())))
    {
        mark += 1;
    }
    if let Some(number) = components.get_mut(place.0).and_then(|c| c.at.get_mut(place.1)) {
        *number = mark;
    }
    show_sum(&components, game).replace(&mark.to_string(), "?")
}
