//! Sifting with AVX-512: 64 pairs at a time.
#![expect(unsafe_code, reason = "vector loads, and calls only this level may make")]

use std::arch::x86_64::*;

use super::engine::{ABREAST, APART, Found, MAX_LENGTH, Operations, Runs, Sweep};
use super::unseen::Unseen;

/// Bits of the low byte of a value: two registers have 128 bytes to look up.
const SHIFT: u32 = 7;

pub(super) struct Avx512;

impl Operations for Avx512 {
    type Net = Net;
    const NET: Net = Net {
        found: [[0; _]; ABREAST],
        bytes: [0; MAX_LENGTH + APART],
        bits: [0; MAX_LENGTH + APART],
    };
    const SHIFT: u32 = SHIFT;
    const MARKED: usize = 128;

    fn abreast(sweep: Sweep, unseen: &mut [Unseen; ABREAST], net: &mut Net) {
        // SAFETY: an engine is only used where the processor has its level.
        unsafe { abreast(sweep, unseen, net) }
    }

    fn alone(sweep: Sweep, unseen: &mut Unseen, net: &mut Net) {
        // SAFETY: as above.
        unsafe { alone(sweep, unseen, net) }
    }

    fn find<'n>(sweep: Sweep, unseen: &Unseen, net: &'n mut Net) -> &'n Found {
        // SAFETY: as above.
        unsafe { find(sweep, unseen, &mut net.found[0]) };
        &net.found[0]
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

/// Options found unseen, each as its byte in [`Unseen`] and its bit there.
pub(super) struct Net {
    found: [Found; ABREAST],
    bytes: [u8; MAX_LENGTH + APART],
    bits: [u8; MAX_LENGTH + APART],
}

type Bytes = [u8; APART];

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &Bytes) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Eight words.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_words(words: &[u64; 8]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Stores the first `count` bytes of the vector from place `at` on, and others after them.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(bytes: &mut [u8], at: usize, vector: __m512i, count: u32) {
    let bytes: &mut Bytes = bytes[at..].first_chunk_mut().expect("room after those of a sweep");
    if count <= 32 {
        // Half a vector seldom lies in two cache lines.
        // SAFETY: the array has the 32 bytes that are written, and no alignment is asked for.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), _mm512_castsi512_si256(vector)) }
    } else {
        // SAFETY: it has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) }
    }
}

/// The low and high bytes of 64 values.
#[derive(Clone, Copy)]
struct Vector {
    low: __m512i,
    high: __m512i,
}

impl Vector {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(low: &Bytes, high: &Bytes) -> Self {
        Self { low: load(low), high: load(high) }
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
    fn load(unseen: &Unseen, base: usize) -> Self {
        // The bits of the high bytes from 0 on, 64 places in.
        const BITS: [u8; 2 * APART] = {
            let mut bits = [0; 2 * APART];
            let mut high = 0;
            while high < 8 {
                bits[APART + high] = 1 << high;
                high += 1;
            }
            bits
        };
        let halves = unseen.bits.as_chunks().0;
        let bit = BITS[APART - (base >> SHIFT)..].first_chunk().expect("a base below 8192");
        Self { halves: [load(&halves[0]), load(&halves[1])], bit: load(bit) }
    }

    /// The lanes where the sum of both values is unseen.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn find(&self, x: Vector, y: Vector) -> u64 {
        let low = _mm512_xor_si512(x.low, y.low);
        let byte = _mm512_permutex2var_epi8(self.halves[0], low, self.halves[1]);
        let bit = _mm512_permutexvar_epi8(_mm512_xor_si512(x.high, y.high), self.bit);
        _mm512_test_epi8_mask(byte, bit)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn alone(sweep: Sweep, unseen: &mut Unseen, net: &mut Net) {
    find(sweep, unseen, &mut net.found[0]);
    strike(sweep, 0, unseen, net);
}

/// Finds the unseen pairs of one heap.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn find(sweep: Sweep, unseen: &Unseen, found: &mut Found) {
    let table = Table::load(unseen, sweep.base);
    let runs = sweep.runs();
    let low = runs.x_low.iter().zip(runs.y_low);
    let high = runs.x_high.iter().zip(runs.y_high);
    for (((xl, yl), (xh, yh)), found) in low.zip(high).zip(found) {
        *found = table.find(Vector::load(xl, xh), Vector::load(yl, yh));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn abreast(sweep: Sweep, unseen: &mut [Unseen; ABREAST], net: &mut Net) {
    search(sweep, unseen, &mut net.found);
    for (q, unseen) in unseen.iter_mut().enumerate() {
        strike(Sweep { sum: sweep.sum + q * APART, ..sweep }, q, unseen, net);
    }
}

/// Finds the unseen pairs of each heap.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn search(sweep: Sweep, unseen: &[Unseen; ABREAST], found: &mut [Found; ABREAST]) {
    let Sweep { planes, base, sum, from, .. } = sweep;
    let [u0, u1, u2, u3] = unseen;
    let (t0, t1) = (Table::load(u0, base), Table::load(u1, base));
    let (t2, t3) = (Table::load(u2, base), Table::load(u3, base));
    // The heap q places on meets each vector of the backward run q steps later.
    let early = planes.mirror(sum - from) - APART * (ABREAST - 1);
    let [l3, l2, l1, ..] = planes.low_back[early..].as_chunks().0 else { return };
    let [h3, h2, h1, ..] = planes.high_back[early..].as_chunks().0 else { return };
    let (mut y1, mut y2, mut y3) =
        (Vector::load(l1, h1), Vector::load(l2, h2), Vector::load(l3, h3));
    let runs = sweep.runs();
    let low = runs.x_low.iter().zip(runs.y_low);
    let high = runs.x_high.iter().zip(runs.y_high);
    let [f0, f1, f2, f3] = found;
    let found = f0.iter_mut().zip(f1).zip(f2.iter_mut().zip(f3));
    for (((xl, yl), (xh, yh)), ((f0, f1), (f2, f3))) in low.zip(high).zip(found) {
        let (x, y) = (Vector::load(xl, xh), Vector::load(yl, yh));
        *f0 = t0.find(x, y);
        *f1 = t1.find(x, y1);
        *f2 = t2.find(x, y2);
        *f3 = t3.find(x, y3);
        (y1, y2, y3) = (y, y1, y2);
    }
}

/// Strikes the pairs of a heap that were found unseen.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn strike(sweep: Sweep, q: usize, unseen: &mut Unseen, net: &mut Net) {
    let Runs { x_low, x_high, y_low, y_high } = sweep.runs();
    // Slices known to be of the same length need one check of an index.
    let words = x_low.len();
    let (x_high, y_low, y_high) = (&x_high[..words], &y_low[..words], &y_high[..words]);
    let table = Table::load(unseen, sweep.base);
    let found = &net.found[q];
    // The words that are not 0, as bits.
    let eights = found.as_chunks().0.iter().zip((0..words).step_by(8));
    let mut left = eights.fold(0, |all, (eight, at)| {
        let eight = load_words(eight);
        all | u32::from(_mm512_test_epi64_mask(eight, eight)) << at
    });
    let mut hits = 0;
    while left != 0 {
        let i = left.trailing_zeros() as usize;
        left &= left - 1;
        // What is beyond was found in a longer sweep.
        if i >= words {
            break;
        }
        let low = _mm512_xor_si512(load(&x_low[i]), load(&y_low[i]));
        let high = _mm512_xor_si512(load(&x_high[i]), load(&y_high[i]));
        let bit = _mm512_permutexvar_epi8(high, table.bit);
        let lanes = found[i % found.len()];
        let count = lanes.count_ones();
        store(&mut net.bytes, hits, _mm512_maskz_compress_epi8(lanes, low), count);
        store(&mut net.bits, hits, _mm512_maskz_compress_epi8(lanes, bit), count);
        hits += count as usize;
    }
    for (&byte, &bit) in net.bytes[..hits].iter().zip(&net.bits) {
        unseen.bits[usize::from(byte) % 128] &= !bit;
    }
}

/// See [`Unseen::of`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn gather(window: &[u8]) -> Unseen {
    Unseen::of(window, SHIFT)
}

/// See [`Unseen::keep`].
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
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
