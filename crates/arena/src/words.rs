//! Words built letter by letter that must stay a prefix (or a substring) of given words
//! (catalogue: `prefix-word-game`, `substring-word-game`).
//!
//! The first is a walk down the trie of the words, the second a walk in their generalised suffix
//! automaton (Blumer et al. 1987), whose states are the classes of substrings that can be continued
//! in the same ways; both are acyclic. Linear in the letters, times the number of different
//! letters that can follow in one place.

use crate::Arcs;

/// An acyclic automaton of words: state 0 is the empty word.
#[derive(Clone, Debug)]
pub struct Automaton {
    states: Vec<Node>,
    arcs: Vec<Arc>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Length of the longest word that leads here.
    length: u32,
    /// Suffix link; the trie has none.
    link: u32,
    /// First arc, of a list.
    first: u32,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    letter: char,
    to: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl Automaton {
    fn root() -> Self {
        Self { states: vec![Node { length: 0, link: NONE, first: NONE }], arcs: Vec::new() }
    }

    /// The trie of the words.
    ///
    /// # Panics
    /// When the words have 2^31 letters or more.
    #[must_use]
    pub fn trie<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let mut trie = Self::root();
        for word in words {
            let mut here = 0;
            for letter in word.chars() {
                here = match trie.target(here, letter) {
                    Some(next) => next,
                    None => {
                        let length = trie.states[here as usize].length + 1;
                        let next = trie.add_state(Node { length, link: NONE, first: NONE });
                        trie.add_arc(here, letter, next);
                        next
                    }
                };
            }
        }
        trie
    }

    /// The automaton of all substrings of the words.
    ///
    /// # Panics
    /// When the words have 2^31 letters or more.
    #[must_use]
    pub fn substrings<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let mut automaton = Self::root();
        for word in words {
            let mut last = 0;
            for letter in word.chars() {
                last = automaton.extend(last, letter);
            }
        }
        automaton
    }

    /// The state of the word of `last` with a letter behind it.
    fn extend(&mut self, last: u32, letter: char) -> u32 {
        let length = self.states[last as usize].length + 1;
        if let Some(known) = self.target(last, letter) {
            // The word is a substring already.
            return match self.states[known as usize].length == length {
                true => known,
                false => self.split(last, letter, known, length),
            };
        }
        let state = self.add_state(Node { length, link: NONE, first: NONE });
        let mut here = last;
        while here != NONE {
            if let Some(known) = self.target(here, letter) {
                let shorter = self.states[here as usize].length + 1;
                self.states[state as usize].link = match self.states[known as usize].length {
                    l if l == shorter => known,
                    _ => self.split(here, letter, known, shorter),
                };
                return state;
            }
            self.add_arc(here, letter, state);
            here = self.states[here as usize].link;
        }
        self.states[state as usize].link = 0;
        state
    }

    /// Splits off the words of `known` that are at most `length` long.
    fn split(&mut self, from: u32, letter: char, known: u32, length: u32) -> u32 {
        let link = self.states[known as usize].link;
        let split = self.add_state(Node { length, link, first: NONE });
        for Arc { letter, to, .. } in self.arcs_of(known).collect::<Vec<_>>() {
            self.add_arc(split, letter, to);
        }
        self.states[known as usize].link = split;
        let mut here = from;
        while here != NONE {
            let Some(arc) = self.arc(here, letter).filter(|&a| self.arcs[a].to == known) else {
                break;
            };
            self.arcs[arc].to = split;
            here = self.states[here as usize].link;
        }
        split
    }

    fn add_state(&mut self, state: Node) -> u32 {
        self.states.push(state);
        u32::try_from(self.states.len() - 1).expect("fewer than 2^32 states")
    }

    fn add_arc(&mut self, from: u32, letter: char, to: u32) {
        let arc = u32::try_from(self.arcs.len()).expect("fewer than 2^32 arcs");
        let next = std::mem::replace(&mut self.states[from as usize].first, arc);
        self.arcs.push(Arc { letter, to, next });
    }

    /// The numbers of the arcs that leave a state, the last one added first.
    fn listed(&self, state: u32) -> impl Iterator<Item = usize> + '_ {
        let arc = |arc: u32| (arc != NONE).then_some(arc as usize);
        let first = arc(self.states[state as usize].first);
        std::iter::successors(first, move |&at| arc(self.arcs[at].next))
    }

    fn arcs_of(&self, state: u32) -> impl Iterator<Item = Arc> + '_ {
        self.listed(state).map(|at| self.arcs[at])
    }

    fn arc(&self, from: u32, letter: char) -> Option<usize> {
        self.listed(from).find(|&at| self.arcs[at].letter == letter)
    }

    fn target(&self, from: u32, letter: char) -> Option<u32> {
        self.arc(from, letter).map(|arc| self.arcs[arc].to)
    }

    /// Number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The state a word leads to, `None` when it is not a word of the automaton.
    #[must_use]
    pub fn read(&self, word: &str) -> Option<u32> {
        word.chars().try_fold(0, |here, letter| self.target(here, letter))
    }

    /// The letters that can follow a state and where they lead, in the order of the letters.
    ///
    /// # Panics
    /// When there is no such state.
    #[must_use]
    pub fn letters(&self, state: u32) -> Vec<(char, u32)> {
        let mut letters: Vec<(char, u32)> =
            self.arcs_of(state).map(|arc| (arc.letter, arc.to)).collect();
        letters.sort_unstable();
        letters
    }

    /// How many different words lead to a state: of a trie one, of an automaton of substrings all
    /// those longer than the suffix link's.
    ///
    /// # Panics
    /// When there is no such state.
    #[must_use]
    pub fn words(&self, state: u32) -> u32 {
        let Node { length, link, .. } = self.states[state as usize];
        match link {
            NONE => 1,
            link => length - self.states[link as usize].length,
        }
    }

    /// The automaton as a digraph: a game with a token on it.
    #[must_use]
    pub fn arcs(&self) -> Arcs {
        let states = 0..self.states.len() as u32;
        let of = |from| self.arcs_of(from).map(move |arc| (from, arc.to));
        Arcs::new(self.states.len(), &states.flat_map(of).collect::<Vec<_>>())
    }
}
