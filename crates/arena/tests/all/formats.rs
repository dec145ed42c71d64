//! Graphs in the formats of other programs.

use arena::read::any_graphs;

fn all(text: &str) -> (usize, Vec<(u32, u32)>, String) {
    let read = any_graphs(text).unwrap();
    (
        read.graphs[0].vertices,
        read.graphs[0].edges.clone(),
        read.said.map(|said| said.to_string()).unwrap_or_default(),
    )
}

fn wrong(text: &str) -> String {
    any_graphs(text).unwrap_err().to_string()
}

const PATH: [(u32, u32); 3] = [(0, 1), (1, 2), (2, 3)];

#[test]
fn a_path_in_every_format() {
    let of_one = "4 vertices, 3 edges";
    let of_zero = format!("{of_one}; vertex 0 is called 1, and so on");
    let edges = |end: &str| format!("read as edges without a header: {end}");
    for (text, said) in [
        ("4 3\n1 2\n2 3\n3 4\n", String::new()),
        ("4 3\n0 1\n1 2\n2 3\n", format!("read as a graph whose vertices begin with 0: {of_zero}")),
        ("c a path\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n", format!("read as DIMACS: {of_one}")),
        ("1 2\n2 3\n3 4\n", edges(of_one)),
        ("0 1\n1 2\n2 3\n", edges(&of_zero)),
        ("u,v\n1,2\n2,3\n3,4\n", edges(of_one)),
        ("source;target\r\n0;1\r\n1;2\r\n2;3\r\n", edges(&of_zero)),
        ("1 - 2\n2 - 3\n3 - 4\n", edges(of_one)),
        ("0 1 0 0\n1 0 1 0\n0 1 0 1\n0 0 1 0\n", format!("read as an adjacency matrix: {of_one}")),
        ("0100\n1010\n0101\n0010\n", format!("read as an adjacency matrix: {of_one}")),
        (
            "[[0, 1, 0, 0],\n [1, 0, 1, 0],\n [0, 1, 0, 1],\n [0, 0, 1, 0]]\n",
            format!("read as an adjacency matrix: {of_one}"),
        ),
        ("Ch\n", format!("read as graph6: {of_one}")),
        (">>graph6<<Ch\n", format!("read as graph6: {of_one}")),
        (":Cdv\n", format!("read as sparse6: {of_one}")),
        ("graph {\n  1 -- 2;\n  2 -- 3 -- 4;\n}\n", format!("read as DOT: {of_one}")),
        ("graph G { 0 -- 1; 1 -- 2 [color=red]; 2 -- 3 }", format!("read as DOT: {of_zero}")),
        (
            "strict graph \"p\" {\n node [shape=box]\n a -- b // x\n \"b\" -- c\n c -- d\n}\n",
            format!(
                "read as DOT: {of_one}; a is called 1, b is called 2, c is called 3, d is called 4"
            ),
        ),
    ] {
        assert_eq!(all(text), (4, PATH.to_vec(), said), "{text}");
    }
}

#[test]
fn directions_weights_starts_and_several() {
    assert_eq!(all("0 1\n0 0\n").1, [(0, 1)]);
    assert_eq!(all("digraph { 1 -> 2 -> 1 }").1, [(0, 1), (1, 0)]);
    let weighted = any_graphs("u,v,w\n1,2,7\n2,3,9\n").unwrap();
    assert_eq!(weighted.graphs[0].weights, Some(vec![7, 9]));
    let dot = any_graphs("graph { 1 -- 2 [weight=5] }").unwrap();
    assert_eq!(dot.graphs[0].weights, Some(vec![5]));
    assert_eq!(any_graphs("3 2 0\n0 1\n1 2\n").unwrap().graphs[0].start, Some(0));
    let several = any_graphs("Ch\nBw\n").unwrap();
    assert_eq!(
        (several.graphs.len(), several.said.map(|said| said.to_string()).as_deref()),
        (2, Some("read as graph6: 2 graphs"))
    );
    assert_eq!(several.graphs[1].edges, [(0, 1), (0, 2), (1, 2)]);
    // A vertex that no edge touches.
    assert_eq!(all("graph { 1 -- 2; 3 }").0, 3);
    assert_eq!(all("p edge 4 1\ne 1 2\n").0, 4);
}

#[test]
fn sparse6_of_the_description() {
    // The example of formats.txt.
    let (vertices, edges, _) = all(":Fa@x^\n");
    assert_eq!((vertices, edges), (7, vec![(0, 1), (0, 2), (1, 2), (5, 6)]));
}

#[test]
fn what_is_wrong() {
    assert_eq!(wrong("3 3\n1 2\n2 3\n"), "3: the header in line 1 announces 3 edges; there are 2");
    assert_eq!(wrong("3 1\n1 4\n1 2 x y\n"), "2: vertex 4 is not in 1..3");
    assert_eq!(wrong("p edge 3 2\ne 1 2\n"), "1: `p` announces 2 edges; there are 1");
    assert_eq!(wrong("p edge 3 1\ne 1 4\n"), "2: vertex 4 is not in 1..3");
    assert!(wrong("p edge 3 1\nf 1 2\n").contains("expected `e U V`"));
    assert!(wrong("graph { subgraph x { 1 -- 2 } }").contains("more than plain edges"));
    assert!(wrong("graph {\n 1 -- \n}").starts_with("2: `1 --` is not an edge"));
    assert!(wrong("Chh\n").contains("is not graph6"));
    assert_eq!(wrong("u,v,w\n1,2,7\n2,3,x\n"), "3: `x` is not a weight; expected a number");
}
