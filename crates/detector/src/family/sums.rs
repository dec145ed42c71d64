//! Partial sums: what is added from term to term has a law.

use expr::law::Kind;

use crate::evidence::{Judged, Proposal, judge};
use crate::formula::{Formula, PartialSum};
use crate::sequences::plain_or_lenient;
use crate::view::Sequence;

/// Longest list: a sum is added up term by term.
const MAX_TERMS: usize = 1 << 12;

/// The law of the sequence, by that of its differences.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let count = sequence.len();
    if !(3..=MAX_TERMS).contains(&count) {
        return None;
    }
    let steps: Vec<i64> = (1..count)
        .map(|i| sequence.get(i).checked_sub(sequence.get(i - 1)))
        .collect::<Option<_>>()?;
    let first = sequence.coordinate(1);
    let law = plain_or_lenient(sequence.name, first, steps, sequence.is_lenient())?;
    let stated = &law.finding.law;
    let is_whole = stated.exceptions.is_empty() && stated.from == Some(first);
    // Words of classes and digits speak of the steps themselves.
    if !is_whole || !matches!(stated.kind, Kind::Closed | Kind::Residue) {
        return None;
    }
    let term = law.formula;
    let (start, base) = (sequence.get(0), sequence.coordinate(0));
    let (first, base) = match term.eval(&[base]) == Some(start) {
        true => (base, 0),
        false => (first, start),
    };
    let sum = PartialSum::new(term, first, base, sequence.coordinate(count - 1))?;
    let proposal = Proposal {
        kind: Kind::Closed,
        formula: Formula::Sum(Box::new(sum), Box::new(Formula::Var(0))),
        start: 0,
        fitted: law.finding.evidence.fitted.min(sequence.fitting()),
        period: 1,
        check_bits: 1,
        parameters: Vec::new(),
        words: None,
    };
    judge(sequence, proposal).filter(|judged| judged.finding.law.exceptions.is_empty())
}
