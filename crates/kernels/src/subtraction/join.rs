//! The values of the options of 64 heaps, one amount at a time, joined to sets of 32 values.
#![expect(unsafe_code, reason = "calls of functions compiled for instructions the processor has")]

use crate::Level;
use crate::level::at_levels;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    _mm512_and_si512, _mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_movm_epi8,
    _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_setzero_si512, _mm512_storeu_si512,
    _mm512_ternarylogic_epi64, _mm512_xor_si512,
};

/// Heaps in a block.
pub(super) const HEAPS: usize = 64;
/// Values of a set.
pub(super) const VALUES: usize = 32;
/// Sets of a block. Greater values are left to another method.
pub(super) const SETS: usize = 7;
/// What stands for a value not found, or for an option that a heap does not have.
pub(super) const NONE: u8 = u8::MAX;

/// For each of 64 heaps, values of a set, as bits.
pub(super) type Set = [u32; HEAPS];

#[inline(always)]
fn least_here(sets: &[Set], base: u32, found: &mut [u32; HEAPS]) {
    for (set, base) in sets.iter().zip((base..).step_by(VALUES)) {
        for (found, &seen) in found.iter_mut().zip(set) {
            let ones = (seen & !seen.wrapping_add(1)).count_ones();
            let open = *found == u32::from(NONE) && seen != u32::MAX;
            *found = if open { base + ones } else { *found };
        }
    }
}

#[inline(always)]
fn join_here(
    values: &[u8],
    first: usize,
    amounts: &[u32],
    some: &[[u8; HEAPS]],
    base: u8,
    union: &mut Set,
) {
    let mut all = [0; HEAPS];
    let add = |all: &mut Set, options: &[u8; HEAPS]| {
        for (all, &value) in all.iter_mut().zip(options) {
            let bit = u32::from(value).wrapping_sub(u32::from(base));
            *all |= if bit < 32 { 1 << bit } else { 0 };
        }
    };
    for &amount in amounts {
        add(&mut all, options(values, first - amount as usize));
    }
    some.iter().for_each(|options| add(&mut all, options));
    *union = all;
}

/// The values of 64 heaps from `first` on.
#[inline(always)]
fn options(values: &[u8], first: usize) -> &[u8; HEAPS] {
    values[first..].first_chunk().expect("values of a block")
}

at_levels!(
    /// For each of 64 heaps from `first` on, which of the values `base` to `base + 31` the heaps
    /// less an amount have, as bits, and those of its option of each of `some`; all amounts are at
    /// most `first`, and the values 64 more than the block begins with.
    join_one, join_here, join_here,
    (values: &[u8], first: usize, amounts: &[u32], some: &[[u8; HEAPS]], base: u8,
     union: &mut Set));
at_levels!(
    /// For each of 64 heaps for which [`NONE`] was found, the least value from `base` on that is
    /// not in its sets, if there is one.
    least_outside, least_here, least_here, (sets: &[Set], base: u32, found: &mut [u32; HEAPS]));

/// Appends the next sets, less than [`SETS`] in all: for each of 64 heaps from `first` on, which
/// values the heaps less an amount have, and its option of each of `some`. All amounts are at most
/// `first`, and there are 64 values more than the block begins with; `most`, about the greatest, only tells
/// how many sets are likely to be asked for.
pub(super) fn join(
    level: Level,
    (values, most): (&[u8], u8),
    first: usize,
    amounts: &[u32],
    some: &[[u8; HEAPS]],
    sets: &mut Vec<Set>,
) {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Avx512 {
        // SAFETY: levels are made for processors that have their instructions.
        return unsafe {
            match (sets.len(), most) {
                (0, ..64) => join_avx512::<8>(values, first, amounts, some, sets),
                (0, ..128) => join_avx512::<16>(values, first, amounts, some, sets),
                (0, ..160) => join_avx512::<20>(values, first, amounts, some, sets),
                (0, _) => join_avx512::<24>(values, first, amounts, some, sets),
                _ => join_avx512::<4>(values, first, amounts, some, sets),
            }
        };
    }
    let base = (sets.len() * VALUES) as u8;
    sets.push([0; HEAPS]);
    let union = sets.last_mut().expect("a set");
    join_one(level, values, first, amounts, some, base, union);
}

/// Appends the sets of the next 8 * `PLANES` values.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn join_avx512<const PLANES: usize>(
    values: &[u8],
    first: usize,
    amounts: &[u32],
    some: &[[u8; HEAPS]],
    sets: &mut Vec<Set>,
) {
    let base = (sets.len() * VALUES) as u8;
    let mut all = [[0; HEAPS]; PLANES];
    let far = amounts.iter().map(|&amount| options(values, first - amount as usize));
    planes_avx512(base, far.chain(some), &mut all);
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

/// Joins the options of 64 heaps to planes of 8 values from `base` on. Which of 8 values an option
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
    planes.copy_from_slice(&found[..PLANES]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert_eq};

    #[test]
    fn all_levels_join_the_same_sets() {
        let input = |d: &mut Draw| {
            let byte = |d: &mut Draw| d.int(0..256) as u8;
            (d.many(300..400, byte), d.subset(64..236, 0..20), d.many(0..3, byte), byte(d))
        };
        check(cases(), input, |(bytes, amounts, some, most)| {
            let first = bytes.len() - HEAPS;
            let amounts: Vec<u32> = amounts.into_iter().map(|amount| amount as u32).collect();
            let some: Vec<[u8; HEAPS]> = some.into_iter().map(|value| [value; HEAPS]).collect();
            let expected: Vec<Set> = (0..SETS)
                .map(|set| {
                    std::array::from_fn(|lane| {
                        let options = amounts.iter().map(|&s| bytes[first + lane - s as usize]);
                        let options = options.chain(some.iter().map(|options| options[lane]));
                        let bits = options.filter(|&value| usize::from(value) / VALUES == set);
                        bits.fold(0, |all, value| all | 1 << (usize::from(value) % VALUES))
                    })
                })
                .collect();
            for level in Level::available() {
                let mut sets = Vec::new();
                while sets.len() < SETS {
                    join(level, (&bytes, most), first, &amounts, &some, &mut sets);
                }
                prop_assert_eq!(&sets, &expected, "{:?}", level);
            }
            Ok(())
        });
    }
}
