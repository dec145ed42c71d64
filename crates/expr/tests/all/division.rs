//! Division inside `floor(...)`: exact, wherever it stands, or refused.

use std::collections::BTreeMap;

use draw::{Draw, check, prop_assert_eq};
use expr::ast::Expr;
use expr::eval::evaluate_constant;
use expr::exact::{inwards, is_whole};
use expr::parser::parse_expression;
use expr::substitute::Bindings;

fn parsed(text: &str) -> Expr {
    parse_expression(text).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"))
}

fn value(e: &Expr, names: &[(&str, i128)]) -> Option<i128> {
    let names: BTreeMap<String, Expr> = names
        .iter()
        .map(|&(name, value)| (name.to_owned(), parsed(&format!("({value})"))))
        .collect();
    let bindings = Bindings { names, ..Bindings::default() };
    evaluate_constant(&bindings.expr(e), &BTreeMap::new()).ok()
}

#[test]
fn quotients_are_exact_inside_every_function_that_keeps_them() {
    for (text, expected) in [
        ("floor(abs(1 / 2 - 2 / 1))", 1),
        ("floor(abs(1 / 2 - 3))", 2),
        ("floor(2 * min(7 / 2, 4))", 7),
        ("floor(phi * max(5 / 2, 1))", 4),
        ("floor(-max(-1 / 2, -3))", 0),
        ("floor(4 * if 1 < 2 then 1 / 2 else 0)", 2),
        ("floor(abs(2 - phi * 3))", 2),
        ("floor(10 * min(sqrt(2), 3 / 2, 2))", 14),
        ("floor(abs(-7 // 2))", 4),
        ("floor(max(7 // 2 * 2, 1))", 6),
        ("floor(3 / 2 * abs(3 // 2))", 1),
        ("floor(7 / 2 // 2 + 1 / 2)", 1),
        ("floor(gcd(9 // 2, 6) / 4)", 0),
    ] {
        let e = parsed(text);
        assert_eq!(value(&e, &[]), Some(expected), "{text}");
        assert_eq!(value(&parsed(&e.to_string()), &[]), Some(expected), "{e}");
    }
}

/// Where a quotient cannot be exact it is not rounded down in silence: the place of it is named.
#[test]
fn a_quotient_among_integers_is_refused() {
    for (text, place) in [
        ("floor(gcd(a / b, 2))", "a / b"),
        ("floor(phi * f(a / 2 + 1))", "a / 2"),
        ("floor(a / b % 2)", "a / b"),
        ("floor((1 + a / b) ^ 2)", "a / b"),
        ("floor(3 & a / b)", "a / b"),
        ("floor(2 ** (a / b))", "a / b"),
        ("floor(h[a / b] / 2)", "a / b"),
        ("floor([a / b, 1][0])", "a / b"),
        ("floor(sum{k / 2 for k in 1..n})", "k / 2"),
        ("floor(max{k for k in 1..n / 2})", "n / 2"),
        ("floor(if a / b < 2 then 1 / 2 else 1)", "a / b"),
        ("floor(if (a / b) in primes then 1 else 0)", "a / b"),
        ("floor(sg(a / b) / 2)", "a / b"),
        ("floor(abs(gcd(a / b, 1) - b / a))", "a / b"),
        ("floor(sqrt(min([a / b])))", "a / b"),
        ("floor(popcount(abs(a / b)))", "a / b"),
    ] {
        let mistakes = parse_expression(text).expect_err(text);
        assert_eq!(mistakes[0].code, "R007", "{text}");
        assert_eq!(&text[mistakes[0].span.start..mistakes[0].span.end], place, "{text}");
        let rounded = text.replace(place, &place.replace('/', "//"));
        assert!(parse_expression(&rounded).is_ok(), "{rounded}");
    }
    // Outside `floor(...)` both signs round down, inside only one does.
    for text in ["a / b", "gcd(a / b, 2)", "floor(a / b) + b / a", "floor(gcd(a // b, 2))"] {
        assert!(parse_expression(text).is_ok(), "{text}");
    }
}

/// A fraction in lowest terms but for the sign of its denominator, which is positive.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(n: i128, d: i128) -> Option<Self> {
        let divisor = (0..64).fold((n, d), |(a, b), _| if b == 0 { (a, b) } else { (b, a % b) }).0;
        (d != 0 && n.abs() < 1 << 40 && d.abs() < 1 << 40).then_some(())?;
        let divisor = divisor.abs().max(1) * d.signum();
        Some(Self(n / divisor, d / divisor))
    }

    fn floor(self) -> i128 {
        self.0.div_euclid(self.1)
    }
}

/// An exact number as text and by definition.
#[derive(Clone, Debug)]
enum Number {
    Known(i128),
    Variable(usize),
    Binary(&'static str, Box<Number>, Box<Number>),
    Abs(Box<Number>),
    Extreme(bool, Box<Number>, Box<Number>),
    Choice(Box<Number>, Box<Number>),
}

const NAMES: [&str; 2] = ["a", "b"];

impl Number {
    fn text(&self) -> String {
        match self {
            Self::Known(k) => k.to_string(),
            Self::Variable(i) => NAMES[*i].to_owned(),
            Self::Binary(op, x, y) => format!("({} {op} {})", x.text(), y.text()),
            Self::Abs(x) => format!("abs({})", x.text()),
            Self::Extreme(true, x, y) => format!("max({}, {})", x.text(), y.text()),
            Self::Extreme(false, x, y) => format!("min({}, {})", x.text(), y.text()),
            Self::Choice(x, y) => format!("(if a < b then {} else {})", x.text(), y.text()),
        }
    }

    fn value(&self, at: [i128; 2]) -> Option<Fraction> {
        let less = |x: Fraction, y: Fraction| x.0 * y.1 < y.0 * x.1;
        match self {
            Self::Known(k) => Fraction::new(*k, 1),
            Self::Variable(i) => Fraction::new(at[*i], 1),
            Self::Binary(op, x, y) => {
                let (x, y) = (x.value(at)?, y.value(at)?);
                match *op {
                    "+" => Fraction::new(x.0 * y.1 + y.0 * x.1, x.1 * y.1),
                    "-" => Fraction::new(x.0 * y.1 - y.0 * x.1, x.1 * y.1),
                    "*" => Fraction::new(x.0 * y.0, x.1 * y.1),
                    "/" => Fraction::new(x.0 * y.1, x.1 * y.0),
                    _ => Fraction::new(Fraction::new(x.0 * y.1, x.1 * y.0)?.floor(), 1),
                }
            }
            Self::Abs(x) => x.value(at).and_then(|x| Fraction::new(x.0.abs(), x.1)),
            Self::Extreme(greatest, x, y) => {
                let (x, y) = (x.value(at)?, y.value(at)?);
                Some(if less(x, y) == *greatest { y } else { x })
            }
            Self::Choice(x, y) => if at[0] < at[1] { x } else { y }.value(at),
        }
    }
}

fn number(d: &mut Draw, depth: usize) -> Number {
    let Some(less) = depth.checked_sub(1) else {
        return d.one_of(&[
            |d| Number::Known(d.int(0..9).into()),
            |d| Number::Variable(d.size(0..NAMES.len())),
        ]);
    };
    if !d.chance([8, 31, 90, 90][less]) {
        return number(d, less);
    }
    let inner = |d: &mut Draw| Box::new(number(d, less));
    match d.size(0..7) {
        0 => Number::Abs(inner(d)),
        1 => Number::Extreme(d.flag(), inner(d), inner(d)),
        2 => Number::Choice(inner(d), inner(d)),
        _ => {
            let operator = d.pick(&["+", "-", "*", "/", "/", "//"]);
            Number::Binary(operator, inner(d), inner(d))
        }
    }
}

#[test]
fn the_evaluator_the_printer_and_substitution_agree_with_fractions() {
    let input = |d: &mut Draw| (number(d, 4), d.ints(-20..20).map(i128::from));
    check(2000, input, |(number, [u, v])| {
        // Names stand for expressions with quotients of their own, which round down.
        let inside = ["u // 3", "(v - u) // 2 * 2"];
        let at = [u.div_euclid(3), (v - u).div_euclid(2) * 2];
        let expected = number.value(at).map(Fraction::floor);
        let e = parsed(&format!("floor({})", number.text()));
        prop_assert_eq!(value(&e, &[("a", at[0]), ("b", at[1])]), expected, "{}", e);
        let read = parsed(&e.to_string());
        prop_assert_eq!(value(&read, &[("a", at[0]), ("b", at[1])]), expected, "{}", &read);
        prop_assert_eq!(parsed(&read.to_string()), read);

        let names = NAMES.iter().zip(inside).map(|(n, text)| (n.to_string(), parsed(text)));
        let bindings = Bindings { names: names.collect(), ..Bindings::default() };
        let replaced = bindings.expr(&e);
        prop_assert_eq!(value(&replaced, &[("u", u), ("v", v)]), expected, "{}", &replaced);

        let inner = parsed(&format!("floor({})", number.text()));
        if let expr::ast::Node::Call(_, arguments) = &inner.node {
            if is_whole(&arguments[0]) {
                prop_assert_eq!(value(&arguments[0], &[("a", at[0]), ("b", at[1])]), expected);
            }
            // Both sides of the branches are evaluated only where they are chosen.
            if let Some(moved) = inwards(&arguments[0]) {
                prop_assert_eq!(
                    value(&moved, &[("a", at[0]), ("b", at[1])]),
                    expected,
                    "{}",
                    moved
                );
            }
        }
        Ok(())
    });
}
