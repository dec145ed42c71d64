//! Sets of codes as bytes that are marked: portable, one store for each option.

use super::processor::{BATCH, BLOCK, Processor, Rows, TEAM, Work};
use super::set::{Set, union};

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Plain;

/// Byte c is 1 iff the set has code c.
type Marks = [u8; 256];

/// The first bit of each byte.
const FIRST: u64 = u64::from_le_bytes([1; 8]);

impl Processor for Plain {
    type Codes = [u8; 64];
    type Seen = Marks;
    type Room = [Marks; BLOCK];

    fn room(self) -> Box<Self::Room> {
        Box::new([[0; 256]; BLOCK])
    }

    fn compute<W: Work>(self, work: W) -> W::Found {
        work.run()
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], at: usize) -> Self::Codes {
        bytes[at..at + 64].try_into().expect("64 bytes")
    }

    #[inline(always)]
    fn plus(self, codes: Self::Codes, code: u8) -> Self::Codes {
        codes.map(|other| other ^ code)
    }

    #[inline(always)]
    fn sums(self, a: Self::Codes, b: Self::Codes) -> Self::Codes {
        std::array::from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn without(self, codes: Self::Codes, dead: Self::Codes) -> Self::Codes {
        std::array::from_fn(|i| codes[i] | dead[i])
    }

    #[inline(always)]
    fn dead(self, codes: Self::Codes) -> u64 {
        codes.iter().rev().fold(0, |digits, code| digits << 1 | u64::from(code >> 7))
    }

    #[inline(always)]
    fn open(self, set: &Set) -> Marks {
        let mut marks = [0; 256];
        for (marks, byte) in marks.as_chunks_mut::<8>().0.iter_mut().zip(bytes(set)) {
            // Byte i keeps digit i; adding 127 carries it to the last digit of the byte.
            let digits = (u64::from(byte) * FIRST) & 0x8040_2010_0804_0201;
            *marks = (((digits + 0x7f * FIRST) >> 7) & FIRST).to_le_bytes();
        }
        marks
    }

    #[inline(always)]
    fn is_full(self, seen: &Marks) -> bool {
        seen.iter().fold(1, |all, mark| all & mark) == 1
    }

    #[inline(always)]
    fn add(
        self,
        seen: &mut [Marks; TEAM],
        _: &mut Self::Room,
        codes: impl Fn(usize, usize) -> Self::Codes,
    ) {
        for register in 0..BATCH {
            for (i, marks) in seen.iter_mut().enumerate() {
                for code in codes(register, i) {
                    marks[usize::from(code)] = 1;
                }
            }
        }
    }

    #[inline(always)]
    fn close(self, seen: &Marks) -> Set {
        let mut set = [0; 4];
        for (word, marks) in set.iter_mut().zip(seen.as_chunks::<64>().0) {
            for (i, marks) in marks.as_chunks::<8>().0.iter().enumerate() {
                // The factor brings the mark of byte i to digit 56 + i.
                let digits = u64::from_le_bytes(*marks).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= digits << (8 * i);
            }
        }
        set
    }

    #[inline(always)]
    fn add_columns(
        self,
        sets: &mut [Set; BLOCK],
        room: &mut Self::Room,
        count: usize,
        mut rows: impl Rows<Self>,
    ) {
        for marks in room.iter_mut() {
            marks.fill(0);
        }
        for i in 0..count {
            for (marks, code) in room.iter_mut().zip(rows.row(i)) {
                marks[usize::from(code)] = 1;
            }
        }
        for (set, marks) in sets.iter_mut().zip(room.iter()) {
            *set = union(*set, &self.close(marks));
        }
    }
}

/// The bytes of a set, eight codes each.
fn bytes(set: &Set) -> impl Iterator<Item = u8> {
    set.iter().flat_map(|word| word.to_le_bytes())
}
