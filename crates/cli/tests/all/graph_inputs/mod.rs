//! Files of graphs, trees and words as a user meets them: what each kind says, and what is said of
//! files that are wrong. Every mistake names file, line, what was found and what is expected.

mod boards;
mod definition;
mod families;
mod mixed;
use crate::program;
mod weights;

use crate::program::{Ran, run};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn mexlab(folder: &Path, words: &[&str]) -> Ran {
    run(folder, words, "")
}

fn on_file(command: &str, rule: &str, text: &str, more: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.txt"), text).expect("written");
    mexlab(folder.path(), &[&[command, rule, "--input", "f.txt"], more].concat())
}

#[track_caller]
fn json(rule: &str, text: &str, more: &[&str]) -> serde_json::Value {
    let ran = on_file("ask", rule, text, &[&["--format", "json"], more].concat());
    assert_eq!(ran.status, 0, "{rule} on {text:?}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Both commands refuse the text with status 2, print nothing, and say all of these.
#[track_caller]
fn wrong(rule: &str, text: &str, says: &[&str]) {
    for command in ["ask", "table"] {
        let ran = on_file(command, rule, text, &[]);
        assert_eq!((ran.status, &ran.out[..]), (2, ""), "{command} {rule} {text:?}: {}", ran.err);
        for word in says {
            assert!(ran.err.contains(word), "no {word:?} in: {}", ran.err);
        }
    }
}

const DAG: &str = "dag-game";
const LOOPY: &str = "loopy-graph";
const TREE: &str = "green-hackenbush-tree";
const WORDS: &str = "prefix-word-game";

#[test]
fn no_header() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}", "\r\n"] {
        wrong(DAG, text, &["f.txt:1: no header", "expected `n m [start]`"]);
        wrong(TREE, text, &["f.txt:1: no header", "expected `n m root` or `tree n`"]);
        wrong(WORDS, text, &["f.txt:1: no header", "expected `words k`"]);
    }
    wrong(DAG, "3\n", &["f.txt:1: `3` is not a header; expected `n m [start]`"]);
    wrong(DAG, "vector 3\n", &["f.txt:1: `vector 3` is not a header; expected `n m [start]`"]);
    wrong(TREE, "3\n0 1 1\n", &["f.txt:1: `3` is not a header; expected `n m root` or `tree n`"]);
    wrong(WORDS, "2\na\nb\n", &["f.txt:1: `2` is not a header; expected `words k`"]);
}

#[test]
fn no_vertices() {
    wrong(DAG, "0 0\n", &["f.txt:1: no vertices"]);
    wrong(TREE, "tree 0\n", &["f.txt:1: no vertices"]);
}

#[test]
fn vertices_out_of_range() {
    wrong(DAG, "3 2 1\n1 2\n# so far\n2 4\n", &["f.txt:4: vertex 4 is not in 1..3"]);
    wrong(DAG, "3 1 1\n-1 2\n", &["f.txt:2: vertex -1 is not in 1..3"]);
    wrong(TREE, "tree 2\n0 5\n", &["f.txt:2: parent 5 is not in 1..2"]);
}

#[test]
fn wrong_numbers_of_edges() {
    wrong(DAG, "3 3 1\n1 2\n2 3\n", &["line 1 announces 3 edges; there are 2", "f.txt:3"]);
    wrong(DAG, "3 1 1\n1 2\n2 3 1 4\n", &["f.txt:3: `2 3 1 4` comes after the 1 edges"]);
    // Two numbers could begin a further component, which then lacks its edges.
    wrong(DAG, "3 1 1\n1 2\n2 3\n", &["line 3 announces 3 edges; there are 0"]);
    wrong(DAG, "3 1 1\n1\n", &["f.txt:2: `1` is not an edge; expected `u v`"]);
    wrong(DAG, "3 1 1\n1 2 3 4\n", &["f.txt:2: unexpected `4`"]);
    wrong(DAG, "3 1 1\n1 2 7\n", &["f.txt:2: the edge has a weight", "expected `u v`"]);
}

#[test]
fn what_is_no_number() {
    wrong(DAG, "3 x\n", &["f.txt:1: `x` is not a number; expected the number of edges"]);
    wrong(DAG, "3 1 1\n1 two\n", &["f.txt:2: `two` is not a number; expected vertex"]);
    wrong(DAG, "3 1 1\n1 2.5\n", &["f.txt:2: `2.5` is not a number"]);
    wrong(DAG, "3 +1 1\n1 2\n", &["f.txt:1: `+1` is not a number"]);
    wrong(DAG, "3 99999999999999999999\n", &["f.txt:1: `99999999999999999999` is too large"]);
    wrong(DAG, "3 -1\n", &["f.txt:1: the number of edges is -1"]);
    wrong(WORDS, "words x\n", &["f.txt:1: `x` is not a number; expected the number of words"]);
}

#[test]
fn announced_numbers_cost_no_memory() {
    for (rule, text) in [
        (DAG, "4000000000 0 1\n"),
        (DAG, "3 4000000000 1\n"),
        (DAG, "9223372036854775807 9223372036854775807\n"),
        (TREE, "tree 4000000000\n0\n"),
        (WORDS, "words 4000000000\na\n"),
    ] {
        wrong(rule, text, &["f.txt:1: ", "the greatest is 33554431"]);
    }
    wrong(DAG, "3 30000000 1\n1 2\n", &["announces 30000000 edges; there are 1"]);
    wrong(TREE, "tree 30000000\n0\n", &["announces 30000000 parents; there are 1"]);
    wrong(WORDS, "words 30000000\na\n", &["announces 30000000 words; there are 1"]);
}

#[test]
fn starts() {
    wrong(DAG, "3 0 9\n", &["f.txt:1: start 9 is not in 1..3"]);
    wrong(DAG, "3 0 0\n", &["f.txt:1: start 0 is not in 1..3"]);
    wrong(DAG, "3 0 -1\n", &["f.txt:1: start -1 is not in 1..3"]);
    wrong(TREE, "3 2\n1 2\n1 3\n", &["f.txt:1: a tree needs its root: expected `n m root`"]);
    wrong("green-hackenbush-graph", "2 1\n1 2\n", &["f.txt:1: the header names no start"]);
    for (rule, kernel) in [
        (DAG, "auto"),
        (DAG, "oracle"),
        (LOOPY, "auto"),
        (LOOPY, "oracle"),
        ("undirected-vertex-geography", "auto"),
        ("undirected-vertex-geography", "oracle"),
        ("undirected-edge-geography", "auto"),
        ("green-hackenbush-graph", "oracle"),
    ] {
        let ran = on_file("ask", rule, "\n2 1\n1 2\n", &["--kernel", kernel]);
        let says = "f.txt:2: the header names no start; expected `n m start`";
        assert!(ran.status == 2 && ran.err.contains(says), "{rule}: {}", ran.err);
    }
}

#[test]
fn a_size_that_no_file_gives_is_named() {
    let rule = "game g(n = 3, edges = [1, 2])\ninput graph\nstate (v in 1..n)\n\
                move v -> w for w in 1..v - 1\nstart (begin from 1): (begin)\n";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name, text| std::fs::write(folder.path().join(name), text).expect("saved");
    write("g.game", rule);
    write("f.txt", "3 2 1\n1 2\n2 3\n");
    let ran = program::run(folder.path(), &["ask", "g.game", "--input", "f.txt"], "");
    assert!(ran.err.contains("the size `begin`") && ran.err.contains("`start`"), "{}", ran.err);
    assert!(!ran.err.contains("names no start"), "{}", ran.err);
}

#[test]
fn cycles_in_what_must_be_acyclic() {
    let text = "3 4 1\n1 2\n2 3\n# back\n3 2\n1 3\n";
    let says = "f.txt:3: not a DAG: cycle 2 -> 3 -> 2 (lines 3, 5)";
    wrong(DAG, text, &[says, "loopy-graph takes cycles"]);
    wrong(DAG, "1 1 1\n1 1\n", &["f.txt:2: not a DAG: cycle 1 -> 1 (line 2)"]);
    assert_eq!(json(LOOPY, text, &[])["outcome"], "draw");
    assert_eq!(json(LOOPY, "1 1 1\n1 1\n", &[])["outcome"], "draw");
    // A long one is not spelled out.
    let mut ring = "100000 100000 1\n".to_owned();
    for v in 1..=100_000 {
        writeln!(ring, "{v} {}", v % 100_000 + 1).expect("a string");
    }
    let ran = on_file("ask", DAG, &ring, &[]);
    assert!(ran.status == 2 && ran.err.len() < 400, "{}", ran.err);
    assert_eq!(json(LOOPY, &ring, &[])["value"], "inf{}");
}

#[test]
fn what_is_no_tree() {
    wrong(TREE, "3 3 1\n1 2\n2 3\n3 1\n", &["no tree: the edge", "closes a cycle"]);
    wrong(TREE, "3 2 1\n1 2\n1 2\n", &["f.txt:3: no tree: the edge 1 2 closes a cycle"]);
    // Two parents of one vertex.
    wrong(TREE, "3 3 1\n1 2\n1 3\n2 3\n", &["closes a cycle"]);
    wrong(TREE, "2 2 1\n1 2\n2 2\n", &["f.txt:3: no tree: the edge 2 2 closes a cycle"]);
    wrong(TREE, "3 1 1\n1 2\n", &["f.txt:1: no tree: nothing leads from the root to vertex 3"]);
    wrong(TREE, "tree 3\n2 1 0\n", &["nothing leads from the root to vertex 1"]);
    wrong(TREE, "tree 2\n0 0\n", &["f.txt:2: two roots: vertices 1 and 2"]);
    wrong(TREE, "tree 2\n2 1\n", &["f.txt:2: no root"]);
    wrong(TREE, "tree 2\n0\n", &["line 1 announces 2 parents; there are 1"]);
    wrong(TREE, "tree 2\n0 1 1\n", &["f.txt:2: one parent too many: `1`"]);
}

#[test]
fn wrong_lists_of_words() {
    wrong(WORDS, "words 3\nab\nb\n", &["line 1 announces 3 words; there are 2"]);
    wrong(WORDS, "words 1\nab\nb\n", &["f.txt:3: `b` is not a header; expected `words k`"]);
    wrong(WORDS, "words 1\n  a b\n", &["f.txt:2: column 4: a blank"]);
    wrong(WORDS, "words -1\n", &["f.txt:1: the number of words is -1"]);
}

#[test]
fn marks_line_ends_comments_and_blank_lines_mean_nothing() {
    let plain = json(DAG, "3 2 1\n1 2\n2 3\n", &[]);
    assert_eq!((&plain["sg"], &plain["remoteness"]), (&0.into(), &2.into()));
    for text in [
        "\u{feff}3 2 1\r\n1 2\r\n2 3\r\n",
        "# a path\n\n3 2 1 # start\n\n1 2\n\t2   3# the end",
        "3 2 1\n1 2\n2 3\n\n\n# end\n",
    ] {
        assert_eq!(json(DAG, text, &[]), plain, "{text:?}");
    }
    let words = json(WORDS, "words 2\nab\nba\n", &[]);
    assert_eq!(json(WORDS, "\u{feff}words 2\r\n ab \r\n\r\nba # last\r\n", &[]), words);
    let tree = json(TREE, "tree 3\n0 1 2\n", &[]);
    assert_eq!(json(TREE, "\u{feff}tree 3\r\n0\r\n1 2 # a path\r\n", &[]), tree);
    assert_eq!(json(TREE, "3 2 1\n3 2\n2 1\n", &[])["sg"], tree["sg"]);
}

#[test]
fn too_many_positions_are_refused_with_an_estimate() {
    // A star of 40 edges has 2^40 positions; what a search may remember is less than that.
    let mut star = "41 40 1\n".to_owned();
    (2..=41).for_each(|v| writeln!(star, "1 {v}").expect("a string"));
    let memory = ["--memory", "160kB"];
    let ran = on_file("ask", "misere-green-hackenbush", &star, &memory);
    assert_eq!((ran.status, &ran.out[..]), (3, ""), "{}", ran.err);
    assert!(ran.err.contains("up to 10^12 positions lie below this one"), "{}", ran.err);
    // A path of as many edges has few, and is searched.
    let mut path = "41 40 1\n".to_owned();
    (1..=40).for_each(|v| writeln!(path, "{v} {}", v + 1).expect("a string"));
    let ran = on_file("ask", "misere-green-hackenbush", &path, &memory);
    assert_eq!(ran.status, 0, "{}", ran.err);
    // Sums of so many positions are not begun.
    let ring = |n: usize| {
        let arcs: String = (1..=n).map(|v| format!("{v} {}\n", v % n + 1)).collect();
        format!("{n} {n} 1\n{arcs}")
    };
    let three = ring(60).repeat(5);
    let ran = on_file("ask", LOOPY, &three, &["--kernel", "oracle"]);
    assert_eq!((ran.status, &ran.out[..]), (3, ""), "{}", ran.err);
    assert!(ran.err.contains("the 60 x 60 x 60 x 60 x 60 positions of the sum"), "{}", ran.err);
    // What the rule language cannot hold.
    let ran = on_file("ask", "misere-geography", &ring(21), &[]);
    let says = "f.txt: component 1: n = 21 is outside 1..20";
    assert!(ran.status == 2 && ran.err.contains(says), "{}", ran.err);
}

#[test]
fn a_million_arcs() {
    let mut text = "100000 1000000 1\n".to_owned();
    for i in 0..1_000_000u64 {
        let v = i / 10 % 99_999;
        let w = v + 1 + (i * 7919 + i / 10 * 31) % (99_999 - v);
        writeln!(text, "{} {}", v + 1, w + 1).expect("a string");
    }
    let answer = json(DAG, &text, &[]);
    assert!(answer["sg"].is_u64());
    let loopy = json(LOOPY, &text, &[]);
    assert_eq!(answer["sg"].to_string(), loopy["value"].as_str().expect("a value"));
}

#[test]
fn several_components_are_a_sum() {
    let path = "2 1 1\n1 2\n";
    assert_eq!(json(DAG, &path.repeat(2), &[])["sg"], 0);
    let three = json(DAG, &path.repeat(3), &[]);
    assert_eq!(
        (&three["sg"], three["winning_moves"].as_array().map(Vec::len)),
        (&1.into(), Some(3))
    );
    // Misere sums: tame positions by theory, wild ones by search, unless they are too many.
    assert_eq!(json(DAG, &path.repeat(2), &[])["misere"], true);
    assert_eq!(three["misere"], false);
    assert_eq!(json(DAG, &path.repeat(40), &[])["misere"], true);
    let wild = "5 6 5\n2 1\n3 2\n3 1\n4 3\n5 4\n5 2\n";
    assert!(json(DAG, &wild.repeat(2), &[])["misere"].is_boolean());
    assert_eq!(json(DAG, &wild.repeat(40), &[])["misere"], serde_json::Value::Null);
    let by = |text: &str| json("anti-sg", text, &[])["by"].as_str().expect("a reason").to_owned();
    assert!(by(&path.repeat(40)).contains("tame"));
    assert!(by(&wild.repeat(2)).contains("search"));
    assert!(by(wild).contains("topological"));
    let many = on_file("ask", "anti-sg", &wild.repeat(40), &[]);
    let says = "component 1 is not tame at vertex 5";
    assert!(many.status == 3 && many.err.contains(says), "{}", many.err);
    let loopy = json(LOOPY, &format!("{path}2 2 1\n1 2\n2 1\n"), &[]);
    assert_eq!((&loopy["outcome"], &loopy["value"]), (&"draw".into(), &serde_json::Value::Null));
    assert_eq!(loopy["drawing_moves"].as_array().map(Vec::len), Some(2));
    let several = on_file("table", DAG, &path.repeat(2), &[]);
    assert!(several.status == 2 && several.err.contains("several"), "{}", several.err);
}

#[test]
fn tables_of_structures() {
    let rows = |rule, text, more: &[&str]| {
        let ran = on_file("table", rule, text, &[&["--format", "csv"], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let dag = "3 3\n1 2\n2 3\n1 3\n";
    let expected = "v,sg,win,misere,remoteness\n1,2,1,1,1\n2,1,1,0,1\n3,0,0,1,0\n";
    assert_eq!(rows(DAG, dag, &[]), expected);
    let ring = "4 4\n1 2\n2 1\n2 3\n3 4\n";
    assert_eq!(rows(LOOPY, ring, &[]), "v,outcome,value\n1,draw,\n2,draw,\n3,N,1\n4,P,0\n");
    let square = "4 4\n1 2\n2 3\n3 4\n4 1\n";
    let geography = rows("undirected-vertex-geography", square, &[]);
    assert_eq!(geography, "v,win,moves\n1,1,2\n2,1,2\n3,1,2\n4,1,2\n");
    assert_eq!(rows(TREE, "tree 4\n0 1 2 2\n", &[]), "v,sg\n1,1\n2,0\n3,0\n4,0\n");
    let words = rows("substring-word-game", "words 1\naab\n", &[]);
    assert_eq!(words, "sg,words\n0,3\n1,2\n2,1\n");
    let nothing = on_file("table", "lasker", dag, &[]);
    assert!(nothing.status == 2 && nothing.err.contains("--input"), "{}", nothing.err);
}

#[test]
fn variants_go_by_definition_and_differ_from_the_theorems() {
    let by = |rule: &str, text: &str| json(rule, text, &[])["by"].as_str().map(str::to_owned);
    let wins = |rule: &str, text: &str| json(rule, text, &[])["win"].clone();
    let definition = Some("search by definition".to_owned());
    let edge = "2 1 1\n1 2\n";
    let geography = "undirected-vertex-geography";
    assert!(by(geography, edge) != definition);
    // Arcs: from the end of a path there is no way back.
    let path = "3 2 2\n1 2\n2 3\n";
    let arc = "2 1 2\n1 2\n";
    assert_eq!(
        (wins(geography, arc), wins("directed-vertex-geography", arc)),
        (true.into(), false.into())
    );
    // Misere play: who moves along the only edge leaves a stuck player, who wins.
    assert_eq!(
        (wins(geography, edge), wins("misere-geography", edge)),
        (true.into(), false.into())
    );
    // Edges instead of vertices: on a triangle the token comes back.
    let triangle = "3 3 1\n1 2\n2 3\n3 1\n";
    let both = (wins(geography, triangle), wins("undirected-edge-geography", triangle));
    assert_eq!(both, (false.into(), true.into()));
    // Misere Hackenbush on one edge.
    let hackenbush = (wins("green-hackenbush-graph", edge), wins("misere-green-hackenbush", edge));
    assert_eq!(hackenbush, (true.into(), false.into()));
    for rule in [
        "directed-vertex-geography",
        "misere-geography",
        "undirected-edge-geography",
        "misere-green-hackenbush",
    ] {
        assert_eq!(by(rule, path), definition, "{rule}");
    }
    // A rule that says the same in a file is solved, one that says more is searched.
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.txt"), path).expect("written");
    for (ends, solved) in [("", true), ("stuck wins", false), ("win if v = 3", false)] {
        let rule = format!(
            "game own(n = 2, edges = [1, 2]) = {geography}(n = n, edges = edges)\n{ends}\n"
        );
        fs::write(folder.path().join("own.game"), rule).expect("written");
        let ran = mexlab(folder.path(), &["ask", "own.game", "--input", "f.txt"]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(ran.out.contains("maximum matching"), solved, "{ends}: {}", ran.out);
    }
}

#[test]
fn matches_of_rounds() {
    // From vertex 1 the first player can force a win and a loss; on a single arc only a win.
    let both = "3 3 1\n1 2\n2 3\n1 3\n";
    let only_win = "2 1 1\n1 2\n";
    let stuck = "1 0 1\n";
    let wins = |text: &str, rounds: &str, next: &str| {
        json(DAG, text, &["--rounds", rounds, "--next", next])["match"]["win"].clone()
    };
    for (text, next, odd, even) in [
        (both, "loser", true, true),
        (only_win, "loser", true, false),
        (stuck, "loser", false, false),
        (only_win, "winner", true, true),
        (stuck, "winner", false, true),
        (only_win, "alternate", true, false),
        (stuck, "alternate", false, true),
    ] {
        assert_eq!(wins(text, "1", next), odd, "{text} {next}");
        assert_eq!(wins(text, "999999999999999999", next), odd, "{text} {next}");
        assert_eq!(wins(text, "1000000000000000000", next), even, "{text} {next}");
    }
    let words = json(WORDS, "words 1\na\n", &["--rounds", "2"]);
    assert_eq!(words["match"], serde_json::json!({ "rounds": 2, "win": false }));
    assert!(json(DAG, both, &[]).get("match").is_none());
    for (rule, text, more, says) in [
        (DAG, both, vec!["--rounds", "0"], "0 is not in 1.."),
        (DAG, both, vec!["--rounds", "x"], "invalid"),
        (LOOPY, both, vec!["--rounds", "3"], "misere outcome of each round"),
        ("anti-sg", both, vec!["--rounds", "3"], "anti-sg says how play ends"),
        ("misere-geography", both, vec!["--rounds", "3"], "misere-geography says how play ends"),
        (
            "undirected-vertex-geography",
            both,
            vec!["--rounds", "3"],
            "misere outcome of each round",
        ),
        (DAG, "2 1 1\n1 2\n2 1 1\n1 2\n", vec!["--rounds", "3"], "one component"),
    ] {
        let ran = on_file("ask", rule, text, &more);
        assert!(ran.status == 2 && ran.err.contains(says), "{rule}: {}", ran.err);
    }
    let oracle = ["--rounds", "3", "--kernel", "oracle"];
    assert!(json("undirected-vertex-geography", both, &oracle)["match"]["win"].is_boolean());
}

/// The line of `mexlab chance`: positions, lost, won, chance.
#[track_caller]
fn chance(rule: &str, text: &str, more: &[&str]) -> String {
    let ran = on_file("chance", rule, text, &[&["--format", "csv"], more].concat());
    assert_eq!(ran.status, 0, "{rule} on {text:?}: {}", ran.err);
    ran.out.lines().nth(1).expect("a line").to_owned()
}

#[test]
fn chances_from_random_starts() {
    // Values 2, 1, 0 and of the second digraph 1, 0.
    let three = "3 3\n1 2\n2 3\n1 3\n";
    let two = "2 1\n1 2\n";
    assert_eq!(chance(DAG, three, &[]), "3,1,2,2/3");
    assert_eq!(chance(DAG, three, &["--misere"]), "3,1,2,2/3");
    assert_eq!(chance(DAG, &format!("{three}{two}"), &[]), "6,2,4,2/3");
    assert_eq!(chance(DAG, three, &["--components", "2"]), "9,3,6,2/3");
    assert_eq!(chance(DAG, "1 0\n", &[]), "1,1,0,0");
    let path = "3 2\n1 2\n2 3\n";
    let geography = "undirected-vertex-geography";
    assert_eq!(chance("anti-sg", three, &[]), "3,1,2,2/3");
    assert_eq!(chance("every-sg", three, &[]), "3,1,2,2/3");
    assert_eq!(chance(geography, path, &[]), "3,2,1,1/3");
    assert_eq!(chance(geography, path, &["--kernel", "oracle"]), "3,2,1,1/3");
    // Who moves from the middle leaves a stuck player, who wins misere play; from an end the other
    // player is left to move to the far end.
    assert_eq!(chance("misere-geography", path, &[]), "3,1,2,2/3");
    for (rule, text, more, says) in [
        (LOOPY, three, vec![], "drawn"),
        (TREE, "tree 2\n0 1\n", vec![], "no random start"),
        (WORDS, "words 1\na\n", vec![], "no random start"),
        ("lasker", three, vec![], "is not played on"),
        (DAG, "2 2\n1 2\n2 1\n", vec![], "not a DAG"),
        (DAG, three, vec!["--to", "3"], "cannot be used with"),
        (DAG, &[three, two].concat()[..], vec!["--misere"], "not decided"),
        ("anti-sg", three, vec!["--components", "2"], "not decided"),
        ("every-sg", &[three, two].concat()[..], vec![], "not decided"),
        (geography, path, vec!["--misere"], "does not give misere"),
        (geography, &[path, path].concat()[..], vec![], "does not give sg"),
    ] {
        let ran = on_file("chance", rule, text, &more);
        assert!(ran.status == 2 && ran.err.contains(says), "{rule} {more:?}: {}", ran.err);
    }
}

#[test]
fn a_hundred_digraphs_of_a_thousand_vertices() {
    let mut text = String::new();
    for _ in 0..100 {
        writeln!(text, "1000 999").expect("a string");
        (1..1000).for_each(|v| writeln!(text, "{v} {}", v + 1).expect("a string"));
    }
    // Half of the vertices of each have the value 1, so half of the sums have.
    let ran = on_file("chance", DAG, &text, &["--format", "csv"]);
    assert!(ran.out.ends_with(",1/2\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn parameters_come_from_the_file() {
    for command in ["ask", "table", "chance"] {
        let ran = on_file(command, DAG, "2 1 1\n1 2\n", &["-p", "n=7"]);
        let says = "-p n: with --input the parameters come from the file";
        assert!(ran.status == 2 && ran.err.contains(says), "{command}: {}", ran.err);
    }
}
