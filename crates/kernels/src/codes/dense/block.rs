//! The vector path: blocks of heaps whose options from lesser blocks are sifted together.

use super::engine::{ABREAST, APART, Engine, Net, Sweep};
use super::game::{Game, Pairs};
use super::marks::Marks;
use super::planes::Planes;
use super::unseen::Unseen;

/// Heaps of a block.
pub(super) const BLOCK: usize = ABREAST * APART;
/// Values of a table this path can work with.
pub(super) const LIMIT: usize = 4096;
/// Pairs of each split that are marked one by one, since most of them show a new value.
const MARKED: usize = 128;
/// Pairs sifted for all heaps of a block in turn: their bytes stay in the first cache.
const TILE: usize = 2048;
const THICK: usize = 4096;
/// The first pair that is sifted. From here on the greater heap of a pair is below the block.
const SIFTED: usize = (BLOCK + MARKED).next_multiple_of(APART);

/// What is kept from block to block.
pub(super) struct Blocks<'g> {
    game: &'g Game,
    engine: Engine,
    planes: Planes,
    far: Marks,
    near: Marks,
    unseen: Vec<[Unseen; ABREAST]>,
    net: Box<Net>,
    patience: usize,
    redone: usize,
}

impl<'g> Blocks<'g> {
    /// For tables up to heap size `to`.
    pub(super) fn new(game: &'g Game, engine: Engine, to: usize) -> Self {
        let planes = Planes::new(engine.shift, to + 1);
        let none = Unseen { bits: [0; 128], end: 0 };
        let unseen = vec![[const { () }; ABREAST].map(|()| none.clone()); APART];
        Self {
            game,
            engine,
            planes,
            far: Marks::new(),
            near: Marks::new(),
            unseen,
            net: Box::new(Net::new()),
            patience: 256,
            redone: 0,
        }
    }

    /// Whether the values have grown out of this path.
    pub(super) fn outgrown(&mut self, values: &[u16]) -> bool {
        self.planes.follow(values);
        self.planes.bound() > LIMIT
    }

    /// Appends the values of the next `count` heaps, at most [`BLOCK`]. They must not be
    /// [outgrown](Self::outgrown).
    pub(super) fn append(&mut self, values: &mut Vec<u16>, count: usize) {
        let start = values.len();
        for i in 0..count {
            self.unseen[i % APART][i / APART] = self.marked(values, start + i, 0);
        }
        let mut done = vec![SIFTED; self.game.splits.len() * APART];
        if count == BLOCK {
            self.sift_tiles(start, &mut done);
        }
        for i in 0..count {
            let mut unseen = self.unseen[i % APART][i / APART].clone();
            let from = done.chunks(APART).map(|split| split[i % APART]);
            self.sift_rest(start + i, 0, from, &mut unseen);
            let value = self.settle(values, start, unseen);
            values.push(value);
        }
        self.patience = if self.redone > 4 {
            self.patience + self.patience / 8
        } else {
            self.patience - self.patience / 64
        };
        self.redone = 0;
    }

    /// The values of a window that are unseen after the first pairs from below the block.
    fn marked(&mut self, values: &[u16], n: usize, base: usize) -> Unseen {
        self.far.clear(self.planes.bound());
        for split in &self.game.splits {
            let Some(Pairs { sum, end }) = split.pairs(n) else { continue };
            let from = first_far(sum, values.len());
            let end = if end < SIFTED + APART { end } else { SIFTED };
            self.far.mark_pairs(values, sum, from, end);
        }
        (self.engine.gather)(&self.far.unseen()[base..base + self.engine.span])
    }

    /// Sifts the pairs all heaps abreast have, tile by tile, and notes where each group stopped.
    fn sift_tiles(&mut self, start: usize, done: &mut [usize]) {
        let Self { game, engine, planes, unseen, net, .. } = self;
        let mut begin = SIFTED;
        loop {
            let mut idle = true;
            let tile_end = (begin + 1).next_multiple_of(TILE);
            let mut ratio = 0;
            for (split, done) in game.splits.iter().zip(done.chunks_mut(APART)) {
                for (i, (unseen, from)) in unseen.iter_mut().zip(done).enumerate() {
                    let Some(Pairs { sum, end }) = split.pairs(start + i) else { continue };
                    ratio = ratio.max(self.patience * end / tile_end);
                    let length = end.min(tile_end).saturating_sub(*from);
                    let length = length / engine.run * engine.run;
                    if length > 0 {
                        let end = *from + length;
                        let sweep = Sweep { planes, base: 0, sum, from: *from, end };
                        if begin < THICK && !planes.narrow() {
                            for (q, unseen) in unseen.iter_mut().enumerate() {
                                let batch = if begin == SIFTED { 512 } else { TILE };
                                (engine.alone)(
                                    Sweep { sum: sum + q * APART, ..sweep },
                                    unseen,
                                    net,
                                    batch,
                                );
                            }
                        } else {
                            (engine.abreast)(sweep, unseen, net);
                        }
                        *from = end;
                        idle = false;
                    }
                }
            }
            if idle {
                return;
            }
            if tile_end.is_power_of_two()
                && tile_end >= THICK
                && ratio > self.patience
                && !planes.narrow()
            {
                for unseen in unseen.iter_mut().flatten() {
                    (engine.keep)(unseen, ratio / 16);
                }
            }
            begin = tile_end;
        }
    }

    /// Sifts the pairs of heap n from given places on.
    fn sift_rest(
        &mut self,
        n: usize,
        base: usize,
        from: impl Iterator<Item = usize>,
        unseen: &mut Unseen,
    ) {
        for (split, from) in self.game.splits.iter().zip(from) {
            let Some(Pairs { sum, end }) = split.pairs(n) else { continue };
            if end >= SIFTED + APART && from < end {
                let from = from.min(end - APART);
                for at in (from..end).step_by(TILE) {
                    let sweep = Sweep {
                        planes: &self.planes,
                        base,
                        sum,
                        from: at.min(end - APART),
                        end: end.min(at + TILE),
                    };
                    (self.engine.alone)(sweep, unseen, &mut self.net, TILE);
                }
            }
        }
    }

    /// The value of the next heap; `unseen` is what its pairs from below the block leave of the
    /// first window.
    fn settle(&mut self, values: &[u16], start: usize, mut unseen: Unseen) -> u16 {
        let n = values.len();
        let span = self.engine.span;
        self.near.clear(LIMIT);
        self.game.singles(values, n, |value| self.near.mark(value));
        for split in &self.game.splits {
            let Some(Pairs { sum, end }) = split.pairs(n) else { continue };
            self.near.mark_pairs(values, sum, 1, end.min(first_far(sum, start)));
        }
        let mut base = 0;
        while base < self.planes.bound() {
            let window = &self.near.unseen()[base..base + span];
            if let Some(value) = (self.engine.least)(&unseen, window) {
                return (base + value) as u16;
            }
            self.redone += usize::from(unseen.end < span);
            base += unseen.end >> self.engine.shift << self.engine.shift;
            unseen = self.marked(&values[..start], n, base);
            let from = std::iter::repeat(SIFTED);
            self.sift_rest(n, base, from, &mut unseen);
        }
        // Every value below the bound is an option, so only the near pairs matter.
        let above = self.planes.bound().next_multiple_of(span);
        let rest = self.near.unseen()[above..].iter().position(|&byte| byte != 0);
        (above + rest.expect("fewer near pairs than values")) as u16
    }
}

/// The least `a` for which the pair (a, sum - a) has no heap from `start` on.
fn first_far(sum: usize, start: usize) -> usize {
    (sum + 1).saturating_sub(start).max(1)
}
