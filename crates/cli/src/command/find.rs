//! `mexlab find`: laws of a rule's table, or of any sequence or CSV table.

use super::table::on_graphs;
use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::source::{MAX_DATA_LENGTH, bytes, bytes_of_file, interrupted, too_long, waiting};
use crate::terminal::Terminal;
use crate::{catalogue, input, summary};
use expr::words::listed;
use message::{Message, Tell as _, message};
use reading::{As, Reading};
use report::{Proofs, csv, json};
use rule::Rule;
use std::io;
use std::path::Path;
use table::Table;
use wording::code;
use workbench::{
    Failure, Input, Lawful, Proved, Stage, Tabulated, Task, candidates, columns, during,
    in_integers, is_silent, lawful, laws, laws_with_wrong_terms, of_laws,
};

/// Prints the laws of every column, best first; proofs follow.
pub(super) fn perform(arguments: &arguments::Find, terminal: &Terminal) -> Result<()> {
    let subject = subject(&arguments.subject)?;
    let subject = subject.as_deref();
    let read = given_table(subject, arguments, terminal)?;
    if read.is_none() && (arguments.positions || arguments.reading.is_some()) {
        return Err(mistake("--as and --positions are for files; a rule says how it is read"));
    }
    let (found, said) = if let Some(Reading { table, said }) = read {
        let said = terminal.words.told(&said);
        let table = in_integers(table);
        let findings = during(terminal, Stage::Laws, || laws_with_wrong_terms(&table));
        if is_text(arguments, terminal) {
            terminal.print_lines(&[&said])?;
        }
        (Lawful { table, findings, of_starts: false }, Some(said))
    } else {
        let input = input::chosen(subject, &arguments.given, terminal)?;
        let Some(on) = &arguments.on else { return of_rule(input, arguments, terminal) };
        let mut table = on_graphs(&input, on, terminal)?;
        choose_columns(&mut table, &arguments.extent.quantity, on)?;
        let findings = during(terminal, Stage::Laws, || laws(&table));
        (Lawful { table, findings, of_starts: true }, None)
    };
    print_first(&found, arguments, terminal)?;
    print(&found, &Proofs::new(), said.as_deref(), arguments, terminal)?;
    unfinished(terminal).map_or(Ok(()), |failure| Err(failure.into()))
}

/// Prints the laws of a rule's table, and proofs of them.
fn of_rule(input: Input, arguments: &arguments::Find, terminal: &Terminal) -> Result<()> {
    let extent = arguments.extent.read(&input.rule)?;
    let input = input.grown(extent.bounds.as_ref());
    let game = input.game()?;
    let request = input.sized(&extent, &game, terminal);
    let task = Task { input: &input, game: &game, request: &request };
    let Tabulated { table, ended, .. } = task.tabulate(terminal)?;
    let mut found = lawful(task, table, terminal);
    print_first(&found, arguments, terminal)?;
    let ended = unfinished(terminal).or(ended);
    let Proved { proofs, open } = match found.of_starts || ended.is_some() {
        true => Proved::default(),
        false => {
            let effort = (&arguments.proving).into();
            of_laws(task, &found.table, &mut found.findings, effort, terminal)?
        }
    };
    print(&found, &proofs, None, arguments, terminal)?;
    let open = summary::open_proofs(&open, &input, &terminal.words);
    match is_text(arguments, terminal) {
        true => terminal.print_lines(&open)?,
        false => open.iter().for_each(|line| terminal.remark(line.clone())),
    }
    unfinished(terminal).or(ended).map_or(Ok(()), |failure| Err(failure.into()))
}

fn is_text(arguments: &arguments::Find, terminal: &Terminal) -> bool {
    arguments.emit.is_none() && terminal.format() == Format::Text
}

/// Prints the laws for people, before proofs are looked for.
fn print_first(found: &Lawful, arguments: &arguments::Find, terminal: &Terminal) -> Result<()> {
    match is_text(arguments, terminal) {
        true => terminal.print_lines(&summary::laws(found, &terminal.words)),
        false => Ok(()),
    }
}

/// Prints what is known with the proofs; for people, what was not printed before.
fn print(
    found: &Lawful,
    proofs: &Proofs,
    read: Option<&str>,
    arguments: &arguments::Find,
    terminal: &Terminal,
) -> Result<()> {
    let Lawful { table, findings, .. } = found;
    if let Some(language) = arguments.emit {
        let (all, words) = (arguments.all, &terminal.words);
        let text = code::text(table, findings, proofs, language.into(), all, words);
        let text =
            read.map_or_else(String::new, |read| code::comment(language.into(), read)) + &text;
        return terminal.print(|out| out.write_all(text.as_bytes()));
    }
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            let lines = summary::proofs(found, proofs, &terminal.words);
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        }
        Format::Csv => csv::findings(table, findings, out),
        Format::Json if arguments.candidates => {
            let candidates = candidates(table, findings);
            json::findings_and_candidates(findings, proofs, &candidates, read, out)
        }
        Format::Json => json::findings(findings, proofs, read, out),
    })?;
    if !is_text(arguments, terminal) {
        for (column, _) in findings.iter().filter(|(column, laws)| is_silent(column, laws)) {
            let words = &terminal.words;
            terminal.remark(summary::without_law(column, table, words));
        }
    }
    Ok(())
}

/// What is said of laws, or proofs of them, that were not looked for to the end.
fn unfinished(terminal: &Terminal) -> Option<Failure> {
    let rest = " before the search for laws and proofs was complete";
    terminal.is_interrupted().then(|| Failure::Interrupted(rest.into()))
}

/// What is to be searched: integers may be several words.
fn subject(words: &[String]) -> Result<Option<String>> {
    let joined = words.join(" ");
    match words {
        [] => Ok(None),
        [_] => Ok(Some(joined)),
        _ if are_numbers(&joined) => Ok(Some(joined)),
        [first, second, ..] => {
            let help = Message::from("`find` takes one rule, file or list of integers");
            Err(mistake(message!("both `{first}` and `{second}`; {help}")))
        }
    }
}

/// The table that the arguments give, as numbers or by the name of a file, if they give one, and how it
/// was read.
fn given_table(
    subject: Option<&str>,
    arguments: &arguments::Find,
    terminal: &Terminal,
) -> Result<Option<Reading>> {
    const WHAT: &str = "a table or sequence";
    // The values take as much again, and twice that while they grow.
    let memory = terminal.method.limits.memory;
    let most = MAX_DATA_LENGTH.min(memory / 3);
    let (name, data) = match subject {
        Some("-") => ("standard input", bytes("standard input", || Ok(io::stdin()), most)),
        Some(path) if is_data(path) => (path, bytes_of_file(path, most, WHAT)),
        Some(numbers) if are_numbers(numbers) => (numbers, Ok(Some(numbers.as_bytes().to_vec()))),
        _ => return Ok(None),
    };
    let extent = &arguments.extent;
    if !arguments.given.text.is_empty() || !arguments.given.parameters.is_empty() {
        return Err(mistake("-e and -p are for rules; values have no parameters"));
    }
    if extent.to.is_some() || extent.starts || extent.boards.is_some() {
        let help = Message::from("values are searched as far as they go");
        return Err(mistake(message!("--to, --starts and --boards are for rules; {help}")));
    }
    if terminal.method.kernel != engine::Kernel::Auto {
        let help = Message::from("values are no rule, so no table is computed");
        return Err(mistake(message!("--kernel is for rules; {help}; leave the flag out")));
    }
    let data = data?.ok_or_else(|| match most {
        MAX_DATA_LENGTH => too_long(name, most, WHAT),
        _ => Failure::Limit(message!("{name} is longer than {most} bytes, a third of the {memory} that --memory gives; a table takes the rest")),
    })?;
    let asked = arguments.reading.map(As::from).or(arguments.positions.then_some(As::Positions));
    let owned = name.to_owned();
    let read = waiting(move || {
        let text = reading::decode(data, &owned).map_err(|e| Failure::Mistake(e.message()))?;
        reading::read(&text, &owned, asked).map_err(|e| Failure::Mistake(e.message()))
    });
    let mut read = read.ok_or_else(|| interrupted(name))??;
    choose_columns(&mut read.table, &extent.quantity, name)?;
    Ok(Some(read))
}

/// Whether the argument names a file of values: a file that is no rule.
fn is_data(path: &str) -> bool {
    let is_rule = path.ends_with(".game") || catalogue::entry(path).is_some();
    !is_rule && rule::code::from_code(path).is_none() && Path::new(path).exists()
}

/// Whether the argument is a list of integers.
fn are_numbers(text: &str) -> bool {
    let is_number = |part: &str| part.trim().is_empty() || part.trim().parse::<i128>().is_ok();
    text.contains(|c: char| c.is_ascii_digit())
        && text.contains([',', ' '])
        && text.split([',', ' ']).all(is_number)
}

/// Keeps the columns asked for, or all.
fn choose_columns(table: &mut Table, asked: &[String], name: &str) -> Result<()> {
    if asked.is_empty() {
        return Ok(());
    }
    if let Some(missing) = asked.iter().find(|q| table.column(q).is_none()) {
        columns(asked, &Rule::default())?;
        let there = listed(table.columns.iter().map(|c| &c.name));
        return Err(mistake(message!("{name} has no column `{missing}`; it has {there}")));
    }
    table.columns.retain(|c| asked.contains(&c.name));
    Ok(())
}
