//! The cells of options as linear forms: if no option of a position can leave the box, no cell needs to
//! be checked.

use super::parts::Range;
use super::scalar::Scalar;
use crate::space::Space;
use crate::term::form::Form;
use clauses::term::interval::Interval;
use clauses::term::{Op, Term};

/// A coordinate's bounds are told in at most this many ways.
const MAX_WAYS: usize = 8;
/// A list of cells along a quantifier has at most this many entries.
const MAX_ENTRIES: i64 = 1 << 16;
/// No quantifier adds more to a coordinate that is not linear.
const MAX_ADDED: u64 = 1 << 36;

/// Where the options of a clause lie, as cells from the position's own cell.
#[derive(Debug)]
pub(crate) struct Ways {
    /// For each part the cell where the innermost quantifier is 0, and the step along it.
    cells: Vec<(Form, i64)>,
    /// No option leaves the box where of each of these lists some form of the position's
    /// coordinates is at least 0.
    inside: Vec<Vec<Form>>,
    /// The steps of the only part, where they are not even.
    pub(crate) uneven: Option<Uneven>,
}

/// Cells as a list along the innermost quantifier.
#[derive(Debug)]
pub(crate) struct Uneven {
    /// Least value of the quantifier.
    pub(crate) least: i64,
    /// What it adds to the cell, from the least value on.
    pub(crate) cells: Vec<i64>,
    /// Coordinates that are not linear: what the quantifier does not change, the axis, and least
    /// and greatest of what it adds, as far as each of its values.
    rooms: Vec<(Form, Interval, Vec<Interval>)>,
}

/// What is built of a part.
struct Part {
    cell: Form,
    /// What the innermost quantifier adds to each coordinate, where that is not linear.
    added: Vec<(usize, Form, Term)>,
}

impl Ways {
    /// Ways for points whose coordinates are all linear, or for one whose coordinates are sums of
    /// linear terms and functions of the innermost quantifier. `wide` are the ranges of all slots,
    /// of the innermost quantifier last.
    pub(crate) fn new(
        points: &[Vec<Term>],
        ranges: &[Range],
        wide: &[Option<Interval>],
        space: &Space,
    ) -> Option<Self> {
        let inner = wide.len() - 1;
        let bounds = Bounds { ranges, wide, dimensions: space.axes.len() };
        let mut ways = Self { cells: Vec::new(), inside: Vec::new(), uneven: None };
        for point in points {
            let Part { cell, added } = ways.part(point, &bounds, space)?;
            cell.span(wide)?;
            let (first, step) = cell.without(inner);
            if !added.is_empty() {
                ways.uneven = Some(Uneven::new(step, added, wide[inner]?, space)?);
            }
            ways.cells.push((first, step));
        }
        (ways.uneven.is_none() || points.len() == 1).then_some(ways)
    }

    /// The cell of a part from the position's own, and what keeps its linear coordinates in the
    /// box.
    fn part(&mut self, point: &[Term], bounds: &Bounds<'_>, space: &Space) -> Option<Part> {
        let inner = bounds.wide.len() - 1;
        let mut part = Part { cell: Form::constant(0), added: Vec::new() };
        for (i, (term, axis)) in point.iter().zip(&space.axes).enumerate() {
            let own = Form::slot(i);
            let (form, added) = match Form::new(term) {
                Some(form) => (form, None),
                None => {
                    let (rest, added) = apart(term, inner)?;
                    (Form::new(&rest)?, Some(added))
                }
            };
            form.span(bounds.wide)?;
            let stride = space.strides[i];
            part.cell = part.cell.plus(&form, stride)?.plus(&own, -stride)?;
            if let Some(added) = added {
                part.added.push((i, form, added));
            } else if form != own {
                let above = form.clone().plus(&Form::constant(axis.lo), -1)?;
                let below = Form::constant(axis.hi).plus(&form, -1)?;
                self.inside.extend([above, below].into_iter().filter_map(|room| {
                    let least = bounds.least(room);
                    least
                        .iter()
                        .all(|(_, lo)| *lo < 0)
                        .then(|| least.into_iter().map(|(form, _)| form).collect())
                }));
            }
        }
        Some(part)
    }

    /// Whether no option of the position leaves the box, by what quantifiers change evenly.
    #[inline]
    pub(crate) fn inside(&self, slots: &[i64]) -> bool {
        self.inside.iter().all(|ways| ways.iter().any(|form| form.value(slots) >= 0))
    }

    /// Cell and step of the only part for values of the innermost quantifier from `lo` on, where
    /// steps are even.
    #[inline]
    pub(crate) fn line(&self, slots: &[i64], own: i64, lo: i64) -> Option<(i64, i64)> {
        match (&self.cells[..], &self.uneven) {
            ([(first, step)], None) => Some((own + first.value(slots) + step * lo, *step)),
            _ => None,
        }
    }

    /// Cell and step of each part for values of the innermost quantifier from `lo` on, from the
    /// position's cell; where steps are uneven, the cell without what the quantifier adds. False
    /// where an option up to `hi` leaves the box.
    #[inline]
    pub(crate) fn at(
        &self,
        slots: &[i64],
        own: i64,
        (lo, hi): Interval,
        ends: &mut Vec<(i64, i64)>,
    ) -> bool {
        ends.clear();
        let from = if self.uneven.is_some() { 0 } else { lo };
        let end = |(first, step): &(Form, i64)| (own + first.value(slots) + step * from, *step);
        ends.extend(self.cells.iter().map(end));
        self.uneven.as_ref().is_none_or(|uneven| uneven.has_room(slots, (lo, hi)))
    }
}

impl Uneven {
    /// The list of a part with this even step besides; `None` where it would be long, or what is
    /// added has no value somewhere.
    fn new(
        step: i64,
        added: Vec<(usize, Form, Term)>,
        (least, most): Interval,
        space: &Space,
    ) -> Option<Self> {
        if most.checked_sub(least)? > MAX_ENTRIES {
            return None;
        }
        let mut slots = vec![0; added.iter().filter_map(|a| a.2.last_slot()).max()? + 1];
        let mut cells = (least..=most).map(|k| k.checked_mul(step)).collect::<Option<Vec<_>>>()?;
        let mut rooms = Vec::new();
        for (i, form, term) in added {
            let mut ends: Vec<Interval> = Vec::new();
            for (k, cell) in (least..=most).zip(&mut cells) {
                if let Some(slot) = slots.last_mut() {
                    *slot = k;
                }
                let value = term.value(&slots).ok().filter(|v| v.unsigned_abs() <= MAX_ADDED)?;
                *cell = cell.checked_add(value.checked_mul(space.strides[i])?)?;
                let (lo, hi) = ends.last().copied().unwrap_or((value, value));
                ends.push((lo.min(value), hi.max(value)));
            }
            rooms.push((form, (space.axes[i].lo, space.axes[i].hi), ends));
        }
        Some(Self { least, cells, rooms })
    }

    /// Whether no value from `lo` to `hi` leads out of the box.
    fn has_room(&self, slots: &[i64], (lo, hi): Interval) -> bool {
        let last = hi.checked_sub(self.least).and_then(|last| usize::try_from(last).ok());
        let Some(last) = last else { return false };
        lo >= self.least
            && self.rooms.iter().all(|(rest, axis, ends)| {
                let rest = rest.value(slots);
                ends.get(last).is_some_and(|end| rest + end.0 >= axis.0 && rest + end.1 <= axis.1)
            })
    }
}

/// A term as the sum of one without the slot and a function of the slot alone.
fn apart(term: &Term, slot: usize) -> Option<(Term, Term)> {
    let zero = Term::Const(0);
    if !term.uses(slot) {
        return Some((term.clone(), zero));
    }
    if (0..slot).all(|other| !term.uses(other)) {
        return Some((zero, term.clone()));
    }
    let Term::Op(op @ (Op::Add | Op::Sub), a, b) = term else { return None };
    let ((a, from_a), (b, from_b)) = (apart(a, slot)?, apart(b, slot)?);
    Some((Term::op(*op, a, b), Term::op(*op, from_a, from_b)))
}

/// What ranges say of the least value of a form of all slots.
struct Bounds<'a> {
    ranges: &'a [Range],
    wide: &'a [Option<Interval>],
    dimensions: usize,
}

impl Bounds<'_> {
    /// Forms of the coordinates that are nowhere greater than the form, whatever the quantifiers,
    /// each with its own least value.
    fn least(&self, form: Form) -> Vec<(Form, i64)> {
        let mut all = vec![form];
        for (depth, range) in self.ranges.iter().enumerate().rev() {
            let slot = self.dimensions + depth;
            let bounded = |form: Form| {
                let (rest, coefficient) = form.without(slot);
                let ends = match coefficient {
                    0 => return vec![rest],
                    _ => self.ends(range, slot, coefficient < 0),
                };
                ends.iter().filter_map(|end| rest.clone().plus(end, coefficient)).collect()
            };
            all = all.into_iter().flat_map(bounded).take(MAX_WAYS).collect();
        }
        let ended = |form: Form| form.span(self.wide).map(|(lo, _)| (form, lo));
        all.into_iter().filter_map(ended).collect()
    }

    /// Forms that are at least (`greatest`) or at most every value of the quantifier.
    fn ends(&self, range: &Range, slot: usize, greatest: bool) -> Vec<Form> {
        let term = match (range, greatest) {
            (Range::Between(_, Scalar::Term(hi)), true) => Some(hi),
            (Range::Between(Scalar::Term(lo), _), false) => Some(lo),
            (Range::Values(_, Some(Scalar::Term(limit))), true) => Some(limit),
            _ => None,
        };
        let mut ends = Vec::new();
        let op = if greatest { Op::Min } else { Op::Max };
        term.into_iter().for_each(|term| self.alternatives(term, op, &mut ends));
        let known = self.wide.get(slot).copied().flatten();
        let constant = known.map(|(lo, hi)| if greatest { hi } else { lo });
        ends.extend(constant.map(Form::constant));
        ends
    }

    /// Linear forms that the term is never above (of least terms) or below (of greatest).
    fn alternatives(&self, term: &Term, op: Op, all: &mut Vec<Form>) {
        match term {
            Term::Op(own, a, b) if *own == op => {
                self.alternatives(a, op, all);
                self.alternatives(b, op, all);
            }
            Term::Choose(_, a, b) => {
                let (Some(a), Some(b)) = (Form::new(a), Form::new(b)) else { return };
                // The one that is the greater (or less) wherever the slots are.
                let (over, under) = if op == Op::Min { (a, b) } else { (b, a) };
                let Some(difference) = over.clone().plus(&under, -1) else { return };
                match difference.span(self.wide) {
                    Some((0.., _)) if op == Op::Min => all.push(over),
                    Some((0.., _)) => all.push(under),
                    Some((_, ..=0)) if op == Op::Min => all.push(under),
                    Some((_, ..=0)) => all.push(over),
                    _ => {}
                }
            }
            _ => all.extend(Form::new(term)),
        }
    }
}
