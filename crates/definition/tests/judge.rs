//! Statements judged at single positions.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use definition::{Definition, Extent, Judge, Stop};
use expr::ast::Quantity;
use expr::parser::parse_expression;

fn definition(text: &str) -> Definition {
    let (rule, mistakes) = rule::parse(text);
    let instance = rule::bind(&rule.unwrap_or_else(|| panic!("{mistakes:?}")), &[]).unwrap();
    Definition::new(&instance, &rule::NoRules).unwrap()
}

fn extents(text: &str) -> Vec<(String, i64, Option<i64>)> {
    let all = definition(text).extents().into_iter();
    all.map(|Extent { name, lo, hi }| (name, lo, hi)).collect()
}

#[test]
fn coordinates_have_the_bounds_that_the_rule_states() {
    let rule =
        "game g(n = 3)\nstate (a in 1..n, h[2] in 0..5, A subset 2..4)\nmove a: 1 if a > 1\n";
    let all = [("a", 1, Some(3)), ("h[1]", 0, Some(5)), ("h[2]", 0, Some(5)), ("A", 0, Some(7))];
    assert_eq!(extents(rule), all.map(|(name, lo, hi)| (name.to_owned(), lo, hi)));
    assert_eq!(extents("game g\nheap n\nmove n - 1 if n > 0\n"), [("n".to_owned(), 0, None)]);
    assert_eq!(extents("game g\ncoins x\nmove x\n"), []);
    assert_eq!(extents("game g\nstart (a): nim at [a]\n").len(), 0);
}

#[test]
fn statements_are_judged_by_the_values_they_name() {
    let definition = definition(
        "game g\nstate (n in 0..9) where n != 5\nmove n - t for t in {1, 2} if t <= n and n - t != 5\n",
    );
    let judge = |law: &str| Judge::new(&definition, &parse_expression(law).unwrap(), 100).unwrap();
    let mut judged = judge(
        "sg = min(n % 3, 1 + n // 2) and (n >= 2 implies (win iff any{lose(n - t) for t in 1..2 if n - t != 5}))",
    );
    for n in 0..5 {
        assert_eq!(judged.holds(&[n]), Ok(true), "{n}");
        assert_eq!(judged.value(Quantity::Sg, &[n]), Ok(n % 3));
    }
    assert_eq!(judged.is_position(&[5]), Ok(false));
    assert_eq!(judge("sg != 2").holds(&[2]), Ok(false));
    // 5 is no position, and no statement about it has a value.
    let mut of_others = judge("sg(n - 1) >= 0");
    assert!(matches!(of_others.holds(&[6]), Err(Stop::Undefined(_))));
    assert_eq!(of_others.holds(&[4]), Ok(true));
}
