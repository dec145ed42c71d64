//! Constant, affine, eventually periodic and eventually arithmetic periodic sequences:
//! `g(n + p) = g(n) + s` for all `n >= n0`.
//!
//! All four are one question: are the differences eventually periodic? A suffix of length `L` of
//! the differences has least period `L - f(L)`, `f` the failure function (Knuth, Morris and Pratt
//! 1977) of the reversed differences; the suffix with the greatest `f` has the least `n0 + p`.
//! Linear time and memory.

use expr::ast::Comparison;
use expr::law::LawKind;
use formula::Formula;
use formula::bits::{length, list_bits};
use formula::rewrite::{self, ClosedForm};
use formula::slope::SlopeInterval;
use message::{Message, message};
use table::Values;

use crate::evidence::{
    Judged, MAX_EXCEPTIONS, Proposal, at_least, exception_bits, judge, mismatches,
};
use crate::family::classes_in_words;
use crate::family::refuted::{breaks_again, may_be_binary, may_be_digits};
use crate::statement::{shift, since};
use crate::view::Sequence;

/// Longer lists are first looked at in part, which takes an eighth of the memory.
const MANY_TERMS: usize = 1 << 20;
/// Periods up to this length are written out in words.
const MAX_LIST_LENGTH: usize = 32;
/// Rising residue classes up to this number are stated one by one.
const MAX_CLASSES: usize = 16;

/// Fewest periods of a rotation by a fraction: a Beatty sequence whose slope has partial quotients
/// up to `a` follows a convergent for `a + 2` periods at most.
const LEAST_ROTATIONS: usize = 40;
/// As [`LEAST_ROTATIONS`], where the denominator is at most so great and no short irrational slope
/// would do as well.
const LEAST_PLAIN_ROTATIONS: usize = 8;
const MAX_PLAIN_PERIOD: usize = 3;
/// Terms by which slopes are told.
const MAX_TERMS_OF_SLOPES: usize = 2048;
/// How many bits longer than the fraction a slope is that would do as well.
const MARGIN_OF_SLOPES: u32 = 2;
/// Fewest periods when there are terms before them.
const LEAST_ROTATIONS_WITH_EXCEPTIONS: usize = 64;

/// `value(n) = residues[n mod period] + saltus * floor(n / period)` from index `start` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventualPeriod {
    pub(crate) start: usize,
    pub(crate) saltus: i64,
    pub(crate) residues: Vec<i64>,
}

impl EventualPeriod {
    pub(crate) fn period(&self) -> usize {
        self.residues.len()
    }

    /// Whether it gives the term at an index.
    pub(crate) fn gives(&self, sequence: &Sequence<'_>, index: usize) -> bool {
        self.value(sequence.coordinate(index)) == Some(sequence.get(index))
    }

    /// The value at the coordinate `n`.
    fn value(&self, n: i64) -> Option<i64> {
        let period = i64::try_from(self.residues.len()).ok()?;
        let residue = self.residues[usize::try_from(n.rem_euclid(period)).ok()?];
        self.saltus.checked_mul(n.div_euclid(period))?.checked_add(residue)
    }
}

/// The laws of this family.
pub(crate) fn find(sequence: &Sequence<'_>) -> Vec<Judged> {
    let fitting = sequence.fitting();
    // An altered term near the end of the fitted part hides the period there, not earlier.
    for end in [fitting, fitting / 4 * 3] {
        let Some(shape) = fit(sequence, end) else { continue };
        let is_disputed = may_be_irrational(sequence, &shape)
            || breaks_again(sequence, &shape)
            || may_be_binary(&shape, sequence.len())
            || may_be_digits(&shape.residues, shape.saltus, sequence.len());
        if is_disputed && !sequence.is_lenient {
            continue;
        }
        let found = proposals(sequence, &shape).into_iter().map(|same_form| {
            same_form.into_iter().filter_map(|proposal| judge(sequence, proposal)).collect()
        });
        if let Some(found) = found.into_iter().find(|laws: &Vec<Judged>| !laws.is_empty()) {
            return found;
        }
    }
    Vec::new()
}

/// Whether the terms repeat as those of a rotation by a fraction do, and too seldom to tell it from
/// one by an irrational number.
pub(crate) fn is_disputed(sequence: &Sequence<'_>) -> bool {
    fit(sequence, sequence.fitting()).is_some_and(|shape| {
        may_be_irrational(sequence, &shape)
            && (shape.start..sequence.len()).all(|i| shape.gives(sequence, i))
    })
}

/// Whether a Beatty sequence could look like this: a slope a little below the convergent follows it
/// but for the term at 0.
fn may_be_irrational(sequence: &Sequence<'_>, shape: &EventualPeriod) -> bool {
    let repeats = (sequence.len() - shape.start) / shape.period();
    let least = if shape.start > 0 { LEAST_ROTATIONS_WITH_EXCEPTIONS } else { LEAST_ROTATIONS };
    if repeats >= least || !rewrite::is_rotation(&shape.residues, shape.saltus) {
        return false;
    }
    let is_plain = shape.start == 0
        && shape.period() <= MAX_PLAIN_PERIOD
        && repeats >= LEAST_PLAIN_ROTATIONS
        && shape.saltus != 0
        && !has_short_slope(sequence, shape);
    !is_plain
}

/// Whether an irrational slope not much longer than the fraction has these values as well.
fn has_short_slope(sequence: &Sequence<'_>, shape: &EventualPeriod) -> bool {
    // All distances are looked at; fewer terms leave more slopes.
    let count = sequence.len().min(MAX_TERMS_OF_SLOPES);
    let steps = (1..count).map(|k| {
        let steps = (k..count).map(|i| sequence.get(i).saturating_sub(sequence.get(i - k)));
        let (least, greatest) = steps.fold((i64::MAX, i64::MIN), |(a, b), s| (a.min(s), b.max(s)));
        let k = i64::try_from(k).unwrap_or(i64::MAX);
        (k, greatest.saturating_sub(1), least.saturating_add(1))
    });
    let period = i64::try_from(shape.period()).unwrap_or(i64::MAX);
    let limit = length(period) + length(shape.saltus) + MARGIN_OF_SLOPES;
    SlopeInterval::between(steps).is_none_or(|slopes| slopes.shortest(limit).is_some())
}

/// The shape of the first `end` terms with the least `preperiod + period`, if it repeats.
pub(crate) fn fit(sequence: &Sequence<'_>, end: usize) -> Option<EventualPeriod> {
    let count = end.checked_sub(1)?;
    // The values are read where they stand: a copy of 10^8 differences would be as large as all
    // the rest.
    let (suffix, period) = match sequence.values {
        Values::U16(v) => {
            best_suffix(count, |i| i32::from(v[count - i]) - i32::from(v[count - 1 - i]))
        }
        Values::I64(v) => {
            if v[..end].windows(2).any(|w| w[1].checked_sub(w[0]).is_none()) {
                return None;
            }
            best_suffix(count, |i| v[count - i] - v[count - 1 - i])
        }
        _ => None,
    }?;
    shape(sequence, end, count - suffix, period)
}

/// Length and period of the suffix (here: prefix of the reversed list, whose `i`-th entry is
/// `at(i)`) with the least `preperiod + period` that holds its period twice: so do the values whose
/// differences these are, of which there is one more.
fn best_suffix<T: PartialEq>(count: usize, at: impl Fn(usize) -> T) -> Option<(usize, usize)> {
    let early = if count >= MANY_TERMS { shown_early(count, &at) } else { None };
    early.or_else(|| suffix_of_all(count, &at))
}

/// The suffix, where an eighth of the list already shows a period that three quarters of it have: by
/// Fine and Wilf's theorem (1965) no other is better.
fn shown_early<T: PartialEq>(count: usize, at: &impl Fn(usize) -> T) -> Option<(usize, usize)> {
    let part = count / 8;
    let (length, period) = suffix_of_all(part, at)?;
    if length < part || 4 * period > part {
        return None;
    }
    let length = (part..count).find(|&i| at(i) != at(i - period)).unwrap_or(count);
    (4 * length >= 3 * count).then_some((length, period))
}

fn suffix_of_all<T: PartialEq>(count: usize, at: &impl Fn(usize) -> T) -> Option<(usize, usize)> {
    let mut best = (0, None);
    for (length, matched) in (1..).zip(failures(count, at)?) {
        let period = length - matched as usize;
        if length + 1 >= 2 * period && matched > best.0 {
            best = (matched, Some((length, period)));
        }
    }
    best.1
}

/// How long a beginning of the list its first 1, 2, ... entries end with: the failure function of
/// Knuth, Morris and Pratt. `None` where the list is too long, or the work is to end.
pub(super) fn failures<T: PartialEq>(count: usize, at: &impl Fn(usize) -> T) -> Option<Vec<u32>> {
    let mut failure = vec![0u32; count];
    let mut matched = 0usize;
    for i in 1..count {
        let entry = at(i);
        while matched > 0 && entry != at(matched) {
            matched = failure[matched - 1] as usize;
        }
        matched += usize::from(entry == at(matched));
        if i.is_multiple_of(1 << 16) && patience::is_over() {
            return None;
        }
        failure[i] = u32::try_from(matched).ok()?;
    }
    Some(failure)
}

fn shape(
    sequence: &Sequence<'_>,
    end: usize,
    start: usize,
    period: usize,
) -> Option<EventualPeriod> {
    let saltus = sequence.get(end - 1).checked_sub(sequence.get(end - 1 - period))?;
    let modulus = i64::try_from(period).ok()?;
    let mut residues = vec![0; period];
    for i in end - period..end {
        let n = sequence.coordinate(i);
        let residue = usize::try_from(n.rem_euclid(modulus)).ok()?;
        let rise = saltus.checked_mul(n.div_euclid(modulus))?;
        residues[residue] = sequence.get(i).checked_sub(rise)?;
    }
    Some(EventualPeriod { start, saltus, residues })
}

/// The ways to state a shape, the shortest form first; each form as it is and, where that can
/// be said, for the whole table.
fn proposals(sequence: &Sequence<'_>, shape: &EventualPeriod) -> Vec<Vec<Proposal>> {
    let wrong = mismatches(0, shape.start, MAX_EXCEPTIONS, |i| shape.gives(sequence, i));
    let forms = rewrite::forms(&shape.residues, shape.saltus);
    let start = start_of_law(sequence, shape, wrong.as_deref());
    let fitted = shape.period() + usize::from(shape.saltus != 0);
    let state = |form: ClosedForm, start: usize| {
        let words = words(sequence, shape, &form, start);
        let propose = |form: &ClosedForm, start: usize, words: Option<Message>| {
            let proposal = Proposal::new(form.kind, form.formula.clone(), fitted).starting(start);
            let proposal = proposal.repeating(shape.period()).parameter("preperiod", shape.start);
            let proposal = proposal.parameter("period", shape.period());
            Proposal { words, ..proposal.parameter("saltus", shape.saltus) }
        };
        let total = whole(sequence, shape, &form).map(|total| propose(&total, 0, None));
        total.into_iter().chain([propose(&form, start, words)]).collect()
    };
    let mut all: Vec<Vec<Proposal>> = forms.iter().map(|form| state(form.clone(), start)).collect();
    // Where many exceptions are too dear, the law may still be stated without its beginning.
    let is_irregular = wrong.is_some_and(|wrong| wrong.len() * 4 >= shape.start);
    if start < shape.start && is_irregular {
        all.extend(forms.into_iter().map(|form| state(form, shape.start)));
    }
    all
}

/// Index from which the law is stated: 0 with the exceptions listed, or the end of the preperiod,
/// whichever is shorter.
fn start_of_law(sequence: &Sequence<'_>, shape: &EventualPeriod, wrong: Option<&[usize]>) -> usize {
    let Some(wrong) = wrong.filter(|w| w.len() < shape.start) else { return shape.start };
    let values: Vec<i64> = wrong.iter().map(|&i| sequence.get(i)).collect();
    let listed = exception_bits(shape.start, &values);
    let head = list_bits(&sequence.terms(0..shape.start));
    if listed <= head || wrong.is_empty() { 0 } else { shape.start }
}

/// A form that holds from the beginning, when the preperiod is constant or continues a line:
/// `max(0, (n - 2) // 2)`, `n >= 1`, `min(n, 5)`.
fn whole(sequence: &Sequence<'_>, shape: &EventualPeriod, form: &ClosedForm) -> Option<ClosedForm> {
    let start = shape.start;
    // A border is only seen from afar.
    if start == 0
        || 3 * start > sequence.len()
        || form.kind == LawKind::ArithmeticPeriodic
        || form.is_list()
    {
        return None;
    }
    let border = sequence.coordinate(start);
    let first = sequence.get(0);
    let n = Formula::Var(0);
    let heads = [Formula::Int(first), n.plus(first.checked_sub(sequence.coordinate(0))?)];
    let is_head = |head: &Formula| (0..start).all(|i| sequence.obeys(head, i));
    let head = heads.into_iter().find(is_head)?;
    let tail = &form.formula;
    if let (Formula::Int(0), Formula::Int(1)) = (&head, tail) {
        return Some(ClosedForm { kind: LawKind::Closed, formula: at_least(border) });
    }
    // The tail alone may be on the right side of the head wherever the head rules, and wherever
    // it rules itself: then a maximum or minimum says it. A rising tail is safe past one period.
    let probe = sequence.len().min(start + shape.period());
    let is_safe = |clamp: &Formula| (0..probe).all(|i| sequence.obeys(clamp, i));
    let rises = shape.saltus >= 0 && matches!(head, Formula::Int(_));
    let high = rises.then(|| head.max(tail)).filter(is_safe);
    let low = || (shape.saltus <= 0).then(|| head.min(tail)).filter(is_safe);
    let piecewise = || n.cmp(Comparison::Lt, border).choose(&head, tail);
    let formula = high.or_else(low).unwrap_or_else(piecewise);
    Some(ClosedForm { kind: LawKind::Closed, formula })
}

/// Words for a bare list of residues; closed forms speak for themselves.
fn words(
    sequence: &Sequence<'_>,
    shape: &EventualPeriod,
    form: &ClosedForm,
    start: usize,
) -> Option<Message> {
    if !form.is_list() {
        return None;
    }
    let (name, variable) = (sequence.name, &sequence.axis.name);
    let period = shape.period();
    let from = sequence.coordinate(shape.start);
    let is_by_class = shape.saltus != 0 && period <= MAX_CLASSES;
    let mut words = Message::from(match is_by_class {
        true => classes_in_words(name, &shape.residues, &vec![shape.saltus; period]),
        false => {
            format!("{name}({variable} + {period}) = {name}({variable}){}", shift(shape.saltus))
        }
    });
    if shape.start > 0 {
        words = since(words, variable, from);
    }
    if start < shape.start {
        words = message!("{words}; the same residues before that");
    }
    if period <= MAX_LIST_LENGTH && shape.saltus == 0 {
        let list: Vec<String> = shape.residues.iter().map(i64::to_string).collect();
        words = message!("{words}; by {variable} mod {period}: {}", list.join(" "));
    }
    Some(words)
}
