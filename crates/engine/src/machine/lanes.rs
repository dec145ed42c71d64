//! Lane programs: one operation at a time over up to [`LANES`] values of the innermost quantifier, or of
//! the last coordinates of neighbouring positions.
//!
//! Subterms free of them are evaluated once per batch. Interval analysis has shown that
//! every intermediate value fits 32 bits, so lanes need no overflow checks and the loops vectorise.
//! Division by a batch constant multiplies by its reciprocal (Granlund and Montgomery, "Division by
//! invariant integers using multiplication", PLDI 1994).

use crate::space::Space;
use arith::integer::gcd;
use clauses::term::interval::{Interval, interval};
use clauses::term::{Digits, Op, Term, Undefined};

/// Values per batch.
pub(crate) const LANES: usize = 256;
/// Rows of fewer positions leave nothing to gain.
pub(super) const SHORTEST_ROW: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The same for the whole batch.
    Uniform(usize),
    /// One value per lane.
    Lane(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Op(Op),
    /// Quotient or remainder of a number below 2^`bits` by a positive batch constant.
    Quotient {
        bits: u32,
    },
    Remainder {
        bits: u32,
    },
    Not,
    Digits(Digits),
    Choose(Source),
    /// Entry of the constant list of that number.
    Element(usize),
    /// One of the sources in the list of that number.
    Pick(usize),
}

#[derive(Clone, Copy, Debug)]
struct Instruction {
    action: Action,
    a: Source,
    b: Source,
    out: usize,
}

/// A compiled batch program for several terms of one clause.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneProgram {
    uniforms: Vec<Term>,
    instructions: Vec<Instruction>,
    registers: usize,
    results: Vec<Source>,
    /// So many instructions compute the first of them.
    first: usize,
    lists: Vec<Vec<i32>>,
    picks: Vec<Vec<Source>>,
    /// What each instruction computes.
    terms: Vec<Term>,
}

/// Working storage of a program: the first registers hold the values of the slots from the inner one on.
#[derive(Debug)]
pub(crate) struct Registers {
    lanes: Vec<Vec<i32>>,
    uniforms: Vec<i32>,
    /// Which cells of a row they are of.
    row: Option<(usize, usize)>,
}

/// Whether all of some conditions hold, as 1 or 0; `None` where one may have no value.
pub(super) fn all<'t>(
    conditions: impl Iterator<Item = &'t Term>,
    ranges: &[Interval],
) -> Option<Term> {
    let truth = |condition: &Term| match interval(condition, ranges)? {
        (0.., ..=1) => Some(condition.clone()),
        _ => Some(Term::op(Op::Ne, condition.clone(), Term::Const(0))),
    };
    let truths = conditions.map(truth).collect::<Option<Vec<Term>>>()?;
    let both = |a, b| Term::op(Op::And, a, b);
    Some(truths.into_iter().reduce(both).unwrap_or(Term::Const(1)))
}

/// What must hold for a value to lie between two ends, by its least and greatest; `None` where it may
/// have none.
pub(super) fn within(term: &Term, (lo, hi): Interval, ranges: &[Interval]) -> Option<Vec<Term>> {
    let (least, most) = interval(term, ranges)?;
    let above = (least < lo).then(|| Term::op(Op::Le, Term::Const(lo), term.clone()));
    let below = (most > hi).then(|| Term::op(Op::Le, term.clone(), Term::Const(hi)));
    Some(above.into_iter().chain(below).collect())
}

/// The term with slots brought into narrower ranges: the same where they lie there, elsewhere the value
/// for others, so that there is one if the term has values in the narrower ranges.
pub(super) fn clamped(term: &Term, narrower: &[Interval], ranges: &[Interval]) -> Term {
    let mut clamped = term.clone();
    for (slot, (&(lo, hi), whole)) in narrower.iter().zip(ranges).enumerate() {
        let mut own = Term::Slot(slot);
        if lo > whole.0 {
            own = Term::op(Op::Max, own, Term::Const(lo));
        }
        if hi < whole.1 {
            own = Term::op(Op::Min, own, Term::Const(hi));
        }
        clamped = clamped.with(slot, &own);
    }
    clamped
}

/// Whether lanes take long for the term along a slot.
pub(super) fn is_costly(term: &Term, slot: usize) -> bool {
    let own = match term {
        Term::Op(Op::Gcd, ..) | Term::Pick(..) => true,
        Term::Op(Op::Div | Op::Rem, _, divisor) => divisor.uses(slot),
        _ => false,
    };
    own && term.uses(slot) || term.parts().any(|part| is_costly(part, slot))
}

impl LaneProgram {
    /// Compiles terms over the slots from `inner` on; `None` when some value may not fit or be undefined.
    pub(crate) fn compile(terms: &[Term], inner: usize, slots: &[Interval]) -> Option<Self> {
        let mut program = Self { registers: slots.len() - inner, ..Self::default() };
        for term in terms {
            let source = program.emit(term, inner, slots)?;
            if program.results.is_empty() {
                program.first = program.instructions.len();
            }
            program.results.push(source);
        }
        Some(program)
    }

    fn emit(&mut self, term: &Term, inner: usize, slots: &[Interval]) -> Option<Source> {
        let (lo, hi) = interval(term, slots)?;
        if lo < i64::from(i32::MIN) || hi > i64::from(i32::MAX) {
            return None;
        }
        if term.last_slot().is_none_or(|last| last < inner) {
            let known = self.uniforms.iter().position(|u| u == term);
            return Some(Source::Uniform(known.unwrap_or_else(|| {
                self.uniforms.push(term.clone());
                self.uniforms.len() - 1
            })));
        }
        if let Some(known) = self.terms.iter().position(|known| known == term) {
            return Some(Source::Lane(self.instructions[known].out));
        }
        let (action, a, b) = match term {
            Term::Slot(slot) => return Some(Source::Lane(slot - inner)),
            Term::Const(_) => return None,
            Term::Element(list, index) => {
                let a = self.emit(index, inner, slots)?;
                let list = list.iter().map(|&v| i32::try_from(v).ok()).collect::<Option<_>>()?;
                self.lists.push(list);
                (Action::Element(self.lists.len() - 1), a, a)
            }
            Term::Pick(items, index) => {
                let a = self.emit(index, inner, slots)?;
                let items = items.iter().map(|item| self.emit(item, inner, slots));
                let items = items.collect::<Option<_>>()?;
                self.picks.push(items);
                (Action::Pick(self.picks.len() - 1), a, a)
            }
            Term::Digits(function, e) => {
                let a = self.emit(e, inner, slots)?;
                (Action::Digits(*function), a, a)
            }
            Term::Not(e) => {
                let a = self.emit(e, inner, slots)?;
                (Action::Not, a, a)
            }
            Term::Choose(c, x, y) => {
                let c = self.emit(c, inner, slots)?;
                let (a, b) = (self.emit(x, inner, slots)?, self.emit(y, inner, slots)?);
                (Action::Choose(c), a, b)
            }
            Term::Op(op, x, y) => {
                let (a, b) = (self.emit(x, inner, slots)?, self.emit(y, inner, slots)?);
                (Self::action(*op, (x, y), b, slots)?, a, b)
            }
        };
        let out = self.registers;
        self.registers += 1;
        self.instructions.push(Instruction { action, a, b, out });
        self.terms.push(term.clone());
        Some(Source::Lane(out))
    }

    /// What computes an operation, where lanes can; `divisor` is where the second operand is.
    fn action(
        op: Op,
        (x, y): (&Term, &Term),
        divisor: Source,
        slots: &[Interval],
    ) -> Option<Action> {
        let is_condition = |e| interval(e, slots).is_some_and(|(lo, hi)| lo >= 0 && hi <= 1);
        let fits = match op {
            Op::Shl | Op::Shr => interval(y, slots)?.1 <= 31,
            // Lanes join conditions digit by digit.
            Op::And | Op::Or => is_condition(x) && is_condition(y),
            _ => true,
        };
        let (lo, hi) = interval(x, slots)?;
        let is_short = lo >= 0 && hi < 1 << 30 && matches!(divisor, Source::Uniform(_));
        let bits = (64 - hi.leading_zeros()).max(1);
        fits.then_some(match op {
            Op::Div if is_short => Action::Quotient { bits },
            Op::Rem if is_short => Action::Remainder { bits },
            _ => Action::Op(op),
        })
    }

    /// Fresh storage for this program.
    pub(crate) fn registers(&self) -> Registers {
        Registers {
            lanes: vec![vec![0; LANES]; self.registers.max(1)],
            uniforms: vec![0; self.uniforms.len()],
            row: None,
        }
    }

    /// Evaluates what does not depend on the quantifier.
    pub(crate) fn prepare(
        &self,
        slots: &[i64],
        registers: &mut Registers,
    ) -> Result<(), Undefined> {
        for (uniform, out) in self.uniforms.iter().zip(&mut registers.uniforms) {
            *out = i32::try_from(uniform.value(slots)?).map_err(|_| Undefined)?;
        }
        Ok(())
    }

    /// Runs the batch on the first `count` lanes of register 0.
    pub(crate) fn run(&self, registers: &mut Registers, count: usize) {
        self.carry_out(&self.instructions, registers, count);
    }

    /// The same where the first result is not 0 in some lane; whether it is.
    pub(super) fn run_where_first(&self, registers: &mut Registers, count: usize) -> bool {
        let (first, rest) = self.instructions.split_at(self.first);
        self.carry_out(first, registers, count);
        let is_any = match self.lanes(registers, 0) {
            Some(lanes) => lanes[..count].iter().any(|&value| value != 0),
            None => self.result(registers, 0, 0) != 0,
        };
        if is_any {
            self.carry_out(rest, registers, count);
        }
        is_any
    }

    fn carry_out(&self, instructions: &[Instruction], registers: &mut Registers, count: usize) {
        for instruction in instructions {
            let mut out = std::mem::take(&mut registers.lanes[instruction.out]);
            instruction.run(self, registers, &mut out[..count]);
            registers.lanes[instruction.out] = out;
        }
    }

    /// The value of result `index` in lane `lane`.
    pub(crate) fn result(&self, registers: &Registers, index: usize, lane: usize) -> i32 {
        match self.results[index] {
            Source::Uniform(u) => registers.uniforms[u],
            Source::Lane(l) => registers.lanes[l][lane],
        }
    }

    /// The lanes of result `index`, `None` when it is the same for the whole batch.
    pub(crate) fn lanes<'r>(&self, registers: &'r Registers, index: usize) -> Option<&'r [i32]> {
        match self.results[index] {
            Source::Uniform(_) => None,
            Source::Lane(l) => Some(&registers.lanes[l]),
        }
    }

    /// Moves the quantifier's values at which the condition `index` holds to the front; how many.
    pub(super) fn retain(&self, registers: &Registers, index: usize, batch: &mut [i32]) -> usize {
        match self.lanes(registers, index) {
            Some(lanes) => {
                let mut kept = 0;
                for i in 0..batch.len() {
                    batch[kept] = batch[i];
                    kept += usize::from(lanes[i] != 0);
                }
                kept
            }
            None if self.result(registers, index, 0) == 0 => 0,
            None => batch.len(),
        }
    }
}

impl Registers {
    /// Sets the quantifier's values, at most [`LANES`].
    pub(super) fn fill(&mut self, values: &[i32]) {
        self.row = None;
        self.lanes[0][..values.len()].copy_from_slice(values);
    }

    /// Sets the values of one slot to `first, first + 1, ...`.
    pub(crate) fn fill_range(&mut self, first: i32, count: usize) {
        self.row = None;
        for (value, lane) in (first..).zip(&mut self.lanes[0][..count]) {
            *lane = value;
        }
    }

    /// Sets the values to the coordinates of `count` cells of a row, those from one coordinate on,
    /// after the first cells of the row.
    pub(super) fn fill_row(&mut self, space: &Space, from: usize, offset: usize, count: usize) {
        if self.row == Some((offset, count)) {
            return;
        }
        self.row = Some((offset, count));
        let axes = space.axes.iter().zip(&space.strides).skip(from);
        for ((axis, &stride), lanes) in axes.zip(&mut self.lanes) {
            let (stride, length) = (stride as usize, axis.len());
            let (mut step, mut c) = (offset % stride, offset / stride % length);
            let mut left = &mut lanes[..count];
            while !left.is_empty() {
                // A run of numbers that rise, or of equal ones.
                let run = if stride == 1 { length - c } else { stride - step };
                let (now, later) = left.split_at_mut(run.min(left.len()));
                let first = (axis.lo + c as i64) as i32;
                if stride == 1 {
                    now.iter_mut().zip(first..).for_each(|(lane, value)| *lane = value);
                } else {
                    now.fill(first);
                }
                c = if stride == 1 || c + 1 == length { 0 } else { c + 1 };
                (step, left) = (0, later);
            }
        }
    }

    /// Sets the values of so many slots to those that others have in these lanes.
    pub(super) fn fill_from(&mut self, others: &Self, slots: usize, lanes: &[usize]) {
        self.row = None;
        for (own, other) in self.lanes.iter_mut().zip(&others.lanes).take(slots) {
            own.iter_mut().zip(lanes).for_each(|(value, &lane)| *value = other[lane]);
        }
    }

    /// Sets the values to all coordinates of these cells, at most [`LANES`].
    pub(super) fn fill_cells(&mut self, space: &Space, cells: &[u32]) {
        self.row = None;
        let mut left: [u32; LANES] = [0; LANES];
        let left = &mut left[..cells.len()];
        left.copy_from_slice(cells);
        for ((axis, &stride), lanes) in space.axes.iter().zip(&space.strides).zip(&mut self.lanes) {
            // No cell in a list is beyond 32 bits, so the high half of the product is the quotient.
            let (stride, lo) = (stride as u64, axis.lo as i32);
            let reciprocal = u64::MAX.checked_div(stride).unwrap_or(0).wrapping_add(1);
            let quotient = |cell: u32| match stride {
                1 => cell,
                _ => ((u128::from(cell) * u128::from(reciprocal)) >> 64) as u32,
            };
            for (lane, cell) in lanes.iter_mut().zip(&mut *left) {
                let steps = quotient(*cell);
                *cell = cell.wrapping_sub(steps.wrapping_mul(stride as u32));
                *lane = lo.wrapping_add(steps as i32);
            }
        }
    }
}

impl Instruction {
    fn run(&self, program: &LaneProgram, registers: &Registers, out: &mut [i32]) {
        let n = out.len();
        match self.action {
            Action::Not => {
                let Source::Lane(a) = self.a else { return };
                map1(out, &registers.lanes[a][..n], |x| i32::from(x == 0));
            }
            Action::Digits(function) => {
                let Source::Lane(a) = self.a else { return };
                let lanes = &registers.lanes[a][..n];
                match function {
                    Digits::Ones => map1(out, lanes, |x| x.count_ones() as i32),
                    Digits::Lowest => map1(out, lanes, |x| x & x.wrapping_neg()),
                    Digits::Length => map1(out, lanes, |x| (32 - x.leading_zeros()) as i32),
                }
            }
            Action::Element(list) => {
                let (Source::Lane(a), list) = (self.a, &program.lists[list]) else { return };
                map1(out, &registers.lanes[a][..n], |x| list[x as usize]);
            }
            Action::Pick(items) => {
                let items = &program.picks[items];
                for (i, o) in out.iter_mut().enumerate() {
                    *o = registers.at(items[registers.at(self.a, i) as usize], i);
                }
            }
            Action::Choose(c) => {
                for (i, o) in out.iter_mut().enumerate() {
                    let pick = if registers.at(c, i) != 0 { self.a } else { self.b };
                    *o = registers.at(pick, i);
                }
            }
            Action::Quotient { bits } | Action::Remainder { bits } => {
                let (Source::Lane(a), Source::Uniform(b)) = (self.a, self.b) else { return };
                let divisor = registers.uniforms[b];
                let Ok(d) = u32::try_from(divisor) else { return };
                let shift = bits + (32 - (d - 1).leading_zeros());
                let magic = (1u64 << shift) / u64::from(d) + 1;
                let quotient = |x: i32| ((x as u32 as u64 * (magic as u32 as u64)) >> shift) as i32;
                let lanes = &registers.lanes[a][..n];
                if d == 1 {
                    let keep = matches!(self.action, Action::Quotient { .. });
                    map1(out, lanes, |x| if keep { x } else { 0 });
                } else if matches!(self.action, Action::Quotient { .. }) {
                    map1(out, lanes, quotient);
                } else {
                    map1(out, lanes, |x| x.wrapping_sub(quotient(x).wrapping_mul(divisor)));
                }
            }
            Action::Op(op) => self.run_op(op, registers, out),
        }
    }

    fn run_op(&self, op: Op, registers: &Registers, out: &mut [i32]) {
        macro_rules! each {
            ($f:expr) => {{
                let f = $f;
                let n = out.len();
                match (self.a, self.b) {
                    (Source::Lane(a), Source::Lane(b)) => {
                        let (a, b) = (&registers.lanes[a][..n], &registers.lanes[b][..n]);
                        for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
                            *o = f(x, y);
                        }
                    }
                    (Source::Lane(a), Source::Uniform(b)) => {
                        let y = registers.uniforms[b];
                        map1(out, &registers.lanes[a][..n], |x| f(x, y));
                    }
                    (Source::Uniform(a), Source::Lane(b)) => {
                        let x = registers.uniforms[a];
                        map1(out, &registers.lanes[b][..n], |y| f(x, y));
                    }
                    (Source::Uniform(a), Source::Uniform(b)) => {
                        out.fill(f(registers.uniforms[a], registers.uniforms[b]));
                    }
                }
            }};
        }
        match op {
            Op::Add => each!(|x: i32, y: i32| x.wrapping_add(y)),
            Op::Sub => each!(|x: i32, y: i32| x.wrapping_sub(y)),
            Op::Mul => each!(|x: i32, y: i32| x.wrapping_mul(y)),
            Op::Div => each!(|x: i32, y: i32| x.div_euclid(y)),
            Op::Rem => each!(|x: i32, y: i32| x.rem_euclid(y)),
            Op::Xor => each!(|x: i32, y: i32| x ^ y),
            Op::BitAnd | Op::And => each!(|x: i32, y: i32| x & y),
            Op::BitOr | Op::Or => each!(|x: i32, y: i32| x | y),
            Op::AndNot => each!(|x: i32, y: i32| x & !y),
            Op::Shl => each!(|x: i32, y: i32| x.wrapping_shl(y as u32)),
            Op::Shr => each!(|x: i32, y: i32| x.wrapping_shr(y as u32)),
            Op::Min => each!(|x: i32, y: i32| x.min(y)),
            Op::Max => each!(|x: i32, y: i32| x.max(y)),
            Op::Gcd => each!(|x: i32, y: i32| {
                gcd(x.unsigned_abs().into(), y.unsigned_abs().into()) as i32
            }),
            Op::Eq => each!(|x: i32, y: i32| i32::from(x == y)),
            Op::Ne => each!(|x: i32, y: i32| i32::from(x != y)),
            Op::Lt => each!(|x: i32, y: i32| i32::from(x < y)),
            Op::Le => each!(|x: i32, y: i32| i32::from(x <= y)),
        }
    }
}

impl Registers {
    fn at(&self, source: Source, lane: usize) -> i32 {
        match source {
            Source::Uniform(u) => self.uniforms[u],
            Source::Lane(l) => self.lanes[l][lane],
        }
    }
}

fn map1(out: &mut [i32], a: &[i32], f: impl Fn(i32) -> i32) {
    for (o, &x) in out.iter_mut().zip(a) {
        *o = f(x);
    }
}
