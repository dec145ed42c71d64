//! Periods of take-and-break games.
//!
//! *Periodicity theorem* (R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc.
//! Cambridge Philos. Soc. 52 (1956), for octal games). Let every move take at most t stones and
//! leave at most c heaps, with no condition on their sizes, and let a >= 1, p >= 1. If
//! g(n + p) = g(n) for all n with a <= n < c a + (c - 1) p + t, then for all n >= a.
//!
//! Proof by induction on n. An option of n + p has at most c heaps with at least
//! n + p - t >= c (a + p) stones together, so one of a + p or more: with p stones less it is an
//! option of n of the same value, and no heap became empty. An option of n has a heap of a or
//! more, which with p stones more gives one of n + p.
//!
//! A preperiod of 0 is the theorem for a = 1 and the one equation g(p) = g(0). A player who is stuck
//! loses, so n is won exactly if g(n) is not 0, and outcomes have the period too.

use crate::core::{Quantity, Repeats};
use crate::rejected::{reject, rejected};
use crate::{MAX_VALUES, Result};
use message::message;

/// Most digits.
const MAX_DIGITS: usize = 257;
/// Most options looked at, in all.
const STEPS: u64 = 40_000_000_000;

/// Checks that values or outcomes repeat. Returns them, as far as the theorem needs them.
pub(crate) fn verify(digits: &[u32], law: &Repeats, mask: u16) -> Result<Vec<u32>> {
    let Repeats { of, preperiod, period, saltus, .. } = *law;
    if !(1..=MAX_DIGITS).contains(&digits.len()) || digits.iter().any(|&digit| digit > 15) {
        return reject(message!("a code has 1 to {MAX_DIGITS} digits from 0 to 15"));
    }
    if digits[0] & 3 != 0 {
        return reject("a move that takes nothing must leave two heaps or more");
    }
    if period == 0 {
        return reject("the period is 0");
    }
    if saltus != 0 {
        return reject("values of such games do not grow");
    }
    if preperiod > MAX_VALUES || period > MAX_VALUES {
        return reject(message!("the check would need more than {MAX_VALUES} values"));
    }
    // every number is bounded before it is multiplied
    let taken = (digits.len() as u64 - 1).max(1);
    let heaps = (1..4u64).rev().find(|j| digits.iter().any(|d| d >> j & 1 == 1)).unwrap_or(1);
    let end = heaps * preperiod.max(1) + (heaps - 1) * period + taken;
    let last = end - 1 + period;
    if last >= MAX_VALUES {
        return reject(message!("the check would need {last} values, more than {MAX_VALUES}"));
    }
    let values = values(digits, last as usize, mask)?;
    let repeats = |n: &u64| values[*n as usize] == values[(*n + period) as usize];
    if let Some(n) = (preperiod..end).find(|n| !repeats(n)) {
        return reject(message!("sg({n}) and sg({}) differ", n + period));
    }
    let quantity = |value: u16| match of {
        Quantity::Value => u32::from(value),
        Quantity::Wins => u32::from(value != 0),
    };
    Ok(values.into_iter().map(quantity).collect())
}

/// The nim-values of the heaps 0 to `last`: the mex over the options.
///
/// Values v with an even number of ones in `v & mask` are called rare, the others common. The
/// xor of two common values is rare: so the divisions that contain a rare heap give *all*
/// common values of options, and rare ones missing below the least common value that is no
/// option are looked for among all divisions, which ends early where they are found. The mask
/// changes what is looked at first and never a value.
fn values(digits: &[u32], last: usize, mask: u16) -> Result<Vec<u16>> {
    let leaving = |heaps: u32| -> Vec<usize> {
        (0..digits.len()).filter(|&t| digits[t] >> heaps & 1 == 1).collect()
    };
    let [none, one, two, three] = [0, 1, 2, 3].map(leaving);
    let is_rare = |value: usize| (value as u16 & mask).count_ones().is_multiple_of(2);
    let mut values: Vec<u16> = Vec::new();
    let mut rare: Vec<usize> = Vec::new();
    // The value v is one of an option of n when found[v] = n + 1.
    let mut found = vec![0u32; 1 << 16];
    let mut steps = 0u64;
    for n in 0..=last {
        let now = n as u32 + 1;
        if none.contains(&n) {
            found[0] = now;
        }
        for rest in one.iter().filter(|&&t| t < n).map(|t| n - t) {
            found[usize::from(values[rest])] = now;
        }
        for rest in three.iter().filter(|&&t| t < n).map(|t| n - t) {
            three_heaps(&values, rest).for_each(|value| found[value] = now);
            steps += (rest as u64 / 3) * rest as u64;
        }
        for rest in two.iter().filter(|&&t| t < n).map(|t| n - t) {
            for &i in rare.iter().take_while(|&&i| i < rest) {
                found[usize::from(values[i] ^ values[rest - i])] = now;
            }
            steps += rare.len() as u64;
        }
        let open = |v: &usize| found[*v] != now;
        // With mask 0 every value is rare, and every division has been looked at.
        let bound = (0..found.len()).find(|v| open(v) && (mask == 0 || !is_rare(*v)));
        let bound = bound.ok_or_else(|| rejected("some value is too large"))?;
        let mut missing = if mask == 0 { 0 } else { (0..bound).filter(open).count() };
        for rest in two.iter().filter(|&&t| t < n).map(|t| n - t) {
            let mut i = 1;
            while missing > 0 && 2 * i <= rest {
                let value = usize::from(values[i] ^ values[rest - i]);
                if found[value] != now {
                    found[value] = now;
                    missing -= usize::from(value < bound);
                }
                i += 1;
            }
            steps += i as u64;
        }
        let value = (0..=bound).find(|v| found[*v] != now).unwrap_or(bound);
        if n > 0 && is_rare(value) {
            rare.push(n);
        }
        values.push(value as u16);
        if steps > STEPS {
            return Err(rejected(message!("values beyond n = {n} would take too much work")));
        }
        if patience::is_over() {
            return reject("interrupted");
        }
    }
    Ok(values)
}

/// The nim-values of all divisions into three heaps.
fn three_heaps(values: &[u16], rest: usize) -> impl Iterator<Item = usize> {
    let with = move |i: usize| {
        let value = move |j| usize::from(values[i] ^ values[j] ^ values[rest - i - j]);
        (i..=(rest - i) / 2).map(value)
    };
    (1..=rest / 3).flat_map(with)
}
