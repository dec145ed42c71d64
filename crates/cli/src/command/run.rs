//! `mexlab run`: table, laws, claims, chart and report of a rule, into `DIR/<game>/`.

use super::{emit, no_csv};
use crate::amounts;
use crate::arguments::{self, Format};
use crate::failure::Result;
use crate::input;
use crate::summary::{self, Summary};
use crate::terminal::Terminal;
use crate::words::Words;
use engine::{Game, Positions};
use expr::words::listed;
use report::{Page, Written, box_of, columns, csv, file, file_of_law};
use rule::Rule;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use table::Table;
use workbench::{
    Answers, Failure, Kept, PERIOD, Stage, Tabulated, Task, check, during, laws, of_laws, page,
};

/// More moves than this are not named in a summary.
const MAX_LABELS: usize = 4;

/// Does the whole pipeline and prints its summary.
pub(super) fn perform(arguments: &arguments::Run, terminal: &Terminal) -> Result<()> {
    no_csv(terminal.format(), "run")?;
    let input = input::read(&arguments.choice, terminal.method)?;
    let game = input.game()?;
    let request = input.request(&arguments.extent.read()?, &game);
    let task = Task { input: &input, game: &game, request: &request };
    let folder = arguments.out.join(&input.rule.name);
    // A folder that cannot be made is better known before the work than after it.
    file::make_folder(&folder)?;

    let started = Instant::now();
    let checkpoint = folder.join(CHECKPOINT);
    let kept = Kept::in_folder(Some(&checkpoint), (&arguments.keeping).into(), task, terminal)?;
    let tabulated = task.tabulate_kept(&kept)?;
    let Tabulated { table, ended, .. } = &tabulated;
    let took = started.elapsed();
    if let Some(failure) = ended {
        return Err(keep_part(&folder, table, failure.clone())?.into());
    }
    // A rule that does not say how far its claims are checked is checked as far as its table goes.
    let claims_to = input.rule.check.is_none().then(|| request.bounds.clone());
    let mut findings = during(terminal, Stage::Laws, || laws(table));
    let proofs = of_laws(task, table, &mut findings, terminal)?;
    let verdicts = check(&input, claims_to, terminal)?;
    if terminal.is_interrupted() {
        let kept = kept.stopped(Failure::Interrupted("; the table is kept".into()));
        return Err(keep_part(&folder, table, kept)?.into());
    }
    let words = &terminal.words;
    let code = emit::all(table, &findings, &proofs, words);
    let page = page(task, &tabulated, Answers { findings, proofs, verdicts, code })?;
    let written = report::write_all(&folder, &page)?;
    kept.finish();
    // What an earlier run left when it was stopped; there need not be any.
    let _ = fs::remove_file(folder.join(PART));
    for warning in &written.warnings {
        terminal.remark(warning);
    }
    if let Some(language) = arguments.emit {
        let text = emit::text(table, &page.findings, &page.proofs, language, false, words);
        return terminal.print(|out| out.write_all(text.as_bytes()));
    }
    terminal.print(|out| match terminal.format() {
        Format::Json => print_json(&page, &written, out),
        _ => {
            let rows = &request.positions;
            out.write_all(text(&page, rows, &game, &folder, &written, took, terminal).as_bytes())
        }
    })
}

/// The file that keeps what was computed of a table that was stopped.
const PART: &str = "part.csv";
/// The folder that keeps an unfinished table for `--resume`.
const CHECKPOINT: &str = "checkpoint";

/// Writes what was computed of a table that was stopped. The files of an earlier run stay.
fn keep_part(folder: &Path, table: &Table, failure: Failure) -> Result<Failure> {
    let path = folder.join(PART);
    file::write_atomically(&path, |out| csv::write_table(table, &columns(table), out))?;
    let with_path = |text: String| format!("{text}: {}", path.display());
    Ok(match failure {
        Failure::Limit(text) => Failure::Limit(with_path(text)),
        Failure::Interrupted(text) => Failure::Interrupted(with_path(text)),
        other => other,
    })
}

fn text(
    page: &Page<'_>,
    rows: &Positions,
    game: &Game,
    folder: &Path,
    written: &Written,
    took: Duration,
    terminal: &Terminal,
) -> String {
    let (words, rule) = (&terminal.words, &game.instance().rule);
    let mut summary = Summary::default();
    let title = terminal.title(Some(&page.title), page.title_zh.as_deref());
    summary.add(&page.name, [format!("{title}{}", shape(rule, words))]);

    let names = listed(page.table.columns.iter().map(|c| &c.name));
    let explained = |topic: &'static str| {
        let lines = page.explanation.iter().filter(move |(about, _)| about == topic);
        lines.map(|(_, line)| line.clone())
    };
    let mut table = format!("{names}; {}", workbench::rows(&page.table.axes, rows));
    if terminal.is_terminal() {
        table += &format!("    {}", amounts::seconds(took.as_secs_f64()));
    }
    summary.add(words.table, [table].into_iter().chain(explained("kernel")));
    summary.add(words.period, explained(PERIOD));
    if let Some(lost) = summary::lost(page.table, rows, game, words) {
        summary.add(words.lost, [lost]);
    }
    let mut before = Vec::new();
    for (quantity, laws) in &page.findings {
        let lines: Vec<String> = match laws.first() {
            None => vec![summary::without_law(quantity, page.table, words)],
            Some(best) => {
                let details = summary::details(best, &page.table.axes, words);
                let proof = page.proofs.get(quantity).map(|_| {
                    let file = folder.join(file_of_law(quantity, &page.main_quantity));
                    format!("{} ({}; {})", words.proved, file.display(), words.verified)
                });
                [best.law.words.clone()].into_iter().chain(proof).chain(details).collect()
            }
        };
        // Several quantities may have the same law: sg and win the same P-positions.
        if lines != before {
            summary.add(words.law, lines.clone());
        }
        before = lines;
    }
    if !page.verdicts.is_empty() {
        summary.add(words.claims, summary::claims(&page.verdicts, words));
    }
    let files = written.paths.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy()));
    summary.add(words.wrote, [format!("{}/{{{}}}", folder.display(), listed(files))]);
    summary.text()
}

/// State and labelled moves: `; heap n; moves take, split`.
fn shape(rule: &Rule, words: &Words) -> String {
    let mut shape = rule.state.as_ref().map(|state| format!("; {state}")).unwrap_or_default();
    let mut labels: Vec<&str> = rule.moves.iter().filter_map(|m| m.label.as_deref()).collect();
    labels.dedup();
    if !labels.is_empty() {
        let more = if labels.len() > MAX_LABELS { ", ..." } else { "" };
        let labels = labels[..labels.len().min(MAX_LABELS)].join(", ");
        shape += &format!("; {} {labels}{more}", words.moves);
    }
    shape
}

fn print_json(page: &Page<'_>, written: &Written, out: &mut dyn Write) -> std::io::Result<()> {
    let laws: Vec<&str> = page
        .findings
        .iter()
        .filter_map(|(_, laws)| Some(laws.first()?.law.words.as_str()))
        .collect();
    let count = |wanted: fn(&verdict::Answer) -> bool| {
        let printed = page.verdicts.iter().filter(|v| v.role == verdict::Role::Printed);
        printed.filter(|v| wanted(&v.answer)).count()
    };
    let files: Vec<String> = written.paths.iter().map(|p| p.display().to_string()).collect();
    let proved: Vec<&String> = page.proofs.keys().collect();
    let object = serde_json::json!({
        "game": page.name,
        "table": box_of(&page.table.axes),
        "laws": laws,
        "claims": {
            "holds": count(|a| matches!(a, verdict::Answer::Holds { .. })),
            "fails": count(|a| matches!(a, verdict::Answer::Fails { .. })),
            "cannot check": count(|a| matches!(a, verdict::Answer::CannotCheck { .. })),
        },
        "proved": proved,
        "files": files,
    });
    writeln!(out, "{object:#}")
}
