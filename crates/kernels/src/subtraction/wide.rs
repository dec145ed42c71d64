//! The two loops over vectors of words, compiled for the processor at hand. On AVX-512 they take
//! about a third (RATIO_PLANES) and a quarter (RATIO_DENSE) of the time of the portable code.
#![expect(unsafe_code, reason = "calls of functions compiled for instructions the processor has")]

use crate::Level;

/// Heaps in a block of planes.
pub(super) const HEAPS: usize = 64;
/// Words in a block of the dense method.
pub(super) const WORDS: usize = 32;

/// For each of 64 heaps from `first` on, the union of the words `plane[heap - amount]`.
#[inline(always)]
fn joined_here(plane: &[u64], first: usize, amounts: &[u32], union: &mut [u64; HEAPS]) {
    // Half of the heaps at a time fit the registers.
    const HALF: usize = HEAPS / 2;
    for half in 0..2 {
        let mut all = [0u64; HALF];
        for &amount in amounts {
            let from = first + half * HALF - amount as usize;
            let Some(words) = plane[from..].first_chunk::<HALF>() else { return };
            for (all, word) in all.iter_mut().zip(words) {
                *all |= word;
            }
        }
        union[half * HALF..][..HALF].copy_from_slice(&all);
    }
}

/// A set of numbers shifted by 0 to 7 bits, so that any window of its bits begins at a byte.
pub(super) struct Shifted {
    copies: [Vec<u8>; 8],
    /// Bit 0 of the set stands at this bit of copy 0.
    zero: usize,
}

impl Shifted {
    /// The set of `members` below `end`, ready for windows from `-before` to `end`.
    pub(super) fn new(members: &[u32], before: usize, end: usize) -> Self {
        let zero = before.next_multiple_of(8);
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
    fn window(&self, from: isize) -> Option<&[u8; WORDS * 8]> {
        let at = self.zero.checked_add_signed(from)?;
        self.copies[at % 8].get(at / 8..)?.first_chunk()
    }
}

#[inline(always)]
fn union_here(set: &Shifted, first: usize, heaps: &[u32], union: &mut [u64; WORDS]) {
    let mut all = *union;
    for &heap in heaps {
        let Some(window) = set.window(first as isize - heap as isize) else { return };
        let (words, _) = window.as_chunks::<8>();
        for (all, word) in all.iter_mut().zip(words) {
            *all |= u64::from_le_bytes(*word);
        }
    }
    *union = all;
}

/// Declares a function and what calls it at the level of the processor.
macro_rules! at_levels {
    ($(#[$doc:meta])* $name:ident, $here:ident, ($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        pub(super) fn $name(level: Level, $($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                fn avx512($($argument: $type),*) {
                    $here($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $type),*) {
                    $here($($argument),*);
                }
                match level {
                    // SAFETY: levels are made for processors that have their instructions.
                    Level::Avx512 => return unsafe { avx512($($argument),*) },
                    // SAFETY: as above.
                    Level::Avx2 => return unsafe { avx2($($argument),*) },
                    Level::Plain => {}
                }
            }
            let _ = level;
            $here($($argument),*);
        }
    };
}

at_levels!(
    /// For each of 64 heaps from `first` on, the union of the words `plane[heap - amount]`; all
    /// amounts are at least 64 and at most `first`.
    joined, joined_here, (plane: &[u64], first: usize, amounts: &[u32], union: &mut [u64; HEAPS]));
at_levels!(
    /// Adds to the union, for each of the given heaps, the heaps from `first` on that exceed it by
    /// a number of the set.
    union_of, union_here, (set: &Shifted, first: usize, heaps: &[u32], union: &mut [u64; WORDS]));
