//! The families of laws, one file each. A family proposes; [`crate::evidence`] decides.

pub(crate) mod beatty;
pub(crate) mod classes;
pub(crate) mod curve;
pub(crate) mod digits;
pub(crate) mod divided;
pub(crate) mod eventual;
pub(crate) mod folded;
pub(crate) mod fraenkel;
pub(crate) mod grid;
pub(crate) mod holonomic;
pub(crate) mod interleaved;
pub(crate) mod lattice;
pub(crate) mod letters;
pub(crate) mod lists;
pub(crate) mod marks;
pub(crate) mod matching;
pub(crate) mod named;
pub(crate) mod nth;
pub(crate) mod paired;
pub(crate) mod periodic;
pub(crate) mod places;
pub(crate) mod polynomial;
pub(crate) mod positions;
pub(crate) mod recurrence;
pub(crate) mod reduced;
pub(crate) mod refuted;
pub(crate) mod regions;
pub(crate) mod regular;
pub(crate) mod repeats;
pub(crate) mod rotated;
pub(crate) mod rows;
pub(crate) mod sets;
pub(crate) mod slices;
pub(crate) mod sparse;
pub(crate) mod sturmian;
pub(crate) mod sums;
pub(crate) mod surface;
pub(crate) mod terms;
pub(crate) mod triangle;
pub(crate) mod wedges;
pub(crate) mod wide;

use formula::Formula;

use crate::statement::{Judged, shift};
use crate::view::{Grid, Sequence, list};
use expr::words::listed;

/// What searches a sequence. A family that makes sequences of its own takes it from its caller.
pub(crate) type Search = fn(&Sequence<'_>) -> Vec<Judged>;

/// The shortest law found of these values over `first, first + 1, ...`; none of an empty list.
pub(crate) fn shortest(search: Search, name: &str, first: i64, values: Vec<i64>) -> Option<Judged> {
    let table = list(name, "n", first, values)?;
    search(&Sequence::of(&table)?).into_iter().min_by_key(Judged::size)
}

/// How parts of a grid are searched, and how far the grid may still be taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartSearch {
    /// Parts of parts that may still be formed.
    pub(crate) depth: u8,
    /// Whether other coordinates may be tried.
    pub(crate) may_fold: bool,
    /// What searches a part.
    pub(crate) laws: fn(&Grid<'_>, Self) -> Vec<Judged>,
    /// What searches lists taken from the grid.
    pub(crate) lists: Search,
}

impl PartSearch {
    /// For a part of it.
    pub(crate) fn less(self) -> Self {
        Self { depth: self.depth.saturating_sub(1), ..self }
    }

    /// For the grid in other coordinates.
    pub(crate) fn unfolded(self) -> Self {
        Self { may_fold: false, ..self.less() }
    }

    /// A formula that holds on all cells of a part, the first found.
    pub(crate) fn formula_of(self, part: &Grid<'_>) -> Option<Formula> {
        (self.laws)(part, self).into_iter().map(|j| j.formula).next()
    }
}

/// `sg(4q) = 4q - 1, sg(4q + 1) = 2, ...`: the class of `n = m q + r` has the value
/// `constants[r] + slopes[r] * q`.
fn classes_in_words(name: &str, constants: &[i64], slopes: &[i64]) -> String {
    let m = constants.len();
    let class = |(r, (&c, &s)): (i64, (&i64, &i64))| {
        let value = match s {
            0 => c.to_string(),
            1 => format!("q{}", shift(c)),
            s => format!("{s}q{}", shift(c)),
        };
        format!("{name}({m}q{}) = {value}", shift(r))
    };
    listed((0..).zip(constants.iter().zip(slopes)).map(class))
}
