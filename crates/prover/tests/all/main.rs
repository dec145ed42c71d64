//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../support/altered.rs"]
mod alterations;
mod codes;
mod composed;
mod core_mutants;
mod elsewhere;
mod ends;
mod numbers;
mod numerations;
mod outcomes;
mod parameters;
#[path = "../support/ask.rs"]
mod question;
mod refused;
mod sizes;
mod slopes;
mod statements;
mod take_away;
mod values;
