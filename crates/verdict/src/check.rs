//! Judges every claim of a rule on every instance and finds the smallest counterexample.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Bounds, Game, Limits, Progress, Stop};
use expr::eval::{Definitions, Let};
use rayon::prelude::*;
use rule::ast::Claim;
use rule::{Instance, Library, Rule, constants};

use crate::instances::{instances, written};
use crate::judge::Judge;
use crate::trial::{Failure, Judged, Trial};
use crate::{Answer, Verdict, words};

/// Answers every claim of a resolved rule, in the rule's order.
///
/// The claims are judged on every instance of the rule's `check over` (parameters in `fixed`, as
/// written, stay as they are) and on the box `bounds` ([`Bounds::Check`] is the rule's own). Other
/// games are found in `library`. The result does not depend on the number of threads.
///
/// # Errors
/// Parameters that do not fit, mistakes in the rule, or an interruption. A claim that cannot be
/// judged is an answer, not an error.
pub fn check(
    rule: &Rule,
    fixed: &[(String, String)],
    library: &dyn Library,
    bounds: &Bounds,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<Verdict>, Stop> {
    if rule.claims.is_empty() {
        return Ok(Vec::new());
    }
    let members = instances(rule, fixed).map_err(|error| Stop::Refused(error.to_string()))?;
    let reporter = Reporter {
        progress,
        finished: AtomicU64::new(0),
        total: (members.len() * rule.claims.len()) as u64,
    };
    let results: Vec<Result<Vec<Judged>, Stop>> = members
        .par_iter()
        .map(|instance| judge_instance(instance, library, bounds, limits, &reporter))
        .collect();
    let results = results.into_iter().collect::<Result<Vec<_>, _>>()?;
    let verdict = |(i, claim): (usize, &Claim)| {
        let judged: Vec<&Judged> = results.iter().map(|of_instance| &of_instance[i]).collect();
        Verdict {
            game: rule.name.clone(),
            source: claim.source.clone(),
            id: claim.id.clone(),
            words: claim.words.clone(),
            statement: words::statement(claim),
            answer: answer(rule, claim, &members, &judged),
            span: claim.span,
        }
    };
    Ok(rule.claims.iter().enumerate().map(verdict).collect())
}

/// Counts claims judged, whatever the tables below them report.
struct Reporter<'a> {
    progress: &'a dyn Progress,
    finished: AtomicU64,
    total: u64,
}

impl Progress for Reporter<'_> {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        self.progress.advance(self.finished.load(Ordering::Relaxed), self.total)
    }
}

fn judge_instance(
    instance: &Instance,
    library: &dyn Library,
    bounds: &Bounds,
    limits: &Limits,
    reporter: &Reporter<'_>,
) -> Result<Vec<Judged>, Stop> {
    let game = Game::compile(instance, library).map_err(Stop::Mistake)?;
    let mut judge = Judge::new(&game, library, limits, bounds, reporter);
    let constants = constants(&instance.values);
    let lets: Vec<Let<'_>> = instance
        .rule
        .definitions
        .iter()
        .map(|d| Let { name: &d.name, arguments: &d.arguments, body: &d.body })
        .collect();
    let definitions = Definitions::compile(&lets, &constants).map_err(Stop::Mistake)?;
    let mut all = Vec::new();
    for claim in &instance.rule.claims {
        let trial = Trial::new(&game, claim, &constants, &definitions).map_err(Stop::Mistake)?;
        all.push(trial.run(&mut judge));
        reporter.finished.fetch_add(1, Ordering::Relaxed);
        if !reporter.advance(0, 0) {
            return Err(Stop::Interrupted(None));
        }
    }
    Ok(all)
}

/// One answer from those of the instances, which are in the order of preference.
fn answer(rule: &Rule, claim: &Claim, members: &[Instance], judged: &[&Judged]) -> Answer {
    for (result, instance) in judged.iter().zip(members) {
        if let Some(Failure { position, says, .. }) = &result.failure {
            let parameters = written(instance);
            return Answer::Fails { parameters, position: position.clone(), says: says.clone() };
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
    let with_positions = || judged.iter().zip(members).filter(|(judged, _)| judged.count > 0);
    let members: Vec<&Instance> = with_positions().map(|(_, instance)| instance).collect();
    let boxes: Vec<_> = with_positions().map(|(judged, _)| judged.axes.as_slice()).collect();
    let parts = [words::members(rule, &members), words::boxes(&boxes), words::binders(claim)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Answer::Holds { domain: parts.join(", "), judged: count }
}
