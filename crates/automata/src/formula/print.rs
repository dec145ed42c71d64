//! Formulas for people, in the usual signs.

use super::{Formula, Kind, Shape, Sign, Term};
use std::fmt::{Formatter, Result};

pub(super) fn formula(formula: &Formula, f: &mut Formatter<'_>) -> Result {
    match &*formula.kind {
        Kind::Constant(truth) => write!(f, "{truth}"),
        Kind::Compare(left, sign, right) => {
            term(left, f)?;
            f.write_str(match sign {
                Sign::Equal => " = ",
                Sign::Differs => " != ",
                Sign::Below => " < ",
                Sign::AtMost => " <= ",
            })?;
            term(right, f)
        }
        Kind::Place(of) => call("place", [of], f),
        Kind::Holds(relation, arguments) => call(relation.name(), arguments, f),
        Kind::Not(part) => {
            f.write_str("not ")?;
            nested(part, f)
        }
        Kind::And(parts) if parts.is_empty() => f.write_str("true"),
        Kind::Or(parts) if parts.is_empty() => f.write_str("false"),
        Kind::And(parts) => joined(parts, " and ", f),
        Kind::Or(parts) => joined(parts, " or ", f),
        Kind::Implies(left, right) => joined([left, right], " => ", f),
        Kind::Iff(left, right) => joined([left, right], " <=> ", f),
        Kind::Exists(names, body) => {
            write!(f, "exists {}: ", names.join(", "))?;
            self::formula(body, f)
        }
        Kind::Forall(names, body) => {
            write!(f, "for all {}: ", names.join(", "))?;
            self::formula(body, f)
        }
        Kind::TooDeep => f.write_str("..."),
    }
}

fn joined<'f>(
    parts: impl IntoIterator<Item = &'f Formula>,
    sign: &str,
    f: &mut Formatter<'_>,
) -> Result {
    for (part, at) in parts.into_iter().zip(0..) {
        if at > 0 {
            f.write_str(sign)?;
        }
        nested(part, f)?;
    }
    Ok(())
}

fn nested(part: &Formula, f: &mut Formatter<'_>) -> Result {
    match &*part.kind {
        Kind::Constant(_) | Kind::Compare(..) | Kind::Place(_) | Kind::Holds(..) => {
            formula(part, f)
        }
        _ => {
            f.write_str("(")?;
            formula(part, f)?;
            f.write_str(")")
        }
    }
}

fn call<'t>(
    name: &str,
    arguments: impl IntoIterator<Item = &'t Term>,
    f: &mut Formatter<'_>,
) -> Result {
    write!(f, "{name}(")?;
    for (argument, at) in arguments.into_iter().zip(0..) {
        if at > 0 {
            f.write_str(", ")?;
        }
        term(argument, f)?;
    }
    f.write_str(")")
}

fn term(of: &Term, f: &mut Formatter<'_>) -> Result {
    match &*of.shape {
        Shape::Constant(constant) => write!(f, "{constant}"),
        Shape::Variable(name) => f.write_str(name),
        Shape::Add(left, right) => {
            term(left, f)?;
            match &*right.shape {
                Shape::Times(-1, right) => {
                    f.write_str(" - ")?;
                    factor(right, f)
                }
                _ => {
                    f.write_str(" + ")?;
                    term(right, f)
                }
            }
        }
        Shape::Times(-1, of) => {
            f.write_str("-")?;
            factor(of, f)
        }
        Shape::Times(by, of) => {
            write!(f, "{by}*")?;
            factor(of, f)
        }
        Shape::Quotient(of, by) => {
            factor(of, f)?;
            write!(f, "//{by}")
        }
        Shape::Remainder(of, by) => {
            factor(of, f)?;
            write!(f, "%{by}")
        }
        Shape::Digitwise(operation, left, right) => call(operation.name(), [left, right], f),
        Shape::Lowest(of) => call("lowest", [of], f),
        Shape::TooDeep => f.write_str("..."),
    }
}

fn factor(of: &Term, f: &mut Formatter<'_>) -> Result {
    match &*of.shape {
        Shape::Constant(0..) | Shape::Variable(_) | Shape::Digitwise(..) | Shape::Lowest(_) => {
            term(of, f)
        }
        _ => {
            f.write_str("(")?;
            term(of, f)?;
            f.write_str(")")
        }
    }
}
