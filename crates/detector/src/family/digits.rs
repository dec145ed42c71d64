//! Formulas in digits, roots and quotients: `lowbit(n)`, `popcount(n) % 2`, `2 * n + 1` at evil
//! `n`, `n - isqrt(n) ** 2`, `digitsum(n, 3) % 2`, ...
//!
//! A digit law is tested by the number of digits seen, not by the number of terms: it is stated
//! only when seven lengths of numbers occur (two ranks and a margin of three); one of few bits when
//! five do, if it says several times as much as it is long. A law of other than binary digits needs
//! numbers beyond twice the square of the base. Divisors and roots ask for no depth.

use expr::law::LawKind;
use formula::bits::arrangement_bits;
use formula::{Formula, Op, Operation};

use crate::evidence::{Judged, Proposal, exception_bits, judge, mismatches};
use crate::view::Sequence;
use crate::vocabulary;

/// Least number of binary lengths among the indices.
const LEAST_DEPTH: u32 = 7;
/// Last index from which on formulas of few bits are looked for: most of six lengths.
const SHORT_LAST: i64 = 48;
/// What few bits are.
const FEW_BITS: u32 = 30;
/// The same for the shortest formulas, of which the terms say several times as much.
const SHORTEST_LAST: i64 = 31;
const FEWEST_BITS: u32 = 14;
const TIMES_SAID: u64 = 4;
/// First terms that may be irregular.
const SKIPPED: usize = 2;
/// Terms compared before the whole table.
const SAMPLE: usize = 72;
/// Candidates judged on the whole table.
const MAX_CANDIDATES: usize = 8;
/// Bits that a longer formula saves at least over a shorter one and the terms against it: one of the
/// many pairs explains a wrong term by chance.
const DOUBT: u32 = 6;
/// Terms that may contradict a formula that keeps longer ones from being stated.
const MAX_ODD: usize = 3;

/// The digit laws of the sequence.
pub(crate) fn find(sequence: &Sequence<'_>) -> Vec<Judged> {
    let last = sequence.last();
    if sequence.axis.lo < 0 {
        return Vec::new();
    }
    let said = arrangement_bits((0..sequence.len()).map(|i| sequence.get(i)));
    let is_deep_enough = |formula: &Formula, is_few: bool| {
        let is_shortest = || {
            let bits = formula.bits();
            bits <= FEWEST_BITS && said >= TIMES_SAID * u64::from(bits)
        };
        sequence.is_lenient
            || last >= 1 << LEAST_DEPTH
            || is_few && last >= SHORT_LAST
            || last >= SHORTEST_LAST && is_shortest()
            || !formula.any(&speaks_of_digits)
    };
    let places = places(sequence);
    let target: Vec<i64> = places.iter().map(|&i| sequence.get(i)).collect();
    let sample = places.iter().map(|&i| vec![sequence.coordinate(i)]).collect();
    let pool = vocabulary::pool(sample);
    let single = pool.single(&target);
    let is_single = single.is_some();
    // A pair that says no less than a formula and the terms against it was made for these terms.
    let near = pool.nearly(&target, MAX_ODD).into_iter().take(MAX_CANDIDATES);
    let rough = near.filter_map(|formula| rough_bits(sequence, formula)).min();
    let rough = rough.filter(|_| !is_single);
    let candidates: Vec<Formula> =
        single.map_or_else(|| pool.pairs(&target), |single| vec![single]);
    candidates
        .into_iter()
        .filter(|formula| rough.is_none_or(|rough| formula.bits() + DOUBT <= rough))
        .filter(|formula| {
            let few = formula.bits() <= FEW_BITS;
            let base = greatest_base(formula);
            // The next power of the base decides between `valuation = 1` and `valuation % 2 = 1`.
            // What happens only at powers is a coincidence sooner when it is joined to something.
            let is_rare = formula.is_condition() || !is_single && speaks_of_powers(formula);
            let power = if is_rare { base * base * base } else { base * base };
            let is_lenient = sequence.is_lenient;
            is_deep_enough(formula, few)
                && (base < 3 || is_lenient || last + 1 >= if few { 2 * power } else { 4 * power })
        })
        .take(MAX_CANDIDATES)
        .filter_map(|formula| {
            let start = sequence.start_of(&formula, SKIPPED);
            let fitted = (LEAST_DEPTH as usize * 2).min(sequence.len() / 2);
            let proposal = Proposal::new(LawKind::Closed, formula, fitted).starting(start);
            judge(sequence, proposal)?.exact()
        })
        .take(2)
        .collect()
}

/// Bits of the formula and of the terms that contradict it, if they are few.
fn rough_bits(sequence: &Sequence<'_>, formula: &Formula) -> Option<u32> {
    let count = sequence.len();
    let wrong = mismatches(0, count, MAX_ODD, |i| sequence.obeys(formula, i))?;
    let values: Vec<i64> = wrong.iter().map(|&i| sequence.get(i)).collect();
    Some(formula.bits().saturating_add(exception_bits(count, &values)))
}

/// Indices of the sample: the first third of it small, then powers of two and their neighbours,
/// then spread over the fitted part.
fn places(sequence: &Sequence<'_>) -> Vec<usize> {
    let end = rounded(sequence.fitting());
    let inside = |i: &usize| (SKIPPED..end).contains(i);
    let powers = (5..63).map(|k| 1i64 << k).flat_map(|n| [n, n - 1, n + 1]);
    let powers = powers.filter_map(|n| usize::try_from(n - sequence.axis.lo).ok());
    let mut places: Vec<usize> = (0..SAMPLE / 3).filter(inside).collect();
    places.extend(powers.filter(inside).take(SAMPLE / 3));
    let spread = (1..=2 * SAMPLE).map(|k| (k * 2_654_435_761) % end).filter(inside);
    places.extend(spread.take(SAMPLE - places.len()));
    places.sort_unstable();
    places.dedup();
    places
}

/// The number with all but its three leading binary digits replaced by zeros: tables of nearly the
/// same length are compared at the same places, and share their formulas.
fn rounded(count: usize) -> usize {
    let dropped = count.checked_ilog2().unwrap_or(0).saturating_sub(2);
    count >> dropped << dropped
}

/// The greatest base whose digits the formula speaks of, 0 if none.
fn greatest_base(formula: &Formula) -> i64 {
    let own = formula.to_base().map_or(0, |(_, base)| base);
    formula.parts().iter().map(greatest_base).fold(own, i64::max)
}

/// Whether it is a function of digits itself.
fn speaks_of_digits(formula: &Formula) -> bool {
    formula.reads_digits(1)
        || formula.reads_digits(2)
        || formula.calls(&["bitor", "nimprod", "carryless"])
        || matches!(formula.binary(), Some((Op::Xor | Op::BitAnd, ..)))
        || matches!(formula, Formula::Apply(Operation::LeastFibonacciPart, _))
}

/// Whether the formula uses how many digits a number has, or how often a base divides it.
fn speaks_of_powers(formula: &Formula) -> bool {
    formula.any(&|e| e.calls(&["valuation", "numdigits"]))
}
