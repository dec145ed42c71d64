//! `mexlab completions`: a completion script for a shell.

use crate::arguments;
use crate::failure::Result;
use crate::terminal::Terminal;
use crate::words::Lang;

/// Prints the script.
pub(super) fn perform(arguments: &arguments::Completions, terminal: &Terminal) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut arguments::command(Lang::En),
        "mexlab",
        &mut script,
    );
    terminal.print(|out| out.write_all(&script))
}
