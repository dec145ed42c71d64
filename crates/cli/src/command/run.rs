//! `mexlab run`: table, laws, claims, chart and report of a rule, into `DIR/<game>/`.

use super::check::check;
use super::find::{Findings, laws};
use super::{emit, no_csv};
use crate::amounts;
use crate::arguments::{self, Format};
use crate::failure::{Failure, Result, mistake};
use crate::input::{Input, Tabulated, Task};
use crate::keeping::Kept;
use crate::proofs;
use crate::summary::{self, Summary};
use crate::terminal::Terminal;
use crate::words::Words;
use engine::{Game, Period, Positions};
use expr::ast::Quantity;
use expr::words::{equations, listed};
use report::{Page, Proofs, Written, box_of, columns, csv, file, file_of_law};
use rule::Rule;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use table::Table;
use verdict::Verdict;

/// The topic of a proved period among what explains a table.
const PERIOD: &str = "period";
/// More moves than this are not counted.
const MAX_MOVES: u64 = 500_000;
/// More moves than this are not named in a summary.
const MAX_LABELS: usize = 4;

/// Does the whole pipeline and prints its summary.
pub(super) fn perform(arguments: &arguments::Run, terminal: &Terminal) -> Result<()> {
    no_csv(terminal.format(), "run")?;
    let input = Input::read(&arguments.choice, terminal.method)?;
    let game = input.game()?;
    let request = input.request(&arguments.extent, &game)?;
    let task = Task { input: &input, game: &game, request: &request };
    let folder = arguments.out.join(&input.rule.name);
    // A folder that cannot be made is better known before the work than after it.
    file::make_folder(&folder)?;

    let started = Instant::now();
    let checkpoint = folder.join(CHECKPOINT);
    let kept = Kept::in_folder(Some(&checkpoint), &arguments.keeping, task, terminal)?;
    let Tabulated { table, periods, ended } = task.tabulate_kept(&kept)?;
    let took = started.elapsed();
    if let Some(failure) = ended {
        return Err(keep_part(&folder, &table, failure)?);
    }
    // A rule that does not say how far its claims are checked is checked as far as its table goes.
    let claims_to = input.rule.check.is_none().then(|| request.bounds.clone());
    let searching = terminal.words.searching;
    let mut findings = terminal.during(searching, || laws(&table, terminal));
    let proofs = proofs::of_laws(task, &table, &mut findings, terminal)?;
    let verdicts = check(&input, claims_to, terminal)?;
    if terminal.is_interrupted() {
        let kept = kept.stopped(Failure::Interrupted("; the table is kept".into()));
        return Err(keep_part(&folder, &table, kept)?);
    }
    let words = &terminal.words;
    let page = page(task, &table, &periods, (findings, proofs, verdicts), words)?;
    let written = report::write_all(&folder, &page)?;
    kept.finish();
    // What an earlier run left when it was stopped; there need not be any.
    let _ = fs::remove_file(folder.join(PART));
    for warning in &written.warnings {
        terminal.remark(warning);
    }
    if let Some(language) = arguments.emit {
        let text = emit::text(&table, &page.findings, &page.proofs, language, false, words);
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

/// All that is known of a table.
fn page<'t>(
    task: Task<'_>,
    table: &'t Table,
    periods: &[(Quantity, Period)],
    (findings, proofs, verdicts): (Findings, Proofs, Vec<Verdict>),
    words: &Words,
) -> Result<Page<'t>> {
    let Input { rule, source, .. } = task.input;
    Ok(Page {
        name: rule.name.clone(),
        title: rule.title.clone().unwrap_or_else(|| rule.name.clone()),
        title_zh: rule.title_zh.clone(),
        rule_text: source.text.clone(),
        notes: rule.notes.clone(),
        explanation: explanation(task, table, periods),
        moves: moves(task, table),
        main_quantity: main_quantity(table)?,
        code: emit::all(table, &findings, &proofs, words),
        proofs,
        findings,
        verdicts,
        next_steps: next_steps(task.input, table),
        table,
        of_starts: task.request.positions == Positions::Starts,
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

/// Number of distinct moves of the positions of a table of values, if they are few enough to be
/// counted.
fn moves(Task { input, game, request }: Task<'_>, table: &Table) -> Option<u64> {
    if request.positions != Positions::All
        || !input.parameters.variations.is_empty()
        || table.column("sg").is_none()
    {
        return None;
    }
    // A move that has no value would have stopped the table.
    game.distinct_moves(table, MAX_MOVES).ok().flatten()
}

fn main_quantity(table: &Table) -> Result<String> {
    let first = table.columns.first().map(|column| column.name.clone());
    first.ok_or_else(|| mistake("the table has no column; give --quantity"))
}

fn explanation(
    Task { input, game, request }: Task<'_>,
    table: &Table,
    periods: &[(Quantity, Period)],
) -> Vec<(String, String)> {
    let mut lines = game.explain();
    let instance = game.instance();
    let varies = |name: &String| input.parameters.variations.iter().any(|v| v.name == *name);
    let fixed = instance.values.iter().filter(|(name, _)| !varies(name));
    let fixed = equations(fixed);
    if !fixed.is_empty() {
        lines.push(("parameters".into(), fixed));
    }
    lines.push(("table".into(), summary::rows(&table.axes, &request.positions)));
    lines.extend(periods.iter().map(|(quantity, period)| {
        let words = period.words(&table.axes[0].name);
        (PERIOD.into(), format!("{}: {words}", quantity.name()))
    }));
    lines
}

fn next_steps(input: &Input, table: &Table) -> Vec<String> {
    if input.name == "-e" {
        return vec!["mexlab new NAME".into()];
    }
    let mut rule = input.name.clone();
    let parameters = &input.parameters;
    for (name, value) in &parameters.fixed {
        rule += &format!(" -p {name}={value}");
    }
    let farther: Vec<String> = table
        .axes
        .iter()
        .filter(|axis| parameters.variations.iter().all(|v| v.name != axis.name))
        .map(|axis| format!("{}={}", axis.name, axis.hi.saturating_mul(2)))
        .collect();
    let mut steps = vec![
        format!("mexlab table {rule} --to {}", farther.join(",")),
        format!("mexlab explain {rule}"),
    ];
    if !input.rule.claims.is_empty() {
        steps.push(format!("mexlab check {rule}"));
    }
    steps
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
    let mut table = format!("{names}; {}", summary::rows(&page.table.axes, rows));
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
            None => vec![format!("{quantity}: {} {}", words.no_law, summary::end_of(page.table))],
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
