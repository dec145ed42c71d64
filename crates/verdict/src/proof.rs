//! Claims that hold, proved for all positions where the prover can.

use crate::instances::{instances, written};
use crate::nearby::attach_nearby;
use crate::refute::refute;
use crate::theory::is_identity;
use crate::{Verdict, words};
use engine::Stop;
use expr::ast::{Binary, Comparison, Expr, Fold, Item, Node};
use expr::build::{binary, compared};
use expr::eval::constant_truth;
use expr::walk::conjuncts;
use expr::words::listed;
use message::{Message, Tell, message};
use prover::{Certified, Question, Unproved, statement};
use rule::ast::{Claim, ClaimDomain, Component, Role, State};
use rule::{Instance, Library, Rule};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Most members of a family that are proved one by one.
const MEMBERS: usize = 64;
/// Most members of a family for which a claim is read as the theorem of Sprague and Grundy.
const IDENTICAL: usize = 256;
/// Most laws tried for one member.
const TRIED: usize = 12;
/// Most values computed for a proof.
const VALUES: usize = 100_000;

/// A claim proved for every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The members of the family it is proved for, in words; empty where there is no family.
    pub members: Message,
    /// What the checker accepted, a certificate for each member; none where the theorem of Sprague
    /// and Grundy alone makes the claim true.
    pub certificates: Vec<Certified>,
}

/// How much work each proof that is looked for may take, and whether one was given up for that.
#[derive(Debug)]
pub struct ProofBudget {
    work: u64,
    was_cut: Cell<bool>,
}

impl ProofBudget {
    /// At most so many units of work ([`patience::within_work`]) for each proof.
    #[must_use]
    pub fn of(work: u64) -> Self {
        Self { work, was_cut: Cell::new(false) }
    }

    /// As much as it takes.
    #[must_use]
    pub fn unbounded() -> Self {
        Self::of(u64::MAX)
    }

    /// Whether a proof was given up before its search was complete.
    #[must_use]
    pub fn was_cut(&self) -> bool {
        self.was_cut.get()
    }

    /// The certificate that the prover finds within this budget, if it is left to finish.
    fn spent_on(
        &self,
        prove: impl FnOnce() -> Result<Certified, Unproved>,
    ) -> Result<Option<Certified>, Stop> {
        match patience::within_work(self.work, prove) {
            Ok(certificate) => Ok(Some(certificate)),
            Err(_) if patience::is_over() => Err(Stop::Interrupted(None)),
            Err(why) => {
                self.was_cut.set(self.was_cut.get() || why == Unproved::Interrupted);
                Ok(None)
            }
        }
    }
}

/// What a proof says something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofScope {
    /// This game, and not every other one.
    Game,
    /// Every game of the same kind: the claim restates the theorem of Sprague and Grundy.
    Kind,
}

impl Proof {
    /// What it says something about.
    #[must_use]
    pub fn scope(&self) -> ProofScope {
        if self.certificates.is_empty() { ProofScope::Kind } else { ProofScope::Game }
    }
}

/// What it is of, and the members of the family it is for: `proved for every position, m = 1..6`.
impl Tell for Proof {
    fn message(&self) -> Message {
        let scope: Message = match self.scope() {
            ProofScope::Game => "proved for every position".into(),
            ProofScope::Kind => {
                "true of every game by the theorem of Sprague (1935) and Grundy (1939)".into()
            }
        };
        match self.members.is_empty() {
            true => scope,
            false => message!("{scope}, {}", self.members),
        }
    }
}

/// Proves what it can of the claims that hold, and refutes what fails beyond the box: for every
/// member of the rule's `check over` that a claim speaks of (parameters in `fixed` stay as they
/// are), from the laws that the claims themselves suggest, within this budget for each. `verdicts` are
/// those of the rule's claims in the rule's order.
///
/// # Errors
/// Parameters that do not fit, mistakes in the rule, or an interruption.
pub fn prove(
    rule: &Rule,
    fixed: &[(String, String)],
    library: &dyn Library,
    verdicts: &mut [Verdict],
    budget: &ProofBudget,
) -> Result<(), Stop> {
    let of_verdicts =
        rule.claims.iter().zip(&*verdicts).enumerate().flat_map(|(at, (claim, v))| {
            let own = v.holds().then(|| (Target { verdict: at, nearby: None }, claim.clone()));
            let varied = v.nearby.iter().enumerate().filter_map(move |(number, nearby)| {
                let target = Target { verdict: at, nearby: Some(number) };
                nearby.varied.clone().map(|claim| (target, claim))
            });
            own.into_iter().chain(varied)
        });
    let mut open: Vec<(Target, Claim)> = of_verdicts.collect();
    if open.is_empty() || (rule.state.is_none() && rule.start.is_none()) {
        return Ok(());
    }
    let members =
        instances(rule, fixed, IDENTICAL).map_err(|error| Stop::Refused(error.message()))?;
    if members.len() <= IDENTICAL {
        for (target, claim) in std::mem::take(&mut open) {
            if patience::is_over() {
                return Err(Stop::Interrupted(None));
            }
            match by_theory(rule, &members, &claim, library) {
                Some(proof) => target.settle(verdicts, proof),
                None => open.push((target, claim)),
            }
        }
    }
    open.retain(|(_, c)| matches!(c.domain, ClaimDomain::Positions | ClaimDomain::Starts));
    if open.is_empty() || rule.state.is_none() {
        attach_nearby(verdicts);
        return Ok(());
    }
    if members.len() > 1 && fixed.is_empty() {
        for (target, claim) in std::mem::take(&mut open) {
            let Some(text) = text(rule, &claim) else { continue };
            match attempt(rule, Vec::new(), &text, budget)? {
                Some(certificate) => {
                    let names = listed(rule.parameters.iter().map(|p| &p.name));
                    let members = message!("all values of {names}");
                    target.settle(verdicts, Proof { members, certificates: vec![certificate] });
                }
                None => open.push((target, claim)),
            }
        }
    }
    if members.len() <= MEMBERS {
        by_members(rule, &members, &open, library, budget, verdicts)?;
    }
    // statements offered beside others carry their proofs with them
    attach_nearby(verdicts);
    Ok(())
}

/// What a proof is of: a claim, or a statement that was found by varying one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Target {
    verdict: usize,
    nearby: Option<usize>,
}

impl Target {
    fn settle(self, verdicts: &mut [Verdict], proof: Proof) {
        let verdict = &mut verdicts[self.verdict];
        match self.nearby {
            None => verdict.proof = Some(proof),
            Some(number) => verdict.nearby[number].proof = Some(proof),
        }
    }
}

/// The proof by the theorem of Sprague and Grundy, of every member that a claim speaks of.
fn by_theory(
    rule: &Rule,
    members: &[Instance],
    claim: &Claim,
    library: &dyn Library,
) -> Option<Proof> {
    let of: Vec<&Instance> = members.iter().filter(|member| speaks_of(claim, member)).collect();
    let is_true = !of.is_empty() && of.iter().all(|member| is_identity(claim, member, library));
    is_true.then(|| Proof { members: words::members(rule, &of), certificates: Vec::new() })
}

/// Proves claims for one member of the family after the other.
fn by_members(
    rule: &Rule,
    members: &[Instance],
    open: &[(Target, Claim)],
    library: &dyn Library,
    budget: &ProofBudget,
    verdicts: &mut [Verdict],
) -> Result<(), Stop> {
    let mut proved: BTreeMap<Target, (Vec<&Instance>, Vec<Certified>)> =
        open.iter().map(|(target, _)| (*target, Default::default())).collect();
    for member in members {
        // a claim must be proved of every member that it speaks of
        let left = open.iter().filter(|(target, _)| proved.contains_key(target));
        let left: Vec<(Target, &Claim)> = left
            .map(|(target, claim)| (*target, claim))
            .filter(|(_, claim)| speaks_of(claim, member))
            .collect();
        let (laws, in_vain) = full_laws(member, &left, budget)?;
        for (target, claim) in left {
            let Some(text) = text(&member.rule, claim) else {
                proved.remove(&target);
                continue;
            };
            let found = match follows(member, &text, &laws) {
                None if in_vain.contains(&text) => None,
                None => attempt(&member.rule, written(member), &text, budget)?,
                found => found,
            };
            let found = match found {
                None => with_others(member, &text, &laws, library, budget)?,
                found => found,
            };
            if found.is_none()
                && target.nearby.is_none()
                && claim.role == Role::Printed
                && let Some(answer) = refute(member, &text, library)?
            {
                let verdict = &mut verdicts[target.verdict];
                verdict.answer = answer;
                verdict.holds_within = verdict.domain.clone();
            }
            match (found, proved.get_mut(&target)) {
                (Some(certificate), Some((of, certificates))) => {
                    of.push(member);
                    certificates.push(certificate);
                }
                _ => drop(proved.remove(&target)),
            }
        }
    }
    for (target, (of, certificates)) in proved {
        if !of.is_empty() {
            target.settle(verdicts, Proof { members: words::members(rule, &of), certificates });
        }
    }
    Ok(())
}

/// The certificate of what follows from one of the laws.
fn follows(member: &Instance, text: &str, laws: &[Certified]) -> Option<Certified> {
    laws.iter().find_map(|law| {
        let full = law.accepted.law.as_str();
        let rule = || statement::rule_text(&member.rule, [full, text]);
        if full == text { Some(law.clone()) } else { law.implies(text, &rule()) }
    })
}

/// Whether the parameters alone do not contradict what the claim supposes.
fn speaks_of(claim: &Claim, member: &Instance) -> bool {
    let constants = rule::constants(&member.values);
    let mut guards = claim.guard.iter().flat_map(conjuncts);
    guards.all(|e| constant_truth(e, &constants) != Some(false))
}

/// Laws of all positions of a member, proved: at most one of the outcome and one of the values; and
/// those that were tried in vain.
fn full_laws(
    member: &Instance,
    claims: &[(Target, &Claim)],
    budget: &ProofBudget,
) -> Result<(Vec<Certified>, Vec<String>), Stop> {
    let symmetric = match &member.rule.state {
        Some(State::Tuple { coordinates, symmetric: true, .. }) => match coordinates.as_slice() {
            [a, b] => Some([a.name.as_str(), b.name.as_str()]),
            _ => None,
        },
        _ => None,
    };
    let mut texts: Vec<String> = Vec::new();
    let of_positions = |claim: &Claim| claim.domain == ClaimDomain::Positions;
    for (_, claim) in claims.iter().filter(|(_, c)| c.binders.is_empty() && of_positions(c)) {
        for text in statement::suggested(&claim.condition, symmetric) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts.truncate(TRIED);
    texts.extend(prover::take_away::by_digits(member));
    let (mut laws, mut in_vain) = (Vec::<Certified>::new(), Vec::new());
    for text in texts {
        let quantity = statement::quantity(&text);
        if laws.iter().any(|law| statement::quantity(&law.accepted.law) == quantity) {
            continue;
        }
        match attempt(&member.rule, written(member), &text, budget)? {
            Some(law) => laws.push(law),
            None => in_vain.push(text),
        }
    }
    Ok((laws, in_vain))
}

/// The statement asked of the prover.
pub(crate) fn question(rule: &Rule, parameters: Vec<(String, String)>, text: &str) -> Question {
    Question {
        rule: statement::rule_text(rule, [text]),
        parameters,
        quantity: statement::quantity(text).into(),
        law: Some(text.to_owned()),
        to: VALUES,
    }
}

/// The statement proved by itself; without parameters it is about all their values.
fn attempt(
    rule: &Rule,
    parameters: Vec<(String, String)>,
    text: &str,
    budget: &ProofBudget,
) -> Result<Option<Certified>, Stop> {
    let question = question(rule, parameters, text);
    budget.spent_on(|| prover::prove(&question))
}

/// The statement proved with the values of other games put in.
fn with_others(
    member: &Instance,
    text: &str,
    laws: &[Certified],
    library: &dyn Library,
    budget: &ProofBudget,
) -> Result<Option<Certified>, Stop> {
    let question = question(&member.rule, written(member), text);
    let rule = |name: &str| Some(statement::rule_text(&rule::load(name, library).ok()?, []));
    budget.spent_on(|| prover::prove_elsewhere(&question, laws, &rule))
}

/// What holds of the coordinates of a starting position whose sizes are coordinates: for
/// `start n: (n, n - 1)` of positions (n, limit), `limit = n - 1`.
fn starts(rule: &Rule) -> Option<Vec<Expr>> {
    let (Some(start), Some(State::Tuple { coordinates, .. })) = (&rule.start, &rule.state) else {
        return None;
    };
    let [Component { game: None, at, .. }] = start.position.as_slice() else { return None };
    let own = |name: &str| coordinates.iter().any(|c| c.name == name);
    if at.len() != coordinates.len() || !start.sizes.iter().all(|size| own(&size.name)) {
        return None;
    }
    let equations = coordinates.iter().zip(at).filter_map(|(coordinate, e)| {
        let name = expr::substitute::name(coordinate.name.as_str());
        let is_size = start.sizes.iter().any(|size| size.name == coordinate.name);
        match (&e.node, is_size) {
            (Node::Name(same), true) if *same == coordinate.name => None,
            (_, true) => Some(None),
            _ => Some(Some(compared(name, Comparison::Eq, e.clone()))),
        }
    });
    equations.collect()
}

/// The claim as one condition on what it speaks about.
pub(crate) fn as_condition(claim: &Claim) -> Expr {
    let Claim { condition, guard, binders, .. } = claim;
    match (guard, binders.is_empty()) {
        (None, true) => condition.clone(),
        (Some(guard), true) => binary(Binary::Implies, guard.clone(), condition.clone()),
        (guard, false) => {
            let guard = guard.clone();
            let item = Item { body: condition.clone(), binders: binders.clone(), guard };
            Node::Fold(Fold::All, vec![item]).into()
        }
    }
}

/// The claim as one condition on all positions; `None` where it is not one.
fn text(rule: &Rule, claim: &Claim) -> Option<String> {
    let equations = match claim.domain {
        ClaimDomain::Starts => starts(rule)?,
        _ => Vec::new(),
    };
    let mut condition = as_condition(claim);
    for equation in equations.iter().rev() {
        condition = binary(Binary::Implies, equation.clone(), condition);
    }
    Some(condition.to_string())
}
