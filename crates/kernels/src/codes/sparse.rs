//! Values by a sparse space: only options with a rare part are listed.
//!
//! All such options are marked, and those with at most one part. The least unmarked common value is
//! then no option: two common parts reach rare values only. It is the value, unless a smaller rare
//! value is no option either. So a smaller unmarked rare value needs a *witness*, two common parts
//! that reach it; one that has none is the value, and the heap is a new rare one. The class is
//! only a matter of speed: whatever the mask, no value can be wrong.

pub(super) mod bytes;

use super::Stop;
use super::mask::Mask;
use super::shape::{Shape, SplitPairs};
use crate::{Halt, Level, MAX_VALUE, Pulse};

/// Values between two calls of the pulse.
const BEAT: usize = 1024;

/// What an engine for sparse spaces is to do.
#[derive(Clone, Copy)]
pub(super) struct Task<'t> {
    pub(super) shape: &'t Shape,
    /// Any mask will do; a good one makes few heaps rare.
    pub(super) mask: Mask,
    pub(super) level: Level,
    /// The last heap to be valued.
    pub(super) to: usize,
    /// When more heaps are rare, another mask may do better.
    pub(super) most: usize,
    pub(super) pulse: Pulse<'t>,
}

/// Appends values until the task is done or crowded.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(super) fn extend(task: Task, values: &mut Vec<u16>) -> Result<Stop, Halt> {
    let Task { shape, mask, to, most, pulse, .. } = task;
    let mut rares = mask.rares(values);
    let seen = vec![0; 1 << 16].try_into().expect("the length of the array");
    let mut search = Search { seen, missing: Vec::new(), reach: usize::MAX };
    while values.len() <= to {
        let n = values.len();
        let value = search.value(shape, mask, values, &rares, n);
        if value > usize::from(MAX_VALUE) {
            return Err(Halt::Overflow);
        }
        // At most MAX_VALUE, which is a 16-bit number.
        let value = value as u16;
        values.push(value);
        if n > 0 && mask.is_rare(value, n) {
            rares.push(n);
        }
        if n % BEAT == BEAT - 1 && !pulse(n as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
        if rares.len() > most {
            return Ok(Stop::Crowded);
        }
    }
    Ok(Stop::Reached)
}

/// Appends values until heaps up to `to` are known, or one has no witness among the parts below
/// `reach`; all rare parts are given, and below it too ([`super::follow`]).
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub(super) fn extend_near(
    shape: &Shape,
    mask: Mask,
    rares: &[usize],
    reach: usize,
    values: &mut Vec<u16>,
    to: usize,
) -> Result<Stop, Halt> {
    let seen = vec![0; 1 << 16].try_into().expect("the length of the array");
    let mut search = Search { seen, missing: Vec::new(), reach };
    while values.len() <= to {
        let n = values.len();
        let value = search.value(shape, mask, values, rares, n);
        let value = u16::try_from(value).ok().filter(|&value| value <= MAX_VALUE);
        let value = value.ok_or(Halt::Overflow)?;
        if mask.is_rare(value, n) {
            return Ok(Stop::Unwitnessed);
        }
        values.push(value);
    }
    Ok(Stop::Reached)
}

/// The options of one heap: `seen[v] == n` says that n has an option of value v.
struct Search {
    seen: Box<[usize; 1 << 16]>,
    /// The rare values below the candidate, from the least, but for those found at the end.
    missing: Vec<usize>,
    /// Parts from here on are no witnesses.
    reach: usize,
}

impl Search {
    /// The value of the heap of `n`, all smaller ones being known.
    fn value(
        &mut self,
        shape: &Shape,
        mask: Mask,
        values: &[u16],
        rares: &[usize],
        n: usize,
    ) -> usize {
        // The empty heap has no options, and 0 stands for "not seen".
        if n == 0 {
            return 0;
        }
        for value in shape.single(|part| values[part], n) {
            self.seen[usize::from(value)] = n;
        }
        for split in &shape.splits {
            let Some(left) = n.checked_sub(split.taken) else { continue };
            let parts = &rares[..rares.partition_point(|&rare| rare < left)];
            for &rare in parts {
                if split.equal || 2 * rare != left {
                    self.seen[usize::from(values[rare] ^ values[left - rare])] = n;
                }
            }
        }
        self.missing.clear();
        let mut candidate = 0;
        while candidate < self.seen.len() {
            if self.seen[candidate] != n {
                // Below the length, which is 2 to the 16.
                if !mask.is_rare(candidate as u16, n) {
                    break;
                }
                self.missing.push(candidate);
            }
            candidate += 1;
        }
        self.find_witnesses(shape, values, n);
        if self.missing.is_empty() {
            return candidate;
        }
        self.seen.iter().position(|&at| at != n).unwrap_or(candidate)
    }

    /// Marks values reached by two parts, until none is missing or all pairs are done. Several
    /// splits take turns, the small parts first.
    fn find_witnesses(&mut self, shape: &Shape, values: &[u16], n: usize) {
        const CHUNK: usize = 128;
        let (mut first, mut more) = (1, true);
        while !self.missing.is_empty() && more {
            more = false;
            for SplitPairs { sum, end } in shape.pairs(n) {
                let end = end.min(self.reach);
                if first >= end {
                    continue;
                }
                let last = (first + CHUNK).min(end);
                more |= last < end;
                let high = values[sum + 1 - last..=sum - first].iter().rev();
                for (&low, &high) in values[first..last].iter().zip(high) {
                    self.seen[usize::from(low ^ high)] = n;
                }
            }
            while self.missing.pop_if(|value| self.seen[*value] == n).is_some() {}
            first += CHUNK;
        }
    }
}
