//! Sifting with AVX-512 VBMI: 64 pairs at a time, windows of 1024 values.
#![expect(unsafe_code, reason = "vector loads, and calls that need the processor's features")]

use std::arch::x86_64::*;

use super::engine::{ABREAST, Engine, Sweep};
use super::planes::Planes;
use super::unseen::Unseen;

/// Pairs of a vector.
const LANES: usize = 64;
/// Vectors looked at before asking whether any of them held an unseen value.
const RUN: usize = 4;

/// To be used only at [`Level::Avx512`](crate::Level::Avx512).
pub(super) const ENGINE: Engine = Engine {
    shift: 7,
    span: 1024,
    run: LANES * RUN,
    abreast: |sweep, unseen| {
        // SAFETY: this engine is only chosen where the processor has these instructions.
        if sweep.planes.narrow() {
            unsafe { abreast::<true>(sweep, unseen) }
        } else {
            unsafe { abreast::<false>(sweep, unseen) }
        }
    },
    alone: |sweep, unseen| {
        // SAFETY: as above.
        if sweep.planes.narrow() {
            unsafe { alone::<true>(sweep, unseen) }
        } else {
            unsafe { alone::<false>(sweep, unseen) }
        }
    },
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

/// Sifts the pairs of [`ABREAST`] heaps, 64 stones apart, few of which are unseen.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
fn abreast<const NARROW: bool>(sweep: Sweep, unseen: &mut [Unseen; ABREAST]) {
    let mut hits = [const { Hits { places: [0; MOST_RUNS], count: 0 } }; ABREAST];
    search::<NARROW>(sweep, unseen, &mut hits);
    for (q, (unseen, hits)) in unseen.iter_mut().zip(&hits).enumerate() {
        if hits.count > 0 {
            let table = Table::load::<NARROW>(unseen, sweep.base);
            let mut caught = Caught::new();
            for &run in &hits.places[..hits.count] {
                let at = sweep.from + usize::from(run) * RUN * LANES;
                for i in 0..RUN {
                    caught.catch::<NARROW>(&table, sweep.planes, at + i * LANES, sweep.sum + q * LANES);
                }
                if caught.count > CAUGHT - RUN * LANES {
                    caught.strike(unseen);
                }
            }
            caught.strike(unseen);
        }
    }
}

/// Most runs of a sweep of heaps abreast.
const MOST_RUNS: usize = 64;

/// The runs of a sweep in which a heap may have an unseen value.
struct Hits {
    places: [u8; MOST_RUNS],
    count: usize,
}

/// Options found unseen, as the byte and the bit they are in.
struct Caught {
    bytes: [u8; CAUGHT + LANES],
    bits: [u8; CAUGHT + LANES],
    count: usize,
}

const CAUGHT: usize = 8 * LANES;

impl Caught {
    #[inline]
    fn new() -> Self {
        Self { bytes: [0; CAUGHT + LANES], bits: [0; CAUGHT + LANES], count: 0 }
    }

    /// Looks up the 64 pairs from `at` on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
    fn catch<const NARROW: bool>(&mut self, table: &Table, planes: &Planes, at: usize, sum: usize) {
        let back = planes.mirror(sum - at);
        let vector = |low: &[u8], high: &[u8], at: usize| {
            let low = low[at..].first_chunk().expect("64 bytes");
            Vector::load::<NARROW>(low, high[at..].first_chunk().expect("64 bytes"))
        };
        let x = vector(&planes.low, &planes.high, at);
        let y = vector(&planes.low_back, &planes.high_back, back);
        let found = table.find::<NARROW>(x, y, _mm512_setzero_si512());
        let lanes = _mm512_test_epi8_mask(found, found);
        let bytes = _mm512_maskz_compress_epi8(lanes, _mm512_xor_si512(x.low, y.low));
        let bits = _mm512_maskz_compress_epi8(lanes, found);
        store(self.bytes[self.count..].first_chunk_mut().expect("room"), bytes);
        store(self.bits[self.count..].first_chunk_mut().expect("room"), bits);
        self.count += lanes.count_ones() as usize;
    }

    /// Removes them from an unseen set.
    #[inline]
    fn strike(&mut self, unseen: &mut Unseen) {
        for (&byte, &bit) in self.bytes[..self.count].iter().zip(&self.bits) {
            unseen.bits[usize::from(byte) % 128] &= !bit;
        }
        self.count = 0;
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(bytes: &mut Bytes, vector: __m512i) {
    // SAFETY: the array has the 64 bytes that are written, and no alignment is asked for.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) }
}

/// Notes the runs of pairs in which each of [`ABREAST`] heaps has an unseen value.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
fn search<const NARROW: bool>(sweep: Sweep, unseen: &[Unseen; ABREAST], hits: &mut [Hits; ABREAST]) {
    let Sweep { planes, base, sum, from, end } = sweep;
    let [u0, u1, u2, u3] = unseen;
    let t0 = Table::load::<NARROW>(u0, base);
    let t1 = Table::load::<NARROW>(u1, base);
    let t2 = Table::load::<NARROW>(u2, base);
    let t3 = Table::load::<NARROW>(u3, base);
    let back = planes.mirror(sum - from);
    let length = end - from;
    let x_low = runs(&planes.low[from..][..length]);
    let x_high = runs(&planes.high[from..][..length]);
    let y_low = runs(&planes.low_back[back..][..length]);
    let y_high = runs(&planes.high_back[back..][..length]);
    // The heap q places on meets each vector of the backward run q steps later.
    let early = back - LANES * (ABREAST - 1);
    let [l3, l2, l1] = planes.low_back[early..back].as_chunks().0 else { return };
    let [h3, h2, h1] = planes.high_back[early..back].as_chunks().0 else { return };
    let mut y1 = Vector::load::<NARROW>(l1, h1);
    let mut y2 = Vector::load::<NARROW>(l2, h2);
    let mut y3 = Vector::load::<NARROW>(l3, h3);
    for (run, (((xl, xh), yl), yh)) in x_low.iter().zip(x_high).zip(y_low).zip(y_high).enumerate() {
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

fn runs(bytes: &[u8]) -> &[[Bytes; RUN]] {
    bytes.as_chunks().0.as_chunks().0
}

/// Sifts the pairs of one heap, at least 64; the last vector may overlap the one before.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
fn alone<const NARROW: bool>(sweep: Sweep, unseen: &mut Unseen) {
    let Sweep { planes, base, sum, from, end } = sweep;
    let mut at = from;
    let mut caught = Caught::new();
    while at < end {
        let table = Table::load::<NARROW>(unseen, base);
        while at < end && caught.count <= CAUGHT - LANES {
            caught.catch::<NARROW>(&table, planes, at.min(end - LANES), sum);
            at += LANES;
            if at % CAUGHT == 0 {
                break;
            }
        }
        caught.strike(unseen);
    }
}
