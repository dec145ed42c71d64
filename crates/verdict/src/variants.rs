//! Statements close to a claim: its condition with one thing changed.
//!
//! The changes are the usual errors of printed statements: a constant off by one, the index base, the
//! modulus, `<` for `<=`, odd for even, who wins, normal play for misère play. Positions that may have
//! to be searched stay as they are: a change there can cost far more than the claim did.

use std::collections::BTreeSet;

use expr::ast::{Argument, Binary, Comparison, Expr, Item, Node, Quantity, Unary};
use expr::substitute::int;

/// Most variants of one condition.
const MAX: usize = 400;

/// How large a change is: smaller ones are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    /// A number, an index or a modulus off by one; a comparison that includes its end or not.
    One,
    /// Another parity, player or play.
    Other,
    /// An index off by two.
    Two,
}

/// The condition with one thing changed in every way, smallest changes first, at most [`MAX`];
/// `indices` are the names of numbers that count positions (coordinates, sizes of starts), and
/// `misere` says whether misère play is as cheap to ask for as normal play.
pub(crate) fn variants(condition: &Expr, indices: &[String], misere: bool) -> Vec<Expr> {
    let mut all: Vec<(Size, Expr)> = Vec::new();
    let mut edits: Vec<(usize, Size, Expr)> = Vec::new();
    let mut whole = condition.clone();
    let mut site = 0;
    visit(&mut whole, &mut |e| {
        if is_negative(e) {
            // The number behind the sign, visited just before, is no number of its own.
            edits.retain(|(at, ..)| at + 1 != site);
        }
        edits.extend(changes(e, misere).into_iter().map(|(size, with)| (site, size, with)));
        site += 1;
    });
    // Of two changes alike in size and length the one further right is preferred: what is claimed
    // comes last, after the numbers that it is made of.
    for (site, size, with) in edits.into_iter().rev() {
        let mut changed = replaced(condition, site, &with);
        visit(&mut changed, &mut |e| *e = joined(e));
        all.push((size, changed));
    }
    for index in indices {
        for (size, by) in [(Size::One, 1), (Size::One, -1), (Size::Two, 2), (Size::Two, -2)] {
            // No variable may hide a coordinate or a size, so every such name is one.
            let mut shifted = condition.clone();
            visit(&mut shifted, &mut |e| match &e.node {
                Node::Name(name) if name == index => *e = plus(e, by),
                _ => *e = joined(e),
            });
            all.push((size, shifted));
        }
    }
    // Of changes of one size the shorter statement is the more natural one.
    all.sort_by_cached_key(|(size, e)| (*size, e.to_string().len()));
    let mut seen = BTreeSet::from([condition.to_string()]);
    all.retain(|(_, e)| seen.insert(e.to_string()));
    all.truncate(MAX);
    all.into_iter().map(|(_, e)| e).collect()
}

/// What may stand in place of the outermost part of an expression.
fn changes(e: &Expr, misere: bool) -> Vec<(Size, Expr)> {
    let one = |node| (Size::One, Expr { node, span: e.span });
    let other = |node| (Size::Other, Expr { node, span: e.span });
    match &e.node {
        Node::Int(_) => [1, -1].map(|by| (Size::One, plus(e, by))).to_vec(),
        Node::Unary(Unary::Neg, _) if is_negative(e) => {
            [1, -1].map(|by| (Size::One, plus(e, by))).to_vec()
        }
        Node::Binary(Binary::Rem, a, b) if !matches!(b.node, Node::Int(_)) => [1, -1]
            .map(|by| one(Node::Binary(Binary::Rem, a.clone(), Box::new(plus(b, by)))))
            .to_vec(),
        Node::Compare(first, rest) => {
            let swapped = (0..rest.len()).filter_map(|i| {
                let mut rest = rest.clone();
                rest[i].0 = with_or_without_end(rest[i].0)?;
                Some(one(Node::Compare(first.clone(), rest)))
            });
            swapped.collect()
        }
        Node::Call(function, arguments) => {
            let opposite = match function.as_str() {
                "odious" => "evil",
                "evil" => "odious",
                _ => return Vec::new(),
            };
            vec![other(Node::Call(opposite.to_owned(), arguments.clone()))]
        }
        Node::Unary(Unary::Not, inner) => vec![other(inner.node.clone())],
        // Another rule's play is that rule's own.
        Node::Value(value) if value.game.is_none() => {
            let of = |quantity, negated: bool| {
                let node = Node::Value(expr::ast::ValueOf { quantity, ..value.clone() });
                if !negated {
                    return other(node);
                }
                other(Node::Unary(Unary::Not, Box::new(Expr { node, span: e.span })))
            };
            match value.quantity {
                Quantity::Win if misere => {
                    vec![of(Quantity::Misere, false), of(Quantity::Lose, false)]
                }
                Quantity::Lose if misere => {
                    vec![of(Quantity::Misere, true), of(Quantity::Win, false)]
                }
                Quantity::Win => vec![of(Quantity::Lose, false)],
                Quantity::Lose => vec![of(Quantity::Win, false)],
                Quantity::Misere => vec![of(Quantity::Win, false), of(Quantity::Misere, true)],
                Quantity::Left => vec![of(Quantity::Right, false), of(Quantity::Left, true)],
                Quantity::Right => vec![of(Quantity::Left, false), of(Quantity::Right, true)],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn with_or_without_end(comparison: Comparison) -> Option<Comparison> {
    match comparison {
        Comparison::Lt => Some(Comparison::Le),
        Comparison::Le => Some(Comparison::Lt),
        Comparison::Gt => Some(Comparison::Ge),
        Comparison::Ge => Some(Comparison::Gt),
        Comparison::Eq | Comparison::Ne => None,
    }
}

/// `e + by`, written without a second constant.
fn plus(e: &Expr, by: i64) -> Expr {
    if let Some(sum) = integer(e).and_then(|v| v.checked_add(by)) {
        return int(sum);
    }
    let operator = if by < 0 { Binary::Sub } else { Binary::Add };
    let node = Node::Binary(operator, Box::new(e.clone()), Box::new(int(by.abs())));
    joined(&Expr { node, span: e.span })
}

/// The number an expression is written as.
fn integer(e: &Expr) -> Option<i64> {
    i64::try_from(e.literal()?).ok()
}

fn is_negative(e: &Expr) -> bool {
    matches!(e.node, Node::Unary(Unary::Neg, _)) && integer(e).is_some()
}

/// `(e + 1) - 3` as `e - 2`, and `e + 0` as `e`; anything else as it is.
fn joined(e: &Expr) -> Expr {
    let constant = |e: &Expr| match &e.node {
        Node::Binary(op @ (Binary::Add | Binary::Sub), inner, by) => match by.node {
            Node::Int(by) => {
                let by = i64::try_from(by).ok().filter(|by| *by < i64::MAX / 4)?;
                Some((inner.clone(), if *op == Binary::Sub { -by } else { by }))
            }
            _ => None,
        },
        _ => None,
    };
    let Some((inner, outer_by)) = constant(e) else { return e.clone() };
    if outer_by == 0 {
        return *inner;
    }
    let Some((innermost, inner_by)) = constant(&inner) else { return e.clone() };
    match outer_by + inner_by {
        0 => *innermost,
        by => {
            let operator = if by < 0 { Binary::Sub } else { Binary::Add };
            let node = Node::Binary(operator, innermost, Box::new(int(by.abs())));
            Expr { node, span: e.span }
        }
    }
}

/// The expression with the part number `site`, counted as [`visit`] does, replaced.
fn replaced(e: &Expr, site: usize, with: &Expr) -> Expr {
    let mut changed = e.clone();
    let mut at = 0;
    visit(&mut changed, &mut |part| {
        if at == site {
            *part = with.clone();
        }
        at += 1;
    });
    changed
}

/// Calls `change` on every expression inside `e` and on `e` itself, inner ones first; positions
/// that may have to be searched are left out.
fn visit(e: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut e.node {
        Node::Int(_) | Node::Bool(_) | Node::Name(_) => {}
        Node::Unary(_, a) => visit(a, change),
        Node::Index(a, b) | Node::Binary(_, a, b) | Node::Range(a, b) => {
            visit(a, change);
            visit(b, change);
        }
        Node::If(a, b, c) | Node::Slice(a, b, c) => {
            for part in [a, b, c] {
                visit(part, change);
            }
        }
        Node::List(parts) | Node::Set(parts) | Node::Call(_, parts) => visit_all(parts, change),
        Node::Compare(first, rest) => {
            visit(first, change);
            rest.iter_mut().for_each(|(_, e)| visit(e, change));
        }
        Node::Member(element, set) => {
            visit(element, change);
            visit_set(set, change);
        }
        Node::Fold(_, items) => items.iter_mut().for_each(|item| visit_item(item, change)),
        Node::Value(value) => {
            for (_, argument) in value.game.iter_mut().flat_map(|g| &mut g.arguments) {
                if let Argument::Expr(e) = argument {
                    visit(e, change);
                }
            }
            let is_searched = |parts: &[_]| value.game.is_none() || parts.len() > 1;
            let position = value.position.iter_mut().filter(|parts| !is_searched(parts));
            position.flatten().for_each(|part| visit_all(part, change));
        }
    }
    change(e);
}

fn visit_all(all: &mut [Expr], change: &mut dyn FnMut(&mut Expr)) {
    all.iter_mut().for_each(|e| visit(e, change));
}

fn visit_item(item: &mut Item, change: &mut dyn FnMut(&mut Expr)) {
    visit(&mut item.body, change);
    item.binders.iter_mut().for_each(|binder| visit_set(&mut binder.set, change));
    item.guard.iter_mut().for_each(|guard| visit(guard, change));
}

/// The same for what stands after `in`; a name there is that of a set, and no number.
fn visit_set(set: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    if !matches!(set.node, Node::Name(_)) {
        visit(set, change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(condition: &str, indices: &[&str]) -> Vec<String> {
        let text = format!(
            "game g(m = 3, x = 1)\nheap n\nmove n -> n - 1 if n > 0\nclaim t.1: {condition}"
        );
        let (rule, mistakes) = rule::parse(&text);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let indices: Vec<String> = indices.iter().map(|&i| i.to_owned()).collect();
        let all = variants(&rule.unwrap().claims[0].condition, &indices, true);
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_kind_of_change_is_tried() {
        let all = of("lose iff n % (m + 1) < x", &["n"]);
        for wanted in [
            "lose iff n % (m + 2) < x",
            "lose iff n % m < x",
            "lose iff n % (m + 1) <= x",
            "lose iff (n + 1) % (m + 1) < x",
            "lose iff (n - 2) % (m + 1) < x",
            "win iff n % (m + 1) < x",
            "not misere iff n % (m + 1) < x",
        ] {
            assert!(all.contains(&wanted.to_owned()), "{wanted}: {all:#?}");
        }
        let at = |text: &str| all.iter().position(|t| t == text);
        assert!(at("lose iff n % m < x") < at("win iff n % (m + 1) < x"));
        assert!(at("win iff n % (m + 1) < x") < at("lose iff (n - 2) % (m + 1) < x"));
    }

    #[test]
    fn constants_are_joined_and_nothing_is_listed_twice() {
        let all = of("sg = max(0, (n - 2) // 2) and odious(n)", &["n"]);
        assert!(all.contains(&"sg = max(0, (n - 1) // 2) and odious(n)".to_owned()), "{all:#?}");
        assert!(all.contains(&"sg = max(0, (n - 2) // 2) and evil(n)".to_owned()), "{all:#?}");
        assert!(
            all.contains(&"sg = max(0, (n - 1) // 2) and odious(n + 1)".to_owned()),
            "{all:#?}"
        );
        let different: BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn of_equal_changes_the_one_further_right_is_preferred() {
        let all = of("count{k = 20 for k in 1..n} = 35", &[]);
        let at = |text: &str| all.iter().position(|e| e == text).unwrap();
        let inner = at("count{k = 21 for k in 1..n} = 35");
        assert!(at("count{k = 20 for k in 1..n} = 34") < inner, "{all:#?}");
    }

    #[test]
    fn searched_positions_stay() {
        let all = of("win(n | 2) iff sg(n - 1) > sg of bash(m = 5) at n", &["n"]);
        assert!(all.iter().all(|e| e.contains("(n | 2) iff sg(n - 1)")), "{all:#?}");
        for wanted in ["bash(m = 4) at n", "bash(m = 5) at n + 1"] {
            assert!(all.iter().any(|e| e.contains(wanted)), "{wanted}: {all:#?}");
        }
    }

    #[test]
    fn numbers_below_zero_are_written_as_such() {
        assert!(of("sg = 0", &[]).contains(&"sg = -1".to_owned()));
        assert_eq!(of("sg > -1", &[]), ["sg > 0", "sg > -2", "sg >= -1"]);
        assert!(of("sg = n - 1", &[]).contains(&"sg = n".to_owned()));
    }
}
