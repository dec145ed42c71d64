//! Names of columns and coordinates as identifiers of a language.

use super::helpers;
use crate::emit::Dialect;

/// Words that name something else in one of the languages, or in the code around a law.
const TAKEN: [&str; 99] = [
    "abs",
    "alignas",
    "and",
    "as",
    "assert",
    "async",
    "auto",
    "await",
    "bool",
    "box",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "crate",
    "def",
    "default",
    "del",
    "delete",
    "do",
    "double",
    "dyn",
    "elif",
    "else",
    "enum",
    "except",
    "explicit",
    "export",
    "extern",
    "false",
    "finally",
    "float",
    "fn",
    "for",
    "friend",
    "from",
    "global",
    "goto",
    "if",
    "impl",
    "import",
    "in",
    "inline",
    "int",
    "is",
    "lambda",
    "let",
    "long",
    "loop",
    "main",
    "match",
    "math",
    "max",
    "min",
    "mod",
    "move",
    "mut",
    "namespace",
    "new",
    "not",
    "operator",
    "or",
    "pass",
    "private",
    "protected",
    "pub",
    "public",
    "raise",
    "ref",
    "register",
    "return",
    "self",
    "short",
    "signed",
    "sizeof",
    "static",
    "std",
    "struct",
    "super",
    "switch",
    "template",
    "this",
    "throw",
    "trait",
    "true",
    "try",
    "type",
    "typedef",
    "union",
    "unsafe",
    "unsigned",
    "use",
    "using",
    "while",
    "with",
    "yield",
];

/// `name` with everything that is no letter, digit or underscore of ASCII replaced, and an
/// underscore behind it where it means something else.
pub(super) fn identifier(name: &str, dialect: Dialect) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) || text == "_" {
        text.insert_str(0, "f_");
    }
    let is_taken = TAKEN.contains(&text.as_str()) || helpers::names(dialect).any(|h| h == text);
    if is_taken {
        text.push('_');
    }
    text
}

/// The functions named so far.
#[derive(Debug)]
pub(super) struct Scope {
    dialect: Dialect,
    names: Vec<String>,
}

impl Scope {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, names: Vec::new() }
    }

    /// An identifier for a function that no other has.
    pub(super) fn claim(&mut self, name: &str) -> String {
        let first = identifier(name, self.dialect);
        let mut text = first.clone();
        for number in 2.. {
            if !self.names.contains(&text) {
                break;
            }
            text = format!("{first}_{number}");
        }
        self.names.push(text.clone());
        text
    }
}
