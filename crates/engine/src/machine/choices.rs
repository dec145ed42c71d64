//! Clauses whose quantifiers choose among few constants: what every choice needs of the coordinates
//! and what it does to them is told once for a table, of sets as masks of binary digits.

use super::form::Form;
use super::parts::Range;
use super::scalar::Scalar;
use crate::space::Space;
use crate::term::interval::Interval;
use crate::term::simplify::simplify;
use crate::term::{Op, Term};
use table::Axis;

/// So many choices are told one by one.
const MAX_CHOICES: i64 = 1024;

/// A choice that is a move where coordinates are as it needs them.
#[derive(Debug)]
pub(crate) struct Choice {
    needs: Vec<Need>,
    /// The option's cell from the position's own.
    cell: i64,
}

/// What a coordinate must be: between two numbers, and its digits behind a mask these.
#[derive(Clone, Copy, Debug)]
struct Need {
    slot: usize,
    lo: i64,
    hi: i64,
    mask: i64,
    ones: i64,
}

impl Choice {
    /// The option's cell, where the choice is a move.
    #[inline]
    pub(super) fn cell(&self, slots: &[i64], own: i64) -> Option<usize> {
        let holds = |need: &Need| {
            let c = slots[need.slot];
            need.lo <= c && c <= need.hi && c & need.mask == need.ones
        };
        self.needs.iter().all(holds).then_some((own + self.cell) as usize)
    }
}

/// The choices of a clause with one quantifier and one part; `None` where its values are not
/// constants, or guards ask for more than digits. `ranges` are those of all slots.
pub(crate) fn choices(
    range: &[Range],
    guards: &[Scalar],
    points: &[Vec<Term>],
    ranges: &[Option<Interval>],
    space: &Space,
) -> Option<Vec<Choice>> {
    let values = match range {
        [Range::Between(Scalar::Term(Term::Const(lo)), Scalar::Term(Term::Const(hi)))]
            if hi.checked_sub(*lo)? < MAX_CHOICES =>
        {
            (*lo..=*hi).collect()
        }
        [Range::Values(values, None)] if values.len() as i64 <= MAX_CHOICES => values.clone(),
        _ => return None,
    };
    let [point] = points else { return None };
    let inner = ranges.len() - 1;
    let mut all = Vec::new();
    for k in values {
        let mut known = ranges.to_vec();
        known[inner] = Some((k, k));
        let fixed = |term: &Term| simplify(term.with(inner, &Term::Const(k)), &known, inner);
        let need = |(slot, axis): (usize, &Axis)| Need {
            slot,
            lo: axis.lo,
            hi: axis.hi,
            mask: 0,
            ones: 0,
        };
        let mut needs: Vec<Need> = space.axes.iter().enumerate().map(need).collect();
        let mut possible = true;
        for guard in guards {
            let Scalar::Term(guard) = guard else { return None };
            for condition in fixed(guard).conjuncts() {
                possible &= require(&condition, &mut needs)?;
            }
        }
        if possible {
            let cell = change(point, &fixed, &needs, space)?;
            let is_asked = |need: &Need| {
                let axis = &space.axes[need.slot];
                need.mask != 0 || need.lo > axis.lo || need.hi < axis.hi
            };
            needs.retain(is_asked);
            all.push(Choice { needs, cell });
        }
    }
    Some(all)
}

/// Adds what a condition asks of the coordinates; false where it cannot hold, `None` where it asks
/// for something else.
fn require(condition: &Term, needs: &mut [Need]) -> Option<bool> {
    match condition {
        Term::Const(value) => Some(*value != 0),
        Term::Op(op @ (Op::Le | Op::Lt), a, b) => {
            // It is 0 or more that b is above a.
            let room = Form::new(&Term::op(Op::Sub, (**b).clone(), (**a).clone()))?;
            let (slot, coefficient, constant) = room.single()?;
            let constant = constant.checked_sub(i64::from(*op == Op::Lt))?;
            let need = needs.get_mut(slot)?;
            match coefficient {
                1 => need.lo = need.lo.max(constant.checked_neg()?),
                -1 => need.hi = need.hi.min(constant),
                _ => return None,
            }
            Some(need.lo <= need.hi)
        }
        _ => require_digit(condition, needs),
    }
}

/// The same for a condition on one binary digit.
fn require_digit(condition: &Term, needs: &mut [Need]) -> Option<bool> {
    let (equation, is_true) = match condition {
        Term::Not(equation) => (&**equation, false),
        equation => (equation, true),
    };
    let Term::Op(op @ (Op::Eq | Op::Ne), term, value) = equation else { return None };
    let (Term::Op(Op::BitAnd, shifted, mask), Term::Const(value @ 0..=1)) = (&**term, &**value)
    else {
        return None;
    };
    let one = if (*op == Op::Eq) == is_true { *value } else { 1 - value };
    let (slot, place) = match &**shifted {
        Term::Op(Op::Shr, set, place) => match (&**set, &**place) {
            (Term::Slot(slot), Term::Const(place @ 0..62)) => (*slot, *place),
            _ => return None,
        },
        Term::Slot(slot) => (*slot, 0),
        _ => return None,
    };
    let known = needs.get_mut(slot).filter(|_| **mask == Term::Const(1))?;
    let (digit, one) = (1 << place, one << place);
    if known.mask & digit != 0 {
        return Some(known.ones & digit == one);
    }
    known.mask |= digit;
    known.ones |= one;
    Some(true)
}

/// How far the option's cell is from the position's, where what is asked for tells; `None` also
/// where it may be outside the box.
fn change(
    point: &[Term],
    fixed: &dyn Fn(&Term) -> Term,
    needs: &[Need],
    space: &Space,
) -> Option<i64> {
    let mut cell = 0i64;
    for (i, (term, axis)) in point.iter().zip(&space.axes).enumerate() {
        let (need, term) = (needs[i], fixed(term));
        let change = match Form::new(&term).and_then(|form| form.single()) {
            Some((slot, 1, change)) if slot == i => {
                let is_inside = need.lo.checked_add(change)? >= axis.lo
                    && need.hi.checked_add(change)? <= axis.hi;
                is_inside.then_some(change)?
            }
            _ => {
                // A box of all sets: other digits than those asked for stay what they are.
                let is_full = axis.lo == 0 && axis.hi.checked_add(1)?.count_ones() == 1;
                let after = changed(&term, i, (need.mask, need.ones))?;
                (is_full && (after | need.ones) <= axis.hi).then_some(after - need.ones)?
            }
        };
        cell = cell.checked_add(change.checked_mul(space.strides[i])?)?;
    }
    Some(cell)
}

/// The digits behind the mask after what the term does to the slot, where it changes no others.
fn changed(term: &Term, slot: usize, (mask, ones): (i64, i64)) -> Option<i64> {
    match term {
        Term::Slot(own) if *own == slot => Some(ones),
        Term::Op(op @ (Op::BitOr | Op::AndNot | Op::Xor), inner, other) => {
            let Term::Const(other) = **other else { return None };
            let before = changed(inner, slot, (mask, ones))?;
            (other >= 0 && other & !mask == 0).then(|| op.apply(before, other).ok())?
        }
        _ => None,
    }
}
