//! Claims.

use message::message;
use std::collections::BTreeSet;

use expr::kind::Kind;
use expr::walk::values;

use super::scope::Quantities;
use super::{Checker, Layout};
use crate::ast::{Claim, ClaimDomain, Role, name_of_claim};

impl Checker<'_> {
    pub(super) fn claims(&mut self) {
        let rule = self.rule;
        let mut seen = BTreeSet::new();
        for claim in &rule.claims {
            // Of near-by statements there may be several.
            if claim.role == Role::Printed && !seen.insert((&claim.source, &claim.id)) {
                let name = name_of_claim(&claim.source, &claim.id);
                let cause = format!("claim {name} is stated twice");
                let help = message!("number the readings: `{name}.a`, `{name}.b`");
                self.report("R060", claim.span, cause, help);
            }
            self.scoped(|c| c.claim(claim));
        }
    }

    pub(super) fn claim(&mut self, claim: &Claim) {
        match &claim.domain {
            ClaimDomain::Positions => {
                self.declare_position();
                let mut own = false;
                for e in claim.guard.iter().chain([&claim.condition]) {
                    values(e, &mut |value| own |= value.game.is_none());
                }
                if own && matches!(self.shape, Layout::Missing) {
                    let help = "write `on starts`, or ask `sg of GAME at n`";
                    self.report("R038", claim.span, "the rule has no positions of its own", help);
                }
            }
            ClaimDomain::Starts => {
                self.declare_position();
                match &self.rule.start {
                    Some(start) => {
                        for size in &start.sizes {
                            if self.scope.find(&size.name).is_none() {
                                self.scope.declare(&size.name, Kind::Number, "the size");
                            }
                        }
                    }
                    None => {
                        let cause = "the rule has no starting positions";
                        self.report("R038", claim.span, cause, "add `start n: POSITION`");
                    }
                }
            }
            ClaimDomain::Boards(coins) => {
                self.number(coins);
                if !self.shape.is_coins() {
                    let cause = "a game without coins has no boards";
                    self.report("R038", claim.span, cause, "delete `on boards`");
                }
                self.scope.board = true;
            }
        }
        self.scope.quantities = Quantities::All;
        self.scope.quantifiable = true;
        self.binders(claim.binders.iter());
        if let Some(guard) = &claim.guard {
            self.condition(guard);
        }
        self.condition(&claim.condition);
    }
}
