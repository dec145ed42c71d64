//! Every level against the definition.

use std::sync::LazyLock;

use draw::Draw;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::*;
use crate::codes::{Code, Leaves, Move, extend_plainly};

/// Three threads, however many processors there are.
static POOL: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().expect("a pool"));

fn digits(digits: &[u8]) -> Code {
    Code::of_digits(digits).expect("a code")
}

/// The values up to `to` by the definition.
fn plainly(code: &Code, prefix: &[u16], to: usize) -> Vec<u16> {
    let mut values = prefix.to_vec();
    extend_plainly(code, &mut values, to, &|_, _| true).expect("values");
    values
}

/// Whether a level continues the first `cuts[0]` values to `cuts[1]` values, and so on.
fn check(code: &Code, level: Level, expected: &[u16], cuts: &[usize]) {
    let shape = Shape::of(code).expect("at most two heaps");
    let mut values = expected[..cuts[0]].to_vec();
    for &cut in &cuts[1..] {
        let done = POOL.install(|| extend(&shape, level, &mut values, cut - 1, &|_, _| true));
        done.expect("values");
        let wrong = values.iter().zip(expected).position(|(value, expected)| value != expected);
        assert_eq!((wrong, values.len()), (None, cut), "{code:?} at {level:?}");
    }
}

/// Up to five moves of any kinds, mostly of few stones.
fn codes(d: &mut Draw) -> Code {
    use Leaves::{Nothing, One, Two, TwoUnequal};
    let moves = d.many(1..6, |d| {
        let leaves = d.pick(&[Nothing, One, Two, Two, Two, TwoUnequal]);
        // What does not split takes something.
        let least = i64::from(leaves < Two);
        let taken = match d.size(0..10) {
            0..=7 => d.int(least..4),
            8 => d.int(least..40),
            _ => d.int(500..2000),
        };
        Move { taken: taken as u32, leaves }
    });
    Code::new(moves).expect("a code")
}

/// Octal codes of up to four places after the point.
fn octal_codes(d: &mut Draw) -> Code {
    let mut all = vec![d.pick(&[0, 4])];
    all.extend(d.many(1..5, |d| d.int(0..8) as u8));
    digits(&all)
}

#[test]
fn levels_agree_with_the_definition() {
    let input = |d: &mut Draw| {
        let code = d.one_of(&[octal_codes, codes]);
        (code, [d.size(1..2400), d.size(1..2400), d.size(1..2400), 2400])
    };
    draw::check(32, input, |(code, mut cuts)| {
        cuts.sort_unstable();
        let expected = plainly(&code, &[], 2399);
        for level in Level::available() {
            check(&code, level, &expected, &cuts);
        }
        Ok(())
    });
}

#[test]
fn any_prefix_is_continued() {
    let input = |d: &mut Draw| {
        let of = (d.int(1..14) as u32, d.bits(), d.size(1025..3000));
        (octal_codes(d), of, d.size(1..600))
    };
    draw::check(32, input, |(code, (bits, seed, length), more)| {
        check_continued(&code, &random_values(bits, seed, length), more);
        Ok(())
    });
}

/// No game has such values, but what follows them is defined all the same.
fn random_values(bits: u32, seed: u64, length: usize) -> Vec<u16> {
    let random = (0..length as u64).map(|n| (n ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    random.map(|random| (random >> (64 - bits)) as u16).collect()
}

fn check_continued(code: &Code, prefix: &[u16], more: usize) {
    let expected = plainly(code, prefix, prefix.len() + more - 1);
    for level in Level::available() {
        check(code, level, &expected, &[prefix.len(), prefix.len() + more]);
    }
}

#[test]
fn the_last_window_does_not_wrap() {
    // Values double after this prefix, up to the bound of what bytes can tell apart.
    let moves = [0, 1].map(|taken| Move { taken, leaves: Leaves::Two });
    let code = Code::new(moves).expect("a code");
    check_continued(&code, &random_values(1, 48_744_021_917_337_771, 1407), 256);
}

#[test]
fn later_windows_agree_with_the_definition() {
    // About one value of these bits is not that of an option, and often it is in the upper half.
    // Of 13 bits, the values are folded.
    for (bits, length) in [(11, 30_000), (12, 66_000), (13, 140_000)] {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (random >> (64 - bits)) as u16
        };
        let prefix: Vec<u16> = (0..length).map(|_| next()).collect();
        let code = digits(&[0, 0, 4]);
        let expected = plainly(&code, &prefix, length + 299);
        let upper = (1 << (bits - 1))..1 << bits;
        let late = expected[length..].iter().filter(|&value| upper.contains(value)).count();
        assert!(late > 50, "{late}");
        check_continued(&code, &prefix, 300);
    }
}

#[test]
fn long_tables_agree_with_the_definition() {
    let octal: [&[u8]; 8] = [
        &[0, 0, 4],    // .04, no sparse space so far
        &[0, 0, 6],    // .06, the same
        &[0, 0, 0, 7], // Treblecross
        &[0, 6],       // Officers
        &[0, 7, 7],    // Kayles
        &[0, 0, 7],    // Dawson's Kayles
        &[4, 0, 0, 3], // takes nothing and splits
        &[0, 1, 6, 4], // two splits
    ];
    let grundy = Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code");
    for code in octal.into_iter().map(digits).chain([grundy]) {
        let expected = plainly(&code, &[], 19_999);
        for level in Level::available().into_iter().filter(|&level| level > Level::Plain) {
            check(&code, level, &expected, &[1025, 20_000]);
        }
    }
}

#[test]
fn values_outgrow_all_windows() {
    // Lasker's Nim, take any number or split: the values of 4k+1, ..., 4k+4 are 4k+1, 4k+2, 4k+4,
    // 4k+3 (Berlekamp, Conway, Guy, Winning Ways, 2001, chapter 4).
    let split = Move { taken: 0, leaves: Leaves::Two };
    let take = |taken| [Leaves::Nothing, Leaves::One].map(|leaves| Move { taken, leaves });
    let lasker = Code::new((1..5000).flat_map(take).chain([split])).expect("a code");
    let value = |n: u16| match n % 4 {
        0 => n.saturating_sub(1),
        3 => n + 1,
        _ => n,
    };
    let expected: Vec<u16> = (0..5000).map(value).collect();
    for level in Level::available() {
        check(&lasker, level, &expected, &[0, 5000]);
    }
}

#[test]
fn a_pulse_stops_the_work_between_values() {
    let code = digits(&[0, 0, 6]);
    let shape = Shape::of(&code).expect("at most two heaps");
    let expected = plainly(&code, &[], 5999);
    for level in Level::available() {
        let mut values = Vec::new();
        // No room may be taken for all the values asked for.
        let halt = extend(&shape, level, &mut values, usize::MAX - 1, &|known, _| known < 3000);
        assert_eq!(halt, Err(Halt::Interrupted));
        assert!((3000..4000).contains(&values.len()), "{}", values.len());
        check(&code, level, &expected, &[values.len(), 6000]);
        assert_eq!(values, expected[..values.len()]);
    }
}
