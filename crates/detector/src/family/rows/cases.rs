//! Periods that are one formula of two numbers under a condition, and another one elsewhere.
//!
//! For p < q let r = q mod 2p: taking p, q or p + q has period p (2q + r) / gcd(p, q) where
//! 0 < r < p, and 2q + (-q mod 2p) elsewhere (E. Berlekamp, J. Conway, R. Guy, "Winning Ways",
//! chapter 4).

use expr::ast::Comparison;
use formula::Formula;

use super::{LEAST_SEEN, Row};

/// Greatest multiple of the lesser number that the greater one is divided by.
const MAX_MULTIPLE: i64 = 2;

/// A formula of two cases that agrees with the least periods of all rows, and its bits, of which the
/// lesser and the greater number count once. Rows have two coordinates besides their own.
pub(super) fn period(rows: &[Row], axis: usize) -> Option<(u32, Formula)> {
    if axis != 2 {
        return None;
    }
    let seen = rows.iter().filter_map(|row| {
        let (a, b) = (*row.place.first()?, *row.place.get(1)?);
        Some(([a.min(b), a.max(b)], row.period?.0))
    });
    let seen: Vec<([i64; 2], i64)> = seen.collect();
    let found = (1..=MAX_MULTIPLE).flat_map(|k| divided(k, &seen)).min_by_key(Formula::bits)?;
    let all =
        |holds: fn(&i64, &i64) -> bool| rows.iter().all(|row| holds(&row.place[0], &row.place[1]));
    let (a, b) = (Formula::Var(0), Formula::Var(1));
    let sorted = if all(i64::le) {
        [a, b]
    } else if all(i64::ge) {
        [b, a]
    } else {
        [a.min(&b), a.max(&b)]
    };
    let bits = found.bits() + sorted.iter().map(Formula::bits).sum::<u32>();
    Some((bits, found.with(&sorted)))
}

/// The formulas whose cases are told by the remainder of q, the greater number, modulo k p.
fn divided(k: i64, seen: &[([i64; 2], i64)]) -> Vec<Formula> {
    let (p, q) = (Formula::Var(0), Formula::Var(1));
    let by = p.clone().times(k);
    let rest = &q % &by;
    let missing = (Formula::Int(0) - &q) % by;
    let conditions = [
        rest.equals(0),
        rest.cmp(Comparison::Lt, &p),
        rest.clone().between(0, true, p.plus(-1)),
        q.rem(2).equals(0),
        p.rem(2).equals(0),
    ];
    let mut pool = Vec::new();
    let common = Formula::call("gcd", [p.clone(), q.clone()]);
    for (q, times_p) in [1, 2].map(|f| (q.times(f), p.times(f))) {
        for sum in [&q + &rest, &q + &missing, &q - &rest, &q + &p, q, times_p] {
            let product = &p * &sum;
            pool.extend([&product / &common, sum, product]);
        }
    }
    pool.sort_by_key(Formula::bits);
    let agrees = |formula: &Formula, rows: &[&([i64; 2], i64)]| {
        rows.iter().all(|(at, period)| formula.is(*period, at))
    };
    let case = |rows: &[&([i64; 2], i64)]| {
        let enough = rows.len() >= LEAST_SEEN;
        pool.iter().find(|formula| enough && agrees(formula, rows)).cloned()
    };
    let cases = conditions.into_iter().filter_map(|condition| {
        let (yes, no): (Vec<_>, Vec<_>) = seen.iter().partition(|(at, _)| condition.is(1, at));
        Some(condition.choose(case(&yes)?, case(&no)?))
    });
    cases.collect()
}
