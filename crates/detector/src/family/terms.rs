//! Laws of short lists: the constants of the rows of a grid, a function of one key, a threshold.
//!
//! A list taken from a grid is shorter than a table of its own would be. Where the families of
//! sequences ask for more terms, a small set of formulas is compared with the first two thirds and
//! tested on the rest. The law that the list becomes part of is judged on the whole grid.

use expr::ast::Comparison::{Eq, Ge};
use table::{Axis, Column, Table, Values};

use crate::bits::arrangement_bits;
use crate::family::repeats;
use crate::formula::{Formula, Op};
use crate::laws_of_sequence;
use crate::recent::Recent;
use crate::search::{Pool, comparisons};
use crate::view::Sequence;
use crate::vocabulary::MAX_NIM_FACTOR;

/// Fewest terms that can have a law.
const LEAST_TERMS: usize = 6;
/// Fewest terms for a combination of two formulas.
const LEAST_TERMS_OF_PAIRS: usize = 12;
/// Terms compared when formulas are looked up.
const SAMPLE: usize = 48;
/// Bits a law must save against naming the arrangement of the terms.
const LEAST_SAVING: u64 = 4;
/// Most terms that may be named beside the law.
const MAX_EXCEPTIONS: usize = 2;
/// Greatest modulus tried.
const MAX_MODULUS: i64 = 12;

/// The shortest law of a list over `lo, lo + 1, ...` that holds for all of its terms, as a formula
/// in one variable.
pub(crate) fn law(values: &[i64], lo: i64) -> Option<Formula> {
    if values.len() < LEAST_TERMS {
        return None;
    }
    if values.windows(2).all(|w| w[0] == w[1]) {
        return Some(Formula::Int(values[0]));
    }
    let found = [short(values, lo), repeats::law(values, lo), of_sequence(values, lo)];
    found.into_iter().flatten().min_by_key(Formula::bits)
}

/// The law that the families of sequences find.
fn of_sequence(values: &[i64], lo: i64) -> Option<Formula> {
    let hi = lo.checked_add(i64::try_from(values.len()).ok()?)?.checked_sub(1)?;
    let column = Column { name: "f".to_owned(), values: Values::I64(values.to_vec()) };
    let table = Table { axes: vec![Axis::new("k", lo, hi)], columns: vec![column], present: None };
    let sequence = Sequence::new(&table, &table.columns[0])?;
    let laws = laws_of_sequence(&sequence);
    let best = laws.into_iter().min_by_key(crate::evidence::Judged::size)?;
    let wrong: Vec<(i64, i64)> = (lo..)
        .zip(values.iter().copied())
        .filter(|&(n, value)| best.formula.eval(&[n]) != Some(value))
        .take(MAX_EXCEPTIONS + 1)
        .collect();
    let named = |formula: Formula, (n, value)| {
        let here = Formula::Var(0).cmp(Eq, Formula::Int(n));
        here.choose(Formula::Int(value), formula)
    };
    (wrong.len() <= MAX_EXCEPTIONS).then(|| wrong.into_iter().fold(best.formula, named))
}

/// A formula of few bits, fitted on the first two thirds.
fn short(values: &[i64], lo: i64) -> Option<Formula> {
    let fitted = values.len() - values.len() / 3;
    let step = fitted.div_ceil(SAMPLE);
    let places: Vec<usize> = (0..fitted).rev().step_by(step).collect();
    let coordinate = |i: usize| lo.checked_add(i64::try_from(i).ok()?);
    let sample = places.iter().map(|&i| coordinate(i).map(|n| vec![n])).collect::<Option<_>>()?;
    let target: Vec<i64> = places.iter().map(|&i| values[i]).collect();
    static POOLS: Recent<(Vec<Vec<i64>>, i64), Pool> = Recent::new();
    let key = (sample, i64::try_from(values.len()).ok()?);
    let pool = POOLS.get(key, |(sample, length)| fill(Pool::new(sample.clone()), *length));
    let arrangement = arrangement_bits(values.iter().copied());
    let holds = |formula: &Formula| {
        arrangement >= u64::from(formula.bits()) + LEAST_SAVING
            && (0..values.len())
                .all(|i| coordinate(i).and_then(|n| formula.eval(&[n])) == Some(values[i]))
    };
    if let Some(single) = pool.single(&target).filter(holds) {
        return Some(single);
    }
    if values.len() < LEAST_TERMS_OF_PAIRS {
        return None;
    }
    pool.pairs(&target).into_iter().find(holds)
}

fn fill(mut pool: Pool, length: i64) -> Pool {
    let n = || Formula::Var(0);
    for k in -1..=8 {
        pool.add(Formula::Int(k));
    }
    for c in -3..=3 {
        let shifted = n().plus(c);
        for k in 1..=4 {
            pool.add(shifted.clone().times(k));
            pool.add(n().times(k).plus(c));
        }
        // Three repeats must be in sight.
        for m in (2..=MAX_MODULUS).take_while(|m| 3 * m <= length) {
            let rest = shifted.clone().rem(m);
            for r in 0..m {
                pool.add(rest.clone().cmp(Eq, Formula::Int(r)));
                pool.add(rest.clone().cmp(Ge, Formula::Int(r)));
            }
            pool.add(rest);
            let quotient = shifted.clone().div(m);
            pool.add(quotient.clone().times(2));
            pool.add(quotient.clone().times(m));
            pool.add(quotient);
        }
        for condition in comparisons(&n(), &Formula::Int(c)) {
            pool.add(condition);
        }
    }
    let square = n().op(Op::Pow, Formula::Int(2));
    for d in 2..=4 {
        pool.add(square.clone().div(d));
    }
    for c in -1..=1 {
        let digits = Formula::call("bitlen", [n().plus(c)]);
        pool.add(Formula::Int(2).op(Op::Pow, digits));
    }
    let powers = [square, n().op(Op::Mul, n().plus(1)).div(2)];
    let exponentials = [2, 3].map(|base| Formula::Int(base).op(Op::Pow, n()));
    for e in powers.into_iter().chain(exponentials) {
        for c in -1..=1 {
            pool.add(e.clone().plus(c));
        }
    }
    // The odd part, where at most half of a heap is taken.
    for c in 0..=2 {
        let odd = n().plus(c).op(Op::Div, Formula::call("lowbit", [n().plus(c)]));
        pool.add(odd.clone().div(2));
        pool.add(odd);
    }
    for k in 2..=MAX_NIM_FACTOR {
        pool.add(Formula::call("nimprod", [n(), Formula::Int(k)]));
    }
    pool.add(Formula::call("nimprod", [n(), n()]));
    for c in -1..=1 {
        let functions = ["lowbit", "popcount", "v2", "bitlen", "isqrt"];
        let keys = functions.map(|f| Formula::call(f, [n().plus(c)]));
        let part = Formula::LeastFibonacciPart(Box::new(n().plus(c)));
        for key in keys.into_iter().chain([part]) {
            for k in -1..=1 {
                pool.add(key.clone().plus(k));
            }
            for k in [2, 3] {
                pool.add(key.clone().times(k));
                pool.add(key.clone().rem(k));
            }
        }
    }
    pool
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(values: &[i64], lo: i64) -> Option<String> {
        law(values, lo).map(|f| f.expr(&["k".to_owned()]).to_string())
    }

    #[test]
    fn constants_of_rows() {
        let list = |count: i64, f: fn(i64) -> i64| (1..=count).map(f).collect::<Vec<i64>>();
        assert_eq!(text(&list(8, |k| k + 1), 1).as_deref(), Some("k + 1"));
        assert_eq!(text(&list(12, |k| 2 * k + 3), 1).as_deref(), Some("2 * k + 3"));
        assert_eq!(text(&list(10, |k| k * k + 1), 1).as_deref(), Some("k ** 2 + 1"));
        assert_eq!(text(&list(8, |k| 1 << k), 1).as_deref(), Some("2 ** k"));
        assert_eq!(text(&list(30, |k| k & -k), 1).as_deref(), Some("lowbit(k)"));
        assert_eq!(text(&[4; 6], 0).as_deref(), Some("4"));
    }

    #[test]
    fn few_or_irregular_terms_have_none() {
        assert_eq!(text(&[1, 2, 3, 4, 5], 0), None);
        assert_eq!(text(&[0, 1, 1, 0, 1, 0], 0), None);
        assert_eq!(text(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3], 0), None);
    }
}
