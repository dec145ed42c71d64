//! Beatty sequences `floor(n * slope)` of a quadratic irrational, also with index and value
//! shifted by a little, or the index by a simple fraction.

use arith::Quadratic;
use arith::integer::gcd;
use expr::law::LawKind;
use formula::Formula;
use formula::bits::length;
use formula::slope::{SlopeInterval, words};

use crate::evidence::{Judged, Proposal, judge};
use crate::statement::shift;
use crate::view::Sequence;

/// Shifts of the index and of the value, the plain sequence first.
const SHIFTS: [i64; 5] = [0, 1, -1, 2, -2];
/// The index may be shifted by a fraction with a denominator up to this.
const MAX_DENOMINATOR: i64 = 4;
/// By how many bits the slope must be shorter than the terms determine it.
const MARGIN: u32 = 1;
/// As [`MARGIN`], where no term is kept back, and how many terms are few.
const MARGIN_OF_FEW: u32 = 2;
const MAX_FEW: usize = 400;
/// Terms looked at before a shift is believed at all.
const FIRST_LOOK: usize = 256;

/// The Beatty law of the sequence, if it has one.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let fitting = sequence.fitting();
    if !balanced(sequence, fitting) {
        return None;
    }
    arguments().into_iter().find_map(|argument| {
        let pairs = |count: usize| {
            (0..count).map(move |i| {
                let n = argument.at(sequence.coordinate(i)).unwrap_or(0);
                (n, sequence.get(i).saturating_sub(argument.value))
            })
        };
        SlopeInterval::of(pairs(fitting.min(FIRST_LOOK)))?;
        // Short lists may need their last terms to tell the slope from a fraction.
        [(fitting, MARGIN), (sequence.len().min(MAX_FEW), MARGIN_OF_FEW)].into_iter().find_map(
            |(terms, margin)| {
                let slope = SlopeInterval::of(pairs(terms))?.slope(margin + argument.bits())?;
                judge(sequence, proposal(sequence, slope, argument))
            },
        )
    })
}

/// `floor((times * n + index) * slope) + value`.
#[derive(Clone, Copy, Debug)]
struct Argument {
    times: i64,
    index: i64,
    value: i64,
}

impl Argument {
    fn at(self, n: i64) -> Option<i64> {
        n.checked_mul(self.times)?.checked_add(self.index)
    }

    /// How unusual it is.
    fn bits(self) -> u32 {
        let size = (self.times - 1) + self.index.abs() + self.value.abs();
        if size == 0 { 0 } else { length(size) }
    }
}

/// The arguments tried, the plain one first.
fn arguments() -> Vec<Argument> {
    let whole = SHIFTS
        .iter()
        .flat_map(|&index| SHIFTS.iter().map(move |&value| Argument { times: 1, index, value }));
    let parts = (2..=MAX_DENOMINATOR).flat_map(|times| {
        (1 - times..times)
            .filter(move |&i| gcd(i.unsigned_abs().into(), times.unsigned_abs().into()) == 1)
            .map(move |index| Argument { times, index, value: 0 })
    });
    let mut all: Vec<Argument> = whole.chain(parts).collect();
    all.sort_by_key(|a| a.times + a.index.abs() + a.value.abs());
    all
}

/// Whether neighbouring differences differ by at most 1, and not all are equal.
fn balanced(sequence: &Sequence<'_>, count: usize) -> bool {
    let (mut least, mut greatest) = (i64::MAX, i64::MIN);
    for i in 1..count {
        let Some(step) = sequence.step(i, 1) else { return false };
        least = least.min(step);
        greatest = greatest.max(step);
        if greatest.abs_diff(least) > 1 {
            return false;
        }
    }
    count > 1 && greatest - least == 1 && sequence.coordinate(0) >= -2
}

fn proposal(sequence: &Sequence<'_>, slope: Quadratic, argument: Argument) -> Proposal {
    let Argument { times, index, value } = argument;
    let inside = Formula::Var(0).times(times).plus(index);
    let formula = inside.floor(slope).plus(value);
    let start = (0..3).find(|&i| sequence.obeys(&formula, i)).unwrap_or(0);
    let (name, n) = (sequence.name, &sequence.axis.name);
    let line = if times == 1 { n.clone() } else { format!("{times}*{n}") };
    let inside = if index == 0 { line } else { format!("({line}{})", shift(index)) };
    let text = format!("{name}({n}) = floor({}*{inside}){}", words(slope), shift(value));
    let proposal = Proposal::new(LawKind::Beatty, formula, 1).starting(start);
    proposal.parameter("slope", words(slope)).said(text)
}
