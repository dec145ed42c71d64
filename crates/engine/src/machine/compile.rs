//! Clauses to code: terms where possible, exact programs elsewhere; guards as early as possible.

use super::code::{ClauseCode, Line, PartCode, Range, Scalar};
use super::interval::{Interval, interval, narrow};
use super::lanes::LaneProgram;
use super::term::{Op, Term};
use crate::exact::Exact;
use crate::lower::{Clause, Domain, Part};
use crate::space::Space;
use arith::sets::NumberSet;
use expr::ast::Expr;
use expr::diagnostic::Diagnostic;
use expr::substitute::mentions;
use hashbrown::HashMap;

/// Compiles the clauses of a game for tables on `space`.
///
/// # Errors
/// Expressions that do not compile.
pub(crate) fn compile(
    clauses: &[Clause],
    space: &Space,
    exact: &Exact,
) -> Result<Vec<ClauseCode>, Vec<Diagnostic>> {
    clauses.iter().map(|clause| Compiler::new(clause, space, exact).compile(clause)).collect()
}

struct Compiler<'a> {
    space: &'a Space,
    exact: &'a Exact,
    slots: HashMap<String, usize>,
    names: Vec<String>,
    /// Range of each slot; `None` when unknown.
    ranges: Option<Vec<Interval>>,
}

impl<'a> Compiler<'a> {
    fn new(clause: &Clause, space: &'a Space, exact: &'a Exact) -> Self {
        let mut names: Vec<String> = space.axes.iter().map(|a| a.name.clone()).collect();
        names.extend(clause.binders.iter().map(|(name, _)| name.clone()));
        // A binder hides a coordinate of the same name: later entries win.
        let slots = names.iter().cloned().enumerate().map(|(i, n)| (n, i)).collect();
        let ranges = Some(space.axes.iter().map(|a| (a.lo, a.hi)).collect());
        Self { space, exact, slots, names, ranges }
    }

    fn scalar(&self, e: &Expr) -> Result<Scalar, Vec<Diagnostic>> {
        match Term::from_expr(e, &self.slots) {
            Some(term) => Ok(Scalar::Term(term)),
            None => Ok(Scalar::Exact(Box::new(self.exact.program(e, &self.names)?))),
        }
    }

    fn compile(mut self, clause: &Clause) -> Result<ClauseCode, Vec<Diagnostic>> {
        let dimensions = self.space.axes.len();
        let depth = clause.binders.len();
        let mut guards: Vec<Vec<Scalar>> = (0..depth.max(1)).map(|_| Vec::new()).collect();
        let mut inner_guards = Vec::new();
        for guard in &clause.guards {
            for (needs, scalar) in self.conjuncts(guard, clause)? {
                if needs == depth && depth > 0 {
                    inner_guards.push(scalar);
                } else {
                    guards[needs].push(scalar);
                }
            }
        }
        let mut ranges = Vec::new();
        for (j, (_, domain)) in clause.binders.iter().enumerate() {
            for guard in &guards[j] {
                if let (Scalar::Term(term), Some(ranges)) = (guard, &mut self.ranges) {
                    narrow(term, ranges);
                }
            }
            let range = self.range(domain)?;
            let span = self.span_of(&range);
            self.ranges = self.ranges.take().zip(span).map(|(mut ranges, span)| {
                ranges.push(span);
                ranges
            });
            ranges.push(range);
        }
        let mut parts = Vec::new();
        for part in &clause.parts {
            parts.push(match part {
                Part::Point(point) => {
                    PartCode::Point(point.iter().map(|e| self.scalar(e)).collect::<Result<_, _>>()?)
                }
                Part::Block(ranges) => PartCode::Block(
                    ranges
                        .iter()
                        .map(|(lo, hi)| Ok((self.scalar(lo)?, self.scalar(hi)?)))
                        .collect::<Result<_, Vec<Diagnostic>>>()?,
                ),
            });
        }
        let inner = dimensions + depth.saturating_sub(1);
        let terms = if depth > 0 { point_terms(&parts) } else { None };
        let guard = guard_term(&inner_guards);
        let (mut lines, mut lanes, mut full_lanes) = (None, None, None);
        if let Some(terms) = &terms {
            lines = terms
                .iter()
                .map(|point| {
                    let coordinates =
                        point.iter().map(|t| t.linear_in(inner)).collect::<Option<_>>()?;
                    Some(Line { coordinates })
                })
                .collect::<Option<Vec<_>>>();
            if let (Some(ranges), Some(guard)) = (&self.ranges, &guard) {
                let mut all = guard.clone();
                if !all.is_empty() {
                    lanes = LaneProgram::compile(&all, inner, ranges);
                }
                all.extend(terms.iter().flatten().cloned());
                full_lanes = LaneProgram::compile(&all, inner, ranges);
            }
        }
        Ok(ClauseCode {
            guards,
            ranges,
            inner_guards,
            parts,
            lines,
            lanes,
            full_lanes,
            when_stuck: clause.when_stuck,
            dimensions,
        })
    }

    /// The conjuncts of a guard, each with the number of quantifiers it needs.
    fn conjuncts(
        &self,
        guard: &Expr,
        clause: &Clause,
    ) -> Result<Vec<(usize, Scalar)>, Vec<Diagnostic>> {
        let dimensions = self.space.axes.len();
        if let Some(term) = Term::from_expr(guard, &self.slots) {
            let needs = |t: &Term| t.last_slot().map_or(0, |s| (s + 1).saturating_sub(dimensions));
            let conjuncts = term.conjuncts();
            return Ok(conjuncts.into_iter().map(|t| (needs(&t), Scalar::Term(t))).collect());
        }
        let needs = clause.binders.iter().rposition(|(name, _)| mentions(guard, name));
        Ok(vec![(needs.map_or(0, |j| j + 1), self.scalar(guard)?)])
    }

    fn range(&self, domain: &Domain) -> Result<Range, Vec<Diagnostic>> {
        Ok(match domain {
            Domain::Range(lo, hi) => Range::Between(self.scalar(lo)?, self.scalar(hi)?),
            Domain::Set(set, limit) => {
                let limit = limit.as_ref().map(|e| self.scalar(e)).transpose()?;
                let values = match set {
                    NumberSet::Finite(values) => values.clone(),
                    generated => generated.members_up_to(self.most(limit.as_ref())),
                };
                Range::Values(values, limit)
            }
        })
    }

    /// The greatest value the limit of a generated set can take on this table.
    fn most(&self, limit: Option<&Scalar>) -> i64 {
        let box_top = self.space.axes.iter().map(|a| a.hi).max().unwrap_or(0);
        match (limit, &self.ranges) {
            (Some(Scalar::Term(term)), Some(ranges)) => {
                interval(term, ranges).map_or(box_top, |(_, hi)| hi)
            }
            _ => box_top,
        }
    }

    fn span_of(&self, range: &Range) -> Option<Interval> {
        match range {
            Range::Between(Scalar::Term(lo), Scalar::Term(hi)) => {
                let ranges = self.ranges.as_ref()?;
                let (lo, hi) = (interval(lo, ranges)?.0, interval(hi, ranges)?.1);
                Some((lo, hi.max(lo)))
            }
            Range::Between(..) => None,
            Range::Values(values, _) => Some((*values.first()?, *values.last()?)),
        }
    }
}

/// The coordinates of all parts as terms, when every part is a point and every coordinate a term.
fn point_terms(parts: &[PartCode]) -> Option<Vec<Vec<Term>>> {
    parts
        .iter()
        .map(|part| match part {
            PartCode::Point(point) => point
                .iter()
                .map(|scalar| match scalar {
                    Scalar::Term(term) => Some(term.clone()),
                    Scalar::Exact(_) => None,
                })
                .collect(),
            PartCode::Block(_) => None,
        })
        .collect()
}

/// The guards as one term (none when there is no guard), `None` when some guard is not a term.
fn guard_term(guards: &[Scalar]) -> Option<Vec<Term>> {
    let mut all: Option<Term> = None;
    for guard in guards {
        let Scalar::Term(term) = guard else { return None };
        all = Some(match all {
            None => term.clone(),
            Some(previous) => Term::op(Op::And, previous, term.clone()),
        });
    }
    Some(all.into_iter().collect())
}
