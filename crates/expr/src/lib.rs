//! Exact integer expressions with unknowns: read, print, evaluate, emit; diagnostics; laws.
//!
//! Everything a person writes in a rule, a claim or a law is an [`ast::Expr`]. Nothing here knows
//! what a game is.

pub mod ast;
pub mod build;
pub mod diagnostic;
pub mod emit;
pub mod eval;
pub mod exact;
pub mod law;
pub mod lexer;
pub mod parser;
pub mod print;
pub mod substitute;
pub mod suggest;
pub mod walk;
