//! The oracle: a rule's options by its definition, every expression evaluated exactly.
//!
//! Slow and obvious. It answers for whole positions (sums searched as they stand, whatever theory
//! says of sums), lists first moves, samples moves for the order, and is what the machine is tested against.

use crate::exact::{Exact, Heads};
use crate::lower::{Clause, Dimension, Domain, Lowered, Part, Sum};
use crate::order::point;
use crate::search::{Expansion, Key, SearchStop};
use arith::sets::NumberSet;
use expr::ast::{Expr, Node};
use expr::diagnostic::Diagnostic;
use expr::eval::Program;
use expr::substitute::mentions;

/// A rule ready to list options.
#[derive(Debug)]
pub(crate) struct Oracle {
    dimensions: Vec<Dimension>,
    symmetric: bool,
    sum: Sum,
    clauses: Vec<OracleClause>,
    endings: Vec<(Program, bool)>,
    condition: Option<Program>,
    /// Whether some guard looks at other coins.
    looks_around: bool,
}

#[derive(Debug)]
struct OracleClause {
    label: String,
    domains: Vec<OracleDomain>,
    /// Guards by the number of quantifiers they need.
    guards: Vec<Vec<Program>>,
    parts: Vec<OraclePart>,
    when_stuck: bool,
}

#[derive(Debug)]
enum OracleDomain {
    Range(Program, Program),
    Set(NumberSet, Option<Program>),
}

#[derive(Debug)]
enum OraclePart {
    Point(Vec<Program>),
    Block(Vec<(Program, Program)>),
}

/// One move from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    /// Index of the clause.
    pub(crate) clause: usize,
    /// Values of its quantifiers.
    pub(crate) choices: Vec<i64>,
    /// The positions it leaves, side by side.
    pub(crate) parts: Vec<Key>,
}

impl Oracle {
    pub(crate) fn new(lowered: &Lowered, exact: &Exact) -> Result<Self, Vec<Diagnostic>> {
        let names: Vec<String> = lowered.dimensions.iter().map(|d| d.name.clone()).collect();
        let program = |e: &Expr| exact.program(e, &names);
        Ok(Self {
            dimensions: lowered.dimensions.clone(),
            symmetric: lowered.symmetric,
            sum: lowered.sum,
            clauses: lowered
                .clauses
                .iter()
                .map(|clause| OracleClause::new(clause, &names, exact))
                .collect::<Result<_, _>>()?,
            endings: lowered
                .endings
                .iter()
                .map(|e| Ok((program(&e.condition)?, e.wins)))
                .collect::<Result<_, Vec<Diagnostic>>>()?,
            condition: lowered.condition.as_ref().map(program).transpose()?,
            looks_around: lowered.clauses.iter().any(|c| c.guards.iter().any(calls_head)),
        })
    }

    /// Whether some move of a coin depends on the other coins, so that a board is no sum.
    pub(crate) fn looks_around(&self) -> bool {
        self.looks_around
    }

    /// Whether the point is a position.
    pub(crate) fn is_position(&self, point: &[i64]) -> Result<bool, SearchStop> {
        let inside = |(d, &c): (&Dimension, &i64)| c >= d.lo && d.hi.is_none_or(|hi| c <= hi);
        if !self.dimensions.iter().zip(point).all(inside) {
            return Ok(false);
        }
        match &self.condition {
            None => Ok(true),
            Some(condition) => Ok(crate::exact::integer(condition, point).map_err(undefined)? != 0),
        }
    }

    /// Whether the rule ends play at the point, and who has won.
    pub(crate) fn ending(&self, point: &[i64]) -> Result<Option<bool>, SearchStop> {
        for (condition, wins) in &self.endings {
            if crate::exact::integer(condition, point).map_err(undefined)? != 0 {
                return Ok(Some(*wins));
            }
        }
        Ok(None)
    }

    /// Calls `visit` with every move from a single position; `false` stops the listing.
    pub(crate) fn actions(
        &self,
        point: &[i64],
        heads: &Heads,
        visit: &mut dyn FnMut(Action) -> bool,
    ) -> Result<(), SearchStop> {
        let mut moved = false;
        for only_when_stuck in [false, true] {
            if only_when_stuck && moved {
                break;
            }
            for (index, clause) in self.clauses.iter().enumerate() {
                if clause.when_stuck != only_when_stuck {
                    continue;
                }
                let mut slots = point.to_vec();
                let dimensions = &self.dimensions;
                let mut listing = Listing { clause, index, dimensions, heads, visit, moved: false };
                let go_on = listing.quantify(0, &mut slots, self.dimensions.len())?;
                moved |= listing.moved;
                if !go_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What follows a single position whose options' components are valued one by one.
    pub(crate) fn expand_point(&self, point: &Key) -> Result<Expansion, SearchStop> {
        if let Some(wins) = self.ending(point)? {
            return Ok(Expansion::Ended(wins));
        }
        let mut options = Vec::new();
        self.actions(point, &Heads::default(), &mut |action| {
            options.push(action.parts);
            true
        })?;
        for option in &mut options {
            self.admit(point, option)?;
            if self.symmetric {
                option.iter_mut().for_each(|part| part.sort_unstable());
            }
        }
        Ok(Expansion::Options(options))
    }

    /// Checks that every part of an option is a position.
    fn admit(&self, from: &[i64], parts: &[Key]) -> Result<(), SearchStop> {
        for part in parts {
            if !self.is_position(part)? {
                return Err(SearchStop::Undefined(format!(
                    "a move from {} leads to {}, which is no position",
                    point(&self.dimensions, from),
                    point(&self.dimensions, part)
                )));
            }
        }
        Ok(())
    }

    /// A whole position: its components, canonically ordered, one after another.
    pub(crate) fn whole(&self, components: Vec<Key>) -> Key {
        let mut components: Vec<Key> = match self.symmetric {
            true => components.into_iter().map(sorted).collect(),
            false => components,
        };
        components.sort_unstable();
        if self.sum == Sum::Symmetric {
            let mut heads: Vec<Key> = Vec::new();
            for coin in components {
                if heads.last() == Some(&coin) {
                    heads.pop();
                } else {
                    heads.push(coin);
                }
            }
            components = heads;
        }
        components.concat()
    }

    /// The components of a whole position.
    pub(crate) fn components(&self, whole: &[i64]) -> Vec<Key> {
        whole.chunks(self.dimensions.len().max(1)).map(<[i64]>::to_vec).collect()
    }

    /// What follows a whole position.
    pub(crate) fn expand_whole(&self, whole: &Key) -> Result<Expansion, SearchStop> {
        let components = self.components(whole);
        if let [only] = &components[..]
            && let Some(wins) = self.ending(only)?
        {
            return Ok(Expansion::Ended(wins));
        }
        if components.len() > 1 && !self.endings.is_empty() {
            return Err(SearchStop::Undefined(
                "a sum of positions has no value under a rule with immediate wins or losses".into(),
            ));
        }
        let heads = match self.sum {
            Sum::Symmetric => Heads::new(&components),
            Sum::Multiset => Heads::default(),
        };
        let mut options = Vec::new();
        for (i, component) in components.iter().enumerate() {
            let mut left = Vec::new();
            self.actions(component, &heads, &mut |action| {
                left.push(action.parts);
                true
            })?;
            for parts in left {
                self.admit(component, &parts)?;
                // Components without moves could be dropped; keeping them is the definition.
                let mut rest: Vec<Key> = components.clone();
                rest.remove(i);
                rest.extend(parts);
                options.push(vec![self.whole(rest)]);
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(Expansion::Options(options))
    }
}

fn sorted(mut point: Key) -> Key {
    point.sort_unstable();
    point
}

fn undefined(e: impl std::fmt::Display) -> SearchStop {
    SearchStop::Undefined(e.to_string())
}

fn calls_head(e: &Expr) -> bool {
    match &e.node {
        Node::Call(name, _) if name == "head" => true,
        Node::Unary(_, a) => calls_head(a),
        Node::Binary(_, a, b) => calls_head(a) || calls_head(b),
        Node::If(c, a, b) => [c, a, b].into_iter().any(|e| calls_head(e)),
        _ => false,
    }
}

impl OracleClause {
    fn new(
        clause: &Clause,
        coordinates: &[String],
        exact: &Exact,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut names = coordinates.to_vec();
        names.extend(clause.binders.iter().map(|b| b.0.clone()));
        let program = |e: &Expr| exact.program(e, &names);
        let mut guards: Vec<Vec<Program>> = (0..=clause.binders.len()).map(|_| vec![]).collect();
        for guard in &clause.guards {
            let needs = clause.binders.iter().rposition(|(name, _)| mentions(guard, name));
            guards[needs.map_or(0, |j| j + 1)].push(program(guard)?);
        }
        let mut domains = Vec::new();
        for (_, domain) in &clause.binders {
            domains.push(match domain {
                Domain::Range(lo, hi) => OracleDomain::Range(program(lo)?, program(hi)?),
                Domain::Set(set, limit) => {
                    OracleDomain::Set(set.clone(), limit.as_ref().map(program).transpose()?)
                }
            });
        }
        let parts = clause.parts.iter().map(|part| {
            Ok(match part {
                Part::Point(point) => {
                    OraclePart::Point(point.iter().map(program).collect::<Result<_, _>>()?)
                }
                Part::Block(ranges) => OraclePart::Block(
                    ranges
                        .iter()
                        .map(|(lo, hi)| Ok((program(lo)?, program(hi)?)))
                        .collect::<Result<_, Vec<Diagnostic>>>()?,
                ),
            })
        });
        let parts = parts.collect::<Result<_, Vec<Diagnostic>>>()?;
        let label = clause.label.clone();
        Ok(Self { label, domains, guards, parts, when_stuck: clause.when_stuck })
    }
}

/// Lists the moves of one clause from one position.
struct Listing<'a> {
    clause: &'a OracleClause,
    index: usize,
    dimensions: &'a [Dimension],
    heads: &'a Heads,
    visit: &'a mut dyn FnMut(Action) -> bool,
    moved: bool,
}

impl Listing<'_> {
    fn integer(&self, program: &Program, slots: &[i64]) -> Result<i64, SearchStop> {
        let value = crate::exact::integer_among(program, slots, self.heads);
        let value = value.map_err(|e| self.undefined(slots, &e.to_string()))?;
        i64::try_from(value).map_err(|_| self.undefined(slots, "a number leaves 64 bits"))
    }

    /// Says which move has no value, and where.
    fn undefined(&self, slots: &[i64], why: &str) -> SearchStop {
        let here = point(self.dimensions, &slots[..self.dimensions.len()]);
        SearchStop::Undefined(format!("move {} has no value at {here}: {why}", self.clause.label))
    }

    fn quantify(
        &mut self,
        depth: usize,
        slots: &mut Vec<i64>,
        dimensions: usize,
    ) -> Result<bool, SearchStop> {
        let clause = self.clause;
        for guard in &clause.guards[depth] {
            if self.integer(guard, slots)? == 0 {
                return Ok(true);
            }
        }
        let Some(domain) = clause.domains.get(depth) else {
            let parts = self.parts(slots)?;
            self.moved = true;
            let choices = slots[dimensions..].to_vec();
            return Ok((self.visit)(Action { clause: self.index, choices, parts }));
        };
        let choices: &mut dyn Iterator<Item = i64> = match domain {
            OracleDomain::Range(lo, hi) => {
                &mut (self.integer(lo, slots)?..=self.integer(hi, slots)?)
            }
            OracleDomain::Set(set, limit) => {
                let limit = limit.as_ref().map(|l| self.integer(l, slots)).transpose()?;
                let values = match set {
                    NumberSet::Finite(values) => values.clone(),
                    generated => generated.members_up_to(limit.unwrap_or(0)),
                };
                &mut values.into_iter().take_while(move |&v| limit.is_none_or(|l| v <= l))
            }
        };
        for k in choices {
            slots.push(k);
            let go_on = self.quantify(depth + 1, slots, dimensions);
            slots.pop();
            if !go_on? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn parts(&self, slots: &[i64]) -> Result<Vec<Key>, SearchStop> {
        let mut parts = Vec::new();
        for part in &self.clause.parts {
            match part {
                OraclePart::Point(point) => parts
                    .push(point.iter().map(|p| self.integer(p, slots)).collect::<Result<_, _>>()?),
                OraclePart::Block(ranges) => {
                    let mut points: Vec<Key> = vec![Vec::new()];
                    for (lo, hi) in ranges {
                        let (lo, hi) = (self.integer(lo, slots)?, self.integer(hi, slots)?);
                        let longer = |p: &Key| {
                            let p = p.clone();
                            (lo..=hi).map(move |c| [&p[..], &[c]].concat())
                        };
                        points = points.iter().flat_map(longer).collect();
                    }
                    parts.extend(points);
                }
            }
        }
        Ok(parts)
    }
}
