//! `mexlab new`: a commented rule file to start from.

use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::words::Lang;
use crate::{arguments, catalogue};
use message::{Message, message};
use report::file;
use std::io::Write;
use std::path::PathBuf;

/// The file; `NAME` stands for the name of the game.
const TEMPLATE: &str = include_str!("new.game");
const TEMPLATE_ZH: &str = include_str!("new.zh.game");

/// Writes NAME.game into the current folder. An existing file is never replaced.
pub(super) fn perform(arguments: &arguments::New, terminal: &Terminal) -> Result<()> {
    let name = arguments.name.strip_suffix(".game").unwrap_or(&arguments.name);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && !name.ends_with('-');
    if !is_name {
        let help = Message::from("use letters, digits and hyphens, such as my-nim");
        return Err(mistake(message!("`{name}` is not a name for a game; {help}")));
    }
    let path = PathBuf::from(format!("{name}.game"));
    // A link is there too, wherever it leads.
    if path.symlink_metadata().is_ok() {
        let help = Message::from("choose another name or move the file away");
        return Err(mistake(message!("{} exists already; {help}", path.display())));
    }
    let template = match terminal.words.lang {
        Lang::En => TEMPLATE,
        Lang::Zh => TEMPLATE_ZH,
    };
    let text = template.replace("NAME", name);
    file::write_atomically(&path, |out| out.write_all(text.as_bytes()))?;
    if catalogue::entry(name).is_some() {
        let help = message!("write ./{name}.game to mean your file");
        terminal.remark(message!("the catalogue has a game `{name}` too; {help}"));
    }
    let path = path.display();
    let said = message!("wrote {path}; try `mexlab run {path}`");
    terminal.print(|out| writeln!(out, "{}", terminal.words.told(&said)))
}
