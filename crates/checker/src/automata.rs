//! The theorem "automata": its certificate read and its sentences checked.

use crate::certificate::{Certificate, number, only};
use crate::sentences::{Claim, Stuck};
use crate::{Accepted, Rejected, reject};
use arith::Quadratic;
use expr::ast::Node;
use logic::formula::Machine;
use logic::numeration::Numeration;
use meaning::game::{Game, Law};
use meaning::reading::Reader;
use meaning::source;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Most steps of a machine.
const STEPS: usize = 1 << 20;

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Certificate { quantity, law, data, .. } = certificate;
    only(data, &["numeration", "measure", "prefix", "won", "stuck", "witnesses", "implied_by"])?;
    let game = Game::of(&certificate.instance()?)?;
    let (full, statement) = match data.get("implied_by") {
        None => (law, None),
        Some(Value::String(full)) => (full, Some(source::law(law)?)),
        Some(_) => return reject("the field `implied_by` must be a law"),
    };
    let said = Law::read(full, &game)?;
    if quantity != said.quantity() {
        return reject(format!("the law is about `{}`, not about `{quantity}`", said.quantity()));
    }
    let Some(Value::Object(written)) = data.get("numeration") else {
        return reject("the field `numeration` must be an object");
    };
    let numeration = numeration(written)?;
    let Some(measure) = numbers(data, "measure") else {
        return reject("the field `measure` must be a list of numbers");
    };
    let prefix = optional(data.get("prefix").unwrap_or(&Value::Bool(false)))?.map(Rc::new);
    let Some(Value::Array(listed)) = data.get("witnesses") else {
        return reject("the field `witnesses` must be a list");
    };
    let witnesses = listed.iter().map(optional).collect::<Result<Vec<_>, _>>()?;
    let won = optional(data.get("won").unwrap_or(&Value::Bool(false)))?.map(Rc::new);
    let stuck = stuck(data.get("stuck").unwrap_or(&Value::Bool(false)))?;
    let claim = Claim {
        game: &game,
        law: &said,
        numeration: &numeration,
        measure: &measure,
        prefix: prefix.as_ref(),
        won: won.as_ref(),
        stuck: stuck.as_ref(),
    };
    claim.check(&witnesses)?;
    if let Some(statement) = &statement {
        claim.check_statement(statement)?;
    }
    let states: usize = witnesses.iter().flatten().map(|machine| machine.accepting.len()).sum();
    let clauses = witnesses.len();
    let (theorem, computed) = match said {
        Law::Outcome { .. } => (
            "P-positions closed under moves, decided by automata (Buchi 1960)",
            format!(
                "{clauses} moves: none between P-positions, and from every N-position one to a \
                 P-position by witnesses of {states} states"
            ),
        ),
        Law::Value(_) => (
            "nim-values by their options, decided by automata (Buchi 1960)",
            format!(
                "{clauses} moves: none to the same value, and to every smaller value one by \
                 witnesses of {states} states"
            ),
        ),
    };
    certificate.accepted(theorem, computed)
}

fn numeration(object: &Map<String, Value>) -> Result<Numeration, Rejected> {
    let mut object = object.clone();
    let slopes = object.remove("slopes");
    let mut numeration = places(&object)?;
    let Some(slopes) = slopes else { return Ok(numeration) };
    let Value::Array(listed) = slopes else {
        return reject("the field `slopes` must be a list");
    };
    for value in &listed {
        let Value::Object(slope) = value else { return reject("a slope must be an object") };
        only(slope, &["slope", "machine"])?;
        let text = slope.get("slope").and_then(Value::as_str).unwrap_or_default();
        let value = constant(text).ok_or_else(|| Rejected(format!("`{text}` is no slope")))?;
        let machine = machine(slope.get("machine").unwrap_or(&Value::Null))?;
        numeration.add_slope(value, machine)?;
    }
    Ok(numeration)
}

/// A number of a quadratic field.
fn constant(text: &str) -> Option<Quadratic> {
    let e = expr::parser::parse_expression(&format!("floor({text})")).ok()?;
    let Node::Call(_, arguments) = &e.node else { return None };
    let reader = Reader::new(&[], &Numeration::base(2)?);
    match reader.multiple(arguments.first()?) {
        Some((value, None)) => Some(value),
        _ => None,
    }
}

fn places(object: &Map<String, Value>) -> Result<Numeration, Rejected> {
    if object.contains_key("base") {
        only(object, &["base"])?;
        let base = u32::try_from(number(object, "base")?).ok().and_then(Numeration::base);
        return base.ok_or_else(|| Rejected("the base must be 2 to 36".to_owned()));
    }
    only(object, &["weights", "first", "words"])?;
    let numbers = |name: &str| {
        numbers(object, name)
            .ok_or_else(|| Rejected(format!("the field `{name}` must be a list of numbers")))
    };
    let (weights, first) = (numbers("weights")?, numbers("first")?);
    let words = machine(object.get("words").unwrap_or(&Value::Null))?;
    Numeration::new(&weights, &first, words).map_err(Rejected)
}

/// A list of numbers from 0 up.
fn numbers(object: &Map<String, Value>, name: &str) -> Option<Vec<i128>> {
    let all = object.get(name)?.as_array()?;
    all.iter().map(|value| value.as_u64().map(i128::from)).collect()
}

/// A machine, or `null` for none.
fn optional(value: &Value) -> Result<Option<Machine>, Rejected> {
    match value {
        Value::Null => Ok(None),
        value => machine(value).map(Some),
    }
}

/// `{"positions": MACHINE, "moves": [MACHINE or null, ...]}`, or `null`.
fn stuck(value: &Value) -> Result<Option<Stuck>, Rejected> {
    let object = match value {
        Value::Null => return Ok(None),
        Value::Object(object) => object,
        _ => return reject("the field `stuck` must be an object or null"),
    };
    only(object, &["positions", "moves"])?;
    let positions = machine(object.get("positions").unwrap_or(&Value::Null))?;
    let Some(Value::Array(listed)) = object.get("moves") else {
        return reject("the field `moves` must be a list");
    };
    let moves = listed.iter().map(optional).collect::<Result<_, _>>()?;
    Ok(Some(Stuck { positions, moves }))
}

/// `{"accepting": [true, ...], "steps": [[from, [digit, ...], to], ...]}`.
fn machine(value: &Value) -> Result<Machine, Rejected> {
    let wrong = |why: &str| reject(format!("a machine {why}"));
    let Value::Object(object) = value else { return wrong("must be an object") };
    only(object, &["accepting", "steps"])?;
    let accepting: Option<Vec<bool>> = object
        .get("accepting")
        .and_then(Value::as_array)
        .and_then(|list| list.iter().map(Value::as_bool).collect());
    let Some(accepting) = accepting else { return wrong("must say which states accept") };
    let Some(listed) = object.get("steps").and_then(Value::as_array) else {
        return wrong("must list its steps");
    };
    if listed.len() > STEPS {
        return wrong("has too many steps");
    }
    let mut steps = vec![BTreeMap::new(); accepting.len()];
    for step in listed {
        let small = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let read = |step: &Value| {
            let [from, digits, to] = step.as_array()?.as_slice() else { return None };
            let digit = |value: &Value| u32::try_from(value.as_u64()?).ok();
            let digits: Option<Vec<u32>> = digits.as_array()?.iter().map(digit).collect();
            Some((small(from)?, digits?, small(to)?))
        };
        let Some((from, digits, to)) = read(step) else { return wrong("has a step of no sense") };
        let Some(row) = steps.get_mut(from) else { return wrong("has a step from nowhere") };
        if row.insert(digits, to).is_some() {
            return wrong("has two steps for the same digits");
        }
    }
    Ok(Machine { accepting, steps })
}
