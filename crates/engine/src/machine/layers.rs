//! Fills parts of rows on several threads. Parts whose coordinates differ little are a *block*; blocks
//! whose places along the coordinates have the same sum are a *layer*. Blocks of a layer do not depend
//! on each other if no move raises a coordinate. Each thread has a table of its own, in which it
//! computes its share; the blocks of the others are copied into it before the next layer.

use super::cell::{Cell, Sink};
use super::lanes::LANES;
use super::run::{Code, Halt, Local};
use crate::fold::Fold;
use kernels::Pulse;
use rayon::{current_num_threads, in_place_scope};
use std::collections::BTreeMap;
use std::ops::Range;

/// Tables of fewer cells are not worth waiting for threads.
const LEAST_CELLS: usize = 1 << 16;
/// All tables together take at most so many bytes.
const MAX_BYTES: usize = 1 << 28;
/// A thread fills about so many cells between two calls of the pulse.
const SHARE: usize = 1 << 13;

/// Parts of rows, at most [`LANES`] cells each, in storage order, with the first cell of the row.
type Block = Vec<(usize, Range<usize>)>;

impl Code {
    /// For how many threads there are tables, where rows along which the coordinates from that one on
    /// change are filled by layers.
    pub(super) fn tables<T>(&self, from: usize) -> Option<usize> {
        let (cells, threads) = (usize::try_from(self.space.cells()).ok()?, current_num_threads());
        // In one part of a row a move may raise coordinates: its cells are computed as they are stored.
        let is_one_part = from > 1 && self.space.strides[from - 1] <= LANES as i64;
        let leading = if is_one_part { from } else { self.rising.len() };
        let tables = threads.min(MAX_BYTES / (cells * size_of::<T>()).max(1));
        // More threads are better off with levels of single positions.
        let pays = from > 0 && cells >= LEAST_CELLS && tables > 1 && threads <= 2 * tables;
        (pays && !self.rising[..leading].contains(&true)).then_some(tables)
    }

    /// All rows by layers, with so many tables. What was found before an error is kept.
    pub(super) fn by_layers<T: Cell, S: Sink<T> + Send>(
        &self,
        (from, threads): (usize, usize),
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
        sink: impl Fn() -> S,
    ) -> Result<(), Halt> {
        let mut others = vec![cells.to_vec(); threads - 1];
        let tables = std::iter::once(cells).chain(others.iter_mut().map(Vec::as_mut_slice));
        let mut tables: Vec<_> = tables.map(|table| (table, Local::new(self, sink()))).collect();
        let mut done = 0;
        for layer in self.layers(from) {
            let cells_of_block = layer[0].iter().map(|(_, part)| part.len()).sum::<usize>();
            for blocks in layer.chunks(threads * (SHARE / cells_of_block).max(1)) {
                let share = |owner: usize| blocks.iter().skip(owner).step_by(threads).flatten();
                let fill = |owner: usize, (table, local): &mut (&mut [T], Local<'_, T, S>)| {
                    let mut parts = share(owner).cloned();
                    parts.try_for_each(|part| self.part_of_row(from, part, table, fold, local))
                };
                let mut filled = vec![Ok(()); threads];
                // Limits of time belong to the calling thread, which does a share of the work.
                in_place_scope(|scope| {
                    let mut work = tables.iter_mut().zip(&mut filled).enumerate();
                    let own = work.next();
                    for (owner, (table, result)) in work {
                        scope.spawn(move |_| *result = fill(owner, table));
                    }
                    own.into_iter().for_each(|(_, (table, result))| *result = fill(0, table));
                });
                exchange(&mut tables, blocks);
                filled.into_iter().collect::<Result<(), Halt>>()?;
                done += blocks.iter().flatten().map(|(_, part)| part.len() as u64).sum::<u64>();
                if !pulse(done, self.space.cells() as u64) {
                    return Err(Halt::Interrupted);
                }
            }
        }
        Ok(())
    }

    /// The parts of the rows along which the coordinates from that one on change, by layers and blocks.
    fn layers(&self, from: usize) -> Vec<Vec<Block>> {
        let axes = &self.space.axes;
        // The options of a block lie in few rows. There should be several blocks to a layer, each
        // worth a thread's while.
        let (height, width) = match from {
            1 => (16, (self.space.strides[0] as usize / 8).clamp(32, LANES)),
            _ => (4, LANES),
        };
        let mut point = vec![0; axes.len()];
        let mut layers: BTreeMap<i64, BTreeMap<Vec<i64>, Block>> = BTreeMap::new();
        for row in self.space.rows(from) {
            self.space.point(row.start, &mut point);
            let leading = axes[..from].iter().zip(&point).map(|(axis, c)| (c - axis.lo) / height);
            let leading: Vec<i64> = leading.collect();
            for (i, start) in (0..).zip(row.clone().step_by(width)) {
                let block = [&leading[..], &[i]].concat();
                let layer = layers.entry(block.iter().sum()).or_default();
                let part = start..row.end.min(start + width);
                layer.entry(block).or_default().push((row.start, part));
            }
        }
        layers.into_values().map(|blocks| blocks.into_values().collect()).collect()
    }
}

/// Copies blocks, of which each table in turn has one, into all tables.
fn exchange<T: Copy, L>(tables: &mut [(&mut [T], L)], blocks: &[Block]) {
    for (i, block) in blocks.iter().enumerate() {
        for (_, part) in block {
            let found = tables[i % tables.len()].0[part.clone()].to_vec();
            tables.iter_mut().for_each(|(table, _)| table[part.clone()].copy_from_slice(&found));
        }
    }
}
