//! Graphs, trees and lists of words as they are read, and what is wrong with others.

use arena::read::{graphs, trees, words};

fn wrong(text: &str) -> String {
    graphs(text).unwrap_err().to_string()
}

#[test]
fn graphs_of_several_components() {
    let read = graphs("# two\n3 2 1 # start\n1 2\n\n2 3\n2 1\n1 2 7\n").unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].vertices, read[0].start), (3, Some(0)));
    assert_eq!(read[0].edges, [(0, 1), (1, 2)]);
    assert_eq!(read[0].lines, [3, 5]);
    assert_eq!(read[1].weights, Some(vec![7]));
}

#[test]
fn what_is_wrong_with_a_graph() {
    assert!(wrong("").contains("no header"));
    assert!(wrong("# nothing\n").contains("no header"));
    assert!(wrong("0 0\n").contains("no vertices"));
    assert_eq!(wrong("3 1\n1 4\n"), "2: vertex 4 is not in 1..3");
    assert_eq!(wrong("3 1\n0 2\n"), "2: vertex 0 is not in 1..3");
    assert!(wrong("3 3\n1 2\n2 3\n").contains("announces 3 edges; there are 2"));
    assert!(wrong("3 1\n1 2\n2 3 1 4\n").contains("after the 1 edges that line 1 announces"));
    assert!(wrong("3 1\n1 2\n2 3\n").contains("announces 3 edges; there are 0"));
    assert!(wrong("3 x\n").contains("1: `x` is not a number"));
    assert!(wrong("3 99999999999999999999\n").contains("too large"));
    assert!(wrong("3 4000000000\n").contains("the greatest is"));
    assert!(wrong("3 -1\n").contains("negative"));
    assert_eq!(wrong("3 0 9\n"), "1: start 9 is not in 1..3");
    assert_eq!(wrong("3 0 -1\n"), "1: start -1 is not in 1..3");
    assert!(wrong("3 1\n1\n").contains("expected `u v`"));
    assert!(wrong("3 2\n1 2 5\n1 3\n").contains("either all edges have weights or none"));
}

#[test]
fn trees_both_ways() {
    let list = trees("tree 4\n0 1 1\n3\n").unwrap();
    assert_eq!(list[0].edges, [(0, 1), (0, 2), (2, 3)]);
    let edges = trees("4 3 2\n1 2\n3 1\n3 4\n").unwrap();
    assert_eq!(edges[0].edges, [(1, 0), (0, 2), (2, 3)]);
    let wrong = |text: &str| trees(text).unwrap_err().to_string();
    assert!(wrong("3 2\n1 2\n2 3\n").contains("needs its root"));
    assert!(wrong("3 3 1\n1 2\n2 3\n3 1\n").contains("closes a cycle"));
    assert!(wrong("3 2 1\n1 2\n1 2\n").contains("closes a cycle"));
    assert!(wrong("3 1 1\n1 2\n").contains("vertex 3"));
    assert!(wrong("tree 3\n2 1 0\n").contains("vertex 1"));
    assert!(wrong("tree 2\n0 0\n").contains("two roots"));
    assert!(wrong("tree 2\n2 1\n").contains("no root"));
    assert!(wrong("tree 2\n0 5\n").contains("parent 5 is not in 1..2"));
    assert!(wrong("tree 2\n0\n").contains("announces 2 parents; there are 1"));
    assert!(wrong("tree 2\n0 1 1\n").contains("too many"));
}

#[test]
fn lists_of_words() {
    assert_eq!(
        words("words 2\nab\nc # comment\nwords 1\nd\n").unwrap(),
        [vec!["ab", "c"], vec!["d"]]
    );
    let wrong = |text: &str| words(text).unwrap_err().to_string();
    assert!(wrong("").contains("no header"));
    assert!(wrong("words 3\na\n").contains("announces 3 words; there are 1"));
    assert!(wrong("words 1\na\nb\n").contains("not a header"));
    assert_eq!(wrong("words 1\na b\n"), "2: column 2: a blank; expected a word without blanks");
}
