//! Linear recurrences `a(n) = c_1 a(n - 1) + ... + c_L a(n - L)` with integer coefficients.
//!
//! The shortest recurrence of the fitted terms modulo a prime (Berlekamp 1968, Massey 1969), in
//! `O(L N)`, of a sequence that grows like a power of some base; its coefficients must be small integers, and every term is tested exactly.

use arith::modular::{PrimeField, shortest_recurrence};
use expr::law::LawKind;
use expr::words::{add_term, multiple};
use formula::bits::length;
use formula::{Formula, Operation};

use crate::evidence::{Judged, Proposal, judge};
use crate::family::holonomic::first_terms;
use crate::view::Sequence;

/// First terms that the recurrence is read from.
pub(crate) const MAX_TERMS: usize = 512;
/// Longest recurrence.
const MAX_LENGTH: usize = 16;
/// Longest lag of a recurrence with two terms.
const MAX_LAG_LENGTH: usize = 40;
/// Terms that must follow such a recurrence.
const LEAST_RUN: usize = 12;

/// The recurrence of the sequence, from the start or after a few terms.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let count = sequence.len();
    if !grows(sequence.get(count - 1), sequence.get(count.saturating_sub(1 + MAX_LAG_LENGTH))) {
        return None;
    }
    let end = sequence.prefix(MAX_TERMS).fitting();
    let of_least_order = (0..end / 2).find_map(|start| {
        let residues = sequence.terms(start..end).into_iter().map(|t| PrimeField::LARGE.residue(t));
        let weights = shortest_recurrence(residues, MAX_LENGTH)?;
        let order = weights.len();
        if order == 0 || 3 * order > end - start {
            return None;
        }
        law(sequence, weights, start)
    });
    of_least_order.or_else(|| lagging(sequence, end))
}

/// `a(n) = a(n - 1) + a(n - lag)`: the lost positions of dynamic subtraction (Schwenk 1970), where
/// the lag may be long.
fn lagging(sequence: &Sequence<'_>, end: usize) -> Option<Judged> {
    (MAX_LENGTH / 4..=MAX_LAG_LENGTH).take_while(|lag| 2 * lag < end).find_map(|lag| {
        let follows = |&i: &usize| {
            sequence.get(i - 1).checked_add(sequence.get(i - lag)) == Some(sequence.get(i))
        };
        let run = (lag..end).rev().take_while(follows).count();
        if run < LEAST_RUN {
            return None;
        }
        let mut weights = vec![0; lag];
        (weights[0], weights[lag - 1]) = (1, 1);
        law(sequence, weights, end - run - lag)
    })
}

/// The recurrence with these coefficients from the index `start` on.
fn law(sequence: &Sequence<'_>, weights: Vec<i128>, start: usize) -> Option<Judged> {
    let (order, end) = (weights.len(), sequence.prefix(MAX_TERMS).fitting());
    let terms = sequence.terms(start..end);
    if !expands(&terms, order) {
        return None;
    }
    let first = terms[..order].iter().map(|&t| t.into()).collect();
    let (name, n) = (sequence.name, &sequence.axis.name);
    let proposal = proposal(name, n, weights, sequence.coordinate(start), first)?.starting(start);
    judge(sequence, Proposal { check_bits: information(&terms), ..proposal })?.exact()
}

/// The recurrence with these coefficients; its first terms stand from `lo` on.
pub(crate) fn proposal(
    name: &str,
    n: &str,
    weights: Vec<i128>,
    lo: i64,
    first: Vec<i128>,
) -> Option<Proposal> {
    let order = weights.len();
    let words = words(name, n, &weights, lo, &first);
    let index = Formula::Var(0).plus(lo.checked_neg()?);
    let formula = index.under(Operation::Recurrence(Box::new([weights, first])));
    let proposal = Proposal::new(LawKind::Recurrence, formula, 2 * order);
    Some(proposal.parameter("order", order).said(words))
}

/// Whether the later terms double at least within the length of the recurrence. Slower ones may
/// follow a convergent of an irrational slope; periods and polynomials have families of their own.
fn expands(terms: &[i64], order: usize) -> bool {
    (order.max(terms.len() - terms.len() / 3)..terms.len())
        .all(|n| grows(terms[n], terms[n - order]))
}

fn grows(later: i64, before: i64) -> bool {
    later.unsigned_abs() / 2 >= before.unsigned_abs().max(1)
}

/// What a term hit exactly is worth: the digits of a middling one, up to a byte.
fn information(terms: &[i64]) -> usize {
    let middle = terms.get(terms.len() / 2).copied().unwrap_or(0);
    usize::try_from(length(middle).min(8)).unwrap_or(1)
}

/// `a(n) = a(n - 1) + a(n - 4), a(1..4) = 1, 2, 3, 4`; the first terms stand from `lo` on.
pub(crate) fn words(name: &str, n: &str, weights: &[i128], lo: i64, first: &[i128]) -> String {
    let mut right = String::new();
    for (&c, k) in weights.iter().zip(1..).filter(|(c, _)| **c != 0) {
        let term = format!("{name}({n} - {k})");
        add_term(&mut right, c < 0, &multiple(c.unsigned_abs(), &term));
    }
    format!("{name}({n}) = {right}, {}", first_terms(name, lo, first))
}
