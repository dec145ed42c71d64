//! What terms and cells that agree with a law say, in bits.

use arith::integer::gcd;
use expr::substitute::mentions;
use formula::Formula;
use formula::bits::{arrangement_bits, arrangement_bits_at};
use hashbrown::HashMap;

use crate::view::{Grid, Sequence, ends, width};

/// Bits that one agreeing term counts for at most by being different from others.
const MAX_CHECK_BITS: u64 = 4;
/// Longest coordinate all of whose values are taken to be seen.
const MAX_SEEN: usize = 8;
/// Numbers made of all coordinates of which quantities are functions, and how many different ones say
/// enough: the greatest, the least, their difference, the sum, the product, the greatest divisor, and
/// those that the binary digits make.
const NUMBERS_OF_ALL: [fn(&[i64]) -> i64; 9] = [
    |all| ends(all.iter().copied()).1,
    |all| ends(all.iter().copied()).0,
    |all| width(ends(all.iter().copied())),
    |all| all.iter().fold(0, |sum, &n| sum.saturating_add(n)),
    |all| all.iter().fold(1, |product, &n| product.saturating_mul(n)),
    |all| {
        let divisor = all.iter().fold(0, |divisor, n| gcd(divisor, n.unsigned_abs().into()));
        i64::try_from(divisor).unwrap_or(i64::MAX)
    },
    |all| all.iter().fold(0, |bits, n| bits ^ n),
    |all| all.iter().fold(0, |bits, n| bits | n),
    |all| all.iter().fold(-1, |bits, n| bits & n),
];
const MAX_NUMBERS: usize = 1 << 12;
/// What all cells say together: that they are a function of it. So many bits has such a number in a law.
const BITS_OF_NUMBER: u64 = 8;

/// What that many cells of a grid say in bits: one each, but cells that differ only in coordinates that
/// the formula leaves out, or on which no value depends, say the same, and so do those that share a number
/// of which all values are a function. Where the other coordinates are short, all their values are taken
/// to be seen.
pub(crate) fn bits_of_cells(grid: &Grid<'_>, formula: &Formula, tested: usize) -> u64 {
    let law = formula.expr(&grid.names());
    let axes = grid.axes().iter().enumerate();
    let told = axes.filter(|(i, axis)| mentions(&law, &axis.name) && grid.depends_on(*i));
    let lengths: Vec<usize> = told.map(|(_, axis)| axis.len()).collect();
    if lengths.iter().all(|&length| length <= MAX_SEEN) {
        return tested as u64;
    }
    let different =
        lengths.iter().fold(1, |product: usize, &length| product.saturating_mul(length));
    let positions = grid.positions();
    let bits = different.min(positions) as u128 * tested as u128 / positions.max(1) as u128;
    let varying: Vec<usize> = (0..grid.axes().len()).filter(|&axis| grid.varies(axis)).collect();
    let numbers = NUMBERS_OF_ALL.iter().filter(|_| varying.len() > 1);
    let shared = numbers.filter_map(|number| bits_by(grid, &varying, *number)).min();
    let shared = shared.map_or(u64::MAX, |bits| bits + BITS_OF_NUMBER);
    u64::try_from(bits).unwrap_or(u64::MAX).min(shared)
}

/// What the values say in bits where they are a function of a number made of the coordinates that vary,
/// which is the same at many cells: as much as its values in a list. `None` where they are none, or of so
/// many numbers that they say enough.
fn bits_by(grid: &Grid<'_>, varying: &[usize], number: fn(&[i64]) -> i64) -> Option<u64> {
    let (mut known, mut own) = (HashMap::new(), Vec::new());
    for (position, value) in grid.cells() {
        own.clear();
        own.extend(varying.iter().map(|&axis| position[axis]));
        let first = *known.entry(number(&own)).or_insert(value);
        if first != value || known.len() > MAX_NUMBERS {
            return None;
        }
    }
    let mut listed: Vec<(i64, i64)> = known.into_iter().collect();
    listed.sort_unstable();
    Some(bits_of_list(&listed.into_iter().map(|(_, value)| value).collect::<Vec<_>>()))
}

/// What a list says in bits: one for each term, and more where terms differ.
pub(crate) fn bits_of_list(list: &[i64]) -> u64 {
    let count = list.len() as u64;
    arrangement_bits(list.iter().copied()).clamp(count, MAX_CHECK_BITS * count)
}

/// What that many terms say in bits: each at least `check_bits`, and as much as it takes to tell a
/// term from the others, be it by its value or by its difference from the one before.
pub(crate) fn bits_of_terms(sequence: &Sequence<'_>, tested: usize, check_bits: usize) -> u64 {
    let count = sequence.len();
    let values = arrangement_bits_at(count, |i| sequence.get(i));
    let step = |i: usize| sequence.get(i + 1).wrapping_sub(sequence.get(i));
    let steps = arrangement_bits_at(count.max(1) - 1, step);
    let all = values.min(steps).min(MAX_CHECK_BITS * count as u64);
    let by_kind = u128::from(all) * (tested as u128) / (count as u128).max(1);
    let weight = by_kind.max((tested as u128) * (check_bits as u128));
    u64::try_from(weight).unwrap_or(u64::MAX)
}
