//! Games on one heap. A move replaces the heap by a sum of heaps.

use super::{Outcome, Solver, mex};

/// A sum of heaps: in ascending order, without empty ones.
pub(crate) type Sum = Vec<u32>;

/// The sums a heap can be replaced by.
pub(crate) type Moves = Box<dyn Fn(u32) -> Vec<Sum>>;

/// The sum of two heaps, either of which may be empty.
fn two(i: u32, j: u32) -> Sum {
    let mut sum: Sum = [i, j].into_iter().filter(|&heap| heap > 0).collect();
    sum.sort_unstable();
    sum
}

/// The sum of one heap, which may be empty.
fn one(n: u32) -> Sum {
    two(n, 0)
}

/// Take t stones, where `allowed(t)`.
pub(crate) fn subtraction(allowed: impl Fn(u32) -> bool + 'static) -> Moves {
    Box::new(move |n| (1..=n).filter(|&t| allowed(t)).map(|t| one(n - t)).collect())
}

/// Bash: take 1 to m.
pub(crate) fn bash(m: u32) -> Moves {
    subtraction(move |t| t <= m)
}

/// Take x to y; with fewer than x stones there is no move.
pub(crate) fn range_bash(x: u32, y: u32) -> Moves {
    subtraction(move |t| x <= t && t <= y)
}

/// Take x to y; with fewer than x stones take all of them.
pub(crate) fn range_bash_rest(x: u32, y: u32) -> Moves {
    let take = range_bash(x, y);
    Box::new(move |n| if 0 < n && n < x { vec![one(0)] } else { take(n) })
}

/// Take one, two or all.
pub(crate) fn take_1_2_all() -> Moves {
    Box::new(|n| (1..=n).filter(|&t| t <= 2 || t == n).map(|t| one(n - t)).collect())
}

/// Split into two parts, both at least `least`; take any number too if `taking`.
pub(crate) fn lasker(least: u32, taking: bool) -> Moves {
    Box::new(move |n| {
        let mut moves = Vec::new();
        for t in 1..=n {
            if taking {
                moves.push(one(n - t));
            }
        }
        for i in 1..n {
            if i >= least && n - i >= least {
                moves.push(two(i, n - i));
            }
        }
        moves
    })
}

/// Replace a heap by two smaller ones (empty ones allowed); a heap of 1 is dead if `stop_at_1`.
pub(crate) fn two_smaller(stop_at_1: bool) -> Moves {
    Box::new(move |n| {
        let mut moves = Vec::new();
        for i in 0..n {
            for j in 0..=i {
                if !(stop_at_1 && n == 1) {
                    moves.push(two(i, j));
                }
            }
        }
        moves
    })
}

/// Split into two unequal parts.
pub(crate) fn grundy() -> Moves {
    Box::new(|n| (1..n).filter(|&i| i != n - i).map(|i| two(i, n - i)).collect())
}

/// A taking-and-breaking code: digit d at place t (from 0) lets t stones be taken if the rest is
/// left as k non-empty heaps for a k with bit k set in d.
pub(crate) fn take_and_break(digits: &[u32]) -> Moves {
    let digits = digits.to_vec();
    Box::new(move |n| {
        let mut moves = Vec::new();
        for (t, &digit) in (0..).zip(&digits) {
            let allows = |heaps: u32| digit & (1 << heaps) != 0;
            let Some(rest) = n.checked_sub(t) else { break };
            if rest == 0 && t > 0 && allows(0) {
                moves.push(one(0));
            }
            if rest > 0 && t > 0 && allows(1) {
                moves.push(one(rest));
            }
            for i in 1..rest {
                if allows(2) {
                    moves.push(two(i, rest - i));
                }
                for j in 1..rest - i {
                    if allows(3) {
                        let mut sum = vec![i, j, rest - i - j];
                        sum.sort_unstable();
                        moves.push(sum);
                    }
                }
            }
        }
        moves
    })
}

/// The sums one move away from `sum`: one of its heaps is replaced.
pub(crate) fn sum_options(moves: &Moves, sum: &Sum) -> Vec<Sum> {
    let mut options = Vec::new();
    for (index, &heap) in sum.iter().enumerate() {
        for parts in moves(heap) {
            let mut option = sum.clone();
            option.remove(index);
            option.extend(parts);
            option.sort_unstable();
            options.push(option);
        }
    }
    options
}

/// The single heaps 0 to `to`, searched as whole positions.
pub(crate) fn outcomes(moves: &Moves, to: u32) -> Vec<Outcome> {
    let mut solver = Solver::new(|sum: &Sum| sum_options(moves, sum));
    (0..=to).map(|n| solver.solve(&one(n))).collect()
}

/// Nim-values of the heaps 0 to `to`; those of an option are xored over its parts.
pub(crate) fn values(moves: &Moves, to: u32) -> Vec<u32> {
    let mut known: Vec<u32> = Vec::new();
    for n in 0..=to {
        let options: Vec<u32> = moves(n)
            .iter()
            .map(|sum| sum.iter().fold(0, |xor, &heap| xor ^ known[heap as usize]))
            .collect();
        known.push(mex(&options));
    }
    known
}

/// Whether n is a prime number.
pub(crate) fn is_prime(n: u32) -> bool {
    n >= 2 && (2..n).all(|d| !n.is_multiple_of(d))
}

/// Whether n is a square.
pub(crate) fn is_square(n: u32) -> bool {
    (0..=n).any(|root| root * root == n)
}

/// Whether n is a Fibonacci number.
pub(crate) fn is_fibonacci(n: u32) -> bool {
    let (mut a, mut b) = (1, 2);
    while a < n {
        (a, b) = (b, a + b);
    }
    a == n
}
