//! `mexlab prove --coq`: Coq accepts what is written, its game is mexlab's game, and what is altered
//! is rejected. Where `coqc` is missing the tests say so and pass.
#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests say what they leave out, and how long proofs take"
)]

use crate::line::mexlab;
use crate::tried::tried;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Whether there is a Coq to ask.
fn has_coq() -> bool {
    let found = Command::new("coqc").arg("--version").output().is_ok();
    if !found {
        eprintln!("coqc is missing, so no proof is checked by Coq: install Debian's package `coq`");
    }
    found
}

/// Compiles a file of the folder `d`; what Coq prints, or its mistakes.
fn compile(path: &Path, file: &str) -> Result<String, String> {
    let mut command = Command::new("coqc");
    let command = command.args(["-Q", ".", "Mexlab", file]).current_dir(path.join("d"));
    let ran = command.output().expect("coqc runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if ran.status.success() { Ok(text(&ran.stdout)) } else { Err(text(&ran.stderr)) }
}

/// Proves what is asked, has Coq check it, and gives what Coq prints. The theory is compiled once.
fn checked(path: &Path, asked: &str) -> String {
    let ran = mexlab(path, &format!("prove {asked} --coq d"));
    assert_eq!(ran.status, 0, "{asked}: {}{}", ran.out, ran.err);
    let (_, commands) = ran.err.split_once("to check: cd d; ").expect("how it is checked");
    let files = commands.trim().split(" && ").map(|c| c.rsplit_once(' ').expect("a file").1);
    let mut printed = String::new();
    for file in files {
        let object = path.join("d").join(file.replace(".v", ".vo"));
        if file == "Game.v" || !object.exists() {
            printed = compile(path, file).unwrap_or_else(|why| panic!("{asked}: {file}: {why}"));
        }
    }
    let (_, assumed) = printed.split_once("list N\n").expect("values, then assumptions");
    let assumed = assumed.trim().replace("Closed under the global context", "");
    assert_eq!(assumed.trim(), "", "{asked}");
    printed
}

/// The numbers that Coq lists.
fn listed(printed: &str) -> Vec<u32> {
    let (_, list) = printed.split_once('[').expect("a list");
    let (list, _) = list.split_once(']').expect("a list");
    list.split(';').map(|value| value.trim().parse().expect("a number")).collect()
}

/// The same of mexlab's table.
fn tabulated(path: &Path, rule: &str, quantity: &str, last: usize) -> Vec<u32> {
    let asked = format!("table {rule} --to {last} --quantity {quantity} --format csv");
    let ran = mexlab(path, &asked);
    assert_eq!(ran.status, 0, "{asked}: {}", ran.err);
    let rows = ran.out.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| row.rsplit_once(',').expect("two columns").1.parse().expect("a value")).collect()
}

/// Rule, what is asked of it, and the quantity that Coq prints.
const ASKED: [(&str, &str, &str); 14] = [
    ("lasker", "", "sg"),
    ("allbut:2,3", "", "sg"),
    ("allbut:1,2,7", "", "sg"),
    ("nim -p k=1", "", "sg"),
    ("nim -p k=1", "--law 'lose iff xor(h) = 0'", "sg"),
    ("octal:0.77", "", "sg"),
    ("octal:0.07", "--quantity win", "sg"),
    ("octal:4.7", "", "sg"),
    ("octal:0.15", "", "sg"),
    ("subtract:2,3", "--quantity misere", "misere"),
    ("subtract:1,3,4", "", "sg"),
    ("subtraction -p S={2,5,7}", "", "sg"),
    ("bash -p m=2", "--law 'lose iff n % 3 = 0'", "win"),
    ("bash", "--law 'not misere iff n % 4 = 1'", "misere"),
];

/// In one folder: it takes longer to compile the theory than what is said by it.
#[test]
fn coq_accepts_what_is_proved_and_rejects_what_is_altered() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    plays_the_same_game(folder.path());
    rejects_what_is_altered(folder.path());
}

fn plays_the_same_game(path: &Path) {
    for (rule, asked, quantity) in tried(ASKED) {
        let values = listed(&checked(path, &format!("{rule} {asked}")));
        assert_eq!(values.len(), 41);
        assert_eq!(values, tabulated(path, rule, quantity, 40), "{rule}");
    }
}

fn rejects_what_is_altered(path: &Path) {
    for (asked, from, to) in tried([
        ("octal:0.77", "12", "13"),
        ("octal:0.77", "n + 12", "n + 24"),
        ("octal:0.77", "71", "70"),
        ("octal:0.77", "[7; 7]", "[7; 6]"),
        ("subtract:1,3,4", "7", "6"),
        ("bash -p m=2", "n mod 3", "n mod 2"),
        ("bash -p m=2", "n mod 3", "n"),
        ("bash --law 'lose iff n % 4 = 0'", "lost game", "won game"),
        ("allbut:2,3", "n + 2", "n + 3"),
        ("nim --law 'lose iff xor(h) = 0'", "lost", "won"),
    ]) {
        checked(path, asked);
        let file = path.join("d/Game.v");
        let text = fs::read_to_string(&file).expect("written");
        let (heading, proof) = text.split_once("*)").expect("a comment");
        let altered = proof.replace(from, to);
        assert_ne!(proof, altered, "{asked}");
        fs::write(&file, format!("{heading}*){altered}")).expect("written");
        let why = compile(path, "Game.v").expect_err(&format!("{asked}: {from} to {to}"));
        assert!(why.contains("Error"), "{why}");
    }
}

#[test]
fn what_the_theory_does_not_cover_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (asked, status, why) in [
        ("bash --law 'lose iff n % 5 = 0'", 1, "fails at m = 3, n = 4"),
        ("wythoff --law 'lose iff a = floor(phi * (b - a))'", 1, "fails at"),
        ("fibonacci-nim", 4, "is proved, but not in Coq: "),
        ("bash --law 'win iff bit(n, 0) = 1 or bit(n, 1) = 1'", 4, "not in Coq: "),
        ("octal:0.77 --law 'sg < 9'", 4, "is proved, but not in Coq: the law is neither"),
    ] {
        let ran = mexlab(folder.path(), &format!("prove {asked} --coq d --out c.json"));
        assert_eq!(ran.status, status, "{asked}: {}{}", ran.out, ran.err);
        assert!((ran.out + &ran.err).contains(why), "{asked}: {}", why);
        let is_empty = fs::read_dir(folder.path()).expect("a folder").next().is_none();
        assert!(is_empty, "{asked}");
    }
}

/// All published periods of octal games with preperiod + period at most 5000, and of 0.165.
#[test]
#[ignore = "takes minutes: scripts/test --full"]
fn coq_accepts_the_published_periods() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let published = include_str!("../data/octal_periods.csv");
    let rows = published.lines().filter(|line| line.starts_with("octal:"));
    let mut count = 0;
    for row in rows {
        let fields: Vec<&str> = row.split(';').collect();
        let number = |at: usize| fields[at].parse::<u64>().expect("a number");
        let (rule, preperiod, period) = (fields[0], number(1), number(2));
        if number(3) > 0 || (preperiod + period > 5000 && rule != "octal:0.165") {
            continue;
        }
        let begun = Instant::now();
        let printed = checked(folder.path(), rule);
        assert_eq!(listed(&printed), tabulated(folder.path(), rule, "sg", 40), "{rule}");
        println!("{rule};{preperiod};{period};{:.1}", begun.elapsed().as_secs_f64());
        count += 1;
    }
    assert!(count >= 60, "only {count} games");
}
