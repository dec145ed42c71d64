//! Claims and answers in words.

use crate::Answer;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, ValueOf};
use rule::ast::{Claim, ClaimDomain};
use rule::{Constant, Instance, Rule};
use table::Axis;

/// The claim as the rule file states it: domain and condition.
pub(crate) fn statement(claim: &Claim) -> String {
    let mut text = match &claim.domain {
        ClaimDomain::Positions => String::new(),
        ClaimDomain::Starts => "on starts ".to_owned(),
        ClaimDomain::Boards(size) => format!("on boards {size} "),
    };
    let binders: Vec<String> = claim.binders.iter().map(ToString::to_string).collect();
    if !binders.is_empty() {
        text.push_str(&format!("for {} ", binders.join(", ")));
    }
    if let Some(guard) = &claim.guard {
        text.push_str(&format!("if {guard} "));
    }
    if text.is_empty() {
        return claim.condition.to_string();
    }
    format!("{}: {}", text.trim_end(), claim.condition)
}

/// The claim's own variables with their ranges, and the boards it speaks about.
pub(crate) fn binders(claim: &Claim) -> String {
    let boards = match &claim.domain {
        ClaimDomain::Boards(size) => Some(format!("all boards of {size}")),
        _ => None,
    };
    let binders = claim.binders.iter().map(ToString::to_string);
    boards.into_iter().chain(binders).collect::<Vec<_>>().join(", ")
}

/// The boxes of the instances as one, in words: `a = 0..60, b = 0..60`; where an end differs from
/// one to the next, its range stands in brackets: `h1 = 0..(6 to 60)`.
pub(crate) fn boxes(boxes: &[&[Axis]]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for axis in boxes.iter().copied().flatten() {
        if !names.contains(&axis.name.as_str()) {
            names.push(&axis.name);
        }
    }
    let between = |values: &mut dyn Iterator<Item = i64>| {
        let values: Vec<i64> = values.collect();
        match (values.iter().min(), values.iter().max()) {
            (Some(least), Some(most)) if least < most => format!("({least} to {most})"),
            (Some(value), _) => value.to_string(),
            _ => String::new(),
        }
    };
    let words = names.into_iter().map(|name| {
        let axes = || boxes.iter().copied().flatten().filter(move |axis| axis.name == name);
        let (lo, hi) = (between(&mut axes().map(|a| a.lo)), between(&mut axes().map(|a| a.hi)));
        if lo == hi { format!("{name} = {lo}") } else { format!("{name} = {lo}..{hi}") }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A position in words.
pub(crate) fn position(coordinates: &[i64]) -> String {
    let list: Vec<String> = coordinates.iter().map(ToString::to_string).collect();
    format!("({})", list.join(", "))
}

/// The parameters of the instances in words: those that vary with their ranges, the others with
/// their values.
pub(crate) fn members(rule: &Rule, members: &[&Instance]) -> String {
    let mut parts = Vec::new();
    for parameter in &rule.parameters {
        let mut values: Vec<&Constant> = Vec::new();
        for member in members {
            let value = &member.values[&parameter.name];
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let (Some(first), Some(last)) = (values.iter().min(), values.iter().max()) else {
            continue;
        };
        let name = &parameter.name;
        let all = || values.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        parts.push(match (values.len(), first, last) {
            (1, ..) => format!("{name} = {first}"),
            (n, Constant::Int(lo), Constant::Int(hi)) if hi - lo + 1 == n as i64 => {
                format!("{name} = {lo}..{hi}")
            }
            (2..=12, ..) => format!("{name} in {}", all()),
            (n, ..) => format!("{n} values of {name}"),
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
            format!(
                "table says {}, claim says {}",
                value(q, flipped, left),
                value(q, flipped, right)
            )
        }
        (None, Some((q, flipped))) => {
            format!(
                "table says {}, claim says {}",
                value(q, flipped, right),
                value(q, flipped, left)
            )
        }
        _ if matches!(b.node, Node::Int(_) | Node::Bool(_)) => {
            format!("`{a}` is {}, not {}", plain(a, left), plain(b, right))
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
        Node::Binary(op, ..) => {
            matches!(op, Binary::And | Binary::Or | Binary::Implies | Binary::Iff)
        }
        Node::Bool(_)
        | Node::Compare(..)
        | Node::Member(..)
        | Node::Unary(expr::ast::Unary::Not, _) => true,
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
                    at = if at.is_empty() {
                        list(with)
                    } else {
                        format!("{at} with {}", list(with))
                    };
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
