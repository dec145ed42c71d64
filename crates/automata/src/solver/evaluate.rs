//! Formulas to automata, from the inside out.

use super::lower::{FreshVariables, lower, too_deep};
use super::{Solver, Verdict};
use crate::Name;
use crate::automaton::{Automaton, union};
use crate::error::{Error, Result};
use crate::formula::{Formula, FormulaKind, Sign, Term};
use crate::numeration::{Comparison, LinearForm};
use crate::relation::Relation;
use crate::smallest::Assignment;

/// Literal of a conjunction: the set, or what is outside of it.
struct Literal {
    automaton: Automaton,
    positive: bool,
}

impl Solver {
    /// Whether the sentence is true.
    ///
    /// # Errors
    /// [`Error::Free`] for a formula with free variables, whatever building its automata meets, and
    /// [`Error::Overflow`] when it is false but no counterexample has a sum below 2^100.
    pub fn decide(&mut self, sentence: &Formula) -> Result<Verdict> {
        let mut names: Vec<Name> = Vec::new();
        let mut body = sentence;
        while let FormulaKind::Forall(more, inner) = &*body.kind {
            if more.iter().any(|name| names.contains(name)) {
                break;
            }
            for name in more {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            body = inner;
        }
        let parts = self.conjuncts(body, false)?;
        let failing = self.conjoin(parts)?;
        let free: Vec<Name> =
            failing.tracks.iter().filter(|name| !names.contains(name)).cloned().collect();
        if !free.is_empty() {
            return Err(Error::Free(free));
        }
        let occurring: Vec<Name> =
            names.iter().filter(|name| failing.tracks.contains(name)).cloned().collect();
        let Some(found) = self.smallest(&failing, &occurring)? else { return Ok(Verdict::True) };
        // a variable that does not matter is 0
        let value = |name: &Name| {
            let at = occurring.iter().position(|other| other == name);
            (name.clone(), at.map_or(0, |at| found[at].1))
        };
        let assignment: Assignment = names.iter().map(value).collect();
        Ok(Verdict::False(assignment))
    }

    /// The tuples of values of the free variables that satisfy the formula.
    ///
    /// # Errors
    /// Whatever building its automata meets.
    pub fn satisfying(&mut self, formula: &Formula) -> Result<Automaton> {
        match &*formula.kind {
            FormulaKind::Constant(truth) => {
                Ok(Automaton::constant(self.numeration.radix(), *truth))
            }
            FormulaKind::Compare(left, sign, right) => self.comparison(left, *sign, right),
            FormulaKind::Holds(relation, arguments) => self.relation(relation, arguments),
            FormulaKind::Not(part) => {
                let part = self.satisfying(part)?;
                self.not(&part)
            }
            FormulaKind::And(_) => {
                let parts = self.conjuncts(formula, true)?;
                self.conjoin(parts)
            }
            FormulaKind::Or(parts) => {
                let mut sum = Automaton::constant(self.numeration.radix(), false);
                for part in parts {
                    let part = self.satisfying(part)?;
                    sum = self.or(&sum, &part)?;
                }
                Ok(sum)
            }
            FormulaKind::Implies(..) => {
                let parts = self.conjuncts(formula, false)?;
                let outside = self.conjoin(parts)?;
                self.not(&outside)
            }
            FormulaKind::Exists(names, body) => {
                let parts = self.conjuncts(body, true)?;
                self.eliminate(parts, names)
            }
            FormulaKind::Forall(names, body) => {
                let parts = self.conjuncts(body, false)?;
                let failing = self.eliminate(parts, names)?;
                self.not(&failing)
            }
            FormulaKind::TooDeep => Err(too_deep()),
        }
    }

    /// The formula, or its negation, as a conjunction.
    fn conjuncts(&mut self, formula: &Formula, positive: bool) -> Result<Vec<Literal>> {
        let mut parts = Vec::new();
        let mut stack = vec![(formula, positive)];
        while let Some((formula, positive)) = stack.pop() {
            match (&*formula.kind, positive) {
                (FormulaKind::And(all), true) => stack.extend(all.iter().map(|part| (part, true))),
                (FormulaKind::Or(all), false) => stack.extend(all.iter().map(|part| (part, false))),
                (FormulaKind::Not(part), _) => stack.push((part, !positive)),
                (FormulaKind::Implies(left, right), false) => {
                    stack.extend([(left, true), (right, false)]);
                }
                (FormulaKind::Forall(names, body), _) => {
                    // not for all = exists not
                    let failing = self.conjuncts(body, false)?;
                    let automaton = self.eliminate(failing, names)?;
                    parts.push(Literal { automaton, positive: !positive });
                }
                (FormulaKind::Implies(..), true) => {
                    let failing = self.conjuncts(formula, false)?;
                    let automaton = self.conjoin(failing)?;
                    parts.push(Literal { automaton, positive: false });
                }
                _ => parts.push(Literal { automaton: self.satisfying(formula)?, positive }),
            }
        }
        Ok(parts)
    }

    /// The conjunction, with `names` quantified: first those that need the fewest tracks at once
    /// (elimination of variables as in databases and constraint networks).
    fn eliminate(&mut self, mut parts: Vec<Literal>, names: &[Name]) -> Result<Automaton> {
        let occurs = |parts: &[Literal], name: &Name| {
            parts.iter().any(|part| part.automaton.tracks.contains(name))
        };
        let mut names = union(names, &[]);
        loop {
            names.retain(|name| occurs(&parts, name));
            let Some(name) = names.iter().min_by_key(|name| cost(&parts, name)) else {
                return self.conjoin(parts);
            };
            let (bucket, others): (Vec<Literal>, Vec<Literal>) =
                parts.into_iter().partition(|part| part.automaton.tracks.contains(name));
            let together = self.conjoin(bucket)?;
            let done: Vec<Name> = names
                .iter()
                .filter(|name| together.tracks.contains(name) && !occurs(&others, name))
                .cloned()
                .collect();
            let automaton = self.exists(&done, &together)?;
            parts = others;
            parts.push(Literal { automaton, positive: true });
        }
    }

    /// The conjunction: small automata with few new tracks first, differences as soon as possible.
    fn conjoin(&mut self, mut parts: Vec<Literal>) -> Result<Automaton> {
        let mut all = Automaton::constant(self.numeration.radix(), true);
        while !parts.is_empty() {
            let tracks = &all.tracks;
            let news = |part: &Literal| {
                part.automaton.tracks.iter().filter(|name| !tracks.contains(name)).count()
            };
            // a difference waits until its tracks are there; then it comes first
            let rank = |part: &Literal| match (part.positive, news(part)) {
                (false, 0) => (0, 0, part.automaton.states()),
                (true, news) => (1, news, part.automaton.states()),
                (false, news) => (2, news, part.automaton.states()),
            };
            let Some(at) = (0..parts.len()).min_by_key(|&at| rank(&parts[at])) else { break };
            let part = parts.swap_remove(at);
            all = if part.positive {
                self.and(&all, &part.automaton)?
            } else {
                self.minus(&all, &part.automaton)?
            };
        }
        Ok(all)
    }

    fn comparison(&mut self, left: &Term, sign: Sign, right: &Term) -> Result<Automaton> {
        let mut difference = lower(left)?;
        difference.add(&lower(right)?, -1)?;
        let comparison = match sign {
            Sign::Equal => Comparison::Equal,
            _ => Comparison::AtMost,
        };
        if sign == Sign::Below {
            difference.constant = difference.constant.checked_add(1).ok_or(Error::Overflow)?;
        }
        self.compare_linear(&difference, comparison)
    }

    /// A comparison, also one without variables.
    fn compare_linear(&mut self, linear: &LinearForm, comparison: Comparison) -> Result<Automaton> {
        if linear.coefficients.is_empty() {
            let truth = match comparison {
                Comparison::Equal => linear.constant == 0,
                Comparison::AtMost => linear.constant <= 0,
            };
            return Ok(Automaton::constant(self.numeration.radix(), truth));
        }
        self.compare(linear, comparison)
    }

    fn relation(&mut self, relation: &Relation, arguments: &[Term]) -> Result<Automaton> {
        if relation.numeration() != &self.numeration {
            return Err(Error::OtherNumeration {
                relation: relation.name().to_owned(),
                expected: self.numeration.name().to_owned(),
                found: relation.numeration().name().to_owned(),
            });
        }
        let mut parts = FreshVariables::default();
        let mut given: Vec<Name> = Vec::new();
        for argument in arguments {
            let name = self.named(argument, &mut parts)?;
            // tracks need different names
            let name = if given.contains(&name) {
                self.equal_to(&Term::from(&*name), &mut parts)?
            } else {
                name
            };
            given.push(name);
        }
        let parameters = relation.parameters();
        let atom = relation.automaton().renamed(|track| {
            let at = parameters.iter().position(|parameter| parameter == track);
            at.map_or_else(|| track.clone(), |at| given[at].clone())
        })?;
        self.complete(atom, parts)
    }

    /// The atom for some values of the fresh variables.
    pub(super) fn complete(&mut self, atom: Automaton, parts: FreshVariables) -> Result<Automaton> {
        let conditions = parts.conditions.into_iter().chain([atom]);
        let parts_of = conditions.map(|automaton| Literal { automaton, positive: true }).collect();
        self.eliminate(parts_of, &parts.fresh)
    }
}

/// How many tracks eliminating the variable needs at once, and how many automata.
fn cost(parts: &[Literal], name: &Name) -> (usize, usize) {
    let mut tracks: Vec<Name> = Vec::new();
    let mut count = 0;
    for part in parts.iter().filter(|part| part.automaton.tracks.contains(name)) {
        tracks = union(&tracks, &part.automaton.tracks);
        count += 1;
    }
    (tracks.len(), count)
}
