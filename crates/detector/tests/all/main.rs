//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod abstention;
mod circles;
#[path = "../common/code.rs"]
mod code;
#[path = "../common/mod.rs"]
mod common;
mod contest;
mod divided;
mod emitted;
mod example;
mod further;
mod grids;
mod invented;
mod long;
mod mistakes;
mod names;
mod pairs;
mod recurrences;
mod rule_of_evidence;
mod sample;
mod sequences;
mod sets;
mod slices;
mod slopes;
mod two_coordinates;
mod well_known;
