//! Clauses that walk: one quantifier, which says how far some coordinates fall together.

use super::affine::{Condition, Linear, at_most, conditions, term};
use crate::machine::code::{ClauseCode, PartCode, Range};
use crate::term::Term;

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
    let slots = dimensions + 1;
    let ([range], [PartCode::Point(point)], false) =
        (&clause.ranges[..], &clause.parts[..], clause.when_stuck)
    else {
        return None;
    };
    let target: Vec<Linear> =
        point.iter().map(|c| Linear::of(term(c)?, slots)).collect::<Option<_>>()?;
    let own = |i: usize| Linear::of(&Term::Slot(i), slots);
    // The steps are what the pivot falls; in terms of them the quantifier is linear.
    let pivot = target.iter().position(|t| t.coefficients[dimensions].abs() == 1)?;
    let mut rest = own(pivot)?.minus(&target[pivot])?;
    let sign = std::mem::take(&mut rest.coefficients[dimensions]);
    let mut quantifier = own(dimensions)?.minus(&rest)?;
    if sign < 0 {
        quantifier = Linear { coefficients: vec![0; slots], constant: 0 }.minus(&quantifier)?;
    }
    let stepped = |linear: &Linear| linear.with(dimensions, &quantifier);
    let mut falls = Vec::with_capacity(dimensions);
    for (i, coordinate) in target.iter().enumerate() {
        let fall = own(i)?.minus(&stepped(coordinate)?)?;
        falls.push(match (fall.single(), fall.constant) {
            (Some((slot, 1)), 0) if slot == dimensions => true,
            (None, 0) => false,
            _ => return None,
        });
    }
    let written = Term::Slot(dimensions);
    let (mut all, among) = match range {
        Range::Between(lo, hi) => {
            let low = at_most(term(lo)?, &written, slots);
            ([low, at_most(&written, term(hi)?, slots)].concat(), None)
        }
        // The steps are the quantifier itself, or the list does not tell them.
        Range::Values(values, limit) => {
            if own(dimensions)? != quantifier {
                return None;
            }
            let limit = match limit {
                Some(limit) => at_most(&written, term(limit)?, slots),
                None => Vec::new(),
            };
            (limit, Some(&values[..]))
        }
    };
    for guard in &clause.inner_guards {
        all.extend(conditions(term(guard)?, slots));
    }
    let replaced = |condition: Condition| match condition {
        Condition::AtLeast(linear) => Some(Condition::AtLeast(stepped(&linear)?)),
        Condition::Other(term) => {
            Some(Condition::Other(super::affine::rewrite(&term, slots, &stepped)?))
        }
    };
    let conditions = all.into_iter().map(replaced).collect::<Option<_>>()?;
    let guards = clause.guards[0].iter().map(term).collect::<Option<_>>()?;
    Some(Walk { falls, conditions, among, guards })
}
