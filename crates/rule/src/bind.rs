//! Parameters get their values: from the command line, from a claim, or by default.

use message::{Message, Tell, message};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use arith::NumberSet;
use expr::ast::{Expr, Node};
use expr::diagnostic::Diagnostic;
use expr::substitute::{Bindings, int};
use expr::suggest::one_of;
use expr::words::listed;
use expr::{build, eval};

use crate::ast::{Parameter, ParameterKind, Rule, State};
use crate::check::limits;

/// Most entries of a list parameter.
const MAX_LIST_LENGTH: usize = 256;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// An integer.
    Int(i64),
    /// A set of positive integers, not empty.
    Set(NumberSet),
    /// One of several words.
    Word {
        /// Which of the choices.
        index: usize,
        /// All choices, in order.
        choices: Vec<String>,
    },
    /// The name of a game.
    Game(String),
    /// A list of integers.
    List(Vec<i64>),
}

impl fmt::Display for Constant {
    /// As it would be written for the parameter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Set(set) => write!(f, "{set}"),
            Self::Word { index, choices } => {
                f.write_str(choices.get(*index).map_or("", String::as_str))
            }
            Self::Game(name) => f.write_str(name),
            Self::List(entries) => write!(f, "[{}]", listed(entries)),
        }
    }
}

type Values = BTreeMap<String, Constant>;

/// A resolved rule with a value for every parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The rule, shared by the members of a family.
    pub rule: Arc<Rule>,
    /// Parameters and their values.
    pub values: Values,
}

impl Instance {
    /// The game that a name stands for: the value of a parameter of that name, or else the game so
    /// named.
    #[must_use]
    pub fn game<'n>(&'n self, name: &'n str) -> &'n str {
        match self.values.get(name) {
            Some(Constant::Game(game)) => game,
            _ => name,
        }
    }

    /// The value of an expression in which only parameters are named.
    ///
    /// # Errors
    /// It has none.
    pub fn number(&self, e: &Expr) -> Result<i128, eval::EvalError> {
        eval::evaluate_constant(e, &constants(&self.values))
    }

    /// What the parameters stand for in expressions, with the words of word parameters.
    #[must_use]
    pub fn bindings(&self) -> Bindings {
        let mut bindings = Bindings::default();
        for (parameter, value) in &self.values {
            let stands_for = match value {
                Constant::Int(value) => int(*value),
                Constant::Set(set) => build::number_set(set),
                Constant::List(entries) => {
                    Node::List(entries.iter().map(|&entry| int(entry)).collect()).into()
                }
                Constant::Word { index, choices } => {
                    let words = choices.iter().cloned().zip((0..).map(int));
                    bindings.names.extend(words);
                    int(*index as i64)
                }
                Constant::Game(game) => {
                    bindings.games.insert(parameter.clone(), game.clone());
                    continue;
                }
            };
            bindings.names.insert(parameter.clone(), stands_for);
        }
        bindings
    }

    /// The member of the same family with ready values; parameters not given take their defaults.
    ///
    /// # Errors
    /// As for [`bind_constants`].
    pub fn member(&self, given: &Values) -> Result<Self, BindError> {
        let values = bound_constants(&self.rule, given)?;
        Ok(Self { rule: Arc::clone(&self.rule), values })
    }
}

/// Why parameters could not be bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindError {
    /// There is no such game.
    UnknownGame {
        /// The name asked for.
        name: String,
        /// A suggestion.
        hint: Message,
    },
    /// The name begins as a code does, and is none.
    NoCode {
        /// The name asked for.
        name: String,
        /// What is wrong with it.
        why: Message,
    },
    /// The rule itself has mistakes.
    Mistakes {
        /// The game.
        name: String,
        /// What is wrong with it.
        mistakes: Vec<Diagnostic>,
    },
    /// The rule inherits from another that has not been merged in.
    Unresolved {
        /// The game.
        name: String,
        /// Its parent.
        parent: String,
    },
    /// There is no such parameter.
    UnknownParameter {
        /// The game.
        game: String,
        /// The name asked for.
        name: String,
        /// A suggestion, or the parameters there are.
        hint: Message,
    },
    /// A value of the wrong kind.
    Kind {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
        /// What is wrong with it, or what is expected.
        expected: Message,
    },
    /// A number outside its range.
    OutOfRange {
        /// The parameter.
        name: String,
        /// What was given.
        value: i64,
        /// The range in words.
        range: String,
    },
    /// Positions would be larger than can be handled.
    Size {
        /// The game.
        game: String,
        /// What is too large.
        message: Message,
        /// How large it may be.
        help: Message,
    },
}

impl Tell for BindError {
    fn message(&self) -> Message {
        match self {
            Self::UnknownGame { name, hint } => message!("there is no game `{name}`; {hint}"),
            Self::NoCode { name, why } => message!("there is no game `{name}`: {why}"),
            Self::Mistakes { name, mistakes } => {
                let first = mistakes.first().map_or("".into(), Diagnostic::in_a_line);
                message!("the rule of `{name}` has a mistake: {first}")
            }
            Self::Unresolved { name, parent } => {
                message!("`{name}` inherits from `{parent}`; resolve it before it is bound")
            }
            Self::UnknownParameter { game, name, hint } => {
                message!("`{game}` has no parameter `{name}`; {hint}")
            }
            Self::Kind { name, value, expected } => message!("{name} = {value}: {expected}"),
            Self::OutOfRange { name, value, range } => {
                message!("{name} = {value} is outside {range}; choose a value in that range")
            }
            Self::Size { game, message, help } => message!("`{game}`: {message}; {help}"),
        }
    }
}

message::error!(BindError);

impl BindError {
    /// Whether a number was outside its range (a family leaves such members out).
    #[must_use]
    pub fn is_out_of_range(&self) -> bool {
        matches!(self, Self::OutOfRange { .. })
    }
}

/// Binds parameters to values written as on the command line (`x=3`, `S=1,3,4`, `rule=weak`).
/// Of several values for one parameter the last counts; parameters not given take their defaults.
///
/// # Errors
/// Unknown parameters, values of the wrong kind or outside their range.
pub fn bind(rule: &Rule, arguments: &[(String, String)]) -> Result<Instance, BindError> {
    let values = bound(rule, arguments.iter().map(|(name, _)| name.as_str()), |parameter| {
        let given = arguments.iter().rev().find(|(name, _)| *name == parameter.name);
        given.map(|(_, text)| read(parameter, text)).transpose()
    })?;
    Ok(Instance { rule: Arc::new(rule.clone()), values })
}

/// Binds parameters to ready values; those not given take their defaults.
///
/// # Errors
/// Unknown parameters, values of the wrong kind or outside their range.
pub fn bind_constants(rule: &Rule, given: &Values) -> Result<Instance, BindError> {
    let values = bound_constants(rule, given)?;
    Ok(Instance { rule: Arc::new(rule.clone()), values })
}

fn bound_constants(rule: &Rule, given: &Values) -> Result<Values, BindError> {
    bound(rule, given.keys().map(String::as_str), |parameter| {
        let Some(value) = given.get(&parameter.name) else { return Ok(None) };
        match (&parameter.kind, value) {
            (ParameterKind::Int { .. }, Constant::Int(_))
            | (ParameterKind::Set(_), Constant::Set(_))
            | (ParameterKind::List(_), Constant::List(_))
            | (ParameterKind::Game(_), Constant::Game(_)) => Ok(Some(value.clone())),
            // A word counts by its text: the other rule may list its words in another order.
            _ => read(parameter, &value.to_string()).map(Some),
        }
    })
}

fn bound<'n>(
    rule: &Rule,
    names: impl Iterator<Item = &'n str>,
    given: impl Fn(&Parameter) -> Result<Option<Constant>, BindError>,
) -> Result<Values, BindError> {
    if let Some(parent) = &rule.parent {
        let (name, parent) = (rule.name.clone(), parent.name.clone());
        return Err(BindError::Unresolved { name, parent });
    }
    for name in names {
        known(rule, name)?;
    }
    let values = values_given(rule, given)?;
    if let Some(mistake) = limits(rule, &values).into_iter().next() {
        let (game, message) = (rule.name.clone(), mistake.message());
        return Err(BindError::Size { game, message, help: mistake.help });
    }
    Ok(values)
}

/// The default values of a rule's parameters, whatever size its positions then have.
pub(crate) fn defaults(rule: &Rule) -> Result<Values, BindError> {
    values_given(rule, |_| Ok(None))
}

fn values_given(
    rule: &Rule,
    given: impl Fn(&Parameter) -> Result<Option<Constant>, BindError>,
) -> Result<Values, BindError> {
    let mut values = BTreeMap::new();
    for parameter in &rule.parameters {
        let value = match given(parameter)? {
            Some(value) => value,
            None => default(parameter, &values)?,
        };
        admit(parameter, &value, &values)?;
        values.insert(parameter.name.clone(), value);
    }
    Ok(values)
}

/// Checks that the rule has a parameter of that name.
fn known(rule: &Rule, name: &str) -> Result<(), BindError> {
    let all: Vec<&str> = rule.parameters.iter().map(|p| p.name.as_str()).collect();
    if all.contains(&name) {
        return Ok(());
    }
    let is_coordinate = match &rule.state {
        Some(State::Heap(only)) => only.name == name,
        Some(State::Tuple { coordinates, .. }) => coordinates.iter().any(|c| c.name == name),
        Some(State::Heaps { name: heaps, .. }) => heaps == name,
        _ => false,
    };
    let hint = match &all[..] {
        _ if is_coordinate => {
            message!("it is a coordinate, whose greatest value is given by `--to {name}=VALUE`")
        }
        [] => "it has none".into(),
        all => one_of(name, all, |all| message!("it has {all}")),
    };
    Err(BindError::UnknownParameter { game: rule.name.clone(), name: name.to_owned(), hint })
}

/// Parameters as constants of expressions. Words are known by their own names, too; games have no
/// place in expressions and are left out.
#[must_use]
pub fn constants(values: &Values) -> BTreeMap<String, eval::Constant> {
    let mut all = BTreeMap::new();
    for (name, value) in values {
        let value = match value {
            Constant::Int(value) => eval::Constant::Int(i128::from(*value)),
            Constant::Set(set) => eval::Constant::Set(set.clone()),
            Constant::Game(_) => continue,
            Constant::List(entries) => {
                eval::Constant::List(entries.iter().copied().map(i128::from).collect())
            }
            Constant::Word { index, choices } => {
                let word = |i: usize, text: &str| eval::Constant::Word(i as i128, text.to_owned());
                for (i, choice) in choices.iter().enumerate() {
                    all.insert(choice.clone(), word(i, choice));
                }
                word(*index, choices.get(*index).map_or("", String::as_str))
            }
        };
        all.insert(name.clone(), value);
    }
    all
}

fn wrong(
    parameter: &Parameter,
    value: impl fmt::Display,
    expected: impl Into<Message>,
) -> BindError {
    BindError::Kind {
        name: parameter.name.clone(),
        value: value.to_string(),
        expected: expected.into(),
    }
}

fn number(parameter: &Parameter, e: &Expr, values: &Values) -> Result<i64, BindError> {
    let value = eval::evaluate_constant(e, &constants(values));
    let value = value.map_err(|why| wrong(parameter, e, why))?;
    i64::try_from(value).map_err(|_| wrong(parameter, e, "the number leaves 64 bits"))
}

fn default(parameter: &Parameter, values: &Values) -> Result<Constant, BindError> {
    Ok(match &parameter.kind {
        ParameterKind::Int { default, .. } => Constant::Int(number(parameter, default, values)?),
        ParameterKind::Set(set) => Constant::Set(number_set(parameter, set, values)?),
        ParameterKind::Word { default, .. } => read(parameter, default)?,
        ParameterKind::Game(game) => Constant::Game(game.clone()),
        ParameterKind::List(entries) => {
            let entry = |e: &Expr| number(parameter, e, values);
            Constant::List(entries.iter().map(entry).collect::<Result<_, _>>()?)
        }
    })
}

/// The set an expression stands for.
fn number_set(parameter: &Parameter, set: &Expr, values: &Values) -> Result<NumberSet, BindError> {
    let evaluate = |e: &Expr| number(parameter, e, values).map(|value| value.to_string());
    let all =
        |list: &[Expr]| Ok(list.iter().map(evaluate).collect::<Result<Vec<_>, _>>()?.join(","));
    let text = match &set.node {
        Node::Set(elements) => all(elements)?,
        Node::Range(lo, hi) => format!("{}..{}", evaluate(lo)?, evaluate(hi)?),
        Node::Name(name) => match values.get(name) {
            Some(Constant::Set(set)) => return Ok(set.clone()),
            _ => name.clone(),
        },
        Node::Call(name, arguments) => format!("{name}({})", all(arguments)?),
        _ => return Err(wrong(parameter, set, "list the numbers, or name a set")),
    };
    read_set(parameter, &text)
}

fn read_set(parameter: &Parameter, text: &str) -> Result<NumberSet, BindError> {
    text.parse().map_err(|e: arith::sets::SetError| wrong(parameter, text, e))
}

/// Reads a value as written on the command line.
fn read(parameter: &Parameter, text: &str) -> Result<Constant, BindError> {
    let text = text.trim();
    Ok(match &parameter.kind {
        ParameterKind::Int { .. } => {
            let value = text.parse();
            Constant::Int(value.map_err(|_| wrong(parameter, text, "expected a whole number"))?)
        }
        ParameterKind::Set(_) => Constant::Set(read_set(parameter, text)?),
        ParameterKind::Word { choices, .. } => match choices.iter().position(|c| c == text) {
            Some(index) => Constant::Word { index, choices: choices.clone() },
            None => {
                return Err(wrong(
                    parameter,
                    text,
                    one_of(text, choices, |all| message!("choose one of {all}")),
                ));
            }
        },
        ParameterKind::Game(_) if text.is_empty() => {
            return Err(wrong(parameter, text, "expected the name of a game"));
        }
        ParameterKind::Game(_) => Constant::Game(text.to_owned()),
        ParameterKind::List(_) => Constant::List(read_list(parameter, text)?),
    })
}

/// `2,3,1` or `[2, 3, 1]`; `[]` is the list without entries.
fn read_list(parameter: &Parameter, text: &str) -> Result<Vec<i64>, BindError> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if inner.is_some_and(|inner| inner.trim().is_empty()) {
        return Ok(Vec::new());
    }
    let entry = |part: &str| part.trim().parse();
    let entries: Result<Vec<i64>, _> = inner.unwrap_or(text).split(',').map(entry).collect();
    entries.map_err(|_| wrong(parameter, text, "expected whole numbers, such as 2,3,1"))
}

/// Checks that the parameter may have the value: numbers lie in their range, sets are not empty.
fn admit(parameter: &Parameter, value: &Constant, values: &Values) -> Result<(), BindError> {
    match (&parameter.kind, value) {
        (ParameterKind::Int { lo, hi, .. }, Constant::Int(value)) => {
            let bound =
                |e: &Option<Expr>| e.as_ref().map(|e| number(parameter, e, values)).transpose();
            let (least, most) = (bound(lo)?.unwrap_or(0), bound(hi)?);
            if *value >= least && most.is_none_or(|most| *value <= most) {
                return Ok(());
            }
            let most = most.map(|m| m.to_string()).unwrap_or_default();
            let range = format!("{least}..{most}");
            Err(BindError::OutOfRange { name: parameter.name.clone(), value: *value, range })
        }
        (_, Constant::List(entries)) if entries.len() > MAX_LIST_LENGTH => {
            let cause = message!("a list has at most {MAX_LIST_LENGTH} entries");
            Err(wrong(parameter, format!("{} entries", entries.len()), cause))
        }
        (_, Constant::Set(NumberSet::Finite(elements))) if elements.is_empty() => {
            Err(wrong(parameter, value, "the set is empty; list positive integers"))
        }
        _ => Ok(()),
    }
}
