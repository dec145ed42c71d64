//! Laws as LaTeX, C++, Python and Rust.
//!
//! The code means what the expression means: division and remainder are those of floor division
//! whatever the signs, floors of irrational multiples come from an integer square root, and nothing
//! is a floating-point number. It computes on signed 64-bit integers (Python: any), inside the
//! helpers on 128 bits. What has no short translation (comprehensions, positions of games,
//! calendars) is refused by name.

mod code;
mod latex;

use crate::ast::{Expr, Node};
use crate::law::Law;
use message::{Message, Tell, message};

/// A language to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Mathematics for a paper.
    Latex,
    /// C++17 of a compiler with 128-bit integers (GCC, Clang).
    Cpp,
    /// Python 3.8.
    Python,
    /// Rust 2021 of a compiler from 1.70 on.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The part of the expression.
    pub part: String,
    /// The dialect.
    pub dialect: Dialect,
}

impl Tell for Unsupported {
    fn message(&self) -> Message {
        message!("`{}` has no short form in {}", self.part, dialect_name(self.dialect))
    }
}

message::error!(Unsupported);

/// What is written, or why it is not.
pub type Result<T, E = Unsupported> = std::result::Result<T, E>;

fn dialect_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Latex => "LaTeX",
        Dialect::Cpp => "C++",
        Dialect::Python => "Python",
        Dialect::Rust => "Rust",
    }
}

/// Laws of one quantity to be written as one function, and what is known beside them.
#[derive(Clone, Debug)]
pub struct LawFunction<'a> {
    /// Laws of one subject in the same variables, at least one. Where several speak of a position,
    /// the first of them counts.
    pub laws: Vec<&'a Law>,
    /// Lines put above it as comments.
    pub notes: Vec<String>,
    /// Least and, where there is one, greatest value of each variable; variables without a range
    /// may be any number.
    pub ranges: Vec<(i64, Option<i64>)>,
    /// Positions that no law speaks of, in order, and their values.
    pub beside: Vec<(Vec<i64>, i64)>,
    /// Whether the values go up strictly, as those of a list of positions do: then a second
    /// function `is_NAME(x)` tells whether x is one of them.
    pub is_list: bool,
}

impl<'a> LawFunction<'a> {
    /// The law alone, of variables that may be negative.
    #[must_use]
    pub fn of(law: &'a Law) -> Self {
        let (laws, notes, ranges, beside) = (vec![law], Vec::new(), Vec::new(), Vec::new());
        Self { laws, notes, ranges, beside, is_list: false }
    }

    /// The law that the others have subject and variables of.
    fn law(&self) -> &'a Law {
        self.laws[0]
    }
}

/// The expression alone. Code may call the helpers [`program`] prints.
///
/// # Errors
/// When a part has no translation.
pub fn expression(expr: &Expr, dialect: Dialect) -> Result<String> {
    match dialect {
        Dialect::Latex => latex::expression(expr),
        _ => code::expression(expr, dialect),
    }
}

/// Whole laws: equations, or functions with everything they call. A function answers what the laws
/// say, their exceptions and the values beside them; everywhere else it refuses: C++ throws
/// `std::out_of_range`, Python raises `ValueError`, Rust panics. A name that occurs twice gets a
/// number behind it.
///
/// # Errors
/// When a part has no translation.
pub fn program(definitions: &[LawFunction<'_>], dialect: Dialect) -> Result<String> {
    match dialect {
        Dialect::Latex => latex::equations(definitions),
        _ => code::program(definitions, dialect),
    }
}

/// The integers of a written list.
fn constants(expr: &Expr) -> Option<Vec<i128>> {
    let Node::List(elements) = &expr.node else { return None };
    elements.iter().map(Expr::literal).collect()
}
