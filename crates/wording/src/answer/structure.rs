//! Positions on graphs, trees and words, and sums of different games.

use super::{Shown, add_moves, first_moves, object};
use crate::summary::Summary;
use crate::words::Words;
use arena::{Answer, ArenaMove, Outcome, letter};
use message::message;
use serde_json::{Map, Value, json};

/// The answer for structures that a game is played on.
pub struct OnStructure {
    /// What is known.
    pub answer: Answer,
    /// A match: its rounds, and whether the first player wins it.
    pub played: Option<(u64, bool)>,
    /// Whether there are several components.
    pub is_sum: bool,
}

impl Shown for OnStructure {
    fn add_to(&self, summary: &mut Summary, heading: &str, words: &Words) {
        let Answer { value, sg, remoteness, misere, winning, drawing, .. } = &self.answer;
        let who = |wins| if wins { words.wins } else { words.loses };
        let outcome = match self.answer.outcome {
            Outcome::Draw => words.drawn,
            _ => who(self.answer.wins()),
        };
        summary.add(heading, [outcome.to_owned()]);
        summary.add(words.value, value.iter().map(ToString::to_string));
        summary.add("sg", sg.iter().map(ToString::to_string));
        summary.add(words.remoteness, remoteness.iter().map(ToString::to_string));
        summary.add(words.misere, misere.iter().map(|wins| who(*wins).to_owned()));
        let played = self.played.iter();
        summary.add(words.rounds, played.map(|(rounds, win)| format!("{rounds}: {}", who(*win))));
        let line = |m: &ArenaMove| match m.component.filter(|_| self.is_sum) {
            Some(component) => words.told(&message!("component {}: {}", component + 1, m.words)),
            None => words.told(&m.words),
        };
        if let Some(winning) = winning {
            add_moves(summary, words.winning_moves, winning, line, words);
        }
        summary.add(words.drawing_moves, first_moves(drawing, line, words));
        summary.add(words.by, [words.told(&self.answer.by.into())]);
    }

    fn columns(&self) -> &'static [&'static str] {
        let all = &["sg", "outcome", "win", "misere", "remoteness", "winning_moves", "match"];
        if self.played.is_some() { all } else { &all[..6] }
    }

    fn json(&self) -> Map<String, Value> {
        let Answer { value, sg, remoteness, misere, winning, drawing, .. } = &self.answer;
        let one = |m: &ArenaMove| json!({ "component": m.component.map(|c| c + 1), "move": m.words.to_string() });
        let all = |moves: &[ArenaMove]| moves.iter().map(one).collect::<Vec<_>>();
        let mut known = object([
            ("sg", json!(sg)),
            ("value", json!(value.as_ref().map(ToString::to_string))),
            ("outcome", json!(letter(self.answer.outcome))),
            ("win", json!(self.answer.wins())),
            ("misere", json!(misere)),
            ("remoteness", json!(remoteness)),
            ("winning_moves", json!(winning.as_deref().map(all))),
            ("drawing_moves", json!(all(drawing))),
            ("by", json!(self.answer.by)),
        ]);
        if let Some((rounds, win)) = self.played {
            known.insert("match".into(), json!({ "rounds": rounds, "win": win }));
        }
        known
    }
}
