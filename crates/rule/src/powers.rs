//! Nim-sums that may have been meant as powers: `k^2`, `2^k`.

use expr::ast::Span;
use expr::lexer::TokenKind::{Int, Name, Symbol};
use expr::lexer::lex;

/// The line of the first nim-sum of a text, from 1, that may have been meant as a power, and as it is written:
/// a single name or number with an exponent of 2 or 3, or behind a base of 2 or 10, and no part of a longer
/// nim-sum.
#[must_use]
pub fn doubtful_power(source: &str) -> Option<(usize, &str)> {
    let (tokens, _) = lex(source, Span::new(0, source.len()));
    let is_xor = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at)).is_some_and(|token| token.kind == Symbol("^"))
    };
    tokens.windows(3).enumerate().find_map(|(at, window)| {
        let is_power = matches!(
            [&window[0].kind, &window[1].kind, &window[2].kind],
            [Name(_) | Int(_), Symbol("^"), Int(2 | 3)]
                | [Int(2 | 10), Symbol("^"), Name(_) | Int(_)]
        );
        if !is_power || is_xor(at.checked_sub(1)) || is_xor(Some(at + 3)) {
            return None;
        }
        let Span { start, .. } = window[0].span;
        Some((source[..start].matches('\n').count() + 1, &source[start..window[2].span.end]))
    })
}

#[cfg(test)]
mod tests {
    use super::doubtful_power;

    #[test]
    fn powers_of_other_languages_are_seen_and_nim_sums_are_not() {
        for (text, expected) in [
            ("game g\nmove n -> n - k^2 for k in 1..n", Some((2, "k^2"))),
            ("if n ^ 3 + 1", Some((1, "n ^ 3"))),
            ("2^k - 1", Some((1, "2^k"))),
            ("for k in 1..10^9", Some((1, "10^9"))),
            ("a ^ b ^ 2, 2 ^ a ^ b, a ^ 1, 4 ^ a, a ^ (2), xor(a, 2)", None),
            ("title \"k^2\" # k^2", None),
            ("^2 2^ )^2 2^(", None),
        ] {
            assert_eq!(doubtful_power(text), expected, "{text}");
        }
    }
}
