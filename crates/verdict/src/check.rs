//! Judges every claim of a rule on every instance and finds the smallest counterexample.

use message::{Message, Tell as _};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Bounds, Game, Limits, Means, Progress, Stop};
use expr::eval::{Constant, Definitions, Let};
use rayon::prelude::*;
use rule::ast::{Claim, ClaimDomain, Role};
use rule::{Instance, Library, Rule, constants};

use crate::instances::{MAX, instances, is_sample, written};
use crate::judge::Judge;
use crate::nearby::{Refuted, attach_nearby, search};
use crate::sources::split;
use crate::trial::{Counterexample, Judged, Trial};
use crate::{ClaimAnswer, Open, Region, Verdict, words};

/// Answers every claim of a resolved rule, in the rule's order.
///
/// The claims are judged on every instance of the rule's `check over` (parameters in `fixed`, as
/// written, stay as they are) and on the box `bounds` ([`Bounds::Check`] is the rule's own). Other
/// games are found in `library`. Beside a refuted claim stand statements close to it that hold.
/// The result does not depend on the number of threads. Where the user stops the work, a claim that was
/// not judged to the end is one that cannot be judged.
///
/// # Errors
/// Parameters that do not fit, or mistakes in the rule. A claim that cannot be judged is an
/// answer, not an error.
pub fn check(
    rule: &Rule,
    fixed: &[(String, String)],
    library: &dyn Library,
    bounds: &Bounds,
    means: Means<'_>,
) -> Result<Vec<Verdict>, Stop> {
    if rule.claims.iter().all(|claim| claim.beyond.is_some()) {
        return Ok(unanswered(rule, &"".into()));
    }
    let members = instances(rule, fixed, MAX).map_err(|error| Stop::Refused(error.message()))?;
    let reporter = Reporter {
        progress: means.progress,
        finished: AtomicU64::new(0),
        total: (members.len() * rule.claims.len()) as u64,
    };
    let work = Check { rule, members: &members, library, bounds, limits: means.limits, reporter };
    let results: Vec<Vec<Judged>> = (0..members.len())
        .into_par_iter()
        .map(|member| match work.judge_claims(member) {
            Err(Stop::Interrupted(_)) => Ok(vec![Judged::interrupted(); rule.claims.len()]),
            judged => judged,
        })
        .collect::<Result<_, _>>()?;
    let mut verdicts: Vec<Verdict> = Vec::new();
    let mut refuted: Vec<Refuted> = Vec::new();
    for (number, claim) in rule.claims.iter().enumerate() {
        let judged: Vec<&Judged> = results.iter().map(|of_member| &of_member[number]).collect();
        let failed = smallest_failure(&judged);
        if let (Some((member, _)), Role::Printed) = (failed, claim.role) {
            let tried = judged.iter().map(|judged| judged.tried).sum();
            refuted.push(Refuted { claim: number, member, tried });
        }
        let domain = match claim.beyond {
            Some(_) => Region::default(),
            None => domain(rule, claim, members.iter().zip(judged.iter().copied())),
        };
        let answer = answer(claim, &members, &judged, failed, &domain);
        let domain = match claim.domain {
            ClaimDomain::Starts => domain.of_starts(),
            _ => domain,
        };
        let is_open = judged.iter().any(|judged| judged.unknown.is_some());
        let is_sample = is_open || is_sample(rule, fixed, claim);
        let idle_premises = match answer {
            ClaimAnswer::Holds { .. } => Judged::idle_premises(&judged),
            _ => Vec::new(),
        };
        let blank = blank(rule, claim);
        verdicts.push(Verdict { domain, answer, is_sample, idle_premises, ..blank });
    }
    // Where the rule itself offers a statement that holds, none need be looked for.
    refuted.retain(|refuted| !is_replaced(&rule.claims[refuted.claim], &verdicts));
    let found = match search(&work, &refuted) {
        Err(Stop::Interrupted(_)) => Vec::new(),
        found => found?,
    };
    for (refuted, nearby) in refuted.iter().zip(found) {
        verdicts[refuted.claim].nearby.extend(nearby);
    }
    attach_nearby(&mut verdicts);
    Ok(verdicts)
}

/// The number of the member with the smallest counterexample, and this one.
fn smallest_failure<'j>(judged: &[&'j Judged]) -> Option<(usize, &'j Counterexample)> {
    // Where the work was cut short, a smaller one may lie where it was not looked for.
    if judged.iter().any(|judged| judged.is_interrupted()) {
        return None;
    }
    let failures = judged.iter().enumerate();
    let failures = failures.filter_map(|(member, judged)| Some((member, judged.failure.as_ref()?)));
    failures.min_by_key(|(_, failure)| &failure.rank)
}

/// Whether the rule offers a statement in place of the claim that holds.
fn is_replaced(claim: &Claim, verdicts: &[Verdict]) -> bool {
    verdicts.iter().any(|v| {
        let is_offered = v.role == Role::Nearby && v.holds() && v.source == claim.source;
        is_offered && split(&v.id).0 == split(&claim.id).0
    })
}

/// Judges the refuted claims again as the rule states them, with its own parameters and on its own
/// box, and notes which of them hold there: those fail only outside.
///
/// # Errors
/// As for [`check`].
pub fn check_as_stated(
    rule: &Rule,
    library: &dyn Library,
    verdicts: &mut [Verdict],
    means: Means<'_>,
) -> Result<(), Stop> {
    let refuted: Vec<&mut Verdict> = verdicts.iter_mut().filter(|v| v.is_refuted()).collect();
    let is_refuted = |claim: &&Claim| refuted.iter().any(|v| v.span.start == claim.span.start);
    let claims = rule.claims.iter().filter(is_refuted);
    let stated = Rule { claims: claims.cloned().collect(), ..rule.clone() };
    if stated.claims.is_empty() {
        return Ok(());
    }
    let judged = check(&stated, &[], library, &Bounds::Check, means)?;
    for (verdict, judged) in refuted.into_iter().zip(judged) {
        if judged.holds() {
            verdict.holds_within = judged.domain;
        }
    }
    Ok(())
}

/// A verdict for every claim of a rule that could not be checked, with the reason `why`; claims
/// beyond checking keep the reason they state.
#[must_use]
pub fn unanswered(rule: &Rule, why: &Message) -> Vec<Verdict> {
    let verdict = |claim: &Claim| {
        let own = claim.beyond.clone().map(Message::from);
        let why = Open::because(own.unwrap_or_else(|| why.clone()));
        Verdict { answer: ClaimAnswer::CannotCheck { why }, ..blank(rule, claim) }
    };
    rule.claims.iter().map(verdict).collect()
}

fn blank(rule: &Rule, claim: &Claim) -> Verdict {
    Verdict {
        game: rule.name.clone(),
        source: claim.source.clone(),
        id: claim.id.clone(),
        words: claim.words.clone(),
        statement: claim.statement(),
        role: claim.role,
        domain: Region::default(),
        answer: ClaimAnswer::CannotCheck { why: Open::because("") },
        holds_within: Region::default(),
        proof: None,
        nearby: Vec::new(),
        is_sample: false,
        idle_premises: Vec::new(),
        span: claim.span,
    }
}

/// What the claims of a rule are judged with.
pub(crate) struct Check<'a> {
    pub(crate) rule: &'a Rule,
    /// In the order of preference.
    pub(crate) members: &'a [Instance],
    library: &'a dyn Library,
    bounds: &'a Bounds,
    limits: Limits,
    reporter: Reporter<'a>,
}

/// What the names in the claims of one instance stand for.
pub(crate) struct ClaimNames {
    pub(crate) constants: BTreeMap<String, Constant>,
    pub(crate) definitions: Definitions,
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

impl Check<'_> {
    /// Whether the user asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        !self.reporter.advance(0, 0)
    }

    /// Whether misère play of a position needs no search of sums.
    pub(crate) fn is_misere_cheap(&self) -> bool {
        let game = self.members.first().map(|member| Game::compile(member, self.library));
        matches!(game, Some(Ok(game)) if game.has_single_options())
    }

    /// Does something with the game of one member and a judge of its positions.
    pub(crate) fn with_judge<T>(
        &self,
        member: usize,
        act: impl FnOnce(&Game, &mut Judge<'_>, &ClaimNames) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.is_stopped() {
            return Err(Stop::Interrupted(None));
        }
        let instance = &self.members[member];
        let game = Game::compile(instance, self.library).map_err(Stop::Mistake)?;
        let means = Means { limits: self.limits, progress: &self.reporter };
        let mut judge = Judge::new(&game, self.library, means, self.bounds);
        let constants = constants(&instance.values);
        let lets: Vec<Let<'_>> = instance.rule.definitions.iter().map(Let::from).collect();
        let definitions = Definitions::compile(&lets, &constants).map_err(Stop::Mistake)?;
        act(&game, &mut judge, &ClaimNames { constants, definitions })
    }

    fn judge_claims(&self, member: usize) -> Result<Vec<Judged>, Stop> {
        self.with_judge(member, |game, judge, meaning| {
            let mut all = Vec::new();
            for claim in &game.instance().rule.claims {
                all.push(match claim.beyond {
                    Some(_) => Judged::default(),
                    None => Trial::new(game, claim, meaning).map_err(Stop::Mistake)?.run(judge),
                });
                self.reporter.finished.fetch_add(1, Ordering::Relaxed);
                if self.is_stopped() {
                    // What was judged last may have been cut short.
                    all.pop();
                    break;
                }
            }
            all.resize(game.instance().rule.claims.len(), Judged::interrupted());
            Ok(all)
        })
    }
}

fn answer(
    claim: &Claim,
    members: &[Instance],
    judged: &[&Judged],
    failed: Option<(usize, &Counterexample)>,
    domain: &Region,
) -> ClaimAnswer {
    if let Some(why) = &claim.beyond {
        return ClaimAnswer::CannotCheck { why: Open::because(why.clone()) };
    }
    if let Some((member, Counterexample { position, says, rank })) = failed {
        let (position, says, rank) = (position.clone(), says.clone(), rank.clone());
        return ClaimAnswer::Fails { parameters: written(&members[member]), position, says, rank };
    }
    if let Some(why) = judged.iter().find_map(|j| j.unknown.clone()) {
        return ClaimAnswer::CannotCheck { why };
    }
    let judged: u64 = judged.iter().map(|j| j.count).sum();
    if judged == 0 {
        let why = match claim.guard {
            Some(_) => "no position of the box satisfies the condition of the claim",
            None => "the box contains nothing to check",
        };
        return ClaimAnswer::CannotCheck { why: Open::because(why) };
    }
    ClaimAnswer::Holds { domain: domain.clone(), judged }
}

/// Where a claim was judged.
pub(crate) fn domain<'a>(
    rule: &Rule,
    claim: &Claim,
    judged: impl Iterator<Item = (&'a Instance, &'a Judged)>,
) -> Region {
    let (members, boxes): (Vec<_>, Vec<_>) = judged
        .filter(|(_, judged)| judged.count > 0)
        .map(|(instance, judged)| (instance, judged.ranges.as_slice()))
        .unzip();
    let parameters = words::parts_of_members(rule, &members);
    parameters.into_iter().chain(words::boxes(&boxes)).chain(words::own(claim)).collect()
}
