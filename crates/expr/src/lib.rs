//! Exact integer expressions with variables: read, print, evaluate, emit as code; diagnostics; laws.
//!
//! Every expression in a rule, a claim or a law is an [`ast::Expr`]. Nothing here knows what a game
//! is.
//!
//! ```
//! use expr::parser::parse_expression;
//!
//! let law = parse_expression("n % (m + 1) = 0").expect("an expression");
//! assert_eq!(law.to_string(), "n % (m + 1) = 0");
//! let mistakes = parse_expression("n % (m + 1").unwrap_err();
//! assert_eq!(mistakes[0].code, "R006");
//! ```

pub mod ast;
pub mod build;
pub mod diagnostic;
pub mod emit;
pub mod eval;
pub mod exact;
mod foreign;
pub mod function;
mod infer;
pub mod kind;
pub mod law;
pub mod lexer;
pub mod parser;
pub mod print;
pub mod substitute;
pub mod suggest;
pub mod visible;
pub mod walk;
pub mod words;
