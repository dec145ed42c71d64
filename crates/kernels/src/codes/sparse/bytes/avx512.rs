//! Registers of AVX-512.
#![expect(unsafe_code, reason = "instructions of one processor")]

use std::arch::x86_64::*;

use super::processor::Work;
use super::vectors::Vector;
use crate::Level;

/// AVX-512 F, BW, VL, DQ, VBMI and VBMI2.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// `None` where the processor does not have the instructions.
    pub(super) fn new() -> Option<Self> {
        (Level::best() >= Level::Avx512).then_some(Self(()))
    }
}

// SAFETY, of all blocks below: `self` exists only where the instructions do.
impl Vector for Avx512 {
    type Register = __m512i;
    type Lanes = [__m128i; 4];
    type Lookup = __m512i;

    fn compute<W: Work>(self, work: W) -> W::Found {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
        )]
        fn compute<W: Work>(work: W) -> W::Found {
            work.run()
        }
        unsafe { compute(work) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8]) -> __m512i {
        let bytes = &bytes[..64];
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn lanes(self, register: __m512i) -> [__m128i; 4] {
        unsafe {
            [
                _mm512_castsi512_si128(register),
                _mm512_extracti32x4_epi32::<1>(register),
                _mm512_extracti32x4_epi32::<2>(register),
                _mm512_extracti32x4_epi32::<3>(register),
            ]
        }
    }

    #[inline(always)]
    fn all(self, byte: u8) -> __m512i {
        unsafe { _mm512_set1_epi8(byte.cast_signed()) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn high(self, register: __m512i) -> u64 {
        unsafe { _mm512_movepi8_mask(register) }
    }

    #[inline(always)]
    fn interleave(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
        unsafe { [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)] }
    }

    #[inline(always)]
    fn lookup(self, set: __m256i) -> __m512i {
        unsafe { _mm512_broadcast_i64x4(set) }
    }

    #[inline(always)]
    fn unseen(self, lookup: __m512i, codes: __m512i) -> u64 {
        // Byte c / 8 of the set has the bit for code c. The index of a byte is the code shifted by
        // 3; it is taken modulo 64, so what a shift of 16 bits brings in from the next byte does no
        // harm when the set is there twice.
        unsafe {
            let bits = _mm512_set1_epi64(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
            let bytes = _mm512_permutexvar_epi8(_mm512_srli_epi16::<3>(codes), lookup);
            _mm512_testn_epi8_mask(bytes, _mm512_permutexvar_epi8(codes, bits))
        }
    }

    #[inline(always)]
    fn squeeze(self, register: __m512i, chosen: u64, bytes: &mut [u8]) {
        let bytes = &mut bytes[..64];
        unsafe {
            let codes = _mm512_maskz_compress_epi8(chosen, register);
            _mm512_storeu_si512(bytes.as_mut_ptr().cast(), codes);
        }
    }
}
