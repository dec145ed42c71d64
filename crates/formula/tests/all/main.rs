//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bits;
mod exact;
mod formulas;
mod rewrite;
mod search;
mod slope;
