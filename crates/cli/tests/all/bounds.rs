//! What is asked for is bounded: by a limit of time, by what rules and files may ask for, and what
//! a run leaves behind when it is sent away.

use crate::program::{Ran, run};
use draw::Runs;
use prover::Question;
use std::fs;
use std::path::Path;
use std::time::Duration;
use table::{Axis, Column, Table, Values};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Runs the program for less than a second on what would take it minutes or years.
fn stopped(folder: &Path, arguments: &[&str]) -> Ran {
    let limited = [arguments, &["--time", "0.4", "-q"]].concat();
    let ran = run(folder, &limited, "");
    assert_eq!(ran.status, 3, "mexlab {arguments:?}: {}{}", ran.out, ran.err);
    assert!(ran.err.starts_with("stopped by --time"), "mexlab {arguments:?}: {}", ran.err);
    ran
}

/// Lines of a rule as arguments.
fn text<'t>(rule: &[&'t str]) -> Vec<&'t str> {
    rule.iter().flat_map(|line| ["-e", line]).collect()
}

#[test]
fn tables_end_with_their_time() {
    let folder = folder();
    let splits =
        text(&["heap n", "move n -> i | j | n - i - j for i in 1..n, j in i..n if i + j < n"]);
    let idle = text(&["heap n", "move n -> n - i * j for i in 1..n**2, j in 1..n if i * j <= n"]);
    let planes = text(&[
        "state (a, b, c)",
        "move (a - t, b, c) for t in 1..a if t % 3 != b % 2",
        "move (a, b - t, c - t) for t in 1..min(b, c)",
    ]);
    let machine = ["--kernel", "machine", "--quantity", "sg", "--to"];
    for (rule, to) in [(&splits, "100000"), (&idle, "1000"), (&planes, "400")] {
        let ran = stopped(folder.path(), &[&["table"], &rule[..], &machine, &[to]].concat());
        // The greatest of the tables has 64 million.
        let lines = ran.out.lines().count();
        assert!(lines < 32_000_000, "{lines}");
    }
    for rule in ["grundy --to 100000000", "lasker --to 3000000", "cram -p R=6 -p C=7 --starts"] {
        let words: Vec<&str> = ["table"].into_iter().chain(rule.split(' ')).collect();
        stopped(folder.path(), &[&words[..], &["--summary"]].concat());
    }
    // The outcomes are there at once; the least winning moves of half a million positions are not.
    let asked = ["table", "wythoff", "--to", "700", "--quantity", "win,least"];
    let ran = stopped(folder.path(), &asked);
    assert!(ran.out.starts_with("a,b,win\n0,0,0\n"), "{:.60}", ran.out);
    let summary = [&asked[..], &["--summary", "--format", "json"]].concat();
    let ran = stopped(folder.path(), &summary);
    let words = [r#""stopped": true"#, r#""name": "win""#];
    assert!(words.iter().all(|word| ran.out.contains(word)), "{}", ran.out);
    assert!(!ran.out.contains("least"), "{}", ran.out);
}

#[test]
fn a_run_out_of_time_keeps_its_part_and_goes_on() {
    let folder = folder();
    let slow =
        text(&["heap n", "move n -> i | n - i for i in 1..n // 2", "move n -> n - 1 if n > 0"]);
    let to = ["--to", "1000000", "--kernel", "machine", "--quantity", "sg", "--time", "3"];
    let run_it = [&["run"], &slow[..], &to].concat();
    let ran = run(folder.path(), &run_it, "");
    assert_eq!(ran.status, 3, "{}", ran.err);
    let words = ["stopped by --time; what was computed is kept", "--resume continues", "part.csv"];
    assert!(words.iter().all(|word| ran.err.contains(word)), "{}", ran.err);
    let part = || fs::read_to_string(folder.path().join("output/rule/part.csv")).expect("kept");
    let before = part();
    assert!(before.starts_with("n,sg\n0,0\n"), "{before}");
    let again = run(folder.path(), &[&run_it[..], &["--resume"]].concat(), "");
    assert_eq!(again.status, 3, "{}", again.err);
    assert!(again.err.contains("resuming from the checkpoint"), "{}", again.err);
    assert!(part().starts_with(&before), "nothing of it is lost");
}

#[test]
fn searches_for_laws_end_with_their_time() {
    let folder = folder();
    stopped(folder.path(), &["find", "octal:0.77", "--quantity", "misere", "--to", "300"]);
}

#[test]
fn claims_not_judged_in_time_say_so_and_the_others_are_answered() {
    let folder = folder();
    let rule = text(&[
        "heap n",
        "move n -> n - k for k in 1..3 if k <= n",
        "claim a.1: win iff n % 4 != 0",
        "claim a.2: count{(i * i + n) % 7 = 0 for i in 1..10000000} >= 0",
        "claim a.3: win",
    ]);
    let ran = stopped(folder.path(), &[&["check"], &rule[..], &["--to", "2000"]].concat());
    let expected = ["a.1  holds", "a.2  cannot be checked: interrupted", "a.3  cannot be checked"];
    let begins = ran.out.lines().zip(expected).all(|(line, begin)| line.starts_with(begin));
    assert!(begins && ran.out.lines().count() == 3, "{}", ran.out);
}

#[test]
fn proofs_and_checks_of_them_end_with_their_time() {
    let folder = folder();
    stopped(folder.path(), &["prove", "octal:0.06", "--to", "25000000"]);
    let wide = "lose iff n % 999983 = 5 and (m + n) % 999979 = 3";
    let rule =
        text(&["state (m, n)", "move (m - t, n) for t in 1..m", "move (m, n - t) for t in 1..n"]);
    let ran =
        run(folder.path(), &[&["prove"], &rule[..], &["--law", wide, "--time", "1"]].concat(), "");
    assert!(ran.status == 1 || ran.status == 3, "{}{}", ran.out, ran.err);
    let certificate = r#"{"mexlab-certificate": 1, "rule": "octal:0.106", "parameters": {},
        "quantity": "sg", "law": "n >= 9000000 implies sg(n + 1000000) = sg(n)", "theorem": "periodicity",
        "data": {"preperiod": 9000000, "period": 1000000, "greatest": 255, "mask": 0}}"#;
    fs::write(folder.path().join("long.json"), certificate).expect("written");
    let ran = stopped(folder.path(), &["verify", "long.json"]);
    assert!(!ran.out.contains("rejected"), "{}", ran.out);
}

#[test]
fn answers_and_explanations_end_with_their_time() {
    let folder = folder();
    let slow =
        "move n -> n - k for k in 1..3 if k <= n and count{i % 7 = n % 7 for i in 1..9000000} > k";
    let rule = text(&["heap n", slow]);
    let ran = stopped(folder.path(), &[&["explain"], &rule[..]].concat());
    assert_eq!(ran.out, "");
    stopped(folder.path(), &[&["ask"], &rule[..], &["200"]].concat());
    stopped(folder.path(), &[&["chance"], &rule[..], &["--to", "2000"]].concat());
    // Nearly all positions have three options.
    let sums = text(&[
        "game t(P = 1 in 1..4)",
        "heap n",
        "move n -> n - k | n - k for k in {P, 5, 6} if k <= n",
        "claim x.1: mex(sg of options) = sg",
        "check over P in 1..4 to n = 400",
    ]);
    stopped(folder.path(), &[&["check"], &sums[..]].concat());
    // A move turns up to 300 000 coins.
    stopped(folder.path(), &["ask", "ruler", "300000"]);
    let rows = "4 4 4 4 4 4 4 4 4 4";
    fs::write(folder.path().join("row.txt"), format!("vector {rows}\n")).expect("written");
    let cycle: String = (1..=30_000).map(|v| format!("{v} {}\n", v % 30_000 + 1)).collect();
    fs::write(folder.path().join("cycle.txt"), format!("30000 30000\n{cycle}")).expect("written");
    stopped(folder.path(), &["table", "undirected-vertex-geography", "--input", "cycle.txt"]);
}

/// The first 60 positions would take years.
#[test]
fn explanations_end_without_a_limit() {
    let folder = folder();
    let rule = text(&["coins x from 1", "turn x and 0..12 of y in 1..x - 1"]);
    let ran = run(folder.path(), &[&["explain"], &rule[..], &["--to", "60"]].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("about 2099520000000 options"), "{}", ran.out);
}

#[test]
fn guards_that_bound_a_range_end_it() {
    let folder = folder();
    let moves = |guard: &str| format!("move n -> n - k for k in 1..10**18 if {guard}");
    let plain = run(
        folder.path(),
        &["table", "-e", "heap n", "-e", "move n -> n - k for k in 1..n", "--to", "9"],
        "",
    );
    for guard in ["k <= n", "n >= k", "n - k >= 0", "2 * k - n <= n", "k < n + 1 and k > 0"] {
        let rule = moves(guard);
        for kernel in ["auto", "machine", "oracle"] {
            let asked = ["table", "-e", "heap n", "-e", &rule, "--to", "9", "--kernel", kernel];
            let ran = run(folder.path(), &asked, "");
            assert_eq!((ran.status, &ran.out), (0, &plain.out), "{guard}, {kernel}: {}", ran.err);
        }
    }
    let both = "move n -> n - k for k in -10**18..10**18 if 1 <= k and k <= n";
    let ran = run(folder.path(), &["table", "-e", "heap n", "-e", both, "--to", "9"], "");
    assert_eq!(ran.out, plain.out, "{}", ran.err);
    let claim = "claim c.1: win iff any{k <= n for k in 1..10**18 if k <= n}";
    let rule = moves("k <= n");
    let ran =
        run(folder.path(), &["check", "-e", "heap n", "-e", &rule, "-e", claim, "--to", "9"], "");
    assert!(ran.status == 0 && ran.out.starts_with("c.1  holds"), "{}{}", ran.out, ran.err);
    // What no bound can be read from is refused, at its place and with what to write.
    for command in [&["explain"][..], &["table", "--to", "5"]] {
        let rule = moves("k & n = k");
        let ran = run(folder.path(), &[command, &["-e", "heap n", "-e", &rule]].concat(), "");
        let said = ["error[G022]", "move 1", "-e:2:6", "for k in 1..n"];
        assert!(ran.status == 2 && said.iter().all(|s| ran.err.contains(s)), "{}", ran.err);
    }
}

#[test]
fn definitions_without_an_end_are_refused_at_their_place() {
    let folder = folder();
    let endless = [
        ("let f(x) = f(x + 1)", "f(n)", "calls itself too deeply"),
        ("let f(x) = if x = 0 then 0 else f(x) + 1", "f(n + 1)", "never ends"),
        (
            "let f(x, y) = if x = 0 then y + 1 else f(x - 1, f(x - 1, y))",
            "f(60, n)",
            "takes too many steps",
        ),
    ];
    for (definition, guard, why) in endless {
        let rule = format!("move n -> n - k for k in 1..n if {guard} >= 0");
        let asked = ["table", "-e", "heap n", "-e", definition, "-e", &rule, "--to", "5"];
        let ran = run(folder.path(), &asked, "");
        assert!(ran.status == 2 && ran.err.contains(why), "{}: {}", ran.status, ran.err);
        if why != "never ends" {
            assert!(ran.err.contains("-e:2:5"), "{}", ran.err);
        }
    }
}

#[test]
fn large_heaps_are_answered_by_their_period() {
    let folder = folder();
    for n in ["100000002", "1000000000000000002"] {
        let asked = ["ask", "bash", n, "--memory", "1M", "--format", "csv"];
        let ran = run(folder.path(), &asked, "");
        let expected = "sg,win,misere,remoteness,winning_moves\n2,1,,,1\n";
        assert_eq!((ran.status, ran.out.as_str()), (0, expected), "{}", ran.err);
    }
}

#[test]
fn winning_moves_are_looked_for_among_so_many_options() {
    let asked = ["ask", "octal:0.77", "1000000000000", "--memory", "1M"];
    let ran = run(folder().path(), &asked, "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("sg(n + 12) = sg(n)"), "{}", ran.out);
    // Millions of options are listed.
    if Runs::this() == Runs::Quick {
        return;
    }
    let (rule, library) = (rule::code::from_code("octal:0.77").unwrap().unwrap(), rule::NoRules);
    let game = engine::Game::compile(&rule::bind(&rule, &[]).unwrap(), &library).unwrap();
    let heap = engine::Component::own(vec![1_000_000_000_000]);
    let why = game.ask(&[heap], engine::Means::silent(1_000_000)).unwrap_err();
    let why = format!("{why:?}");
    assert!(why.contains("options are too many to look for winning moves"), "{why}");
}

#[test]
fn far_rows_of_lost_positions_are_told() {
    let folder = folder();
    let rows: String = (0..43).map(|i| format!("{i},{}\n", 2 * i)).collect();
    fs::write(folder.path().join("far.csv"), format!("a,b\n{rows}6000,7000\n")).expect("written");
    let ran = run(folder.path(), &["find", "far.csv", "--positions"], "");
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("far.csv:45: found 44 rows in a box of"), "{}", ran.err);
}

/// What runs inside a process is stopped in the same way, by a limit of its own thread.
#[test]
fn work_of_a_thread_ends_with_its_limit() {
    let at_once = |work: &dyn Fn()| patience::within(Duration::ZERO, work);
    let values = Values::U16((0..200).map(|n| n % 7).collect());
    let axes = vec![Axis::new("n", 0, 199)];
    let table = Table { axes, columns: vec![Column { name: "sg".into(), values }], present: None };
    assert_eq!(detector::find(&table, "sg").len(), 1);
    at_once(&|| assert!(detector::find(&table, "sg").is_empty()));
    let rule = "game g\nheap n\nmove n -> n - k for k in 1..3 if k <= n\n";
    let question = Question {
        rule: rule.into(),
        parameters: Vec::new(),
        quantity: "win".into(),
        law: Some("win iff n % 4 != 0".into()),
        to: 1000,
    };
    assert!(prover::prove(&question).is_ok());
    at_once(&|| assert!(prover::prove(&question).is_err()));
}
