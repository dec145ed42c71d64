//! Clauses that walk: one quantifier, which says how far some coordinates fall together.

use super::linear::{Condition, Linear, SLOTS, at_most, conditions, rewrite};
use crate::machine::code::ClauseCode;
use crate::machine::parts::{PartCode, Range};
use crate::machine::scalar::Scalar;
use clauses::term::Term;

/// The move `x -> x - steps . d` for every number of steps the conditions allow. The conditions are
/// over the coordinates and, in the slot after them, the steps.
#[derive(Clone, Debug)]
pub(super) struct Walk<'c> {
    /// d: 1 for each coordinate that falls, 0 for the others.
    pub(super) falls: Vec<bool>,
    pub(super) conditions: Vec<Condition>,
    /// The steps are among these; `None`: any number that the conditions allow.
    pub(super) among: Option<&'c [i64]>,
    /// Conditions on the coordinates alone.
    pub(super) guards: Vec<&'c Term>,
}

/// The clause as a walk, when it is one.
pub(super) fn walk(clause: &ClauseCode) -> Option<Walk<'_>> {
    let dimensions = clause.dimensions;
    let ([range], [PartCode::Point(point)], false) =
        (&clause.ranges[..], &clause.parts[..], clause.when_stuck)
    else {
        return None;
    };
    if dimensions >= SLOTS {
        return None;
    }
    let target: Vec<Linear> = point.iter().map(|c| Linear::of(c.term()?)).collect::<Option<_>>()?;
    let own = Linear::slot;
    // The steps are what the pivot falls; in terms of them the quantifier is linear.
    let pivot = target.iter().position(|t| t.coefficients[dimensions].abs() == 1)?;
    let mut rest = own(pivot).plus(-1, target[pivot])?;
    let sign = std::mem::take(&mut rest.coefficients[dimensions]);
    let quantifier = Linear::ZERO.plus(sign, own(dimensions).plus(-1, rest)?)?;
    let stepped = |linear: Linear| linear.with(dimensions, quantifier);
    let mut falls = Vec::with_capacity(dimensions);
    for (i, coordinate) in target.iter().enumerate() {
        let fall = own(i).plus(-1, stepped(*coordinate)?)?;
        falls.push(match (fall.single(), fall.constant) {
            (Some((slot, 1)), 0) if slot == dimensions => true,
            _ if fall == Linear::ZERO => false,
            _ => return None,
        });
    }
    let written = Term::Slot(dimensions);
    let (mut all, among) = match range {
        Range::Between(lo, hi) => {
            let low = at_most(lo.term()?, &written);
            ([low, at_most(&written, hi.term()?)].concat(), None)
        }
        // The steps are the quantifier itself, or the list does not tell them.
        Range::Values(values, limit) => {
            if own(dimensions) != quantifier {
                return None;
            }
            let limit = match limit {
                Some(limit) => at_most(&written, limit.term()?),
                None => Vec::new(),
            };
            (limit, Some(&values[..]))
        }
    };
    for guard in &clause.inner_guards {
        all.extend(conditions(guard.term()?));
    }
    let replaced = |condition: Condition| match condition {
        Condition::AtLeastZero(linear) => stepped(linear).map(Condition::AtLeastZero),
        Condition::Other(term) => rewrite(&term, &stepped).map(Condition::Other),
    };
    let conditions = all.into_iter().map(replaced).collect::<Option<_>>()?;
    let guards = clause.guards[0].iter().map(Scalar::term).collect::<Option<_>>()?;
    Some(Walk { falls, conditions, among, guards })
}
