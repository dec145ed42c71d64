//! Quadratic floors `(a * n^2 + b * n + c) // d`.
//!
//! The differences of such a sequence are arithmetic periodic with some period `p` and saltus `t`;
//! then `a / d = t / (2 p)`, `b` follows from one step of `p`, and `c` from one period.

use expr::law::Kind;

use crate::evidence::{Judged, Proposal, judge};
use crate::formula::{Formula, Op};
use crate::view::Sequence;

/// Longest period of the differences.
const LONGEST: usize = 60;

/// The quadratic law of the sequence, if it has one.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let end = sequence.fitting();
    (1..=LONGEST).take_while(|p| 6 * p + 6 <= end).find_map(|p| {
        let rise = |i: usize| sequence.get(i).checked_sub(sequence.get(i - p));
        // Second differences at distance p, constant over the whole fitted part.
        let bend = |i: usize| rise(i)?.checked_sub(rise(i - p)?);
        let second = bend(end - 1).filter(|&t| t != 0)?;
        let constant = (2 * p..end).rev().all(|i| bend(i) == Some(second));
        if !constant {
            return None;
        }
        let formula = quadratic(sequence, p, second)?;
        let proposal = Proposal {
            kind: Kind::Closed,
            formula,
            start: 0,
            fitted: 2 * p + 1,
            period: p,
            parameters: Vec::new(),
            words: None,
        };
        judge(sequence, proposal)
    })
}

/// The quadratic with second difference `second` at distance `p`.
fn quadratic(sequence: &Sequence<'_>, p: usize, second: i64) -> Option<Formula> {
    let step = i128::try_from(p).ok()?;
    // x(n + p) - 2 x(n) + x(n - p) = 2 a p^2 / d
    let (mut a, mut d) = (i128::from(second), 2 * step * step);
    let common = i128::try_from(arith::integer::gcd(a.unsigned_abs(), d.unsigned_abs())).ok()?;
    (a, d) = (a / common, d / common);
    let first = i128::from(sequence.axis.lo);
    for scale in 1..=4 {
        let (a, d) = (a * scale, d * scale);
        let rise = i128::from(sequence.get(p).checked_sub(sequence.get(0))?);
        // d (x(n + p) - x(n)) = a (2 n p + p^2) + b p
        let rest =
            d.checked_mul(rise)?.checked_sub(a.checked_mul(2 * first * step + step * step)?)?;
        if rest % step != 0 {
            continue;
        }
        let b = rest / step;
        let (mut least, mut greatest) = (i128::MIN, i128::MAX);
        for i in 0..p {
            let n = i128::from(sequence.coordinate(i));
            let curve = a.checked_mul(n)?.checked_add(b)?.checked_mul(n)?;
            let c = d.checked_mul(sequence.get(i).into())?.checked_sub(curve)?;
            least = least.max(c);
            greatest = greatest.min(c + d - 1);
        }
        if least <= greatest {
            let c = 0i128.clamp(least, greatest);
            let [a, b, c, d] = [a, b, c, d].map(|k| i64::try_from(k).ok());
            return Some(written(a?, b?, c?, d?));
        }
    }
    None
}

/// `n * (a * n + b) // d` when there is no constant, otherwise with the constant behind.
fn written(a: i64, b: i64, c: i64, d: i64) -> Formula {
    let n = || Formula::Var(0);
    n().op(Op::Mul, n().times(a).plus(b)).plus(c).div(d)
}
