//! Pairs that use every number once, the lesser one each time the least that is left:
//! `b_i = s a_i + t i` (Fraenkel, "Heap games, numeration systems and sequences", 1998). They are the
//! P-positions of many games after Wythoff's; for `s = 1` they are Beatty sequences, which are found
//! before.

use expr::ast::Comparison;
use expr::law::LawKind;
use formula::{Formula, Op};
use message::{Message, message};

use crate::Finding;
use crate::evidence::{Judged, Proposal, judge, judge_grid};
use crate::family::positions::{in_words, side};
use crate::view::{Grid, Sequence};

/// Fewest pairs of a grid, and fewest that follow those that tell the factors.
const LEAST_PAIRS: usize = 10;
const LEAST_CHECKS: usize = 5;
/// Greatest term of a list, and greatest multiple of its last index: all numbers up to it are listed.
const MAX_TERM: i64 = 1 << 20;
const MAX_SPREAD: i64 = 64;

/// The factors `s` and `t`.
#[derive(Clone, Copy, Debug)]
struct Factors {
    s: i64,
    t: i64,
}

impl Factors {
    /// What the first pairs with `a_i != i` leave, behind (0, 0), and how many pairs that takes.
    fn of(pairs: impl Iterator<Item = (i64, i64)>) -> Option<(Self, usize)> {
        let mut first = None;
        for ((a, b), i) in pairs.zip(1i64..) {
            let &mut sum = first.get_or_insert(b);
            if a == i {
                continue;
            }
            // s + t is the first b, and s (a - i) what is left of b
            let rest = b.checked_sub(sum.checked_mul(i)?)?;
            let s = rest.checked_div(a.checked_sub(i)?)?;
            let t = sum.checked_sub(s)?;
            return (s > 0 && t > 0).then_some((Self { s, t }, usize::try_from(i).ok()?));
        }
        None
    }

    /// The lesser number of the pair of that index.
    fn lesser(self, index: Formula) -> Formula {
        Formula::call("fraenkel", [index, Formula::Int(self.s), Formula::Int(self.t)])
    }

    /// The greater one.
    fn greater(self, index: Formula) -> Formula {
        self.lesser(index.clone()).times(self.s) + index.times(self.t)
    }

    /// True at the N-positions.
    fn condition(self) -> Formula {
        let (a, b) = (Formula::Var(0), Formula::Var(1));
        let (least, greatest) = (a.min(&b), a.max(&b));
        let multiple = least.times(self.s);
        let rest = &greatest - &multiple;
        let other = least.cmp(Comparison::Ne, self.lesser(rest.div(self.t)));
        let is_near = greatest.cmp(Comparison::Lt, multiple);
        let other = match self.t {
            1 => other,
            t => rest.rem(t).cmp(Comparison::Ne, 0).op(Op::Or, other),
        };
        is_near.op(Op::Or, other)
    }

    /// `(a(i), 2*a(i) + 3*i)`, and what that is.
    fn pair_in_words(self) -> Message {
        let times = |k: i64, of: &str| if k == 1 { of.to_owned() } else { format!("{k}*{of}") };
        let greater = format!("{} + {}", times(self.s, "a(i)"), times(self.t, "i"));
        message!("(a(i), {greater}), a(i) the least number in no pair before")
    }
}

/// Laws of the grid with these lost pairs, in order: the condition, and either side as a function of the
/// index.
pub(super) fn of_pairs(grid: &Grid<'_>, pairs: &[(i64, i64)]) -> Option<(Judged, [Finding; 2])> {
    let ((0, 0), rest) = pairs.split_first()? else { return None };
    let (factors, fitted) = Factors::of(rest.iter().copied())?;
    if pairs.len() < LEAST_PAIRS.max(fitted + LEAST_CHECKS) {
        return None;
    }
    let sides = [factors.lesser(Formula::Var(0)), factors.greater(Formula::Var(0))];
    let agrees = |(&(a, b), i): (&(i64, i64), i64)| sides[0].is(a, &[i]) && sides[1].is(b, &[i]);
    if !pairs.iter().zip(0i64..).all(agrees) {
        return None;
    }
    let proposal = Proposal::new(LawKind::Positions, factors.condition(), fitted);
    let words = in_words(grid, &factors.pair_in_words(), 0);
    let whole = judge_grid(grid, proposal.said(words))?;
    let values = |of: fn(&(i64, i64)) -> i64| -> Vec<(i64, i64)> {
        (0..).zip(pairs.iter().map(of)).collect()
    };
    let [lesser, greater] = sides.map(|side| Proposal::new(LawKind::Positions, side, 0));
    let sides = [
        side(&whole.finding, &grid.axes()[0].name, lesser, &values(|pair| pair.0)),
        side(&whole.finding, &grid.axes()[1].name, greater, &values(|pair| pair.1)),
    ];
    Some((whole, sides))
}

/// The law of the list of either side, with or without the 0.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let count = sequence.len();
    let skipped = usize::from(count > 0 && sequence.get(0) == 0);
    let ascends = |i: usize| sequence.get(i - 1) < sequence.get(i);
    if count < skipped + 2 || !(1..count).all(ascends) || sequence.get(skipped) < 1 {
        return None;
    }
    if sequence.get(count - 1) > MAX_TERM.min(MAX_SPREAD.saturating_mul(sequence.last())) {
        return None;
    }
    let own = sequence.terms(skipped..count);
    let others = missing(&own);
    let is_lesser = own[0] == 1;
    let (a, b) = if is_lesser { (&own, &others) } else { (&others, &own) };
    let (factors, pairs) = Factors::of(a.iter().copied().zip(b.iter().copied()))?;
    // what is missing up to a number is told by all terms up to it
    let fitted = own.iter().take_while(|&&term| term <= b[pairs - 1]).count();
    let index = Formula::Var(0).plus(1i64.checked_sub(sequence.coordinate(skipped))?);
    let formula = if is_lesser { factors.lesser(index) } else { factors.greater(index) };
    let (name, n) = (sequence.name, &sequence.axis.name);
    let words = message!(
        "{name}({n}) = {}, of the pairs {}",
        formula.expr(std::slice::from_ref(n)),
        factors.pair_in_words(),
    );
    judge(sequence, Proposal::new(LawKind::Closed, formula, fitted).said(words))?.exact()
}

/// The numbers from 1 on that are not in the ascending list, up to its last one.
fn missing(list: &[i64]) -> Vec<i64> {
    let from = std::iter::once(&0).chain(list);
    from.zip(list).flat_map(|(before, next)| before + 1..*next).collect()
}
