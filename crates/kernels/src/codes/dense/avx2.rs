//! Sifting with AVX2: 32 pairs at a time, in tables of 256 values.
#![expect(unsafe_code, reason = "vector loads, and calls only this level may make")]

use std::arch::x86_64::*;

use super::engine::{ABREAST, APART, Found, MAX_LENGTH, Operations, Runs, Sweep};
use super::unseen::{SPAN, Unseen};

/// Bits of the low byte of a value: a shuffle looks up 16 bytes.
const SHIFT: u32 = 4;
/// Pairs of a vector.
const LANES: usize = APART / 2;
/// Tables of a window.
const TABLES: usize = SPAN / 256;
/// The bit of each high byte, by its last four bits.
const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
/// Pairs struck between two questions whether any are left.
const AHEAD: usize = 4;

pub(super) struct Avx2;

impl Operations for Avx2 {
    type Net = Net;
    const NET: Net = Net { found: [0; _], words: [0; _] };
    const SHIFT: u32 = SHIFT;
    const MARKED: usize = 1024;

    fn abreast(sweep: Sweep, unseen: &mut [Unseen; ABREAST], net: &mut Net) {
        for (q, unseen) in unseen.iter_mut().enumerate() {
            Self::alone(Sweep { sum: sweep.sum + q * APART, ..sweep }, unseen, net);
        }
    }

    fn alone(sweep: Sweep, unseen: &mut Unseen, net: &mut Net) {
        // SAFETY: an engine is only used where the processor has its level.
        unsafe { alone(sweep, unseen, net) }
    }

    fn find<'n>(sweep: Sweep, unseen: &Unseen, net: &'n mut Net) -> &'n Found {
        // SAFETY: as above.
        unsafe { find(sweep, unseen, net) };
        &net.found
    }

    fn gather(window: &[u8]) -> Unseen {
        // SAFETY: as above.
        unsafe { gather(window) }
    }

    fn keep(unseen: &mut Unseen, most: usize) {
        // SAFETY: as above.
        unsafe { keep(unseen, most) }
    }

    fn least(unseen: &Unseen, window: &[u8]) -> Option<usize> {
        // SAFETY: as above.
        unsafe { least(unseen, window) }
    }
}

/// Which pairs of a sweep are unseen.
pub(super) struct Net {
    found: Found,
    /// The words of it that are not 0, in order.
    words: [u8; MAX_LENGTH / APART],
}

type Bytes = [u8; LANES];

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, and no alignment is asked for.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(bytes: &mut Bytes, vector: __m256i) {
    // SAFETY: the array has the 32 bytes that are written, and no alignment is asked for.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), vector) }
}

/// A table for shuffles.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffled(bytes: [u8; 16]) -> __m256i {
    let number = i128::from_le_bytes(bytes);
    let (high, low) = ((number >> 64) as i64, number as i64);
    _mm256_set_epi64x(high, low, high, low)
}

/// 256 values of an unseen set: those whose high byte has one upper half.
#[derive(Clone, Copy)]
struct Table {
    /// The bytes for high bytes whose bit 3 is clear, and for those where it is set.
    halves: [__m256i; 2],
    /// All ones at the upper half.
    upper: __m256i,
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn alone(sweep: Sweep, unseen: &mut Unseen, net: &mut Net) {
    let words = find(sweep, unseen, net);
    strike(sweep, words, unseen, net);
}

/// Finds the unseen pairs; the number of words that have one.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn find(sweep: Sweep, unseen: &Unseen, net: &mut Net) -> usize {
    let none = _mm256_setzero_si256();
    let uppers = shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    let mut tables = [Table { halves: [none; 2], upper: none }; TABLES];
    let mut count = 0;
    for (bytes, upper) in unseen.bits.as_chunks().0.iter().zip(sweep.base >> 8..) {
        let bytes = load(bytes);
        if _mm256_testz_si256(bytes, bytes) == 0 {
            let first = _mm256_permute2x128_si256::<0x00>(bytes, bytes);
            let second = _mm256_permute2x128_si256::<0x11>(bytes, bytes);
            let upper = _mm256_cmpeq_epi8(uppers, _mm256_set1_epi8(upper as i8));
            tables[count % TABLES] = Table { halves: [first, second], upper };
            count += 1;
        }
    }
    match count {
        0 => {
            net.found.fill(0);
            0
        }
        1 => search::<1>(sweep, &tables, net),
        2 => search::<2>(sweep, &tables, net),
        3 => search::<3>(sweep, &tables, net),
        _ => search::<TABLES>(sweep, &tables, net),
    }
}

/// The sums of the values with these bytes, for one half of a word.
#[inline]
#[target_feature(enable = "avx2")]
fn sums(x: &[u8; APART], y: &[u8; APART], half: usize) -> __m256i {
    let (x, y) = (x.as_chunks().0, y.as_chunks().0);
    _mm256_xor_si256(load(&x[half]), load(&y[half]))
}

/// Finds the pairs that are in the first tables; the number of words that have one.
#[target_feature(enable = "avx2")]
fn search<const N: usize>(sweep: Sweep, tables: &[Table; TABLES], net: &mut Net) -> usize {
    let tables: [Table; N] = *tables.first_chunk().expect("a number of tables");
    let bits = shuffled(BITS);
    let half_byte = _mm256_set1_epi8(15);
    let runs = sweep.runs();
    let low = runs.x_low.iter().zip(runs.y_low);
    let high = runs.x_high.iter().zip(runs.y_high);
    let mut words = 0;
    for ((((xl, yl), (xh, yh)), found), i) in low.zip(high).zip(&mut net.found).zip(0..) {
        *found = 0;
        for half in 0..2 {
            let (low, high) = (sums(xl, yl, half), sums(xh, yh, half));
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(high), half_byte);
            let bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(high, half_byte));
            // Bit 3 becomes the top bit of its byte.
            let which = _mm256_slli_epi16::<4>(high);
            let mut found_bytes = _mm256_setzero_si256();
            for table in &tables {
                let first = _mm256_shuffle_epi8(table.halves[0], low);
                let second = _mm256_shuffle_epi8(table.halves[1], low);
                let byte = _mm256_blendv_epi8(first, second, which);
                let byte = _mm256_and_si256(byte, _mm256_shuffle_epi8(table.upper, upper));
                found_bytes = _mm256_or_si256(found_bytes, byte);
            }
            let found_bits = _mm256_and_si256(found_bytes, bit);
            let none = _mm256_cmpeq_epi8(found_bits, _mm256_setzero_si256());
            *found |= u64::from(!_mm256_movemask_epi8(none).cast_unsigned()) << (half * LANES);
        }
        net.words[words % net.words.len()] = i;
        words += usize::from(*found != 0);
    }
    words
}

/// Strikes the pairs found unseen, given the number of words that have one.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn strike(sweep: Sweep, words: usize, unseen: &mut Unseen, net: &Net) {
    let Runs { x_low, x_high, y_low, y_high } = sweep.runs();
    // Slices known to be of the same length need one check of an index.
    let length = x_low.len();
    let (x_high, y_low, y_high) = (&x_high[..length], &y_low[..length], &y_high[..length]);
    let others = _mm256_xor_si256(shuffled(BITS), _mm256_set1_epi8(-1));
    let base = _mm256_set1_epi8((sweep.base >> SHIFT) as i8);
    // The byte of each pair of a word, and the bits of it that stay. Behind them stands a pair that
    // strikes nothing.
    let mut bytes = [0; APART + LANES];
    let mut stay = [u8::MAX; APART + LANES];
    for &i in &net.words[..words] {
        let i = usize::from(i);
        if i >= length {
            break;
        }
        let halves = bytes.as_chunks_mut().0.iter_mut().zip(stay.as_chunks_mut().0);
        for ((bytes, stay), half) in halves.zip(0..2) {
            let low = sums(&x_low[i], &y_low[i], half);
            let high = _mm256_xor_si256(sums(&x_high[i], &y_high[i], half), base);
            let row = _mm256_and_si256(_mm256_add_epi8(high, high), _mm256_set1_epi8(!15));
            store(bytes, _mm256_or_si256(low, row));
            store(stay, _mm256_shuffle_epi8(others, high));
        }
        // Were it always the same byte, each strike of nothing would wait for the one before.
        bytes[APART] = i as u8;
        let mut left = net.found[i % net.found.len()];
        while left != 0 {
            for _ in 0..AHEAD {
                let place = left.trailing_zeros() as usize;
                unseen.bits[usize::from(bytes[place]) % 128] &= stay[place];
                left &= left.wrapping_sub(1);
            }
        }
    }
}

/// See [`Unseen::of`].
#[target_feature(enable = "avx2")]
fn gather(window: &[u8]) -> Unseen {
    Unseen::of(window, SHIFT)
}

/// See [`Unseen::keep`].
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn keep(unseen: &mut Unseen, most: usize) {
    let mut in_order = [0; 16];
    for (bytes, words) in unseen.bits.as_chunks().0.iter().zip(in_order.as_chunks_mut::<4>().0) {
        let bytes = load(bytes);
        for high in 0..8 {
            // The bit becomes the top one of its byte.
            let tops = _mm256_sll_epi16(bytes, _mm_cvtsi32_si128(7 - high));
            let rows = _mm256_movemask_epi8(tops).cast_unsigned();
            let at = 16 * (high as usize % 4);
            words[high as usize / 4] |= u64::from(rows & 0xffff) << at;
            words[2 + high as usize / 4] |= u64::from(rows >> 16) << at;
        }
    }
    unseen.keep(&in_order, most, SHIFT);
}

/// See [`Unseen::least`].
#[target_feature(enable = "avx2")]
fn least(unseen: &Unseen, window: &[u8]) -> Option<usize> {
    unseen.least(window, SHIFT)
}
