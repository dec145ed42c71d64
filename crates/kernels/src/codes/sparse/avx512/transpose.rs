//! Transposition of 64 rows of 64 bytes.

use std::arch::x86_64::*;

use super::sets::{Line, load, store};

/// Room for the rows half transposed.
pub(super) type Pieces = [[Line; 8]; 8];

/// Gives every row to `put` as a column: column j is byte j of every row.
///
/// Three rounds interleave bytes, words and double words of 8 rows: then each quarter of a register
/// has two pieces of 8 bytes, every piece from one column. Three more bring the 8 pieces of a column
/// together.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt"
)]
pub(super) fn transpose(
    pieces: &mut Pieces,
    mut row: impl FnMut(usize) -> __m512i,
    mut put: impl FnMut(usize, __m512i),
) {
    for (first, pieces) in (0..64).step_by(8).zip(pieces.iter_mut()) {
        let mut group = [_mm512_setzero_si512(); 8];
        for (i, slot) in group.iter_mut().enumerate() {
            *slot = row(first + i);
        }
        let mut pairs = [_mm512_setzero_si512(); 8];
        for i in 0..4 {
            pairs[i] = _mm512_unpacklo_epi8(group[2 * i], group[2 * i + 1]);
            pairs[4 + i] = _mm512_unpackhi_epi8(group[2 * i], group[2 * i + 1]);
        }
        // pairs[4 h + i]: rows 2 i, 2 i + 1; columns 8 h .. 8 h + 8 of every quarter.
        let mut fours = [_mm512_setzero_si512(); 8];
        for h in 0..2 {
            for i in 0..2 {
                let (x, y) = (pairs[4 * h + 2 * i], pairs[4 * h + 2 * i + 1]);
                fours[4 * h + i] = _mm512_unpacklo_epi16(x, y);
                fours[4 * h + 2 + i] = _mm512_unpackhi_epi16(x, y);
            }
        }
        // fours[2 q + i]: rows 4 i .. 4 i + 4; columns 4 q .. 4 q + 4.
        for q in 0..4 {
            let (x, y) = (fours[2 * q], fours[2 * q + 1]);
            store(&mut pieces[2 * q].0, _mm512_unpacklo_epi32(x, y));
            store(&mut pieces[2 * q + 1].0, _mm512_unpackhi_epi32(x, y));
        }
        // pieces[c]: all 8 rows; columns 2 c and 2 c + 1 of every quarter.
    }
    let piece = |group: usize, c: usize| load(&pieces[group][c].0, 0);
    for c in 0..8 {
        let mut low = [_mm512_setzero_si512(); 4];
        let mut high = low;
        for (i, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
            let (x, y) = (piece(2 * i, c), piece(2 * i + 1, c));
            (*low, *high) = (_mm512_unpacklo_epi64(x, y), _mm512_unpackhi_epi64(x, y));
        }
        for (h, [a, b, c4, d]) in [low, high].into_iter().enumerate() {
            // Every register: quarter L has 16 rows of column 16 L + 2 c + h.
            let ab_low = _mm512_shuffle_i64x2::<0x44>(a, b);
            let ab_high = _mm512_shuffle_i64x2::<0xee>(a, b);
            let cd_low = _mm512_shuffle_i64x2::<0x44>(c4, d);
            let cd_high = _mm512_shuffle_i64x2::<0xee>(c4, d);
            put(2 * c + h, _mm512_shuffle_i64x2::<0x88>(ab_low, cd_low));
            put(16 + 2 * c + h, _mm512_shuffle_i64x2::<0xdd>(ab_low, cd_low));
            put(32 + 2 * c + h, _mm512_shuffle_i64x2::<0x88>(ab_high, cd_high));
            put(48 + 2 * c + h, _mm512_shuffle_i64x2::<0xdd>(ab_high, cd_high));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DEAD, is_supported};
    use super::*;

    #[test]
    fn every_byte_changes_places() {
        if !is_supported() {
            return;
        }
        let byte = |row: usize, column: usize| (row * 37 + column * 101 + row / 7 * column) as u8;
        let mut columns = [Line([DEAD; 64]); 64];
        let mut pieces = [[Line([DEAD; 64]); 8]; 8];
        let row = |i: usize| {
            let bytes: [u8; 64] = std::array::from_fn(|j| byte(i, j));
            // SAFETY: the instructions are supported.
            unsafe { load(&bytes, 0) }
        };
        // SAFETY: as above.
        unsafe { transpose(&mut pieces, row, |j, column| store(&mut columns[j].0, column)) };
        for (j, column) in columns.iter().enumerate() {
            assert_eq!(column.0, std::array::from_fn(|i| byte(i, j)), "column {j}");
        }
    }
}
