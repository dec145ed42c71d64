//! Linear forms of the slots of a clause.

use clauses::term::interval::Interval;
use clauses::term::{Op, Term, Undefined};

/// No slot, coefficient or value of a form of bounded ranges is greater, so that sums of products fit
/// 64 bits.
const MAX_SIZE: i128 = 1 << 60;

/// A constant plus slots with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    constant: i64,
    terms: Vec<(usize, i64)>,
}

impl Form {
    /// The term as a form, where it is linear.
    pub(crate) fn new(term: &Term) -> Option<Self> {
        let mut left = term.clone();
        let mut terms = Vec::new();
        while let Some(slot) = left.last_slot() {
            let (coefficient, rest) = left.linear_in(slot)?;
            if coefficient != 0 {
                terms.push((slot, coefficient));
            }
            left = rest;
        }
        Some(Self { constant: left.value(&[]).ok()?, terms })
    }

    /// The form of one slot.
    pub(crate) fn slot(slot: usize) -> Self {
        Self { constant: 0, terms: vec![(slot, 1)] }
    }

    /// The form without slots.
    pub(crate) fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// The form without its constant.
    pub(crate) fn homogeneous(self) -> Self {
        Self { constant: 0, ..self }
    }

    /// The constant, and the slots with their coefficients.
    pub(crate) fn parts(&self) -> (i64, &[(usize, i64)]) {
        (self.constant, &self.terms)
    }

    /// The form as a term.
    pub(crate) fn term(&self) -> Term {
        self.terms.iter().rev().fold(Term::Const(self.constant), |sum, &(slot, coefficient)| {
            let (op, factor) =
                if coefficient == -1 { (Op::Sub, 1) } else { (Op::Add, coefficient) };
            Term::op(op, sum, Term::op(Op::Mul, Term::Const(factor), Term::Slot(slot)))
        })
    }

    /// The factor of a slot, 0 where it does not occur.
    pub(crate) fn coefficient(&self, slot: usize) -> i64 {
        self.terms.iter().find(|(s, _)| *s == slot).map_or(0, |(_, c)| *c)
    }

    /// The sum with a multiple of another form; `None` on overflow.
    pub(crate) fn plus(mut self, other: &Self, factor: i64) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(slot, coefficient) in &other.terms {
            let more = coefficient.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(s, _)| *s == slot) {
                Some((_, sum)) => *sum = sum.checked_add(more)?,
                None => self.terms.push((slot, more)),
            }
        }
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(self)
    }

    /// The form without a slot, and the slot's coefficient.
    pub(crate) fn without(mut self, slot: usize) -> (Self, i64) {
        let coefficient = self.coefficient(slot);
        self.terms.retain(|(s, _)| *s != slot);
        (self, coefficient)
    }

    /// Least and greatest value over these ranges; `None` where a range is unknown or values, on
    /// the way to them too, may be too great.
    pub(crate) fn span(&self, ranges: &[Option<Interval>]) -> Option<Interval> {
        let (mut lo, mut hi) = (i128::from(self.constant), i128::from(self.constant));
        let mut most = lo.abs();
        for &(slot, coefficient) in &self.terms {
            let (a, b) = (*ranges.get(slot)?)?;
            let ends = [a, b].map(|end| i128::from(end) * i128::from(coefficient));
            lo += ends[0].min(ends[1]);
            hi += ends[0].max(ends[1]);
            most += ends[0].abs().max(ends[1].abs());
        }
        (most <= MAX_SIZE).then_some((lo as i64, hi as i64))
    }

    /// The value at any slots.
    ///
    /// # Errors
    /// It does not fit 64 bits.
    #[inline]
    pub(crate) fn checked(&self, slots: &[i64]) -> Result<i64, Undefined> {
        let mut sum = self.constant;
        for &(slot, coefficient) in &self.terms {
            let product = slots[slot].checked_mul(coefficient).ok_or(Undefined)?;
            sum = sum.checked_add(product).ok_or(Undefined)?;
        }
        Ok(sum)
    }

    /// The value at slots within the ranges of [`Form::span`].
    #[inline(always)]
    pub(crate) fn value(&self, slots: &[i64]) -> i64 {
        let mut sum = self.constant;
        for &(slot, coefficient) in &self.terms {
            sum = sum.wrapping_add(slots[slot].wrapping_mul(coefficient));
        }
        sum
    }

    /// Whether it is the same whatever the slots.
    pub(crate) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The slot, its coefficient and the constant, where there is one slot.
    pub(crate) fn single(&self) -> Option<(usize, i64, i64)> {
        let [(slot, coefficient)] = self.terms[..] else { return None };
        Some((slot, coefficient, self.constant))
    }
}

/// The greatest or the least of some forms.
#[derive(Debug)]
pub(crate) struct Extreme {
    is_greatest: bool,
    forms: Vec<Form>,
}

impl Extreme {
    /// The term as an extreme of several forms, where it is one that is not as fast itself.
    pub(crate) fn new(term: &Term) -> Option<Self> {
        let Term::Op(op @ (Op::Min | Op::Max), a, b) = term else { return None };
        let is_leaf = |term: &Term| matches!(term, Term::Const(_) | Term::Slot(_));
        if is_leaf(a) && is_leaf(b) {
            return None;
        }
        let mut extreme = Self { is_greatest: *op == Op::Max, forms: Vec::new() };
        extreme.add(term, *op)?;
        Some(extreme)
    }

    fn add(&mut self, term: &Term, op: Op) -> Option<()> {
        match term {
            Term::Op(own, a, b) if *own == op => {
                self.add(a, op)?;
                self.add(b, op)
            }
            term => {
                self.forms.push(Form::new(term)?);
                Some(())
            }
        }
    }

    /// The value at any slots.
    ///
    /// # Errors
    /// A form has none that fits 64 bits.
    #[inline]
    pub(crate) fn value(&self, slots: &[i64]) -> Result<i64, Undefined> {
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        for form in &self.forms {
            let value = form.checked(slots)?;
            (least, greatest) = (least.min(value), greatest.max(value));
        }
        Ok(if self.is_greatest { greatest } else { least })
    }
}
