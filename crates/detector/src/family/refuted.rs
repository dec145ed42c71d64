//! Periods that came before: a law of the digits looks periodic, or constant, from one power of the
//! base to the next.
//!
//! The first terms alone would have shown a law of their own, which later terms refute; where that
//! has happened more than once, the present law has to be followed for longer, measured by its own
//! preperiod and period, than the refuted ones were.

use crate::family::periodic::{Shape, fit};
use crate::view::Sequence;

/// Shortest beginning that is looked at.
const SHORTEST: usize = 4;
/// How often a law must outlast its preperiod and period to be missed when it is refuted.
const LEAST_TIMES: usize = 3;
/// Terms in which a law is seen not to come back.
const LEAST_BREAK: usize = 8;
/// Tables with more terms are looked at only where the law is young.
const MANY_TERMS: usize = 1 << 20;
/// How often a law must outlast its preperiod and period to be old, in a large table.
const OLD: usize = 64;

/// A law of the first terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Refuted {
    /// Index of the term that refuted it.
    at: usize,
    /// The greater of preperiod and period.
    scale: usize,
}

/// Whether laws like this one were refuted before, after as long a time.
pub(crate) fn breaks_again(sequence: &Sequence<'_>, shape: &Shape) -> bool {
    let count = sequence.len();
    let scale = scale(shape);
    if count > MANY_TERMS && count / scale > OLD {
        return false;
    }
    let refuted = refuted(sequence, shape);
    // A staircase of which one step has been seen in full is enough to expect another.
    let is_staircase = shape.period() == 1 && shape.saltus == 0 && {
        (1..count).all(|i| sequence.get(i) >= sequence.get(i - 1))
            || (1..count).all(|i| sequence.get(i) <= sequence.get(i - 1))
    };
    let least = if is_staircase { 1 } else { 2 };
    let recent = &refuted[refuted.len().saturating_sub(2)..];
    if let [.., first, second] = refuted[..]
        && second.at < 2 * first.at
        && !is_staircase
    {
        return false;
    }
    // count / scale < 5/4 * at / scale
    refuted.len() >= least
        && recent
            .iter()
            .all(|r| 4 * (count as u128) * (r.scale as u128) < 5 * (r.at as u128) * (scale as u128))
}

fn scale(shape: &Shape) -> usize {
    shape.start.max(shape.period())
}

/// The refuted laws in order of their ends, each followed for three periods and for as long as it
/// took to begin.
fn refuted(sequence: &Sequence<'_>, shape: &Shape) -> Vec<Refuted> {
    let count = sequence.len();
    let mut all: Vec<Refuted> = Vec::new();
    let mut length = count / 2;
    while length >= SHORTEST {
        if let Some(early) = fit(sequence, length) {
            let followed = length - early.start;
            let wrong = |i: &usize| early.value(sequence.coordinate(*i)) != Some(sequence.get(*i));
            let is_law = followed >= 3 * early.period() && 2 * followed >= length;
            if let Some(at) = (length..count).find(wrong).filter(|_| is_law) {
                // The present law with an exception has not been refuted.
                let is_other = (count - shape.period()..count).any(|i| wrong(&i));
                let next = at..count.min(at + LEAST_BREAK.max(2 * early.period()));
                let wrong = next.clone().filter(wrong).count();
                let is_long = at >= LEAST_TIMES * scale(&early);
                if is_long && (is_other || 2 * wrong > next.len()) {
                    all.push(Refuted { at, scale: scale(&early) });
                }
            }
        }
        length = match length {
            ..64 => length - 1 - length / 10,
            _ if count > MANY_TERMS => length / 2,
            _ => length * 4 / 5,
        };
    }
    all.reverse();
    all.dedup_by_key(|r| r.at);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Axis, Column, Table, Values};

    fn breaks(terms: i64, f: impl Fn(i64) -> i64) -> bool {
        let values: Vec<i64> = (1..=terms).map(f).collect();
        let table = Table {
            axes: vec![Axis::new("n", 1, terms)],
            columns: vec![Column { name: "sg".into(), values: Values::I64(values) }],
            present: None,
        };
        let sequence = Sequence::new(&table, &table.columns[0]).unwrap();
        fit(&sequence, sequence.fitting()).is_some_and(|shape| breaks_again(&sequence, &shape))
    }

    #[test]
    fn lengths_and_valuations_break_at_every_power() {
        let length = |n: i64| i64::from(n.ilog(4));
        let valuation = |n: i64| (1..).take_while(|&k| n % 6i64.pow(k) == 0).count() as i64;
        for terms in [150, 200, 800, 1000] {
            assert!(breaks(terms, length), "length {terms}");
        }
        for terms in [150, 200, 900] {
            assert!(breaks(terms, valuation), "valuation {terms}");
        }
        for terms in [60, 200, 1000] {
            assert!(!breaks(terms, |n| n % 10));
            assert!(terms == 60 || !breaks(terms, |n| n % 36 / 6));
            assert!(!breaks(terms, |n| n.min(5)));
            assert!(!breaks(terms, |n| if n < 12 { n * n % 5 } else { n % 3 }));
        }
    }
}
