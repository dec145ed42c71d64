//! Claims and answers in words.

use crate::Answer;
use crate::check::Question;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, ValueOf};
use rule::Instance;
use rule::ast::{Claim, ClaimDomain};
use table::Axis;

/// The claim as the rule file states it: domain and condition.
pub(crate) fn statement(claim: &Claim) -> String {
    let mut text = match &claim.domain {
        ClaimDomain::Positions => String::new(),
        ClaimDomain::Starts => "on starts ".to_owned(),
        ClaimDomain::Boards(size) => format!("on boards {size} "),
    };
    let binders = binders(claim);
    if !binders.is_empty() {
        text.push_str(&format!("for {binders} "));
    }
    if let Some(guard) = &claim.guard {
        text.push_str(&format!("if {guard} "));
    }
    if text.is_empty() {
        return claim.condition.to_string();
    }
    format!("{}: {}", text.trim_end(), claim.condition)
}

/// The claim's own variables with their ranges.
pub(crate) fn binders(claim: &Claim) -> String {
    claim.binders.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A box in words: `a = 0..60, b = 0..60`.
pub(crate) fn axes(axes: &[Axis]) -> String {
    let axis = |a: &Axis| format!("{} = {}..{}", a.name, a.lo, a.hi);
    axes.iter().map(axis).collect::<Vec<_>>().join(", ")
}

/// The parameters of a check in words: those that vary with their ranges, the others with values.
pub(crate) fn domain(question: Question<'_>, members: &[Instance]) -> String {
    let mut parts = Vec::new();
    for parameter in &question.rule.parameters {
        let mut values: Vec<_> = members.iter().map(|m| &m.values[&parameter.name]).collect();
        values.sort();
        values.dedup();
        let (Some(first), Some(last)) = (values.first(), values.last()) else { continue };
        parts.push(match values.len() {
            1 => format!("{} = {first}", parameter.name),
            _ if matches!(first, rule::Constant::Int(_)) => {
                format!("{} = {first}..{last}", parameter.name)
            }
            2..=4 => {
                let all: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("{} in {}", parameter.name, all.join("; "))
            }
            n => format!("{}: {n} values", parameter.name),
        });
    }
    parts.join(", ")
}

/// The two sides of an equivalence or equation.
pub(crate) fn sides(condition: &Expr) -> Option<(&Expr, &Expr)> {
    match &condition.node {
        Node::Binary(Binary::Iff, a, b) => Some((a, b)),
        Node::Compare(a, rest) => match &rest[..] {
            [(Comparison::Eq, b)] => Some((a, b)),
            _ => None,
        },
        Node::Binary(Binary::Implies, _, b) => sides(b),
        _ => None,
    }
}

/// What the two sides of a claim say where they differ.
pub(crate) fn says(condition: &Expr, left: i128, right: i128) -> String {
    let Some((a, b)) = sides(condition) else { return String::new() };
    match (quantity(a), quantity(b)) {
        (Some((q, flipped)), None) => {
            format!("table says {}, claim says {}", value(q, flipped, left), value(q, flipped, right))
        }
        (None, Some((q, flipped))) => {
            format!("table says {}, claim says {}", value(q, flipped, right), value(q, flipped, left))
        }
        _ => format!("`{a}` is {}, `{b}` is {}", plain(a, left), plain(b, right)),
    }
}

/// The quantity an expression is, and whether it is negated.
fn quantity(e: &Expr) -> Option<(Quantity, bool)> {
    match &e.node {
        Node::Value(ValueOf { quantity, game: None, .. }) => Some((*quantity, false)),
        Node::Unary(expr::ast::Unary::Not, inner) => quantity(inner).map(|(q, f)| (q, !f)),
        _ => None,
    }
}

/// A value of a quantity as the field says it: P and N for outcomes.
fn value(quantity: Quantity, flipped: bool, value: i128) -> String {
    let holds = (value != 0) != flipped;
    match quantity {
        Quantity::Win => if holds { "N" } else { "P" }.to_owned(),
        Quantity::Lose => if holds { "P" } else { "N" }.to_owned(),
        Quantity::Misere => if holds { "misere N" } else { "misere P" }.to_owned(),
        _ => value.to_string(),
    }
}

fn plain(e: &Expr, value: i128) -> String {
    let condition = match &e.node {
        Node::Binary(op, ..) => matches!(
            op,
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff
        ),
        Node::Compare(..) | Node::Member(..) | Node::Unary(expr::ast::Unary::Not, _) => true,
        Node::Value(v) => v.quantity.is_condition(),
        _ => false,
    };
    match (condition, value) {
        (true, 0) => "false".to_owned(),
        (true, _) => "true".to_owned(),
        (false, value) => value.to_string(),
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |items: Vec<String>| items.join(", ");
        match self {
            Self::Holds { domain, judged } => {
                write!(f, "holds up to {domain} ({judged} judged)")
            }
            Self::Fails { parameters, position, says } => {
                let mut at = list(position.iter().map(|(n, v)| format!("{n} = {v}")).collect());
                if !parameters.is_empty() {
                    let with = parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                    at = if at.is_empty() { list(with) } else { format!("{at} with {}", list(with)) };
                }
                if at.is_empty() {
                    write!(f, "fails: {says}")
                } else {
                    write!(f, "fails at {at}: {says}")
                }
            }
            Self::CannotCheck { why } => write!(f, "cannot be checked: {why}"),
        }
    }
}
