//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod compared;
mod example;
mod forged;
mod form;
mod periodicity;
mod repeat;
mod statements;
#[path = "../support/mod.rs"]
mod support;
