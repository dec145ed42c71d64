//! The machine against the definition, on rules whose conditions are made of all operations at random.

use crate::common::{MEANS, compile, request};
use crate::random_rules::{Bounded, agree, cases};
use draw::{Draw, check};

/// Operations on the numbers X, Y and Z; D is a divisor and C a condition.
const OPERATIONS: &[&str] = &[
    "(X + Y)",
    "(X - Y)",
    "X * Y",
    "X // D",
    "X % D",
    "(X ^ Y)",
    "(X & Y)",
    "bitor(X, Y)",
    "min(X, Y)",
    "max(X, Y)",
    "gcd(X, Y)",
    "shl(X, Y % 3)",
    "shr(X, Y % 3)",
    "popcount(abs(X))",
    "lowbit(abs(X))",
    "bitlen(abs(X))",
    "(if C then X else Y)",
    "[X, Y, Z][Y % 3]",
];

/// A number made of these names by operations of so many levels. Divisors are positive if M is.
fn number(d: &mut Draw, names: &[&str], depth: usize) -> String {
    let Some(less) = depth.checked_sub(1).filter(|less| d.chance([40, 60, 90][*less])) else {
        let constant = d.int(-4..20).to_string();
        return if d.chance(30) { constant } else { d.pick(names).to_owned() };
    };
    let divisor = match d.size(0..9) {
        0 => format!("({} + M)", d.pick(names)),
        1..4 => format!("({} + {})", d.pick(names), d.int(1..4)),
        _ => d.int(1..8).to_string(),
    };
    let mut operation = d.pick(OPERATIONS).replace('D', &divisor);
    for hole in ['X', 'Y', 'Z'] {
        operation = operation.replace(hole, &number(d, names, less));
    }
    operation.replace('C', &condition(d, names, less))
}

/// A condition on such numbers.
fn condition(d: &mut Draw, names: &[&str], depth: usize) -> String {
    match (depth.checked_sub(1), d.size(0..6)) {
        (Some(less), 0) => format!("not ({})", condition(d, names, less)),
        (Some(less), 1) => {
            let link = d.pick(&["and", "or"]);
            format!("({} {link} {})", condition(d, names, less), condition(d, names, less))
        }
        _ => {
            let comparison = d.pick(&["=", "!=", "<", "<=", ">", ">="]);
            format!("{} {comparison} {}", number(d, names, depth), number(d, names, depth))
        }
    }
}

/// Rules whose conditions are made of all operations.
fn conditional_rules(d: &mut Draw) -> Bounded {
    let moves = d.many(1..3, |d| {
        let (to, names) = d.pick(&[
            ("(a - t, b) for t in 1..a", "a b t t"),
            ("(a, b - t) for t in 1..b", "a b t t"),
            ("(a - t, b - t) for t in 1..min(a, b)", "a b t t"),
            ("(a - s, b - t) for s in 1..a, t in 0..b", "a b s t t"),
            ("(a - 1, b) if a > 0", "a b"),
        ]);
        let names: Vec<&str> = names.split(' ').collect();
        let conditions = d.many(1..3, |d| condition(d, &names, 3));
        let link = if to.contains(" if ") { "and" } else { "if" };
        let least = if d.chance(30) { "0" } else { "1" };
        format!("move {to} {link} {}\n", conditions.join(" and ")).replace('M', least)
    });
    let end = match d.chance(20) {
        true => format!("win if {}\n", condition(d, &["a", "b"], 3)).replace('M', "0"),
        false => String::new(),
    };
    let to = d.pick(&["a=9,b=9", "a=5,b=40"]);
    (format!("game g\nstate (a, b)\n{}{end}", moves.concat()), to)
}

#[test]
fn conditions_of_all_operations_and_the_definition_agree() {
    let quantities = ["sg", "win", "moves"];
    check(cases(), conditional_rules, |(text, bounds)| {
        agree(&text, &request(bounds, "sg"), &quantities)
    });
}

#[test]
fn refusals_are_rare_in_the_random_conditions() {
    let mut d = Draw::deterministic();
    let is_tabulated = |(text, bounds): Bounded| {
        let asked = request(bounds, "win");
        compile(&text).is_ok_and(|game| game.table(&asked, MEANS).is_ok())
    };
    let tables = (0..200).filter(|_| is_tabulated(conditional_rules(&mut d))).count();
    assert!(tables > 120, "only {tables} of 200 random rules give a table");
}
