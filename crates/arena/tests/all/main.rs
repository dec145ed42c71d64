//! The tests of this crate, as one program: each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod dag;
mod digraphs;
mod every;
mod family;
mod formats;
mod geography;
mod hackenbush;
mod loopy;
mod misere;
mod pictures;
mod printed_code;
mod product;
mod read;
mod rounds;
mod sums;
mod tabulate;
mod words;
