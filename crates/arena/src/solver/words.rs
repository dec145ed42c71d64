//! Words: walks in a trie or a suffix automaton.

use super::{Answer, ArenaMove, Solver};
use crate::dag;
use crate::words::Automaton;

const TRIE: &str = "a walk down the trie of the words";
const AUTOMATON: &str = "a walk in the suffix automaton of the words (Blumer et al. 1987)";

/// The words grow as prefixes or substrings of given ones.
pub(super) fn answer(solver: Solver, lists: &[Vec<&str>], rest: u32) -> Answer {
    let (automaton, by): (fn(_) -> _, _) = match solver {
        Solver::Prefixes => (Automaton::trie, TRIE),
        _ => (Automaton::substrings, AUTOMATON),
    };
    let solved: Vec<_> = lists
        .iter()
        .map(|words| {
            let automaton: Automaton = automaton(words.iter().copied());
            // Letters only make words longer.
            let values = dag::solve(&automaton.arcs()).expect("automata of words are acyclic");
            (automaton, values)
        })
        .collect();
    let total = solved.iter().fold(rest, |sum, (_, values)| sum ^ values[0].sg);
    let mut winning = Vec::new();
    for (component, (automaton, values)) in solved.iter().enumerate() {
        let wanted = total ^ values[0].sg;
        let letters = automaton.letters(0).into_iter();
        let letters = letters.filter(|&(_, to)| total != 0 && values[to as usize].sg == wanted);
        winning.extend(letters.map(|(letter, _)| ArenaMove {
            component: Some(component),
            words: letter.to_string().into(),
            place: None,
        }));
    }
    let alone = match &solved[..] {
        [(_, values)] if rest == 0 => Some(values[0]),
        _ => None,
    };
    Answer {
        sg: Some(total),
        misere: alone.map(|value| value.misere),
        remoteness: alone.map(|value| value.remoteness),
        winning: Some(winning),
        ..Answer::ending(total != 0, by)
    }
}
