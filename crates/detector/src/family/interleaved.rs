//! Residue classes that go different ways: on `n = r mod m` the value is `c_r + s_r * (n // m)`,
//! some classes growing, others constant.
//!
//! With `D(i) = x(i) - x(i - m)` this says `D(i) = D(i - m)`; each `m <= 64` is followed from the
//! end of the fitted part backwards and given up at the first term that fails.

use expr::law::LawKind;
use formula::Formula;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::classes_in_words;
use crate::statement::since;
use crate::view::Sequence;

/// Greatest number of classes.
const MAX_CLASSES: usize = 64;
/// Greatest number of classes written out in words.
const MAX_WORDS: usize = 16;

/// The law with the fewest classes, if there is one with different slopes.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let end = sequence.fitting();
    (2..=MAX_CLASSES).take_while(|m| 5 * m <= end).find_map(|m| {
        let straight = |&i: &usize| {
            sequence.step(i, m).is_some() && sequence.step(i, m) == sequence.step(i - m, m)
        };
        let run = (2 * m..end).rev().take_while(straight).count();
        if run < (3 * m).max(end / 4) {
            return None;
        }
        judge(sequence, proposal(sequence, end, m, end - run - 2 * m)?)
    })
}

fn proposal(
    sequence: &Sequence<'_>,
    end: usize,
    m: usize,
    straight_from: usize,
) -> Option<Proposal> {
    let modulus = i64::try_from(m).ok()?;
    let (mut constants, mut slopes) = (vec![0; m], vec![0; m]);
    for i in end - m..end {
        let n = sequence.coordinate(i);
        let residue = usize::try_from(n.rem_euclid(modulus)).ok()?;
        slopes[residue] = sequence.step(i, m)?;
        let rise = n.div_euclid(modulus).checked_mul(slopes[residue])?;
        constants[residue] = sequence.get(i).checked_sub(rise)?;
    }
    if slopes.iter().all(|&s| s == slopes[0]) {
        return None;
    }
    let n = || Formula::Var(0);
    let list = |list: &[i64]| n().rem(modulus).in_list(list.to_vec());
    let formula = list(&constants) + list(&slopes) * n().div(modulus);
    let head_agrees = (0..straight_from).filter(|&i| sequence.obeys(&formula, i)).count();
    let start = if head_agrees * 2 > straight_from { 0 } else { straight_from };
    let words = (m <= MAX_WORDS).then(|| {
        let classes = classes_in_words(sequence.name, &constants, &slopes);
        match start {
            0 => classes.into(),
            _ => since(classes, &sequence.axis.name, sequence.coordinate(start)),
        }
    });
    let joined = slopes.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let proposal = Proposal::new(LawKind::ArithmeticPeriodic, formula, 2 * m).starting(start);
    let proposal = proposal.repeating(m).parameter("preperiod", straight_from);
    let proposal = proposal.parameter("period", m).parameter("saltus by residue", joined);
    Some(Proposal { words, ..proposal })
}
