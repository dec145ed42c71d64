//! Guards that would keep a move among the positions, in the words of its rule.

use crate::build;
use crate::scope::has_names;
use expr::ast::{Binary, Comparison, Expr, Node};
use expr::build::compared;
use expr::substitute::{int, mentions, name};
use expr::walk;
use rule::ast::{Move, MoveForm};

/// The sizes a move writes, each with the coordinate it names, where it names one.
fn written(movement: &Move) -> Vec<(Option<&str>, &Expr)> {
    match &movement.form {
        MoveForm::Sum(components) => {
            let own = components.iter().filter(|c| c.game.is_none() && !c.each);
            own.flat_map(|component| &component.at).map(|e| (None, e)).collect()
        }
        MoveForm::Update(changes) => {
            changes.iter().map(|(place, e)| (Some(place.name.as_str()), e)).collect()
        }
        MoveForm::Vector { target, .. } => vec![(None, target)],
        MoveForm::Turn { .. } => Vec::new(),
    }
}

/// A condition under which the size at the coordinate `name`, number `axis` of `axes`, is at least `lo`;
/// `None` where the move does not tell which of its sizes that is.
pub fn least(movement: &Move, name: &str, (axis, axes): (usize, usize), lo: i64) -> Option<Expr> {
    if let MoveForm::Vector { target, spread: Some(spread), .. } = &movement.form
        && !matches!(spread.amount.node, Node::Name(_) | Node::Int(_))
    {
        // Either the heap that is chosen or the stones that are spread are too few.
        let (left, right) = (at_least(target, lo), at_least(&spread.amount, 0));
        return Some(build::all_of(vec![left, right]));
    }
    let sizes = written(movement);
    let is_tuple =
        matches!(&movement.form, MoveForm::Sum(parts) if parts.len() == 1 && !parts[0].each);
    let mut named = sizes.iter().filter(|(place, _)| {
        place.is_some_and(|place| name.strip_prefix(place).is_some_and(is_entry))
    });
    match (named.next(), &sizes[..]) {
        (Some((_, e)), _) if named.next().is_none() => Some(at_least(e, lo)),
        (None, [(None, e)]) => Some(at_least(e, lo)),
        (None, _) if is_tuple && sizes.len() == axes => Some(at_least(sizes[axis].1, lo)),
        _ => None,
    }
}

/// Conditions that may bound `variable`, the most telling first: that no more is taken than there is, and
/// that it is at most what it is taken from or compared with.
pub fn bounds(movement: &Move, variable: &str) -> Vec<Expr> {
    let mut found = Vec::new();
    let at_most = |e: &Expr| compared(name(variable), Comparison::Le, e.clone());
    for (_, e) in written(movement) {
        if let Node::Binary(Binary::Sub, from, taken) = &e.node
            && mentions(taken, variable)
        {
            found.extend([at_least(e, 0), at_most(from)]);
        }
    }
    for guard in movement.guard.iter().flat_map(walk::conjuncts) {
        if let Node::Compare(first, rest) = &guard.node {
            let sides = walk::links(first, rest).flat_map(|(a, _, b)| [a, b]);
            found.extend(sides.filter(|side| has_names(side)).map(at_most));
        }
    }
    found
}

/// What follows the name of a coordinate in the name of one of its entries: nothing, or a number.
fn is_entry(rest: &str) -> bool {
    rest.bytes().all(|b| b.is_ascii_digit())
}

/// `e >= lo`; of a difference that is to be no less than 0, `t <= n`.
fn at_least(e: &Expr, lo: i64) -> Expr {
    match &e.node {
        Node::Binary(Binary::Sub, from, taken) if lo == 0 => {
            compared(taken.as_ref().clone(), Comparison::Le, from.as_ref().clone())
        }
        _ => compared(e.clone(), Comparison::Ge, int(lo)),
    }
}
