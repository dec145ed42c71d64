//! Parts of expressions that the machine has no operation for, as lists of their values: the slots often
//! come in through few linear forms (`n - t` in `f(n - t)`), and so the part has few values.

use super::lanes::LaneProgram;
use crate::term::form::Form;
use clauses::exact::{Exact, Heads};
use clauses::term::interval::Interval;
use clauses::term::{Op, Term};
use expr::ast::{Expr, Node};
use expr::eval::Frame;
use expr::walk;
use hashbrown::HashMap;

/// A list up to this length is made however rarely it is used.
const SHORT: u64 = 1024;
/// No list has more entries, and none takes longer: entries times the parts of the expression.
const MAX_LENGTH: u64 = 1 << 20;
const MAX_WORK: u64 = 1 << 25;
/// Longer lists are made if each entry may be used this often, where the part need not be evaluated at all.
pub(super) const LEAST_USES: u64 = 8;

/// What is known of the slots that parts of expressions depend on.
pub(super) struct Lists<'a> {
    pub(super) names: &'a [String],
    pub(super) slots: &'a HashMap<String, usize>,
    /// Ranges of the slots, as far as they have been reached.
    pub(super) ranges: &'a [Option<Interval>],
    /// How many of them are coordinates.
    pub(super) dimensions: usize,
    pub(super) exact: &'a Exact,
    /// How often each entry of a long list must be used.
    pub(super) least_uses: u64,
}

/// One of the forms through which slots come in.
#[derive(Debug)]
struct Argument {
    form: Form,
    /// A slot that decides its value, whatever those of the arguments after it, and its coefficient,
    /// 1 or -1.
    slot: usize,
    coefficient: i64,
    least: i64,
    length: u64,
}

impl Lists<'_> {
    /// A part as a term, or as a list of its values; `None` where the list would be long, or has no value
    /// where it may be asked for one.
    pub(super) fn term(&self, part: &Expr) -> Option<Term> {
        match self.opened(part) {
            Some(term) if self.fits_lanes(&term) => Some(term),
            opened => self.list(part).or(opened),
        }
    }

    /// Whether all that is computed on the way is known to fit 32 bits.
    fn fits_lanes(&self, term: &Term) -> bool {
        let ranges: Option<Vec<Interval>> = self.ranges.iter().copied().collect();
        let ranges = ranges.filter(|ranges| term.last_slot().is_none_or(|s| s < ranges.len()));
        ranges.is_some_and(|ranges| {
            LaneProgram::compile(std::slice::from_ref(term), 0, &ranges).is_some()
        })
    }

    /// A call of a short definition, whose arguments have values, as a term.
    fn opened(&self, part: &Expr) -> Option<Term> {
        const SHORT: usize = 32;
        let opened = self.exact.opened(part, SHORT)?;
        let Node::Call(_, arguments) = &part.node else { return None };
        let is_total = |e| Term::from_expr(e, self.slots).is_some_and(|term| term.is_total());
        arguments.iter().all(is_total).then_some(())?;
        Term::from_parts(&opened, self.slots, &|part| self.term(part))
    }

    /// A part as a list of its values.
    fn list(&self, part: &Expr) -> Option<Term> {
        let mut forms = Vec::new();
        self.forms(part, &mut forms)?;
        let arguments = self.arguments(forms)?;
        let length = arguments.iter().try_fold(1u64, |all, a| all.checked_mul(a.length))?;
        let most = MAX_LENGTH.min(SHORT.max(self.uses(&arguments) / self.least_uses));
        if length > most || length.saturating_mul(walk::within(part).count() as u64) > MAX_WORK {
            return None;
        }
        let name = format!("{part} by {arguments:?} of {:?}", self.names);
        let values = self.exact.list(name, || self.values(part, &arguments, length))?;
        let Some(first) = arguments.first() else { return values.first().map(|v| Term::Const(*v)) };
        let missing = (length - values.len() as u64) as i64;
        let place = |a: &Argument, least| Term::op(Op::Sub, a.form.term(), Term::Const(least));
        let start = place(first, first.least + missing);
        let index = arguments[1..].iter().fold(start, |index, a| {
            let index = Term::op(Op::Mul, index, Term::Const(a.length as i64));
            Term::op(Op::Add, index, place(a, a.least))
        });
        Some(Term::Element(values, Box::new(index)))
    }

    /// The greatest parts that are linear in the slots, without their constants; `None` where a name is
    /// bound anew, or is no slot.
    fn forms(&self, e: &Expr, forms: &mut Vec<Form>) -> Option<()> {
        if !e.is_condition()
            && let Some(form) = Term::from_expr(e, self.slots).as_ref().and_then(Form::new)
        {
            let form = form.homogeneous();
            if !form.is_constant() && !forms.contains(&form) {
                forms.push(form);
            }
            return Some(());
        }
        if let Node::Fold(_, items) = &e.node {
            let mut bound = items.iter().flat_map(|item| &item.binders);
            if bound.any(|binder| self.slots.contains_key(&binder.name)) {
                return None;
            }
        }
        let mut all = Some(());
        walk::children(e, &mut |e| all = all.and_then(|()| self.forms(e, forms)));
        all
    }

    /// The forms in an order in which each has a slot that those after it have not; the slots themselves
    /// where there is none.
    fn arguments(&self, mut forms: Vec<Form>) -> Option<Vec<Argument>> {
        let used = |forms: &[Form], slot| forms.iter().any(|form| form.coefficient(slot) != 0);
        let slots: Vec<usize> = (0..self.ranges.len()).filter(|&slot| used(&forms, slot)).collect();
        let mut arguments = Vec::new();
        while !forms.is_empty() {
            let own = |i: usize| {
                let is_own = |slot: usize| {
                    let others = forms.iter().enumerate().filter(|(j, _)| *j != i);
                    forms[i].coefficient(slot).abs() == 1
                        && others.into_iter().all(|(_, other)| other.coefficient(slot) == 0)
                };
                Some((i, slots.iter().copied().find(|&slot| is_own(slot))?))
            };
            match (0..forms.len()).find_map(own) {
                Some((i, slot)) => arguments.push(self.argument(forms.remove(i), slot)?),
                None => {
                    let argument = |&slot: &usize| self.argument(Form::slot(slot), slot);
                    return slots.iter().map(argument).collect();
                }
            }
        }
        Some(arguments)
    }

    fn argument(&self, form: Form, slot: usize) -> Option<Argument> {
        let (least, most) = form.span(self.ranges)?;
        let coefficient = form.coefficient(slot);
        let length = most.checked_sub(least)?.checked_add(1)?;
        Some(Argument { form, slot, coefficient, least, length: u64::try_from(length).ok()? })
    }

    /// How often the part may be asked for its value.
    fn uses(&self, arguments: &[Argument]) -> u64 {
        let is_asked = |slot: usize| arguments.iter().any(|a| a.form.coefficient(slot) != 0);
        let reached = (0..self.ranges.len()).rev().find(|&slot| is_asked(slot));
        let reached = reached.map_or(0, |slot| slot + 1).max(self.dimensions);
        let lengths = self.ranges[..reached].iter().flatten();
        lengths.fold(1, |all, (lo, hi)| all.saturating_mul(hi.abs_diff(*lo).saturating_add(1)))
    }

    /// The values in order; of one argument from where on all greater ones have a value.
    fn values(&self, part: &Expr, arguments: &[Argument], length: u64) -> Option<Vec<i64>> {
        let program = self.exact.program(part, self.names).ok()?;
        let (mut slots, mut frame) = (vec![0; self.names.len()], Frame::default());
        let mut values = Vec::new();
        for number in (0..length).rev() {
            if number % SHORT == 0 && patience::is_over() {
                return None;
            }
            let mut rest = number;
            for argument in arguments.iter().rev() {
                let value = argument.least + (rest % argument.length) as i64;
                rest /= argument.length;
                slots[argument.slot] = 0;
                let left = value.checked_sub(argument.form.checked(&slots).ok()?)?;
                slots[argument.slot] = left * argument.coefficient;
            }
            frame.set_all(slots.iter().copied());
            let value = program.integer(&mut frame, &mut &Heads::default());
            match value.ok().and_then(|value| i64::try_from(value).ok()) {
                Some(value) => values.push(value),
                None if arguments.len() == 1 && !values.is_empty() => break,
                None => return None,
            }
        }
        values.reverse();
        Some(values)
    }
}
