//! Whether a rule on one set of numbers looks and acts only around the place of each move.
//!
//! A clause has one quantifier over all of the strip, the *place* x; all else is compared with the
//! place, with numbers, or with the ends of the strip, at bounded distances. Then what is true at x
//! depends only on the elements around x, and on the ends as far as they are near.

use expr::ast::{Binary, Binder, Expr, Fold, Node, Unary};
use rule::ast::{Definition, Move, MoveForm, Rule};
use rule::{Constant, Instance};

/// Most expressions that are looked at, and definitions within definitions that are followed.
const MAX_LOOKS: usize = 1 << 14;
const MAX_DEPTH: usize = 32;
/// Greatest distance of anything of interest; greater numbers are not looked at.
const FAR: i128 = 1 << 20;

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// A number between these that does not depend on the place.
    Number(i128, i128),
    /// A number between these more than the place.
    Near(i128, i128),
    /// A number so much more than the last of the strip.
    End(i128),
    /// A set of numbers that do not depend on the place.
    Numbers(i128, i128),
    /// A set of numbers between these more than the place.
    Around(i128, i128),
    /// All numbers of the strip, but for those near its ends.
    All,
    /// The set that is the position, but for elements around the place.
    Own,
    /// A condition.
    Condition,
}

/// The strip that a rule is played on: a set of numbers from `low` to `last` more than the parameter
/// `width`.
pub(super) struct Ends<'r> {
    pub(super) set: &'r str,
    pub(super) low: i128,
    pub(super) width: &'r str,
    pub(super) last: i128,
}

/// Looks at expressions, keeping how far they look.
struct Looks<'r> {
    instance: &'r Instance,
    definitions: &'r [Definition],
    ends: &'r Ends<'r>,
    names: Vec<(&'r str, Seen)>,
    depth: usize,
    looks: usize,
    reach: i128,
}

/// How far from its place a move looks or acts; `None` where that is not bounded, or not known.
pub(super) fn reach(instance: &Instance, ends: &Ends<'_>) -> Option<u32> {
    let Rule { moves, definitions, .. } = &*instance.rule;
    let names = Vec::new();
    let mut looks = Looks { instance, definitions, ends, names, depth: 0, looks: 0, reach: 0 };
    moves.iter().try_for_each(|m| looks.at_move(m))?;
    // One more tells what is at this distance from what is further away.
    u32::try_from(looks.reach + 1).ok()
}

impl<'r> Looks<'r> {
    fn at_move(&mut self, m: &'r Move) -> Option<()> {
        let after = match &m.form {
            MoveForm::Update(all) => match &all[..] {
                [(place, e)] if place.name == self.ends.set && place.index.is_none() => e,
                _ => return None,
            },
            MoveForm::Sum(sum) => match &sum[..] {
                [part] if part.game.is_none() && !part.each => match &part.at[..] {
                    [e] => e,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        self.names.clear();
        let mut has_place = false;
        for binder in &m.binders {
            let Binder { name, set, .. } = &binder.binder;
            let seen = match self.look(set)? {
                Seen::Own | Seen::All if !has_place => {
                    has_place = true;
                    Seen::Near(0, 0)
                }
                set => element(set)?,
            };
            self.names.push((name, seen));
        }
        if let Some(guard) = &m.guard {
            self.is(guard, Seen::Condition)?;
        }
        has_place.then_some(())?;
        self.is(after, Seen::Own)
    }

    fn is(&mut self, e: &'r Expr, wanted: Seen) -> Option<()> {
        (self.look(e)? == wanted).then_some(())
    }

    /// What an expression is; `None` where it looks further than around its place.
    fn look(&mut self, e: &'r Expr) -> Option<Seen> {
        self.looks += 1;
        (self.looks <= MAX_LOOKS).then_some(())?;
        let seen = self.look_into(e)?;
        match seen {
            Seen::Near(a, b) | Seen::Around(a, b) => self.reaches([a, b])?,
            Seen::Number(a, b) | Seen::Numbers(a, b) => (a >= -FAR && b <= FAR).then_some(())?,
            _ => {}
        }
        Some(seen)
    }

    /// Things at these distances are looked at.
    fn reaches(&mut self, all: [i128; 2]) -> Option<()> {
        self.reach = all.into_iter().map(i128::abs).fold(self.reach, i128::max);
        (self.reach <= FAR).then_some(())
    }

    fn look_into(&mut self, e: &'r Expr) -> Option<Seen> {
        match &e.node {
            Node::Int(value) => Some(Seen::Number(*value, *value)),
            Node::Bool(_) => Some(Seen::Condition),
            Node::Name(name) => self.named(name),
            Node::Unary(Unary::Not, inner) => {
                self.is(inner, Seen::Condition)?;
                Some(Seen::Condition)
            }
            Node::Unary(Unary::Neg, inner) => match self.look(inner)? {
                Seen::Number(lo, hi) => Some(Seen::Number(-hi, -lo)),
                _ => None,
            },
            Node::Binary(op, a, b) if op.is_connective() => {
                self.is(a, Seen::Condition)?;
                self.is(b, Seen::Condition)?;
                Some(Seen::Condition)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.look(a)?, self.look(b)?);
                operation(*op, a, b)
            }
            Node::Range(a, b) => {
                let (a, b) = (self.look(a)?, self.look(b)?);
                self.range(a, b)
            }
            Node::Set(elements) => {
                let each = elements.iter().map(|e| self.look(e)).collect::<Option<Vec<_>>>()?;
                each.into_iter().map(set_of).reduce(hull).unwrap_or(Some(Seen::Numbers(0, 0)))
            }
            Node::Compare(first, others) => {
                let mut left = self.look(first)?;
                for (_, right) in others {
                    let right = self.look(right)?;
                    self.compares(left, right)?;
                    left = right;
                }
                Some(Seen::Condition)
            }
            Node::Member(e, set) => {
                let (e, set) = (self.look(e)?, self.look(set)?);
                self.asks(e, set)?;
                Some(Seen::Condition)
            }
            Node::If(condition, a, b) => {
                self.is(condition, Seen::Condition)?;
                let (a, b) = (self.look(a)?, self.look(b)?);
                hull(Some(a), Some(b))
            }
            Node::Call(name, arguments) => self.call(name, arguments),
            Node::Fold(fold, items) => self.fold(*fold, items),
            _ => None,
        }
    }

    fn named(&mut self, name: &'r str) -> Option<Seen> {
        if let Some((_, seen)) = self.names.iter().rev().find(|(known, _)| *known == name) {
            return Some(*seen);
        }
        if name == self.ends.set {
            return Some(Seen::Own);
        }
        if name == self.ends.width {
            return Some(Seen::End(-self.ends.last));
        }
        match self.instance.values.get(name) {
            Some(Constant::Int(value)) => {
                Some(Seen::Number(i128::from(*value), i128::from(*value)))
            }
            Some(Constant::Set(arith::NumberSet::Finite(all))) => {
                let ends = (all.iter().min()?, all.iter().max()?);
                Some(Seen::Numbers(i128::from(*ends.0), i128::from(*ends.1)))
            }
            Some(_) => None,
            None => self.call(name, &[]),
        }
    }

    /// All numbers from one to another.
    fn range(&mut self, a: Seen, b: Seen) -> Option<Seen> {
        match (a, b) {
            (Seen::Number(lo, _), Seen::Number(_, hi)) => Some(Seen::Numbers(lo, hi.max(lo))),
            (Seen::Near(lo, _), Seen::Near(_, hi)) => Some(Seen::Around(lo, hi.max(lo))),
            (Seen::Number(lo, hi), Seen::End(end)) if lo == hi => {
                self.reaches([lo - self.ends.low, end])?;
                Some(Seen::All)
            }
            _ => None,
        }
    }

    /// Whether it is known how two numbers, or sets, compare, from what is around the place.
    fn compares(&mut self, a: Seen, b: Seen) -> Option<()> {
        match (a, b) {
            (Seen::Number(..), Seen::Number(..))
            | (Seen::Near(..), Seen::Near(..))
            | (Seen::Numbers(..), Seen::Numbers(..))
            | (Seen::Around(..), Seen::Around(..)) => Some(()),
            (Seen::Near(lo, hi), Seen::End(end)) | (Seen::End(end), Seen::Near(lo, hi)) => {
                self.reaches([end - lo, end - hi])
            }
            (Seen::Near(lo, hi), Seen::Number(from, to))
            | (Seen::Number(from, to), Seen::Near(lo, hi)) => {
                let low = self.ends.low;
                self.reaches([from - low - hi, to - low - lo])
            }
            _ => None,
        }
    }

    /// Whether it is known from what is around the place whether a number belongs to a set.
    fn asks(&mut self, e: Seen, set: Seen) -> Option<()> {
        match (e, set) {
            (Seen::Near(..), Seen::Own | Seen::All | Seen::Around(..))
            | (Seen::Number(..), Seen::Numbers(..)) => {
                // The ends of all numbers may be near the number, and not the place.
                if let (Seen::Near(lo, hi), Seen::All) = (e, set) {
                    self.reach += lo.abs().max(hi.abs());
                }
                self.reaches([0, 0])
            }
            (Seen::Near(..), Seen::Numbers(from, to)) => {
                self.compares(e, Seen::Number(from, from))?;
                self.compares(e, Seen::Number(to, to))
            }
            _ => None,
        }
    }

    fn call(&mut self, name: &str, arguments: &'r [Expr]) -> Option<Seen> {
        let each = arguments.iter().map(|e| self.look(e)).collect::<Option<Vec<_>>>()?;
        let Some(definition) = self.definitions.iter().find(|d| d.name == name) else {
            return match (name, &each[..]) {
                ("size", [Seen::Around(lo, hi) | Seen::Numbers(lo, hi)]) => {
                    Some(Seen::Number(0, hi - lo + 1))
                }
                ("abs", [Seen::Number(lo, hi)]) => Some(Seen::Number(0, lo.abs().max(hi.abs()))),
                ("min" | "max", [first, others @ ..]) if as_number(*first) => {
                    others.iter().try_fold(*first, |all, one| hull(Some(all), Some(*one)))
                }
                _ => None,
            };
        };
        let is_deep = self.depth == MAX_DEPTH || each.len() != definition.arguments.len();
        (!is_deep).then_some(())?;
        let names = definition.arguments.iter().map(String::as_str).zip(each).collect();
        let outer = std::mem::replace(&mut self.names, names);
        self.depth += 1;
        let seen = self.look(&definition.body);
        self.depth -= 1;
        self.names = outer;
        seen
    }

    fn fold(&mut self, fold: Fold, items: &'r [expr::ast::Item]) -> Option<Seen> {
        let known = self.names.len();
        let mut bodies = Vec::new();
        let mut count = 0i128;
        for item in items {
            let mut choices = 1i128;
            for Binder { name, set, .. } in &item.binders {
                let set = self.look(set)?;
                let seen = element(set)?;
                if let Seen::Number(lo, hi) | Seen::Near(lo, hi) = seen {
                    choices = choices.checked_mul(hi - lo + 1)?;
                }
                self.names.push((name, seen));
            }
            if let Some(guard) = &item.guard {
                self.is(guard, Seen::Condition)?;
            }
            bodies.push(self.look(&item.body)?);
            self.names.truncate(known);
            count = count.checked_add(choices)?;
        }
        let are_conditions = bodies.iter().all(|body| *body == Seen::Condition);
        match fold {
            Fold::Any | Fold::All => are_conditions.then_some(Seen::Condition),
            Fold::Count => are_conditions.then_some(Seen::Number(0, count)),
            Fold::Set => bodies.into_iter().map(set_of).reduce(hull)?,
            _ => None,
        }
    }
}

fn as_number(seen: Seen) -> bool {
    matches!(seen, Seen::Number(..))
}

/// What an element of a set is.
fn element(set: Seen) -> Option<Seen> {
    match set {
        Seen::Numbers(lo, hi) => Some(Seen::Number(lo, hi)),
        Seen::Around(lo, hi) => Some(Seen::Near(lo, hi)),
        _ => None,
    }
}

/// What a set of such elements is.
fn set_of(element: Seen) -> Option<Seen> {
    match element {
        Seen::Number(lo, hi) => Some(Seen::Numbers(lo, hi)),
        Seen::Near(lo, hi) => Some(Seen::Around(lo, hi)),
        // In `{1..3, 7}`.
        Seen::Numbers(..) | Seen::Around(..) => Some(element),
        _ => None,
    }
}

/// What is one or the other.
fn hull(a: Option<Seen>, b: Option<Seen>) -> Option<Seen> {
    match (a?, b?) {
        (Seen::Number(a, b), Seen::Number(c, d)) => Some(Seen::Number(a.min(c), b.max(d))),
        (Seen::Near(a, b), Seen::Near(c, d)) => Some(Seen::Near(a.min(c), b.max(d))),
        (Seen::Numbers(a, b), Seen::Numbers(c, d)) => Some(Seen::Numbers(a.min(c), b.max(d))),
        (Seen::Around(a, b), Seen::Around(c, d)) => Some(Seen::Around(a.min(c), b.max(d))),
        (a, b) => (a == b).then_some(a),
    }
}

fn operation(op: Binary, a: Seen, b: Seen) -> Option<Seen> {
    use Seen::{Around, End, Near, Number, Numbers, Own};
    match (op, a, b) {
        (Binary::Add, Number(a, b), Number(c, d)) => Some(Number(a + c, b + d)),
        (Binary::Sub, Number(a, b), Number(c, d)) => Some(Number(a - d, b - c)),
        (Binary::Add, Near(a, b), Number(c, d)) | (Binary::Add, Number(a, b), Near(c, d)) => {
            Some(Near(a + c, b + d))
        }
        (Binary::Sub, Near(a, b), Number(c, d)) => Some(Near(a - d, b - c)),
        (Binary::Sub, Near(a, b), Near(c, d)) => Some(Number(a - d, b - c)),
        (Binary::Add, End(a), Number(c, d)) if c == d => Some(End(a + c)),
        (Binary::Sub, End(a), Number(c, d)) if c == d => Some(End(a - c)),
        (Binary::Mul, Number(a, b), Number(c, d)) => {
            let ends = [a * c, a * d, b * c, b * d];
            Some(Number(*ends.iter().min()?, *ends.iter().max()?))
        }
        (Binary::Rem, Number(..), Number(c, d)) if c == d && c > 0 => Some(Number(0, c - 1)),
        (Binary::Sub, Own, Around(..)) | (Binary::Add, Own, Around(..)) => Some(Own),
        (Binary::BitAnd, Own, Around(a, b)) | (Binary::BitAnd, Around(a, b), Own) => {
            Some(Around(a, b))
        }
        (Binary::Add | Binary::Sub | Binary::BitAnd, Around(..), Around(..))
        | (Binary::Add | Binary::Sub | Binary::BitAnd, Numbers(..), Numbers(..)) => {
            hull(Some(a), Some(b))
        }
        _ => None,
    }
}
