//! Tables without a law, or without enough evidence for one: nothing is claimed.

use crate::common::{
    Body, Random, assert_true, grid, grundys_game, octal, runs, sequence, sparse, subtraction,
};
use detector::{Finding, find, find_with_wrong_terms};

fn nothing(values: &[i64], what: &str) {
    let found = find(&sequence("sg", 0, values), "sg");
    assert!(found.is_empty(), "{what}: {}", found[0].law.words);
}

#[test]
fn the_fast_way_to_open_games_is_the_slow_one() {
    assert_eq!(sparse(&[6], true, 5000), grundys_game(5001)[1..]);
    for digits in [&[6][..], &[0, 4], &[0, 0, 7], &[7, 4]] {
        assert_eq!(sparse(digits, false, 4000), octal(digits, 4000), "{digits:?}");
    }
}

/// Games whose periodicity is open (Winning Ways; Guy and Nowakowski, Unsolved problems).
#[test]
fn open_games() {
    let games: [(&str, &[u8], bool, usize); 5] = [
        // A heap of n + 1 there is one of n here: take 1, leave one heap or two unequal ones.
        ("Grundy's game", &[6], true, runs(100_000)),
        ("octal .6", &[6], false, runs(100_000)),
        ("octal .04", &[0, 4], false, 20_000),
        ("octal .007", &[0, 0, 7], false, 20_000),
        ("octal .74", &[7, 4], false, 20_000),
    ];
    for (what, digits, unequal, last) in games {
        let values = sparse(digits, unequal, last);
        for terms in [60, 200, 1000, 10_000, last + 1] {
            nothing(&values[..terms], what);
        }
    }
}

/// Histograms: number of cells with value 0, 1, 2, ...
const HISTOGRAMS: [&[usize]; 8] = [
    &[30, 30],
    &[15, 15, 15, 15],
    &[100, 20],
    &[95, 5],
    &[300, 100],
    &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
    &[290, 5, 5],
    &[1; 60],
];

#[test]
fn shuffled_sequences() {
    let mut random = Random(7);
    for run in 0..runs(300) {
        let histogram = HISTOGRAMS[run % HISTOGRAMS.len()];
        let mut values: Vec<i64> =
            histogram.iter().zip(0..).flat_map(|(&c, v)| std::iter::repeat_n(v, c)).collect();
        random.shuffle(&mut values);
        nothing(&values, &format!("run {run}"));
    }
}

#[test]
fn shuffled_grids() {
    let mut random = Random(11);
    for run in 0..runs(32) {
        let histogram: &[usize] = [&[200usize, 200][..], &[380, 20], &[100; 4], &[395, 5]][run % 4];
        let mut values: Vec<i64> =
            histogram.iter().zip(0..).flat_map(|(&c, v)| std::iter::repeat_n(v, c)).collect();
        random.shuffle(&mut values);
        for name in ["sg", "win"] {
            let mut next = values.iter().copied();
            let table = grid(name, &[("a", 0, 19), ("b", 0, 19)], |_| next.next().unwrap());
            let found = find(&table, name);
            assert!(found.is_empty(), "run {run}: {}", found[0].law.words);
        }
    }
}

#[test]
fn a_short_list_written_as_a_grid() {
    // Of a -> a // 4 the positions 1 to 3 are won, and 16 to 63. No law of 16 terms is one of 16 rows.
    let axes = [("a", 0, 15), ("b", 0, 15)];
    let found = find(&grid("v", &axes, |p| i64::from((1..4).contains(&p[0]))), "v");
    assert!(found.is_empty(), "{}", found[0].law.words);
    // A shorter one is.
    assert_eq!(find(&grid("v", &axes, |p| p[0] % 2), "v")[0].law.words, "v(a, b) = a % 2");
}

/// A constant needs two hundred cells, by whatever name.
#[test]
fn constants_of_small_grids() {
    for side in [8, 12] {
        let axes = [("x", 0, side - 1), ("y", 0, side - 1)];
        let found = find(&grid("v", &axes, |p| i64::from(*p == [0, 0])), "v");
        assert!(found.is_empty(), "{}", found[0].law.words);
    }
}

/// Cells that share a number say the same: twelve bits of |a - b| or of the digits of pi make no law, however many
/// cells show them.
#[test]
fn functions_of_one_number_of_two_coordinates() {
    type Number = fn(i64, i64) -> i64;
    type Property<'p> = &'p dyn Fn(i64) -> bool;
    let is_triangular = |k: i64| [0, 1, 3, 6, 10].contains(&k);
    let pi = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
    let cases: [(i64, Number, Property<'_>); 5] = [
        (12, |a, b| (a - b).abs(), &is_triangular),
        (16, |a, b| (a - b).abs(), &|k| k.count_ones() % 2 == 0),
        (16, |a, b| a ^ b, &|k| [0, 1, 8].contains(&k)),
        (10, i64::max, &|k| pi[k as usize] % 2 == 1),
        (16, i64::max, &|k| [0, 1, 2, 3, 5, 8, 13].contains(&k)),
    ];
    for (side, number, holds) in cases {
        let axes = [("x", 0, side - 1), ("y", 0, side - 1)];
        let table = grid("v", &axes, |p| i64::from(holds(number(p[0], p[1]))));
        let found = find(&table, "v");
        assert!(found.is_empty(), "{}", found[0].law.words);
    }
    for (law, number) in [
        ("max(x, y) % 2", (|a, b| a.max(b) % 2) as Number),
        ("1 iff (x - y) % 3 != 0", |a, b| i64::from((a - b) % 3 != 0)),
        ("1 iff abs(x - y) > 1", |a, b| i64::from((a - b).abs() > 1)),
        ("1 iff x != y", |a, b| i64::from(a != b)),
    ] {
        let axes = [("x", 0, 11), ("y", 0, 11)];
        let found = find(&grid("v", &axes, |p| number(p[0], p[1])), "v");
        let words = found.first().map(|found| found.law.words.to_string());
        assert!(words.as_ref().is_some_and(|words| words.contains(law)), "{law}: {words:?}");
    }
}

/// Properties of numbers that a formula of small numbers' primes or digits says of those in the list,
/// and not of all.
#[test]
fn what_small_numbers_have_in_common() {
    let primes = |n: i64| {
        let (mut rest, mut found) = (n, Vec::new());
        for p in 2..=n {
            let before = found.len();
            while rest % p == 0 {
                rest /= p;
                match found.get_mut(before) {
                    Some((_, times)) => *times += 1,
                    None => found.push((p, 1)),
                }
            }
        }
        found
    };
    let is_prime = |n: i64| n > 1 && primes(n) == [(n, 1)];
    let is_sum_of_squares = |n| primes(n).iter().all(|(p, e)| p % 4 != 3 || e % 2 == 0);
    let is_hypotenuse = |n| primes(n).iter().any(|(p, _)| p % 4 == 1);
    let has_prime_count = |n: i64| is_prime(n.count_ones().into());
    let has_square_count = |n: i64| [1, 4, 9].contains(&n.count_ones());
    type Property<'p> = &'p dyn Fn(i64) -> bool;
    let cases: [(Property<'_>, &[i64]); 4] = [
        (&is_sum_of_squares, &[60, 80, 100]),
        (&is_hypotenuse, &[80, 130, 200]),
        (&has_prime_count, &[60, 80, 130]),
        (&has_square_count, &[60, 80, 100]),
    ];
    for (holds, counts) in cases {
        for &count in counts {
            let found = find(
                &sequence("v", 0, &(1..=count).map(|n| holds(n).into()).collect::<Vec<_>>()),
                "v",
            );
            assert!(found.is_empty(), "{count}: {}", found[0].law.words);
        }
    }
    let unitary: Vec<i64> = (1..=200).map(|n| 1 << primes(n).len()).collect();
    assert!(find(&sequence("v", 0, &unitary), "v").is_empty());
    // what a few keys do tell
    for (law, count, holds) in [
        ("omega(n + 1) = 1", 60, &(|n| primes(n).len() == 1) as Property<'_>),
        ("greatestprime(n + 1) % 4 = 3", 60, &|n| {
            primes(n).last().is_some_and(|(p, _)| p % 4 == 3)
        }),
    ] {
        let found =
            find(&sequence("v", 0, &(1..=count).map(|n| holds(n).into()).collect::<Vec<_>>()), "v");
        let words = found.first().map(|found| found.law.words.to_string());
        assert!(words.as_ref().is_some_and(|words| words.contains(law)), "{law}: {words:?}");
    }
}

/// Numbers that end in a run of equal steps, as others did before.
#[test]
fn last_runs_of_equal_steps() {
    for runs in [&[1..2, 6..12, 36..60][..], &[2..7, 11..12, 13..18, 40..65], &[5..14, 16..40]] {
        let terms: Vec<i64> = runs.iter().cloned().flatten().collect();
        let found = find(&sequence("v", 0, &terms), "v");
        assert!(found.is_empty(), "{runs:?}: {}", found[0].law.words);
    }
    let late: Vec<i64> = [1, 6].into_iter().chain(36..60).collect();
    assert!(!find(&sequence("v", 0, &late), "v").is_empty(), "a beginning is no run");
}

/// Take 2 or k, misere: of the remainders by k + 2 those with remainder 0 or 1 by 4 win, as far as k, and
/// five values of k show {0, 1, 4, 5}.
#[test]
fn remainders_of_a_family_that_go_on() {
    let wins = |k: i64, n: i64| {
        let mut won: Vec<bool> = Vec::new();
        for n in 0..=n {
            let mut options = [2, k].into_iter().filter(|&s| s <= n).peekable();
            let is_stuck = options.peek().is_none();
            won.push(is_stuck || options.any(|s| !won[usize::try_from(n - s).unwrap()]));
        }
        won.pop().unwrap()
    };
    let table = grid("v", &[("k", 1, 5), ("n", 0, 39)], |p| wins(p[0], p[1]).into());
    let found = find(&table, "v");
    let words: Vec<String> = found.iter().map(|found| found.law.words.to_string()).collect();
    assert!(!words.is_empty() && words.iter().all(|words| !words.contains(" in {")), "{words:?}");
}

#[test]
fn random_walks() {
    let mut random = Random(3);
    for run in 0..runs(200) {
        let mut at = 0;
        let walk: Vec<i64> = (0..120)
            .map(|_| {
                at += i64::try_from(random.below(2)).unwrap();
                at
            })
            .collect();
        nothing(&walk, &format!("walk {run}"));
    }
}

/// floor((n + i / 6) * (p + sqrt(d)) / 2), by counting.
fn rotation(terms: usize, i: i64, p: i64, d: i64) -> Vec<i64> {
    let mut value = 0;
    let at_most = |v: i64, n: i64| {
        // 12 v <= (6 n + i) (p + sqrt d)
        let rest = 12 * v - n * p;
        rest <= 0 || rest * rest <= d * n * n
    };
    (1..=terms)
        .map(|n| {
            while at_most(value + 1, 6 * i64::try_from(n).unwrap() + i) {
                value += 1;
            }
            value
        })
        .collect()
}

#[test]
fn irrational_slopes_are_not_taken_for_their_convergents() {
    let slopes = [(0, 1, 5), (3, 4, 8), (1, 5, 13), (2, 1, 7), (5, 3, 29), (1, 7, 53), (0, 9, 85)];
    let step = 340 / runs(20);
    for (number, (i, p, d)) in slopes.into_iter().enumerate() {
        let values = rotation(400, i, p, d);
        let word: Vec<i64> = values.windows(2).map(|w| w[1] - w[0]).collect();
        for (what, list) in [("values", &values), ("word", &word)] {
            for terms in (24 + number..380).step_by(step) {
                for finding in find(&sequence("sg", 1, &list[..terms]), "sg") {
                    let next: Vec<num_bigint::BigInt> =
                        list[terms..terms + 12].iter().map(|&v| v.into()).collect();
                    assert_eq!(finding.next, next, "{what} {terms}: {}", finding.law.words);
                }
            }
        }
    }
}

/// Every law claimed from the first `terms` values holds for all of them.
fn no_false_claim(values: &[i64], terms: usize, what: &str) {
    claims_hold(&find(&sequence("sg", 0, &values[..terms]), "sg"), values, terms, what);
}

fn claims_hold(found: &[Finding], values: &[i64], terms: usize, what: &str) {
    for finding in found {
        let law = &finding.law;
        let mut body = Body::new(&law.body, &law.variables);
        let wrong = (terms..values.len()).find(|&n| body.at(&[n as i64]) != values[n]);
        assert_eq!(wrong, None, "{what} from {terms} terms: {}", law.words);
    }
}

#[test]
fn octal_games_of_three_digits() {
    for code in (1..512u16).step_by(512usize.div_ceil(runs(512))) {
        let digits = [6, 3, 0].map(|shift| u8::try_from(code >> shift & 7).unwrap());
        let values = octal(&digits, 800);
        for terms in [60, 200] {
            no_false_claim(&values, terms, &format!("octal .{code:03o}"));
        }
    }
}

#[test]
fn subtraction_sets_seen_for_long_enough() {
    let mut random = Random(13);
    for _ in 0..runs(200) {
        let set: Vec<usize> = (0..2 + random.below(4)).map(|_| 1 + random.below(30)).collect();
        let values = subtraction(&set, 2000);
        for terms in [100, 200, 500] {
            no_false_claim(&values, terms, &format!("subtraction {set:?}"));
        }
    }
}

#[test]
fn a_law_that_breaks_late() {
    let mut random = Random(5);
    for broken_from in [405, 450, 500, 550, 590] {
        let mut values: Vec<i64> = (0..600).map(|n| n % 5).collect();
        for v in &mut values[broken_from..] {
            *v = i64::try_from(random.below(5)).unwrap();
        }
        nothing(&values, &format!("broken from {broken_from}"));
    }
}

#[test]
fn exceptions_that_go_on_growing() {
    let is_power = |n: i64, base: i64| {
        let mut p = 1;
        while p < n {
            p *= base;
        }
        p == n
    };
    let is_square = |n: i64| (0..=n).any(|k| k * k == n);
    for last in [100, 300, 600, 900, 1000, 1500, 3000] {
        let power = |base: i64| {
            (0..3 * last).map(|n| if is_power(n, base) { 7 } else { n % 2 }).collect::<Vec<_>>()
        };
        // Sets with a law of their own: that law or none.
        let squares: Vec<i64> =
            (0..3 * last).map(|n| if is_square(n) { 9 } else { n % 3 }).collect();
        let terms = usize::try_from(last).unwrap();
        for (what, values) in [("2", power(2)), ("3", power(3)), ("squares", squares)] {
            let found = find_with_wrong_terms(&sequence("sg", 0, &values[..terms]), "sg");
            claims_hold(&found, &values, terms, what);
        }
        // Exceptions that thin out without being powers.
        let other: Vec<i64> =
            (1..last).map(|n| if is_power(n / 5 * 2, 2) { 7 } else { n % 2 }).collect();
        for finding in find(&sequence("sg", 1, &other), "sg") {
            assert!(finding.law.exceptions.is_empty(), "{last}: {}", finding.law.words);
        }
    }
}

#[test]
fn nearly_linear_games_are_not_taken_for_digit_laws() {
    // Take any number, or split into two heaps of at least 2 each: near n, with no law known.
    let mut values: Vec<i64> = Vec::new();
    for n in 0..3000usize {
        let mut seen = vec![false; 2 * n + 2];
        for &v in &values {
            seen[usize::try_from(v).unwrap()] = true;
        }
        for i in 2..=n / 2 {
            if let Some(mark) = seen.get_mut(usize::try_from(values[i] ^ values[n - i]).unwrap()) {
                *mark = true;
            }
        }
        values.push(i64::try_from(seen.iter().position(|&s| !s).unwrap()).unwrap());
    }
    for terms in [100, 300, 500, 1000, 2000] {
        no_false_claim(&values, terms, "parts of at least 2");
    }
}

#[test]
fn two_digits_are_not_taken_for_all() {
    // Below 100 this is n // 10 + n % 10.
    let sums: Vec<i64> = (0..400).map(|n| n % 10 + n / 10 % 10 + n / 100).collect();
    for terms in [60, 80, 99] {
        no_false_claim(&sums, terms, "sum of decimal digits");
    }
}

#[test]
fn too_few_terms() {
    for last in 0..24 {
        nothing(&(0..last).map(|n| n % 3).collect::<Vec<_>>(), "few terms");
    }
    // Two and a half periods of a rich cycle.
    let mut random = Random(9);
    let cycle: Vec<i64> = (0..40).map(|_| i64::try_from(random.below(50)).unwrap()).collect();
    nothing(&(0..100).map(|n| cycle[n % 40]).collect::<Vec<_>>(), "two and a half periods");
}

#[test]
fn extreme_values_do_no_harm() {
    let extremes = [i64::MIN, i64::MAX, 0, -1, 1];
    let table = sequence("sg", 0, &(0..100).map(|n| extremes[n % 5]).collect::<Vec<_>>());
    for finding in find(&table, "sg") {
        assert_true(&table, "sg", &finding);
    }
    let table = sequence("sg", i64::MAX - 99, &(0..99).collect::<Vec<_>>());
    let _ = find(&table, "sg");
    let table = sequence("sg", i64::MIN + 1, &(0..99).collect::<Vec<_>>());
    let _ = find(&table, "sg");
}

/// A value for every place.
type Law<P> = fn(P) -> i64;

/// With one term altered, a law lists it or is not stated; what is listed is only that term.
#[test]
fn one_altered_term_is_listed_or_nothing_is_said() {
    let mut random = Random(17);
    let laws: [(&str, Law<i64>); 7] = [
        ("n % 7", |n| n % 7),
        ("pairs", |n| n / 2),
        ("affine", |n| 3 * n + 1),
        ("list", |n| [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n as usize % 12]),
        ("rising", |n| n / 5 * 3 + [0, 7, 2, 2, 9][n as usize % 5]),
        ("squares", |n| n * n / 4),
        ("ones", |n| i64::from(n.count_ones())),
    ];
    let mut listed = 0;
    for run in 0..runs(140) {
        let (what, law) = laws[run % laws.len()];
        let mut values: Vec<i64> = (0..600).map(law).collect();
        let at = random.below(600);
        values[at] += 1 + i64::try_from(random.below(5)).unwrap();
        let table = sequence("sg", 0, &values);
        for finding in find(&table, "sg") {
            assert_true(&table, "sg", &finding);
            let law = &finding.law;
            let from = usize::try_from(law.from.unwrap()).unwrap();
            let expected = if at < from { Vec::new() } else { vec![(vec![at as i64], values[at])] };
            assert_eq!(law.exceptions, expected, "{what} altered at {at}: {}", law.words);
            listed += expected.len();
        }
    }
    assert!(4 * listed > runs(140), "{listed} altered terms listed");
}

#[test]
fn one_altered_cell_is_listed_or_nothing_is_said() {
    let mut random = Random(19);
    let laws: [(&str, Law<[i64; 2]>); 3] =
        [("xor", |p| p[0] ^ p[1]), ("sum", |p| (p[0] + p[1]) % 3), ("least", |p| p[0].min(p[1]))];
    for run in 0..runs(30) {
        let (what, law) = laws[run % laws.len()];
        let at = [0, 1].map(|_| i64::try_from(random.below(30)).unwrap());
        let value = law(at) + 5;
        let axes = [("a", 0, 29), ("b", 0, 29)];
        let table = grid("sg", &axes, |p| if *p == at { value } else { law([p[0], p[1]]) });
        for finding in find(&table, "sg").iter().filter(|f| f.law.subject == "sg") {
            assert_true(&table, "sg", finding);
            assert_eq!(finding.law.exceptions, [(at.to_vec(), value)], "{what} at {at:?}");
        }
    }
}

#[test]
fn random_small_grids() {
    let mut random = Random(23);
    for run in 0..runs(200) {
        let most = [2, 2, 4, 9][run % 4];
        let side = [9, 12, 16][run % 3];
        let name = ["sg", "win", "value"][run % 3];
        let table = grid(name, &[("a", 0, side), ("b", 0, side)], |_| {
            i64::try_from(random.below(most)).unwrap()
        });
        let found = find(&table, name);
        assert!(found.is_empty(), "run {run}: {}", found[0].law.words);
    }
}

#[test]
fn few_rows_do_not_tell_what_becomes_of_them() {
    let laws: [Law<[i64; 2]>; 4] =
        [|p| p[0] ^ (p[1] % 5), |p| p[0].min(p[1]), |p| p[1] / 2, |p| p[0] + p[1]];
    for rows in [2, 3] {
        for law in laws {
            let table = grid("sg", &[("x", 0, rows - 1), ("y", 0, 31)], |p| law([p[0], p[1]]));
            for finding in find(&table, "sg") {
                let words = &finding.law.words;
                let condition = finding.law.condition.map(|condition| condition.to_string());
                // The rows themselves, one or several, and no other.
                let one = (0..rows).map(|x| format!("x = {x}"));
                let several = (1..1 << rows).map(|mask: i64| {
                    let named = (0..rows).filter(|x| mask >> x & 1 == 1);
                    let named: Vec<String> = named.map(|x| x.to_string()).collect();
                    format!("x in {{{}}}", named.join(", "))
                });
                assert!(one.chain(several).map(Some).any(|rows| rows == condition), "{words}");
            }
        }
    }
    let divisors = grid("sg", &[("k", 1, 4), ("n", 0, 49)], |p| p[1] % (p[0] + 1));
    assert_eq!(find(&divisors, "sg").len(), 1);
}
