//! The first gap in the union of some sets, a word or a vector at a time: vectors of 256 bits took
//! 0.77 of the time of words on Wythoff's game to 8000; those of 512 bits were no faster.
#![expect(unsafe_code, reason = "vector loads and functions for processors that have them")]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How the words of sets are read.
pub(super) trait Scan: Sync + Send + 'static {
    /// Words in a vector.
    const WORDS: usize;

    /// Number of the first bit that no set has. There is one, and no other thread may write to the
    /// words up to `WORDS - 1` after it meanwhile.
    fn gap<const K: usize>(sets: [&[AtomicU64]; K]) -> u32;

    /// Does the work inside a function compiled for the instructions of the scan.
    fn within(work: impl Work) {
        work.run();
    }
}

/// Something to do inside a function compiled for some instructions; its code must be inlined
/// there, which closures need not be.
pub(super) trait Work {
    fn run(self);
}

/// One word at a time.
pub(super) struct Words;

/// AVX2; used only at [`Level::Avx2`] and above.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx2;

/// The union of one word of all sets.
#[inline(always)]
fn union<const K: usize>(sets: &[&[AtomicU64]; K], at: usize) -> u64 {
    sets.iter().fold(0, |all, set| all | set[at].load(Relaxed))
}

impl Scan for Words {
    const WORDS: usize = 1;

    #[inline(always)]
    fn gap<const K: usize>(sets: [&[AtomicU64]; K]) -> u32 {
        let mut at = 0;
        loop {
            let used = union(&sets, at);
            if used != u64::MAX {
                return (at * 64) as u32 + used.trailing_ones();
            }
            at += 1;
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Scan for Avx2 {
    const WORDS: usize = 4;

    #[inline(always)]
    fn gap<const K: usize>(sets: [&[AtomicU64]; K]) -> u32 {
        use std::arch::x86_64::{
            _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_movemask_pd,
            _mm256_or_si256, _mm256_set1_epi64x,
        };
        let mut at = 0;
        loop {
            let vectors = sets.map(|set| set[at..at + Self::WORDS].as_ptr().cast());
            // SAFETY: each pointer is to WORDS words that no other thread writes to meanwhile, and
            // the processor has AVX2 wherever this is used.
            let full = unsafe {
                let mut used = _mm256_loadu_si256(vectors[0]);
                for vector in &vectors[1..] {
                    used = _mm256_or_si256(used, _mm256_loadu_si256(*vector));
                }
                let full = _mm256_cmpeq_epi64(used, _mm256_set1_epi64x(-1));
                _mm256_movemask_pd(_mm256_castsi256_pd(full)) as u32
            };
            if full != 15 {
                at += full.trailing_ones() as usize;
                return (at * 64) as u32 + union(&sets, at).trailing_ones();
            }
            at += Self::WORDS;
        }
    }

    #[inline]
    fn within(work: impl Work) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled(work: impl Work) {
            work.run();
        }
        // SAFETY: the processor has AVX2 wherever this is used.
        unsafe { compiled(work) }
    }
}
