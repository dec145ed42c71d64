//! Expressions of laws and guards as linear forms and formulas.
//!
//! A term is read as *cases*: conditions of which exactly one holds, each with a linear form divided
//! by a positive number. So quotients, remainders, minima, maxima, absolute values and choices need
//! no variables of their own; only nim-sums and functions of the digits do.

mod digits;

use super::formula::{Formula, Linear, Machine, Sign, Variable};
use super::numeration::Numeration;
use expr::ast::{Binary, Comparison, Expr, Node, Set, Unary};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most cases of one term.
const CASES: usize = 1024;
/// Deepest nesting of an expression.
const DEEPEST: usize = 100;

/// A linear form over a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ratio {
    form: Linear,
    below: i128,
}

/// A condition and what the term is where it holds.
type Case = (Formula, Ratio);

/// Reads expressions, and collects what they mean for variables of its own.
#[derive(Clone, Debug)]
pub struct Reader {
    /// What names stand for.
    names: BTreeMap<String, Linear>,
    /// Rows of numbers, counted from 1.
    rows: BTreeMap<String, Vec<Linear>>,
    /// Number of variables in use.
    variables: usize,
    numeration: Rc<Numeration>,
    /// What the reader's own variables are; for all values of the others exactly one of each fits.
    definitions: Vec<Formula>,
    /// Where an operation on natural numbers meets a negative one.
    traps: Vec<Formula>,
}

impl Reader {
    /// A reader that knows the names as variables from 0 on, written in the numeration.
    #[must_use]
    pub fn new(names: &[&str], numeration: &Numeration) -> Self {
        let named = names.iter().enumerate().map(|(v, name)| ((*name).to_owned(), v));
        Self {
            names: named.map(|(name, v)| (name, Linear::variable(v))).collect(),
            rows: BTreeMap::new(),
            variables: names.len(),
            numeration: Rc::new(numeration.clone()),
            definitions: Vec::new(),
            traps: Vec::new(),
        }
    }

    /// Lets a name stand for a number.
    pub fn set(&mut self, name: &str, value: i128) {
        self.names.insert(name.to_owned(), Linear::constant(value));
    }

    /// Lets a name stand for a linear form from now on.
    pub fn name(&mut self, name: &str, form: Linear) {
        self.names.insert(name.to_owned(), form);
    }

    /// Lets a name stand for a row of numbers, counted from 1, from now on.
    pub fn row(&mut self, name: &str, entries: Vec<Linear>) {
        self.rows.insert(name.to_owned(), entries);
    }

    /// Whether the name stands for something.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.rows.contains_key(name)
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
        // each defines the last of its variables
        for definition in self.definitions.iter().rev() {
            let mut own = BTreeSet::new();
            definition.variables(&mut own);
            if own.last().is_some_and(|last| used.contains(last)) {
                used.extend(own);
                all.push(definition.clone());
            }
        }
        Formula::And(all)
    }

    /// Where an operation on natural numbers met a negative one; a proof excludes it.
    #[must_use]
    pub fn traps(&self) -> Formula {
        Formula::Or(self.traps.clone())
    }

    /// The formula of a condition.
    ///
    /// # Errors
    /// What is not definable, in words.
    pub fn condition(&mut self, e: &Expr) -> Result<Formula, String> {
        self.condition_at(e, DEEPEST)
    }

    /// The formula `variable = term`.
    ///
    /// # Errors
    /// As for [`Self::condition`].
    pub fn equals(&mut self, variable: Variable, e: &Expr) -> Result<Formula, String> {
        let own = vec![(Formula::Constant(true), Ratio::whole(Linear::variable(variable)))];
        let term = self.term(e, DEEPEST)?;
        compare(&own, Comparison::Eq, &term)
    }

    fn condition_at(&mut self, e: &Expr, depth: usize) -> Result<Formula, String> {
        let depth = depth.checked_sub(1).ok_or("an expression is nested too deeply")?;
        Ok(match &e.node {
            Node::Bool(truth) => Formula::Constant(*truth),
            Node::Unary(Unary::Not, inner) => !self.condition_at(inner, depth)?,
            Node::Binary(op, a, b) => {
                let mut both = || {
                    let first = self.condition_at(a, depth)?;
                    let known = self.traps.len();
                    let second = self.condition_at(b, depth)?;
                    match op {
                        Binary::And | Binary::Implies => self.only_where(known, &first),
                        Binary::Or => self.only_where(known, &!first.clone()),
                        _ => {}
                    }
                    Ok::<_, String>((first, second))
                };
                match op {
                    Binary::And => both().map(|(a, b)| a.and(b))?,
                    Binary::Or => both().map(|(a, b)| Formula::Or(vec![a, b]))?,
                    Binary::Implies => both().map(|(a, b)| a.implies(b))?,
                    Binary::Iff => {
                        let (a, b) = both()?;
                        a.clone().implies(b.clone()).and(b.implies(a))
                    }
                    _ => return Err(format!("`{e}` is no condition")),
                }
            }
            Node::Compare(first, rest) => {
                let mut left = self.term(first, depth)?;
                let mut all = Vec::new();
                for (comparison, right) in rest {
                    let right = self.term(right, depth)?;
                    all.push(compare(&left, *comparison, &right)?);
                    left = right;
                }
                Formula::And(all)
            }
            Node::Member(element, Set::Range(lo, hi)) => {
                let element = self.term(element, depth)?;
                let (lo, hi) = (self.term(lo, depth)?, self.term(hi, depth)?);
                compare(&lo, Comparison::Le, &element)?.and(compare(&element, Comparison::Le, &hi)?)
            }
            Node::Member(element, Set::Elements(all)) => {
                let element = self.term(element, depth)?;
                let mut any = Vec::new();
                for e in all {
                    any.push(compare(&element, Comparison::Eq, &self.term(e, depth)?)?);
                }
                Formula::Or(any)
            }
            Node::If(condition, a, b) => {
                let condition = self.condition_at(condition, depth)?;
                let known = self.traps.len();
                let a = self.condition_at(a, depth)?;
                self.only_where(known, &condition);
                let known = self.traps.len();
                let b = self.condition_at(b, depth)?;
                self.only_where(known, &!condition.clone());
                condition.clone().implies(a).and(Formula::Or(vec![condition, b]))
            }
            _ => return Err(format!("`{e}` is not definable here")),
        })
    }

    fn term(&mut self, e: &Expr, depth: usize) -> Result<Vec<Case>, String> {
        let depth = depth.checked_sub(1).ok_or("an expression is nested too deeply")?;
        let single = |form| Ok(vec![(Formula::Constant(true), Ratio::whole(form))]);
        match &e.node {
            Node::Int(value) => single(Linear::constant(*value)),
            Node::Name(name) => match self.names.get(name) {
                Some(form) => single(form.clone()),
                None => Err(format!("`{name}` is not known here")),
            },
            Node::Unary(Unary::Neg, inner) => scale(&self.term(inner, depth)?, -1),
            Node::Binary(op, a, b) => {
                let (a, b) = (self.term(a, depth)?, self.term(b, depth)?);
                match op {
                    Binary::Add => join(&a, &b, |a, b| a.plus(1, b)),
                    Binary::Sub => join(&a, &b, |a, b| a.plus(-1, b)),
                    Binary::Mul => match (number(&a), number(&b)) {
                        (Some(factor), _) => scale(&b, factor),
                        (_, Some(factor)) => scale(&a, factor),
                        _ => Err(format!("`{e}` multiplies two quantities")),
                    },
                    Binary::Div | Binary::Rem => match number(&b) {
                        Some(divisor @ 1..=64) => divide(&a, divisor, *op == Binary::Rem),
                        _ => Err(format!("`{e}` divides by something else than 1 to 64")),
                    },
                    Binary::Xor => {
                        if !self.numeration.is_binary() {
                            return Err(format!("`{e}` needs base 2"));
                        }
                        let summands = vec![self.natural(&a)?, self.natural(&b)?];
                        single(self.nim_sum(summands))
                    }
                    _ => Err(format!("`{e}` is not definable here")),
                }
            }
            Node::If(condition, a, b) => {
                let condition = self.condition_at(condition, depth)?;
                let known = self.traps.len();
                let a = self.term(a, depth)?;
                self.only_where(known, &condition);
                let known = self.traps.len();
                let b = self.term(b, depth)?;
                self.only_where(known, &!condition.clone());
                let under = |condition: Formula, cases: Vec<Case>| {
                    cases.into_iter().map(move |(own, form)| (condition.clone().and(own), form))
                };
                limit(under(condition.clone(), a).chain(under(!condition, b)).collect())
            }
            Node::Call(function, arguments) if function == "floor" && arguments.len() == 1 => {
                self.floor(&arguments[0], depth)
            }
            Node::Call(function, arguments) => {
                if let [Expr { node: Node::Name(name), .. }] = &arguments[..]
                    && let Some(entries) = self.rows.get(name).cloned()
                {
                    return self.whole_row(e, function, &entries);
                }
                let all: Vec<Vec<Case>> =
                    arguments.iter().map(|e| self.term(e, depth)).collect::<Result<_, _>>()?;
                match (function.as_str(), &all[..]) {
                    ("abs", [a]) => {
                        let zero = single(Linear::constant(0))?;
                        let negative = compare(a, Comparison::Lt, &zero)?;
                        let under = |condition: Formula, cases: Vec<Case>| {
                            let both = move |(own, form)| (condition.clone().and(own), form);
                            cases.into_iter().map(both)
                        };
                        let positive = under(!negative.clone(), a.clone());
                        limit(under(negative, scale(a, -1)?).chain(positive).collect())
                    }
                    ("min", [first, rest @ ..]) => rest
                        .iter()
                        .try_fold(first.clone(), |least, e| choose(&least, e, Comparison::Le)),
                    ("max", [first, rest @ ..]) => rest
                        .iter()
                        .try_fold(first.clone(), |most, e| choose(&most, e, Comparison::Ge)),
                    _ => Err(format!("`{function}` is not definable here")),
                }
            }
            Node::Index(list, index) if self.row_of(list).is_some() => {
                let index = number(&self.term(index, depth)?);
                let place = index.and_then(|at| usize::try_from(at.checked_sub(1)?).ok());
                let entry = self.row_of(list).and_then(|row| row.get(place?));
                entry.cloned().map_or_else(|| Err(format!("`{e}` is not definable here")), single)
            }
            Node::Index(list, index) if matches!(list.node, Node::Call(..)) => {
                let index = number(&self.term(index, depth)?);
                match (self.least_part(list, depth)?, index) {
                    (Some(part), Some(0)) => single(part),
                    _ => Err(format!("`{e}` is not definable here")),
                }
            }
            Node::Index(list, index) => {
                let Node::List(entries) = &list.node else {
                    return Err(format!("`{e}` is not definable here"));
                };
                let index = self.term(index, depth)?;
                let mut cases = Vec::new();
                let mut inside = Vec::new();
                for (at, entry) in (0..).zip(entries) {
                    let here = vec![(Formula::Constant(true), Ratio::whole(Linear::constant(at)))];
                    let here = compare(&index, Comparison::Eq, &here)?;
                    inside.push(here.clone());
                    let entry = self.term(entry, depth)?;
                    cases.extend(entry.into_iter().map(|(c, form)| (here.clone().and(c), form)));
                }
                let outside = !Formula::Or(inside);
                self.traps.push(outside.clone());
                cases.push((outside, Ratio::whole(Linear::constant(0))));
                limit(cases)
            }
            _ => Err(format!("`{e}` is not definable here")),
        }
    }

    /// The traps from this one on are met only where the condition holds.
    fn only_where(&mut self, from: usize, condition: &Formula) {
        for trap in &mut self.traps[from..] {
            *trap = condition.clone().and(std::mem::replace(trap, Formula::Constant(false)));
        }
    }

    fn row_of(&self, list: &Expr) -> Option<&Vec<Linear>> {
        match &list.node {
            Node::Name(name) => self.rows.get(name),
            _ => None,
        }
    }

    /// A function of all entries of a row.
    fn whole_row(
        &mut self,
        e: &Expr,
        function: &str,
        entries: &[Linear],
    ) -> Result<Vec<Case>, String> {
        let single = |form: Linear| vec![(Formula::Constant(true), Ratio::whole(form))];
        let mut terms = entries.iter().cloned().map(single);
        match (function, terms.next()) {
            ("xor", Some(_)) if self.numeration.is_binary() => {
                let terms = entries.iter().cloned().map(single);
                let tracks = terms.map(|term| self.natural(&term)).collect::<Result<_, _>>()?;
                Ok(single(self.nim_sum(tracks)))
            }
            ("xor", Some(_)) => Err(format!("`{e}` needs base 2")),
            ("sum", Some(first)) => {
                terms.try_fold(first, |sum, term| join(&sum, &term, |a, b| a.plus(1, b)))
            }
            ("min", Some(first)) => {
                terms.try_fold(first, |least, term| choose(&least, &term, Comparison::Le))
            }
            ("max", Some(first)) => {
                terms.try_fold(first, |most, term| choose(&most, &term, Comparison::Ge))
            }
            _ => Err(format!("`{e}` is not definable here")),
        }
    }

    /// A variable equal to the nim-sum of at most 8 others.
    fn nim_sum(&mut self, mut summands: Vec<Variable>) -> Linear {
        let sum = self.variable();
        summands.push(sum);
        let machine = Rc::new(Machine::nim_sum(summands.len()));
        self.definitions.push(Formula::Word(machine, summands));
        Linear::variable(sum)
    }

    /// A variable equal to the term; where that is negative, a trap.
    fn natural(&mut self, cases: &[Case]) -> Result<Variable, String> {
        if let [(_, Ratio { form, below: 1 })] = cases
            && form.constant == 0
            && form.coefficients.len() == 1
            && let Some((&variable, 1)) = form.coefficients.first_key_value()
        {
            return Ok(variable);
        }
        let own = self.variable();
        let mut any = Vec::new();
        for (condition, ratio) in cases {
            let negative = ratio.form.plus(1, &Linear::constant(1)).ok_or(OVERFLOW)?;
            let negative = Formula::Compare(negative, Sign::AtMost);
            let same = Linear::default().plus(ratio.below, &Linear::variable(own));
            let same = same.and_then(|own| own.plus(-1, &ratio.form)).ok_or(OVERFLOW)?;
            let same = Formula::Compare(same, Sign::Zero);
            let zero = Formula::Compare(Linear::variable(own), Sign::Zero);
            let is = negative.clone().implies(zero).and(Formula::Or(vec![negative.clone(), same]));
            any.push(condition.clone().and(is));
            self.traps.push(condition.clone().and(negative));
        }
        self.definitions.push(Formula::Or(any));
        Ok(own)
    }
}

const OVERFLOW: &str = "a number exceeds 128 bits";

impl Ratio {
    fn whole(form: Linear) -> Self {
        Self { form, below: 1 }
    }

    /// `self + factor * other`.
    fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let own = Linear::default().plus(other.below, &self.form)?;
        let form = own.plus(factor.checked_mul(self.below)?, &other.form)?;
        Some(Self { form, below: self.below.checked_mul(other.below)? })
    }
}

fn limit(cases: Vec<Case>) -> Result<Vec<Case>, String> {
    if cases.len() > CASES { Err(format!("more than {CASES} cases")) } else { Ok(cases) }
}

/// The one number a term always is.
fn number(cases: &[Case]) -> Option<i128> {
    match cases {
        [(_, Ratio { form, below: 1 })] if form.coefficients.is_empty() => Some(form.constant),
        _ => None,
    }
}

/// The term times a number.
fn scale(cases: &[Case], factor: i128) -> Result<Vec<Case>, String> {
    let scaled = cases.iter().map(|(condition, Ratio { form, below })| {
        let form = Linear::default().plus(factor, form)?;
        Some((condition.clone(), Ratio { form, below: *below }))
    });
    scaled.collect::<Option<_>>().ok_or_else(|| OVERFLOW.to_owned())
}

/// What an operation makes of two terms.
fn join(
    left: &[Case],
    right: &[Case],
    operation: impl Fn(&Ratio, &Ratio) -> Option<Ratio>,
) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (a, first) in left {
        for (b, second) in right {
            let value = operation(first, second).ok_or(OVERFLOW)?;
            cases.push((a.clone().and(b.clone()), value));
        }
        if cases.len() > CASES {
            return limit(cases);
        }
    }
    Ok(cases)
}

/// The left term where it compares so with the right one, elsewhere the right one.
fn choose(left: &[Case], right: &[Case], comparison: Comparison) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (a, first) in left {
        for (b, second) in right {
            let both = a.clone().and(b.clone());
            let here = related(first, comparison, second).ok_or(OVERFLOW)?;
            cases.push((both.clone().and(here.clone()), first.clone()));
            cases.push((both.and(!here), second.clone()));
        }
        if cases.len() > CASES {
            return limit(cases);
        }
    }
    Ok(cases)
}

fn compare(left: &[Case], comparison: Comparison, right: &[Case]) -> Result<Formula, String> {
    if left.len().saturating_mul(right.len()) > CASES {
        return Err(format!("more than {CASES} cases"));
    }
    let mut any = Vec::new();
    for (a, first) in left {
        for (b, second) in right {
            let holds = related(first, comparison, second).ok_or(OVERFLOW)?;
            any.push(Formula::And(vec![a.clone(), b.clone(), holds]));
        }
    }
    Ok(Formula::Or(any))
}

fn related(left: &Ratio, comparison: Comparison, right: &Ratio) -> Option<Formula> {
    let (below, above) = (left.plus(-1, right)?.form, right.plus(-1, left)?.form);
    let strictly = |form: &Linear| {
        let form = form.plus(1, &Linear::constant(1))?;
        Some(Formula::Compare(form, Sign::AtMost))
    };
    Some(match comparison {
        Comparison::Eq => Formula::Compare(below, Sign::Zero),
        Comparison::Ne => !Formula::Compare(below, Sign::Zero),
        Comparison::Le => Formula::Compare(below, Sign::AtMost),
        Comparison::Ge => Formula::Compare(above, Sign::AtMost),
        Comparison::Lt => strictly(&below)?,
        Comparison::Gt => strictly(&above)?,
    })
}

/// The quotient rounded down, or the remainder, by the remainders that there are. Where its case
/// holds, a form is a multiple of its denominator.
fn divide(cases: &[Case], divisor: i128, remainder: bool) -> Result<Vec<Case>, String> {
    let mut all = Vec::new();
    for (condition, Ratio { form, below }) in cases {
        let modulus = below.checked_mul(divisor).ok_or(OVERFLOW)?;
        for rest in 0..divisor {
            let here = Formula::Remainder(form.clone(), modulus, rest * below);
            let value = if remainder {
                Ratio::whole(Linear::constant(rest))
            } else {
                let less = Linear::constant(rest * below);
                Ratio { form: form.plus(-1, &less).ok_or(OVERFLOW)?, below: modulus }
            };
            all.push((condition.clone().and(here), value));
        }
        if all.len() > CASES {
            return limit(all);
        }
    }
    Ok(all)
}
