//! What a rule means: an interpreter of its syntax tree lists the options of a position.
//!
//! Slow and obvious. Tables, kernels, searches and proofs are compared with it, so it shares no code
//! with what makes them: it reads the rule as written, one position at a time, and knows no clauses.
//!
//! ```
//! use definition::{Coordinate, Definition, Position};
//!
//! let (rule, _) = rule::parse("game g\nheap n\nmove n -> i | n - i for i in 1..n - 1\n");
//! let instance = rule::bind(&rule.expect("a rule"), &[])?;
//! let definition = Definition::new(&instance, &rule::NoRules).expect("it makes sense");
//! let heap = |n| Position { game: 0, at: vec![Coordinate::Number(n)] };
//! let options = definition.options(&[heap(3)], None, 100).expect("they are few");
//! let after: Vec<_> = options.into_iter().map(|m| m.after).collect();
//! assert_eq!(after, [[heap(1), heap(2)], [heap(1), heap(2)]]);
//! # Ok::<(), rule::BindError>(())
//! ```

mod game;
mod judge;
mod listing;
mod moves;
mod reading;
mod sum;
mod value;

use expr::diagnostic::Diagnostic;
use expr::eval::EvalError;
use expr::words::{joined, listed, tuple};
use game::{Game, Games};
use message::{Message, Tell};
use rule::{Instance, Library};
use std::collections::BTreeSet;
use std::fmt;

pub use judge::{Extent, Judge};
pub use sum::{Move, Played, Step};
pub use value::Values;

/// The definition of a rule and of the games it leads to.
#[derive(Debug)]
pub struct Definition {
    games: Vec<Game>,
}

/// A position of one game, as it stands in a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Number of its game: 0 for the rule's own (see [`Definition::games`]).
    pub game: usize,
    /// Its coordinates as the rule of its game states them.
    pub at: Vec<Coordinate>,
}

/// A coordinate of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coordinate {
    /// One number.
    Number(i64),
    /// A row, or the heaps.
    Row(Vec<i64>),
    /// A set.
    Set(BTreeSet<i64>),
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Row(numbers) => write!(f, "[{}]", listed(numbers)),
            Self::Set(numbers) => write!(f, "{{{}}}", listed(numbers)),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The rule, or an expression somewhere, says nothing; in words.
    Undefined(Message),
    /// There are more options, or positions, than are looked at; in words.
    TooLarge(Message),
    /// More positions than this would have to be remembered.
    Budget(usize),
    /// Play can return to this position, in words.
    Cycle(String),
    /// The user asked to stop.
    Interrupted,
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Self {
        match error.is_limit() {
            true if patience::is_over() => Self::Interrupted,
            true => Self::TooLarge(error.message()),
            false => Self::Undefined(error.message()),
        }
    }
}

impl From<Vec<Diagnostic>> for Stop {
    fn from(mistakes: Vec<Diagnostic>) -> Self {
        Self::Undefined(mistakes.first().map(Tell::message).unwrap_or_default())
    }
}

/// What is asked of a definition, or why there is no answer.
pub type Result<T> = std::result::Result<T, Stop>;

impl Definition {
    /// The definition of a bound rule; `library` has the games it leads to.
    ///
    /// # Errors
    /// The rule says nothing where it must.
    pub fn new(instance: &Instance, library: &dyn Library) -> Result<Self> {
        let mut known = Games::new(instance, library)?;
        let mut games = Vec::new();
        while let Some(space) = known.spaces.get(games.len()).cloned() {
            games.push(Game::new(space, &mut known)?);
        }
        Ok(Self { games })
    }

    /// The games whose positions components may be: the rule's own, then those it leads to.
    pub fn games(&self) -> impl Iterator<Item = &Instance> {
        self.games.iter().map(|game| &game.space.instance)
    }

    /// How many numbers make up a position of the rule's own game.
    #[must_use]
    pub fn width(&self) -> usize {
        self.games[0].space.width()
    }

    /// A position of a game from its numbers: the entries of a row one after another, a set as the
    /// number whose binary digit e - lo says whether e belongs to it.
    ///
    /// # Panics
    /// There is no game of that number.
    #[must_use]
    pub fn position(&self, game: usize, numbers: &[i64]) -> Position {
        Position { game, at: self.games[game].space.read(numbers) }
    }

    /// The starting position of these sizes.
    ///
    /// # Errors
    /// There is none.
    pub fn start(&self, sizes: &[i64]) -> Result<Vec<Position>> {
        self.games[0].start(sizes)
    }

    /// The sum in words.
    fn words(&self, sum: &[Position]) -> String {
        let written = |p: &Position| match p.game {
            0 => tuple(&p.at),
            other => format!("{} at {}", self.games[other].space.instance.rule.name, tuple(&p.at)),
        };
        match sum {
            [] => "nothing".to_owned(),
            [Position { game: 0, at }] => self.games[0].space.words(at),
            all => joined(all.iter().map(written), " | "),
        }
    }
}
