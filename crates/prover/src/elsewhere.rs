//! Statements that speak of the values of other games, for the checker's theorem of that name.

use crate::identity::{self, About};
use crate::{Certificate, Error, Outcome, Question, prove, sealed};
use expr::ast::{Comparison, Node, Quantity, ValueOf};
use expr::substitute::Bindings;
use meaning::composed::{Part, number};
use meaning::elsewhere::{Elsewhere, Other, conditions};
use meaning::source;
use rule::Instance;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Proves a statement with the values of other games put in. `text` gives the rule of another game
/// by its name, that stands alone; `laws` are certificates of laws of the game itself.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn prove_elsewhere(
    question: &Question,
    laws: &[Certificate],
    text: &dyn Fn(&str) -> Option<String>,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let unproved = |why: String| Ok(Outcome::Unproved(why));
    let law = question.law.clone().unwrap_or_default();
    let read = source::instance(&question.rule, &question.parameters)
        .and_then(|instance| Ok((instance, source::law(&law)?)));
    let (instance, statement) = match read {
        Ok(read) => read,
        Err(why) => return unproved(why),
    };
    let mut others: Vec<(Other, Certificate, Part)> = Vec::new();
    let mut interrupted = false;
    let mut known = |other: &Other| {
        if let Some((_, _, part)) = others.iter().find(|(seen, _, _)| seen == other) {
            return Some(part.clone());
        }
        let (rule, arguments) = match other {
            Other::Game(name, arguments) => (text(name)?, arguments.clone()),
            Other::Function(_, text) => (text.clone(), Vec::new()),
        };
        // all parameters are given
        let named = rule::bind(&source::rule(&rule).ok()?, &arguments).ok()?;
        let written = |(name, value): (&String, &rule::Constant)| (name.clone(), value.to_string());
        let parameters: Vec<_> = named.values.iter().map(written).collect();
        let own = laws.iter().filter_map(|law| value_at(&instance, law, &named));
        for law in own.chain(["sg = ?".to_owned()]) {
            let asked = Question {
                rule: rule.clone(),
                parameters: parameters.clone(),
                quantity: "sg".into(),
                law: Some(law),
                to: question.to,
            };
            match prove(&asked, pulse) {
                Ok(Outcome::Proved(law)) => {
                    let part = Part::of(&rule, &named, &law.accepted.law).ok()?;
                    others.push((other.clone(), *law, part.clone()));
                    return Some(part);
                }
                Ok(Outcome::Unproved(_)) => {}
                Err(Error::Interrupted) => interrupted = true,
            }
        }
        None
    };
    let put = Elsewhere::new(&instance, &mut known).put(&statement);
    if interrupted {
        return Err(Error::Interrupted);
    }
    let put = match put {
        Ok(put) if put != statement || conditions(&put) != [put.clone()] => put,
        Ok(_) => return unproved("the statement speaks of no other game".into()),
        Err(why) => return unproved(why),
    };
    let mut proved = Vec::new();
    let mut why = String::new();
    // all at once, or one after the other
    for parts in [vec![put.clone()], conditions(&put)] {
        proved.clear();
        for part in &parts {
            let asked = Question { law: Some(part.to_string()), ..question.clone() };
            match alone(&asked, laws, pulse)? {
                Outcome::Proved(certificate) => proved.push(certificate),
                Outcome::Unproved(reason) => {
                    why = reason;
                    break;
                }
            }
        }
        if proved.len() == parts.len() {
            break;
        }
        proved.clear();
    }
    if proved.is_empty() {
        return unproved(why);
    }
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let others: Vec<Value> = others.iter().map(|(_, law, _)| value(&law.text)).collect();
    let proved: Vec<Value> = proved.iter().map(|law| value(&law.text)).collect();
    let data = json!({"others": others, "follows_from": proved});
    Ok(sealed(question, &law, "elsewhere", &data))
}

/// The proof of a statement that speaks of its own game alone, of which laws are known.
fn alone(
    question: &Question,
    laws: &[Certificate],
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let law = question.law.clone().unwrap_or_default();
    let follows = |known: &Certificate| known.implies(&law, &question.rule);
    if let Some(proved) = laws.iter().find_map(follows) {
        return Ok(Outcome::Proved(Box::new(proved)));
    }
    let (about, none) = (About::Positions, BTreeMap::new());
    match identity::prove(&question.rule, &question.parameters, &law, about, &none, pulse)? {
        Outcome::Unproved(_) => prove(question, pulse),
        proved => Ok(proved),
    }
}

/// The law `sg = E` of one game as that of another game of one number, what E defines written out.
fn value_at(instance: &Instance, law: &Certificate, other: &Instance) -> Option<String> {
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
            let bindings = Bindings { names: pairs.collect(), ..Bindings::default() };
            bindings.expr(&definition.body)
        }
        _ => value.clone(),
    };
    Some(format!("sg = {}", own.expr(&value)))
}
