//! The adorned stops of a partizan game: all that comparing it with numbers can tell.
//!
//! For a game G let U(G) be the set of numbers x with G <= x, and V(G) the set of numbers x with
//! G < x or G confused with x (Right, moving first, wins G - x). Both are closed upwards, so each
//! is a ray of numbers and its lower end a [`Cut`]: U(G) begins at the Left stop of G, V(G) at the
//! Right stop.
//!
//! - G is a number exactly when some number x has every Left option below or confused with it and
//!   every Right option above or confused with it, that is x in V(G^L) for all G^L and in U(G^R)
//!   for no G^R. Then G is the simplest such x (simplicity theorem; J. H. Conway, *On Numbers and
//!   Games*, theorem 11; A. N. Siegel, *Combinatorial Game Theory*, chapter II).
//! - If G is no number, whoever moves in G - x does so in G (number avoidance theorem; Conway,
//!   theorem 90), so that U(G) is the intersection of the V(G^L) and V(G) the union of the U(G^R).
//!
//! With a the greatest V(G^L) and b the least U(G^R) as cuts, G is therefore a number exactly when
//! a < b, and else U(G) = a, V(G) = b. No canonical form is ever built.

use arith::{Dyadic, Overflow};
use hashbrown::HashMap;
use rule::ast::Player;
use std::fmt;
use std::ops::Bound;

/// The lower end of a ray of numbers: `[at, oo)`, or `(at, oo)` when it lies just above `at`.
/// Cuts are ordered by where they lie: the greater the cut, the smaller the ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cut {
    at: Dyadic,
    above: bool,
}

impl Cut {
    /// The cut below which exactly the numbers less than 0 lie.
    const ZERO: Self = Self { at: Dyadic::ZERO, above: false };

    fn translated(self, by: Dyadic) -> Result<Self, Overflow> {
        Ok(Self { at: self.at.checked_add(by)?, ..self })
    }
}

/// The two stops of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stops {
    /// Lower end of the numbers x with G <= x.
    left: Cut,
    /// Lower end of the numbers x with G < x or G confused with x.
    right: Cut,
}

/// What is known of a position: who wins, and the number that it is.
pub(crate) type OutcomeAndNumber = (Outcome, Option<Dyadic>);

/// Bytes a cell of a box takes at its peak: what is known of it, its stops, and its entry in a column.
pub(crate) const BYTES_A_CELL: usize = size_of::<Option<OutcomeAndNumber>>() + 8;

/// Who wins a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// Whoever starts wins.
    N,
    /// Whoever starts loses.
    P,
}

impl Outcome {
    /// Every outcome; its place is the code used in tables.
    pub const ALL: [Self; 4] = [Self::L, Self::R, Self::N, Self::P];

    /// The outcome from who wins when Left starts and when Right starts.
    #[must_use]
    pub fn new(left_wins_first: bool, right_wins_first: bool) -> Self {
        match (left_wins_first, right_wins_first) {
            (true, false) => Self::L,
            (false, true) => Self::R,
            (true, true) => Self::N,
            (false, false) => Self::P,
        }
    }

    /// Whether that player wins when starting.
    pub(crate) fn wins_first(self, player: Player) -> bool {
        match player {
            Player::Right => self.right_wins_first(),
            Player::Left | Player::Either => self.left_wins_first(),
        }
    }

    /// Whether Left wins when Left starts.
    #[must_use]
    pub fn left_wins_first(self) -> bool {
        matches!(self, Self::L | Self::N)
    }

    /// Whether Right wins when Right starts.
    #[must_use]
    pub fn right_wins_first(self) -> bool {
        matches!(self, Self::R | Self::N)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl From<Dyadic> for Stops {
    fn from(x: Dyadic) -> Self {
        Self { left: Cut { at: x, above: false }, right: Cut { at: x, above: true } }
    }
}

impl Stops {
    /// The value, where the game is a number.
    pub(crate) fn number(&self) -> Option<Dyadic> {
        (self.left < self.right).then_some(self.left.at)
    }

    /// Who wins.
    pub(crate) fn outcome(&self) -> Outcome {
        // Left, moving first, loses exactly when G <= 0; Right wins when G < 0 or G confused with 0.
        Outcome::new(self.left > Cut::ZERO, self.right <= Cut::ZERO)
    }

    /// The numbers that the game lies between.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            low: self.right.at,
            is_low: self.right.above,
            high: self.left.at,
            is_high: !self.left.above,
        }
    }

    /// The stops of the sum with a number.
    pub(crate) fn translated(self, by: Dyadic) -> Result<Self, Overflow> {
        Ok(Self { left: self.left.translated(by)?, right: self.right.translated(by)? })
    }
}

/// Numbers that a game lies between: it is not below any number below `low`, and not above any above
/// `high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    low: Dyadic,
    /// Whether it is not below `low` itself.
    is_low: bool,
    high: Dyadic,
    is_high: bool,
}

impl Bounds {
    /// The bounds of a game that is at least one number and at most another.
    pub(crate) fn new(low: Dyadic, high: Dyadic) -> Self {
        Self { low, is_low: true, high, is_high: true }
    }

    /// The bounds of the sum of two games.
    pub(crate) fn checked_add(self, other: Self) -> Result<Self, Overflow> {
        Ok(Self {
            low: self.low.checked_add(other.low)?,
            is_low: self.is_low && other.is_low,
            high: self.high.checked_add(other.high)?,
            is_high: self.is_high && other.is_high,
        })
    }

    /// Whether the player who moves first wins, where the bounds tell.
    pub(crate) fn wins(&self, player: Player) -> Option<bool> {
        let (above, below) = (self.low > Dyadic::ZERO, self.high < Dyadic::ZERO);
        match player {
            _ if above => Some(player != Player::Right),
            _ if below => Some(player == Player::Right),
            // What is at least 0 is lost for Right who moves first.
            Player::Right if self.low == Dyadic::ZERO && self.is_low => Some(false),
            Player::Left if self.high == Dyadic::ZERO && self.is_high => Some(false),
            _ => None,
        }
    }
}

impl From<Dyadic> for Bounds {
    fn from(x: Dyadic) -> Self {
        Self::new(x, x)
    }
}

/// Takes the options of a game one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gather {
    /// Greatest Right stop of a Left option.
    below: Option<Cut>,
    /// Least Left stop of a Right option.
    above: Option<Cut>,
}

impl Gather {
    /// Takes a Left option.
    pub(crate) fn left(&mut self, option: &Stops) {
        self.below = self.below.max(Some(option.right));
    }

    /// Takes a Right option.
    pub(crate) fn right(&mut self, option: &Stops) {
        self.above = Some(self.above.map_or(option.left, |cut| cut.min(option.left)));
    }

    /// The stops of the game with these options.
    ///
    /// # Errors
    /// A number that does not fit.
    pub(crate) fn finish(&self) -> Result<Stops, Overflow> {
        if let (Some(below), Some(above)) = (self.below, self.above)
            && below >= above
        {
            return Ok(Stops { left: below, right: above });
        }
        // x in V(G^L): from the cut on. x not in U(G^R): before the cut.
        let lo = self.below.map_or(Bound::Unbounded, |cut| match cut.above {
            false => Bound::Included(cut.at),
            true => Bound::Excluded(cut.at),
        });
        let hi = self.above.map_or(Bound::Unbounded, |cut| match cut.above {
            false => Bound::Excluded(cut.at),
            true => Bound::Included(cut.at),
        });
        // Numbers are dense: between two different cuts there is one.
        Ok(Dyadic::simplest(lo, hi)?.ok_or(Overflow)?.into())
    }
}

/// The different stops met so far, of which there are few: positions name theirs by its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Met {
    stops: Vec<Stops>,
    places: HashMap<Stops, u32>,
}

impl Met {
    /// The place of these stops.
    pub(crate) fn place(&mut self, stops: Stops) -> u32 {
        // There are fewer stops than positions, and each position takes many bytes.
        let next = self.stops.len() as u32;
        let place = *self.places.entry(stops).or_insert(next);
        if place == next {
            self.stops.push(stops);
        }
        place
    }

    /// The stops at a place.
    pub(crate) fn at(&self, place: u32) -> Stops {
        self.stops[place as usize]
    }
}
