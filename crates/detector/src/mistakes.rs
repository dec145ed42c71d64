//! Laws that all terms of a list obey but a few: what a wrong term leaves of the law of a table.
//!
//! A part of the list without a wrong term has the law. It is compared with the whole list; the terms
//! that differ are its exceptions. A recurrence of a later part is followed back to the first term.

use arith::recurrences::inverse;
use formula::{Formula, Operation};

use crate::evidence::{Judged, LEAST_TERMS, Proposal, judge, judge_mistaken};
use crate::family::{self, Search};
use crate::view::{Sequence, list};

/// Longest list, and the longest part.
const MAX_TERMS: usize = 1 << 16;
const LONGEST_PART: usize = 1 << 12;
/// Fewest terms of a list whose second half is searched for a law of the whole.
const LEAST_TERMS_OF_LATE: usize = 200;

/// The law of the list with its wrong terms, if it has one.
fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    let count = sequence.len();
    // Of a slope that is a fraction for long, two terms may differ for a reason.
    if count > MAX_TERMS || sequence.is_balanced() || has_balanced_sums(sequence) {
        return None;
    }
    let named = family::named::nearly(sequence, (count / 50).max(2));
    let of_name = named.iter().find_map(|law| judge_mistaken(sequence, law, 0));
    of_name.or_else(|| of_parts(sequence, search))
}

/// The laws of a list, or in their place the one that it has but for wrong terms: where it has none, or
/// a longer one that is bent around terms which do not obey it.
pub(crate) fn mended(sequence: &Sequence<'_>, laws: Vec<Judged>, search: Search) -> Vec<Judged> {
    let size = match laws.first() {
        None => u32::MAX,
        Some(law) if is_bent(&law.formula, sequence.len()) => law.size(),
        Some(_) => return laws,
    };
    match find(sequence, search).filter(|mended| mended.size() < size) {
        Some(mended) => vec![mended],
        None => laws,
    }
}

/// The laws of a list, or where it has none that of its second half, if the first one obeys it but for
/// terms at its beginning: positions that are too small for the law.
pub(crate) fn late(sequence: &Sequence<'_>, laws: Vec<Judged>, search: Search) -> Vec<Judged> {
    let (count, half) = (sequence.len(), sequence.len() / 2);
    if !laws.is_empty() || !(LEAST_TERMS_OF_LATE..=MAX_TERMS).contains(&count) {
        return laws;
    }
    let terms = sequence.terms(half..count.min(half + LONGEST_PART));
    let (n, from) = (&sequence.axis.name, sequence.coordinate(half));
    let part = list(sequence.name, n, from, terms);
    let of_part = part.as_ref().and_then(Sequence::of).map_or_else(Vec::new, |part| search(&part));
    let whole = of_part.into_iter().find_map(|law| {
        let fitted = law.finding.evidence.fitted;
        judge(sequence, Proposal::new(law.finding.law.kind, law.formula, fitted))
    });
    whole.into_iter().collect()
}

/// Whether a recurrence is given more terms than it needs, or tells nothing of a term that it is to
/// give: what a wrong term does to the shortest recurrence.
fn is_bent(formula: &Formula, count: usize) -> bool {
    match formula {
        Formula::Apply(Operation::Recurrence(found), _) => found[0].last() == Some(&0),
        Formula::Apply(Operation::Holonomic(found), _) => {
            let mut places = found.polynomials.len() as i128 - 1..count as i128;
            places.any(|place| polynomial_at(&found.polynomials[0], place) == Some(0))
        }
        _ => false,
    }
}

fn polynomial_at(coefficients: &[i128], place: i128) -> Option<i128> {
    let step = |value: i128, c: &i128| value.checked_mul(place)?.checked_add(*c);
    coefficients.iter().rev().try_fold(0i128, step)
}

/// The law of a part of the list that is one of the whole.
fn of_parts(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    parts(sequence.len()).into_iter().find_map(|(from, length)| {
        let part = list(
            sequence.name,
            &sequence.axis.name,
            sequence.coordinate(from),
            sequence.terms(from..from + length),
        )?;
        let laws = search(&Sequence::of(&part)?);
        laws.iter().find_map(|law| {
            let start = match from {
                0 => law.finding.law.from.unwrap_or(0).saturating_sub(sequence.axis.lo),
                _ => 0,
            };
            let whole = judge_mistaken(sequence, law, usize::try_from(start).ok()?);
            whole.or_else(|| followed_back(sequence, from, law, search))
        })
    })
}

/// The parts that are searched, the longest first: where they begin and how long they are.
fn parts(count: usize) -> Vec<(usize, usize)> {
    let lengths = [(2, 3), (1, 2), (1, 4), (1, 8)].map(|(p, q)| (count * p / q).min(LONGEST_PART));
    let mut all = Vec::new();
    for length in lengths.into_iter().filter(|&length| length >= LEAST_TERMS) {
        let last = count - length;
        for from in [0, last, last / 2] {
            if !all.contains(&(from, length)) {
                all.push((from, length));
            }
        }
    }
    all
}

/// Whether the sums of the terms are balanced: a word of two letters that may be a slope's.
fn has_balanced_sums(sequence: &Sequence<'_>) -> bool {
    let mut sum = 0i64;
    let sums: Option<Vec<i64>> = (0..sequence.len())
        .map(|i| {
            sum = sum.checked_add(sequence.get(i))?;
            Some(sum)
        })
        .collect();
    let table = sums.and_then(|sums| list("s", "n", 0, sums));
    table.as_ref().and_then(Sequence::of).is_some_and(|sums| sums.is_balanced())
}

/// The law of the list whose terms before a part follow from the recurrence of the part.
fn followed_back(
    sequence: &Sequence<'_>,
    from: usize,
    law: &Judged,
    search: Search,
) -> Option<Judged> {
    if from == 0 || law.finding.law.from != Some(sequence.coordinate(from)) {
        return None;
    }
    let Formula::Apply(operation, _) = &law.formula else { return None };
    let rest = sequence.terms(from..sequence.len());
    // Nearest term last.
    let mut terms: Vec<i128> = rest.iter().rev().map(|&t| t.into()).collect();
    for back in 1..=i128::try_from(from).ok()? {
        let given = sequence.get(from - usize::try_from(back).ok()?);
        let before = term_before(operation, &terms, back)?.unwrap_or(given.into());
        terms.push(before);
    }
    let values: Option<Vec<i64>> = terms.iter().rev().map(|&t| i64::try_from(t).ok()).collect();
    let mended = list(sequence.name, &sequence.axis.name, sequence.axis.lo, values?)?;
    let laws = search(&Sequence::of(&mended)?);
    let mut whole = laws.iter().filter(|law| law.is_whole_from(sequence.axis.lo));
    whole.find_map(|law| judge_mistaken(sequence, law, 0))
}

/// The term `back` places before the list that the recurrence is of, given those after it with the
/// nearest last; the inner `None` where the recurrence does not tell it.
fn term_before(operation: &Operation, terms: &[i128], back: i128) -> Option<Option<i128>> {
    let (modulus, leading, weights) = match operation {
        Operation::Recurrence(found) => (0, 1, found[0].clone()),
        Operation::Holonomic(found) => {
            let order = i128::try_from(found.polynomials.len()).ok()? - 1;
            let place = order.checked_sub(back)?;
            let at = |weights: &Vec<i128>| polynomial_at(weights, place);
            let mut values: Vec<i128> = found.polynomials.iter().map(at).collect::<Option<_>>()?;
            (found.modulus, values.remove(0), values)
        }
        _ => return None,
    };
    let reduced = |k: i128| if modulus == 0 { k } else { k.rem_euclid(modulus) };
    let (last, others) = weights.split_last()?;
    let after = terms.get(terms.len().checked_sub(weights.len())?..)?;
    let less = |left: i128, (w, &term): (&i128, &i128)| {
        Some(reduced(left.checked_sub(reduced(*w).checked_mul(term)?)?))
    };
    let whole = reduced(leading).checked_mul(after[0])?;
    let left = others.iter().zip(&after[1..]).try_fold(reduced(whole), less)?;
    match (modulus, last) {
        (_, 0) => Some(None),
        (0, w) => (left % w == 0).then(|| Some(left / w)),
        (m, w) => Some(inverse(*w, m).map(|inverse| reduced(left * inverse))),
    }
}
