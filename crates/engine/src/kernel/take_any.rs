//! One heap from which any number may be taken, or that may be split, as in Lasker's Nim: clauses
//! that together lead to every smaller heap, beside moves of a code.

use super::subtraction::amounts;
use super::{Filling, Shape, codes, halt};
use crate::game::Game;
use crate::machine::cell::Cell;
use crate::machine::compile::compile;
use crate::machine::run::{Code, Fold, Halt};
use crate::progress::Progress;
use kernels::codes::{Code as Moves, Leaves};
use kernels::{MOST, take_any};

/// Steps for each pair of parts (measured on Lasker's Nim to 10^5).
const STEPS: f64 = 0.25;

/// Any number may be taken where at least so many stones are left, or a move of the code made.
struct TakeAny {
    code: Moves,
    least: usize,
}

/// Recognises Grundy values of such a game.
pub(super) fn recognise(game: &Game, code: &Code, fold: Fold) -> Option<Box<dyn Shape>> {
    let [axis] = &code.space.axes[..] else { return None };
    if fold != Fold::Mex || axis.lo != 0 {
        return None;
    }
    let (moves, others) = codes::moves(&game.lowered)?;
    let splits = |leaves| matches!(leaves, Leaves::Two | Leaves::TwoUnequal);
    let has_three = moves.iter().any(|m| m.leaves == Leaves::Three);
    if others.is_empty() || has_three || !moves.iter().any(|m| splits(m.leaves)) {
        return None;
    }
    let mut all = Vec::new();
    for clause in compile(&others, &code.space, &game.exact).ok()? {
        all.extend(amounts(&clause, 0, axis.hi)?);
    }
    // Of an amount in several clauses the one that leaves least counts.
    all.retain(|&(s, _)| i64::from(s) <= axis.hi);
    all.sort_unstable();
    all.dedup_by_key(|(s, _)| *s);
    let &(_, least) = all.first()?;
    let every = all.len() as i64 == axis.hi && all.iter().all(|&(_, other)| other == least);
    let least = usize::try_from(least).ok().filter(|_| every)?;
    Some(Box::new(TakeAny { code: Moves::new(moves)?, least }))
}

impl TakeAny {
    fn fill<T: Cell>(&self, code: &Code, progress: &dyn Progress) -> Option<Filling<T>> {
        let to = code.space.axes[0].len() - 1;
        let pulse = |done, total| progress.advance(done, total);
        let mut values = Vec::new();
        let result = take_any::extend(&self.code, self.least, &mut values, to, &pulse)?;
        let Some(mut cells) = values.into_iter().map(T::store).collect::<Option<Vec<T>>>() else {
            return Some((Vec::new(), Some(Halt::Overflow)));
        };
        cells.resize(to + 1, T::UNSET);
        Some((cells, halt(result)))
    }
}

impl Shape for TakeAny {
    fn words(&self) -> String {
        let least = match self.least {
            0 => String::new(),
            least => format!(" but the last {least}"),
        };
        format!(
            "any number{least} taken, or {}: values not had yet looked for among all splits",
            self.code
        )
    }

    fn steps(&self, code: &Code) -> f64 {
        let splits = self.code.moves().iter().filter(|m| m.leaves >= Leaves::Two).count();
        STEPS * splits as f64 * (code.space.axes[0].len() as f64).powi(2)
    }

    fn narrow(&self, code: &Code, progress: &dyn Progress) -> Option<Filling<u16>> {
        // All heaps that may be left have different values.
        if code.space.axes[0].len() > self.least + usize::from(MOST) + 1 {
            return Some((Vec::new(), Some(Halt::Overflow)));
        }
        self.fill(code, progress)
    }

    fn wide(&self, code: &Code, progress: &dyn Progress) -> Option<Filling<u32>> {
        self.fill(code, progress)
    }
}
