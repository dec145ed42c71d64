//! Subtraction games against the options by definition.

use draw::{Draw, check, prop_assert_eq};
use kernels::subtraction::{Method, Subtraction, extend_all_but};
use kernels::{Halt, Level};
use std::cell::Cell;
use std::collections::BTreeSet;

fn plain(amounts: &[u32], least: usize, to: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for n in 0..=to {
        let left = amounts.iter().filter_map(|&s| n.checked_sub(s as usize));
        let seen: BTreeSet<u16> = left.filter(|&m| m >= least).map(|m| values[m]).collect();
        values.push((0..).find(|v| !seen.contains(v)).expect("a value"));
    }
    values
}

fn amounts(d: &mut Draw) -> Vec<u32> {
    let kind = d.size(0..6);
    let mut some = |most, sizes| d.many(sizes, |d| d.int(1..most) as u32);
    match kind {
        0 => some(12, 0..6),
        1 => some(90, 0..20),
        2 => some(5000, 0..100),
        3 => {
            let (first, step) = (d.int(1..4) as u32, d.size(2..9));
            (first..).step_by(step).take(2000).collect()
        }
        4 => (1..80).map(|k| k * k).collect(),
        // Many values: every amount but some.
        _ => {
            let out = d.subset(1..400, 0..5);
            (1..4000).filter(|&s| !out.contains(&i64::from(s))).collect()
        }
    }
}

/// Amounts, the least heap they lead to, and two more numbers of heaps.
fn game(d: &mut Draw) -> (Vec<u32>, usize, usize, usize) {
    let least = if d.flag() { d.size(0..100) } else { 0 };
    (amounts(d), least, d.size(0..4500), d.size(0..4500))
}

#[test]
fn all_methods_give_the_values_by_definition() {
    check(40, game, |(amounts, least, to, known)| {
        let expected = plain(&amounts, least, to);
        let game = Subtraction::new(amounts, least).expect("a game");
        for method in [Method::Few, Method::Planes, Method::Sieve] {
            // From nothing, from a prefix, and going on after an interruption.
            for level in Level::available() {
                let known = if level == Level::best() { known.min(to + 1) } else { 0 };
                let mut values = expected[..known].to_vec();
                let result = game.extend_by(method, level, &mut values, to, &|_, _| true);
                prop_assert_eq!(result, Ok(()));
                prop_assert_eq!(&values, &expected, "{:?} {:?} from {}", method, level, known);
            }
            let calls = Cell::new(0u32);
            let mut values = Vec::new();
            let pulse = |_, _| {
                calls.set(calls.get() + 1);
                !calls.get().is_power_of_two()
            };
            while game.extend_by(method, Level::best(), &mut values, to, &pulse)
                == Err(Halt::Interrupted)
            {}
            prop_assert_eq!(&values, &expected, "{:?} interrupted", method);
        }
        Ok(())
    });
}

/// Tables that the sieve takes in several strips.
#[test]
fn methods_agree_on_long_tables() {
    let input = |d: &mut Draw| {
        let amounts = d.many(13..60, |d| d.int(1..100_000) as u32);
        (amounts, d.size(0..100), d.size(0..200_000))
    };
    check(40, input, |(amounts, least, known)| {
        let game = Subtraction::new(amounts, least).expect("a game");
        let by = |method, level, mut values: Vec<u16>| {
            game.extend_by(method, level, &mut values, 300_000, &|_, _| true).map(|()| values)
        };
        let expected = by(Method::Few, Level::Plain, Vec::new()).expect("values");
        for level in Level::available() {
            for method in [Method::Planes, Method::Sieve] {
                let values = by(method, level, expected[..known].to_vec());
                prop_assert_eq!(values.as_ref(), Ok(&expected), "{:?} {:?}", method, level);
            }
        }
        Ok(())
    });
}

#[test]
fn outcomes_are_those_by_definition() {
    let input = |d: &mut Draw| (game(d), u16::from(d.flag()));
    check(40, input, |((amounts, least, to, known), stuck)| {
        let mut expected: Vec<u16> = Vec::new();
        for n in 0..=to {
            let left = amounts.iter().filter_map(|&s| n.checked_sub(s as usize));
            let mut options = left.filter(|&m| m >= least).map(|m| expected[m]).peekable();
            let outcome = match options.peek() {
                None => stuck,
                Some(_) => u16::from(options.any(|option| option == 0)),
            };
            expected.push(outcome);
        }
        let game = Subtraction::new(amounts, least).expect("a game");
        let mut outcomes = expected[..known.min(to + 1)].to_vec();
        prop_assert_eq!(game.extend_outcomes(stuck, &mut outcomes, to, &|_, _| true), Ok(()));
        prop_assert_eq!(outcomes, expected);
        Ok(())
    });
}

#[test]
fn all_but_a_few() {
    let input =
        |d: &mut Draw| (d.subset(1..60, 0..8), d.size(0..9), d.size(0..700), d.size(0..700));
    check(40, input, |(excluded, least, to, known)| {
        let excluded: Vec<u32> = excluded.into_iter().map(|s| s as u32).collect();
        let amounts: Vec<u32> = (1..=to as u32).filter(|s| !excluded.contains(s)).collect();
        let expected: Vec<u32> = plain(&amounts, least, to).into_iter().map(u32::from).collect();
        let mut values = expected[..known.min(to + 1)].to_vec();
        prop_assert_eq!(extend_all_but(&excluded, least, &mut values, to, &|_, _| true), Ok(()));
        prop_assert_eq!(values, expected);
        Ok(())
    });
}

#[test]
fn values_that_do_not_fit_stop() {
    let any = Subtraction::new(1..70_000, 0).expect("a game");
    let mut values = Vec::new();
    assert_eq!(any.extend(&mut values, 69_999, &|_, _| true), Err(Halt::Overflow));
    assert!(values.iter().enumerate().all(|(n, &v)| n == usize::from(v)));
    assert_eq!(values.len(), 65_534);
    assert!(Subtraction::new([0, 1], 0).is_none());
}
