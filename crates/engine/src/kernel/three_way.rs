//! Splits into three heaps, as in hexadecimal games: `n -> i | j | n - t - i - j`.
//!
//! Instead of all n^2/12 splits, the sets V2(m) = { g(a) xor g(b) : a + b = m } are kept as bit
//! sets: the values of the three-way splits of L are the union over the least part i <= L/3 of
//! V2(L - i) translated by g(i). The union is taken one word of 64 values at a time and left as
//! soon as the word is full, so that only the word with the mex takes all of the about n/3 steps.

use super::{Filling, Shape};
use crate::machine::cell::{Cell, MexSink};
use crate::machine::code::{ClauseCode, PartCode, Range, Scalar, View, Worker};
use crate::machine::run::{Code, Fold, Halt};
use crate::machine::term::{Op, Term};
use crate::progress::Progress;

/// Steps the kernel takes for a table to n, in units of n^2 (measured on hex:0.3F to 20000).
const STEPS: f64 = 10.0;

/// A clause that splits all but `taken` stones into three heaps in every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    clause: usize,
    taken: i64,
}

/// `n - taken`, when the term is that.
fn taken(term: &Term) -> Option<i64> {
    let (1, Term::Const(minus)) = term.linear_in(0)? else { return None };
    (minus <= 0).then_some(-minus)
}

/// Whether the clause is `n -> i | j | L - i - j for i in 1..L // 3, j in i..(L - i) // 2` with
/// L = n - taken, and guards on n only.
fn split(index: usize, clause: &ClauseCode) -> Option<Split> {
    let [i, j] = [1, 2];
    let [
        Range::Between(Scalar::Term(i_lo), Scalar::Term(i_hi)),
        Range::Between(Scalar::Term(j_lo), Scalar::Term(j_hi)),
    ] = &clause.ranges[..]
    else {
        return None;
    };
    let [PartCode::Point(first), PartCode::Point(second), PartCode::Point(third)] =
        &clause.parts[..]
    else {
        return None;
    };
    let ([Scalar::Term(first)], [Scalar::Term(second)], [Scalar::Term(third)]) =
        (&first[..], &second[..], &third[..])
    else {
        return None;
    };
    let minus = |a: Term, b: usize| Term::op(Op::Sub, a, Term::Slot(b));
    let Term::Op(Op::Div, left, three) = i_hi else { return None };
    let taken = taken(left)?;
    let left = (**left).clone();
    let shape = **three == Term::Const(3)
        && *i_lo == Term::Const(1)
        && *j_lo == Term::Slot(i)
        && *j_hi == Term::op(Op::Div, minus(left.clone(), i), Term::Const(2))
        && *first == Term::Slot(i)
        && *second == Term::Slot(j)
        && *third == minus(minus(left, i), j);
    let plain = clause.inner_guards.is_empty() && clause.guards[1].is_empty();
    (shape && plain && !clause.when_stuck && clause.dimensions == 1)
        .then_some(Split { clause: index, taken })
}

/// Grundy values of a game with such splits, beside other moves.
struct ThreeWay;

/// Recognises three-way splits of a heap.
pub(super) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn Shape>> {
    let plain = code.endings.is_empty() && code.condition.is_none();
    let one_heap = code.space.axes.len() == 1 && code.space.axes[0].lo == 0;
    let splits = code.clauses.iter().enumerate().any(|(i, c)| split(i, c).is_some());
    let always = !code.clauses.iter().any(|c| c.when_stuck);
    let applies = fold == Fold::Mex && plain && one_heap && splits && always;
    applies.then(|| Box::new(ThreeWay) as Box<dyn Shape>)
}

impl Shape for ThreeWay {
    fn words(&self) -> String {
        "three-way splits by sets of pairs, one position after another".into()
    }

    fn steps(&self, code: &Code) -> f64 {
        STEPS * code.space.cells() as f64 * code.space.cells() as f64
    }

    fn narrow(&self, code: &Code, progress: &dyn Progress) -> Option<Filling<u16>> {
        Some(run(code, progress))
    }

    fn wide(&self, code: &Code, progress: &dyn Progress) -> Option<Filling<u32>> {
        Some(run(code, progress))
    }
}

/// The sets V2(m) as bit sets, one plane for every word of 64 values: reading the same word for
/// consecutive m, as the union does, walks along a plane.
#[derive(Debug, Default)]
struct Pairs {
    planes: Vec<Vec<u64>>,
    known: usize,
}

impl Pairs {
    /// Adds V2(m) for the next m, given g below m.
    fn extend(&mut self, values: &[u32]) {
        let m = self.known;
        self.known += 1;
        self.planes.iter_mut().for_each(|plane| plane.push(0));
        for a in 1..=m / 2 {
            let value = values[a] ^ values[m - a];
            let word = value as usize / 64;
            while word >= self.planes.len() {
                self.planes.push(vec![0; self.known]);
            }
            self.planes[word][m] |= 1 << (value % 64);
        }
    }

    /// The word of { v xor `shift` : v in V2(m) } at index `at`.
    fn translated(&self, m: usize, at: usize, shift: u32) -> u64 {
        const HALVES: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        let mut word = self.planes.get(at ^ (shift as usize / 64)).map_or(0, |plane| plane[m]);
        if word == 0 {
            return 0;
        }
        for (bit, half) in HALVES.iter().enumerate() {
            let by = 1 << bit;
            let swapped = (word & half) << by | (word >> by) & half;
            word = if shift >> bit & 1 == 1 { swapped } else { word };
        }
        word
    }
}

/// The least value that neither an option taken by the sink nor a three-way split of one of the
/// `applicable` sizes has; `None` when an option had no value yet.
fn mex<T: Cell>(
    sink: &MexSink<T>,
    applicable: &[usize],
    pairs: &Pairs,
    values: &[u32],
) -> Option<u32> {
    for at in 0.. {
        let mut word = sink.word(at)?;
        let parts = applicable.iter().flat_map(|&left| (1..=left / 3).map(move |i| (left, i)));
        for (left, i) in parts {
            if word == u64::MAX {
                break;
            }
            word |= pairs.translated(left - i, at, values[i]);
        }
        if word != u64::MAX {
            return u32::try_from(at * 64).ok().map(|base| base + word.trailing_ones());
        }
    }
    None
}

/// Grundy values of all heaps of the table.
fn run<T: Cell>(code: &Code, progress: &dyn Progress) -> Filling<T> {
    let splits: Vec<Split> =
        code.clauses.iter().enumerate().filter_map(|(i, c)| split(i, c)).collect();
    let total = code.space.axes[0].len();
    let mut cells = vec![T::UNSET; total];
    let mut worker = Worker::<T>::new(&code.clauses);
    let mut sink = MexSink::<T>::new();
    let mut values: Vec<u32> = Vec::with_capacity(total);
    let mut pairs = Pairs::default();
    for n in 0..total {
        pairs.extend(&values);
        let skip = |index: usize| splits.iter().any(|s| s.clause == index);
        let view = View { space: &code.space, cells: &cells, none: T::ZERO };
        let point = [n as i64];
        if worker.mark_options(&code.clauses, skip, view, &point, &mut sink).is_err() {
            return (cells, Some(Halt::Fault(n)));
        }
        let applicable: Vec<usize> = splits
            .iter()
            .filter(|s| worker.allows(&code.clauses[s.clause], &point))
            .filter_map(|s| usize::try_from(n as i64 - s.taken).ok())
            .collect();
        let Some(mex) = mex(&sink, &applicable, &pairs, &values) else {
            return (cells, Some(Halt::Fault(n)));
        };
        let Some(value) = T::store(mex) else { return (cells, Some(Halt::Overflow)) };
        cells[n] = value;
        values.push(mex);
        if n % 256 == 255 && !progress.advance(n as u64, total as u64) {
            return (cells, Some(Halt::Interrupted));
        }
    }
    (cells, None)
}
