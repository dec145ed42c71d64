//! Sets of numbers as bits, and the loops over windows of them, compiled for the processor at hand.

use crate::Level;
use crate::level::at_levels;

/// Words in a window: as many as the vector registers hold.
const WORDS: usize = 64;
/// Words that the registers of plain instructions hold.
const PLAIN: usize = 32;
/// Words in a block of heaps: a window less the bits by which it is shifted.
const BLOCK: usize = WORDS - 1;
/// Heaps in a block.
pub(super) const HEAPS: usize = BLOCK * 64;

/// Heaps of a block, as bits.
pub(super) type Block = [u64; BLOCK];
/// A block, and a word behind it that is ignored.
pub(super) type Window = [u64; WORDS];

/// A set of numbers shifted by 0 to 7 bits, so that any window of its bits begins at a byte.
pub(super) struct Shifted {
    copies: [Vec<u8>; 8],
    /// Bit 0 of the set stands at this bit of copy 0.
    zero: usize,
}

impl Shifted {
    /// The set of `members`, in increasing order, below `end`, ready for blocks that begin up to a block before 0.
    pub(super) fn new(members: &[u32], end: usize) -> Self {
        let zero = HEAPS.next_multiple_of(8);
        let bytes = (zero + end) / 8 + WORDS * 8 + 2;
        let copies = std::array::from_fn(|shift| {
            let mut bits = vec![0u8; bytes];
            for &member in members.iter().take_while(|&&m| (m as usize) < end) {
                // Copy `shift` begins `shift` bits later.
                if let Some(at) = (zero + member as usize).checked_sub(shift) {
                    bits[at / 8] |= 1 << (at % 8);
                }
            }
            bits
        });
        Self { copies, zero }
    }

    /// The bits from number `from` on.
    #[inline(always)]
    fn window(&self, from: isize) -> &[u8; WORDS * 8] {
        let at = self.zero.wrapping_add_signed(from);
        window(&self.copies[at % 8], at / 8)
    }
}

/// A set of numbers that grows, kept once: amounts that shift it are grouped by their last three bits.
pub(super) struct Bits(Vec<u8>);

impl Bits {
    /// Bits before number 0.
    const ZERO: usize = WORDS * 64;

    /// An empty set, for numbers up to `most`.
    pub(super) fn new(most: usize) -> Self {
        Self(vec![0; (Self::ZERO + most) / 8 + WORDS * 8 + 1])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds numbers, at most the greatest that the set is for.
    pub(super) fn extend(&mut self, numbers: &[u32]) {
        for &number in numbers {
            self.0[(Self::ZERO + number as usize) / 8] |= 1 << (number % 8);
        }
    }

    /// Adds, to heaps of the block that begins at `first`, a multiple of 8, those that exceed a
    /// number of the set by an amount.
    pub(super) fn shifted_by(
        &self,
        level: Level,
        amounts: &Amounts,
        first: usize,
        covered: &mut Window,
    ) {
        // A window begins a byte early, and lacks as many bits as the remainder.
        let at = (Self::ZERO + first) / 8 - 1;
        for (remainder, eighths) in (0..).zip(&amounts.0) {
            let possible = eighths.partition_point(|&eighth| (eighth as usize) < at);
            if possible > 0 {
                let mut union = [0; WORDS];
                join_windows(level, &self.0, at, &eighths[..possible], &mut union);
                add_shifted(level, &union, 8 - remainder, covered);
            }
        }
    }
}

/// Amounts divided by 8, in increasing order, by their remainders.
pub(super) struct Amounts([Vec<u32>; 8]);

impl Amounts {
    /// The given amounts, in increasing order.
    pub(super) fn new(amounts: &[u32]) -> Self {
        let mut eighths: [Vec<u32>; 8] = Default::default();
        for amount in amounts {
            eighths[*amount as usize % 8].push(amount / 8);
        }
        Self(eighths)
    }
}

/// The bits from a byte on; behind the last number of a set there is a window of zeros.
#[inline(always)]
fn window(bits: &[u8], byte: usize) -> &[u8; WORDS * 8] {
    bits[byte..].first_chunk().expect("a window of bits")
}

#[inline(always)]
fn add(union: &mut [u64], window: &[u8]) {
    let (words, _) = window.as_chunks::<8>();
    for (union, word) in union.iter_mut().zip(words) {
        *union |= u64::from_le_bytes(*word);
    }
}

// Loops over windows are written out: closures that give them are not compiled for the instructions.
#[inline(always)]
fn union_here<const PART: usize>(set: &Shifted, first: usize, heaps: &[u32], union: &mut Window) {
    for (part, union) in union.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
        let mut all = *union;
        for &heap in heaps {
            add(&mut all, &set.window(first as isize - heap as isize)[part * PART * 8..]);
        }
        *union = all;
    }
}

#[inline(always)]
fn windows_here<const PART: usize>(bits: &[u8], at: usize, back: &[u32], union: &mut Window) {
    for (part, union) in union.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
        let mut all = *union;
        for &back in back {
            add(&mut all, &window(bits, at - back as usize)[part * PART * 8..]);
        }
        *union = all;
    }
}

#[inline(always)]
fn add_here(window: &Window, shift: u32, union: &mut Window) {
    for (union, pair) in union.iter_mut().zip(window.windows(2)) {
        *union |= pair[0] >> shift | pair[1] << (64 - shift);
    }
}

#[inline(always)]
fn uncovered_here(open: &Block, covered: &Window) -> u64 {
    let mut words = 0u64;
    for (word, (open, covered)) in open.iter().zip(covered).enumerate() {
        words |= u64::from(open & !covered != 0) << word;
    }
    words
}

#[inline(always)]
fn settle_block_here(
    amounts: &Shifted,
    (first, least): (usize, usize),
    mut words: u64,
    open: &mut Block,
    covered: &mut Window,
    found: &mut Vec<u32>,
) {
    found.clear();
    found.reserve(HEAPS);
    let near = u64::from_le_bytes(amounts.window(0).as_chunks().0[0]);
    while words != 0 {
        let word = words.trailing_zeros() as usize;
        words &= words - 1;
        let mut free = open[word] & !covered[word];
        while free != 0 {
            let bit = free.trailing_zeros();
            free &= free - 1;
            open[word] ^= 1 << bit;
            let lane = word * 64 + bit as usize;
            found.push((first + lane) as u32);
            if first + lane >= least {
                free &= !(near << bit);
                add(covered, amounts.window(-(lane as isize)));
            }
        }
    }
}

at_levels!(
    /// Adds to the union, for each of the given heaps, the heaps from `first` on that exceed it by
    /// a number of the set.
    union_of, union_here::<WORDS>, union_here::<PLAIN>, (set: &Shifted, first: usize, heaps: &[u32], union: &mut Window));
at_levels!(
    /// Adds to the union the windows that begin the given numbers of bytes before byte `at`.
    join_windows, windows_here::<WORDS>, windows_here::<PLAIN>, (bits: &[u8], at: usize, back: &[u32], union: &mut Window));
at_levels!(
    /// Adds a window shifted down by 1 to 8 bits.
    add_shifted, add_here, add_here, (window: &Window, shift: u32, union: &mut Window));
at_levels!(
    /// Which words of a block have open heaps that are not covered, as bits.
    uncovered, uncovered_here, uncovered_here, (open: &Block, covered: &Window) -> u64);
at_levels!(
    /// Finds, from heap `first` on, the open heaps that are not covered, and closes them; each
    /// covers those that exceed it by an amount, if it is at least `least`.
    settle_block, settle_block_here, settle_block_here,
    (amounts: &Shifted, heaps: (usize, usize), words: u64, open: &mut Block, covered: &mut Window,
     found: &mut Vec<u32>));
