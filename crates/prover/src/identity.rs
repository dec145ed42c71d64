//! Statements that the theory makes true of a game, whatever its values are.

use crate::{Outcome, Question, sealed};
use expr::ast::Quantity;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Every position.
    Positions,
    /// Every starting position.
    Starts,
    /// Every board of coins: with a number, of so many in each direction.
    Boards(Option<u32>),
}

/// The certificate of the statement `law`, if the theory alone makes it true. `games` are the texts
/// of the other rules that the rule or the statement names.
#[must_use]
pub fn prove(
    rule: &str,
    parameters: &[(String, String)],
    law: &str,
    about: About,
    games: &BTreeMap<String, String>,
) -> Outcome {
    let mut is_value = false;
    if let Ok(e) = expr::parser::parse_expression(law) {
        expr::walk::values(&e, &mut |value| is_value |= value.quantity == Quantity::Sg);
    }
    let question = Question {
        rule: rule.to_owned(),
        parameters: parameters.to_vec(),
        quantity: if is_value { "sg" } else { "win" }.to_owned(),
        law: Some(law.to_owned()),
        to: 0,
    };
    let (kind, size) = match about {
        About::Positions => ("positions", None),
        About::Starts => ("starts", None),
        About::Boards(size) => ("boards", size),
    };
    let mut data = json!({"about": kind, "games": games});
    if let Some(size) = size {
        data["size"] = Value::from(size);
    }
    sealed(&question, law, "identity", &data)
}
