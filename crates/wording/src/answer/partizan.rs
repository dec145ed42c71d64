//! Partizan games: who wins when each player starts, and the value.

use super::{Shown, add_moves, moves_as_json, object};
use crate::summary::Summary;
use crate::words::Words;
use engine::{Game, PartizanAnswer, PartizanValue};
use serde_json::{Map, Value, json};

/// The value, where it is a number.
fn number(answer: &PartizanAnswer) -> Option<String> {
    match answer.value {
        PartizanValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

impl Shown for PartizanAnswer {
    fn add_to(&self, summary: &mut Summary, heading: &str, game: &Game, words: &Words) {
        summary.add(heading, [self.outcome.to_string()]);
        let value = match self.value {
            PartizanValue::Number(number) => number.to_string(),
            PartizanValue::NotANumber => words.no_number.to_owned(),
            PartizanValue::Meaningless => words.meaningless.to_owned(),
            PartizanValue::TooLarge => words.unknown.to_owned(),
        };
        summary.add(words.value, [value]);
        let who = |left_wins| if left_wins { words.left_wins } else { words.right_wins };
        summary.add(words.left_starts, [who(self.outcome.left_wins_first()).to_owned()]);
        summary.add(words.right_starts, [who(!self.outcome.right_wins_first()).to_owned()]);
        add_moves(summary, words.left_moves, &self.left, game, words);
        add_moves(summary, words.right_moves, &self.right, game, words);
    }

    fn columns(&self) -> &'static [&'static str] {
        &["outcome", "value", "left_winning_moves", "right_winning_moves"]
    }

    fn json(&self, game: &Game) -> Map<String, Value> {
        let value = number(self).map(|n| n.parse::<i64>().map_or_else(|_| json!(n), Value::from));
        object([
            ("outcome", json!(self.outcome.to_string())),
            ("value", json!(value)),
            ("left_winning_moves", moves_as_json(&self.left, game)),
            ("right_winning_moves", moves_as_json(&self.right, game)),
        ])
    }
}
