//! Spellings of other languages and notations, and what they mean here.

/// Symbols: what is written, what is meant.
pub(crate) const SPELLINGS: [(&str, &str); 40] = [
    ("==", "="),
    ("&&", "and"),
    ("||", "or"),
    ("=>", "implies"),
    ("=<", "<="),
    ("<>", "!="),
    ("...", ".."),
    ("!", "not"),
    ("~", ".."),
    ("≤", "<="),
    ("⩽", "<="),
    ("≥", ">="),
    ("⩾", ">="),
    ("≠", "!="),
    ("⊕", "^"),
    ("×", "*"),
    ("·", "*"),
    ("÷", "//"),
    ("−", "-"),
    ("–", "-"),
    ("—", "-"),
    ("→", "->"),
    ("↦", "->"),
    ("∈", "in"),
    ("∪", "+"),
    ("∩", "&"),
    ("∖", "-"),
    ("\\", "-"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("⇒", "implies"),
    ("⇔", "iff"),
    ("…", ".."),
    ("φ", "phi"),
    ("√", "sqrt"),
    ("、", ","),
    ("。", "."),
    ("【", "["),
    ("】", "]"),
];

/// Symbols that mean different things in different places.
const AMBIGUOUS: [(&str, &str); 2] = [
    ("=>", "write `->` in a move, `implies` in a condition, `>=` for at least"),
    ("!", "write `not`; a factorial is `let f(k) = if k < 2 then 1 else k * f(k - 1)`"),
];

/// Words between two operands.
const OPERATORS: [(&[&str], &str); 12] = [
    (&["mod", "rem", "modulo"], "the remainder is written `n % k`"),
    (&["div", "quo"], "the quotient, rounded down, is written `n // k`"),
    (&["xor", "XOR"], "the bitwise xor (nim-sum) is written `a ^ b`"),
    (&["AND", "And"], "write `and`"),
    (&["OR", "Or"], "write `or`"),
    (
        &["is", "equals", "eq"],
        "equality is written `=`; an even number is `k % 2 = 0`, and a prime `k in primes`",
    ),
    (&["even", "odd"], "even numbers are those with `n % 2 = 0`, odd ones those with `n % 2 = 1`"),
    (&["prime"], "a prime is written `k in primes`"),
    (&["divides"], "write `n % k = 0` where k divides n"),
    (&["unless"], "write `if not (...)`"),
    (&["to", "through", "upto", "until"], "a range is written `1..n`, both ends included"),
    (&["then"], "a choice is written `if c then a else b`"),
];

/// The remedy for a symbol that has several meanings elsewhere.
pub(crate) fn advice(written: &str) -> Option<&'static str> {
    AMBIGUOUS.into_iter().find(|(symbol, _)| *symbol == written).map(|(_, remedy)| remedy)
}

/// The remedy for a word that is written where an operator should stand.
pub(crate) fn operator(word: &str) -> Option<&'static str> {
    OPERATORS.into_iter().find(|(words, _)| words.contains(&word)).map(|(_, remedy)| remedy)
}
