//! Searches for laws, of rules and of files.

use super::{folder, good, json};
use crate::program::{Ran, run};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn find_reads_rules_and_every_form_of_values() {
    let folder = folder();
    let path = folder.path();
    let found = json(&good(path, "find bash -p m=2 --to 100 --quantity sg --format json"));
    assert_eq!(found[0]["quantity"], "sg");
    assert_eq!(found[0]["parameters"]["period"], 3);
    assert_eq!(found[0]["next"][0], 2);

    let values: Vec<String> = (0..90).map(|n| (n % 3).to_string()).collect();
    let numbered = |separator: &str, header: &str| {
        let rows = values.iter().enumerate().map(|(n, v)| format!("{n}{separator}{v}\n"));
        format!("{header}{}", rows.collect::<String>())
    };
    let forms = [
        values.join("\n"),
        values.join(" "),
        values.join(", "),
        numbered(" ", "# a b-file\n"),
        numbered(",", "n,sg\n"),
    ];
    for form in &forms {
        let ran = run(path, &["find", "-", "--format", "json"], form);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let found = json(&ran.out);
        assert_eq!(found[0]["parameters"]["period"], 3, "{}: {form}", ran.out);
        assert_eq!(found[0]["proved"], false);
    }
    for form in &forms[1..3] {
        let ran = run(path, &["find", form, "--format", "json"], "");
        assert_eq!(json(&ran.out)[0]["parameters"]["period"], 3, "{}{}", ran.out, ran.err);
    }
    let words: Vec<&str> = forms[1].split(' ').collect();
    let ran = run(path, &[&["find"], &words[..], &["--format", "json"]].concat(), "");
    assert_eq!(json(&ran.out)[0]["parameters"]["period"], 3, "{}{}", ran.out, ran.err);
    assert!(good(path, "find -3 -2 -1 0 1 2 3 4 5 6").contains("list of 10 numbers"));
    fs::write(path.join("values.csv"), &forms[4]).expect("written");
    let text = good(path, "find values.csv");
    assert!(text.contains("holds up to n = 89"), "{text}");
    let csv = good(path, "find values.csv --format csv");
    assert!(csv.starts_with("quantity,kind,law,from,verified_to,"), "{csv}");
}

/// A law that a language has no words for is a comment beside the code of the others.
#[test]
fn find_emits_what_has_a_form() {
    let folder = folder();
    let rule = "state (a, b)\nmove (a, b) -> (a - s * b, b) for s in 1..a // b if b > 0\n\
                move (a, b) -> (a, b - s) for s in 1..min(a, b)\n";
    fs::write(folder.path().join("g.game"), format!("game g\n{rule}")).expect("written");
    let emitted = good(
        folder.path(),
        "find g.game --to a=10,b=10 --quantity sg,misere --emit python --quiet",
    );
    assert!(emitted.contains("# misere(a, b + (a + 1)) = misere(a, b)"), "{emitted}");
    assert!(emitted.contains("has no short form in Python"), "{emitted}");
    assert!(emitted.contains("return int(b % (a + 1) != 0)"), "{emitted}");
}

/// Words and fractions have laws like other values, whether a file or a rule has them.
#[test]
fn find_reads_words_and_fractions() {
    let folder = folder();
    let path = folder.path();
    let laws = |text: &str| {
        let ran = run(path, &["find", "-", "--emit", "text"], text);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let outcomes: String = (0..90).map(|n| format!("{n},{}\n", ["P", "L", "R"][n % 3])).collect();
    let found = laws(&format!("n,outcome\n{outcomes}"));
    assert!(found.contains("outcome_P(n) = 1 iff n % 3 = 0, else 0"), "{found}");
    assert!(found.contains("outcome_L(n) = 1 iff n % 3 = 1, else 0"), "{found}");
    let halves: String = (0..90).map(|n| format!("{n},{n}/2\n")).collect();
    assert_eq!(laws(&format!("n,value\n{halves}")).trim(), "value_times_2(n) = n");
    let thirds: String = (0..90).map(|n| format!("{n},{n}/3\n")).collect();
    let thirds = laws(&format!("n,value\n{thirds}"));
    assert!(
        thirds.contains("value_denominator: ") && thirds.contains("value_numerator(n) = "),
        "{thirds}"
    );
}

/// The law that the rule states is found without it.
#[test]
fn find_states_and_proves_laws_of_sets_by_their_elements() {
    let folder = folder();
    let found = |rule: &str| {
        fs::write(folder.path().join("set.game"), rule).expect("a rule");
        good(folder.path(), "find set.game")
    };
    let bulbs = found(
        "game bulbs\nstate (A subset 1..8)\nmove A -> if i + 1 in A then A - {i, i + 1} else A - {i} + {i + 1} \
         for i in A if i < 8\ntable sg, win\n",
    );
    assert!(bulbs.contains("sg(A) = xor{x % 2 for x in A}\n"), "{bulbs}");
    for column in ["sg", "win"] {
        let proved = format!("{column}: proved for every position: exhaustion");
        assert!(bulbs.contains(&proved), "{bulbs}");
    }
    let one = found(
        "game one\nstate (A subset 1..8)\nmove A -> A - {x} for x in A\ntable win, sg, remoteness\n",
    );
    for law in ["win(A) = size(A) % 2", "sg(A) = size(A) % 2", "remoteness(A) = size(A)"] {
        assert!(one.contains(law), "{law}: {one}");
    }
    assert!(one.contains("win: proved for every position"), "{one}");
}

#[test]
fn find_sees_the_value_of_a_cake() {
    let folder = folder();
    let found = json(&good(folder.path(), "find cutcake --quantity value --format json"));
    let law = found[0]["law"].as_str().expect("a law of the value");
    assert!(law.contains("max(x // 2 ** (bitlen(y) - 1), 1)"), "{law}");
    assert_eq!(found[0]["exceptions"].as_array().map(Vec::len), Some(0), "{law}");
}

/// Nivasch 2006: the quotients are exact inside `abs`.
#[test]
fn euclids_game_by_exact_quotients() {
    let folder = folder();
    let text = "game eu\nstate (a from 1, b from 1) symmetric\n\
        move (a - k * b, b)  for k in 1..(a - 1) // b\nmove (a, b - k * a)  for k in 1..(b - 1) // a\n\
        table sg to a = 60, b = 60\nclaim book.1: sg = floor(abs(a / b - b / a))\n\
        claim book.2: sg = abs(a // b - b // a)\n";
    fs::write(folder.path().join("eu.game"), text).expect("written");
    let ran = run(folder.path(), &["check", "eu.game"], "");
    let verdict =
        |id: &str| ran.out.lines().find(|line| line.starts_with(id)).unwrap_or("").to_owned();
    assert!(verdict("book.1").contains("holds up to"), "{}", ran.out);
    assert!(verdict("book.2").contains("fails"), "{}", ran.out);
}

#[test]
fn find_asks_the_engine_for_more_terms() {
    let folder = folder();
    // 101 terms are too few for the period of .07, which begins at 53.
    let laws = json(&good(folder.path(), "find octal:0.07 --to 100 --format json"));
    assert_eq!(
        (&laws[0]["parameters"]["period"], &laws[0]["verified_to"]),
        (&34.into(), &1000.into())
    );
    // A law of few terms is put to the test.
    let laws =
        json(&good(folder.path(), "find subtract:1,3,4 --to 60 --quantity sg --format json"));
    assert_eq!(
        (&laws[0]["parameters"]["period"], &laws[0]["verified_to"]),
        (&7.into(), &600.into())
    );
    let grid = json(&good(folder.path(), "find wythoff --quantity win --to 40 --format json"));
    assert_eq!(grid[0]["verified_to"], serde_json::json!([120, 120]));
}

#[test]
fn find_writes_code() {
    let folder = folder();
    let find = |language: &str| {
        good(folder.path(), &format!("find bash -p m=4 --quantity sg --emit {language}"))
    };
    assert!(find("text").starts_with("sg(n) = n % 5\n"), "{}", find("text"));
    assert!(find("python").contains("# proved for every position: "), "{}", find("python"));
    assert!(find("python").contains("\ndef sg(n):\n"), "{}", find("python"));
    assert!(find("python").ends_with("\n    return n % 5\n"), "{}", find("python"));
    assert!(find("cpp").ends_with("\n    return n % 5;\n}\n"), "{}", find("cpp"));
    assert!(find("rust").ends_with("\n    n % 5\n}\n"), "{}", find("rust"));
    assert!(find("latex").ends_with("\\operatorname{sg}(n) = n \\bmod 5\n"), "{}", find("latex"));
    // Two lists of positions, and a column without a law.
    let pairs = good(folder.path(), "find wythoff --quantity win --emit rust");
    for part in ["fn win(a: i64, b: i64) -> i64", "fn is_a(x: i64) -> bool", "fn b(i: i64) -> i64"]
    {
        assert!(pairs.contains(part), "no {part} in {pairs}");
    }
    let none = good(folder.path(), "find octal:0.6 --to 300 --emit cpp");
    assert!(none.starts_with("// sg: no law found up to n = "), "{none}");
    let run = good(folder.path(), "run lasker --to 100 --emit latex");
    assert!(run.contains("\\operatorname{sg}(n) = "), "{run}");
}

/// Compares the functions of a program with the columns of a table. Per column: cells, cells that the
/// function refuses, the first cell where it answers something else.
const COMPARE: &str = "
import csv, inspect, sys
names = set(globals())
exec(open('code.py').read())
with open('table.csv') as file:
    rows = [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]
for name in sorted(set(globals()) & set(rows[0]) - names):
    function, refused, wrong = globals()[name], 0, None
    for row in rows:
        at = [row[variable] for variable in inspect.signature(function).parameters]
        try:
            if function(*at) != row[name]: wrong = wrong or row
        except ValueError:
            refused += 1
    print(name, len(rows), refused, wrong)
";

/// Of every cell of the table the code says what the table says, but where no law speaks.
#[test]
#[allow(clippy::print_stderr, reason = "a language left out must be seen")]
fn code_answers_where_a_law_speaks_and_nowhere_else() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("not tested: python3 is missing");
        return;
    }
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("compare.py"), COMPARE).expect("written");
    // Two rows with laws, and one without whose cells are listed.
    let cell = |k: i64, n: i64| [n % 5, n / 3 + 1, n * n * n * 7919 % 1009][k as usize];
    let rows = (0..3).flat_map(|k| (0..60).map(move |n| format!("{k},{n},{}\n", cell(k, n))));
    fs::write(path.join("rows.csv"), format!("k,n,sg\n{}", rows.collect::<String>()))
        .expect("rows");
    for (subject, expected) in [
        ("calendar", "win 37198 18742 None"),
        ("climbing-hill", "win 1280 1024 None"),
        (
            "dag-sum",
            "misere 256 128 None\nremoteness 256 128 None\nsg 256 128 None\nwin 256 128 None",
        ),
        ("dag-and-heap", "win 1280 640 None"),
        ("random-start", "win 256 128 None"),
        ("largest-value", "sg 5120 1024 None"),
        ("multi-sg", "sg 4096 1024 None\nwin 4096 1728 None"),
        ("lasker", "sg 2001 0 None\nwin 2001 0 None"),
        ("take-1-2-all", "misere 301 0 None\nsg 301 0 None\nwin 301 0 None"),
        ("rows.csv", "sg 180 0 None"),
    ] {
        let code = good(path, &format!("find {subject} --emit python"));
        fs::write(path.join("code.py"), &code).expect("written");
        let table = match subject {
            "rows.csv" => fs::read_to_string(path.join(subject)).expect("there"),
            _ => good(path, &format!("table {subject}")),
        };
        fs::write(path.join("table.csv"), table).expect("written");
        let ran = Command::new("python3").arg("compare.py").current_dir(path).output();
        let ran = ran.expect("python3 runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        let error = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(said.trim(), expected, "{subject}: {error}\n{code}");
    }
}

#[test]
fn find_reads_matrices_and_lists_of_positions() {
    let folder = folder();
    let rows = |f: &dyn Fn(i64, i64) -> i64| -> String {
        let row = |a| (0..16).map(|b| format!(",{}", f(a, b))).collect::<String>();
        (0..16).map(|a| format!("{a}{}\n", row(a))).collect()
    };
    let heading: String = (0..16).map(|b| format!(",{b}")).collect();
    fs::write(folder.path().join("m.csv"), format!("{heading}\n{}", rows(&|a, b| a ^ b)))
        .expect("m");
    let matrix = good(folder.path(), "find m.csv");
    let said = "read as a matrix of numbers with headers: a = 0..15 down, b = 0..15 across\n";
    assert!(matrix.starts_with(&format!("{said}value(a, b) = a ^ b\n")), "{matrix}");
    let lost: String = (0..60).map(|n| format!("{}\n", 4 * n)).collect();
    fs::write(folder.path().join("lost.txt"), lost).expect("lost");
    let laws = good(folder.path(), "find lost.txt --positions");
    assert!(laws.starts_with("read as 60 lost positions n\nwin(n) iff n % 4 "), "{laws}");
    let Ran { status, err, .. } = run(folder.path(), &["find", "lasker", "--positions"], "");
    assert!(status == 2 && err.contains("for files"), "{err}");
}

#[test]
fn find_states_no_law_where_there_is_none() {
    let folder = folder();
    let noise = "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8 4 1 7 9";
    let ran = run(folder.path(), &["find", "-", "--format", "json"], noise);
    assert_eq!((ran.status, ran.out.as_str()), (0, "[]\n"));
    let ran = run(folder.path(), &["find", "-"], noise);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "read as a list of 40 numbers from n = 0\nvalue: no law found up to n = 39\n")
    );
    let quiet = run(folder.path(), &["find", "-", "--quiet"], noise);
    assert_eq!(quiet.out, ran.out, "how it was read is part of the answer");
}

#[test]
fn outcomes_of_a_rule_have_laws() {
    let folder = folder();
    let rule = ["-e", "heap n", "-e", "left n - 1 if n > 0", "-e", "right n - 2 if n > 1"];
    let asked = ["--to", "40", "--quantity", "outcome"];
    let arguments = |command| [command].into_iter().chain(rule).chain(asked).collect::<Vec<_>>();
    let ran = run(folder.path(), &arguments("find"), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("outcome_L(n) = 1 iff"), "{}", ran.out);
    let ran = run(folder.path(), &arguments("run"), "");
    assert!(ran.status == 0 && !ran.out.contains("no law"), "{}{}", ran.out, ran.err);
}

/// The files of data/pasted are read as expected.csv says, or refused with both readings.
#[test]
fn pasted_files_are_read_as_what_they_are() {
    let pasted = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pasted");
    let mut expected = csv::Reader::from_path(pasted.join("expected.csv")).expect("a table");
    let mut count = 0;
    for case in expected.records() {
        let case = case.expect("a row");
        let (file, read, law) = (&case[0], &case[1], &case[2]);
        let ran = run(&pasted, &["find", file, "--emit", "python"], "");
        if read.is_empty() {
            assert_eq!((ran.status, &*ran.out), (2, ""), "{file}");
            assert!(
                ran.err.contains("two readings") && ran.err.contains("--as list or --as matrix"),
                "{}",
                ran.err
            );
        } else {
            assert!(
                ran.out.starts_with(&format!("# read as {read}\n")),
                "{file}: {}{}",
                ran.out,
                ran.err
            );
            assert!(law.is_empty() || ran.out.contains("def "), "{file}: {}", ran.out);
        }
        count += 1;
    }
    assert!(count >= 15, "{count} files");
}

/// What has two readings is read as it is told to be; JSON says how.
#[test]
fn a_reading_can_be_chosen() {
    let folder = folder();
    let rows: String =
        (0..40).map(|r| format!("{} {} {} {}\n", r % 2, (r + 1) % 3, 1, r % 2)).collect();
    let asked = |how: &str| {
        run(folder.path(), &["find", "-", "--as", how, "--format", "json", "--candidates"], &rows)
    };
    assert_eq!(json(&asked("list").out)["read"], "read as a list of 160 numbers from n = 0");
    let matrix = "read as a matrix of numbers without headers: a = 0..39 down, b = 0..3 across";
    assert_eq!(json(&asked("matrix").out)["read"], matrix);
    let refused = run(folder.path(), &["find", "-"], &rows);
    assert!(refused.status == 2 && refused.err.contains("two readings"), "{}", refused.err);
    let list = run(
        folder.path(),
        &[
            "find",
            "0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1",
            "--format",
            "json",
        ],
        "",
    );
    assert_eq!(json(&list.out)[0]["read"], "read as a list of 30 numbers from n = 0");
}

#[test]
fn a_larger_table_may_have_columns_of_other_names() {
    // More towers have values with a greater denominator.
    let folder = folder();
    let found = json(&good(folder.path(), "find red-blue-strings --to 63 --format json"));
    assert!(found.is_array());
    let text = good(folder.path(), "find red-blue-strings --to 63");
    assert!(text.contains("value_times_") && !text.contains("value_times_16"), "{text}");
}

#[test]
fn nothing_is_said_of_cells_that_may_be_no_positions() {
    let folder = folder();
    for condition in ["a < 40", "a % 2 = 0"] {
        let state = format!("state (a) where {condition}");
        let rule = ["-e", &state, "-e", "move a -> a - 2 * t for t in 1..3 if a - 2 * t >= 0"];
        let ran = run(folder.path(), &[&["find"], &rule[..], &["--to", "60"]].concat(), "");
        assert!(ran.out.contains("any position outside the table where sg differs"), "{}", ran.out);
        assert!(!ran.out.contains("next:"), "{}", ran.out);
    }
    let holes = "0 1 2 3 0 1 2 3 0 1 ? 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3";
    let ran = run(folder.path(), &["find", "-"], holes);
    assert!(ran.out.contains("next: 0, 1, 2, 3"), "{}", ran.out);
}
