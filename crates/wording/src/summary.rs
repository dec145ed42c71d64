//! What a run, a search for laws and a check say in a few lines.

use crate::words::{Lang, Words, columns, pad};
use detector::Finding;
use engine::{Component, Game, Positions};
use expr::words::{listed, tuple};
use message::{Tell as _, message};
use report::json::proved as proved_of;
use report::{LawProof, Proofs, box_of, counterexample, end_of, holds_where, place};
use rule::ast::{End, Rule, name_of_claim};
use std::fmt::Display;
use std::iter::once;
use table::{Axis, Table};
use verdict::{ClaimAnswer, Nearby, Origin, Proof, Role, Verdict};
use workbench::{Input, Lawful, Open, is_searched, is_silent};

/// Least number of columns labels take.
const LABEL: usize = 9;
/// Longer laws are named by their quantity, in bytes.
const MAX_LAW: usize = 120;
/// More exceptions or lost positions than this are not listed in a summary.
const MAX_LISTED: usize = 8;
/// More moves than this are not named in a summary.
const MAX_LABELS: usize = 4;

/// Lines with a label before the first of each group.
#[derive(Debug, Default)]
pub struct Summary {
    lines: Vec<(String, String)>,
    /// Least number of columns labels take; 0 for the usual.
    least: usize,
}

impl Summary {
    /// One whose labels take at least so many columns.
    #[must_use]
    pub fn of_width(least: usize) -> Self {
        Self { least, ..Self::default() }
    }

    /// Columns that labels take.
    #[must_use]
    pub fn width(&self) -> usize {
        let widest = self.lines.iter().map(|(label, _)| columns(label) + 2).max().unwrap_or(0);
        widest.max(LABEL).max(self.least)
    }

    /// Adds lines under one label.
    pub fn add(&mut self, label: &str, lines: impl IntoIterator<Item = String>) {
        let mut label = label.to_owned();
        self.lines.extend(lines.into_iter().map(|line| (std::mem::take(&mut label), line)));
    }

    /// The text, the lines in one column.
    #[must_use]
    pub fn text(&self) -> String {
        let width = self.width();
        self.lines.iter().map(|(label, line)| format!("{}{line}\n", pad(label, width))).collect()
    }
}

/// Says that a column has no law, and how far one was looked for.
#[must_use]
pub fn without_law(quantity: &str, table: &Table, words: &Words) -> String {
    if !(0..table.cells()).any(|cell| table.is_present(cell)) {
        return format!("{quantity}: {}: {}", words.no_positions, box_of(&table.axes));
    }
    format!("{quantity}: {} {}", words.no_law, end_of(table))
}

/// What there is to know of a finding besides the law itself.
#[must_use]
pub fn details(finding: &Finding, axes: &[Axis], words: &Words) -> Vec<String> {
    let (law, evidence) = (&finding.law, &finding.evidence);
    let mut kind = words.told(&law.kind.message());
    for (i, parameter) in law.parameters_in_words().enumerate() {
        kind += if i == 0 { ": " } else { ", " };
        kind += &words.told(&parameter);
    }
    let end = match evidence.verified_to.len() == axes.len() {
        true => place(axes, &evidence.verified_to),
        false => tuple(&evidence.verified_to),
    };
    let mut lines = vec![held(&kind, &end, (evidence.fitted, evidence.tested), words)];
    if !law.exceptions.is_empty() {
        let shown = law.exceptions.iter().take(MAX_LISTED);
        let shown = listed(shown.map(|(at, value)| format!("{}: {value}", tuple(at))));
        let more = if law.exceptions.len() > MAX_LISTED { ", ..." } else { "" };
        let (count, exceptions) = (law.exceptions.len(), words.exceptions);
        lines.push(match words.lang {
            Lang::En => format!("{count} {exceptions}: {shown}{more}"),
            Lang::Zh => format!("{count} 个{exceptions}: {shown}{more}"),
        });
    }
    lines
}

/// How far a law of that kind holds: of how many values its constants were read, and with how many it was
/// compared.
#[must_use]
pub fn held(
    kind: &str,
    end: &str,
    (fitted, tested): (impl Display, impl Display),
    words: &Words,
) -> String {
    let Words { holds_to, fitted: read, tested: compared, .. } = words;
    format!("{kind}; {holds_to} {end} ({read} {fitted}, {compared} {tested})")
}

/// The laws whose proofs were not looked for to the end, each with the command that goes on.
#[must_use]
pub fn open_proofs(open: &[Open], input: &Input, words: &Words) -> Vec<String> {
    let line = |open: &Open| {
        let why = if open.was_begun { words.unfinished } else { words.untried };
        let what = match &open.law {
            // Longer laws are not typed: the table shows them again.
            Some(law) if law.len() <= MAX_LAW => format!("--law '{}'", law.replace('\'', r"'\''")),
            _ => format!("--quantity {}", open.quantity),
        };
        format!("{}: {why}: mexlab prove {} {what}", open.quantity, input.command())
    };
    open.iter().map(line).collect()
}

/// What the next best law is, what would refute this one, and what it predicts.
#[must_use]
pub fn outlook(finding: &Finding, words: &Words) -> Vec<String> {
    let evidence = &finding.evidence;
    let mut lines = Vec::new();
    if let Some(rival) = &evidence.rival {
        lines.push(format!("{}: {}", words.rival, words.told(rival)));
    }
    lines.push(format!("{}: {}", words.refuted_by, words.told(&evidence.refuted_by)));
    if !finding.next.is_empty() {
        lines.push(format!("{}: {}", words.next, listed(&finding.next)));
    }
    lines
}

/// A law with all there is to know of it, in lines.
fn law<'f>(
    finding: &'f Finding,
    table: &'f Table,
    words: &'f Words,
) -> impl Iterator<Item = String> + use<'f> {
    let further = details(finding, &table.axes, words).into_iter().chain(outlook(finding, words));
    once(words.told(&finding.law.words)).chain(further.map(|line| format!("    {line}")))
}

/// The laws of all columns that have some, in lines.
#[must_use]
pub fn laws(found: &Lawful, words: &Words) -> Vec<String> {
    let Lawful { table, findings, .. } = found;
    let of_column = |(quantity, laws): &(String, Vec<Finding>)| {
        let is_silent = !laws.is_empty() && is_silent(quantity, laws);
        let silent = is_silent.then(|| without_law(quantity, table, words));
        let laws = laws.iter().flat_map(|finding| law(finding, table, words));
        silent.into_iter().chain(laws).collect::<Vec<_>>()
    };
    findings.iter().flat_map(of_column).collect()
}

/// The proofs, the laws that only they support, and the columns without a law, in lines.
#[must_use]
pub fn proofs(found: &Lawful, proofs: &Proofs, words: &Words) -> Vec<String> {
    let Lawful { table, findings, .. } = found;
    let mut lines = Vec::new();
    for (quantity, laws) in findings {
        if let Some(LawProof { certificate, .. }) = proofs.get(quantity) {
            let new = laws.iter().filter(|new| laws.len() == 1 && new.evidence.tested == 0);
            lines.extend(new.flat_map(|new| law(new, table, words)));
            let theorem = words.told(&certificate.accepted.theorem.into());
            lines.push(format!("{}: {}: {theorem}", proved_of(quantity, findings), words.proved));
        }
        if laws.is_empty() {
            lines.push(without_law(quantity, table, words));
            let candidates = detector::candidates(table, quantity);
            lines.extend((!candidates.is_empty()).then(|| format!("    {}:", words.candidates)));
            let line = |candidate: &Finding| {
                let (law, next) = (words.told(&candidate.law.words), listed(&candidate.next));
                let least = candidate.terms_for_a_law();
                format!("    {law}; {}: {next}; {} {least}", words.next, words.terms_needed)
            };
            lines.extend(candidates.iter().map(line));
        }
    }
    let others = table.columns.iter().filter(|column| !is_searched(column));
    let others = listed(others.map(|column| &column.name));
    lines.extend((!others.is_empty()).then(|| format!("{others}: {}", words.not_searched)));
    lines
}

/// State and labelled moves: `; heap n; moves take, split`.
#[must_use]
pub fn shape(rule: &Rule, words: &Words) -> String {
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

/// The answer to a claim in one line.
#[must_use]
pub fn answer(verdict: &Verdict, words: &Words) -> String {
    proved(verdict.proof.as_ref(), words) + &tried(verdict, words)
}

fn proved(proof: Option<&Proof>, words: &Words) -> String {
    proof.map_or(String::new(), |proof| format!("{}; ", words.told(&proof.message())))
}

/// The answer as far as it was tried.
fn tried(verdict: &Verdict, words: &Words) -> String {
    match &verdict.answer {
        ClaimAnswer::Holds { domain, judged } => {
            let holds = words.told(&holds_where(domain));
            let idle = match verdict.idle_premises.first() {
                Some(premise) => words.told(&message!("; `{premise}` is true at none of them")),
                None => String::new(),
            };
            format!("{holds} ({judged} {}{idle})", words.judged)
        }
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let at = counterexample(parameters, position);
            let says = words.told(&says.sentence);
            let of = if verdict.is_sample { words.of_a_sample } else { "" };
            let fails = match at.is_empty() {
                true => format!("{}: {says}", words.fails_alone),
                false => format!("{} {at}{of}: {says}", words.fails),
            };
            match verdict.holds_within.is_empty() {
                true => fails,
                false => {
                    let within = words.told(&verdict.holds_within.message());
                    format!("{fails}; {} {within}", words.holds_within)
                }
            }
        }
        ClaimAnswer::CannotCheck { why } => {
            format!("{}: {}", words.cannot, words.told(&why.message()))
        }
    }
}

/// Statements that hold, close to a claim that fails, one in a line.
#[must_use]
pub fn nearby(verdict: &Verdict, words: &Words) -> Vec<String> {
    let line = |nearby: &Nearby| {
        let holds =
            proved(nearby.proof.as_ref(), words) + &words.told(&holds_where(&nearby.domain));
        let from = match nearby.origin {
            Origin::Varied => words.varied.to_owned(),
            Origin::Written => words.offered.to_owned(),
            Origin::Reading => {
                format!("{} {}", words.reading, name_of_claim(&verdict.source, &nearby.id))
            }
        };
        match nearby.origin {
            // It has a line of its own.
            Origin::Reading => format!("{}: {from}  {holds}", words.close_to_it),
            _ => format!("{}: {}  {holds} ({from})", words.close_to_it, nearby.statement),
        }
    };
    verdict.nearby.iter().map(line).collect()
}

/// How many claims hold, and every answer that is not *holds*.
#[must_use]
pub fn claims(verdicts: &[Verdict], words: &Words) -> Vec<String> {
    let printed: Vec<&Verdict> = verdicts.iter().filter(|v| v.role == Role::Printed).collect();
    let held = printed.iter().filter(|v| v.holds()).count();
    let all = printed.len();
    let mut lines = vec![match words.lang {
        Lang::En => format!("{held} of {all} {}", words.hold),
        Lang::Zh => format!("{held} 个{}，共 {all} 个", words.hold),
    }];
    for verdict in printed.iter().filter(|v| !v.holds()) {
        let answer = answer(verdict, words);
        lines.push(format!("{}  {answer}", verdict.name()));
        lines.extend(nearby(verdict, words).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// The first positions lost for the player to move, by the column whose zeros are that; the sizes of
/// starts where the rows are starts, or a start of one size is a position of the table.
#[must_use]
pub fn lost(table: &Table, rows: &Positions, game: &Game, words: &Words) -> Option<String> {
    // A stuck player who wins has the nim-value 0 all the same.
    let by_values = !game.instance().rule.ends.contains(&End::StuckWins);
    let sg = || table.column("sg").filter(|_| by_values);
    let column = table.column("win").or_else(sg)?;
    let is_lost = |cell: usize| column.values.get(cell) == 0;
    let is_member = table.axes.len() == game.coordinates().len();
    let is_twice = |at: &[i64]| is_member && game.is_symmetric() && !at.is_sorted();
    let cells = (0..table.cells()).filter(|&cell| table.is_present(cell) && is_lost(cell));
    let at = cells.map(|cell| table.position(cell));
    let mut starts = starts(table, game).peekable();
    let (of_starts, first) = match rows {
        Positions::Starts => (true, first_of(at.map(tuple), words)),
        Positions::All if is_member && starts.peek().is_some() => {
            let lost = starts.filter(|&(_, cell)| is_lost(cell));
            (true, first_of(lost.map(|(size, _)| size.to_string()), words))
        }
        _ => (false, first_of(at.filter(|at| !is_twice(at)).map(tuple), words)),
    };
    let names = match rows {
        Positions::Starts => listed(table.axes.iter().map(|axis| &axis.name)),
        _ => listed(game.sizes()),
    };
    Some(match of_starts {
        true => format!("{} {names} = {first}", words.start),
        false => first,
    })
}

/// The sizes of starts that are positions of a table of positions, from the least on as far as
/// they are, and their cells.
fn starts(table: &Table, game: &Game) -> impl Iterator<Item = (i64, usize)> {
    let cell = |size: i64| match &game.start(&[size]).ok()?[..] {
        [Component { game: 0, at }] => table.cell(at),
        _ => None,
    };
    let has_starts = game.sizes().len() == 1;
    let axis = table.axes.first().filter(|_| has_starts);
    let sizes = axis.into_iter().flat_map(|axis| axis.lo..=axis.hi);
    let from_least = sizes.map(move |size| (size, cell(size))).skip_while(|(_, c)| c.is_none());
    from_least.map_while(|(size, cell)| Some((size, cell?)))
}

/// The first of a list, in words.
fn first_of(all: impl Iterator<Item = String>, words: &Words) -> String {
    let mut first: Vec<String> = all.take(MAX_LISTED + 1).collect();
    if first.len() > MAX_LISTED {
        first[MAX_LISTED] = "...".into();
    }
    if first.is_empty() { words.none.to_owned() } else { first.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_make_one_column() {
        let mut summary = Summary::default();
        summary.add("表格", ["one".into(), "two".into()]);
        summary.add("winning moves", ["three".into()]);
        let expected = "表格           one\n               two\nwinning moves  three\n";
        assert_eq!(summary.text(), expected);
    }
}
