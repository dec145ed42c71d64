//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod build;
#[path = "../../../detector/tests/common/code.rs"]
mod code;
mod constructs;
mod diagnostic;
mod division;
mod emitted;
mod emitted_far;
mod evaluation;
mod function;
#[path = "../generate/mod.rs"]
#[allow(dead_code, reason = "the tests of the rule language use the rest")]
mod generate;
mod infer;
mod lexer;
mod memory;
mod sets;
mod suggest;
mod text;
mod visible;
