//! Sequences of integers beyond 64 bits: powers, Fibonacci numbers, lines and polynomials with
//! large coefficients.
//!
//! Where enough of the first terms have 64 bits, their laws are compared with all other terms,
//! in 128 bits; else the shortest linear recurrence is looked for, as which any polynomial can be
//! stated too. No exceptions are allowed.

use arith::sequences::following;
use expr::law::{Kind, Law};
use table::{Axis, Column, Table, Values};

use crate::evidence::{Judged, is_enough};
use crate::family::{holonomic, recurrence};
use crate::formula::Formula;
use crate::further::Body;
use crate::modular;
use crate::sequences::{LEAST_TERMS, laws};
use crate::statement::{Stated, state};
use crate::view::Sequence;

/// Longest recurrence.
const MAX_LENGTH: usize = 8;
/// Number of predicted values.
const NEXT: i64 = 12;

/// The laws of a column over one full axis whose values are integers of more than 64 bits.
pub(crate) fn find(table: &Table, column: &Column) -> Vec<Judged> {
    let mut varying = table.axes.iter().filter(|axis| axis.len() > 1);
    let (Some(axis), None) = (varying.next(), varying.next()) else { return Vec::new() };
    let full = table.present.as_ref().is_none_or(|cells| cells.iter().all(|&here| here));
    let Some(terms) = column.values.wide().filter(|_| full) else { return Vec::new() };
    let found = of_first_terms(&column.name, axis, &terms);
    if !found.is_empty() {
        return found;
    }
    let found = recurrent(&column.name, axis, &terms);
    found.or_else(|| holonomic::find(&column.name, axis, &terms, false)).into_iter().collect()
}

/// The laws of the terms before the first large one that hold for all.
fn of_first_terms(name: &str, axis: &Axis, terms: &[i128]) -> Vec<Judged> {
    let first: Vec<i64> = terms.iter().map_while(|&t| i64::try_from(t).ok()).collect();
    let count = first.len();
    let Some(last) = i64::try_from(count).ok().filter(|_| count >= LEAST_TERMS) else {
        return Vec::new();
    };
    let column = Column { name: name.to_owned(), values: Values::I64(first) };
    let axes = vec![Axis::new(axis.name.clone(), axis.lo, axis.lo + last - 1)];
    let table = Table { axes, columns: vec![column], present: None };
    let Some(sequence) = Sequence::new(&table, &table.columns[0]) else { return Vec::new() };
    let holds = |law: &Law| {
        law.exceptions.is_empty()
            && Body::of(law).is_some_and(|mut body| {
                (axis.lo..).zip(terms).skip(count).all(|(n, &t)| body.wide_at(&[n]) == Some(t))
            })
    };
    let all = laws(&sequence).into_iter().filter(|judged| holds(&judged.finding.law));
    all.map(|mut judged| {
        let finding = &mut judged.finding;
        finding.evidence.tested += terms.len() - count;
        finding.evidence.tested_bits += (terms.len() - count) as u64;
        finding.evidence.verified_to = vec![axis.hi];
        finding.evidence.refuted_by =
            format!("any {} > {} where {name}({0}) differs", axis.name, axis.hi);
        finding.next = predicted(&finding.law, axis.hi);
        judged
    })
    .collect()
}

/// The shortest linear recurrence of all terms, read off the first two thirds.
fn recurrent(name: &str, axis: &Axis, terms: &[i128]) -> Option<Judged> {
    let fitted = terms.len() - terms.len() / 3;
    let residues: Vec<u64> = terms[..fitted].iter().map(|&t| modular::residue(t)).collect();
    let weights = recurrence::shortest(&residues)?;
    let order = weights.len();
    if !(1..=MAX_LENGTH).contains(&order) || terms.len() <= 2 * order {
        return None;
    }
    let wide: Vec<i128> = weights.iter().copied().map(i128::from).collect();
    let follows = |window: &[i128]| following(&wide, &window[..order]) == Some(window[order]);
    if !terms.windows(order + 1).all(follows) {
        return None;
    }
    let words = recurrence::words(name, &axis.name, &weights, axis.lo, &terms[..order]);
    let index = Formula::Var(0).plus(axis.lo.checked_neg()?);
    let formula = Formula::Recurrence(wide, terms[..order].to_vec(), Box::new(index));
    // Every term hit exactly says a byte, as in sequences of 64 bits.
    let bits = formula.bits();
    let tested = terms.len() - 2 * order;
    let tested_bits = 8 * tested as u64;
    if !is_enough(tested, tested_bits, bits, 0) {
        return None;
    }
    let mut finding = state(Stated {
        subject: name,
        variables: vec![axis.name.clone()],
        kind: Kind::Recurrence,
        formula: &formula,
        from: Some(axis.lo),
        condition: None,
        is_whole: true,
        parameters: vec![("order".to_owned(), order.to_string())],
        exceptions: Vec::new(),
        words: Some(words),
        fitted: 2 * order,
        tested,
        tested_bits,
        verified_to: vec![axis.hi],
        bits,
        next: Vec::new(),
    });
    finding.next = predicted(&finding.law, axis.hi);
    Some(Judged { finding, formula, beside: 0 })
}

/// The values just beyond `last`, as far as they have 128 bits.
fn predicted(law: &Law, last: i64) -> Vec<i128> {
    let Some(mut body) = Body::of(law) else { return Vec::new() };
    (1..=NEXT).map_while(|k| body.wide_at(&[last.checked_add(k)?])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arith::Dyadic;

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
