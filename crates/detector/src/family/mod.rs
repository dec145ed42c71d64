//! The families of laws, one file each. A family proposes; [`crate::evidence`] decides.

pub(crate) mod beatty;
pub(crate) mod classes;
pub(crate) mod curve;
pub(crate) mod digits;
pub(crate) mod eventual;
pub(crate) mod folded;
pub(crate) mod grid;
pub(crate) mod holonomic;
pub(crate) mod interleaved;
pub(crate) mod lattice;
pub(crate) mod lists;
pub(crate) mod marks;
pub(crate) mod matching;
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
pub(crate) mod rows;
pub(crate) mod slices;
pub(crate) mod sparse;
pub(crate) mod sturmian;
pub(crate) mod sums;
pub(crate) mod surface;
pub(crate) mod terms;
pub(crate) mod triangle;
pub(crate) mod wedges;
pub(crate) mod wide;

use crate::statement::shift;
use expr::words::listed;

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
