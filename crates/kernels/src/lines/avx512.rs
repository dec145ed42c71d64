//! Sets of values that are one vector each.
#![expect(unsafe_code, reason = "vector loads, and calls only this level may make")]

use super::sets::{CACHED, NO_ROOM, Sets};
use crate::memory;
use std::arch::x86_64::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

type Words = [AtomicU64; CACHED];

/// The values on each line as bit sets, where all are below [`Small::ROOM`].
pub(super) struct Small {
    lines: Vec<Aligned>,
}

#[derive(Default)]
#[repr(align(64))]
struct Aligned(Words);

impl Small {
    /// For how many values there is room.
    pub(super) const ROOM: usize = CACHED * 64;

    /// Sets for `lines` lines. Only where the processor has AVX-512.
    pub(super) fn new(lines: usize) -> Self {
        let mut all = Vec::new();
        memory::reserve(&mut all, lines);
        all.resize_with(lines, Aligned::default);
        Self { lines: all }
    }

    // A loop, since `array::map` is not inlined here.
    #[inline(always)]
    fn sets<const K: usize>(&self, at: [usize; K]) -> [&Words; K] {
        let mut sets = [&self.lines[0].0; K];
        for (set, at) in sets.iter_mut().zip(at) {
            *set = &self.lines[at].0;
        }
        sets
    }

    #[target_feature(enable = "avx512f,avx512dq,bmi1")]
    fn values<const K: usize>(&self, cells: &[[usize; K]], values: &mut [u32]) {
        for (value, &at) in values.iter_mut().zip(cells) {
            *value = least_missing(self.sets(at));
        }
    }
}

/// The least value that none of the sets has, or [`NO_ROOM`].
#[inline]
#[target_feature(enable = "avx512f,avx512dq,bmi1")]
fn least_missing<const K: usize>(sets: [&Words; K]) -> u32 {
    let mut used = _mm512_setzero_si512();
    for set in sets {
        // SAFETY: a set has the 64 bytes that are read, and no alignment is asked for. Cells that
        // are settled at the same time share no line, so nobody writes to it.
        used = _mm512_or_si512(used, unsafe { _mm512_loadu_si512(set.as_ptr().cast()) });
    }
    let open = _mm512_cmpneq_epi64_mask(used, _mm512_set1_epi64(-1));
    let word = _mm512_maskz_compress_epi64(open, used);
    let word = _mm_cvtsi128_si64(_mm512_castsi512_si128(word)) as u64;
    if open == 0 { NO_ROOM } else { open.trailing_zeros() * 64 + word.trailing_ones() }
}

impl Sets for Small {
    const TOGETHER: bool = true;

    fn stride(&self) -> usize {
        1
    }

    fn start(&self) -> usize {
        0
    }

    fn settle<const K: usize>(&self, from: [usize; K], to: [usize; K]) -> u32 {
        let mut value = [NO_ROOM];
        self.settle_all(&[from], &[to], &mut value);
        value[0]
    }

    // All values before the first is added: a vector that is read waits for a word of it that was
    // written just before.
    #[inline(always)]
    fn settle_all<const K: usize>(
        &self,
        from: &[[usize; K]],
        to: &[[usize; K]],
        values: &mut [u32],
    ) {
        // SAFETY: such sets are only made where the processor has this level.
        unsafe { self.values(from, values) };
        for (&value, &to) in values.iter().zip(to).filter(|(value, _)| **value != NO_ROOM) {
            let (at, bit) = (value as usize / 64 % CACHED, 1 << (value % 64));
            for set in self.sets(to) {
                set[at].store(set[at].load(Relaxed) | bit, Relaxed);
            }
        }
    }
}
