//! Nim-sums that may have been meant as powers: `k^2`, `2^k`.

use expr::ast::Span;
use expr::lexer::TokenKind::{Int, Name, Symbol};
use expr::lexer::{Token, TokenKind, lex};
use expr::parser::is_reserved;

/// A nim-sum that may have been meant as a power.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtfulPower<'s> {
    /// Its line in the text, from 1.
    pub line: usize,
    /// As written, `k^2`.
    pub written: &'s str,
    /// What stands on its sides.
    pub sides: [&'s str; 2],
}

/// The nim-sums in a text of which one side is a number that is usual in powers, 2 or 3 as exponent, 2 or 10
/// as base, and which are not part of a longer nim-sum.
#[must_use]
pub fn doubtful_powers(source: &str) -> Vec<DoubtfulPower<'_>> {
    let (tokens, _) = lex(source, Span::new(0, source.len()));
    let is_xor = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at)).is_some_and(|token| token.kind == Symbol("^"))
    };
    let doubtful = |at: usize| {
        let (first, last) = (before(&tokens, at)?, after(&tokens, at)?);
        let is_exponent = last == at + 1 && matches!(tokens[last].kind, Int(2 | 3));
        let is_base = first == at - 1 && matches!(tokens[first].kind, Int(2 | 10));
        let is_longer = is_xor(first.checked_sub(1)) || is_xor(Some(last + 1));
        if is_longer || !(is_exponent || is_base) {
            return None;
        }
        let text = |from: usize, to: usize| &source[tokens[from].span.start..tokens[to].span.end];
        Some(DoubtfulPower {
            line: source[..tokens[first].span.start].matches('\n').count() + 1,
            written: text(first, last),
            sides: [text(first, at - 1), text(at + 1, last)],
        })
    };
    (1..tokens.len()).filter(|&at| is_xor(Some(at))).filter_map(doubtful).collect()
}

/// Where the operand begins that ends just before the token `at`.
fn before(tokens: &[Token], at: usize) -> Option<usize> {
    let is_name = |at: usize| matches!(&tokens[at].kind, Name(name) if !is_reserved(name));
    let mut first = at.checked_sub(1)?;
    match tokens[first].kind {
        Int(_) | Name(_) => return Some(first),
        Symbol(")" | "]") => {}
        _ => return None,
    }
    let mut open = 0;
    loop {
        open += depth(&tokens[first].kind);
        let named = first.checked_sub(1).filter(|&name| is_name(name));
        match (open, named) {
            (0, Some(name)) => return Some(name),
            (0, None) => return Some(first),
            _ => first = first.checked_sub(1)?,
        }
    }
}

/// Where the operand ends that begins just behind the token `at`.
fn after(tokens: &[Token], at: usize) -> Option<usize> {
    let mut last = at + 1;
    let goes_on = |at: usize| matches!(tokens.get(at)?.kind, Symbol("(" | "[")).then_some(at);
    last = match tokens.get(last)?.kind {
        Int(_) => return Some(last),
        Name(_) => match goes_on(last + 1) {
            Some(open) => open,
            None => return Some(last),
        },
        Symbol("(") => last,
        _ => return None,
    };
    let mut open = 0;
    loop {
        open += depth(&tokens.get(last)?.kind);
        if open == 0 {
            return Some(last);
        }
        last += 1;
    }
}

fn depth(kind: &TokenKind) -> i32 {
    match kind {
        Symbol("(" | "[") => 1,
        Symbol(")" | "]") => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::doubtful_powers;

    #[test]
    fn powers_of_other_languages_are_seen_and_nim_sums_are_not() {
        for (text, expected) in [
            ("move n -> n - k^2 for k in 1..n", &["k^2"][..]),
            ("if (n) ^ 3 + 1", &["(n) ^ 3"]),
            ("(n - 1)^2 <= f(a[1])^3", &["(n - 1)^2", "f(a[1])^3"]),
            ("2^k - 2^(k + 1) + 10^9", &["2^k", "2^(k + 1)", "10^9"]),
            ("a ^ b ^ 2, 2 ^ a ^ b, a ^ 1, 4 ^ a, a ^ (2), xor(a, 2)", &[]),
            ("title \"k^2\" # k^2", &[]),
            ("^2 2^ )^2 2^(", &[]),
        ] {
            let found = doubtful_powers(text);
            let found: Vec<&str> = found.iter().map(|power| power.written).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_line_and_both_sides_are_told() {
        let text = "game g\nheap n\nmove n -> n - k [i] ^2 for k in 1..n";
        let found = doubtful_powers(text);
        assert_eq!((found[0].line, found[0].sides), (3, ["k [i]", "2"]));
    }
}
