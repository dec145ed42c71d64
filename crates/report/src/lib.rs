//! Tables, findings and verdicts as files: CSV, JSON, plain text, b-files, charts, Markdown.
//!
//! Plain data goes in, bytes come out. Nothing here knows what a game is and nothing is computed
//! beyond layout; the same input gives the same bytes (no clock, no path, no thread count).
//! Writers take any [`std::io::Write`]; only the module [`mod@file`] touches the disk.
//!
//! ```
//! use table::{Axis, Column, Table, Values};
//!
//! let column = Column { name: "sg".into(), values: Values::I64(vec![0, 1]) };
//! let table = Table { axes: vec![Axis::new("n", 0, 1)], columns: vec![column], present: None };
//! let mut text = Vec::new();
//! report::csv::write_table(&table, &report::columns(&table), &mut text)?;
//! assert_eq!(text, b"n,sg\n0,0\n1,1\n");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod bfile;
mod certificates;
pub mod chart;
pub mod csv;
mod decimal;
mod errata;
mod error;
pub mod file;
mod folder;
pub mod html;
pub mod json;
pub mod markdown;
mod page;
pub mod text;
mod waiting;

pub use certificates::{LawProof, Proofs, certificate, file_of_law, write_certificates};
pub use errata::{Errata, Number, answer_in_short, counterexample, holds_where};
pub use error::Error;
pub use folder::{PART, Written, check_own, write_all, write_errata};
pub use page::{Page, Translation};
pub use waiting::Waiting;

use expr::words::{equations, listed};
use table::{Axis, Column, Table};

/// All columns of a table, in order.
#[must_use]
pub fn columns(table: &Table) -> Vec<&Column> {
    table.columns.iter().collect()
}

/// The box of a table in words: `a = 0..59, b = 0..59`.
#[must_use]
pub fn box_of(axes: &[Axis]) -> String {
    listed(axes.iter().map(|axis| format!("{} = {}..{}", axis.name, axis.lo, axis.hi)))
}

/// A position of a table in words: `n = 2000`, `a = 59, b = 59`.
#[must_use]
pub fn place(axes: &[Axis], at: &[i64]) -> String {
    equations(axes.iter().zip(at).map(|(axis, &value)| (&axis.name, axis.shown(value))))
}

/// The last position of a table's box.
#[must_use]
pub fn end_of(table: &Table) -> String {
    let last: Vec<i64> = table.axes.iter().map(|a| a.hi).collect();
    place(&table.axes, &last)
}

/// Whether the zeros of a quantity are the positions lost for the player to move.
///
/// True for `sg`, `win` and `misere` (the last under misère play).
pub(crate) fn zeros_are_p_positions(quantity: &str) -> bool {
    matches!(quantity, "sg" | "win" | "misere")
}
