//! Functions of the digits of two or three coordinates side by side: binomial coefficients modulo a
//! prime, carries, carpets (automatic and regular functions, Allouche and Shallit 1992).
//!
//! A pair of digits to base `b` is one digit to base `b^2`: with the digits side by side, a square
//! whose side is a power of `b` is a sequence, and its law one of the digits of a single number.
//! Likewise for a cube. The definition is checked by cells as any other.

use arith::numeration::Numeration;
use expr::law::LawKind;
use expr::words::listed;
use formula::{Formula, Operation};

use crate::evidence::{Judged, Proposal, judge_grid, unjudged_grid};
use crate::family::regular::{
    Explored, MAX_CONJECTURED, MAX_FUNCTIONS, appended_to, explored, words,
};
use crate::view::{Grid, Sequence, list};

/// Bases tried of two coordinates, and of three.
const BASES: [i64; 3] = [2, 3, 5];
const BASES_OF_CUBES: [i64; 1] = [2];
/// Longest side of the square, and of the cube.
const MAX_SIDE: i64 = 128;
const MAX_SIDE_OF_CUBE: i64 = 32;
/// Fewest pairs of digits beyond the dimension.
const SPARE_DIGITS: usize = 1;
/// Values up to which a grid counts as one of finitely many letters.
const MAX_LETTERS: i64 = 12;

/// The law of the grid by pairs of digits, to the least base that has one.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    bases(grid).iter().find_map(|&base| {
        let found = Found::of(grid, base, MAX_FUNCTIONS)?;
        // A further digit is half seen where the grid goes on to twice the side of the square.
        let square = base.checked_pow(u32::try_from(found.digits).ok()?)?;
        let more = usize::from(base > 2 && found.side >= square.saturating_mul(2));
        if found.digits + more < found.law.regular.rank() + SPARE_DIGITS {
            return None;
        }
        judge_grid(grid, found.proposal(grid, base))?.exact()
    })
}

/// What pairs of digits say of every cell of a grid of few letters, with as little evidence as there
/// may be.
pub(crate) fn conjecture(grid: &Grid<'_>) -> Option<Judged> {
    if !is_automatic(grid) {
        return None;
    }
    bases(grid).iter().find_map(|&base| {
        let found = Found::of(grid, base, MAX_CONJECTURED)?;
        unjudged_grid(grid, found.proposal(grid, base))
    })
}

fn bases(grid: &Grid<'_>) -> &'static [i64] {
    match grid.axes().len() {
        2 => &BASES,
        3 => &BASES_OF_CUBES,
        _ => &[],
    }
}

fn is_automatic(grid: &Grid<'_>) -> bool {
    grid.values().all(|v| v.abs() < MAX_LETTERS)
}

/// A law of the digits of a square, of so many pairs, of a grid that is at least so wide.
struct Found {
    law: Explored,
    digits: usize,
    side: i64,
}

impl Found {
    fn of(grid: &Grid<'_>, base: i64, most: usize) -> Option<Self> {
        let axes = grid.axes();
        if grid.is_part || axes.iter().any(|axis| axis.lo != 0) {
            return None;
        }
        let longest = if axes.len() > 2 { MAX_SIDE_OF_CUBE } else { MAX_SIDE };
        let side = axes.iter().map(|axis| axis.hi).min()?.checked_add(1)?.min(longest);
        let digits = usize::try_from(side.checked_ilog(base)?).ok()?;
        let tracks = u32::try_from(axes.len()).ok()?;
        let radix = base.checked_pow(tracks)?;
        let terms = radix.checked_pow(u32::try_from(digits).ok()?)?;
        let values: Option<Vec<i64>> =
            (0..terms).map(|z| grid.value(&taken_apart(z, base, axes.len()))).collect();
        let table = list(grid.name, "z", 0, values?)?;
        let sequence = Sequence::of(&table)?;
        // Cells beyond the square test the law; where there are few, a third of the square does.
        let beyond = grid.positions().saturating_sub(sequence.len());
        let fitting =
            if 4 * beyond >= sequence.len() { sequence.len() } else { sequence.fitting() };
        let numeration = Numeration::Base(radix.into());
        let last = sequence.coordinate(fitting.max(1) - 1);
        let law = explored(&sequence, numeration, 0..=last, most)?;
        Some(Self { law, digits, side })
    }

    fn proposal(self, grid: &Grid<'_>, base: i64) -> Proposal {
        let names = grid.names();
        let count = names.len();
        let radix = i64::try_from(self.law.regular.matrices.len()).unwrap_or(0);
        let place = |word: &[usize]| {
            let z = word.iter().fold(0i64, |z, &d| z * radix + i64::try_from(d).unwrap_or(0));
            let power = word.iter().fold(1i64, |p, _| p.saturating_mul(base));
            let of_one = |(name, rest): (&String, i64)| appended_to(name, power, rest);
            listed(names.iter().zip(taken_apart(z, base, count)).map(of_one))
        };
        let number = |z: i128| listed(taken_apart(i64::try_from(z).unwrap_or(0), base, count));
        let words = words(grid.name, &self.law, place, number);
        let kind = if is_automatic(grid) { LawKind::Automatic } else { LawKind::Regular };
        let fitted = self.law.defining;
        let all = (0..count).map(Formula::Var).collect();
        let place = Formula::Apply(Operation::SideBySide(base), all);
        let formula = place.under(Operation::Regular(Box::new(self.law.regular)));
        Proposal::new(kind, formula, fitted).said(words)
    }
}

/// The `count` numbers whose digits stand side by side in `z`.
fn taken_apart(mut z: i64, base: i64, count: usize) -> Vec<i64> {
    let (mut all, mut place) = (vec![0; count], 1);
    while z > 0 {
        for number in all.iter_mut().rev() {
            *number += z % base * place;
            z /= base;
        }
        place *= base;
    }
    all
}
