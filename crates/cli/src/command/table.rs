//! `mexlab table`: the table of a rule, on standard output.

mod given;

use super::digest;
use crate::arguments::{self, Common, Format};
use crate::failure::Failure;
use crate::input::Input;
use crate::keeping::Kept;
use crate::request::request;
use crate::summary;
use crate::terminal::Terminal;
use report::{columns, csv, json, text};
use std::io::{self, Write};
use table::Table;

pub(crate) use given::of_file;

/// Prints the table. A table that was stopped is printed as far as it came.
pub(super) fn perform(
    arguments: &arguments::Table,
    common: &Common,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let input = Input::read(&arguments.choice)?;
    if let Some(file) = &arguments.input {
        let table = given::table(&input, file, common, terminal)?;
        return terminal.print(|out| print(&table, terminal, out));
    }
    let game = input.game()?;
    let request = request(&arguments.extent, common, &game)?;
    let kept = Kept::in_folder(
        arguments.checkpoint.as_deref(),
        &arguments.keeping,
        (&input, &request),
        terminal,
    )?;
    if arguments.summary {
        let digest = input.summarise(&game, &request, common, &kept)?;
        digest::print(&digest, &request.positions, terminal)?;
        kept.finish();
        return Ok(());
    }
    let tabulated = input.tabulate_kept(&game, &request, common, &kept)?;
    let table = &tabulated.table;
    terminal.print(|out| print(table, terminal, out))?;
    if tabulated.ended.is_none() && !(0..table.cells()).any(|cell| table.is_present(cell)) {
        let words = terminal.words();
        terminal.remark(&format!("{}: {}", words.no_positions, summary::box_of(&table.axes)));
    }
    match tabulated.ended {
        None => kept.finish(),
        Some(failure) => return Err(failure),
    }
    Ok(())
}

fn print(table: &Table, terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    match terminal.table_format() {
        Format::Text => text::table(table, &columns(table), terminal.width(), out),
        Format::Csv => csv::write_table(table, &columns(table), out),
        Format::Json => json::table(table, &columns(table), out),
    }
}
