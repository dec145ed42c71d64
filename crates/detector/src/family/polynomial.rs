//! Polynomials of degree 2 to 5 with a bounded periodic error: `n * (n - 1) // 2`,
//! `(n ** 3 - n) // 6`, `n ** 2 // 12`.
//!
//! With `D` the difference at distance `p`, `D^k x` is constant for degree `k`; then the leading
//! coefficient is `D^k x / (k! p^k)`, the next one follows from what is left, and so on. The
//! constant is any number of an interval, of which the one nearest to 0 is taken.

use arith::integer::gcd;
use expr::law::LawKind;
use formula::Formula;

use crate::evidence::{Judged, Proposal, judge};
use crate::view::Sequence;

/// Longest period of the error.
const MAX_LENGTH: usize = 60;
/// Greatest degree.
const MAX_DEGREE: usize = 5;
/// Terms by which the polynomial must be overdetermined.
const SLACK: usize = 6;
/// The same for candidates.
const LENIENT_SLACK: usize = 3;
/// Differences of the highest order that are looked at first.
const TAIL: usize = 8;
/// First terms that may be others.
const MAX_FIRST: usize = 4;

/// The polynomial law of the sequence, if it has one: of the least degree, then period.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let end = sequence.fitting();
    let slack = if sequence.is_lenient { LENIENT_SLACK } else { SLACK };
    (2..=MAX_DEGREE).find_map(|degree| {
        (1..=MAX_LENGTH).take_while(|p| (degree + 1) * p + slack <= end).find_map(|p| {
            let levels = differences(sequence, end, p, degree)?;
            let formula = formula(sequence, &levels, p)?;
            let start = sequence.start_of(&formula, MAX_FIRST.min(end));
            // n ** 2 // 4 - 1, and 0 where that is less
            let clamped = formula.max(0);
            let is_clamped = start > 0 && (0..start).all(|i| sequence.obeys(&clamped, i));
            let (formula, start) = if is_clamped { (clamped, 0) } else { (formula, start) };
            let proposal = Proposal::new(LawKind::Closed, formula, degree * p + 1).starting(start);
            judge(sequence, proposal.repeating(p).parameter("degree", degree))
        })
    })
}

/// The last difference of each order at distance `p`, if those of order `degree` are one number,
/// not 0, on all fitted terms but the very first: a difference of order `k` ends at index `end - 1`.
fn differences(sequence: &Sequence<'_>, end: usize, p: usize, degree: usize) -> Option<Vec<i128>> {
    let first = MAX_FIRST.min(end / 8);
    // The last terms alone refuse most lists.
    let late = end.saturating_sub(degree * p + TAIL).max(first);
    last_differences(&sequence.terms(late..end), p, degree)?;
    last_differences(&sequence.terms(first..end), p, degree)
}

/// The same of these terms.
fn last_differences(terms: &[i64], p: usize, degree: usize) -> Option<Vec<i128>> {
    let mut row: Vec<i128> = terms.iter().copied().map(i128::from).collect();
    let mut last = vec![*row.last()?];
    for _ in 0..degree {
        row = (p..row.len()).map(|i| row[i].checked_sub(row[i - p])).collect::<Option<_>>()?;
        last.push(*row.last()?);
    }
    let top = *last.last()?;
    (top != 0 && row.iter().all(|&d| d == top)).then_some(last)
}

/// The polynomial over a common denominator, rounded down.
fn formula(sequence: &Sequence<'_>, levels: &[i128], p: usize) -> Option<Formula> {
    let degree = levels.len() - 1;
    let step = i128::try_from(p).ok()?;
    let end = sequence.fitting();
    let at = |i: usize| i128::from(sequence.get(i));
    let n = |i: usize| i128::from(sequence.coordinate(i));
    // Coefficients of m^1 .. m^degree in m = n, over the denominator k! p^k of the leading one.
    let denominator = factorial(degree, step)?;
    let mut weights = vec![0i128; degree + 1];
    // From the top: what is left of x after the higher terms has a constant difference one order
    // lower. The errors are periodic and vanish at distance p.
    for k in (1..=degree).rev() {
        let rest = |i: usize| at(i).checked_mul(denominator)?.checked_sub(value(&weights, n(i))?);
        let mut row: Vec<i128> =
            (0..=k).map(|j| rest(end - 1 - (k - j) * p)).collect::<Option<_>>()?;
        for _ in 0..k {
            row = row.windows(2).map(|w| w[1].checked_sub(w[0])).collect::<Option<_>>()?;
        }
        let divisor = factorial(k, step)?;
        if row[0] % divisor != 0 {
            return None;
        }
        weights[k] = row[0] / divisor;
    }
    let common = weights.iter().fold(denominator.unsigned_abs(), |g, c| gcd(g, c.unsigned_abs()));
    let common = i128::try_from(common).ok()?;
    let weights: Vec<i128> = weights.iter().map(|c| c / common).collect();
    let d = denominator / common;
    let (mut least, mut greatest) = (i128::MIN, i128::MAX);
    for i in (0..end).rev().take(2 * p) {
        let c = d.checked_mul(at(i))?.checked_sub(value(&weights, n(i))?)?;
        least = least.max(c);
        greatest = greatest.min(c + d - 1);
    }
    let fits = least <= greatest;
    fits.then(|| written(&weights, 0i128.clamp(least, greatest), d))?
}

/// `k! step^k`
fn factorial(k: usize, step: i128) -> Option<i128> {
    let factors = (1..=i128::try_from(k).ok()?).map(|order| order.checked_mul(step));
    factors.into_iter().try_fold(1i128, |product, factor| product.checked_mul(factor?))
}

/// The value of the polynomial with these coefficients.
fn value(weights: &[i128], n: i128) -> Option<i128> {
    weights.iter().rev().try_fold(0i128, |sum, &c| sum.checked_mul(n)?.checked_add(c))
}

/// `n * (a * n + b) // d` in degree 2, sums of powers in the others; the constant behind.
fn written(weights: &[i128], constant: i128, d: i128) -> Option<Formula> {
    let n = Formula::Var(0);
    let small = |c: i128| i64::try_from(c).ok();
    let body = if let [_, b, a] = weights {
        &n * n.times(small(*a)?).plus(small(*b)?)
    } else {
        let power = |k: i64| if k == 1 { n.clone() } else { n.clone().pow(k) };
        let terms = (1..weights.len()).rev();
        let terms = terms.map(|k| Some((small(weights[k])?, power(i64::try_from(k).ok()?))));
        Formula::sum(terms.collect::<Option<Vec<_>>>()?)?
    };
    Some(body.plus(small(constant)?).div(small(d)?))
}
