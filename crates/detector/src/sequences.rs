//! The families of laws of sequences in order of their cost.

use crate::evidence::Judged;
use crate::family;
use crate::view::Sequence;

/// Terms a sequence must have before anything is tried.
const LEAST_TERMS: usize = 24;
/// A periodic law longer than this many bits may be a shorter one of another family in disguise.
const SHORT: u32 = 40;
/// Sequences with more terms are not looked at again once they have a period.
const MANY_TERMS: usize = 1 << 20;

/// The laws of the sequence; the families that cost more are tried only where the others have
/// nothing short to say.
pub(crate) fn laws(sequence: &Sequence<'_>) -> Vec<Judged> {
    if sequence.len() < LEAST_TERMS {
        return Vec::new();
    }
    let mut laws = family::periodic::find(sequence);
    laws.extend(family::beatty::find(sequence));
    if is_settled(sequence, &laws) {
        return laws;
    }
    laws.extend(family::interleaved::find(sequence));
    laws.extend(family::polynomial::find(sequence));
    laws.extend(family::lists::find(sequence));
    laws.extend(family::digits::find(sequence));
    if laws.is_empty() {
        laws.extend(family::sturmian::find(sequence));
        laws.extend(family::sparse::find(sequence));
    }
    if laws.is_empty() {
        laws.extend(family::recurrence::find(sequence));
        laws.extend(family::regular::find(sequence));
    }
    laws
}

/// Whether what was found is short enough, or the sequence too long to look further.
fn is_settled(sequence: &Sequence<'_>, laws: &[Judged]) -> bool {
    let is_short = |j: &Judged| j.finding.evidence.definition_bits <= SHORT;
    laws.iter().any(is_short) || (!laws.is_empty() && sequence.len() > MANY_TERMS)
}
