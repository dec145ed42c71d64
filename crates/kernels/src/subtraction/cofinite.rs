//! All amounts but a few: the options of a heap are all smaller heaps but a few.

use crate::{Halt, Pulse};

/// Appends Grundy values, until heaps up to `to` are known, of the game in which any number of
/// stones but those `excluded` may be taken where at least `least` are left; the prefix holds the
/// values of 0, 1, 2, ... . Cost: the excluded amounts for each heap.
///
/// # Errors
/// [`Halt::Interrupted`]; the values found are kept.
pub fn extend_all_but(
    excluded: &[u32],
    least: usize,
    values: &mut Vec<u32>,
    to: usize,
    pulse: Pulse,
) -> Result<(), Halt> {
    // How many of the smaller heaps, as far as they may be left, have each value.
    let mut heaps: Vec<u32> = Vec::new();
    let add = |heaps: &mut Vec<u32>, value: u32| {
        let value = value as usize;
        heaps.resize(heaps.len().max(value + 1), 0);
        heaps[value] += 1;
    };
    values.iter().skip(least).for_each(|&value| add(&mut heaps, value));
    let mut unused = 0;
    let mut missing: Vec<u32> = Vec::with_capacity(excluded.len());
    for n in values.len()..=to {
        while heaps.get(unused).is_some_and(|&count| count > 0) {
            unused += 1;
        }
        missing.clear();
        let left = excluded.iter().filter_map(|&e| n.checked_sub(e as usize));
        missing.extend(left.filter(|&left| left >= least && left < n).map(|left| values[left]));
        missing.sort_unstable();
        let lost = missing.chunk_by(|a, b| a == b);
        let lost = lost.filter(|same| heaps[same[0] as usize] as usize == same.len());
        let value = lost.map(|same| same[0]).next().unwrap_or(unused as u32).min(unused as u32);
        values.push(value);
        if n >= least {
            add(&mut heaps, value);
        }
        if n % 65536 == 65535 && !pulse(n as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}
