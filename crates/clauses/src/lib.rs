//! Rules with their parameters fixed, as clauses: rows, sets, vectors and turns are spelled out, so
//! that every move is "for these quantifiers, if these guards hold, to this sum of points" and every
//! expression is one over integers, the *flat coordinates*: an entry of a row is a coordinate of
//! its own, a set is the integer whose binary digit e - lo says whether e belongs to it.
//!
//! ```
//! let (rule, _) = rule::parse("game g\nstate heaps h[2]\nmove one of h[i]: h[i] - t for t in 1..h[i]\n");
//! let instance = rule::bind(&rule.expect("a rule"), &[]).expect("no parameters");
//! let game = clauses::lower(&instance, &rule::NoRules).expect("no mistakes");
//! assert_eq!(game.dimensions.len(), 2);
//! let targets = game.clauses.iter().map(|clause| match &clause.parts[..] {
//!     [clauses::OptionPart::Point(at)] => expr::words::listed(at),
//!     _ => "another sum".to_owned(),
//! });
//! assert_eq!(targets.collect::<Vec<_>>(), ["h1 - t, h2", "h1, h2 - t"]);
//! ```

pub mod exact;
pub mod guard;
pub mod term;

mod blind;
mod build;
mod clause;
mod flatten;
mod folds;
mod games;
mod lists;
mod membership;
mod product;
mod scope;
mod sets;
mod state;
mod turn;
mod update;
mod vector;

use crate::term::Term;
use arith::sets::NumberSet;
use expr::ast::{Expr, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::substitute::Bindings;
use expr::words::{listed, tuple};
use hashbrown::HashMap;
use message::Message;
use rule::Instance;
use rule::ast::{Definition, End, Move, MoveForm, Play, Player, Scope as EndScope};
use scope::Scope;
use std::convert::Infallible;
use std::fmt;

pub use clause::conjuncts;
pub use games::lower;

/// A flat coordinate of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// As the rule names it; an entry of a row by its number, `h1`.
    pub name: String,
    /// Least value.
    pub lo: i64,
    /// Greatest value, when the rule fixes it.
    pub hi: Option<i64>,
}

/// A position in words: `n = 3`, `(a, b) = (1, 2)`.
pub fn point(dimensions: &[Dimension], values: &[i64]) -> String {
    format!("{} = {}", tuple(dimensions.iter().map(|d| &d.name)), tuple(values))
}

/// How flat coordinates make up one coordinate of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinateKind {
    /// The coordinate itself.
    Number,
    /// That many entries, counted from 1.
    Row(usize),
    /// A set of numbers from `lo` to `hi` (none when `hi < lo`), in one flat coordinate from 0 to
    /// 2^(hi - lo + 1) - 1.
    Subset {
        /// Least number that may belong to it.
        lo: i64,
        /// Greatest one.
        hi: i64,
    },
}

impl CoordinateKind {
    /// Number of flat coordinates.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "none is empty")]
    pub fn len(self) -> usize {
        match self {
            Self::Number | Self::Subset { .. } => 1,
            Self::Row(entries) => entries,
        }
    }

    /// What these flat coordinates make up.
    ///
    /// # Panics
    /// There are none.
    #[must_use]
    pub fn read(self, flat: &[i64]) -> Coordinate {
        match self {
            Self::Number => Coordinate::Number(flat[0]),
            Self::Row(_) => Coordinate::Row(flat.to_vec()),
            Self::Subset { lo, .. } => {
                let members = (0..63).filter(|i| flat[0] >> i & 1 == 1).map(|i| lo + i);
                Coordinate::Set(members.collect())
            }
        }
    }
}

/// A coordinate of a position, as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// One number.
    Number(i64),
    /// A row: `[3, 1]`.
    Row(Vec<i64>),
    /// A set, ascending: `{1, 3}`.
    Set(Vec<i64>),
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

/// How components make up a whole position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// Components stand side by side.
    Multiset,
    /// Coins: two heads in one place cancel.
    Symmetric,
}

/// The values a quantifier runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain<E = Expr> {
    /// All values from the first to the second.
    Range(E, E),
    /// A set, up to a limit that a guard gives (infinite sets always have one).
    Set(NumberSet, Option<E>),
}

impl<E> Domain<E> {
    /// The same values with their ends said in another way.
    pub fn try_map<F, Error>(
        &self,
        of: impl Fn(&E) -> Result<F, Error>,
    ) -> Result<Domain<F>, Error> {
        Ok(match self {
            Self::Range(lo, hi) => Domain::Range(of(lo)?, of(hi)?),
            Self::Set(set, limit) => Domain::Set(set.clone(), limit.as_ref().map(of).transpose()?),
        })
    }
}

impl Domain {
    /// With these expressions in place of names.
    pub fn bound(&self, bindings: &Bindings) -> Self {
        let Ok(bound) = self.try_map(|e| Ok::<_, Infallible>(bindings.expr(e)));
        bound
    }
}

/// One component of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionPart<E = Expr> {
    /// One position of the rule's own game, by its flat coordinates.
    Point(Vec<E>),
    /// Every coin of a box, given by its ranges; none where a range runs backwards.
    Block(Vec<(E, E)>),
    /// A position of another game: its number in [`Lowered::foreign`] and its flat coordinates.
    Foreign {
        /// Its number.
        game: usize,
        /// Its position.
        at: Vec<E>,
    },
    /// A position of the rule's own game, of one number, for every entry of a list or element of a set,
    /// as it is written.
    Each(Expr),
}

impl<E> OptionPart<E> {
    /// The same positions with their coordinates said in another way.
    pub fn try_map<F, Error>(
        &self,
        of: impl Fn(&E) -> Result<F, Error>,
    ) -> Result<OptionPart<F>, Error> {
        Ok(match self {
            Self::Point(at) => OptionPart::Point(at.iter().map(of).collect::<Result<_, _>>()?),
            Self::Block(ranges) => {
                let ranges = ranges.iter().map(|(lo, hi)| Ok((of(lo)?, of(hi)?)));
                OptionPart::Block(ranges.collect::<Result<_, _>>()?)
            }
            Self::Foreign { game, at } => {
                let at = at.iter().map(of).collect::<Result<_, _>>()?;
                OptionPart::Foreign { game: *game, at }
            }
            Self::Each(list) => OptionPart::Each(list.clone()),
        })
    }

    /// The same positions with their coordinates in another order.
    pub fn with_axes(self, axes: &[usize]) -> Self
    where
        E: Clone,
    {
        match self {
            Self::Point(at) => Self::Point(axes.iter().map(|&axis| at[axis].clone()).collect()),
            Self::Block(ends) => Self::Block(axes.iter().map(|&axis| ends[axis].clone()).collect()),
            other => other,
        }
    }

    /// The game of a single position, 0 for the rule's own, and its coordinates.
    pub fn position(&self) -> Option<(usize, &[E])> {
        match self {
            Self::Point(at) => Some((0, at)),
            Self::Foreign { game, at } => Some((1 + game, at)),
            Self::Block(_) | Self::Each(_) => None,
        }
    }
}

impl OptionPart {
    /// With these expressions in place of names.
    pub fn bound(&self, bindings: &Bindings) -> Self {
        if let Self::Each(list) = self {
            return Self::Each(bindings.expr(list));
        }
        let Ok(bound) = self.try_map(|e| Ok::<_, Infallible>(bindings.expr(e)));
        bound
    }
}

/// A move with everything spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The rule's label, or the move's number.
    pub label: String,
    /// Who may make it.
    pub player: Player,
    /// The rule's quantifiers. One that was unrolled has the single value of this clause.
    pub binders: Vec<(String, Domain)>,
    /// The last ones, of this number, say on which heaps the stones of `spread` lie.
    pub spread: usize,
    /// All must hold.
    pub guards: Vec<Expr>,
    /// What the position becomes: the sum of these.
    pub parts: Vec<OptionPart>,
    /// Whether it may be made only where no other move can.
    pub when_stuck: bool,
    /// Where the move stands in the text of the rule.
    pub span: Span,
}

/// Immediate ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending<E = Expr> {
    /// Whether it looks at the position alone, or at the components of a sum.
    pub scope: EndScope,
    /// Where play ends.
    pub condition: E,
    /// Whether the player to move has won there.
    pub wins: bool,
}

/// Starting positions by size.
#[derive(Clone, Debug)]
pub struct Starts {
    /// Names and least values of the sizes.
    pub sizes: Vec<(String, Expr)>,
    /// Single positions over the sizes.
    pub components: Vec<OptionPart>,
}

/// A rule with its parameters fixed, in the form that tables and proofs are made from.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The game.
    pub instance: Instance,
    /// Flat coordinates; none for a rule that consists of starting positions of other games.
    pub dimensions: Vec<Dimension>,
    /// The rule's coordinates, in order: name and how many dimensions they take.
    pub shape: Vec<(String, CoordinateKind)>,
    /// Whether the order of the coordinates does not matter.
    pub symmetric: bool,
    /// Whether, by the way the moves are written, exchanging coordinates changes no value.
    pub alike: bool,
    /// What holds of the coordinates of every position, besides their bounds.
    pub condition: Option<Expr>,
    /// How components make up a position.
    pub sum: Sum,
    /// In how many components of a sum a player moves.
    pub play: Play,
    /// The moves.
    pub clauses: Vec<Clause>,
    /// Where play ends before a player is stuck.
    pub endings: Vec<Ending>,
    /// Whether a player without a move wins.
    pub stuck_wins: bool,
    /// Whether some move of the rule is Left's or Right's only, even one that no parameter allows.
    pub partizan: bool,
    /// Starting positions, where the rule gives them.
    pub start: Option<Starts>,
    /// What the rule defines, parameters put in.
    pub definitions: Vec<Definition>,
    /// Numbers of the parameters, words and sets, for further expressions (bounds).
    pub bindings: Bindings,
    /// Every other game that positions of this one can lead to, directly or not. All of them,
    /// and their own clauses, count games by this one list; only the game at hand has it.
    pub foreign: Vec<Lowered>,
}

impl Lowered {
    /// Whether positions lead to others that no table of single positions holds, or that it
    /// values otherwise: of other games, or sums that are played in a way of their own.
    pub fn is_whole(&self) -> bool {
        let foreign = |p: &OptionPart| matches!(p, OptionPart::Foreign { .. });
        let single = |parts: &[OptionPart]| matches!(parts, [OptionPart::Point(_)]);
        let own_way =
            self.play == Play::Every || self.endings.iter().any(|e| e.scope != EndScope::Alone);
        self.dimensions.is_empty()
            || self.clauses.iter().any(|c| c.parts.iter().any(foreign))
            || (own_way && !self.clauses.iter().all(|c| single(&c.parts)))
    }
}

/// A mistake that shows only once parameters are known.
pub fn mistake(
    code: &'static str,
    span: Span,
    message: impl Into<String>,
    label: impl Into<Message>,
    help: impl Into<Message>,
) -> Diagnostic {
    Diagnostic { code, message: message.into(), span, label: label.into(), help: help.into() }
}

/// The value of a constant expression.
pub fn constant(e: &Expr, bindings: &Bindings) -> Result<i64> {
    match Term::from_expr(&bindings.expr(e), &HashMap::new()) {
        Some(Term::Const(value)) => Ok(value),
        Some(term) => term.value(&[]).map_err(|_| not_constant(e)),
        None => crate::exact::constant(&bindings.expr(e)).ok_or_else(|| not_constant(e)),
    }
}

fn not_constant(e: &Expr) -> Diagnostic {
    mistake(
        "G001",
        e.span,
        format!("`{e}` has no value here"),
        "must be a number",
        "use numbers and parameters only",
    )
}

/// The clauses of a move.
fn lower_move(movement: &Move, number: usize, scope: &Scope<'_>) -> Result<Vec<Clause>> {
    let label = movement.label.clone().unwrap_or_else(|| number.to_string());
    match &movement.form {
        MoveForm::Sum(_) | MoveForm::Update(_) => update::lower(movement, &label, scope),
        MoveForm::Vector { .. } => vector::lower(movement, &label, scope),
        MoveForm::Turn { .. } => turn::lower(movement, &label, scope),
    }
}

/// The immediate ends of a rule.
fn endings(ends: &[End], scope: &Scope<'_>) -> Vec<Ending> {
    let of =
        |s: &EndScope, c: &Expr, wins| Some(Ending { scope: *s, condition: scope.expr(c), wins });
    let all = ends.iter().filter_map(|end| match end {
        End::Win(s, c) => of(s, c, true),
        End::Lose(s, c) => of(s, c, false),
        End::StuckWins | End::StuckLoses => None,
    });
    all.collect()
}
