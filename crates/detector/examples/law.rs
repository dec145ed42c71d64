//! A sequence searched for its law: `cargo run -p detector --example law`.
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use detector::Finding;
use table::{Axis, Column, Table, Values};

/// What is found about the numbers 0, 0, 1, 2, 4, 6, 9, 12, ...
#[must_use]
pub(crate) fn found() -> Vec<Finding> {
    let values = (0..40).map(|n| n * n / 4).collect();
    let table = Table {
        axes: vec![Axis::new("n", 0, 39)],
        columns: vec![Column { name: "value".into(), values: Values::I64(values) }],
        present: None,
    };
    detector::find(&table, "value")
}

/// Prints each law and its evidence.
pub(crate) fn main() {
    for finding in found() {
        let evidence = &finding.evidence;
        println!("{}", finding.law.words);
        println!("fitted on {}, tested on {} others", evidence.fitted, evidence.tested);
        println!("next: {:?}", finding.next);
    }
}
