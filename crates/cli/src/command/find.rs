//! `mexlab find`: laws of a rule's table, or of any sequence or CSV table.

use super::emit;
use crate::arguments::{self, Format};
use crate::catalogue;
use crate::failure::{Result, mistake};
use crate::input;
use crate::source::{MAX_DATA_LENGTH, read, read_file};
use crate::summary;
use crate::terminal::Terminal;
use detector::Finding;
use expr::words::listed;
use report::csv::line;
use report::{Proofs, json, place};
use std::io::{self, Write};
use std::path::Path;
use table::Table;
use workbench::{
    Failure, Findings, Lawful, Stage, Tabulated, Task, candidates, during, in_integers,
    is_searched, lawful, laws, of_laws, quantities,
};

/// Prints the laws of every column, best first.
pub(super) fn perform(arguments: &arguments::Find, terminal: &Terminal) -> Result<()> {
    let Searched { table, findings, proofs, ended } = search(arguments, terminal)?;
    if let Some(language) = arguments.emit {
        let (all, words) = (arguments.all, &terminal.words);
        let text = emit::text(&table, &findings, &proofs, language, all, words);
        terminal.print(|out| out.write_all(text.as_bytes()))?;
        return ended.map_or(Ok(()), |failure| Err(failure.into()));
    }
    terminal.print(|out| match terminal.format() {
        Format::Text => print_text(&table, &findings, &proofs, terminal, out),
        Format::Csv => print_csv(&table, &findings, out),
        Format::Json if arguments.candidates => {
            let candidates = candidates(&table, &findings);
            json::findings_and_candidates(&findings, &proofs, &candidates, out)
        }
        Format::Json => json::findings(&findings, &proofs, out),
    })?;
    ended.map_or(Ok(()), |failure| Err(failure.into()))
}

/// A table, its laws, and why it is not whole.
struct Searched {
    table: Table,
    findings: Findings,
    proofs: Proofs,
    ended: Option<Failure>,
}

/// The laws of a file's table, or of a rule's, for which the engine may be asked for more.
fn search(arguments: &arguments::Find, terminal: &Terminal) -> Result<Searched> {
    if let Some(table) = given_table(arguments)?.map(in_integers) {
        let findings = during(terminal, Stage::Laws, || laws(&table));
        let ended = unfinished(terminal);
        return Ok(Searched { table, findings, proofs: Proofs::new(), ended });
    }
    if arguments.positions {
        return Err(mistake("--positions is for files; a rule knows which positions are lost"));
    }
    let input = input::choose(arguments.subject.as_deref(), &arguments.given, terminal.method)?;
    let game = input.game()?;
    let request = input.request(&arguments.extent.read()?, &game);
    let task = Task { input: &input, game: &game, request: &request };
    let Tabulated { table, ended, .. } = task.tabulate(terminal)?;
    let Lawful { table, mut findings, of_starts } = lawful(task, table, terminal);
    let ended = unfinished(terminal).or(ended);
    if of_starts || ended.is_some() {
        return Ok(Searched { table, findings, proofs: Proofs::new(), ended });
    }
    let proofs = of_laws(task, &table, &mut findings, terminal)?;
    Ok(Searched { table, findings, proofs, ended: unfinished(terminal) })
}

/// What is said of laws, or proofs of them, that were not looked for to the end.
fn unfinished(terminal: &Terminal) -> Option<Failure> {
    let rest = " before the search for laws and proofs was complete";
    terminal.is_interrupted().then(|| Failure::Interrupted(rest.into()))
}

/// The table that the arguments give, as numbers or by the name of a file, if they give one.
fn given_table(arguments: &arguments::Find) -> Result<Option<Table>> {
    let subject = arguments.subject.as_deref();
    let data = match subject {
        Some("-") => {
            read("standard input", io::stdin().lock(), MAX_DATA_LENGTH, "a table or sequence")?
        }
        Some(path) if is_data(path) => read_file(path, MAX_DATA_LENGTH, "a table or sequence")?,
        Some(numbers) if are_numbers(numbers) => numbers.to_owned(),
        _ => return Ok(None),
    };
    let extent = &arguments.extent;
    if !arguments.given.text.is_empty() || !arguments.given.parameters.is_empty() {
        return Err(mistake("-e and -p are for rules; values have no parameters"));
    }
    if extent.to.is_some() || extent.starts || extent.boards.is_some() {
        let help = "values are searched as far as they go";
        return Err(mistake(format!("--to, --starts and --boards are for rules; {help}")));
    }
    let name = if subject == Some("-") { "standard input" } else { subject.unwrap_or("") };
    let read = if arguments.positions { table::read::positions } else { table::read::read };
    let mut table = read(&data, name).map_err(|e| mistake(e.to_string()))?;
    choose_columns(&mut table, &extent.quantity, name)?;
    Ok(Some(table))
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
        quantities(asked)?;
        let there = listed(table.columns.iter().map(|c| &c.name));
        return Err(mistake(format!("{name} has no column `{missing}`; it has {there}")));
    }
    table.columns.retain(|c| asked.contains(&c.name));
    Ok(())
}

fn print_text(
    table: &Table,
    findings: &[(String, Vec<Finding>)],
    proofs: &Proofs,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let words = &terminal.words;
    for (quantity, laws) in findings {
        if laws.is_empty() {
            writeln!(out, "{}", summary::without_law(quantity, table, words))?;
            let candidates = detector::candidates(table, quantity);
            if !candidates.is_empty() {
                writeln!(out, "    {}:", words.candidates)?;
            }
            for candidate in candidates {
                let next = listed(&candidate.next);
                writeln!(out, "    {}; {}: {next}", candidate.law.words, words.next)?;
            }
        }
        for (number, finding) in laws.iter().enumerate() {
            writeln!(out, "{}", finding.law.words)?;
            if let Some(certificate) = proofs.get(quantity).filter(|_| number == 0) {
                writeln!(out, "    {}: {}", words.proved, certificate.accepted.theorem)?;
            }
            let details = summary::details(finding, &table.axes, words);
            for detail in details.into_iter().chain(summary::outlook(finding, words)) {
                writeln!(out, "    {detail}")?;
            }
        }
    }
    let others = table.columns.iter().filter(|column| !is_searched(column));
    let others = listed(others.map(|column| &column.name));
    if !others.is_empty() {
        writeln!(out, "{others}: {}", words.not_searched)?;
    }
    Ok(())
}

fn print_csv(
    table: &Table,
    findings: &[(String, Vec<Finding>)],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "quantity,kind,law,from,verified_to,fitted,tested,exceptions")?;
    for finding in findings.iter().flat_map(|(_, laws)| laws) {
        let (law, evidence) = (&finding.law, &finding.evidence);
        let from = law.from.map_or(String::new(), |n| n.to_string());
        let to = place(&table.axes, &evidence.verified_to);
        let numbers =
            [evidence.fitted, evidence.tested, law.exceptions.len()].map(|n| n.to_string());
        let [fitted, tested, exceptions] = &numbers;
        let fields =
            [&law.subject, law.kind.name(), &law.words, &from, &to, fitted, tested, exceptions];
        writeln!(out, "{}", line(fields))?;
    }
    Ok(())
}
