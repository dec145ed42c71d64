//! Sets of values as words, many at once.
//!
//! The loops are plain code, compiled once for each level.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "functions compiled for other processors than the least")
)]

use super::LANES;
use super::parts::Part;
use crate::Level;

/// A set of values: those below its number of bits.
pub(super) trait Word: Copy + std::ops::BitOr<Output = Self> {
    /// The empty set.
    const NONE: Self;
    /// The number of bits.
    const BITS: u32;

    /// The set of one value, less than the number of bits.
    fn of(value: u16) -> Self;

    /// The least value that does not belong to the set.
    fn mex(self) -> u16;

    /// Adds to each heap of the block after the values its option with each part; all offsets are
    /// at least [`LANES`] and less than the number of values.
    fn gather(level: Level, parts: &[Part], values: &[u16], block: &mut [Self; LANES]);

    /// The nim-sums of parts and their partners, which are listed backwards.
    fn pairs(level: Level, parts: &[u16], partners: &[u16]) -> Self;
}

#[inline(always)]
fn gather<W: Word>(parts: &[Part], values: &[u16], block: &mut [W; LANES]) {
    let start = values.len();
    let mut sets = *block;
    for part in parts {
        let first = start - part.offset;
        let Some(partners) = values.get(first..first + LANES) else { continue };
        for (set, partner) in sets.iter_mut().zip(partners) {
            *set = *set | W::of(part.value ^ partner);
        }
    }
    *block = sets;
}

#[inline(always)]
fn pairs<W: Word>(parts: &[u16], partners: &[u16]) -> W {
    let of = |(&part, &partner)| W::of(part ^ partner);
    parts.iter().zip(partners.iter().rev()).map(of).fold(W::NONE, |set, one| set | one)
}

/// The two loops compiled for a level.
macro_rules! compiled {
    ($module:ident, $features:literal, $word:ty) => {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) fn gather(parts: &[Part], values: &[u16], block: &mut [$word; LANES]) {
                super::gather(parts, values, block);
            }

            #[target_feature(enable = $features)]
            pub(super) fn pairs(parts: &[u16], partners: &[u16]) -> $word {
                super::pairs(parts, partners)
            }
        }
    };
}

macro_rules! word {
    ($word:ty, $avx2:ident, $avx512:ident) => {
        compiled!($avx2, "avx2", $word);
        compiled!($avx512, "avx512f,avx512bw,avx512vl,avx512dq", $word);

        impl Word for $word {
            const NONE: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn of(value: u16) -> Self {
                <$word>::wrapping_shl(1, u32::from(value))
            }

            #[inline]
            fn mex(self) -> u16 {
                // At most 64.
                self.trailing_ones() as u16
            }

            fn gather(level: Level, parts: &[Part], values: &[u16], block: &mut [Self; LANES]) {
                match level {
                    // SAFETY: the driver lowers the level to the best of the processor.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx512 => unsafe { $avx512::gather(parts, values, block) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx2 => unsafe { $avx2::gather(parts, values, block) },
                    _ => gather(parts, values, block),
                }
            }

            fn pairs(level: Level, parts: &[u16], partners: &[u16]) -> Self {
                match level {
                    // SAFETY: the driver lowers the level to the best of the processor.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx512 => unsafe { $avx512::pairs(parts, partners) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx2 => unsafe { $avx2::pairs(parts, partners) },
                    _ => pairs(parts, partners),
                }
            }
        }
    };
}
word!(u32, narrow_avx2, narrow_avx512);
word!(u64, wide_avx2, wide_avx512);
