//! Formulas that repeat: those in which a number stands only in remainders by constants.

use arith::integer::gcd;
use expr::ast::{Binary, Expr, Node, Unary};

/// Longest period looked at.
const MAX_PERIOD: i128 = 1 << 40;

/// A period of the formula in that variable, if one can be seen.
pub(crate) fn period(formula: &Expr, variable: &str) -> Option<i64> {
    let found = among(formula, variable, None)?;
    i64::try_from(found).ok()
}

/// A period of the formula, or of its remainders by a number.
fn among(formula: &Expr, variable: &str, modulus: Option<i128>) -> Option<i128> {
    let go = |part: &Expr| among(part, variable, modulus);
    let value = |part: &Expr| among(part, variable, None);
    match &formula.node {
        Node::Int(_) | Node::Bool(_) => Some(1),
        Node::Name(name) if name == variable => modulus,
        Node::Unary(Unary::Neg, part) => go(part),
        Node::Unary(_, part) => value(part),
        Node::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => both(go(a)?, go(b)?),
        Node::Binary(Binary::Rem, part, by) => among(part, variable, Some(constant(by)?)),
        // The remainder by the product tells that of the quotient.
        Node::Binary(Binary::Div, part, by) => {
            let by = constant(by)?;
            let product = match modulus {
                Some(modulus) => Some(modulus.checked_mul(by).filter(|&k| k <= MAX_PERIOD)?),
                None => None,
            };
            among(part, variable, product)
        }
        Node::Binary(Binary::Pow, ..) => None,
        Node::Binary(_, a, b) => both(value(a)?, value(b)?),
        Node::Compare(first, rest) => {
            rest.iter().try_fold(value(first)?, |so_far, (_, part)| both(so_far, value(part)?))
        }
        Node::If(condition, yes, no) => both(value(condition)?, both(go(yes)?, go(no)?)?),
        Node::Index(list, at) => both(go(list)?, value(at)?),
        Node::List(parts) => parts.iter().try_fold(1, |so_far, part| both(so_far, go(part)?)),
        Node::Call(name, arguments) if name == "gcd" => match arguments.as_slice() {
            [part, by] | [by, part] if constant(by).is_some() => {
                among(part, variable, constant(by))
            }
            _ => None,
        },
        Node::Call(name, arguments) if matches!(name.as_str(), "min" | "max" | "xor" | "abs") => {
            arguments.iter().try_fold(1, |so_far, part| both(so_far, value(part)?))
        }
        _ => None,
    }
}

fn constant(formula: &Expr) -> Option<i128> {
    match formula.node {
        Node::Int(k) if k > 0 => Some(k),
        _ => None,
    }
}

/// The least common multiple of two periods.
pub(crate) fn both(a: i128, b: i128) -> Option<i128> {
    let shared = i128::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok()?;
    (a / shared).checked_mul(b).filter(|&k| k <= MAX_PERIOD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::eval::{Definitions, Frame, Names, NoContext, Program};
    use expr::parser::parse_expression;

    #[test]
    fn formulas_repeat_with_the_period_that_is_seen() {
        let cases = [
            ("gcd(n, 6) - (1 - (n + 1) // 2 % 3)", Some(6)),
            ("[0, 1, 4][n % 3] ^ n // 4 % 2", Some(24)),
            ("if n % 4 = 1 then 5 else n * n % 3", Some(12)),
            ("(n * n + 3 * n) // 5 % 2", Some(10)),
            ("min(n % 5, 3) + abs(n % 2 - 1)", Some(10)),
            ("7", Some(1)),
            ("n", None),
            ("n // 3", None),
            ("2 ** n % 3", None),
            ("n - n % 3", None),
            ("popcount(n) % 2", None),
        ];
        for (text, expected) in cases {
            let formula = parse_expression(text).unwrap();
            assert_eq!(period(&formula, "n"), expected, "{text}");
            let Some(period) = expected else { continue };
            let names = Names { slots: vec!["n".to_owned()], ..Names::default() };
            let program = Program::compile(&formula, &names, &Definitions::default()).unwrap();
            let mut frame = Frame::new(vec![0]);
            let mut at = |n: i64| {
                frame.set_all([n]);
                program.integer(&mut frame, &mut NoContext).unwrap()
            };
            for n in -30..200 {
                assert_eq!(at(n), at(n + period), "{text} at {n}");
            }
        }
    }
}
