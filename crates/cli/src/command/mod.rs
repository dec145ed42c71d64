//! One file per command.

mod ask;
mod atlas;
mod chance;
mod check;
mod completions;
mod digest;
mod emit;
mod explain;
mod find;
mod list;
mod new;
mod prove;
mod run;
mod serve;
mod session;
mod sweep;
mod table;
mod verify;

use crate::arguments::{Arguments, Command, Format};
use crate::failure::{Failure, interrupted, mistake};
use crate::terminal::Terminal;

/// Does what the command line asks.
///
/// # Errors
/// Whatever keeps the command from ending well.
pub(crate) fn perform(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    done(arguments, terminal).map_err(|failure| match failure {
        // What fails after the work was asked to end may fail for that alone.
        Failure::Limit(_) | Failure::Unproved(_) | Failure::Diagnosed(_)
            if terminal.is_interrupted() =>
        {
            interrupted()
        }
        failure => failure,
    })
}

fn done(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let common = &arguments.common;
    match &arguments.command {
        Command::Run(run) => run::perform(run, common, terminal),
        Command::Table(table) => table::perform(table, common, terminal),
        Command::Find(find) => find::perform(find, common, terminal),
        Command::Check(check) => check::perform(check, common, terminal),
        Command::Prove(prove) => prove::perform(prove, common, terminal),
        Command::Verify(verify) => verify::perform(verify, terminal),
        Command::Chance(chance) => chance::perform(chance, common, terminal),
        Command::Ask(ask) => ask::perform(ask, common, terminal),
        Command::Explain(explain) => explain::perform(explain, common, terminal),
        Command::Sweep(sweep) => sweep::perform(sweep, common, terminal),
        Command::Shard(shard) => sweep::shard(shard, terminal),
        Command::Atlas(atlas) => atlas::perform(atlas, terminal),
        Command::Serve(serve) => serve::perform(serve, common, terminal),
        Command::Session => session::perform(common, terminal),
        Command::List => list::perform(terminal),
        Command::New(new) => new::perform(new, terminal),
        Command::Completions(completions) => completions::perform(completions, terminal),
    }
}

/// Refuses `--format csv` where the result is no table.
fn no_csv(format: Format, command: &str) -> Result<(), Failure> {
    match format {
        Format::Csv => {
            Err(mistake(format!("`mexlab {command}` has no CSV form; use --format text or json")))
        }
        Format::Text | Format::Json => Ok(()),
    }
}
