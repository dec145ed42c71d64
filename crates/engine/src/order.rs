//! Evaluation orders: a measure of positions that every move decreases.
//!
//! Candidate measures are tried on the moves of many small positions, and of some near the numbers in
//! guards. They are linear forms that every move decreases strictly (their levels can be computed in
//! parallel), lexicographic orders of the coordinates, or of a form and a coordinate, and for sets the
//! number of their elements. The machine checks the order again on every option it reads, so a move
//! that does not fit cannot give a wrong table: an order that also fits it is looked for.

mod levels;
mod measure;
mod ranking;
pub(crate) mod sample;

pub(crate) use ranking::Order;

use crate::search::Rules;
use clauses::{Clause, Lowered, mistake};
use expr::diagnostic::{Diagnostic, Result};
use measure::{Measure, measures};
use ranking::dot;
use rule::ast::Play;
use sample::{Sample, SampledStep};

/// Finds an order, or says which move may fail to decrease; where infinite play is a draw, none is
/// needed.
///
/// # Errors
/// One diagnostic at the offending move, where positions are not finite in number.
pub(crate) fn find(sample: &Sample, lowered: &Lowered, rules: &Rules) -> Result<Order> {
    if lowered.play == Play::Loopy {
        return Ok(Order::Unknown);
    }
    let steps: Vec<&SampledStep> = sample.steps.iter().collect();
    let search = Finder::new(lowered);
    let left = match search.order(&steps) {
        Ok(order) => return Ok(order),
        Err(_) if search.bounded.iter().all(|b| *b) => return Ok(Order::Unknown),
        Err(left) => left,
    };
    let alone = left.iter().find(|s| {
        let own: Vec<_> = steps.iter().copied().filter(|o| o.clause == s.clause).collect();
        search.order(&own).is_err()
    });
    // A step that clearly lowers nothing; every failed search leaves at least one step.
    let shown = left.iter().filter(|s| alone.is_none_or(|alone| s.clause == alone.clause));
    let step = shown.rev().max_by_key(|s| s.difference.iter().sum::<i64>()).unwrap_or(&left[0]);
    Err(complain(step, alone.is_some(), &lowered.clauses[step.clause], rules))
}

/// Looks for an order that a set of steps respects.
struct Finder {
    measures: Vec<Measure>,
    /// A measure must be bounded below: only what has a greatest value may count upwards.
    bounded: Vec<bool>,
    dimensions: usize,
}

impl Finder {
    fn new(lowered: &Lowered) -> Self {
        let measures = measures(lowered);
        let dimensions = lowered.dimensions.len();
        let fixed = |m: &Measure| match m {
            Measure::Coordinate(axis) => lowered.dimensions[*axis].hi.is_some(),
            Measure::Elements(_) => true,
        };
        let bounded = measures.iter().map(fixed).collect();
        Self { measures, bounded, dimensions }
    }

    /// An order, or the steps that no order settles.
    fn order<'s>(&self, steps: &[&'s SampledStep]) -> Result<Order, Vec<&'s SampledStep>> {
        let d = self.dimensions;
        // The sizes of sets make wide levels, which run in parallel.
        let sizes: Vec<usize> = (d..self.measures.len()).collect();
        if d == 1
            && let Ok(keys) = self.lexicographic(&sizes, steps)
            && !keys.is_empty()
        {
            return Ok(self.sorted(keys));
        }
        let decreases = |weights: &[i64]| {
            let grounded = weights.iter().zip(&self.bounded).all(|(w, b)| *w >= 0 || *b);
            grounded && steps.iter().all(|s| dot(weights, &s.difference) < 0)
        };
        if let Some(weights) = forms(d).into_iter().find(|w| decreases(w)) {
            return Ok(Order::Levels(weights));
        }
        let coordinates: Vec<usize> = (0..d).collect();
        if let Ok(keys) = self.lexicographic(&coordinates, steps) {
            let missing = coordinates.iter().filter(|i| keys.iter().all(|k| k.0 != **i));
            let rest: Vec<(usize, bool)> = missing.map(|&i| (i, false)).collect();
            return Ok(Order::Lexicographic([keys, rest].concat()));
        }
        let all: Vec<usize> = sizes.into_iter().chain(coordinates).collect();
        let left = match self.lexicographic(&all, steps) {
            Ok(keys) => return Ok(self.sorted(keys)),
            Err(left) => left,
        };
        let found = learned(d, &self.bounded, steps).or_else(|| graded(d, decreases));
        found.map(Order::Levels).ok_or(left)
    }

    fn sorted(&self, keys: Vec<(usize, bool)>) -> Order {
        Order::Sorted(keys.into_iter().map(|(i, down)| (self.measures[i], down)).collect())
    }

    /// The greedy lexicographic order: a measure no remaining step raises (or none lowers) comes
    /// next and settles the steps that change it. Greed is complete here, since taking such a
    /// measure never spoils another choice.
    fn lexicographic<'s>(
        &self,
        of: &[usize],
        steps: &[&'s SampledStep],
    ) -> Result<Vec<(usize, bool)>, Vec<&'s SampledStep>> {
        let mut left: Vec<&SampledStep> = steps.to_vec();
        let mut keys: Vec<(usize, bool)> = Vec::new();
        while !left.is_empty() {
            let free = of.iter().filter(|i| keys.iter().all(|k| k.0 != **i));
            let settles = |&(i, down): &(usize, bool)| {
                let sign = if down { -1 } else { 1 };
                let fits = left.iter().all(|s| sign * s.difference[i] <= 0);
                let useful = left.iter().any(|s| s.difference[i] != 0);
                fits && useful && (!down || self.bounded[i])
            };
            let next = free.flat_map(|&i| [(i, false), (i, true)]).find(settles);
            let Some(key) = next else { return Err(left) };
            keys.push(key);
            left.retain(|s| s.difference[key.0] == 0);
        }
        Ok(keys)
    }
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
    } else {
        // Stones that go down (or up) a staircase.
        forms.push((1..=d as i64).collect());
        forms.push((1..=d as i64).rev().collect());
    }
    forms
}

/// A linear form found by correcting one again and again for a step it does not lower (Rosenblatt's
/// perceptron), weights kept at 0 or more where they must be; `None` when that does not settle soon.
fn learned(d: usize, bounded: &[bool], steps: &[&SampledStep]) -> Option<Vec<i64>> {
    const ROUNDS: usize = 400;
    const MAX_WEIGHT: i64 = 64;
    if steps.iter().any(|s| s.difference[..d].iter().any(|c| c.abs() > MAX_WEIGHT)) {
        return None;
    }
    let mut weights = vec![0; d];
    for _ in 0..ROUNDS {
        let wrong = steps.iter().filter(|s| dot(&weights, &s.difference) >= 0);
        // The worst first keeps the weights small.
        let Some(step) = wrong.max_by_key(|s| dot(&weights, &s.difference)) else {
            return Some(weights);
        };
        for ((weight, change), bounded) in weights.iter_mut().zip(&step.difference).zip(bounded) {
            *weight -= change;
            if !bounded {
                *weight = (*weight).max(0);
            }
            if weight.abs() > MAX_WEIGHT {
                return None;
            }
        }
    }
    None
}

/// A natural form many times, and a coordinate for the moves that leave the form as it is.
fn graded(d: usize, decreases: impl Fn(&[i64]) -> bool) -> Option<Vec<i64>> {
    /// More than a coordinate changes by.
    const TIMES: i64 = 1 << 20;
    for form in forms(d) {
        for (i, sign) in (0..d).flat_map(|i| [(i, 1), (i, -1)]) {
            let mut weights: Vec<i64> = form.iter().map(|weight| weight * TIMES).collect();
            weights[i] += sign;
            if decreases(&weights) {
                return Some(weights);
            }
        }
    }
    None
}

/// Linear forms with weights of at least 0, above 0 at these coordinates, that no sampled move
/// raises: the natural ones, or else some with small weights.
pub(crate) fn never_raised(
    sample: &Sample,
    dimensions: usize,
    positive: &[usize],
) -> Vec<Vec<i64>> {
    let fits = |weights: &Vec<i64>| {
        weights.iter().all(|w| *w >= 0)
            && positive.iter().all(|&axis| weights[axis] > 0)
            && sample.steps.iter().all(|s| dot(weights, &s.difference) <= 0)
    };
    let natural: Vec<Vec<i64>> = forms(dimensions).into_iter().filter(fits).collect();
    if !natural.is_empty() {
        return natural;
    }
    /// At most this many forms are tried.
    const TRIED: usize = 256;
    let power = dimensions as u32;
    let side = (1..=TRIED)
        .rev()
        .find(|side| side.checked_pow(power).is_some_and(|forms| forms <= TRIED))
        .unwrap_or(1);
    let weights = |code: usize| {
        (0..power).map(|i| (code / side.pow(i) % side + 1) as i64).collect::<Vec<_>>()
    };
    (0..side.pow(power)).map(weights).filter(fits).collect()
}

/// The remedy for a move that may fail to decrease.
pub(crate) const MUST_DECREASE: &str = "every move must lower the position in some fixed order: \
    restrict its range or add a guard; a game that need not end says `play loopy`";

fn complain(step: &SampledStep, alone: bool, clause: &Clause, rules: &Rules) -> Diagnostic {
    let example = format!("{} -> {}", rules.words(&step.from), rules.words(&step.to()));
    let (how, help) = match alone {
        true => ("", MUST_DECREASE),
        false => (
            " together with the others",
            "no order of the coordinates that was tried decreases with every move; a game that \
             need not end says `play loopy`",
        ),
    };
    let message = format!("move {} may fail to decrease{how}: {example}", clause.label);
    mistake("G020", clause.span, message, "this move", help)
}
