//! The table of a game of lines, tile by tile.

use super::sets::{Kept, Sets};
use super::{Lines, Numbering};
use crate::{Halt, MOST, Pulse};
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

/// The cell is none of the game's positions, or was not reached.
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
    let (mut numberings, mut count) = lines.numberings();
    // A set that is never written and one that is never read: for moves that are not allowed.
    let spare = [count, count + 1];
    count += 2;
    let width = lines.width();
    if numberings.is_empty() {
        // A game without moves: the empty line has no option for anyone.
        numberings.push(Numbering { base: spare[0] as isize, coefficients: [0; 3] });
    }
    let cells = std::iter::repeat_with(|| AtomicU16::new(UNSET)).take(lines.cells()).collect();
    let mut filling = Filling { lines, numberings, spare, rights, cells, full: false.into() };
    let result = match Kept::new(ask, count, width) {
        Kept::Used(sets) => filling.planes(&sets, pulse),
        Kept::Lost(sets) => filling.planes(&sets, pulse),
    };
    let cells = std::mem::take(&mut filling.cells);
    (cells.into_iter().map(AtomicU16::into_inner).collect(), result)
}

struct Filling<'l> {
    lines: &'l Lines,
    numberings: Vec<Numbering>,
    spare: [usize; 2],
    rights: Option<&'l dyn Rights>,
    cells: Vec<AtomicU16>,
    /// Whether a value did not fit.
    full: AtomicBool,
}

/// A tile of a plane: which rows and columns.
#[derive(Clone, Debug)]
struct Tile {
    x: usize,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Filling<'_> {
    /// Tiles of one antidiagonal share no line of any direction.
    fn planes<S: Sets>(&self, sets: &S, pulse: Pulse) -> Result<(), Halt> {
        let [planes, rows, columns] = self.lines.sides;
        let side = if rows.min(columns) < 512 { 32 } else { 64 };
        let (mut done, total) = (0, self.lines.cells() as u64);
        let mut reported = 0;
        for x in 0..planes {
            // Only cells with falling coordinates, where the others are their mirror images.
            let rows = if self.lines.symmetric == 3 { x + 1 } else { rows };
            let columns = columns.min(if self.lines.symmetric > 0 { rows } else { columns });
            let (across, along) = (rows.div_ceil(side), columns.div_ceil(side));
            for wave in 0..across + along - 1 {
                let tile = |i: usize| {
                    let j = wave.checked_sub(i).filter(|&j| j < along)?;
                    let inside = self.lines.symmetric == 0 || j <= i;
                    let part = |i: usize, end: usize| i * side..end.min((i + 1) * side);
                    inside.then(|| Tile { x, rows: part(i, rows), columns: part(j, columns) })
                };
                let tiles: Vec<Tile> = (0..across).filter_map(tile).collect();
                match &tiles[..] {
                    [tile] => self.tile(sets, tile),
                    tiles => tiles.par_iter().for_each(|tile| self.tile(sets, tile)),
                }
                if self.full.load(Relaxed) {
                    return Err(Halt::Overflow);
                }
                done += tiles.iter().map(|t| (t.rows.len() * t.columns.len()) as u64).sum::<u64>();
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
        match self.numberings.len() {
            1 => self.cells_of::<1, S>(sets, tile),
            2 => self.cells_of::<2, S>(sets, tile),
            3 => self.cells_of::<3, S>(sets, tile),
            4 => self.cells_of::<4, S>(sets, tile),
            5 => self.cells_of::<5, S>(sets, tile),
            6 => self.cells_of::<6, S>(sets, tile),
            _ => self.cells_of::<7, S>(sets, tile),
        }
    }

    fn cells_of<const K: usize, S: Sets>(&self, sets: &S, tile: &Tile) {
        let Some(numberings) = self.numberings.first_chunk::<K>() else { return };
        let rights = self.rights.map(|rights| self.rights_of(rights, tile));
        let Tile { x, rows, columns } = tile.clone();
        for sum in rows.start + columns.start..rows.end + columns.end - 1 {
            let mut first = rows.start.max((sum + 1).saturating_sub(columns.end));
            if self.lines.symmetric > 0 {
                first = first.max(sum.div_ceil(2));
            }
            let last = (rows.end - 1).min(sum - columns.start);
            let at = |n: &Numbering, y: usize| {
                let c = n.coefficients;
                let z = (sum - y) as isize;
                (n.base + c[0] * x as isize + c[1] * y as isize + c[2] * z) as usize
            };
            for y in first..=last {
                let z = sum - y;
                let lines: [usize; K] = std::array::from_fn(|k| at(&numberings[k], y));
                let (mut from, mut to) = (lines, lines);
                if let Some(rights) = &rights {
                    let own = rights[(y - rows.start) * columns.len() + z - columns.start];
                    if own & 1 == 0 {
                        continue;
                    }
                    for k in 0..K {
                        from[k] = if own >> (2 * k + 1) & 1 == 1 { from[k] } else { self.spare[0] };
                        to[k] = if own >> (2 * k + 2) & 1 == 1 { to[k] } else { self.spare[1] };
                    }
                }
                let value = sets.value(from);
                if value > u32::from(MOST) {
                    self.full.store(true, Relaxed);
                    return;
                }
                if self.lines.directions() > 0 {
                    sets.add(to, value);
                }
                self.store([x, y, z], value as u16);
            }
        }
    }

    fn rights_of(&self, rights: &dyn Rights, tile: &Tile) -> Vec<u16> {
        let mut all = vec![0; tile.rows.len() * tile.columns.len()];
        for (y, own) in tile.rows.clone().zip(all.chunks_mut(tile.columns.len())) {
            rights.row(&[tile.x, y], tile.columns.clone(), own);
        }
        all
    }

    #[inline]
    fn store(&self, [x, y, z]: [usize; 3], value: u16) {
        let [_, rows, columns] = self.lines.sides;
        let put = |x: usize, y: usize, z: usize| {
            self.cells[(x * rows + y) * columns + z].store(value, Relaxed);
        };
        put(x, y, z);
        match self.lines.symmetric {
            2 => put(x, z, y),
            3 => {
                put(x, z, y);
                put(y, x, z);
                put(y, z, x);
                put(z, x, y);
                put(z, y, x);
            }
            _ => {}
        }
    }
}
