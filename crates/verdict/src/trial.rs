//! Judges one claim on one instance.

use message::{Message, message};
use std::collections::BTreeMap;

use engine::{Coordinate, CoordinateKind, Game};
use expr::ast::{Binary, Binder, Expr, Node, Quantity};
use expr::diagnostic::Diagnostic;
use expr::eval::{Choices, Constant, EvalError, Frame, Names, Program};
use expr::substitute::Bindings;
use expr::walk::conjuncts;
use expr::words::equations;
use rule::ast::{Claim, ClaimDomain, Heading, State, TableRequest};
use table::Table;

use crate::check::ClaimNames;
use crate::judge::{Domain, Judge, Result, unavailable};
use crate::layout::{CoordinateRange, Field, fields, ranges};
use crate::mention::Mentions;
use crate::order::{MemberRank, Rank};
use crate::{Open, Says, words};

/// Most positions (or choices of a claim's variables) tried for one claim on one instance.
const MAX: u64 = 50_000_000;
/// Most values of one variable.
const MAX_CHOICES: usize = 5_000_000;

/// After this many positions the user is asked whether to go on: each may cost milliseconds.
const POLL: u64 = 64;

/// A claim that could not be judged at this many positions is not tried further: each may have cost
/// a long search.
const MAX_UNKNOWN: u32 = 100;
/// As many as one position counts whose judgement is given up after much work.
const LIMITS_COUNT: u32 = 25;

/// How a claim fared on one instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// Positions judged.
    pub(crate) count: u64,
    /// The smallest counterexample.
    pub(crate) failure: Option<Counterexample>,
    /// Why some position could not be judged.
    pub(crate) unknown: Option<Open>,
    /// The box, when there is one.
    pub(crate) ranges: Vec<CoordinateRange>,
    /// Positions looked at, whether the claim speaks of them or not.
    pub(crate) tried: u64,
    /// Positions that could not be judged.
    unknowns: u32,
    /// The premises of implications, and whether each was true somewhere; not of variants.
    premises: Vec<(String, bool)>,
    /// Of every conjunct that says something only if a part of it varies: whether that part was true
    /// somewhere, and false somewhere.
    seen: Vec<(bool, bool)>,
}

impl Judged {
    /// What became of a claim that was not tried.
    pub(crate) fn not_tried() -> Self {
        Self { unknown: Some(Open::because("it was not tested")), ..Self::default() }
    }

    /// What became of a claim that the user did not let be tried to the end.
    pub(crate) fn interrupted() -> Self {
        Self { unknown: Some(Open::Interrupted), ..Self::default() }
    }

    /// Whether that became of it.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.unknown == Some(Open::Interrupted)
    }

    /// Whether it held wherever it was judged.
    pub(crate) fn holds(&self) -> bool {
        self.failure.is_none() && self.unknown.is_none()
    }

    /// Whether no equivalence held only because both sides were the same everywhere, and no
    /// implication only because its premise was false everywhere.
    pub(crate) fn is_informative(&self) -> bool {
        self.seen.iter().all(|&(true_somewhere, false_somewhere)| true_somewhere && false_somewhere)
    }

    /// The premises of implications that were true nowhere on these members.
    pub(crate) fn idle_premises(members: &[&Self]) -> Vec<String> {
        let Some(first) = members.first() else { return Vec::new() };
        let premises = first.premises.iter().enumerate();
        let idle = premises.filter(|(i, _)| {
            members.iter().all(|member| member.premises.get(*i).is_none_or(|premise| !premise.1))
        });
        idle.map(|(_, (premise, _))| premise.clone()).collect()
    }

    /// Adds what was seen on another member.
    pub(crate) fn see(&mut self, other: &Self) {
        self.seen.resize(self.seen.len().max(other.seen.len()), (false, false));
        for (all, one) in self.seen.iter_mut().zip(&other.seen) {
            *all = (all.0 || one.0, all.1 || one.1);
        }
    }
}

/// A counterexample.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    /// Its place in the order of counterexamples.
    pub(crate) rank: Rank,
    pub(crate) position: Vec<(String, Coordinate)>,
    pub(crate) says: Says,
}

/// A part of a condition that must hold by itself, with its two sides if it equates two things, and
/// with the premise of an implication.
struct Conjunct<'a> {
    expr: &'a Expr,
    program: Program,
    sides: Option<(Program, Program)>,
    premise: Option<Program>,
}

/// One claim about to be judged on one instance.
pub(crate) struct Trial<'a> {
    game: &'a Game,
    member: MemberRank,
    claim: &'a Claim,
    /// Where positions come from; `None` when the claim speaks of its own variables only.
    domain: Option<Domain>,
    /// Names of the slots: coordinates first, then the claim's own variables.
    slots: Vec<String>,
    coordinates: usize,
    /// What the coordinates mean, where some are rows or sets.
    fields: Vec<Field>,
    ranges: Vec<Choices>,
    guard: Option<Program>,
    condition: Program,
    conjuncts: Vec<Conjunct<'a>>,
    /// Whether the first failure is enough and need not be described.
    stops: bool,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(
        game: &'a Game,
        claim: &'a Claim,
        meaning: &ClaimNames,
    ) -> Result<Self, Vec<Diagnostic>> {
        let ClaimNames { constants, definitions } = meaning;
        let rule = &game.instance().rule;
        let (domain, coordinates) = domain(game, claim, constants)?;
        let mut names = Names { constants: constants.clone(), ..Names::default() };
        if domain.is_some() {
            names.slots = coordinates;
        }
        let coordinates = names.slots.len();
        let fields = match &domain {
            Some(Domain::Positions) => fields(game),
            _ => Vec::new(),
        };
        let sets = known(&fields, &mut names);
        if let (Some(State::Heaps { name, .. }), Some(Domain::Positions)) = (&rule.state, &domain) {
            names.vectors.push((name.clone(), 0, coordinates));
        }
        let mut ranges = Vec::new();
        let binders: Vec<Binder> = claim.binders.iter().map(|b| sets.binder(b)).collect();
        let guard = claim.guard.as_ref().map(|guard| sets.expr(guard));
        for (i, binder) in binders.iter().enumerate() {
            let rest = &binders[i..];
            ranges.push(Choices::compile(rest, guard.as_ref(), &names, definitions)?);
            names.slots.push(binder.name.clone());
        }
        let condition = |e: &Expr| Program::compile_condition(&sets.expr(e), &names, definitions);
        let side = |e: &Expr| Program::compile(&sets.expr(e), &names, definitions);
        let conjuncts = conjuncts(&claim.condition).into_iter().map(|expr| {
            let sides = words::sides(expr);
            let sides = sides.map(|(a, b)| Ok::<_, Vec<Diagnostic>>((side(a)?, side(b)?)));
            let premise = match &expr.node {
                Node::Binary(Binary::Implies, premise, _) => Some(condition(premise)?),
                _ => None,
            };
            let (program, sides) = (condition(expr)?, sides.transpose()?);
            Ok(Conjunct { expr, program, sides, premise })
        });
        Ok(Self {
            game,
            member: MemberRank::of(game.instance()),
            claim,
            domain,
            coordinates,
            fields,
            ranges,
            guard: claim.guard.as_ref().map(condition).transpose()?,
            condition: condition(&claim.condition)?,
            conjuncts: conjuncts.collect::<Result<_, Vec<Diagnostic>>>()?,
            slots: names.slots,
            stops: false,
        })
    }

    /// The same trial, ended by the first failure.
    pub(crate) fn until_it_fails(mut self) -> Self {
        self.stops = true;
        self
    }

    /// Judges the claim at every position.
    pub(crate) fn run(&self, judge: &mut Judge<'_>) -> Judged {
        let mut judged = Judged::default();
        judge.leave();
        // claims of one game have its definitions in common
        let mut frame = std::mem::take(&mut judge.frame);
        frame.clear();
        match &self.domain {
            None => {
                self.choose(&mut Vec::new(), &mut frame, judge, &mut judged);
            }
            Some(domain) => match self.shape(domain, judge) {
                Ok(shape) => self.go_through(domain, &shape, &mut frame, judge, &mut judged),
                Err(why) => judged.unknown = Some(why.into()),
            },
        }
        judge.frame = frame;
        judged
    }

    /// Judges the claim at every position of a domain.
    fn go_through(
        &self,
        domain: &Domain,
        shape: &Table,
        frame: &mut Frame,
        judge: &mut Judge<'_>,
        judged: &mut Judged,
    ) {
        let (mut slots, mut position) = (Vec::new(), vec![0; shape.axes.len()]);
        judged.ranges = ranges(&self.fields, &shape.axes);
        let coins = match domain {
            Domain::Boards(size) => {
                judged.ranges.clear();
                self.game.coins(&vec![*size; self.game.coordinates().len()])
            }
            _ => Vec::new(),
        };
        for (passed, cell) in (0..shape.cells()).filter(|&c| shape.is_present(c)).enumerate() {
            // The claim's own variables may have no values anywhere.
            if (passed as u64).is_multiple_of(POLL) && judge.is_interrupted() {
                judged.unknown = Some(Open::Interrupted);
                break;
            }
            shape.position_in(cell, &mut position);
            slots.clear();
            match domain {
                Domain::Boards(_) => judge.set_board(&coins, cell),
                _ => slots.extend(position.iter().map(|&c| i128::from(c))),
            }
            judge.go(domain, cell, &position);
            if !self.choose(&mut slots, frame, judge, judged) {
                break;
            }
        }
    }

    /// A table of the domain without its columns: its box and its positions.
    fn shape(&self, domain: &Domain, judge: &mut Judge<'_>) -> Result<Table> {
        let rule = &self.game.instance().rule;
        if rule.moves.is_empty() && rule.only_computes() {
            return judge.rows(domain);
        }
        let mentioned = Mentions::of(self.claim, &[], rule).quantities;
        let usual =
            rule.table.iter().flat_map(TableRequest::headings).filter_map(Heading::quantity);
        let candidates = mentioned.into_iter().chain(usual).chain([Quantity::Win]);
        // the first is the one the claim is about
        let mut first = None;
        for quantity in candidates {
            match judge.table(domain, quantity) {
                Ok(Table { axes, present, .. }) => {
                    let (axes, present) = (axes.clone(), present.clone());
                    return Ok(Table { axes, present, columns: Vec::new() });
                }
                Err(why) => {
                    first.get_or_insert(why);
                }
            }
        }
        Err(first.unwrap_or_else(|| unavailable("")))
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
        match range.list(MAX_CHOICES, frame, judge) {
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
        if judged.tried > MAX {
            let why = message!("there are more than {MAX} positions to judge");
            judged.unknown = Some(Open::Because(why));
            return false;
        }
        if judged.tried.is_multiple_of(POLL) && judge.is_interrupted() {
            judged.unknown = Some(Open::Interrupted);
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
            Ok(true) => self.see(frame, judge, judged),
            Ok(false) => {
                if self.is_smallest(slots, judge, judged) {
                    let says = self.says(frame, judge);
                    self.fail(slots, says, judge, judged);
                }
            }
            Err(error) => self.note(&error, slots, judge, judged),
        }
        judged.unknowns < MAX_UNKNOWN && (!self.stops || judged.holds())
    }

    /// Notes where the premises of implications are true.
    fn see_premises(&self, frame: &mut Frame, judge: &mut Judge<'_>, judged: &mut Judged) {
        let all = self.conjuncts.iter().filter_map(|c| Some((c.expr, c.premise.as_ref()?)));
        for (i, (expr, premise)) in all.enumerate() {
            if judged.premises.len() == i {
                let written = match &expr.node {
                    Node::Binary(_, premise, _) => premise.to_string(),
                    _ => String::new(),
                };
                judged.premises.push((written, false));
            }
            // What has no value here may be true.
            judged.premises[i].1 =
                judged.premises[i].1 || premise.condition(frame, judge) != Ok(false);
        }
    }

    /// Notes where the sides of equivalences and the premises of implications are true and where
    /// they are false, for variants of a claim.
    fn see(&self, frame: &mut Frame, judge: &mut Judge<'_>, judged: &mut Judged) {
        if !self.stops {
            return self.see_premises(frame, judge, judged);
        }
        let telling =
            self.conjuncts.iter().filter_map(|Conjunct { expr, sides, premise, .. }| {
                // Where the whole holds, both sides of an equivalence are the same.
                let side = sides.as_ref().filter(|_| is_equivalence(expr)).map(|(left, _)| left);
                Some((premise.as_ref().or(side)?, premise.is_some()))
            });
        for (i, (part, is_premise)) in telling.enumerate() {
            if judged.seen.len() == i {
                // A premise may be true everywhere.
                judged.seen.push((false, is_premise));
            }
            if judged.seen[i] == (true, true) {
                continue;
            }
            if let Ok(value) = part.condition(frame, judge) {
                judged.seen[i].0 |= value;
                judged.seen[i].1 |= !value;
            }
        }
    }

    /// What is wrong at the position at hand: the first conjunct that does not hold.
    fn says(&self, frame: &mut Frame, judge: &mut Judge<'_>) -> Says {
        if self.stops {
            return Says::default();
        }
        for Conjunct { expr, program, sides, .. } in &self.conjuncts {
            if program.condition(frame, judge) != Ok(false) {
                continue;
            }
            if let Some((left, right)) = sides
                && let Ok(left) = left.integer(frame, judge)
                && let Ok(right) = right.integer(frame, judge)
            {
                return words::says(expr, left, right);
            }
            return words::is_false(message!("`{expr}`"));
        }
        words::is_false("the statement".into())
    }

    /// Notes an error: an expression without a value refutes the claim, one out of reach leaves it
    /// open.
    fn note(&self, error: &EvalError, slots: &[i128], judge: &Judge<'_>, judged: &mut Judged) {
        if !error.is_without_value() {
            judged.unknown.get_or_insert_with(|| match error {
                EvalError::Overflow if !slots.is_empty() => {
                    let place = equations(self.slots.iter().zip(slots));
                    Open::Because(message!("{error} at {place}"))
                }
                _ => error.clone().into(),
            });
            judged.unknowns += if error.is_limit() { LIMITS_COUNT } else { 1 };
        } else if self.is_smallest(slots, judge, judged) {
            let sentence = message!("claim gives no value: {error}");
            let claim = message!("no value: {error}");
            self.fail(slots, Says { sentence, claim, table: Message::default() }, judge, judged);
        }
    }

    fn is_smallest(&self, slots: &[i128], judge: &Judge<'_>, judged: &Judged) -> bool {
        judged.failure.as_ref().is_none_or(|failure| self.rank(slots, judge) < failure.rank)
    }

    fn fail(&self, slots: &[i128], mut says: Says, judge: &Judge<'_>, judged: &mut Judged) {
        let mut position = Vec::new();
        if let Some(heads) = &judge.heads {
            for (i, coin) in heads.iter().enumerate() {
                for (number, name) in coin.iter().zip(self.game.coordinates()) {
                    let axis = if coin.len() > 1 { format!(".{name}") } else { String::new() };
                    position.push((format!("heads[{}]{axis}", i + 1), Coordinate::Number(*number)));
                }
            }
            if heads.is_empty() {
                says.sentence = message!("no coin shows heads; {}", says.sentence);
            }
        }
        let known = self.fields.iter().map(|field| (&field.name, field.read(slots)));
        let numbers = self.slots.iter().zip(slots);
        let rest = numbers.skip(if self.fields.is_empty() { 0 } else { self.coordinates });
        let rest =
            rest.map(|(name, &value)| (name, i64::try_from(value).ok().map(Coordinate::Number)));
        for (name, value) in known.chain(rest) {
            match value {
                Some(value) => position.push((name.clone(), value)),
                // too large for the list of numbers, which tools read
                None => {
                    let value = self.slots.iter().rposition(|slot| slot == name);
                    let value = value.map_or(0, |slot| slots[slot]);
                    says.sentence = message!("{name} = {value}; {}", says.sentence);
                }
            }
        }
        judged.failure = Some(Counterexample { rank: self.rank(slots, judge), position, says });
    }

    /// The place of what is at hand in the order of counterexamples: coordinates (or heads of a
    /// board) before the claim's own variables, which count when there is nothing else.
    fn rank(&self, slots: &[i128], judge: &Judge<'_>) -> Rank {
        let sum = |numbers: &[i128]| numbers.iter().fold(0i128, |a, &b| a.saturating_add(b));
        let (size, position) = match (&self.domain, &judge.heads) {
            (Some(Domain::Boards(_)), Some(heads)) => {
                let mut all: Vec<i128> = heads.iter().flatten().map(|&c| i128::from(c)).collect();
                let total = sum(&all);
                all.extend_from_slice(slots);
                (total, all)
            }
            (None, _) => (sum(slots), slots.to_vec()),
            _ if self.fields.is_empty() => (sum(&slots[..self.coordinates]), slots.to_vec()),
            _ => {
                let size = self.fields.iter().map(|field| field.size(slots));
                let size = size.fold(0i128, i128::saturating_add);
                (size, [self.in_order(slots), slots[self.coordinates..].to_vec()].concat())
            }
        };
        self.member.at(size, position)
    }

    /// The coordinates as numbers whose order is that of the positions: a set stands as its
    /// elements, ascending, and an end that is less than any of them.
    fn in_order(&self, slots: &[i128]) -> Vec<i128> {
        let mut all = Vec::new();
        for field in &self.fields {
            match (field.form, field.read(slots)) {
                (CoordinateKind::Subset { .. }, Some(Coordinate::Set(elements))) => {
                    all.extend(elements.into_iter().map(i128::from));
                    all.push(i128::MIN);
                }
                _ => all.extend_from_slice(field.numbers(slots)),
            }
        }
        all
    }
}

/// Where the positions of a claim come from, and the names of their coordinates.
fn domain(
    game: &Game,
    claim: &Claim,
    constants: &BTreeMap<String, Constant>,
) -> Result<(Option<Domain>, Vec<String>), Vec<Diagnostic>> {
    let rule = &game.instance().rule;
    Ok(match &claim.domain {
        ClaimDomain::Positions => {
            let names: Vec<_> = game.coordinates().iter().map(|&c| c.to_owned()).collect();
            let is_of_positions = Mentions::of(claim, &names, rule).position;
            (is_of_positions.then_some(Domain::Positions), names)
        }
        ClaimDomain::Starts => {
            let sizes = rule.start.iter().flat_map(|start| &start.sizes);
            (Some(Domain::Starts), sizes.map(|size| size.name.clone()).collect())
        }
        ClaimDomain::Boards(size) => {
            (Some(Domain::Boards(board_size(size, constants)?)), Vec::new())
        }
    })
}

/// Lets rows be known as vectors; what sets stand for.
fn known(fields: &[Field], names: &mut Names) -> Bindings {
    let mut sets = Bindings::default();
    for Field { name, first, form } in fields {
        match *form {
            CoordinateKind::Row(length) => names.vectors.push((name.clone(), *first, length)),
            CoordinateKind::Subset { lo, hi } => {
                sets.subsets.insert(name.clone(), (lo, hi));
            }
            CoordinateKind::Number => {}
        }
    }
    sets
}

fn is_equivalence(e: &Expr) -> bool {
    matches!(e.node, Node::Binary(Binary::Iff, ..))
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
