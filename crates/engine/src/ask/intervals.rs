//! Large heaps whose moves lead into ranges of smaller heaps, the ends of which do not fall as the heap grows
//! (`n -> y for y in 1..isqrt(n) if y ** 4 >= n`): their values are the same on intervals of heaps.

use crate::game::Game;
use clauses::exact::integer;
use clauses::{Clause, Domain, OptionPart, conjuncts};
use expr::ast::{Binary, Comparison, Expr, Node};
use expr::eval::Program;
use rule::ast::Play;

/// More intervals are not looked for.
const MOST: usize = 1 << 12;

/// Heaps that are next to each other and have the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapInterval {
    /// The least.
    pub first: i64,
    /// The greatest, or the greatest that was asked for.
    pub last: i64,
    /// Grundy value of each.
    pub sg: i64,
}

/// A move into a range.
#[derive(Debug)]
pub struct IntoRange {
    /// Label (or number) of the move.
    pub label: String,
    /// The quantifier that is the heap it leads to; `None` where there is one such heap.
    pub quantifier: Option<String>,
    lo: Program,
    hi: Program,
    /// Conditions that hold from some target on, and from a later one on or the same where the heap grows.
    from: Vec<Program>,
    /// Those that hold up to some target, up to a later one or the same where the heap grows.
    up_to: Vec<Program>,
}

/// The values of heaps, interval by interval.
#[derive(Debug)]
pub struct Intervals {
    /// All from the least heap on.
    pub all: Vec<HeapInterval>,
    moves: Vec<IntoRange>,
}

impl Game {
    /// The values of heaps up to `last`, where all moves lead into ranges whose ends do not fall as the heap
    /// grows; `None` where some move does not, where none has a choice, or intervals of equal values are many.
    #[must_use]
    pub fn intervals(&self, last: i64) -> Option<Intervals> {
        let lowered = &self.lowered;
        let [dimension] = &lowered.dimensions[..] else { return None };
        let is_plain = self.has_single_options()
            && self.rules.decomposes()
            && lowered.condition.is_none()
            && lowered.endings.is_empty()
            && lowered.play == Play::One
            && !(lowered.stuck_wins || self.is_coins() || self.is_loopy());
        if !is_plain || self.rules.is_partizan() || dimension.lo < 0 {
            return None;
        }
        let moves = lowered.clauses.iter().map(|clause| self.range_of(clause, &dimension.name));
        let moves = moves.collect::<Option<Vec<_>>>()?;
        moves.iter().find(|m| m.quantifier.is_some())?;
        let mut all = Intervals { all: Vec::new(), moves };
        let mut next = dimension.lo;
        for _ in 0..MOST {
            if next > last {
                return Some(all);
            }
            next = all.extend((next, last), dimension.lo)?.checked_add(1)?;
        }
        None
    }

    /// The clause as a move into a range.
    fn range_of(&self, clause: &Clause, heap: &str) -> Option<IntoRange> {
        let [OptionPart::Point(target)] = &clause.parts[..] else { return None };
        let [target] = &target[..] else { return None };
        let (quantifier, lo, hi) = match &clause.binders[..] {
            [] => (None, target, target),
            [(name, Domain::Range(lo, hi))] if target.node == Node::Name(name.clone()) => {
                (Some(name.clone()), lo, hi)
            }
            _ => return None,
        };
        if clause.when_stuck || quantifier.as_deref() == Some(heap) {
            return None;
        }
        let names = Names { heap, target: quantifier.as_deref() };
        let of_heap = Names { heap, target: None };
        let (least, most) = (of_heap.trend(lo)?, of_heap.trend(hi)?);
        if !least.is_natural || least.heap < 0 || most.heap < 0 {
            return None;
        }
        let slots: Vec<String> =
            [heap, quantifier.as_deref().unwrap_or_default()].map(str::to_owned).into();
        let program = |e: &Expr| self.exact.program(e, &slots).ok();
        let (lo, hi) = (program(lo)?, program(hi)?);
        let (mut from, mut up_to) = (Vec::new(), Vec::new());
        for guard in clause.guards.iter().flat_map(conjuncts) {
            let Node::Compare(a, rest) = &guard.node else { return None };
            let [(comparison, b)] = &rest[..] else { return None };
            let rises = match comparison {
                Comparison::Le | Comparison::Lt => {
                    names.trend(b)?.plus(names.trend(a)?.negated())?
                }
                Comparison::Ge | Comparison::Gt => {
                    names.trend(a)?.plus(names.trend(b)?.negated())?
                }
                Comparison::Eq | Comparison::Ne => return None,
            };
            match program(&guard)? {
                guard if rises.heap <= 0 && rises.target >= 0 => from.push(guard),
                guard if rises.heap >= 0 && rises.target <= 0 => up_to.push(guard),
                _ => return None,
            }
        }
        Some(IntoRange { label: clause.label.clone(), quantifier, lo, hi, from, up_to })
    }
}

/// How an expression changes.
#[derive(Clone, Copy, Debug)]
struct Trend {
    /// 1 where it never falls as the heap or the target grows, -1 where it never rises, 0 where it is the same.
    heap: i8,
    target: i8,
    /// Whether it is never negative.
    is_natural: bool,
}

impl Trend {
    fn negated(self) -> Self {
        Self { heap: -self.heap, target: -self.target, is_natural: false }
    }

    /// The trend of a sum; `None` where one part rises and the other falls.
    fn plus(self, other: Self) -> Option<Self> {
        let both = |a: i8, b: i8| (a * b >= 0).then_some((a + b).signum());
        Some(Self {
            heap: both(self.heap, other.heap)?,
            target: both(self.target, other.target)?,
            is_natural: self.is_natural && other.is_natural,
        })
    }
}

/// Who is the heap, and who the heap that a move leads to.
struct Names<'n> {
    heap: &'n str,
    target: Option<&'n str>,
}

impl Names<'_> {
    /// How the expression changes where both are natural numbers; `None` where that is not known.
    fn trend(&self, e: &Expr) -> Option<Trend> {
        const SAME: Trend = Trend { heap: 0, target: 0, is_natural: true };
        let natural = |e: &Expr| self.trend(e).filter(|trend| trend.is_natural);
        match &e.node {
            Node::Int(_) => Some(SAME),
            Node::Name(name) if name == self.heap => Some(Trend { heap: 1, ..SAME }),
            Node::Name(name) if Some(&**name) == self.target => Some(Trend { target: 1, ..SAME }),
            Node::Binary(Binary::Add, a, b) => self.trend(a)?.plus(self.trend(b)?),
            Node::Binary(Binary::Sub, a, b) => self.trend(a)?.plus(self.trend(b)?.negated()),
            Node::Binary(Binary::Mul, a, b) => natural(a)?.plus(natural(b)?),
            Node::Binary(Binary::Div, a, b) if matches!(b.node, Node::Int(1..)) => self.trend(a),
            Node::Binary(Binary::Pow, a, b) if matches!(b.node, Node::Int(_)) => natural(a),
            Node::Binary(Binary::Pow, a, b) if matches!(a.node, Node::Int(1..)) => natural(b),
            Node::Call(name, of) => match (&**name, &of[..]) {
                ("isqrt", [a]) => natural(a),
                ("min" | "max", [a, b]) => self.trend(a)?.plus(self.trend(b)?),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether all conditions hold for a heap and a target; `None` where one has no value.
fn hold(all: &[Program], at: [i64; 2]) -> Option<bool> {
    for condition in all {
        if integer(condition, &at).ok()? == 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// The last number from `first` on, for which the condition holds, up to `last`, if it holds up to some number;
/// it is asked for numbers not far beyond that one.
fn last_of((first, last): (i64, i64), holds: &dyn Fn(i64) -> Option<bool>) -> Option<i64> {
    let (mut good, mut step) = (first, 1);
    let mut bad = loop {
        if good == last {
            return Some(last);
        }
        let next = good.saturating_add(step).min(last);
        if !holds(next)? {
            break next;
        }
        (good, step) = (next, step.saturating_mul(2));
    };
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if holds(middle)? { good = middle } else { bad = middle }
    }
    Some(good)
}

impl IntoRange {
    /// The ends of the range without the conditions.
    fn span(&self, heap: i64) -> Option<(i64, i64)> {
        let end = |end: &Program| i64::try_from(integer(end, &[heap, 0]).ok()?).ok();
        Some((end(&self.lo)?, end(&self.hi)?))
    }

    /// Whether a heap may become one that is not above the target.
    fn reaches_up_to(&self, at: [i64; 2]) -> Option<bool> {
        Some(self.span(at[0])?.0 <= at[1] && hold(&self.from, at)?)
    }

    /// Whether a heap may become one that is not below the target.
    fn reaches_from(&self, at: [i64; 2]) -> Option<bool> {
        Some(at[1] <= self.span(at[0])?.1 && hold(&self.up_to, at)?)
    }

    /// The least target in the span that no condition puts below the range, or the number after the span.
    fn least(&self, heap: i64) -> Option<i64> {
        let (lo, hi) = self.span(heap)?;
        if lo > hi || hold(&self.from, [heap, lo])? {
            return Some(lo);
        }
        Some(last_of((lo, hi), &|target| Some(!hold(&self.from, [heap, target])?))? + 1)
    }

    /// The targets of a heap, least and greatest; `Some(None)` where it has none.
    #[expect(clippy::option_option, reason = "whether it is known, and whether there are any")]
    fn ends(&self, heap: i64) -> Option<Option<(i64, i64)>> {
        let (least, hi) = (self.least(heap)?, self.span(heap)?.1);
        if least > hi || !hold(&self.up_to, [heap, least])? {
            return Some(None);
        }
        let most = last_of((least, hi), &|target| hold(&self.up_to, [heap, target]))?;
        Some(Some((least, most)))
    }
}

impl Intervals {
    /// The interval that holds a heap; there is one for each up to the last.
    fn number(&self, heap: i64) -> usize {
        self.all.partition_point(|interval| interval.last < heap)
    }

    /// The Grundy value of a heap up to the last, and the interval of those with the same.
    #[must_use]
    pub fn of(&self, heap: i64) -> Option<HeapInterval> {
        self.all.get(self.number(heap)).copied().filter(|interval| interval.first <= heap)
    }

    /// The moves from a heap, each with the least and the greatest target of those with this value, interval
    /// by interval.
    pub fn moves(&self, heap: i64, sg: i64) -> impl Iterator<Item = (&IntoRange, i64, i64)> {
        self.moves.iter().flat_map(move |m| {
            let (least, most) = m.ends(heap).flatten().unwrap_or((0, -1));
            let numbers = self.number(least)..self.number(most) + usize::from(least <= most);
            let meet = self.all.get(numbers).unwrap_or_default().iter();
            meet.filter(move |interval| interval.sg == sg)
                .map(move |interval| (m, interval.first.max(least), interval.last.min(most)))
        })
    }

    /// Adds heaps from `first` on whose options have the same values, up to `last`; returns the last of them.
    fn extend(&mut self, (first, mut last): (i64, i64), lowest: i64) -> Option<i64> {
        let mut seen = Vec::new();
        for m in &self.moves {
            let Some((least, most)) = m.ends(first)? else {
                // There are none until one that is not too small may be reached.
                let least = m.least(first)?;
                last = last_of((first, last), &|heap| Some(!m.reaches_from([heap, least])?))?;
                continue;
            };
            if least < lowest || most >= first {
                return None;
            }
            let numbers = (self.number(least), self.number(most));
            seen.extend(self.all[numbers.0..=numbers.1].iter().map(|interval| interval.sg));
            let (low, high) = (self.all[numbers.0].last.min(most), self.all[numbers.1].last + 1);
            last = last_of((first, last), &|heap| {
                Some(m.reaches_up_to([heap, low])? && !m.reaches_from([heap, high])?)
            })?;
        }
        let sg = (0..).find(|value| !seen.contains(value))?;
        match self.all.last_mut() {
            Some(before) if before.sg == sg => before.last = last,
            _ => self.all.push(HeapInterval { first, last, sg }),
        }
        Some(last)
    }
}
