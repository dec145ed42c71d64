//! Coin turning games against the options by definition.

use draw::{Draw, check, prop_assert_eq};
use kernels::Halt;
use kernels::coins::{extend_chosen, extend_runs};
use std::collections::BTreeSet;

fn mex(seen: &BTreeSet<u32>) -> u32 {
    (0..).find(|v| !seen.contains(v)).expect("a value")
}

/// The xors of exactly `count` of the values.
fn sums(values: &[u32], count: usize) -> BTreeSet<u32> {
    match (count, values) {
        (0, _) => BTreeSet::from([0]),
        (_, []) => BTreeSet::new(),
        (_, [rest @ .., last]) => {
            let with = sums(rest, count - 1).into_iter().map(|v| v ^ last);
            with.chain(sums(rest, count)).collect()
        }
    }
}

#[test]
fn chosen_coins() {
    let input = |d: &mut Draw| (d.subset(0..4, 1..4), d.size(0..16), d.size(0..16));
    check(100, input, |(counts, to, known)| {
        let counts: Vec<usize> = counts.into_iter().map(|count| count as usize).collect();
        let mut expected: Vec<u32> = Vec::new();
        for _ in 0..to {
            let seen = counts.iter().flat_map(|&c| sums(&expected, c)).collect();
            expected.push(mex(&seen));
        }
        for known in [0, known.min(to)] {
            let mut values = expected[..known].to_vec();
            prop_assert_eq!(extend_chosen(&counts, &mut values, to, 99_999, &|_, _| true), Ok(()));
            prop_assert_eq!(&values, &expected);
        }
        Ok(())
    });
}

#[test]
fn runs() {
    let input = |d: &mut Draw| (d.size(0..300), d.size(0..300));
    check(100, input, |(to, known)| {
        let mut expected: Vec<u32> = Vec::new();
        for x in 0..to {
            let run = |y: usize| expected[y..x].iter().fold(0, |a, b| a ^ b);
            expected.push(mex(&(0..=x).map(run).collect()));
        }
        for known in [0, known.min(to)] {
            let mut values = expected[..known].to_vec();
            prop_assert_eq!(extend_runs(&mut values, to, 99_999, &|_, _| true), Ok(()));
            prop_assert_eq!(&values, &expected);
        }
        Ok(())
    });
}

#[test]
fn mock_turtles_are_odious_numbers_and_the_ruler_game_powers_of_two() {
    // Berlekamp, Conway, Guy, Winning Ways (2001), chapter 14.
    let mut turtles = Vec::new();
    assert_eq!(extend_chosen(&[0, 1, 2], &mut turtles, 3000, u32::MAX, &|_, _| true), Ok(()));
    let odious = (0..).filter(|v: &u32| v.count_ones() % 2 == 1);
    assert_eq!(turtles, odious.take(3000).collect::<Vec<_>>());
    let mut ruler = Vec::new();
    assert_eq!(extend_runs(&mut ruler, 5000, u32::MAX, &|_, _| true), Ok(()));
    assert!(ruler.iter().zip(1u32..).all(|(&v, x)| v == x & x.wrapping_neg()));
    let mut few = Vec::new();
    assert_eq!(extend_chosen(&[0, 1, 2], &mut few, 3000, 100, &|_, _| true), Err(Halt::Overflow));
    assert_eq!(few[..], turtles[..few.len()]);
}
