//! Laws as LaTeX, C++, Python and Rust.
//!
//! The code means what the expression means: division and remainder are those of floor division
//! whatever the signs, floors of irrational multiples come from an integer square root, and nothing
//! is a floating-point number. It computes on signed 64-bit integers (Python: any), inside the
//! helpers on 128 bits. What has no short translation (comprehensions, positions of games,
//! calendars) is refused by name.

mod code;
mod latex;

use crate::ast::{Expr, Node, Unary};
use crate::law::Law;

/// A language to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Mathematics for a paper.
    Latex,
    /// C++17 of a compiler with 128-bit integers (GCC, Clang).
    Cpp,
    /// Python 3.8.
    Python,
    /// Rust 2021.
    Rust,
}

impl Dialect {
    /// The one of these that is for C++, Python or Rust.
    fn of<T>(self, [cpp, python, rust]: [T; 3]) -> T {
        match self {
            Self::Python => python,
            Self::Rust => rust,
            Self::Cpp | Self::Latex => cpp,
        }
    }

    /// The form for C++, Python or Rust, in which `$x` stands for the part named x.
    fn fill(self, forms: [&str; 3], parts: &[(char, &str)]) -> String {
        let mut text = String::new();
        for (at, piece) in self.of(forms).split('$').enumerate() {
            let name = piece.chars().next().filter(|_| at > 0);
            let part = parts.iter().find(|(own, _)| Some(*own) == name);
            text += part.map_or("", |(_, part)| part);
            text += &piece[name.map_or(0, char::len_utf8)..];
        }
        text
    }
}

/// Something the dialect cannot say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{part}` has no short form in {}", dialect_name(*.dialect))]
pub struct Unsupported {
    /// The part of the expression.
    pub part: String,
    /// The dialect.
    pub dialect: Dialect,
}

fn dialect_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Latex => "LaTeX",
        Dialect::Cpp => "C++",
        Dialect::Python => "Python",
        Dialect::Rust => "Rust",
    }
}

/// A law to be written, and what is known beside it.
#[derive(Clone, Debug)]
pub struct Definition<'a> {
    /// The law.
    pub law: &'a Law,
    /// Lines put above it as comments.
    pub notes: Vec<String>,
    /// Least value of each variable; variables without one may be negative.
    pub least: Vec<i64>,
    /// Of a law in one variable that starts late: the values from `least[0]` to just below
    /// `law.from`.
    pub head: Vec<i64>,
    /// Whether the values go up strictly, as those of a list of positions do: then a second
    /// function `is_NAME(x)` tells whether x is one of them.
    pub is_list: bool,
}

impl<'a> Definition<'a> {
    /// The law alone, of variables that may be negative.
    #[must_use]
    pub fn of(law: &'a Law) -> Self {
        Self { law, notes: Vec::new(), least: Vec::new(), head: Vec::new(), is_list: false }
    }
}

/// The expression alone. Code may call the helpers [`program`] prints.
///
/// # Errors
/// When a part has no translation.
pub fn expression(expr: &Expr, dialect: Dialect) -> Result<String, Unsupported> {
    match dialect {
        Dialect::Latex => latex::expression(expr),
        _ => code::expression(expr, dialect),
    }
}

/// Whole laws: equations, or functions with everything they call. Values before a law starts and
/// exceptions come first, so a function is right on the whole table. A name that occurs twice gets
/// a number behind it.
///
/// # Errors
/// When a part has no translation.
pub fn program(definitions: &[Definition<'_>], dialect: Dialect) -> Result<String, Unsupported> {
    match dialect {
        Dialect::Latex => latex::equations(definitions),
        _ => code::program(definitions, dialect),
    }
}

/// A written integer.
fn constant(expr: &Expr) -> Option<i128> {
    match &expr.node {
        Node::Int(value) => Some(*value),
        Node::Unary(Unary::Neg, operand) => constant(operand)?.checked_neg(),
        _ => None,
    }
}

/// The integers of a written list.
fn constants(expr: &Expr) -> Option<Vec<i128>> {
    let Node::List(elements) = &expr.node else { return None };
    elements.iter().map(constant).collect()
}

#[cfg(test)]
mod tests;
