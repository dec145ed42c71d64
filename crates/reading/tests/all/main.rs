//! The tests of this crate, as one program: every form that is read, how it is spoken of, every mistake that is
//! refused. Each file says what it tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod inverse;
mod lists;
mod notations;
mod pasted;
mod readings;

use reading::{As, Reading, decode, read};
use table::{Table, Values};

fn read_as(text: &str, asked: As) -> Reading {
    read(text, "t", Some(asked)).unwrap()
}

fn table(text: &str) -> Table {
    read(text, "t", None).unwrap().table
}

fn values(table: &Table) -> Vec<i64> {
    table.columns.last().unwrap().values.iter().collect()
}

fn axis(table: &Table, i: usize) -> (&str, i64, i64) {
    let axis = &table.axes[i];
    (&axis.name, axis.lo, axis.hi)
}

fn mistake(text: &str) -> String {
    read(text, "t", None).unwrap_err().to_string()
}

/// `sg = 0 1 _ 2; win = ...`, `_` where there is no position.
fn shown(table: &Table) -> String {
    let value = |values: &Values, cell| match table.is_present(cell) {
        true => values.text(cell).map_or("!".to_owned(), |v| v.into_owned()),
        false => "_".to_owned(),
    };
    let column = |c: &table::Column| {
        let values: Vec<String> = (0..table.cells().min(30)).map(|i| value(&c.values, i)).collect();
        format!("{} = {}", c.name, values.join(" "))
    };
    table.columns.iter().map(column).collect::<Vec<_>>().join("; ")
}

/// Texts, what each is read as, and its first values.
fn all(cases: &[(&str, &str, &str)]) {
    for (text, said, values) in cases {
        let reading = read(text, "t", None).unwrap();
        assert_eq!(reading.said.to_string(), format!("read as {said}"), "{text}");
        assert_eq!(shown(&reading.table), *values, "{text}");
        let crlf = read(&text.replace("\r\n", "\n").replace('\n', "\r\n"), "t", None).unwrap();
        assert_eq!(crlf, reading, "with CRLF: {text}");
        let marked = format!("\u{feff}{text}");
        for bytes in [
            marked.as_bytes().to_vec(),
            utf16(&marked, u16::to_le_bytes),
            utf16(&marked, u16::to_be_bytes),
        ] {
            let text = decode(bytes, "t").unwrap();
            assert_eq!(read(&text, "t", None).as_ref(), Ok(&reading), "of other bytes: {text}");
        }
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}
