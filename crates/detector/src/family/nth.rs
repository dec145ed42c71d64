//! Ascending lists, such as those of lost positions, by what their members have in common: the numbers
//! with an even number of trailing zeros, the numbers that are not squares.
//!
//! The list becomes its characteristic sequence of zeros and ones. If that sequence has a law, the list
//! is that of the numbers at which it is 1.

use expr::ast::Comparison;
use expr::law::LawKind;
use formula::{Formula, Members, Op, Operation};
use message::message;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::{Search, shortest};
use crate::view::Sequence;

/// Longest list: the `i`-th member is found by counting.
const MAX_TERMS: usize = 1 << 12;
/// Greatest member, as a multiple of the number of members.
const MAX_SPREAD: i64 = 24;
/// How often a list of residues must have been gone through.
const LEAST_REPEATS: usize = 8;
/// Shortest list.
const LEAST_TERMS: usize = 24;

/// First terms that may stand before the list.
const MAX_BEFORE: usize = 2;

/// The law of the list.
pub(crate) fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    let count = sequence.len();
    let ascends = |from: usize| (from + 1..count).all(|i| sequence.get(i - 1) < sequence.get(i));
    let least = if sequence.is_lenient { LEAST_TERMS / 2 } else { LEAST_TERMS };
    if !(least..=MAX_TERMS).contains(&count) {
        return None;
    }
    let before = (0..=MAX_BEFORE).find(|&from| ascends(from))?;
    let (least, greatest) = (sequence.get(before), sequence.get(count - 1));
    let terms = i64::try_from(count - before).ok()?;
    let grows_evenly = greatest / 5 <= sequence.get(count / 2) / 2;
    if !(0..MAX_SPREAD * terms).contains(&least) || greatest >= MAX_SPREAD * terms || !grows_evenly
    {
        return None;
    }
    if sequence.is_balanced() {
        return None;
    }
    // Numbers below the least member may be out for a reason or not be meant, and 0 be a case of
    // its own.
    let firsts = [(least.min(1), 0), (least, 0), (1, usize::from(least == 0))];
    firsts.into_iter().find_map(|(first, skipped)| law(sequence, first, before + skipped, search))
}

/// The law of the members from `first` on, without the `skipped` ones at the beginning.
fn law(sequence: &Sequence<'_>, first: i64, skipped: usize, search: Search) -> Option<Judged> {
    let greatest = sequence.get(sequence.len() - 1);
    let mut is_member = vec![0; usize::try_from(greatest - first).ok()? + 1];
    for i in skipped..sequence.len() {
        is_member[usize::try_from(sequence.get(i) - first).ok()?] = 1;
    }
    let judged = shortest(search, sequence.name, first, is_member)?;
    if !judged.is_whole_from(first) || is_young(&judged, sequence) {
        return None;
    }
    let condition = condition(judged.formula);
    let lo = sequence.coordinate(skipped);
    // Four times as many numbers as needed for any index so far.
    let step = (1i64..)
        .zip(skipped..sequence.len())
        .map(|(k, i)| (sequence.get(i) - first) / k + 1)
        .max()?
        .checked_mul(4)?;
    let body = condition.expr(&["x".to_owned()]);
    let (name, n) = (sequence.name, &sequence.axis.name);
    let words =
        message!("{name}({n}), {n} >= {lo}: the numbers x >= {first} with {body}, in order");
    let members = Members {
        condition,
        first,
        step,
        // The law of the zeros and ones holds at all of them.
        known: sequence.terms(skipped..sequence.len()),
    };
    let skip = lo.checked_neg()?;
    let closed = by_parity_of_ones(&members, skip);
    let nth = || Formula::Var(0).plus(skip).under(Operation::Nth(Box::new(members)));
    let formula = closed.unwrap_or_else(nth);
    let fitted = judged.finding.evidence.fitted.min(sequence.fitting());
    let proposal = Proposal::new(LawKind::Positions, formula, fitted).starting(skipped).said(words);
    judge(sequence, proposal)?.exact()
}

/// The numbers with an odd number of binary ones, or those with an even number, in closed form, which
/// proofs understand: of `2k` and `2k + 1` one has an odd number of ones, the other an even one. The index
/// is `n + skip`, from 0.
fn by_parity_of_ones(members: &Members, skip: i64) -> Option<Formula> {
    let (Comparison::Eq, rest, &Formula::Int(parity)) = members.condition.comparison()? else {
        return None;
    };
    let (ones, 2) = rest.by_constant(Op::Rem)? else { return None };
    let is_plain = ones.calls(&["popcount"]) && ones.parts()[0] == Formula::Var(0);
    // 0 has an even number, the numbers from 1 on begin with an odd one
    let before = match (parity, members.first) {
        (1, 0 | 1) | (0, 0) => 0,
        (0, 1) => 1,
        _ => return None,
    };
    let place = skip.checked_add(before).filter(|_| is_plain)?;
    let own = Formula::call("popcount", [Formula::Var(0).plus(place)]) % 2;
    let twice = Formula::Var(0).times(2).plus(place.checked_mul(2)?.checked_add(parity)?);
    Some(if parity == 1 { twice - own } else { twice + own })
}

/// Whether the law is a list of residues seen only a few times: pairs that use every number once
/// come near a period as the convergents of their slopes do.
fn is_young(judged: &Judged, sequence: &Sequence<'_>) -> bool {
    let Some((residues, _)) = judged.formula.listed() else { return false };
    let members = residues.iter().filter(|&&r| r == 1).count();
    sequence.len() < LEAST_REPEATS * members
}

/// Where a formula whose values are 0 and 1 is 1.
fn condition(formula: Formula) -> Formula {
    if formula.is_condition() {
        return formula;
    }
    match (formula.choice(), formula.binary()) {
        (Some((c, Formula::Int(0), Formula::Int(1))), _) => !c.clone(),
        (Some((c, Formula::Int(1), Formula::Int(0))), _) => c.clone(),
        (_, Some((Op::Sub, Formula::Int(1), e))) => e.equals(0),
        _ => formula.equals(1),
    }
}
