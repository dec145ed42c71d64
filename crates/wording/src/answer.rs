//! What is known of one position: who wins, value, remoteness, every winning move; in words and as JSON.

mod about;
mod by_law;
mod completion;
mod loopy;
mod partizan;
mod structure;

use crate::position::{Position, as_json, show_sum};
use crate::summary::Summary;
use crate::words::Words;
pub use about::{about, of_large, on_board_for};
pub use by_law::{large_json, no_law, sum_written};
pub use completion::{Completed, completed};
use engine::{
    Answer, Bounds, Component, FirstMove, FirstStep, Game, Kernel, Positions, Progress, Request,
};
use expr::ast::Quantity;
use expr::words::{equations, listed};
use serde_json::{Map, Value, json};
pub use structure::OnStructure;
use workbench::{ByLaw, Failure, Input, Result};

/// The columns of an answer for an impartial game.
const COLUMNS: &[&str] = &["sg", "win", "misere", "remoteness", "winning_moves"];
/// The options of a greater heap that splits are not listed.
const MAX_SPLIT: i64 = 1 << 27;
/// Where a table looks at more options, some seconds of work, a law is asked first.
const MAX_OPTIONS: f64 = 1e11;

/// What is known of a position.
///
/// # Errors
/// It is not a position, or its table or search does not fit the limits.
pub fn of<'g>(
    input: &Input,
    game: &'g Game,
    position: &Position,
    progress: &dyn Progress,
) -> Result<Box<dyn Shown + 'g>> {
    let (means, at) = (input.means(progress), &position.components);
    let stopped = |stop| input.stopped(stop);
    Ok(if game.is_loopy() {
        Box::new((game.ask_loopy(at, means).map_err(stopped)?, game))
    } else if game.is_partizan() {
        Box::new((game.ask_partizan(at, means).map_err(stopped)?, game))
    } else if let Some(answer) = of_intervals(game, at) {
        Box::new(answer)
    } else {
        // A heap that splits has about as many options as stones: too many to list.
        let is_large = |component: &Component| component.at.iter().any(|&c| c > MAX_SPLIT);
        let is_hopeless = !game.has_single_options()
            && (at.iter().any(is_large) || has_long_table(input, game, at));
        if is_hopeless && let Some(answer) = of_numbers(input, game, at, progress)? {
            return Ok(Box::new(answer));
        }
        match game.ask(at, means).map_err(stopped) {
            Ok(answer) => Box::new((answer, game)),
            Err(limit @ Failure::Limit(_)) => match of_numbers(input, game, at, progress)? {
                Some(answer) => Box::new(answer),
                None => return Err(limit),
            },
            Err(other) => return Err(other),
        }
    })
}

/// Whether the table of all heaps that are not greater looks at many options.
fn has_long_table(input: &Input, game: &Game, sum: &[Component]) -> bool {
    let heaps = sum.iter().filter(|component| component.game == 0).flat_map(|own| &own.at);
    let request = Request {
        columns: vec![Quantity::Sg.into()],
        bounds: Bounds::All(heaps.copied().max().unwrap_or(0)),
        positions: Positions::All,
        kernel: Kernel::Auto,
    };
    let plan = game.plan(&request, input.method.limits);
    plan.is_ok_and(|plan| plan.options.is_some_and(|options| options > MAX_OPTIONS))
}

/// What is known of heaps whose values are the same on intervals.
fn of_intervals(game: &Game, sum: &[Component]) -> Option<ByLaw> {
    let heap = |component: &Component| match (component.game, &component.at[..]) {
        (0, &[heap]) => Some(heap),
        _ => None,
    };
    workbench::by_intervals(game, &sum.iter().map(heap).collect::<Option<Vec<_>>>()?)
}

/// What a proved law says of positions that are numbers.
fn of_numbers(
    input: &Input,
    game: &Game,
    sum: &[Component],
    progress: &dyn Progress,
) -> Result<Option<ByLaw>> {
    let is_own = |component: &Component| component.game == 0;
    let numbers = |component: &Component| component.at.iter().map(|&c| i128::from(c)).collect();
    let all: Vec<Vec<i128>> = sum.iter().map(numbers).collect();
    match sum.iter().all(is_own) {
        true => workbench::by_law(input, game, &all, progress),
        false => Ok(None),
    }
}

/// The position and what is known of it, as docs/json.md describes it.
#[must_use]
pub fn whole_json(answer: &dyn Shown, position: &Position, game: &Game) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("position".into(), position_as_json(position, game));
    all.insert("start".into(), json!(position.sizes));
    all.extend(answer.json());
    all
}

/// An answer for one position, as it is printed.
pub trait Shown {
    /// In words: who wins under `heading`, which names the position, then what else is known.
    fn add_to(&self, summary: &mut Summary, heading: &str, words: &Words);
    /// The fields of the JSON form that are columns in CSV.
    fn columns(&self) -> &'static [&'static str];
    /// What follows the position in JSON.
    fn json(&self) -> Map<String, Value>;

    /// CSV: a header and a line.
    fn csv(&self) -> String {
        let (columns, object) = (self.columns(), self.json());
        let cells: Vec<String> = columns.iter().map(|column| cell(&object[*column])).collect();
        format!("{}\n{}\n", columns.join(","), cells.join(","))
    }
}

impl Shown for (Answer, &Game) {
    fn add_to(&self, summary: &mut Summary, heading: &str, words: &Words) {
        let (Answer { win, sg, remoteness, misere, winning, .. }, game) = self;
        let who = |wins| if wins { words.wins } else { words.loses };
        summary.add(heading, [who(*win).to_owned()]);
        summary.add("sg", sg.iter().map(ToString::to_string));
        summary.add(words.remoteness, remoteness.iter().map(ToString::to_string));
        summary.add(words.misere, [misere.map_or(words.unknown, who).to_owned()]);
        let line = |first: &_| move_in_words(first, game);
        add_moves(summary, words.winning_moves, winning, line, words);
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn json(&self) -> Map<String, Value> {
        let (answer, game) = self;
        object([
            ("sg", json!(answer.sg)),
            ("win", json!(answer.win)),
            ("misere", json!(answer.misere)),
            ("remoteness", json!(answer.remoteness)),
            ("winning_moves", moves_as_json(&answer.winning, game)),
        ])
    }
}

fn object<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A value of JSON in CSV: a condition as 1 or 0, of moves how many there are, of a match who wins.
#[must_use]
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(holds) => u8::from(*holds).to_string(),
        Value::String(text) => text.clone(),
        Value::Array(moves) => moves.len().to_string(),
        Value::Object(played) => cell(&played["win"]),
        number => number.to_string(),
    }
}

/// More moves than this are only counted in words.
const MAX_MOVES: usize = 20;

/// Winning moves under a label, or that there is none.
fn add_moves<M>(
    summary: &mut Summary,
    label: &str,
    winning: &[M],
    line: impl Fn(&M) -> String,
    words: &Words,
) {
    let none = winning.is_empty().then(|| words.no_winning_move.to_owned());
    summary.add(label, none.into_iter().chain(first_moves(winning, line, words)));
}

/// The first moves of a list, each in words, and how many more there are.
fn first_moves<M>(moves: &[M], line: impl Fn(&M) -> String, words: &Words) -> Vec<String> {
    let rest = moves.len().saturating_sub(MAX_MOVES);
    let more = (rest > 0).then(|| words.more_moves.replace("{}", &rest.to_string()));
    moves.iter().take(MAX_MOVES).map(line).chain(more).collect()
}

fn move_in_words(first: &FirstMove, game: &Game) -> String {
    let steps: Vec<String> = first.steps.iter().map(|step| step_in_words(step, game)).collect();
    steps.join("  &  ")
}

/// A step of a move in words: its name, where it starts and leads, and what was chosen.
#[must_use]
pub fn step_in_words(step: &FirstStep, game: &Game) -> String {
    let choices = match &step.choices[..] {
        [] => String::new(),
        all => format!("  ({})", equations(all.iter().map(|(name, value)| (name, value)))),
    };
    let from = game.written(&step.component);
    if game.is_coins() {
        let others = match &step.parts[..] {
            [] => String::new(),
            parts => format!(" and {}", listed(parts.iter().map(|part| game.written(part)))),
        };
        return format!("turn {from}{others}{choices}");
    }
    format!("{}: {from} -> {}{choices}", step.label, show_sum(&step.parts, game))
}

/// The components of a position as docs/json.md has them.
#[must_use]
pub fn position_as_json(position: &Position, game: &Game) -> Value {
    position.components.iter().map(|component| as_json(component, game)).collect()
}

/// Each move as an object; under `play every` as the list of what is done in each component.
fn moves_as_json(moves: &[FirstMove], game: &Game) -> Value {
    let step = |step: &FirstStep| {
        let choices: Map<String, Value> =
            step.choices.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let to: Vec<Value> = step.parts.iter().map(|part| as_json(part, game)).collect();
        json!({
            "move": step.label,
            "choices": choices,
            "from": as_json(&step.component, game),
            "to": to,
        })
    };
    let every = game.instance().rule.play == rule::ast::Play::Every;
    let whole = |first: &FirstMove| match &first.steps[..] {
        [only] if !every => step(only),
        steps => steps.iter().map(step).collect(),
    };
    moves.iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn twenty_moves_are_written_out_and_the_others_counted() {
        let written = |moves: usize, lang| {
            let all: Vec<usize> = (1..=moves).collect();
            first_moves(&all, ToString::to_string, &Words::of(lang))
        };
        assert_eq!(written(20, Lang::En).last().map(String::as_str), Some("20"));
        let more = written(47, Lang::En);
        assert_eq!((more.len(), more[20].as_str()), (21, "... and 27 more"));
        assert!(written(47, Lang::Zh)[20].contains("27"));
    }
}
