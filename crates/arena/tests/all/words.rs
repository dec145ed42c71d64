//! Automata of prefixes and substrings against lists of words.

use arena::dag;
use arena::words::Automaton;
use draw::{Draw, cases};
use std::collections::{BTreeMap, BTreeSet};

/// Grundy values of the words of a set that is closed under prefixes, by definition.
fn by_definition(words: &BTreeSet<String>, letters: &[char]) -> BTreeMap<String, u32> {
    let mut values = BTreeMap::new();
    let mut longest_first: Vec<&String> = words.iter().collect();
    longest_first.sort_by_key(|w| std::cmp::Reverse(w.len()));
    for word in longest_first {
        let options: BTreeSet<u32> =
            letters.iter().filter_map(|l| values.get(&format!("{word}{l}")).copied()).collect();
        let mex = (0..).find(|v| !options.contains(v)).unwrap_or(0);
        values.insert(word.clone(), mex);
    }
    values
}

fn check(automaton: &Automaton, words: &BTreeSet<String>) {
    let values = dag::solve(&automaton.arcs()).expect("acyclic");
    for (word, value) in by_definition(words, &['a', 'b', 'c']) {
        let state = automaton.read(&word).expect("a word") as usize;
        assert_eq!(values[state].sg, value, "{word:?}");
        for letter in ['a', 'b', 'c'] {
            let longer = format!("{word}{letter}");
            assert_eq!(automaton.read(&longer).is_some(), words.contains(&longer));
        }
    }
    let all: u32 = (0..automaton.states() as u32).map(|s| automaton.words(s)).sum();
    assert_eq!(all as usize, words.len());
}

#[test]
fn tries_and_suffix_automata() {
    let word = |d: &mut Draw| d.many(0..8, |d| d.pick(&["a", "b", "c"])).concat();
    let input = |d: &mut Draw| d.many(1..5, word);
    draw::check(cases(), input, |words| {
        let given = || words.iter().map(String::as_str);
        let prefixes: BTreeSet<String> =
            words.iter().flat_map(|w| (0..=w.len()).map(|i| w[..i].to_owned())).collect();
        check(&Automaton::trie(given()), &prefixes);
        let substrings: BTreeSet<String> =
            prefixes.iter().flat_map(|w| (0..=w.len()).map(|i| w[i..].to_owned())).collect();
        let automaton = Automaton::substrings(given());
        check(&automaton, &substrings);
        Ok(())
    });
}

#[test]
fn long_words_do_not_recurse() {
    let word = "ab".repeat(50_000);
    let trie = Automaton::trie([&word[..]]);
    assert_eq!(dag::solve(&trie.arcs()).expect("acyclic")[0].sg, 0);
    let automaton = Automaton::substrings([&word[..], "ba"]);
    assert!(automaton.states() < 250_000);
}
