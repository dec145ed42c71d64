//! Sequences of integers beyond 64 bits: powers, Fibonacci numbers, lines and polynomials with
//! large coefficients.
//!
//! If enough of the first terms have 64 bits, their laws are compared with all other terms, in 128 bits;
//! else the shortest linear recurrence is looked for, which covers polynomials too. No exceptions are
//! allowed.

use arith::sequences::following;
use expr::law::Law;
use table::{Axis, Column, Table};

use crate::evidence::{Judged, is_enough};
use crate::family::{holonomic, recurrence};
use crate::further::Body;
use crate::sequences::{LEAST_TERMS, laws};
use crate::statement::{Subject, Support, state};
use crate::view::{Sequence, list};

/// Longest recurrence.
const MAX_LENGTH: usize = 8;

/// The laws of a column over one full axis whose values are integers of more than 64 bits.
pub(crate) fn find(table: &Table, column: &Column) -> Vec<Judged> {
    let Some(Sequence { name, axis, .. }) = Sequence::new(table, column) else { return Vec::new() };
    let Some(terms) = column.values.wide() else { return Vec::new() };
    let found = of_first_terms(name, axis, &terms);
    if !found.is_empty() {
        return found;
    }
    let found = recurrent(name, axis, &terms);
    found.or_else(|| holonomic::find(name, axis, &terms, false)).into_iter().collect()
}

/// The laws of the terms before the first large one that hold for all.
fn of_first_terms(name: &str, axis: &Axis, terms: &[i128]) -> Vec<Judged> {
    let first: Vec<i64> = terms.iter().map_while(|&t| i64::try_from(t).ok()).collect();
    let count = first.len();
    if count < LEAST_TERMS {
        return Vec::new();
    }
    let table = list(name, &axis.name, axis.lo, first);
    let Some(sequence) = table.as_ref().and_then(Sequence::of) else { return Vec::new() };
    let holds = |law: &Law| {
        law.exceptions.is_empty()
            && Body::of(law).is_some_and(|mut body| {
                (axis.lo..).zip(terms).skip(count).all(|(n, &t)| body.wide_at(&[n]) == Some(t))
            })
    };
    let all = laws(&sequence).into_iter().filter(|judged| holds(&judged.finding.law));
    all.map(|mut judged| {
        judged.finding.add_cells(terms.len() - count, vec![axis.hi]);
        judged.finding.next = predicted(&judged.finding.law, axis.hi);
        judged
    })
    .collect()
}

/// The shortest linear recurrence of all terms, read off the first two thirds.
fn recurrent(name: &str, axis: &Axis, terms: &[i128]) -> Option<Judged> {
    let fitted = terms.len() - terms.len() / 3;
    let weights = recurrence::shortest(&terms[..fitted])?;
    let order = weights.len();
    if !(1..=MAX_LENGTH).contains(&order) || terms.len() <= 2 * order {
        return None;
    }
    let follows = |window: &[i128]| following(&weights, &window[..order]) == Some(window[order]);
    if !terms.windows(order + 1).all(follows) {
        return None;
    }
    let first = terms[..order].to_vec();
    let proposal = recurrence::proposal(name, &axis.name, weights, axis.lo, first)?;
    // Every term hit exactly says a byte, as in sequences of 64 bits.
    let bits = proposal.formula.bits();
    let tested = terms.len() - 2 * order;
    let tested_bits = 8 * tested as u64;
    if !is_enough(tested, tested_bits, bits, 0) {
        return None;
    }
    let support = Support { fitted: 2 * order, tested, tested_bits, bits };
    let subject = Subject::list(name, &axis.name, axis.lo, axis.hi);
    let mut judged = state(subject, proposal, support, Vec::new());
    judged.finding.next = predicted(&judged.finding.law, axis.hi);
    Some(judged)
}

/// The values just beyond `last`, as far as they have 128 bits.
fn predicted(law: &Law, last: i64) -> Vec<i128> {
    Body::of(law).map_or_else(Vec::new, |body| body.beyond(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arith::Dyadic;
    use table::Values;

    fn law_of(terms: &[i128]) -> Option<Judged> {
        let values = terms.iter().map(|&t| Dyadic::new(t, 0).ok()).collect();
        let axes = vec![Axis::new("n", 1, i64::try_from(terms.len()).unwrap())];
        let columns = vec![Column { name: "a".into(), values: Values::of_numbers(values) }];
        let table = Table { axes, columns, present: None };
        assert!(!table.columns[0].values.is_integers());
        find(&table, &table.columns[0]).into_iter().next()
    }

    fn list(terms: i128, f: impl Fn(i128) -> i128) -> Vec<i128> {
        (1..=terms).map(f).collect()
    }

    #[test]
    fn terms_of_many_bits_have_laws() {
        let large = 10i128.pow(25);
        let fibonacci = |k: i128| arith::sequences::fibonacci(usize::try_from(k).unwrap()).unwrap();
        let laws: [&dyn Fn(i128) -> i128; 6] = [
            &fibonacci,
            &|n| 1 << n,
            &|n| 3 * (1 << n) - n,
            &|n| large * n - 7,
            &|n| n * n * n * 10i128.pow(20) + n,
            &|n| (large + n) * n,
        ];
        for (i, f) in laws.into_iter().enumerate() {
            let all = list(120, f);
            let judged = law_of(&all[..100]).unwrap_or_else(|| panic!("law {i}"));
            assert_eq!(judged.finding.next, all[100..112], "{}", judged.finding.law.words);
        }
    }

    #[test]
    fn altered_and_irregular_terms_have_none() {
        for at in [50, 97, 99] {
            let mut powers = list(100, |n| 1 << n);
            powers[at] += 1;
            assert!(law_of(&powers).is_none(), "{at}");
        }
        let noise = list(100, |n| (1 << 70) + (n * n * 7919) % 1009 * ((1 << 60) + n));
        assert!(law_of(&noise).is_none());
        assert!(law_of(&list(20, |n| (1 << 70) * n)).is_none(), "too few terms");
    }
}
