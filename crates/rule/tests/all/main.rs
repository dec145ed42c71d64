//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod binding;
mod laws;
mod mistakes;
mod round_trip;
mod rules;
mod shapes;
#[path = "../shelf/mod.rs"]
mod shelf;
mod wrong_rules;
