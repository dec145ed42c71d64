//! Statements that speak of the values of other games, for the checker's theorem of that name.

use crate::unproved::not_found;
use crate::{Certified, Question, Result, Unproved, prove, sealed};
use expr::ast::{Comparison, Expr, Node, Quantity, ValueOf};
use expr::substitute::Bindings;
use meaning::composed::{Summand, number};
use meaning::elsewhere::{Elsewhere, Other, conditions};
use meaning::source;
use rule::Instance;
use serde_json::{Value, json};

/// Proves a statement with the values of other games put in. `text` gives the rule of another game
/// by its name, that stands alone; `laws` are certificates of laws of the game itself.
///
/// # Errors
/// Why it is not proved.
pub fn prove_elsewhere(
    question: &Question,
    laws: &[Certified],
    text: &dyn Fn(&str) -> Option<String>,
) -> Result<Certified> {
    let law = question.law.clone().unwrap_or_default();
    let instance = source::instance(&question.rule, &question.parameters)?;
    let statement = source::law(&law)?;
    let mut others: Vec<(Other, Certified, Summand)> = Vec::new();
    let mut interrupted = false;
    let mut known = |other: &Other| {
        if let Some((_, _, part)) = others.iter().find(|(seen, _, _)| seen == other) {
            return Some(part.clone());
        }
        match law_of(other, &instance, laws, text, question.to) {
            Ok(Some((law, part))) => {
                others.push((other.clone(), law, part.clone()));
                return Some(part);
            }
            Ok(None) => {}
            Err(_) => interrupted = true,
        }
        None
    };
    let put = Elsewhere::new(&instance, &mut known).put(&statement);
    if interrupted {
        return Err(Unproved::Interrupted);
    }
    let put = put?;
    if put == statement && conditions(&put) == [put.clone()] {
        return Err(not_found("the statement speaks of no other game"));
    }
    let each = |parts: Vec<Expr>| -> Result<Vec<Value>> {
        let proof = |part: &Expr| {
            let asked = Question { law: Some(part.to_string()), ..question.clone() };
            alone(&asked, laws).map(|proof| proof.value())
        };
        parts.iter().map(proof).collect()
    };
    // all at once, or one after the other
    let proved = match each(vec![put.clone()]) {
        Err(why) if why != Unproved::Interrupted => each(conditions(&put))?,
        proved => proved?,
    };
    let others: Vec<Value> = others.iter().map(|(_, law, _)| law.value()).collect();
    let data = json!({"others": others, "follows_from": proved});
    sealed(question, &law, "elsewhere", &data)
}

/// A law of the values of another game, proved, with what follows from it: that which a law of the game
/// itself says, or one that is searched; `None` where none is found.
///
/// # Errors
/// [`Unproved::Interrupted`].
fn law_of(
    other: &Other,
    instance: &Instance,
    laws: &[Certified],
    text: &dyn Fn(&str) -> Option<String>,
    to: usize,
) -> Result<Option<(Certified, Summand)>> {
    let (rule, arguments) = match other {
        Other::Game(name, arguments) => (text(name), arguments.clone()),
        Other::Function(_, text) => (Some(text.clone()), Vec::new()),
    };
    let read = |rule: &String| rule::bind(&source::rule(rule).ok()?, &arguments).ok();
    // all parameters are given
    let Some((rule, named)) = rule.and_then(|rule| Some((rule.clone(), read(&rule)?))) else {
        return Ok(None);
    };
    let written = |(name, value): (&String, &rule::Constant)| (name.clone(), value.to_string());
    let parameters: Vec<_> = named.values.iter().map(written).collect();
    let own = laws.iter().filter_map(|law| value_at(instance, law, &named));
    for law in own.chain(["sg = ?".to_owned()]) {
        let (rule, parameters, quantity) = (rule.clone(), parameters.clone(), "sg".to_owned());
        let asked = Question { rule, parameters, quantity, law: Some(law), to };
        match prove(&asked) {
            Ok(law) => {
                let part = Summand::of(&asked.rule, &named, &law.accepted.law);
                return Ok(part.ok().map(|part| (law, part)));
            }
            Err(Unproved::Interrupted) => return Err(Unproved::Interrupted),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// The proof of a statement that speaks of its own game alone, of which laws are known.
fn alone(question: &Question, laws: &[Certified]) -> Result<Certified> {
    let law = question.law.clone().unwrap_or_default();
    let follows = |known: &Certified| known.implies(&law, &question.rule);
    laws.iter().find_map(follows).map_or_else(|| prove(question), Ok)
}

/// The law `sg = E` of one game as that of another game of one number, what E defines written out.
fn value_at(instance: &Instance, law: &Certified, other: &Instance) -> Option<String> {
    let Node::Name(coordinate) = number(instance)?.node else { return None };
    let own = Bindings::default().with(&coordinate, number(other)?);
    let read = source::law(&law.accepted.law).ok()?;
    let Node::Compare(quantity, rest) = &read.node else { return None };
    let ([(Comparison::Eq, value)], Node::Value(ValueOf { quantity: Quantity::Sg, .. })) =
        (rest.as_slice(), &quantity.node)
    else {
        return None;
    };
    let value = match &value.node {
        Node::Call(function, at) => {
            let definition = instance.rule.definitions.iter().find(|d| d.name == *function)?;
            let pairs = definition.arguments.iter().cloned().zip(at.iter().cloned());
            Bindings::of(pairs).expr(&definition.body)
        }
        _ => value.clone(),
    };
    Some(format!("sg = {}", own.expr(&value)))
}
