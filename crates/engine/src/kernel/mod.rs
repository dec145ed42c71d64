//! Kernels: shapes of rules that have a much faster way than the machine's.
//!
//! A kernel recognises its shape, on a lowered rule or on compiled clauses; its table must equal
//! the machine's. To add one, write a [`Kernel`] and put its recogniser into [`RECOGNISERS`].

mod codes;
mod linear;
mod three_way;

use crate::game::Game;
use crate::machine::run::{Fold, Halt};
use crate::progress::Progress;
use crate::space::Space;
use kernels::period::Period;
use std::fmt::Debug;

/// A faster way to one column of a table.
pub(crate) trait Kernel: Debug {
    /// How, in words, for plans.
    fn words(&self) -> String;

    /// Options the machine could look at in the same time; `None` where that depends on what is
    /// found on the way.
    fn steps(&self, space: &Space) -> Option<f64>;

    /// Bytes per cell at the peak.
    fn bytes(&self) -> u64;

    /// Whether a period may be proved.
    fn may_repeat(&self) -> bool {
        false
    }

    /// Appends the values of the cells that follow the given ones in storage order. It ends with
    /// the last cell, or sooner with a proved period, whose copies the other values are
    /// ([`Period::fill`]). The values do not depend on how long the prefix was.
    ///
    /// # Errors
    /// Why it ended before; the values found are kept.
    fn extend(
        &self,
        space: &Space,
        values: &mut Vec<u16>,
        progress: &dyn Progress,
    ) -> Result<Option<Period>, Halt>;
}

/// Whether a kernel has a way to what the fold computes over a box that holds all options.
type Recogniser = fn(&Game, &Space, Fold) -> Option<Box<dyn Kernel>>;

/// The first that recognises the rule is taken.
const RECOGNISERS: [Recogniser; 2] = [codes::recognise, three_way::recognise];

impl Game {
    /// The kernel for what the fold computes over a box that holds all options.
    pub(crate) fn kernel(&self, space: &Space, fold: Fold) -> Option<Box<dyn Kernel>> {
        RECOGNISERS.iter().find_map(|recognise| recognise(self, space, fold))
    }
}

/// Why a kernel of the crate `kernels` ended.
fn halted(halt: kernels::Halt) -> Halt {
    match halt {
        kernels::Halt::Interrupted => Halt::Interrupted,
        kernels::Halt::Overflow => Halt::Overflow,
    }
}
