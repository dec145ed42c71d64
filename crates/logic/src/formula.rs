//! Formulas without quantifiers: what the sentences of a certificate are made of.

use crate::{Error, Result};
use message::message;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A variable, by its number: a track of the words that are read.
pub type Variable = usize;

/// `sum of coefficient * variable + constant`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linear {
    /// By variable.
    pub coefficients: BTreeMap<Variable, i128>,
    /// What is added.
    pub constant: i128,
}

impl Linear {
    /// A number.
    #[must_use]
    pub fn constant(constant: i128) -> Self {
        Self { constant, ..Self::default() }
    }

    /// A variable.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        Self { coefficients: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// With other variables, no two of which become one.
    #[must_use]
    pub fn renamed(&self, name: &impl Fn(Variable) -> Variable) -> Self {
        let coefficients = self.coefficients.iter().map(|(&v, &factor)| (name(v), factor));
        Self { coefficients: coefficients.collect(), constant: self.constant }
    }

    /// `self + factor * other`; `None` beyond 128 bits.
    #[must_use]
    pub fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (&variable, &coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(variable).or_default();
            *entry = entry.checked_add(factor.checked_mul(coefficient)?)?;
        }
        sum.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }
}

/// Most values of digits read that may leave a comparison open: each is a state.
pub const OPEN: u128 = 400_000;

impl Linear {
    /// Refuses a form whose comparison with 0 more than [`OPEN`] values of one variable leave open.
    ///
    /// # Errors
    /// It is one.
    pub fn bounded(&self) -> Result<()> {
        let all = || self.coefficients.values();
        let sum = |sign: i128| {
            let parts = all().filter(|c| c.signum() == sign).map(|c| c.unsigned_abs());
            parts.fold(0u128, u128::saturating_add)
        };
        // against a coefficient stand those of the other sign, and the constant of the other sign
        let against = |sign: i128| {
            let constant =
                if self.constant.signum() == sign { 0 } else { self.constant.unsigned_abs() };
            sum(-sign).saturating_add(constant)
        };
        match all().any(|c| against(c.signum()) / c.unsigned_abs() > OPEN) {
            true => {
                Err(Error::TooLarge(message!("a number is beyond the {OPEN} that are told apart")))
            }
            false => Ok(()),
        }
    }
}

/// A deterministic automaton on tuples of digits, most significant first. State 0 is the initial
/// one; missing steps reject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// By state: whether a word may end there.
    pub accepting: Vec<bool>,
    /// By state: tuple of digits and where it leads.
    pub steps: Vec<BTreeMap<Vec<u32>, usize>>,
}

impl Machine {
    /// Whether every step leads to a state, every tuple has one digit below the radix for each
    /// track, and zeros on all tracks lead from state 0 to state 0: leading zeros do not matter.
    #[must_use]
    pub fn is_sound(&self, radix: u32, tracks: usize) -> bool {
        let fits = |(digits, &target): (&Vec<u32>, &usize)| {
            digits.len() == tracks
                && digits.iter().all(|&digit| digit < radix)
                && target < self.accepting.len()
        };
        !self.accepting.is_empty()
            && self.steps.len() == self.accepting.len()
            && self.steps.iter().all(|row| row.iter().all(fits))
            && self.steps[0].get(&vec![0; tracks]) == Some(&0)
    }

    /// The number of words that are read together; of a machine without steps 0.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.steps.first().and_then(|row| row.keys().next()).map_or(0, Vec::len)
    }

    /// The numbers to base 2 whose digits at every place satisfy the condition, as 0 does.
    pub fn digitwise(tracks: usize, holds: impl Fn(&[u32]) -> bool) -> Self {
        let words = (0..1u32 << tracks).map(|word| (0..tracks).map(|at| word >> at & 1).collect());
        let steps = words.filter(|digits: &Vec<u32>| holds(digits)).map(|digits| (digits, 0));
        Self { accepting: vec![true], steps: vec![steps.collect()] }
    }

    /// The numbers whose nim-sum is 0; base 2.
    #[must_use]
    pub fn nim_sum(tracks: usize) -> Self {
        Self::digitwise(tracks, |digits| digits.iter().sum::<u32>() % 2 == 0)
    }
}

/// How a linear form compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// It is 0.
    Zero,
    /// It is at most 0.
    AtMost,
}

/// A condition on natural numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Truth or falsehood.
    Constant(bool),
    /// A linear form compared with 0.
    Compare(Linear, Sign),
    /// The remainder of a linear form, from 0 up, modulo a positive number.
    Remainder(Linear, i128, i128),
    /// The machine accepts the words of the variables.
    Word(Rc<Machine>, Vec<Variable>),
    /// It does not hold.
    Not(Box<Formula>),
    /// All hold.
    And(Vec<Formula>),
    /// One of them holds.
    Or(Vec<Formula>),
}

impl Formula {
    /// Adds the variables that occur.
    pub fn variables(&self, all: &mut BTreeSet<Variable>) {
        match self {
            Self::Constant(_) => {}
            Self::Compare(form, _) | Self::Remainder(form, ..) => {
                all.extend(form.coefficients.keys());
            }
            Self::Word(_, tracks) => all.extend(tracks),
            Self::Not(inner) => inner.variables(all),
            Self::And(list) | Self::Or(list) => list.iter().for_each(|part| part.variables(all)),
        }
    }

    /// With other variables, no two of which become one.
    #[must_use]
    pub fn renamed(&self, name: &impl Fn(Variable) -> Variable) -> Self {
        let all = |list: &[Self]| list.iter().map(|part| part.renamed(name)).collect();
        match self {
            Self::Constant(truth) => Self::Constant(*truth),
            Self::Compare(form, sign) => Self::Compare(form.renamed(name), *sign),
            Self::Remainder(form, modulus, rest) => {
                Self::Remainder(form.renamed(name), *modulus, *rest)
            }
            Self::Word(machine, tracks) => {
                Self::Word(Rc::clone(machine), tracks.iter().map(|&v| name(v)).collect())
            }
            Self::Not(inner) => Self::Not(Box::new(inner.renamed(name))),
            Self::And(list) => Self::And(all(list)),
            Self::Or(list) => Self::Or(all(list)),
        }
    }

    /// Whether all hold.
    #[must_use]
    pub fn all(parts: Vec<Self>) -> Self {
        Self::joined(parts, false)
    }

    /// Whether one of them holds.
    #[must_use]
    pub fn any(parts: Vec<Self>) -> Self {
        Self::joined(parts, true)
    }

    /// "And", or "or" when `decisive` is true, without the parts that are known.
    fn joined(mut parts: Vec<Self>, decisive: bool) -> Self {
        let is = |part: &Self, wanted| matches!(part, Self::Constant(truth) if *truth == wanted);
        if parts.iter().any(|part| is(part, decisive)) {
            return Self::Constant(decisive);
        }
        parts.retain(|part| !is(part, !decisive));
        match (parts.len(), decisive) {
            (0, _) => Self::Constant(!decisive),
            (1, _) => parts.swap_remove(0),
            (_, true) => Self::Or(parts),
            (_, false) => Self::And(parts),
        }
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::all(vec![self, other])
    }

    /// If this, then that.
    #[must_use]
    pub fn implies(self, other: Self) -> Self {
        Self::any(vec![!self, other])
    }

    /// Formulas that hold together exactly if this one does: also of what holds unless something
    /// else does.
    #[must_use]
    pub fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::And(list) => list.into_iter().flat_map(Self::conjuncts).collect(),
            Self::Not(inner) => match *inner {
                Self::Or(list) => list.into_iter().flat_map(|part| (!part).conjuncts()).collect(),
                inner => vec![!inner],
            },
            Self::Or(mut list) => {
                let is_and = |part: &Self| matches!(part, Self::And(_));
                let Some(at) = list.iter().rposition(is_and) else { return vec![Self::Or(list)] };
                let last = list.remove(at);
                let unless = |part| Self::any([list.clone(), vec![part]].concat());
                last.conjuncts().into_iter().map(unless).collect()
            }
            formula => vec![formula],
        }
    }

    /// The negation: of alternatives, what holds together where none does.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Or(list) => Self::all(list.into_iter().map(Self::negated).collect()),
            formula => !formula,
        }
    }

    /// The remainder of a linear form modulo a positive number, whose truth is known where the form
    /// is a number.
    #[must_use]
    pub fn remainder(form: Linear, modulus: i128, rest: i128) -> Self {
        match form.coefficients.is_empty() {
            true => Self::Constant(form.constant.rem_euclid(modulus) == rest),
            false => Self::Remainder(form, modulus, rest),
        }
    }

    /// A linear form compared with 0, whose truth is known where the signs of its coefficients tell it.
    #[must_use]
    pub fn compare(form: Linear, sign: Sign) -> Self {
        let rises = form.coefficients.values().all(|&c| c > 0);
        let falls = form.coefficients.values().all(|&c| c < 0);
        match sign {
            _ if rises && form.constant > 0 => Self::Constant(false),
            Sign::Zero if falls && form.constant < 0 => Self::Constant(false),
            Sign::AtMost if falls && form.constant <= 0 => Self::Constant(true),
            Sign::Zero if rises && falls => Self::Constant(true),
            _ => Self::Compare(form, sign),
        }
    }
}

impl std::ops::Not for Formula {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Constant(truth) => Self::Constant(!truth),
            Self::Not(inner) => *inner,
            formula => Self::Not(Box::new(formula)),
        }
    }
}
