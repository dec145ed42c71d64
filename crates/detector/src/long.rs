//! Sequences too long for some families.
//!
//! The families that take linear time and next to no memory see all terms. The others see the first
//! terms, and what they find there is tested on the rest.

use crate::evidence::{Judged, mismatches};
use crate::family;
use crate::statement::predicted;
use crate::view::Sequence;

/// Terms that every family sees.
pub(crate) const MAX_TERMS: usize = 1 << 16;

/// The laws of a sequence of more than [`MAX_TERMS`] terms; `of_short` finds those of a shorter one.
pub(crate) fn find(
    sequence: &Sequence<'_>,
    of_short: impl Fn(&Sequence<'_>) -> Vec<Judged>,
) -> Vec<Judged> {
    let mut laws = family::periodic::find(sequence);
    if laws.is_empty() {
        laws.extend(family::interleaved::find(sequence));
    }
    if laws.is_empty() {
        let found = of_short(&sequence.prefix(MAX_TERMS));
        laws.extend(found.into_iter().filter_map(|law| carried_over(law, sequence)));
    }
    laws
}

/// The law with all terms as evidence, if every term agrees that it was not found on.
fn carried_over(mut law: Judged, sequence: &Sequence<'_>) -> Option<Judged> {
    let count = sequence.len();
    if law.formula.goes_from_term_to_term() {
        let rest = law.formula.exact_list(sequence.coordinate(MAX_TERMS), count - MAX_TERMS);
        let is_all =
            (MAX_TERMS..count).zip(&rest).all(|(i, value)| *value == sequence.get(i).into());
        if rest.len() < count - MAX_TERMS || !is_all {
            return None;
        }
    } else {
        mismatches(MAX_TERMS, count, 0, |i| sequence.obeys(&law.formula, i))?;
    }
    let last = sequence.last();
    law.finding.add_cells(count - MAX_TERMS, vec![last]);
    law.finding.next = predicted(&law.formula, last);
    Some(law)
}
