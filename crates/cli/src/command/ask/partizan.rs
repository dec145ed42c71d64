//! A position of a partizan game: who wins when each player starts, and the value.

use super::{add_moves, heading, moves_as_json, position_as_json};
use crate::arguments::{Common, Format};
use crate::failure::Failure;
use crate::input::Input;
use crate::position::Position;
use crate::request::limits;
use crate::summary::Summary;
use crate::terminal::Terminal;
use crate::words::Words;
use engine::{Game, PartizanAnswer, PartizanValue};
use serde_json::{Value, json};

/// Prints what is known of the position.
pub(super) fn perform(
    input: &Input,
    game: &Game,
    position: &Position,
    common: &Common,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let answer = game.ask_partizan(&position.components, &limits(common), terminal);
    let answer = answer.map_err(|stop| input.stopped(stop))?;
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            out.write_all(in_words(position, &answer, game, terminal.words()).as_bytes())
        }
        Format::Csv => {
            let (left, right) = (answer.left.len(), answer.right.len());
            let value = number(&answer).unwrap_or_default();
            writeln!(out, "outcome,value,left_winning_moves,right_winning_moves")?;
            writeln!(out, "{},{value},{left},{right}", answer.outcome)
        }
        Format::Json => writeln!(out, "{:#}", as_json(position, &answer, game)),
    })
}

/// The value, where it is a number.
fn number(answer: &PartizanAnswer) -> Option<String> {
    match answer.value {
        PartizanValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn in_words(position: &Position, answer: &PartizanAnswer, game: &Game, words: &Words) -> String {
    let mut summary = Summary::default();
    let heading = heading(&mut summary, position, game, words);
    summary.add(&heading, [answer.outcome.to_string()]);
    let value = match answer.value {
        PartizanValue::Number(number) => number.to_string(),
        PartizanValue::NotANumber => words.no_number.to_owned(),
        PartizanValue::Meaningless => words.meaningless.to_owned(),
        PartizanValue::TooLarge => words.unknown.to_owned(),
    };
    summary.add(words.value, [value]);
    let who = |left_wins| if left_wins { words.left_wins } else { words.right_wins };
    summary.add(words.left_starts, [who(answer.outcome.left_wins_first()).to_owned()]);
    summary.add(words.right_starts, [who(!answer.outcome.right_wins_first()).to_owned()]);
    add_moves(&mut summary, words.left_moves, &answer.left, game, words);
    add_moves(&mut summary, words.right_moves, &answer.right, game, words);
    summary.text()
}

fn as_json(position: &Position, answer: &PartizanAnswer, game: &Game) -> Value {
    json!({
        "position": position_as_json(position, game),
        "start": position.sizes,
        "outcome": answer.outcome.to_string(),
        "value": number(answer).map(|n| n.parse::<i64>().map_or_else(|_| json!(n), Value::from)),
        "left_winning_moves": moves_as_json(&answer.left, game),
        "right_winning_moves": moves_as_json(&answer.right, game),
    })
}
