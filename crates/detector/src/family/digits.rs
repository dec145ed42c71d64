//! Formulas in binary digits and square roots: `lowbit(n)`, `popcount(n) % 2`, `2 * n + 1` at evil
//! `n`, `n - isqrt(n) ** 2`, ...
//!
//! A digit law is tested by the number of digits seen, not by the number of terms: it is stated
//! only when seven lengths of numbers occur (two ranks and a margin of three); one of very few
//! bits, such as `lowbit(n)`, when six do.

use expr::law::Kind;

use crate::evidence::{Judged, Proposal, judge};
use crate::formula::{Formula, Function, Op};
use crate::search::{Pool, comparisons};
use crate::view::Sequence;

/// Least number of binary lengths among the indices.
const LEAST_DEPTH: u32 = 7;
/// Last index from which on formulas of few bits are looked for: most of six lengths.
const SHORT_LAST: i64 = 48;
/// What few bits are.
const FEW_BITS: u32 = 30;
/// Terms compared before the whole table.
const SAMPLE: usize = 96;
/// Candidates judged on the whole table.
const MOST_CANDIDATES: usize = 8;

/// The digit laws of the sequence.
pub(crate) fn find(sequence: &Sequence<'_>) -> Vec<Judged> {
    let last = sequence.coordinate(sequence.len().saturating_sub(1));
    if sequence.axis.lo < 0 || last < SHORT_LAST {
        return Vec::new();
    }
    let is_deep = last >= 1 << LEAST_DEPTH;
    let places = places(sequence);
    let target: Vec<i64> = places.iter().map(|&i| sequence.get(i)).collect();
    let sample = places.iter().map(|&i| vec![sequence.coordinate(i)]).collect();
    let pool = fill(Pool::new(sample));
    let candidates: Vec<Formula> = match pool.single(&target) {
        Some(formula) => vec![formula],
        None => pool.pairs(&target),
    };
    candidates
        .into_iter()
        .filter(|formula| is_deep || formula.bits() <= FEW_BITS)
        .take(MOST_CANDIDATES)
        .filter_map(|formula| {
            let start = usize::from(formula.eval(&[sequence.axis.lo]) != Some(sequence.get(0)));
            let proposal = Proposal {
                kind: Kind::Closed,
                formula,
                start,
                fitted: SAMPLE.min(LEAST_DEPTH as usize * 2),
                period: 1,
                check_bits: 1,
                parameters: Vec::new(),
                words: None,
            };
            judge(sequence, proposal).filter(|j| j.finding.law.exceptions.is_empty())
        })
        .take(2)
        .collect()
}

/// Indices of the sample: the first third of it small, then powers of two and their neighbours,
/// then spread over the fitted part.
fn places(sequence: &Sequence<'_>) -> Vec<usize> {
    let end = sequence.fitting();
    let skip = usize::from(sequence.axis.lo == 0);
    let mut places: Vec<usize> = (skip..end.min(SAMPLE / 3)).collect();
    let powers = (5..63).map(|k| 1i64 << k).flat_map(|n| [n - 1, n, n + 1]);
    places.extend(powers.filter_map(|n| usize::try_from(n - sequence.axis.lo).ok()));
    places.extend((0..SAMPLE).map(|k| (k * 2_654_435_761) % end));
    places.retain(|&i| i >= skip && i < end);
    places.sort_unstable();
    places.dedup();
    places
}

fn fill(mut pool: Pool) -> Pool {
    let n = || Formula::Var(0);
    let apply = |f: Function, e: Formula| Formula::Apply(f, Box::new(e));
    for k in 0..=4 {
        pool.add(Formula::Int(k));
    }
    let arguments: Vec<Formula> =
        (-1..=1).map(|k| n().plus(k)).chain([n().div(2), n().times(2)]).collect();
    let mut keys = vec![n()];
    for argument in &arguments {
        for f in [Function::Lowbit, Function::Popcount, Function::V2, Function::Bitlen] {
            keys.push(apply(f, argument.clone()));
        }
    }
    // Roots of n and of its neighbours, and the index of a triangular number.
    let root = |e: Formula| apply(Function::Isqrt, e);
    for k in [-1, 0, 1] {
        keys.push(root(n().plus(k)));
    }
    for e in [n().times(4).plus(1), n().times(8).plus(1), n().times(2)] {
        keys.push(root(e.clone()));
        pool.add(root(e.clone()).plus(-1).div(2));
        pool.add(root(e).plus(1).div(2));
    }
    let square = root(n()).op(Op::Power, Formula::Int(2));
    pool.add(square.clone());
    for condition in comparisons(&n(), &square) {
        pool.add(condition);
    }
    // The least power of two above n, and the greatest not above it.
    for k in [0, -1] {
        keys.push(Formula::Int(2).op(Op::Power, apply(Function::Bitlen, n()).plus(k)));
    }
    for key in keys {
        for k in [-1, 0, 1] {
            pool.add(key.clone().plus(k));
        }
        for k in [2, 3, 4] {
            pool.add(key.clone().times(k));
            pool.add(key.clone().times(k).plus(1));
            pool.add(key.clone().times(k).plus(-1));
            pool.add(key.clone().div(k));
        }
        for m in [2, 3, 4] {
            pool.add(key.clone().rem(m));
            pool.add(Formula::Int(1).op(Op::Sub, key.clone().rem(m)));
            for r in 0..m {
                pool.add(key.clone().rem(m).cmp(expr::ast::Comparison::Eq, Formula::Int(r)));
            }
        }
        for c in [0, 1, 2] {
            for condition in comparisons(&key, &Formula::Int(c)) {
                pool.add(condition);
            }
        }
    }
    pool
}
