//! One heap from which any number may be taken, or that may be split, as in Lasker's Nim: clauses
//! that together lead to every smaller heap, beside moves of a code and splits into large parts.

use super::linear::{Linear, coordinate};
use super::subtraction::{amounts, merged};
use super::{Filling, WholeColumn, codes, filling, is_free};
use crate::fold::Fold;
use crate::game::Game;
use crate::machine::cell::Cell;
use crate::machine::code::ClauseCode;
use crate::machine::compile::compile;
use crate::machine::parts::Range;
use crate::machine::run::{Code, Halt};
use clauses::term::{Op, Term};
use kernels::codes::{Code as Moves, Leaves};
use kernels::take_any::Split;
use kernels::{MAX_VALUE, Pulse, take_any};
use message::{Message, message};

/// Steps for each pair of parts (measured on Lasker's Nim to 10^5).
const STEPS: f64 = 0.25;

/// Any number may be taken that leaves at least `least` stones, or a move of the code or a split
/// made.
struct TakeAny {
    code: Moves,
    splits: Vec<Split>,
    least: usize,
}

/// The split that the clause is: `i | L - i for i in part..` with L = n - taken, up to L // 2,
/// (L - 1) // 2 or L - part.
fn split(clause: &ClauseCode) -> Option<Split> {
    let ([Range::Between(lo, hi)], [one, other], true) =
        (&clause.ranges[..], &clause.parts[..], is_free(clause))
    else {
        return None;
    };
    let [heap, part] = [0, 1].map(Linear::slot);
    // n less a number.
    let less = |t: &Term| heap.plus(-1, Linear::of(t)?)?.as_number();
    let least = Linear::of(lo.term()?)?.as_number().filter(|&least| least > 0)?;
    let (one, other) = (Linear::of(coordinate(one)?)?, Linear::of(coordinate(other)?)?);
    let other = if one == part { other } else { Some(one).filter(|_| other == part)? };
    let taken = heap.plus(-1, part)?.plus(-1, other)?.as_number()?;
    let equal = match hi.term()? {
        Term::Op(Op::Div, left, two) if **two == Term::Const(2) => {
            match less(left)?.checked_sub(taken)? {
                0 => true,
                1 => false,
                _ => return None,
            }
        }
        hi if less(hi)?.checked_sub(taken)? == least => true,
        _ => return None,
    };
    let part = usize::try_from(least).ok()?;
    Some(Split { taken: usize::try_from(taken).ok()?, part, equal })
}

/// Recognises Grundy values of such a game.
pub(super) fn recognise(game: &Game, code: &Code, fold: Fold) -> Option<Box<dyn WholeColumn>> {
    let [axis] = &code.space.axes[..] else { return None };
    if fold != Fold::Mex || axis.lo != 0 {
        return None;
    }
    let (moves, others) = codes::moves(&game.lowered)?;
    let in_two = |leaves| matches!(leaves, Leaves::Two | Leaves::TwoUnequal);
    if others.is_empty() || moves.iter().any(|m| m.leaves == Leaves::Three) {
        return None;
    }
    let (mut all, mut splits) = (Vec::new(), Vec::new());
    for clause in compile(&others, &code.space, &game.exact).ok()? {
        match split(&clause) {
            Some(split) => splits.push(split),
            None => all.extend(amounts(&clause, 0, axis.hi)?),
        }
    }
    if splits.is_empty() && !moves.iter().any(|m| in_two(m.leaves)) {
        return None;
    }
    let (all, least) = merged(all, axis.hi)?;
    if all.is_empty() || all.len() as i64 != axis.hi {
        return None;
    }
    Some(Box::new(TakeAny { code: Moves::new(moves)?, splits, least }))
}

impl TakeAny {
    fn fill<T: Cell>(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<T>> {
        let to = code.space.axes[0].len() - 1;
        let mut values = Vec::new();
        let result =
            take_any::extend(&self.code, &self.splits, self.least, &mut values, to, pulse)?;
        Some(filling(values, to + 1, result))
    }
}

impl WholeColumn for TakeAny {
    fn words(&self) -> Message {
        let any = match self.least {
            0 => "take any number".into(),
            least => message!("take any number and leave at least {least}"),
        };
        let code = (!self.code.moves().is_empty()).then(|| message!("play as in {}", self.code));
        let large = (!self.splits.is_empty()).then(|| "split into large parts".into());
        let all = Message::joined([Some(any), code, large].into_iter().flatten(), ", or ");
        message!("{all}: all splits are searched for each value not yet seen")
    }

    fn steps(&self, code: &Code) -> f64 {
        let splits = self.code.moves().iter().filter(|m| m.leaves >= Leaves::Two).count();
        STEPS * (splits + self.splits.len()) as f64 * (code.space.axes[0].len() as f64).powi(2)
    }

    fn narrow(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>> {
        // All heaps that may be left have different values.
        if code.space.axes[0].len() > self.least + usize::from(MAX_VALUE) + 1 {
            return Some((Vec::new(), Some(Halt::Overflow)));
        }
        self.fill(code, pulse)
    }

    fn wide(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u32>> {
        self.fill(code, pulse)
    }
}
