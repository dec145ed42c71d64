//! A simple law everywhere but on a sparse set that has a law of its own: `n % 3`, but 7 at the
//! powers of two.
//!
//! The sets are the usual ones (powers, squares, Fibonacci numbers, ...) and their shifts by up to
//! two. Off the set the terms must be (arithmetic) periodic with a short period; on it a constant,
//! the same law shifted, or a multiple of `n`.

use arith::sets::NumberSet;
use expr::law::LawKind;
use formula::{Formula, Operation, rewrite};

use crate::evidence::{Judged, Proposal, judge};
use crate::statement::shift as in_words;
use crate::view::Sequence;

/// Longest period off the set.
const MAX_LENGTH: usize = 64;
/// Greatest index: the members up to it are listed.
const MAX_INDEX: i64 = 1 << 40;
/// Shifts of the set, itself first.
const SHIFTS: [i64; 5] = [0, 1, -1, 2, -2];
/// Fewest members that have to show the law of the set: half of them in the fitted part.
const LEAST_MEMBERS: usize = 6;
/// Greatest share of the terms that count as sparse, one in this many.
const SPARSE: usize = 4;

/// The law of the sequence, if it is of this kind.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    if sequence.last() > MAX_INDEX {
        return None;
    }
    let sets = [
        NumberSet::Powers(2),
        NumberSet::Squares,
        NumberSet::Fibonacci,
        NumberSet::Powers(3),
        NumberSet::Cubes,
        NumberSet::Powers(4),
    ];
    sets.into_iter()
        .flat_map(|set| SHIFTS.into_iter().map(move |shift| (set.clone(), shift)))
        .find_map(|(set, shift)| law(sequence, &set, shift))
}

fn law(sequence: &Sequence<'_>, set: &NumberSet, shift: i64) -> Option<Judged> {
    let (lo, hi) = (sequence.axis.lo, sequence.last());
    let members: Vec<i64> = set
        .members_up_to(hi.saturating_add(2))
        .into_iter()
        .map(|m| m - shift)
        .filter(|m| (lo..=hi).contains(m))
        .collect();
    if members.len() < LEAST_MEMBERS || members.len() * SPARSE > sequence.len() {
        return None;
    }
    let at = |n: i64| sequence.get(usize::try_from(n - lo).unwrap_or(0));
    let fitted_to = sequence.coordinate(sequence.fitting().max(1) - 1);
    let base = base(sequence, &members)?;
    let seen: Vec<i64> = members.iter().copied().filter(|&m| m <= fitted_to).collect();
    // The first members are often irregular; the law of the set is read off the last one seen.
    let last = *seen.last()?;
    let (value, plain) = (at(last), base.eval(&[last])?);
    let candidates = [
        Some(Formula::Int(value)),
        Some(base.plus(value.checked_sub(plain)?)),
        (last != 0 && value % last == 0).then(|| Formula::Var(0).times(value / last)),
        Some(Formula::Var(0).plus(value.checked_sub(last)?)),
    ];
    let inside = candidates.into_iter().flatten().find(|candidate| {
        let agrees = |&&m: &&i64| candidate.is(at(m), &[m]);
        seen.iter().rev().take_while(agrees).count() * 2 > seen.len()
    })?;
    if inside == base {
        return None;
    }
    let condition = Formula::Var(0).plus(shift).under(Operation::InNamed(set.clone()));
    let fitted = MAX_LENGTH.min(sequence.fitting()) + seen.len() / 2;
    let exceptional = format!("{set}{}", in_words(-shift));
    let proposal = Proposal::new(LawKind::Sparse, condition.choose(inside, base), fitted);
    judge(sequence, proposal.parameter("exceptional", exceptional))
}

/// The periodic or arithmetic periodic law of the terms off the set, with the shortest period.
fn base(sequence: &Sequence<'_>, members: &[i64]) -> Option<Formula> {
    let lo = sequence.axis.lo;
    let end = sequence.fitting();
    let mut is_member = vec![false; sequence.len()];
    for &m in members {
        is_member[usize::try_from(m - lo).ok()?] = true;
    }
    (1..=MAX_LENGTH).take_while(|p| 4 * p <= end).find_map(|p| {
        let step = |i: usize| sequence.step(i, p);
        let mut steps = (p..end).rev().filter(|&i| !is_member[i] && !is_member[i - p]);
        let saltus = step(steps.next()?)?;
        // A quarter of the terms at the beginning may still be irregular.
        if !steps.take_while(|&i| i > end / 4).all(|i| step(i) == Some(saltus)) {
            return None;
        }
        let modulus = i64::try_from(p).ok()?;
        let mut residues = vec![None; p];
        for i in (0..end).filter(|&i| !is_member[i]) {
            let n = sequence.coordinate(i);
            let rise = saltus.checked_mul(n.div_euclid(modulus))?;
            let residue = usize::try_from(n.rem_euclid(modulus)).ok()?;
            residues[residue] = sequence.get(i).checked_sub(rise);
        }
        let residues: Vec<i64> = residues.into_iter().collect::<Option<_>>()?;
        rewrite::forms(&residues, saltus).into_iter().next().map(|form| form.formula)
    })
}
