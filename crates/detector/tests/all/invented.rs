//! No law is invented: each claim made from the first part of a table is held against the rest.
//!
//! The tables are those from which false laws were once made, and a seeded stream of others like
//! them: noise, shuffled laws, steps, laws with a wrong term, slopes of every kind, digits seen
//! through few of them, games of two heaps.
#![allow(clippy::print_stderr, reason = "a long run tells what it claimed")]

use crate::common::{Body, Random, grid, mex, runs, sequence, subtraction};
use detector::find;
use expr::ast::Node;
use expr::law::Law;

/// A list of which the first terms are shown, or a box of which a corner is.
struct Shown {
    what: String,
    /// Name of the values.
    name: &'static str,
    /// Sides of the whole box, and of what is shown of it.
    whole: [usize; 2],
    part: [usize; 2],
    /// In row-major order; of a list there is one row.
    values: Vec<i64>,
}

impl Shown {
    fn list(what: impl Into<String>, terms: usize, values: Vec<i64>) -> Self {
        let (whole, part) = ([1, values.len()], [1, terms]);
        Self { what: what.into(), name: "value", whole, part, values }
    }

    fn square(
        what: String,
        name: &'static str,
        part: usize,
        whole: usize,
        f: impl Fn(i64, i64) -> i64,
    ) -> Self {
        let side = i64::try_from(whole).unwrap();
        let values = (0..side * side).map(|k| f(k / side, k % side)).collect();
        Self { what, name, whole: [whole; 2], part: [part; 2], values }
    }

    /// The laws claimed, and the first place where one of them fails.
    fn refuted(&self) -> (usize, Option<String>) {
        let at = |x: i64, y: i64| self.values[x as usize * self.whole[1] + y as usize];
        let last = self.part.map(|side| i64::try_from(side).unwrap() - 1);
        let is_list = self.whole[0] == 1;
        let table = match is_list {
            true => sequence(self.name, 0, &self.values[..self.part[1]]),
            false => grid(self.name, &[("x", 0, last[0]), ("y", 0, last[1])], |p| at(p[0], p[1])),
        };
        let mut claims = 0;
        for finding in find(&table, self.name) {
            let law = &finding.law;
            // The sides of lost pairs say what the pairs say.
            if law.variables.len() != if is_list { 1 } else { 2 } {
                continue;
            }
            claims += 1;
            let told = |p: [i64; 2]| match law.subject == self.name {
                true => at(p[0], p[1]),
                false => i64::from(at(p[0], p[1]) != 0),
            };
            if let Some(place) = first_wrong(law, self.whole, told) {
                let place = if is_list { format!("{}", place[1]) } else { format!("{place:?}") };
                return (claims, Some(format!("{}: {} fails at {place}", self.what, law.words)));
            }
        }
        (claims, None)
    }
}

fn first_wrong(law: &Law, whole: [usize; 2], told: impl Fn([i64; 2]) -> i64) -> Option<[i64; 2]> {
    let [rows, columns] = whole.map(|side| i64::try_from(side).unwrap());
    let mut condition = law.condition.as_ref().map(|c| Body::new(c, &law.variables));
    let mut speaks = |place: &[i64]| condition.as_mut().is_none_or(|c| c.at(place) == 1);
    // What repeats is told by the place before.
    if let Node::Call(name, before) = &law.body.node
        && *name == law.subject
    {
        let mut before = Body::new(before.last().unwrap(), &law.variables);
        return (0..rows * columns).map(|k| [k / columns, k % columns]).find(|&p| {
            let n = before.at(&p);
            n >= 0 && told([p[0], n]) != told(p)
        });
    }
    let mut body = Body::new(&law.body, &law.variables);
    (0..rows * columns).map(|k| [k / columns, k % columns]).find(|p| {
        let place = if rows == 1 { &p[1..] } else { &p[..] };
        let listed = law.exceptions.iter().find(|(at, _)| at == place);
        let is_before = rows == 1 && law.from.is_some_and(|from| p[1] < from);
        !is_before
            && speaks(place)
            && listed.map_or_else(|| body.at(place), |(_, value)| *value) != told(*p)
    })
}

fn nothing_false(shown: &Shown) {
    assert_eq!(shown.refuted().1, None);
}

/// A value for every number.
fn list(count: i64, f: impl Fn(i64) -> i64) -> Vec<i64> {
    (0..count).map(f).collect()
}

/// `floor(n * slope)`, the slope in units of 10^-30.
fn beatty(count: i64, slope: i128) -> Vec<i64> {
    list(count, |n| i64::try_from(i128::from(n) * slope / UNIT).unwrap())
}

const UNIT: i128 = 1_000_000_000_000_000_000_000_000_000_000;
const E: i128 = 2_718_281_828_459_045_235_360_287_471_352;
const PI: i128 = 3_141_592_653_589_793_238_462_643_383_279;
/// 2^(1/4)
const ROOT_OF_ROOT: i128 = 1_189_207_115_002_721_066_717_499_970_560;

#[test]
fn a_run_of_equal_values_is_no_evidence() {
    for (at, terms) in [(41, 80), (33, 60), (30, 50), (57, 100), (70, 120)] {
        let values = list(400, |n| i64::from(n >= at));
        // Nothing shows what such a table does next: only that it has changed once.
        let found = find(&sequence("value", 0, &values[..terms]), "value");
        assert!(found.is_empty(), "1 from {at} on, {terms} terms: {}", found[0].law.words);
    }
    let steps = list(80, |n| n / 34);
    let found = find(&sequence("value", 0, &steps), "value");
    assert!(found.is_empty(), "n // 34: {}", found[0].law.words);
    let values = subtraction(&[30, 43, 58, 75], 400);
    for terms in [80, 90, 95, 100] {
        nothing_false(&Shown::list("take 30, 43, 58, 75", terms, values.clone()));
    }
    // Steps enough are a law.
    for (d, terms) in [(5, 100), (10, 200), (34, 600)] {
        let table = sequence("value", 0, &list(terms, |n| n / d));
        assert_eq!(find(&table, "value").len(), 1, "n // {d}");
    }
}

#[test]
fn one_wrong_term_makes_no_other_law() {
    for (at, off) in [(26, -1), (31, 2), (50, 7)] {
        let ones = |n: i64| i64::from(n.count_ones()) + if n == at { off } else { 0 };
        nothing_false(&Shown::list(format!("ones, wrong at {at}"), 80, list(400, ones)));
    }
}

#[test]
fn one_wrong_cell_makes_no_other_law() {
    for (side, wrong) in [(20, [3, 7]), (12, [8, 8]), (16, [5, 9]), (20, [17, 2]), (24, [20, 20])] {
        let nim = |x: i64, y: i64| i64::from((x != y) != ([x, y] == wrong));
        let shown = Shown::square(format!("Nim but at {wrong:?}"), "win", side, 3 * side, nim);
        nothing_false(&shown);
        let axes = [("x", 0, side as i64 - 1), ("y", 0, side as i64 - 1)];
        for finding in find(&grid("win", &axes, |p| nim(p[0], p[1])), "win") {
            assert_eq!(finding.law.body.to_string(), "x != y");
            assert_eq!(finding.law.exceptions, [(wrong.to_vec(), nim(wrong[0], wrong[1]))]);
        }
    }
}

#[test]
fn a_slope_needs_terms_for_its_bits() {
    for (what, slope, terms) in
        [("e", E, 200), ("2^(1/4)", ROOT_OF_ROOT, 400), ("pi/2", PI / 2, 200), ("pi", PI, 300)]
    {
        nothing_false(&Shown::list(format!("floor({what} * n)"), terms, beatty(1500, slope)));
    }
}

/// Nim-values where these pairs of numbers may be taken from two heaps.
fn two_heaps(moves: &[(i64, i64)], side: i64) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        let options = moves.iter().map(|(i, j)| (x - i, y - j)).filter(|p| p.0 >= 0 && p.1 >= 0);
        let seen: Vec<i64> = options.map(|(x, y)| values[(x * side + y) as usize]).collect();
        values.push(mex(seen));
    }
    values
}

/// The game as it is on a corner of a box.
fn heaps(moves: &[(i64, i64)], name: &'static str, part: usize, whole: usize) -> Shown {
    let values = two_heaps(moves, whole as i64).into_iter();
    let values = values.map(|v| if name == "win" { i64::from(v > 0) } else { v }).collect();
    let what = format!("{name} of taking {moves:?}");
    Shown { what, name, whole: [whole; 2], part: [part; 2], values }
}

#[test]
fn regions_are_seen_on_all_sides() {
    for moves in [
        &[(1, 3), (2, 3), (2, 4)][..],
        &[(0, 3), (1, 3), (2, 3), (2, 4)],
        &[(0, 2), (1, 2), (3, 1), (4, 2)],
    ] {
        for name in ["win", "sg"] {
            nothing_false(&heaps(moves, name, 32, 80));
        }
    }
}

/// `k` times `n` digit by digit, without carries.
fn carryless(n: i64, k: i64, base: i64) -> i64 {
    if n == 0 { 0 } else { n % base * k % base + base * carryless(n / base, k, base) }
}

#[test]
fn digits_are_seen_before_they_are_a_law() {
    for base in 3..14 {
        for (k, terms) in (2..base.min(6)).flat_map(|k| [40, 65, 90, 130].map(|terms| (k, terms))) {
            let values = list(800, |n| carryless(n, k, base));
            nothing_false(&Shown::list(format!("{k} times to base {base}"), terms, values));
        }
    }
}

/// Numbers of which most slopes and laws are made.
fn small(random: &mut Random, lo: i64, hi: i64) -> i64 {
    lo + i64::try_from(random.below(usize::try_from(hi - lo + 1).unwrap())).unwrap()
}

/// A law that a person might meet.
fn lawful(random: &mut Random) -> (String, Box<dyn Fn(i64) -> i64>) {
    let (a, b, c) = (small(random, 1, 9), small(random, 2, 12), small(random, 0, 9));
    match random.below(6) {
        0 => (format!("n % {b}"), Box::new(move |n| n % b)),
        1 => (format!("{a} n + {c}"), Box::new(move |n| a * n + c)),
        2 => (format!("n // {a} + n % {b}"), Box::new(move |n| n / a + n % b)),
        3 => (format!("{a} n^2 // {b}"), Box::new(move |n| a * n * n / b)),
        4 => ("ones".to_owned(), Box::new(|n| i64::from(n.count_ones()))),
        _ => (format!("n ^ {c}"), Box::new(move |n| n ^ c)),
    }
}

/// Irrational numbers that are no slopes of quadratic fields, and square roots.
fn slope(random: &mut Random) -> (String, i128) {
    let root = |n: i128| {
        i128::try_from((n as u128 * (UNIT as u128)).isqrt()).unwrap() * 1_000_000_000_000_000
    };
    let (p, q) = (i128::from(small(random, 1, 9)), i128::from(small(random, 1, 7)));
    let (what, value) = match random.below(5) {
        0 => ("e".to_owned(), E),
        1 => ("pi".to_owned(), PI),
        2 => ("2^(1/4)".to_owned(), ROOT_OF_ROOT),
        3 => {
            let d = i128::from([2, 3, 5, 6, 7, 10, 11, 13][random.below(8)]);
            (format!("sqrt({d})"), root(d))
        }
        _ => {
            let fraction = i128::from(random.next() >> 1) * (UNIT / (1 << 62)) / 2;
            ("a random number".to_owned(), UNIT / 5 + fraction)
        }
    };
    (format!("{p}/{q} {what}"), value / q * p)
}

/// Whether so many terms of the slope are those of a fraction, or of a golden slope, that anyone would
/// name: no terms tell 5/6 pi from the square of the golden ratio before the 233rd.
fn looks_plain(slope: i128, terms: i64) -> bool {
    const PHI: i128 = 1_618_033_988_749_894_848_204_586_834_366;
    let terms = i128::from(terms);
    let is_golden = [PHI, PHI + UNIT, PHI - UNIT, 2 * UNIT - PHI]
        .into_iter()
        .any(|golden| (slope - golden).abs() < 4 * UNIT / (terms * terms));
    let is_fraction = (1..=3).any(|q| {
        let off = (slope * q).rem_euclid(UNIT);
        off.min(UNIT - off) < UNIT / terms * (q + 1)
    });
    is_golden || is_fraction
}

/// Whether the terms show four times that they repeat, but for a constant that is added each time: nobody
/// who sees no more expects anything else. `floor(n * 0.1252)` is `n // 8` for long, and numbers of two digits
/// do not tell what becomes of a third.
fn repeats(terms: &[i64]) -> bool {
    (1..=terms.len() / 4).any(|period| {
        let steps = terms[period..].iter().zip(terms).map(|(later, now)| later - now);
        let mut steps = steps.skip(period);
        let first = steps.next();
        steps.all(|step| Some(step) == first)
    })
}

/// The `k`-th table of the stream.
fn shown(k: usize) -> Shown {
    let mut random = Random(0x1A35 + 77 * k as u64);
    let r = &mut random;
    let terms = [24, 30, 40, 60, 80, 100, 150, 200][r.below(8)];
    let count = 3 * terms;
    let long = i64::try_from(count).unwrap();
    match k % 10 {
        0 => {
            let most = [2, 2, 3, 5, 20, 1000][r.below(6)];
            Shown::list("noise", terms, (0..count).map(|_| small(r, 0, most - 1)).collect())
        }
        1 => {
            let (what, law) = lawful(r);
            let mut values = list(long, law);
            r.shuffle(&mut values);
            Shown::list(format!("{what}, shuffled"), terms, values)
        }
        2 => {
            // Steps of any height in any places, one of them past the first quarter.
            let mut places: Vec<usize> = (0..r.below(5)).map(|_| r.below(terms)).collect();
            places.push(terms / 4 + r.below(terms / 2));
            let heights: Vec<i64> = places.iter().map(|_| small(r, 1, 3)).collect();
            let value = |n: usize| {
                places.iter().zip(&heights).filter(|(p, _)| **p <= n).map(|(_, h)| h).sum()
            };
            Shown::list(format!("steps at {places:?}"), terms, (0..count).map(value).collect())
        }
        3 => {
            let least = terms / 4 + r.below(terms / 6);
            let set: Vec<usize> = (0..4).map(|i| least + i * (3 + r.below(terms / 6))).collect();
            Shown::list(format!("take {set:?}"), terms, subtraction(&set, count - 1))
        }
        4 => {
            let (what, law) = lawful(r);
            let mut values = list(long, law);
            let at = r.below(terms);
            values[at] += [-3, -1, 1, 2, 7][r.below(5)];
            Shown::list(format!("{what}, wrong at {at}"), terms, values)
        }
        5 | 6 => {
            let (what, value) = slope(r);
            if looks_plain(value, terms as i64) {
                return shown(k + 10_007 * 10);
            }
            let shift = [0, 0, UNIT / 2, UNIT / 3, PI / 7][r.below(5)];
            let value = |n: i64| i64::try_from((i128::from(n) * value + shift) / UNIT).unwrap();
            Shown::list(format!("floor of {what} n + {shift}"), terms, list(long, value))
        }
        7 => {
            let base = small(r, 3, 13);
            let k = small(r, 2, base - 1);
            let sum = r.below(2) == 0;
            let digits = move |mut n: i64| {
                let mut total = 0;
                while n > 0 {
                    (total, n) = (total + n % base * k, n / base);
                }
                total
            };
            let value = |n: i64| if sum { digits(n) } else { carryless(n, k, base) };
            Shown::list(format!("digits to base {base}, {k}, {sum}"), terms, list(long * 3, value))
        }
        8 => {
            let side = 12 + r.below(13);
            let at = [0, 1].map(|_| r.below(side) as i64);
            let (name, law): (_, fn(i64, i64) -> i64) = match r.below(5) {
                0 => ("win", |x, y| i64::from(x != y)),
                1 => ("sg", |x, y| x ^ y),
                2 => ("sg", |x, y| (x + y) % 3),
                3 => ("win", |x, y| i64::from(x % 2 + y % 2 > 0)),
                _ => ("value", |x, y| x.min(y)),
            };
            let value = |x: i64, y: i64| match ([x, y] == at, name) {
                (false, _) => law(x, y),
                (true, "win") => 1 - law(x, y),
                _ => law(x, y) + 2,
            };
            Shown::square(format!("{name}, wrong at {at:?}"), name, side, 2 * side, value)
        }
        _ => {
            let moves: Vec<(i64, i64)> = (0..3 + r.below(2))
                .map(|_| (small(r, 0, 4), small(r, 0, 4)))
                .map(|m| if m == (0, 0) { (1, 2) } else { m })
                .collect();
            heaps(&moves, ["win", "sg"][r.below(2)], 20 + r.below(13), 64)
        }
    }
}

/// The `k`-th table of another stream: few rows, each of which may have a law of its own, and lists of
/// ones that grow rarer.
fn sliced(k: usize) -> Shown {
    let mut random = Random(0x51CE + 77 * k as u64);
    let r = &mut random;
    let (rows, columns) = (2 + r.below(7), [40, 60, 80, 120][r.below(4)]);
    let name = ["win", "sg"][r.below(2)];
    let rules: Vec<Box<dyn Fn(i64) -> i64>> = match k % 5 {
        // noise, and rows that have nothing to do with each other
        0 => {
            let most = if name == "win" { 1 } else { 4 };
            let noise = |r: &mut Random| -> Vec<i64> {
                (0..3 * columns).map(|_| small(r, 0, most)).collect()
            };
            let rows: Vec<Vec<i64>> = (0..2 * rows).map(|_| noise(r)).collect();
            rows.into_iter().map(|row| Box::new(move |n: i64| row[n as usize]) as _).collect()
        }
        1 => {
            // no two of them alike, and zeros in all
            let mut seen: Vec<String> = Vec::new();
            let mut row = |_| loop {
                let (what, law) = lawful(r);
                if !seen.contains(&what) {
                    seen.push(what);
                    return Box::new(move |n| law(n) % 5) as _;
                }
            };
            (0..2 * rows).map(&mut row).collect()
        }
        // games whose moves depend on the row in a way of their own
        2 => (0..2 * rows)
            .map(|row| {
                let set = [1 + r.below(3), 3 + row, 4 + r.below(9)];
                let values = subtraction(&set, 3 * columns);
                Box::new(move |n: i64| values[n as usize]) as _
            })
            .collect(),
        // a family with a wrong cell
        3 => {
            let (a, b, wrong) = (small(r, 1, 3), small(r, 1, 5), small(r, 0, columns as i64 - 1));
            let odd = r.below(rows);
            let row = |row: usize| {
                let m = a * row as i64 + b;
                let off = i64::from(row == odd);
                Box::new(move |n: i64| if n == wrong { n % m + off } else { n % m }) as _
            };
            (0..2 * rows).map(row).collect()
        }
        // ones at numbers that grow by no recurrence
        _ => {
            let (p, q) = (small(r, 11, 30), small(r, 0, 9));
            let mut marks: Vec<i64> = vec![1 + q];
            while marks.last().is_some_and(|&last| last < 10_000) {
                let last = marks[marks.len() - 1];
                marks.push(last + (last * (p - 10) / 10).max(1) + small(r, 0, 1 + last / 8));
            }
            let values = list(6000, |n| i64::from(marks.contains(&n)));
            return Shown::list("ones that grow rarer", 1500, values);
        }
    };
    let is_win = name == "win";
    let value = |row: usize, n: i64| if is_win { rules[row](n) % 2 } else { rules[row](n) };
    let long = 3 * columns as i64;
    let values = (0..2 * rows).flat_map(|row| (0..long).map(move |n| (row, n)));
    let values = values.map(|(row, n)| value(row, n)).collect();
    Shown {
        what: format!("rows {}", k % 5),
        name,
        whole: [2 * rows, 3 * columns],
        part: [rows, columns],
        values,
    }
}

/// How many laws are claimed of those tables; none of them may fail, but where nobody could know better, and
/// that is rare.
fn claimed(stream: fn(usize) -> Shown, tables: impl Iterator<Item = usize>) -> usize {
    let (mut claims, mut plain, mut wrong) = (0, 0, Vec::new());
    for k in tables {
        let shown = stream(k);
        let (some, refuted) = shown.refuted();
        claims += some;
        let is_list = shown.whole[0] == 1;
        match refuted {
            Some(_) if is_list && repeats(&shown.values[..shown.part[1]]) => plain += 1,
            refuted => wrong.extend(refuted.map(|text| format!("{k}: {text}"))),
        }
    }
    assert!(plain * 50 <= claims, "{plain} of {claims} laws are plain and false");
    assert!(wrong.is_empty(), "{} of {claims} laws are false:\n{}", wrong.len(), wrong.join("\n"));
    claims
}

#[test]
fn tables_without_a_false_law() {
    let tables = runs(200);
    let claims = claimed(shown, 0..tables);
    assert!(10 * claims > tables, "{claims} laws claimed: too few to tell anything");
}

#[test]
fn few_rows_make_no_false_law() {
    let tables = runs(100);
    let claims = claimed(sliced, 0..tables);
    assert!(5 * claims > tables, "{claims} laws claimed: too few to tell anything");
}

/// One of their terms is wrong, and `min(popcount(n), radical(n))` would explain it.
#[test]
fn a_wrong_term_is_not_explained_by_a_pair() {
    claimed(shown, [1154, 2284].into_iter());
}

/// Seven times n to base 13 without carries, of which 80 terms show three rounds of two digits.
#[test]
fn rounds_of_few_high_digits_are_no_period() {
    claimed(shown, [7057].into_iter());
}

/// Rows of x + 4 columns, one of which has a wrong cell: no row shows that it begins to repeat late.
#[test]
fn a_wrong_cell_is_no_late_beginning() {
    claimed(sliced, [873].into_iter());
}

/// Ten thousand take minutes: `cargo test -p mexlab-detector --test all invented:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_tables_without_a_false_law() {
    eprintln!("{} laws claimed", claimed(shown, 0..10_000) + claimed(sliced, 0..2000));
}
