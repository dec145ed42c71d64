//! `mexlab check`: the claims of a rule, answered.

use super::print_records;
use crate::arguments::{self, Format, Given};
use crate::failure::{Failure, Result, interrupted, is_out_of_time, mistake};
use crate::terminal::Terminal;
use crate::words::pad;
use crate::{catalogue, input, summary};
use engine::{Bounds, Progress};
use message::{Message, message};
use report::{Errata, Translation, answer_in_short, file, json, write_errata};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use verdict::{Role, Verdict};
use workbench::{Effort, Extent, Input, as_stated, bounds, check, refuse_early, unbounded};

/// Where the answers of `--all` go.
const FOLDER: &str = "output";

/// What is known when `--all` is interrupted; the pages of an earlier run stay as they are.
const PART: &str = "verdicts.part.csv";

/// Prints the answers. A refuted claim makes the exit status 1; else a claim nobody bounded makes it
/// 2 and one that a limit kept from being checked 3, and an interruption of `--all` makes it 130
/// whatever is known.
pub(super) fn perform(arguments: &arguments::Check, terminal: &Terminal) -> Result<()> {
    let bounds = bounds(arguments.to.as_deref())?;
    if let Some(folder) = arguments.out.as_deref().filter(|_| !arguments.all) {
        let help = Message::from("the answers of one rule are printed");
        return Err(mistake(message!("--out {}: only with --all; {help}", folder.display())));
    }
    let effort: Effort = (&arguments.proving).into();
    let (verdicts, ended) = if arguments.all {
        let folder = arguments.out.as_deref().unwrap_or(Path::new(FOLDER));
        check_all(folder, effort, terminal)?
    } else {
        let input = input::chosen(arguments.rule.as_deref(), &arguments.given, terminal)?;
        let help = Message::from("the rule's `check over` line says which parameters vary");
        input.refuse_family(message!("claims are checked for one value; {help}"))?;
        if input.rule.claims.is_empty() && input.stands_for.is_none() {
            let help =
                Message::from("a claim is a line such as `claim book.1: win iff n % 4 != 0`");
            terminal.remark(message!("{} has no claims; {help}", input.rule.name));
        }
        let is_as_stated = bounds.is_none() && input.parameters.fixed.is_empty();
        let input = input.grown(bounds.as_ref());
        if let Some(rule) = &input.stands_for {
            return Err(mistake(message!(
                "{rule} is played as {}, and its claims are about sets: check them on shorter strips",
                input.name
            )));
        }
        if let Some(bounds) = bounds.as_ref().filter(|_| input.rule.beyond_play().is_none()) {
            refuse_early(&input, bounds)?;
        }
        let bounds = match bounds {
            None => chosen(&input, terminal),
            given => given,
        };
        let (mut verdicts, is_cut) = check(&input, bounds, effort, terminal)?;
        if is_cut {
            terminal.remark(terminal.words.open_claims);
        }
        if !is_as_stated {
            as_stated(&input, &mut verdicts, terminal)?;
        }
        let ended = match terminal.is_interrupted() {
            true => Some(interrupted("")),
            false => match unbounded(&input, &verdicts) {
                0 => of_limits(&verdicts),
                open => {
                    let help = Message::from("give --to N, or a `check to` line in the rule");
                    Some(mistake(message!("claims without a bound: {open}; {help}")))
                }
            },
        };
        (verdicts, ended)
    };
    terminal.print(|out| match terminal.format() {
        Format::Text => print_text(&verdicts, arguments.all, terminal, out),
        Format::Csv => print_csv(&verdicts, terminal, out),
        Format::Json => json::verdicts(&verdicts, &Translation::ENGLISH, out),
    })?;
    match ended {
        Some(failure @ Failure::Work(workbench::Failure::Interrupted(_))) => Err(failure),
        _ if verdicts.iter().any(Verdict::is_refuted) => Err(Failure::Refuted),
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// The failure that claims which no limit let be checked amount to; their reasons stand beside them.
fn of_limits(verdicts: &[Verdict]) -> Option<Failure> {
    let count = verdicts.iter().filter(|verdict| verdict.is_too_large()).count();
    let open = expr::words::count(count, "claim");
    let failure = || workbench::Failure::Limit(message!("{open} not checked: a limit was met"));
    (count > 0).then(|| failure().into())
}

/// The answer to a claim that cannot be checked, in CSV and atlases.
pub(super) const UNCHECKED: &str = "cannot check";

/// Checks every game of the catalogue, one after another, and writes the pages. A rule that cannot
/// be checked does not keep the others from their answers: its claims say why. An interruption
/// keeps the answers of the games that were finished, and is returned beside them.
fn check_all(
    folder: &Path,
    effort: Effort,
    terminal: &Terminal,
) -> Result<(Vec<Verdict>, Option<Failure>)> {
    // A folder that cannot be made is better known before the work than after it.
    file::make_folder(folder)?;
    let entries: Vec<catalogue::Entry> = catalogue::entries().collect();
    let (mut verdicts, mut titles) = (Vec::new(), BTreeMap::new());
    let mut done = entries.len();
    for (number, entry) in entries.iter().enumerate() {
        let input = input::choose(Some(entry.name), &Given::default(), terminal.method)?;
        let progress = Stage { of: terminal, number: number as u64, parts: entries.len() as u64 };
        let rule = &input.rule;
        titles.insert(rule.name.clone(), (rule.title.clone(), rule.title_zh.clone()));
        match check(&input, None, effort, &progress) {
            _ if terminal.is_interrupted() => {
                done = number;
                break;
            }
            Ok((answers, is_cut)) => {
                if is_cut {
                    terminal.remark(format!("{}: {}", entry.name, terminal.words.open_claims));
                }
                verdicts.extend(answers);
            }
            Err(failure) => verdicts.extend(verdict::unanswered(rule, &in_one_line(&failure))),
        }
    }
    let errata = Errata::new(terminal.words.lang.translation(), titles, verdicts);
    if done < entries.len() {
        let failure = keep_part(folder, &errata, done, entries.len(), terminal)?;
        return Ok((errata.verdicts, Some(failure)));
    }
    for path in write_errata(folder, &errata)? {
        terminal.remark(format!("{} {}", terminal.words.wrote, path.display()));
    }
    // What an earlier run left when it was stopped; there need not be any.
    let _ = fs::remove_file(folder.join(PART));
    Ok((errata.verdicts, None))
}

/// Writes the answers known when the user stopped the work, those of `done` of `all` games.
fn keep_part(
    folder: &Path,
    known: &Errata,
    done: usize,
    all: usize,
    terminal: &Terminal,
) -> Result<Failure> {
    let path = folder.join(PART);
    file::write_in_place(&path, |out| print_csv(&known.verdicts, terminal, out))?;
    let kept = message!("the answers of {done} of {all} games are kept: {}", path.display());
    Ok(interrupted(message!("; {kept}")))
}

/// The size chosen where neither the command nor the rule says how far its claims are checked.
fn chosen(input: &Input, terminal: &Terminal) -> Option<Bounds> {
    let is_judged = input.rule.claims.iter().any(|claim| claim.beyond.is_none());
    if !is_judged || input.rule.check.is_some() {
        return None;
    }
    let game = input.game().ok()?;
    let request = input.sized(&Extent::default(), &game, terminal);
    Some(request.bounds).filter(|bounds| *bounds != Bounds::Usual)
}

/// What a failure says, of mistakes the first.
pub(super) fn in_one_line(failure: &workbench::Failure) -> Message {
    match failure {
        workbench::Failure::Diagnosed(workbench::Mistakes { diagnostics, .. }) => {
            match &diagnostics[..] {
                [] => "the rule could not be checked".into(),
                [first, ..] => message!("error[{}]: {first}", first.code),
            }
        }
        failure => wording::failure::what(failure, is_out_of_time()),
    }
}

/// The progress of one of several equal parts of the work.
struct Stage<'t> {
    of: &'t Terminal,
    number: u64,
    parts: u64,
}

impl Progress for Stage<'_> {
    fn advance(&self, done: u64, total: u64) -> bool {
        const STEPS: u64 = 1000;
        let within = done.min(total).saturating_mul(STEPS).checked_div(total).unwrap_or(0);
        self.of.advance(self.number * STEPS + within, self.parts * STEPS)
    }
}

fn name(verdict: &Verdict, with_game: bool) -> String {
    let game = if with_game { format!("{}  ", verdict.game) } else { String::new() };
    let role = if verdict.role == Role::Nearby { "nearby " } else { "" };
    format!("{game}{role}{}", verdict.name())
}

fn print_text(
    verdicts: &[Verdict],
    with_game: bool,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = verdicts.iter().map(|v| name(v, with_game).len()).max().unwrap_or(0);
    for verdict in verdicts {
        let answer = summary::answer(verdict, &terminal.words);
        writeln!(out, "{}  {answer}", pad(&name(verdict, with_game), width))?;
        for line in summary::nearby(verdict, &terminal.words) {
            writeln!(out, "{}  {line}", pad("", width))?;
        }
    }
    Ok(())
}

fn print_csv(verdicts: &[Verdict], terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    let row = |verdict: &Verdict| {
        let detail = summary::answer(verdict, &terminal.words);
        let answer = answer_in_short(verdict, UNCHECKED).to_owned();
        [verdict.game.clone(), verdict.source.clone(), verdict.id.clone(), answer, detail]
    };
    let rows: Vec<_> = verdicts.iter().map(row).collect();
    print_records(["game", "source", "id", "answer", "detail"], &rows, Format::Csv, out)
}
