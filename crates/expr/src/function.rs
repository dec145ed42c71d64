//! The functions of the language (docs/rule-language.md, "Expressions"): one table in which the
//! evaluator, the checker of rules, the emitters, the machine of the engine and the searches for laws
//! look them up.
//!
//! To add a function, write its row in `function/table.rs`: the name, what computes its value exactly,
//! and an interval that holds all values it has while its arguments lie in others. Behind these stand,
//! where they are not the usual ones, what it gives (`condition`), whether it is exact inside of
//! `floor(...)` (`exact`), whether values grow like powers (`growing`), what it tells of digits
//! (`digits`), and how it is written in LaTeX (`latex`) and in code (`code`). A function that is called
//! by a helper of its name needs that helper in each file of `emit/helpers`. Then describe it in
//! docs/rule-language.md: tests hold the table against the evaluator, the emitted code and the document.
//!
//! Laws are proved with a function only if `meaning::reading` has a formula for it, and a move is fast
//! with it only if `engine::term` has an operation on lanes: for functions of digits both follow from
//! `digits`.

mod table;

use std::fmt;

use arith::numeration::{Numeration, Regular};
use arith::recurrences::{Holonomic, Lattice};
use arith::{graph, sequences};

use crate::kind::Kind;

pub use table::FUNCTIONS;

/// A function: what it takes, what it gives, and how it is written elsewhere.
#[derive(Clone, Copy)]
pub struct Function {
    /// The name in the language.
    pub name: &'static str,
    /// What stands in its brackets.
    pub takes: Takes,
    /// What it gives.
    pub gives: Kind,
    /// Whether an argument inside `floor(...)` is an exact number like the whole.
    pub passes_exact: bool,
    /// Whether values may leave 64 bits at an argument twice as great.
    pub(crate) grows_fast: bool,
    /// What it tells of the digits of its first argument: of the binary ones, or of those to the base
    /// that is its second argument.
    pub digits: Option<Digits>,
    pub(crate) meaning: Meaning,
    values: fn(&[Interval]) -> Interval,
    pub(crate) latex: Latex,
    pub(crate) code: CodeForm,
}

/// Least and greatest value, both attained or not.
pub type Interval = (i128, i128);

/// What a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// This many numbers.
    Numbers(usize),
    /// Numbers, at least one, or one list or set.
    Many,
    /// One number in exact arithmetic.
    Exact,
    /// As many numbers as a position has coordinates.
    Position,
    /// One list or set.
    Collection,
    /// One list.
    List,
    /// Lists and numbers, at least one.
    Parts,
    /// This many numbers, then two lists.
    ThenLists(usize),
}

impl Takes {
    /// How many arguments it takes, where these are too many or too few.
    #[must_use]
    pub fn misses(self, found: usize) -> Option<usize> {
        let wanted = match self {
            Self::Numbers(count) => count,
            Self::ThenLists(count) => count + 2,
            Self::Exact | Self::Collection | Self::List => 1,
            Self::Many | Self::Parts => found.max(1),
            Self::Position => found,
        };
        (wanted != found).then_some(wanted)
    }

    /// What argument number `place`, from 0, of so many may be: first what is asked for where it is
    /// something else.
    #[must_use]
    pub fn kinds(self, place: usize, count: usize) -> &'static [Kind] {
        match self {
            Self::Many if count == 1 => &[Kind::Number, Kind::List, Kind::Set],
            Self::Collection => &[Kind::List, Kind::Set],
            Self::Parts => &[Kind::List, Kind::Number],
            Self::ThenLists(numbers) if place >= numbers => &[Kind::List],
            Self::List => &[Kind::List],
            _ => &[Kind::Number],
        }
    }
}

/// What a function tells of the digits of a number that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// How many there are.
    Length,
    /// Their sum.
    Sum,
    /// How many zeros stand at the end; of 0 it has no value.
    Zeros,
    /// The number whose only digit other than 0 is the last one of these.
    Lowest,
}

/// How values come about.
#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    One(fn(i128) -> Computed),
    Two(fn(i128, i128) -> Computed),
    Three(fn(i128, i128, i128) -> Computed),
    Many(Reduction),
    Lists(Lists),
    /// Exact arithmetic inside, rounded down.
    Floor,
    /// A root, inside of `floor(...)` only.
    Root,
    /// Whether a coin shows heads.
    Head,
    /// Number of elements.
    Size,
    /// Least number >= 0 that is no element.
    Mex,
    Listing(Listing),
}

/// A function whose value is a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// Parts of a number in Zeckendorf's representation.
    Zeckendorf,
    /// The same for the terms of a recurrence.
    GreedyParts,
    /// The elements of a set in ascending order.
    Elements,
    /// Lists and numbers end to end.
    Concat,
    /// A list backwards.
    Reverse,
}

/// The value of a function of numbers.
pub(crate) type Computed = Result<i128, Fault>;

/// Why a function of numbers has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Overflow,
    /// It has no value, and why.
    Undefined(&'static str),
    /// It may have a value, which is not computed, and why.
    Unavailable(&'static str),
}

/// How a function is written in C++, Python and Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeForm {
    /// It is not.
    Refused,
    /// As a call of the helper of its name.
    Helper,
    /// As a call under the names it has in C++, Python and Rust.
    Named([&'static str; 3]),
    /// As this text, with the arguments for `$0` and `$1`.
    Text(&'static str),
    /// Its arguments joined by a sign.
    Joined(&'static str),
    /// As the least or greatest of two, and of that and the next.
    TwoByTwo,
    /// By its lists.
    Lists(Lists),
}

/// How a function is written in LaTeX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Latex {
    /// By its name, upright.
    Name,
    /// As this text, with the arguments for `$`.
    Text(&'static str),
    /// Its arguments joined by a sign, in brackets.
    Joined(&'static str),
}

/// A function of any number of arguments, or of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Min,
    Max,
    Sum,
    Xor,
}

/// A function of numbers and, behind them, two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// `regular(n, base, first, matrices, roots)`: a function linear in the digits of n.
    Regular,
    /// `zeckendorf_regular(n, first, matrices, roots)`: the same in Zeckendorf's representation, or
    /// another greedy one.
    Greedy(Numeration),
    /// `recurrence(k, weights, terms)`: a term of a linear recurrence.
    Recurrence,
    /// `holonomic(k, m, r, weights, terms)`: a term of a recurrence with polynomial coefficients.
    Holonomic,
    /// `lattice(i, j, m, steps, first)`: a value of a recurrence in two numbers.
    Lattice,
    /// `connected(a, b, numbers, ends)`: whether edges of these numbers connect two vertices.
    Connected,
}

/// Furthest term of a recurrence that is computed.
const MAX_TERMS: usize = 1_000_000;

/// The function of that name.
#[must_use]
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Names of all functions, in alphabetical order.
pub fn names<'a>() -> impl Iterator<Item = &'a str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// The function that tells this of the digits of its first argument, and takes that many.
#[must_use]
pub fn of_digits(digits: Digits, arguments: usize) -> Option<&'static Function> {
    let takes = Takes::Numbers(arguments);
    FUNCTIONS.iter().find(|f| f.digits == Some(digits) && f.takes == takes)
}

/// The function of numbers linear in the digits of this numeration.
#[must_use]
pub fn linear_in_digits(numeration: Numeration) -> Option<&'static Function> {
    let wanted = match numeration {
        Numeration::Base(_) => Lists::Regular,
        greedy => Lists::Greedy(greedy),
    };
    FUNCTIONS.iter().find(|f| matches!(f.meaning, Meaning::Lists(lists) if lists == wanted))
}

impl Function {
    /// Whether it is a condition.
    #[must_use]
    pub fn is_condition(&self) -> bool {
        self.gives == Kind::Condition
    }

    /// Whether it tells something of the digits of a number and takes that many arguments: one for binary
    /// digits, two for those to any base.
    #[must_use]
    pub fn reads_digits(&self, arguments: usize) -> bool {
        self.digits.is_some() && self.takes == Takes::Numbers(arguments)
    }

    /// Whether it is a root, which is known inside `floor(...)` only.
    pub(crate) fn is_root(&self) -> bool {
        matches!(self.meaning, Meaning::Root)
    }

    /// The value at these numbers, for a function of numbers alone; `None` where there is none, or
    /// none within 128 bits.
    #[must_use]
    #[inline]
    pub fn value(&self, arguments: &[i128]) -> Option<i128> {
        match (self.meaning, arguments) {
            (Meaning::One(f), &[x]) => f(x).ok(),
            (Meaning::Two(f), &[x, y]) => f(x, y).ok(),
            (Meaning::Three(f), &[x, y, z]) => f(x, y, z).ok(),
            (Meaning::Many(reduction), &[first, ref rest @ ..]) => {
                rest.iter().try_fold(first, |so_far, &next| reduction.combine(so_far, next))
            }
            _ => None,
        }
    }

    /// An interval with all values it has while its arguments are in these.
    #[must_use]
    pub fn values(&self, arguments: &[Interval]) -> Interval {
        let fits = match self.takes {
            Takes::Numbers(count) => count == arguments.len(),
            _ => !arguments.is_empty(),
        };
        if fits { (self.values)(arguments) } else { (i128::MIN, i128::MAX) }
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Reduction {
    /// The combination of two values; `None` when it does not fit.
    #[inline]
    pub(crate) fn combine(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Self::Min => Some(a.min(b)),
            Self::Max => Some(a.max(b)),
            Self::Sum => a.checked_add(b),
            Self::Xor => Some(a ^ b),
        }
    }
}

impl Lists {
    /// What computes it in emitted code, where that takes what the function takes.
    pub(crate) fn helper(self) -> &'static str {
        match self {
            Self::Holonomic => "holonomic",
            Self::Lattice => "lattice",
            _ => "recurrence",
        }
    }

    /// The value for these numbers and lists.
    pub(crate) fn value(self, numbers: &[i128], first: &[i128], second: &[i128]) -> Computed {
        match (self, numbers) {
            (Self::Regular, &[n, base, least]) => {
                regular(Numeration::Base(base), n, least, first, second)
            }
            (Self::Greedy(numeration), &[n, least]) => regular(numeration, n, least, first, second),
            (Self::Recurrence, &[k]) => {
                let given = i128::try_from(second.len()).unwrap_or(i128::MAX);
                if first.len() > second.len() && k >= given {
                    return Err(NO_TERM);
                }
                sequences::recurrent(first, second, place(k)?).ok_or(Fault::Overflow)
            }
            (Self::Holonomic, &[k, modulus, order]) => {
                let found = Holonomic::from_lists(modulus, order, first, second).ok_or(NO_TERM)?;
                let k = place(k)?;
                found.terms(k + 1).get(k).copied().ok_or(UNREACHED)
            }
            (Self::Lattice, &[i, j, modulus]) => {
                let lattice = Lattice::from_lists(modulus, first, second).ok_or(NO_TERM)?;
                if i < 0 || j < 0 {
                    return Ok(0);
                }
                let place = i64::try_from(i).ok().zip(i64::try_from(j).ok());
                place.and_then(|(i, j)| lattice.value(i, j)).ok_or(UNREACHED)
            }
            (Self::Connected, &[a, b]) => {
                graph::connected(a, b, first, second).map(i128::from).ok_or(NO_TERM)
            }
            _ => Err(NO_TERM),
        }
    }
}

const NO_TERM: Fault = Fault::Undefined("no such term or edge, or lists that do not fit together");

/// A recurrence may end for want of a quotient or for want of bits.
const UNREACHED: Fault = Fault::Unavailable("there is no such term, or it is out of reach");

/// The place of a term, if it is not too far to compute.
fn place(k: i128) -> Result<usize, Fault> {
    match usize::try_from(k) {
        Ok(k) if k <= MAX_TERMS => Ok(k),
        _ if k < 0 => Err(NO_TERM),
        _ => Err(Fault::Unavailable("terms are computed up to 10 ** 6")),
    }
}

fn regular(
    numeration: Numeration,
    n: i128,
    least: i128,
    matrices: &[i128],
    roots: &[i128],
) -> Computed {
    let found = Regular::from_lists(numeration, least, matrices, roots).ok_or(NO_TERM)?;
    if n < least {
        return Err(NO_TERM);
    }
    found.value(n).ok_or(Fault::Overflow)
}
