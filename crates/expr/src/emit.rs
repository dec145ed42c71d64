//! Expressions and laws as LaTeX, C++, Python and Rust.
//!
//! The code computes on signed 64-bit integers (Python: any) and means what the expression means:
//! division and remainder are those of floor division whatever the signs. What has no short
//! translation (comprehensions, roots, generated sets) is refused by name.

mod code;
mod latex;

use crate::ast::Expr;
use crate::law::Law;

/// A language to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Mathematics for a paper.
    Latex,
    /// C++17.
    Cpp,
    /// Python 3.
    Python,
    /// Rust.
    Rust,
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

/// The expression alone. Code may call the helpers [`function`] prints.
///
/// # Errors
/// When a part has no translation.
pub fn expression(expr: &Expr, dialect: Dialect) -> Result<String, Unsupported> {
    match dialect {
        Dialect::Latex => latex::expression(expr),
        _ => code::expression(expr, dialect),
    }
}

/// A whole law: an equation, or a function with everything it calls. Exceptions come first, so the
/// function is right wherever the law is.
///
/// # Errors
/// When a part has no translation.
pub fn function(law: &Law, dialect: Dialect) -> Result<String, Unsupported> {
    match dialect {
        Dialect::Latex => latex::equation(law),
        _ => code::function(law, dialect),
    }
}

#[cfg(test)]
mod tests;
