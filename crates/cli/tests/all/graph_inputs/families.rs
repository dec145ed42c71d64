//! Graphs by name: what is said of them is what is said of the same graph in a file.

use super::{json, mexlab, on_file};
use std::fs;

const NODE_KAYLES: &str = "game node-kayles(n = 6 in 1..62, edges = [1, 2, 2, 3])
input graph
state (F subset 1..n)
let near(v, w) = any{{edges[2 * i], edges[2 * i + 1]} = {v, w} for i in 0..size(edges) // 2 - 1}
move F -> F - {v} - {w for w in F if near(v, w)} for v in F
start m: ({1..n})
table sg to m = 5
";

/// Col: Left colours black what has no black neighbour, Right white what has no white one.
const COL: &str = "game col(n = 3 in 1..31, edges = [1, 2, 2, 3])
input graph
state (L subset 1..n, R subset 1..n)
let near(v, w) = any{{edges[2 * i], edges[2 * i + 1]} = {v, w} for i in 0..size(edges) // 2 - 1}
left  (L, R) -> (L - {v} - {w for w in L if near(v, w)}, R - {v}) for v in L
right (L, R) -> (L - {v}, R - {v} - {w for w in R if near(v, w)}) for v in R
start m: ({1..n}, {1..n})
table outcome, value to m = 2
";

/// Rows of CSV without the header, each by its cells.
fn rows(words: &[&str]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("nk.game"), NODE_KAYLES).expect("written");
    fs::write(folder.path().join("col.game"), COL).expect("written");
    let ran = mexlab(folder.path(), &[words, &["--format", "csv"]].concat());
    assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
    ran.out.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn node_kayles_on_paths_is_an_octal_game() {
    let values = |words: &[&str]| rows(words).into_iter().map(|row| row[1].clone()).collect();
    let on_paths: Vec<String> = values(&["table", "nk.game", "--on", "path(1..16)"]);
    let code: Vec<String> = values(&["table", "octal:0.137", "--to", "16"]);
    assert_eq!(on_paths, code[1..]);
}

#[test]
fn a_partizan_rule_is_played_on_graphs() {
    let on = |graphs: &str| rows(&["table", "col.game", "--on", graphs]);
    let paths = on("path(1..12)");
    // By hand: a vertex is star, and what Left answers in two is Right's.
    assert_eq!(paths[0], ["1", "N", ""]);
    assert_eq!(paths[1], ["2", "P", "0"]);
    // Col on a path is 0 or star (Berlekamp, Conway, Guy, Winning Ways, chapter 2).
    for row in &paths {
        assert!(row[1..] == ["N", ""] || row[1..] == ["P", "0"], "{row:?}");
    }
    assert_eq!(on("star(0..4)").len(), 5);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("col.game"), COL).expect("written");
    fs::write(folder.path().join("f.txt"), "3 2\n1 2\n2 3\n").expect("written");
    fs::write(folder.path().join("two.txt"), "2 1\n1 2\n2 1\n1 2\n").expect("written");
    let ask = |more: &[&str]| mexlab(folder.path(), &[&["ask", "col.game"], more].concat());
    let of_file = ask(&["--input", "f.txt", "--format", "csv"]);
    assert_eq!(of_file.out, ask(&["--on", "path(3)", "--format", "csv"]).out);
    let text = ask(&["--on", "path(3)"]);
    assert!(text.out.starts_with("3 vertices, 2 edges"), "{} {}", text.out, text.err);
    for (words, why) in [
        (&["--input", "two.txt"][..], "played on one component"),
        (&["--on", "path(3)", "--rounds", "2"], "--rounds is for impartial rules"),
    ] {
        let ran = ask(words);
        assert!(ran.status == 2 && ran.err.contains(why), "{words:?}: {}", ran.err);
    }
    let chance = mexlab(folder.path(), &["chance", "col.game", "--on", "path(3)"]);
    assert!(chance.status == 2 && chance.err.contains("is partizan"), "{}", chance.err);
}

#[test]
fn a_name_is_the_graph_in_a_file() {
    for (name, text) in [
        ("cycle(4)", "4 4 1\n1 2\n2 3\n3 4\n4 1\n"),
        ("star(3)", "4 3 1\n1 2\n1 3\n1 4\n"),
        ("grid(2, 2)", "4 4 1\n1 2\n1 3\n2 4\n3 4\n"),
    ] {
        let rule = "undirected-vertex-geography";
        let folder = tempfile::tempdir().expect("a folder");
        let of = |words: &[&str]| mexlab(folder.path(), words).out;
        assert_eq!(of(&["table", rule, "--on", name]), on_file("table", rule, text, &[]).out);
        let asked = of(&["ask", rule, "--on", name, "--format", "json"]);
        let asked: serde_json::Value = serde_json::from_str(&asked).expect("JSON");
        assert_eq!(asked, json(rule, text, &[]));
        let chances = of(&["chance", rule, "--on", name]);
        assert!(chances.contains("1..4") && chances == on_file("chance", rule, text, &[]).out);
    }
}

#[test]
fn families_have_a_row_for_every_graph_and_laws() {
    let family = rows(&["table", "undirected-vertex-geography", "--on", "grid(1..3, 1..4)"]);
    assert_eq!(family.len(), 12);
    for row in &family {
        let name = format!("grid({}, {})", row[0], row[1]);
        let alone = &rows(&["table", "undirected-vertex-geography", "--on", &name])[0];
        assert_eq!(row[2..], alone[1..], "{name}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let laws = ["find", "undirected-vertex-geography", "--on", "cycle(3..60)"];
    let ran = mexlab(folder.path(), &laws);
    assert!(ran.out.contains("win(n) iff n % 2 = 0\n"), "{}", ran.out);
}

#[test]
fn what_is_no_graph_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, why) in [
        (["ask", "undirected-vertex-geography", "--on", "path(1..3)"], "more than one graph"),
        (["ask", "undirected-vertex-geography", "--on", "ring(3)"], "no family of graphs"),
        (["table", "undirected-vertex-geography", "--on", "cycle(2)"], "n must be 3 or more"),
        (["table", "green-hackenbush-tree", "--on", "cycle(3)"], "closes a cycle"),
        (["table", "nim", "--on", "path(3)"], "is not played on graphs"),
        (["find", "prefix-word-game", "--on", "path(3)"], "--input FILE gives"),
        (["chance", "dag-game", "--on", "cycle(3)"], "not a DAG"),
    ] {
        let ran = mexlab(folder.path(), &words);
        assert_eq!((ran.status, &ran.out[..]), (2, ""), "{words:?}: {}", ran.err);
        assert!(ran.err.contains(why), "{words:?}: {}", ran.err);
    }
}
