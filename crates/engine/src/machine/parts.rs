//! What the quantifiers of a clause range over, and which cells the parts of its options have.

use super::scalar::Scalar;
use crate::space::Space;
use crate::term::form::{Extreme, Form};
use clauses::exact::Elements;
use clauses::term::interval::Interval;
use clauses::term::{Term, Undefined};

/// The values of a quantifier.
#[derive(Debug)]
pub(crate) enum Range {
    /// Both ends included.
    Between(Scalar, Scalar),
    /// Members of a set in increasing order, up to a limit where there is one.
    Values(Vec<i64>, Option<Scalar>),
}

/// The ends of a range, where one is computed faster than by its term.
#[derive(Debug)]
pub(crate) struct FastEnds {
    lo: Option<Extreme>,
    hi: Option<Extreme>,
}

impl Range {
    /// Whether rows may hold what lies between its values too.
    pub(super) fn is_dense(&self) -> bool {
        let Self::Values(values, _) = self else { return true };
        let span = values.last().zip(values.first()).map_or(0, |(hi, lo)| hi.abs_diff(*lo));
        span <= 16 * values.len() as u64
    }

    pub(super) fn fast_ends(&self) -> Option<FastEnds> {
        let Self::Between(lo, hi) = self else { return None };
        let [lo, hi] = [lo, hi].map(|end| end.term().and_then(Extreme::new));
        (lo.is_some() || hi.is_some()).then_some(FastEnds { lo, hi })
    }
}

impl FastEnds {
    /// Both ends, of a range between these.
    ///
    /// # Errors
    /// One has no value.
    pub(super) fn of(
        &self,
        (lo, hi): (&Scalar, &Scalar),
        slots: &[i64],
    ) -> Result<Interval, Undefined> {
        let end = |fast: &Option<Extreme>, end: &Scalar| match fast {
            Some(fast) => fast.value(slots),
            None => end.value(slots),
        };
        Ok((end(&self.lo, lo)?, end(&self.hi, hi)?))
    }
}

/// One component of an option.
#[derive(Debug)]
pub(crate) enum PartCode {
    Point(Vec<Scalar>),
    /// Every cell of a box; none where an axis runs backwards.
    Block(Vec<(Scalar, Scalar)>),
    /// A cell of the only axis for every entry of a list.
    Each(Elements),
}

/// Cell of a part along the innermost quantifier `k`: `sum of (rest_i + slope_i * k)`.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) coordinates: Vec<(Scalar, Rest)>,
}

/// What of a coordinate does not depend on the innermost quantifier.
#[derive(Debug)]
pub(crate) enum Rest {
    /// The position's own coordinate.
    Own,
    Linear(Form),
    Term(Term),
}

impl Rest {
    /// The rest of the coordinate with that number and slope.
    pub(super) fn new(axis: usize, slope: &Term, term: Term) -> Self {
        if (slope, &term) == (&Term::Const(0), &Term::Slot(axis)) {
            return Self::Own;
        }
        Form::new(&term).map_or(Self::Term(term), Self::Linear)
    }

    #[inline]
    fn value(&self, slots: &[i64], axis: usize) -> Result<i64, Undefined> {
        match self {
            Self::Own => Ok(slots[axis]),
            Self::Linear(form) => form.checked(slots),
            Self::Term(term) => term.value(slots),
        }
    }
}

/// Puts first cell and step of every line for the values `lo..=hi` of the innermost quantifier into
/// `ends`; false when some line leaves the box. Of one value there is no step.
///
/// # Errors
/// A coordinate has no value.
#[inline]
pub(crate) fn line_ends(
    lines: &[Line],
    slots: &[i64],
    (lo, hi): (i64, i64),
    space: &Space,
    ends: &mut Vec<(i64, i64)>,
) -> Result<bool, Undefined> {
    ends.clear();
    for line in lines {
        let (mut first, mut step) = (0, 0);
        for (i, (slope, rest)) in line.coordinates.iter().enumerate() {
            let (axis, stride) = (&space.axes[i], space.strides[i]);
            let own = rest.value(slots, i)?;
            if let Rest::Own = rest {
                first += (own - axis.lo) * stride;
                continue;
            }
            let (slope, rest) = (slope.value(slots)?, own);
            let at = |k: i64| slope.checked_mul(k).and_then(|c| c.checked_add(rest));
            let (Some(a), Some(b)) = (at(lo), at(hi)) else { return Ok(false) };
            if a.min(b) < axis.lo || a.max(b) > axis.hi {
                return Ok(false);
            }
            first += (a - axis.lo) * stride;
            if lo < hi {
                step += slope * stride;
            }
        }
        ends.push((first, step));
    }
    Ok(true)
}
