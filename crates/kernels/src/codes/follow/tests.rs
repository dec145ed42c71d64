use super::*;
use crate::Level;
use crate::codes::{Move, extend, extend_plainly};
use proptest::prelude::*;

/// The values from where `follow` begins up to `to`, saved and restored after every part of about
/// `most`; `None` where they are not told.
fn passed(mut follow: Follow, to: u64, most: u64) -> Option<(Vec<u16>, Follow)> {
    let (beginning, mut values) = (follow.clone(), Vec::new());
    while follow.known() <= to {
        values.extend_from_slice(follow.advance(most.min(to + 1 - follow.known()))?);
        follow = beginning.restored(&follow.state()).expect("a state of this code");
    }
    Some((values, follow))
}

/// The values of heaps up to `to`, by the whole table.
fn table(code: &Code, to: usize) -> Vec<u16> {
    let mut values = vec![0];
    extend(code, Level::best(), &mut values, to, &|_, _| true, &|_| false).expect("values");
    values
}

/// Bytes in which windows of at most that length fit.
fn room(window: usize) -> u64 {
    (2 * window * (repeats::MARKS + 5)) as u64
}

/// Checks the values of a code with two heaps, and the period that they prove, against the whole
/// table; says whether they were told.
fn is_told(code: &Code, window: usize, to: usize, most: u64) -> bool {
    let values = table(code, to);
    let Some(follow) = Follow::new(code, &values[..8 * window], room(window)) else { return false };
    let begin = follow.known() as usize;
    let Some((passed, mut follow)) = passed(follow, to as u64, most) else { return false };
    assert!(passed == values[begin..], "{code}");
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

proptest! {
    #[test]
    fn values_passed_on_are_those_of_the_table(
        taken in proptest::collection::vec((1u32..90, any::<bool>(), any::<bool>()), 1..40),
        more in 0usize..200,
        to in 0usize..2000,
        room in 200u64..2000,
    ) {
        let leaves = |(taken, one, nothing): (u32, bool, bool)| {
            let one = one.then_some(Move { taken, leaves: Leaves::One });
            one.into_iter().chain(nothing.then_some(Move { taken, leaves: Leaves::Nothing }))
        };
        let code = Code::new(taken.into_iter().flat_map(leaves)).expect("a code");
        let window = code.moves().last().map_or(1, |m| m.taken as usize + 1);
        let mut values = vec![0];
        extend_plainly(&code, &mut values, to.max(window + more), &|_, _| true).expect("values");
        let follow = Follow::new(&code, &values[..window + more], room).expect("one heap");
        let begin = follow.known() as usize;
        let (passed, _) = passed(follow, to as u64, 300).expect("all are told");
        prop_assert_eq!(&passed[..], values[..=to].get(begin..).unwrap_or_default());
    }

    #[test]
    fn values_of_two_heaps_are_those_of_the_table(
        digits in proptest::collection::vec(0u8..8, 1..6),
        window in 40usize..400,
        to in 4000usize..20_000,
        most in 1u64..3000,
    ) {
        let code = Code::of_digits(&[&[0], &digits[..]].concat()).expect("a code");
        is_told(&code, window, to.max(8 * window), most);
    }
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

#[test]
fn what_does_not_fit_is_refused() {
    let code = |digits: &[u8]| Code::of_digits(digits).expect("a code");
    let long = code(&[0, 1, 0, 4]);
    let values = table(&long, 20_000);
    // The last rare heap is 284.
    assert!(Follow::new(&long, &values, room(280)).is_none());
    assert!(Follow::new(&long, &values, room(600)).is_some());
    assert!(Follow::new(&long, &values[..8 * 200], room(600)).is_none(), "not early");
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
        let follow = Follow::new(&code, &values, room(window)).expect("rare heaps end early");
        passed(follow, 20_000, 1000).is_some()
    };
    assert!(!told(330) && told(2000));
}

#[test]
fn states_of_other_windows_are_refused() {
    let code = Code::of_digits(&[0, 1, 0, 4]).expect("a code");
    let values = table(&code, 30_000);
    let follow = |window| Follow::new(&code, &values, room(window)).expect("rare heaps end early");
    let state = follow(600).state();
    assert!(follow(600).restored(&state).is_some());
    assert!(follow(700).restored(&state).is_none());
    assert!(follow(600).restored(&state[..state.len() - 1]).is_none());
    assert!(follow(600).restored(&[&state[..], &[0]].concat()).is_none());
}
