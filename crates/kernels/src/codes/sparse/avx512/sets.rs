//! Sets of codes in a register.

use std::arch::x86_64::*;
use std::ops::Range;

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

/// One register of codes in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line(pub(super) [u8; 64]);

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

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_set(set: &mut Set, register: __m256i) {
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_storeu_si256(set.as_mut_ptr().cast(), register) }
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

/// Sets that grow together, so that the work on one hides the latency of another.
pub(super) const TEAM: usize = 4;

/// The most registers of codes added to each set at a time.
pub(super) const BATCH: usize = 4;

/// All bytes of a register.
pub(super) const ALL: u64 = u64::MAX;

/// Room for a batch of codes and two registers after them.
pub(super) type Scratch = [[u8; 64 * (BATCH + 2)]; TEAM];

/// A scratch without codes.
pub(super) const SCRATCH: Scratch = [[u8::MAX; 64 * (BATCH + 2)]; TEAM];

/// Adds to each set the codes of some registers, at most [`BATCH`]; `codes` tells them by register
/// and set, and which of its bytes count. The dead code may be added too.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
pub(super) fn absorb(
    sets: &mut [__m256i; TEAM],
    scratch: &mut Scratch,
    registers: Range<usize>,
    codes: impl Fn(usize, usize) -> (__m512i, u64),
) {
    // Byte c / 8 of a table has the bit for code c. The index of a byte is the code shifted by 3;
    // it is taken modulo 64, so what a shift of 16 bits brings in from the next byte does no harm
    // when the table is there twice.
    let tables = sets.map(|set| _mm512_broadcast_i64x4(set));
    let bits = _mm512_set1_epi64(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
    let dead = _mm512_set1_epi8(-1);
    let mut counts = [0; TEAM];
    for register in registers {
        for i in 0..TEAM {
            let (codes, live) = codes(register, i);
            let bytes = _mm512_permutexvar_epi8(_mm512_srli_epi16::<3>(codes), tables[i]);
            let bit = _mm512_permutexvar_epi8(codes, bits);
            let new = _mm512_mask_testn_epi8_mask(live, bytes, bit);
            let squeezed = _mm512_mask_compress_epi8(dead, new, codes);
            put(&mut scratch[i], counts[i], squeezed);
            counts[i] += new.count_ones() as usize;
        }
    }
    // After its new codes a scratch has dead ones, at least 64 from here on.
    for i in 0..TEAM {
        put(&mut scratch[i], counts[i], dead);
    }
    let [a, b, c, d] = counts;
    let most = a.max(b).max(c.max(d));
    let least = a.min(b).min(c.min(d));
    if most - least <= 56 {
        let [mut w, mut x, mut y, mut z] = *sets;
        for first in (0..most).step_by(8) {
            for at in first..first + 8 {
                w = _mm256_or_si256(w, load_set(&ONE[usize::from(scratch[0][at])]));
                x = _mm256_or_si256(x, load_set(&ONE[usize::from(scratch[1][at])]));
                y = _mm256_or_si256(y, load_set(&ONE[usize::from(scratch[2][at])]));
                z = _mm256_or_si256(z, load_set(&ONE[usize::from(scratch[3][at])]));
            }
        }
        *sets = [w, x, y, z];
    } else {
        for i in 0..TEAM {
            sets[i] = absorb_all(sets[i], &scratch[i][..counts[i].next_multiple_of(8)]);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn put(bytes: &mut [u8], at: usize, register: __m512i) {
    if let Some(room) = bytes[at..].first_chunk_mut() {
        store(room, register);
    }
}
