//! Zeros and ones that change at the terms of a linear recurrence: the lost starts of dynamic
//! subtraction (Schwenk 1970), the intervals between powers of the multiplication game.

use arith::modular::{PrimeField, shortest_recurrence};
use expr::ast::Comparison;
use expr::law::LawKind;
use formula::{Formula, Growing, Operation};
use message::message;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::recurrence::words;
use crate::family::{Search, shortest};
use crate::view::Sequence;

/// Fewest changes that tell a recurrence, and most.
const LEAST_MARKS: usize = 7;
/// The same where they are powers and their multiples.
const LEAST_DIGITS: usize = 5;
const MAX_MARKS: usize = 512;
/// Longest recurrence.
const MAX_ORDER: usize = 8;
/// First marks that may have no part in the recurrence.
const MAX_SKIPPED: usize = 8;

/// The law of the sequence, if it is of this kind.
pub(crate) fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    let count = sequence.len();
    if !(0..count).all(|i| matches!(sequence.get(i), 0 | 1)) {
        return None;
    }
    let ones = (0..count).filter(|&i| sequence.get(i) == 1).take(count / 2 + 1).count();
    let rare = i64::from(2 * ones <= count);
    let members = marks(sequence, |i| sequence.get(i) == rare);
    let is_change = |i: usize| i > 0 && sequence.get(i) != sequence.get(i - 1);
    let first: Vec<i64> = (1..count)
        .filter(|&i| is_change(i))
        .take(MAX_MARKS)
        .map(|i| sequence.coordinate(i))
        .collect();
    if let Some(law) = leading_digit(sequence, &first) {
        return Some(law);
    }
    let changes = marks(sequence, is_change);
    let by_members = members.and_then(|marks| law(sequence, &marks, Some(rare), search));
    by_members.or_else(|| {
        let changes = changes?;
        // A run ends before it changes: powers, and not powers plus one.
        let ends: Vec<i64> = changes.iter().map(|&n| n - 1).collect();
        let found = [&ends, &changes].map(|marks| law(sequence, marks, None, search));
        found.into_iter().flatten().min_by_key(Judged::size)
    })
}

/// The law by which the value changes at `b ** k` and at `d * b ** k`, or after them: the first digit of
/// `n`, or of `n - 1`, to the base `b` is compared with `d`.
fn leading_digit(sequence: &Sequence<'_>, changes: &[i64]) -> Option<Judged> {
    [1, 0].into_iter().find_map(|less| {
        let mut marks: Vec<i64> = changes.iter().map(|n| n - less).collect();
        if marks.first() != Some(&1) {
            marks.insert(0, 1);
        }
        let [_, d, b, ..] = *marks else { return None };
        let is_geometric = marks.windows(3).all(|w| w[0].checked_mul(b) == Some(w[2]));
        let start = usize::try_from((1 + less).checked_sub(sequence.axis.lo)?).ok()?;
        if !is_geometric || marks.len() < LEAST_DIGITS || start >= sequence.len() {
            return None;
        }
        let number = || Formula::Var(0).plus(-less);
        let places = Formula::call("numdigits", [number(), Formula::Int(b)]).plus(-1);
        let first = number() / Formula::Int(b).pow(places);
        let value = sequence.get(start);
        let comparison = if value == 1 { Comparison::Lt } else { Comparison::Ge };
        let (name, n) = (sequence.name, &sequence.axis.name);
        let between = match less {
            0 => format!("{b}^k <= {n} < {d}*{b}^k"),
            _ => format!("{b}^k < {n} <= {d}*{b}^k"),
        };
        let words = message!("{name}({n}) = {value} iff {between} for a k >= 0");
        let fitted = usize::try_from(b).ok()?.min(sequence.fitting());
        let proposal = Proposal::new(LawKind::Closed, first.cmp(comparison, d), fitted);
        judge(sequence, proposal.starting(start).parameter("base", b).said(words))
    })
}

/// The coordinates of the indices, if they are neither few nor many.
fn marks(sequence: &Sequence<'_>, is: impl Fn(usize) -> bool) -> Option<Vec<i64>> {
    let marks: Vec<usize> = (0..sequence.len()).filter(|&i| is(i)).take(MAX_MARKS + 1).collect();
    let is_right = (LEAST_MARKS..=MAX_MARKS).contains(&marks.len());
    is_right.then(|| marks.into_iter().map(|i| sequence.coordinate(i)).collect())
}

/// The law by which the value is `member` at the marks and nowhere else, or changes after each.
fn law(
    sequence: &Sequence<'_>,
    marks: &[i64],
    member: Option<i64>,
    search: Search,
) -> Option<Judged> {
    let n = || Formula::Var(0);
    let (growing, skipped) = (0..=MAX_SKIPPED)
        .take_while(|k| k + LEAST_MARKS <= marks.len())
        .filter_map(|k| Some((recurrence(&marks[k..])?, k)))
        .min_by_key(|(list, skipped)| skipped + 2 * list.order())
        .or_else(|| Some((closed(marks, search)?, 0)))?;
    let list = Box::new(growing);
    let order = list.order();
    let passed = |e: Formula| e.under(Operation::Passed(list.clone()));
    let formula = match member {
        Some(value) => {
            let comparison = if value == 1 { Comparison::Ne } else { Comparison::Eq };
            passed(n()).cmp(comparison, passed(n().plus(1)))
        }
        None => {
            let last = sequence.get(sequence.len() - 1);
            let marks = i64::try_from(marks.len() - skipped).ok()?;
            let parity = if (last - marks).rem_euclid(2) == 0 { 0 } else { 1 };
            (passed(n()) + parity).rem(2)
        }
    };
    let rule = match &*list {
        Growing::Recurrence { weights, first, .. } => words("h", "k", weights, 1, first),
        Growing::Closed(term) => format!("h(k) = {}, k >= 0", term.expr(&["k".to_owned()])),
    };
    let (name, at) = (sequence.name, &sequence.axis.name);
    let words = match member {
        Some(value) => {
            let other = 1 - value;
            message!("{name}({at}) = {value} at the numbers h(k), else {other}: {rule}")
        }
        None => message!("{name}({at}) changes after the numbers h(k): {rule}"),
    };
    // As many marks tell the recurrence as it has numbers.
    let read = marks[(skipped + 2 * order).min(marks.len() - 1)];
    let fitted = usize::try_from(read - sequence.axis.lo).ok()?.min(sequence.fitting());
    let proposal = Proposal::new(LawKind::Sparse, formula, fitted);
    judge(sequence, proposal.parameter("order", order).said(words))
}

/// The recurrence of the marks, told by two thirds of them and true of all.
fn recurrence(marks: &[i64]) -> Option<Growing> {
    let fitted = marks.len() - marks.len() / 3;
    let residues = marks.get(..fitted)?.iter().map(|&mark| PrimeField::LARGE.residue(mark));
    let weights = shortest_recurrence(residues, MAX_ORDER)?;
    let order = weights.len();
    if order == 0 || 2 * order + 1 > fitted {
        return None;
    }
    // What grows evenly has a period.
    let last = *marks.last()?;
    if marks[marks.len() - 1 - order.max(2)] * 5 > 4 * last {
        return None;
    }
    let first = marks[..order].iter().map(|&t| t.into()).collect();
    let growing = Growing::recurrence(weights, first)?;
    growing.starts_with(marks).then_some(growing)
}

/// The law of marks that grow by more and more, such as squares.
fn closed(marks: &[i64], search: Search) -> Option<Growing> {
    let steps = || marks.windows(2).map(|w| w[1] - w[0]);
    let is_widening = steps().next_back() >= steps().next().map(|first| 2 * first.max(1));
    if marks[0] < 0 || !is_widening {
        return None;
    }
    let judged = shortest(search, "h", 0, marks.to_vec())?;
    let law = &judged.finding.law;
    let is_plain = law.exceptions.is_empty() && law.from == Some(0) && law.kind == LawKind::Closed;
    let growing = Growing::Closed(judged.formula);
    (is_plain && growing.starts_with(marks)).then_some(growing)
}
