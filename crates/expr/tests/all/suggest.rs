//! The nearest known word.

use expr::suggest::closest;

#[test]
fn nearest_word() {
    let words = ["move", "heap", "table", "wythoff"];
    assert_eq!(closest("mvoe", words), Some("move"));
    assert_eq!(closest("Heap", words), Some("heap"));
    assert_eq!(closest("whytoff", words), Some("wythoff"));
    assert_eq!(closest("xyz", words), None);
    assert_eq!(closest("a", ["b"]), None);
}

/// The distance of two words, told by how much alike they must begin to be near each other: a third of
/// the letters may be wrong, at least one, and letters before both words change nothing else.
fn distance(a: &str, b: &str) -> usize {
    let longer = a.chars().count().max(b.chars().count());
    let is_near = |wrong: &usize| {
        let beginning = "_".repeat(3 * wrong + 2 - longer);
        closest(&format!("{beginning}{a}"), [format!("{beginning}{b}")]).is_some()
    };
    ((longer / 3).max(1)..).find(is_near).unwrap()
}

#[test]
fn known_distances() {
    assert_eq!(distance("", "abc"), 3);
    assert_eq!(distance("kitten", "sitting"), 3);
    assert_eq!(distance("ab", "ba"), 1);
    // what differs in nothing is nearer
    assert_eq!(closest("ab", ["ba", "ab"]), Some("ab"));
    // no word is a slip for none
    assert_eq!([closest("", ["a"]), closest("", ["abc"])], [None; 2]);
}
