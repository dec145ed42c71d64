//! Games of lines against the options by definition.

use draw::{Draw, check, prop_assert_eq};
use kernels::lines::{Ask, Lines, Rights, fill, fill_at};
use kernels::{Halt, Level};
use std::ops::Range;

/// Rights told by a list, cell after cell.
struct Listed {
    sides: [usize; 3],
    rights: Vec<u16>,
}

impl Rights for Listed {
    fn row(&self, row: &[usize], along: Range<usize>, rights: &mut [u16]) {
        let first = (row[0] * self.sides[1] + row[1]) * self.sides[2];
        rights.copy_from_slice(&self.rights[first + along.start..first + along.end]);
    }
}

/// The values by looking at all options.
fn plain(sides: &[usize], directions: &[u8], ask: Ask, rights: Option<&[u16]>) -> Vec<u16> {
    let total: usize = sides.iter().product();
    let mut values = vec![u16::MAX; total];
    for cell in 0..total {
        let right = |cell: usize, bit: usize| rights.is_none_or(|r| r[cell] >> bit & 1 == 1);
        if !right(cell, 0) {
            continue;
        }
        let mut at = vec![0; sides.len()];
        let mut rest = cell;
        for i in (0..sides.len()).rev() {
            at[i] = rest % sides[i];
            rest /= sides[i];
        }
        let mut seen = std::collections::BTreeSet::new();
        for (k, direction) in directions.iter().enumerate() {
            let falls = |i: usize| direction >> i & 1 == 1;
            let most = (0..sides.len()).filter(|&i| falls(i)).map(|i| at[i]).min().unwrap_or(0);
            for t in 1..=most {
                let target = (0..sides.len())
                    .fold(0, |c, i| c * sides[i] + at[i] - if falls(i) { t } else { 0 });
                if right(cell, 2 * k + 1) && right(target, 2 * k + 2) && right(target, 0) {
                    seen.insert(values[target]);
                }
            }
        }
        values[cell] = match ask {
            Ask::Mex => (0..).find(|v| !seen.contains(v)).unwrap_or(0),
            Ask::Outcome { stuck } if seen.is_empty() => stuck,
            Ask::Outcome { .. } => u16::from(seen.contains(&0)),
        };
    }
    values
}

fn game(d: &mut Draw) -> (Vec<usize>, Vec<u8>, Ask) {
    let sides = match d.size(0..6) {
        0 => vec![d.size(1..300)],
        1 => vec![d.size(1..75), d.size(1..75)],
        2 => vec![d.size(1..70); 2],
        3 => vec![d.size(1..12), d.size(1..12), d.size(1..12)],
        4 => vec![d.size(1..12); 3],
        _ => [vec![1], vec![d.size(1..9); 2]].concat(),
    };
    let all = 1 << sides.len();
    let directions = d.subset(1..all, 0..all as usize);
    let ask = if d.flag() { Ask::Outcome { stuck: u16::from(d.flag()) } } else { Ask::Mex };
    (sides, directions.into_iter().map(|direction| direction as u8).collect(), ask)
}

#[test]
fn values_are_those_by_definition() {
    check(120, game, |(sides, directions, ask)| {
        let lines = Lines::new(&sides, &directions).expect("a game");
        let expected = plain(&sides, &directions, ask, None);
        for lines in [lines.clone(), lines.halved()] {
            for level in Level::available() {
                let found = fill_at(level, &lines, ask, None, &|_, _| true);
                prop_assert_eq!(found, (expected.clone(), Ok(())));
            }
        }
        Ok(())
    });
}

#[test]
fn rights_are_kept() {
    let input = |d: &mut Draw| (game(d), d.many(1..50, |d| d.int(0..1 << 16) as u16), d.flag());
    check(120, input, |((sides, directions, ask), mut rights, symmetric)| {
        let total: usize = sides.iter().product();
        let few = rights.len();
        // Most cells have most rights; a cell that is no position lets no move end there.
        rights.iter_mut().for_each(|r| *r |= r.rotate_left(5) | r.rotate_left(3));
        rights.iter_mut().filter(|r| **r & 1 == 0).for_each(|r| *r = 0);
        let mut rights: Vec<u16> = (0..total).map(|cell| rights[cell % few]).collect();
        let lines = Lines::new(&sides, &directions).expect("a game");
        let mut all = [1; 3];
        all[3 - sides.len()..].copy_from_slice(&sides);
        if symmetric && sides.len() == 2 && sides[0] == sides[1] {
            let n = sides[0];
            // What holds for all directions alike and for a cell and its mirror image.
            for (a, b) in (0..n).flat_map(|a| (0..=a).map(move |b| (a, b))) {
                let own = rights[a * n + b];
                let alike = (own & 1)
                    | if own & 2 != 0 { 0x2aaa } else { 0 }
                    | if own & 4 != 0 { 0x5554 } else { 0 };
                rights[a * n + b] = alike;
                rights[b * n + a] = alike;
            }
            let listed = Listed { sides: all, rights: rights.clone() };
            let expected = plain(&sides, &directions, ask, Some(&rights));
            let found = fill(&lines.clone().halved(), ask, Some(&listed), &|_, _| true);
            prop_assert_eq!(found, (expected, Ok(())));
        }
        let listed = Listed { sides: all, rights: rights.clone() };
        let expected = plain(&sides, &directions, ask, Some(&rights));
        prop_assert_eq!(fill(&lines, ask, Some(&listed), &|_, _| true), (expected, Ok(())));
        Ok(())
    });
}

#[test]
fn sets_that_are_not_games_are_refused() {
    assert!(Lines::new(&[], &[]).is_none());
    assert!(Lines::new(&[2, 2, 2, 2], &[1]).is_none());
    assert!(Lines::new(&[5, 0], &[1]).is_none());
    assert!(Lines::new(&[5, 5], &[4]).is_none());
    assert!(Lines::new(&[5, 5], &[1, 1]).is_none());
    assert!(Lines::new(&[5, 5], &[0]).is_none());
}

#[test]
fn values_that_do_not_fit_and_interruptions_stop() {
    let nim = Lines::new(&[70_000], &[1]).expect("a game");
    let (values, result) = fill(&nim, Ask::Mex, None, &|_, _| true);
    assert_eq!(result, Err(Halt::Overflow));
    assert_eq!(values[65_533], 65_533);
    assert_eq!(values[65_534], u16::MAX);
    let wythoff = Lines::new(&[600, 600], &[1, 2, 3]).expect("a game").halved();
    let (values, result) = fill(&wythoff, Ask::Mex, None, &|_, _| false);
    assert_eq!(result, Err(Halt::Interrupted));
    assert_eq!((values[1], values[601], values[359_999]), (1, 2, u16::MAX));
}
