//! Judges every claim of a rule on every instance and finds the smallest counterexample.

use crate::instances::{instances, written};
use crate::judge::{Domain, Judge};
use crate::mention::Mentions;
use crate::{Answer, Verdict, words};
use engine::{Bounds, Game, Limits, Progress};
use expr::ast::Set;
use expr::diagnostic::Diagnostic;
use expr::eval::{Definitions, EvalError, Frame, Let, Names, Program};
use rayon::prelude::*;
use rule::ast::{Claim, ClaimDomain, State};
use rule::{BindError, Instance, Library, Rule, constants};
use std::sync::atomic::{AtomicU64, Ordering};

/// What is to be checked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The resolved rule.
    pub rule: &'a Rule,
    /// Parameters the user fixed, as written.
    pub fixed: &'a [(String, String)],
    /// The box; [`Bounds::Check`] takes the rule's own.
    pub bounds: &'a Bounds,
    /// Where other games are found.
    pub library: &'a dyn Library,
    /// What tables may use.
    pub limits: &'a Limits,
}

/// Why nothing could be checked.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckError {
    /// Parameters that do not fit.
    Bind(BindError),
    /// The rule has mistakes.
    Mistakes(Vec<Diagnostic>),
    /// The user asked to stop.
    Interrupted,
}

/// Answers every claim of the rule, in the rule's order.
///
/// The result does not depend on the number of threads.
///
/// # Errors
/// See [`CheckError`]; a claim that cannot be judged is an answer, not an error.
pub fn check(question: Question<'_>, progress: &dyn Progress) -> Result<Vec<Verdict>, CheckError> {
    let rule = question.rule;
    let members = instances(rule, question.fixed).map_err(CheckError::Bind)?;
    let done = AtomicU64::new(0);
    let results: Vec<Result<Vec<Judged>, CheckError>> = members
        .par_iter()
        .map(|instance| {
            let finished = done.fetch_add(1, Ordering::Relaxed);
            if !progress.advance(finished, members.len() as u64) {
                return Err(CheckError::Interrupted);
            }
            judge_instance(question, instance)
        })
        .collect();
    let results = results.into_iter().collect::<Result<Vec<_>, _>>()?;
    let box_words = words::domain(question, &members);
    let verdict = |(i, claim): (usize, &Claim)| {
        let judged: Vec<&Judged> = results.iter().map(|r| &r[i]).collect();
        Verdict {
            game: rule.name.clone(),
            source: claim.source.clone(),
            id: claim.id.clone(),
            words: claim.words.clone(),
            statement: words::statement(claim),
            answer: answer(&judged, &members, claim, &box_words),
            span: claim.span,
        }
    };
    Ok(rule.claims.iter().enumerate().map(verdict).collect())
}

/// How a claim fared on one instance.
#[derive(Clone, Debug)]
struct Judged {
    count: u64,
    failure: Option<Failure>,
    /// Why some position could not be judged.
    unknown: Option<String>,
    /// Greatest values judged, by name.
    box_words: String,
}

#[derive(Clone, Debug)]
struct Failure {
    key: (i128, Vec<i128>),
    position: Vec<(String, i64)>,
    says: String,
}

fn answer(judged: &[&Judged], members: &[Instance], claim: &Claim, over: &str) -> Answer {
    let varies = members.len() > 1;
    for (result, instance) in judged.iter().zip(members) {
        if let Some(failure) = &result.failure {
            return Answer::Fails {
                parameters: if varies || !instance.values.is_empty() {
                    written(instance)
                } else {
                    Vec::new()
                },
                position: failure.position.clone(),
                says: failure.says.clone(),
            };
        }
    }
    if let Some(why) = judged.iter().find_map(|j| j.unknown.clone()) {
        return Answer::CannotCheck { why };
    }
    let count: u64 = judged.iter().map(|j| j.count).sum();
    if count == 0 {
        let why = match claim.guard {
            Some(_) => "no position of the box satisfies the condition it is narrowed to",
            None => "there is nothing to judge in the box",
        };
        return Answer::CannotCheck { why: why.into() };
    }
    let inner = judged.last().map_or("", |j| j.box_words.as_str());
    let domain = [over, inner].iter().filter(|w| !w.is_empty()).copied().collect::<Vec<_>>();
    Answer::Holds { domain: domain.join("; "), judged: count }
}

fn judge_instance(
    question: Question<'_>,
    instance: &Instance,
) -> Result<Vec<Judged>, CheckError> {
    let game = Game::compile(instance, question.library).map_err(CheckError::Mistakes)?;
    let mut judge = Judge::new(&game, question.library, question.limits, question.bounds);
    let values = constants(&instance.values);
    let lets: Vec<Let<'_>> = instance
        .rule
        .definitions
        .iter()
        .map(|d| Let { name: &d.name, arguments: &d.arguments, body: &d.body })
        .collect();
    let definitions = Definitions::compile(&lets, &values).map_err(CheckError::Mistakes)?;
    let mut all = Vec::new();
    for claim in &instance.rule.claims {
        let names = Names { constants: values.clone(), ..Names::default() };
        let trial = Trial::new(&game, claim, names, &definitions)?;
        all.push(trial.run(&mut judge));
    }
    Ok(all)
}

/// One claim about to be judged on one instance.
struct Trial<'a> {
    game: &'a Game,
    claim: &'a Claim,
    domain: Option<Domain>,
    /// Coordinates first, then the claim's own variables.
    names: Names,
    coordinates: usize,
    ranges: Vec<Values>,
    guard: Option<Program>,
    condition: Program,
    sides: Option<(Program, Program)>,
}

/// The values of a claim's own variable.
enum Values {
    Between(Program, Program),
    Listed(Vec<Program>),
    Set(arith::NumberSet),
}

impl<'a> Trial<'a> {
    fn new(
        game: &'a Game,
        claim: &'a Claim,
        mut names: Names,
        definitions: &Definitions,
    ) -> Result<Self, CheckError> {
        let mistakes = CheckError::Mistakes;
        let rule = &game.instance().rule;
        let coordinates: Vec<String> = match &claim.domain {
            ClaimDomain::Positions => game.coordinates().iter().map(|&c| c.to_owned()).collect(),
            ClaimDomain::Starts => rule.start.iter().map(|s| s.variable.clone()).collect(),
            ClaimDomain::Boards(_) => Vec::new(),
        };
        let mentions = Mentions::of(claim, &coordinates, rule);
        let domain = match &claim.domain {
            ClaimDomain::Positions if mentions.position => Some(Domain::Positions),
            ClaimDomain::Positions => None,
            ClaimDomain::Starts => Some(Domain::Starts),
            ClaimDomain::Boards(size) => {
                let size = expr::eval::evaluate_constant(size, &names.constants).unwrap_or(0);
                Some(Domain::Boards(u32::try_from(size).unwrap_or(0)))
            }
        };
        // A variable of the claim hides a coordinate of the same name.
        names.slots = if domain.is_some() { coordinates } else { Vec::new() };
        let coordinates = names.slots.len();
        if let (Some(State::Heaps { name, .. }), Some(Domain::Positions)) = (&rule.state, &domain) {
            names.vectors.push((name.clone(), 0, coordinates));
        }
        let compile = |e, names: &Names| {
            Program::compile(e, names, definitions).map_err(mistakes)
        };
        let mut ranges = Vec::new();
        for binder in &claim.binders {
            ranges.push(match &binder.set {
                Set::Range(lo, hi) => Values::Between(compile(lo, &names)?, compile(hi, &names)?),
                Set::Elements(items) => Values::Listed(
                    items.iter().map(|e| compile(e, &names)).collect::<Result<_, _>>()?,
                ),
                named @ Set::Named(name, ..) => match names.constants.get(name) {
                    Some(expr::eval::Constant::Set(set)) => Values::Set(set.clone()),
                    _ => Values::Set(named.to_string().parse().map_err(|_| {
                        CheckError::Mistakes(vec![Diagnostic::new(
                            "R106",
                            format!("`{named}` is not a set"),
                            binder.span,
                        )])
                    })?),
                },
            });
            names.slots.push(binder.name.clone());
        }
        let guard = claim.guard.as_ref().map(|g| compile(g, &names)).transpose()?;
        let condition = compile(&claim.condition, &names)?;
        let sides = words::sides(&claim.condition)
            .map(|(l, r)| Ok::<_, CheckError>((compile(l, &names)?, compile(r, &names)?)))
            .transpose()?;
        Ok(Self { game, claim, domain, names, coordinates, ranges, guard, condition, sides })
    }

    fn run(&self, judge: &mut Judge<'_>) -> Judged {
        let mut judged =
            Judged { count: 0, failure: None, unknown: None, box_words: String::new() };
        let mut frame = Frame::default();
        let mut slots = Vec::new();
        judge.at = None;
        judge.heads = None;
        let Some(domain) = &self.domain else {
            self.choose(0, &mut slots, &mut frame, judge, &mut judged);
            judged.box_words = words::binders(self.claim);
            return judged;
        };
        let shape = match self.shape(domain, judge) {
            Ok(shape) => shape,
            Err(why) => {
                judged.unknown = Some(why);
                return judged;
            }
        };
        judged.box_words = words::axes(&shape.axes);
        let coins = match domain {
            Domain::Boards(size) => self.game.coins(&[*size]),
            _ => Vec::new(),
        };
        for cell in 0..shape.cells() {
            if !shape.is_present(cell) {
                continue;
            }
            let position = shape.position(cell);
            judge.at = Some((domain.clone(), cell));
            slots.clear();
            if let Domain::Boards(_) = domain {
                judge.set_board(&coins, cell);
            } else {
                slots.extend(position.iter().map(|&c| i128::from(c)));
            }
            judge.position = position;
            self.choose(0, &mut slots, &mut frame, judge, &mut judged);
        }
        judged
    }

    /// A table of the domain, for its box and its positions.
    fn shape(&self, domain: &Domain, judge: &mut Judge<'_>) -> Result<table::Table, String> {
        use expr::ast::Quantity;
        let rule = &self.game.instance().rule;
        let usual = rule.table.as_ref().and_then(|t| t.quantities.first().copied());
        let mentions = Mentions::of(self.claim, &[], rule);
        let first = mentions.quantities.first().copied().or(usual).unwrap_or(Quantity::Win);
        judge.table(domain, first).cloned().or_else(|_| judge.table(domain, Quantity::Win).cloned())
    }

    fn choose(
        &self,
        depth: usize,
        slots: &mut Vec<i128>,
        frame: &mut Frame,
        judge: &mut Judge<'_>,
        judged: &mut Judged,
    ) {
        let Some(values) = self.ranges.get(depth) else {
            frame.set_all(slots.iter().copied());
            return self.judge(slots, frame, judge, judged);
        };
        frame.set_all(slots.iter().copied());
        let outcome: Result<Vec<i128>, EvalError> = match values {
            Values::Between(lo, hi) => lo
                .integer(frame, judge)
                .and_then(|lo| Ok(lo..=hi.integer(frame, judge)?))
                .map(Iterator::collect),
            Values::Listed(items) => items.iter().map(|e| e.integer(frame, judge)).collect(),
            Values::Set(arith::NumberSet::Finite(values)) => {
                Ok(values.iter().map(|&v| i128::from(v)).collect())
            }
            Values::Set(set) => Ok(set.members_up_to(100_000).into_iter().map(i128::from).collect()),
        };
        match outcome {
            Err(e) => self.note(e, slots, judged),
            Ok(values) => {
                for value in values {
                    slots.push(value);
                    self.choose(depth + 1, slots, frame, judge, judged);
                    slots.pop();
                }
            }
        }
    }

    fn judge(
        &self,
        slots: &[i128],
        frame: &mut Frame,
        judge: &mut Judge<'_>,
        judged: &mut Judged,
    ) {
        if let Some(guard) = &self.guard {
            match guard.condition(frame, judge) {
                Ok(true) => {}
                Ok(false) => return,
                Err(e) => return self.note(e, slots, judged),
            }
        }
        judged.count += 1;
        match self.condition.condition(frame, judge) {
            Ok(true) => {}
            Err(e) => self.note(e, slots, judged),
            Ok(false) => {
                let key = self.key(slots, judge);
                if judged.failure.as_ref().is_some_and(|f| f.key <= key) {
                    return;
                }
                let says = match &self.sides {
                    None => "the statement is false there".to_owned(),
                    Some((left, right)) => {
                        match (left.integer(frame, judge), right.integer(frame, judge)) {
                            (Ok(l), Ok(r)) => words::says(&self.claim.condition, l, r),
                            _ => "the two sides differ".to_owned(),
                        }
                    }
                };
                judged.failure = Some(Failure { key, position: self.named(slots, judge), says });
            }
        }
    }

    /// An expression without a value refutes the claim; one out of reach leaves it open.
    fn note(&self, e: EvalError, slots: &[i128], judged: &mut Judged) {
        if !e.is_without_value() {
            judged.unknown.get_or_insert_with(|| e.to_string());
            return;
        }
        let key = (slots.iter().sum(), slots.to_vec());
        if judged.failure.as_ref().is_none_or(|f| key < f.key) {
            let position = self.names.slots.iter().cloned().zip(slots.iter().map(|&c| c as i64));
            let position = position.collect();
            judged.failure =
                Some(Failure { key, position, says: format!("the claim gives no value: {e}") });
        }
    }

    /// Least total size first, then lexicographic: coordinates (heads of a board) before the
    /// claim's own variables.
    fn key(&self, slots: &[i128], judge: &Judge<'_>) -> (i128, Vec<i128>) {
        match (&self.domain, &judge.heads) {
            (Some(Domain::Boards(_)), Some(heads)) => {
                let heads: Vec<i128> = heads.iter().flatten().map(|&c| i128::from(c)).collect();
                (heads.iter().sum(), heads.into_iter().chain(slots.iter().copied()).collect())
            }
            (None, _) => (slots.iter().sum(), slots.to_vec()),
            _ => (slots[..self.coordinates].iter().sum(), slots.to_vec()),
        }
    }

    fn named(&self, slots: &[i128], judge: &Judge<'_>) -> Vec<(String, i64)> {
        let mut named = Vec::new();
        if let (Some(Domain::Boards(_)), Some(heads)) = (&self.domain, &judge.heads) {
            named.extend(heads.iter().flatten().map(|&c| ("head".to_owned(), c)));
        }
        let slots = slots.iter().map(|&c| i64::try_from(c).unwrap_or(i64::MAX));
        named.extend(self.names.slots.iter().cloned().zip(slots));
        named
    }
}
