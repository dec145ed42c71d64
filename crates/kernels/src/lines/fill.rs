//! The table of a game of lines, tile by tile.

#[cfg(target_arch = "x86_64")]
use super::avx512::Small;
use super::sets::{Lost, Sets, Used};
use super::{Lines, Numbering};
use crate::{Halt, Level, MAX_VALUE, Pulse, memory};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};

/// What is computed for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The Grundy value.
    Mex,
    /// 1 iff the player to move wins; a cell without options has the value `stuck`.
    Outcome {
        /// 1 where being stuck wins.
        stuck: u16,
    },
}

/// Which cells are positions, and where moves may begin and end.
pub trait Rights: Sync {
    /// Writes the rights of the cells `along` of the row with the given first coordinates: bit 0
    /// for a position, bits 2k + 1 and 2k + 2 for one where moves in direction k may begin and
    /// end.
    fn row(&self, row: &[usize], along: Range<usize>, rights: &mut [u16]);
}

/// The cell is not a position of the game, or was not reached.
const UNSET: u16 = u16::MAX;

/// The values of all cells in row-major order; cells that are no positions, or were not reached,
/// hold [`u16::MAX`]. Cost: one word and one write for every cell and direction.
///
/// # Errors
/// See [`Halt`].
pub fn fill(
    lines: &Lines,
    ask: Ask,
    rights: Option<&dyn Rights>,
    pulse: Pulse,
) -> (Vec<u16>, Result<(), Halt>) {
    fill_at(Level::best(), lines, ask, rights, pulse)
}

/// The same with the instructions of one level, which the processor must have.
///
/// # Errors
/// See [`Halt`].
pub fn fill_at(
    level: Level,
    lines: &Lines,
    ask: Ask,
    rights: Option<&dyn Rights>,
    pulse: Pulse,
) -> (Vec<u16>, Result<(), Halt>) {
    fill_with(level, lines.rooms(), lines, ask, rights, pulse)
}

/// The same with sets that have room for `few` values at first and for `all` at last.
fn fill_with(
    level: Level,
    (few, all): (usize, usize),
    lines: &Lines,
    ask: Ask,
    rights: Option<&dyn Rights>,
    pulse: Pulse,
) -> (Vec<u16>, Result<(), Halt>) {
    let (mut numberings, mut count) = lines.numberings();
    // A set that is never written and one that is never read: for moves that are not allowed.
    let spare = [count, count + 1];
    count += 2;
    if numberings.is_empty() {
        // A game without moves: the empty line has no option for anyone.
        numberings.push(Numbering { base: spare[0] as isize, coefficients: [0; 3] });
    }
    let mut cells = Vec::new();
    memory::reserve(&mut cells, lines.cells());
    cells.resize_with(lines.cells(), || AtomicU16::new(UNSET));
    let mut filling = Filling { lines, numberings, spare, rights, cells, full: false.into() };
    let result = match ask {
        Ask::Outcome { stuck } => filling.planes(&Lost::new(count, stuck), pulse),
        Ask::Mex => {
            let values = |filling: &Filling, room| match level {
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 if room <= Small::ROOM => filling.planes(&Small::new(count), pulse),
                _ => filling.planes(&Used::new(count, room), pulse),
            };
            match values(&filling, few) {
                Err(Halt::Overflow) if few < all => {
                    filling.full = false.into();
                    values(&filling, all)
                }
                result => result,
            }
        }
    };
    filling.reflect();
    let cells = std::mem::take(&mut filling.cells);
    (cells.into_iter().map(AtomicU16::into_inner).collect(), result)
}

/// Side of a tile, and of the squares that are reflected at once: what the lines through a tile
/// hold near the values of its cells fits the first cache.
const SIDE: usize = 32;

struct Filling<'l> {
    lines: &'l Lines,
    numberings: Vec<Numbering>,
    spare: [usize; 2],
    rights: Option<&'l dyn Rights>,
    cells: Vec<AtomicU16>,
    /// Whether a value did not fit its cell or its sets.
    full: AtomicBool,
}

/// A tile of the planes.
#[derive(Clone, Debug)]
struct Tile {
    planes: Range<usize>,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Filling<'_> {
    /// Tiles of one antidiagonal share no line of any direction.
    fn planes<S: Sets>(&self, sets: &S, pulse: Pulse) -> Result<(), Halt> {
        let [planes, rows, columns] = self.lines.sides;
        let (mut done, total) = (0, self.lines.cells() as u64);
        let mut reported = 0;
        for slab in 0..planes.div_ceil(SIDE) {
            let part = |i: usize, end: usize| i * SIDE..end.min((i + 1) * SIDE);
            let planes = part(slab, planes);
            // Only cells with falling coordinates, where the others are their mirror images.
            let rows = if self.lines.symmetric == 3 { planes.end } else { rows };
            let columns = columns.min(if self.lines.symmetric > 0 { rows } else { columns });
            let (across, along) = (rows.div_ceil(SIDE), columns.div_ceil(SIDE));
            for wave in 0..across + along - 1 {
                let tile = |i: usize| {
                    let j = wave.checked_sub(i).filter(|&j| j < along)?;
                    let inside = self.lines.symmetric == 0 || j <= i;
                    let (rows, columns) = (part(i, rows), part(j, columns));
                    inside.then(|| Tile { planes: planes.clone(), rows, columns })
                };
                let tiles: Vec<Tile> = (0..across).filter_map(tile).collect();
                match &tiles[..] {
                    [tile] => self.tile(sets, tile),
                    // Work handed to a thread costs two switches to it.
                    tiles if rayon::current_num_threads() == 1 => {
                        tiles.iter().for_each(|tile| self.tile(sets, tile));
                    }
                    tiles => tiles.par_iter().for_each(|tile| self.tile(sets, tile)),
                }
                if self.full.load(Relaxed) {
                    return Err(Halt::Overflow);
                }
                let cells = |t: &Tile| (t.planes.len() * t.rows.len() * t.columns.len()) as u64;
                done += tiles.iter().map(cells).sum::<u64>();
                if done >= reported + 65536 {
                    reported = done;
                    if !pulse(done.min(total), total) {
                        return Err(Halt::Interrupted);
                    }
                }
            }
        }
        Ok(())
    }

    fn tile<S: Sets>(&self, sets: &S, tile: &Tile) {
        for x in tile.planes.clone() {
            match self.numberings.len() {
                1 => self.plane_of::<1, S>(sets, tile, x),
                2 => self.plane_of::<2, S>(sets, tile, x),
                3 => self.plane_of::<3, S>(sets, tile, x),
                4 => self.plane_of::<4, S>(sets, tile, x),
                5 => self.plane_of::<5, S>(sets, tile, x),
                6 => self.plane_of::<6, S>(sets, tile, x),
                _ => self.plane_of::<7, S>(sets, tile, x),
            }
        }
    }

    fn plane_of<const K: usize, S: Sets>(&self, sets: &S, tile: &Tile, x: usize) {
        if self.rights.is_none() && self.lines.directions() > 0 {
            self.valued::<K, S>(sets, tile, x, |_, lines| Some((lines, lines)));
            return;
        }
        let rights = self.rights_of(tile, x);
        let spare = self.spare.map(|line| sets.start() + line * sets.stride());
        self.valued::<K, S>(sets, tile, x, |cell, lines| {
            let (own, mut from, mut to) = (rights[cell], lines, lines);
            for k in 0..K {
                from[k] = if own >> (2 * k + 1) & 1 == 1 { from[k] } else { spare[0] };
                to[k] = if own >> (2 * k + 2) & 1 == 1 { to[k] } else { spare[1] };
            }
            (own & 1 == 1).then_some((from, to))
        });
    }

    /// Values the cells of a tile's plane. `ends` tells, from the places of the lines through a
    /// cell, where those with options are and those where moves may end; `None` for no position.
    #[inline(always)]
    fn valued<const K: usize, S: Sets>(
        &self,
        sets: &S,
        tile: &Tile,
        x: usize,
        ends: impl Fn(usize, [usize; K]) -> Option<([usize; K], [usize; K])>,
    ) {
        let Some(numberings) = self.numberings.first_chunk::<K>() else { return };
        let Tile { mut rows, columns, .. } = tile.clone();
        if self.lines.symmetric == 3 {
            rows.end = rows.end.min(x + 1);
        }
        if rows.is_empty() {
            return;
        }
        let mut values = vec![UNSET; rows.len() * columns.len()];
        let (mut cells, mut found) = ([0; SIDE], [0; SIDE]);
        let (mut from, mut to) = ([[0; K]; SIDE], [[0; K]; SIDE]);
        // From a cell of an antidiagonal to the next.
        let steps = numberings.map(|n| n.coefficients[1] - n.coefficients[2]);
        let steps = steps.map(|step| step.wrapping_mul(sets.stride() as isize));
        'cells: for sum in rows.start + columns.start..rows.end + columns.end - 1 {
            let (first, last) = self.ends_of_antidiagonal(&rows, &columns, sum);
            let line = |n: Numbering| n.line([x, first, sum - first]) as usize;
            let mut at = numberings.map(|n| sets.start() + line(n) * sets.stride());
            let mut count = 0;
            for y in first..=last {
                let lines = at;
                for (at, step) in at.iter_mut().zip(steps) {
                    *at = at.wrapping_add_signed(step);
                }
                let cell = (y - rows.start) * columns.len() + sum - y - columns.start;
                let Some((own, reached)) = ends(cell, lines) else { continue };
                if S::TOGETHER {
                    (cells[count], from[count], to[count]) = (cell, own, reached);
                    count += 1;
                    continue;
                }
                let value = sets.settle(own, reached);
                if value > u32::from(MAX_VALUE) {
                    self.full.store(true, Relaxed);
                    break 'cells;
                }
                values[cell] = value as u16;
            }
            if S::TOGETHER {
                sets.settle_all(&from[..count], &to[..count], &mut found[..count]);
                for (&cell, &value) in cells.iter().zip(&found[..count]) {
                    // What does not fit is UNSET for the moment.
                    values[cell] = value.min(UNSET.into()) as u16;
                }
                if found[..count].iter().any(|&value| value > u32::from(MAX_VALUE)) {
                    self.full.store(true, Relaxed);
                    break;
                }
            }
        }
        self.store(x, rows, columns, &values);
    }

    /// The first and the last row with a cell to value among those whose row and column have this
    /// sum.
    #[inline(always)]
    fn ends_of_antidiagonal(
        &self,
        rows: &Range<usize>,
        columns: &Range<usize>,
        sum: usize,
    ) -> (usize, usize) {
        let own = if self.lines.symmetric > 0 { sum.div_ceil(2) } else { 0 };
        let first = rows.start.max((sum + 1).saturating_sub(columns.end)).max(own);
        (first, (rows.end - 1).min(sum - columns.start))
    }

    /// The rights of the cells of a tile's plane, row after row.
    fn rights_of(&self, tile: &Tile, x: usize) -> Vec<u16> {
        let mut all = vec![1; tile.rows.len() * tile.columns.len()];
        if let Some(rights) = self.rights {
            for (y, own) in tile.rows.clone().zip(all.chunks_mut(tile.columns.len())) {
                rights.row(&[x, y], tile.columns.clone(), own);
            }
        }
        let allowed = (2 << (2 * self.lines.directions())) - 1;
        all.iter_mut().for_each(|own| *own &= allowed);
        all
    }

    /// Copies the values of a tile's plane, row after row, to their cells, and of two coordinates to
    /// their mirror images.
    fn store(&self, x: usize, rows: Range<usize>, columns: Range<usize>, values: &[u16]) {
        if self.lines.symmetric == 2 {
            for (z, column) in columns.clone().zip(0..) {
                let first = rows.start.max(z + 1).min(rows.end);
                let from = values[(first - rows.start) * columns.len()..].iter().skip(column);
                let cells = &self.row(x, z)[first..rows.end];
                for (cell, &value) in cells.iter().zip(from.step_by(columns.len())) {
                    cell.store(value, Relaxed);
                }
            }
        }
        for (y, own) in rows.zip(values.chunks(columns.len())) {
            let falling = if self.lines.symmetric > 0 { y + 1 } else { columns.end };
            let kept = falling.min(columns.end).saturating_sub(columns.start);
            let cells = &self.row(x, y)[columns.start..];
            cells.iter().zip(&own[..kept]).for_each(|(cell, &value)| cell.store(value, Relaxed));
        }
    }

    fn row(&self, x: usize, y: usize) -> &[AtomicU16] {
        let [_, height, width] = self.lines.sides;
        &self.cells[(x * height + y) * width..][..width]
    }

    /// Copies the cells with three falling coordinates to their mirror images.
    fn reflect(&self) {
        if self.lines.symmetric < 3 {
            return;
        }
        let [_, _, side] = self.lines.sides;
        // Whole rows with x >= y, then the others, each a copy of one of them.
        (0..side).into_par_iter().for_each(|x| {
            (0..=x).step_by(SIDE).for_each(|y| self.reflect_rows(x, y));
            for z in x + 1..side {
                for (y, from) in self.row(z, x)[..=x].iter().enumerate() {
                    self.row(x, y)[z].store(from.load(Relaxed), Relaxed);
                }
            }
        });
        (0..side).into_par_iter().for_each(|x| {
            for y in x + 1..side {
                for (cell, from) in self.row(x, y).iter().zip(self.row(y, x)) {
                    cell.store(from.load(Relaxed), Relaxed);
                }
            }
        });
    }

    /// Copies a block of rows of a plane, as far as its columns are smaller, to the columns of the
    /// same numbers: a square after the other.
    fn reflect_rows(&self, x: usize, start: usize) {
        let end = self.lines.sides[2].min(start + SIDE);
        let end = end.min(x + 1);
        for columns in (0..end).step_by(SIDE) {
            for z in columns..end.min(columns + SIDE) {
                let first = start.max(z + 1);
                for (cell, y) in self.row(x, z)[first..end].iter().zip(first..) {
                    cell.store(self.row(x, y)[z].load(Relaxed), Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_that_had_no_room_are_made_anew() {
        for (sides, directions) in [(&[900][..], &[1][..]), (&[450, 450], &[1, 2, 3])] {
            let lines = Lines::new(sides, directions).expect("a game").halved();
            let all = lines.rooms().1;
            let known = fill(&lines, Ask::Mex, None, &|_, _| true);
            // More than the least sets of any level have room for.
            assert!(known.0.iter().any(|&value| value >= 512));
            for level in Level::available() {
                let with = |room| fill_with(level, room, &lines, Ask::Mex, None, &|_, _| true);
                assert_eq!(with((1, all)), known);
                assert_eq!(with((1, 1)).1, Err(Halt::Overflow));
            }
        }
    }
}
