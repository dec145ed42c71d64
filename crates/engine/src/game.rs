//! A rule compiled: clauses, options by definition, and an evaluation order.

use crate::exact::{Exact, Heads};
use crate::lower::{Lowered, Part, Sum, lower, mistake};
use crate::oracle::Oracle;
use crate::order::{self, Order, Sample};
use crate::search::SearchStop;
use expr::ast::Span;
use expr::diagnostic::Diagnostic;
use rule::{Instance, Library};

/// A game ready to be tabulated.
#[derive(Debug)]
pub struct Game {
    pub(crate) instance: Instance,
    pub(crate) lowered: Lowered,
    pub(crate) exact: Exact,
    pub(crate) oracle: Oracle,
    pub(crate) order: Order,
    pub(crate) sample: Sample,
}

/// Most moves looked at to find an order.
const SAMPLED_MOVES: usize = 40_000;

impl Game {
    /// Compiles a bound rule; `library` resolves the factors of products.
    ///
    /// # Errors
    /// Mistakes that show only once parameters are known, and moves that may not decrease.
    pub fn compile(instance: &Instance, library: &dyn Library) -> Result<Self, Vec<Diagnostic>> {
        let factor = |name: &str| -> Result<Lowered, Vec<Diagnostic>> {
            let factor = rule::instance(name, &[], library).map_err(|e| {
                vec![mistake("G012", Span::default(), e.to_string(), "", "see `mexlab list`")]
            })?;
            lower(&factor, &|_| {
                let help = "multiply two one-dimensional coin games";
                let message = "products of products are not supported";
                Err(vec![mistake("G011", Span::default(), message, "", help)])
            })
        };
        let lowered = lower(instance, &factor)?;
        let exact = Exact::new(&lowered.definitions)?;
        let oracle = Oracle::new(&lowered, &exact)?;
        let sample = sample(&lowered, &oracle);
        let order = order::find(&sample, &lowered.dimensions, &lowered.clauses)
            .map_err(|diagnostic| vec![diagnostic])?;
        Ok(Self { instance: instance.clone(), lowered, exact, oracle, order, sample })
    }

    /// The rule with its parameters.
    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Names of the coordinates, in order.
    #[must_use]
    pub fn coordinates(&self) -> Vec<&str> {
        self.lowered.dimensions.iter().map(|d| d.name.as_str()).collect()
    }

    /// Whether the order of the coordinates does not matter.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.lowered.symmetric
    }

    /// Whether positions are coins, so that a board is a set of heads.
    #[must_use]
    pub fn is_coins(&self) -> bool {
        self.lowered.sum == Sum::Symmetric
    }

    /// Whether every option is at most one position, so that misere play of a position needs no sums.
    #[must_use]
    pub fn has_single_options(&self) -> bool {
        let single = |parts: &[Part]| matches!(parts, [] | [Part::Point(_)]);
        !self.oracle.looks_around() && self.lowered.clauses.iter().all(|c| single(&c.parts))
    }

    /// The value a stuck player gets: 1 iff being stuck wins.
    pub(crate) fn stuck_value(&self) -> u32 {
        u32::from(self.lowered.stuck_wins)
    }

    /// Whether some position is an immediate win, so that Grundy values mean nothing.
    pub(crate) fn has_winning_ends(&self) -> bool {
        self.lowered.endings.iter().any(|e| e.wins)
    }
}

/// Tries the moves of small positions.
fn sample(lowered: &Lowered, oracle: &Oracle) -> Sample {
    let mut sample = Sample::default();
    if oracle.looks_around() {
        return sample;
    }
    let dimensions = &lowered.dimensions;
    let reach = match dimensions.len() {
        1 => 80,
        2 => 12,
        3 => 7,
        4 => 5,
        _ => 3,
    };
    let last: Vec<i64> =
        dimensions.iter().map(|d| d.hi.map_or(d.lo + reach, |hi| hi.min(d.lo + 40))).collect();
    let mut point: Vec<i64> = dimensions.iter().map(|d| d.lo).collect();
    let mut left = SAMPLED_MOVES;
    loop {
        // A position whose expressions have no value is reported when a table needs it.
        let _ = record(&mut sample, oracle, &point, &mut left);
        let Some(axis) = (0..point.len()).rev().find(|&i| point[i] < last[i]) else { break };
        point[axis] += 1;
        for i in axis + 1..point.len() {
            point[i] = dimensions[i].lo;
        }
        if left == 0 {
            break;
        }
    }
    sample
}

fn record(
    sample: &mut Sample,
    oracle: &Oracle,
    point: &[i64],
    left: &mut usize,
) -> Result<(), SearchStop> {
    if !oracle.is_position(point)? || oracle.ending(point)?.is_some() {
        return Ok(());
    }
    oracle.actions(point, &Heads::default(), &mut |action| {
        for part in &action.parts {
            sample.record(action.clause, point, part);
        }
        *left = left.saturating_sub(1);
        *left > 0
    })
}
