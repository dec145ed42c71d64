//! Edges with weights: Nim on graphs against a search of its own.

use super::on_file;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;

const RULE: &str = "nim-on-graphs";

/// Whether the player to move wins with the token on `v`, and how many moves win.
fn wins(
    v: usize,
    edges: &[(usize, usize)],
    weights: &[u32],
    known: &mut HashMap<(usize, Vec<u32>), usize>,
) -> usize {
    if let Some(&count) = known.get(&(v, weights.to_vec())) {
        return count;
    }
    let mut count = 0;
    for (e, &(a, b)) in edges.iter().enumerate().filter(|(_, (a, b))| *a == v || *b == v) {
        for left in 0..weights[e] {
            let mut after = weights.to_vec();
            after[e] = left;
            count += usize::from(wins(a + b - v, edges, &after, known) == 0);
        }
    }
    known.insert((v, weights.to_vec()), count);
    count
}

#[test]
fn as_searched() {
    let pairs = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3), (2, 4), (2, 2), (1, 2)];
    for code in 0..24usize {
        let chosen = pairs.iter().enumerate().filter(|(i, _)| (code * 37 + 11) >> i & 1 == 1);
        let edges: Vec<(usize, usize)> = chosen.map(|(_, &pair)| pair).collect();
        let weights: Vec<u32> = (0..edges.len()).map(|i| ((code + i * i) % 4) as u32).collect();
        let mut text = format!("4 {} 1\n", edges.len());
        for ((a, b), w) in edges.iter().zip(&weights) {
            writeln!(text, "{a} {b} {w}").expect("a string");
        }
        let ran = on_file("table", RULE, &text, &["--format", "csv"]);
        assert_eq!(ran.status, 0, "{text}: {}", ran.err);
        let header: Vec<&str> = ran.out.lines().next().expect("a header").split(',').collect();
        let place = |name| header.iter().position(|h| *h == name).expect("a column");
        for (v, line) in (1..).zip(ran.out.lines().skip(1)) {
            let cells: Vec<&str> = line.split(',').collect();
            let moves = wins(v, &edges, &weights, &mut HashMap::new());
            assert_eq!(cells[place("moves")], moves.to_string(), "{text}: from {v}");
            assert_eq!(cells[place("win")], usize::from(moves > 0).to_string(), "{text}");
        }
    }
}

#[test]
fn weights_are_asked_for_and_drawn() {
    let text = "3 2 1\n1 2 7\n2 3 5\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.txt"), text).expect("written");
    let ran = super::mexlab(folder.path(), &["ask", RULE, "--input", "f.txt", "--draw", "f.svg"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let picture = fs::read_to_string(folder.path().join("f.svg")).expect("a picture");
    assert!(picture.contains(">7</text>") && picture.contains(">5</text>"), "{picture}");
    for (text, says) in [
        ("2 1 1\n1 2\n", "f.txt:2: the edge has no weight, and nim-on-graphs needs one"),
        ("2 2 1\n1 2 3\n1 2\n", "f.txt:3: either all edges have weights or none"),
        ("2 1 1\n1 2 x\n", "f.txt:2: `x` is not a number; expected the weight of the edge"),
    ] {
        super::wrong(RULE, text, &[says]);
    }
}
