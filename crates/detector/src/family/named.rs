//! Sequences with a name, such as the primes, from one of their first terms on or from the index that
//! a list begins with.

use message::{Message, message};
use std::sync::OnceLock;

use arith::named::{NAMED, Named};
use expr::law::LawKind;
use formula::{Formula, Operation};
use num_bigint::BigInt;

use crate::evidence::{Judged, Proposal, judge, unjudged};
use crate::statement::{Support, shift, state};
use crate::view::Sequence;

/// First terms that may be left out, whatever index the list begins with; and those before the index
/// that it does begin with.
const MAX_SKIPPED: usize = 4;
const MAX_BEFORE: usize = 100;
/// Terms by which a sequence is recognised, and fewest of a list.
const KNOWN: usize = 24;
const LEAST_TERMS: usize = 6;
/// Fewest terms of a law, where they do not rise.
const LEAST_TERMS_OF_SMALL: usize = 64;
/// Terms that tell which of the sequences it is.
const FITTED: usize = 4;

/// What the first terms of the sequences are, in their order, if some are left out.
fn known(skipped: usize) -> &'static [Vec<BigInt>] {
    static FIRST: [OnceLock<Vec<Vec<BigInt>>>; 2] = [OnceLock::new(), OnceLock::new()];
    let (known, most) = match skipped <= MAX_SKIPPED {
        true => (&FIRST[0], MAX_SKIPPED),
        false => (&FIRST[1], MAX_BEFORE),
    };
    known.get_or_init(|| NAMED.iter().map(|named| named.terms(KNOWN + most)).collect())
}

/// The sequences that `count` terms from the index `lo` on, asked for by their place, are a part of but
/// for so many `wrong` ones, each with the number of its terms that are left out before them.
pub(crate) fn matching(
    lo: i64,
    count: usize,
    term: &dyn Fn(usize) -> BigInt,
    wrong: usize,
) -> Vec<(&'static Named, usize)> {
    let first: Vec<BigInt> = (0..count.min(KNOWN)).map(term).collect();
    let agrees = |rest: &[BigInt]| {
        let length = rest.len().min(first.len());
        let differ = rest.iter().zip(&first).filter(|(a, b)| a != b).take(wrong + 1).count();
        length >= LEAST_TERMS && differ <= wrong.min(length / 8)
    };
    let begins = |(place, named): (usize, &'static Named)| {
        let before = lo.checked_sub(named.first).and_then(|k| usize::try_from(k).ok());
        let before = before.filter(|before| (MAX_SKIPPED + 1..=MAX_BEFORE).contains(before));
        let from = |k: usize| known(k)[place].get(k..).unwrap_or_default();
        let skipped = (0..=MAX_SKIPPED).chain(before).find(|&k| agrees(from(k)))?;
        Some((named, skipped))
    };
    let is_all = |&(named, skipped): &(&'static Named, usize)| {
        let all = named.terms(skipped + count);
        // Terms that grow out of all bounds are not computed.
        let differs = |&i: &usize| all[skipped + i] != term(i);
        all.len() == skipped + count && (0..count).filter(differs).take(wrong + 1).count() <= wrong
    };
    NAMED.iter().enumerate().filter_map(begins).filter(is_all).collect()
}

/// The proposal that says so of a list over `n` from `lo` on.
pub(crate) fn proposal(
    name: &str,
    n: &str,
    lo: i64,
    (named, skipped): (&'static Named, usize),
) -> Option<Proposal> {
    let by = named.first.checked_add(i64::try_from(skipped).ok()?)?.checked_sub(lo)?;
    let formula = Formula::Var(0).plus(by).under(Operation::Named(named.number));
    let (label, what) = (named.label(), Message::from(named.name));
    let words = message!("{name}({n}) = {label}({n}{}), the {what}", shift(by));
    Some(Proposal::new(LawKind::Closed, formula, FITTED).said(words))
}

/// What the list would be but for so many wrong terms, without evidence.
pub(crate) fn nearly(sequence: &Sequence<'_>, wrong: usize) -> Vec<Judged> {
    let proposals = proposals(sequence, wrong).into_iter();
    let all = proposals.map(|proposal| {
        let bits = proposal.formula.bits();
        let support = Support { fitted: FITTED, tested: 0, tested_bits: 0, bits };
        state(sequence.subject(0), proposal, support, Vec::new())
    });
    all.collect()
}

fn proposals(sequence: &Sequence<'_>, wrong: usize) -> Vec<Proposal> {
    let (name, n, lo) = (sequence.name, &sequence.axis.name, sequence.axis.lo);
    let matching = matching(lo, sequence.len(), &|i| sequence.get(i).into(), wrong);
    matching.into_iter().filter_map(|found| proposal(name, n, lo, found)).collect()
}

/// The sequences that this list is a part of.
pub(crate) fn find(sequence: &Sequence<'_>) -> Vec<Judged> {
    // Digits and small values are seen late to go another way.
    let count = sequence.len();
    let is_rising = (count / 2 + 1..count).all(|i| sequence.get(i) > sequence.get(i - 1));
    if !sequence.is_lenient && !is_rising && count < LEAST_TERMS_OF_SMALL {
        return Vec::new();
    }
    let judged = |proposal| match sequence.is_lenient {
        true => unjudged(sequence, proposal),
        false => judge(sequence, proposal)?.exact(),
    };
    proposals(sequence, 0).into_iter().filter_map(judged).collect()
}
