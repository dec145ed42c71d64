//! Laws of short lists: the constants of the rows of a grid, a function of one key, a threshold.
//!
//! A list taken from a grid is shorter than a table of its own would be. If the families of sequences
//! need more terms, a small set of formulas is compared with the first two thirds and tested on the
//! rest. The law of the grid that results is judged on the whole grid.

use expr::ast::Comparison::Ge;
use formula::bits::arrangement_bits;
use formula::search::Pool;
use formula::{Formula, Operation};

use crate::family::{Search, repeats, shortest};
use crate::recent::Recent;
use crate::vocabulary::{nim_products, odd_part};

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
pub(crate) fn law(values: &[i64], lo: i64, search: Search) -> Option<Formula> {
    if values.len() < LEAST_TERMS {
        return None;
    }
    if values.windows(2).all(|w| w[0] == w[1]) {
        return Some(Formula::Int(values[0]));
    }
    let found = [short(values, lo), repeats::law(values, lo), of_sequence(values, lo, search)];
    found.into_iter().flatten().min_by_key(Formula::bits)
}

/// The law that the families of sequences find.
fn of_sequence(values: &[i64], lo: i64, search: Search) -> Option<Formula> {
    let best = shortest(search, "f", lo, values.to_vec())?;
    let wrong: Vec<(i64, i64)> = (lo..)
        .zip(values.iter().copied())
        .filter(|&(n, value)| !best.formula.is(value, &[n]))
        .take(MAX_EXCEPTIONS + 1)
        .collect();
    let named = |law: Formula, (n, value): (i64, i64)| Formula::Var(0).equals(n).choose(value, law);
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
            && (0..values.len()).all(|i| coordinate(i).is_some_and(|n| formula.is(values[i], &[n])))
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
    let n = Formula::Var(0);
    pool.extend((-1..=8).map(Formula::Int));
    for c in -3..=3 {
        let shifted = n.plus(c);
        pool.extend((1..=4).flat_map(|k| [shifted.times(k), n.times(k).plus(c)]));
        // Three repeats must be in sight.
        for m in (2..=MAX_MODULUS).take_while(|m| 3 * m <= length) {
            let (rest, quotient) = (&shifted % m, &shifted / m);
            pool.extend((0..m).flat_map(|r| [rest.equals(r), rest.cmp(Ge, r)]));
            pool.extend([rest, quotient.times(2), quotient.times(m), quotient]);
        }
        pool.compare(&n, c);
    }
    let square = n.clone().pow(2);
    pool.extend((2..=4).map(|d| &square / d));
    let power = |base: i64, exponent: Formula| Formula::Int(base).pow(exponent);
    pool.extend((-1..=1).map(|c| power(2, Formula::call("bitlen", [n.plus(c)]))));
    let triangular = (&n * n.plus(1)).div(2);
    for e in [square, triangular, power(2, n.clone()), power(3, n.clone())] {
        pool.extend((-1..=1).map(|c| e.plus(c)));
    }
    // The odd part, where at most half of a heap is taken.
    for odd in (0..=2).map(|c| odd_part(n.plus(c))) {
        pool.extend([&odd / 2, odd]);
    }
    pool.extend(nim_products());
    for shifted in (-1..=1).map(|c| n.plus(c)) {
        let functions = ["lowbit", "popcount", "v2", "bitlen", "isqrt"];
        let keys = functions.map(|f| Formula::call(f, [shifted.clone()]));
        let part = shifted.under(Operation::LeastFibonacciPart);
        for key in keys.into_iter().chain([part]) {
            pool.extend((-1..=1).map(|k| key.plus(k)));
            pool.extend([2, 3].into_iter().flat_map(|k| [key.times(k), &key % k]));
        }
    }
    pool
}
