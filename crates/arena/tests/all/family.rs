//! Families of graphs: what their graphs look like, and what is no family.

use arena::read::graphs;
use arena::{Family, FamilyGraph};

/// Vertices, edges and degrees, in ascending order, of a graph.
fn degrees(name: &str) -> (usize, usize, Vec<usize>) {
    let member = Family::read(name).unwrap().only().unwrap();
    assert_eq!(member.name, name);
    let [graph] = &graphs(&member.text).unwrap()[..] else { panic!("one graph") };
    assert_eq!(graph.start, Some(0));
    let mut degrees = vec![0; graph.vertices];
    for (a, b) in &graph.edges {
        assert_ne!(a, b);
        degrees[*a as usize] += 1;
        degrees[*b as usize] += 1;
    }
    degrees.sort_unstable();
    (graph.vertices, graph.edges.len(), degrees)
}

#[test]
fn graphs_have_the_edges_of_their_names() {
    assert_eq!(degrees("path(1)"), (1, 0, vec![0]));
    assert_eq!(degrees("path(4)"), (4, 3, vec![1, 1, 2, 2]));
    assert_eq!(degrees("cycle(3)"), (3, 3, vec![2; 3]));
    assert_eq!(degrees("complete(5)"), (5, 10, vec![4; 5]));
    assert_eq!(degrees("star(3)"), (4, 3, vec![1, 1, 1, 3]));
    assert_eq!(degrees("grid(2, 3)"), (6, 7, vec![2, 2, 2, 2, 3, 3]));
    assert_eq!(degrees("bipartite(2, 3)"), (5, 6, vec![2, 2, 2, 3, 3]));
    assert_eq!(degrees("tree(2, 2)"), (7, 6, vec![1, 1, 1, 1, 2, 3, 3]));
    assert_eq!(degrees("tree(1, 3)"), (4, 3, vec![1, 1, 2, 2]));
    assert_eq!(degrees("tree(3, 0)"), (1, 0, vec![0]));
}

/// What a graph announces is what a family is refused for where it is too much.
#[test]
fn announced_edges_are_those_listed() {
    let refused = Family::read("none").unwrap_err().to_string();
    let (_, kinds) = refused.split_once("write one of ").unwrap();
    let kinds: Vec<&str> = kinds.trim_end_matches(')').split("), ").collect();
    assert_eq!(kinds.len(), 7, "{refused}");
    for kind in kinds {
        let (name, known) = kind.split_once('(').unwrap();
        for n in 3..6 {
            for k in 1..4 {
                let sizes = match known.contains(',') {
                    true => format!("{n}, {k}"),
                    false => n.to_string(),
                };
                let FamilyGraph { name, text } =
                    Family::read(&format!("{name}({sizes})")).unwrap().only().unwrap();
                let announced = text.split_whitespace().nth(1).unwrap();
                let listed = text.lines().count() - 1;
                assert_eq!(announced, listed.to_string(), "{name}");
            }
        }
    }
}

#[test]
fn families_list_their_graphs() {
    let family = Family::read(" grid(2, 1..3)").unwrap();
    let names: Vec<String> = family.members().map(|member| member.name).collect();
    assert_eq!(names, ["grid(2, 1)", "grid(2, 2)", "grid(2, 3)"]);
    assert_eq!((family.to_string(), family.only()), ("grid(2, 1..3)".to_owned(), None));
}

#[test]
fn what_is_no_family_is_refused() {
    for (text, why) in [
        ("ladder(3)", "write one of path(n), cycle(n)"),
        ("path", "write path(n)"),
        ("path(3", "write path(n)"),
        ("path(3, 4)", "write path(n)"),
        ("path(-1)", "write path(n)"),
        ("grid(3)", "write grid(r, c)"),
        ("cycle(2)", "n must be 3 or more"),
        ("path(5..2)", "a range rise"),
        ("path(99999999999)", "n must be less than"),
        ("complete(1000000)", "edges"),
        ("tree(10, 30)", "edges"),
        ("grid(1..1000, 1..1000)", "the most are 100000"),
    ] {
        let refused = Family::read(text).unwrap_err();
        assert!(refused.to_string().contains(why), "{text}: {refused}");
    }
}
