//! What may head a column of a table: a quantity, or a definition that a position's coordinates are
//! arguments of.

use expr::ast::{Expr, Node, Quantity};
use expr::substitute::component;
use expr::suggest::one_of;
use expr::walk::{values, within};
use message::{Message, Tell, message};

use crate::ast::{CoordinateForm, Definition, Heading, Rule, State};
use crate::check::MAX_ROW_LENGTH;
use crate::foreign;

/// Why a word heads no column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoColumn {
    /// What is wrong.
    pub cause: Message,
    /// What to do about it.
    pub help: Message,
}

impl Tell for NoColumn {
    fn message(&self) -> Message {
        message!("{}; {}", self.cause, self.help)
    }
}

message::error!(NoColumn);

/// The column of that name.
///
/// # Errors
/// It is neither a quantity nor a definition of the rule that has as many arguments as a position has
/// coordinates (as far as that is known before the parameters are), asks for no quantity, and has no other
/// name of the table.
pub fn heading(rule: &Rule, word: &str) -> Result<Heading, NoColumn> {
    if let Some(quantity) = Quantity::from_name(word) {
        return Ok(quantity.into());
    }
    let Some(definition) = rule.definitions.iter().find(|d| d.name == word) else {
        let quantities = Quantity::ALL.into_iter().filter(|q| is_of_tables(*q)).map(Quantity::name);
        let own = rule.definitions.iter().map(|d| d.name.as_str());
        let own = own.filter(|name| misfit(rule, name).is_none());
        let mut known: Vec<&str> = quantities.collect();
        known.extend(own);
        let elsewhere = foreign::quantity(word).map(Message::from);
        let help = elsewhere
            .unwrap_or_else(|| one_of(word, &known, |all| message!("quantities are {all}")));
        return Err(NoColumn { cause: message!("`{word}` is not a quantity"), help });
    };
    match misfit(rule, &definition.name) {
        Some((cause, help)) => Err(NoColumn { cause, help }),
        None => Ok(Heading::Definition(definition.name.clone())),
    }
}

/// Whether tables have columns of the quantity.
pub(crate) fn is_of_tables(quantity: Quantity) -> bool {
    !matches!(quantity, Quantity::Lose | Quantity::Numerator | Quantity::Exponent)
}

/// Cause and remedy where a definition of the rule is no column of its tables.
fn misfit(rule: &Rule, name: &str) -> Option<(Message, Message)> {
    let definition = rule.definitions.iter().find(|d| d.name == name)?;
    if let Some(what) = other_column(rule, name) {
        let what = Message::from(what);
        let cause = message!("the definition `{name}` has the name of {what}");
        return Some((cause, "no two columns of a table have the same name: rename it".into()));
    }
    if let Some(quantity) = asked(rule, name) {
        let cause = message!("`{name}` asks for the quantity `{quantity}`, which only claims may");
        let help = message!("ask for `{quantity}`, and state in a claim what `{name}` says of it");
        return Some((cause, help));
    }
    let coordinates = coordinates(rule.state.as_ref())?;
    if coordinates.len() == definition.arguments.len() {
        return None;
    }
    let cause = of_other_arguments(definition, &coordinates);
    Some((
        cause,
        "a column shows a definition whose arguments are the coordinates, in order".into(),
    ))
}

/// Says that the arguments of a definition are not as many as the coordinates.
#[must_use]
pub fn of_other_arguments(definition: &Definition, coordinates: &[String]) -> Message {
    let of = |names: &[String]| format!("({})", names.join(", "));
    let (name, arguments) = (&definition.name, of(&definition.arguments));
    message!("`{name}` is a function of {arguments}, and a position is {}", of(coordinates))
}

/// What else in a table has the name: a coordinate, an entry of a row, a size or a parameter.
fn other_column(rule: &Rule, name: &str) -> Option<&'static str> {
    let is_entry = |row: &String| {
        let number = name.strip_prefix(row.as_str());
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let is_coordinate = match rule.state.as_ref() {
        None => false,
        Some(State::Heap(coordinate)) => coordinate.name == name,
        Some(State::Tuple { coordinates, .. }) => coordinates.iter().any(|c| {
            c.name == name || matches!(c.form, CoordinateForm::Row(_)) && is_entry(&c.name)
        }),
        Some(State::Heaps { name: heaps, .. }) => heaps == name || is_entry(heaps),
        Some(State::Coins { coordinates, .. }) => coordinates.iter().any(|c| c == name),
        Some(State::Product(..)) => ["x", "y"].contains(&name),
    };
    if is_coordinate {
        return Some("a coordinate");
    }
    if rule.start.iter().flat_map(|start| &start.sizes).any(|size| size.name == name) {
        return Some("a size of the start");
    }
    rule.parameters.iter().any(|p| p.name == name).then_some("a parameter")
}

/// A quantity that a definition asks for, itself or through others.
fn asked(rule: &Rule, name: &str) -> Option<&'static str> {
    let mut reached = vec![name];
    let mut next = 0;
    while let Some(&name) = reached.get(next) {
        next += 1;
        let Some(definition) = rule.definitions.iter().find(|d| d.name == name) else { continue };
        let mut found = None;
        values(&definition.body, &mut |value| found = found.or(Some(value.quantity.name())));
        if found.is_some() {
            return found;
        }
        for e in within(&definition.body) {
            if let Node::Call(called, _) = &e.node
                && !reached.contains(&called.as_str())
            {
                reached.push(called);
            }
        }
    }
    None
}

/// The numbers that a position is, by name, where how many there are does not depend on parameters.
fn coordinates(state: Option<&State>) -> Option<Vec<String>> {
    let row = |name: &str, length: &Expr| {
        // what is longer is a mistake of its own
        let length = length.literal().filter(|length| *length <= MAX_ROW_LENGTH)?;
        Some((1..=length).map(|i| component(name, i)).collect::<Vec<String>>())
    };
    match state? {
        State::Heap(coordinate) => Some(vec![coordinate.name.clone()]),
        State::Product(..) => Some(vec!["x".into(), "y".into()]),
        State::Coins { coordinates, .. } => Some(coordinates.clone()),
        State::Heaps { name, count, .. } => row(name, count),
        State::Tuple { coordinates, .. } => {
            let each = coordinates.iter().map(|coordinate| match &coordinate.form {
                CoordinateForm::Row(length) => row(&coordinate.name, length),
                _ => Some(vec![coordinate.name.clone()]),
            });
            each.collect::<Option<Vec<_>>>().map(|names| names.concat())
        }
    }
}
