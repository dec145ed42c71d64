//! Claims that hold, proved for all positions where the prover can.

use crate::instances::instances;
use crate::{Answer, Verdict, words};
use engine::Stop;
use expr::ast::{Binary, Expr, Node};
use prover::{Certificate, Outcome, Question, statement};
use rule::ast::{Claim, ClaimDomain, State};
use rule::{Instance, Rule};
use std::collections::BTreeMap;

/// Most members of a family that are proved one by one.
const MEMBERS: usize = 64;
/// Most laws tried for one member.
const TRIED: usize = 12;
/// Most values computed for a proof.
const VALUES: usize = 100_000;

/// A claim proved for every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The members of the family it is proved for, in words; empty where there is no family.
    pub members: String,
    /// What the checker accepted, a certificate for each member.
    pub certificates: Vec<Certificate>,
}

impl Proof {
    /// `proved`, in the words of some language, with the members of the family: `proved, m = 1..6`.
    #[must_use]
    pub fn words(&self, proved: &str) -> String {
        if self.members.is_empty() {
            proved.to_owned()
        } else {
            format!("{proved}, {}", self.members)
        }
    }
}

/// Proves what it can of the claims that hold: for every member of the rule's `check over`
/// (parameters in `fixed` stay as they are), from the laws that the claims themselves suggest.
/// `verdicts` are those of the rule's claims in the rule's order; `going_on` is asked now and then.
///
/// # Errors
/// Parameters that do not fit, or an interruption.
pub fn prove(
    rule: &Rule,
    fixed: &[(String, String)],
    verdicts: &mut [Verdict],
    going_on: &dyn Fn() -> bool,
) -> Result<(), Stop> {
    let claims: Vec<(usize, &Claim)> = rule.claims.iter().enumerate().collect();
    let open = claims.iter().filter(|(at, claim)| {
        let holds = verdicts.get(*at).is_some_and(|v| matches!(v.answer, Answer::Holds { .. }));
        holds && claim.domain == ClaimDomain::Positions
    });
    let open: Vec<(usize, &Claim)> = open.copied().collect();
    if open.is_empty() || rule.state.is_none() {
        return Ok(());
    }
    let members = instances(rule, fixed).map_err(|error| Stop::Refused(error.to_string()))?;
    if members.len() > MEMBERS {
        return Ok(());
    }
    let mut proved: BTreeMap<usize, Vec<Certificate>> =
        open.iter().map(|(at, _)| (*at, Vec::new())).collect();
    for (done, member) in members.iter().enumerate() {
        // a claim must be proved of every member
        let left: Vec<(usize, &Claim)> =
            open.iter().filter(|(at, _)| proved[at].len() == done).copied().collect();
        let laws = full_laws(member, &left, going_on)?;
        for (at, claim) in left {
            let text = text(claim);
            let follows = |law: &Certificate| {
                let full = law.accepted.law.as_str();
                let rule = || statement::rule_text(&member.rule, [full, &text]);
                if full == text { Some(law.clone()) } else { law.implies(&text, &rule()) }
            };
            let found = match laws.iter().find_map(follows) {
                None => attempt(member, &text, going_on)?,
                found => found,
            };
            proved.entry(at).or_default().extend(found);
        }
    }
    for (at, certificates) in proved {
        if certificates.len() == members.len() {
            let members = words::members(rule, &members.iter().collect::<Vec<_>>());
            verdicts[at].proof = Some(Proof { members, certificates });
        }
    }
    Ok(())
}

/// Laws of all positions of a member, proved: at most one of the outcome and one of the values.
fn full_laws(
    member: &Instance,
    claims: &[(usize, &Claim)],
    going_on: &dyn Fn() -> bool,
) -> Result<Vec<Certificate>, Stop> {
    let symmetric = match &member.rule.state {
        Some(State::Tuple { coordinates, symmetric: true, .. }) => match coordinates.as_slice() {
            [a, b] => Some([a.name.as_str(), b.name.as_str()]),
            _ => None,
        },
        _ => None,
    };
    let mut texts: Vec<String> = Vec::new();
    for (_, claim) in claims.iter().filter(|(_, claim)| claim.binders.is_empty()) {
        for text in statement::suggested(&claim.condition, symmetric) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    let mut laws: Vec<Certificate> = Vec::new();
    for text in texts.into_iter().take(TRIED) {
        let quantity = statement::quantity(&text);
        if laws.iter().any(|law| statement::quantity(&law.accepted.law) == quantity) {
            continue;
        }
        laws.extend(attempt(member, &text, going_on)?);
    }
    Ok(laws)
}

/// The statement proved of a member by itself.
fn attempt(
    member: &Instance,
    text: &str,
    going_on: &dyn Fn() -> bool,
) -> Result<Option<Certificate>, Stop> {
    let parameters = member.values.iter().map(|(name, value)| (name.clone(), value.to_string()));
    let question = Question {
        rule: statement::rule_text(&member.rule, [text]),
        parameters: parameters.collect(),
        quantity: statement::quantity(text).into(),
        law: Some(text.to_owned()),
        to: VALUES,
    };
    match prover::prove(&question, &|_, _| going_on()) {
        Ok(Outcome::Proved(certificate)) => Ok(Some(*certificate)),
        Ok(Outcome::Unproved(_)) if going_on() => Ok(None),
        _ => Err(Stop::Interrupted(None)),
    }
}

/// The claim as one condition.
fn text(claim: &Claim) -> String {
    let binary = |op, left: &Expr, right: Expr| {
        let node = Node::Binary(op, Box::new(left.clone()), Box::new(right));
        Expr { node, span: claim.span }
    };
    let mut condition = claim.condition.clone();
    if let Some(guard) = &claim.guard {
        condition = binary(Binary::Implies, guard, condition);
    }
    for binder in claim.binders.iter().rev() {
        let element = Expr { node: Node::Name(binder.name.clone()), span: claim.span };
        let node = Node::Member(Box::new(element), binder.set.clone());
        condition = binary(Binary::Implies, &Expr { node, span: claim.span }, condition);
    }
    condition.to_string()
}
