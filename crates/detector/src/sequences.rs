//! The families of laws of sequences, cheapest first.

use num_bigint::BigInt;

use crate::evidence::{Judged, LEAST_TERMS};
use crate::family::{self, Search};
use crate::view::Sequence;

/// A periodic law longer than this many bits may be a shorter one of another family in disguise.
const SHORT: u32 = 40;
/// Sequences with more terms are not looked at again once they have a period.
const MANY_TERMS: usize = 1 << 20;

/// The laws of the sequence; the families that cost more are tried only where the others have
/// nothing short to say.
pub(crate) fn laws(sequence: &Sequence<'_>) -> Vec<Judged> {
    if let Some(first) = sequence.axis.elements {
        return family::sets::find(sequence, first);
    }
    let mut found = plain_laws(sequence);
    if is_open(&found) {
        found.extend(family::places::find(sequence, laws));
        found.extend(family::letters::find(sequence, laws));
    }
    if is_open(&found) {
        found.extend(family::classes::find(sequence, cheap_laws, plain_laws));
        found.extend(family::nth::find(sequence, plain_laws));
        found.extend(family::sums::find(sequence, plain_laws));
    }
    if is_open(&found) {
        found.extend(family::divided::find(sequence));
    }
    if is_open(&found) {
        found.extend(family::triangle::find(sequence, laws));
    }
    if is_open(&found) && sequence.len() >= LEAST_TERMS {
        found.extend(family::named::find(sequence));
    }
    found
}

/// Whether there is no law yet, and time to look for one.
fn is_open(found: &[Judged]) -> bool {
    found.is_empty() && !patience::is_over()
}

/// Whatever families that read few terms say of all terms, the shortest first.
pub(crate) fn candidates(sequence: &Sequence<'_>) -> Vec<Judged> {
    if sequence.axis.elements.is_some() {
        return Vec::new();
    }
    let mut found = plain_candidates(sequence);
    found.extend(family::named::find(sequence));
    let search: Search = |made| plain_candidates(&made.lenient());
    found.extend(family::nth::find(sequence, search));
    found.extend(family::sums::find(sequence, search));
    found.sort_by_key(Judged::size);
    found
}

fn plain_candidates(sequence: &Sequence<'_>) -> Vec<Judged> {
    let mut found = family::periodic::find(sequence);
    found.extend(family::beatty::find(sequence));
    found.extend(family::interleaved::find(sequence));
    found.extend(family::polynomial::find(sequence));
    found.extend(family::lists::find(sequence));
    found.extend(family::digits::find(sequence));
    found.extend(family::recurrence::find(sequence));
    found.extend(holonomic(sequence));
    found.extend(family::divided::find(sequence));
    found
}

/// The laws of the families that do not look at sequences made from this one.
fn plain_laws(sequence: &Sequence<'_>) -> Vec<Judged> {
    if sequence.len() < LEAST_TERMS {
        return Vec::new();
    }
    let mut laws = family::periodic::find(sequence);
    laws.extend(family::beatty::find(sequence));
    laws.extend(family::fraenkel::find(sequence));
    if is_settled(sequence, &laws) || patience::is_over() {
        return laws;
    }
    // What has no period must not get one by another name.
    if laws.is_empty() && family::periodic::is_disputed(sequence) {
        return family::sturmian::find(sequence).into_iter().collect();
    }
    let shorter: [fn(&Sequence<'_>) -> Option<Judged>; 3] =
        [family::interleaved::find, family::polynomial::find, family::lists::find];
    for find in shorter {
        laws.extend(if patience::is_over() { None } else { find(sequence) });
    }
    if is_open(&laws) {
        laws.extend(family::sparse::find(sequence));
    }
    if !patience::is_over() {
        laws.extend(family::digits::find(sequence));
    }
    if is_open(&laws) {
        laws.extend(family::sturmian::find(sequence));
    }
    if is_open(&laws) {
        laws.extend(family::recurrence::find(sequence));
        laws.extend(holonomic(sequence).filter(|_| laws.is_empty()));
    }
    if is_open(&laws) {
        laws.extend(family::regular::find(sequence));
    }
    if is_open(&laws) {
        laws.extend(family::marks::find(sequence, plain_laws));
    }
    laws
}

/// The recurrence with polynomial coefficients, or modulo a number.
fn holonomic(sequence: &Sequence<'_>) -> Option<Judged> {
    let term = |i: usize| BigInt::from(sequence.get(i));
    let Sequence { name, axis, is_lenient, .. } = *sequence;
    family::holonomic::find(name, axis, sequence.len(), &term, is_lenient)
}

/// The laws of the families that cost little more than reading the terms.
fn cheap_laws(sequence: &Sequence<'_>) -> Vec<Judged> {
    if sequence.len() < LEAST_TERMS {
        return Vec::new();
    }
    let mut laws = family::periodic::find(sequence);
    laws.extend(family::beatty::find(sequence));
    laws.extend(family::polynomial::find(sequence));
    laws
}

/// Whether what was found is short enough, or the sequence too long to look further.
fn is_settled(sequence: &Sequence<'_>, laws: &[Judged]) -> bool {
    let is_short = |j: &Judged| {
        let lists = j.formula.effort() - j.formula.bits();
        j.size().saturating_add(lists) <= SHORT
    };
    laws.iter().any(is_short) || (!laws.is_empty() && sequence.len() > MANY_TERMS)
}
