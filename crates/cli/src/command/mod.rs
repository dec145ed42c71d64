//! One file per command.

mod ask;
mod atlas;
mod chance;
mod check;
mod completions;
mod digest;
mod explain;
mod find;
mod list;
mod man;
mod new;
mod prove;
mod run;
mod serve;
mod session;
mod sweep;
mod table;
pub(crate) mod verify;

use crate::arguments::{Arguments, Command, Format, Kernel};
use crate::failure::{Failure, Result, interrupted, mistake};
use crate::terminal::Terminal;
use message::message;
use report::csv::line;
use serde_json::{Map, Value};
use std::io::{self, Write};
use workbench::Failure as Work;

/// Does what the command line asks.
///
/// # Errors
/// Whatever keeps the command from ending well.
pub(crate) fn perform(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    refuse_idle_flags(arguments)?;
    done(arguments, terminal).map_err(|failure| match failure {
        // What fails after the work was asked to end may fail for that alone.
        Failure::Work(Work::Limit(_) | Work::Unproved(_) | Work::Diagnosed(_))
            if terminal.is_interrupted() =>
        {
            interrupted("")
        }
        failure => failure,
    })
}

fn done(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    match &arguments.command {
        Command::Run(run) => run::perform(run, terminal),
        Command::Table(table) => table::perform(table, terminal),
        Command::Find(find) => find::perform(find, terminal),
        Command::Check(check) => check::perform(check, terminal),
        Command::Prove(prove) => prove::perform(prove, terminal),
        Command::Verify(verify) => verify::perform(verify, terminal),
        Command::Chance(chance) => chance::perform(chance, terminal),
        Command::Ask(ask) => ask::perform(ask, terminal),
        Command::Explain(explain) => explain::perform(explain, terminal),
        Command::Sweep(sweep) => sweep::perform(sweep, terminal),
        Command::Shard(shard) => sweep::shard(shard, terminal),
        Command::Atlas(atlas) => atlas::perform(atlas, terminal),
        Command::Serve(serve) => serve::perform(serve, terminal),
        Command::Session => {
            session::perform(terminal);
            Ok(())
        }
        Command::List(list) => list::perform(list, terminal),
        Command::New(new) => new::perform(new, terminal),
        Command::Completions(completions) => completions::perform(completions, terminal),
        Command::Man(man) => man::perform(man, terminal),
    }
}

/// Refuses a common flag beside a command that it does not change.
fn refuse_idle_flags(arguments: &Arguments) -> Result<()> {
    let common = &arguments.common;
    let (command, computes, prints) = match &arguments.command {
        Command::Check(_) => ("check", false, true),
        Command::Prove(_) => ("prove", false, true),
        Command::Verify(_) => ("verify", false, true),
        Command::Ask(ask) => ("ask", ask.input.is_some() || ask.on.is_some(), true),
        Command::Atlas(_) => ("atlas", false, true),
        Command::List(_) => ("list", false, true),
        Command::Shard(_) => ("shard", false, false),
        Command::Serve(_) => ("serve", false, false),
        Command::New(_) => ("new", false, false),
        Command::Completions(_) => ("completions", false, false),
        Command::Man(_) => ("man", false, false),
        Command::Session => ("session", true, false),
        _ => return Ok(()),
    };
    let limits = [
        ("--threads", common.threads.is_some()),
        ("--memory", common.memory.is_some()),
        ("--time", common.time.is_some()),
        ("--vectors", common.vectors.is_some()),
    ];
    let is_instant = matches!(command, "list" | "new" | "completions" | "man");
    let limit = limits.iter().find(|(_, is_given)| is_instant && *is_given);
    let why = if !computes && common.kernel != Kernel::Auto {
        "--kernel: it computes no table by a method of choice".into()
    } else if !prints && common.format.is_some() {
        "--format: it prints no table or answer".into()
    } else if let Some((flag, _)) = limit {
        message!("{flag}: it computes nothing")
    } else {
        return Ok(());
    };
    Err(mistake(message!("`mexlab {command}` does not take {why}; leave the flag out")))
}

/// Refuses `--format csv` where the result is no table.
fn no_csv(format: Format, command: &str) -> Result<()> {
    match format {
        Format::Csv => {
            Err(mistake(message!("`mexlab {command}` has no CSV form; use --format text or json")))
        }
        Format::Text | Format::Json => Ok(()),
    }
}

/// Prints rows of texts, each below its name: as objects in JSON, or as CSV.
fn print_records<const N: usize>(
    names: [&str; N],
    rows: &[[String; N]],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        let object = |row: &[String; N]| -> Map<String, Value> {
            let texts = row.iter().map(|text| Value::from(text.as_str()));
            names.map(str::to_owned).into_iter().zip(texts).collect()
        };
        return writeln!(out, "{:#}", rows.iter().map(object).collect::<Value>());
    }
    writeln!(out, "{}", names.join(","))?;
    rows.iter().try_for_each(|row| writeln!(out, "{}", line(row.each_ref().map(String::as_str))))
}
