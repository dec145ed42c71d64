//! The P-positions of a game on pairs: `a_i = floor(i * alpha)`, `b_i = floor(i * beta)`.
//!
//! The pairs `a <= b` are listed by `a`; `alpha` is found as for a Beatty sequence, and in the
//! games of Wythoff's kind `b_i - a_i = c * i`. The law is then a condition on the whole grid,
//! `win iff min(a, b) != floor(alpha * |a - b|)`, and is judged on every cell. Where `b_i - a_i` is no
//! multiple of `i`, the pairs may be those of [`crate::family::fraenkel`].

use arith::Quadratic;
use expr::ast::Comparison;
use expr::law::LawKind;
use expr::words::listed;
use formula::slope::{self, SlopeInterval, floor};
use formula::{Formula, Op};
use message::{Message, message};

use crate::evidence::{Judged, Proposal, judge_grid};
use crate::family::fraenkel;
use crate::statement::{Subject, Support, state};
use crate::view::Grid;
use crate::{Evidence, Finding};

/// Fewest pairs looked at, and fewest where some of them are exceptions.
const LEAST_PAIRS: usize = 6;
const LEAST_PAIRS_OF_IRREGULAR: usize = 8;
/// Fewest pairs that a slope is read from.
const LEAST_PAIRS_OF_SLOPE: usize = 10;
/// By how many bits a slope must be shorter than the pairs determine it.
const MARGIN: u32 = 1;
/// Pairs at the beginning that may be exceptions (misère play changes the first ones).
const MAX_IRREGULAR: usize = 4;

/// Laws of the positions where `grid` is 0, the previous player's wins: the condition, and either
/// side of the pairs as a function of the index.
pub(crate) fn find(grid: &Grid<'_>) -> Vec<Finding> {
    laws(grid)
        .map_or_else(Vec::new, |(whole, sides)| [whole.finding].into_iter().chain(sides).collect())
}

/// The condition alone.
pub(crate) fn condition_of(grid: &Grid<'_>) -> Option<Judged> {
    laws(grid).map(|(whole, _)| whole)
}

fn laws(grid: &Grid<'_>) -> Option<(Judged, [Finding; 2])> {
    let axes = grid.axes();
    if axes.len() != 2 || !grid.values().all(|v| v >= 0) {
        return None;
    }
    let pairs = pairs(grid)?;
    let fitting = pairs.len() - pairs.len() / 3;
    let irregular = if pairs.len() < LEAST_PAIRS_OF_IRREGULAR { 0 } else { MAX_IRREGULAR };
    let beatty = (0..=irregular).find_map(|skip| law(grid, &pairs, &pairs[skip..fitting], skip));
    beatty.or_else(|| fraenkel::of_pairs(grid, &pairs))
}

/// The pairs `a <= b` with value 0, by `a`; `None` when there are few or they are not symmetric.
fn pairs(grid: &Grid<'_>) -> Option<Vec<(i64, i64)>> {
    // More zeros than the sides are long are no list of pairs.
    let most = grid.axes().iter().map(|a| a.len()).sum::<usize>();
    let mut pairs = Vec::new();
    for (position, value) in grid.cells() {
        if value != 0 {
            continue;
        }
        let (a, b) = (position[0], position[1]);
        if grid.value(&[b, a]).is_some_and(|v| v != 0) {
            return None;
        }
        pairs.push((a.min(b), a.max(b)));
        if pairs.len() > most {
            return None;
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    // Beyond the first b outside the box, a alone may be inside; such pairs are not seen at all.
    (pairs.len() >= LEAST_PAIRS).then_some(pairs)
}

fn law(
    grid: &Grid<'_>,
    pairs: &[(i64, i64)],
    fitted: &[(i64, i64)],
    skip: usize,
) -> Option<(Judged, [Finding; 2])> {
    // Index of the first pair: 0 where (0, 0) is lost, else whatever the differences say.
    let (a, b) = *fitted.last()?;
    let (a0, b0) = *fitted.first()?;
    let steps = i64::try_from(fitted.len()).ok()? - 1;
    let rise = (b - a).checked_sub(b0 - a0)?;
    let c = (steps > 0 && rise % steps == 0).then(|| rise / steps).filter(|&c| c > 0)?;
    if (b0 - a0) % c != 0 {
        return None;
    }
    let first = (b0 - a0) / c - i64::try_from(skip).ok()?;
    let indexed = || fitted.iter().zip(first + i64::try_from(skip).unwrap_or(0)..);
    if !indexed().all(|(&(a, b), i)| b - a == c * i) {
        return None;
    }
    let is_slope = |s: &Quadratic| indexed().all(|(&(a, _), i)| floor(*s, i, (0, 1)) == Some(a));
    let alpha = match complementary(c).filter(is_slope) {
        Some(alpha) => alpha,
        None if pairs.len() < LEAST_PAIRS_OF_SLOPE => return None,
        None => SlopeInterval::of(indexed().map(|(&(a, _), i)| (i, a)))?.slope(MARGIN)?,
    };
    let beta = alpha.checked_add(Quadratic::integer(c.into())).ok()?;
    let [of_a, of_b] = [alpha, beta].map(|slope| format!("floor({}*i)", slope::words(slope)));
    let words = in_words(grid, &format!("({of_a}, {of_b})").into(), first);
    let formula = condition(alpha, c)?;
    let proposal = Proposal::new(LawKind::Positions, formula, fitted.len()).said(words);
    let whole = judge_grid(grid, proposal)?;
    let side = |axis: usize, slope: Quadratic, of: fn(&(i64, i64)) -> i64| {
        let values: Vec<(i64, i64)> = (first..).zip(pairs.iter().map(of)).collect();
        let proposal = Proposal::new(LawKind::Positions, Formula::Var(0).floor(slope), 0);
        let proposal = proposal.parameter("slope", slope::words(slope));
        side(&whole.finding, &grid.axes()[axis].name, proposal, &values)
    };
    let sides = [side(0, alpha, |pair| pair.0), side(1, beta, |pair| pair.1)];
    Some((whole, sides))
}

/// The slope with `1 / slope + 1 / (slope + c) = 1`, for which the pairs use each number once
/// (Beatty 1926): it follows from `c` alone.
fn complementary(c: i64) -> Option<Quadratic> {
    let c = i128::from(c);
    let (p, d) = (2 - c, c * c + 4);
    if c % 2 == 0 { Quadratic::new(p / 2, 1, 1, d / 4) } else { Quadratic::new(p, 1, 2, d) }.ok()
}

/// True at the N-positions. Every number the body uses is exact.
fn condition(alpha: Quadratic, c: i64) -> Option<Formula> {
    let (a, b) = (Formula::Var(0), Formula::Var(1));
    let least = a.min(&b);
    let difference = Formula::call("abs", [a - b]);
    if c == 1 {
        return Some(least.cmp(Comparison::Ne, difference.floor(alpha)));
    }
    // floor(alpha / c * difference) is right only where c divides the difference.
    let floor = difference.clone().floor(alpha.checked_div(Quadratic::integer(c.into())).ok()?);
    let off = difference.rem(c).cmp(Comparison::Ne, 0);
    Some(off.op(Op::Or, least.cmp(Comparison::Ne, floor)))
}

/// The lost pairs of a grid in words, the first one with this index.
pub(super) fn in_words(grid: &Grid<'_>, pair: &Message, first: i64) -> Message {
    let (a, b) = (&grid.axes()[0].name, &grid.axes()[1].name);
    let indices = listed((first..).take(3));
    match grid.name {
        "misere" => message!("misere P-positions ({a} <= {b}): {pair}, i = {indices}, ..."),
        _ => message!("P-positions ({a} <= {b}): {pair}, i = {indices}, ..."),
    }
}

/// One coordinate of the pairs as a law over the index `i`.
pub(super) fn side(
    whole: &Finding,
    subject: &str,
    proposal: Proposal,
    values: &[(i64, i64)],
) -> Finding {
    let wrong = values.iter().filter(|&&(i, v)| !proposal.formula.is(v, &[i]));
    let exceptions = wrong.map(|&(i, v)| (vec![i], v)).collect();
    let (first, last) = (values.first().map_or(0, |v| v.0), values.last().map_or(0, |v| v.0));
    let subject = Subject::list(subject, "i", first, last);
    let support = Support { fitted: 0, tested: 0, tested_bits: 0, bits: 0 };
    let side = state(subject, proposal, support, exceptions).finding;
    // The pairs say one thing, which the whole table tested.
    let evidence = Evidence { verified_to: vec![last], ..whole.evidence.clone() };
    Finding { evidence, ..side }
}
