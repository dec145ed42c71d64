//! Whether the box of a grid is large enough for what a formula says of it.
//!
//! A threshold is believed when its far side has been seen for one and a half times as long as its
//! near one; a remainder after two and a half rounds; a function of one key when as many different
//! keys have been seen as its definition has bits; functions of digits when there are three or four
//! of them.

use expr::ast::Comparison::{Ge, Lt};
use formula::{Formula, Op, Operation};
use hashbrown::HashSet;
use std::collections::BTreeMap;

use crate::view::{Grid, Sequence, ends, width};
use crate::vocabulary::{OF_DIVISORS, OF_FACTORS};
use crate::weight::bits_of_list;

/// Twice the number of times that the way to a threshold, or a modulus, must fit into the range of
/// what is compared or divided; the other where there are three directions to see a modulus in.
const HALVES: i64 = 5;
const HALVES_OF_THREE: i64 = 4;
/// Fewest positions of a constant grid.
const LEAST_CONSTANT: usize = 200;
/// Side of a box, in units of the greater number of a slope, that tells it from irrational ones.
const PLACES_OF_SLOPE: i64 = 5;
/// Rounds of a modulus in a region beside a slanted line.
const ROUNDS_OF_REGION: i64 = 5;
/// Steps of a quotient that must be seen.
const STEPS: i64 = 3;
/// Longer formulas with remainders by a coordinate must show them for [`LEAST_DIVISORS`] divisors.
const MAX_BITS_OF_ROUNDS: u32 = 18;
const LEAST_DIVISORS: usize = 4;
/// Longer formulas with functions of binary digits must have met [`DEEP`] or a greater number.
const MAX_BITS_OF_DIGITS: u32 = 18;
const DEEP: i64 = 8;
/// Numbers of a list at which keys are looked at, and bits that a function of one may have beyond those
/// of its values: a comparison with 0 or 1.
const MAX_KEYED: usize = 1 << 16;
const BITS_BESIDE_KEYS: u64 = 2;
/// How far a list must go for a condition on the primes of numbers beside another condition, and for one
/// on the remainder of a function of the divisors. The sums of two squares are the numbers up to 63 whose
/// sum of divisors is no multiple of 4.
const LEAST_JOINED: i64 = 1000;
const LEAST_OF_RESIDUES: i64 = 200;

/// The longest period that this many places show two and a half times.
pub(crate) fn longest_shown(places: usize) -> usize {
    places * 2 / 5
}

/// Twice the number of rounds of a modulus that the grid must show along its coordinates.
pub(crate) fn halves(grid: &Grid<'_>) -> i64 {
    if grid.axes().len() > 2 { HALVES_OF_THREE } else { HALVES }
}

/// Whether nothing that the formula tells apart lies near the border of the box.
pub(crate) fn is_in_sight(grid: &Grid<'_>, formula: &Formula) -> bool {
    (grid.positions() >= LEAST_CONSTANT || !is_constant(grid, formula))
        && wraps_alike(grid, formula)
        && (formula.bits() <= MAX_BITS_OF_ROUNDS || goes_round(grid, formula))
        && nothing_hides(grid, formula)
        && regions_go_round(grid, formula)
        && (formula.bits() <= MAX_BITS_OF_DIGITS || has_depth(grid, formula))
}

/// Whether the formula has the same value everywhere, as `a - a` has.
fn is_constant(grid: &Grid<'_>, formula: &Formula) -> bool {
    let mut values = grid.cells().map(|(position, _)| formula.eval(&position));
    let first = values.next();
    values.all(|value| Some(value) == first)
}

/// Whether both sides of a slanted line show five rounds of the remainders that are taken there: such
/// a region is a wedge, and the line is seen from inside the box alone.
fn regions_go_round(grid: &Grid<'_>, formula: &Formula) -> bool {
    formula.all(&|e| match e.choice() {
        Some((line, yes, no)) if is_slanted(line) => {
            [(yes, true), (no, false)].into_iter().all(|(side, holds)| {
                let places = grid.cells().map(|(p, _)| p);
                let inside: Vec<_> = places.filter(|p| line.is(1, p) == holds).collect();
                goes_round_often(side, &inside)
            })
        }
        _ => true,
    })
}

/// Whether it compares multiples of two coordinates.
fn is_slanted(condition: &Formula) -> bool {
    fn slope(side: &Formula) -> Option<i64> {
        match (side, side.binary()) {
            (Formula::Var(_), _) => Some(1),
            (_, Some((Op::Mul, ..))) => Some(multiple(side)),
            (_, Some((Op::Add | Op::Sub, e, _))) => slope(e),
            _ => None,
        }
    }
    let slopes = condition.comparison().map(|(_, a, b)| (slope(a), slope(b)));
    matches!(slopes, Some((Some(a), Some(b))) if a != b)
}

fn goes_round_often(formula: &Formula, places: &[Vec<i64>]) -> bool {
    formula.all(&|e| {
        e.by_constant(Op::Rem).is_none_or(|(key, m)| {
            let keys = places.iter().filter_map(|p| key.eval(p));
            m.saturating_mul(ROUNDS_OF_REGION) <= width(ends(keys))
        })
    })
}

/// The `k` of `k * e`, else 1.
fn multiple(formula: &Formula) -> i64 {
    match formula.binary() {
        Some((Op::Mul, &Formula::Int(k), _)) => k,
        _ => 1,
    }
}

/// Whether a coordinate that stands for itself beside the remainder of another one is seen for as
/// long: `x ^ y % 6` of six rows could be `x % 6 ^ y % 6`.
fn wraps_alike(grid: &Grid<'_>, whole: &Formula) -> bool {
    whole.all(&|e| {
        e.by_constant(Op::Rem).is_none_or(|(key, m)| {
            let mut bare = Vec::new();
            bare_keys(whole, &mut bare);
            bare.into_iter().filter(|other| *other != key).all(|other| repeats(grid, other, m))
        })
    })
}

/// The coordinates, or least and greatest ones, that are parts of the nim-sum or sum that the
/// formula is.
fn bare_keys<'f>(formula: &'f Formula, keys: &mut Vec<&'f Formula>) {
    let is_sum = matches!(formula.binary(), Some((Op::Add | Op::Sub | Op::Xor, ..)));
    if matches!(formula, Formula::Var(_)) || formula.calls(&["min", "max"]) && is_plain_key(formula)
    {
        keys.push(formula);
    } else if is_sum || formula.comparison().is_some() {
        formula.parts().iter().for_each(|part| bare_keys(part, keys));
    }
}

/// Whether it is a function of the coordinates that asks for no constant.
fn is_plain_key(formula: &Formula) -> bool {
    formula.single_key() == Some(formula)
}

/// Whether remainders by what goes with a coordinate show two rounds for enough divisors.
fn goes_round(grid: &Grid<'_>, formula: &Formula) -> bool {
    formula.all(&|e| match e.binary() {
        Some((Op::Rem, key, divisor)) if !matches!(divisor, Formula::Int(_)) => {
            let most = width(range(grid, key)) / 2;
            let divisors = grid.cells().filter_map(|(p, _)| divisor.eval(&p));
            let seen: HashSet<i64> = divisors.filter(|d| (1..=most).contains(d)).collect();
            seen.len() >= LEAST_DIVISORS
        }
        _ => true,
    })
}

/// Whether thresholds, remainders and nim-sums of digits are all far enough inside the box.
fn nothing_hides(grid: &Grid<'_>, formula: &Formula) -> bool {
    formula.all(&|e| match (e.comparison(), e.binary()) {
        (Some((_, a, b)), _) if multiple(a).min(multiple(b)) > 1 => {
            let reach = grid.axes().iter().map(table::Axis::len).min().unwrap_or(0);
            let most = multiple(a).max(multiple(b)).saturating_mul(PLACES_OF_SLOPE);
            usize::try_from(most).is_ok_and(|most| most <= reach)
        }
        (Some((c, key, &Formula::Int(k))), _)
            if is_plain_key(key) && !grid.has_cases_of(key) || is_growing_rest(key) =>
        {
            is_early(grid, key, k, i64::from(!matches!(c, Lt | Ge)))
        }
        (_, Some((Op::Rem, key, &Formula::Int(m)))) if is_plain_key(key) => {
            key.reads_digits(1) || repeats(grid, key, m)
        }
        (_, Some((Op::Div, key, &Formula::Int(d)))) if is_plain_key(key) => {
            d.saturating_mul(STEPS) <= width(range(grid, key))
        }
        (_, Some((Op::Xor, ..))) => has_digits(grid, e),
        _ => match (e, e.parts()) {
            (Formula::Apply(Operation::In(list), _), [key]) if is_growing_rest(key) => {
                list.iter().max().is_none_or(|&greatest| is_early(grid, key, greatest, 1))
            }
            _ => true,
        },
    })
}

/// Whether it is a remainder by what goes with a coordinate, of which there are more where that grows.
fn is_growing_rest(formula: &Formula) -> bool {
    matches!(formula.binary(), Some((Op::Rem, _, divisor)) if !matches!(divisor, Formula::Int(_)))
}

/// Whether functions of digits have met numbers of four binary digits, and to other bases numbers of
/// which the third digit is 2.
fn has_depth(grid: &Grid<'_>, formula: &Formula) -> bool {
    formula.all(&|e| match e.to_base() {
        Some((key, base)) => range(grid, key).1 >= base.saturating_mul(base).saturating_mul(2),
        None => !e.reads_digits(1) || e.parts().iter().all(|key| range(grid, key).1 >= DEEP),
    })
}

/// Whether the values of `key` make two and a half rounds modulo `m`.
fn repeats(grid: &Grid<'_>, key: &Formula, m: i64) -> bool {
    m.saturating_mul(halves(grid)) <= width(range(grid, key)).saturating_mul(2)
}

/// The least and the greatest value of a key on the grid.
fn range(grid: &Grid<'_>, key: &Formula) -> (i64, i64) {
    ends(grid.cells().filter_map(|(p, _)| key.eval(&p)))
}

/// Whether `key` runs on for long enough beyond `constant`; `inside` is 1 where the constant itself
/// belongs to the nearer side.
fn is_early(grid: &Grid<'_>, key: &Formula, constant: i64, inside: i64) -> bool {
    let (lo, hi) = range(grid, key);
    // A difference goes both ways from 0.
    let (lo, reach) = if lo < 0 && hi > 0 { (0, hi.max(-lo)) } else { (lo, hi) };
    let steps = if lo == 0 { constant.saturating_abs() } else { constant.saturating_sub(lo) };
    let steps = steps.saturating_add(inside);
    // What nim-sums and products reach says less than how far a coordinate goes.
    let is_plain = matches!(key, Formula::Var(_)) || key.calls(&["abs"]);
    let halves = if is_plain { HALVES } else { HALVES + 1 };
    steps <= 1 || steps.saturating_mul(halves) <= width((lo, reach)).saturating_mul(2)
}

/// A nim-sum with `v // d`, where other parts have no such quotient, is a law of digits to base
/// `d`: what becomes of the third one is seen at `2 * d^2`.
fn has_digits(grid: &Grid<'_>, formula: &Formula) -> bool {
    let mut terms = Vec::new();
    collect(formula, &mut terms);
    let divisor = |term: &Formula| {
        let (v, d) = term.by_constant(Op::Div)?;
        // What is made of digits already is seen to a place less.
        Some((d, if matches!(v, Formula::Var(_)) { 2 } else { 4 }))
    };
    let reach = grid.axes().iter().map(|axis| axis.hi).max().unwrap_or(0).saturating_add(1);
    let divisors: Vec<Option<(i64, i64)>> = terms.into_iter().map(divisor).collect();
    divisors.iter().flatten().all(|&(d, times)| {
        divisors.iter().all(|other| other.is_some_and(|(other, _)| other == d))
            || d.saturating_mul(d).saturating_mul(times) <= reach
    })
}

fn collect<'f>(formula: &'f Formula, terms: &mut Vec<&'f Formula>) {
    match formula.binary() {
        Some((Op::Xor, ..)) => formula.parts().iter().for_each(|part| collect(part, terms)),
        _ => terms.push(formula),
    }
}

/// Whether a function of one key (`min(a, b) % 5 > 1`) has as many different keys in the table as
/// its definition has bits; many cells with the same key check it only once.
pub(crate) fn is_seen_often(grid: &Grid<'_>, formula: &Formula) -> bool {
    let Some(key) = formula.single_key().filter(|_| formula.divides()) else { return true };
    let bits = usize::try_from(formula.bits() - key.bits()).unwrap_or(usize::MAX);
    let mut keys: HashSet<i64> = HashSet::new();
    grid.cells().any(|(p, _)| {
        keys.extend(key.eval(&p));
        keys.len() >= bits
    })
}

/// Whether a list shows enough of a function of one key that goes on growing, as `popcount(n)` and
/// `omega(n)` do slowly: the values at the different keys that it has met say as many bits as the
/// definition of the function.
pub(crate) fn shows_its_keys(sequence: &Sequence<'_>, formula: &Formula) -> bool {
    let Some(key) = called(formula).filter(|key| !is_bounded(key)) else { return true };
    let bits = u64::from(formula.bits() - key.bits());
    let mut known = BTreeMap::new();
    for n in (0..sequence.len()).map(|i| sequence.coordinate(i)).take(MAX_KEYED) {
        if let (Some(key), Some(value)) = (key.eval(&[n]), formula.eval(&[n])) {
            known.insert(key, value);
        }
        // few keys are no more than half of the numbers
        if known.len() as u64 > bits {
            return true;
        }
    }
    bits <= bits_of_list(&known.into_values().collect::<Vec<_>>()) + BITS_BESIDE_KEYS
}

/// The function of the variable that all else is a function of; `None` where there are several.
fn called(formula: &Formula) -> Option<&Formula> {
    if formula.called().is_some() {
        return Some(formula);
    }
    let varies = |e: &&Formula| e.any(&|e| matches!(e, Formula::Var(_)));
    let mut keys = formula.parts().iter().filter(varies).map(called);
    let first = keys.next()??;
    keys.all(|key| key == Some(first)).then_some(first)
}

/// Whether the key has no other values than small ones, however large the numbers are, or those of a
/// valuation, whose list is the same at every scale.
fn is_bounded(key: &Formula) -> bool {
    key.calls(&["moebius", "gcd", "min", "v2", "valuation"])
}

/// Whether a list is long enough for what a formula says of the primes of numbers: up to it there are
/// numbers with several primes of each kind that is told apart.
pub(crate) fn meets_enough_primes(sequence: &Sequence<'_>, formula: &Formula) -> bool {
    let is_told = |functions: &[&str]| formula.any(&|e| e.calls(functions));
    let least = match called(formula) {
        _ if !formula.any(&Formula::is_condition) => 0,
        None if is_told(&OF_FACTORS) => LEAST_JOINED,
        Some(_) if is_told(&OF_DIVISORS) && formula.divides() => LEAST_OF_RESIDUES,
        _ => 0,
    };
    sequence.last() >= least
}
