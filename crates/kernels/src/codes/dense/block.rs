//! Blocks of heaps, whose pairs from below the block are sifted together.

use super::bound;
use super::engine::{ABREAST, APART, Engine, MAX_LENGTH, Net, Sweep};
use super::marks::Marks;
use super::planes::Planes;
use super::unseen::Unseen;
use crate::Halt;
use crate::codes::shape::{Pairs, Shape};

/// Heaps of a block.
pub(super) const BLOCK: usize = ABREAST * APART;
/// The bound of the values the vector engines can read.
const LIMIT: usize = 4096;
/// Pairs sifted for all heaps of the block in turn: their bytes stay in the first cache.
const TILE: usize = MAX_LENGTH;
/// Tiles of which so many pairs are unseen that heaps are best sifted alone.
const THICK: usize = 4;
/// Pairs between two strikes where most values are struck.
const BATCH: usize = 512;

/// What is kept from block to block.
pub(super) struct Blocks<'s> {
    shape: &'s Shape,
    engine: Engine,
    planes: Planes,
    /// Options with no heap of the block.
    far: Marks,
    /// Options with a heap of the block, or of one heap.
    near: Marks,
    /// By stones above the first heap modulo [`APART`], then by multiples of it.
    unseen: Vec<[Unseen; ABREAST]>,
    net: Box<Net>,
    hope: Hope,
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

impl<'s> Blocks<'s> {
    pub(super) fn new(shape: &'s Shape, engine: Engine) -> Self {
        Self {
            shape,
            engine,
            planes: Planes::new(engine.shift),
            far: Marks::new(),
            near: Marks::new(),
            unseen: vec![[Unseen::NONE; ABREAST]; APART],
            net: Box::new(Net::EMPTY),
            hope: Hope { end: LIMIT, parts: 256, failed: 0 },
        }
    }

    /// Takes over the values so far; whether they can be worked with.
    pub(super) fn take(&mut self, values: &[u16]) -> bool {
        self.planes.follow(values);
        self.planes.bound() <= LIMIT
    }

    /// Appends the values of the next `count` heaps, at most [`BLOCK`], to those
    /// [taken](Self::take).
    pub(super) fn append(&mut self, values: &mut Vec<u16>, count: usize) -> Result<(), Halt> {
        let start = values.len();
        for i in 0..count {
            self.mark_far(values, start + i);
            let mut unseen = self.gather(0);
            if self.hope.end < self.engine.span {
                unseen.cut(self.hope.end, self.engine.shift);
            }
            self.unseen[i % APART][i / APART] = unseen;
        }
        if count == BLOCK {
            self.sift_tiles(start);
        }
        for i in 0..count {
            let mut unseen = self.unseen[i % APART][i / APART].clone();
            let first = (count == BLOCK).then_some(start + i % APART);
            self.sift_rest(start + i, 0, first, &mut unseen);
            let value = self.settle(values, start, unseen)?;
            values.push(value);
        }
        self.hope.learn(&values[start..]);
        Ok(())
    }

    /// Marks the first far pairs of heap n, those of heaps whose values are given.
    fn mark_far(&mut self, values: &[u16], n: usize) {
        self.far.clear(self.planes.bound());
        for Pairs { sum, end } in self.shape.pairs(n) {
            let end = if self.engine.sifts(end) { self.engine.sifted() } else { end };
            self.far.mark_pairs(values, sum, first_far(sum, values.len())..end);
        }
    }

    /// The values of a window that are unseen among the far pairs marked last.
    fn gather(&self, base: usize) -> Unseen {
        (self.engine.gather)(self.far.window(base, self.engine.span))
    }

    /// Sifts the far pairs that heaps abreast have together, tile by tile.
    fn sift_tiles(&mut self, start: usize) {
        let Self { shape, engine, planes, unseen, net, hope, .. } = self;
        let planes = &*planes;
        let length = shape.pairs(start).map(|pairs| pairs.end).max().unwrap_or(0);
        for (tile, from) in (1_usize..).zip((engine.sifted()..length + APART).step_by(TILE)) {
            let tile_end = from + TILE;
            for split in &shape.splits {
                for (i, unseen) in unseen.iter_mut().enumerate() {
                    let Some(Pairs { sum, end }) = split.pairs(start + i) else { continue };
                    let end = engine.together(end).min(tile_end);
                    if end <= from {
                        continue;
                    }
                    let sweep = Sweep { planes, base: 0, sum, from, end };
                    if tile > THICK || planes.narrow() {
                        (engine.abreast)(sweep, unseen, net);
                        continue;
                    }
                    let batch = if tile == 1 { BATCH } else { TILE };
                    for (q, unseen) in unseen.iter_mut().enumerate() {
                        let sweep = Sweep { sum: sum + q * APART, ..sweep };
                        (engine.alone)(sweep, unseen, net, batch);
                    }
                }
            }
            if tile.is_power_of_two() && length > tile_end && !planes.narrow() {
                let most = hope.parts * length / tile_end / 16;
                unseen.iter_mut().flatten().for_each(|unseen| (engine.keep)(unseen, most));
            }
        }
    }

    /// Sifts the far pairs of heap n, but for those sifted together with those of heap `first`.
    fn sift_rest(&mut self, n: usize, base: usize, first: Option<usize>, unseen: &mut Unseen) {
        let Self { shape, engine, planes, net, .. } = self;
        for split in &shape.splits {
            let Some(Pairs { sum, end }) = split.pairs(n).filter(|pairs| engine.sifts(pairs.end))
            else {
                continue;
            };
            let done = first.and_then(|first| split.pairs(first));
            let done = done.map_or(engine.sifted(), |pairs| engine.together(pairs.end));
            for from in (done..end).step_by(TILE) {
                let (from, end) = (from.min(end - APART), end.min(from + TILE));
                (engine.alone)(Sweep { planes, base, sum, from, end }, unseen, net, TILE);
            }
        }
    }

    /// The value of the next heap; `unseen` is what its far pairs leave of the first window.
    fn settle(&mut self, values: &[u16], start: usize, mut unseen: Unseen) -> Result<u16, Halt> {
        let (n, span) = (values.len(), self.engine.span);
        // Values of the block may have new bits.
        let bits = values[start..].iter().fold(0, |bits, value| bits | value);
        self.near.clear(bound(bits).max(self.planes.bound()));
        self.shape.single(values, n).for_each(|value| self.near.mark(value));
        for Pairs { sum, end } in self.shape.pairs(n) {
            self.near.mark_pairs(values, sum, 1..end.min(first_far(sum, start)));
        }
        let mut base = 0;
        loop {
            if let Some(value) = (self.engine.least)(&unseen, self.near.window(base, span)) {
                return Ok((base + value) as u16);
            }
            if base == 0 {
                self.hope.failed += usize::from(unseen.end < span);
                self.mark_far(&values[..start], n);
            }
            base += unseen.end >> self.engine.shift << self.engine.shift;
            if base >= self.planes.bound() {
                // No far pair has such a value.
                return self.near.mex_from(base);
            }
            unseen = self.gather(base);
            // High bytes wrap: beyond the values of the planes, windows would meet small ones.
            let reach = (256 << self.engine.shift) - base;
            if reach < unseen.end {
                unseen.cut(reach, self.engine.shift);
            }
            self.sift_rest(n, base, None, &mut unseen);
        }
    }
}

/// The least `a` for which no heap of the pair (a, sum - a) is from `start` on.
fn first_far(sum: usize, start: usize) -> usize {
    (sum + 1).saturating_sub(start).max(1)
}

impl Engine {
    /// The first pair that is sifted. From here on both heaps of a pair are from below the block.
    fn sifted(&self) -> usize {
        BLOCK + self.marked
    }

    /// Whether there are pairs to sift if they end here; otherwise all of them are marked.
    fn sifts(&self, end: usize) -> bool {
        end >= self.sifted() + APART
    }

    /// Up to where heaps abreast are sifted together if the pairs of the first end at `end`.
    fn together(&self, end: usize) -> usize {
        self.sifted() + end.saturating_sub(self.sifted()) / self.run * self.run
    }
}
