//! Cells, elements and pawns that disappear.

use super::row::Cells;

/// Lengths of the rows of a bar, none longer than the one before.
pub(crate) type Shape = Vec<u32>;

/// All shapes in a bar of `rows` by `columns` in which the first cell is left.
pub(crate) fn shapes(rows: usize, columns: u32) -> Vec<Shape> {
    let all = super::row::rows(rows, columns);
    let falling = |shape: &Shape| shape.windows(2).all(|pair| pair[0] >= pair[1]);
    all.into_iter().filter(|shape| shape[0] >= 1 && falling(shape)).collect()
}

/// Choose a cell other than the first one of the first row: every cell that is neither before it
/// nor in an earlier row disappears.
pub(crate) fn chomp(shape: &Shape) -> Vec<Shape> {
    let mut options = Vec::new();
    for (row, &length) in shape.iter().enumerate() {
        for column in 0..length {
            if (row, column) != (0, 0) {
                let cut = |(i, &length): (usize, &u32)| {
                    if i >= row { length.min(column) } else { length }
                };
                options.push(shape.iter().enumerate().map(cut).collect());
            }
        }
    }
    options
}

/// The first `count` cells.
pub(crate) fn all(count: u32) -> Cells {
    (1 << count) - 1
}

fn members(cells: Cells) -> impl Iterator<Item = u32> {
    (0..Cells::BITS).filter(move |&cell| cells >> cell & 1 == 1)
}

/// Choose an element (the first is number 0); the elements of `gone[element]` are deleted.
pub(crate) fn deletion(gone: Vec<Cells>) -> impl Fn(&Cells) -> Vec<Cells> {
    move |&cells| members(cells).map(|chosen| cells & !gone[chosen as usize]).collect()
}

/// What choosing each of n elements deletes: itself, and of the others those of its n - 1 binary
/// digits in `code`; the digits of the first element are the least ones.
pub(crate) fn gone_by_code(n: u32, code: u64) -> Vec<Cells> {
    let gone = |chosen: u32| {
        let others = (0..n).filter(|&other| other != chosen).enumerate();
        let digit = |place: usize| code >> (chosen * (n - 1)) >> place & 1;
        others.fold(1 << chosen, |set, (place, other)| set | digit(place) << other)
    };
    (0..n).map(gone).collect()
}

/// The divisors of each of the numbers 1 to n; bit i is the number i + 1.
pub(crate) fn divisors(n: u32) -> Vec<Cells> {
    let of = |number: u32| (1..=number).filter(move |&divisor| number.is_multiple_of(divisor));
    (1..=n).map(|number| of(number).fold(0, |set, divisor| set | 1 << (divisor - 1))).collect()
}

/// The elements at or above each of 1 to n in the poset in which x < y whenever `pairs` lead from
/// x up to y.
pub(crate) fn upper_sets(n: usize, pairs: &[(usize, usize)]) -> Vec<Cells> {
    let mut upper: Vec<Cells> = (0..n).map(|element| 1 << element).collect();
    for _ in 0..n {
        for &(low, high) in pairs {
            upper[low - 1] |= upper[high - 1];
        }
    }
    upper
}

/// Remove one cell, or two adjacent ones.
pub(crate) fn kayles(cells: &Cells) -> Vec<Cells> {
    let mut options: Vec<Cells> = members(*cells).map(|cell| cells & !(1 << cell)).collect();
    options.extend(dawsons_kayles(cells));
    options
}

/// Remove two adjacent cells.
pub(crate) fn dawsons_kayles(&cells: &Cells) -> Vec<Cells> {
    let pairs = members(cells).map(|cell| 0b11 << cell);
    pairs.filter(|pair| cells & pair == *pair).map(|pair| cells & !pair).collect()
}

/// Choose a cell; it and the cells at most `reach` away disappear.
pub(crate) fn guarded_strip(reach: u32) -> impl Fn(&Cells) -> Vec<Cells> {
    move |&cells| {
        let near = |cell: u32| members(cells).filter(move |other| other.abs_diff(cell) <= reach);
        members(cells)
            .map(|cell| near(cell).fold(cells, |left, gone| left & !(1 << gone)))
            .collect()
    }
}

/// Mark one of the free cells among the first `count`; three adjacent marks end the play.
pub(crate) fn treblecross(count: u32) -> impl Fn(&Cells) -> Vec<Cells> {
    move |&free| {
        let marked = all(count) & !free;
        if marked & marked >> 1 & marked >> 2 != 0 {
            return Vec::new();
        }
        members(free).map(|cell| free & !(1 << cell)).collect()
    }
}

/// Lay a domino on two adjacent free cells of a board with `columns` columns, its cells numbered
/// row by row.
pub(crate) fn cram(columns: u32) -> impl Fn(&Cells) -> Vec<Cells> {
    move |&free| {
        let mut options = Vec::new();
        for cell in members(free) {
            let across = 0b11 << cell;
            if cell % columns + 1 < columns && free & across == across {
                options.push(free & !across);
            }
            let down = 1 << cell | 1 << (cell + columns);
            if free & down == down {
                options.push(free & !down);
            }
        }
        options
    }
}

/// What stands on a cell of the pawns' board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    Empty,
    White,
    Black,
}

/// Three rows of cells, and whether White is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pawns {
    rows: [Vec<Cell>; 3],
    white: bool,
}

impl Pawns {
    /// White pawns on the first row, black ones on the third, White to move.
    pub(crate) fn start(columns: usize) -> Self {
        let row = |cell| vec![cell; columns];
        Self { rows: [row(Cell::White), row(Cell::Empty), row(Cell::Black)], white: true }
    }

    /// The position after the mover's pawn has gone from one cell to another.
    fn moved(&self, from: (usize, usize), to: (usize, usize)) -> Self {
        let mut next = self.clone();
        next.rows[to.0][to.1] = next.rows[from.0][from.1];
        next.rows[from.0][from.1] = Cell::Empty;
        next.white = !self.white;
        next
    }

    /// Capture diagonally forward; only without a capture, step forward onto an empty cell.
    pub(crate) fn options(&self) -> Vec<Self> {
        let (own, other) =
            if self.white { (Cell::White, Cell::Black) } else { (Cell::Black, Cell::White) };
        let columns = self.rows[0].len();
        let (mut captures, mut steps) = (Vec::new(), Vec::new());
        for (row, column) in (0..3).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let forward = if self.white { Some(row + 1) } else { usize::checked_sub(row, 1) };
            let Some(ahead) = forward.filter(|&ahead| ahead < 3) else { continue };
            if self.rows[row][column] != own {
                continue;
            }
            if self.rows[ahead][column] == Cell::Empty {
                steps.push(self.moved((row, column), (ahead, column)));
            }
            let sides = [column.checked_sub(1), Some(column + 1).filter(|&side| side < columns)];
            for side in sides.into_iter().flatten() {
                if self.rows[ahead][side] == other {
                    captures.push(self.moved((row, column), (ahead, side)));
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }
}
