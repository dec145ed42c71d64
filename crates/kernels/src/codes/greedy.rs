//! Greedy covers: the set with the most elements not yet covered comes first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The numbers below `count`, each chosen for its gain after those before it; the least first among
/// equals. `choose` takes what a number reaches from what is wanted; gains must only shrink.
pub(super) fn order<W>(
    count: usize,
    mut wanted: W,
    gain: impl Fn(&W, usize) -> u32,
    choose: impl Fn(&mut W, usize),
) -> Vec<usize> {
    // An old gain is a bound of the new one, so most are never computed again.
    let mut queue: BinaryHeap<_> = (0..count).map(|item| (u32::MAX, Reverse(item))).collect();
    let mut order = Vec::with_capacity(count);
    while let Some((_, Reverse(item))) = queue.pop() {
        let now = (gain(&wanted, item), Reverse(item));
        if queue.peek().is_some_and(|&next| next > now) {
            queue.push(now);
        } else {
            choose(&mut wanted, item);
            order.push(item);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_gain_comes_first() {
        let sets = [0b0001u32, 0b0110, 0b0111, 0b1000, 0b0011];
        let gain = |wanted: &u32, item: usize| (wanted & sets[item]).count_ones();
        let found = order(sets.len(), 0b1111, gain, |wanted, item| *wanted &= !sets[item]);
        assert_eq!(found, [2, 3, 0, 1, 4]);
    }
}
