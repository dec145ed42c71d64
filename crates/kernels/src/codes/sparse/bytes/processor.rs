//! What the search asks of a processor: 64 codes at a time, and sets of codes that grow.

use super::set::Set;

/// Heaps done together.
pub(super) const BLOCK: usize = 64;
/// Sets that grow together, so that the work on one hides the latency of another.
pub(super) const TEAM: usize = 4;
/// The most registers of codes added to each set at a time.
pub(super) const BATCH: usize = 4;

/// One register of codes in memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct CodeLine(pub(super) [u8; 64]);

/// Something to compute with the instructions of one level: it is inlined, with all that it calls,
/// into [`Processor::compute`], which is compiled for them.
pub(super) trait Work {
    /// What it finds.
    type Found;

    fn run(self) -> Self::Found;
}

/// Rows of codes; like [`Work`], they are inlined where they are asked for.
pub(super) trait Rows<P: Processor> {
    /// Row i.
    fn row(&mut self, i: usize) -> P::Codes;
}

/// The instructions of one level. A value of this type exists only where the processor has them.
pub(super) trait Processor: Copy + Send + Sync {
    /// 64 codes.
    type Codes: Copy;
    /// A set of codes that grows.
    type Seen: Copy;
    /// Room for intermediate results.
    type Room: Send;

    /// Room that may be used again and again.
    fn room(self) -> Box<Self::Room>;

    /// Runs work compiled for these instructions.
    fn compute<W: Work>(self, work: W) -> W::Found;

    /// 64 bytes from an index on.
    fn load(self, bytes: &[u8], at: usize) -> Self::Codes;

    /// The nim-sums of the codes with one code.
    fn plus(self, codes: Self::Codes, code: u8) -> Self::Codes;

    /// The nim-sums of the codes of two heaps each.
    fn sums(self, a: Self::Codes, b: Self::Codes) -> Self::Codes;

    /// The codes, dead where `dead` is; elsewhere it is 0.
    fn without(self, codes: Self::Codes, dead: Self::Codes) -> Self::Codes;

    /// Which bytes are dead, all others being 0.
    fn dead(self, codes: Self::Codes) -> u64;

    /// A set that can grow.
    fn open(self, set: &Set) -> Self::Seen;

    /// Whether the set has all 256 codes.
    fn is_full(self, seen: &Self::Seen) -> bool;

    /// Adds [`BATCH`] times 64 codes to each set; `codes` tells them by batch and set. The dead code
    /// may be added too.
    fn add(
        self,
        seen: &mut [Self::Seen; TEAM],
        room: &mut Self::Room,
        codes: impl Fn(usize, usize) -> Self::Codes,
    );

    /// The set as it is now.
    fn close(self, seen: &Self::Seen) -> Set;

    /// Adds byte j of the first `count` rows to set j. The dead code may be added too.
    fn add_columns(
        self,
        sets: &mut [Set; BLOCK],
        room: &mut Self::Room,
        count: usize,
        rows: impl Rows<Self>,
    );
}
