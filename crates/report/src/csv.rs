//! CSV: one row per position, the coordinates in rule order and then the quantities. Always a
//! header, lines end in LF, no index column. A value that is not a number is an empty field.

use crate::{decimal, place};
use detector::Finding;
use std::borrow::Cow;
use std::io::{self, Write};
use table::{Axis, Column, Table};

/// Bytes gathered before they are handed to the writer.
const CHUNK: usize = 1 << 16;

/// Writes the positions of `table` with the given columns of it.
///
/// # Errors
/// Those of `writer`.
pub fn write_table(table: &Table, columns: &[&Column], mut writer: impl Write) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(CHUNK + 1024);
    let names = table.axes.iter().map(|a| &a.name).chain(columns.iter().map(|c| &c.name));
    for (i, name) in names.enumerate() {
        if i > 0 {
            buffer.push(b',');
        }
        buffer.extend_from_slice(field(name).as_bytes());
    }
    buffer.push(b'\n');

    let mut lines = Lines::new(&table.axes);
    for cell in 0..table.cells() {
        if table.is_present(cell) {
            lines.push_coordinates(&mut buffer);
            for column in columns {
                match column.values.integer(cell) {
                    Some(value) => decimal::push(&mut buffer, value),
                    None => {
                        let text = column.values.text(cell).unwrap_or_default();
                        buffer.extend_from_slice(field(&text).as_bytes());
                    }
                }
                buffer.push(b',');
            }
            buffer.pop();
            buffer.push(b'\n');
            if buffer.len() >= CHUNK {
                writer.write_all(&buffer)?;
                buffer.clear();
            }
        }
        lines.advance();
    }
    writer.write_all(&buffer)?;
    writer.flush()
}

/// The coordinates of consecutive cells. The text of all but the last changes rarely and is kept.
struct Lines<'a> {
    axes: &'a [Axis],
    position: Vec<i64>,
    leading: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn new(axes: &'a [Axis]) -> Self {
        let position = axes.iter().map(|a| a.lo).collect();
        let mut lines = Self { axes, position, leading: Vec::new() };
        lines.render_leading();
        lines
    }

    fn render_leading(&mut self) {
        self.leading.clear();
        let count = self.axes.len().saturating_sub(1);
        for &c in &self.position[..count] {
            decimal::push(&mut self.leading, c);
            self.leading.push(b',');
        }
    }

    /// Every coordinate followed by a comma.
    fn push_coordinates(&self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(&self.leading);
        if let Some(&last) = self.position.last() {
            decimal::push(buffer, last);
            buffer.push(b',');
        }
    }

    fn advance(&mut self) {
        let Some(last) = self.axes.len().checked_sub(1) else { return };
        if self.position[last] < self.axes[last].hi {
            self.position[last] += 1;
            return;
        }
        for (slot, axis) in self.position.iter_mut().zip(self.axes).rev() {
            if *slot < axis.hi {
                *slot += 1;
                break;
            }
            *slot = axis.lo;
        }
        self.render_leading();
    }
}

/// A field of words, quoted where CSV (RFC 4180) asks for it.
fn field(text: &str) -> Cow<'_, str> {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}

/// Writes the laws of all columns, a row for each.
///
/// # Errors
/// What `writer` says.
pub fn findings(
    table: &Table,
    findings: &[(String, Vec<Finding>)],
    mut writer: impl Write,
) -> io::Result<()> {
    writeln!(writer, "quantity,kind,law,from,verified_to,fitted,tested,exceptions")?;
    for Finding { law, evidence, .. } in findings.iter().flat_map(|(_, laws)| laws) {
        let from = law.from.map_or(String::new(), |n| n.to_string());
        let to = place(&table.axes, &evidence.verified_to);
        let numbers = [evidence.fitted, evidence.tested, law.exceptions.len()];
        let [fitted, tested, exceptions] = &numbers.map(|n| n.to_string());
        let words = law.words.to_string();
        let fields =
            [&law.subject, law.kind.name(), &words, &from, &to, fitted, tested, exceptions];
        writeln!(writer, "{}", line(fields))?;
    }
    Ok(())
}

/// A line of such fields, without its end.
pub fn line<'f>(fields: impl IntoIterator<Item = &'f str>) -> String {
    fields.into_iter().map(field).collect::<Vec<_>>().join(",")
}
