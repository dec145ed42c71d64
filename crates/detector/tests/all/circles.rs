//! Relations between neighbours in a circle, up to rotation.

use crate::common::{assert_true, grid};
use detector::find;
use draw::{Draw, check, prop_assert};
use table::Table;

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn axes(count: usize, greatest: i64) -> Vec<(&'static str, i64, i64)> {
    NAMES[..count].iter().map(|&name| (name, 0, greatest)).collect()
}

fn table(count: usize, greatest: i64, is_lost: impl Fn(&[i64]) -> bool) -> Table {
    grid("win", &axes(count, greatest), |p| i64::from(!is_lost(p)))
}

/// Circular Nim: take from up to `most` neighbouring heaps of a circle.
fn circular_nim(count: usize, most: usize, greatest: i64) -> Table {
    let side = usize::try_from(greatest).unwrap() + 1;
    let cell = |p: &[usize]| p.iter().fold(0, |cell, k| cell * side + k);
    let mut is_won = vec![false; side.pow(u32::try_from(count).unwrap())];
    let mut position = vec![0; count];
    for at in 0..is_won.len() {
        let mut rest = at;
        for heap in position.iter_mut().rev() {
            (*heap, rest) = (rest % side, rest / side);
        }
        is_won[at] = (0..count).any(|begin| {
            let heaps: Vec<usize> = (begin..begin + most).map(|k| k % count).collect();
            let options = heaps.iter().map(|&heap| position[heap] + 1).product::<usize>();
            // the last of these takes nothing
            (0..options - 1).any(|mut option| {
                let mut other = position.clone();
                for &heap in &heaps {
                    let choices = position[heap] + 1;
                    (other[heap], option) = (option % choices, option / choices);
                }
                !is_won[cell(&other)]
            })
        });
    }
    let mut all = is_won.into_iter();
    grid("win", &axes(count, greatest), |_| i64::from(all.next().unwrap()))
}

#[test]
fn circular_nim_has_its_published_laws() {
    // Dufour and Heubach 2013
    let cases = [
        (4, 2, "win(a, b, c, d) iff (a != c or b != d)"),
        (5, 2, "P-positions, up to rotation: a = c and b = max(a, b, c, d, e) and a + b = d + e"),
        (5, 3, "P-positions, up to rotation: a = 0 and b = e and b = c + d"),
        (6, 3, "P-positions, up to rotation: a + b = d + e and b + c = e + f"),
    ];
    for (count, most, words) in cases {
        let greatest = if count == 6 { 4 } else { 5 };
        let found = find(&circular_nim(count, most, greatest), "win");
        assert_eq!(found[0].law.words, words, "{count} {most}");
        assert_true(&circular_nim(count, most, greatest + 1), "win", &found[0]);
    }
}

/// Sums of one or two numbers of a circle of five that are the same.
fn relation(d: &mut Draw) -> (Vec<usize>, Vec<usize>) {
    let mut places: Vec<usize> = (0..5).collect();
    let mut some = |d: &mut Draw| d.many(1..3, |d| places.remove(d.size(0..places.len())));
    (some(d), some(d))
}

fn is_lost(p: &[i64], relations: &[(Vec<usize>, Vec<usize>)]) -> bool {
    (0..p.len()).any(|begin| {
        let sum = |places: &[usize]| -> i64 {
            places.iter().map(|place| p[(begin + place) % p.len()]).sum()
        };
        relations.iter().all(|(left, right)| sum(left) == sum(right))
    })
}

#[test]
fn relations_are_found() {
    let input = |d: &mut Draw| d.many(2..4, relation);
    check(12, input, |relations| {
        let table = |greatest| table(5, greatest, |p| is_lost(p, &relations));
        let found = find(&table(5), "win");
        for law in &found {
            assert_true(&table(6), "win", law);
        }
        let lost = table(5).columns[0].values.iter().filter(|v| *v == 0).count();
        if (200..400).contains(&lost) {
            prop_assert!(!found.is_empty(), "{relations:?} {lost}");
        }
        Ok(())
    });
}

#[test]
fn one_position_more_or_less_leaves_none() {
    let input = |d: &mut Draw| ([relation(d), relation(d)], d.ints::<5>(0..6));
    check(12, input, |(relations, odd)| {
        let flipped = |p: &[i64]| (0..5).any(|k| (0..5).all(|i| p[(i + k) % 5] == odd[i]));
        let table = table(5, 5, |p| is_lost(p, &relations) != flipped(p));
        for law in find(&table, "win") {
            prop_assert!(
                !law.law.words.to_string().contains("rotation") || !law.law.exceptions.is_empty()
            );
        }
        Ok(())
    });
}
