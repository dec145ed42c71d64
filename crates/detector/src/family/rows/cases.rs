//! Periods that are one formula of two numbers under a condition, and another one elsewhere.
//!
//! For p < q let r = q mod 2p: taking p, q or p + q has period p (2q + r) / gcd(p, q) where
//! 0 < r < p, and 2q + (-q mod 2p) elsewhere (E. Berlekamp, J. Conway, R. Guy, "Winning Ways",
//! chapter 4).

use expr::ast::Comparison;

use super::{LEAST_SEEN, Row};
use crate::formula::{Formula, Op};

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
        [a.clone().min(b.clone()), a.max(b)]
    };
    let bits = found.bits() + sorted.iter().map(Formula::bits).sum::<u32>();
    Some((bits, found.with(&sorted)))
}

/// The formulas whose cases are told by the remainder of q, the greater number, modulo k p.
fn divided(k: i64, seen: &[([i64; 2], i64)]) -> Vec<Formula> {
    let (p, q) = (Formula::Var(0), Formula::Var(1));
    let by = p.clone().times(k);
    let rest = q.clone().op(Op::Rem, by.clone());
    let missing = Formula::Int(0).op(Op::Sub, q.clone()).op(Op::Rem, by);
    let zero = || Formula::Int(0);
    let conditions = [
        rest.clone().cmp(Comparison::Eq, zero()),
        rest.clone().cmp(Comparison::Lt, p.clone()),
        Formula::Between(
            true,
            Box::new(zero()),
            Box::new(rest.clone()),
            Box::new(p.clone().plus(-1)),
        ),
        q.clone().rem(2).cmp(Comparison::Eq, zero()),
        p.clone().rem(2).cmp(Comparison::Eq, zero()),
    ];
    let mut pool = Vec::new();
    let factors = [1, 2].map(|f| (q.clone().times(f), p.clone().times(f)));
    for (times_q, times_p) in factors {
        for sum in [
            times_q.clone().op(Op::Add, rest.clone()),
            times_q.clone().op(Op::Add, missing.clone()),
            times_q.clone().op(Op::Sub, rest.clone()),
            times_q.clone().op(Op::Add, p.clone()),
            times_q,
            times_p,
        ] {
            let product = p.clone().op(Op::Mul, sum.clone());
            let common = Formula::call("gcd", [p.clone(), q.clone()]);
            pool.push(product.clone().op(Op::Div, common));
            pool.extend([sum, product]);
        }
    }
    pool.sort_by_key(Formula::bits);
    let agrees = |formula: &Formula, rows: &[&([i64; 2], i64)]| {
        rows.iter().all(|(at, period)| formula.eval(at) == Some(*period))
    };
    let case = |rows: &[&([i64; 2], i64)]| {
        let enough = rows.len() >= LEAST_SEEN;
        pool.iter().find(|formula| enough && agrees(formula, rows)).cloned()
    };
    let cases = conditions.into_iter().filter_map(|condition| {
        let (yes, no): (Vec<_>, Vec<_>) =
            seen.iter().partition(|(at, _)| condition.eval(at) == Some(1));
        Some(condition.choose(case(&yes)?, case(&no)?))
    });
    cases.collect()
}
