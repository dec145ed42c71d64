//! Expressions of laws and guards as linear forms and formulas.
//!
//! A term is read as *cases*: conditions of which exactly one holds, each with a linear form divided
//! by a positive number. So quotients, remainders, minima, maxima, absolute values and choices need
//! no variables of their own; only nim-sums and functions of the digits do.

mod cases;
mod counts;
mod floors;
mod folds;
mod quantities;
mod regular;
mod variables;

pub use cases::Term;
pub use floors::quadratic;
pub use quantities::Known;

use crate::Result;
use crate::error::{too_large, undefinable, unsupported};
use counts::Digit;
use expr::ast::{Binary, Comparison, Expr, Fold, Node, Unary};
use logic::formula::{Formula, Linear, Machine, Variable};
use logic::numeration::Numeration;
use message::message;
use rule::ast::Definition;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Deepest nesting of an expression.
const MAX_DEPTH: usize = 100;
/// Most parts of expressions that are read, those of definitions and folds as often as they are used.
const MAX: usize = 1 << 18;

/// What a variable of a reader's own is: for all values of those before it, exactly one value fits.
#[derive(Clone, Debug)]
pub struct Defined {
    /// The variable.
    pub own: Variable,
    /// What makes it so.
    pub is: DefinedBy,
    /// The same as a formula; it speaks of no later variable.
    formula: Formula,
}

/// What makes a variable what it is.
#[derive(Clone, Debug, PartialEq)]
pub enum DefinedBy {
    /// Cases of which exactly one holds: a form over a divisor, rounded down; 0 where it is negative.
    Cases(Vec<(Formula, Linear, i128)>),
    /// The number that a machine accepts behind others.
    Word(Rc<Machine>, Vec<Variable>),
    /// 1 where the position is won as the law says, else 0.
    Outcome(Vec<Linear>),
    /// The value of the position as the law says.
    Value(Vec<Linear>),
}

/// Reads expressions, and collects what they mean for variables of its own.
#[derive(Clone, Debug)]
pub struct Reader {
    /// What names stand for.
    names: BTreeMap<String, Linear>,
    /// What the rule defines.
    functions: Rc<Vec<Definition>>,
    /// Number of variables in use.
    variables: usize,
    numeration: Rc<Numeration>,
    /// What the reader's own variables are.
    definitions: Vec<Defined>,
    /// The variables that are linear forms.
    naturals: BTreeMap<Linear, Variable>,
    /// Where an operation meets a number for which it has no value here.
    traps: Vec<Formula>,
    /// The place that a condition on the digits speaks of.
    digit: Option<Digit>,
    /// What is known of all positions.
    known: Option<Rc<Known>>,
    /// Whether what is read must hold, or must not, for all values of variables; `None` where
    /// neither is so.
    claimed: Option<bool>,
    /// Parts of expressions that were read.
    read: usize,
    /// How many levels deeper an expression may still go.
    depth: usize,
}

impl Reader {
    /// A reader that knows the names as variables from 0 on, written in the numeration.
    #[must_use]
    pub fn new(names: &[&str], numeration: &Numeration) -> Self {
        let named = names.iter().enumerate().map(|(v, name)| ((*name).to_owned(), v));
        Self {
            names: named.map(|(name, v)| (name, Linear::variable(v))).collect(),
            functions: Rc::default(),
            variables: names.len(),
            numeration: Rc::new(numeration.clone()),
            definitions: Vec::new(),
            naturals: BTreeMap::new(),
            traps: Vec::new(),
            digit: None,
            known: None,
            claimed: None,
            read: 0,
            depth: MAX_DEPTH,
        }
    }

    /// Lets the reader know these definitions.
    pub fn define(&mut self, functions: &Rc<Vec<Definition>>) {
        self.functions = Rc::clone(functions);
    }

    /// Lets the reader know this of all positions.
    pub fn know(&mut self, known: Known) {
        self.known = Some(Rc::new(known));
    }

    /// Lets a name stand for a linear form from now on.
    pub fn name(&mut self, name: &str, form: Linear) {
        self.names.insert(name.to_owned(), form);
    }

    /// Whether the name stands for something.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.digit.as_ref().is_some_and(|digit| digit.is(name))
    }

    /// A further variable.
    pub fn variable(&mut self) -> Variable {
        self.variables += 1;
        self.variables - 1
    }

    /// Number of variables in use.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The formula together with what those of the reader's own variables are that it speaks of. For
    /// all values of the others exactly one value of each fits, so it has the same solutions.
    #[must_use]
    pub fn complete(&self, formula: Formula) -> Formula {
        let mut used = BTreeSet::new();
        formula.variables(&mut used);
        let mut all = vec![formula];
        for Defined { own, formula, .. } in self.definitions.iter().rev() {
            if used.contains(own) {
                formula.variables(&mut used);
                all.push(formula.clone());
            }
        }
        Formula::all(all)
    }

    /// What the reader's own variables are, each by those before it.
    #[must_use]
    pub fn definitions(&self) -> &[Defined] {
        &self.definitions
    }

    /// Where an operation met a number for which it has no value; a proof excludes it.
    #[must_use]
    pub fn traps(&self) -> Formula {
        Formula::any(self.traps.clone())
    }

    /// Says where an operation has no value.
    fn trap(&mut self, condition: Formula) {
        if !matches!(condition, Formula::Constant(false)) {
            self.traps.push(condition);
        }
    }

    /// What `read` reads; traps that it sets matter only where the condition holds.
    pub(crate) fn under<T>(
        &mut self,
        condition: &Formula,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let known = self.traps.len();
        let result = read(self)?;
        for trap in &mut self.traps[known..] {
            *trap = condition.clone().and(std::mem::replace(trap, Formula::Constant(false)));
        }
        Ok(result)
    }

    /// The same; where the condition never holds, something else is read without looking.
    fn where_possible<T>(
        &mut self,
        condition: &Formula,
        otherwise: T,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        match condition {
            Formula::Constant(false) => Ok(otherwise),
            condition => self.under(condition, read),
        }
    }

    /// The formula of a condition.
    ///
    /// # Errors
    /// What is not definable, in words.
    pub fn condition(&mut self, e: &Expr) -> Result<Formula> {
        self.deeper(|reader| reader.condition_of(e))
    }

    /// The formula of a condition that must hold for all values of all variables: of those, too,
    /// over which its parts quantify so that this says the same.
    ///
    /// # Errors
    /// What is not definable, in words.
    pub fn claim(&mut self, e: &Expr) -> Result<Formula> {
        self.claiming(Some(true), |reader| reader.condition(e))
    }

    /// What `read` reads, where that is claimed to hold, or not to hold, or neither.
    fn claiming<T>(
        &mut self,
        claimed: Option<bool>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let before = std::mem::replace(&mut self.claimed, claimed);
        let result = read(self);
        self.claimed = before;
        result
    }

    /// The cases of a term.
    ///
    /// # Errors
    /// As for [`Self::condition`].
    pub fn value(&mut self, e: &Expr) -> Result<Term> {
        self.deeper(|reader| reader.claiming(None, |reader| reader.term_of(e)))
    }

    /// What `read` reads one level deeper in an expression.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.read += 1;
        if self.read > MAX {
            return Err(too_large("the expressions are too long"));
        }
        self.depth = self
            .depth
            .checked_sub(1)
            .ok_or_else(|| too_large("an expression is nested too deeply"))?;
        let result = read(self);
        self.depth += 1;
        result
    }

    fn condition_of(&mut self, e: &Expr) -> Result<Formula> {
        Ok(match &e.node {
            Node::Bool(truth) => Formula::Constant(*truth),
            Node::Unary(Unary::Not, inner) => {
                let claimed = self.claimed.map(|claimed| !claimed);
                !self.claiming(claimed, |reader| reader.condition(inner))?
            }
            Node::Binary(op, a, b) => self.connective(e, *op, a, b)?,
            Node::Compare(first, rest) => {
                let (signs, sides): (Vec<_>, Vec<_>) = rest.iter().map(|(c, e)| (*c, e)).unzip();
                let sides = self.sides(&[vec![&**first], sides].concat())?;
                let pairs = sides.windows(2).zip(signs);
                let all: Result<_, _> =
                    pairs.map(|(pair, c)| pair[0].compare(c, &pair[1])).collect();
                Formula::all(all?)
            }
            Node::Member(element, set) => match &set.node {
                Node::Range(lo, hi) => {
                    let sides = self.sides(&[lo, element, hi])?;
                    let above = sides[0].compare(Comparison::Le, &sides[1])?;
                    above.and(sides[1].compare(Comparison::Le, &sides[2])?)
                }
                Node::Set(all) => {
                    let all: Vec<&Expr> = std::iter::once(&**element).chain(all).collect();
                    let sides = self.sides(&all)?;
                    let equal = |other| sides[0].compare(Comparison::Eq, other);
                    Formula::any(sides[1..].iter().map(equal).collect::<Result<_, _>>()?)
                }
                _ => match set.named() {
                    Some((name, arguments)) => self.belongs(element, name, arguments)?,
                    None => return Err(undefinable(e)),
                },
            },
            Node::If(condition, a, b) => {
                let condition = self.claiming(None, |reader| reader.condition(condition))?;
                let never = Formula::Constant(false);
                let yes = self.where_possible(&condition, never.clone(), |r| r.condition(a))?;
                let no = self.where_possible(&!condition.clone(), never, |r| r.condition(b))?;
                condition.clone().implies(yes).and(Formula::any(vec![condition, no]))
            }
            Node::Value(value) => self.claiming(None, |reader| reader.outcome(value))?,
            Node::Fold(fold, items) => self.quantified(e, *fold, items)?,
            Node::Call(function, arguments) => match self.unfolded(function, arguments)? {
                Some(body) => self.condition(&body)?,
                None => self.counted_condition(e, function, arguments)?,
            },
            _ => return Err(undefinable(e)),
        })
    }

    /// The condition `e`, which joins two others.
    fn connective(&mut self, e: &Expr, op: Binary, a: &Expr, b: &Expr) -> Result<Formula> {
        let claimed = match op {
            Binary::Implies => [self.claimed.map(|claimed| !claimed), self.claimed],
            Binary::And | Binary::Or => [self.claimed; 2],
            _ => [None; 2],
        };
        let a = self.claiming(claimed[0], |reader| reader.condition(a))?;
        // what the second one says matters only there
        let here = match op {
            Binary::And | Binary::Implies => a.clone(),
            Binary::Or => !a.clone(),
            _ => Formula::Constant(true),
        };
        if matches!(here, Formula::Constant(false)) {
            return Ok(Formula::Constant(op != Binary::And));
        }
        let b =
            self.under(&here, |reader| reader.claiming(claimed[1], |reader| reader.condition(b)))?;
        match op {
            Binary::And => Ok(a.and(b)),
            Binary::Or => Ok(Formula::any(vec![a, b])),
            Binary::Implies => Ok(a.implies(b)),
            Binary::Iff => Ok(a.clone().implies(b.clone()).and(b.implies(a))),
            _ => Err(unsupported(message!("`{e}` is not a condition"))),
        }
    }

    fn term_of(&mut self, e: &Expr) -> Result<Term> {
        match &e.node {
            Node::Int(value) => Ok(Term::number(*value)),
            Node::Name(name) => match self.names.get(name) {
                Some(form) => Ok(Term::whole(form.clone())),
                None => Err(unsupported(message!("`{name}` is not known here"))),
            },
            Node::Unary(Unary::Neg, inner) => self.value(inner)?.times(-1),
            Node::Binary(op @ (Binary::Div | Binary::Rem), a, b) => {
                let Some(divisor @ 1..) = self.value(b)?.as_number() else {
                    return Err(unsupported(message!("`{e}` divides by no fixed number")));
                };
                let term = match op {
                    Binary::Rem => self.residue(a, divisor)?,
                    _ => self.value(a)?,
                };
                self.divided(&term, divisor, *op == Binary::Rem)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match op {
                    Binary::Add => a.plus(1, &b),
                    Binary::Sub => a.plus(-1, &b),
                    Binary::Mul => a
                        .product(&b)
                        .ok_or_else(|| unsupported(message!("`{e}` multiplies two quantities")))?,
                    Binary::Xor => self.nim_sum(&[a, b]),
                    Binary::BitAnd => self.bitwise([a, b], |a, b| a & b),
                    _ => Err(undefinable(e)),
                }
            }
            Node::If(condition, a, b) => {
                let condition = self.condition(condition)?;
                let zero = Term::number(0);
                let yes = self.where_possible(&condition, zero.clone(), |r| r.value(a))?;
                let no = self.where_possible(&!condition.clone(), zero, |r| r.value(b))?;
                Term::either(&condition, yes, no)
            }
            Node::Value(value) => self.quantity(value),
            Node::Fold(fold, items) => self.folded(e, *fold, items),
            Node::Call(function, arguments) => match self.unfolded(function, arguments)? {
                Some(body) => self.value(&body),
                None => self.called(e, function, arguments),
            },
            Node::Index(list, index) if counts::lists_parts(list) => {
                match self.value(index)?.as_number() {
                    Some(0) => self.least_part(list),
                    _ => Err(undefinable(e)),
                }
            }
            Node::Index(list, index) => self.entry(list, index),
            _ => Err(undefinable(e)),
        }
    }

    /// The entry of a list whose number, from 0, is a term.
    fn entry(&mut self, list: &Expr, index: &Expr) -> Result<Term> {
        let entries = self.entries(list)?;
        let index = self.value(index)?;
        let mut inside = Vec::new();
        let mut value = Term::number(0);
        for (at, entry) in (0..).zip(&entries) {
            let here = index.compare(Comparison::Eq, &Term::number(at))?;
            if !matches!(here, Formula::Constant(false)) {
                let entry = self.under(&here, |reader| reader.value(entry))?;
                inside.push(here.clone());
                value = Term::either(&here, entry, value)?;
            }
        }
        self.trap(!Formula::any(inside));
        Ok(value)
    }

    /// A function of numbers, or of the entries of a list.
    fn called(&mut self, e: &Expr, function: &str, arguments: &[Expr]) -> Result<Term> {
        if function == "bit" || function == "lowbit" {
            return self.of_digits(e, function, arguments);
        }
        if function == "regular" || function == "zeckendorf_regular" {
            return self.regular(e, function, arguments);
        }
        if let ("size", [list]) = (function, arguments) {
            let length = self.entries(list)?.len();
            return Ok(Term::number(length as i128));
        }
        let fold = match function {
            "xor" => Some(Fold::Xor),
            "sum" => Some(Fold::Sum),
            "min" => Some(Fold::Min),
            "max" => Some(Fold::Max),
            _ => None,
        };
        let entries = match (fold, arguments) {
            (None, [e]) if function == "floor" => return self.floor(e),
            (Some(_), [list]) => self.entries(list)?,
            (_, all) => all.to_vec(),
        };
        let all: Vec<Term> = entries.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?;
        match (function, fold, &all[..]) {
            (_, Some(fold), all) => self.combined(fold, all),
            ("abs", None, [a]) => a.choose(Comparison::Ge, &a.times(-1)?),
            ("bitor", None, [a, b]) => self.bitwise([a.clone(), b.clone()], |a, b| a | b),
            _ => Err(undefinable(e)),
        }
    }
}
