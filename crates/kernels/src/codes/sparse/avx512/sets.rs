//! Sets of codes in a register.

use std::arch::x86_64::*;

/// A set of codes in memory.
pub(super) type Set = [u64; 4];

/// The sets of one code.
pub(super) static ONE: [Set; 256] = {
    let mut sets = [[0; 4]; 256];
    let mut code = 0;
    while code < 256 {
        sets[code][code / 64] = 1 << (code % 64);
        code += 1;
    }
    sets
};

/// The sets of the codes from a number on.
pub(super) static ABOVE: [Set; 257] = {
    let mut sets = [[0; 4]; 257];
    let mut code = 256;
    while code > 0 {
        code -= 1;
        sets[code] = sets[code + 1];
        sets[code][code / 64] |= 1 << (code % 64);
    }
    sets
};

/// 64 bytes from an index on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(bytes: &[u8], at: usize) -> __m512i {
    let bytes: &[u8] = &bytes[at..at + 64];
    // SAFETY: the slice has 64 bytes.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(bytes: &mut [u8; 64], register: __m512i) {
    // SAFETY: the array has 64 bytes.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), register) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_set(set: &Set) -> __m256i {
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_loadu_si256(set.as_ptr().cast()) }
}

/// Whether the set has all 256 codes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn is_full(set: __m256i) -> bool {
    _mm256_testc_si256(set, _mm256_set1_epi8(-1)) == 1
}

/// The least code that does not belong to the set.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn least_missing(set: __m256i) -> Option<usize> {
    let words = [
        _mm256_extract_epi64::<0>(set),
        _mm256_extract_epi64::<1>(set),
        _mm256_extract_epi64::<2>(set),
        _mm256_extract_epi64::<3>(set),
    ];
    let word = words.iter().position(|&word| word != -1)?;
    Some(64 * word + words[word].trailing_ones() as usize)
}

/// The set and all these codes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn absorb_all(set: __m256i, codes: &[u8]) -> __m256i {
    let mut sets = [set; 4];
    for codes in codes.as_chunks::<8>().0 {
        for (i, &code) in codes.iter().enumerate() {
            sets[i % 4] = _mm256_or_si256(sets[i % 4], load_set(&ONE[usize::from(code)]));
        }
    }
    let [a, b, c, d] = sets;
    _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d))
}

/// The set and all these codes, at most 8 registers; the dead code is added too.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn absorb(set: __m256i, codes: impl Iterator<Item = __m512i>) -> __m256i {
    // Byte c / 8 of the table has the bit for code c. The index of a byte is the code shifted by 3;
    // it is taken modulo 64, so what a shift of 16 bits brings in from the next byte does no harm
    // when the table is there twice.
    let table = _mm512_broadcast_i64x4(set);
    let bits = _mm512_set1_epi64(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
    let dead = _mm512_set1_epi8(-1);
    let mut fresh = [0; 9 * 64];
    let mut count = 0;
    for codes in codes {
        let bytes = _mm512_permutexvar_epi8(_mm512_srli_epi16::<3>(codes), table);
        let bit = _mm512_permutexvar_epi8(codes, bits);
        let new = _mm512_testn_epi8_mask(bytes, bit);
        let squeezed = _mm512_mask_compress_epi8(dead, new, codes);
        if let Some(room) = fresh[count..].first_chunk_mut() {
            store(room, squeezed);
        }
        count += new.count_ones() as usize;
    }
    absorb_all(set, &fresh[..count.next_multiple_of(8)])
}
