//! Functions of the digits of two coordinates, pair by pair: binomial coefficients modulo a prime,
//! carries, carpets (automatic and regular functions of two numbers, Allouche and Shallit 1992).
//!
//! A pair of digits to base `b` is one digit to base `b^2`: with the digits side by side, a square
//! whose side is a power of `b` is a sequence, and its law one of the digits of a single number. A
//! pair counts as two digits; the definition is checked by cells as any other.

use arith::numeration::Numeration;
use expr::law::Kind;
use table::{Axis, Column, Table, Values};

use crate::evidence::{Judged, judge_grid, unjudged_grid};
use crate::family::regular::{Explored, MAX_CONJECTURED, MAX_FUNCTIONS, explored, words};
use crate::formula::Formula;
use crate::view::{Grid, Sequence};

/// Bases tried.
const BASES: [i64; 3] = [2, 3, 5];
/// Longest side of the square.
const MAX_SIDE: i64 = 128;
/// Fewest pairs of digits beyond the dimension.
const SPARE_DIGITS: usize = 1;
/// Values up to which a grid counts as one of finitely many letters.
const MAX_LETTERS: i64 = 12;

/// The law of the grid by pairs of digits, to the least base that has one.
pub(crate) fn find(grid: &Grid<'_>) -> Option<Judged> {
    BASES.into_iter().find_map(|base| {
        let found = Found::of(grid, base, MAX_FUNCTIONS)?;
        // A further digit is half seen where the grid goes on to twice the side of the square.
        let square = base.checked_pow(u32::try_from(found.digits).ok()?)?;
        let more = usize::from(base > 2 && found.side >= square.saturating_mul(2));
        if found.digits + more < found.law.regular.rank() + SPARE_DIGITS {
            return None;
        }
        let Stated { kind, formula, fitted, words } = found.stated(grid, base);
        judge_grid(grid, kind, formula, fitted, Some(words))
            .filter(|j| j.finding.law.exceptions.is_empty())
    })
}

/// What pairs of digits say of every cell of a grid of few letters, with as little evidence as there
/// may be.
pub(crate) fn conjecture(grid: &Grid<'_>) -> Option<Judged> {
    if !is_automatic(grid) {
        return None;
    }
    BASES.into_iter().find_map(|base| {
        let found = Found::of(grid, base, MAX_CONJECTURED)?;
        let Stated { kind, formula, fitted, words } = found.stated(grid, base);
        unjudged_grid(grid, kind, formula, fitted, words)
    })
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

/// The law as a formula and in words.
struct Stated {
    kind: Kind,
    formula: Formula,
    fitted: usize,
    words: String,
}

impl Found {
    fn of(grid: &Grid<'_>, base: i64, most: usize) -> Option<Self> {
        let [first, second] = grid.axes() else { return None };
        if grid.is_part() || (first.lo, second.lo) != (0, 0) {
            return None;
        }
        let side = first.hi.min(second.hi).checked_add(1)?.min(MAX_SIDE);
        let digits = usize::try_from(side.checked_ilog(base)?).ok()?;
        let terms = base.checked_pow(u32::try_from(2 * digits).ok()?)?;
        let values: Option<Vec<i64>> =
            (0..terms).map(|z| grid.value(&taken_apart(z, base))).collect();
        let table = Table {
            axes: vec![Axis::new("z", 0, terms - 1)],
            columns: vec![Column { name: grid.name.to_owned(), values: Values::I64(values?) }],
            present: None,
        };
        let sequence = Sequence::new(&table, &table.columns[0])?;
        // Cells beyond the square test the law; where there are few, a third of the square does.
        let beyond = grid.positions().saturating_sub(sequence.len());
        let fitting =
            if 4 * beyond >= sequence.len() { sequence.len() } else { sequence.fitting() };
        let numeration = Numeration::Base(i128::from(base) * i128::from(base));
        let last = sequence.coordinate(fitting.max(1) - 1);
        let law = explored(&sequence, numeration, last, most)?;
        Some(Self { law, digits, side })
    }

    fn stated(self, grid: &Grid<'_>, base: i64) -> Stated {
        let names = grid.names();
        let place = |word: &[usize]| {
            let z = word.iter().fold(0i64, |z, &d| z * base * base + i64::try_from(d).unwrap_or(0));
            let power = word.iter().fold(1i64, |p, _| p.saturating_mul(base));
            let of_one = |(name, rest): (&String, i64)| match (power, rest) {
                (1, _) => name.clone(),
                (_, 0) => format!("{power}{name}"),
                _ => format!("{power}{name} + {rest}"),
            };
            let places: Vec<String> = names.iter().zip(taken_apart(z, base)).map(of_one).collect();
            places.join(", ")
        };
        let number =
            |z: i128| taken_apart(i64::try_from(z).unwrap_or(0), base).map(|c| c.to_string());
        let words = words(grid.name, &self.law, place, |z| number(z).join(", "));
        let kind = if is_automatic(grid) { Kind::Automatic } else { Kind::Regular };
        let fitted = self.law.defining;
        let place = Formula::Paired(base, Box::new(Formula::Var(0)), Box::new(Formula::Var(1)));
        let formula = Formula::Regular(Box::new(self.law.regular), Box::new(place));
        Stated { kind, formula, fitted, words }
    }
}

/// The two numbers whose digits stand side by side in `z`.
fn taken_apart(mut z: i64, base: i64) -> [i64; 2] {
    let (mut both, mut place) = ([0; 2], 1);
    while z > 0 {
        both[0] += z / base % base * place;
        both[1] += z % base * place;
        (z, place) = (z / (base * base), place * base);
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing::square;

    fn law_of(side: i64, value: impl Fn(i64, i64) -> i64) -> Option<Judged> {
        let table = square("v", side, value);
        find(&Grid::new(&table, &table.columns[0]))
    }

    #[test]
    fn digits_side_by_side_and_apart() {
        for base in BASES {
            for (x, y) in [(0, 0), (5, 3), (31, 2), (7, 124)] {
                let formula =
                    Formula::Paired(base, Box::new(Formula::Var(0)), Box::new(Formula::Var(1)));
                let z = formula.eval(&[x, y]).unwrap();
                assert_eq!(taken_apart(z, base), [x, y]);
            }
        }
    }

    #[test]
    fn binomial_coefficients_modulo_three() {
        // Lucas: the product of those of the digits.
        let lucas = |mut x: i64, mut y: i64| {
            let mut product = 1;
            while x > 0 || y > 0 {
                product *= [[1, 0, 0], [1, 1, 0], [1, 2, 1]][(x % 3) as usize][(y % 3) as usize];
                (x, y) = (x / 3, y / 3);
            }
            product % 3
        };
        let judged = law_of(32, lucas).unwrap();
        for (x, y) in (0..100).flat_map(|x| (0..100).map(move |y| (x, y))) {
            assert_eq!(judged.formula.eval(&[x, y]), Some(lucas(x, y)), "{x} {y}");
        }
    }

    #[test]
    fn tables_without_digits_have_no_law() {
        assert!(law_of(32, |x, y| (x * x + 3 * y * y * y + x * y) % 7).is_none());
        let noise = |x: i64, y: i64| ((x * 7919 + y * 104_729) ^ (x * y * 31)) / 16 % 2;
        assert!(law_of(32, noise).is_none());
        // One altered cell.
        assert!(law_of(32, |x, y| i64::from(x & y == 0) ^ i64::from((x, y) == (9, 21))).is_none());
    }
}
