//! What was asked for comes first: sizes that are chosen, laws before proofs, and one answer from every
//! command.

use super::{folder, good};
use crate::program::run;

/// A rule whose law takes long to prove.
const CLOSE: &str = include_str!("../../data/brought/two-heaps-close.game");

#[test]
fn a_size_is_chosen_and_said() {
    let folder = folder();
    let rule = ["-e", "heap n", "-e", "move n - k for k in {1, 3, 4} if k <= n"];
    for command in ["table", "find", "run", "explain"] {
        let ran = run(folder.path(), &[&[command], &rule[..]].concat(), "");
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
        let said = ran.err.lines().filter(|line| line.contains("--to")).count();
        assert_eq!(said, 1, "{command}: {}", ran.err);
    }
    let given = run(folder.path(), &[&["table", "--to", "9"], &rule[..]].concat(), "");
    assert_eq!((given.err.as_str(), given.out.lines().count()), ("", 11));
}

#[test]
fn laws_are_shown_before_proofs_and_open_proofs_are_said() {
    let folder = folder();
    std::fs::write(folder.path().join("close.game"), CLOSE).expect("a file");
    let runs = ["1", "2"].map(|threads| {
        let out = good(folder.path(), &format!("run close.game --threads {threads}"));
        let law = out.find("\nlaw ").expect("a law");
        let proof = out.find("\nproof ").expect("proofs, or that they are open");
        assert!(law < proof, "{out}");
        out
    });
    assert_eq!(runs[0], runs[1], "the work is counted, not timed");
    let untried = good(folder.path(), "run lasker --to 50 --no-prove");
    let goes_on = untried.lines().find(|line| line.contains("mexlab prove lasker --law '"));
    assert!(goes_on.is_some() && !untried.contains("proved for every"), "{untried}");
    let found = good(folder.path(), "find lasker --to 50");
    let at = |word: &str| found.find(word).unwrap_or_else(|| panic!("no {word}: {found}"));
    assert!(at("sg(4q)") < at("sg: proved for every position"));
    assert!(at("win(n)") < at("sg: proved for every position"));
}

#[test]
fn a_column_without_a_law_of_its_own_is_said() {
    let folder = folder();
    let ran = |more: &str| {
        let command = format!("find wythoff --quantity sg --to 60 --no-prove {more}");
        let words: Vec<&str> = command.split_whitespace().collect();
        run(folder.path(), &words, "")
    };
    let silent = "sg: no law found up to";
    assert!(ran("").out.contains(silent), "{}", ran("").out);
    assert!(ran("--emit python").out.contains(&format!("# {silent}")));
    assert!(ran("--format json").err.contains(silent));
    assert!(ran("--format json --candidates").out.contains("\"silent\": [\"sg\"]"));
    // What is proved is what the law speaks of.
    let whole = run(folder.path(), &["find", "wythoff", "--quantity", "sg", "--to", "60"], "").out;
    assert!(whole.contains("win: proved") && !whole.contains("sg: proved"), "{whole}");
}

#[test]
fn a_board_grows_with_what_is_asked() {
    let folder = folder();
    let row = "game row(n = 5 in 1..12)\nstate (F subset 1..n)\n\
               move F -> F - {x, x + 1} for x in F if x + 1 in F\n\
               start k: ({1..k})\ntable sg to k = n\n";
    std::fs::write(folder.path().join("row.game"), row).expect("a file");
    let rows = |arguments: &str| good(folder.path(), arguments).lines().count();
    assert_eq!(rows("table row.game"), 7);
    assert_eq!(rows("table row.game --to 9"), 11);
    let beyond = run(folder.path(), &["table", "row.game", "--to", "13"], "");
    assert_eq!(beyond.status, 2, "{}", beyond.out);
    assert!(beyond.err.contains("the start for 13 is not a position"));
}

#[test]
fn run_and_find_say_the_same_of_a_short_table() {
    let folder = folder();
    let rule = "heap n\nmove n - k for k in 1..3 if k <= n\ntable sg to n = 12\n";
    std::fs::write(folder.path().join("short.game"), format!("game short\n{rule}"))
        .expect("a file");
    let law = "sg(n) = n % 4";
    for command in ["find short.game", "run short.game"] {
        let out = good(folder.path(), command);
        assert!(out.contains(law) && !out.contains("no law"), "{command}: {out}");
    }
    let report = std::fs::read_to_string(folder.path().join("output/short/report.md"));
    assert!(report.expect("a report").contains(law));
}

#[test]
fn a_common_flag_works_or_is_refused() {
    let folder = folder();
    let prove = ["prove", "octal:0.77", "--kernel", "oracle"];
    let refused: [&[&str]; 10] = [
        &["list", "--memory", "8G"],
        &["new", "x", "--time", "9"],
        &["completions", "bash", "--threads", "1"],
        &["man", "table", "--vectors", "plain"],
        &["check", "lasker", "--kernel", "oracle"],
        &prove,
        &["list", "--kernel", "machine"],
        &["ask", "lasker", "7", "--kernel", "oracle"],
        &["completions", "bash", "--format", "json"],
        &["new", "x", "--format", "csv"],
    ];
    for arguments in refused {
        let ran = run(folder.path(), arguments, "");
        let flag = arguments.iter().find(|word| word.starts_with("--")).expect("a flag");
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.out);
        assert!(ran.err.contains(flag) && ran.err.contains(arguments[0]), "{}", ran.err);
    }
    let by = |kernel: &str| good(folder.path(), &format!("table lasker --to 30 --kernel {kernel}"));
    assert_eq!(by("oracle"), by("auto"));
}
