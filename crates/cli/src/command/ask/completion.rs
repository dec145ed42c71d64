//! A position with one number left open: which numbers make it one that the player to move loses.

use crate::arguments::Format;
use crate::failure::Result;
use crate::position::{Position, show_sum};
use crate::summary::Summary;
use crate::terminal::Terminal;
use engine::{Coordinate, Game, Progress};
use expr::words::listed;
use serde_json::{Value, json};
use wording::answer::position_as_json;
use workbench::{Failure, Input, integer};

/// More numbers than this are not tried.
const MAX: i64 = 1_000_000;

/// The numbers that complete a position.
struct Completed {
    /// Component and number of the `?`.
    place: (usize, usize),
    /// The last number tried.
    to: i64,
    /// Those that complete it.
    found: Vec<i64>,
}

/// Every number that completes the position.
fn completed(
    input: &Input,
    game: &Game,
    position: &Position,
    to: Option<&str>,
    progress: &dyn Progress,
) -> workbench::Result<Completed> {
    let place = position.unknown.unwrap_or_default();
    let mistake = |why: String| Err(Failure::Mistake(why));
    if game.is_partizan() {
        let why = "completions are for impartial games, and this rule is partizan";
        return mistake(why.to_owned());
    }
    let to = match to.map(|text| (text, integer(text))) {
        Some((_, Ok(to))) => to,
        Some((text, Err(why))) => return mistake(format!("--to {text}: {why}")),
        None => sum_of_others(position, game).saturating_add(2),
    };
    if !(0..=MAX).contains(&to) {
        let help = "give --to N";
        return mistake(format!(
            "`?` would run from 0 to {to}, and may run to {MAX} at most; {help}"
        ));
    }
    let found = game.completions(&position.components, place, to, input.means(progress));
    Ok(Completed { place, to, found: found.map_err(|stop| input.stopped(stop))? })
}

/// As docs/json.md describes them.
pub(super) fn json(
    input: &Input,
    game: &Game,
    position: &Position,
    progress: &dyn Progress,
) -> workbench::Result<Value> {
    Ok(as_json(&completed(input, game, position, None, progress)?, position, game))
}

fn as_json(Completed { place, to, found }: &Completed, position: &Position, game: &Game) -> Value {
    json!({
        "position": position_as_json(position, game),
        "unknown": { "component": place.0 + 1, "number": place.1 + 1 },
        "to": to,
        "completions": found,
        "unique": found.len() == 1,
    })
}

/// Prints every number that completes the position, and whether it is the only one.
pub(super) fn perform(
    input: &Input,
    game: &Game,
    position: &Position,
    to: Option<&str>,
    terminal: &Terminal,
) -> Result<()> {
    let completed = completed(input, game, position, to, terminal)?;
    let Completed { place, to, ref found } = completed;
    let words = &terminal.words;
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            let mut summary = Summary::default();
            summary.add(words.position, [shown(position, place, game)]);
            let numbers = match found.is_empty() {
                true => words.no_completion.to_owned(),
                false => listed(found),
            };
            summary.add(words.completions, [format!("{numbers}  (? = 0..{to})")]);
            let unique = if found.len() == 1 { words.unique } else { words.not_unique };
            summary.add("", [unique.to_owned()]);
            out.write_all(summary.text().as_bytes())
        }
        Format::Csv => {
            writeln!(out, "completion")?;
            found.iter().try_for_each(|number| writeln!(out, "{number}"))
        }
        Format::Json => {
            writeln!(out, "{:#}", as_json(&completed, position, game))
        }
    })
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
fn shown(position: &Position, place: (usize, usize), game: &Game) -> String {
    // The engine writes numbers: one that occurs nowhere else stands for the unknown one.
    let mut components = position.components.clone();
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
