//! Sifting with AVX-512 VBMI: 64 pairs at a time, windows of 1024 values.
#![expect(unsafe_code, reason = "vector loads, and calls that need the processor's features")]

use std::arch::x86_64::*;

use std::ops::Range;

use super::engine::{ABREAST, Engine, MOST, Net, Sweep};
use super::unseen::{Unseen, after};

/// Pairs of a vector.
const LANES: usize = 64;
/// Vectors looked at before asking whether any of them held an unseen value.
const RUN: usize = 4;

/// To be used only at [`Level::Avx512`](crate::Level::Avx512).
pub(super) const ENGINE: Engine = Engine {
    shift: 7,
    span: 1024,
    run: LANES * RUN,
    abreast: |sweep, unseen, net| {
        // SAFETY: this engine is only chosen where the processor has these instructions.
        if sweep.planes.narrow() {
            unsafe { abreast::<true>(sweep, unseen, net) }
        } else {
            unsafe { abreast::<false>(sweep, unseen, net) }
        }
    },
    alone: |sweep, unseen, net, batch| {
        // SAFETY: as above.
        if sweep.planes.narrow() {
            unsafe { alone::<true>(sweep, unseen, net, batch / LANES) }
        } else {
            unsafe { alone::<false>(sweep, unseen, net, batch / LANES) }
        }
    },
    // SAFETY: as above.
    keep: |unseen, most| unsafe { keep(unseen, most) },
    // SAFETY: as above.
    least: |unseen, window| unsafe { least(unseen, window) },
    // SAFETY: as above.
    gather: |window| unsafe { gather(window) },
};

type Bytes = [u8; LANES];

/// The low and high bytes of 64 values.
#[derive(Clone, Copy)]
struct Vector {
    low: __m512i,
    high: __m512i,
}

/// An unseen set, to look up 64 values at once.
#[derive(Clone, Copy)]
struct Table {
    halves: [__m512i; 2],
    /// The bit of each high byte.
    bit: __m512i,
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &Bytes) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

impl Vector {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load<const NARROW: bool>(low: &Bytes, high: &Bytes) -> Self {
        let low = load(low);
        Self { low, high: if NARROW { low } else { load(high) } }
    }
}

/// The bit of each high byte from the window's base on, 64 places in.
const BITS: [u8; 2 * LANES] = {
    let mut bits = [0; 2 * LANES];
    let mut j = 0;
    while j < 8 {
        bits[LANES + j] = 1 << j;
        j += 1;
    }
    bits
};

impl Table {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load<const NARROW: bool>(unseen: &Unseen, base: usize) -> Self {
        let (halves, _) = unseen.bits.as_chunks();
        let half = |h: &Bytes| {
            let all = load(h);
            // Values without a high byte are told apart by the lowest bit alone.
            if NARROW { _mm512_and_si512(all, _mm512_set1_epi8(1)) } else { all }
        };
        let bit = load(BITS[LANES - (base >> 7)..].first_chunk().expect("a base below the limit"));
        Self { halves: [half(&halves[0]), half(&halves[1])], bit }
    }

    /// Not 0 in the lanes where the sum of both values is unseen; such bits are added to `found`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi")]
    fn find<const NARROW: bool>(&self, x: Vector, y: Vector, found: __m512i) -> __m512i {
        let low = _mm512_xor_si512(x.low, y.low);
        let byte = _mm512_permutex2var_epi8(self.halves[0], low, self.halves[1]);
        if NARROW {
            return _mm512_or_si512(found, byte);
        }
        let bit = _mm512_permutexvar_epi8(_mm512_xor_si512(x.high, y.high), self.bit);
        _mm512_or_si512(found, _mm512_and_si512(byte, bit))
    }
}

/// Bytes of a plane in vectors.
fn vectors(plane: &[u8], from: usize, length: usize) -> &[Bytes] {
    plane[from..][..length].as_chunks().0
}

/// The planes of a sweep's pairs.
struct Runs<'p> {
    x_low: &'p [Bytes],
    x_high: &'p [Bytes],
    y_low: &'p [Bytes],
    y_high: &'p [Bytes],
}

impl<'p> Runs<'p> {
    #[inline]
    fn of(sweep: Sweep<'p>, sum: usize) -> Self {
        let Sweep { planes, from, end, .. } = sweep;
        let (back, length) = (planes.mirror(sum - from), end - from);
        Self {
            x_low: vectors(&planes.low, from, length),
            x_high: vectors(&planes.high, from, length),
            y_low: vectors(&planes.low_back, back, length),
            y_high: vectors(&planes.high_back, back, length),
        }
    }

    /// Looks up some vectors of pairs and adds the unseen ones to the `count` already caught.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
    )]
    fn catch<const NARROW: bool>(
        &self,
        table: &Table,
        vectors: Range<usize>,
        net: &mut Net,
        mut count: usize,
    ) -> usize {
        let Range { start, end } = vectors;
        let low = self.x_low[start..end].iter().zip(&self.y_low[start..end]);
        let high = self.x_high[start..end].iter().zip(&self.y_high[start..end]);
        for ((xl, yl), (xh, yh)) in low.zip(high) {
            let (x, y) = (Vector::load::<NARROW>(xl, xh), Vector::load::<NARROW>(yl, yh));
            let found = table.find::<NARROW>(x, y, _mm512_setzero_si512());
            let lanes = _mm512_test_epi8_mask(found, found);
            let bytes = _mm512_maskz_compress_epi8(lanes, _mm512_xor_si512(x.low, y.low));
            let bits = _mm512_maskz_compress_epi8(lanes, found);
            store(&mut net.bytes, count, bytes);
            store(&mut net.bits, count, bits);
            count += lanes.count_ones() as usize;
        }
        count
    }
}

/// Sifts the pairs of [`ABREAST`] heaps, 64 stones apart, few of which are unseen.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
fn abreast<const NARROW: bool>(sweep: Sweep, unseen: &mut [Unseen; ABREAST], net: &mut Net) {
    let mut hits = [const { Hits { places: [0; MOST_RUNS], count: 0 } }; ABREAST];
    search::<NARROW>(sweep, unseen, &mut hits);
    for (q, (unseen, hits)) in unseen.iter_mut().zip(&hits).enumerate() {
        if hits.count == 0 {
            continue;
        }
        let runs = Runs::of(sweep, sweep.sum + q * LANES);
        let table = Table::load::<NARROW>(unseen, sweep.base);
        let mut count = 0;
        for &run in &hits.places[..hits.count] {
            let first = usize::from(run) * RUN;
            count = runs.catch::<NARROW>(&table, first..first + RUN, net, count);
        }
        net.strike(count, unseen);
    }
}

/// Most runs of a sweep of heaps abreast.
const MOST_RUNS: usize = MOST / LANES / RUN;

/// The runs of a sweep in which a heap may have an unseen value.
struct Hits {
    places: [u8; MOST_RUNS],
    count: usize,
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(bytes: &mut [u8], at: usize, vector: __m512i) {
    let bytes: &mut Bytes = bytes[at..].first_chunk_mut().expect("room for a sweep");
    // SAFETY: the array has the 64 bytes that are written, and no alignment is asked for.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) }
}

/// Notes the runs of pairs in which each of [`ABREAST`] heaps has an unseen value.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
fn search<const NARROW: bool>(
    sweep: Sweep,
    unseen: &[Unseen; ABREAST],
    hits: &mut [Hits; ABREAST],
) {
    let Sweep { planes, base, sum, from, .. } = sweep;
    let [u0, u1, u2, u3] = unseen;
    let t0 = Table::load::<NARROW>(u0, base);
    let t1 = Table::load::<NARROW>(u1, base);
    let t2 = Table::load::<NARROW>(u2, base);
    let t3 = Table::load::<NARROW>(u3, base);
    let runs = Runs::of(sweep, sum);
    // The heap q places on meets each vector of the backward run q steps later.
    let early = planes.mirror(sum - from) - LANES * (ABREAST - 1);
    let [l3, l2, l1] = vectors(&planes.low_back, early, LANES * 3) else { return };
    let [h3, h2, h1] = vectors(&planes.high_back, early, LANES * 3) else { return };
    let mut y1 = Vector::load::<NARROW>(l1, h1);
    let mut y2 = Vector::load::<NARROW>(l2, h2);
    let mut y3 = Vector::load::<NARROW>(l3, h3);
    let low = runs.x_low.as_chunks::<RUN>().0.iter().zip(runs.y_low.as_chunks::<RUN>().0);
    let high = runs.x_high.as_chunks::<RUN>().0.iter().zip(runs.y_high.as_chunks::<RUN>().0);
    for (run, ((xl, yl), (xh, yh))) in low.zip(high).enumerate() {
        let zero = _mm512_setzero_si512();
        let (mut f0, mut f1, mut f2, mut f3) = (zero, zero, zero, zero);
        for i in 0..RUN {
            let x = Vector::load::<NARROW>(&xl[i], &xh[i]);
            let y = Vector::load::<NARROW>(&yl[i], &yh[i]);
            f0 = t0.find::<NARROW>(x, y, f0);
            f1 = t1.find::<NARROW>(x, y1, f1);
            f2 = t2.find::<NARROW>(x, y2, f2);
            f3 = t3.find::<NARROW>(x, y3, f3);
            (y1, y2, y3) = (y, y1, y2);
        }
        let any = _mm512_or_si512(_mm512_or_si512(f0, f1), _mm512_or_si512(f2, f3));
        if _mm512_test_epi8_mask(any, any) != 0 {
            for (f, hits) in [f0, f1, f2, f3].into_iter().zip(&mut *hits) {
                hits.places[hits.count % MOST_RUNS] = run as u8;
                hits.count += usize::from(_mm512_test_epi8_mask(f, f) != 0);
            }
        }
    }
}

/// Sifts the pairs of one heap, at least 64; the last vector may overlap the one before.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
fn alone<const NARROW: bool>(sweep: Sweep, unseen: &mut Unseen, net: &mut Net, batch: usize) {
    let Sweep { sum, from, end, .. } = sweep;
    let runs = Runs::of(sweep, sum);
    let count = runs.x_low.len();
    for first in (0..count).step_by(batch) {
        let table = Table::load::<NARROW>(unseen, sweep.base);
        let count = runs.catch::<NARROW>(&table, first..count.min(first + batch), net, 0);
        net.strike(count, unseen);
    }
    if (end - from) % LANES != 0 {
        let table = Table::load::<NARROW>(unseen, sweep.base);
        let last = Runs::of(Sweep { from: end - LANES, ..sweep }, sum);
        let count = last.catch::<NARROW>(&table, 0..1, net, 0);
        net.strike(count, unseen);
    }
}

/// Keeps only the least `most` values.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
fn keep(unseen: &mut Unseen, most: usize) {
    let halves = unseen.bits.as_chunks().0;
    let mut words = [0; 16];
    for (high, [low_half, high_half]) in words.as_chunks_mut().0.iter_mut().enumerate() {
        let bit = _mm512_set1_epi8(1 << high);
        *low_half = _mm512_test_epi8_mask(load(&halves[0]), bit);
        *high_half = _mm512_test_epi8_mask(load(&halves[1]), bit);
    }
    if let Some(end) = after(&words, most) {
        unseen.cut(end, ENGINE.shift);
    }
}

/// The values whose byte in a window of marks is 255.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
fn gather(window: &[u8]) -> Unseen {
    let zero = _mm512_setzero_si512();
    let mut halves = [zero; 2];
    for (high, row) in window.as_chunks().0.as_chunks::<2>().0.iter().enumerate() {
        let bit = _mm512_set1_epi8(1 << high);
        // Adds the bit where the mark is set: or(x, and(mark, bit)).
        halves[0] = _mm512_ternarylogic_epi32::<0xF8>(halves[0], load(&row[0]), bit);
        halves[1] = _mm512_ternarylogic_epi32::<0xF8>(halves[1], load(&row[1]), bit);
    }
    let mut unseen = Unseen { bits: [0; 128], end: window.len() };
    store(&mut unseen.bits, 0, halves[0]);
    store(&mut unseen.bits, LANES, halves[1]);
    unseen
}

/// The least unseen value whose byte in a window of marks is 255.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
fn least(unseen: &Unseen, window: &[u8]) -> Option<usize> {
    unseen.least(window, ENGINE.shift)
}
