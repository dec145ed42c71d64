//! Boards and vectors in files: what is said of those that are wrong.

use super::on_file;

/// `ask` refuses the text with status 2, prints nothing, and says this.
#[track_caller]
fn wrong(rule: &str, more: &[&str], text: &str, says: &str) {
    let ran = on_file("ask", rule, text, more);
    assert_eq!((ran.status, &ran.out[..]), (2, ""), "{rule} {text:?}: {}", ran.err);
    assert!(ran.err.contains(says), "no {says:?} in: {}", ran.err);
}

const CRAM: (&str, &[&str]) = ("cram", &["-p", "R=2", "-p", "C=3"]);
const CHOMP: (&str, &[&str]) = ("chomp", &["-p", "n=3"]);
const STAIRCASE: (&str, &[&str]) = ("staircase", &["-p", "m=3"]);
const COINS: (&str, &[&str]) = ("axis-coins", &["-p", "n=3"]);

#[test]
fn headers() {
    for (rule, more) in [CRAM, CHOMP, STAIRCASE, COINS] {
        wrong(rule, more, "", "f.txt: no header; `vector a1 a2 ... an`, or `board R C`");
        wrong(rule, more, "# nothing\n\n", "f.txt: no header");
        wrong(rule, more, "\nbored 2 3\n", "f.txt:2: `bored` where a header, `vector a1 a2 ...`");
        let graph = "f.txt:1: `3` where a header";
        wrong(rule, more, "3 1 1\n1 2\n", graph);
        wrong(rule, more, "3 1 1\n1 2\n", "is not played on a graph, tree or words");
    }
    wrong(CRAM.0, CRAM.1, "board 0 0\n", "f.txt:1: a board of 0 x 0 cells; it has at least one");
    wrong(CRAM.0, CRAM.1, "board 2\n", "f.txt:1: `board R C` has two numbers, not 1");
    wrong(
        CRAM.0,
        CRAM.1,
        "board 3 2\n",
        "f.txt:1: a board of 3 x 2 cells, and R = 2; set -p R=3 -p C=2",
    );
    wrong(CRAM.0, CRAM.1, "board 2 -3\n", "f.txt:1: a board of 2 x -3 cells");
    wrong(
        CRAM.0,
        CRAM.1,
        "board 2 x\n",
        "f.txt:1: `x` is not a number; expected a number of rows or",
    );
    wrong(STAIRCASE.0, STAIRCASE.1, "board 1 3\n...\n", "f.txt:1: a board is not a position of");
}

#[test]
fn rows_of_boards() {
    let (rule, more) = CRAM;
    wrong(rule, more, "board 2 3\n...\n", "f.txt:1: the board has 2 rows, and only 1 follow");
    let many = "f.txt:4: `...` is one row too many: 3 rows found, 2 announced";
    wrong(rule, more, "board 2 3\n...\n...\n...\n", many);
    let short = "f.txt:3: column 3: row 2 ends after 2 of 3 cells";
    wrong(rule, more, "board 2 3\n...\n..\n", short);
    let long = "f.txt:2: column 4: `.` beyond the 3 columns of row 1";
    wrong(rule, more, "board 2 3\n....\n...\n", long);
    let odd = "f.txt:3: column 2: `o` where `.` or `0` (not marked), `#`, `x` or `1`";
    wrong(rule, more, "board 2 3\n...\n.o.\n", odd);
}

#[test]
fn entries_of_vectors() {
    let (rule, more) = STAIRCASE;
    wrong(rule, more, "vector 1 x 2\n", "f.txt:1: `x` is not a number; expected entry 2");
    let large = "f.txt:1: `99999999999999999999` is too large for entry 3";
    wrong(rule, more, "vector 1 1 99999999999999999999\n", large);
    wrong(rule, more, "vector 1 -1 2\n", "f.txt:1: entry 2 is -1; entries are never negative");
    wrong(rule, more, "vector\n", "f.txt:1: the vector is empty; 3 entries are expected");
    let few = "is missing: the vector has 2 entries, a position of `staircase` has 3; -p sets m";
    wrong(rule, more, "vector 1 2\n", few);
    let much = "entry 4 (4) is one too many: a position of `staircase` has 3; -p sets m";
    wrong(rule, more, "vector 1 2 3 4\n", much);
    // The rows of a Young diagram do not increase.
    let (rule, more) = CHOMP;
    wrong(rule, more, "vector 3 1 2\n", "f.txt:1: [3, 1, 2] is not a position of `chomp`: entry 3");
    // Sets and heaps.
    wrong(CRAM.0, CRAM.1, "vector 1 7\n", "f.txt:1: 7 in the set");
    wrong(COINS.0, COINS.1, "vector 1 5\n", "f.txt:1: 5 in the set A is not in 0..2");
    wrong("nim", &[], "vector 3 -2\n", "f.txt:1: entry 2 is -2");
}

#[test]
fn too_many_positions() {
    let heaps = format!("vector {}\n", ["1000000"; 10].join(" "));
    let ran = on_file("ask", "staircase", &heaps, &["-p", "m=10"]);
    assert_eq!((ran.status, &ran.out[..]), (3, ""), "{}", ran.err);
    assert!(ran.err.contains("positions or more lie below this one"), "{}", ran.err);
}
