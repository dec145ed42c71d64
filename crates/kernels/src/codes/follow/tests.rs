use super::super::Stop;
use super::super::sparse::{self, Task, bytes};
use super::*;
use crate::Level;
use crate::codes::{Leaves, Move, extend, extend_plainly};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq};
use std::ops::Range;

/// The state of a way, and what it restores.
fn saved(follow: &Follow, beginning: &Follow) -> Option<Follow> {
    let mut state = Vec::new();
    follow.save(&mut state);
    beginning.restored(&state)
}

/// The values from where `follow` begins up to `to`, or those before the first that is not told; saved
/// and restored after every part of about `most`.
fn told(mut follow: Follow, to: u64, most: u64) -> (Vec<u16>, Option<Follow>) {
    let (beginning, mut values) = (follow.clone(), Vec::new());
    while follow.known() <= to {
        match follow.advance(most.min(to + 1 - follow.known())) {
            Some(more) => values.extend_from_slice(more),
            None => return (values, None),
        }
        if follow.lines.is_some() || follow.long.is_some() {
            follow = saved(&follow, &beginning).expect("a state of this code");
        }
    }
    (values, Some(follow))
}

/// All of these values; `None` where one is not told.
fn passed(follow: Follow, to: u64, most: u64) -> Option<(Vec<u16>, Follow)> {
    let (values, follow) = told(follow, to, most);
    Some((values, follow?))
}

/// The values of heaps up to `to`, by the whole table.
fn table(code: &Code, to: usize) -> Vec<u16> {
    let mut values = vec![0];
    extend(code, Level::best(), &mut values, to, &|_, _| true, &|_| false).expect("values");
    values
}

/// The way by short windows alone.
fn short(code: &Code, values: &[u16], memory: u64) -> Option<Follow> {
    let follow = Follow::new(code, values, memory)?;
    follow.lines.is_some().then_some(Follow { long: None, ..follow })
}

/// The way by a long window alone, in so many bytes.
fn long(code: &Code, values: &[u16], room: usize) -> Option<Follow> {
    let long = Follow::long(code, values, 2 * room as u64)?;
    Some(Follow { known: long.known(), lines: None, long: Some(long.into()), fresh: Vec::new() })
}

/// Bytes in which windows of at most that length fit.
fn room(window: usize) -> u64 {
    (2 * window * (repeats::MARKS + 5)) as u64
}

/// Checks the values of a code with two heaps, and the period that they prove, against the whole
/// table; says whether they were told.
fn is_told(code: &Code, window: usize, to: usize, most: u64) -> bool {
    let values = table(code, to);
    let Some(follow) = short(code, &values[..8 * window], room(window)) else { return false };
    let begin = follow.known() as usize;
    let Some((passed, mut follow)) = passed(follow, to as u64, most) else { return false };
    let differ = passed.iter().zip(&values[begin..]).position(|(a, b)| a != b);
    assert_eq!(differ.map(|at| begin + at), None, "{code}");
    let cells = values.len() as u64;
    while follow.is_close(cells) {
        follow.advance(most).expect("values of the period");
    }
    let proved = code.reach().expect("a theorem").prove(&values);
    // What the table proves from the first values may come later here.
    let late = proved.is_some_and(|period| period.computed_to < 8 * window as u64);
    let period = follow.period().filter(|period| period.computed_to < cells);
    assert!(late || period == proved, "{code}: {period:?}, not {proved:?}");
    true
}

#[test]
fn values_passed_on_are_those_of_the_table() {
    let input = |d: &mut Draw| {
        let moves = d.many(1..40, |d| {
            let taken = d.int(1..90) as u32;
            let mut move_to = |leaves| d.flag().then_some(Move { taken, leaves });
            [move_to(Leaves::One), move_to(Leaves::Nothing)]
        });
        let code = Code::new(moves.into_iter().flatten().flatten()).expect("a code");
        (code, d.size(0..200), d.size(0..2000), d.int(200..2000) as u64)
    };
    check(cases(), input, |(code, more, to, room)| {
        let window = code.moves().last().map_or(1, |m| m.taken as usize + 1);
        let mut values = vec![0];
        extend_plainly(&code, &mut values, to.max(window + more), &|_, _| true).expect("values");
        let follow = Follow::new(&code, &values[..window + more], room).expect("one heap");
        let begin = follow.known() as usize;
        let (passed, _) = passed(follow, to as u64, 300).expect("all are told");
        prop_assert_eq!(&passed[..], values[..=to].get(begin..).unwrap_or_default());
        Ok(())
    });
}

/// So many octal digits after the point.
fn octal(d: &mut Draw, places: Range<usize>) -> Code {
    let digits = d.many(places, |d| d.int(0..8) as u8);
    Code::of_digits(&[&[0], &digits[..]].concat()).expect("a code")
}

#[test]
fn values_of_two_heaps_are_those_of_the_table() {
    let input = |d: &mut Draw| {
        (octal(d, 1..6), d.size(40..400), d.size(4000..20_000), d.int(1..3000) as u64)
    };
    check(cases(), input, |(code, window, to, most)| {
        is_told(&code, window, to.max(8 * window), most);
        Ok(())
    });
}

#[test]
fn codes_whose_rare_heaps_end_are_told() {
    let codes: [(&[u8], usize, usize); 8] = [
        // Values beyond the widest words.
        (&[0, 3, 5, 4], 3300, 60_000),
        // Values that outgrow the words now and then.
        (&[0, 5, 6], 5000, 100_000),
        (&[0, 1, 0, 4], 2000, 200_000),
        (&[0, 0, 5, 4], 3000, 200_000),
        (&[0, 4, 5, 4], 2000, 200_000),
        (&[0, 1, 0, 6], 5000, 200_000),
        (&[0, 1, 5, 6], 600, 20_000),
        (&[0, 7, 7], 300, 5000),
    ];
    for (digits, window, to) in codes {
        let code = Code::of_digits(digits).expect("a code");
        assert!(is_told(&code, window, to, 2500), "{code}");
    }
}

/// Whether the value of the heap of `n` is told by a table of the least `reach` heaps and the last ones:
/// every smaller value is that of an option whose lesser part, if it has two, is less.
fn is_witnessed(code: &Code, values: &[u16], n: usize, reach: usize) -> bool {
    let mut unseen: std::collections::BTreeSet<u16> = (0..values[n]).collect();
    for m in code.moves() {
        let Some(left) = n.checked_sub(m.taken as usize) else { continue };
        let parts = match m.leaves {
            Leaves::Nothing => 0..usize::from(left == 0),
            Leaves::One => 0..usize::from(left > 0),
            Leaves::Two => 1..(left / 2 + 1).min(reach),
            _ => 1..left.div_ceil(2).min(reach),
        };
        for part in parts {
            unseen.remove(&(values[part] ^ values[left - part]));
        }
    }
    unseen.is_empty()
}

/// Checks the values told by a long window, and by what it drops if a file keeps that, against the table;
/// says how many were told, and whether the window slid.
fn long_values(
    code: &Code,
    values: &[u16],
    given: usize,
    room: usize,
    is_kept: bool,
) -> Option<(usize, bool)> {
    let mut follow = long(code, &values[..given], room)?;
    if is_kept {
        follow.keep_in(tempfile::tempfile().expect("a file"));
    }
    let (most, window) = (room / 7 + 1, room / 32 * 15);
    let (found, end) = told(follow, values.len() as u64 - 1, most as u64);
    let known = given + found.len();
    assert!(found == values[given..known], "{code}: not those of the table");
    let taken = code.moves().last().map_or(0, |m| m.taken as usize);
    if end.is_none() {
        let (shape, mut census) = (Shape::of(code).expect("two heaps"), Census::new());
        census.update(&values[..given]);
        let mask = census.best(&shape).0.widened(census.greatest());
        let is_rare = mask.is_rare(values[known], known);
        let last = mask.rares(&values[..known]).last().copied().unwrap_or(0);
        let is_late = 2 * (last + taken) >= window - taken;
        let is_lacking = !is_kept && !is_witnessed(code, values, known, window - taken);
        let is_great = values[..=known].iter().any(|&value| value > 500);
        assert!(is_rare || is_lacking || is_great || is_late, "{code}: {known} of {given}, {room}");
    }
    Some((known, known > room))
}

#[test]
fn values_of_a_long_window_are_those_of_the_table() {
    let input = |d: &mut Draw| {
        let unequal = |d: &mut Draw| Move { taken: d.int(0..3) as u32, leaves: Leaves::TwoUnequal };
        let moves = [octal(d, 1..5).moves(), &d.many(0..2, unequal)].concat();
        let code = Code::new(moves).expect("a code");
        (code, d.size(1000..9000), d.size(100..3000), d.flag())
    };
    check(cases(), input, |(code, room, given, is_kept)| {
        long_values(&code, &table(&code, 12_000), given, room, is_kept);
        Ok(())
    });
}

#[test]
fn long_windows_slide_and_stop_where_a_witness_is_out_of_reach() {
    let code = |digits: &[u8]| Code::of_digits(digits).expect("a code");
    let officers = code(&[0, 6]);
    let values = table(&officers, 500_000);
    let told = |room, is_kept| long_values(&officers, &values, 60_000, room, is_kept);
    // The last rare heap is 20627.
    assert_eq!(told(100_000, false), Some((values.len(), true)));
    assert_eq!(told(90_000, false), Some((412_904, true)));
    assert_eq!(told(90_000, true), Some((values.len(), true)));
    let grundy = Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code");
    let values = table(&grundy, 600_000);
    let told = |given| long_values(&grundy, &values, given, 400_000, false);
    assert_eq!(told(170_000), Some((values.len(), true)));
    // Rare heaps after those given, while the table is whole.
    assert_eq!(told(7_000), None);
    let long = code(&[0, 1, 0, 4]);
    let values = table(&long, 20_000);
    let told = |room| long_values(&long, &values, 1000, room, false);
    assert_eq!(told(3000), Some((values.len(), true)));
    assert_eq!(told(1000), None, "no room for the rare heaps");
}

#[test]
fn a_file_of_other_heaps_is_refused() {
    let code = Code::of_digits(&[0, 1, 0, 4]).expect("a code");
    let values = table(&code, 20_000);
    let folder = tempfile::tempdir().expect("a folder");
    let kept = |name: &str| {
        let mut options = std::fs::OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut follow = long(&code, &values[..1000], 3000).expect("rare heaps end early");
        follow.keep_in(options.open(folder.path().join(name)).expect("a file"));
        follow
    };
    let (mut follow, mut state) = (kept("one"), Vec::new());
    while follow.known() < 10_000 {
        follow.advance(1000).expect("values");
    }
    follow.save(&mut state);
    assert!(kept("one").restored(&state).is_some());
    assert!(kept("other").restored(&state).is_none());
    let path = folder.path().join("one");
    let mut bytes = std::fs::read(&path).expect("codes");
    bytes[700] ^= 1;
    std::fs::write(&path, bytes).expect("a file");
    assert!(kept("one").restored(&state).is_none());
}

#[test]
fn a_long_window_goes_on_where_a_short_one_ends() {
    let code = Code::of_digits(&[0, 1, 0, 4]).expect("a code");
    let values = table(&code, 60_000);
    for (given, memory) in [(8 * 330, 69_300), (40_000, 69_300)] {
        let follow = Follow::new(&code, &values[..given], memory).expect("a way");
        let ends = short(&code, &values[..given], memory).expect("short windows");
        let (told, end) = told(ends, 60_000, 1000);
        assert!(end.is_none() && (told.len() < given) == (given == 40_000), "{}", told.len());
        let begin = follow.known() as usize;
        let (found, follow) = passed(follow, 60_000, 777).expect("all are told");
        assert!(found == values[begin..]);
        assert_eq!((follow.period(), follow.is_close(u64::MAX)), (None, false));
    }
}

#[test]
fn engines_of_short_windows_agree() {
    let input =
        |d: &mut Draw| (octal(d, 1..6), d.size(100..700), d.size(2900..3000), d.size(60..700));
    check(cases(), input, |(code, window, known, reach)| {
        let shape = &Shape::of(&code).expect("a shape");
        let values = table(&code, known);
        let mut census = Census::new();
        census.update(&values);
        let (mask, _) = census.best(shape);
        let rares = mask.rares(&values);
        let reach = reach.min(window - 7);
        if rares.last().is_some_and(|&last| last + 6 >= reach || last + window >= known) {
            return Ok(());
        }
        let near = || [&values[..window], &values[values.len() - window..]].concat();
        let start = values.len() - 2 * window;
        for level in [Level::Plain, Level::best()] {
            let (mut one, mut all, to) = (near(), near(), 2 * window + 500);
            let shifted = mask.counted_from(start as u64);
            let stop = sparse::extend_near(shape, shifted, &rares, reach, &mut one, to);
            let task = Task { shape, mask, level, to, most: usize::MAX, pulse: &|_, _| true };
            let ends = bytes::Ends { head: window, is_odd: start % 2 == 1, rares: &rares, reach };
            let also = bytes::extend_near(task, ends, &mut None, &mut all);
            // Two equal parts witness 0, however great they are.
            let halves = shape.splits.iter().any(|split| split.equal) && one.len() < all.len();
            prop_assert!(!halves || stop == Ok(Stop::Unwitnessed), "{:?}, {:?}", stop, also);
            let same = if halves { one.len() } else { one.len().max(all.len()) };
            prop_assert!(one == all[..same], "{:?}, {:?}", stop, also);
        }
        Ok(())
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    let code = |digits: &[u8]| Code::of_digits(digits).expect("a code");
    let long = code(&[0, 1, 0, 4]);
    let values = table(&long, 20_000);
    // The last rare heap is 284.
    assert!(short(&long, &values, room(280)).is_none());
    assert!(short(&long, &values, room(600)).is_some());
    assert!(short(&long, &values[..8 * 200], room(600)).is_none(), "not early");
    assert!(Follow::new(&long, &values[..500], u64::MAX).is_none(), "not early");
    assert!(Follow::new(&long, &values, 600).is_none(), "too little memory");
    for other in [code(&[0, 6]), code(&[0, 0, 8])] {
        assert!(Follow::new(&other, &table(&other, 500), room(1000)).is_none(), "{other}");
    }
    let unequal = Move { taken: 0, leaves: Leaves::TwoUnequal };
    let grundy = Code::new([unequal]).expect("a code");
    assert!(Follow::new(&grundy, &table(&grundy, 5000), room(1000)).is_none());
    let one = Code::new([3, 5, 40].map(|taken| Move { taken, leaves: Leaves::One }));
    let one = one.expect("a code");
    assert!(Follow::new(&one, &[0; 40], 1000).is_none(), "too few values");
    assert!(Follow::new(&one, &[0; 41], 82).is_none(), "too little memory");
}

#[test]
fn a_value_without_a_witness_in_the_window_is_refused() {
    let code = Code::of_digits(&[0, 1, 0, 4]).expect("a code");
    let values = table(&code, 20_000);
    let told = |window| {
        let follow = short(&code, &values, room(window)).expect("rare heaps end early");
        passed(follow, 20_000, 1000).is_some()
    };
    assert!(!told(330) && told(2000));
}

#[test]
fn states_of_other_windows_are_refused() {
    let code = Code::of_digits(&[0, 1, 0, 4]).expect("a code");
    let values = table(&code, 30_000);
    let shorter = |window| short(&code, &values, room(window)).expect("rare heaps end early");
    let longer = |window| long(&code, &values, 10 * window).expect("rare heaps end early");
    let ways: [&dyn Fn(usize) -> Follow; 2] = [&shorter, &longer];
    for way in ways {
        let mut state = Vec::new();
        way(600).save(&mut state);
        assert!(way(600).restored(&state).is_some());
        assert!(way(700).restored(&state).is_none());
        assert!(way(600).restored(&state[..30]).is_none());
        assert!(way(600).restored(&[]).is_none());
    }
    let mut state = Vec::new();
    shorter(600).save(&mut state);
    assert!(longer(600).restored(&state).is_none());
    assert!(shorter(600).restored(&state[..state.len() - 8]).is_none());
    assert!(shorter(600).restored(&[&state[..], &[0]].concat()).is_none());
}
