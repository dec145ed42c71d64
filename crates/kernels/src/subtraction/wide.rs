//! The two loops over vectors of words, compiled for the processor at hand. Squares to 10^6 take 0.41 of
//! the portable code's time with AVX2 and 0.17 with AVX-512; primes to 10^6 take 0.6.
#![expect(unsafe_code, reason = "calls of functions compiled for instructions the processor has")]

use crate::Level;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    _mm512_and_si512, _mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_movm_epi8,
    _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_setzero_si512, _mm512_storeu_si512,
    _mm512_ternarylogic_epi64, _mm512_xor_si512,
};

/// Heaps in a block of planes.
pub(super) const HEAPS: usize = 64;
/// Words in a block of the dense method.
pub(super) const WORDS: usize = 32;

/// Values of a set of a block of planes.
pub(super) const VALUES: usize = 32;

/// `SHORT`: differences are taken of 16 bits, which suits masks; else shifts by too much give 0.
#[inline(always)]
fn joined_here<const SHORT: bool>(
    values: &[u16],
    first: usize,
    amounts: &[u32],
    some: &[[u16; HEAPS]],
    base: u16,
    union: &mut [u32; HEAPS],
) {
    let mut all = [0; HEAPS];
    let add = |all: &mut [u32; HEAPS], options: &[u16; HEAPS]| {
        for (all, &value) in all.iter_mut().zip(options) {
            let bit = if SHORT {
                u32::from(value.wrapping_sub(base))
            } else {
                u32::from(value).wrapping_sub(u32::from(base))
            };
            *all |= if bit < 32 { 1 << bit } else { 0 };
        }
    };
    for &amount in amounts {
        let Some(options) = values[first - amount as usize..].first_chunk() else { return };
        add(&mut all, options);
    }
    some.iter().for_each(|options| add(&mut all, options));
    *union = all;
}

#[inline(always)]
fn least_here(sets: &[[u32; HEAPS]], base: u32, found: &mut [u32; HEAPS]) {
    for (set, base) in sets.iter().zip((base..).step_by(VALUES)) {
        for (found, &seen) in found.iter_mut().zip(set) {
            let ones = (seen & !seen.wrapping_add(1)).count_ones();
            let open = *found == u32::from(u16::MAX) && seen != u32::MAX;
            *found = if open { base + ones } else { *found };
        }
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
    ($(#[$doc:meta])* $name:ident, $here:expr, $avx512:expr, ($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        pub(super) fn $name(level: Level, $($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                fn avx512($($argument: $type),*) {
                    $avx512($($argument),*);
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
    /// For each of 64 heaps from `first` on, which of the values `base` to `base + 31` the heaps
    /// less an amount have, as bits, and those of its option of each of `some`; all amounts are at
    /// most `first`, and the values 64 more than the block begins with.
    joined, joined_here::<false>, joined_here::<true>,
    (values: &[u16], first: usize, amounts: &[u32], some: &[[u16; HEAPS]], base: u16,
     union: &mut [u32; HEAPS]));
at_levels!(
    /// For each of 64 heaps for which [`u16::MAX`] was found, the least value from `base` on that
    /// is not in its sets, if there is one.
    least_outside, least_here, least_here,
    (sets: &[[u32; HEAPS]], base: u32, found: &mut [u32; HEAPS]));
at_levels!(
    /// Adds to the union, for each of the given heaps, the heaps from `first` on that exceed it by
    /// a number of the set.
    union_of, union_here, union_here, (set: &Shifted, first: usize, heaps: &[u32], union: &mut [u64; WORDS]));

/// As [`joined`], of a table of values below 256 as bytes: appends the next sets, at first those of
/// values up to `most` at least; `false`, and nothing done, where the level has no instructions for
/// it, or the next sets may have the value 255.
pub(super) fn joined_bytes(
    level: Level,
    (values, most): (&[u8], u8),
    first: usize,
    amounts: &[u32],
    some: &[[u16; HEAPS]],
    sets: &mut Vec<[u32; HEAPS]>,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Avx512 && sets.len() < 7 {
        // SAFETY: levels are made for processors that have their instructions.
        unsafe {
            match (sets.len(), most) {
                (0, ..64) => bytes_avx512::<8>(values, first, amounts, some, sets),
                (0, ..128) => bytes_avx512::<16>(values, first, amounts, some, sets),
                (0, ..160) => bytes_avx512::<20>(values, first, amounts, some, sets),
                (0, _) => bytes_avx512::<24>(values, first, amounts, some, sets),
                _ => bytes_avx512::<4>(values, first, amounts, some, sets),
            }
        }
        return true;
    }
    if level == Level::Plain && is_worth_marks(amounts, u16::from(most)) {
        return joined_marks::<u8, 256>(values, first, amounts, some, sets);
    }
    false
}

/// As [`joined`], of a table of any values: appends the sets of values below 480; `false`, and
/// nothing done, if the next values are others, or most values are greater or hardly any.
pub(super) fn joined_words(
    (values, most): (&[u16], u16),
    first: usize,
    amounts: &[u32],
    some: &[[u16; HEAPS]],
    sets: &mut Vec<[u32; HEAPS]>,
) -> bool {
    most < 480
        && is_worth_marks(amounts, most)
        && joined_marks::<u16, 512>(values, first, amounts, some, sets)
}

/// Marking a block costs as much as joining 32 values of about 80 amounts.
fn is_worth_marks(amounts: &[u32], most: u16) -> bool {
    amounts.len() * usize::from(most) > 4096
}

/// The sets of all values below `VALUES` but the last 32, by a byte marked for each option of each
/// heap; `false` if there are sets already.
fn joined_marks<V: Copy + Into<usize>, const VALUES: usize>(
    values: &[V],
    first: usize,
    amounts: &[u32],
    some: &[[u16; HEAPS]],
    sets: &mut Vec<[u32; HEAPS]>,
) -> bool {
    /// Bytes 0 and 1 times this are their bits, in the last byte.
    const BITS: u64 = 0x0102_0408_1020_4080;
    if !sets.is_empty() {
        return false;
    }
    let mut all = [[0u8; VALUES]; HEAPS];
    let mark = |marks: &mut [u8; VALUES], value: usize| marks[value.min(VALUES - 1)] = 1;
    let options =
        amounts.iter().map_while(|&s| values[first - s as usize..].first_chunk::<HEAPS>());
    for options in options {
        all.iter_mut().zip(options).for_each(|(marks, &value)| mark(marks, value.into()));
    }
    for options in some {
        all.iter_mut().zip(options).for_each(|(marks, &value)| mark(marks, value.into()));
    }
    sets.extend((0..VALUES / self::VALUES - 1).map(|set| {
        std::array::from_fn(|lane| {
            let (eights, _) = all[lane][set * self::VALUES..][..self::VALUES].as_chunks::<8>();
            let bits =
                eights.iter().map(|&eight| u64::from_le_bytes(eight).wrapping_mul(BITS) >> 56);
            bits.rev().fold(0, |all, bits| all << 8 | bits as u32)
        })
    }));
    true
}

/// The next `PLANES` times 8 values.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn bytes_avx512<const PLANES: usize>(
    values: &[u8],
    first: usize,
    amounts: &[u32],
    some: &[[u16; HEAPS]],
    sets: &mut Vec<[u32; HEAPS]>,
) {
    let base = (sets.len() * VALUES) as u8;
    let mut all = [[0; HEAPS]; PLANES];
    let options = amounts.iter().map_while(|&s| values[first - s as usize..].first_chunk());
    planes_avx512(base, options, &mut all);
    let some: Vec<[u8; HEAPS]> =
        some.iter().map(|options| options.map(|value| value.min(255) as u8)).collect();
    planes_avx512(base, some.iter(), &mut all);
    for four in all.as_chunks::<4>().0 {
        let mut set = [0; HEAPS];
        for (plane, bytes) in four.iter().enumerate() {
            for (set, &byte) in set.iter_mut().zip(bytes) {
                *set |= u32::from(byte) << (8 * plane);
            }
        }
        sets.push(set);
    }
}

/// Bytes looked up by 6 bits.
#[cfg(target_arch = "x86_64")]
const TABLES: usize = 8;
/// Table t has the bits of the numbers 8t to 8t + 7.
#[cfg(target_arch = "x86_64")]
const LOOKED_UP: [[u8; 64]; TABLES] = {
    let mut tables = [[0; 64]; TABLES];
    let mut number = 0;
    while number < 64 {
        tables[number / 8][number] = 1 << (number % 8);
        number += 1;
    }
    tables
};

/// Adds the options of 64 heaps to planes of 8 values from `base` on. Which of 8 values an option
/// is, is a byte looked up by its last 6 bits, 64 heaps at once; the first 2 bits tell which of
/// the planes with the same last 6 bits it belongs to.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn planes_avx512<'o, const PLANES: usize>(
    base: u8,
    options: impl Iterator<Item = &'o [u8; HEAPS]>,
    planes: &mut [[u8; HEAPS]; PLANES],
) {
    /// The operation "a or (b and c)".
    const OR_AND: i32 = 0xf8;
    let load = |bytes: &[u8; HEAPS]| {
        // SAFETY: 64 bytes are read of an array of 64.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    };
    let base = _mm512_set1_epi8(base.cast_signed());
    let high = _mm512_set1_epi8(0xc0u8.cast_signed());
    // Spelled out, because arrays that loops walk through would be kept in memory.
    macro_rules! each_table {
        ($t:ident => $body:block) => {
            each_table!($t, $body, 0 1 2 3 4 5 6 7)
        };
        ($t:ident, $body:block, $($index:literal)*) => {
            $({ const $t: usize = $index; $body })*
        };
    }
    let z = _mm512_setzero_si512();
    let mut low = [z, z, z, z, z, z, z, z];
    let mut middle = [z, z, z, z, z, z, z, z];
    let mut top = [z, z, z, z, z, z, z, z];
    let or = |all, bits, within| _mm512_ternarylogic_epi64::<OR_AND>(all, bits, within);
    for options in options {
        let options = _mm512_xor_si512(load(options), base);
        let range = _mm512_and_si512(options, high);
        let within = [0, 0x40, 0x80u8].map(|low| {
            let low = _mm512_set1_epi8(low.cast_signed());
            _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(range, low))
        });
        each_table!(T => {
            let bits = _mm512_permutexvar_epi8(options, load(&LOOKED_UP[T]));
            low[T] = or(low[T], bits, within[0]);
            if TABLES + T < PLANES {
                middle[T] = or(middle[T], bits, within[1]);
            }
            if 2 * TABLES + T < PLANES {
                top[T] = or(top[T], bits, within[2]);
            }
        });
    }
    let mut found = [[0u8; HEAPS]; 3 * TABLES];
    let mut store = |plane: usize, all| {
        // SAFETY: 64 bytes are written to an array of 64.
        unsafe { _mm512_storeu_si512(found[plane].as_mut_ptr().cast(), all) };
    };
    each_table!(T => {
        store(T, low[T]);
        store(TABLES + T, middle[T]);
        store(2 * TABLES + T, top[T]);
    });
    for (plane, found) in planes.iter_mut().zip(found) {
        plane.iter_mut().zip(found).for_each(|(plane, found)| *plane |= found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_levels_join_the_same_sets(
            bytes in prop::collection::vec(any::<u8>(), 300..400),
            amounts in prop::collection::btree_set(64u32..236, 0..20),
            some in prop::collection::vec(prop::option::of(0u16..256), 0..3),
            most in any::<u8>(),
        ) {
            let first = bytes.len() - HEAPS;
            let values: Vec<u16> = bytes.iter().map(|&byte| byte.into()).collect();
            let amounts: Vec<u32> = amounts.into_iter().collect();
            let some: Vec<[u16; HEAPS]> =
                some.into_iter().map(|value| [value.unwrap_or(u16::MAX); HEAPS]).collect();
            let expected: Vec<[u32; HEAPS]> = (0..8)
                .map(|set| std::array::from_fn(|lane| {
                    let options = amounts.iter().map(|&s| values[first + lane - s as usize]);
                    let options = options.chain(some.iter().map(|options| options[lane]));
                    let bits = options.filter(|value| value / 32 == set).map(|value| value % 32);
                    bits.fold(0, |all, bit| all | 1 << bit)
                }))
                .collect();
            let (mut marked, mut wide) = (Vec::new(), Vec::new());
            prop_assert!(joined_marks::<u8, 256>(&bytes, first, &amounts, &some, &mut marked));
            prop_assert_eq!(&marked[..], &expected[..7]);
            prop_assert!(joined_marks::<u16, 512>(&values, first, &amounts, &some, &mut wide));
            prop_assert_eq!(&wide[..8], &expected[..]);
            prop_assert_eq!(&wide[8..], &[[0; HEAPS]; 7]);
            let most = most.min(200);
            for level in Level::available() {
                for (set, expected) in expected.iter().enumerate() {
                    let mut union = [0; HEAPS];
                    let base = (set * VALUES) as u16;
                    joined(level, &values, first, &amounts, &some, base, &mut union);
                    prop_assert_eq!(&union, expected, "{:?}", level);
                }
                let mut sets = Vec::new();
                while joined_bytes(level, (&bytes, most), first, &amounts, &some, &mut sets) {}
                prop_assert_eq!(sets.len(), if level == Level::Avx512 { 7 } else { 0 });
                prop_assert_eq!(&sets[..], &expected[..sets.len()]);
            }
        }
    }
}
