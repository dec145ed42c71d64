//! The table of a game of lines, tile by tile.

use super::sets::{Lost, Sets, Used};
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
    if numberings.is_empty() {
        // A game without moves: the empty line has no option for anyone.
        numberings.push(Numbering { base: spare[0] as isize, coefficients: [0; 3] });
    }
    let cells = std::iter::repeat_with(|| AtomicU16::new(UNSET)).take(lines.cells()).collect();
    let mut filling = Filling { lines, numberings, spare, rights, cells, full: false.into() };
    let result = match ask {
        Ask::Outcome { stuck } => filling.planes(&Lost::new(count, stuck), pulse),
        Ask::Mex => {
            let (few, all) = lines.rooms();
            match filling.planes(&Used::new(count, few), pulse) {
                Err(Halt::Overflow) if few < all => {
                    filling.full = false.into();
                    filling.planes(&Used::new(count, all), pulse)
                }
                result => result,
            }
        }
    };
    let cells = std::mem::take(&mut filling.cells);
    (cells.into_iter().map(AtomicU16::into_inner).collect(), result)
}

/// Sides of tiles of two and of three dimensions: the lines through a tile fit the second cache.
const SIDE_2: usize = 64;
const SIDE_3: usize = 16;

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
        let side = if planes > 1 { SIDE_3 } else { SIDE_2 };
        let (mut done, total) = (0, self.lines.cells() as u64);
        let mut reported = 0;
        for slab in 0..planes.div_ceil(side) {
            let part = |i: usize, end: usize| i * side..end.min((i + 1) * side);
            let planes = part(slab, planes);
            // Only cells with falling coordinates, where the others are their mirror images.
            let rows = if self.lines.symmetric == 3 { planes.end } else { rows };
            let columns = columns.min(if self.lines.symmetric > 0 { rows } else { columns });
            let (across, along) = (rows.div_ceil(side), columns.div_ceil(side));
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
        let Some(numberings) = self.numberings.first_chunk::<K>() else { return };
        let rights = self.rights.map(|rights| self.rights_of(rights, tile, x));
        let Tile { mut rows, columns, .. } = tile.clone();
        if self.lines.symmetric == 3 {
            rows.end = rows.end.min(x + 1);
        }
        if rows.is_empty() {
            return;
        }
        let mut values = vec![UNSET; rows.len() * columns.len()];
        // From a cell of an antidiagonal to the next.
        let steps = numberings.map(|n| n.coefficients[1] - n.coefficients[2]);
        'cells: for sum in rows.start + columns.start..rows.end + columns.end - 1 {
            let mut first = rows.start.max((sum + 1).saturating_sub(columns.end));
            if self.lines.symmetric > 0 {
                first = first.max(sum.div_ceil(2));
            }
            let last = (rows.end - 1).min(sum - columns.start);
            let mut at = numberings.map(|n| n.line([x, first, sum - first]));
            for y in first..=last {
                let z = sum - y;
                let mut lines = [0; K];
                for k in 0..K {
                    lines[k] = at[k] as usize;
                    at[k] += steps[k];
                }
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
                    break 'cells;
                }
                if self.lines.directions() > 0 {
                    sets.add(to, value);
                }
                values[(y - rows.start) * columns.len() + z - columns.start] = value as u16;
            }
        }
        self.store(x, rows, columns, &values);
    }

    fn rights_of(&self, rights: &dyn Rights, tile: &Tile, x: usize) -> Vec<u16> {
        let mut all = vec![0; tile.rows.len() * tile.columns.len()];
        for (y, own) in tile.rows.clone().zip(all.chunks_mut(tile.columns.len())) {
            rights.row(&[x, y], tile.columns.clone(), own);
        }
        all
    }

    /// Copies the values of a tile's plane, row after row, to their cells and mirror images.
    fn store(&self, x: usize, rows: Range<usize>, columns: Range<usize>, values: &[u16]) {
        let [_, height, width] = self.lines.sides;
        let row = |x: usize, y: usize| &self.cells[(x * height + y) * width..][..width];
        let along = columns.len();
        for (y, own) in rows.clone().zip(values.chunks(along)) {
            let kept = if self.lines.symmetric == 0 {
                along
            } else {
                own.len().min((y + 1).saturating_sub(columns.start))
            };
            let own = &own[..kept];
            let images: &[usize] = if self.lines.symmetric == 3 { &[x, y] } else { &[x] };
            for (i, &plane) in images.iter().enumerate() {
                let cells = &row(plane, if i == 0 { y } else { x })[columns.start..];
                cells.iter().zip(own).for_each(|(cell, &value)| cell.store(value, Relaxed));
            }
        }
        if self.lines.symmetric == 0 {
            return;
        }
        for z in columns.clone() {
            let first = rows.start.max(z);
            let own =
                values.iter().skip((first - rows.start) * along + z - columns.start).step_by(along);
            for (y, &value) in (first..rows.end).zip(own) {
                row(x, z)[y].store(value, Relaxed);
                if self.lines.symmetric == 3 {
                    row(z, x)[y].store(value, Relaxed);
                    row(y, z)[x].store(value, Relaxed);
                    row(z, y)[x].store(value, Relaxed);
                }
            }
        }
    }
}
