//! A law that the user states: how it fares on the rule's table, and what it follows from.

use super::{FIRST, Unmade, of_table, sizes};
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::source::Source;
use crate::watch::Watch;
use engine::{Bounds, Game, Kernel, Positions, Request, Stop};
use prover::{Certified, statement};
use rule::Rule;
use rule::ast::ClaimDomain;
use verdict::{ProofBudget, Verdict};

/// What mistakes in a law call its text.
pub const LAW: &str = "--law";

/// The law as the only claim of its rule.
pub(super) struct Stated<'a> {
    input: &'a Input,
    law: &'a str,
    /// The rule with the law behind it.
    source: Source,
    /// Whether it says what it is about, as in `on starts: ...` or `if a < b: ...`.
    pub(super) has_domain: bool,
    rule: Rule,
    /// Values of all parameters.
    fixed: Vec<(String, String)>,
    watch: &'a dyn Watch,
}

impl<'a> Stated<'a> {
    /// Reads the law.
    ///
    /// # Errors
    /// It is not a law of the rule.
    pub(super) fn read(input: &'a Input, law: &'a str, watch: &'a dyn Watch) -> Result<Self> {
        let instance = input.instance()?;
        let rule = Rule { claims: Vec::new(), notes: Vec::new(), ..Rule::clone(&instance.rule) };
        let has_domain = law.contains(':');
        let colon = if has_domain { "" } else { ":" };
        let source = Source::behind(&format!("{rule}\nclaim given.law{colon} "), LAW, law);
        let parsed = rule::parse(&source.text);
        let (Some(rule), []) = (parsed.0, &parsed.1[..]) else {
            return Err(source.diagnosed(&parsed.1));
        };
        let values = instance.values.iter().map(|(name, value)| (name.clone(), value.to_string()));
        Ok(Self { input, law, source, has_domain, rule, fixed: values.collect(), watch })
    }

    /// What the rule's table says, as far as these bounds.
    fn verdict(&self, bounds: &Bounds) -> Result<Option<Verdict>> {
        let Self { input, rule, fixed, watch, .. } = self;
        verdict::check(rule, fixed, &*input.library, bounds, input.means(*watch))
            .map(|mut verdicts| verdicts.pop())
            .map_err(|stop| self.stopped(stop))
    }

    /// Why there is no more, in the words of the law where that has the mistake.
    fn stopped(&self, stop: Stop) -> Failure {
        match stop {
            Stop::Mistake(all) if all.iter().all(|d| self.source.holds(d)) => {
                self.source.diagnosed(&all)
            }
            stop => self.input.stopped(stop),
        }
    }

    /// How far the rule is tabulated to check it: as it says of what the law is about, or a little.
    fn bounds(&self) -> Bounds {
        let said = if self.rule.check.is_some() { Bounds::Check } else { Bounds::Usual };
        let rows = match self.rule.claims.first().map(|claim| &claim.domain) {
            Some(ClaimDomain::Positions) => Positions::All,
            Some(ClaimDomain::Starts) => Positions::Starts,
            _ => return said,
        };
        match self.input.game() {
            Ok(game) if self.lacks_bound(&game, &said, &rows) => match rows {
                Positions::All => sizes(self.input, &game).swap_remove(0),
                _ => Bounds::All(FIRST),
            },
            _ => said,
        }
    }

    /// Whether the bounds do not say how far such rows go.
    fn lacks_bound(&self, game: &Game, bounds: &Bounds, rows: &Positions) -> bool {
        let request = Request {
            columns: Vec::new(),
            bounds: bounds.clone(),
            positions: rows.clone(),
            kernel: Kernel::Oracle,
        };
        matches!(game.plan(&request, self.input.method.limits), Err(Stop::NoBound(_)))
    }

    /// Looks at the first positions.
    ///
    /// # Errors
    /// The law fails there.
    pub(super) fn look(&self) -> Result<(), Unmade> {
        let Ok(game) = self.input.game() else { return Ok(()) };
        if self.rule.state.is_none() {
            return Ok(());
        }
        let first = Bounds::All(match game.coordinates().len() {
            0 | 1 => 100,
            2 => 12,
            _ => 4,
        });
        match self.verdict(&first) {
            Ok(Some(verdict)) if verdict.is_refuted() => {
                // the smallest counterexample may lie outside this box, or in it alone
                let further = self.verdict(&self.bounds()).ok().flatten();
                let all = further.iter().chain([&verdict]).filter(|v| v.is_refuted());
                Err(self.refuted(all.min_by_key(|v| v.rank()).unwrap_or(&verdict)))
            }
            Err(stop @ Failure::Interrupted(_)) => Err(stop.into()),
            _ => Ok(()),
        }
    }

    /// The law fails, as this verdict says.
    fn refuted(&self, verdict: &Verdict) -> Unmade {
        Unmade::Refuted { law: self.law.to_owned(), verdict: Box::new(verdict.clone()) }
    }

    /// A proof from other laws, of the claim itself or of those the table shows; or how the law fares
    /// on the table, `None` where it is no claim.
    ///
    /// # Errors
    /// The law fails.
    pub(super) fn prove(&self) -> Result<Result<Certified, Option<Box<Verdict>>>, Unmade> {
        let Self { input, law, rule, fixed, watch, .. } = self;
        let Some(verdict) = self.verdict(&self.bounds())? else {
            return Ok(Err(None));
        };
        let mut verdicts = [verdict];
        let budget = ProofBudget::of(super::Effort::default().units());
        verdict::prove(rule, fixed, &*input.library, &mut verdicts, &budget)
            .map_err(|stop| self.stopped(stop))?;
        let [verdict] = verdicts;
        if verdict.is_refuted() {
            return Err(self.refuted(&verdict));
        }
        if let Some(certificate) = verdict.proof.as_ref().and_then(|p| p.certificates.first()) {
            return Ok(Ok(certificate.clone()));
        }
        // what holds may follow from another law that the table shows
        if let (Some(full), _) = of_table(input, None, super::Effort::default(), *watch)? {
            let text = statement::rule_text(rule, [full.accepted.law.as_str(), law]);
            if let Some(certificate) = full.implies(law, &text) {
                return Ok(Ok(certificate));
            }
        }
        Ok(Err(Some(Box::new(verdict))))
    }
}
