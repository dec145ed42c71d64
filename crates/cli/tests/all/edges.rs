//! Rules at the edge of the language: every command answers each of them in words.

use crate::line::mexlab;
use std::fs;

/// A position that can move to itself.
const ITSELF: &str = "game edge(k = 1 in 1..2)\nheap n\nmove stay: n -> n if n > 3\nmove n -> n - 1 if n > 0\n\
    table sg, win to n = 9\nclaim a.b: sg <= n\n";
/// No moves are stated.
const MOTIONLESS: &str =
    "game edge(k = 1 in 1..2)\nheap n\ntable sg, win to n = 9\nclaim a.b: sg = 0\n";
/// Moves that nobody can make.
const STUCK: &str = "game edge(k = 1 in 1..2)\nheap n\nmove n -> n - 1 if n > 0 and n < 0\n\
    table sg, win to n = 9\nclaim a.b: sg = 0\n";
/// No position satisfies the condition.
const EMPTY: &str = "game edge(k = 1 in 1..2)\nstate (n) where n < 0\nmove n -> n - 1\ntable sg, win to n = 9\n\
    claim a.b: sg = 0\n";

/// Every command with a rule in edge.game.
const COMMANDS: [&str; 13] = [
    "run edge.game --out results",
    "table edge.game",
    "table edge.game --summary",
    "find edge.game",
    "find edge.game --emit python",
    "check edge.game",
    "prove edge.game",
    "prove edge.game --law win",
    "ask edge.game 5",
    "ask edge.game ?",
    "explain edge.game",
    "chance edge.game",
    "sweep edge.game --over 'k in 1..2' --out atlas",
];

/// What each command answers: its status, and standard output and error together.
fn answers(rule: &str) -> Vec<(&'static str, i32, String)> {
    COMMANDS
        .into_iter()
        .map(|line| {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("edge.game"), rule).expect("saved");
            let ran = mexlab(folder.path(), line);
            let shown = format!("{}{}", ran.out, ran.err);
            assert!(!shown.contains("panicked"), "{line}: {shown}");
            assert!([0, 1, 2, 3, 4].contains(&ran.status), "{line}: {} {shown}", ran.status);
            assert!(!shown.trim().is_empty(), "{line} says nothing");
            assert_eq!(ran.status == 2, ran.err.contains("error"), "{line}: {shown}");
            (line, ran.status, shown)
        })
        .collect()
}

#[test]
fn a_position_that_can_move_to_itself() {
    for (line, status, shown) in answers(ITSELF) {
        if !line.starts_with("sweep") {
            assert_eq!(status, 2, "{line}: {shown}");
            assert!(shown.contains("n = 4 -> n = 4") && shown.contains("`play loopy`"), "{shown}");
        }
    }
}

#[test]
fn a_rule_without_moves() {
    for (line, status, shown) in answers(MOTIONLESS) {
        if !line.starts_with("sweep") {
            assert_eq!(status, 2, "{line}: {shown}");
            assert!(shown.contains("no moves") && shown.contains("add a move"), "{line}: {shown}");
        }
    }
}

#[test]
fn moves_that_nobody_can_make() {
    for (line, status, shown) in answers(STUCK) {
        let expected = match line {
            "prove edge.game --law win" => 1,
            _ if line.starts_with("sweep") => continue,
            _ => 0,
        };
        assert_eq!(status, expected, "{line}: {shown}");
    }
}

#[test]
fn a_rule_without_positions() {
    for (line, status, shown) in answers(EMPTY) {
        let says = match line.split(' ').next() {
            Some("run" | "find") => "no positions in this box",
            Some("table") => "positions",
            Some("ask") => "position of th",
            Some("check") => "nothing to check",
            Some("chance") => "no position to choose from",
            _ => "",
        };
        assert!(shown.contains(says), "{line}, {status}: {shown}");
    }
}

#[test]
fn a_title_of_ten_thousand_characters() {
    let title = "长 long ".repeat(10_000 / 7);
    let rule = format!(
        "game edge(k = 1 in 1..2)\ntitle \"{title}\" zh \"{title}\"\nheap n\nmove n -> n - 1 if n > 0\n\
         table sg, win to n = 9\nclaim a.b \"{title}\": sg = n % 2\n"
    );
    for (line, status, shown) in answers(&rule) {
        if !line.starts_with("sweep") && !line.starts_with("prove") {
            assert_eq!(status, 0, "{line}: {shown}");
        }
    }
}
