//! Clauses split into cases: what depends on the position alone is evaluated once for a position, not
//! once for every value of the quantifiers.

use super::differences::by_differences;
use crate::space::Space;
use clauses::term::Term;
use clauses::term::interval::{Interval, interval};
use clauses::{Clause, Domain, conjuncts};
use expr::ast::{Binary, Expr, Node, Unary};
use expr::substitute::mentions;
use hashbrown::HashMap;

/// A clause is split at most this many times.
const SPLITS: usize = 4;

/// The clauses with ends of ranges `if C then x else y` and guards `C or x` split by C, where C
/// depends on the position alone and has a value everywhere, and by [differences](by_differences);
/// `None` where there is nothing to split.
pub(super) fn by_cases(clauses: &[Clause], space: &Space) -> Option<Vec<Clause>> {
    let slots = space.axes.iter().enumerate().map(|(i, axis)| (axis.name.clone(), i)).collect();
    let ranges = space.axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
    let cases = Cases { slots, ranges };
    let split = clauses.iter().flat_map(|clause| cases.of(clause, SPLITS));
    let split: Vec<Clause> = split.flat_map(|clause| by_differences(clause, space)).collect();
    (split != clauses).then_some(split)
}

struct Cases {
    slots: HashMap<String, usize>,
    ranges: Vec<Interval>,
}

impl Cases {
    fn of(&self, clause: &Clause, splits: usize) -> Vec<Clause> {
        match self.split(clause).filter(|_| splits > 0) {
            Some(pair) => pair.iter().flat_map(|case| self.of(case, splits / 2)).collect(),
            None => vec![clause.clone()],
        }
    }

    /// Whether a condition is decided by the position wherever it stands.
    fn is_fixed(&self, condition: &Expr, clause: &Clause) -> bool {
        let is_free = clause.binders.iter().all(|(name, _)| !mentions(condition, name));
        let term = || Term::from_expr(condition, &self.slots);
        is_free && term().is_some_and(|term| interval(&term, &self.ranges).is_some())
    }

    /// Whether a condition has a value whatever its names stand for.
    fn has_value(&self, condition: &Expr, clause: &Clause) -> bool {
        let mut slots = self.slots.clone();
        for (name, _) in &clause.binders {
            let slot = slots.len();
            slots.insert(name.clone(), slot);
        }
        Term::from_expr(condition, &slots).is_some_and(|term| term.is_total())
    }

    /// The clause where some condition holds, and where it does not.
    fn split(&self, clause: &Clause) -> Option<[Clause; 2]> {
        let guarded = |condition: &Expr| {
            let not = Expr::from(Node::Unary(Unary::Not, Box::new(condition.clone())));
            [condition.clone(), not].map(|condition| {
                let guards = [&[condition], &clause.guards[..]].concat();
                Clause { guards, ..clause.clone() }
            })
        };
        for (i, (_, domain)) in clause.binders.iter().enumerate() {
            if let Domain::Range(lo, Expr { node: Node::If(condition, most, least), .. }) = domain
                && self.is_fixed(condition, clause)
            {
                let [mut yes, mut no] = guarded(condition);
                yes.binders[i].1 = Domain::Range(lo.clone(), (**most).clone());
                no.binders[i].1 = Domain::Range(lo.clone(), (**least).clone());
                return Some([yes, no]);
            }
        }
        for (i, guard) in clause.guards.iter().enumerate() {
            let Node::Binary(Binary::Or, a, b) = &guard.node else { continue };
            // What is passed over must have a value, or a mistake would be passed over too.
            let (condition, other) = match (self.is_fixed(a, clause), self.is_fixed(b, clause)) {
                (true, false) => (a, b),
                (false, true) if self.has_value(a, clause) => (b, a),
                _ => continue,
            };
            let [mut yes, mut no] = guarded(condition);
            // The condition itself is the first guard now.
            yes.guards.remove(i + 1);
            no.guards.splice(i + 1..=i + 1, conjuncts(other));
            return Some([yes, no]);
        }
        None
    }
}
