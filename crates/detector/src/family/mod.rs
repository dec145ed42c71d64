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

use expr::law::Kind;

use crate::formula::{Formula, Op};

/// The kind of a law that is a closed form in the coordinates.
pub(crate) fn coordinates_kind(formula: &Formula) -> Kind {
    match formula {
        Formula::Int(_) => Kind::Constant,
        Formula::Binary(Op::Xor, ..) => Kind::Xor,
        Formula::Compare(_, a, _) => match coordinates_kind(a) {
            Kind::Xor => Kind::Xor,
            Kind::Residue => Kind::Residue,
            _ => Kind::Coordinates,
        },
        Formula::Binary(Op::Rem, ..) => Kind::Residue,
        Formula::Binary(Op::Div, a, _) if coordinates_kind(a) == Kind::Residue => Kind::Residue,
        _ => Kind::Coordinates,
    }
}

/// `sg(4q) = 4q - 1, sg(4q + 1) = 2, ...`: the class of `n = m q + r` has the value
/// `constants[r] + slopes[r] * q`.
fn classes_in_words(name: &str, constants: &[i64], slopes: &[i64]) -> String {
    let m = constants.len();
    let signed = |c: i64| match c {
        0 => String::new(),
        c if c > 0 => format!(" + {c}"),
        c => format!(" - {}", c.unsigned_abs()),
    };
    let class = |(r, (&c, &s)): (usize, (&i64, &i64))| {
        let place = if r == 0 { format!("{m}q") } else { format!("{m}q + {r}") };
        let value = match s {
            0 => c.to_string(),
            1 => format!("q{}", signed(c)),
            s => format!("{s}q{}", signed(c)),
        };
        format!("{name}({place}) = {value}")
    };
    let all: Vec<String> = constants.iter().zip(slopes).enumerate().map(class).collect();
    all.join(", ")
}
