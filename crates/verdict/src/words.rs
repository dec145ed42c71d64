//! Claims and answers in words.

use crate::Says;
use crate::layout::CoordinateRange;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, ValueOf};
use expr::words::listed;
use rule::ast::{Claim, ClaimDomain, CoordinateForm, State};
use rule::{Constant, Instance, Rule};

/// The claim's own variables with their ranges, and the boards it speaks about.
pub(crate) fn own(claim: &Claim) -> String {
    let boards = match &claim.domain {
        ClaimDomain::Boards(size) => Some(format!("all boards of {size}")),
        _ => None,
    };
    let binders = claim.binders.iter().map(ToString::to_string);
    listed(boards.into_iter().chain(binders))
}

/// The names of the numbers that count the positions a claim speaks of: what is printed of them
/// may be off by an index base.
pub(crate) fn indices(rule: &Rule, claim: &Claim) -> Vec<String> {
    let numbers: Vec<String> = match (&claim.domain, &rule.state) {
        (ClaimDomain::Starts, _) => {
            rule.start.iter().flat_map(|s| &s.sizes).map(|size| size.name.clone()).collect()
        }
        (ClaimDomain::Positions, Some(State::Heap(coordinate))) => vec![coordinate.name.clone()],
        (ClaimDomain::Positions, Some(State::Tuple { coordinates, .. })) => coordinates
            .iter()
            .filter(|c| matches!(c.form, CoordinateForm::Number))
            .map(|c| c.name.clone())
            .collect(),
        (ClaimDomain::Positions, Some(State::Coins { coordinates, .. })) => coordinates.clone(),
        _ => Vec::new(),
    };
    numbers.into_iter().filter(|n| claim.binders.iter().all(|b| b.name != *n)).collect()
}

/// The boxes of the instances as one, in words: `a = 0..60, b = 0..60`; where an end differs from
/// one to the next, its range stands in brackets: `h1 = 0..(6 to 60)`.
pub(crate) fn boxes(boxes: &[&[CoordinateRange]]) -> String {
    let mut names: Vec<(&str, bool)> = Vec::new();
    for range in boxes.iter().copied().flatten() {
        if !names.contains(&(range.name.as_str(), range.is_set)) {
            names.push((&range.name, range.is_set));
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
    listed(names.into_iter().map(|(name, is_set)| {
        let ranges = || boxes.iter().copied().flatten().filter(move |range| range.name == name);
        let (lo, hi) = (between(&mut ranges().map(|r| r.lo)), between(&mut ranges().map(|r| r.hi)));
        match (is_set, lo == hi) {
            (true, _) => format!("{name} subset {lo}..{hi}"),
            (false, true) => format!("{name} = {lo}"),
            (false, false) => format!("{name} = {lo}..{hi}"),
        }
    }))
}

/// A position in words.
pub(crate) fn position(coordinates: &[i64]) -> String {
    format!("({})", listed(coordinates))
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

/// What the two sides of an equivalence or equation say where they differ.
pub(crate) fn says(condition: &Expr, left: i128, right: i128) -> Says {
    let Some((a, b)) = sides(condition) else { return Says::default() };
    let of_table = |q, flipped, table, claim| {
        let (table, claim) = (value(q, flipped, table), value(q, flipped, claim));
        Says { sentence: format!("table says {table}, claim says {claim}"), table, claim }
    };
    match (quantity(a), quantity(b)) {
        (Some((q, flipped)), None) => return of_table(q, flipped, left, right),
        (None, Some((q, flipped))) => return of_table(q, flipped, right, left),
        _ => {}
    }
    let is_literal = |e: &Expr| matches!(e.node, Node::Int(_) | Node::Bool(_));
    let (said_a, said_b) =
        (format!("`{a}` is {}", plain(a, left)), format!("`{b}` is {}", plain(b, right)));
    let sentence = match is_literal(b) {
        true => format!("{said_a}, not {}", plain(b, right)),
        false => format!("{said_a}, {said_b}"),
    };
    let (table, claim) = match asks(b) && !asks(a) {
        true => (said_b, said_a),
        false => (said_a, if is_literal(b) { plain(b, right) } else { said_b }),
    };
    Says { sentence, table, claim }
}

/// What is said where a statement that compares no two things is false.
pub(crate) fn is_false(statement: &str) -> Says {
    let sentence = format!("{statement} is false");
    Says { table: sentence.clone(), claim: "true".into(), sentence }
}

/// Whether an expression asks for a quantity of a position.
fn asks(e: &Expr) -> bool {
    let mut found = false;
    expr::walk::values(e, &mut |_| found = true);
    found
}

/// The quantity an expression is, and whether it is negated.
fn quantity(e: &Expr) -> Option<(Quantity, bool)> {
    match &e.node {
        Node::Value(ValueOf { quantity, game: None, of_options: false, .. }) => {
            Some((*quantity, false))
        }
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
        Quantity::Left => if holds { "Left wins" } else { "Left loses" }.to_owned(),
        Quantity::Right => if holds { "Right wins" } else { "Right loses" }.to_owned(),
        _ => value.to_string(),
    }
}

fn plain(e: &Expr, value: i128) -> String {
    match (e.is_condition(), value) {
        (true, 0) => "false".to_owned(),
        (true, _) => "true".to_owned(),
        (false, value) => value.to_string(),
    }
}

/// The greatest values of a domain in words: of `n = 0..400, i in 0..4` it is
/// `n = 400, i in 0..4`; and whether there was any range to shorten.
#[must_use]
pub fn ends_of(domain: &str) -> (String, bool) {
    let mut is_box = false;
    let parts = listed(domain.split(", ").map(|part| {
        let range = part.split_once(" = ").and_then(|(name, range)| {
            let (_, hi) = range.rsplit_once("..")?;
            Some(format!("{name} = {hi}"))
        });
        is_box |= range.is_some();
        range.unwrap_or_else(|| part.to_owned())
    }));
    (parts, is_box)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_shortened_to_their_ends() {
        let of = |domain| ends_of(domain);
        assert_eq!(of("n = 0..400"), ("n = 400".into(), true));
        assert_eq!(of("x = 1..9, y = x..9"), ("x = 9, y = 9".into(), true));
        assert_eq!(
            of("S in {1, 2}; {1, 3}, n = 0..9"),
            ("S in {1, 2}; {1, 3}, n = 9".into(), true)
        );
        assert_eq!(of("i in 0..4, j in 0..4"), ("i in 0..4, j in 0..4".into(), false));
    }
}
