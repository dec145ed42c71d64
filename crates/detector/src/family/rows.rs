//! Rows with lawful constants: along one coordinate every row is (arithmetic) periodic, its period
//! and saltus are functions of the other coordinates, and so are the values within one period.
//!
//! `f(k, n) = T(k, n % P(k)) + S(k) * (n // P(k))`. The periods seen need only divide `P`: taking 1
//! or k has period 2 for odd k, and k + 1 all the same. `T` is a grid of its own, with a hole
//! wherever the remainder would be `P(k)` or more, and any family may find its law.

mod cases;

use expr::ast::{Comparison, Expr};
use expr::build::call;
use expr::law::LawKind;
use expr::words::listed;
use formula::Formula;
use hashbrown::{HashMap, HashSet};

use crate::Finding;

use crate::evidence::{Judged, Proposal, judge_form};
use crate::family::periodic::failures;
use crate::family::{PartSearch, Search, terms};
use crate::statement::{Support, state};
use crate::subgrid::Subgrid;
use crate::view::Grid;

/// Fewest rows.
const LEAST_ROWS: usize = 5;
/// Fewest rows whose period is seen.
const LEAST_SEEN: usize = 3;
/// Fewest different periods that tell a function of the other coordinates.
const LEAST_PERIODS: usize = 4;
/// Periods a row must hold to count as periodic.
const LEAST_REPEATS: usize = 3;
/// Fewest rows that begin to repeat where the law says, and not before.
const LEAST_MET: usize = 2;
/// Bits that one row with a fitting period counts for.
const BITS_PER_ROW: usize = 2;
/// Formulas for the period whose grid of remainders is looked at.
const MAX_PERIODS: usize = 6;
/// Greatest factor and summand of a formula for the period.
const MAX_FACTOR: i64 = 4;
const MAX_SUMMAND: i64 = 6;
/// Bits that tell which of the [`halves`] a period is.
const BITS_OF_HALVES: u32 = 8;
/// Longest constant period.
const MAX_LENGTH: i64 = 64;

/// A row: where it stands, and the values along it.
struct Row {
    /// Position of its first cell.
    place: Vec<i64>,
    values: Vec<i64>,
    /// Where the row shows a period three times: from which place on it does.
    preperiod: usize,
    /// Least period and its saltus, where the row shows one three times.
    period: Option<(i64, i64)>,
}

/// The preperiod, period and saltus that a row shows.
type Shown = Option<(usize, i64, i64)>;

/// The law of the grid along one of its coordinates, the last one first.
pub(crate) fn find(grid: &Grid<'_>, effort: PartSearch) -> Option<Judged> {
    (0..grid.axes().len()).rev().find_map(|axis| along(grid, axis, effort))
}

/// The least period of the rows along the last coordinate, when it is a function of the others.
pub(crate) fn period(grid: &Grid<'_>) -> Option<Formula> {
    let axis = grid.axes().len().checked_sub(1)?;
    let rows = rows(grid, axis, least_period)?;
    let equals = |row: &Row, p| row.period.is_some_and(|(least, _)| p == least);
    periods(axis + 1, axis)
        .into_iter()
        .find(|period| shown_by(period, period.bits(), &rows, equals).is_some())
}

/// Finds that every row along the last coordinate repeats, from the first place or one that is a function of
/// the other coordinates on, with a period that is another: `sg(a, b, n + a + b) = sg(a, b, n)`,
/// whatever the values are.
pub(crate) fn repetition(grid: &Grid<'_>) -> Option<Finding> {
    let axis = grid.axes().len().checked_sub(1)?;
    let at_once = rows(grid, axis, least_period).and_then(|rows| repeating(grid, axis, &rows));
    if let Some((finding, _)) = at_once {
        return Some(finding);
    }
    let from = |begin: Formula| Formula::Var(axis).cmp(Comparison::Ge, begin);
    let rows = rows(grid, axis, eventual_period)?;
    let begin = beginning(&rows, axis)?;
    let (mut finding, period) = repeating(&grid.restricted(from(begin.clone())), axis, &rows)?;
    // The words say from where on values come back, the body where they have done so.
    finding.law.condition = Some(from(begin + period).expr(&grid.names()));
    Some(finding)
}

/// The place from which all rows show their periods, as a function of a coordinate: where several
/// rows begin that do not repeat at once, and none later.
fn beginning(rows: &[Row], axis: usize) -> Option<Formula> {
    let begins = rows.iter().filter(|row| row.period.is_some()).map(|row| {
        let after = i64::try_from(row.preperiod).ok()?;
        Some((row.place.get(axis)?.checked_add(after)?, row.place.as_slice()))
    });
    let begins: Vec<(i64, &[i64])> = begins.collect::<Option<_>>()?;
    let lines = (0..axis).map(Formula::Var).flat_map(lines);
    let last = begins.iter().map(|(begin, _)| *begin).max()?;
    let slack = |line: &Formula| -> Option<(i64, u32)> {
        let slacks = begins.iter().map(|(begin, place)| line.eval(place)?.checked_sub(*begin));
        let slacks: Vec<i64> = slacks.collect::<Option<_>>()?;
        let met = begins
            .iter()
            .zip(&slacks)
            .filter(|((begin, place), slack)| **slack == 0 && *begin > place[axis]);
        let is_met = met.count() >= LEAST_MET;
        let is_bound = slacks.iter().all(|&slack| slack >= 0);
        (is_met && is_bound).then(|| (slacks.iter().sum(), line.bits()))
    };
    let all = lines.chain([Formula::Int(last)]);
    let (_, line) =
        all.filter_map(|line| Some((slack(&line)?, line))).min_by_key(|(slack, _)| *slack)?;
    Some(line)
}

/// The repetition of these rows of a grid, and their period.
fn repeating(grid: &Grid<'_>, axis: usize, rows: &[Row]) -> Option<(Finding, Formula)> {
    let equals = |row: &Row, p| row.period == Some((p, 0));
    let (seen, period) = periods(axis + 1, axis)
        .into_iter()
        .filter(|period| !matches!(period, Formula::Int(_)))
        .map(|period| (period.bits(), period))
        .chain(halves(axis).map(|period| (BITS_OF_HALVES, period)))
        .chain(cases::period(rows, axis))
        .find_map(|(bits, period)| Some((shown_by(&period, bits, rows, equals)?, period)))?;
    let value = |row: &Row| period.eval(&row.place).and_then(|p| usize::try_from(p).ok());
    let periods: HashSet<usize> = seen.iter().filter_map(|row| value(row)).collect();
    if periods.len() < LEAST_PERIODS {
        return None;
    }
    let fitted: usize = seen.iter().filter_map(|row| value(row)).sum();
    let tested = seen.iter().map(|row| row.values.len()).sum::<usize>().saturating_sub(fitted);
    let variables = grid.names();
    let place = |n: Formula| -> Vec<Expr> {
        (0..axis).map(Formula::Var).chain([n]).map(|e| e.expr(&variables)).collect()
    };
    let n = Formula::Var(axis);
    let later = listed(place(&n + &period));
    let support = Support { fitted, tested, tested_bits: tested as u64, bits: period.bits() };
    let words = format!("{0}({later}) = {0}({1})", grid.name, variables.join(", "));
    let proposal = Proposal::new(LawKind::Periodic, period.clone(), fitted).said(words);
    let mut finding = state(grid.subject(), proposal, support, Vec::new()).finding;
    finding.law.body = call(grid.name, place(n - &period));
    Some((finding, period))
}

fn along(grid: &Grid<'_>, axis: usize, effort: PartSearch) -> Option<Judged> {
    let rows = rows(grid, axis, least_period)?;
    let divides = |row: &Row, p| row.period.is_some_and(|(least, _)| p % least == 0);
    periods(grid.axes().len(), axis)
        .into_iter()
        .take_while(|_| !patience::is_over())
        .filter_map(|period| Some((shown_by(&period, period.bits(), &rows, divides)?, period)))
        .take(MAX_PERIODS)
        .filter_map(|(seen, period)| with_period(grid, axis, &seen, period, effort))
        .min_by_key(|judged| judged.formula.bits())
}

/// How many of the rows must show their period.
fn least_seen(rows: &[Row]) -> usize {
    LEAST_SEEN.max(rows.len() / 4)
}

/// The rows that are long enough to show their period, when all of these agree and there are
/// enough of them for a formula of `bits` bits. What a shorter row looks like says nothing.
fn shown_by<'r>(
    period: &Formula,
    bits: u32,
    rows: &'r [Row],
    agrees: impl Fn(&Row, i64) -> bool,
) -> Option<Vec<&'r Row>> {
    let mut seen = Vec::new();
    for row in rows {
        let p = period.eval(&row.place).filter(|&p| p > 0)?;
        if usize::try_from(p).ok()?.checked_mul(LEAST_REPEATS)? > row.values.len() {
            continue;
        }
        if !agrees(row, p) {
            return None;
        }
        seen.push(row);
    }
    let enough = seen.len() >= least_seen(rows) && bits as usize <= BITS_PER_ROW * seen.len();
    enough.then_some(seen)
}

fn with_period(
    grid: &Grid<'_>,
    axis: usize,
    seen: &[&Row],
    period: Formula,
    effort: PartSearch,
) -> Option<Judged> {
    let rises = seen.iter().map(|row| {
        let (least, saltus) = row.period?;
        Some((row.place.clone(), saltus.checked_mul(period.eval(&row.place)? / least)?))
    });
    let rise = rise(grid, axis, &rises.collect::<Option<Vec<_>>>()?, effort.lists)?;
    let n = Formula::Var(axis);
    let rest = &n % &period;
    let risen = match rise {
        Formula::Int(0) => rise,
        rise => n / period * rise,
    };
    let mut cells = Vec::with_capacity(grid.positions());
    for (mut position, value) in grid.cells() {
        let value = value.checked_sub(risen.eval(&position)?)?;
        position[axis] = rest.eval(&position)?;
        cells.push((position, value));
    }
    let count = cells.len();
    let within = Subgrid::new(grid.name, &grid.names(), cells.into_iter())?;
    let within = within.grid();
    // A period as long as the rows explains nothing.
    if within.positions() * 4 > count * 3 {
        return None;
    }
    let variables: Vec<Formula> = (0..grid.axes().len())
        .map(|i| if i == axis { rest.clone() } else { Formula::Var(i) })
        .collect();
    let body = effort.formula_of(&within)?.with(&variables);
    judge_form(grid, risen + body, within.positions().min(grid.positions() / 3))
}

/// The rise over a period as a formula in the other coordinates.
fn rise(grid: &Grid<'_>, axis: usize, rises: &[(Vec<i64>, i64)], lists: Search) -> Option<Formula> {
    let (_, first) = rises.first()?;
    if rises.iter().all(|(_, r)| r == first) {
        return Some(Formula::Int(*first));
    }
    // Lists over one other coordinate only.
    let other = match (grid.axes().len(), axis) {
        (2, axis) => 1 - axis,
        _ => return None,
    };
    let lo = rises.first()?.0[other];
    let is_list = rises.iter().zip(lo..).all(|((place, _), k)| place[other] == k);
    let values: Vec<i64> = rises.iter().map(|&(_, r)| r).collect();
    is_list.then(|| terms::law(&values, lo, lists))?.map(|f| f.with(&[Formula::Var(other)]))
}

/// Formulas for a period in the coordinates other than `axis`, the shortest first.
fn periods(axes: usize, axis: usize) -> Vec<Formula> {
    let others: Vec<Formula> = (0..axes).filter(|&i| i != axis).map(Formula::Var).collect();
    let mut all: Vec<Formula> = (1..=MAX_LENGTH).map(Formula::Int).collect();
    let mut bases = others.clone();
    for (i, b) in others.iter().enumerate() {
        for a in &others[..i] {
            bases.extend([a + b, a * b]);
            bases.extend((2..=3).flat_map(|k| [a + b.times(k), b + a.times(k)]));
        }
    }
    all.extend(bases.into_iter().flat_map(lines));
    for other in &others {
        all.extend((-2..=2).map(|c| (other * other).plus(c)));
        for power in [2, 3].map(|base| Formula::Int(base).pow(other)) {
            all.extend((-1..=1).map(|c| power.plus(c)));
            all.push(power.times(2));
        }
    }
    all.sort_by_key(Formula::bits);
    all
}

/// Even periods and their like, which are the same for two neighbours.
fn halves(axis: usize) -> impl Iterator<Item = Formula> {
    let halves = (0..axis).map(Formula::Var).flat_map(|k| [&k / 2, k.plus(1) / 2]);
    halves.flat_map(lines)
}

/// Small multiples of a formula, with something added.
fn lines(base: Formula) -> impl Iterator<Item = Formula> {
    (1..=MAX_FACTOR).flat_map(move |f| {
        let multiple = base.times(f);
        (-MAX_SUMMAND..=MAX_SUMMAND).map(move |c| multiple.plus(c))
    })
}

/// The rows along `axis`, each without a gap, with what they show. `None` when too few of them repeat.
fn rows(grid: &Grid<'_>, axis: usize, shown: fn(&[i64]) -> Shown) -> Option<Vec<Row>> {
    let mut of_place: HashMap<Vec<i64>, usize> = HashMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for (position, value) in grid.cells() {
        let mut place = position.clone();
        place[axis] = 0;
        let next = rows.len();
        let row = *of_place.entry(place).or_insert(next);
        if row == next {
            rows.push(Row { place: position, values: vec![value], preperiod: 0, period: None });
            continue;
        }
        let Row { place, values, .. } = &mut rows[row];
        // Positions come in order: the next cell of a row without a gap stands right behind it.
        if position[axis] != place[axis].checked_add(i64::try_from(values.len()).ok()?)? {
            return None;
        }
        values.push(value);
    }
    for row in &mut rows {
        if let Some((preperiod, period, saltus)) = shown(&row.values) {
            row.preperiod = preperiod;
            row.period = Some((period, saltus));
        }
    }
    let repeating = rows.iter().filter(|row| row.period.is_some()).count();
    (rows.len() >= LEAST_ROWS && repeating >= least_seen(&rows)).then_some(rows)
}

/// The least period of a list, with saltus, that it holds three times from its first term on.
fn least_period(values: &[i64]) -> Shown {
    let steps: Vec<i64> =
        values.windows(2).map(|w| w[1].checked_sub(w[0])).collect::<Option<_>>()?;
    let matched = *failures(steps.len(), &|i| steps[i])?.last()?;
    let period = steps.len() - matched as usize;
    if values.len() < LEAST_REPEATS * period {
        return None;
    }
    let saltus = values[period].checked_sub(values[0])?;
    Some((0, i64::try_from(period).ok()?, saltus))
}

/// The period, without saltus, that the longest end of a list holds three times, and where it begins.
fn eventual_period(values: &[i64]) -> Shown {
    let last = values.len().checked_sub(1)?;
    let matched = failures(values.len(), &|i| values[last - i])?;
    let ends = (1..).zip(&matched).map(|(length, &matched)| (length, length - matched as usize));
    let (length, period) = { ends }.filter(|(n, p)| *n >= LEAST_REPEATS * p).last()?;
    Some((values.len() - length, i64::try_from(period).ok()?, 0))
}
