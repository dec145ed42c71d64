//! RULE on the command line becomes a game: a path, a catalogue name, a code, or `-e TEXT`.

use crate::arguments::{Choice, Given};
use crate::catalogue::{Shelf, entry};
use crate::source::{self, MAX_RULE_LENGTH, read_file};
use crate::terminal::Terminal;
use message::{Message, message};
use rule::Library;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use workbench::{Failure, Input, Method, Result, Source};

/// Reads the rule a command line chose.
///
/// # Errors
/// No rule has that name, it cannot be read, or the rule or `-p` has mistakes.
pub(crate) fn read(choice: &Choice, terminal: &Terminal) -> Result<Input> {
    chosen(choice.rule.as_deref(), &choice.given, terminal)
}

/// The one rule that a command is about; what is doubtful in its text is remarked on.
///
/// # Errors
/// As for [`read`].
pub(crate) fn chosen(rule: Option<&str>, given: &Given, terminal: &Terminal) -> Result<Input> {
    let input = choose(rule, given, terminal.method)?;
    remark_on_powers(input.source.written(), terminal);
    Ok(input)
}

/// Says of a nim-sum that may have been meant as a power what it is.
pub(crate) fn remark_on_powers(text: &str, terminal: &Terminal) {
    if let Some((line, written)) = rule::doubtful_power(text) {
        terminal.remark(message!(
            "line {line}: `{written}` is a nim-sum (bitwise xor); a power is written `a ** b`"
        ));
    }
}

/// Reads RULE, or what `-e` gave in its place.
///
/// # Errors
/// As for [`read`].
pub(crate) fn choose(rule: Option<&str>, given: &Given, method: Method) -> Result<Input> {
    match rule {
        Some(name) if !given.text.is_empty() => {
            let help = Message::from("give one of them");
            Err(Failure::Mistake(message!("both the rule `{name}` and a text by -e; {help}")))
        }
        Some(name) => named(name, given, method),
        None => {
            let source = Source::from_lines(&given.text);
            Input::parsed("-e", source, shelf(None), &given.parameters, method)
        }
    }
}

fn named(name: &str, given: &Given, method: Method) -> Result<Input> {
    let parameters = &given.parameters;
    if name == "-" {
        let name = "standard input";
        let text = source::read(name, io::stdin(), MAX_RULE_LENGTH, "a rule")?;
        let source = Source::unnamed(name, text.trim_end_matches('\n'));
        return Input::parsed("-", source, shelf(None), parameters, method);
    }
    if let Some(input) = Input::of_code(name, parameters, method) {
        return input;
    }
    let is_path =
        name.ends_with(".game") || name.ends_with(".claims") || name.contains(['/', '\\']);
    if let Some(entry) = entry(name).filter(|_| !is_path) {
        let source = Source::new(entry.path, entry.text);
        return Input::parsed(name, source, shelf(None), parameters, method);
    }
    // A pipe is a file too.
    let path = Path::new(name);
    if !is_path && (!path.exists() || path.is_dir()) {
        return Err(unknown(name));
    }
    let folder = path.parent().map(|folder| match folder {
        f if f == Path::new("") => ".".into(),
        f => f.to_owned(),
    });
    let source = Source::new(name, read_file(name, MAX_RULE_LENGTH, "a rule file")?);
    Input::parsed(name, source, shelf(folder), parameters, method)
}

/// The rules beside a rule file, and the catalogue.
fn shelf(folder: Option<PathBuf>) -> Arc<Shelf> {
    Arc::new(Shelf { folder })
}

fn unknown(name: &str) -> Failure {
    let names = Shelf::default().names();
    let hint = match expr::suggest::closest(name, names.iter().map(String::as_str)) {
        Some(close) => message!("did you mean `{close}`?"),
        None => "`mexlab list` shows the games there are; a rule file ends in .game, and codes \
                 look like octal:0.77 or subtract:1,3,4"
            .into(),
    };
    Failure::Mistake(message!("there is no game and no file `{name}`; {hint}"))
}
