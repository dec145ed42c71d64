//! One claim on one instance.

use std::collections::BTreeMap;

use engine::Game;
use expr::ast::{Binary, Expr, Node, Quantity};
use expr::diagnostic::Diagnostic;
use expr::eval::{Choices, Constant, Definitions, EvalError, Frame, Names, Program};
use rule::ast::{Claim, ClaimDomain, State};
use table::{Axis, Table};

use crate::judge::{Domain, Judge};
use crate::mention::Mentions;
use crate::words;

/// Most positions (or choices of a claim's variables) tried for one claim on one instance.
const MOST: u64 = 50_000_000;
/// Most values of one variable.
const MOST_CHOICES: usize = 5_000_000;

/// How a claim fared on one instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// Positions judged.
    pub(crate) count: u64,
    /// The smallest counterexample.
    pub(crate) failure: Option<Failure>,
    /// Why some position could not be judged.
    pub(crate) unknown: Option<String>,
    /// The box, when there is one.
    pub(crate) axes: Vec<Axis>,
    tried: u64,
}

/// A counterexample.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    key: (i128, Vec<i128>),
    pub(crate) position: Vec<(String, i64)>,
    pub(crate) says: String,
}

/// A part of a condition that must hold by itself, with its two sides if it equates two things.
struct Conjunct<'a> {
    expr: &'a Expr,
    program: Program,
    sides: Option<(Program, Program)>,
}

/// One claim about to be judged on one instance.
pub(crate) struct Trial<'a> {
    game: &'a Game,
    claim: &'a Claim,
    /// Where positions come from; `None` when the claim speaks of its own variables only.
    domain: Option<Domain>,
    /// Names of the slots: coordinates first, then the claim's own variables.
    slots: Vec<String>,
    coordinates: usize,
    ranges: Vec<Choices>,
    guard: Option<Program>,
    condition: Program,
    conjuncts: Vec<Conjunct<'a>>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(
        game: &'a Game,
        claim: &'a Claim,
        constants: &BTreeMap<String, Constant>,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let rule = &game.instance().rule;
        let coordinates: Vec<String> = match &claim.domain {
            ClaimDomain::Positions => game.coordinates().iter().map(|&c| c.to_owned()).collect(),
            ClaimDomain::Starts => rule.start.iter().map(|s| s.variable.clone()).collect(),
            ClaimDomain::Boards(_) => Vec::new(),
        };
        let domain = match &claim.domain {
            ClaimDomain::Positions => {
                Mentions::of(claim, &coordinates, rule).position.then_some(Domain::Positions)
            }
            ClaimDomain::Starts => Some(Domain::Starts),
            ClaimDomain::Boards(size) => Some(Domain::Boards(board_size(size, constants)?)),
        };
        let mut names = Names { constants: constants.clone(), ..Names::default() };
        if domain.is_some() {
            names.slots = coordinates;
        }
        let coordinates = names.slots.len();
        if let (Some(State::Heaps { name, .. }), Some(Domain::Positions)) = (&rule.state, &domain) {
            names.vectors.push((name.clone(), 0, coordinates));
        }
        let mut ranges = Vec::new();
        for (i, binder) in claim.binders.iter().enumerate() {
            let rest = &claim.binders[i..];
            ranges.push(Choices::compile(rest, claim.guard.as_ref(), &names, definitions)?);
            names.slots.push(binder.name.clone());
        }
        let condition = |e: &Expr| Program::compile_condition(e, &names, definitions);
        let conjuncts = conjuncts(&claim.condition).into_iter().map(|expr| {
            let sides = words::sides(expr).map(|(left, right)| {
                let side = |e: &Expr| Program::compile(e, &names, definitions);
                Ok::<_, Vec<Diagnostic>>((side(left)?, side(right)?))
            });
            Ok(Conjunct { expr, program: condition(expr)?, sides: sides.transpose()? })
        });
        Ok(Self {
            game,
            claim,
            domain,
            coordinates,
            ranges,
            guard: claim.guard.as_ref().map(condition).transpose()?,
            condition: condition(&claim.condition)?,
            conjuncts: conjuncts.collect::<Result<_, Vec<Diagnostic>>>()?,
            slots: names.slots,
        })
    }

    /// Judges the claim at every position.
    pub(crate) fn run(&self, judge: &mut Judge<'_>) -> Judged {
        let mut judged = Judged::default();
        let mut frame = Frame::default();
        let mut slots = Vec::new();
        judge.leave();
        let Some(domain) = &self.domain else {
            self.choose(&mut slots, &mut frame, judge, &mut judged);
            return judged;
        };
        let shape = match self.shape(domain, judge) {
            Ok(shape) => shape,
            Err(why) => {
                judged.unknown = Some(why);
                return judged;
            }
        };
        judged.axes.clone_from(&shape.axes);
        let coins = match domain {
            Domain::Boards(size) => {
                judged.axes.clear();
                self.game.coins(&vec![*size; self.game.coordinates().len()])
            }
            _ => Vec::new(),
        };
        for cell in 0..shape.cells() {
            if !shape.is_present(cell) {
                continue;
            }
            let position = shape.position(cell);
            slots.clear();
            match domain {
                Domain::Boards(_) => judge.set_board(&coins, cell),
                _ => slots.extend(position.iter().map(|&c| i128::from(c))),
            }
            judge.go(domain, cell, position);
            if !self.choose(&mut slots, &mut frame, judge, &mut judged) {
                break;
            }
        }
        judged
    }

    /// A table of the domain without its columns: its box and its positions.
    fn shape(&self, domain: &Domain, judge: &mut Judge<'_>) -> Result<Table, String> {
        let rule = &self.game.instance().rule;
        let mentioned = Mentions::of(self.claim, &[], rule).quantities;
        let usual = rule.table.iter().flat_map(|request| request.quantities.clone());
        let candidates = mentioned.into_iter().chain(usual).chain([Quantity::Win]);
        let mut why = String::new();
        for quantity in candidates {
            match judge.table(domain, quantity) {
                Ok(Table { axes, present, .. }) => {
                    let (axes, present) = (axes.clone(), present.clone());
                    return Ok(Table { axes, present, columns: Vec::new() });
                }
                // the first is the one the claim is about
                Err(other) if why.is_empty() => why = other,
                Err(_) => {}
            }
        }
        Err(why)
    }

    /// Goes through the values of the claim's own variables from `slots` on; false to stop.
    fn choose(
        &self,
        slots: &mut Vec<i128>,
        frame: &mut Frame,
        judge: &mut Judge<'_>,
        judged: &mut Judged,
    ) -> bool {
        frame.set_all(slots.iter().copied());
        let Some(range) = self.ranges.get(slots.len() - self.coordinates) else {
            return self.judge(slots, frame, judge, judged);
        };
        match range.list(MOST_CHOICES, frame, judge) {
            Err(error) => self.note(&error, slots, judge, judged),
            Ok(values) => {
                for value in values {
                    slots.push(value);
                    let go_on = self.choose(slots, frame, judge, judged);
                    slots.pop();
                    if !go_on {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn judge(
        &self,
        slots: &[i128],
        frame: &mut Frame,
        judge: &mut Judge<'_>,
        judged: &mut Judged,
    ) -> bool {
        judged.tried += 1;
        if judged.tried > MOST {
            judged.unknown = Some(format!("there are more than {MOST} positions to judge"));
            return false;
        }
        if judged.tried.is_multiple_of(4096) && judge.is_interrupted() {
            judged.unknown = Some("interrupted".into());
            return false;
        }
        if let Some(guard) = &self.guard {
            match guard.condition(frame, judge) {
                Ok(true) => {}
                Ok(false) => return true,
                Err(error) => {
                    self.note(&error, slots, judge, judged);
                    return true;
                }
            }
        }
        judged.count += 1;
        match self.condition.condition(frame, judge) {
            Ok(true) => {}
            Ok(false) => {
                if self.is_smallest(slots, judge, judged) {
                    let says = self.says(frame, judge);
                    self.fail(slots, says, judge, judged);
                }
            }
            Err(error) => self.note(&error, slots, judge, judged),
        }
        true
    }

    /// What is wrong at the position at hand: the first conjunct that does not hold.
    fn says(&self, frame: &mut Frame, judge: &mut Judge<'_>) -> String {
        for Conjunct { expr, program, sides } in &self.conjuncts {
            if program.condition(frame, judge) != Ok(false) {
                continue;
            }
            if let Some((left, right)) = sides
                && let Ok(left) = left.integer(frame, judge)
                && let Ok(right) = right.integer(frame, judge)
            {
                return words::says(expr, left, right);
            }
            return format!("`{expr}` is false");
        }
        "the statement is false".to_owned()
    }

    /// Notes an error: an expression without a value refutes the claim, one out of reach leaves it
    /// open.
    fn note(&self, error: &EvalError, slots: &[i128], judge: &Judge<'_>, judged: &mut Judged) {
        if !error.is_without_value() {
            judged.unknown.get_or_insert_with(|| error.to_string());
        } else if self.is_smallest(slots, judge, judged) {
            self.fail(slots, format!("claim gives no value: {error}"), judge, judged);
        }
    }

    fn is_smallest(&self, slots: &[i128], judge: &Judge<'_>, judged: &Judged) -> bool {
        judged.failure.as_ref().is_none_or(|failure| self.key(slots, judge) < failure.key)
    }

    fn fail(&self, slots: &[i128], mut says: String, judge: &Judge<'_>, judged: &mut Judged) {
        let mut position = Vec::new();
        if let Some(heads) = &judge.heads {
            for (i, coin) in heads.iter().enumerate() {
                for (number, name) in coin.iter().zip(self.game.coordinates()) {
                    let axis = if coin.len() > 1 { format!(".{name}") } else { String::new() };
                    position.push((format!("heads[{}]{axis}", i + 1), *number));
                }
            }
            if heads.is_empty() {
                says = format!("no coin shows heads; {says}");
            }
        }
        for (name, &value) in self.slots.iter().zip(slots) {
            match i64::try_from(value) {
                Ok(value) => position.push((name.clone(), value)),
                // too large for the list of numbers, which tools read
                Err(_) => says = format!("{name} = {value}; {says}"),
            }
        }
        judged.failure = Some(Failure { key: self.key(slots, judge), position, says });
    }

    /// Least total size first, then lexicographic: coordinates (or heads of a board) before the
    /// claim's own variables, which count when there is nothing else.
    fn key(&self, slots: &[i128], judge: &Judge<'_>) -> (i128, Vec<i128>) {
        let sum = |numbers: &[i128]| numbers.iter().fold(0i128, |a, &b| a.saturating_add(b));
        match (&self.domain, &judge.heads) {
            (Some(Domain::Boards(_)), Some(heads)) => {
                let mut all: Vec<i128> = heads.iter().flatten().map(|&c| i128::from(c)).collect();
                let total = sum(&all);
                all.extend_from_slice(slots);
                (total, all)
            }
            (None, _) => (sum(slots), slots.to_vec()),
            _ => (sum(&slots[..self.coordinates]), slots.to_vec()),
        }
    }
}

/// The size in `on boards SIZE`.
fn board_size(size: &Expr, constants: &BTreeMap<String, Constant>) -> Result<u32, Vec<Diagnostic>> {
    let value = expr::eval::evaluate_constant(size, constants).map_err(|error| error.to_string());
    value.and_then(|v| u32::try_from(v).map_err(|_| format!("{v} coins are no board"))).map_err(
        |why| {
            let help = "give the number of coins, as in `on boards 9`";
            vec![Diagnostic::new("R107", why, size.span).help(help)]
        },
    )
}

/// The parts of a condition joined by `and`.
fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.node {
        Node::Binary(Binary::And, left, right) => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        _ => vec![condition],
    }
}
