//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calendar;
mod divisors;
mod dyadic;
mod float;
mod graph;
mod integer;
mod modular;
mod named;
mod nim;
mod numeration;
mod primes;
mod quadratic;
mod recurrences;
mod sequences;
mod sets;
