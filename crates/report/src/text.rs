//! Tables as aligned plain text for a terminal.
//!
//! One coordinate: a single quantity in rows of ten or twenty, several side by side under their
//! index. Two coordinates: a matrix, the first coordinate downwards. More: one matrix per choice
//! of the leading coordinates. What is too wide for that is a list with a line per position.

use crate::{decimal, place};
use std::io::{self, Write};
use table::{Column, Table};

/// Shown where the box has no position, and where a value is not a number.
const ABSENT: &str = ".";
const NO_NUMBER: &str = "-";
/// Bytes gathered before they are handed to the writer.
const CHUNK: usize = 1 << 16;

/// Writes the table for a terminal of `width` characters. Only lists may be wider.
///
/// # Errors
/// Those of `writer`.
pub fn table(
    table: &Table,
    columns: &[&Column],
    width: usize,
    mut writer: impl Write,
) -> io::Result<()> {
    match table.axes.len() {
        1 if columns.len() == 1 => rows_of_ten(table, columns[0], width, &mut writer)?,
        1 => blocks(table, columns, width, &mut writer)?,
        2.. if columns.iter().all(|c| matrix_width(table, c) <= width) => {
            matrices(table, columns, &mut writer)?;
        }
        _ => list(table, columns, &mut writer)?,
    }
    let present = |cell: &usize| table.is_present(*cell);
    let lacks =
        |c: &&Column| (0..table.cells()).filter(present).any(|i| c.values.text(i).is_none());
    if columns.iter().filter(|c| !c.values.is_integers()).any(lacks) {
        writeln!(writer, "\n{NO_NUMBER}  not a number")?;
    }
    writer.flush()
}

fn show(table: &Table, column: &Column, cell: usize) -> String {
    match table.is_present(cell) {
        true => column.values.text(cell).map_or(NO_NUMBER.into(), |text| text.into_owned()),
        false => ABSENT.into(),
    }
}

/// Characters of the widest value.
fn value_width(column: &Column) -> usize {
    if column.values.is_integers() {
        return column.values.iter().map(decimal::width).max().unwrap_or(1);
    }
    let widths = (0..column.values.len()).map(|i| column.values.text(i).map_or(1, |t| t.len()));
    widths.max().unwrap_or(1)
}

/// ```text
///  n  +0 +1 +2 ...
///  0   0  1  2
/// 10   1  2  0
/// ```
fn rows_of_ten(
    table: &Table,
    column: &Column,
    width: usize,
    writer: &mut impl Write,
) -> io::Result<()> {
    let axis = &table.axes[0];
    let label = decimal::width_on(axis).max(axis.name.len());
    let value = value_width(column).max(3);
    let fits = |count: usize| label + 1 + count * (value + 1) <= width;
    let count: usize = [20, 10, 5].into_iter().find(|&c| fits(c)).unwrap_or(1);
    let step = count as i64;
    write!(writer, "{:>label$} ", axis.name)?;
    for k in 0..count {
        write!(writer, " {:>value$}", format!("+{k}"))?;
    }
    writeln!(writer)?;
    let mut row = axis.lo.div_euclid(step).saturating_mul(step);
    let mut lines = Vec::with_capacity(CHUNK + 1024);
    loop {
        push_number(&mut lines, row, label);
        lines.push(b' ');
        for n in (0..step).map_while(|k| row.checked_add(k)) {
            if n < axis.lo || n > axis.hi {
                // Blanks stand before the first position, nothing behind the last.
                lines.resize(lines.len() + if n < axis.lo { value + 1 } else { 0 }, b' ');
                continue;
            }
            lines.push(b' ');
            let cell = usize::try_from(n - axis.lo).unwrap_or(usize::MAX);
            match column.values.integer(cell).filter(|_| table.is_present(cell)) {
                Some(number) => push_number(&mut lines, number, value),
                None => write!(lines, "{:>value$}", show(table, column, cell))?,
            }
        }
        lines.push(b'\n');
        let next = row.checked_add(step).filter(|&next| next <= axis.hi);
        if lines.len() >= CHUNK || next.is_none() {
            writer.write_all(&lines)?;
            lines.clear();
        }
        match next {
            Some(next) => row = next,
            None => return Ok(()),
        }
    }
}

/// Appends a number and before it as many blanks as make it `width` characters.
fn push_number(line: &mut Vec<u8>, number: i64, width: usize) {
    line.resize(line.len() + width.saturating_sub(decimal::width(number)), b' ');
    decimal::push(line, number);
}

/// ```text
/// n    0 1 2 3
/// sg   0 1 2 0
/// win  0 1 1 0
/// ```
fn blocks(
    table: &Table,
    columns: &[&Column],
    width: usize,
    writer: &mut impl Write,
) -> io::Result<()> {
    let axis = &table.axes[0];
    let label = columns.iter().map(|c| c.name.len()).max().unwrap_or(0).max(axis.name.len());
    let widest = columns.iter().map(|c| value_width(c)).max().unwrap_or(1);
    let value = widest.max(decimal::width_on(axis));
    let count = (width.saturating_sub(label + 1) / (value + 1)).max(1);
    let cells: Vec<usize> = (0..table.cells()).filter(|&c| table.is_present(c)).collect();
    for (i, block) in cells.chunks(count).enumerate() {
        if i > 0 {
            writeln!(writer)?;
        }
        write!(writer, "{:<label$} ", axis.name)?;
        for &cell in block {
            write!(writer, " {:>value$}", axis.lo + cell as i64)?;
        }
        writeln!(writer)?;
        for column in columns {
            write!(writer, "{:<label$} ", column.name)?;
            for &cell in block {
                write!(writer, " {:>value$}", show(table, column, cell))?;
            }
            writeln!(writer)?;
        }
    }
    Ok(())
}

/// Widths of a matrix: of the label of a row, and of a value.
fn matrix_widths(table: &Table, column: &Column) -> (usize, usize) {
    let [.., down, across] = table.axes.as_slice() else { return (0, 0) };
    let corner = down.name.len() + 1 + across.name.len();
    let label = decimal::width_on(down).max(corner);
    let value = value_width(column).max(decimal::width_on(across));
    (label, value)
}

fn matrix_width(table: &Table, column: &Column) -> usize {
    let (label, value) = matrix_widths(table, column);
    let across = table.axes.last().map_or(0, table::Axis::len);
    label.saturating_add(1).saturating_add(across.saturating_mul(value + 1))
}

fn matrices(table: &Table, columns: &[&Column], writer: &mut impl Write) -> io::Result<()> {
    let [leading @ .., down, across] = table.axes.as_slice() else { return Ok(()) };
    let area = down.len() * across.len();
    let slices = table.cells().checked_div(area).unwrap_or(0);
    let headed = !leading.is_empty() || columns.len() > 1;
    let mut first = true;
    for slice in 0..slices {
        let cells = slice * area..(slice + 1) * area;
        if !cells.clone().any(|c| table.is_present(c)) {
            continue;
        }
        for column in columns {
            if !first {
                writeln!(writer)?;
            }
            first = false;
            if headed {
                let at = place(leading, &table.position(cells.start));
                let colon = if at.is_empty() { "" } else { ": " };
                writeln!(writer, "{}{colon}{at}", column.name)?;
            }
            matrix(table, column, cells.start, writer)?;
        }
    }
    Ok(())
}

/// One slice, from cell `start` on.
fn matrix(table: &Table, column: &Column, start: usize, writer: &mut impl Write) -> io::Result<()> {
    let [.., down, across] = table.axes.as_slice() else { return Ok(()) };
    let (label, value) = matrix_widths(table, column);
    write!(writer, "{:>label$} ", format!("{}\\{}", down.name, across.name))?;
    for c in across.lo..=across.hi {
        write!(writer, " {c:>value$}")?;
    }
    writeln!(writer)?;
    for (i, r) in (down.lo..=down.hi).enumerate() {
        let mut line = format!("{r:>label$} ");
        for j in 0..across.len() {
            let shown = show(table, column, start + i * across.len() + j);
            line += &format!(" {shown:>value$}");
        }
        writeln!(writer, "{line}")?;
    }
    Ok(())
}

/// A line per position.
fn list(table: &Table, columns: &[&Column], writer: &mut impl Write) -> io::Result<()> {
    let axes = table.axes.iter();
    let mut widths: Vec<usize> = axes.map(|a| a.name.len().max(decimal::width_on(a))).collect();
    widths.extend(columns.iter().map(|c| c.name.len().max(value_width(c))));
    let names = table.axes.iter().map(|a| &a.name).chain(columns.iter().map(|c| &c.name));
    let header: Vec<_> = names.zip(&widths).map(|(name, &w)| format!("{name:>w$}")).collect();
    writeln!(writer, "{}", header.join("  "))?;
    for cell in (0..table.cells()).filter(|&c| table.is_present(c)) {
        let position = table.position(cell).into_iter().map(|c| c.to_string());
        let values = columns.iter().map(|c| show(table, c, cell));
        for (i, (value, &w)) in position.chain(values).zip(&widths).enumerate() {
            write!(writer, "{}{value:>w$}", if i > 0 { "  " } else { "" })?;
        }
        writeln!(writer)?;
    }
    Ok(())
}
