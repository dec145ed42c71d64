//! Tables of the kind that contest programmers paste (data/contest.json: 44 sequences, 18 grids,
//! each computed from the definition that its name gives), from their first terms: what is claimed
//! is held against the terms that follow.
//!
//! `cargo test -p mexlab-detector --test all contest:: -- --nocapture` (or `scripts/measure tables`) prints how
//! each table fared.
#![allow(clippy::print_stdout, reason = "the table is what a person runs it for")]

use crate::common::Body;
use arith::Dyadic;
use detector::{Finding, candidates, find};
use serde_json::Value;
use table::{Axis, Column, Table, Values};

/// Of so many sequences the first candidate is right, or a law, at 20 terms.
const LEAST_CANDIDATES: usize = 27;
/// So many first terms are shown, and of so many sequences the law must be found then.
const LEAST_RIGHT: [(usize, usize); 3] = [(20, 0), (40, 28), (100, 38)];
/// The same for the grids, shown whole.
const LEAST_RIGHT_GRIDS: usize = 17;

/// A table, of which the first cells are shown.
struct Shown {
    name: String,
    axes: Vec<Axis>,
    shown: Vec<i128>,
    /// Cells that are not shown.
    next: Vec<(Vec<i64>, i128)>,
    is_lawful: bool,
    /// By which the values are reduced.
    modulus: Option<i128>,
}

/// What became of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Right,
    Wrong,
    /// True of the numbers before they were reduced, none of which was shown reduced.
    Unreduced,
    Silent,
}

fn integer(value: &Value) -> i128 {
    value.as_i64().map_or_else(|| value.as_str().unwrap().parse().unwrap(), i128::from)
}

fn integers(value: &Value) -> Vec<i128> {
    value.as_array().unwrap().iter().map(integer).collect()
}

impl Shown {
    /// The entry, if it is a sequence.
    fn sequence(entry: &Value, terms: usize) -> Option<Self> {
        let mut shown = integers(entry.get("terms")?);
        let lo = entry["offset"].as_i64().unwrap();
        let all = [shown.clone(), integers(&entry["next"])].concat();
        shown.truncate(terms);
        let place = |k: usize| lo + i64::try_from(k).unwrap();
        let next = (shown.len()..all.len()).map(|k| (vec![place(k)], all[k])).collect();
        let axes = vec![Axis::new("n", lo, place(shown.len()) - 1)];
        Some(Self { axes, shown, next, ..Self::of(entry) })
    }

    /// The entry, if it is a grid.
    fn grid(entry: &Value) -> Option<Self> {
        let rows = entry.get("rows")?.as_array().unwrap();
        let lo = entry["offset"].as_i64().unwrap();
        let hi = lo + i64::try_from(rows.len()).unwrap() - 1;
        let next = entry["next"].as_array().unwrap().iter().map(|cell| {
            let cell = integers(cell);
            (cell[..2].iter().map(|&c| i64::try_from(c).unwrap()).collect(), cell[2])
        });
        let axes = ["i", "j"].map(|axis| Axis::new(axis, lo, hi)).into();
        let shown = rows.iter().flat_map(integers).collect();
        Some(Self { axes, shown, next: next.collect(), ..Self::of(entry) })
    }

    fn of(entry: &Value) -> Self {
        let name = entry["name"].as_str().unwrap().to_owned();
        let is_lawful = entry["lawful"].as_bool().unwrap();
        let modulus = entry.get("modulus").map(integer);
        let (axes, shown, next) = (Vec::new(), Vec::new(), Vec::new());
        Self { name, axes, shown, next, is_lawful, modulus }
    }

    fn table(&self) -> Table {
        let numbers = self.shown.iter().map(|&v| Dyadic::new(v, 0).ok()).collect();
        let column = Column { name: "a".into(), values: Values::of_numbers(numbers) };
        Table { axes: self.axes.clone(), columns: vec![column], present: None }
    }

    /// Whether the law gives every cell that follows.
    fn judge(&self, finding: &Finding) -> Fate {
        let mut body = Body::new(&finding.law.body, &finding.law.variables);
        let told: Vec<(Option<i128>, i128)> =
            self.next.iter().map(|(at, value)| (body.wide_at(at), *value)).collect();
        // A value of more than 128 bits tells nothing.
        let is_reduced = |&(told, value): &(Option<i128>, i128)| {
            self.modulus.is_some_and(|m| told.is_none_or(|told| told.rem_euclid(m) == value))
        };
        if told.iter().all(|&(told, value)| told == Some(value)) {
            Fate::Right
        } else if told.iter().all(is_reduced) {
            Fate::Unreduced
        } else {
            Fate::Wrong
        }
    }

    /// Judges all laws claimed and says what became of the table.
    fn fate(&self) -> (Fate, String) {
        let findings = find(&self.table(), "a");
        let fates: Vec<Fate> = findings.iter().map(|f| self.judge(f)).collect();
        let worst = [Fate::Wrong, Fate::Unreduced, Fate::Right].into_iter();
        let worst = worst.filter_map(|fate| fates.iter().position(|&f| f == fate)).next();
        match worst {
            Some(at) => (fates[at], findings[at].law.words.to_string()),
            None => (Fate::Silent, String::new()),
        }
    }
}

/// How many are right; prints a line for each.
fn right(heading: &str, tables: &[Shown]) -> usize {
    let fates: Vec<(Fate, String)> = tables.iter().map(Shown::fate).collect();
    println!("{heading}");
    for (table, (fate, words)) in tables.iter().zip(&fates) {
        let words: String = words.chars().take(160).collect();
        println!("  {:9}  {:40} {words}", format!("{fate:?}"), table.name);
    }
    let count = |wanted: Fate| fates.iter().filter(|(fate, _)| *fate == wanted).count();
    let wrong = tables
        .iter()
        .zip(&fates)
        .filter(|(t, (fate, _))| *fate == Fate::Wrong || *fate == Fate::Right && !t.is_lawful);
    let wrong: Vec<&str> = wrong.map(|(table, _)| table.name.as_str()).collect();
    let counts = [Fate::Right, Fate::Unreduced, Fate::Silent].map(|fate| (fate, count(fate)));
    println!("  {counts:?}, wrong: {wrong:?}");
    assert!(wrong.is_empty(), "{heading}: false laws of {wrong:?}");
    count(Fate::Right)
}

#[test]
fn first_candidates_at_twenty_terms() {
    let entries = entries();
    let tables = entries.iter().filter_map(|entry| Shown::sequence(entry, 20));
    let mut right = 0;
    println!("first candidates, 20 terms");
    for shown in tables {
        let table = shown.table();
        let found = [find(&table, "a"), candidates(&table, "a")].concat();
        let fate = found.first().map_or(Fate::Silent, |first| shown.judge(first));
        right += usize::from(fate == Fate::Right);
        let words: Vec<String> = found.iter().map(|f| f.law.words.to_string()).collect();
        let words: String = words.join(" | ").chars().take(200).collect();
        println!("  {:9}  {:40} {words}", format!("{fate:?}"), shown.name);
    }
    println!("  {right} right");
    assert!(right >= LEAST_CANDIDATES, "{right} first candidates are right");
}

fn entries() -> Vec<Value> {
    serde_json::from_str(include_str!("../data/contest.json")).unwrap()
}

#[test]
fn sequences_from_their_first_terms() {
    let entries = entries();
    for (terms, least) in LEAST_RIGHT {
        let tables: Vec<Shown> = entries.iter().filter_map(|e| Shown::sequence(e, terms)).collect();
        let right = right(&format!("{} sequences, {terms} terms", tables.len()), &tables);
        assert!(right >= least, "{right} right at {terms} terms");
    }
}

#[test]
fn grids() {
    let tables: Vec<Shown> = entries().iter().filter_map(Shown::grid).collect();
    let right = right(&format!("{} grids", tables.len()), &tables);
    assert!(right >= LEAST_RIGHT_GRIDS, "{right} grids right");
}
