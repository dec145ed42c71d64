//! Rules as games in the core form, whose certificates `verify` checks.

mod options;

pub use options::{Listed, Lister, Options};

use crate::error::{mistake, too_large, unsupported};
use crate::game::{Bound, Clause, Game, Law, OptionPart};
use crate::heap::{ClassOptions, Heap, Place};
use crate::reading::{DefinedBy, Known, Reader, Term};
use crate::{Error, Result};
use expr::ast::{Comparison, Expr, Quantity};
use logic::formula::{Formula, Linear, Machine, Sign, Variable};
use logic::numeration::Numeration;
use logic::product::is_empty;
use message::message;
use std::collections::{BTreeMap, BTreeSet};
use verify::core::{
    self, Case, Condition, Digits, Form, Meaning, Move, Moves, Name, Number, Places, Statement,
    States, Where,
};

/// Numbers whose options are listed one by one, at most.
const MAX_LISTED: i128 = 1 << 25;

/// Writes games, statements and machines in the core form.
#[derive(Debug, Default)]
pub struct Elaborator {
    machines: Vec<(Machine, Name)>,
}

impl Elaborator {
    /// The name of a machine.
    pub fn machine(&mut self, machine: &Machine) -> Name {
        if let Some((_, name)) = self.machines.iter().find(|(known, _)| known == machine) {
            return name.clone();
        }
        let name = format!("M{}", self.machines.len() + 1);
        self.machines.push((machine.clone(), name.clone()));
        name
    }

    /// How numbers are written, with the machines that were named.
    ///
    /// # Errors
    /// A number is too large.
    pub fn digits(mut self, numeration: &Numeration) -> Result<Digits> {
        let small = |all: &[i128]| all.iter().map(|&n| u64::try_from(n).ok()).collect();
        let places = match numeration.is_base() {
            true => Places::Base(numeration.radix()),
            false => {
                let (weights, first, words) = numeration.recurrence();
                let words = self.machine(words);
                let weights: Option<_> = small(weights);
                let first: Option<_> = small(first);
                let both = weights.zip(first).ok_or(Error::OVERFLOW)?;
                Places::Recurrence(both.0, both.1, words)
            }
        };
        let slopes = numeration.slopes().iter().map(|(slope, machine)| {
            let (p, q, r, d) = slope.parts();
            match [p, q, r, d].map(i64::try_from) {
                [Ok(p), Ok(q), Ok(r), Ok(d)] => Ok(([p, q, r, d], self.machine(machine))),
                _ => Err(Error::OVERFLOW),
            }
        });
        let slopes = slopes.collect::<Result<_, _>>()?;
        let machines = self.machines.into_iter();
        let machines = machines.map(|(machine, name)| (name, States::of(&machine))).collect();
        Ok(Digits { places: Some(places), machines, slopes })
    }

    /// The game by its moves, with who wins if a player has none.
    ///
    /// # Errors
    /// What is not definable in the numeration.
    pub fn moves(
        &mut self,
        game: &Game,
        stuck_wins: bool,
        numeration: &Numeration,
    ) -> Result<Moves> {
        let (reader, _) = game.reader(numeration);
        let mut condition = |read: &dyn Fn(&mut Reader) -> Result<Formula>| {
            let mut reader = reader.clone();
            let formula = read(&mut reader)?;
            let names = Names::of(game.names(), &[], &reader);
            self.holds(&reader, &names, &formula)
        };
        let positions = condition(&|reader| game.domain(reader))?;
        let won = condition(&|reader| game.ended(reader).map(|(won, _)| won))?;
        let lost = condition(&|reader| game.ended(reader).map(|(_, lost)| lost))?;
        let moves = game.clauses().iter().map(|clause| self.clause(game, clause, numeration));
        let moves = moves.collect::<Result<_, _>>()?;
        Ok(Moves {
            coordinates: game.names().to_vec(),
            unordered: game.is_symmetric(),
            positions,
            won,
            lost,
            stuck_wins,
            first_coin: game.runs_from().map(small).transpose()?,
            moves,
        })
    }

    fn clause(&mut self, game: &Game, clause: &Clause, numeration: &Numeration) -> Result<Move> {
        let (mut reader, _) = game.reader(numeration);
        let Bound { domain, open, ranges, low, .. } = game.bind(clause, &mut reader)?;
        let legal = Formula::all(ranges);
        let possible = Formula::all([&open[..], std::slice::from_ref(&legal)].concat());
        let mut term = |e: &Expr| reader.under(&possible, |reader| reader.value(e));
        let (mut to, mut runs) = (Vec::new(), Vec::new());
        for part in &clause.parts {
            match part {
                OptionPart::Position(at) => {
                    to.push(at.iter().map(&mut term).collect::<Result<Vec<Term>>>()?);
                }
                OptionPart::Run(lo, hi) => runs.push([term(lo)?, term(hi)?]),
            }
        }
        let meets = Formula::any(vec![low, reader.traps()]);
        let why = "a move may choose a number below 0, or meet one on the way";
        never(&reader, numeration, vec![domain.clone(), meets], why)?;
        let terms = to.iter().flatten().chain(runs.iter().flatten());
        let negative = terms.map(|term| term.compare(Comparison::Lt, &Term::number(0)));
        let negative = Formula::any(negative.collect::<Result<_, _>>()?);
        let negative = vec![domain, possible, negative];
        never(&reader, numeration, negative, "a move may lead to a number below 0")?;
        let mut form = |term: &Term| match term.as_linear() {
            Some(form) => Ok(form.clone()),
            None => reader.natural(term).map(Linear::variable),
        };
        let to = to.iter().map(|at| at.iter().map(&mut form).collect::<Result<Vec<_>>>());
        let to = to.collect::<Result<Vec<_>, _>>()?;
        let runs = runs.iter().map(|[lo, hi]| Ok([form(lo)?, form(hi)?]));
        let runs = runs.collect::<Result<Vec<_>>>()?;
        let chosen: Vec<Name> = clause.bound().map(|name| name.replace(' ', "_")).collect();
        let names = Names::of(game.names(), &chosen, &reader);
        let mut used = BTreeSet::new();
        legal.variables(&mut used);
        for form in to.iter().flatten().chain(runs.iter().flatten()) {
            used.extend(form.coefficients.keys());
        }
        Ok(Move {
            choose: chosen,
            define: self.definitions(&reader, &names, used)?,
            legal: self.condition(&names, &legal)?,
            to: to.iter().map(|at| names.forms(at)).collect::<Result<_, _>>()?,
            runs: runs
                .iter()
                .map(|[lo, hi]| Ok([names.form(lo)?, names.form(hi)?]))
                .collect::<Result<_>>()?,
        })
    }

    /// What a law says of every position.
    ///
    /// # Errors
    /// What is not definable in the numeration.
    pub fn law(&mut self, game: &Game, law: &Law, numeration: &Numeration) -> Result<Statement> {
        let (mut reader, _) = game.reader(numeration);
        let domain = game.domain(&mut reader)?;
        let why = "the law meets a number for which it has no value";
        match law {
            Law::Outcome { wins, .. } => {
                let wins = reader.condition(wins)?;
                never(&reader, numeration, vec![domain, reader.traps()], why)?;
                let names = Names::of(game.names(), &[], &reader);
                Ok(Statement::Wins(self.holds(&reader, &names, &wins)?))
            }
            Law::Value(e) => {
                let term = reader.value(e)?;
                never(&reader, numeration, vec![domain, reader.traps()], why)?;
                let names = Names::of(game.names(), &[], &reader);
                Ok(Statement::Value(self.number(&reader, &names, &term)?))
            }
        }
    }

    /// A statement about all positions of which a law says the outcomes or values.
    ///
    /// # Errors
    /// What is not definable in the numeration.
    pub fn statement(
        &mut self,
        game: &Game,
        law: &Law,
        statement: &Expr,
        numeration: &Numeration,
    ) -> Result<Statement> {
        let (reader, own) = game.reader(numeration);
        let read = |is_symbolic| {
            let mut reader = reader.clone();
            reader.know(Known { is_symbolic, ..law.known(game) });
            let domain = game.domain(&mut reader)?;
            let truth = reader.claim(&game.expression(statement))?;
            Ok::<_, Error>((reader, domain, truth))
        };
        let (reader, domain, _) = read(false)?;
        // one by one, for each needs few of the variables
        for trap in (!reader.traps()).conjuncts() {
            let why = "the statement mentions something that is neither a position nor a number";
            never(&reader, numeration, vec![domain.clone(), !trap], why)?;
        }
        let (reader, _, truth) = read(true)?;
        let defined: BTreeSet<Variable> = reader.definitions().iter().map(|d| d.own).collect();
        let free: Vec<Variable> =
            (own.len()..reader.variables()).filter(|v| !defined.contains(v)).collect();
        let names = Names::of(game.names(), &[], &reader);
        let holds = self.holds(&reader, &names, &truth)?;
        let names = free.iter().map(|&v| names.name(v)).collect::<Result<_, _>>()?;
        Ok(Statement::Always { names, holds })
    }

    fn holds(&mut self, reader: &Reader, names: &Names, formula: &Formula) -> Result<Where> {
        let mut used = BTreeSet::new();
        formula.variables(&mut used);
        let define = self.definitions(reader, names, used)?;
        Ok(Where { define, holds: self.condition(names, formula)? })
    }

    fn number(&mut self, reader: &Reader, names: &Names, term: &Term) -> Result<Number> {
        let define = self.definitions(reader, names, of_cases(term.cases()))?;
        Ok(Number { define, cases: self.cases(names, term.cases())? })
    }

    /// Cases of which exactly one holds: the last one is where no other holds.
    fn cases<'c>(
        &mut self,
        names: &Names,
        cases: impl IntoIterator<Item = (&'c Formula, &'c Linear, i128)>,
    ) -> Result<Vec<Case>> {
        let case = |(here, form, divisor): (&Formula, &Linear, i128)| {
            Ok((self.condition(names, here)?, names.form(form)?, small(divisor)?))
        };
        let mut cases = cases.into_iter().map(case).collect::<Result<Vec<_>>>()?;
        if let Some((last, ..)) = cases.last_mut() {
            *last = Condition::Is(true);
        }
        Ok(cases)
    }

    /// The meanings of the variables of the reader's own among these, and of those that they need.
    fn definitions(
        &mut self,
        reader: &Reader,
        names: &Names,
        mut used: BTreeSet<Variable>,
    ) -> Result<Vec<(Name, Meaning)>> {
        let mut all = Vec::new();
        for defined in reader.definitions().iter().rev() {
            if !used.contains(&defined.own) {
                continue;
            }
            let (meaning, needs) = match &defined.is {
                DefinedBy::Cases(cases) => {
                    let cases = cases.iter().map(|(here, form, divisor)| (here, form, *divisor));
                    let needs = of_cases(cases.clone());
                    (Meaning::Cases(self.cases(names, cases)?), needs)
                }
                DefinedBy::Word(machine, tracks) => {
                    let of = tracks.iter().map(|&v| names.name(v)).collect::<Result<_, _>>()?;
                    let needs = tracks.iter().copied().collect();
                    (Meaning::Word(self.machine(machine), of), needs)
                }
                DefinedBy::Outcome(at) => {
                    let one = Form(BTreeMap::from([("1".to_owned(), 1)]));
                    let won = (Condition::Wins(names.forms(at)?), one, 1);
                    (Meaning::Cases(vec![won]), mentioned(at))
                }
                DefinedBy::Value(at) => (Meaning::Value(names.forms(at)?), mentioned(at)),
            };
            used.extend(needs);
            all.push((names.name(defined.own)?, meaning));
        }
        all.reverse();
        Ok(all)
    }

    fn condition(&mut self, names: &Names, formula: &Formula) -> Result<Condition> {
        let mut all = |list: &[Formula]| {
            list.iter().map(|part| self.condition(names, part)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match formula {
            Formula::Constant(truth) => Condition::Is(*truth),
            Formula::Compare(form, Sign::Zero) => Condition::Zero(names.form(form)?),
            Formula::Compare(form, Sign::AtMost) => Condition::AtMost(names.form(form)?),
            Formula::Remainder(form, modulus, rest) => {
                Condition::Mod(names.form(form)?, small(*modulus)?, small(*rest)?)
            }
            Formula::Word(machine, tracks) => {
                let of = tracks.iter().map(|&v| names.name(v)).collect::<Result<_, _>>()?;
                Condition::Word(self.machine(machine), of)
            }
            Formula::Not(inner) => Condition::Not(Box::new(self.condition(names, inner)?)),
            Formula::And(list) => Condition::And(all(list)?),
            Formula::Or(list) => Condition::Or(all(list)?),
        })
    }
}

/// A game of one number by the options of every number, and a quantity of it: `sg`, `win` or `misere`.
///
/// # Errors
/// What the form does not cover, in words.
pub fn heap(heap: &Heap, quantity: Quantity) -> Result<(core::Heap, core::Quantity)> {
    let of = match quantity {
        Quantity::Sg => core::Quantity::Value,
        _ => core::Quantity::Wins,
    };
    let shapes = heap.shapes()?;
    let first = &shapes.classes[0];
    for shape in &shapes.classes {
        if !shape.splits.is_empty() {
            return Err(unsupported("the theorem does not cover moves that split a heap"));
        }
        let is_alike = first.tail.is_none() || shape.fixed().eq(first.fixed());
        if shape.tail != first.tail || !is_alike {
            return Err(unsupported("the theorem does not cover ranges that depend on residues"));
        }
    }
    let fixed = shapes.classes.iter().flat_map(|shape| shape.options.iter().flatten());
    let fixed = fixed.map(|place| if let Place::At(c) = place { *c } else { 0 }).max();
    let least = heap.least * heap.rows;
    let tail = first.tail.map_or(0, |(_, c)| c);
    let from = shapes.from.max(fixed.unwrap_or(0) + 1).max(least).max(tail);
    if from > MAX_LISTED {
        return Err(too_large(message!("the options of {MAX_LISTED} numbers are no rule")));
    }
    let natural = |number: i128| u64::try_from(number).map_err(|_| Error::OVERFLOW);
    let mut listed = heap.small();
    let small = (least..from).map(|n| {
        let sizes = |option: Vec<i128>| option.into_iter().map(natural).collect();
        listed.options(n)?.into_iter().map(sizes).collect::<Result<_, _>>()
    });
    let small = small.collect::<Result<_>>()?;
    let place = |place: &Place| match *place {
        Place::At(c) => natural(c).map(core::Place::Size),
        Place::Below(t) => natural(t).map(core::Place::Less),
    };
    let class = |shape: &ClassOptions| {
        let options = shape.options.iter();
        options.map(|option| option.iter().map(place).collect()).collect::<Result<_, _>>()
    };
    let tail = first.tail.map(|(d, c)| Ok::<_, Error>([natural(d)?, natural(c)?]));
    let game = core::Heap {
        least: natural(least)?,
        stuck_wins: quantity == Quantity::Misere || heap.stuck_wins(),
        small,
        from: natural(from)?,
        classes: shapes.classes.iter().map(class).collect::<Result<_>>()?,
        rows: natural(heap.rows)?,
        tail: tail.transpose()?,
    };
    Ok((game, of))
}

/// That nothing satisfies all parts: what a rule says has a meaning everywhere.
fn never(
    reader: &Reader,
    numeration: &Numeration,
    parts: Vec<Formula>,
    otherwise: &'static str,
) -> Result<()> {
    let formula = reader.complete(Formula::all(parts));
    match is_empty(numeration, reader.variables(), &formula)? {
        true => Ok(()),
        false => Err(unsupported(otherwise)),
    }
}

/// The variables of cases.
fn of_cases<'c>(
    cases: impl Iterator<Item = (&'c Formula, &'c Linear, i128)>,
) -> BTreeSet<Variable> {
    let mut used = BTreeSet::new();
    for (here, form, _) in cases {
        here.variables(&mut used);
        used.extend(form.coefficients.keys());
    }
    used
}

/// The variables of forms.
fn mentioned(all: &[Linear]) -> BTreeSet<Variable> {
    all.iter().flat_map(|form| form.coefficients.keys().copied()).collect()
}

fn small(number: i128) -> Result<i64> {
    i64::try_from(number).map_err(|_| Error::OVERFLOW)
}

/// The names of variables, by number.
struct Names(Vec<Name>);

impl Names {
    /// Those of the coordinates, of what a move chooses, and names that are none of these for the
    /// reader's own.
    fn of(coordinates: &[Name], chosen: &[Name], reader: &Reader) -> Self {
        let mut all = [coordinates, chosen].concat();
        let is_free = |name: &Name| !coordinates.contains(name) && !chosen.contains(name);
        let own = (1..).map(|k| format!("v{k}")).filter(is_free);
        let missing = reader.variables().saturating_sub(all.len());
        all.extend(own.take(missing).collect::<Vec<_>>());
        Self(all)
    }

    fn name(&self, variable: Variable) -> Result<Name> {
        self.0.get(variable).cloned().ok_or_else(|| mistake("a variable has no name"))
    }

    fn form(&self, form: &Linear) -> Result<Form> {
        let mut named = BTreeMap::new();
        for (&variable, &factor) in &form.coefficients {
            named.insert(self.name(variable)?, small(factor)?);
        }
        if form.constant != 0 {
            named.insert("1".to_owned(), small(form.constant)?);
        }
        Ok(Form(named))
    }

    fn forms(&self, all: &[Linear]) -> Result<Vec<Form>> {
        all.iter().map(|form| self.form(form)).collect()
    }
}
