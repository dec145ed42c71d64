//! Rule text to [`Rule`]: syntax, names, parameters, inheritance, claims, codes.
//!
//! [`parse`] reads one text, [`resolve`] merges its parents in, [`bind`] gives the parameters
//! their values. Nothing here plays a game.

pub mod ast;
mod bind;
mod check;
pub mod code;
mod library;
mod normalize;
mod parse;
mod print;
mod resolve;
mod statements;

pub use ast::Rule;
pub use bind::{BindError, Constant, Instance, bind, bind_constants, constants};
pub use check::check_claim;
pub use library::{Library, NoRules, instance, load};
pub use parse::{KEYWORDS, parse};
pub use resolve::resolve;
