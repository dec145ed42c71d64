//! Sets of codes as registers of 256 bits. To add many codes, they are looked up in the set a register
//! at a time, those not yet in it are moved together, and only they are added one by one.
#![expect(unsafe_code, reason = "sets in registers")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_storeu_si128, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_storeu_si256, _mm256_testc_si256,
};

use super::coding::DEAD;
use super::processor::{BATCH, BLOCK, CodeLine, Processor, Rows, TEAM, Work};
use super::set::{ONE, Set};

/// Registers of one kind. A value of this type exists only where the processor has the instructions
/// of the level, AVX2 at least.
pub(super) trait Vector: Copy + Send + Sync {
    /// Lanes of 16 bytes.
    type Register: Copy;
    type Lanes: IntoIterator<Item = __m128i>;
    /// A set of codes to look up in.
    type Lookup: Copy;

    /// Runs work compiled for these instructions.
    fn compute<W: Work>(self, work: W) -> W::Found;

    /// The first bytes of the slice, as many as a register has.
    fn load(self, bytes: &[u8]) -> Self::Register;
    fn lanes(self, register: Self::Register) -> Self::Lanes;
    fn all(self, byte: u8) -> Self::Register;
    fn xor(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn or(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// The greatest digit of every byte.
    fn high(self, register: Self::Register) -> u64;
    /// In each lane the first 8 bytes of both by turns; the last 8.
    fn interleave(self, a: Self::Register, b: Self::Register) -> [Self::Register; 2];

    fn lookup(self, set: __m256i) -> Self::Lookup;
    /// Which codes are not in the set.
    fn unseen(self, lookup: Self::Lookup, codes: Self::Register) -> u64;
    /// Writes the chosen bytes in front of the slice, which is longer than a register.
    fn squeeze(self, register: Self::Register, chosen: u64, bytes: &mut [u8]);
}

/// 64 codes as `N` registers.
#[derive(Clone, Copy)]
pub(super) struct Vectors<V, const N: usize>(pub(super) V);

/// Room for a batch of codes and 128 bytes after them.
type Scratch = [[u8; 64 * (BATCH + 2)]; TEAM];

/// Where options wait.
pub(super) struct Room {
    /// Columns of rows, for each heap of the block.
    lines: [[CodeLine; BATCH]; BLOCK],
    scratch: Scratch,
}

impl<V: Vector, const N: usize> Processor for Vectors<V, N> {
    type Codes = [V::Register; N];
    type Seen = __m256i;
    type Room = Room;

    fn room(self) -> Box<Room> {
        let lines = [[CodeLine([DEAD; 64]); BATCH]; BLOCK];
        Box::new(Room { lines, scratch: [[DEAD; 64 * (BATCH + 2)]; TEAM] })
    }

    fn compute<W: Work>(self, work: W) -> W::Found {
        self.0.compute(work)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], at: usize) -> Self::Codes {
        let bytes: &[u8] = &bytes[at..at + 64];
        std::array::from_fn(|part| self.0.load(&bytes[part * 64 / N..]))
    }

    #[inline(always)]
    fn plus(self, codes: Self::Codes, code: u8) -> Self::Codes {
        let code = self.0.all(code);
        codes.map(|codes| self.0.xor(codes, code))
    }

    #[inline(always)]
    fn sums(self, a: Self::Codes, b: Self::Codes) -> Self::Codes {
        std::array::from_fn(|part| self.0.xor(a[part], b[part]))
    }

    #[inline(always)]
    fn without(self, codes: Self::Codes, dead: Self::Codes) -> Self::Codes {
        std::array::from_fn(|part| self.0.or(codes[part], dead[part]))
    }

    #[inline(always)]
    fn dead(self, codes: Self::Codes) -> u64 {
        (0..N).fold(0, |digits, part| digits | self.0.high(codes[part]) << (part * 64 / N))
    }

    #[inline(always)]
    fn open(self, set: &Set) -> __m256i {
        // SAFETY: the array has 32 bytes; `self` tells that there is AVX2.
        unsafe { _mm256_loadu_si256(set.as_ptr().cast()) }
    }

    #[inline(always)]
    fn is_full(self, seen: &__m256i) -> bool {
        // SAFETY: `self` tells that there is AVX2.
        unsafe { _mm256_testc_si256(*seen, _mm256_set1_epi8(-1)) == 1 }
    }

    #[inline(always)]
    fn add(
        self,
        seen: &mut [__m256i; TEAM],
        room: &mut Room,
        codes: impl Fn(usize, usize) -> Self::Codes,
    ) {
        self.absorb(seen, &mut room.scratch, BATCH, codes);
    }

    #[inline(always)]
    fn close(self, seen: &__m256i) -> Set {
        let mut set = [0; 4];
        // SAFETY: the array has 32 bytes; `self` tells that there is AVX2.
        unsafe { _mm256_storeu_si256(set.as_mut_ptr().cast(), *seen) };
        set
    }

    #[inline(always)]
    fn add_columns(
        self,
        sets: &mut [Set; BLOCK],
        room: &mut Room,
        count: usize,
        mut rows: impl Rows<Self>,
    ) {
        for first in (0..count).step_by(64 * BATCH) {
            let batches = (count - first).div_ceil(64).min(BATCH);
            for line in 0..batches {
                self.transpose(&mut room.lines, line, first + 64 * line, count - 1, &mut rows);
            }
            let teams = sets.as_chunks_mut::<TEAM>().0.iter_mut();
            for (sets, lines) in teams.zip(room.lines.as_chunks::<TEAM>().0) {
                let mut seen = [self.open(&ONE[0]); TEAM];
                for (seen, set) in seen.iter_mut().zip(sets.iter()) {
                    *seen = self.open(set);
                }
                self.absorb(&mut seen, &mut room.scratch, batches, |line, i| {
                    self.load(&lines[i][line].0, 0)
                });
                for (seen, set) in seen.iter().zip(sets) {
                    *set = self.close(seen);
                }
            }
        }
    }
}

impl<V: Vector, const N: usize> Vectors<V, N> {
    /// Writes byte j of 64 rows to this line of heap j; the last row is there for those after it.
    #[inline(always)]
    fn transpose(
        self,
        lines: &mut [[CodeLine; BATCH]; BLOCK],
        line: usize,
        first_row: usize,
        last_row: usize,
        rows: &mut impl Rows<Self>,
    ) {
        // A loop would keep the registers in memory.
        macro_rules! each {
            ($first:expr, $($i:literal)*) => {
                [$(rows.row(last_row.min(first_row + $first + $i))),*]
            };
        }
        for first in (0..64).step_by(16) {
            let rows = each!(first, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
            for part in 0..N {
                let mut square = [rows[0][part]; 16];
                for (register, row) in square.iter_mut().zip(&rows) {
                    *register = row[part];
                }
                // Four times the rows and their bytes change digits: row abcd, byte efgh become
                // row bcde, byte fgha.
                for _ in 0..4 {
                    let mut next = square;
                    for i in 0..8 {
                        [next[2 * i], next[2 * i + 1]] =
                            self.0.interleave(square[i], square[i + 8]);
                    }
                    square = next;
                }
                for (column, register) in square.into_iter().enumerate() {
                    for (lane, bytes) in self.0.lanes(register).into_iter().enumerate() {
                        let heap = 64 / N * part + 16 * lane + column;
                        store(&mut lines[heap][line].0[first..first + 16], bytes);
                    }
                }
            }
        }
    }

    /// Adds `count` times 64 codes to each set, `count` at most [`BATCH`].
    #[inline(always)]
    fn absorb(
        self,
        seen: &mut [__m256i; TEAM],
        scratch: &mut Scratch,
        count: usize,
        codes: impl Fn(usize, usize) -> [V::Register; N],
    ) {
        let [a, b, c, d] = *seen;
        let lookups = [self.0.lookup(a), self.0.lookup(b), self.0.lookup(c), self.0.lookup(d)];
        let mut counts = [0; TEAM];
        for index in 0..count {
            for i in 0..TEAM {
                for codes in codes(index, i) {
                    let new = self.0.unseen(lookups[i], codes);
                    self.0.squeeze(codes, new, &mut scratch[i][counts[i]..]);
                    counts[i] += new.count_ones() as usize;
                }
            }
        }
        // After its new codes a scratch has dead ones, at least 64 from here on.
        for i in 0..TEAM {
            scratch[i][counts[i]..counts[i] + 64].fill(DEAD);
        }
        let [a, b, c, d] = counts;
        let most = a.max(b).max(c.max(d));
        let least = a.min(b).min(c.min(d));
        if most - least <= 56 {
            let mut sets = *seen;
            for at in 0..most.next_multiple_of(8) {
                for (set, codes) in sets.iter_mut().zip(scratch.iter()) {
                    *set = with(*set, codes[at]);
                }
            }
            *seen = sets;
        } else {
            for i in 0..TEAM {
                seen[i] = with_all(seen[i], &scratch[i][..counts[i].next_multiple_of(8)]);
            }
        }
    }
}

#[inline(always)]
fn store(bytes: &mut [u8], lane: __m128i) {
    let bytes = &mut bytes[..16];
    // SAFETY: the slice has 16 bytes.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), lane) }
}

/// The set and this code.
#[inline(always)]
fn with(set: __m256i, code: u8) -> __m256i {
    // SAFETY: the array has 32 bytes; there are sets only where there is AVX2.
    unsafe { _mm256_or_si256(set, _mm256_loadu_si256(ONE[usize::from(code)].as_ptr().cast())) }
}

/// The set and these codes; their number is a multiple of 8.
#[inline(always)]
fn with_all(set: __m256i, codes: &[u8]) -> __m256i {
    let mut sets = [set; 4];
    for codes in codes.as_chunks::<8>().0 {
        for (i, &code) in codes.iter().enumerate() {
            sets[i % 4] = with(sets[i % 4], code);
        }
    }
    let [a, b, c, d] = sets;
    // SAFETY: there are sets only where there is AVX2.
    unsafe { _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d)) }
}
