//! Sifting with AVX2: 32 pairs at a time, 256 values after 256 values.
#![expect(unsafe_code, reason = "vector loads, and calls only this level may make")]

use std::arch::x86_64::*;

use super::engine::{ABREAST, APART, Engine, Found, MAX_LENGTH, Runs, Sweep};
use super::unseen::Unseen;

/// Bits of the low byte of a value: a shuffle looks up 16 bytes.
const SHIFT: u32 = 4;
/// Pairs of a vector.
const LANES: usize = APART / 2;
/// Places written down without asking whether there are that many.
const AHEAD: usize = 4;

pub(super) struct Avx2;

impl Engine for Avx2 {
    type Net = Net;
    const NET: Net = Net { found: [0; _], places: [0; MAX_LENGTH + AHEAD] };
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

/// Where unseen pairs of a sweep were found.
pub(super) struct Net {
    found: Found,
    places: [u16; MAX_LENGTH + AHEAD],
}

type Bytes = [u8; LANES];

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, and no alignment is asked for.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// 256 values of an unseen set, to look up 32 values at once.
struct Table {
    /// The bytes for high bytes below 8, and from 8 on.
    halves: [__m256i; 2],
    /// The bits of such high bytes.
    bits: [__m256i; 2],
    /// The least high byte.
    base: __m256i,
}

impl Table {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(bytes: &Bytes, base: usize) -> Self {
        const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
        let twice = |bytes: &[u8; 16]| {
            let number = i128::from_le_bytes(*bytes);
            let (high, low) = ((number >> 64) as i64, number as i64);
            _mm256_set_epi64x(high, low, high, low)
        };
        let rows = bytes.as_chunks().0;
        Self {
            halves: [twice(&rows[0]), twice(&rows[1])],
            bits: [twice(&LOW), twice(&HIGH)],
            base: _mm256_set1_epi8((base >> SHIFT) as i8),
        }
    }

    /// The lanes whose value, with these low and high bytes, is unseen.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn find(&self, low: __m256i, high: __m256i) -> u32 {
        // High bytes beyond these values get their top bit set, for which shuffles give 0.
        let high = _mm256_adds_epu8(_mm256_xor_si256(high, self.base), _mm256_set1_epi8(0x70));
        let first = _mm256_shuffle_epi8(self.halves[0], low);
        let first = _mm256_and_si256(first, _mm256_shuffle_epi8(self.bits[0], high));
        let second = _mm256_shuffle_epi8(self.halves[1], low);
        let second = _mm256_and_si256(second, _mm256_shuffle_epi8(self.bits[1], high));
        let none = _mm256_cmpeq_epi8(_mm256_or_si256(first, second), _mm256_setzero_si256());
        !_mm256_movemask_epi8(none).cast_unsigned()
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn alone(sweep: Sweep, unseen: &mut Unseen, net: &mut Net) {
    search(sweep, unseen, &mut net.found);
    strike(sweep, unseen, net);
}

/// Finds the unseen pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn search(sweep: Sweep, unseen: &Unseen, found: &mut Found) {
    let runs = sweep.runs();
    let xor = |x: &Bytes, y: &Bytes| _mm256_xor_si256(load(x), load(y));
    let found = &mut found[..runs.x_low.len()];
    found.fill(0);
    for (bytes, base) in unseen.bits.as_chunks().0.iter().zip((sweep.base..).step_by(256)) {
        if *bytes == [0; LANES] {
            continue;
        }
        let table = Table::load(bytes, base);
        let low = runs.x_low.iter().zip(runs.y_low);
        let high = runs.x_high.iter().zip(runs.y_high);
        for (((xl, yl), (xh, yh)), found) in low.zip(high).zip(&mut *found) {
            let (xl, yl) = (xl.as_chunks::<LANES>().0, yl.as_chunks::<LANES>().0);
            let (xh, yh) = (xh.as_chunks::<LANES>().0, yh.as_chunks::<LANES>().0);
            let half = |i: usize| u64::from(table.find(xor(&xl[i], &yl[i]), xor(&xh[i], &yh[i])));
            *found |= half(0) | half(1) << LANES;
        }
    }
}

/// Strikes the pairs found unseen. Where they are is written down first: branches on single pairs
/// would seldom be foreseen.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn strike(sweep: Sweep, unseen: &mut Unseen, Net { found, places }: &mut Net) {
    let Runs { x_low, x_high, y_low, y_high } = sweep.runs();
    let mut hits = 0;
    for (&word, first) in found[..x_low.len()].iter().zip((0_u16..).step_by(APART)) {
        let mut left = word;
        let next = hits + left.count_ones() as usize;
        while hits < next {
            for place in places[hits..].iter_mut().take(AHEAD) {
                *place = first + left.trailing_zeros() as u16;
                left &= left.wrapping_sub(1);
            }
            hits += AHEAD;
        }
        hits = next;
    }
    let (x_low, x_high) = (x_low.as_flattened(), x_high.as_flattened());
    let (y_low, y_high) = (y_low.as_flattened(), y_high.as_flattened());
    let pairs = x_low.len();
    let (x_high, y_low, y_high) = (&x_high[..pairs], &y_low[..pairs], &y_high[..pairs]);
    let base = (sweep.base >> SHIFT) as u8;
    for &place in &places[..hits] {
        let place = usize::from(place);
        let low = usize::from(x_low[place] ^ y_low[place]);
        let high = usize::from(x_high[place] ^ y_high[place] ^ base);
        unseen.bits[(low + ((high / 8) << SHIFT)) % 128] &= !(1 << (high % 8));
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
