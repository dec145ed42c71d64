//! Many values of a parameter at once: `subsets(1..12, 3)`, `octal(2)`, `octal(0.1??)`.

use expr::ast::{Expr, Node, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::eval::evaluate_constant;
use expr::parser::Parser;
use expr::substitute::int;
use std::collections::BTreeMap;

/// Most values that one such word stands for.
const MAX: usize = 1_000_000;

/// `subsets(A..B, K)` or `subsets(A..B, K..L)`: the subsets of a range of K (to L) members, the
/// smaller ones first, each size in lexicographic order. `None` where something else stands.
pub(super) fn subsets(p: &mut Parser<'_>) -> Result<Option<Vec<Expr>>> {
    if !p.at_word("subsets") {
        return Ok(None);
    }
    let start = p.bump().span;
    let help = "write `subsets(1..12, 3)` or `subsets(1..12, 1..3)`";
    let open = p.expect_symbol("(", help)?;
    let (lo, hi) = range(p, help)?;
    p.expect_symbol(",", help)?;
    let (fewest, most) = range(p, help)?;
    p.expect_close(")", open)?;
    let span = p.span_from(start);
    if lo < 1 || fewest < 1 || fewest > most || lo > hi || fewest > hi - lo + 1 {
        let cause = "there are no such subsets";
        return Err(Diagnostic::new("R050", cause, span)
            .help("take 1 or more of the positive numbers of a range"));
    }
    let most = most.min(hi - lo + 1);
    let counts = (fewest..=most).map(|size| binomial(hi - lo + 1, size));
    if counts.fold(0, u64::saturating_add) > MAX as u64 {
        return Err(too_many(span));
    }
    let mut all = Vec::new();
    for size in fewest..=most {
        let mut chosen: Vec<i64> = (lo..lo + size).collect();
        loop {
            all.push(Node::Set(chosen.iter().copied().map(int).collect()).into());
            // the last member that can still grow
            let Some(at) = (0..chosen.len()).rfind(|&at| chosen[at] < hi - size + 1 + at as i64)
            else {
                break;
            };
            let from = chosen[at] + 1;
            (at..chosen.len()).zip(from..).for_each(|(at, member)| chosen[at] = member);
        }
    }
    Ok(Some(all))
}

/// `octal(N)`: the octal codes of at most N digits that allow a move other than dividing; `octal(0.1??)`:
/// those of a pattern in which `?` is any digit. `hex` likewise. The games are named as in rules:
/// `octal-0.77`.
pub(super) fn codes(p: &mut Parser<'_>) -> Result<Option<Vec<String>>> {
    let (prefix, base) = match () {
        () if p.at_word("octal") => ("octal", 8u32),
        () if p.at_word("hex") => ("hex", 16),
        () => return Ok(None),
    };
    // `octal-0.77` is the name of one game
    if p.hyphenated_length() > 1 {
        return Ok(None);
    }
    let start = p.bump().span;
    let help = "write `octal(2)`, the codes of at most 2 digits, or a pattern, `octal(0.1??)`";
    p.expect_symbol("(", help)?;
    let text = p.until(")");
    p.expect_symbol(")", help)?;
    let span = p.span_from(start);
    let wrong = || {
        let cause = format!("`{text}` is neither a number of digits nor a pattern of a code");
        Diagnostic::new("R005", cause, span).help(help)
    };
    let text = text.to_ascii_uppercase();
    let patterns: Vec<String> = match text.parse::<usize>() {
        Ok(length @ 1..=6) => {
            let firsts: &[char] = if base == 8 { &['0', '4'] } else { &['0', '4', '8', 'C'] };
            firsts.iter().map(|first| format!("{first}.{}", "?".repeat(length))).collect()
        }
        Ok(_) => return Err(wrong()),
        Err(_) => vec![text],
    };
    let mut all = Vec::new();
    for pattern in patterns {
        let (whole, fraction) = pattern.split_once('.').ok_or_else(wrong)?;
        let is_digit = |c: char| c == '?' || c.is_digit(base);
        let is_known = matches!(whole, "0" | "4") || base == 16 && matches!(whole, "8" | "C");
        if !is_known || !fraction.chars().all(is_digit) {
            return Err(wrong());
        }
        let open = fraction.matches('?').count() as u32;
        let count = (base as usize).checked_pow(open).filter(|n| n + all.len() <= MAX);
        for number in 0..count.ok_or_else(|| too_many(span))? {
            let digits = filled(fraction, number, base);
            match digits.trim_end_matches('0') {
                "" => {}
                digits => all.push(format!("{prefix}-{whole}.{digits}")),
            }
        }
    }
    if all.is_empty() { Err(wrong()) } else { Ok(Some(all)) }
}

/// The pattern with the digits of a number for its `?`: the last one changes fastest.
fn filled(pattern: &str, number: usize, base: u32) -> String {
    let mut rest = number;
    let mut digit = |c: char| match c {
        '?' => {
            let digit = char::from_digit((rest % base as usize) as u32, base).unwrap_or('0');
            rest /= base as usize;
            digit.to_ascii_uppercase()
        }
        c => c,
    };
    let backwards: Vec<char> = pattern.chars().rev().map(&mut digit).collect();
    backwards.into_iter().rev().collect()
}

/// The number of subsets of `k` of `n` members, or more than [`MAX`].
fn binomial(n: i64, k: i64) -> u64 {
    let step = |count: u64, i: i64| match count > MAX as u64 {
        true => count,
        false => count * (n - i) as u64 / (i + 1) as u64,
    };
    // of the smaller half, where the numbers only grow
    (0..k.min(n - k)).fold(1, step)
}

/// A number, or `a..b`.
fn range(p: &mut Parser<'_>, help: &'static str) -> Result<(i64, i64)> {
    let first = number(p, help)?;
    let last = if p.eat_symbol("..") { number(p, help)? } else { first };
    Ok((first, last))
}

fn number(p: &mut Parser<'_>, help: &'static str) -> Result<i64> {
    let start = p.peek().span;
    let e = p.arithmetic()?;
    let value = evaluate_constant(&e, &BTreeMap::new()).ok();
    let value = value.and_then(|value| i64::try_from(value).ok());
    value.filter(|value| value.abs() <= 1 << 32).ok_or_else(|| {
        Diagnostic::new("G001", "a number is needed here", p.span_from(start)).help(help)
    })
}

fn too_many(span: Span) -> Diagnostic {
    Diagnostic::new("R052", format!("more than {MAX} values"), span).help("choose fewer")
}

/// What is wrong with a text but for the `?` in patterns of codes.
pub(super) fn without_patterns(source: &str, mut mistakes: Vec<Diagnostic>) -> Vec<Diagnostic> {
    mistakes.retain(|mistake| {
        let Span { start, end } = mistake.span;
        let is_open = source[start..end].chars().all(|c| c == '?');
        let before = source[..start].rsplit_once('(').map_or("", |(before, inside)| {
            match inside.contains(')') {
                true => "",
                false => before,
            }
        });
        !(mistake.code == "R001"
            && is_open
            && (before.ends_with("octal") || before.ends_with("hex")))
    });
    mistakes
}

#[cfg(test)]
mod tests {
    use crate::ast::{Parameter, ParameterKind};
    use expr::ast::{Node, Span};

    fn parameters() -> Vec<Parameter> {
        let named = |name: &str, kind| Parameter { name: name.into(), kind, span: Span::default() };
        let words = vec!["on".to_owned(), "off".to_owned()];
        vec![
            named("S", ParameterKind::Set(Node::Set(Vec::new()).into())),
            named("A", ParameterKind::Game("nim".into())),
            named("move.take", ParameterKind::Word { default: "on".into(), choices: words }),
        ]
    }

    fn read(text: &str) -> Result<(String, Vec<String>), Vec<expr::diagnostic::Diagnostic>> {
        let (name, read) = super::super::over(text, Span::new(0, text.len()), &parameters())?;
        let all = crate::choices(&parameters(), &name, &read, &Default::default(), 1000);
        let all = all.expect("values").iter().map(ToString::to_string).collect();
        Ok((name, all))
    }

    fn values(text: &str) -> Vec<String> {
        read(text).expect("no mistake").1
    }

    #[test]
    fn subsets_of_a_range_by_size() {
        assert_eq!(values("S in subsets(2..4, 2)"), ["{2, 3}", "{2, 4}", "{3, 4}"]);
        let both = ["{1}", "{2}", "{3}", "{1, 2}", "{1, 3}", "{2, 3}", "{9}"];
        assert_eq!(values("S in subsets(1..3, 1..2); {9}"), both);
        assert_eq!(values("S in subsets(1..3, 3..9)"), ["{1, 2, 3}"]);
        assert_eq!(values("S in subsets(1..12, 3)").len(), 220);
    }

    #[test]
    fn codes_by_digits_and_patterns() {
        assert_eq!(values("A in octal(1)").len(), 7 + 7);
        assert_eq!(values("A in octal(3)").len(), 1022);
        let some = values("A in hex(0.F?) | lasker | octal-0.77");
        assert_eq!(some.len(), 18);
        assert_eq!(some[..2], ["hex-0.F", "hex-0.F1"]);
        assert_eq!(values("A in octal(4.?0?)").last().map(String::as_str), Some("octal-4.707"));
    }

    #[test]
    fn names_with_points_and_mistakes_with_their_places() {
        assert_eq!(values("move.take in on | off"), ["on", "off"]);
        for (text, code, at) in [
            ("move.tka in on", "R028", 0),
            ("move.take in onn", "R043", 13),
            ("S in subsets(1..3)", "R005", 17),
            ("S in subsets(3..1, 2)", "R050", 5),
            ("S in subsets(1..m, 2)", "G001", 16),
            ("S in subsets(1..60, 30)", "R052", 5),
            ("A in octal(9)", "R005", 5),
            ("A in octal(0.8?)", "R005", 5),
            ("A in octal(1.7)", "R005", 5),
            ("A in octal(0.1?", "R005", 15),
            ("S in {1} ?", "R001", 9),
            ("S of {1}", "R005", 2),
        ] {
            let mistakes = read(text).expect_err(text);
            assert_eq!((mistakes[0].code, mistakes[0].span.start), (code, at), "{text}");
            assert!(!mistakes[0].help.is_empty(), "{text}");
        }
    }
}
