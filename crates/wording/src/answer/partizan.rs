//! Partizan games: who wins when each player starts, and the value.

use super::{Shown, add_moves, move_in_words, moves_as_json, object};
use crate::summary::Summary;
use crate::words::Words;
use engine::{Game, PartizanAnswer, PartizanValue};
use serde_json::{Map, Value, json};

impl Shown for (PartizanAnswer, &Game) {
    fn add_to(&self, summary: &mut Summary, heading: &str, words: &Words) {
        let (PartizanAnswer { outcome, value, left, right, .. }, game) = self;
        summary.add(heading, [outcome.to_string()]);
        let value = match value {
            PartizanValue::Number(number) => number.to_string(),
            PartizanValue::NotANumber => words.no_number.to_owned(),
            PartizanValue::Meaningless => words.meaningless.to_owned(),
            PartizanValue::TooLarge => words.unknown.to_owned(),
        };
        summary.add(words.value, [value]);
        let who = |left_wins| if left_wins { words.left_wins } else { words.right_wins };
        summary.add(words.left_starts, [who(outcome.left_wins_first()).to_owned()]);
        summary.add(words.right_starts, [who(!outcome.right_wins_first()).to_owned()]);
        let line = |first: &_| move_in_words(first, game);
        add_moves(summary, words.left_moves, left, line, words);
        add_moves(summary, words.right_moves, right, line, words);
    }

    fn columns(&self) -> &'static [&'static str] {
        &["outcome", "value", "left_winning_moves", "right_winning_moves"]
    }

    fn json(&self) -> Map<String, Value> {
        let (answer, game) = self;
        let number = match answer.value {
            PartizanValue::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let value = number.map(|n| n.parse::<i64>().map_or_else(|_| json!(n), Value::from));
        object([
            ("outcome", json!(answer.outcome.to_string())),
            ("value", json!(value)),
            ("left_winning_moves", moves_as_json(&answer.left, game)),
            ("right_winning_moves", moves_as_json(&answer.right, game)),
        ])
    }
}
