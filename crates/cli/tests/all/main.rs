//! The tests of this crate, as one program: each file says what it tests.

mod ask;
mod bounds;
mod chance;
mod commands;
mod commit;
mod coq;
mod edges;
mod graph_inputs;
#[path = "../support/killed.rs"]
mod killed;
#[path = "../support/line.rs"]
mod line;
mod modules;
#[path = "../support/program.rs"]
mod program;
mod proofs;
mod published;
mod readings;
mod reference;
mod results;
mod resume;
mod serve;
mod session;
#[path = "../support/sha256.rs"]
mod sha256;
mod starts;
#[path = "../support/mod.rs"]
mod support;
mod surroundings;
mod sweep;
#[path = "../support/tried.rs"]
mod tried;
mod variants;
mod verdicts;
mod wrong_inputs;
