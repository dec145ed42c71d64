//! The expressions of a clause as flat lists of operations on registers, one list for each number of
//! quantifiers that have values.
//!
//! A part of an expression is computed as soon as the last quantifier that it needs has its value.
//! Numbers have 64 bits; if one does not fit, or an operation is undefined, the list gives up, and the
//! expressions are evaluated exactly instead. What guards without a term say of a single quantifier is
//! remembered.

use crate::term::simplify::simplify;
use clauses::exact::Evaluator;
use clauses::term::interval::Interval;
use clauses::term::{Digits, List, Op, Term, Undefined, entry};

/// The number of a register.
type Register = u16;

#[derive(Debug)]
enum Step {
    Op(Op, Register, Register, Register),
    Not(Register, Register),
    Digits(Digits, Register, Register),
    Choose(Register, [Register; 2], Register),
    Element(List, Register, Register),
    /// A term of which some part may be undefined where it does not matter.
    Term(Box<Term>, Register),
    /// Goes on where the number is not 0.
    Check(Register),
    /// Goes on where the result is not 0.
    CheckOp(Op, Register, Register),
    /// Goes on where the guard of that number is known to hold at the quantifier's value.
    Recall(usize, Register),
}

/// What is known of the guards of a clause that say something of one quantifier alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Recalled {
    /// By the guard's number and the quantifier's value, from 0.
    known: Vec<Vec<Option<bool>>>,
}

impl Recalled {
    /// Values of quantifiers beyond this are not remembered.
    const MAX_VALUE: usize = 1 << 20;

    fn holds(&self, guard: usize, value: i64) -> Result<bool, Undefined> {
        let place = usize::try_from(value).map_err(|_| Undefined)?;
        self.known.get(guard).and_then(|known| *known.get(place)?).ok_or(Undefined)
    }

    /// Remembers whether a guard holds.
    pub(super) fn learn(&mut self, guard: usize, value: i64, holds: bool) {
        let Ok(place @ 0..Self::MAX_VALUE) = usize::try_from(value) else { return };
        if self.known.len() <= guard {
            self.known.resize(guard + 1, Vec::new());
        }
        let known = &mut self.known[guard];
        if known.len() <= place {
            known.resize((place + 1).next_power_of_two(), None);
        }
        known[place] = Some(holds);
    }
}

/// A guard of a clause.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) evaluator: Evaluator,
    /// Its number and the slot of its quantifier, where what it says is remembered.
    pub(super) recalled: Option<(usize, usize)>,
}

/// What is computed once so many quantifiers have values: guards, and after them what they guard.
#[derive(Debug, Default)]
pub(super) struct Stage {
    steps: Vec<Step>,
    /// Where the values are that are asked for.
    results: Vec<Register>,
}

impl Stage {
    /// Whether the guards hold; then the values asked for are known.
    ///
    /// # Errors
    /// An operation has no value of 64 bits, or it is not known whether a guard holds.
    #[inline]
    pub(super) fn run(
        &self,
        registers: &mut [i64],
        recalled: &Recalled,
    ) -> Result<bool, Undefined> {
        for step in &self.steps {
            let at = |register: &Register| registers[usize::from(*register)];
            let (value, out) = match step {
                Step::Op(op, a, b, out) => (op.apply(at(a), at(b))?, out),
                Step::Not(a, out) => (i64::from(at(a) == 0), out),
                Step::Digits(function, a, out) => (function.apply(at(a))?, out),
                Step::Choose(c, [a, b], out) => (at(if at(c) != 0 { a } else { b }), out),
                Step::Element(list, a, out) => (*entry(list, at(a))?, out),
                Step::Term(term, out) => (term.value(registers)?, out),
                Step::Check(a) => match at(a) {
                    0 => return Ok(false),
                    _ => continue,
                },
                Step::CheckOp(op, a, b) => match op.apply(at(a), at(b))? {
                    0 => return Ok(false),
                    _ => continue,
                },
                Step::Recall(guard, slot) => match recalled.holds(*guard, at(slot))? {
                    false => return Ok(false),
                    true => continue,
                },
            };
            registers[usize::from(*out)] = value;
        }
        Ok(true)
    }

    /// A value asked for, by its place.
    #[inline]
    pub(super) fn result(&self, registers: &[i64], place: usize) -> i64 {
        registers[usize::from(self.results[place])]
    }

    /// All values asked for.
    #[inline]
    pub(super) fn results<'r>(&'r self, registers: &'r [i64]) -> impl Iterator<Item = i64> + 'r {
        self.results.iter().map(|&register| registers[usize::from(register)])
    }
}

/// The levels of a clause, up to the first that has an expression without a term.
#[derive(Debug, Default)]
pub(super) struct Flat {
    /// Coordinates and quantifiers, then constants and room for values.
    pub(super) registers: Vec<i64>,
    pub(super) levels: Vec<Stage>,
    /// Least and greatest value of each coordinate and quantifier, where it is known.
    ranges: Vec<Option<Interval>>,
    dimensions: usize,
    /// Terms whose values are in registers, from some level on.
    known: Vec<(Term, Register)>,
}

impl Flat {
    /// The levels for these guards and expressions, over so many coordinates and quantifiers with
    /// these ranges.
    pub(super) fn new<'f>(
        dimensions: usize,
        ranges: Vec<Option<Interval>>,
        levels: impl Iterator<Item = (&'f [Guard], Vec<&'f Evaluator>)>,
    ) -> Self {
        let registers = vec![0; ranges.len()];
        let mut flat = Self { registers, ranges, dimensions, ..Self::default() };
        for (guards, asked) in levels {
            flat.levels.push(Stage::default());
            if flat.level(guards, &asked).is_none() {
                flat.levels.pop();
                break;
            }
        }
        flat.known = Vec::new();
        flat
    }

    fn level(&mut self, guards: &[Guard], asked: &[&Evaluator]) -> Option<()> {
        let number = self.levels.len() - 1;
        for guard in guards {
            if let Some((guard, slot)) = guard.recalled {
                let step = Step::Recall(guard, Register::try_from(slot).ok()?);
                self.levels[number].steps.push(step);
                continue;
            }
            for condition in self.simple(&guard.evaluator)?.conjuncts() {
                let step = match &condition {
                    Term::Op(op, a, b) if *op != Op::Or => {
                        Step::CheckOp(*op, self.register(a, number)?, self.register(b, number)?)
                    }
                    other => Step::Check(self.register(other, number)?),
                };
                self.levels[number].steps.push(step);
            }
        }
        for evaluator in asked {
            let register = self.register(&self.simple(evaluator)?, number)?;
            self.levels[number].results.push(register);
        }
        Some(())
    }

    fn simple(&self, evaluator: &Evaluator) -> Option<Term> {
        Some(simplify(evaluator.term()?.clone(), &self.ranges, self.dimensions))
    }

    /// Where the term's value is on a level and those after it.
    fn register(&mut self, term: &Term, level: usize) -> Option<Register> {
        if let Term::Slot(slot) = term {
            return Register::try_from(*slot).ok();
        }
        if let Some((_, register)) = self.known.iter().find(|(known, _)| known == term) {
            return Some(*register);
        }
        let out = Register::try_from(self.registers.len()).ok()?;
        if let Term::Const(value) = term {
            self.registers.push(*value);
        } else {
            self.registers.push(0);
            let needs = term.last_slot().map_or(0, |s| (s + 1).saturating_sub(self.dimensions));
            // What may be undefined waits for the guards before it.
            let level = if term.is_total() { needs } else { level };
            let step = self.step(term, level, out)?;
            self.levels[level].steps.push(step);
        }
        self.known.push((term.clone(), out));
        Some(out)
    }

    fn step(&mut self, term: &Term, level: usize, out: Register) -> Option<Step> {
        if let Term::Op(op @ (Op::Div | Op::Rem), a, b) = term
            && let Term::Const(power @ 1..) = **b
            && power.count_ones() == 1
        {
            // Digits are faster than divisions.
            let (op, b) = match op {
                Op::Div => (Op::Shr, i64::from(power.trailing_zeros())),
                _ => (Op::BitAnd, power - 1),
            };
            let b = self.register(&Term::Const(b), level)?;
            return Some(Step::Op(op, self.register(a, level)?, b, out));
        }
        Some(match term {
            Term::Op(op, a, b) if b.is_total() || !matches!(op, Op::And | Op::Or) => {
                Step::Op(*op, self.register(a, level)?, self.register(b, level)?, out)
            }
            Term::Not(e) => Step::Not(self.register(e, level)?, out),
            Term::Digits(function, e) => Step::Digits(*function, self.register(e, level)?, out),
            Term::Element(list, e) => Step::Element(list.clone(), self.register(e, level)?, out),
            Term::Choose(c, a, b) if a.is_total() && b.is_total() => {
                let either = [self.register(a, level)?, self.register(b, level)?];
                Step::Choose(self.register(c, level)?, either, out)
            }
            other => Step::Term(Box::new(other.clone()), out),
        })
    }
}
