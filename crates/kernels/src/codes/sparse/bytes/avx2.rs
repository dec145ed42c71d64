//! Registers of AVX2.
#![expect(unsafe_code, reason = "instructions of one processor")]

use std::arch::x86_64::*;

use super::processor::Work;
use super::vectors::Vector;
use crate::Level;

/// AVX2, BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// `None` where the processor does not have the instructions.
    pub(super) fn new() -> Option<Self> {
        (Level::best() >= Level::Avx2).then_some(Self(()))
    }
}

// SAFETY, of all blocks below: `self` exists only where the instructions do.
impl Vector for Avx2 {
    type Register = __m256i;
    type Lanes = [__m128i; 2];
    /// Both halves of the set, each in both lanes.
    type Lookup = [__m256i; 2];

    fn compute<W: Work>(self, work: W) -> W::Found {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compute<W: Work>(work: W) -> W::Found {
            work.run()
        }
        unsafe { compute(work) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8]) -> __m256i {
        let bytes = &bytes[..32];
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn lanes(self, register: __m256i) -> [__m128i; 2] {
        unsafe { [_mm256_castsi256_si128(register), _mm256_extracti128_si256::<1>(register)] }
    }

    #[inline(always)]
    fn all(self, byte: u8) -> __m256i {
        unsafe { _mm256_set1_epi8(byte.cast_signed()) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn high(self, register: __m256i) -> u64 {
        u64::from(unsafe { _mm256_movemask_epi8(register) }.cast_unsigned())
    }

    #[inline(always)]
    fn interleave(self, a: __m256i, b: __m256i) -> [__m256i; 2] {
        unsafe { [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)] }
    }

    #[inline(always)]
    fn lookup(self, set: __m256i) -> [__m256i; 2] {
        unsafe { [_mm256_permute4x64_epi64::<0x44>(set), _mm256_permute4x64_epi64::<0xee>(set)] }
    }

    #[inline(always)]
    fn unseen(self, [low, high]: [__m256i; 2], codes: __m256i) -> u64 {
        // Byte c / 8 of the set has the bit for code c; the greatest digit of c tells its half.
        unsafe {
            let bits = _mm256_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
            let nibble = _mm256_set1_epi8(15);
            let index = _mm256_and_si256(_mm256_srli_epi16::<3>(codes), nibble);
            let low = _mm256_shuffle_epi8(low, index);
            let high = _mm256_shuffle_epi8(high, index);
            let bytes = _mm256_blendv_epi8(low, high, codes);
            let bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(codes, nibble));
            let absent = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), _mm256_setzero_si256());
            self.high(absent)
        }
    }

    #[inline(always)]
    fn squeeze(self, register: __m256i, chosen: u64, bytes: &mut [u8]) {
        let bytes: &mut [u8] = &mut bytes[..32];
        let mut at = 0;
        unsafe {
            let [low, high] = self.lanes(register);
            let eights = [low, _mm_bsrli_si128::<8>(low), high, _mm_bsrli_si128::<8>(high)];
            for (i, eight) in eights.into_iter().enumerate() {
                let chosen = (chosen >> (8 * i)) as u8;
                let order = _mm_loadl_epi64(ORDERS[usize::from(chosen)].as_ptr().cast());
                // At most 8 are chosen of each 8 before, so there is room for 8 here.
                _mm_storel_epi64(bytes.as_mut_ptr().add(at).cast(), _mm_shuffle_epi8(eight, order));
                at += chosen.count_ones() as usize;
            }
        }
    }
}

/// For each set of digits their indices, in increasing order.
static ORDERS: [[u8; 8]; 256] = {
    let mut orders = [[0; 8]; 256];
    let mut digits = 0;
    while digits < 256 {
        let (mut digit, mut count) = (0, 0);
        while digit < 8 {
            if digits >> digit & 1 == 1 {
                orders[digits][count] = digit;
                count += 1;
            }
            digit += 1;
        }
        digits += 1;
    }
    orders
};
