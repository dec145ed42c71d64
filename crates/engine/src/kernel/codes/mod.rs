//! Take-and-break games, however they are spelled: one heap, every clause a set of moves of a
//! [`Code`].
//!
//! What is recognised holds for every heap, not only for those of a table, so that what a theorem
//! says of the code is true of the rule.

mod clause;
mod shape;

use super::subtraction::outcome_words;
use super::{Extended, Kernel};
use crate::fold::Fold;
use crate::game::Game;
use crate::machine::run::Halt;
use crate::space::Space;
use clauses::{Clause, Lowered};
use kernels::Pulse;
use kernels::codes::{
    Code, Follow, Leaves, Move, SparseSpace, extend_proved, extend_proved_outcomes, subtraction,
};
use kernels::subtraction::Subtraction;
use message::{Message, message};
use rule::ast::{Play, Player};

/// Most moves of a code that is recognised.
const MAX_MOVES: usize = 1024;

/// The take-and-break game the rule is.
fn code(lowered: &Lowered) -> Option<Code> {
    let (moves, others) = moves(lowered)?;
    if others.is_empty() { Code::new(moves) } else { None }
}

/// The moves of the clauses that are moves of a code, and the other clauses; `None` where the rule
/// is no game of one heap that ends where there is no move.
pub(super) fn moves(lowered: &Lowered) -> Option<(Vec<Move>, Vec<Clause>)> {
    let [heap] = &lowered.dimensions[..] else { return None };
    let plain = heap.lo == 0
        && heap.hi.is_none()
        && lowered.condition.is_none()
        && lowered.endings.is_empty()
        && lowered.play == Play::One
        && lowered.clauses.iter().all(|c| c.player == Player::Either && !c.when_stuck);
    if !plain {
        return None;
    }
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    for clause in &lowered.clauses {
        let mut own = Vec::new();
        match clause::moves(&heap.name, clause, &mut own) {
            Some(()) => moves.append(&mut own),
            None => others.push(clause.clone()),
        }
        moves.sort_unstable();
        moves.dedup();
        if moves.len() > MAX_MOVES {
            return None;
        }
    }
    Some((moves, others))
}

/// Recognises Grundy values of a take-and-break game, and outcomes of a subtraction game.
pub(super) fn recognise(game: &Game, space: &Space, fold: Fold) -> Option<Box<dyn Kernel>> {
    let [axis] = &space.axes[..] else { return None };
    if axis.lo != 0 {
        return None;
    }
    match fold {
        Fold::Mex => Some(Box::new(code(&game.lowered)?)),
        Fold::Outcome { stuck } => {
            let game = subtraction(&code(&game.lowered)?)?;
            Some(Box::new(Outcomes { game, stuck: u16::try_from(stuck).ok()? }))
        }
        Fold::Remoteness => None,
    }
}

/// The last heap asked for.
fn last(space: &Space) -> usize {
    usize::try_from(space.axes[0].hi).unwrap_or(usize::MAX)
}

/// Outcomes of a finite subtraction game.
#[derive(Debug)]
struct Outcomes {
    game: Subtraction,
    /// The outcome of a heap from which nothing can be taken.
    stuck: u16,
}

impl Kernel for Outcomes {
    fn words(&self) -> Message {
        outcome_words(&self.game)
    }

    fn steps(&self, _space: &Space) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        4
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn extend(&self, space: &Space, values: &mut Vec<u16>, pulse: Pulse<'_>) -> Extended {
        let Self { game, stuck } = self;
        extend_proved_outcomes(game, *stuck, values, last(space), pulse).map_err(Halt::from)
    }
}

impl Kernel for Code {
    fn words(&self) -> Message {
        let words = message!("take-and-break, {self}: one position after another");
        match self.may_repeat() {
            true => {
                message!("{words}; filled by copies once the periodicity theorem gives a period")
            }
            false => words,
        }
    }

    fn steps(&self, space: &Space) -> Option<f64> {
        // A period may end the work at any time.
        if self.may_repeat() {
            return None;
        }
        let heaps = space.cells() as f64;
        let each = self.moves().iter().map(|m| match m.leaves {
            Leaves::Nothing | Leaves::One => heaps,
            Leaves::Two | Leaves::TwoUnequal => heaps * heaps / 4.0,
            Leaves::Three => 10.0 * heaps * heaps,
        });
        Some(each.sum())
    }

    fn bytes(&self) -> u64 {
        4
    }

    fn may_repeat(&self) -> bool {
        self.reach().is_some()
    }

    fn extend(&self, space: &Space, values: &mut Vec<u16>, pulse: Pulse<'_>) -> Extended {
        extend_proved(self, values, last(space), pulse).map_err(Halt::from)
    }

    fn sparse_space(&self, values: &[u16]) -> Option<SparseSpace> {
        SparseSpace::of(self, values)
    }

    fn may_follow(&self) -> bool {
        self.may_repeat() || self.moves().iter().all(|m| m.leaves != Leaves::Three)
    }

    fn follow(&self, values: &[u16], memory: u64) -> Option<Follow> {
        Follow::new(self, values, memory)
    }
}
