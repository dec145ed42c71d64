//! Games of lines: one piece on a box of at most three coordinates, moved any distance along fixed
//! directions, as in Wythoff's game (a queen), Nim with two or three heaps (a rook), or a bishop.
//!
//! For every line the set of the values on it is kept; the value of a cell is the least number that
//! none of its lines has. Words of a set that are full are passed over by a second level of bits,
//! so that a cell costs two or three words for every direction instead of one step for every
//! option; a set of up to 512 values is one vector where the processor has such. Cells that share
//! no line are computed at the same time: tiles of the box along its antidiagonals, and within a
//! tile the cells of an antidiagonal (for the processor to overlap).

#[cfg(target_arch = "x86_64")]
mod avx512;
mod fill;
mod sets;

pub use fill::{Ask, Rights, fill, fill_at};

/// The box and the directions of a game of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Lengths of the sides, the missing ones in front as 1.
    sides: [usize; 3],
    /// Which coordinates fall together in a move.
    directions: Vec<[bool; 3]>,
    /// How many of the last coordinates may be exchanged freely (0: none).
    symmetric: usize,
}

/// Where the lines of one direction are: the line through (x, y, z) has the number
/// `base + coefficients . (x, y, z)`.
#[derive(Clone, Copy, Debug)]
struct Numbering {
    base: isize,
    coefficients: [isize; 3],
}

impl Numbering {
    fn line(self, [x, y, z]: [usize; 3]) -> isize {
        let [a, b, c] = self.coefficients;
        self.base + a * x as isize + b * y as isize + c * z as isize
    }
}

impl Lines {
    /// The game on a box with these side lengths; a move lowers all coordinates of one of the
    /// `directions` (bit i of its number: coordinate i) by the same number of at least 1.
    ///
    /// `None` unless there are 1 to 3 sides and the directions are different and on them.
    #[must_use]
    pub fn new(sides: &[usize], directions: &[u8]) -> Option<Self> {
        let missing = 3usize.checked_sub(sides.len()).filter(|&m| m < 3)?;
        let mut all = [1; 3];
        all[missing..].copy_from_slice(sides);
        let mut set = directions.to_vec();
        set.sort_unstable();
        set.dedup();
        let within = |d: &u8| *d != 0 && u32::from(*d) < 1 << sides.len();
        if all.contains(&0) || set.len() != directions.len() || !set.iter().all(within) {
            return None;
        }
        let falls = |d: u8| std::array::from_fn(|i| i >= missing && d >> (i - missing) & 1 == 1);
        let directions = directions.iter().map(|&d| falls(d)).collect();
        Some(Self { sides: all, directions, symmetric: 0 })
    }

    /// The same, computed for one order of the coordinates and copied to the others, where sides
    /// and directions allow it. Only for games without [`Rights`], or with symmetric ones.
    #[must_use]
    pub fn halved(mut self) -> Self {
        let moving = self.sides.iter().filter(|&&s| s > 1).count();
        let swapped = |i: usize, j: usize| {
            self.sides[i] == self.sides[j]
                && self.directions.iter().all(|d| {
                    let mut other = *d;
                    other.swap(i, j);
                    self.directions.contains(&other)
                })
        };
        if moving == 3 && swapped(0, 1) && swapped(1, 2) {
            self.symmetric = 3;
        } else if moving == 2 && swapped(1, 2) && !self.directions.iter().any(|d| d[0]) {
            self.symmetric = 2;
        }
        self
    }

    /// Whether mirror images are copied.
    #[must_use]
    pub fn is_halved(&self) -> bool {
        self.symmetric > 0
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.sides.iter().product()
    }

    /// Number of directions.
    #[must_use]
    pub fn directions(&self) -> usize {
        self.directions.len()
    }

    /// Bytes of the sets of values, beside the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numberings().1.saturating_mul(self.rooms().1 / 8 + 64)
    }

    /// For how many values the sets of lines have room at first, and at last: values are hardly
    /// more than twice the longest side, and never more than a cell has options.
    fn rooms(&self) -> (usize, usize) {
        let longest = |d: &[bool; 3]| {
            let sides = self.sides.iter().zip(d).filter(|(_, falls)| **falls);
            sides.map(|(&side, _)| side - 1).min().unwrap_or(0)
        };
        let options = self.directions.iter().map(longest).sum::<usize>();
        let side = self.sides.iter().max().map_or(0, |&side| side);
        (options.min(2 * side) + 1, options + 1)
    }

    /// The numbers of the lines of every direction, and how many lines there are.
    fn numberings(&self) -> (Vec<Numbering>, usize) {
        if self.symmetric > 0 {
            return self.sorted_numberings();
        }
        let mut lines = 0;
        let mut all = Vec::new();
        for direction in &self.directions {
            // Along the pivot the other coordinates, less it where they fall with it, stay.
            let pivot = direction.iter().position(|&falls| falls).unwrap_or(0);
            let most = self.sides[pivot] - 1;
            let mut numbering = Numbering { base: lines as isize, coefficients: [0; 3] };
            let mut count = 1;
            for axis in (0..3).rev().filter(|&axis| axis != pivot) {
                numbering.coefficients[axis] = count as isize;
                let mut length = self.sides[axis];
                if direction[axis] {
                    numbering.coefficients[pivot] -= count as isize;
                    numbering.base += (count * most) as isize;
                    length += most;
                }
                count *= length;
            }
            all.push(numbering);
            lines += count;
        }
        (all, lines)
    }

    /// The numbers of lines for cells x >= y >= z (of two coordinates: y >= z), where a line and
    /// its mirror images share one set. Every cell of these lines that is smaller in all
    /// coordinates comes earlier under any order of computation, every greater one later, so the
    /// set of a line holds just the options.
    fn sorted_numberings(&self) -> (Vec<Numbering>, usize) {
        let n = self.sides[2] as isize;
        // Lines by how many coordinates fall along them.
        let share = if self.symmetric == 3 { n * n } else { n };
        let number = |falling: &[bool; 3]| {
            let falls = falling.iter().filter(|f| **f).count() as isize;
            let base = (falls - 1) * share;
            let coefficients = match (self.symmetric, falling) {
                (3, [true, false, false]) => [0, n, 1],
                (3, [false, true, false]) => [n, 0, 1],
                (3, [false, false, true]) => [n, 1, 0],
                (3, [true, true, false]) => [1, -1, n],
                (3, [true, false, true]) => [1, n, -1],
                (3, [false, true, true]) => [n, 1, -1],
                (3, _) => [n, 1 - n, -1],
                (_, [_, true, false]) => [0, 0, 1],
                (_, [_, false, true]) => [0, 1, 0],
                _ => [0, 1, -1],
            };
            Numbering { base, coefficients }
        };
        let kinds = if self.symmetric == 3 { 3 } else { 2 };
        (self.directions.iter().map(number).collect(), (kinds * share) as usize)
    }
}
