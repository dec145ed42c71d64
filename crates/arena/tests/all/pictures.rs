//! Pictures of graphs: every vertex and edge is drawn, with what is known of it.

use arena::{Answer, Arena, solved};
use engine::{Kernel, Means};
use rule::NoRules;
use rule::ast::{Rule, Structure};

const WINNING: &str = "#1a7f37";
const LOST: &str = "#f6d5d5";

/// A rule that has a solver, under a title that a picture must write otherwise.
fn rule_of(name: &str) -> Rule {
    let (rule, _) = solved().find(|(rule, _)| rule.name == name).expect("a rule with a solver");
    Rule { title: Some("a < b".into()), ..rule }
}

/// The picture of a graph, and the answer that it shows.
fn picture(rule: &Rule, structure: Structure, text: &str) -> (String, Answer) {
    let means = Means::silent(1 << 30);
    let arena = Arena::new(rule, structure, &NoRules, Kernel::Auto, means);
    let file = arena.read("graph", text).unwrap();
    file.is_drawable().unwrap();
    let answer = arena.answer(&file, 0).unwrap();
    let picture = arena.picture(&file, &answer);
    assert_eq!(picture, arena.picture(&file, &answer));
    assert!(!picture.contains("NaN") && picture.ends_with("</svg>\n"));
    (picture, answer)
}

/// How often each of these stands in a text.
fn counts<const N: usize>(text: &str, parts: [&str; N]) -> [usize; N] {
    parts.map(|part| text.matches(part).count())
}

#[test]
fn every_vertex_and_edge_is_drawn() {
    // In layers, and with a loop in a circle; two parallel arcs win. Two paths are the heads of arrows.
    for (name, text, edges, values) in [
        ("dag-game", "3 4 1\n1 2\n2 3\n1 3\n1 3\n", 4, ["2", "1", "0"]),
        ("loopy-graph", "3 5 1\n1 2\n2 3\n1 3\n1 3\n2 2\n", 5, ["N", "N", "0"]),
    ] {
        let (text, _) = picture(&rule_of(name), Structure::Digraph, text);
        let found = counts(&text, ["<circle", "<path d=\"M", "url(#winning)", "url(#plain)"]);
        assert_eq!(found, [3, edges + 2, 2, edges - 2], "{text}");
        assert!(text.contains("a &lt; b") && !text.contains("a < b"));
        assert!(values.iter().all(|value| text.contains(&format!(">{value}</text>"))), "{text}");
        assert_eq!(counts(&text, [LOST, "paint-order"]), [1, 0]);
    }
    picture(&rule_of("dag-game"), Structure::Digraph, "1 0 1\n");
}

#[test]
fn edges_have_their_numbers_or_weights_beside_them() {
    let graph = "3 5 1\n1 2\n2 3\n1 3\n1 3\n3 3\n";
    for (name, structure, text, edges) in [
        ("green-hackenbush-graph", Structure::Graph, graph, 5),
        ("green-hackenbush-tree", Structure::Tree, "tree 4\n0 1 1 2\n", 3),
    ] {
        let (text, answer) = picture(&rule_of(name), structure, text);
        assert_eq!(counts(&text, ["<path d=\"M", "paint-order", "url("]), [edges + 2, edges, 0]);
        let is_there = |number| text.contains(&format!("paint-order=\"stroke\">{number}</text>"));
        assert!((1..=edges).all(is_there), "{text}");
        // One head of an arrow has the colour too.
        let winning = answer.winning.unwrap().len();
        assert_eq!(text.matches(WINNING).count(), winning + 1, "{text}");
        assert!(winning > 0, "{name}");
    }
    let nim = include_str!("../../rules/graph/nim-on-graphs.game");
    let nim = rule::resolve(rule::parse(nim).0.unwrap(), &NoRules).unwrap();
    let (text, _) = picture(&nim, Structure::Graph, "3 4 1\n1 2 7\n2 3 8\n1 3 1\n1 3 10\n");
    let weights = ["7", "8", "1", "10"].map(|w| format!("paint-order=\"stroke\">{w}</text>"));
    assert_eq!(text.matches("paint-order").count(), 4);
    assert!(weights.iter().all(|weight| text.contains(weight)), "{text}");
}
