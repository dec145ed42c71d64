//! A coordinate with few values, such as a parameter, a flag or the last move: the table is cut at its
//! values, and the laws of the slices become one law.
//!
//! Laws of the same shape become one law whose constants are functions of the coordinate; where that
//! fails, two or three different laws become cases, and more stand alone, each for its value.

use expr::ast::Comparison;
use expr::law::LawKind;
use expr::words::listed;
use formula::{Formula, Op, rewrite};
use message::{Message, message};

use crate::evidence::{Judged, Proposal, judge_form, judge_grid, kind_of};
use crate::family::positions;
use crate::subgrid::Subgrid;
use crate::view::{Grid, Sequence};
use crate::{grids, laws_of_sequence};

/// Most values of a coordinate at which a table is cut.
const MAX_SLICES: usize = 16;
/// Fewest cells of a slice.
const LEAST_CELLS: usize = 24;
/// A coordinate of at most this many values is a flag: it can have cases, but no law of its own.
const MAX_FLAG: usize = 3;
/// Most cases, and most that are said as one formula.
const MAX_CASES: usize = 8;
const MAX_PLAIN_CASES: usize = 3;
/// Fewest slices that tell what becomes of others.
const LEAST_SLICES: usize = 4;
/// Fewest slices that agree with a law that does not change with the coordinate, and fewest with one
/// whose constants are functions of it.
const LEAST_AGREEING: usize = 3;
const LEAST_POINTS: usize = 4;
/// Fewest slices that agree with a constant, which few of them would not.
const LEAST_CONSTANT: usize = 8;
/// Slices without a law after which the others are not tried.
const MAX_TRIED: usize = 4;
/// Laws of one slice that are looked at.
const MAX_LAWS: usize = 4;
/// Coordinates at which a table is cut, one within the other.
const DEPTH: u8 = 2;
/// Classes of the coordinate to which a law may be limited.
const MAX_CLASSES: i64 = 4;

/// The law of a slice in the coordinates of the whole table.
#[derive(Clone, Debug)]
struct SliceLaw {
    formula: Formula,
    /// Another coordinate and its least value for which the law holds.
    from: Option<(usize, i64)>,
    /// What a person would say in place of the formula.
    words: Option<Message>,
    /// What kind of law it is, where the formula does not tell.
    kind: Option<LawKind>,
}

impl SliceLaw {
    fn new(formula: Formula, from: Option<(usize, i64)>) -> Self {
        Self { formula, from, words: None, kind: None }
    }
}

/// The cells with one value of the coordinate.
struct Slice {
    value: i64,
    laws: Vec<SliceLaw>,
}

/// One law of the grid, or the laws of its slices along the first coordinate that gives any.
pub(crate) fn find(grid: &Grid<'_>) -> Vec<Judged> {
    within(grid, DEPTH)
}

fn within(grid: &Grid<'_>, depth: u8) -> Vec<Judged> {
    let mut parts = Vec::new();
    for axis in axes(grid) {
        let grid = &grid.by_cases(axis);
        let slices = slices(grid, axis, depth);
        let known = slices.iter().filter(|slice| !slice.laws.is_empty()).count();
        if known == 0 || known == 1 && slices.len() > MAX_FLAG {
            continue;
        }
        let found = joined(grid, axis, &slices);
        if found.iter().any(|law| law.finding.law.condition.is_none()) {
            return found;
        }
        let found = if found.is_empty() { each(grid, axis, &slices) } else { found };
        if parts.is_empty() {
            parts = found;
        }
    }
    parts
}

/// Where values have a law that tells each of them, the law of those that are not 0.
pub(crate) fn of_values(values: &Grid<'_>, win: &Grid<'_>) -> Option<Judged> {
    let mut laws = grids::laws_of_whole(values, laws_of_sequence);
    if laws.is_empty() {
        laws = find(values);
    }
    let law = laws.into_iter().find(|law| law.finding.law.condition.is_none())?;
    judge_form(win, law.formula.cmp(Comparison::Ne, 0), win.positions() / 3)
}

/// The coordinates at which the grid may be cut, those of fewest values first.
fn axes(grid: &Grid<'_>) -> Vec<usize> {
    let length = |axis: usize| grid.axes()[axis].len();
    let longest = grid.longest();
    let is_short = |&axis: &usize| {
        let n = length(axis);
        let cells = grid.positions() / n.max(1);
        (2..=MAX_SLICES).contains(&n) && cells >= LEAST_CELLS && (n <= MAX_FLAG || 2 * n <= longest)
    };
    let mut axes: Vec<usize> = (0..grid.axes().len()).filter(is_short).collect();
    axes.sort_by_key(|&axis| length(axis));
    axes
}

fn slices(grid: &Grid<'_>, axis: usize, depth: u8) -> Vec<Slice> {
    let mut values = grid.axes()[axis].lo..=grid.axes()[axis].hi;
    let mut slices: Vec<Slice> = Vec::new();
    // From both ends: where these have no law, few others have.
    let mut is_last = false;
    let from_both_ends = std::iter::from_fn(|| {
        is_last = !is_last;
        if is_last { values.next_back() } else { values.next() }
    });
    for value in from_both_ends {
        let is_hopeless = slices.len() >= MAX_TRIED && slices.iter().all(|s| s.laws.is_empty());
        if patience::is_over() || is_hopeless {
            break;
        }
        slices.push(Slice { value, laws: laws(grid, axis, value, depth) });
    }
    slices.sort_by_key(|slice| slice.value);
    slices
}

/// The laws of the slice at a value of the coordinate, the shortest first.
fn laws(grid: &Grid<'_>, axis: usize, value: i64, depth: u8) -> Vec<SliceLaw> {
    let others: Vec<usize> = (0..grid.axes().len()).filter(|&i| i != axis).collect();
    let names: Vec<String> = others.iter().map(|&i| grid.axes()[i].name.clone()).collect();
    let cells = grid.cells().filter(|(p, _)| p[axis] == value);
    let cells = cells.map(|(p, v)| (others.iter().map(|&i| p[i]).collect(), v));
    let Some(slice) = Subgrid::new(grid.name, &names, cells) else { return Vec::new() };
    let table = &slice.table;
    let (mut found, first) = match Sequence::of(table) {
        Some(sequence) => (laws_of_sequence(&sequence), sequence.axis.lo),
        None => {
            let whole = Grid::of(table);
            if whole.is_constant() && whole.positions() >= LEAST_CELLS {
                let formula = Formula::Int(whole.at(0).1);
                return vec![SliceLaw::new(formula, None)];
            }
            if let Some(law) = pairs(&whole, &others) {
                return vec![law];
            }
            let mut found = grids::laws_of_whole(&whole, laws_of_sequence);
            if found.is_empty() && depth > 1 {
                found = within(&whole, depth - 1);
                found.retain(|law| law.finding.law.condition.is_none());
            }
            (found, i64::MIN)
        }
    };
    let back: Vec<Formula> = others.iter().copied().map(Formula::Var).collect();
    let moving = others.iter().copied().find(|&i| grid.axes()[i].len() > 1).unwrap_or(0);
    found.sort_by_key(Judged::size);
    let lists: Vec<Judged> = found.iter().flat_map(other_forms).collect();
    found.truncate(MAX_LAWS);
    found.extend(lists);
    // A sequence has one variable, whichever coordinate it is.
    let back = if first > i64::MIN { vec![Formula::Var(moving)] } else { back };
    let law = |judged: Judged| {
        let from = judged.finding.law.from.filter(|&from| from > first);
        SliceLaw::new(judged.formula.with(&back), from.map(|from| (moving, from)))
    };
    found.into_iter().map(law).collect()
}

/// The law with its list of residues written in other ways: members of a family may show their likeness
/// in a longer form only.
fn other_forms(judged: &Judged) -> Vec<Judged> {
    let residues = judged.formula.listed().filter(|(list, place)| {
        let length = i64::try_from(list.len()).unwrap_or(0);
        place.by_constant(Op::Rem) == Some((&Formula::Var(0), length))
    });
    let forms = residues.into_iter().flat_map(|(list, _)| rewrite::every_form(list, 0));
    forms.map(|form| Judged { formula: form.formula, ..judged.clone() }).collect()
}

/// The pairs of lost positions of a slice, where they have a law.
fn pairs(slice: &Grid<'_>, coordinates: &[usize]) -> Option<SliceLaw> {
    if slice.is_thin() || !matches!(slice.name, "win" | "misere") {
        return None;
    }
    let judged = positions::condition_of(slice)?;
    let variables: Vec<Formula> = coordinates.iter().copied().map(Formula::Var).collect();
    let words = judged.finding.law.exceptions.is_empty().then_some(judged.finding.law.words);
    let law = SliceLaw::new(judged.formula.with(&variables), None);
    Some(SliceLaw { words, kind: Some(LawKind::Positions), ..law })
}

/// One law made of the laws of the slices: of all, or of those in a class of the coordinate.
fn joined(grid: &Grid<'_>, axis: usize, slices: &[Slice]) -> Vec<Judged> {
    let mut partial: Vec<(Formula, SliceLaw)> = Vec::new();
    let is_whole = grid.axes()[axis].is_whole;
    if !is_whole && slices.len() < LEAST_SLICES {
        return Vec::new();
    }
    for (law, varies) in families(axis, slices) {
        let holds = |slice: &Slice| agrees(grid, axis, slice.value, &law);
        let agreeing: Vec<bool> = slices.iter().map(holds).collect();
        let least = match law.formula {
            Formula::Int(_) => LEAST_CONSTANT,
            _ if varies || law.from.is_some() => LEAST_POINTS,
            _ => LEAST_AGREEING,
        };
        let count = agreeing.iter().filter(|&&yes| yes).count();
        if count < least && !(is_whole && count == slices.len()) {
            continue;
        }
        if !agreeing.contains(&false) {
            if let Some(judged) = judged(grid, &law, None) {
                return vec![judged];
            }
        } else if let Some(class) = class_of(axis, slices, &agreeing) {
            partial.push((class, law));
        }
    }
    let cases = if is_whole { cases(grid, axis, slices) } else { None };
    if let Some(judged) = cases.and_then(|law| judged(grid, &law, None)) {
        return vec![judged];
    }
    // Two classes that are each other's rest are two cases.
    for (i, (class, yes)) in partial.iter().enumerate() {
        for (other, no) in &partial[i + 1..] {
            let is_rest = slices.iter().all(|s| {
                let at = vec![s.value; grid.axes().len()];
                class.eval(&at) != other.eval(&at)
            });
            let formula = class.clone().choose(yes.formula.clone(), no.formula.clone());
            let law = SliceLaw::new(formula, yes.from.max(no.from));
            if let Some(judged) = is_rest.then(|| judged(grid, &law, None)).flatten() {
                return vec![judged];
            }
        }
    }
    let parts = partial.into_iter().filter_map(|(class, law)| judged(grid, &law, Some(class)));
    parts.take(1).collect()
}

/// The laws of one shape as one, with functions of the coordinate for constants that differ, if any do.
fn families(axis: usize, slices: &[Slice]) -> Vec<(SliceLaw, bool)> {
    let mut shapes: Vec<(Formula, Vec<(i64, SliceLaw)>)> = Vec::new();
    for slice in slices {
        for law in &slice.laws {
            let formula = law.formula.to_any_base();
            let shape = formula.shape();
            let member = (slice.value, SliceLaw::new(formula, law.from));
            match shapes.iter_mut().find(|(other, _)| *other == shape) {
                Some((_, members)) if members.iter().all(|(k, _)| *k != slice.value) => {
                    members.push(member);
                }
                Some(_) => {}
                None => shapes.push((shape, vec![member])),
            }
        }
    }
    shapes.retain(|(_, members)| members.len() > 1);
    shapes.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    let family = |(shape, members): (Formula, Vec<(i64, SliceLaw)>)| {
        let lists: Vec<(i64, Vec<i64>)> =
            members.iter().map(|(k, law)| (*k, law.formula.constants())).collect();
        let count = lists.first()?.1.len();
        let constants = (0..count).map(|at| {
            let points: Vec<(i64, i64)> = lists.iter().map(|(k, list)| (*k, list[at])).collect();
            function(axis, &points)
        });
        let constants = constants.collect::<Option<Vec<Formula>>>()?;
        let varies = !constants.iter().all(|e| matches!(e, Formula::Int(_)));
        let formula = shape.with_constants(&mut constants.into_iter()).in_plain_words();
        let from = members.iter().filter_map(|(_, law)| law.from).max();
        Some((SliceLaw::new(formula, from), varies))
    };
    shapes.into_iter().filter_map(family).collect()
}

/// The shortest function of the coordinate through the points.
fn function(axis: usize, points: &[(i64, i64)]) -> Option<Formula> {
    let (_, first) = *points.first()?;
    if points.iter().all(|&(_, value)| value == first) {
        return Some(Formula::Int(first));
    }
    let k = || Formula::Var(axis);
    let triangular = (k() * k().plus(1)).div(2);
    let mut bases = vec![k(), k() / 2, k().plus(1) / 2, k() % 2, k().pow(2), triangular];
    bases.extend([2, 3].map(|base| Formula::Int(base).pow(k())));
    let line = |base: Formula| {
        let at = |k: i64| base.eval(&vec![k; axis + 1]);
        let (k0, v0) = points[0];
        let (k1, v1) = *points.iter().find(|&&(k, _)| at(k) != at(k0))?;
        let (run, rise) = (at(k1)?.checked_sub(at(k0)?)?, v1.checked_sub(v0)?);
        let factor = rise.checked_div(run).filter(|factor| factor * run == rise)?;
        let line = base.times(factor).plus(v0.checked_sub(factor.checked_mul(at(k0)?)?)?);
        let holds = |&(k, v): &(i64, i64)| line.is(v, &vec![k; axis + 1]);
        points.iter().all(holds).then_some(line)
    };
    bases.into_iter().filter_map(line).min_by_key(Formula::bits)
}

/// Whether the law holds on all of the slice.
fn agrees(grid: &Grid<'_>, axis: usize, value: i64, law: &SliceLaw) -> bool {
    let speaks = |p: &[i64]| p[axis] == value && law.from.is_none_or(|(i, from)| p[i] >= from);
    grid.cells().filter(|(p, _)| speaks(p)).all(|(p, v)| law.formula.is(v, &p))
}

/// The slices that agree as a condition on the coordinate.
fn class_of(axis: usize, slices: &[Slice], agreeing: &[bool]) -> Option<Formula> {
    let k = || Formula::Var(axis);
    let residues = (2..=MAX_CLASSES).flat_map(|m| (0..m).map(move |r| (m, r)));
    let residues = residues.map(|(m, r)| k().rem(m).equals(r));
    let least = slices.iter().zip(agreeing).find(|(_, yes)| **yes)?.0.value;
    let count = agreeing.iter().filter(|&&yes| yes).count();
    let from = (count >= LEAST_POINTS).then(|| k().cmp(Comparison::Ge, least));
    let is_class = |class: &Formula| {
        let mut each = slices.iter().zip(agreeing);
        each.all(|(s, yes)| class.is(i64::from(*yes), &vec![s.value; axis + 1]))
    };
    residues.chain(from).find(is_class)
}

/// The laws of the values as cases: a flag has two or three, other coordinates few that differ.
fn cases(grid: &Grid<'_>, axis: usize, slices: &[Slice]) -> Option<SliceLaw> {
    let is_constant = |slice: &Slice| matches!(slice.laws.first(), Some(law) if matches!(law.formula, Formula::Int(_)));
    let is_truth = grid.is_truth() && !slices.iter().any(is_constant);
    let spoken = |law: &SliceLaw| match is_truth {
        true => as_condition(law.formula.clone()),
        false => law.formula.clone(),
    };
    let mut groups: Vec<(Formula, Vec<i64>)> = Vec::new();
    for slice in slices {
        let known = groups
            .iter()
            .position(|(formula, _)| slice.laws.iter().any(|law| spoken(law) == *formula));
        match known {
            Some(known) => groups[known].1.push(slice.value),
            None => groups.push((spoken(slice.laws.first()?), vec![slice.value])),
        }
    }
    if groups.len() > MAX_CASES {
        return None;
    }
    groups.sort_by_key(|(_, values)| values.len());
    let words =
        (groups.len() > MAX_PLAIN_CASES).then(|| cases_in_words(grid, axis, &groups, is_truth));
    let (last, _) = groups.pop()?;
    let formula = groups
        .into_iter()
        .rev()
        .fold(last, |rest, (law, values)| is_one_of(axis, values).choose(law, rest));
    let from = slices.iter().filter_map(|slice| slice.laws.first()?.from).max();
    Some(SliceLaw { words, ..SliceLaw::new(formula, from) })
}

/// The formulas with the values of the coordinate for which they hold.
fn cases_in_words(
    grid: &Grid<'_>,
    axis: usize,
    groups: &[(Formula, Vec<i64>)],
    is_truth: bool,
) -> Message {
    let names = grid.names();
    let case = |(formula, values): &(Formula, Vec<i64>)| {
        let is_number = is_truth || !formula.is_condition();
        let iff = if is_number { "" } else { "1 iff " };
        let body = format!("{iff}{}", formula.expr(&names));
        message!("{body} for {}", format!("{} = {}", names[axis], listed(values)))
    };
    let is = if is_truth { "iff" } else { "=" };
    let cases = Message::joined(groups.iter().map(case), "; ");
    message!("{}({}) {is} {cases}", grid.name, listed(&names))
}

/// A formula whose values are 0 and 1 as the condition that it is 1.
fn as_condition(formula: Formula) -> Formula {
    match formula.listed() {
        _ if formula.is_condition() => formula,
        Some((list, place)) => {
            let ones = (0..).zip(list).filter(|(_, value)| **value == 1).map(|(i, _)| i);
            place.clone().one_of(ones.collect())
        }
        None => formula.equals(1),
    }
}

/// The laws of single slices; slices that share one are named together.
fn each(grid: &Grid<'_>, axis: usize, slices: &[Slice]) -> Vec<Judged> {
    let mut all = Vec::new();
    let mut done: Vec<i64> = Vec::new();
    for (i, slice) in slices.iter().enumerate() {
        if done.contains(&slice.value) {
            continue;
        }
        let found = slice.laws.iter().find_map(|law| {
            let (values, law) = sharing(law, &slices[i..]);
            Some((judged(grid, &law, Some(is_one_of(axis, values.clone())))?, values))
        });
        if let Some((judged, values)) = found {
            all.push(judged);
            done.extend(values);
        }
    }
    all
}

/// The values of the slices that have this law, which holds for all of them from the last of its starts on.
fn sharing(law: &SliceLaw, slices: &[Slice]) -> (Vec<i64>, SliceLaw) {
    let same = slices.iter().filter_map(|slice| {
        let other = slice.laws.iter().find(|other| other.formula == law.formula)?;
        Some((slice.value, other.from))
    });
    let (values, starts): (Vec<i64>, Vec<_>) = same.unzip();
    (values, SliceLaw { from: starts.into_iter().max().flatten(), ..law.clone() })
}

fn is_one_of(axis: usize, values: Vec<i64>) -> Formula {
    match values.as_slice() {
        [value] => Formula::Var(axis).equals(*value),
        _ => Formula::Var(axis).one_of(values),
    }
}

/// The law tested on the cells it speaks of.
fn judged(grid: &Grid<'_>, law: &SliceLaw, class: Option<Formula>) -> Option<Judged> {
    let from = law.from.map(|(i, from)| Formula::Var(i).cmp(Comparison::Ge, from));
    let condition = match (class, from) {
        (Some(class), Some(from)) => Some(class.op(Op::And, from)),
        (class, from) => class.or(from),
    };
    let formula = law.formula.clone();
    let restricted = condition.map(|condition| grid.restricted(condition));
    let grid = restricted.as_ref().unwrap_or(grid);
    let kind = law.kind.unwrap_or_else(|| kind_of(&formula));
    let proposal = Proposal::new(kind, formula, grid.positions() / 3);
    judge_grid(grid, Proposal { words: law.words.clone(), ..proposal })
}
