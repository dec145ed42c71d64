//! Periods that later terms refute: a sequence with a law of the digits looks periodic, or constant, from
//! one power of the base to the next.
//!
//! The first terms alone would have a law that later terms refute. If that happens more than once, the
//! present law must hold for longer, measured by its own preperiod and period, than the refuted ones
//! did.

use hashbrown::HashMap;

use crate::family::periodic::{EventualPeriod, fit};
use crate::view::Sequence;

/// Shortest beginning that is looked at.
const SHORTEST: usize = 4;
/// How often a law must outlast its preperiod and period to be missed when it is refuted.
const LEAST_TIMES: usize = 3;
/// Terms in which a law is seen not to come back.
const LEAST_BREAK: usize = 8;
/// Tables with more terms are looked at only where the law is young.
const MANY_TERMS: usize = 1 << 20;
/// How often a law must outlast its preperiod and period to be old, in a large table.
const OLD: usize = 64;

/// Longest period that is compared with laws of digits.
const MAX_DIGITS: usize = 256;

/// Least period that binary digits are suspected of, and how often it must be seen.
const LEAST_BINARY: usize = 8;
const LEAST_BINARY_REPEATS: usize = 16;

/// A law of the first terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Refuted {
    /// Index of the term that refuted it.
    at: usize,
    /// The greater of preperiod and period.
    scale: usize,
}

/// Whether laws like this one were refuted before, after as long a time.
pub(crate) fn breaks_again(sequence: &Sequence<'_>, shape: &EventualPeriod) -> bool {
    let count = sequence.len();
    let scale = scale(shape);
    if count > MANY_TERMS && count / scale > OLD {
        return false;
    }
    let refuted = refuted(sequence, shape);
    // A staircase of which one step has been seen in full is enough to expect another.
    let is_staircase = shape.period() == 1 && shape.saltus == 0 && {
        (1..count).all(|i| sequence.get(i) >= sequence.get(i - 1))
            || (1..count).all(|i| sequence.get(i) <= sequence.get(i - 1))
    };
    let least = if is_staircase { 1 } else { 2 };
    let recent = &refuted[refuted.len().saturating_sub(2)..];
    if let [.., first, second] = refuted[..]
        && second.at < 2 * first.at
        && !is_staircase
    {
        return false;
    }
    // count / scale < 5/4 * at / scale
    refuted.len() >= least
        && recent
            .iter()
            .all(|r| 4 * (count as u128) * (r.scale as u128) < 5 * (r.at as u128) * (scale as u128))
}

/// Whether residues that repeat could be those of a law of digits of which the next digit has not
/// been seen: a digit sum or a valuation, modulo something.
pub(crate) fn may_be_digits(residues: &[i64], saltus: i64, terms: usize) -> bool {
    let p = residues.len();
    if saltus != 0 {
        return may_be_two_digits(residues, saltus, terms)
            || (if p <= MAX_DIGITS { 2..=p } else { p..=p }).any(|base| {
                p.is_multiple_of(base) && may_be_digit_by_digit(residues, base, saltus, terms)
            });
    }
    p <= MAX_DIGITS
        && (may_be_digit_sum(residues, terms)
            || may_be_valuation(residues, terms)
            || (2..p).any(|base| {
                p.is_multiple_of(base) && may_be_digit_by_digit(residues, base, 0, terms)
            }))
}

/// Whether a law of binary digits could look like this: from one power of two to the next it repeats
/// with a power of two, once its first terms are over.
pub(crate) fn may_be_binary(shape: &EventualPeriod, terms: usize) -> bool {
    let period = shape.period();
    period >= LEAST_BINARY
        && period.is_power_of_two()
        && (1..=2 * period).contains(&shape.start)
        && terms - shape.start < LEAST_BINARY_REPEATS * period
}

/// `c + a * (n % p) + s * (n // p)`, which is no line: the two digits of a small number to base `p`.
fn may_be_two_digits(residues: &[i64], saltus: i64, terms: usize) -> bool {
    let p = residues.len();
    let mut steps = residues.windows(2).map(|w| w[1].wrapping_sub(w[0]));
    let Some(step) = steps.next().filter(|_| terms < p.saturating_mul(2 * p)) else { return false };
    let is_line = i64::try_from(p).ok().and_then(|p| step.checked_mul(p)) == Some(saltus);
    p > 2 && step != 0 && !is_line && steps.all(|s| s == step)
}

/// `f(low digit) + k * f(high digit)` for all that has been seen of the high digit, to that base:
/// the sum of a function of the digits, or the number whose digits they are.
fn may_be_digit_by_digit(residues: &[i64], base: usize, saltus: i64, terms: usize) -> bool {
    let p = residues.len();
    let seen = (terms / base).min(base);
    if base < 3 || seen < 2 || terms >= base.saturating_mul(2 * base) {
        return false;
    }
    let value = |low: usize, high: usize| {
        let n = low + base * high;
        let rounds = i64::try_from(n / p).ok()?;
        saltus.checked_mul(rounds)?.checked_add(residues[n % p])
    };
    let rise = |low: usize, high: usize| value(low, high)?.checked_sub(value(0, 0)?);
    let digits = || (0..base).flat_map(|low| (0..seen).map(move |high| (low, high)));
    let is_sum = digits().all(|(low, high)| {
        rise(low, high).is_some_and(|both| {
            rise(low, 0).and_then(|low| low.checked_add(rise(0, high)?)) == Some(both)
        })
    });
    // What high digits are worth, by the first one that is worth anything.
    let Some((of_low, of_high)) =
        (1..seen).filter_map(|d| Some((rise(d, 0)?, rise(0, d)?))).find(|pair| *pair != (0, 0))
    else {
        return false;
    };
    let times = |a: i64, b: i64| i128::from(a) * i128::from(b);
    // A sum of digits, or digits in their places.
    let weights = [Some(of_low), i64::try_from(base).ok().and_then(|b| b.checked_mul(of_low))];
    let is_alike = weights.contains(&Some(of_high))
        && (1..seen).all(|d| {
            let (Some(low), Some(high)) = (rise(d, 0), rise(0, d)) else { return false };
            times(low, of_high) == times(high, of_low)
        });
    // A line is one to every base, and what goes round with the base says nothing of digits.
    let is_line = (1..p).all(|i| {
        residues[1].checked_sub(residues[0]).map(|step| times(step, i as i64))
            == residues[i].checked_sub(residues[0]).map(i128::from)
    });
    of_low != 0 && of_high != 0 && is_sum && is_alike && !is_line
}

/// Blocks of `h` terms that go over into each other by one permutation of the values, which takes
/// the terms inside a block into each other too. To base `h` the next digit shows after `h^2`.
fn may_be_digit_sum(residues: &[i64], terms: usize) -> bool {
    let p = residues.len();
    (2..p).filter(|h| p.is_multiple_of(*h) && terms < 2 * h * h).any(|h| {
        let mut turn = HashMap::new();
        let is_map = (0..p).all(|i| {
            let to = residues[(i + h) % p];
            to != residues[i] && *turn.entry(residues[i]).or_insert(to) == to
        });
        is_map && (0..h - 1).all(|i| turn.get(&residues[i]) == Some(&residues[i + 1]))
    })
}

/// A value for each exponent of `q` in the distance to some place: the next exponent shows at a
/// multiple of the period.
fn may_be_valuation(residues: &[i64], terms: usize) -> bool {
    let p = residues.len();
    let power = |q: usize| std::iter::successors(Some(q), move |k| k.checked_mul(q));
    (2..p)
        .filter(|&q| terms < 2 * p * q && power(q).skip(1).take_while(|&k| k <= p).any(|k| k == p))
        .any(|q| {
            (0..p).any(|place| {
                let mut of_exponent: HashMap<usize, i64> = HashMap::new();
                (0..p).all(|i| {
                    let distance = (i + p - place) % p;
                    let exponent =
                        power(q).take_while(|k| distance.is_multiple_of(*k) && *k <= p).count();
                    *of_exponent.entry(exponent).or_insert(residues[i]) == residues[i]
                })
            })
        })
}

fn scale(shape: &EventualPeriod) -> usize {
    shape.start.max(shape.period())
}

/// The refuted laws in order of their ends, each followed for three periods and for as long as it
/// took to begin.
fn refuted(sequence: &Sequence<'_>, shape: &EventualPeriod) -> Vec<Refuted> {
    let count = sequence.len();
    let mut all: Vec<Refuted> = Vec::new();
    let mut length = count / 2;
    while length >= SHORTEST {
        if let Some(early) = fit(sequence, length) {
            let followed = length - early.start;
            let wrong = |i: &usize| !early.gives(sequence, *i);
            let is_law = followed >= 3 * early.period() && 2 * followed >= length;
            if let Some(at) = (length..count).find(wrong).filter(|_| is_law) {
                // The present law with an exception has not been refuted.
                let is_other = (count - shape.period()..count).any(|i| wrong(&i));
                let next = at..count.min(at + LEAST_BREAK.max(2 * early.period()));
                let wrong = next.clone().filter(wrong).count();
                let is_long = at >= LEAST_TIMES * scale(&early);
                if is_long && (is_other || 2 * wrong > next.len()) {
                    all.push(Refuted { at, scale: scale(&early) });
                }
            }
        }
        length = match length {
            ..64 => length - 1 - length / 10,
            _ if count > MANY_TERMS => length / 2,
            _ => length * 4 / 5,
        };
    }
    all.reverse();
    all.dedup_by_key(|r| r.at);
    all
}
