//! Fills parts of rows on several threads. Parts whose coordinates differ little are a *block*; blocks
//! at the same distance from the first, along the coordinates, are a *layer* and do not depend on each
//! other if no move raises a coordinate. Each thread has a table of its own, in which it computes its
//! share of a layer; the blocks of the others are copied into it before the next.

use super::cell::{Cell, Sink};
use super::lanes::LANES;
use super::run::{Code, Halt, Local};
use crate::fold::Fold;
use kernels::Pulse;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Tables of fewer cells are not worth waiting for threads.
const LEAST_CELLS: usize = 1 << 16;
/// All tables together take at most so many bytes a cell; a plan reckons with more.
const MAX_BYTES: usize = 8;

/// Parts of rows, at most [`LANES`] cells each, in storage order, with the first cell of the row.
type Block = Vec<(usize, Range<usize>)>;

impl Code {
    /// Whether rows along which the coordinates from that one on change are filled by layers.
    pub(super) fn is_layered(&self, from: usize) -> bool {
        let is_large = self.space.cells() >= LEAST_CELLS as u128;
        if from == 0 || !is_large || rayon::current_num_threads() == 1 {
            return false;
        }
        let is_one_part = from > 1 && self.space.strides[from - 1] <= LANES as i64;
        let falling = if is_one_part { &self.rising[..from] } else { &self.rising };
        !falling.contains(&true)
    }

    /// All rows by layers. What was found before an error is kept.
    pub(super) fn by_layers<T: Cell, S: Sink<T> + Send>(
        &self,
        from: usize,
        cells: &mut [T],
        fold: Fold,
        pulse: Pulse<'_>,
        sink: impl Fn() -> S,
    ) -> Result<(), Halt> {
        let threads = rayon::current_num_threads().min(MAX_BYTES / size_of::<T>());
        let mut others = vec![cells.to_vec(); threads - 1];
        let tables = std::iter::once(cells).chain(others.iter_mut().map(Vec::as_mut_slice));
        let mut tables: Vec<_> = tables.map(|table| (table, Local::new(self, sink()))).collect();
        let total = self.space.cells() as u64;
        let (mut done, mut copied) = (0, Vec::new());
        for layer in self.layers(from) {
            let share = |owner: usize| layer.iter().skip(owner).step_by(threads);
            let fill = |(owner, (table, local)): (usize, &mut (&mut [T], Local<'_, T, S>))| {
                let mut parts = share(owner).flatten().cloned();
                parts.try_for_each(|part| self.part_of_row(from, part, table, fold, local))
            };
            let filled: Vec<Result<(), Halt>> =
                tables.par_iter_mut().enumerate().map(fill).collect();
            for owner in 0..threads {
                for (_, part) in share(owner).flatten() {
                    copied.clear();
                    copied.extend_from_slice(&tables[owner].0[part.clone()]);
                    for (table, _) in &mut tables {
                        table[part.clone()].copy_from_slice(&copied);
                    }
                }
            }
            filled.into_iter().collect::<Result<(), Halt>>()?;
            done += layer.iter().flatten().map(|(_, part)| part.len() as u64).sum::<u64>();
            if !pulse(done, total) {
                return Err(Halt::Interrupted);
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
            let place = axes[..from].iter().zip(&point).map(|(axis, c)| (c - axis.lo) / height);
            let place: Vec<i64> = place.collect();
            for (i, start) in (0..).zip(row.clone().step_by(width)) {
                let place = [&place[..], &[i]].concat();
                let layer = layers.entry(place.iter().sum()).or_default();
                let part = start..row.end.min(start + width);
                layer.entry(place).or_default().push((row.start, part));
            }
        }
        layers.into_values().map(|blocks| blocks.into_values().collect()).collect()
    }
}
