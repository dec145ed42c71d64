//! Which of two counterexamples is the smaller one.

use std::sync::Arc;

use expr::ast::{Expr, Node};
use expr::substitute::mentions;
use expr::walk::within;
use rule::ast::{CoordinateForm, State};
use rule::{Constant, Instance, Rule};

/// The place of a counterexample in the order of all of them; the smallest is the least.
///
/// First comes the sum of the numeric parameters. No numeric parameters are sets, lists, words and
/// games, numbers read only by their binary digits (they stand for sets), and numbers of heaps,
/// steps, cells or coins (they are part of the position). Then comes the total size of the
/// position: the sum of its coordinates, of the heads of a board, or of the claim's own variables
/// where it speaks of nothing else; a set counts by the sum of its elements. Then all parameters,
/// coordinates and variables are compared one after another, sets by their elements, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    sum: i128,
    size: i128,
    parameters: Arc<Vec<Constant>>,
    position: Vec<i128>,
}

/// What the order knows of a member of a family; of two members the lesser is tried first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MemberRank {
    sum: i128,
    parameters: Arc<Vec<Constant>>,
}

impl MemberRank {
    pub(crate) fn of(instance: &Instance) -> Self {
        let rule = &instance.rule;
        let counts = counts(rule.state.as_ref());
        let is_size = |name: &str| {
            !counts.iter().any(|count| mentions(count, name)) && !is_read_by_digits(rule, name)
        };
        let value = |name: &str| instance.values[name].clone();
        let numbers = rule.parameters.iter().filter_map(|p| match value(&p.name) {
            Constant::Int(number) if is_size(&p.name) => Some(i128::from(number)),
            _ => None,
        });
        let parameters = rule.parameters.iter().map(|p| value(&p.name)).collect();
        Self { sum: numbers.sum(), parameters: Arc::new(parameters) }
    }

    /// The place of a position of that size, whose numbers are these.
    pub(crate) fn at(&self, size: i128, position: Vec<i128>) -> Rank {
        Rank { sum: self.sum, size, parameters: self.parameters.clone(), position }
    }
}

/// The expressions that say how many numbers, or numbers up to which, make up a position.
fn counts(state: Option<&State>) -> Vec<&Expr> {
    match state {
        Some(State::Heaps { count, .. }) => vec![count],
        Some(State::Tuple { coordinates, .. }) => coordinates
            .iter()
            .filter_map(|coordinate| match &coordinate.form {
                CoordinateForm::Row(length) => Some(length),
                CoordinateForm::Subset => coordinate.to.as_ref(),
                CoordinateForm::Number => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether the rule's definitions ask for binary digits of the parameter and for nothing else of it.
fn is_read_by_digits(rule: &Rule, parameter: &str) -> bool {
    let (mut digits, mut all) = (0, 0);
    for e in rule.definitions.iter().flat_map(|d| within(&d.body)) {
        let is_it = |e: &Expr| e.as_name() == Some(parameter);
        all += u32::from(is_it(e));
        digits += match &e.node {
            Node::Call(name, arguments) if name == "bit" => {
                u32::from(arguments.first().is_some_and(is_it))
            }
            _ => 0,
        };
    }
    digits > 0 && digits == all
}
