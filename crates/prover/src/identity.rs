//! Statements that the theory makes true of a game, whatever its values are.

use crate::{Certificate, Question, Result, Unproved, sealed};
use expr::ast::{Expr, Fold, Item, Node, Quantity};
use expr::substitute::{Bindings, int};
use expr::walk::within;
use meaning::source;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Every position.
    Positions,
    /// Every starting position.
    Starts,
    /// Every board of coins: with a number, of that many coins in each direction.
    Boards(Option<u32>),
}

/// How far values are computed for a law of single coins.
const VALUES: usize = 100_000;

/// The certificate of the statement `law`, if the theory alone makes it true, or the theory and a
/// law of single coins that the statement suggests. `games` are the texts of the other rules that
/// the rule or the statement names.
///
/// # Errors
/// Why it is not seen to be.
pub fn prove(
    rule: &str,
    parameters: &[(String, String)],
    law: &str,
    about: About,
    games: &BTreeMap<String, String>,
) -> Result<Certificate> {
    let statement = expr::parser::parse_expression(law).ok();
    let mut is_value = false;
    if let Some(e) = &statement {
        expr::walk::values(e, &mut |value| is_value |= value.quantity == Quantity::Sg);
    }
    let question = Question {
        rule: rule.to_owned(),
        parameters: parameters.to_vec(),
        quantity: if is_value { "sg" } else { "win" }.to_owned(),
        law: Some(law.to_owned()),
        to: VALUES,
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
    let mut proof = sealed(&question, law, "identity", &data);
    let (Err(_), About::Boards(_), Some(e)) = (&proof, about, statement) else { return proof };
    let instance = source::instance(rule, parameters).ok();
    let Some(coin) = instance.as_ref().and_then(meaning::composed::number) else { return proof };
    for value in of_heads(&e, &coin) {
        let law_of_coins = Some(format!("sg = {value}"));
        let asked = Question { quantity: "sg".into(), law: law_of_coins, ..question.clone() };
        match crate::prove(&asked) {
            Ok(of_coins) => {
                data["coin"] = of_coins.value();
                proof = sealed(&question, law, "identity", &data);
            }
            Err(Unproved::Interrupted) => return Err(Unproved::Interrupted),
            Err(_) => {}
        }
        if proof.is_ok() {
            break;
        }
    }
    proof
}

/// What nim-sums over the heads of a board, and counts of them, suggest as the value of a coin.
fn of_heads(e: &Expr, coin: &Expr) -> Vec<Expr> {
    let mut all = Vec::new();
    for e in within(e) {
        if let Node::Fold(fold @ (Fold::Xor | Fold::Count), items) = &e.node
            && let [Item { body, binders, guard: None }] = items.as_slice()
            && let [binder] = binders.as_slice()
        {
            let value = match fold {
                Fold::Xor => Bindings::default().with(&binder.name, coin.clone()).expr(body),
                _ => int(1),
            };
            if !all.contains(&value) {
                all.push(value);
            }
        }
    }
    all
}
