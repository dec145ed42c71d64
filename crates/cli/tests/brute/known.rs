//! The searches of this folder against published values, and against each other.

use super::coins::{self, Alone, Row, Second, Values};
use super::heap::{self, Moves};
use super::{heaps, limit, mex, pair};
use crate::support::{published, sequences};

/// Compares `value(i)` with the published sequence called `name` at its first `most` indices.
fn agree(name: &str, most: usize, value: impl Fn(usize) -> u32) {
    let (first, terms) = published(name);
    for (index, &term) in (first..).zip(&terms).take(most) {
        assert_eq!(i64::from(value(index)), term, "{name} at {index}");
    }
}

/// Compares the nim-values of a game on one heap.
fn heap_agrees(name: &str, most: usize, moves: &Moves) {
    let values = heap::values(moves, 149);
    agree(name, most, |n| values[n]);
}

/// The digits of a code such as `octal:0.77`, the one before the point first.
fn digits(code: &str) -> Vec<u32> {
    let (_, number) = code.split_once(':').expect("a kind of code");
    number.chars().filter_map(|digit| digit.to_digit(16)).collect()
}

#[test]
fn heaps_have_the_published_values() {
    heap_agrees("nim", 99, &heap::subtraction(|_| true));
    heap_agrees("lasker", 99, &heap::lasker(1, true));
    heap_agrees("grundy", 99, &heap::grundy());
    heap_agrees("grundy-oeis", 105, &heap::grundy());
    heap_agrees("subtract:2,3,7", 99, &heap::subtraction(|t| [2, 3, 7].contains(&t)));
    heap_agrees("subtract:2,5,7", 140, &heap::subtraction(|t| [2, 5, 7].contains(&t)));
    heap_agrees("allbut:2,3,7", 99, &heap::subtraction(|t| ![2, 3, 7].contains(&t)));
    heap_agrees("subtract:squares", 99, &heap::subtraction(heap::is_square));
    heap_agrees("subtract:fibonacci", 99, &heap::subtraction(heap::is_fibonacci));
    for code in ["octal:0.77", "octal:0.07", "hex:0.3F"] {
        let values = heap::values(&heap::take_and_break(&digits(code)), 20);
        agree(code, 20, |n| values[n]);
    }
}

#[test]
fn octal_games_have_the_published_values() {
    for sequence in sequences(include_str!("../data/oeis_octal.txt")) {
        let first: usize = sequence.title[2].parse().expect("an index");
        let values = heap::values(&heap::take_and_break(&digits(sequence.title[0])), 40);
        for (n, term) in (first..=40).zip(sequence.values()) {
            assert_eq!(i64::from(values[n]), term, "{} at {n}", sequence.title[0]);
        }
    }
}

#[test]
fn primes_have_the_published_values() {
    let file = include_str!("../data/subtract_a_prime.txt");
    let published = sequences(file)[0].values();
    let values = heap::values(&heap::subtraction(heap::is_prime), 300);
    for (n, &value) in values.iter().enumerate() {
        assert_eq!(i64::from(value), published[n], "n = {n}");
    }
}

#[test]
fn whole_sums_bear_out_the_xor_of_their_parts() {
    let games: [(Moves, u32); 6] = [
        (heap::lasker(1, true), 14),
        (heap::lasker(2, true), 14),
        (heap::lasker(1, false), 14),
        (heap::grundy(), 20),
        (heap::two_smaller(false), 5),
        (heap::two_smaller(true), 5),
    ];
    for (moves, to) in &games {
        let values = heap::values(moves, *to);
        for (outcome, &value) in heap::outcomes(moves, *to).iter().zip(&values) {
            assert_eq!(outcome.sg, value);
            assert_eq!(outcome.win, value != 0);
        }
    }
}

#[test]
fn misere_play_has_the_published_outcomes() {
    // The misere nim-value of a heap is 0 iff the player to move loses misere play.
    let games: [(&str, Moves); 7] = [
        ("misere:nim", heap::subtraction(|_| true)),
        ("misere:grundy", heap::grundy()),
        ("misere:octal:0.77", heap::take_and_break(&[0, 7, 7])),
        ("misere:octal:0.07", heap::take_and_break(&[0, 0, 7])),
        ("misere:subtract:2,3,7", heap::subtraction(|t| [2, 3, 7].contains(&t))),
        ("misere:allbut:2,3,7", heap::subtraction(|t| ![2, 3, 7].contains(&t))),
        ("misere:hex:0.3F", heap::take_and_break(&[0, 3, 15])),
    ];
    for (name, moves) in &games {
        let outcomes = heap::outcomes(moves, 14);
        let (_, terms) = published(name);
        for (n, outcome) in outcomes.iter().enumerate() {
            assert_eq!(outcome.misere, terms[n] != 0, "{name} at {n}");
        }
    }
}

#[test]
fn coins_have_the_published_values() {
    let at = |row: Row, to: u32| {
        let values = row.values(to);
        move |x: usize| values.iter().find(|(coin, _)| *coin as usize == x).expect("a coin").1
    };
    agree("mock-turtles", 99, at(coins::upto(3, 1), 20));
    agree("ruler", 99, at(coins::ruler(), 20));
    // Published for a row numbered from 1; the first coin is always turned.
    let grunt = at(coins::grunt_from_0(), 20);
    agree("grunt", 99, |n| grunt(n - 1));
    agree("turn-upto-5", 15, at(coins::upto(5, 1), 15));
}

#[test]
fn boards_bear_out_the_xor_of_their_heads() {
    let rows: [fn() -> Row; 12] = [
        coins::one,
        || coins::upto(2, 1),
        || coins::upto(3, 0),
        || coins::upto(5, 1),
        coins::exactly_two,
        || coins::consecutive(3),
        || coins::left(2, Alone::Allowed),
        || coins::left(2, Alone::Forced),
        || coins::left(2, Alone::Always),
        coins::ruler,
        coins::grunt_from_0,
        coins::symmetric_four,
    ];
    for row in rows {
        let base = row().base;
        let values = row().values(base + 7);
        for (board, outcome) in row().boards(8).iter().enumerate() {
            let heads = values.iter().filter(|(coin, _)| board & (1 << (coin - base)) != 0);
            assert_eq!(outcome.sg, heads.fold(0, |xor, (_, value)| xor ^ value));
            assert_eq!(outcome.win, outcome.sg != 0);
        }
    }
}

/// x (x) y = mex of (a (x) b) ^ (a (x) y) ^ (x (x) b) over a < x and b < y (Conway).
fn nim_product(x: u32, y: u32) -> u32 {
    let terms = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
    let options: Vec<u32> =
        terms.map(|(a, b)| nim_product(a, b) ^ nim_product(a, y) ^ nim_product(x, b)).collect();
    mex(&options)
}

#[test]
fn grids_have_the_values_theory_gives() {
    let mut rectangle = Values::new(coins::rectangle());
    let (_, triangle) = published("nim-product-triangle");
    let pairs = (0..12).flat_map(|x| (0..=x).map(move |y| (x, y)));
    for ((x, y), &product) in pairs.zip(&triangle) {
        assert_eq!(i64::from(rectangle.of((x, y))), product, "{x} (x) {y}");
        assert_eq!(i64::from(rectangle.of((y, x))), product, "{y} (x) {x}");
    }
    assert_eq!(nim_product(3, 3), rectangle.of((3, 3)));

    let mut cuboid = Values::new(coins::cuboid());
    let mut tartan = Values::new(coins::product(coins::upto(3, 0), coins::ruler()));
    let (turtles, ruler) = (coins::upto(3, 0).values(4), coins::ruler().values(4));
    for x in 0..4 {
        for y in 0..4 {
            for z in 0..4 {
                let xy = rectangle.of((x, y));
                assert_eq!(cuboid.of((x, y, z)), rectangle.of((xy, z)), "{x} {y} {z}");
            }
            let (a, b) = (turtles[x as usize].1, ruler[y as usize].1);
            assert_eq!(tartan.of((x, y + 1)), rectangle.of((a, b)), "tartan {x} {y}");
        }
    }

    for (second, base) in [(Second::Rook, 0), (Second::Weak, 0), (Second::Strict, 1)] {
        let mut values = Values::new(coins::pair_of_cells(second, base));
        for a in base..8 {
            for b in base..8 {
                let (x, y) = (a - base, b - base);
                let known = match second {
                    Second::Rook => Some(x ^ y),
                    Second::Weak => None,
                    Second::Strict => Some(x.min(y)),
                };
                let value = values.of((a, b));
                assert_eq!(value, known.unwrap_or(x + y), "{second:?} {a} {b}");
            }
        }
    }
}

#[test]
fn several_heaps_have_the_outcomes_theory_gives() {
    for (position, outcome) in heaps::solve(heaps::nim, 3, 6) {
        assert_eq!(outcome.sg, position.iter().fold(0, |xor, heap| xor ^ heap));
        let ones = position.iter().all(|&heap| heap <= 1);
        assert_eq!(outcome.misere, (outcome.sg == 0) == ones, "{position:?}");
    }
    for (position, outcome) in heaps::solve(heaps::bash(2), 3, 6) {
        assert_eq!(outcome.sg, position.iter().fold(0, |xor, heap| xor ^ (heap % 3)));
    }
    for (k, count) in [(1, 3), (2, 3), (2, 4), (3, 4)] {
        for (position, outcome) in heaps::solve(heaps::moore(k), count, 3) {
            let ones = |bit: u32| position.iter().filter(|&&heap| heap & (1 << bit) != 0).count();
            let lost = (0..2).all(|bit| ones(bit) % (k + 1) == 0);
            assert_eq!(outcome.win, !lost, "{position:?}");
        }
    }
    // Lost iff the heaps fall into pairs of equal ones.
    for (position, outcome) in heaps::solve(heaps::new_stone_game, 4, 3) {
        let paired = position[0] == position[1] && position[2] == position[3];
        assert_eq!(outcome.win, !paired, "{position:?}");
    }
}

#[test]
fn bounded_takes_have_the_published_values() {
    for (name, factor) in [("fibonacci-nim", 2), ("dynamic-nim:3", 3)] {
        // Published by the number taken before, not by the limit it sets.
        let states = limit::rectangle(factor, 10, factor * 20);
        let at = |limit: u32| states.iter().find(|(state, _)| *state == (10, limit));
        agree(name, 99, |taken| at(factor * taken as u32).expect("a state").1.sg);
    }
    for (n, outcome) in limit::starts(2, 100) {
        assert_eq!(outcome.win, !heap::is_fibonacci(n), "n = {n}");
    }
    for (n, outcome) in limit::starts(1, 100) {
        assert_eq!(outcome.win, !n.is_power_of_two(), "n = {n}");
    }
}

#[test]
fn pairs_have_the_published_values() {
    for d in 0..=1 {
        let table = pair::square(pair::wythoff(d), 0, 20);
        let at = |a, b| table.iter().find(|(pair, _)| *pair == (a, b)).expect("a pair").1.sg;
        if d == 0 {
            agree("wythoff", 99, |b| at(10, b as u32));
            agree("wythoff-row-3", 21, |b| at(3, b as u32));
            agree("wythoff-row-5", 21, |b| at(5, b as u32));
            agree("wythoff-diagonal", 21, |b| at(b as u32, b as u32));
        } else {
            agree("wythoff-ext:1", 99, |b| at(10, b as u32));
        }
    }
    // floor |y/x - x/y| (Nivasch).
    for ((x, y), outcome) in pair::square(pair::euclid(1), 1, 40) {
        assert_eq!(outcome.sg, (x * x).abs_diff(y * y) / (x * y), "{x} {y}");
    }
    // First wins iff the larger is a multiple of the smaller or more than phi times it.
    for ((x, y), outcome) in pair::square(pair::euclid(0), 1, 40) {
        let (small, large) = (x.min(y), x.max(y));
        let wide = large * large > small * large + small * small;
        assert_eq!(outcome.win, large % small == 0 || wide, "{x} {y}");
    }
    // Lost iff both boxes hold an odd number.
    for ((m, n), outcome) in pair::square(pair::ferguson, 1, 30) {
        assert_eq!(outcome.win, m % 2 == 0 || n % 2 == 0, "{m} {n}");
    }
}

#[test]
fn dates_have_the_known_outcomes() {
    let dates = pair::dates();
    assert_eq!(dates.len(), 37_198);
    // First wins iff month + day is even, or it is the 30th of September or November.
    for ((year, month, day), outcome) in dates {
        let late = day == 30 && (month == 9 || month == 11);
        assert_eq!(outcome.win, (month + day) % 2 == 0 || late, "{year}-{month}-{day}");
    }
}
