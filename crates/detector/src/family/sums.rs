//! Partial sums: what is added from term to term has a law.

use std::sync::Arc;

use expr::law::Kind;

use crate::evidence::{Judged, Proposal, judge};
use crate::formula::Formula;
use crate::sequences::plain_or_lenient;
use crate::view::Sequence;

/// Longest list: a sum is added up term by term.
const MAX_TERMS: usize = 1 << 12;

/// `base + term(first) + ... + term(n)`.
#[derive(Clone, Debug)]
pub(crate) struct PartialSum {
    pub(crate) term: Formula,
    pub(crate) first: i64,
    pub(crate) base: i64,
    /// The values from `first` on, to count on from.
    known: Arc<Vec<i64>>,
}

impl PartialEq for PartialSum {
    fn eq(&self, other: &Self) -> bool {
        (&self.term, self.first, self.base) == (&other.term, other.first, other.base)
    }
}

impl Eq for PartialSum {}

impl PartialSum {
    pub(crate) fn value(&self, n: i64) -> Option<i64> {
        let Ok(place) = usize::try_from(n.checked_sub(self.first)?) else {
            return Some(self.base);
        };
        if let Some(&value) = self.known.get(place) {
            return Some(value);
        }
        let reached = self.first.checked_add(i64::try_from(self.known.len()).ok()?)?;
        let last = self.known.last().copied().unwrap_or(self.base);
        (reached..=n).try_fold(last, |sum, k| sum.checked_add(self.term.eval(&[k])?))
    }
}

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
    let sum = match term.eval(&[base]) == Some(start) {
        true => PartialSum { term, first: base, base: 0, known: Arc::default() },
        false => PartialSum { term, first, base: start, known: Arc::default() },
    };
    let known: Option<Vec<i64>> = (0..count)
        .map(|i| sequence.coordinate(i))
        .skip_while(|&n| n < sum.first)
        .scan(sum.base, |so_far, n| {
            let value = sum.term.eval(&[n]).and_then(|term| so_far.checked_add(term));
            *so_far = value.unwrap_or(0);
            Some(value)
        })
        .collect();
    let sum = PartialSum { known: Arc::new(known?), ..sum };
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
