//! Tables and findings of the program against published values and periods.

use crate::support::{Rows, mexlab, published, sequences};
use crate::tried::tried;
use serde_json::Value;

/// The nim-values of heaps 0 to `to`.
fn nim_values(game: &str, to: usize) -> Vec<i64> {
    let rows = Rows::of(&format!("{game} --to {to} --quantity sg")).columns(&["n", "sg"]);
    assert_eq!(rows.len(), to + 1, "{game}");
    for (n, row) in (0..).zip(&rows) {
        assert_eq!(row[0], n, "{game}");
    }
    rows.into_iter().map(|row| row[1]).collect()
}

/// Asserts that the values from `first` on are these.
fn begins(game: &str, values: &[i64], first: usize, expected: &[i64]) {
    for (n, (value, right)) in (first..).zip(values[first..].iter().zip(expected)) {
        assert_eq!(value, right, "{game} at {n}");
    }
}

/// A code with its published preperiod, period, saltus and, where printed, greatest value.
struct Periodic {
    code: &'static str,
    preperiod: usize,
    period: usize,
    saltus: i64,
    max: Option<i64>,
}

/// The lines of tests/data/octal_periods.csv.
fn periods() -> Vec<Periodic> {
    let text = include_str!("../data/octal_periods.csv");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let periodic = |line: &'static str| {
        let [code, preperiod, period, saltus, max] = line.splitn(6, ';').collect::<Vec<_>>()[..5]
        else {
            panic!("six fields in {line}")
        };
        let number = |word: &str| word.parse::<usize>().expect("a number");
        Periodic {
            code,
            preperiod: number(preperiod),
            period: number(period),
            saltus: saltus.parse().expect("a number"),
            max: max.parse().ok(),
        }
    };
    lines.map(periodic).collect()
}

#[test]
fn long_tables_repeat_as_published() {
    let codes = [
        "octal:0.77",
        "octal:0.07",
        "octal:0.137",
        "octal:0.156",
        "octal:0.165",
        "octal:0.356",
        "hex:0.3F",
        "allbut:2,3,7",
        "subtract:2,5,7",
    ];
    for code in codes {
        let published = periods().into_iter().find(|row| row.code == code);
        repeats(&published.expect("a published period"), 20_000);
    }
}

#[test]
fn tables_repeat_as_published() {
    for published in periods() {
        if published.preperiod + 2 * published.period < 1500 {
            repeats(&published, 1500);
        }
    }
}

/// Asserts that the values repeat, and not from an earlier heap on.
fn repeats(published: &Periodic, to: usize) {
    let &Periodic { code, preperiod, period, saltus, max } = published;
    let values = nim_values(code, to);
    for n in preperiod..=to - period {
        assert_eq!(values[n + period], values[n] + saltus, "{code} at {n}");
    }
    if preperiod > 0 {
        let last = preperiod - 1;
        assert_ne!(values[last + period], values[last] + saltus, "{code} at {last}");
    }
    if let Some(max) = max {
        assert_eq!(values.iter().max(), Some(&max), "{code}");
    }
}

#[test]
fn octal_games_have_the_published_values() {
    for sequence in sequences(include_str!("../data/octal_sequences.txt")) {
        let code = sequence.title[0];
        let bar = sequence.words.iter().position(|&word| word == "|").expect("a bar");
        let numbers = |words: &[&str]| {
            words.iter().map(|word| word.parse().expect("a number")).collect::<Vec<i64>>()
        };
        let (once, again) = (numbers(&sequence.words[..bar]), numbers(&sequence.words[bar + 1..]));
        let expected: Vec<i64> =
            once.iter().chain(again.iter().cycle()).copied().take(3001).collect();
        assert_eq!(nim_values(code, 3000), expected, "{code}");
    }
}

#[test]
fn octal_games_have_the_values_of_the_oeis() {
    for sequence in sequences(include_str!("../data/oeis_octal.txt")) {
        let first: usize = sequence.title[2].parse().expect("an index");
        let values = sequence.values();
        let table = nim_values(sequence.title[0], first + values.len() - 1);
        begins(sequence.title[0], &table, first, &values);
    }
}

#[test]
fn the_number_taken_is_prime() {
    let file = include_str!("../data/subtract_a_prime.txt");
    let values = sequences(file)[0].values();
    assert_eq!(nim_values("subtract:primes", 19_999), values);
    assert_eq!(nim_values("subtraction -p S=primes", 19_999), values);
}

#[test]
fn heaps_have_the_published_values() {
    for (name, game) in [
        ("octal:0.77", "octal:0.77"),
        ("octal:0.07", "octal:0.07"),
        ("hex:0.3F", "hex:0.3F"),
        ("allbut:2,3,7", "allbut:2,3,7"),
        ("subtract:2,3,7", "subtract:2,3,7"),
        ("subtract:2,5,7", "subtraction -p S=2,5,7"),
        ("subtract:squares", "subtract:squares"),
        ("subtract:fibonacci", "subtraction -p S=fibonacci"),
        ("grundy", "grundy"),
        ("grundy-oeis", "grundy"),
        ("lasker", "lasker"),
    ] {
        let (first, values) = published(name);
        begins(game, &nim_values(game, first + values.len() - 1), first, &values);
    }
}

#[test]
fn a_factorial_breaks_its_period_late() {
    // Looks periodic with period 25 up to n = 5049; g(5050) = 4 (OEIS A014587).
    let values = nim_values("subtract:factorials", 5050);
    for n in 0..=5024 {
        assert_eq!(values[n + 25], values[n], "n = {n}");
    }
    assert_eq!((values[5050], values[5025]), (4, 0));
}

#[test]
fn misere_heaps_have_the_published_outcomes() {
    // The misere nim-value of a heap is 0 iff the player to move loses misere play.
    for game in ["octal:0.77", "octal:0.07", "hex:0.3F", "grundy", "allbut:2,3,7", "subtract:2,3,7"]
    {
        let (_, values) = published(&format!("misere:{game}"));
        let arguments = format!("{game} --to 12 --quantity misere");
        for row in Rows::of(&arguments).columns(&["n", "misere"]) {
            let n = usize::try_from(row[0]).expect("a heap");
            assert_eq!(row[1] == 1, values[n] != 0, "{game} at {n}");
        }
    }
}

/// A table of nim-values of a game on two numbers.
fn grid(game: &str, columns: [&str; 2], to: usize) -> Vec<([i64; 2], i64)> {
    let [a, b] = columns;
    let rows = Rows::of(&format!("{game} --to {to} --quantity sg")).columns(&[a, b, "sg"]);
    assert!(rows.len() > to * to / 2, "{game}");
    rows.into_iter().map(|row| ([row[0], row[1]], row[2])).collect()
}

#[test]
fn wythoff_has_the_published_rows() {
    let rows = [("wythoff", "wythoff", 10), ("wythoff-row-3", "wythoff", 3)];
    let more = [("wythoff-row-5", "wythoff", 5), ("wythoff-ext:1", "wythoff-ext -p d=1", 10)];
    for (name, game, a) in rows.into_iter().chain(more) {
        let (_, values) = published(name);
        let table = grid(game, ["a", "b"], values.len() - 1);
        for (b, value) in (0..).zip(values) {
            let at = |pair: [i64; 2]| table.iter().find(|(position, _)| *position == pair);
            let found = at([a, b]).or_else(|| at([b, a])).expect("the position");
            assert_eq!(found.1, value, "{game} at ({a}, {b})");
        }
    }
    let (_, diagonal) = published("wythoff-diagonal");
    for ([a, b], sg) in grid("wythoff", ["a", "b"], diagonal.len() - 1) {
        if a == b {
            assert_eq!(sg, diagonal[usize::try_from(a).expect("a heap")], "({a}, {a})");
        }
    }
}

#[test]
fn positive_euclid_has_its_closed_form() {
    // floor |y/x - x/y| (Nivasch).
    for ([x, y], sg) in grid("euclid-positive", ["a", "b"], 100) {
        assert_eq!(sg, (y * y - x * x).abs() / (x * y), "({x}, {y})");
    }
}

#[test]
fn coins_turned_have_the_published_values() {
    for (name, game) in [
        ("mock-turtles", "mock-turtles -p base=1"),
        ("ruler", "ruler"),
        ("turn-upto-5", "coin-upto-k -p k=5"),
    ] {
        let (first, values) = published(name);
        let values = &values[..values.len().min(30)];
        let arguments = format!("{game} --to {} --quantity sg", first + values.len() - 1);
        let table = Rows::of(&arguments).columns(&["sg"]).concat();
        assert_eq!(table, values, "{game}");
    }
}

#[test]
fn nim_product_is_the_value_of_a_rectangle() {
    let (_, triangle) = published("nim-product-triangle");
    let table = grid("rectangle-turn", ["x", "y"], 11);
    let pairs = (0..12).flat_map(|x| (0..=x).map(move |y| [x, y]));
    for (pair, product) in pairs.zip(triangle) {
        let found = table.iter().find(|(position, _)| *position == pair).expect("the position");
        assert_eq!(found.1, product, "{pair:?}");
    }
}

#[test]
fn fibonacci_numbers_are_lost() {
    let rows = Rows::of("fibonacci-nim --starts --to 300 --quantity win").columns(&["n", "win"]);
    let lost: Vec<i64> = rows.iter().filter(|row| row[1] == 0).map(|row| row[0]).collect();
    assert_eq!(lost, [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]);
}

#[test]
fn findings_name_the_published_periods() {
    // A period of 1 is a constant, for which there are better words.
    for published in tried(periods().into_iter().filter(|published| published.period > 1)) {
        let Periodic { code, preperiod, period, saltus, .. } = published;
        let to = (4 * preperiod + 20 * period).max(200);
        if to > 50_000 {
            continue;
        }
        let long =
            ["octal:0.77", "octal:0.07", "octal:0.137", "octal:0.156", "hex:0.3F", "allbut:2,3,7"];
        let to = if long.contains(&code) { 20_000 } else { to };
        let json = mexlab(&["find", code, "--to", &to.to_string(), "--format", "json"]);
        let findings: Value = serde_json::from_str(&json).expect("JSON");
        let findings = findings.as_array().expect("a list");
        let mut parameters = findings.iter().map(|finding| &finding["parameters"]);
        let Some(stated) = parameters.find(|parameters| parameters.get("period").is_some()) else {
            panic!("{code} to {to}: no period found")
        };
        let number = |name: &str| stated.get(name).map_or(Some(0), Value::as_i64);
        let found = ["preperiod", "period", "saltus"].map(number);
        let expected = [preperiod as i64, period as i64, saltus].map(Some);
        assert_eq!(found, expected, "{code} to {to}");
    }
}

/// Rows of output/atlas/octal.csv of which the literature says otherwise: game, preperiod, what it says.
fn disputed() -> Vec<(String, String, String)> {
    let mut rows =
        csv::Reader::from_reader(include_str!("../../../../output/atlas/octal.csv").as_bytes());
    let rows = rows.records().map(|row| row.expect("a row"));
    let rows = rows.filter(|row| !row[9].is_empty());
    rows.map(|row| (row[0].to_owned(), row[2].to_owned(), row[9].to_owned())).collect()
}

#[test]
fn the_table_of_octal_games_marks_where_the_literature_differs() {
    let document = include_str!("../../../../docs/certificates.md");
    let disputed = disputed();
    let (open, other): (Vec<_>, Vec<_>) =
        disputed.iter().partition(|(_, _, says)| says.starts_with("unsolved: "));
    assert_eq!((open.len(), other.len()), (8, 1));
    for (game, preperiod, _) in &disputed {
        let code = game.strip_prefix("octal:").expect("a code");
        assert!(document.contains(&format!("{code} ")) || document.contains(&format!("{code},")));
        assert!(document.contains(&format!("n = {preperiod}")), "{code}");
    }
    let (game, preperiod, says) = other[0];
    assert_eq!((game.as_str(), preperiod.as_str()), ("octal:0.56", "326640"));
    assert!(says.starts_with("preperiod 326638, period 144: OEIS A071436"), "{says}");
    // the last exception, and the one the comment names
    let values = nim_values("octal:0.56", 326_783);
    assert_eq!((values[326_639], values[326_639 + 144]), (26, 16));
    let mut exceptions = (0..values.len() - 144).filter(|&n| values[n] != values[n + 144]);
    assert_eq!(exceptions.next_back(), Some(326_639));
}
