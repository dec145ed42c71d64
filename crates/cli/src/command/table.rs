//! `mexlab table`: the table of a rule, on standard output.

use super::digest;
use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::input;
use crate::structure::{family, given};
use crate::terminal::Terminal;
use message::message;
use report::{box_of, columns, csv, json, text};
use std::io::{self, Write};
use table::Table;
use workbench::{Failure, Input, Kept, Task};

/// Prints the table. A table that was stopped is printed as far as it came.
pub(super) fn perform(arguments: &arguments::Table, terminal: &Terminal) -> Result<()> {
    let input = input::read(&arguments.choice, terminal)?;
    let extent = arguments.extent.read(&input.rule)?;
    let input = input.grown(extent.bounds.as_ref());
    if let Some(on) = &arguments.on {
        let table = on_graphs(&input, on, terminal)?;
        return terminal.print(|out| print(&table, terminal, out));
    }
    if let Some(file) = &arguments.input {
        let Some((structure, given)) = given(&input.rule, None, Some(file))? else {
            return Err(mistake(message!(
                "{} is not played on a graph, tree or words, so --input does not apply to its table",
                input.rule.name
            )));
        };
        input.parameters_come_from_the_file()?;
        let arena = input.arena(structure, terminal);
        let table = arena.read(&given.name, &given.text).and_then(|file| {
            file.said().into_iter().for_each(|said| terminal.remark(said));
            arena.table(&file)
        });
        let table = table.map_err(|stop| input.stopped(stop))?;
        return terminal.print(|out| print(&table, terminal, out));
    }
    let game = input.game()?;
    let request = input.sized(&extent, &game, terminal);
    let task = Task { input: &input, game: &game, request: &request };
    let folder = arguments.checkpoint.as_deref();
    let kept = Kept::of_table(folder, (&arguments.keeping).into(), task, terminal)?;
    if arguments.summary {
        let digest = task.summarise(&kept)?;
        digest::print(&digest, &request.positions, terminal)?;
        if digest.is_stopped {
            let rest = ": the columns that are whole are shown";
            return Err(kept.stopped(Failure::Interrupted(rest.into())).into());
        }
        return Ok(kept.finish()?);
    }
    let tabulated = task.tabulate_kept(&kept)?;
    let table = &tabulated.table;
    terminal.print(|out| print(table, terminal, out))?;
    if tabulated.ended.is_none() && !(0..table.cells()).any(|cell| table.is_present(cell)) {
        let words = &terminal.words;
        terminal.remark(format!("{}: {}", words.no_positions, box_of(&table.axes)));
    }
    match tabulated.ended {
        None => Ok(kept.finish()?),
        Some(failure) => Err(failure.into()),
    }
}

/// The table of a rule on the graph that `--on` names, or on a family of graphs.
pub(super) fn on_graphs(input: &Input, on: &str, terminal: &Terminal) -> Result<Table> {
    let (structure, family) = family(&input.rule, on)?;
    input.parameters_come_from_the_file()?;
    let arena = input.arena(structure, terminal);
    let table = match family.only() {
        Some(graph) => arena.read(&graph.name, &graph.text).and_then(|graph| arena.table(&graph)),
        None => arena.table_of(&family),
    };
    Ok(table.map_err(|stop| input.stopped(stop))?)
}

fn print(table: &Table, terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    match terminal.table_format() {
        Format::Text => text::table(table, &columns(table), terminal.width(), out),
        Format::Csv => csv::write_table(table, &columns(table), out),
        Format::Json => json::table(table, &columns(table), out),
    }
}
