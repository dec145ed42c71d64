//! The moves of sampled positions, on which evaluation orders are looked for.

use super::Order;
use super::measure::{Measure, measures};
use crate::machine::code::{ClauseCode, Worker};
use crate::machine::compile::compile;
use crate::machine::listing::Options;
use crate::search::{Lister, Rules};
use crate::space::Space;
use crate::stop::SearchStop::{self, Endless, Interrupted, TooLarge};
use clauses::exact::{Exact, Heads};
use clauses::{CoordinateKind, Dimension, Domain, Lowered};
use expr::ast::{Expr, Node};
use expr::walk;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use table::Axis;

/// Most moves looked at: of all positions of a small box, of positions picked from a large one.
const MOVES: usize = 40_000;
const MOVES_PICKED: usize = 12_000;
/// A box of more positions is not gone through.
const SMALL_BOX: i64 = 20_000;
/// After this many positions whose moves have no value no more are tried: each may take long to fail.
const MAX_WITHOUT_VALUE: usize = 12;
/// Positions picked from a large box, and moves of one game played on from each.
const PICKED: usize = 600;
const PLAYED: usize = 12;
/// Positions picked near the numbers beyond the box that guards and ranges name, most moves looked
/// at there, and the greatest of these numbers: a position may have as many moves as it is large.
const PICKED_FAR: usize = 200;
const MOVES_FAR: usize = 4_000;
const MAX_NAMED: i64 = 4_096;

/// What moves do to some positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) steps: BTreeSet<SampledStep>,
    /// What takes too much work already at a small position.
    pub(crate) endless: Option<SearchStop>,
}

/// One observed step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SampledStep {
    pub(crate) clause: usize,
    /// Option minus position, by measure (coordinates first).
    pub(crate) difference: Vec<i64>,
    /// One position where it occurs.
    pub(crate) from: Vec<i64>,
}

impl SampledStep {
    /// Where it leads from that position.
    pub(crate) fn to(&self) -> Vec<i64> {
        self.from.iter().zip(&self.difference).map(|(from, change)| from + change).collect()
    }
}

impl Sample {
    /// Tries the moves of small positions.
    pub(crate) fn take(lowered: &Lowered, exact: &Exact, rules: &Rules) -> Self {
        if rules.looks_around() || lowered.dimensions.is_empty() {
            return Self::default();
        }
        let ends = ends(rules);
        let far = far(lowered, &ends);
        let fast = Fast::new(lowered, exact, &ends, &far);
        let mut taker = Taker { fast, ends, ..Taker::new(lowered, rules) };
        let sizes = taker.ends.iter().map(|(lo, hi)| hi - lo + 1);
        if sizes.fold(1i64, i64::saturating_mul) <= SMALL_BOX {
            taker.go_through();
        } else {
            taker.left = MOVES_PICKED;
            taker.pick();
        }
        taker.pick_far(&far);
        let endless = taker.endless.take();
        Self { steps: taker.steps().collect(), endless }
    }

    /// Adds the moves of a position; whether they fit an order.
    pub(crate) fn add(
        &mut self,
        lowered: &Lowered,
        rules: &Rules,
        point: &[i64],
        order: &Order,
    ) -> bool {
        let mut taker = Taker::new(lowered, rules);
        // Where not all of them can be listed, those that are count.
        let _ = taker.record(point);
        let mut fits = true;
        for step in taker.steps() {
            fits &= order.compare(&step.to(), point).is_lt();
            self.steps.insert(step);
        }
        fits
    }

    /// Whether every move lowers the first of that many coordinates that it changes.
    pub(crate) fn falls(&self, coordinates: usize) -> bool {
        let falls = |step: &SampledStep| {
            let mut changes = step.difference[..coordinates].iter();
            changes.find(|&&change| change != 0).is_some_and(|&change| change < 0)
        };
        self.steps.iter().all(falls)
    }

    /// The coordinates in an order in which every move lowers the first that it changes, if there is one.
    /// Those that come first as they are stay before others where they may.
    pub(crate) fn falling_order(&self, coordinates: usize) -> Option<Vec<usize>> {
        let (mut left, mut order): (Vec<_>, _) = (self.steps.iter().collect(), Vec::new());
        while order.len() < coordinates {
            let never_raised = |axis: &usize| left.iter().all(|step| step.difference[*axis] <= 0);
            let free = (0..coordinates).filter(|axis| !order.contains(axis));
            let axis = free.into_iter().find(never_raised)?;
            left.retain(|step| step.difference[axis] == 0);
            order.push(axis);
        }
        // A move that changes nothing falls nowhere.
        left.is_empty().then_some(order)
    }

    /// Whether some move raises the coordinate.
    pub(crate) fn raises(&self, axis: usize) -> bool {
        self.steps.iter().any(|s| s.difference[axis] > 0)
    }
}

/// How far each of that many coordinates goes in the positions that are tried.
pub(crate) fn reach(coordinates: usize) -> i64 {
    match coordinates {
        0 | 1 => 80,
        2 => 12,
        3 => 7,
        4 => 5,
        _ => 3,
    }
}

/// Least and greatest value of each coordinate in the positions tried.
fn ends(rules: &Rules) -> Vec<(i64, i64)> {
    let reach = reach(rules.dimensions.len());
    let end = |(d, kind): (&Dimension, CoordinateKind)| match kind {
        CoordinateKind::Subset { .. } => (0, d.hi.unwrap_or(0)),
        _ => (d.lo, d.hi.map_or(d.lo + reach, |hi| hi.min(d.lo + 40))),
    };
    rules.dimensions.iter().zip(rules.kinds()).map(end).collect()
}

/// Near which values of each coordinate guards, ranges and endings may change: what they name beyond the
/// box.
pub(crate) fn far(lowered: &Lowered, ends: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let mut named = BTreeSet::new();
    let mut note = |e: &Expr| {
        let numbers = walk::within(e).filter_map(|e| match e.node {
            Node::Int(value) => i64::try_from(value).ok().filter(|v| (0..=MAX_NAMED).contains(v)),
            _ => None,
        });
        named.extend(numbers);
    };
    lowered.definitions.iter().for_each(|d| note(&d.body));
    lowered.endings.iter().for_each(|ending| note(&ending.condition));
    for clause in &lowered.clauses {
        clause.guards.iter().for_each(&mut note);
        for (_, domain) in &clause.binders {
            if let Domain::Range(lo, hi) = domain {
                [lo, hi].into_iter().for_each(&mut note);
            }
        }
    }
    let beyond = |(d, &(_, end)): (&Dimension, &(i64, i64))| {
        let near = named.iter().flat_map(|v| v - 1..=v + 1);
        near.filter(|v| *v > end && d.hi.is_none_or(|hi| *v <= hi)).collect()
    };
    lowered.dimensions.iter().zip(ends).map(beyond).collect()
}

struct Taker<'a> {
    /// For each clause the differences seen, each with the first position where it occurs.
    steps: Vec<HashMap<Vec<i64>, Vec<i64>>>,
    endless: Option<SearchStop>,
    /// What lists most options sooner than the lister.
    fast: Option<Fast>,
    lister: Lister<'a>,
    rules: &'a Rules,
    measures: Vec<Measure>,
    ends: Vec<(i64, i64)>,
    /// Moves that may still be looked at.
    left: usize,
    random: Random,
}

/// The clauses compiled for the positions that are tried.
struct Fast {
    clauses: Vec<ClauseCode>,
    space: Space,
    worker: Worker<u16>,
    options: Options,
}

impl Fast {
    fn new(
        lowered: &Lowered,
        exact: &Exact,
        ends: &[(i64, i64)],
        far: &[Vec<i64>],
    ) -> Option<Self> {
        if ends.iter().any(|(lo, hi)| lo > hi) {
            return None;
        }
        let ends = ends.iter().zip(far).map(|(e, far)| (e.0, far.last().map_or(e.1, |f| *f)));
        let axes = lowered.dimensions.iter().zip(ends).map(|(d, e)| Axis::new(&d.name, e.0, e.1));
        let space = Space::new(axes.collect());
        // Mistakes are reported when a table needs the code.
        let clauses = compile(&lowered.clauses, &space, exact).ok()?;
        let worker = Worker::new(&clauses);
        Some(Self { clauses, space, worker, options: Options::default() })
    }

    /// The options of a position, at most `most`; `None` where only the lister can tell.
    fn list(&mut self, point: &[i64], most: usize) -> Option<&Options> {
        // The code holds for positions of its box, whose cells may be too many to be numbered.
        let is_inside = |(axis, c): (&Axis, &i64)| (axis.lo..=axis.hi).contains(c);
        self.space.axes.iter().zip(point).all(is_inside).then_some(())?;
        self.worker.list(&self.clauses, point, most, &mut self.options).ok()?;
        Some(&self.options)
    }
}

/// A linear congruential generator (Knuth's MMIX): the same picks in every run.
pub(crate) struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 20
    }

    /// A number from `lo` to `hi`.
    pub(crate) fn within(&mut self, lo: i64, hi: i64) -> i64 {
        let length = u64::try_from(hi - lo).unwrap_or(0) + 1;
        lo + (self.next() % length) as i64
    }
}

impl<'a> Taker<'a> {
    fn new(lowered: &Lowered, rules: &'a Rules) -> Self {
        Self {
            steps: vec![HashMap::new(); lowered.clauses.len()],
            endless: None,
            fast: None,
            lister: Lister::new(rules),
            rules,
            measures: measures(lowered),
            ends: Vec::new(),
            left: MOVES,
            random: Random::default(),
        }
    }

    /// The steps seen.
    fn steps(self) -> impl Iterator<Item = SampledStep> {
        self.steps.into_iter().enumerate().flat_map(|(clause, steps)| {
            let step = move |(difference, from)| SampledStep { clause, difference, from };
            steps.into_iter().map(step)
        })
    }

    fn go_through(&mut self) {
        let axes = self.ends.iter().map(|&(lo, hi)| Axis::new("", lo, hi));
        let mut without_value = 0;
        for point in Space::new(axes.collect()).points() {
            // A position whose expressions have no value is reported when a table needs it.
            let recorded = self.record(&point);
            without_value += usize::from(recorded.is_err());
            if without_value == MAX_WITHOUT_VALUE || !self.goes_on(recorded) || self.left == 0 {
                break;
            }
        }
    }

    /// Whether more positions should be tried after one.
    fn goes_on<T>(&mut self, recorded: Result<T, SearchStop>) -> bool {
        match recorded {
            Err(stop @ (TooLarge(_) | Endless(..))) => {
                self.endless = Some(stop);
                false
            }
            Err(Interrupted) => false,
            _ => !patience::is_over(),
        }
    }

    fn pick(&mut self) {
        for round in 0..PICKED {
            if self.left == 0 {
                break;
            }
            let mut point: Vec<i64> = Vec::with_capacity(self.ends.len());
            for &(lo, hi) in &self.ends {
                point.push(match round % 4 {
                    // Wide sets and long rows seldom have many elements in play.
                    0 if hi > 64 => self.random.within(lo, hi) & self.random.within(lo, hi),
                    1 if hi > 64 => self.random.within(lo, hi) & hi,
                    _ => self.random.within(lo, hi),
                });
            }
            // Rows are often asked to be in order.
            let (mut up, mut down) = (point.clone(), point.clone());
            up.sort_unstable();
            down.sort_unstable_by(|a, b| b.cmp(a));
            for mut start in [point, up, down] {
                for _ in 0..PLAYED {
                    let recorded = self.record(&start);
                    if let Ok(Some(option)) = &recorded {
                        start.clone_from(option);
                    }
                    if !matches!(recorded, Ok(Some(_))) {
                        if !self.goes_on(recorded) {
                            return;
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Picks positions of which about half the coordinates are near what guards and ranges name
    /// beyond the box.
    fn pick_far(&mut self, far: &[Vec<i64>]) {
        if self.endless.is_some() || far.iter().all(Vec::is_empty) {
            return;
        }
        self.left = MOVES_FAR;
        let mut without_value = 0;
        for _ in 0..PICKED_FAR {
            let mut point = Vec::with_capacity(far.len());
            for (&(lo, hi), far) in self.ends.iter().zip(far) {
                point.push(match far.len() as i64 {
                    0 => self.random.within(lo, hi),
                    _ if self.random.within(0, 1) == 0 => self.random.within(lo, hi),
                    count => far[self.random.within(0, count - 1) as usize],
                });
            }
            let recorded = self.record(&point);
            without_value += usize::from(recorded.is_err());
            // What takes long this far away is no fault of the rule.
            if without_value == MAX_WITHOUT_VALUE
                || matches!(recorded, Err(TooLarge(_) | Endless(..) | Interrupted))
                || patience::is_over()
                || self.left == 0
            {
                return;
            }
        }
    }

    /// Records the moves of a position; one of its options, where it has any.
    fn record(&mut self, point: &[i64]) -> Result<Option<Vec<i64>>, SearchStop> {
        let Self { steps, fast, lister, rules, measures, left, random, .. } = self;
        if !lister.is_position(0, point)? || lister.ending(point)?.is_some() {
            return Ok(None);
        }
        let (mut kept, mut seen) = (Vec::new(), 0);
        let mut difference = vec![0; measures.len()];
        let mut take = |clause: usize, part: &[i64]| {
            // What is no position is reported when a table needs it.
            if !rules.bounds(part) {
                return;
            }
            for (change, measure) in difference.iter_mut().zip(&*measures) {
                *change = measure.at(part) - measure.at(point);
            }
            if !steps[clause].contains_key(&difference[..]) {
                steps[clause].insert(difference.clone(), point.to_vec());
            }
            seen += 1;
            if random.next() % seen == 0 {
                kept.clear();
                kept.extend_from_slice(part);
            }
        };
        if let Some(options) = fast.as_mut().and_then(|fast| fast.list(point, (*left).max(1))) {
            for (clause, parts) in options.iter() {
                parts.chunks(point.len()).for_each(|part| take(clause, part));
                *left = left.saturating_sub(1);
            }
            return Ok((seen > 0).then_some(kept));
        }
        lister.list(0, point, &Heads::default(), None, &mut |step| {
            let own = step.parts.iter().filter(|(game, _)| *game == 0);
            own.for_each(|(_, at)| take(step.clause, at));
            *left = left.saturating_sub(1);
            *left > 0
        })?;
        Ok((seen > 0).then_some(kept))
    }
}
