//! Every command once, as a script would use it.

mod definitions;
mod files;
mod find;
mod first;
mod sizes;
mod stops;
mod tables;

use crate::program::{Ran, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Runs the program, the arguments cut at blanks, in `folder`; it must end well.
fn good(folder: &Path, arguments: &str) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let Ran { status, out, err } = run(folder, &words, "");
    assert_eq!(status, 0, "mexlab {arguments}: {err}");
    out
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn run_leaves_a_folder_behind() {
    let folder = folder();
    let summary = good(folder.path(), "run lasker --to 200");
    for word in ["lasker", "n = 0..200", "holds up to n = 200", "2 of 2 hold", "output/lasker/{"] {
        assert!(summary.contains(word), "no {word:?} in: {summary}");
    }
    assert!(
        summary.contains("proved for every position") && !summary.contains(" s\n"),
        "{summary}"
    );
    good(folder.path(), "verify output/lasker/certificate.json");
    let file = |name: &str| fs::read(folder.path().join("output/lasker").join(name)).expect(name);
    let table = String::from_utf8(file("table.csv")).expect("UTF-8");
    assert!(table.starts_with("n,sg,win\n0,0,0\n1,1,1\n2,2,1\n3,4,1\n4,3,1\n"), "{table}");
    assert_eq!(table.lines().count(), 202);
    assert!(file("chart.png").starts_with(b"\x89PNG"));
    assert!(file("chart.svg").starts_with(b"<svg") || file("chart.svg").starts_with(b"<?xml"));
    assert!(String::from_utf8(file("report.md")).expect("UTF-8").contains("Lasker"));
    assert!(!file("bfile.txt").is_empty());
}

#[test]
fn run_in_chinese_and_in_json() {
    let folder = folder();
    let summary = good(folder.path(), "run wythoff --to 30 --lang zh --out results");
    assert!(summary.contains("威佐夫博弈") && summary.contains("成立至"), "{summary}");
    assert!(folder.path().join("results/wythoff/report.md").is_file());
    let result = json(&good(folder.path(), "run lasker --to 50 --format json"));
    assert_eq!(result["claims"]["holds"], 2);
    assert_eq!(result["files"][0], "output/lasker/table.csv");
}

#[test]
fn check_says_by_its_status_whether_a_claim_is_refuted() {
    let folder = folder();
    let path = folder.path();
    let held = good(path, "check lasker");
    assert!(
        held.contains("lecture.L33   proved for every position; holds up to n = 1000"),
        "{held}"
    );

    let rule = "game g\nheap n\nmove n - k for k in 1..min(n, 2)\n\
                claim book.1: lose iff n % 3 = 0\nclaim book.2: sg = n\n";
    fs::write(path.join("g.game"), rule).expect("written");
    let ran = run(path, &["check", "g.game", "--to", "50"], "");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(
        lines[0].starts_with("book.1  proved for every position; holds up to n = 50 (51 judged)"),
        "{}",
        ran.out
    );
    assert!(lines[1].starts_with("book.2  fails at n = 3: "), "{}", ran.out);

    let ran = run(path, &["check", "g.game", "--to", "50", "--format", "json"], "");
    assert_eq!(ran.status, 1);
    let verdicts = json(&ran.out);
    assert_eq!(verdicts[1]["answer"], "fails");
    assert_eq!(verdicts[1]["position"]["n"], 3);
    let ran = run(path, &["check", "g.game", "--to", "50", "--format", "csv"], "");
    assert!(ran.out.starts_with("game,source,id,answer,detail\ng,book,1,proved,"), "{}", ran.out);
    // `run` reports a refuted claim and ends well.
    let summary = good(path, "run g.game --to 50");
    assert!(summary.contains("1 of 2 hold") && summary.contains("book.2  fails at"), "{summary}");
}

#[test]
fn ask_in_words_and_in_json() {
    let folder = folder();
    let path = folder.path();
    let text = good(path, "ask wythoff 3,4");
    for word in ["(3, 4)", "player to move wins", "both: (3, 4) -> (1, 2)  (t = 2)"] {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
    assert!(good(path, "ask wythoff 3,5").contains("player to move loses"));
    let answer = json(&good(path, "ask lasker 3+4+10 --format json"));
    // sg(3) = 4, sg(4) = 3, sg(10) = 10.
    assert_eq!(answer["sg"], 4 ^ 3 ^ 10);
    assert_eq!(answer["win"], true);
    let heads = good(path, "ask mock-turtles 1+4");
    assert_eq!(good(path, "ask mock-turtles HTTH"), heads);
    assert!(heads.contains("turn 4 and 1"), "{heads}");
    let arguments = ["ask", "-e", "heap n", "-e", "move n - 1 if n > 0", "2"];
    let ran = run(path, &arguments, "");
    assert!(ran.status == 0 && ran.out.contains("player to move loses"), "{}{}", ran.out, ran.err);
    assert!(good(path, "ask fibonacci-nim 8").contains("player to move loses"));
}

#[test]
fn explain_a_rule_and_a_code() {
    let folder = folder();
    let text = good(folder.path(), "explain wythoff");
    for word in ["position", "order", "kernel", "a = 0..59", "move both"] {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
    assert!(good(folder.path(), "explain R012").contains("R012"));
    let said = json(&good(folder.path(), "explain R012 --format json"));
    assert_eq!(said[0]["topic"], "R012");
    assert!(good(folder.path(), "explain R012 --format csv").starts_with("topic,text\nR012,"));
    let pairs = json(&good(folder.path(), "explain bash -p m=5 --format json"));
    let is_m = |pair: &&Value| pair["topic"] == "parameter m";
    let pairs = pairs.as_array().expect("a list");
    assert_eq!(pairs.iter().find(is_m).expect("the parameter")["text"], "5 (a number)");
}

#[test]
fn explain_tries_the_small_positions_as_a_table_would() {
    let folder = folder();
    let ask = |command: &[&str], rule: &[&str]| {
        let text = rule.iter().flat_map(|line| ["-e", line]);
        let words: Vec<&str> = command.iter().copied().chain(text).collect();
        run(folder.path(), &words, "")
    };
    for rule in [
        &["heap n", "move n -> n - k for k in {1, 2, 5}"][..],
        &["heap n from 1", "move n -> n - 1"],
        &["state (a, p in 0..2)", "move (a, p) -> (a - 1, p + 5) if a > 0"],
        &["state (h[3])", "move h[i] -> h[i] - 2 for i in 1..3 if h[i] > 0"],
        &["state (F subset 1..5)", "move F -> F - {x} + {x - 1} for x in F"],
        &["state (a, b) where a <= b", "move (a, b - 1) if b > 0"],
        &["coins x from 1", "turn x, x - 1"],
        &[
            "state heaps h[3]",
            "move one of h[i]: h[i] - t - s for t in 1..h[i], s in 1..h[i] spread s over h[j] where j != i",
        ],
        &[
            "state heaps h[3]",
            "move one of h[i]: h[i] - t for t in 1..h[i] spread t - 2 over h[j] where j != i",
        ],
        &["heap n", "move n -> n - 4 if n > 0", "start k: 2 * k", "table win to k = 9"],
    ] {
        let explained = ask(&["explain"], rule);
        assert_eq!((explained.status, explained.out.as_str()), (2, ""), "{rule:?}");
        assert!(explained.err.contains("error[G021]"), "{rule:?}: {}", explained.err);
        let table = ask(&["table", "--to", "20"], rule);
        // A table of a given size needs none to be chosen.
        let mistake = explained.err.find("error[G021]").map(|at| &explained.err[at..]);
        assert_eq!((table.status, Some(table.err.as_str())), (2, mistake), "{rule:?}");
    }
    let partizan = ["heap n", "left n -> n - 1", "right n -> n - 2 if n > 1"];
    assert!(ask(&["explain"], &partizan).err.contains("error[G021]"));
    let unbounded = ["heap n", "move n -> n - k for k in {1, 2}"];
    assert!(ask(&["prove"], &unbounded).err.contains("error[G021]"));
    // what a table never reaches does not stop it
    let bounded = ["heap n", "move n -> n - [0, 1, 1, 4][n] if n > 0", "table sg to n = 2"];
    let explained = ask(&["explain"], &bounded);
    assert!(explained.status == 0 && explained.out.contains("n = 0..2"), "{}", explained.err);
    assert_eq!(ask(&["explain", "--to", "3"], &bounded).status, 2);
}

#[test]
fn list_new_and_completions() {
    let folder = folder();
    let path = folder.path();
    let list = good(path, "list");
    assert!(
        list.lines().any(|l| l.starts_with("  lasker ") && l.ends_with("Lasker's Nim")),
        "{list}"
    );
    assert!(good(path, "list --lang zh").contains("威佐夫博弈"));
    let games = json(&good(path, "list --format json"));
    let listed = list.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(games.as_array().expect("a list").len(), listed);

    assert!(good(path, "new my-nim").contains("my-nim.game"));
    let summary = good(path, "run my-nim.game");
    assert!(summary.contains("sg(n) = n % 4") && summary.contains("1 of 1 hold"), "{summary}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(good(path, &format!("completions {shell}")).contains("mexlab"), "{shell}");
    }
}

#[test]
fn a_size_is_chosen_for_sums_of_starts() {
    let folder = folder();
    let rule = ["table", "-e", "start (a, b): lasker at a | lasker at b"];
    let ran = run(folder.path(), &rule, "");
    assert!(ran.status == 0 && ran.err.contains("a = 0..12, b = 0..12"), "{}", ran.err);
    // 3 and 4 change places in the values of Lasker's Nim.
    assert!(ran.out.contains("\n4,2,1\n") && ran.out.contains("\n12,12,0\n"), "{}", ran.out);
}

#[test]
fn a_claim_without_a_bound_is_checked_as_far_as_is_chosen() {
    let folder = folder();
    let path = folder.path();
    let rule = "game g\nheap n\nmove n - 1 if n > 0\nclaim book.1: lose iff n % 2 = 0\n\
                claim book.2 beyond \"how far? nobody knows\"\n";
    fs::write(path.join("g.game"), rule).expect("written");
    let ran = run(path, &["check", "g.game"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("n = 0.."), "{}", ran.err);
    assert!(!ran.out.contains("book.1  cannot be checked"), "{}", ran.out);
    let bounded = good(path, "check g.game --to 20");
    assert!(bounded.contains("cannot be checked: how far? nobody knows"), "{bounded}");
}
