//! What expressions stand for, read off them.

use expr::ast::Expr;
use expr::kind::Kind;
use expr::parser::parse_expression;

fn kind(text: &str) -> Kind {
    let known = |e: &Expr| match e.named()?.0 {
        "n" => Some(Kind::Number),
        "A" => Some(Kind::Set),
        "h" => Some(Kind::List),
        "open" => Some(Kind::Unknown),
        _ => None,
    };
    parse_expression(text).expect("parses").kind(&known)
}

#[test]
fn kinds_are_read_off_the_outermost_operations() {
    for (text, expected) in [
        ("n + 1", Kind::Number),
        ("A + {n}", Kind::Set),
        ("open - A", Kind::Set),
        ("h + 1", Kind::Unknown),
        ("A ^ n", Kind::Unknown),
        ("n < 1 < n", Kind::Condition),
        ("n in A", Kind::Condition),
        ("n = 1 implies open", Kind::Condition),
        ("if open then open else A", Kind::Set),
        ("if open then n else A", Kind::Number),
        ("primes & {1..n}", Kind::Set),
        ("powers(2)", Kind::Set),
        ("primes()", Kind::Unknown),
        ("members(n, 1, 2)", Kind::Unknown),
        ("h[1]", Kind::Number),
        ("h[0..1]", Kind::List),
        ("[i for i in A]", Kind::List),
        ("{i for i in h}", Kind::Set),
        ("count{i in A for i in h}", Kind::Number),
        ("any{i in A for i in h}", Kind::Condition),
        ("gcd(n, 2)", Kind::Number),
        ("win", Kind::Condition),
        ("win of options", Kind::List),
        ("outcome", Kind::Unknown),
        ("phi", Kind::Number),
        ("heads", Kind::Set),
    ] {
        assert_eq!(kind(text), expected, "{text}");
    }
}

#[test]
fn names_may_stand_for_anything_in_what_is_surely_a_set() {
    let is_set = |text: &str| parse_expression(text).expect("parses").is_set();
    assert!(is_set("primes") && is_set("{1, x}") && is_set("x - {1}"));
    assert!(!is_set("x") && !is_set("x - 1") && !is_set("f(x)"));
}
