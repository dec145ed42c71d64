//! `mexlab man`: manual pages, in the format of `man`.

use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::{arguments, chinese};
use clap_mangen::Man;
use expr::suggest::one_of;
use message::message;

/// Prints the page of the program, or of one command.
pub(super) fn perform(arguments: &arguments::Man, terminal: &Terminal) -> Result<()> {
    let lang = terminal.words.lang;
    let mut program = arguments::command(lang);
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let known: Vec<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
            let help = || one_of(name, &known, |all| message!("commands are {all}"));
            found.ok_or_else(|| mistake(message!("there is no command `{name}`; {}", help())))?
        }
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    let text = lang.written(&String::from_utf8_lossy(&text), chinese::manual);
    terminal.print(|out| out.write_all(text.as_bytes()))
}
