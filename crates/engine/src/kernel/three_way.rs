//! Splits into three heaps beside moves of any kind: rules that are no codes because of guards.
//!
//! The three-way splits are done by sets of pairs ([`Pairs`]), the other options by the machine.

use super::linear::coordinate;
use super::{Extended, Kernel};
use crate::fold::Fold;
use crate::game::Game;
use crate::machine::cell::{Cell, MexSink, View};
use crate::machine::code::{ClauseCode, Worker};
use crate::machine::parts::Range;
use crate::machine::run::{Code, Halt};
use crate::space::Space;
use clauses::Clause;
use clauses::term::{Op, Term};
use kernels::Pulse;
use kernels::codes::Pairs;
use message::Message;

/// Steps the kernel takes for a table to n, in units of n^2 (measured on hex:0.3F to 20000).
const STEPS: f64 = 10.0;

/// A clause that splits all but `taken` stones into three heaps in every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    clause: usize,
    taken: i64,
}

/// A rule with such clauses, compiled.
#[derive(Debug)]
struct ThreeWay {
    code: Code,
    splits: Vec<Split>,
}

/// `n - taken`, when the term is that.
fn taken(term: &Term) -> Option<i64> {
    let (1, Term::Const(minus)) = term.linear_in(0)? else { return None };
    (minus <= 0).then_some(-minus)
}

/// Whether the clause is `n -> i | j | L - i - j for i in 1..L // 3, j in i..(L - i) // 2` with
/// L = n - taken, and guards on n only.
fn split(index: usize, clause: &ClauseCode) -> Option<Split> {
    let [Range::Between(i_lo, i_hi), Range::Between(j_lo, j_hi)] = &clause.ranges[..] else {
        return None;
    };
    let Term::Op(Op::Div, left, three) = i_hi.term()? else { return None };
    let taken = taken(left)?;
    let heaps = clause.parts.iter().map(coordinate).collect::<Option<Vec<_>>>()?;
    let [i, j] = [1, 2].map(Term::Slot);
    let minus = |a: &Term, b: &Term| Term::op(Op::Sub, a.clone(), b.clone());
    let rest = minus(left, &i);
    let shape = **three == Term::Const(3)
        && *i_lo.term()? == Term::Const(1)
        && *j_lo.term()? == i
        && *j_hi.term()? == Term::op(Op::Div, rest.clone(), Term::Const(2))
        && heaps == [&i, &j, &minus(&rest, &j)];
    let plain = clause.inner_guards.is_empty() && clause.guards[1].is_empty();
    (shape && plain && !clause.when_stuck && clause.dimensions == 1)
        .then_some(Split { clause: index, taken })
}

/// Recognises Grundy values of a heap that moves split into three, beside others.
pub(super) fn recognise(game: &Game, space: &Space, fold: Fold) -> Option<Box<dyn Kernel>> {
    let one_heap = space.axes.len() == 1 && space.axes[0].lo == 0;
    let in_three = |c: &Clause| c.parts.len() == 3;
    if fold != Fold::Mex || !one_heap || !game.lowered.clauses.iter().any(in_three) {
        return None;
    }
    let code = game.compiled(space).ok()?;
    let plain = code.endings.is_empty() && code.condition.is_none();
    let splits: Vec<Split> =
        code.clauses.iter().enumerate().filter_map(|(i, c)| split(i, c)).collect();
    let applies = plain && !splits.is_empty() && !code.clauses.iter().any(|c| c.when_stuck);
    applies.then(|| Box::new(ThreeWay { code, splits }) as Box<dyn Kernel>)
}

impl Kernel for ThreeWay {
    fn words(&self) -> Message {
        "three-way splits by sets of pairs, one position after another".into()
    }

    fn steps(&self, space: &Space) -> Option<f64> {
        Some(STEPS * (space.cells() as f64).powi(2))
    }

    fn bytes(&self) -> u64 {
        // A few planes of 64 bits.
        64
    }

    fn extend(&self, space: &Space, values: &mut Vec<u16>, pulse: Pulse<'_>) -> Extended {
        let (known, total) = (values.len(), space.axes[0].len());
        values.resize(total, u16::UNSET);
        let (done, result) = self.fill(known, values, pulse);
        values.truncate(done);
        result.map(|()| None)
    }
}

impl ThreeWay {
    /// Fills the cells from `known` on; how many have a value then, and why not all.
    fn fill(&self, known: usize, cells: &mut [u16], pulse: Pulse<'_>) -> (usize, Result<(), Halt>) {
        let Code { clauses, space, .. } = &self.code;
        let total = cells.len();
        let mut worker = Worker::<u16>::new(clauses);
        let mut sink = MexSink::<u16>::new();
        let mut pairs = Pairs::default();
        for n in known..total {
            pairs.extend(&cells[..n]);
            let skip = |index: usize| self.splits.iter().any(|s| s.clause == index);
            let view = View { space, cells, own: n as i64, none: 0 };
            let point = [n as i64];
            let marked = worker.mark_options(clauses, skip, view, &point, &mut sink);
            if marked.is_err() || sink.word(0).is_none() {
                return (n, Err(Halt::Fault(n)));
            }
            let applicable =
                self.splits.iter().filter(|s| worker.allows(&clauses[s.clause], &point));
            let left: Vec<usize> =
                applicable.filter_map(|s| usize::try_from(n as i64 - s.taken).ok()).collect();
            let mex = pairs.mex(&left, &cells[..n], |at| sink.word(at).unwrap_or(0));
            let Some(value) = u16::store(mex) else { return (n, Err(Halt::Overflow)) };
            cells[n] = value;
            if n % 256 == 255 && !pulse(n as u64, total as u64) {
                return (n + 1, Err(Halt::Interrupted));
            }
        }
        (total, Ok(()))
    }
}
