//! Codes that split into three heaps: all but t stones as i, j and n - t - i - j.
//!
//! Instead of all n^2/12 splits, the sets V2(m) = { g(a) xor g(b) : a + b = m } are kept as bit
//! sets: the values of the three-way splits of L are the union over the least part i <= L/3 of
//! V2(L - i) translated by g(i). The union is taken one word of 64 values at a time and left as
//! soon as the word is full, so that only the word with the mex takes all of the about n/3 steps.

use super::plain::{Marks, one_by_one};
use super::{Code, Leaves};
use crate::{Halt, Pulse};

/// The sets V2(m) as bit sets, one plane for every word of 64 values: reading the same word for
/// consecutive m, as the union does, walks along a plane.
#[derive(Debug, Default)]
pub struct Pairs {
    planes: Vec<Vec<u64>>,
    known: usize,
}

impl Pairs {
    /// Adds V2(m) for the m not known yet up to the number of values.
    pub fn extend(&mut self, values: &[u16]) {
        for m in self.known..=values.len() {
            self.known = m + 1;
            self.planes.iter_mut().for_each(|plane| plane.push(0));
            for a in 1..=m / 2 {
                let value = usize::from(values[a] ^ values[m - a]);
                while value / 64 >= self.planes.len() {
                    self.planes.push(vec![0; self.known]);
                }
                self.planes[value / 64][m] |= 1 << (value % 64);
            }
        }
    }

    /// The least value that is neither in the bit set `others`, given by words of 64, nor the value
    /// of a split of one of the sizes `left` into three heaps.
    pub fn mex(&self, left: &[usize], values: &[u16], others: impl Fn(usize) -> u64) -> u32 {
        for at in 0.. {
            let mut word = others(at);
            let parts = left.iter().flat_map(|&left| (1..=left / 3).map(move |i| (left, i)));
            for (left, i) in parts {
                if word == u64::MAX {
                    break;
                }
                word |= self.translated(left - i, at, values[i]);
            }
            if word != u64::MAX {
                return at as u32 * 64 + word.trailing_ones();
            }
        }
        unreachable!("values are less than 2^16")
    }

    /// The word of { v xor `shift` : v in V2(m) } at index `at`.
    fn translated(&self, m: usize, at: usize, shift: u16) -> u64 {
        const HALVES: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        let mut word = self.planes.get(at ^ (usize::from(shift) / 64)).map_or(0, |plane| plane[m]);
        if word == 0 {
            return 0;
        }
        for (bit, half) in HALVES.iter().enumerate() {
            let by = 1 << bit;
            let swapped = (word & half) << by | (word >> by) & half;
            word = if shift >> bit & 1 == 1 { swapped } else { word };
        }
        word
    }
}

/// Appends values until heaps up to `to` are known; the prefix holds the values of 0, 1, 2, ...
/// Cost: about 10 n^2 steps.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(super) fn extend(
    code: &Code,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    let (three, others): (Vec<_>, Vec<_>) =
        code.moves().iter().partition(|m| m.leaves == Leaves::Three);
    let mut marks = Marks::default();
    let mut pairs = Pairs::default();
    let mut left = Vec::new();
    // A step finds dozens of options.
    let units = |n: u64| (three.len() as u64).saturating_mul(n * n) >> 20;
    one_by_one(values, to, pulse, units, |n, values| {
        pairs.extend(values);
        marks.begin();
        others.iter().for_each(|m| marks.take(m, n, values));
        left.clear();
        left.extend(three.iter().filter_map(|m| n.checked_sub(m.taken as usize)));
        pairs.mex(&left, values, |at| marks.word(at)) as usize
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::extend_plainly;
    use draw::{Draw, cases, check, prop_assert_eq};

    #[test]
    fn as_by_the_definition() {
        let input = |d: &mut Draw| {
            let zero = d.pick(&[0u8, 8, 12]);
            (zero, d.many(1..5, |d| d.int(0..16) as u8), d.size(0..60))
        };
        check(cases(), input, |(zero, digits, known)| {
            let code = Code::of_digits(&[&[zero], &digits[..]].concat()).expect("a code");
            let mut slowly = vec![0];
            extend_plainly(&code, &mut slowly, 90, &|_, _| true).expect("values");
            let mut values = slowly[..=known].to_vec();
            extend(&code, &mut values, 90, &|_, _| true).expect("values");
            prop_assert_eq!(values, slowly);
            Ok(())
        });
    }
}
