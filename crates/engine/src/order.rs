//! Evaluation orders: a measure of positions that every move decreases.
//!
//! The moves of many small positions are tried against candidate measures: first linear forms that
//! every move decreases strictly (their levels can be computed in parallel), then lexicographic
//! orders of the coordinates. The machine checks the order again on every option it reads, so a
//! measure that only held on small positions cannot give a wrong table: it stops with the move.

use crate::lower::{Clause, Dimension};
use expr::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// In which order positions are computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// By the value of the linear form with these weights, which every move decreases.
    Levels(Vec<i64>),
    /// By the coordinates in this order, each ascending (false) or descending (true).
    Lexicographic(Vec<(usize, bool)>),
}

/// What moves do to small positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Clause, difference (option minus position), and one position where it occurs.
    pub(crate) steps: BTreeSet<Step>,
}

/// One observed step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) clause: usize,
    pub(crate) difference: Vec<i64>,
    pub(crate) from: Vec<i64>,
}

impl Sample {
    /// Records a step, keeping the least position for each clause and difference.
    pub(crate) fn record(&mut self, clause: usize, from: &[i64], to: &[i64]) {
        let difference: Vec<i64> = to.iter().zip(from).map(|(t, f)| t - f).collect();
        let least = Step { clause, difference: difference.clone(), from: Vec::new() };
        let known = self.steps.range(least..).next();
        if known.is_none_or(|s| s.clause != clause || s.difference != difference) {
            self.steps.insert(Step { clause, difference, from: from.to_vec() });
        }
    }

    /// Whether some move raises the coordinate.
    pub(crate) fn raises(&self, axis: usize) -> bool {
        self.steps.iter().any(|s| s.difference[axis] > 0)
    }
}

/// Finds an order, or says which move may not decrease.
///
/// # Errors
/// One diagnostic at the offending move.
pub(crate) fn find(
    sample: &Sample,
    dimensions: &[Dimension],
    clauses: &[Clause],
) -> Result<Order, Diagnostic> {
    let d = dimensions.len();
    // A measure must be bounded below: only coordinates with a greatest value may count upwards.
    let bounded: Vec<bool> = dimensions.iter().map(|d| d.hi.is_some()).collect();
    let decreases = |weights: &[i64], steps: &[&Step]| {
        let grounded = weights.iter().zip(&bounded).all(|(w, bounded)| *w >= 0 || *bounded);
        grounded && steps.iter().all(|s| dot(weights, &s.difference) < 0)
    };
    let steps: Vec<&Step> = sample.steps.iter().collect();
    if let Some(weights) = forms(d).into_iter().find(|w| decreases(w, &steps)) {
        return Ok(Order::Levels(weights));
    }
    lexicographic(&bounded, &steps).map_err(|left| {
        let alone = left.iter().find(|s| {
            let own: Vec<&Step> = steps.iter().copied().filter(|o| o.clause == s.clause).collect();
            !forms(d).iter().any(|w| decreases(w, &own)) && lexicographic(&bounded, &own).is_err()
        });
        // Every failed search leaves at least one step.
        complain(alone.unwrap_or(&left[0]), alone.is_some(), dimensions, clauses)
    })
}

fn dot(weights: &[i64], difference: &[i64]) -> i64 {
    weights.iter().zip(difference).map(|(w, c)| w * c).sum()
}

/// Candidate linear forms, the most natural first.
fn forms(d: usize) -> Vec<Vec<i64>> {
    let mut forms = vec![vec![1; d]];
    for i in 0..d {
        forms.push((0..d).map(|j| i64::from(i == j)).collect());
    }
    if d <= 4 {
        for code in 0..4usize.pow(d as u32) {
            let form = (0..d).map(|i| [0, 1, 2, -1][code / 4usize.pow(i as u32) % 4]).collect();
            forms.push(form);
        }
    }
    forms
}

/// The greedy lexicographic order: a coordinate no remaining step raises (or none lowers) comes
/// next and settles the steps that change it. Greed is complete here, since taking such a
/// coordinate never spoils another choice.
fn lexicographic<'s>(bounded: &[bool], steps: &[&'s Step]) -> Result<Order, Vec<&'s Step>> {
    let d = bounded.len();
    let mut left: Vec<&Step> = steps.to_vec();
    let mut keys: Vec<(usize, bool)> = Vec::new();
    while keys.len() < d {
        let free = (0..d).filter(|i| keys.iter().all(|k| k.0 != *i));
        let settled = |(axis, down): (usize, bool)| {
            let sign = if down { -1 } else { 1 };
            let fits = left.iter().all(|s| sign * s.difference[axis] <= 0);
            let useful = left.iter().any(|s| s.difference[axis] != 0);
            fits && (useful || left.is_empty()) && (!down || bounded[axis])
        };
        let next = free.clone().flat_map(|i| [(i, false), (i, true)]).find(|&k| settled(k));
        match next {
            Some(key) => {
                keys.push(key);
                left.retain(|s| s.difference[key.0] == 0);
            }
            None if left.is_empty() => keys.extend(free.map(|i| (i, false)).collect::<Vec<_>>()),
            None => return Err(left),
        }
    }
    if left.is_empty() { Ok(Order::Lexicographic(keys)) } else { Err(left) }
}

fn complain(step: &Step, alone: bool, dimensions: &[Dimension], clauses: &[Clause]) -> Diagnostic {
    let clause = &clauses[step.clause];
    let to: Vec<i64> = step.from.iter().zip(&step.difference).map(|(f, c)| f + c).collect();
    let example = format!("{} -> {}", point(dimensions, &step.from), point(dimensions, &to));
    let (message, help) = if alone {
        (
            format!("move {} may not decrease: {example}", clause.label),
            "every move must lower the position in some fixed order, or play need not end; \
             restrict its range or add a guard",
        )
    } else {
        (
            format!("move {} may not decrease together with the others: {example}", clause.label),
            "no order of the coordinates is lowered by all moves; play could go in a circle",
        )
    };
    Diagnostic {
        code: "G020",
        message,
        span: clause.span,
        label: "this move".into(),
        help: help.into(),
    }
}

/// A position in words: `n = 3`, `(a, b) = (1, 2)`.
pub(crate) fn point(dimensions: &[Dimension], values: &[i64]) -> String {
    let list = |items: Vec<String>| match &items[..] {
        [one] => one.clone(),
        _ => format!("({})", items.join(", ")),
    };
    let names = list(dimensions.iter().map(|d| d.name.clone()).collect());
    format!("{names} = {}", list(values.iter().map(ToString::to_string).collect()))
}

impl Order {
    /// The order in words.
    pub(crate) fn words(&self, dimensions: &[Dimension]) -> String {
        match self {
            Self::Levels(weights) => {
                let mut form = String::new();
                for (dimension, weight) in dimensions.iter().zip(weights) {
                    let sign = match (form.is_empty(), *weight < 0) {
                        (true, false) => "",
                        (true, true) => "-",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    };
                    let _ = match weight.abs() {
                        0 => Ok(()),
                        1 => write!(form, "{sign}{}", dimension.name),
                        w => write!(form, "{sign}{w}{}", dimension.name),
                    };
                }
                format!("every move decreases {form}")
            }
            Self::Lexicographic(keys) => {
                let key = |&(axis, descending): &(usize, bool)| {
                    let way = if descending { "up" } else { "down" };
                    format!("{} {way}", dimensions[axis].name)
                };
                let keys: Vec<String> = keys.iter().map(key).collect();
                format!("every move goes {}", keys.join(", or else "))
            }
        }
    }

    /// Whether positions of one level can be computed in parallel.
    pub(crate) fn is_parallel(&self) -> bool {
        matches!(self, Self::Levels(weights) if weights.len() > 1)
    }
}
