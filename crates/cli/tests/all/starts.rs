//! Starts and positions are two things: a table of starts is numbered by their sizes, and no command
//! takes such a number for a position.

use crate::line::mexlab;
use crate::program::Ran;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const DOUBLED: &str = "game doubled
heap n
move n -> n - t for t in 1..min(n, 3)
start k: 2 * k
table win to k = 8
claim book.1: win iff n % 4 != 0
claim book.2 on starts: win iff k % 2 = 1
claim book.3: win iff n % 2 = 1
";

/// What the program prints on standard output in a folder that holds the rule.
fn said(folder: &Path, text: &str, arguments: &str) -> String {
    fs::write(folder.join("rule.game"), text).expect("written");
    let Ran { out, err, .. } = mexlab(folder, arguments);
    if out.is_empty() { err } else { out }
}

/// The line that begins with the word.
fn line<'t>(text: &'t str, word: &str) -> &'t str {
    text.lines().find(|line| line.trim_start().starts_with(word)).unwrap_or_default()
}

#[test]
fn run_check_prove_and_the_report_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |arguments: &str| said(folder.path(), DOUBLED, arguments);
    let ran = said("run rule.game --out out");
    let report = fs::read_to_string(folder.path().join("out/doubled/report.md")).expect("written");
    assert!(line(&ran, "lost").ends_with("at the start with k = 0, 2, 4, 6, 8"), "{ran}");
    assert!(report.contains("among the starts, by k (lost for the player to move): 0, 2, 4, 6, 8"));
    assert!(line(&ran, "table").contains("win; starts k = 0..8"), "{ran}");
    assert!(line(&ran, "book.1").contains("how far?"), "{ran}");
    assert!(line(&said("check rule.game"), "book.1").contains("how far?"));

    assert!(line(&said("table rule.game --summary"), "table").contains("starts k = 0..8"));
    assert!(said("table rule.game --to z=3").contains("`z`, but the sizes of the start are k"));

    // the same claims where positions are bounded
    let checked = said("check rule.game --to n=50");
    let ran = said("run rule.game --to n=50,k=8 --out out");
    let report = fs::read_to_string(folder.path().join("out/doubled/report.md")).expect("written");
    assert!(line(&checked, "book.1").contains("holds up to n = 50 (51 judged)"), "{checked}");
    assert!(line(&checked, "book.3").contains("fails at n = 2: table says N"), "{checked}");
    assert!(line(&ran, "claims").ends_with("2 of 3 hold"), "{ran}");
    assert!(line(&ran, "book.3").contains("fails at n = 2: table says N"), "{ran}");
    assert!(line(&ran, "lost").ends_with("at the start with k = 0, 2, 4, 6, 8, 10, 12, 14, ..."));
    assert!(report.contains("P-positions (lost for the player to move): 0, 4, 8, 12"), "{report}");

    let proved = |law: &str| mexlab(folder.path(), &format!("prove rule.game --law '{law}'"));
    let found = proved("win iff n % 4 != 0");
    assert_eq!(found.status, 0, "{}{}", found.out, found.err);
    let found = proved("win iff n % 2 = 1");
    assert_eq!(found.status, 1, "{}", found.err);
    assert!(found.out.contains("fails at n = 2: table says N"), "{}", found.out);
    let found = proved("on starts: win iff k % 4 != 0");
    assert_eq!(found.status, 1, "{}", found.err);
    assert!(found.out.contains("fails at k = 2: table says P"), "{}", found.out);
}

/// From 1000 on the starts do not follow the law that their first ones and all positions have.
#[test]
fn what_is_proved_of_positions_is_not_said_of_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game late\nheap n\nmove n -> n - t for t in 1..min(n, 3)\n\
                start n: if n < 1000 then n else n + 1\n";
    let path = folder.path();
    let found = said(path, text, "find rule.game --starts --to 80 --quantity sg");
    assert!(found.starts_with("sg(n) = n % 4") && !found.contains("proved"), "{found}");
    let run = said(path, text, "run rule.game --starts --to 80 --quantity sg --out out");
    assert!(line(&run, "law").ends_with("sg(n) = n % 4") && !run.contains("proved"), "{run}");
    assert!(!path.join("out/late/certificate.json").exists());
    // of positions it is
    let found = said(path, text, "find rule.game --to 80 --quantity sg");
    assert!(found.contains("sg(n) = n % 4") && found.contains("proved"), "{found}");
}

/// What a rule says of a coordinate says nothing of a size of the same name.
#[test]
fn chances_of_starts_are_bounded_by_sizes() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game walk\nstate (v in 1..5, seen subset 1..5)\n\
                move (v, seen) -> (w, seen + {w}) for w in 1..5 if w not in seen and w < v\n\
                start (v from 1): (v, {v})\ntable win to v = 5\n";
    let chance = |flags: &str| {
        said(folder.path(), text, &format!("chance rule.game --starts --format csv {flags}"))
    };
    assert_eq!(chance("--to 5"), "positions,lost,won,chance\n5,1,4,4/5\n");
    assert_eq!(chance("--to 5 --from 2"), "positions,lost,won,chance\n4,0,4,1\n");
    assert_eq!(line(&chance("--to 5 --each"), "3"), "3,3,1,2,2/3");
}

/// Asks for proofs of each of the laws; a search that takes longer than `patience` is left.
fn ask_for_proofs(games: &[PathBuf], laws: &[&str], patience: Duration) {
    assert!(games.len() > 20, "the catalogue has {}", games.len());
    for game in games {
        let name = game.file_stem().expect("a name");
        for law in laws {
            let mut child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
                .args(["prove".as_ref(), name, "--law".as_ref(), law.as_ref()])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            let begun = Instant::now();
            let status = loop {
                match child.try_wait().expect("its status") {
                    Some(status) => break Some(status),
                    None if begun.elapsed() > patience => break None,
                    None => sleep(Duration::from_millis(5)),
                }
            };
            match status {
                Some(status) => {
                    let is_an_answer = status.code().is_some_and(|code| (0..=4).contains(&code));
                    assert!(is_an_answer, "{name:?} --law '{law}': {status}");
                }
                None => {
                    child.kill().expect("ended");
                    child.wait().expect("its status");
                }
            }
        }
    }
}

/// The rules of the catalogue whose text has this.
fn catalogue(has: &str) -> Vec<PathBuf> {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules");
    let entries = |folder: &Path| fs::read_dir(folder).expect("a folder").flatten();
    let folders = entries(Path::new(rules)).map(|entry| entry.path());
    let mut all: Vec<PathBuf> =
        folders.flat_map(|folder| entries(&folder).map(|entry| entry.path())).collect();
    all.retain(|path| path.extension().is_some_and(|e| e == "game"));
    all.retain(|path| fs::read_to_string(path).expect("a text").contains(has));
    all.sort();
    all
}

#[test]
fn asked_for_a_proof_games_with_starts_answer() {
    ask_for_proofs(&catalogue("\nstart "), &["win", "sg = v2(n)"], Duration::from_secs(2));
}

#[test]
#[ignore = "minutes: every game of the catalogue"]
fn asked_for_a_proof_every_game_answers() {
    let laws = ["win", "lose", "sg = 0", "sg = v2(n)"];
    ask_for_proofs(&catalogue("game "), &laws, Duration::from_secs(20));
}

#[test]
fn what_theory_says_of_starts_is_said_whether_or_not_the_rule_bounds_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let twice = "game twice\nheap n\nmove n -> n - t for t in 1..n\nstart a: a | a\n";
    for text in [twice.to_owned(), format!("{twice}table win to a = 9\n")] {
        let out = said(folder.path(), &text, "prove rule.game --law 'on starts: lose'");
        assert!(out.contains("; the law is true of every game by the theorem of Sprague"), "{out}");
        let out = said(folder.path(), &text, "prove rule.game --law 'lose'");
        assert!(out.starts_with("refuted   lose\n"), "{out}");
    }
}
