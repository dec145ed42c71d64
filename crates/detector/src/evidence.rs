//! What a law must show before it is stated.
//!
//! A family proposes. Here every cell of the table is compared with the proposal, which is refused
//! unless all of this is true:
//!
//! - *enough checks*: [`is_enough`], the rule of docs/laws.md;
//! - *enough repeats*: the cells after the last exception hold three periods;
//! - *enough depth*: a formula of the quotient and the remainder by one number has met numbers
//!   of three digits to that base;
//! - *settled exceptions*: they end early and are not of a kind that goes on growing;
//! - *better than chance*: the law is at least 16 bits shorter than the arrangement of the table's
//!   values, so a shuffled table shows it with probability below 2^-16; and 13 bits shorter than the
//!   list of its runs: a run of equal values is one piece of evidence, however long.

use expr::ast::Comparison;
use expr::law::{Law, LawKind};
use formula::bits::{
    FRACTION, arrangement_bits, arrangement_bits_at, choice_bits, length, list_bits, log2, run_bits,
};
use formula::{Formula, Op, Operation};
use message::message;
use rayon::prelude::*;

use crate::Evidence;
use crate::sight::{is_in_sight, is_seen_often, meets_enough_primes, shows_its_keys};
pub(crate) use crate::statement::{Judged, Proposal};
use crate::statement::{Support, state};
use crate::view::{Grid, Sequence};
use crate::weight::{bits_of_cells, bits_of_terms};

/// Terms a sequence must have before anything is tried.
pub(crate) const LEAST_TERMS: usize = 24;
/// Least number of checks.
const LEAST_CHECKS: usize = 20;
/// Least number of periods after the last exception.
const LEAST_REPEATS: usize = 3;
/// The same where a period shows no more than one change.
const LEAST_STEPS: usize = 5;
/// Most exceptions that are listed.
pub(crate) const MAX_EXCEPTIONS: usize = 64;
/// Bits a law must save against naming the arrangement of the values.
const LEAST_SAVING: u64 = 16;
/// The same against naming the runs.
const LEAST_SAVING_OF_RUNS: u64 = 13;
/// Bits of a law of balanced terms below what all of them say.
const MARGIN_OF_BALANCED: u64 = 5;
/// Longest period of a fraction that balanced terms may have without more.
const PLAIN_PERIODS: std::ops::RangeInclusive<usize> = 2..=3;
/// Deviating first terms that count as a law's beginning, and not as scattered ones: this many, or
/// this share of the table.
const FIRST_TERMS: usize = 4;
const FIRST_SHARE: usize = 128;
/// Values or steps that are the same after this share of the list are so from early on.
const EARLY_SHARE: usize = 8;
const EARLY_SHARE_OF_STEPS: usize = 6;
/// Longest formula of a grid, but for its lists, that a small table may have; a longer one is
/// believed only after so many checks for each of its bits.
const MAX_PLAIN_BITS: usize = 36;
const CHECKS_PER_OPAQUE_BIT: usize = 6;
const CHECKS_WITH_EXCEPTIONS: usize = 12;
/// Exceptions outside the first third of the box: several are where the law ends.
const MAX_OUTER: usize = 1;
/// Cells that a part must have beyond the bits of its formula.
const MARGIN_OF_PARTS: usize = 4;
/// Bits a law of a part must save against naming the arrangement of its values.
const LEAST_SAVING_OF_PARTS: u64 = 8;
/// The same for a candidate against the list of the terms; the first terms it may leave out, and the
/// longest list of which any are named.
const LEAST_SAVING_OF_CANDIDATES: u32 = 3;
/// How often a short period is seen from the first term on, where it need save nothing.
const LEAST_SEEN_OF_CANDIDATES: usize = 5;
const MAX_FIRST_OF_CANDIDATES: usize = 2;
pub(crate) const MAX_TERMS_OF_CANDIDATES: usize = 256;
/// Terms that may be mistakes of the list: so many in all, or one in so many; how many are named; and
/// how many right ones follow.
const MAX_WRONG: usize = 2;
const WRONG_SHARE: usize = 50;
const MAX_WRONG_NAMED: usize = 6;
const LEAST_AFTER_WRONG: usize = 12;
/// Cells compared by one task.
const CHUNK: usize = 1 << 16;

/// The finding for a proposal, `None` when the table does not support it.
pub(crate) fn judge(sequence: &Sequence<'_>, proposal: Proposal) -> Option<Judged> {
    if sequence.is_lenient {
        return candidate(sequence, proposal);
    }
    let Proposal { start, fitted, period, check_bits, .. } = proposal;
    let formula = &proposal.formula;
    let count = sequence.len();
    let end = start_of_repeats(sequence, formula, start, period).unwrap_or(count);
    let wrong = mismatches(start, end, MAX_EXCEPTIONS, |i| sequence.obeys(formula, i))?;
    let after = wrong.last().map_or(start, |&i| i + 1);
    let values: Vec<i64> = wrong.iter().map(|&i| sequence.get(i)).collect();
    let bits = formula.bits().saturating_add(exception_bits(after, &values));
    let beside = bits_of_first(sequence, start);
    let defining = start + fitted + wrong.len();
    let tested = count.checked_sub(defining)?;
    let tested_bits = bits_of_terms(sequence, tested, check_bits);
    let enough = is_enough(tested, tested_bits, bits, start)
        && count - after >= least_repeats(sequence, period) * period
        && settled(&wrong, start, period, count);
    let is_plausible = enough
        && is_in_the_terms(sequence, formula, bits.saturating_add(beside))
        && is_short(sequence, proposal.kind, formula, period);
    let depth = depth(formula);
    if !is_plausible || depth > 0 && sequence.last().saturating_add(1) < depth {
        return None;
    }
    let exceptions = wrong.iter().map(|&i| (vec![sequence.coordinate(i)], sequence.get(i)));
    let exceptions = exceptions.collect();
    let support = Support { fitted: defining, tested, tested_bits, bits };
    Some(Judged { beside, ..state(sequence.subject(start), proposal, support, exceptions) })
}

/// The least index, not before `start`, from which all terms are like those a period before, where
/// the formula repeats as well and gives a period of terms from there on, so all. To compare terms is
/// quicker than to evaluate a formula.
fn start_of_repeats(
    sequence: &Sequence<'_>,
    formula: &Formula,
    start: usize,
    period: usize,
) -> Option<usize> {
    let repeats = i64::try_from(period).is_ok_and(|period| formula.repeats_after(period));
    if period == 0 || !repeats {
        return None;
    }
    let count = sequence.len();
    let differs = |&i: &usize| sequence.get(i) != sequence.get(i - period);
    let last = (start + period..count).rev().find(differs);
    let from = last.map_or(start, |i| i + 1);
    let has_period = from + period <= count;
    (has_period && (from..from + period).all(|i| sequence.obeys(formula, i))).then_some(from)
}

/// The finding for a law of a part of the list that all of it obeys from `start` on, but for its own
/// exceptions and so few others that they may be mistakes of the list: two, or one term in fifty, none
/// beside another, and none among the last ones.
pub(crate) fn judge_mistaken(
    sequence: &Sequence<'_>,
    law: &Judged,
    start: usize,
) -> Option<Judged> {
    let (count, formula) = (sequence.len(), &law.formula);
    let most = (count / WRONG_SHARE).max(MAX_WRONG);
    let wrong = mismatches(start, count, MAX_EXCEPTIONS, |i| sequence.obeys(formula, i))?;
    // The exceptions at the beginning are its own.
    let is_own = |&k: &usize| k == 0 || settled(&wrong[..k], start, 1, count);
    let (known, others) = wrong.split_at((0..wrong.len()).rev().find(is_own)?);
    let place = |i: usize| vec![sequence.coordinate(i)];
    let last = others.last().map_or(0, |&i| i + 1);
    let gaps = |places: &[usize]| places.windows(2).map(|w| w[1] - w[0]).collect::<Vec<_>>();
    // Places that are farther and farther apart are those of powers or squares.
    let is_growing = |gaps: Vec<usize>| gaps.len() > 1 && gaps.is_sorted();
    let is_sparse_set = is_growing(gaps(others)) || is_growing(gaps(&wrong));
    let is_few = (1..=most).contains(&others.len())
        && gaps(others).iter().all(|&gap| gap > 1)
        && count - last >= LEAST_AFTER_WRONG
        && !is_sparse_set;
    if !is_few || patience::is_over() {
        return None;
    }
    let values: Vec<i64> = wrong.iter().map(|&i| sequence.get(i)).collect();
    let bits = formula.bits().saturating_add(exception_bits(count, &values));
    let fitted = law.finding.evidence.fitted + start + wrong.len();
    let tested = count.checked_sub(fitted)?;
    let tested_bits = bits_of_terms(sequence, tested, 1);
    if !is_enough(tested, tested_bits, bits, start) || !is_in_the_terms(sequence, formula, bits) {
        return None;
    }
    let Law { kind, parameters, .. } = &law.finding.law;
    let proposal = Proposal::new(*kind, formula.clone(), fitted).starting(start);
    let proposal =
        Proposal { parameters: parameters.clone(), words: law.words.clone(), ..proposal };
    let exceptions = |places: &[usize]| -> Vec<(Vec<i64>, i64)> {
        places.iter().map(|&i| (place(i), sequence.get(i))).collect()
    };
    let support = Support { fitted, tested, tested_bits, bits };
    let mut judged = state(sequence.subject(start), proposal, support, exceptions(known));
    let stated = &mut judged.finding.law;
    for &i in others.iter().take(MAX_WRONG_NAMED) {
        let (n, value) = (sequence.coordinate(i), sequence.get(i));
        let law = &stated.words;
        stated.words = match formula.eval(&[n]) {
            Some(says) => message!("{law}; term {n} is {value}, the law says {says}"),
            None => message!("{law}; term {n} is {value}, the law says nothing"),
        };
    }
    match others.len().saturating_sub(MAX_WRONG_NAMED) {
        0 => {}
        more => stated.words = message!("{}; {more} more terms differ", stated.words),
    }
    stated.exceptions = exceptions(&wrong);
    Some(judged)
}

/// Whether a formula of so many bits says what a shuffled list would not, and its terms show all that it
/// speaks of.
fn is_in_the_terms(sequence: &Sequence<'_>, formula: &Formula, bits: u32) -> bool {
    beats_chance(sequence, bits)
        && shows_its_keys(sequence, formula)
        && meets_enough_primes(sequence, formula)
}

/// The finding for a proposal that says all terms but a few first ones in fewer bits than their list,
/// whether or not that is evidence.
fn candidate(sequence: &Sequence<'_>, proposal: Proposal) -> Option<Judged> {
    let Proposal { start, fitted, .. } = proposal;
    let count = sequence.len();
    if start > MAX_FIRST_OF_CANDIDATES || start + fitted > count {
        return None;
    }
    let beside = bits_of_first(sequence, start);
    let size = proposal.formula.bits().saturating_add(beside);
    let is_seen = start == 0 && LEAST_SEEN_OF_CANDIDATES * proposal.period.max(1) <= count;
    let saves = proposal.period > 0 && is_seen
        || size.saturating_add(LEAST_SAVING_OF_CANDIDATES) <= list_bits(&sequence.terms(0..count));
    if !saves {
        return None;
    }
    unjudged(sequence, proposal).map(|judged| Judged { beside, ..judged })
}

/// Bits of the first terms, about which a law says nothing: they have to be listed beside it.
fn bits_of_first(sequence: &Sequence<'_>, count: usize) -> u32 {
    if count == 0 {
        return 0;
    }
    let place = length(i64::try_from(count).unwrap_or(i64::MAX));
    list_bits(&sequence.terms(0..count)).saturating_add(place)
}

/// The rule of evidence. The cells that had no part in the definition of a law are at least 20, and say
/// at least as many bits as the definition has (formula and exceptions) and one more for every term
/// `before` the law starts.
pub(crate) fn is_enough(tested: usize, tested_bits: u64, bits: u32, before: usize) -> bool {
    tested >= LEAST_CHECKS && tested_bits >= u64::from(bits).saturating_add(before as u64)
}

/// The least number of terms with which [`is_enough`] can be true of what says so much so far.
pub(crate) fn terms_needed(evidence: &Evidence) -> usize {
    let Evidence { fitted, tested, tested_bits, definition_bits, .. } = *evidence;
    let bits_of_term = tested_bits.checked_div(tested as u64).unwrap_or(0).max(1);
    let by_bits = u64::from(definition_bits).div_ceil(bits_of_term);
    let tested = usize::try_from(by_bits).unwrap_or(usize::MAX).max(LEAST_CHECKS);
    // So many as there are were not enough.
    let more = evidence.fitted.saturating_add(evidence.tested).saturating_add(1);
    fitted.saturating_add(tested).max(LEAST_TERMS).max(more)
}

/// The finding for a proposal that every term obeys, whatever its evidence.
pub(crate) fn unjudged(sequence: &Sequence<'_>, proposal: Proposal) -> Option<Judged> {
    let Proposal { start, fitted, .. } = proposal;
    mismatches(start, sequence.len(), 0, |i| sequence.obeys(&proposal.formula, i))?;
    let fitted = (start + fitted).min(sequence.len());
    let tested = sequence.len() - fitted;
    let bits = proposal.formula.bits();
    let tested_bits = bits_of_terms(sequence, tested, 1);
    let support = Support { fitted, tested, tested_bits, bits };
    Some(state(sequence.subject(start), proposal, support, Vec::new()))
}

/// Last index that a formula of the two parts of a number to some base must have been seen to:
/// `n // 10 + n % 10` is the digit sum of the numbers below 100, and one of many laws there. What
/// becomes of the third digit is told by numbers beyond twice the square of the base.
fn depth(formula: &Formula) -> i64 {
    let own = match formula.binary() {
        Some((Op::Add | Op::Sub | Op::Xor, a, b)) => [(a, b), (b, a)]
            .into_iter()
            .find_map(|(a, b)| {
                let (_, base) = a.by_constant(Op::Div)?;
                b.by_constant(Op::Rem).filter(|&(_, other)| base == other)
            })
            .map_or(0, |(_, base)| base.saturating_mul(base).saturating_mul(2)),
        _ => 0,
    };
    formula.parts().iter().map(depth).fold(own, i64::max)
}

/// The kind of a law that is a closed form in the coordinates.
pub(crate) fn kind_of(formula: &Formula) -> LawKind {
    match formula.binary() {
        Some((Op::Xor, ..)) => LawKind::Xor,
        Some((Op::Rem, ..)) => LawKind::Residue,
        Some((Op::Div, a, _)) if kind_of(a) == LawKind::Residue => LawKind::Residue,
        _ => match formula.comparison().map(|(_, a, _)| kind_of(a)) {
            Some(kind @ (LawKind::Xor | LawKind::Residue)) => kind,
            _ if matches!(formula, Formula::Int(_)) => LawKind::Constant,
            _ => LawKind::Coordinates,
        },
    }
}

/// As [`judge_grid`], for a closed form in the coordinates.
pub(crate) fn judge_form(grid: &Grid<'_>, formula: Formula, fitted: usize) -> Option<Judged> {
    judge_grid(grid, Proposal::new(kind_of(&formula), formula, fitted))
}

/// The finding for a proposal on a grid of positions, `None` when the table does not support it.
pub(crate) fn judge_grid(grid: &Grid<'_>, proposal: Proposal) -> Option<Judged> {
    let (positions, formula) = (grid.positions(), &proposal.formula);
    let wrong = mismatches(0, positions, MAX_EXCEPTIONS, |i| grid.obeys(formula, i))?;
    if grid.is_part {
        return if wrong.is_empty() { judge_part(grid, proposal) } else { None };
    }
    let exceptions: Vec<_> = wrong.iter().map(|&i| grid.at(i)).collect();
    let outer = exceptions.iter().filter(|(position, _)| !grid.is_inner(position)).count();
    if outer > MAX_OUTER {
        return None;
    }
    let values: Vec<i64> = exceptions.iter().map(|&(_, v)| v).collect();
    let bits = formula.bits().saturating_add(exception_bits(positions, &values));
    let defining = proposal.fitted.min(positions) + wrong.len();
    let tested = positions.checked_sub(defining)?;
    let tested_bits = bits_of_cells(grid, formula, tested);
    if !is_enough(tested, tested_bits, bits, 0) {
        return None;
    }
    let is_supported = has_checks_for_length(grid, formula, tested, wrong.len(), outer)
        && is_seen_often(grid, formula)
        && is_in_sight(grid, formula);
    if !is_supported {
        return None;
    }
    let constant = matches!(formula, Formula::Int(_)) && exceptions.is_empty();
    let saving = arrangement_bits(grid.values());
    if !constant
        && saving < u64::from(bits) + LEAST_SAVING
        && !grid.is_single_corner()
        && !is_constant_beyond_a_corner(grid, formula, &exceptions)
    {
        return None;
    }
    let support = Support { fitted: defining, tested, tested_bits, bits };
    Some(state_on(grid, proposal, support, exceptions))
}

/// Whether there are checks enough for a long formula, for cases and for exceptions, `outer` of which
/// are outside the innermost part of the box.
fn has_checks_for_length(
    grid: &Grid<'_>,
    formula: &Formula,
    tested: usize,
    exceptions: usize,
    outer: usize,
) -> bool {
    let own = longest_case(grid, formula) as usize;
    let is_opaque = own > MAX_PLAIN_BITS && !formula.is_told_by_few_cells();
    // Cases, and long formulas with exceptions, fit too much.
    let is_loose = formula.choice().is_some_and(|(c, ..)| !is_case(grid, c))
        || own > MAX_PLAIN_BITS && exceptions > 0
        || outer > 0;
    let loose = if exceptions == 0 { 2 } else { CHECKS_WITH_EXCEPTIONS };
    (!is_opaque || tested >= own.saturating_mul(CHECKS_PER_OPAQUE_BIT))
        && (!is_loose || tested >= own.saturating_mul(loose))
}

/// Whether the condition names values of the coordinate at which the grid was cut.
fn is_case(grid: &Grid<'_>, condition: &Formula) -> bool {
    let is_named = condition.comparison().is_some()
        || matches!(condition, Formula::Apply(Operation::In(_), _));
    is_named && grid.has_cases_of(&condition.parts()[0])
}

/// Bits of the formula but for its lists; of cases that are known each by itself, those of the longest.
fn longest_case(grid: &Grid<'_>, formula: &Formula) -> u32 {
    match formula.choice() {
        Some((condition, yes, no)) if is_case(grid, condition) => {
            longest_case(grid, yes).max(longest_case(grid, no))
        }
        _ => formula.bits() - formula.listed_bits(),
    }
}

/// Whether the formula is a constant and the few other values stand so near the origin that a shuffle
/// would not bring them there, and do not go on growing.
fn is_constant_beyond_a_corner(
    grid: &Grid<'_>,
    formula: &Formula,
    exceptions: &[(Vec<i64>, i64)],
) -> bool {
    let Formula::Int(constant) = formula else { return false };
    let farthest = |position: &[i64]| {
        let steps = position.iter().zip(grid.axes()).map(|(&c, axis)| c - axis.lo);
        steps.max().and_then(|step| usize::try_from(step).ok()).unwrap_or(0)
    };
    let mut reached: Vec<usize> = exceptions.iter().map(|(p, _)| farthest(p)).collect();
    reached.sort_unstable();
    reached.dedup();
    let Some(&corner) = reached.last() else { return false };
    let side =
        grid.cells().map(|(position, _)| farthest(&position)).max().map_or(0, |last| last + 1);
    let inside = grid.cells().filter(|(position, _)| farthest(position) <= corner);
    let inside = arrangement_bits(inside.map(|(_, v)| i64::from(v != *constant)));
    let all = arrangement_bits(grid.values().map(|v| i64::from(v != *constant)));
    all >= inside + LEAST_SAVING && settled(&reached, 0, 1, side)
}

/// The finding for a proposal that every cell of a whole grid obeys, whatever its evidence.
pub(crate) fn unjudged_grid(grid: &Grid<'_>, proposal: Proposal) -> Option<Judged> {
    let (positions, formula) = (grid.positions(), &proposal.formula);
    mismatches(0, positions, 0, |i| grid.obeys(formula, i))?;
    let fitted = proposal.fitted.min(positions);
    let (tested, bits) = (positions - fitted, formula.bits());
    let support = Support { fitted, tested, tested_bits: tested as u64, bits };
    Some(state_on(grid, proposal, support, Vec::new()))
}

fn state_on(
    grid: &Grid<'_>,
    proposal: Proposal,
    support: Support,
    exceptions: Vec<(Vec<i64>, i64)>,
) -> Judged {
    let is_symmetric = !grid.is_part && grid.is_symmetric();
    let proposal = if is_symmetric { proposal.parameter("symmetric", "yes") } else { proposal };
    state(grid.subject(), proposal, support, exceptions)
}

/// The finding for a formula without exceptions on a part of a grid: what it is worth is told by
/// the law it becomes part of, but it must not be made for these few cells.
fn judge_part(grid: &Grid<'_>, proposal: Proposal) -> Option<Judged> {
    let (positions, formula) = (grid.positions(), &proposal.formula);
    let bits = formula.bits();
    // A side where little happens must not be described by a formula made to measure.
    let is_trivial = || {
        !matches!(formula, Formula::Int(_))
            && arrangement_bits(grid.values()) < u64::from(bits) + LEAST_SAVING_OF_PARTS
    };
    // Few different divisors are seen in a part.
    let is_refused = positions < usize::try_from(bits).ok()? + MARGIN_OF_PARTS
        || !is_seen_often(grid, formula)
        || formula.any(&|e| e.calls(&["gcd"]))
        || is_trivial();
    let support = Support { fitted: positions, tested: 0, tested_bits: 0, bits };
    (!is_refused).then(|| state_on(grid, proposal, support, Vec::new()))
}

/// Whether the formula holds on all of a part and could be stated there.
pub(crate) fn supports(grid: &Grid<'_>, formula: &Formula) -> bool {
    judge_grid(grid, Proposal::new(LawKind::Coordinates, formula.clone(), 0)).is_some()
}

/// The indices in `start..end` where `agrees` is false, `None` when there are more than `most`.
pub(crate) fn mismatches(
    start: usize,
    end: usize,
    most: usize,
    agrees: impl Fn(usize) -> bool + Sync,
) -> Option<Vec<usize>> {
    // Most wrong proposals fail at once: look at a few cells before asking all processors.
    let step = ((end - start.min(end)) / 512).max(1);
    if patience::is_over() {
        return None;
    }
    if (start..end).step_by(step).filter(|&i| !agrees(i)).take(most + 1).count() > most {
        return None;
    }
    let chunks: Vec<usize> = (start..end).step_by(CHUNK).collect();
    let found: Vec<Vec<usize>> = chunks
        .into_par_iter()
        .map(|from| {
            let range = from..end.min(from + CHUNK);
            range.filter(|&i| !agrees(i)).take(most + 1).collect()
        })
        .collect();
    let all: Vec<usize> = found.concat();
    (all.len() <= most).then_some(all)
}

/// Bits of an exception list: which places below `range`, and the values there.
pub(crate) fn exception_bits(range: usize, values: &[i64]) -> u32 {
    if values.is_empty() {
        return 0;
    }
    choice_bits(range, values.len()).saturating_add(list_bits(values))
}

/// Whether exceptions at these places, in a law that starts at `start` and is followed up to
/// `end`, can be taken to be all there are.
///
/// The law must go on for as long as it took to settle, and a period more: what Guy and Smith's
/// theorem asks of a take-and-break game.
///
/// Positions that grow without end (powers of two, squares) look like a finite list in any table;
/// so the next one, as the gaps and ratios so far let expect it, must lie inside the table.
fn settled(wrong: &[usize], start: usize, period: usize, end: usize) -> bool {
    let last = wrong.last().map_or(start, |&i| i + 1);
    if last > 0 && 2 * last + period > end {
        return false;
    }
    let gap = wrong.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
    let recent = &wrong[wrong.len().saturating_sub(5)..];
    let grows = recent.windows(2).filter(|w| wrong.len() > 2 && w[0] >= 8).any(|w| {
        // end < 3/2 * last * (w[1] / w[0])
        (end as u128) * 2 * (w[0] as u128) < 3 * (last as u128) * (w[1] as u128)
    });
    end - last >= 2 * gap && !grows
}

/// Periods that must be seen: more where they are steps of a staircase.
fn least_repeats(sequence: &Sequence<'_>, period: usize) -> usize {
    let changes = (1..sequence.len()).into_par_iter().with_min_len(CHUNK);
    let changes = changes.filter(|&i| sequence.get(i) != sequence.get(i - 1));
    let is_staircase = period > 1 && changes.count() * period <= sequence.len();
    if is_staircase { LEAST_STEPS } else { LEAST_REPEATS }
}

/// Whether a law of that many bits says more than a shuffled table could.
fn beats_chance(sequence: &Sequence<'_>, bits: u32) -> bool {
    let (count, at) = (sequence.len(), |i: usize| sequence.get(i));
    let (steps, step) = (count.max(1) - 1, |i: usize| at(i + 1).wrapping_sub(at(i)));
    let enough = u64::from(bits) + LEAST_SAVING_OF_RUNS;
    // A few deviating terms at the very beginning, such as the one of misere nim.
    let few = FIRST_TERMS.max(count / FIRST_SHARE);
    let head = last_run(count, at);
    // Eventually constant from early on: random only if its deviating terms were scattered.
    let is_early = EARLY_SHARE * head <= count && (0..head).all(|i| at(i) != at(head));
    let is_no_run = || {
        let head = last_run(steps, step);
        head <= few
            || EARLY_SHARE_OF_STEPS * head <= steps
            || run_bits(steps, step).is_none_or(|runs| runs >= enough)
    };
    head <= few
        || is_early
        || arrangement_bits_at(count, at) >= u64::from(bits) + LEAST_SAVING
            && run_bits(count, at).is_none_or(|runs| runs >= enough)
            && is_no_run()
}

/// The index at which the last run of equal values begins.
fn last_run(count: usize, at: impl Fn(usize) -> i64) -> usize {
    (1..count).rev().find(|&i| at(i) != at(i - 1)).unwrap_or(0)
}

/// Whether terms that could be those of `floor(slope * n + shift)` are told by a law of so few bits
/// that chance does not meet it: of all slopes and shifts together, `n` terms tell about
/// `n^3 / pi^2` apart (Mignosi 1991).
fn is_short(sequence: &Sequence<'_>, kind: LawKind, formula: &Formula, period: usize) -> bool {
    let is_plain =
        matches!(kind, LawKind::Affine | LawKind::Constant) || PLAIN_PERIODS.contains(&period);
    let told = (3 * log2(sequence.len() as u64)) >> FRACTION;
    is_plain || u64::from(formula.bits()) + MARGIN_OF_BALANCED <= told || !sequence.is_balanced()
}

/// The condition `variable >= k`, for tables that are 0 below and 1 from there on.
pub(crate) fn at_least(k: i64) -> Formula {
    Formula::Var(0).cmp(Comparison::Ge, k)
}
