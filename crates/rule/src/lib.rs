//! Rule text to [`Rule`]: syntax, names, parameters, inheritance, claims, codes.
//!
//! [`parse()`] reads one text, [`resolve()`] merges its parents in, [`bind()`] gives the parameters
//! their values. Nothing here plays a game.
//!
//! ```
//! let text = "game bash(m = 3 in 1..)\nheap n\nmove n -> n - t for t in 1..min(n, m)\n";
//! let (rule, mistakes) = rule::parse(text);
//! assert!(mistakes.is_empty());
//! let instance = rule::bind(&rule.expect("a rule"), &[("m".into(), "5".into())])?;
//! assert_eq!(instance.rule.name, "bash");
//! # Ok::<(), rule::BindError>(())
//! ```

pub mod ast;
mod bind;
mod check;
pub mod code;
mod columns;
mod foreign;
mod law;
mod library;
mod normalize;
mod parse;
mod powers;
mod print;
mod resolve;
mod statements;
mod vary;

pub use ast::Rule;
pub use bind::{BindError, Constant, Instance, bind, bind_constants, constants};
pub use check::check_claim;
pub use columns::{NoColumn, heading, of_other_arguments};
pub use law::restated;
pub use library::{Library, NoRules, instance, load};
pub use parse::{over, parse};
pub use powers::doubtful_power;
pub use resolve::resolve;
pub use statements::{KEYWORDS, split};
pub use vary::{VaryError, choices};
