//! Claims and answers in words.

use crate::Says;
use crate::layout::CoordinateRange;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, ValueOf};
use expr::words::listed;
use message::{Message, Tell, message};
use rule::ast::{Claim, ClaimDomain, CoordinateForm, State};
use rule::{Constant, Instance, Rule};
use std::{fmt, iter};

/// Where something was judged: parameters, the box, starts or boards, variables; empty where it was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Whether it is one of starts, by their sizes.
    of_starts: bool,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A name, and its least and greatest values.
    Range(String, [Message; 2]),
    Other(Message),
}

impl Tell for Part {
    fn message(&self) -> Message {
        match self {
            Self::Range(name, [lo, hi]) => message!("{name} = {lo}..{hi}"),
            Self::Other(part) => part.clone(),
        }
    }
}

impl Region {
    /// The numbers of that name from the least to the greatest.
    #[must_use]
    pub fn range(name: &str, lo: i64, hi: i64) -> Self {
        let ends = [lo, hi].map(|end| end.to_string().into());
        iter::once(Part::Range(name.to_owned(), ends)).collect()
    }

    /// The same, of starts.
    pub(crate) fn of_starts(self) -> Self {
        Self { of_starts: true, ..self }
    }

    /// Whether nothing was judged, or there is nothing to say where.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The greatest values: of `n = 0..400, i in 0..4` they are `n = 400, i in 0..4`; and whether there was
    /// any range to shorten.
    #[must_use]
    pub fn ends(&self) -> (Message, bool) {
        let end = |part: &Part| match part {
            Part::Range(name, [_, hi]) => Part::Other(message!("{name} = {hi}")),
            Part::Other(_) => part.clone(),
        };
        let parts: Vec<Part> = self.parts.iter().map(end).collect();
        let is_box = parts != self.parts;
        (Self { parts, ..*self }.message(), is_box)
    }
}

impl Tell for Region {
    fn message(&self) -> Message {
        let parts = Message::joined(self.parts.iter().map(Tell::message), ", ");
        match self.of_starts && !self.is_empty() {
            true => message!("starts {parts}"),
            false => parts,
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// One of positions.
impl FromIterator<Part> for Region {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        Self { of_starts: false, parts: parts.into_iter().collect() }
    }
}

/// The claim's own variables with their ranges, and the boards it speaks about.
pub(crate) fn own(claim: &Claim) -> impl Iterator<Item = Part> {
    let boards = match &claim.domain {
        ClaimDomain::Boards(size) => Some(message!("all boards of {size}")),
        _ => None,
    };
    let binders = claim.binders.iter().map(|binder| binder.to_string().into());
    boards.into_iter().chain(binders).map(Part::Other)
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

/// The boxes of the instances as one: `a = 0..60`, `b = 0..60`; where an end differs from one to the next, its
/// range stands in brackets: `h1 = 0..(6 to 60)`.
pub(crate) fn boxes(boxes: &[&[CoordinateRange]]) -> Vec<Part> {
    let mut names: Vec<(&str, bool)> = Vec::new();
    for range in boxes.iter().copied().flatten() {
        if !names.contains(&(range.name.as_str(), range.is_set)) {
            names.push((&range.name, range.is_set));
        }
    }
    let between = |values: &mut dyn Iterator<Item = i64>| {
        let values: Vec<i64> = values.collect();
        match (values.iter().min(), values.iter().max()) {
            (Some(least), Some(most)) if least < most => message!("({least} to {most})"),
            (Some(value), _) => value.to_string().into(),
            _ => Message::default(),
        }
    };
    let part = |(name, is_set): (&str, bool)| {
        let ranges = || boxes.iter().copied().flatten().filter(move |range| range.name == name);
        let (lo, hi) = (between(&mut ranges().map(|r| r.lo)), between(&mut ranges().map(|r| r.hi)));
        match (is_set, lo == hi) {
            (true, _) => Part::Other(message!("{name} subset {lo}..{hi}")),
            (false, true) => Part::Other(message!("{name} = {lo}")),
            (false, false) => Part::Range(name.to_owned(), [lo, hi]),
        }
    };
    names.into_iter().map(part).collect()
}

/// A position in words.
pub(crate) fn position(coordinates: &[i64]) -> String {
    format!("({})", listed(coordinates))
}

/// The parameters of the instances in words: those that vary with their ranges, the others with
/// their values.
pub(crate) fn members(rule: &Rule, members: &[&Instance]) -> Message {
    Message::joined(parts_of_members(rule, members).iter().map(Tell::message), ", ")
}

/// The same, parameter by parameter.
pub(crate) fn parts_of_members(rule: &Rule, members: &[&Instance]) -> Vec<Part> {
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
            (1, ..) => Part::Other(message!("{name} = {first}")),
            (n, Constant::Int(lo), Constant::Int(hi)) if hi - lo + 1 == n as i64 => {
                Part::Range(name.clone(), [lo, hi].map(|end| end.to_string().into()))
            }
            (2..=12, ..) => Part::Other(message!("{name} in {}", all())),
            (n, ..) => Part::Other(message!("{n} values of {name}")),
        });
    }
    parts
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
        Says { sentence: message!("table says {table}, claim says {claim}"), table, claim }
    };
    match (quantity(a), quantity(b)) {
        (Some((q, flipped)), None) => return of_table(q, flipped, left, right),
        (None, Some((q, flipped))) => return of_table(q, flipped, right, left),
        _ => {}
    }
    let is_literal = |e: &Expr| matches!(e.node, Node::Int(_) | Node::Bool(_));
    let (said_a, said_b) =
        (message!("`{a}` is {}", plain(a, left)), message!("`{b}` is {}", plain(b, right)));
    let sentence = match is_literal(b) {
        true => message!("{said_a}, not {}", plain(b, right)),
        false => message!("{said_a}, {said_b}"),
    };
    let (table, claim) = match asks(b) && !asks(a) {
        true => (said_b, said_a),
        false => (said_a, if is_literal(b) { plain(b, right) } else { said_b }),
    };
    Says { sentence, table, claim }
}

/// What is said where a statement that compares no two things is false.
pub(crate) fn is_false(statement: Message) -> Says {
    let sentence = message!("{statement} is false");
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
fn value(quantity: Quantity, flipped: bool, value: i128) -> Message {
    let either = |yes: &'static str, no| if (value != 0) != flipped { yes } else { no };
    match quantity {
        Quantity::Win => either("N", "P").into(),
        Quantity::Lose => either("P", "N").into(),
        Quantity::Misere => either("misere N", "misere P").into(),
        Quantity::Left => either("Left wins", "Left loses").into(),
        Quantity::Right => either("Right wins", "Right loses").into(),
        _ => value.to_string().into(),
    }
}

fn plain(e: &Expr, value: i128) -> Message {
    match (e.is_condition(), value) {
        (true, 0) => "false".into(),
        (true, _) => "true".into(),
        (false, value) => value.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_shortened_to_their_ends() {
        let part = |text: &'static str| Part::Other(text.into());
        let n = Region::range("n", 0, 400);
        assert_eq!((n.ends().0.to_string().as_str(), n.ends().1), ("n = 400", true));
        let sets: Region = [part("S in {1, 2}; {1, 3}")].into_iter().chain(n.parts).collect();
        let (ends, is_box) = sets.ends();
        assert_eq!((ends.to_string().as_str(), is_box), ("S in {1, 2}; {1, 3}, n = 400", true));
        let own: Region = [part("i in 0..4"), part("j in 0..4")].into_iter().collect();
        assert_eq!(
            (own.ends().0.to_string().as_str(), own.ends().1),
            ("i in 0..4, j in 0..4", false)
        );
    }
}
