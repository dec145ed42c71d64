//! Rule text to [`Rule`](ast::Rule): syntax, names, parameters, claims, codes.

pub mod ast;
