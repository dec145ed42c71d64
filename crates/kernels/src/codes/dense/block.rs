//! Blocks of heaps, whose pairs from below the block are sifted together.

use super::bound;
use super::engine::{ABREAST, APART, MAX_LENGTH, Operations, Sweep};
use super::marks::Marks;
use super::planes::Planes;
use super::unseen::{SPAN, Unseen};
use crate::codes::shape::{Shape, SplitPairs};
use crate::{Halt, share};

/// Pairs of a heap whose block is worth more than one thread; fewer where that is tested.
const SHARED: usize = if cfg!(test) { 1 << 10 } else { 1 << 14 };
/// Heaps of a block.
pub(super) const BLOCK: usize = ABREAST * APART;
/// The bound of the values the vector engines can read.
const LIMIT: usize = 4096;
/// Pairs sifted for all heaps of the block in turn: their bytes stay in the first cache.
const TILE: usize = MAX_LENGTH;
/// Pairs of the first tiles: a value found twice in one is struck twice.
const FIRST_TILE: usize = 512;

/// What is kept from block to block.
pub(super) struct Blocks<'s, E: Operations> {
    known: Known<'s>,
    /// Options with a heap of the block, or of one heap.
    near: Marks,
    /// By stones above the first heap modulo [`APART`], then by multiples of it.
    unseen: Vec<[Unseen; ABREAST]>,
    /// One for each thread.
    workers: Vec<Worker<E>>,
    hope: Hope,
}

/// The game and its values so far.
struct Known<'s> {
    shape: &'s Shape,
    planes: Planes,
}

/// Room for the work on a heap.
struct Worker<E: Operations> {
    /// Options with no heap of the block.
    far: Marks,
    net: Box<E::Net>,
}

/// Which values a heap is likely to need. A bad guess costs time only.
struct Hope {
    /// First windows end here.
    end: usize,
    /// When one part in `k` of the pairs is done, the least `k * parts / 16` unseen values are
    /// kept.
    parts: usize,
    /// Heaps of this block that needed others.
    failed: usize,
}

impl Hope {
    /// Learns from the values of a block.
    fn learn(&mut self, values: &[u16]) {
        let most = values.iter().max().map_or(0, |&most| usize::from(most));
        self.end = if self.failed <= BLOCK / 4 { most + 1 } else { LIMIT };
        // To sift again costs as much as all the pairs: about one heap in 64 may.
        let few = self.failed <= BLOCK / 64;
        self.parts = if few { self.parts - self.parts / 64 } else { self.parts + self.parts / 8 };
        self.parts = self.parts.min(LIMIT);
        self.failed = 0;
    }
}

impl<'s, E: Operations> Blocks<'s, E> {
    pub(super) fn new(shape: &'s Shape) -> Self {
        let worker = |_| Worker { far: Marks::new(), net: Box::new(E::NET) };
        Self {
            known: Known { shape, planes: Planes::new(E::SHIFT) },
            near: Marks::new(),
            unseen: vec![[Unseen::NONE; ABREAST]; APART],
            workers: (0..rayon::current_num_threads().min(APART)).map(worker).collect(),
            hope: Hope { end: LIMIT, parts: 256, failed: 0 },
        }
    }

    /// Takes over the values so far; whether they can be worked with.
    pub(super) fn take(&mut self, values: &[u16]) -> bool {
        self.known.planes.follow(values);
        self.known.planes.bound() <= LIMIT
    }

    /// Appends the values of the next `count` heaps, at most [`BLOCK`], to those
    /// [taken](Self::take).
    pub(super) fn append(&mut self, values: &mut Vec<u16>, count: usize) -> Result<(), Halt> {
        let start = values.len();
        let Self { known, unseen, workers, hope, .. } = self;
        let pairs: usize = known.shape.pairs(start).map(|pairs| pairs.end).sum();
        let threads = if pairs < SHARED { 1 } else { workers.len() };
        let each = APART.div_ceil(threads);
        share(workers.iter_mut().zip(unseen.chunks_mut(each)).zip(0..), |((worker, unseen), i)| {
            known.sift(values, (each * i, count), unseen, worker, hope);
        });
        for i in 0..count {
            let mut unseen = self.unseen[i % APART][i / APART].clone();
            let first = (count == BLOCK).then_some(start + i % APART);
            self.known.sift_rest(start + i, 0, first, &mut unseen, &mut self.workers[0]);
            let value = self.settle(values, start, unseen)?;
            values.push(value);
        }
        self.hope.learn(&values[start..]);
        Ok(())
    }

    /// The value of the next heap; `unseen` is what its far pairs leave of the first window.
    fn settle(&mut self, values: &[u16], start: usize, mut unseen: Unseen) -> Result<u16, Halt> {
        let n = values.len();
        // Values of the block may have new bits.
        let bits = values[start..].iter().fold(0, |bits, value| bits | value);
        self.near.clear(bound(bits).max(self.known.planes.bound()));
        self.known.shape.single(|part| values[part], n).for_each(|value| self.near.mark(value));
        for SplitPairs { sum, end } in self.known.shape.pairs(n) {
            self.near.mark_pairs(values, sum, 1..end.min(first_far(sum, start)));
        }
        let mut base = 0;
        loop {
            if let Some(value) = E::least(&unseen, self.near.window(base, SPAN)) {
                return Ok((base + value) as u16);
            }
            if unseen.end < SPAN {
                self.hope.failed += 1;
            } else {
                base += SPAN;
            }
            if base >= self.known.planes.bound() {
                // No far pair has such a value.
                return self.near.mex_from(base);
            }
            let worker = &mut self.workers[0];
            self.known.mark_far::<E>(&values[..start], n, &mut worker.far);
            unseen = E::gather(worker.far.window(base, SPAN));
            self.known.sift_rest(n, base, None, &mut unseen, worker);
        }
    }
}

impl Known<'_> {
    /// Finds what most far pairs leave unseen, for the heaps of the next `count` with index `first`
    /// on, as many as there are sets.
    fn sift<E: Operations>(
        &self,
        values: &[u16],
        (first, count): (usize, usize),
        unseen: &mut [[Unseen; ABREAST]],
        worker: &mut Worker<E>,
        hope: &Hope,
    ) {
        let start = values.len();
        for (i, unseen) in (first..).zip(&mut *unseen) {
            for (i, unseen) in (i..count).step_by(APART).zip(unseen) {
                self.mark_far::<E>(values, start + i, &mut worker.far);
                *unseen = E::gather(worker.far.window(0, SPAN));
                if hope.end < SPAN {
                    unseen.cut(hope.end, E::SHIFT);
                }
            }
        }
        if count == BLOCK {
            self.sift_tiles(start + first, unseen, worker, hope);
        }
    }

    /// Marks the first far pairs of heap n, those of heaps whose values are given.
    fn mark_far<E: Operations>(&self, values: &[u16], n: usize, far: &mut Marks) {
        far.clear(self.planes.bound());
        for SplitPairs { sum, end } in self.shape.pairs(n) {
            let end = if sifts::<E>(end) { sifted::<E>() } else { end };
            far.mark_pairs(values, sum, first_far(sum, values.len())..end);
        }
    }

    /// Sifts the far pairs that heaps abreast have together, tile by tile; those of the first set
    /// are abreast of heap `start`.
    fn sift_tiles<E: Operations>(
        &self,
        start: usize,
        unseen: &mut [[Unseen; ABREAST]],
        worker: &mut Worker<E>,
        hope: &Hope,
    ) {
        let Self { shape, planes } = self;
        let length = shape.pairs(start).map(|pairs| pairs.end).max().unwrap_or(0);
        let (mut tile, mut from) = (0_usize, sifted::<E>());
        while from < length + APART {
            let tile_end = from + (from / 2 / APART * APART).clamp(FIRST_TILE, TILE);
            for split in &shape.splits {
                for (i, unseen) in unseen.iter_mut().enumerate() {
                    let Some(SplitPairs { sum, end }) = split.pairs(start + i) else { continue };
                    let end = together::<E>(end).min(tile_end);
                    if end <= from {
                        continue;
                    }
                    E::abreast(Sweep { planes, base: 0, sum, from, end }, unseen, &mut worker.net);
                }
            }
            tile += 1;
            if length > tile_end && tile.is_power_of_two() {
                let most = hope.parts * length / tile_end / 16;
                unseen.iter_mut().flatten().for_each(|unseen| E::keep(unseen, most));
            }
            from = tile_end;
        }
    }

    /// Sifts the far pairs of heap n, but for those sifted together with those of heap `first`.
    fn sift_rest<E: Operations>(
        &self,
        n: usize,
        base: usize,
        first: Option<usize>,
        unseen: &mut Unseen,
        worker: &mut Worker<E>,
    ) {
        let planes = &self.planes;
        for split in &self.shape.splits {
            let Some(SplitPairs { sum, end }) =
                split.pairs(n).filter(|pairs| sifts::<E>(pairs.end))
            else {
                continue;
            };
            let done = first.and_then(|first| split.pairs(first));
            let done = done.map_or(sifted::<E>(), |pairs| together::<E>(pairs.end));
            // The last word may overlap the one before.
            let whole = end - (end - done) % APART;
            let tiles = (done..whole).step_by(TILE).map(|from| (from, whole.min(from + TILE)));
            for (from, end) in tiles.chain((whole < end).then_some((end - APART, end))) {
                E::alone(Sweep { planes, base, sum, from, end }, unseen, &mut worker.net);
            }
        }
    }
}

/// The least `a` for which no heap of the pair (a, sum - a) is from `start` on.
fn first_far(sum: usize, start: usize) -> usize {
    (sum + 1).saturating_sub(start).max(1)
}

/// The first pair that is sifted. From here on both heaps of a pair are from below the block.
fn sifted<E: Operations>() -> usize {
    BLOCK + E::MARKED
}

/// Whether there are pairs to sift if they end here; otherwise all of them are marked.
fn sifts<E: Operations>(end: usize) -> bool {
    end >= sifted::<E>() + APART
}

/// Up to where heaps abreast are sifted together if the pairs of the first end at `end`.
fn together<E: Operations>(end: usize) -> usize {
    sifted::<E>() + end.saturating_sub(sifted::<E>()) / APART * APART
}
