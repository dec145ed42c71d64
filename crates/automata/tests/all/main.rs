//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod formulas;
mod games;
mod numerations;
#[path = "../support/mod.rs"]
mod support;
mod values;
mod walnut;
mod witnesses;
