//! Automata as text files.

use crate::Name;
use crate::automaton::Automaton;
use std::fmt::Write as _;

/// The digits as Walnut lists an alphabet.
pub(super) fn alphabet(radix: u32) -> String {
    let digits: Vec<String> = (0..radix).map(|digit| digit.to_string()).collect();
    format!("{{{}}}", digits.join(", "))
}

/// The automaton with its tracks in the order of `names`, each over the same alphabet or
/// numeration.
pub(super) fn automaton(automaton: &Automaton, names: &[Name], alphabet: &str) -> String {
    let mut text = vec![alphabet; names.len()].join(" ");
    text.push('\n');
    let order: Vec<usize> =
        names.iter().filter_map(|name| automaton.tracks().binary_search(name).ok()).collect();
    for state in 0..automaton.states() {
        // writing to a string does not fail
        let _ = writeln!(text, "\n{state} {}", u8::from(automaton.is_accepting(state)));
        for (digits, target) in automaton.transitions(state) {
            for &at in &order {
                let _ = write!(text, "{} ", digits[at]);
            }
            let _ = writeln!(text, "-> {target}");
        }
    }
    text
}
