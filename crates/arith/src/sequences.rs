//! Fibonacci numbers and Zeckendorf's representation.

use crate::Overflow;

/// `F(0)` to `F(184)`, all that fit 128 bits.
pub(crate) const FIBONACCI: [i128; 185] = {
    let mut table = [0; 185];
    table[1] = 1;
    let mut k = 2;
    while k < table.len() {
        table[k] = table[k - 1] + table[k - 2];
        k += 1;
    }
    table
};

/// The Fibonacci number `F(k)`, with `F(0) = 0`, `F(1) = F(2) = 1`.
///
/// # Errors
/// When it exceeds 128 bits (`k > 184`).
pub fn fibonacci(k: usize) -> Result<i128, Overflow> {
    FIBONACCI.get(k).copied().ok_or(Overflow)
}

/// Appends the Zeckendorf parts of `n`, least first, to `parts`: the only Fibonacci numbers (of
/// index at least 2) without two adjacent ones whose sum is `n`. None for `n <= 0`.
pub fn zeckendorf(n: i128, parts: &mut Vec<i128>) {
    let start = parts.len();
    // taking the greatest part that fits never takes two adjacent ones (Zeckendorf 1972)
    let mut rest = n;
    for &part in FIBONACCI[2..].iter().rev() {
        if part <= rest {
            parts.push(part);
            rest -= part;
        }
    }
    parts[start..].reverse();
}

/// The term after these of the linear recurrence with these weights, nearest term first; `None`
/// when it leaves 128 bits.
#[must_use]
pub fn following<'t, T>(weights: &[i128], terms: T) -> Option<i128>
where
    T: IntoIterator<Item = &'t i128, IntoIter: DoubleEndedIterator>,
{
    let mut all = weights.iter().zip(terms.into_iter().rev());
    all.try_fold(0i128, |sum, (weight, term)| sum.checked_add(weight.checked_mul(*term)?))
}

/// Most parts of a greedy sum.
const MAX_PARTS: usize = 10_000;

/// Appends the parts of the greedy sum of `n`, least first, to `parts`: of the terms of a linear
/// recurrence (see [`recurrent`]) the greatest that fits is taken as long as anything is left. None
/// for `n <= 0`; `None` of all where the terms do not grow from 1, some weight is negative, or there
/// are more than 10,000 parts.
#[must_use]
pub fn greedy_parts(
    n: i128,
    weights: &[i128],
    first: &[i128],
    parts: &mut Vec<i128>,
) -> Option<()> {
    let mut places = first.to_vec();
    let grows = weights.iter().all(|&w| w >= 0) && weights.len() <= first.len();
    if first.first() != Some(&1) || !grows {
        return None;
    }
    while places.last().is_some_and(|&last| last <= n) {
        match following(weights, &places) {
            Some(next) if places.last() < Some(&next) => places.push(next),
            Some(_) => return None,
            // beyond 128 bits it is beyond n
            None => break,
        }
    }
    if places.windows(2).any(|pair| pair[0] >= pair[1]) {
        return None;
    }
    let (start, mut rest) = (parts.len(), n.max(0));
    for &place in places.iter().rev() {
        let count = usize::try_from(rest / place).ok()?;
        if parts.len() - start + count > MAX_PARTS {
            return None;
        }
        parts.extend(std::iter::repeat_n(place, count));
        rest %= place;
    }
    parts[start..].reverse();
    Some(())
}

/// The `k`-th term, from 0, of the linear recurrence with these weights, nearest term first, and
/// these first terms; `None` when it has no such term or leaves 128 bits.
#[must_use]
pub fn recurrent(weights: &[i128], first: &[i128], k: usize) -> Option<i128> {
    if let Some(&term) = first.get(k) {
        return Some(term);
    }
    if weights.len() > first.len() {
        return None;
    }
    let mut last: std::collections::VecDeque<i128> = first.iter().copied().collect();
    for _ in first.len()..=k {
        let next = following(weights, &last)?;
        last.pop_front();
        last.push_back(next);
    }
    last.back().copied()
}

/// How many divisions Euclid's algorithm takes from `(a, b)` to `(gcd, 0)`; `None` for negative numbers.
#[must_use]
pub fn gcd_steps(mut a: i128, mut b: i128) -> Option<i128> {
    let mut steps = 0;
    while b > 0 {
        (a, b, steps) = (b, a.rem_euclid(b), steps + 1);
    }
    (a >= 0 && b == 0).then_some(steps)
}

/// Largest circle that is counted out.
const MAX_CIRCLE: i128 = 10_000_000;

/// Who of 0 to `n - 1` in a circle is left when every `k`-th of those left goes out (Josephus); `None`
/// for `n < 1`, `k < 1` and circles of more than 10^7.
#[must_use]
pub fn josephus(n: i128, k: i128) -> Option<i128> {
    let fits = (1..=MAX_CIRCLE).contains(&n) && k >= 1;
    // the circle of one more is this one, counted on from the place k
    fits.then(|| (2..=n).fold(0, |last, size| (last + k % size) % size))
}

/// The `n`-th of the numbers `a_0 = 0, a_1, a_2, ...`, each the least that no pair `(a_i, s a_i + t i)`
/// before it has (Fraenkel, "Heap games, numeration systems and sequences", 1998); `None` for `n < 0`,
/// `s < 1`, `t < 1` and beyond 128 bits.
///
/// Let `w` be the word with `w = f(w)`, `f(a) = a^(s+t-1) b`, `f(b) = a^s`, and `a_n` the place, from 1,
/// of its `n`-th letter `a`. Before that one stand `n - 1` letters `a` and `a_n - n` letters `b`. The `n`-th
/// `b` ends the image of the `n`-th `a`, so that its place is `(s + t) n + s (a_n - n) = s a_n + t n`.
/// Every place has one letter, and `b_n > a_n`; so `a_n` is the least number in no pair before it.
#[must_use]
pub fn fraenkel(n: i128, s: i128, t: i128) -> Option<i128> {
    if n < 1 || s < 1 || t < 1 {
        return (n == 0 && s > 0 && t > 0).then_some(0);
    }
    let most = s.checked_add(t)? - 1;
    // of the images of `a` and of `b`, as often as `f` is applied: letters, and letters `a` among them
    let mut images = vec![([1i128, 1], [1i128, 0])];
    while let Some(&([long, many], [short, few])) = images.last().filter(|(a, _)| a[1] < n) {
        let of_a = |a: i128, b: i128| most.checked_mul(a)?.checked_add(b);
        let next = [of_a(long, short)?, of_a(many, few)?];
        images.push((next, [s.checked_mul(long)?, s.checked_mul(many)?]));
    }
    let (mut place, mut left, mut is_a) = (1, n, true);
    for &([length, count], _) in images.iter().rev().skip(1) {
        let skipped = ((left - 1) / count).min(if is_a { most } else { s });
        (place, left) = (place + skipped * length, left - skipped * count);
        is_a = !(is_a && skipped == most);
    }
    Some(place)
}
