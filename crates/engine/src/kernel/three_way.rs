//! Splits into three heaps, as in hexadecimal games: `n -> i | j | n - t - i - j`.
//!
//! Instead of all n^2/12 splits, the sets V2(m) = { g(a) xor g(b) : a + b = m } are kept as bit
//! sets, and a value c is among the three-way splits of L iff c xor g(i) lies in V2(L - i) for
//! some least part i <= L/3. Only the candidates for the mex are tested, and most find a witness
//! at once: about n bit tests for the value that is no option, instead of n^2/12 options.

use crate::machine::cell::{Cell, MexSink};
use crate::machine::code::{ClauseCode, PartCode, Range, Scalar, View, Worker};
use crate::machine::run::{Code, Halt};
use crate::machine::term::{Op, Term};
use crate::progress::Progress;

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
fn recognise(index: usize, clause: &ClauseCode) -> Option<Split> {
    let [i, j] = [1, 2];
    let [Range::Between(Scalar::Term(i_lo), Scalar::Term(i_hi)), Range::Between(Scalar::Term(j_lo), Scalar::Term(j_hi))] =
        &clause.ranges[..]
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

/// Whether the kernel applies to Grundy values of this code.
pub(crate) fn applies(code: &Code) -> bool {
    let plain = code.endings.is_empty() && code.condition.is_none();
    let one_heap = code.space.axes.len() == 1 && code.space.axes[0].lo == 0;
    let splits = code.clauses.iter().enumerate().any(|(i, c)| recognise(i, c).is_some());
    plain && one_heap && splits && !code.clauses.iter().any(|c| c.when_stuck)
}

/// Bit set of values.
type Bits = Vec<u64>;

fn contains(bits: &Bits, value: u32) -> bool {
    bits.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

fn insert(bits: &mut Bits, value: u32) {
    let word = value as usize / 64;
    if word >= bits.len() {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (value % 64);
}

/// Grundy values of all heaps of the table.
pub(crate) fn run<T: Cell>(code: &Code, progress: &dyn Progress) -> (Vec<T>, Option<Halt>) {
    let splits: Vec<Split> =
        code.clauses.iter().enumerate().filter_map(|(i, c)| recognise(i, c)).collect();
    let total = code.space.axes[0].len();
    let mut cells = vec![T::UNSET; total];
    let mut worker = Worker::<T>::new(&code.clauses);
    let mut sink = MexSink::<T>::new();
    let mut values: Vec<u32> = Vec::with_capacity(total);
    let mut pairs: Vec<Bits> = Vec::with_capacity(total);
    for n in 0..total {
        let mut two = Bits::new();
        for a in 1..=n / 2 {
            insert(&mut two, values[a] ^ values[n - a]);
        }
        pairs.push(two);
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
        let mut candidate = 0;
        let mex = loop {
            let Some(free) = sink.first_free(candidate) else {
                return (cells, Some(Halt::Fault(n)));
            };
            let witnessed = applicable.iter().any(|&left| {
                (1..=left / 3).any(|i| contains(&pairs[left - i], free ^ values[i]))
            });
            if !witnessed {
                break free;
            }
            candidate = free + 1;
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
