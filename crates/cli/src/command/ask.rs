//! `mexlab ask`: one position: who wins, value, remoteness, every winning move.

mod arena;
mod completion;
mod loopy;
mod mixed;
mod partizan;

use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::input;
use crate::position::{self, Position, as_json, show_sum};
use crate::source::{MAX_DATA_LENGTH, read_file};
use crate::structure;
use crate::summary::Summary;
use crate::terminal::Terminal;
use crate::words::Words;
use engine::{Answer, Bounds, FirstMove, FirstStep, Game, Progress};
use expr::words::{equations, listed};
use rule::ast::Structure;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use workbench::Input;

/// Prints what is known of the position.
pub(super) fn perform(arguments: &arguments::Ask, terminal: &Terminal) -> Result<()> {
    let (rule, text) = rule_and_position(arguments)?;
    let input = input::choose(rule, &arguments.given, terminal.method)?;
    input.refuse_family("a position belongs to one game; give one value")?;
    if let (Some(structure), Some(file)) = (input.rule.input, &arguments.input) {
        return on_structure(&input, structure, file, arguments, terminal);
    }
    if arguments.rounds.is_some() {
        let help = "rules/sum/repeated-game.game searches whole matches";
        return Err(mistake(format!("--rounds is for games on graphs, trees and words; {help}")));
    }
    if arguments.draw.is_some() {
        let help = "--draw is for games on graphs and trees, read with --input";
        return Err(mistake(help));
    }
    let (input, game) = on_board_for(input, text.as_deref())?;
    let position = match (text, &arguments.input) {
        (Some(text), _) => position::read(&text, &game)?,
        (None, Some(file)) => {
            structure::read(file, &read_file(file, MAX_DATA_LENGTH, "a position")?, &game)?
        }
        (None, None) => Position::default(),
    };
    if position.unknown.is_some() {
        let to = arguments.to.as_deref();
        return completion::perform(&input, &game, &position, to, terminal);
    }
    if arguments.to.is_some() {
        return Err(mistake("--to bounds `?`, and the position has no `?`"));
    }
    let answer = answer(&input, &game, &position, terminal)?;
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            let words = &terminal.words;
            let mut summary = Summary::default();
            let heading = heading(&mut summary, &position, &game, words);
            answer.add_to(&mut summary, &heading, &game, words);
            out.write_all(summary.text().as_bytes())
        }
        Format::Csv => csv(&answer.json(&game), answer.columns(), out),
        Format::Json => {
            let all = whole_json(answer.as_ref(), &position, &game);
            writeln!(out, "{:#}", Value::Object(all))
        }
    })
}

/// The game on a board that grows with the sizes of a start, as with --to elsewhere.
fn on_board_for(input: Input, text: Option<&str>) -> Result<(Input, Game)> {
    let game = input.game()?;
    let Some(sizes) = text.and_then(|text| position::start(text, &game)) else {
        return Ok((input, game));
    };
    let names = game.sizes().into_iter().map(str::to_owned);
    let input = input.grown(Some(&Bounds::Named(names.zip(sizes).collect())));
    let game = input.game()?;
    Ok((input, game))
}

/// What is known of the position that a text means, as docs/json.md describes it.
///
/// # Errors
/// It is not a position, or its table or search does not fit the limits.
pub(crate) fn about(input: Input, text: &str, progress: &dyn Progress) -> Result<Value> {
    input.refuse_family("a position belongs to one game; give one value")?;
    let (input, game) = on_board_for(input, Some(text))?;
    let position = position::read(text, &game)?;
    if position.unknown.is_some() {
        return completion::json(&input, &game, &position, None, progress);
    }
    let answer = answer(&input, &game, &position, progress)?;
    Ok(Value::Object(whole_json(answer.as_ref(), &position, &game)))
}

/// Prints what is known of the structures in a file, or of the games side by side there.
fn on_structure(
    input: &Input,
    structure: Structure,
    file: &str,
    arguments: &arguments::Ask,
    terminal: &Terminal,
) -> Result<()> {
    let is_sum = structure == Structure::Sum;
    let further = [("--draw", arguments.draw.is_some()), ("--rounds", arguments.rounds.is_some())];
    if let Some((name, _)) = further.into_iter().find(|(_, is_given)| is_sum && *is_given) {
        return Err(mistake(format!("{name} does not apply to sums of different games")));
    }
    input.parameters_come_from_the_file()?;
    if is_sum {
        return mixed::perform(input, file, terminal);
    }
    let arena = input.arena(structure, terminal);
    let files = (file, arguments.draw.as_deref());
    let played = arguments.rounds.map(|rounds| (rounds, arguments.next));
    arena::perform(input, &arena, files, played, terminal)
}

/// What is known of a position.
///
/// # Errors
/// It is not a position, or its table or search does not fit the limits.
pub(super) fn answer(
    input: &Input,
    game: &Game,
    position: &Position,
    progress: &dyn Progress,
) -> Result<Box<dyn Shown>> {
    let (means, at) = (input.means(progress), &position.components);
    let stopped = |stop| input.stopped(stop);
    Ok(if game.is_loopy() {
        Box::new(game.ask_loopy(at, means).map_err(stopped)?)
    } else if game.is_partizan() {
        Box::new(game.ask_partizan(at, means).map_err(stopped)?)
    } else {
        Box::new(game.ask(at, means).map_err(stopped)?)
    })
}

/// The position and what is known of it, as docs/json.md describes it.
pub(super) fn whole_json(
    answer: &dyn Shown,
    position: &Position,
    game: &Game,
) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("position".into(), position_as_json(position, game));
    all.insert("start".into(), json!(position.sizes));
    all.extend(answer.json(game));
    all
}

/// An answer for one position, as it is printed.
pub(super) trait Shown {
    /// In words: who wins under `heading`, which names the position, then what else is known.
    fn add_to(&self, summary: &mut Summary, heading: &str, game: &Game, words: &Words);
    /// The fields of the JSON form that are columns in CSV.
    fn columns(&self) -> &'static [&'static str];
    /// What follows the position in JSON.
    fn json(&self, game: &Game) -> Map<String, Value>;
}

impl Shown for Answer {
    fn add_to(&self, summary: &mut Summary, heading: &str, game: &Game, words: &Words) {
        let who = |wins| if wins { words.wins } else { words.loses };
        summary.add(heading, [who(self.win).to_owned()]);
        if let Some(sg) = self.sg {
            summary.add("sg", [sg.to_string()]);
        }
        if let Some(remoteness) = self.remoteness {
            summary.add(words.remoteness, [remoteness.to_string()]);
        }
        let misere = self.misere.map_or(words.unknown, who);
        summary.add(words.misere, [misere.to_owned()]);
        add_moves(summary, words.winning_moves, &self.winning, game, words);
    }

    fn columns(&self) -> &'static [&'static str] {
        &["sg", "win", "misere", "remoteness", "winning_moves"]
    }

    fn json(&self, game: &Game) -> Map<String, Value> {
        object([
            ("sg", json!(self.sg)),
            ("win", json!(self.win)),
            ("misere", json!(self.misere)),
            ("remoteness", json!(self.remoteness)),
            ("winning_moves", moves_as_json(&self.winning, game)),
        ])
    }
}

/// A header and a line: a condition as 1 or 0, of moves how many there are.
fn csv(object: &Map<String, Value>, columns: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let cell = |column: &&str| match &object[*column] {
        Value::Null => String::new(),
        Value::Bool(holds) => u8::from(*holds).to_string(),
        Value::String(text) => text.clone(),
        Value::Array(moves) => moves.len().to_string(),
        number => number.to_string(),
    };
    let cells: Vec<String> = columns.iter().map(cell).collect();
    writeln!(out, "{}\n{}", columns.join(","), cells.join(","))
}

fn object<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What stands for RULE and POSITION; either may be given otherwise.
fn rule_and_position(arguments: &arguments::Ask) -> Result<(Option<&str>, Option<String>)> {
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    let (rule, position) = match &words[..] {
        _ if !arguments.given.text.is_empty() => (None, &words[..]),
        [rule, position @ ..] => (Some(*rule), position),
        [] => {
            return Err(mistake(
                "which rule and position? Write `mexlab ask RULE POSITION`: ask lasker 7",
            ));
        }
    };
    match (position, &arguments.input) {
        ([], None) => {
            Err(mistake("which position? Write `mexlab ask RULE POSITION`: ask lasker 7"))
        }
        ([], Some(_)) => Ok((rule, None)),
        (_, None) => Ok((rule, Some(position.join(" ")))),
        (_, Some(_)) => Err(mistake("the position is given twice: by --input and as POSITION")),
    }
}

/// The position as the first column of an answer in words.
fn heading(summary: &mut Summary, position: &Position, game: &Game, words: &Words) -> String {
    let shown = show_sum(&position.components, game);
    let Some(sizes) = &position.sizes else { return shown };
    let sizes = equations(game.sizes().iter().zip(sizes));
    summary.add(words.position, [format!("{} {sizes}: {shown}", words.start)]);
    sizes
}

/// Winning moves under a label, or that there is none.
fn add_moves(
    summary: &mut Summary,
    label: &str,
    winning: &[FirstMove],
    game: &Game,
    words: &Words,
) {
    if winning.is_empty() {
        summary.add(label, [words.no_winning_move.to_owned()]);
    } else {
        summary.add(label, winning.iter().map(|first| move_in_words(first, game)));
    }
}

fn move_in_words(first: &FirstMove, game: &Game) -> String {
    let steps: Vec<String> = first.steps.iter().map(|step| step_in_words(step, game)).collect();
    steps.join("  &  ")
}

fn step_in_words(step: &FirstStep, game: &Game) -> String {
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

fn position_as_json(position: &Position, game: &Game) -> Value {
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
