//! `mexlab ask` as a user meets it: positions of every form, files, completions, and what is said
//! of positions that are none.

use crate::program::{Ran, run};
use std::fs;
use std::path::Path;

fn ask(folder: &Path, words: &[&str]) -> Ran {
    run(folder, &[&["ask"], words].concat(), "")
}

fn json(folder: &Path, words: &[&str]) -> serde_json::Value {
    let ran = ask(folder, &[words, &["--format", "json"]].concat());
    assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

const ROW: &str =
    "game row(m = 3)\nstate (h[m])\nmove h[i] -> h[i] - t for i in 1..m, t in 1..h[i]\n";
const SET: &str = "game set(n = 4)\nstate (A subset 1..n)\nmove A -> A - {x} for x in A\n\
                   start k: ({1..k})\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("row.game"), ROW).expect("written");
    fs::write(folder.path().join("set.game"), SET).expect("written");
    folder
}

#[test]
fn rows_sets_and_sizes() {
    let folder = folder();
    let path = folder.path();
    // Nim in a row: the xor of the entries.
    let row = json(path, &["row.game", "[3, 1, 7]"]);
    assert_eq!((&row["sg"], &row["position"]), (&5.into(), &serde_json::json!([[3, 1, 7]])));
    assert_eq!(row, json(path, &["row.game", "3 1 7"]));
    assert_eq!(row["winning_moves"][0]["to"], serde_json::json!([[3, 1, 2]]));
    // Members are taken one by one: odd sets win.
    let set = json(path, &["set.game", "{1, 3, 4} | {2}"]);
    assert_eq!((&set["sg"], &set["start"]), (&0.into(), &serde_json::Value::Null));
    assert_eq!(set["position"], serde_json::json!([[[1, 3, 4]], [[2]]]));
    let start = json(path, &["set.game", "3"]);
    assert_eq!((&start["start"], &start["win"]), (&serde_json::json!([3]), &true.into()));
    let words = ask(path, &["set.game", "3"]).out;
    assert!(words.contains("k = 3: {1, 2, 3}") && words.contains("{1, 2, 3} -> {1, 3}"), "{words}");
}

#[test]
fn completions() {
    let folder = folder();
    let path = folder.path();
    let found = json(path, &["row.game", "[?, 3, 6]"]);
    assert_eq!((&found["completions"], &found["unique"]), (&serde_json::json!([5]), &true.into()));
    assert_eq!(found["to"], 11);
    let words = ask(path, &["row.game", "[?, 3, 6]", "--to", "4"]).out;
    assert!(words.contains("[?, 3, 6]") && words.contains("no unique completion"), "{words}");
    for (arguments, why) in [
        (&["row.game", "[?, ?, 1]"][..], "one number only"),
        (&["row.game", "[1, 2, 3]", "--to", "5"], "the position has no `?`"),
        (&["row.game", "[?, 1, 900000000000]"], "give --to"),
        (&["set.game", "?"], "is a set"),
    ] {
        let ran = ask(path, arguments);
        assert!(ran.status == 2 && ran.err.contains(why), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn every_component_at_once() {
    let folder = folder();
    let path = folder.path();
    let rule = ["-e", "heap n", "-e", "move n - t for t in 1..min(n, 2)", "-e", "play every"];
    let answer = json(path, &[&rule[..], &["1 | 2"]].concat());
    // Both heaps go to nothing at once.
    assert_eq!((&answer["win"], &answer["sg"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(answer["winning_moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer["winning_moves"][0].as_array().map(Vec::len), Some(2));
}

#[test]
fn positions_in_files() {
    let folder = folder();
    let path = folder.path();
    let file = |text: &str| fs::write(path.join("p.txt"), text).expect("written");
    file("# two rows\nvector 3 1 7\nvector 0 0 5\n");
    assert_eq!(json(path, &["row.game", "--input", "p.txt"])["sg"], 0);
    file("board 2 2\n#.\n##\n");
    let board = json(path, &["set.game", "--input", "p.txt"]);
    assert_eq!(board["position"], serde_json::json!([[[1, 3, 4]]]));
    file("board 2 2\n#.\n#o\n");
    let ran = ask(path, &["set.game", "--input", "p.txt"]);
    assert!(ran.status == 2 && ran.err.contains("p.txt:3: column 2: `o`"), "{}", ran.err);
    assert!(ran.out.is_empty());
    file(&format!("vector {}\n", ["1000000"; 10].join(" ")));
    let ran = ask(path, &["row.game", "-p", "m=10", "--input", "p.txt"]);
    assert!(ran.status == 3 && ran.err.contains("10^38 positions or more"), "{}", ran.err);
    for (arguments, why) in [
        (&["row.game", "1 2 3", "--input", "p.txt"][..], "given twice"),
        (&["row.game", "--input", "none.txt"], "none.txt"),
        (&["row.game"], "which position"),
        (&[], "which rule and position"),
    ] {
        let ran = ask(path, arguments);
        assert!(ran.status == 2 && ran.err.contains(why), "{arguments:?}: {}", ran.err);
    }
}
