//! Games whose play need not end: who wins, or that play is drawn.

use super::{Shown, add_moves, moves_as_json, object};
use crate::summary::Summary;
use crate::words::Words;
use arena::letter;
use engine::{Game, LoopyAnswer, LoopyOutcome};
use serde_json::{Map, Value, json};

impl Shown for LoopyAnswer {
    fn add_to(&self, summary: &mut Summary, heading: &str, game: &Game, words: &Words) {
        let outcome = match self.outcome {
            LoopyOutcome::Next => words.wins,
            LoopyOutcome::Previous => words.loses,
            LoopyOutcome::Draw => words.drawn,
        };
        summary.add(heading, [outcome.to_owned()]);
        add_moves(summary, words.winning_moves, &self.winning, game, words);
        if self.outcome == LoopyOutcome::Draw {
            add_moves(summary, words.drawing_moves, &self.drawing, game, words);
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        &["outcome", "winning_moves", "drawing_moves"]
    }

    fn json(&self, game: &Game) -> Map<String, Value> {
        object([
            ("outcome", json!(letter(self.outcome))),
            ("winning_moves", moves_as_json(&self.winning, game)),
            ("drawing_moves", moves_as_json(&self.drawing, game)),
        ])
    }
}
