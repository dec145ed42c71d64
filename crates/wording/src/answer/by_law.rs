//! Answers that rest on a proved law alone.

use super::{COLUMNS, Shown, add_moves, object};
use crate::summary::Summary;
use crate::words::Words;
use expr::words::{equations, listed, tuple};
use message::{Message, message};
use serde_json::{Map, Value, json};
use workbench::{ByLaw, LargeMove};

/// A number, as text where it is too large for readers of JSON.
fn number(n: i128) -> Value {
    i64::try_from(n).map_or_else(|_| n.to_string().into(), Value::from)
}

fn numbers(at: &[i128]) -> Value {
    at.iter().copied().map(number).collect()
}

/// The coordinates of a large position, as people write them.
fn written(at: &[i128]) -> String {
    tuple(at.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// A sum of large positions, as people write it.
#[must_use]
pub fn sum_written(sum: &[Vec<i128>]) -> String {
    sum.iter().map(|at| written(at)).collect::<Vec<_>>().join(" + ")
}

/// The answer as docs/json.md describes it, with its position.
#[must_use]
pub fn large_json(answer: &ByLaw, sum: &[Vec<i128>]) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("position".into(), sum.iter().map(|at| numbers(at)).collect());
    all.insert("start".into(), Value::Null);
    all.extend(answer.json());
    all
}

impl Shown for ByLaw {
    fn add_to(&self, summary: &mut Summary, heading: &str, words: &Words) {
        let who = if self.win { words.wins } else { words.loses };
        summary.add(heading, [who.to_owned()]);
        if let Some(sg) = self.sg {
            summary.add("sg", [sg.to_string()]);
        }
        let line = |m: &LargeMove| {
            let choices = equations(m.choices.iter().map(|(name, value)| (name, value)));
            format!("{}: {} -> {}  ({choices})", m.label, written(&m.from), written(&m.to))
        };
        match &self.winning {
            None => summary.add(words.winning_moves, [words.not_told.to_owned()]),
            Some(all) => add_moves(summary, words.winning_moves, all, line, words),
        }
        let by = [
            self.law.clone(),
            format!("{}: {}", words.is_proved, words.told(&self.theorem.into())),
        ];
        summary.add(words.by, by);
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn json(&self) -> Map<String, Value> {
        let one = |m: &LargeMove| {
            let choices: Map<String, Value> =
                m.choices.iter().map(|(name, value)| (name.clone(), number(*value))).collect();
            json!({
                "move": m.label, "choices": choices, "from": numbers(&m.from), "to": [numbers(&m.to)],
            })
        };
        let winning = self.winning.as_ref().map(|all| all.iter().map(one).collect::<Vec<_>>());
        object([
            ("sg", self.sg.map_or(Value::Null, number)),
            ("win", json!(self.win)),
            ("misere", Value::Null),
            ("remoteness", Value::Null),
            ("winning_moves", json!(winning)),
            ("by", json!({ "law": self.law, "theorem": self.theorem })),
        ])
    }
}

/// Why nothing is said of a sum of large positions.
#[must_use]
pub fn no_law(sum: &[Vec<i128>]) -> Message {
    let numbers = listed(sum.iter().map(|at| written(at)));
    message!(
        "{numbers} is beyond tables and searches, and no law is proved that says who wins there"
    )
}
