//! The functions of the language: numbers of arguments and results.

use super::scope::Kind;

/// What a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// So many numbers.
    Numbers(usize),
    /// Numbers, at least one, or one list or set.
    Many,
    /// One number in exact arithmetic.
    Exact,
    /// As many numbers as a position has coordinates.
    Position,
    /// One list or set.
    Collection,
    /// One list.
    List,
    /// Lists and numbers, at least one.
    Parts,
    /// So many numbers, then two lists.
    ThenLists(usize),
}

use Takes::{Collection, Exact, List, Many, Numbers, Parts, Position, ThenLists};

/// Name, arguments, result.
const FUNCTIONS: [(&str, Takes, Kind); 46] = [
    ("abs", Numbers(1), Kind::Number),
    ("bit", Numbers(2), Kind::Number),
    ("bitlen", Numbers(1), Kind::Number),
    ("bitor", Numbers(2), Kind::Number),
    ("cast32", Numbers(1), Kind::Number),
    ("cast64", Numbers(1), Kind::Number),
    ("concat", Parts, Kind::List),
    ("connected", ThenLists(2), Kind::Condition),
    ("days", Numbers(2), Kind::Number),
    ("digitsum", Numbers(2), Kind::Number),
    ("evil", Numbers(1), Kind::Condition),
    ("fib", Numbers(1), Kind::Number),
    ("floor", Exact, Kind::Number),
    ("gcd", Numbers(2), Kind::Number),
    ("greedy_parts", ThenLists(1), Kind::List),
    ("head", Position, Kind::Condition),
    ("icbrt", Numbers(1), Kind::Number),
    ("isqrt", Numbers(1), Kind::Number),
    ("list", Collection, Kind::List),
    ("lowbit", Numbers(1), Kind::Number),
    ("max", Many, Kind::Number),
    ("mex", Collection, Kind::Number),
    ("min", Many, Kind::Number),
    ("nimprod", Numbers(2), Kind::Number),
    ("numdigits", Numbers(2), Kind::Number),
    ("odious", Numbers(1), Kind::Condition),
    ("pell_regular", ThenLists(2), Kind::Number),
    ("popcount", Numbers(1), Kind::Number),
    ("recurrence", ThenLists(1), Kind::Number),
    ("regular", ThenLists(3), Kind::Number),
    ("reverse", List, Kind::List),
    ("rounded", Numbers(2), Kind::Number),
    ("rounded_phi", Numbers(2), Kind::Number),
    ("shl", Numbers(2), Kind::Number),
    ("shr", Numbers(2), Kind::Number),
    ("size", Collection, Kind::Number),
    ("sqrt", Exact, Kind::Number),
    ("sum", Many, Kind::Number),
    ("tribonacci_regular", ThenLists(2), Kind::Number),
    ("v2", Numbers(1), Kind::Number),
    ("valuation", Numbers(2), Kind::Number),
    ("wrap32", Numbers(1), Kind::Number),
    ("wrap64", Numbers(1), Kind::Number),
    ("xor", Many, Kind::Number),
    ("zeckendorf", Numbers(1), Kind::List),
    ("zeckendorf_regular", ThenLists(2), Kind::Number),
];

/// What the function takes and gives.
pub(super) fn function(name: &str) -> Option<(Takes, Kind)> {
    FUNCTIONS.iter().find(|(known, ..)| *known == name).map(|&(_, takes, gives)| (takes, gives))
}

/// The names of all functions.
pub(super) fn names<'a>() -> impl Iterator<Item = &'a str> {
    FUNCTIONS.iter().map(|&(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_those_that_can_be_evaluated() {
        let mut evaluated: Vec<&str> = expr::eval::function_names().collect();
        // Inside `floor` only, and so no function of the evaluator's.
        evaluated.push("sqrt");
        evaluated.sort_unstable();
        evaluated.dedup();
        assert_eq!(names().collect::<Vec<_>>(), evaluated);
    }
}
