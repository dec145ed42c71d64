//! Sifting with AVX-512 VBMI: 64 pairs at a time, windows of 1024 values.
#![expect(unsafe_code, reason = "vector loads, and calls that need the processor's features")]

use std::arch::x86_64::*;

use super::engine::{ABREAST, Engine, Sweep};
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

impl Table {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load<const NARROW: bool>(unseen: &Unseen, base: usize) -> Self {
        let mut bit = [0; LANES];
        bit[base >> 7..][..8].iter_mut().enumerate().for_each(|(j, byte)| *byte = 1 << j);
        let (halves, _) = unseen.bits.as_chunks();
        let half = |h: &Bytes| {
            let all = load(h);
            // Values without a high byte are told apart by the lowest bit alone.
            if NARROW { _mm512_and_si512(all, _mm512_set1_epi8(1)) } else { all }
        };
        Self { halves: [half(&halves[0]), half(&halves[1])], bit: load(&bit) }
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

/// Sifts the pairs of [`ABREAST`] heaps, 64 stones apart.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
fn abreast<const NARROW: bool>(sweep: Sweep, unseen: &mut [Unseen; ABREAST]) {
    let Sweep { planes, base, sum, from, end } = sweep;
    let mut tables = [const { None }; ABREAST].map(|_: Option<()>| Table {
        halves: [_mm512_setzero_si512(); 2],
        bit: _mm512_setzero_si512(),
    });
    for (table, unseen) in tables.iter_mut().zip(&*unseen) {
        *table = Table::load::<NARROW>(unseen, base);
    }
    let runs = |plane: &'static [u8]| plane;
    let _ = runs;
    let back = planes.mirror(sum - from);
    let x_low = planes.low[from..end].as_chunks::<LANES>().0.as_chunks::<RUN>().0;
    let x_high = planes.high[from..end].as_chunks::<LANES>().0.as_chunks::<RUN>().0;
    let y_low = planes.low_back[back..][..end - from].as_chunks::<LANES>().0.as_chunks::<RUN>().0;
    let y_high = planes.high_back[back..][..end - from].as_chunks::<LANES>().0.as_chunks::<RUN>().0;
    // The heap q places on meets each vector of the backward run q steps later.
    let early = back - LANES * (ABREAST - 1);
    let early_low = planes.low_back[early..back].as_chunks::<LANES>().0;
    let early_high = planes.high_back[early..back].as_chunks::<LANES>().0;
    let zero = _mm512_setzero_si512();
    let mut ys = [Vector { low: zero, high: zero }; ABREAST - 1 + RUN];
    for (y, (low, high)) in ys[RUN..].iter_mut().zip(early_low.iter().zip(early_high)) {
        *y = Vector::load::<NARROW>(low, high);
    }
    for (run, (((xl, xh), yl), yh)) in x_low.iter().zip(x_high).zip(y_low).zip(y_high).enumerate() {
        for i in 0..ABREAST - 1 {
            ys[i] = ys[i + RUN];
        }
        let mut found = [zero; ABREAST];
        for i in 0..RUN {
            ys[ABREAST - 1 + i] = Vector::load::<NARROW>(&yl[i], &yh[i]);
            let x = Vector::load::<NARROW>(&xl[i], &xh[i]);
            for q in 0..ABREAST {
                found[q] = tables[q].find::<NARROW>(x, ys[ABREAST - 1 + i - q], found[q]);
            }
        }
        let mut any = found[0];
        for more in &found[1..] {
            any = _mm512_or_si512(any, *more);
        }
        if _mm512_test_epi8_mask(any, any) == 0 {
            continue;
        }
        for q in 0..ABREAST {
            if _mm512_test_epi8_mask(found[q], found[q]) == 0 {
                continue;
            }
            for i in 0..RUN {
                let x = Vector::load::<NARROW>(&xl[i], &xh[i]);
                let bits = tables[q].find::<NARROW>(x, ys[ABREAST - 1 + i - q], zero);
                let at = from + (run * RUN + i) * LANES;
                let lanes = _mm512_test_epi8_mask(bits, bits);
                unseen[q].strike(planes, base, at, planes.mirror(sum + q * LANES - at), lanes);
            }
            tables[q] = Table::load::<NARROW>(&unseen[q], base);
        }
    }
}

/// Sifts the pairs of one heap, at least 64; the last vector may overlap the one before.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
fn alone<const NARROW: bool>(sweep: Sweep, unseen: &mut Unseen) {
    let Sweep { planes, base, sum, from, end } = sweep;
    let mut table = Table::load::<NARROW>(unseen, base);
    let mut look = |at: usize| {
        let back = planes.mirror(sum - at);
        let vector = |low: &[u8], high: &[u8], at: usize| {
            let low = low[at..].first_chunk().expect("64 bytes");
            Vector::load::<NARROW>(low, high[at..].first_chunk().expect("64 bytes"))
        };
        let x = vector(&planes.low, &planes.high, at);
        let y = vector(&planes.low_back, &planes.high_back, back);
        let bits = table.find::<NARROW>(x, y, _mm512_setzero_si512());
        let lanes = _mm512_test_epi8_mask(bits, bits);
        if lanes != 0 {
            unseen.strike(planes, base, at, back, lanes);
            table = Table::load::<NARROW>(unseen, base);
        }
    };
    (from..end - LANES).step_by(LANES).for_each(&mut look);
    look(end - LANES);
}
