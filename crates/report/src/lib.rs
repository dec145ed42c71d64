//! Tables, findings and verdicts as files: CSV, JSON, plain text, b-files, charts, Markdown.
//!
//! Plain data goes in, bytes come out. Nothing here knows what a game is and nothing is computed
//! beyond layout; the same input gives the same bytes (no clock, no path, no thread count).
//! Writers take any [`std::io::Write`]; [`file::write_atomically`] is the only place that touches
//! the disk.
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

pub use certificates::{Proofs, file_of_law, write_certificates};
pub use errata::{
    Errata, Language, Number, answer_in_short, counterexample, holds_where, write_errata,
};
pub use error::Error;
pub use folder::{Written, write_all};
pub use page::Page;

use table::{Axis, Column, Table};

/// All columns of a table, in order.
#[must_use]
pub fn columns(table: &Table) -> Vec<&Column> {
    table.columns.iter().collect()
}

/// The box of a table in words: `a = 0..59, b = 0..59`.
#[must_use]
pub fn box_of(axes: &[Axis]) -> String {
    let range = |axis: &Axis| format!("{} = {}..{}", axis.name, axis.lo, axis.hi);
    axes.iter().map(range).collect::<Vec<_>>().join(", ")
}

/// A position of a table in words: `n = 2000`, `a = 59, b = 59`.
#[must_use]
pub fn place(axes: &[Axis], at: &[i64]) -> String {
    let pairs = axes.iter().zip(at).map(|(axis, c)| format!("{} = {c}", axis.name));
    pairs.collect::<Vec<_>>().join(", ")
}

/// Coordinates as people write them: `7`, `(3, 5)`.
#[must_use]
pub fn tuple(at: &[i64]) -> String {
    let all = at.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    if at.len() == 1 { all } else { format!("({all})") }
}

/// Whether the zeros of a quantity are the positions lost for the player to move.
///
/// True for `sg`, `win` and `misere` (the last under misère play).
pub(crate) fn zeros_are_p_positions(quantity: &str) -> bool {
    matches!(quantity, "sg" | "win" | "misere")
}
