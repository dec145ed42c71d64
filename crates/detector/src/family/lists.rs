//! Short growing lists, such as the lost positions of take-away games: powers and Fibonacci
//! numbers.

use expr::law::LawKind;
use formula::Formula;

use crate::evidence::{Judged, Proposal, judge};
use crate::view::Sequence;

/// Shifts of the Fibonacci index tried.
const SHIFTS: std::ops::RangeInclusive<i64> = 0..=6;

/// The law of the list, if it is one of these.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let n = || Formula::Var(0);
    let mut formulas: Vec<Formula> = SHIFTS.map(|k| Formula::call("fib", [n().plus(k)])).collect();
    formulas.extend(power(sequence));
    formulas.into_iter().find_map(|formula| {
        let fits = (0..sequence.len().min(8)).all(|i| sequence.obeys(&formula, i));
        fits.then(|| judge(sequence, Proposal::new(LawKind::Closed, formula, 2)))?
    })
}

/// `c * b ** (n - first)`.
fn power(sequence: &Sequence<'_>) -> Option<Formula> {
    if sequence.len() < 2 {
        return None;
    }
    let (first, second) = (sequence.get(0), sequence.get(1));
    if first <= 0 || second <= first || second % first != 0 {
        return None;
    }
    let exponent = Formula::Var(0).plus(sequence.axis.lo.checked_neg()?);
    Some(Formula::Int(second / first).pow(exponent).times(first))
}
