//! The b-file of the OEIS: one line `n a(n)` per index, comments start with `#`.

use crate::decimal;
use expr::visible::visible;
use std::io::{self, Write};
use table::{Column, Table};

/// Writes `column` over the only axis of `table`, below one comment line per line of `header`.
/// Indices without a position are left out.
///
/// # Errors
/// Those of `writer`.
///
/// # Panics
/// When the table does not have exactly one axis, or the column holds no integers.
pub fn write(
    table: &Table,
    column: &Column,
    header: &str,
    mut writer: impl Write,
) -> io::Result<()> {
    assert_eq!(table.axes.len(), 1, "a b-file has one index");
    let mut buffer = Vec::new();
    for line in header.lines() {
        buffer.extend_from_slice(format!("# {}\n", visible(line)).as_bytes());
    }
    let axis = &table.axes[0];
    for (cell, n) in (axis.lo..=axis.hi).enumerate() {
        if !table.is_present(cell) {
            continue;
        }
        decimal::push(&mut buffer, n);
        buffer.push(b' ');
        decimal::push(&mut buffer, column.values.get(cell));
        buffer.push(b'\n');
        if buffer.len() >= 1 << 16 {
            writer.write_all(&buffer)?;
            buffer.clear();
        }
    }
    writer.write_all(&buffer)?;
    writer.flush()
}
