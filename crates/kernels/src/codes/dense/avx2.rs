//! Sifting with AVX2: 32 pairs at a time, windows of 256 values.
#![expect(unsafe_code, reason = "vector loads, and calls only this level may make")]

use std::arch::x86_64::*;
use std::ops::Range;

use super::engine::{APART, Engine, Runs, Sweep};
use super::unseen::Unseen;

/// Bits of the low byte of a value: a shuffle looks up 16 bytes.
const SHIFT: u32 = 4;
/// Pairs of a vector.
const LANES: usize = 32;
/// Vectors looked up before it is asked whether any pair of them is unseen.
const RUN: usize = 4;

pub(super) const ENGINE: Engine = Engine {
    shift: SHIFT,
    span: 256,
    marked: 512,
    run: LANES * RUN,
    abreast: |sweep, unseen, _| {
        for (q, unseen) in unseen.iter_mut().enumerate() {
            sift(Sweep { sum: sweep.sum + q * APART, ..sweep }, unseen);
        }
    },
    alone: |sweep, unseen, _, _| sift(sweep, unseen),
    // SAFETY: an engine is only used where the processor has its level.
    gather: |window| unsafe { gather(window) },
    // SAFETY: as above.
    keep: |unseen, most| unsafe { keep(unseen, most) },
    // SAFETY: as above.
    least: |unseen, window| unsafe { least(unseen, window) },
};

type Bytes = [u8; LANES];

/// Sifts one heap; the last vector may overlap the one before.
fn sift(sweep: Sweep, unseen: &mut Unseen) {
    let part = (sweep.end - sweep.from) % LANES;
    let last = (part > 0).then(|| Sweep { from: sweep.end - LANES, ..sweep });
    for sweep in [Some(Sweep { end: sweep.end - part, ..sweep }), last].into_iter().flatten() {
        match sweep.planes.narrow() {
            // SAFETY: an engine is only used where the processor has its level.
            true => unsafe { sift_vectors::<true>(sweep, unseen) },
            // SAFETY: as above.
            false => unsafe { sift_vectors::<false>(sweep, unseen) },
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, and no alignment is asked for.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// An unseen set, to look up 32 values at once.
struct Table {
    /// The bytes for high bytes below 8, and from 8 on.
    halves: [__m256i; 2],
    /// The bits of such high bytes.
    bits: [__m256i; 2],
    /// The high byte of the base.
    base: __m256i,
}

impl Table {
    /// Where values are `NARROW`, they have no high bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load<const NARROW: bool>(unseen: &Unseen, base: usize) -> Self {
        const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
        let twice = |bytes: &[u8; 16]| {
            let number = i128::from_le_bytes(*bytes);
            _mm256_set_epi64x(
                (number >> 64) as i64,
                number as i64,
                (number >> 64) as i64,
                number as i64,
            )
        };
        // Values without a high byte are told apart by the lowest bit alone.
        let mask = _mm256_set1_epi8(if NARROW { 1 } else { -1 });
        let rows = unseen.bits.as_chunks().0;
        let half = |i: usize| _mm256_and_si256(twice(&rows[i]), mask);
        Self {
            halves: [half(0), half(1)],
            bits: [twice(&LOW), twice(&HIGH)],
            base: _mm256_set1_epi8((base >> SHIFT) as i8),
        }
    }

    /// Not 0 in the lanes whose value, with these low and high bytes, is unseen.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn find<const NARROW: bool>(&self, low: __m256i, high: __m256i) -> __m256i {
        let first = _mm256_shuffle_epi8(self.halves[0], low);
        if NARROW {
            return first;
        }
        // High bytes beyond the window get their top bit set, for which shuffles give 0.
        let high = _mm256_adds_epu8(_mm256_sub_epi8(high, self.base), _mm256_set1_epi8(0x70));
        let second = _mm256_shuffle_epi8(self.halves[1], low);
        let first = _mm256_and_si256(first, _mm256_shuffle_epi8(self.bits[0], high));
        let second = _mm256_and_si256(second, _mm256_shuffle_epi8(self.bits[1], high));
        _mm256_or_si256(first, second)
    }
}

/// Sifts whole vectors of pairs.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn sift_vectors<const NARROW: bool>(sweep: Sweep, unseen: &mut Unseen) {
    let runs = sweep.runs::<LANES>();
    let zero = _mm256_setzero_si256();
    let sum = |x: &Bytes, y: &Bytes| _mm256_xor_si256(load(x), load(y));
    let find = |table: &Table, xl: &Bytes, yl: &Bytes, xh: &Bytes, yh: &Bytes| {
        table.find::<NARROW>(sum(xl, yl), if NARROW { zero } else { sum(xh, yh) })
    };
    let strike_all = |table: &Table, vectors: Range<usize>, unseen: &mut Unseen| {
        for i in vectors {
            let (xl, yl) = (&runs.x_low[i], &runs.y_low[i]);
            let found = find(table, xl, yl, &runs.x_high[i], &runs.y_high[i]);
            let seen = _mm256_movemask_epi8(_mm256_cmpeq_epi8(found, zero));
            strike(&runs, i, !seen as u32, sweep.base, unseen);
        }
    };
    let mut table = Table::load::<NARROW>(unseen, sweep.base);
    let low = runs.x_low.as_chunks::<RUN>().0.iter().zip(runs.y_low.as_chunks::<RUN>().0);
    let high = runs.x_high.as_chunks::<RUN>().0.iter().zip(runs.y_high.as_chunks::<RUN>().0);
    for (run, ((xl, yl), (xh, yh))) in low.zip(high).enumerate() {
        let mut any = zero;
        for i in 0..RUN {
            any = _mm256_or_si256(any, find(&table, &xl[i], &yl[i], &xh[i], &yh[i]));
        }
        if _mm256_testz_si256(any, any) == 0 {
            strike_all(&table, run * RUN..(run + 1) * RUN, unseen);
            table = Table::load::<NARROW>(unseen, sweep.base);
        }
    }
    let whole = runs.x_low.len();
    strike_all(&table, whole / RUN * RUN..whole, unseen);
}

/// Removes the values in some lanes of a vector.
#[inline]
fn strike(runs: &Runs<LANES>, i: usize, lanes: u32, base: usize, unseen: &mut Unseen) {
    let mut left = lanes;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        let low = runs.x_low[i][lane] ^ runs.y_low[i][lane];
        let high = runs.x_high[i][lane] ^ runs.y_high[i][lane];
        let high = (usize::from(high) - (base >> SHIFT)) % 16;
        unseen.bits[usize::from(low) % 16 + ((high / 8) << SHIFT)] &= !(1 << (high % 8));
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
    let mut in_order = [0; 4];
    for high in 0..16 {
        let bytes = &unseen.bits[(high / 8) << SHIFT..][..1 << SHIFT];
        let bits = bytes.iter().rev().map(|&byte| u64::from(byte >> (high % 8) & 1));
        in_order[high / 4] |= bits.fold(0, |row, bit| row << 1 | bit) << (high % 4 * 16);
    }
    unseen.keep(&in_order, most, SHIFT);
}

/// See [`Unseen::least`].
#[target_feature(enable = "avx2")]
fn least(unseen: &Unseen, window: &[u8]) -> Option<usize> {
    unseen.least(window, SHIFT)
}
