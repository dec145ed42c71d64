//! Claims that the theory makes true of every game, proved for every member of a family.

use crate::instances::written;
use crate::proof::as_condition;
use expr::ast::{Expr, Node};
use prover::identity::{About, prove};
use prover::{Certificate, statement};
use rule::ast::{Claim, ClaimDomain, State};
use rule::{Instance, Library, load};
use std::collections::BTreeMap;

/// The certificate that a claim is an identity of the theory about this member; `None` where it is
/// not seen to be one.
pub(crate) fn identity(
    claim: &Claim,
    member: &Instance,
    library: &dyn Library,
) -> Option<Certificate> {
    let law = as_condition(claim).to_string();
    let about = match &claim.domain {
        ClaimDomain::Positions => About::Positions,
        ClaimDomain::Starts => About::Starts,
        // what runs over `heads` alone does not depend on the size of the board
        ClaimDomain::Boards(_) if runs_over_heads(&claim.condition) => About::Boards(None),
        ClaimDomain::Boards(size) => {
            About::Boards(Some(u32::try_from(member.number(size).ok()?).ok()?))
        }
    };
    let mut games = BTreeMap::new();
    for name in named(member) {
        let other = load(&name, library).ok()?;
        games.insert(name, statement::rule_text(&other, []));
    }
    let rule = statement::rule_text(&member.rule, [law.as_str()]);
    prove(&rule, &written(member), &law, about, &games).ok()
}

/// Whether the condition runs over `heads`.
fn runs_over_heads(e: &Expr) -> bool {
    expr::walk::within(e).any(|e| {
        let items = if let Node::Fold(_, items) = &e.node { &items[..] } else { &[] };
        let mut sets = items.iter().flat_map(|item| &item.binders).map(|binder| &binder.set);
        sets.any(|set| set.as_name() == Some("heads"))
    })
}

/// The other games that the member's positions are made of.
fn named(member: &Instance) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    if let Some(State::Product(a, b, _)) = &member.rule.state {
        names.extend([a.as_str(), b]);
    }
    let parts = member.rule.start.iter().flat_map(|start| &start.position);
    names.extend(parts.filter_map(|part| Some(part.game.as_ref()?.name.as_str())));
    names.into_iter().map(|name| member.game(name).to_owned()).collect()
}
