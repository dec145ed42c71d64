//! Clauses to code: terms where possible, exact programs elsewhere; guards as early as possible.

use super::ahead::Ahead;
use super::bounds;
use super::cases::by_cases;
use super::choices::{Choices, choices};
use super::code::ClauseCode;
use super::few::FewOptions;
use super::guarded::Guarded;
use super::lanes::{LaneProgram, is_costly};
use super::lists::{LEAST_USES, Lists};
use super::one_list::{Listed, in_one_list, without_fixed};
use super::parts::{Line, PartCode, Range, Rest};
use super::reach::{self, Reach};
use super::rows::RowGuard;
use super::run::Code;
use super::scalar::Scalar;
use super::ways::Ways;
use crate::space::Space;
use crate::term::simplify;
use arith::sets::NumberSet;
use clauses::exact::Exact;
use clauses::term::interval::{Interval, interval, narrow};
use clauses::term::{Op, Term};
use clauses::{Clause, Domain, Lowered, OptionPart, mistake};
use expr::ast::Expr;
use expr::diagnostic::Diagnostic;
use expr::substitute::mentions;
use hashbrown::HashMap;
use std::sync::OnceLock;

impl Code {
    /// A game compiled for tables on `space`.
    ///
    /// # Errors
    /// Expressions that do not compile, and positions of other games.
    pub(crate) fn new(
        lowered: &Lowered,
        exact: &Exact,
        space: &Space,
    ) -> Result<Self, Vec<Diagnostic>> {
        let names: Vec<String> = space.axes.iter().map(|a| a.name.clone()).collect();
        let slots: HashMap<String, usize> =
            names.iter().cloned().enumerate().map(|(i, n)| (n, i)).collect();
        let ranges: Vec<_> = space.axes.iter().map(|axis| Some((axis.lo, axis.hi))).collect();
        let lists = Lists {
            names: &names,
            slots: &slots,
            ranges: &ranges,
            dimensions: names.len(),
            exact,
            least_uses: LEAST_USES,
        };
        let scalar = |e: &Expr| match Term::from_parts(e, &slots, &|part| lists.term(part)) {
            Some(term) => Ok(Scalar::Term(term)),
            None => exact.program(e, &names).map(|p| Scalar::Exact(Box::new(p))),
        };
        let endings = lowered.endings.iter().map(|e| Ok((scalar(&e.condition)?, e.wins)));
        let clauses = compile(&lowered.clauses, space, exact)?;
        let is_plain = lowered.endings.is_empty() && lowered.condition.is_none();
        Ok(Self {
            choices: all_choices(&clauses),
            few: FewOptions::new(&clauses, space).filter(|_| is_plain),
            lists: OnceLock::new(),
            clauses,
            cases: by_cases(&lowered.clauses, space)
                .map(|cases| compile(&cases, space, exact))
                .transpose()?,
            endings: endings.collect::<Result<_, Vec<Diagnostic>>>()?,
            condition: lowered.condition.as_ref().map(scalar).transpose()?,
            space: space.clone(),
            mirrored: false,
            falling: false,
            rising: Vec::new(),
        })
    }
}

/// The choices of all clauses, where all are choices and none is for want of others.
fn all_choices(clauses: &[ClauseCode]) -> Option<Choices> {
    let each = clauses.iter().map(|c| c.choices.as_ref().filter(|_| !c.when_stuck));
    Choices::joined(each.collect::<Option<Vec<_>>>()?.into_iter())
}

/// Compiles the clauses of a game for tables on `space`.
///
/// # Errors
/// Expressions that do not compile, and positions of other games.
pub(crate) fn compile(
    clauses: &[Clause],
    space: &Space,
    exact: &Exact,
) -> Result<Vec<ClauseCode>, Vec<Diagnostic>> {
    let each = clauses.iter().map(|clause| {
        let clause = without_fixed(clause, space);
        let code = |clause: &Clause| Compiler::new(clause, space, exact).compile(clause);
        match in_one_list(&clause, exact) {
            Some(Listed { clause, is_shorter: true }) => code(&clause),
            // A list of as many moves as before is better if each is a choice.
            Some(listed) => match code(&listed.clause)? {
                choices @ ClauseCode { choices: Some(_), .. } => Ok(choices),
                _ => code(&clause),
            },
            None => code(&clause),
        }
    });
    each.collect()
}

struct Compiler<'a> {
    space: &'a Space,
    exact: &'a Exact,
    slots: HashMap<String, usize>,
    names: Vec<String>,
    /// Range of each slot where its quantifier's value is used; `None` when unknown.
    ranges: Option<Vec<Interval>>,
    /// The same before guards have narrowed it, as far as it is known; that of the innermost quantifier
    /// without what they exclude.
    wide: Vec<Option<Interval>>,
}

/// The conjuncts of a clause's guards.
struct Guards {
    /// By the number of quantifiers whose values they need, fewer than all if there are any.
    outer: Vec<Vec<Scalar>>,
    /// Those that need all, and more about each.
    inner: Vec<Scalar>,
    about: Vec<About>,
}

/// What is known of a guard on the innermost quantifier.
struct About {
    /// The slots it depends on.
    used: Vec<usize>,
    /// What each step up to the quantifier's value must fulfil, where the guard says this.
    step: Option<Term>,
}

impl<'a> Compiler<'a> {
    fn new(clause: &Clause, space: &'a Space, exact: &'a Exact) -> Self {
        let mut names: Vec<String> = space.axes.iter().map(|a| a.name.clone()).collect();
        names.extend(clause.binders.iter().map(|(name, _)| name.clone()));
        // A binder hides a coordinate of the same name: later entries win.
        let slots = names.iter().cloned().enumerate().map(|(i, n)| (n, i)).collect();
        let ranges = Some(space.axes.iter().map(|a| (a.lo, a.hi)).collect());
        let wide = space.axes.iter().map(|a| Some((a.lo, a.hi))).collect();
        Self { space, exact, slots, names, ranges, wide }
    }

    /// A value as a term where that is possible, exact otherwise. With `narrowed`, guards before
    /// it are known to hold.
    fn scalar(&self, e: &Expr, narrowed: bool) -> Result<Scalar, Vec<Diagnostic>> {
        match self.term(e, narrowed) {
            Some(term) => Ok(Scalar::Term(term)),
            None => Ok(Scalar::Exact(Box::new(self.exact.program(e, &self.names)?))),
        }
    }

    fn term(&self, e: &Expr, narrowed: bool) -> Option<Term> {
        let term = Term::from_parts(e, &self.slots, &|part| self.listed(part, narrowed))?;
        let known: Vec<Option<Interval>>;
        let ranges = match &self.ranges {
            Some(ranges) if narrowed => {
                known = ranges.iter().copied().map(Some).collect();
                &known
            }
            _ => &self.wide,
        };
        Some(simplify::simplify(term, ranges, self.space.axes.len()))
    }

    /// A part that the machine has no operation for, as a list of its values.
    fn listed(&self, part: &Expr, is_sure: bool) -> Option<Term> {
        let Self { names, slots, wide, exact, space, .. } = self;
        let (dimensions, least_uses) = (space.axes.len(), if is_sure { 1 } else { LEAST_USES });
        Lists { names, slots, ranges: wide, dimensions, exact, least_uses }.term(part)
    }

    fn compile(mut self, clause: &Clause) -> Result<ClauseCode, Vec<Diagnostic>> {
        let dimensions = self.space.axes.len();
        let depth = clause.binders.len();
        let mut ranges = self.ranges_of(clause)?;
        let Guards { outer: guards, inner: mut inner_guards, mut about } = self.guards(clause)?;
        let parts = clause.parts.iter().map(|part| self.part(part, clause));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let inner = dimensions + depth.saturating_sub(1);
        let points = point_terms(&parts);
        // Without quantifiers the guards are those of the position, which are taken first.
        let choices = points.as_ref().and_then(|points| {
            choices(&ranges, &guards[0], &inner_guards, points, &self.wide, self.space)
        });
        let along = points.as_ref().and_then(|points| slopes(points.first()?, inner));
        let reach = ranges
            .last()
            .and_then(|range| self.reach(range, &inner_guards, along.as_deref(), &mut about));
        if choices.is_none()
            && let Some(range) = ranges.last_mut()
        {
            self.narrow(range, &mut inner_guards, &mut about);
        }
        let is_other = choices.is_some() || reach.is_some();
        let guarded = ranges.last().filter(|_| !is_other);
        // Behind a guard that may have no value the others are asked as they stand: that one comes first.
        let ordered = inner_guards.iter().take_while(|guard| self.has_value(guard)).count() + 1;
        let first = &inner_guards[..ordered.min(inner_guards.len())];
        let guarded = guarded.and_then(|range| self.guarded(range, first, &about));
        let (told, guarded) = guarded.unzip();
        // What steps, digits and divisors tell is asked no more.
        let is_asked = |(i, about): &(usize, &About)| about.step.is_none() && told != Some(*i);
        let asked = about.iter().enumerate().filter(is_asked);
        let asked: Vec<(usize, &[usize])> = asked.map(|(i, about)| (i, &about.used[..])).collect();
        let is_dense = ranges.last().is_none_or(Range::is_dense);
        let for_rows: Vec<_> =
            asked.iter().copied().filter(|(i, _)| is_dense && *i < ordered).collect();
        let rows = RowGuard::of(&for_rows, &inner_guards, &self.wide);
        let is_open = |i: &usize| rows.iter().all(|row| !row.guards.contains(i));
        let open: Vec<usize> = asked.iter().map(|(i, _)| *i).filter(is_open).collect();
        let ahead = match (&points, &self.ranges) {
            (Some(points), Some(known)) if !is_other && guarded.is_none() && open.is_empty() => {
                Ahead::new(&guards[0], &ranges, points, known, self.space)
            }
            _ => None,
        };
        let terms = points.filter(|_| depth > 0);
        let lines = terms.as_ref().and_then(|terms| lines(terms, inner));
        let ways = terms.as_ref().and_then(|t| Ways::new(t, &ranges, &self.wide, self.space));
        let guard_lanes = self.guard_lanes(open.iter().map(|&i| &inner_guards[i]), inner);
        let target_lanes = match lines {
            Some(_) => None,
            None => terms.and_then(|terms| self.lanes(&terms.concat(), inner)),
        };
        Ok(ClauseCode {
            guards,
            ends: ranges.iter().map(Range::fast_ends).collect(),
            ranges,
            reach,
            guarded,
            inner_guards,
            parts,
            lines,
            choices,
            ways,
            ahead,
            rows,
            open,
            guard_lanes: guard_lanes.unwrap_or_default(),
            target_lanes,
            when_stuck: clause.when_stuck,
            dimensions,
        })
    }

    /// Terms over the slots from `inner` on, for lanes.
    fn lanes(&self, terms: &[Term], inner: usize) -> Option<LaneProgram> {
        LaneProgram::compile(terms, inner, self.ranges.as_ref()?)
    }

    /// The guards as conditions that lanes ask for one after another.
    fn guard_lanes<'s>(
        &self,
        guards: impl Iterator<Item = &'s Scalar>,
        inner: usize,
    ) -> Option<Vec<LaneProgram>> {
        let guards = guards.map(Scalar::term).collect::<Option<Vec<_>>>()?;
        // What the cheap ones exclude is not looked at by the others.
        let (costly, cheap) = guards.into_iter().partition(|guard| is_costly(guard, inner));
        let programs = [cheap, costly].into_iter().filter_map(all_of);
        programs.map(|guard| self.lanes(&[guard], inner)).collect()
    }

    /// The values of the quantifiers, which are known from then on.
    fn ranges_of(&mut self, clause: &Clause) -> Result<Vec<Range>, Vec<Diagnostic>> {
        // What guards say of the ranges is needed before their own terms can be simplified.
        let mut bounds: Vec<Vec<Term>> = (0..=clause.binders.len()).map(|_| Vec::new()).collect();
        for guard in &clause.guards {
            if let Some(term) = Term::from_expr(guard, &self.slots) {
                for term in term.conjuncts() {
                    bounds[self.needs(&term)].push(term);
                }
            }
        }
        let mut ranges = Vec::new();
        for (j, (_, domain)) in clause.binders.iter().enumerate() {
            if let Some(ranges) = &mut self.ranges {
                bounds[j].iter().for_each(|guard| narrow(guard, ranges));
            }
            let range = self.range(domain)?;
            let span = self.span_of(&range);
            self.wide.push(span);
            self.ranges = self.ranges.take().zip(span).map(|(mut ranges, span)| {
                ranges.push(span);
                ranges
            });
            ranges.push(range);
        }
        if let ([], Some(ranges)) = (&clause.binders[..], &mut self.ranges) {
            bounds[0].iter().for_each(|guard| narrow(guard, ranges));
        }
        Ok(ranges)
    }

    /// How far guards let the innermost quantifier get, if they look at every step up to its value. Behind
    /// a guard that may have no value they are asked as they stand: that one has to be asked first.
    fn reach(
        &self,
        range: &Range,
        guards: &[Scalar],
        along: Option<&[i64]>,
        about: &mut [About],
    ) -> Option<Reach> {
        let first = guards.iter().zip(&*about);
        let first =
            first.take_while(|(guard, about)| about.step.is_some() || self.has_value(guard));
        let first = first.count();
        about[first..].iter_mut().for_each(|about| about.step = None);
        let steps: Vec<Term> = about.iter().filter_map(|about| about.step.clone()).collect();
        let reach = match (range, &self.ranges) {
            (Range::Between(Scalar::Term(lo), _), Some(ranges)) if !steps.is_empty() => {
                Reach::new(Scalar::Term(lo.clone()), steps, along, ranges)
            }
            _ => None,
        };
        if reach.is_none() {
            about.iter_mut().for_each(|about| about.step = None);
        }
        reach
    }

    /// Whether a guard has a value wherever it is asked.
    fn has_value(&self, guard: &Scalar) -> bool {
        self.ranges.as_ref().is_some_and(|ranges| guard.has_value(ranges))
    }

    /// Narrows the range of the innermost quantifier by guards, which are dropped.
    fn narrow(&mut self, range: &mut Range, guards: &mut Vec<Scalar>, about: &mut Vec<About>) {
        let Some(known) = &self.ranges else { return };
        let quantifier = known.len() - 1;
        let place = (quantifier, quantifier == self.space.axes.len());
        let is_left = match &mut *range {
            Range::Between(Scalar::Term(lo), Scalar::Term(hi)) => {
                bounds::narrow((lo, hi), guards, place, known)
            }
            Range::Values(values, limit) => bounds::limit((values, limit), guards, place, known),
            Range::Between(..) => return,
        };
        let (mut left, mut left_about) = (is_left.iter(), is_left.iter());
        guards.retain(|_| left.next() == Some(&true));
        about.retain(|_| left_about.next() == Some(&true));
        if let Some(span) = self.span_of(range) {
            self.wide[quantifier] = Some(span);
            self.ranges.iter_mut().for_each(|known| known[quantifier] = span);
        }
    }

    /// What a guard leaves of the innermost quantifier, and the guard's number. One that few slots decide is
    /// kept as rows instead.
    fn guarded(
        &self,
        range: &Range,
        guards: &[Scalar],
        about: &[About],
    ) -> Option<(usize, Guarded)> {
        let Range::Between(..) = range else { return None };
        let (i, guarded) = Guarded::among(guards, self.ranges.as_ref()?)?;
        let rows = RowGuard::new(vec![i], &about[i].used, guards, &self.wide);
        rows.is_none().then_some((i, guarded))
    }

    fn guards(&self, clause: &Clause) -> Result<Guards, Vec<Diagnostic>> {
        let depth = clause.binders.len();
        let outer = (0..depth.max(1)).map(|_| Vec::new()).collect();
        let mut guards = Guards { outer, inner: Vec::new(), about: Vec::new() };
        let inner = (self.space.axes.len() + depth).saturating_sub(1);
        let parted = clause.guards.iter().flat_map(|guard| {
            let parts = reach::parted(guard, clause, &self.slots, inner);
            parts.map_or_else(|| vec![guard.clone()], Vec::from)
        });
        for guard in &parted.collect::<Vec<_>>() {
            let step = reach::step(guard, clause, &self.slots, inner);
            let step = step.and_then(|step| self.term(&step, false));
            for (needs, scalar) in self.conjuncts(guard, clause)? {
                if matches!(&scalar, Scalar::Term(Term::Const(value)) if *value != 0) {
                    continue;
                }
                if needs == depth && depth > 0 {
                    let used = self.slots_of(&scalar, guard);
                    guards.about.push(About { used, step: step.clone() });
                    guards.inner.push(scalar);
                } else {
                    guards.outer[needs].push(scalar);
                }
            }
        }
        Ok(guards)
    }

    fn part(&self, part: &OptionPart, clause: &Clause) -> Result<PartCode, Vec<Diagnostic>> {
        let scalar = |e: &Expr| self.scalar(e, true);
        match part {
            OptionPart::Point(point) => {
                Ok(PartCode::Point(point.iter().map(scalar).collect::<Result<_, _>>()?))
            }
            OptionPart::Block(ranges) => {
                let ends = ranges.iter().map(|(lo, hi)| Ok((scalar(lo)?, scalar(hi)?)));
                ends.collect::<Result<_, _>>().map(PartCode::Block)
            }
            OptionPart::Each(list) => self.exact.elements(list, &self.names).map(PartCode::Each),
            OptionPart::Foreign { .. } => {
                let help = "such positions are searched";
                let message = "a position of another game has no cell in the table";
                Err(vec![mistake("G015", clause.span, message, "", help)])
            }
        }
    }

    /// The slots a conjunct of a guard depends on.
    fn slots_of(&self, scalar: &Scalar, guard: &Expr) -> Vec<usize> {
        let all = 0..self.names.len();
        match scalar {
            Scalar::Term(term) => all.filter(|&slot| term.uses(slot)).collect(),
            // A name that is hidden by a later one is taken to be used, which does no harm.
            Scalar::Exact(_) => all.filter(|&slot| mentions(guard, &self.names[slot])).collect(),
        }
    }

    /// How many quantifiers the term needs.
    fn needs(&self, term: &Term) -> usize {
        term.last_slot().map_or(0, |s| (s + 1).saturating_sub(self.space.axes.len()))
    }

    /// The conjuncts of a guard, each with the number of quantifiers it needs.
    fn conjuncts(
        &self,
        guard: &Expr,
        clause: &Clause,
    ) -> Result<Vec<(usize, Scalar)>, Vec<Diagnostic>> {
        let needs = clause.binders.iter().rposition(|(name, _)| mentions(guard, name));
        let needs = needs.map_or(0, |j| j + 1);
        Ok(match self.term(guard, false) {
            // One that never holds may stand behind one that has no value.
            Some(never @ Term::Const(0)) => vec![(needs, Scalar::Term(never))],
            Some(term) => {
                let conjuncts = term.conjuncts().into_iter();
                conjuncts.map(|t| (self.needs(&t), Scalar::Term(t))).collect()
            }
            None => vec![(needs, self.scalar(guard, false)?)],
        })
    }

    fn range(&self, domain: &Domain) -> Result<Range, Vec<Diagnostic>> {
        Ok(match domain {
            Domain::Range(lo, hi) => Range::Between(self.scalar(lo, true)?, self.scalar(hi, true)?),
            Domain::Set(set, limit) => {
                let limit = limit.as_ref().map(|e| self.scalar(e, true)).transpose()?;
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
            PartCode::Point(point) => point.iter().map(|c| c.term().cloned()).collect(),
            PartCode::Block(_) | PartCode::Each(_) => None,
        })
        .collect()
}

/// What each value more of the slot adds to the coordinates, where these are constants.
fn slopes(point: &[Term], slot: usize) -> Option<Vec<i64>> {
    point.iter().map(|term| Some(term.linear_in(slot)?.0)).collect()
}

/// The guards as one term, where there are any.
fn all_of(guards: Vec<&Term>) -> Option<Term> {
    guards.into_iter().cloned().reduce(|a, b| Term::op(Op::And, a, b))
}

/// The points as lines along a slot, where they are linear in it.
fn lines(points: &[Vec<Term>], slot: usize) -> Option<Vec<Line>> {
    let line = |point: &Vec<Term>| {
        let coordinates = point.iter().enumerate().map(|(axis, term)| {
            let (slope, rest) = term.slope_in(slot)?;
            let rest = Rest::new(axis, &slope, rest);
            Some((Scalar::Term(slope), rest))
        });
        Some(Line { coordinates: coordinates.collect::<Option<_>>()? })
    };
    points.iter().map(line).collect()
}
