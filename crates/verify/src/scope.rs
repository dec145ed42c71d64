//! The meanings of names while the conditions of a certificate are read.

use crate::Result;
use crate::core::{Case, Condition, Digits, Form, Meaning, Name, Number, Places, States, Where};
use crate::rejected::{overflow, reject, rejected};
use arith::Quadratic;
use logic::formula::{Formula, Linear, Machine, Sign, Variable};
use logic::numeration::Numeration;
use logic::product::{covered, is_empty};
use message::{Message, message};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most steps of a machine.
const STEPS: usize = 1 << 20;
/// Most variables of a sentence.
const VARIABLES: usize = 4096;

/// How numbers are written, and the machines that read them.
pub(crate) struct Machines {
    pub(crate) numeration: Numeration,
    all: BTreeMap<Name, (Rc<Machine>, usize)>,
    /// Those that accept exactly one last number behind all others.
    functions: RefCell<BTreeSet<Name>>,
    /// Those that the proof has asked for.
    used: RefCell<BTreeSet<Name>>,
}

impl Machines {
    /// Reads machines, and proves the numeration and what slopes say.
    pub(crate) fn of(digits: &Digits) -> Result<Self> {
        let mut all = BTreeMap::new();
        for (name, states) in &digits.machines {
            let read = states.machine(message!("machine {name}: it"))?;
            let tracks = states.steps.first().map_or(0, |(_, digits, _)| digits.len());
            all.insert(name.clone(), (Rc::new(read), tracks));
        }
        let find = |name: &Name| {
            all.get(name).ok_or_else(|| rejected(message!("there is no machine {name}")))
        };
        let wide = |list: &[u64]| list.iter().copied().map(i128::from).collect::<Vec<_>>();
        let mut numeration = match &digits.places {
            None => Numeration::base(2),
            Some(Places::Base(base)) => Numeration::base(*base),
            Some(Places::Recurrence(weights, first, words)) => {
                let words = find(words)?.0.as_ref().clone();
                Some(Numeration::new(&wide(weights), &wide(first), words)?)
            }
        }
        .ok_or_else(|| rejected("the base must be 2 to 36"))?;
        for (parts, name) in &digits.slopes {
            let [p, q, r, d] = parts.map(i128::from);
            let slope = Quadratic::new(p, q, r, d).map_err(|_| overflow())?;
            numeration.add_slope(slope, find(name)?.0.as_ref().clone())?;
        }
        for (name, (machine, tracks)) in &all {
            if !machine.is_sound(numeration.radix(), *tracks) {
                return reject(message!(
                    "machine {name} has a wrong state or digit, or leading zeros matter"
                ));
            }
        }
        let used = match &digits.places {
            Some(Places::Recurrence(_, _, words)) => BTreeSet::from([words.clone()]),
            _ => BTreeSet::new(),
        };
        Ok(Self { numeration, all, functions: RefCell::default(), used: used.into() })
    }

    /// The machines that the proof has not asked for.
    pub(crate) fn unused(&self) -> Vec<Name> {
        let used = self.used.borrow();
        self.all.keys().filter(|name| !used.contains(*name)).cloned().collect()
    }

    /// The machine of that name, if it has `tracks` tracks.
    pub(crate) fn get(&self, name: &Name, tracks: usize) -> Result<&Rc<Machine>> {
        match self.all.get(name) {
            Some((machine, own)) if *own == tracks => {
                self.used.borrow_mut().insert(name.clone());
                Ok(machine)
            }
            Some(_) => reject(message!("machine {name} does not have {tracks} tracks")),
            None => reject(message!("there is no machine {name}")),
        }
    }

    /// The machine of that name, once it is proved that for all numbers on the other tracks it accepts
    /// exactly one on the last.
    fn function(&self, name: &Name, tracks: usize) -> Result<&Rc<Machine>> {
        let machine = self.get(name, tracks)?;
        if self.functions.borrow().contains(name) {
            return Ok(machine);
        }
        let inputs: Vec<Variable> = (0..tracks.saturating_sub(1)).collect();
        let value = |last| Formula::Word(Rc::clone(machine), [&inputs[..], &[last]].concat());
        let some = [((**machine).clone(), inputs.clone())];
        if !covered(&self.numeration, inputs.len(), &Formula::Constant(true), &some)? {
            return reject(message!("machine {name} has no value of some numbers"));
        }
        let [a, b] = [inputs.len(), inputs.len() + 1];
        let differ = difference(&Linear::variable(a), &Linear::variable(b))?;
        let two = Formula::all(vec![value(a), value(b), !Formula::compare(differ, Sign::Zero)]);
        if !is_empty(&self.numeration, tracks + 1, &two)? {
            return reject(message!("machine {name} has two values of some numbers"));
        }
        self.functions.borrow_mut().insert(name.clone());
        Ok(machine)
    }
}

impl States {
    /// How certificates have a machine.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let rows = machine.steps.iter().enumerate();
        let steps = rows.flat_map(|(from, row)| {
            row.iter().map(move |(digits, &to)| (from, digits.clone(), to))
        });
        Self { accepting: machine.accepting.clone(), steps: steps.collect() }
    }

    /// The machine, at most one step of which leaves a state with the same digits.
    ///
    /// # Errors
    /// Which of its steps is wrong, said of what `name` is.
    pub fn machine(&self, name: impl Into<Message>) -> Result<Machine> {
        let name = name.into();
        let Self { accepting, steps: listed } = self;
        if listed.len() > STEPS || accepting.len() > STEPS {
            return reject(message!("{name} has too many steps"));
        }
        let mut steps = vec![BTreeMap::new(); accepting.len()];
        for (from, digits, to) in listed {
            let Some(row) = steps.get_mut(*from) else {
                return reject(message!("{name} has a step from nowhere"));
            };
            if row.insert(digits.clone(), *to).is_some() {
                return reject(message!("{name} has two steps for the same digits"));
            }
        }
        Ok(Machine { accepting: accepting.clone(), steps })
    }
}

/// `a - b`.
pub(crate) fn difference(a: &Linear, b: &Linear) -> Result<Linear> {
    a.plus(-1, b).ok_or_else(overflow)
}

/// The form is below the number.
pub(crate) fn below(form: &Linear, number: i128) -> Result<Formula> {
    let form = difference(form, &Linear::constant(number.checked_sub(1).ok_or_else(overflow)?))?;
    Ok(Formula::compare(form, Sign::AtMost))
}

/// Two forms are equal.
pub(crate) fn equal(a: &Linear, b: &Linear) -> Result<Formula> {
    Ok(Formula::compare(difference(a, b)?, Sign::Zero))
}

/// A number by cases: conditions of which at most one holds, each with a form over a positive
/// divisor, to be rounded down.
#[derive(Clone)]
pub(crate) struct ByCases {
    cases: Vec<(Formula, Linear, i128)>,
    /// Whether some case always holds, because the last one holds where no other does.
    is_total: bool,
}

impl ByCases {
    pub(crate) fn whole(form: Linear) -> Self {
        Self { cases: vec![(Formula::Constant(true), form, 1)], is_total: true }
    }

    /// One form where the condition holds, elsewhere another.
    pub(crate) fn either(here: Formula, yes: Linear, no: Linear) -> Self {
        Self { cases: vec![(here.clone(), yes, 1), (!here, no, 1)], is_total: true }
    }

    /// Some case holds, and its form satisfies what is asked of the pair of form and divisor.
    fn some(&self, asked: impl Fn(&Linear, i128) -> Result<Formula>) -> Result<Formula> {
        let case = |(here, form, divisor): &(Formula, Linear, i128)| {
            Ok(here.clone().and(asked(form, *divisor)?))
        };
        Ok(Formula::any(self.cases.iter().map(case).collect::<Result<_>>()?))
    }

    /// Some case holds.
    pub(crate) fn is_defined(&self) -> Result<Formula> {
        match self.is_total {
            true => Ok(Formula::Constant(true)),
            false => self.some(|_, _| Ok(Formula::Constant(true))),
        }
    }

    /// It is negative.
    pub(crate) fn is_negative(&self) -> Result<Formula> {
        self.some(|form, _| below(form, 0))
    }

    /// It is the number that the form is.
    pub(crate) fn is(&self, number: &Linear) -> Result<Formula> {
        self.some(|form, divisor| {
            let rest = form.plus(-divisor, number).ok_or_else(overflow)?;
            match divisor {
                1 => Ok(Formula::compare(rest, Sign::Zero)),
                _ => Ok((!below(&rest, 0)?).and(below(&rest, divisor)?)),
            }
        })
    }

    /// It is greater than the number that the form is.
    pub(crate) fn exceeds(&self, number: &Linear) -> Result<Formula> {
        self.some(|form, divisor| {
            let rest = form.plus(-divisor, number).ok_or_else(overflow)?;
            Ok(!below(&rest, divisor)?)
        })
    }

    /// Both are the same number; what is rounded down is a further variable, `rounded`.
    pub(crate) fn equals(&self, other: &Self, scope: &mut Scope<'_>) -> Result<Formula> {
        match (&other.cases[..], &self.cases[..]) {
            ([(Formula::Constant(true), form, 1)], _) => self.is(form),
            (_, [(Formula::Constant(true), form, 1)]) => other.is(form),
            _ if self.cases.iter().all(|(.., divisor)| *divisor == 1) => {
                self.some(|form, _| other.is(form))
            }
            _ => {
                let own = Linear::variable(scope.number(other)?);
                let is_number = other.is_defined()?.and(!other.is_negative()?);
                Ok(self.is(&own)?.and(is_number))
            }
        }
    }
}

/// What says which positions are won, or what their values are.
#[derive(Clone, Copy)]
pub(crate) struct StatedLaw<'a> {
    pub(crate) coordinates: &'a [Name],
    pub(crate) positions: &'a Where,
    pub(crate) said: Said<'a>,
}

/// The outcome or the value, as a certificate states it.
#[derive(Clone, Copy)]
pub(crate) enum Said<'a> {
    Wins(&'a Where),
    Value(&'a Number),
}

/// The variables of a sentence, and what names stand for.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    pub(crate) machines: &'a Machines,
    /// What is known of all positions.
    pub(crate) law: Option<StatedLaw<'a>>,
    names: BTreeMap<Name, Linear>,
    variables: usize,
    /// What further variables are; each defines the last of its variables, so that exactly one value
    /// fits for all values of the others.
    definitions: Vec<Formula>,
    /// The variables that are linear forms, or 0 where these are negative.
    naturals: BTreeMap<Linear, Variable>,
    /// Numbers accepted behind others.
    words: BTreeMap<(Name, Vec<Variable>), Variable>,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(machines: &'a Machines) -> Self {
        Self {
            machines,
            law: None,
            names: BTreeMap::new(),
            variables: 0,
            definitions: Vec::new(),
            naturals: BTreeMap::new(),
            words: BTreeMap::new(),
        }
    }

    /// A further variable.
    pub(crate) fn variable(&mut self) -> Variable {
        self.variables += 1;
        self.variables - 1
    }

    /// Number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.variables
    }

    /// Lets the names stand for new variables.
    pub(crate) fn declare(&mut self, names: &[Name]) -> Result<Vec<Variable>> {
        names
            .iter()
            .map(|name| {
                let own = self.variable();
                self.name(name, Linear::variable(own))?;
                Ok(own)
            })
            .collect()
    }

    /// Lets a name stand for a form.
    fn name(&mut self, name: &Name, form: Linear) -> Result<()> {
        if name == "1" || self.names.insert(name.clone(), form).is_some() {
            return reject(message!("the name `{name}` has two meanings"));
        }
        if self.variables > VARIABLES { reject("there are too many variables") } else { Ok(()) }
    }

    /// What `read` reads where no name stands for anything but these.
    pub(crate) fn with<T>(
        &mut self,
        names: &[Name],
        at: &[Linear],
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if names.len() != at.len() {
            return reject("a position has another number of coordinates");
        }
        let before = std::mem::take(&mut self.names);
        let named = names.iter().zip(at).try_for_each(|(name, form)| self.name(name, form.clone()));
        let result = named.and_then(|()| read(self));
        self.names = before;
        result
    }

    /// The formula together with what further variables are that it speaks of; it has the same
    /// solutions in the others.
    pub(crate) fn complete(&self, formula: Formula) -> Formula {
        let mut used = BTreeSet::new();
        formula.variables(&mut used);
        let mut all = vec![formula];
        for definition in self.definitions.iter().rev() {
            let mut own = BTreeSet::new();
            definition.variables(&mut own);
            if own.last().is_some_and(|last| used.contains(last)) {
                used.extend(own);
                all.push(definition.clone());
            }
        }
        Formula::all(all)
    }

    /// Checks that nothing satisfies all parts.
    pub(crate) fn never(&self, parts: Vec<Formula>, otherwise: impl Into<Message>) -> Result<()> {
        let formula = self.complete(Formula::all(parts));
        match is_empty(&self.machines.numeration, self.variables, &formula)? {
            true => Ok(()),
            false => reject(otherwise),
        }
    }

    pub(crate) fn form(&self, form: &Form) -> Result<Linear> {
        let mut sum = Linear::default();
        for (name, &factor) in &form.0 {
            let part = match self.names.get(name) {
                Some(part) => part,
                None if name == "1" => &Linear::constant(1),
                None => return reject(message!("`{name}` is not known here")),
            };
            sum = sum.plus(factor.into(), part).ok_or_else(overflow)?;
        }
        Ok(sum)
    }

    pub(crate) fn forms(&self, all: &[Form]) -> Result<Vec<Linear>> {
        all.iter().map(|form| self.form(form)).collect()
    }

    /// A variable that is the form, or 0 where that is negative.
    pub(crate) fn natural(&mut self, form: &Linear) -> Result<Variable> {
        let mut single = form.coefficients.iter();
        if let (0, Some((&variable, 1)), None) = (form.constant, single.next(), single.next()) {
            return Ok(variable);
        }
        if let Some(&known) = self.naturals.get(form) {
            return Ok(known);
        }
        let own = self.number(&ByCases::whole(form.clone()))?;
        self.naturals.insert(form.clone(), own);
        Ok(own)
    }

    /// A variable that is the term, or 0 where that is negative or not defined.
    pub(crate) fn number(&mut self, term: &ByCases) -> Result<Variable> {
        let own = self.variable();
        let zero = Formula::compare(Linear::variable(own), Sign::Zero);
        let fails = term.is_negative()?;
        let is_zero = match term.is_defined()? {
            Formula::Constant(true) => fails,
            defined => Formula::any(vec![!defined, fails]),
        };
        let is = term.is(&Linear::variable(own))?;
        self.definitions.push(is_zero.clone().implies(zero).and(Formula::any(vec![is_zero, is])));
        Ok(own)
    }

    pub(crate) fn cases(&mut self, cases: &[Case]) -> Result<ByCases> {
        let (mut all, mut rest) = (Vec::new(), Formula::Constant(true));
        for (condition, form, divisor) in cases {
            if *divisor < 1 {
                return reject("a divisor must be positive");
            }
            let here = self.condition(condition)?;
            all.push((rest.clone().and(here.clone()), self.form(form)?, (*divisor).into()));
            rest = rest.and(!here);
        }
        Ok(ByCases { cases: all, is_total: matches!(rest, Formula::Constant(false)) })
    }

    /// The number that the machine accepts behind those of the variables.
    pub(crate) fn word(&mut self, name: &Name, tracks: Vec<Variable>) -> Result<Variable> {
        let key = (name.clone(), tracks);
        if let Some(&known) = self.words.get(&key) {
            return Ok(known);
        }
        let machine = self.machines.function(name, key.1.len() + 1)?;
        let own = self.variable();
        self.definitions.push(Formula::Word(Rc::clone(machine), [&key.1[..], &[own]].concat()));
        self.words.insert(key, own);
        Ok(own)
    }

    /// The nim-sum of variables; to base 2 alone.
    pub(crate) fn nim_sum(&mut self, mut tracks: Vec<Variable>) -> Result<Variable> {
        if !self.machines.numeration.is_binary() || tracks.len() > 8 {
            return reject("a nim-sum of at most 8 numbers needs base 2");
        }
        let own = self.variable();
        tracks.push(own);
        self.definitions.push(Formula::Word(Machine::nim_sum(tracks.len()).into(), tracks));
        Ok(own)
    }

    /// Lets the names stand for what they are defined to be.
    pub(crate) fn define(&mut self, all: &[(Name, Meaning)]) -> Result<()> {
        for (name, meaning) in all {
            let own = match meaning {
                Meaning::Cases(cases) => {
                    let term = self.cases(cases)?;
                    self.number(&term)?
                }
                Meaning::Word(machine, tracks) => {
                    let tracks = self.tracks(tracks)?;
                    self.word(machine, tracks)?
                }
                Meaning::Value(at) => {
                    let at = self.forms(at)?;
                    let (inside, said) = self.known(&at)?;
                    let Read::Value(ByCases { cases, .. }) = said else {
                        return reject("no law says what the values are");
                    };
                    let cases = cases.into_iter();
                    let cases = cases.map(|(here, form, by)| (inside.clone().and(here), form, by));
                    self.number(&ByCases { cases: cases.collect(), is_total: false })?
                }
            };
            self.name(name, Linear::variable(own))?;
        }
        Ok(())
    }

    fn tracks(&mut self, names: &[Name]) -> Result<Vec<Variable>> {
        let forms: Vec<Linear> = names
            .iter()
            .map(|name| self.form(&Form(BTreeMap::from([(name.clone(), 1)]))))
            .collect::<Result<_, _>>()?;
        forms.iter().map(|form| self.natural(form)).collect()
    }

    pub(crate) fn condition(&mut self, condition: &Condition) -> Result<Formula> {
        let mut all = |list: &[Condition]| {
            list.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Is(truth) => Formula::Constant(*truth),
            Condition::And(list) => Formula::all(all(list)?),
            Condition::Or(list) => Formula::any(all(list)?),
            Condition::Not(inner) => !self.condition(inner)?,
            Condition::AtMost(form) => Formula::compare(self.form(form)?, Sign::AtMost),
            Condition::Zero(form) => Formula::compare(self.form(form)?, Sign::Zero),
            Condition::Mod(form, modulus, rest) => {
                if *modulus < 1 || !(0..*modulus).contains(rest) {
                    return reject("a remainder must be below its positive modulus");
                }
                Formula::remainder(self.form(form)?, (*modulus).into(), (*rest).into())
            }
            Condition::Word(name, tracks) => {
                let machine = self.machines.get(name, tracks.len())?;
                Formula::Word(Rc::clone(machine), self.tracks(tracks)?)
            }
            Condition::Wins(at) => {
                let at = self.forms(at)?;
                let (inside, said) = self.known(&at)?;
                let Read::Wins(wins) = said else {
                    return reject("no law says which positions are won");
                };
                inside.and(wins)
            }
        })
    }

    /// The condition of a `Where`, whose names are known nowhere else.
    pub(crate) fn holds(&mut self, condition: &Where) -> Result<Formula> {
        let before = self.names.clone();
        let holds = self.define(&condition.define).and_then(|()| self.condition(&condition.holds));
        self.names = before;
        holds
    }

    /// Whether the numbers are those of a position, and what the law says of it.
    fn known(&mut self, at: &[Linear]) -> Result<(Formula, Read)> {
        // the law itself may not speak of other positions
        let Some(law) = self.law.take() else { return reject("no law is known here") };
        let negative = at.iter().map(|form| below(form, 0)).collect::<Result<Vec<_>, _>>()?;
        let (inside, said) = self.with(law.coordinates, at, |scope| {
            Ok((scope.holds(law.positions)?, scope.read(law.said)?))
        })?;
        self.law = Some(law);
        Ok((inside.and(!Formula::any(negative)), said))
    }

    /// What the law says where the coordinates stand for what they do.
    pub(crate) fn read(&mut self, said: Said<'_>) -> Result<Read> {
        Ok(match said {
            Said::Wins(wins) => Read::Wins(self.holds(wins)?),
            Said::Value(Number { define, cases }) => {
                let before = self.names.clone();
                let term = self.define(define).and_then(|()| self.cases(cases));
                self.names = before;
                Read::Value(term?)
            }
        })
    }
}

/// What is said of a position or a sum.
#[derive(Clone)]
pub(crate) enum Read {
    /// Where the player to move wins.
    Wins(Formula),
    /// The nim-value.
    Value(ByCases),
}
