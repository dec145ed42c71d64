//! Coin games with many options for each coin: a number of other coins is turned, or a run of coins.

use super::{Filling, WholeColumn, filling, is_free};
use crate::fold::Fold;
use crate::machine::cell::Cell;
use crate::machine::code::ClauseCode;
use crate::machine::parts::{PartCode, Range};
use crate::machine::run::{Code, Halt};
use crate::machine::scalar::Scalar;
use clauses::term::Term;
use kernels::Pulse;
use kernels::coins::{extend_chosen, extend_runs};
use message::Message;

/// Values up to here are kept as sets of at most 32 MB.
const MAX_VALUE: u32 = (1 << 28) - 1;

/// Whether the scalar is `slot + constant`.
fn is(scalar: &Scalar, slot: usize, constant: i64) -> bool {
    let parts = scalar.term().and_then(|term| term.linear_in(slot));
    parts.is_some_and(|(factor, rest)| factor == 1 && rest == Term::Const(constant))
}

/// The number of coins to the left that the clause turns, when it turns any of that number:
/// `for y1 in lo..x - 1, y2 in y1 + 1..x - 1, ...`.
fn chosen(clause: &ClauseCode, lo: i64) -> Option<usize> {
    let count = clause.ranges.len();
    let ranges = clause.ranges.iter().enumerate().all(|(i, range)| {
        let Range::Between(first, last) = range else { return false };
        let from = match i {
            0 => matches!(first, Scalar::Term(Term::Const(c)) if *c == lo),
            i => is(first, i, 1),
        };
        from && is(last, 0, -1)
    });
    let parts = clause
        .parts
        .iter()
        .enumerate()
        .all(|(i, part)| matches!(part, PartCode::Point(at) if is(&at[0], i + 1, 0)));
    (is_free(clause) && ranges && parts && clause.parts.len() == count).then_some(count)
}

/// Whether the clause turns any run of coins that ends at x: `y..x - 1 for y in lo..x`.
fn is_run(clause: &ClauseCode, lo: i64) -> bool {
    let ([Range::Between(first, last)], [PartCode::Block(sides)]) =
        (&clause.ranges[..], &clause.parts[..])
    else {
        return false;
    };
    is_free(clause)
        && matches!(first, Scalar::Term(Term::Const(c)) if *c == lo)
        && is(last, 0, 0)
        && is(&sides[0].0, 1, 0)
        && is(&sides[0].1, 0, -1)
}

/// A coin game of a known kind.
enum Coins {
    /// Any of these numbers of other coins is turned.
    Chosen(Vec<usize>),
    Runs,
}

/// Recognises a coin game of a known kind.
pub(super) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn WholeColumn>> {
    let [axis] = &code.space.axes[..] else { return None };
    if fold != Fold::Mex || !code.endings.is_empty() || code.condition.is_some() {
        return None;
    }
    let coins = match &code.clauses[..] {
        [clause] if is_run(clause, axis.lo) => Coins::Runs,
        clauses => {
            let counts: Vec<usize> =
                clauses.iter().map(|c| chosen(c, axis.lo)).collect::<Option<_>>()?;
            // With no others, all values are 1.
            counts.iter().any(|&count| count > 0).then_some(Coins::Chosen(counts))?
        }
    };
    Some(Box::new(coins))
}

impl Coins {
    fn table<T: Cell>(&self, code: &Code, pulse: Pulse<'_>) -> Filling<T> {
        let total = code.space.axes[0].len();
        let most = (T::MASKED.load() - 1).min(MAX_VALUE);
        let mut values = Vec::new();
        let result = match self {
            Self::Chosen(counts) => extend_chosen(counts, &mut values, total, most, pulse),
            Self::Runs => extend_runs(&mut values, total, most, pulse),
        };
        filling(values, total, result)
    }
}

impl WholeColumn for Coins {
    fn words(&self) -> Message {
        match self {
            Self::Chosen(_) => "coin turning, by sets of the xors of that many values".into(),
            Self::Runs => "turning runs of coins, by the xors of all coins before".into(),
        }
    }

    fn steps(&self, code: &Code) -> f64 {
        let coins = code.space.axes[0].len() as f64;
        match self {
            // Values grow about as the coins; with more than three coins as a power of them.
            Self::Chosen(counts) => match counts.iter().copied().max().unwrap_or(0) as f64 {
                ..2.0 => coins * coins / 1024.0,
                most => coins * coins.powf((most / 2.0).floor()) * most / 16.0,
            },
            Self::Runs => 64.0 * coins,
        }
    }

    fn narrow(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>> {
        Some(self.table(code, pulse))
    }

    fn wide(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u32>> {
        Some(self.table(code, pulse)).filter(|(_, halted)| *halted != Some(Halt::Overflow))
    }
}
