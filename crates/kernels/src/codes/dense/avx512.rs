//! Sifting with AVX-512: 64 pairs at a time, windows of 1024 values.
#![expect(unsafe_code, reason = "vector loads and stores, and calls only this level may make")]

use std::arch::x86_64::*;
use std::ops::Range;

use super::engine::{ABREAST, APART, Engine, MAX_LENGTH, Net, Runs, Sweep};
use super::unseen::Unseen;

/// Bits of the low byte of a value: two registers have 128 bytes to look up.
const SHIFT: u32 = 7;
/// Pairs of a vector. Heaps abreast are as far apart, so that they share the vectors read.
const LANES: usize = APART;
/// Vectors looked up before it is asked whether any pair of them is unseen.
const RUN: usize = 4;

pub(super) const ENGINE: Engine = Engine {
    shift: SHIFT,
    span: 1024,
    marked: 128,
    run: LANES * RUN,
    abreast: |sweep, unseen, net| match sweep.planes.narrow() {
        // SAFETY: an engine is only used where the processor has its level.
        true => unsafe { abreast::<true>(sweep, unseen, net) },
        // SAFETY: as above.
        false => unsafe { abreast::<false>(sweep, unseen, net) },
    },
    alone: |sweep, unseen, net, pairs| match sweep.planes.narrow() {
        // SAFETY: as above.
        true => unsafe { alone::<true>(sweep, unseen, net, pairs / LANES) },
        // SAFETY: as above.
        false => unsafe { alone::<false>(sweep, unseen, net, pairs / LANES) },
    },
    // SAFETY: as above.
    gather: |window| unsafe { gather(window) },
    // SAFETY: as above.
    keep: |unseen, most| unsafe { keep(unseen, most) },
    // SAFETY: as above.
    least: |unseen, window| unsafe { least(unseen, window) },
};

type Bytes = [u8; LANES];

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &Bytes) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Stores the vector from place `at` on.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(bytes: &mut [u8], at: usize, vector: __m512i) {
    let bytes: &mut Bytes = bytes[at..].first_chunk_mut().expect("room after those of a sweep");
    // SAFETY: the array has the 64 bytes that are written, and no alignment is asked for.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) }
}

/// The low and high bytes of 64 values. Where values are `NARROW`, they have no high bytes.
#[derive(Clone, Copy)]
struct Vector {
    low: __m512i,
    high: __m512i,
}

impl Vector {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load<const NARROW: bool>(low: &Bytes, high: &Bytes) -> Self {
        let low = load(low);
        Self { low, high: if NARROW { low } else { load(high) } }
    }
}

/// An unseen set, to look up 64 values at once.
struct Table {
    halves: [__m512i; 2],
    /// The bit of each high byte in the window.
    bit: __m512i,
}

impl Table {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load<const NARROW: bool>(unseen: &Unseen, base: usize) -> Self {
        // The bits of the high bytes from 0 on, 64 places in.
        const BITS: [u8; 2 * LANES] = {
            let mut bits = [0; 2 * LANES];
            let mut high = 0;
            while high < 8 {
                bits[LANES + high] = 1 << high;
                high += 1;
            }
            bits
        };
        // Values without a high byte are told apart by the lowest bit alone.
        let mask = _mm512_set1_epi8(if NARROW { 1 } else { -1 });
        let halves = unseen.bits.as_chunks().0;
        let half = |i: usize| _mm512_and_si512(load(&halves[i]), mask);
        let bit = BITS[LANES - (base >> SHIFT)..].first_chunk().expect("a base below 8192");
        Self { halves: [half(0), half(1)], bit: load(bit) }
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

/// Looks up some vectors of pairs and adds the unseen ones to the `count` already in the net.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
fn catch<const NARROW: bool>(
    runs: &Runs<LANES>,
    table: &Table,
    vectors: Range<usize>,
    net: &mut Net,
    mut count: usize,
) -> usize {
    let Range { start, end } = vectors;
    let low = runs.x_low[start..end].iter().zip(&runs.y_low[start..end]);
    let high = runs.x_high[start..end].iter().zip(&runs.y_high[start..end]);
    for ((xl, yl), (xh, yh)) in low.zip(high) {
        let (x, y) = (Vector::load::<NARROW>(xl, xh), Vector::load::<NARROW>(yl, yh));
        let found = table.find::<NARROW>(x, y, _mm512_setzero_si512());
        let lanes = _mm512_test_epi8_mask(found, found);
        let bytes = _mm512_maskz_compress_epi8(lanes, _mm512_xor_si512(x.low, y.low));
        store(&mut net.bytes, count, bytes);
        store(&mut net.bits, count, _mm512_maskz_compress_epi8(lanes, found));
        count += lanes.count_ones() as usize;
    }
    count
}

/// Sifts the pairs of one heap, so many vectors between two strikes; the last vector may overlap
/// the one before.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn alone<const NARROW: bool>(sweep: Sweep, unseen: &mut Unseen, net: &mut Net, vectors: usize) {
    let Sweep { base, from, end, .. } = sweep;
    let runs = sweep.runs();
    let whole = runs.x_low.len();
    for first in (0..whole).step_by(vectors) {
        let table = Table::load::<NARROW>(unseen, base);
        let count = catch::<NARROW>(&runs, &table, first..whole.min(first + vectors), net, 0);
        net.strike(count, unseen);
    }
    if (end - from) % LANES != 0 {
        let table = Table::load::<NARROW>(unseen, base);
        let last = Sweep { from: end - LANES, ..sweep }.runs();
        let count = catch::<NARROW>(&last, &table, 0..1, net, 0);
        net.strike(count, unseen);
    }
}

/// The runs of a sweep in which a heap may have an unseen value.
#[derive(Clone, Copy)]
struct Hits {
    places: [u8; Self::MAX_VALUE],
    count: usize,
}

impl Hits {
    /// Most runs of a sweep.
    const MAX_VALUE: usize = MAX_LENGTH / LANES / RUN;
}

/// Sifts the pairs of [`ABREAST`] heaps, few of which are unseen.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn abreast<const NARROW: bool>(sweep: Sweep, unseen: &mut [Unseen; ABREAST], net: &mut Net) {
    let hits = search::<NARROW>(sweep, unseen);
    for (q, (unseen, hits)) in unseen.iter_mut().zip(&hits).enumerate() {
        if hits.count == 0 {
            continue;
        }
        let runs = Sweep { sum: sweep.sum + q * LANES, ..sweep }.runs();
        let table = Table::load::<NARROW>(unseen, sweep.base);
        let mut count = 0;
        for &run in &hits.places[..hits.count] {
            let first = usize::from(run) * RUN;
            count = catch::<NARROW>(&runs, &table, first..first + RUN, net, count);
        }
        net.strike(count, unseen);
    }
}

/// The runs in which each of [`ABREAST`] heaps has an unseen value.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn search<const NARROW: bool>(sweep: Sweep, unseen: &[Unseen; ABREAST]) -> [Hits; ABREAST] {
    let Sweep { planes, base, sum, from, .. } = sweep;
    let mut hits = [Hits { places: [0; Hits::MAX_VALUE], count: 0 }; ABREAST];
    let [u0, u1, u2, u3] = unseen;
    let t0 = Table::load::<NARROW>(u0, base);
    let t1 = Table::load::<NARROW>(u1, base);
    let t2 = Table::load::<NARROW>(u2, base);
    let t3 = Table::load::<NARROW>(u3, base);
    let runs = sweep.runs::<LANES>();
    // The heap q places on meets each vector of the backward run q steps later.
    let early = planes.mirror(sum - from) - LANES * (ABREAST - 1);
    let [l3, l2, l1, ..] = planes.low_back[early..].as_chunks().0 else { return hits };
    let [h3, h2, h1, ..] = planes.high_back[early..].as_chunks().0 else { return hits };
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
            for (f, hits) in [f0, f1, f2, f3].into_iter().zip(&mut hits) {
                hits.places[hits.count % Hits::MAX_VALUE] = run as u8;
                hits.count += usize::from(_mm512_test_epi8_mask(f, f) != 0);
            }
        }
    }
    hits
}

/// See [`Unseen::of`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn gather(window: &[u8]) -> Unseen {
    Unseen::of(window, SHIFT)
}

/// See [`Unseen::keep`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt")]
fn keep(unseen: &mut Unseen, most: usize) {
    let halves = unseen.bits.as_chunks().0;
    let mut in_order = [0; 16];
    for (high, words) in in_order.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let bit = _mm512_set1_epi8(1 << high);
        *words = [0, 1].map(|half| _mm512_test_epi8_mask(load(&halves[half]), bit));
    }
    unseen.keep(&in_order, most, SHIFT);
}

/// See [`Unseen::least`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn least(unseen: &Unseen, window: &[u8]) -> Option<usize> {
    unseen.least(window, SHIFT)
}
