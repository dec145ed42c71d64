//! Partial sums: what is added from term to term has a law.

use expr::law::LawKind;
use formula::{Formula, Operation, PartialSum};

use crate::evidence::{Judged, Proposal, judge};
use crate::family::{Search, shortest};
use crate::view::Sequence;

/// Longest list: a sum is added up term by term.
const MAX_TERMS: usize = 1 << 12;

/// The law of the sequence, by that of its differences.
pub(crate) fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    let count = sequence.len();
    if !(3..=MAX_TERMS).contains(&count) {
        return None;
    }
    let steps: Vec<i64> = (1..count).map(|i| sequence.step(i, 1)).collect::<Option<_>>()?;
    let first = sequence.coordinate(1);
    let law = shortest(search, sequence.name, first, steps)?;
    // Words of classes and digits speak of the steps themselves.
    let is_closed = matches!(law.finding.law.kind, LawKind::Closed | LawKind::Residue);
    if !law.is_whole_from(first) || !is_closed {
        return None;
    }
    let term = law.formula;
    let (start, base) = (sequence.get(0), sequence.coordinate(0));
    let (first, base) = match term.is(start, &[base]) {
        true => (base, 0),
        false => (first, start),
    };
    let sum = PartialSum::new(term, first, base, sequence.last())?;
    let formula = Formula::Var(0).under(Operation::Sum(Box::new(sum)));
    let fitted = law.finding.evidence.fitted.min(sequence.fitting());
    judge(sequence, Proposal::new(LawKind::Closed, formula, fitted))?.exact()
}
