//! Games whose play need not end: who wins, or that play is drawn.

use super::{Shown, add_moves, move_in_words, moves_as_json, object};
use crate::summary::Summary;
use crate::words::Words;
use arena::letter;
use engine::{Game, LoopyAnswer, LoopyOutcome};
use serde_json::{Map, Value, json};

impl Shown for (LoopyAnswer, &Game) {
    fn add_to(&self, summary: &mut Summary, heading: &str, words: &Words) {
        let (answer, game) = self;
        let outcome = match answer.outcome {
            LoopyOutcome::Next => words.wins,
            LoopyOutcome::Previous => words.loses,
            LoopyOutcome::Draw => words.drawn,
        };
        summary.add(heading, [outcome.to_owned()]);
        let line = |first: &_| move_in_words(first, game);
        add_moves(summary, words.winning_moves, &answer.winning, line, words);
        if answer.outcome == LoopyOutcome::Draw {
            add_moves(summary, words.drawing_moves, &answer.drawing, line, words);
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        &["outcome", "winning_moves", "drawing_moves"]
    }

    fn json(&self) -> Map<String, Value> {
        let (answer, game) = self;
        object([
            ("outcome", json!(letter(answer.outcome))),
            ("winning_moves", moves_as_json(&answer.winning, game)),
            ("drawing_moves", moves_as_json(&answer.drawing, game)),
        ])
    }
}
