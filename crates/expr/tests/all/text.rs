//! Expressions as text: what is printed is read back, and nothing makes the reader fall over.

use crate::generate;
use draw::{Draw, check, prop_assert, prop_assert_eq};
use expr::ast::{Binary, Expr, Node};
use expr::diagnostic::render;
use expr::parser::{DEPTH_LIMIT, parse_expression};

fn parsed(text: &str) -> Expr {
    parse_expression(text).unwrap_or_else(|mistakes| panic!("{}", render("text", text, &mistakes)))
}

#[test]
fn canonical_text() {
    for (written, canonical) in [
        ("a+b*c", "a + b * c"),
        ("(a+b)*c", "(a + b) * c"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a-b)-c", "a - b - c"),
        ("-a**b", "-a ** b"),
        ("(-a)**b", "(-a) ** b"),
        ("a**-b**c", "a ** -b ** c"),
        ("(a**b)**c", "(a ** b) ** c"),
        ("7/2", "7 // 2"),
        ("floor(n//2 + phi/2)", "floor(floor(n / 2) + phi / 2)"),
        ("floor(sqrt(n/2) * h[n//2] + f(n//2))", "floor(sqrt(n / 2) * h[n // 2] + f(n // 2))"),
        ("floor(abs(n/2) + n//2%3)", "floor(abs(n / 2) + floor(n / 2) % 3)"),
        ("a=b^c", "a = b ^ c"),
        ("(a=b)^c", "(a = b) ^ c"),
        ("not a=b and c", "not a = b and c"),
        ("not(a and b)", "not (a and b)"),
        ("t not in {2,3}", "not t in {2, 3}"),
        ("0<n<=x", "0 < n <= x"),
        ("a implies b implies c", "a implies b implies c"),
        ("(a implies b) implies c", "(a implies b) implies c"),
        ("if a then b else c + 1", "if a then b else c + 1"),
        ("(if a then b else c) + 1", "(if a then b else c) + 1"),
        ("[1,2,3,0][n%4]", "[1, 2, 3, 0][n % 4]"),
        ("mex{g(n-k) for k in 1..n; 0}", "mex{g(n - k) for k in 1..n; 0}"),
        ("count{c for i in 1..k, j in S if i<j}", "count{c for i in 1..k, j in S if i < j}"),
        ("win((a,b)|(c,d))", "win((a, b) | (c, d))"),
        ("win(a|b)", "win(a | b)"),
        ("win((a,b))", "win(a, b)"),
        ("sg(none)", "sg(none)"),
        ("[k*k for k in 1..m if k!=2]", "[k * k for k in 1..m if k != 2]"),
        ("[0;k for k in h]", "[0; k for k in h]"),
        ("h[2..m-1][0]", "h[2..m - 1][0]"),
        ("A-{3}+{x-1..x+1}&{}", "A - {3} + {x - 1..x + 1} & {}"),
        ("x in {1..3}", "x in 1..3"),
        ("x in {d for d in 1..n if n%d=0}", "x in {d for d in 1..n if n % d = 0}"),
        ("sum{x for x in A-{3}}", "sum{x for x in A - {3}}"),
        ("v in (win of options)", "v in win of options"),
        (
            "all{v in h[2..4]for v in if n=1 then A else B}",
            "all{v in h[2..4] for v in (if n = 1 then A else B)}",
        ),
        ("sg=mex(sg of options)", "sg = mex(sg of options)"),
        ("sg of team(c=[2,3],S=A-{3})at n", "sg of team(c = [2, 3], S = A - {3}) at n"),
        ("sg(A-{3},n)", "sg(A - {3}, n)"),
        ("sg of range-bash(x=3) at (a,b)", "sg of range-bash(x = 3) at (a, b)"),
        ("sg of A at x^sg of B at y", "sg of A at x ^ sg of B at y"),
        ("sg of A at (x)-1", "sg of A at x - 1"),
        ("(sg of A at x)-1", "(sg of A at x) - 1"),
        (
            "sg of tartan(A=game ruler, S=1..k) at (x|y)",
            "sg of tartan(A = game ruler, S = 1..k) at (x | y)",
        ),
    ] {
        let expr = parsed(written);
        assert_eq!(expr.to_string(), canonical);
        assert_eq!(parsed(canonical), expr, "{canonical}");
    }
}

#[test]
fn a_mistake_has_a_code_a_place_and_a_remedy() {
    for (text, code, start, help) in [
        ("a + ", "R005", 4, "stops"),
        ("2n", "R014", 1, "* n"),
        ("1.5", "R014", 1, "whole"),
        ("a == b", "R001", 2, "`=`"),
        ("f(a, b", "R006", 6, "close"),
        ("a)", "R014", 1, "too many"),
        ("x in 3", "R008", 5, "range"),
        ("a < b in S", "R009", 6, "brackets"),
        ("x in A + 3", "R008", 5, "range"),
        ("{1, 2", "R006", 5, "close"),
        ("[k for k]", "R005", 8, "k in 1..n"),
        ("h[1..]", "R005", 5, "starts with"),
        ("sg of options(3)", "R014", 13, "delete"),
        ("a | b", "R014", 2, "bitor"),
        ("if a then b", "R005", 11, "else"),
        ("x in for", "R005", 5, "expression"),
        ("win(a, b | c)", "R005", 9, "(a, b) | (c, d)"),
        ("mex{a for at in S}", "R015", 10, "another name"),
    ] {
        let mistakes = parse_expression(text).unwrap_err();
        let found = &mistakes[0];
        assert_eq!((found.code, found.span.start), (code, start), "{text}: {found:?}");
        assert!(found.help.to_string().contains(help), "{text}: {found:?}");
    }
}

#[test]
fn depth_is_limited_and_length_is_not() {
    let deep = [
        "(",
        "-",
        "not ",
        "f(",
        "[",
        "a ** ",
        "a implies ",
        "if a then b else ",
        "sg(",
        "sg of g at (",
        "{",
        "x in {",
        "[k for k in [",
        "{k for k in {",
        "h[1..h[",
    ];
    for opening in deep {
        let mistakes = parse_expression(&opening.repeat(100_000)).unwrap_err();
        assert_eq!(mistakes[0].code, "R004", "{opening}");
    }
    for chain in [" + 1", "[1]", " and a", "[1..2]", " - {1}"] {
        let text = format!("a{}", chain.repeat(100_000));
        assert_eq!(parse_expression(&text).unwrap_err()[0].code, "R004", "{chain}");
        let text = format!("a{}", chain.repeat(DEPTH_LIMIT - 20));
        assert!(parse_expression(&text).is_ok(), "{chain}");
    }
    // Chains inside chains add up.
    let mut text = "a".to_owned();
    for _ in 0..20 {
        text = format!("({text}){}", " + a".repeat(20));
    }
    assert_eq!(parse_expression(&text).unwrap_err()[0].code, "R004");
    let list = format!("[{}][n]", vec!["a - 1"; 20_000].join(", "));
    assert!(matches!(parsed(&list).node, Node::Index(..)));
}

#[test]
fn divisions_are_one_node() {
    for text in ["a / b", "a // b", "floor(a / b)"] {
        let node = match parsed(text).node {
            Node::Call(_, mut arguments) => arguments.remove(0).node,
            node => node,
        };
        assert!(matches!(node, Node::Binary(Binary::Div, ..)), "{text}");
    }
}

/// Pieces that make texts which are nearly right.
const PIECES: [&str; 62] = [
    "[k for k in",
    "options",
    "n",
    "k",
    "7",
    " ",
    " ",
    " ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "|",
    "->",
    "..",
    ".",
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "^",
    "&",
    "**",
    "=",
    "!=",
    "<",
    ">=",
    "and",
    "or",
    "not",
    "in",
    "iff",
    "if",
    "then",
    "else",
    "for",
    "sg",
    "win",
    "of",
    "at",
    "none",
    "game",
    "mex",
    "count",
    "floor",
    "sqrt",
    "phi",
    "primes",
    "same",
    "\"",
    "#",
    "\n",
    "（",
    "≤",
    "石",
];

#[test]
fn what_rounds_down_inside_floor_is_read_with_a_floor_of_its_own() {
    for (text, read) in [
        ("floor(a // b)", "floor(floor(a / b))"),
        ("floor(phi * (a // b) + c)", "floor(phi * floor(a / b) + c)"),
        ("floor(a // b % c)", "floor(floor(a / b) % c)"),
        ("floor(min(a // b, sqrt(c)))", "floor(min(floor(a / b), sqrt(c)))"),
        ("floor(a // b iff c)", "floor(floor(a / b) iff c)"),
    ] {
        let once = parsed(text);
        assert_eq!(once.to_string(), read);
        assert_eq!(parsed(read), once);
    }
}

#[test]
fn printing_then_parsing_is_the_identity() {
    check(2000, generate::expression, |expr| {
        let text = expr.to_string();
        match parse_expression(&text) {
            Ok(again) => prop_assert!(again == expr, "{text} was read as {again}"),
            Err(mistakes) => prop_assert!(false, "{}", render("text", &text, &mistakes)),
        }
        Ok(())
    });
}

#[test]
fn any_text_is_answered() {
    let input = |d: &mut Draw| String::from_iter(d.many(0..41, Draw::char));
    check(2000, input, |text| {
        if let Err(mistakes) = parse_expression(&text) {
            prop_assert!(!mistakes.is_empty());
            prop_assert!(mistakes.iter().all(|m| !m.help.is_empty()));
            let _ = render("text", &text, &mistakes);
        }
        Ok(())
    });
}

#[test]
fn any_bytes_are_answered() {
    let input = |d: &mut Draw| d.many(0..60, |d| d.int(0..256) as u8);
    check(2000, input, |bytes| {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(mistakes) = parse_expression(&text) {
            let _ = render("text", &text, &mistakes);
        }
        Ok(())
    });
}

#[test]
fn what_is_understood_is_printed() {
    let input = |d: &mut Draw| d.many(0..40, |d| d.pick(&PIECES)).concat();
    check(2000, input, |text| {
        match parse_expression(&text) {
            Ok(expr) => prop_assert_eq!(parsed(&expr.to_string()), expr),
            Err(mistakes) => {
                let _ = render("text", &text, &mistakes);
            }
        }
        Ok(())
    });
}

#[test]
fn division_keeps_its_meaning_inside_floor() {
    use expr::eval::evaluate_constant;
    use std::collections::BTreeMap;
    for (text, value) in [
        ("floor(phi * (5 // 2))", 3),
        ("floor(phi * (5 / 2))", 4),
        ("floor(sqrt(7 / 2) * 2)", 3),
        ("floor(sqrt(7 // 2) * 2)", 3),
        ("floor(phi * max(5 // 2, 1))", 3),
        ("floor(phi * [1, 2, 4][5 // 2])", 6),
    ] {
        let written = parsed(text);
        let read = parsed(&written.to_string());
        assert_eq!(evaluate_constant(&written, &BTreeMap::new()), Ok(value), "{text}");
        assert_eq!(evaluate_constant(&read, &BTreeMap::new()), Ok(value), "{read}");
    }
}
