//! The orders in which positions are computed, and how they rank positions.

use super::measure::Measure;
use crate::space::Space;
use clauses::Dimension;
use expr::words::add_term;
use message::{Message, message};
use std::cmp::Ordering;

/// In which order positions are computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// By the value of the linear form with these weights, which every move decreases.
    Levels(Vec<i64>),
    /// By the coordinates in this order, each ascending (false) or descending (true).
    Lexicographic(Vec<(usize, bool)>),
    /// By these measures in order, each ascending or descending; positions in which all of them
    /// agree do not depend on each other.
    Sorted(Vec<(Measure, bool)>),
    /// No order is known, but there are finitely many positions: they are searched.
    Unknown,
}

impl Order {
    /// The order in words; there must be coordinates.
    pub(crate) fn words(&self, dimensions: &[Dimension]) -> Message {
        match self {
            Self::Levels(weights) => {
                let mut form = String::new();
                let rises = weights.iter().all(|w| *w <= 0);
                let terms = dimensions.iter().zip(weights).filter(|(_, weight)| **weight != 0);
                for (Dimension { name, .. }, &weight) in terms {
                    let factor =
                        if weight.abs() == 1 { String::new() } else { weight.abs().to_string() };
                    add_term(&mut form, (weight < 0) != rises, &(factor + name));
                }
                changing(rises, &form)
            }
            Self::Lexicographic(_) | Self::Sorted(_) => lexicographic(&self.keys(), dimensions),
            Self::Unknown => "none known; play is searched and must not cycle".into(),
        }
    }

    /// How two points stand to each other in the order.
    pub(crate) fn compare(&self, a: &[i64], b: &[i64]) -> Ordering {
        let by = |(measure, down): (Measure, bool)| {
            let (a, b) = (measure.at(a), measure.at(b));
            if down { b.cmp(&a) } else { a.cmp(&b) }
        };
        match self {
            Self::Levels(weights) => {
                // The values of the form may not fit where the box begins far out; their difference does.
                let difference: Vec<i64> =
                    a.iter().zip(b).map(|(a, b)| a.saturating_sub(*b)).collect();
                dot(weights, &difference).cmp(&0)
            }
            Self::Lexicographic(keys) => {
                let keys = keys.iter().map(|&(axis, down)| by((Measure::Coordinate(axis), down)));
                keys.fold(Ordering::Equal, Ordering::then)
            }
            Self::Sorted(keys) => {
                keys.iter().map(|&key| by(key)).fold(Ordering::Equal, Ordering::then)
            }
            Self::Unknown => Ordering::Less,
        }
    }

    /// A linear form of measures whose values rank the positions of the box as the order does.
    pub(super) fn form(&self, space: &Space) -> Vec<Term> {
        let term = |measure: Measure, weight| Term { measure, from: measure.ends(space).0, weight };
        if let Self::Levels(weights) = self {
            let weights = (0..).map(Measure::Coordinate).zip(weights);
            return weights.map(|(measure, weight)| term(measure, *weight)).collect();
        }
        let mut radix = 1i64;
        let mut form = Vec::new();
        for (measure, down) in self.keys().into_iter().rev() {
            form.push(term(measure, if down { -radix } else { radix }));
            let (lo, hi) = measure.ends(space);
            radix = radix.saturating_mul(hi - lo + 1);
        }
        form
    }

    /// The measures by which positions are sorted, each ascending or descending.
    fn keys(&self) -> Vec<(Measure, bool)> {
        match self {
            Self::Lexicographic(keys) => {
                keys.iter().map(|&(axis, down)| (Measure::Coordinate(axis), down)).collect()
            }
            Self::Sorted(keys) => keys.clone(),
            Self::Levels(_) | Self::Unknown => Vec::new(),
        }
    }
}

/// A part of a linear form: a measure above its least value in the box, so that no rank depends on where the box
/// begins.
pub(super) struct Term {
    pub(super) measure: Measure,
    pub(super) from: i64,
    pub(super) weight: i64,
}

/// One measure, or several by which positions are compared in turn.
fn lexicographic(keys: &[(Measure, bool)], dimensions: &[Dimension]) -> Message {
    let rises = keys.iter().all(|(_, descending)| *descending);
    let key = |&(measure, descending): &(Measure, bool)| {
        let sign = if descending == rises { "" } else { "-" };
        format!("{sign}{}", measure.words(dimensions))
    };
    match &keys.iter().map(key).collect::<Vec<String>>()[..] {
        [one] => changing(rises, one),
        several => {
            message!("{} lexicographically", changing(rises, &format!("({})", several.join(", "))))
        }
    }
}

fn changing(rises: bool, what: &str) -> Message {
    match rises {
        true => message!("every sampled move increases {what}"),
        false => message!("every sampled move decreases {what}"),
    }
}

pub(super) fn dot(weights: &[i64], difference: &[i64]) -> i64 {
    let products = weights.iter().zip(difference).map(|(w, c)| w.saturating_mul(*c));
    products.fold(0, i64::saturating_add)
}
