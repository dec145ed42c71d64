//! Tests of the engine from rule text to tables.

mod common;
mod random_rules;
mod tables;
