//! `mexlab run`: table, laws, claims, chart and report of a rule, into `DIR/<game>/`.

use super::no_csv;
use crate::arguments::{self, Format};
use crate::chinese::{self, punctuated};
use crate::failure::Result;
use crate::summary::{self, Summary};
use crate::terminal::Terminal;
use crate::words::Lang;
use crate::{amounts, input};
use detector::Finding;
use engine::{Game, Positions};
use expr::words::listed;
use message::{Message, message};
use report::{PART, Page, Written, box_of, columns, csv, file, file_of_law, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use table::Table;
use wording::code;
use workbench::{
    Answers, Effort, Failure, Kept, PERIOD, Proved, Tabulated, Task, check, is_silent, of_laws,
    of_positions, page, rows,
};

/// Does the whole pipeline and prints its summary.
pub(super) fn perform(arguments: &arguments::Run, terminal: &Terminal) -> Result<()> {
    no_csv(terminal.format(), "run")?;
    let input = input::read(&arguments.choice, terminal)?;
    let extent = arguments.extent.read(&input.rule)?;
    let input = input.grown(extent.bounds.as_ref());
    let game = input.game()?;
    let request = input.sized(&extent, &game, terminal);
    let task = Task { input: &input, game: &game, request: &request };
    let folder = arguments.out.join(&input.rule.name);
    // What cannot be written is better known before the work than after it.
    report::check_own(&folder)?;
    file::make_folder(&folder)?;

    let started = Instant::now();
    let checkpoint = folder.join(CHECKPOINT);
    let kept = Kept::of_table(Some(&checkpoint), (&arguments.keeping).into(), task, terminal)?;
    let tabulated = task.tabulate_kept(&kept)?;
    let Tabulated { table, ended, .. } = &tabulated;
    let took = started.elapsed();
    if let Some(failure) = ended {
        return Err(keep_part(&folder, table, failure.clone())?.into());
    }
    // A rule that does not say how far its claims are checked is checked as far as its table goes.
    let claims_to = input.rule.check.is_none().then(|| request.bounds.clone());
    let mut found = of_positions(task, table.clone(), terminal);
    let (words, of_laws_alone) = (&terminal.words, Answers::default());
    let mut page = page(task, &tabulated, of_laws_alone)?;
    page.findings.clone_from(&found.findings);
    page.code = code::all(&found.table, &page.findings, &page.proofs, words);
    let shown = Shown { rows: &request.positions, game: &game, folder: &folder, took, terminal };
    let is_text = arguments.emit.is_none() && terminal.format() != Format::Json;
    let effort: Effort = (&arguments.proving).into();
    // What was asked for comes first, and proofs after it.
    let (first, width) = shown.first(&page, &found.table);
    if words.lang == Lang::Zh {
        speak_chinese(&mut page);
    }
    if is_text {
        terminal.print(|out| out.write_all(first.as_bytes()))?;
    }
    if effort != Effort::NONE && !terminal.is_interrupted() {
        report::write_all(&folder, &page)?;
    }
    let Proved { proofs, open } =
        of_laws(task, &found.table, &mut found.findings, effort, terminal)?;
    let (verdicts, is_cut) = check(&input, claims_to, effort, terminal)?;
    if terminal.is_interrupted() {
        let kept = kept.stopped(Failure::Interrupted("; the table is kept".into()));
        return Err(keep_part(&folder, table, kept)?.into());
    }
    page.code = code::all(&found.table, &found.findings, &proofs, words);
    (page.findings, page.proofs, page.verdicts) = (found.findings, proofs, verdicts);
    let written = report::write_all(&folder, &page)?;
    let unkept = kept.finish();
    // What an earlier run left when it was stopped; there need not be any.
    let _ = fs::remove_file(folder.join(PART));
    for warning in &written.warnings {
        terminal.remark(warning);
    }
    let mut open = summary::open_proofs(&open, &input, words);
    open.extend(is_cut.then(|| format!("{}: {}", words.claims, words.open_claims)));
    if is_text {
        let rest = shown.rest(&page, &found.table, width, open, &written);
        terminal.print(|out| out.write_all(rest.as_bytes()))?;
        return Ok(unkept?);
    }
    open.iter().for_each(|line| terminal.remark(line.clone()));
    terminal.print(|out| match arguments.emit {
        Some(language) => {
            let (findings, proofs) = (&page.findings, &page.proofs);
            let text = code::text(&found.table, findings, proofs, language.into(), false, words);
            out.write_all(text.as_bytes())
        }
        None => print_json(&page, &written, out),
    })?;
    Ok(unkept?)
}

/// Makes the report one for those who read Chinese.
fn speak_chinese(page: &mut Page<'_>) {
    let title = page.title_zh.take().unwrap_or_else(|| chinese::title(&page.title));
    page.title = punctuated(&title);
    page.notes.iter_mut().for_each(|note| *note = punctuated(&chinese::note(note)));
    page.said = Lang::Zh.translation();
}

/// The folder that keeps an unfinished table for `--resume`.
const CHECKPOINT: &str = "checkpoint";

/// Writes what was computed of a table that was stopped. The files of an earlier run stay.
fn keep_part(folder: &Path, table: &Table, failure: Failure) -> Result<Failure> {
    let path = folder.join(PART);
    file::write_in_place(&path, |out| csv::write_table(table, &columns(table), out))?;
    let with_path = |text: Message| message!("{text}: {}", path.display());
    Ok(match failure {
        Failure::Limit(text) => Failure::Limit(with_path(text)),
        Failure::Interrupted(text) => Failure::Interrupted(with_path(text)),
        other => other,
    })
}

/// A run as it is shown to people.
struct Shown<'r> {
    rows: &'r Positions,
    game: &'r Game,
    folder: &'r Path,
    took: Duration,
    terminal: &'r Terminal,
}

impl Shown<'_> {
    /// The table and its laws, and how wide the labels are; `searched` is the table in which laws were
    /// looked for.
    fn first(&self, page: &Page<'_>, searched: &Table) -> (String, usize) {
        let (terminal, rule) = (self.terminal, &self.game.instance().rule);
        let words = &terminal.words;
        let mut summary = Summary::default();
        let title = terminal.title(Some(&page.title), page.title_zh.as_deref());
        summary.add(&page.name, [format!("{title}{}", summary::shape(rule, words))]);

        let names = listed(page.table.columns.iter().map(|c| &c.name));
        let explained = |topic: &'static str| {
            let lines = page.explanation.iter().filter(move |(about, _)| *about == topic);
            lines.map(|(_, line)| words.told(line))
        };
        let rows = words.told(&rows(&page.table.axes, self.rows));
        let mut table = format!("{names}; {rows}");
        if terminal.is_terminal() {
            table += &format!("    {}", amounts::seconds(self.took.as_secs_f64()));
        }
        summary.add(words.table, [table].into_iter().chain(explained("kernel")));
        summary.add(words.period, explained(PERIOD));
        if let Some(lost) = summary::lost(page.table, self.rows, self.game, words) {
            summary.add(words.lost, [lost]);
        }
        self.add_laws(&mut summary, &page.findings, searched);
        (summary.text(), summary.width())
    }

    /// The best law of each column. Several quantities may have the same: sg and win the same
    /// P-positions.
    fn add_laws(
        &self,
        summary: &mut Summary,
        findings: &[(String, Vec<Finding>)],
        searched: &Table,
    ) {
        let words = &self.terminal.words;
        let mut before = Vec::new();
        for (quantity, laws) in findings {
            let mut lines = Vec::new();
            if is_silent(quantity, laws) {
                lines.push(summary::without_law(quantity, searched, words));
            }
            if let Some(best) = laws.first() {
                lines.push(words.told(&best.law.words));
                lines.extend(summary::details(best, &searched.axes, words));
            }
            if lines != before {
                summary.add(words.law, lines.clone());
            }
            before = lines;
        }
    }

    /// What came after the table and its laws: proofs, claims, files. `open` says which proofs were not
    /// looked for to the end.
    fn rest(
        &self,
        page: &Page<'_>,
        searched: &Table,
        width: usize,
        open: Vec<String>,
        written: &Written,
    ) -> String {
        let (words, folder) = (&self.terminal.words, self.folder.display());
        let mut summary = Summary::of_width(width);
        // A law that only its proof supports.
        let is_new = |(quantity, laws): &&(String, Vec<Finding>)| {
            laws.len() == 1 && page.proofs.contains_key(quantity) && laws[0].evidence.tested == 0
        };
        let new: Vec<_> = page.findings.iter().filter(is_new).cloned().collect();
        self.add_laws(&mut summary, &new, searched);
        let proved = page.proofs.keys().map(|column| {
            let quantity = json::proved(column, &page.findings);
            let file = file_of_law(column, &page.main_quantity);
            format!("{quantity}: {} ({folder}/{file}; {})", words.proved, words.verified)
        });
        summary.add(words.proof, proved.chain(open));
        if !page.verdicts.is_empty() {
            summary.add(words.claims, summary::claims(&page.verdicts, words));
        }
        let names =
            written.paths.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy()));
        summary.add(words.wrote, [format!("{folder}/{{{}}}", listed(names))]);
        summary.text()
    }
}

fn print_json(page: &Page<'_>, written: &Written, out: &mut dyn Write) -> std::io::Result<()> {
    let laws: Vec<String> = page
        .findings
        .iter()
        .filter_map(|(_, laws)| Some(laws.first()?.law.words.to_string()))
        .collect();
    let count = |wanted: fn(&verdict::ClaimAnswer) -> bool| {
        let printed = page.verdicts.iter().filter(|v| v.role == verdict::Role::Printed);
        printed.filter(|v| wanted(&v.answer)).count()
    };
    let files: Vec<String> = written.paths.iter().map(|p| p.display().to_string()).collect();
    let proved = page.proofs.keys().map(|column| json::proved(column, &page.findings));
    let proved: BTreeSet<&str> = proved.collect();
    let object = serde_json::json!({
        "game": page.name,
        "table": box_of(&page.table.axes),
        "laws": laws,
        "claims": {
            "holds": count(|a| matches!(a, verdict::ClaimAnswer::Holds { .. })),
            "fails": count(|a| matches!(a, verdict::ClaimAnswer::Fails { .. })),
            "cannot check": count(|a| matches!(a, verdict::ClaimAnswer::CannotCheck { .. })),
        },
        "proved": proved,
        "files": files,
    });
    writeln!(out, "{object:#}")
}
