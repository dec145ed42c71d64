//! One position: who wins, its value, and every winning first move.

mod completion;
mod intervals;
mod loopy;
mod options;
mod reach;
mod values;

use crate::fill::Searched;
use crate::game::Game;
use crate::kernel::Filler;
use crate::progress::Means;
use crate::request::Limits;
use crate::search::expand::SearchLimits;
use crate::search::position::{Component, WholeMove, Wholes};
use crate::space::Space;
use crate::stop::Stop;
use clauses::CoordinateKind;
use expr::ast::Quantity;
use expr::words::listed;
use message::message;
use values::Singles;

pub use intervals::{HeapInterval, Intervals, IntoRange};
pub use loopy::LoopyAnswer;
pub use options::Searcher;
pub use reach::Reached;

/// What is known of a position (a sum of components).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Grundy value; `None` where it means nothing.
    pub sg: Option<i64>,
    /// Whether the player to move wins.
    pub win: bool,
    /// Whether the player to move wins misere play; `None` when it is too large to search.
    pub misere: Option<bool>,
    /// Length of play, winner hurrying; `None` when too large to search or meaningless.
    pub remoteness: Option<i64>,
    /// Every winning first move, counted as actions.
    pub winning: Vec<FirstMove>,
}

/// A first move: one step, or under `play every` one in each component that has a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// What is done in each component moved.
    pub steps: Vec<FirstStep>,
}

/// What a first move does in one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstStep {
    /// Label (or number) of the move.
    pub label: String,
    /// Quantifiers and their values.
    pub choices: Vec<(String, i64)>,
    /// The component moved in.
    pub component: Component,
    /// What it is replaced by.
    pub parts: Vec<Component>,
}

/// Whole positions searched for a further quantity of one answer, and options listed for it; for misere
/// play, positions and options, of parts too.
const SEARCHED: usize = 200_000;
const PARTS: usize = 1_000_000;
const LISTED: usize = 400_000;
/// Positions searched where there may be too many, in case there are not.
const TRIED: usize = 1 << 18;
/// A position with a greater coordinate (other than a set) has too many moves to be searched.
const MAX_COORDINATE: i64 = 20_000;
/// Options between two questions whether the work should stop.
const STRIDE: usize = 1 << 10;
/// Most options that are looked at for winning moves.
const OPTIONS: usize = 1 << 26;
/// Bytes that a winning move takes, with what is printed of it, roughly.
const WINNING: u64 = 1 << 10;
/// Fewer positions than this below one are searched or tabulated; a table of values that looks at more
/// options than that takes long.
const FEW: u128 = 1 << 24;
const LONG: f64 = 1e10;
/// No search ends among this many positions: 10^24.
const HOPELESS: u128 = 1_000_000_000_000_000_000_000_000;

impl Game {
    /// Answers for a sum of components (for coins: a set of heads).
    ///
    /// # Errors
    /// They are not a position, or its table or search does not fit the limits.
    pub fn ask(&self, components: &[Component], means: Means<'_>) -> Result<Answer, Stop> {
        let components = self.answerable(components)?;
        if let Some(answer) = self.by_outcomes(&components, means)? {
            return Ok(answer);
        }
        let mut answer = if self.rules.decomposes() {
            self.by_values(&components, 0, means)?
        } else {
            self.by_search(&components, means.limits.searched(), means)?
        };
        let searchable = !self.is_too_large(&components);
        if answer.misere.is_none() && searchable {
            let misere = self.further(&components, Quantity::Misere, means);
            answer.misere = misere.map(|v| v != 0);
        }
        // Where one search is too large, so is the other.
        if answer.remoteness.is_none() && answer.misere.is_some() && !self.lowered.stuck_wins {
            answer.remoteness = self.further(&components, Quantity::Remoteness, means);
        }
        Ok(answer)
    }

    /// Answers by a search of whole positions as they stand, whatever theory says of values and
    /// sums.
    ///
    /// # Errors
    /// As for [`Game::ask`]; a position that may have more positions below it than can be
    /// remembered is given up soon.
    pub fn ask_by_search(
        &self,
        components: &[Component],
        means: Means<'_>,
    ) -> Result<Answer, Stop> {
        let components = self.answerable(components)?;
        let estimate = self.positions_below(&components);
        let is_doubtful = estimate > means.limits.searched() as u128;
        let tried =
            if is_doubtful { TRIED.min(means.limits.searched()) } else { means.limits.searched() };
        let mut answer = match self.by_search(&components, tried, means) {
            Err(Stop::Limit(..)) if is_doubtful => {
                return Err(Stop::TooLarge(message!(
                    "up to 10^{} positions lie below this one; {tried} were searched without \
                     an answer, and a search can remember {}",
                    estimate.ilog10(),
                    means.limits.searched()
                )));
            }
            answer => answer?,
        };
        if self.rules.decomposes() {
            answer.sg = self.further(&components, Quantity::Sg, means);
        }
        answer.misere = self.further(&components, Quantity::Misere, means).map(|v| v != 0);
        if !self.lowered.stuck_wins {
            answer.remoteness = self.further(&components, Quantity::Remoteness, means);
        }
        Ok(answer)
    }

    /// The components of a position of which it can be said who wins, in canonical order.
    fn answerable(&self, components: &[Component]) -> Result<Vec<Component>, Stop> {
        self.is_not_loopy()?;
        if self.rules.is_partizan() {
            let why =
                "the rule is partizan: it has no first player's win, only outcomes and values";
            return Err(Stop::Refused(why.into()));
        }
        self.asked(components)
    }

    /// The components in canonical order, if they are a position.
    pub(crate) fn asked(&self, components: &[Component]) -> Result<Vec<Component>, Stop> {
        if self.is_without_moves() {
            return Err(Stop::Refused(
                "the rule defines no moves, so nobody can win or lose: add a `move`; `mexlab table` \
                 shows what its definitions give"
                    .into(),
            ));
        }
        let mut wholes = Wholes::new(&self.rules);
        for component in components {
            let game = self.rules.game(component.game);
            let (known, given) = (game.dimensions.len(), component.at.len());
            if known != given {
                let names = listed(game.dimensions.iter().map(|d| &d.name));
                let why = message!("a position has {known} coordinates ({names}), not {given}");
                return Err(Stop::Refused(why));
            }
            if !wholes.are_positions(std::slice::from_ref(component))? {
                let here = game.words(&component.at);
                let mut why = message!("{here} is not a position of this game");
                if component.game == 0 {
                    why = message!("{why}: {}", self.position_words());
                }
                return Err(Stop::Refused(why));
            }
        }
        Ok(self.rules.canonical(components.to_vec()))
    }

    /// Whether a search of the position is hopeless.
    fn is_too_large(&self, components: &[Component]) -> bool {
        let is_large = |component: &Component| {
            let game = self.rules.game(component.game);
            let mut coordinates = game.kinds().zip(&game.dimensions).zip(&component.at);
            coordinates.any(|((kind, dimension), &c)| {
                !matches!(kind, CoordinateKind::Subset { .. })
                    && c.saturating_sub(dimension.lo) > MAX_COORDINATE
            })
        };
        components.iter().any(is_large)
    }

    /// How many positions at most lie below a sum whose numbers and sets only become smaller.
    pub(crate) fn positions_below(&self, components: &[Component]) -> u128 {
        let below = |component: &Component| {
            let game = self.rules.game(component.game);
            let values = game.kinds().zip(&game.dimensions).zip(&component.at);
            values.fold(1u128, |product, ((shape, dimension), &value)| {
                let values = match shape {
                    CoordinateKind::Subset { .. } => 1 << value.count_ones(),
                    _ => u128::try_from(value - dimension.lo + 1).unwrap_or(1),
                };
                product.saturating_mul(values)
            })
        };
        components.iter().map(below).fold(1u128, u128::saturating_mul)
    }

    /// Refuses a search that cannot end: of components with far too many positions below them.
    fn is_worth_searching(&self, components: &[Component], limits: Limits) -> Result<(), Stop> {
        let estimate = self.positions_below(components);
        if estimate < HOPELESS {
            return Ok(());
        }
        Err(Stop::TooLarge(message!(
            "10^{} positions or more lie below this one, and a search can remember {}",
            estimate.ilog10(),
            limits.searched()
        )))
    }

    /// A quantity of a whole position by search, `None` when the search is too large.
    fn further(
        &self,
        components: &[Component],
        quantity: Quantity,
        means: Means<'_>,
    ) -> Option<i64> {
        let (most, options) = match quantity {
            Quantity::Misere => (PARTS, PARTS),
            _ => (SEARCHED, LISTED),
        };
        let limits = SearchLimits { positions: most.min(means.limits.searched()), options };
        Searched::new(self, quantity, limits, means.progress).value(components).ok()
    }

    /// Who wins, without a value, where values of the positions below would take long and outcomes do
    /// not.
    fn by_outcomes(
        &self,
        components: &[Component],
        means: Means<'_>,
    ) -> Result<Option<Answer>, Stop> {
        let [Component { game: 0, at }] = components else { return Ok(None) };
        let limits = means.limits;
        if at.len() < 2 || self.positions_below(components) < FEW || !self.has_single_options() {
            return Ok(None);
        }
        let space = self.box_below(&[at]);
        let is_long = match self.one_box(&space, &[Quantity::Sg], limits) {
            Ok(None) => return Ok(None),
            Ok(Some(_)) => !self.is_soon(&space, Quantity::Sg, LONG)?,
            Err(_) => true,
        };
        let outcomes = is_long.then(|| self.outcomes(&space, Quantity::Win, means)).transpose()?;
        let Some(outcomes) = outcomes.flatten() else { return Ok(None) };
        let Some(win) = outcomes.wins(&space, at) else { return Ok(None) };
        let moves = Wholes::new(&self.rules).all_moves(components, |m| self.first_move(m))?;
        let is_lost = |after: &[Component]| match after {
            [Component { game: 0, at }] => outcomes.wins(&space, at) == Some(false),
            _ => false,
        };
        let lost = moves.into_iter().filter(|(_, after)| is_lost(after));
        let winning = lost.map(|(first, _)| first).collect();
        let misere = self.outcomes(&space, Quantity::Misere, means)?;
        let misere = misere.and_then(|outcomes| outcomes.wins(&space, at));
        Ok(Some(Answer { sg: None, win, misere, remoteness: None, winning }))
    }

    /// Whether the column of a quantity has at most so many options to look at, or a kernel.
    fn is_soon(&self, space: &Space, quantity: Quantity, most: f64) -> Result<bool, Stop> {
        let Some(fold) = self.fold(quantity) else { return Ok(true) };
        Ok(self.code(space)?.options() <= most
            || !matches!(Filler::new(self, space, fold)?, Filler::Machine))
    }

    /// Outcome and winning moves by a search of whole positions.
    fn by_search(
        &self,
        components: &[Component],
        budget: usize,
        means: Means<'_>,
    ) -> Result<Answer, Stop> {
        if self.is_too_large(components) {
            let why = message!("positions beyond {MAX_COORDINATE} are too large to search");
            return Err(Stop::TooLarge(why));
        }
        self.is_worth_searching(components, means.limits)?;
        let mut searched = Searched::new(self, Quantity::Win, budget, means.progress);
        let win = searched.value(components)? != 0;
        let moves = searched.wholes().all_moves(components, |m| self.first_move(m))?;
        let mut winning = Vec::new();
        for (first, after) in moves {
            if searched.value(&after)? == 0 {
                winning.push(first);
            }
        }
        Ok(Answer { sg: None, win, misere: None, remoteness: None, winning })
    }

    /// Answers for a sum of components and of other games whose nim-sum is `rest`: they count for
    /// the value and the winner, and moves in them are not listed. Beside them neither misere play
    /// nor the length of play is known.
    ///
    /// # Errors
    /// As for [`Game::ask`]; the rule has no Grundy values.
    pub fn ask_beside(
        &self,
        components: &[Component],
        rest: i64,
        means: Means<'_>,
    ) -> Result<Answer, Stop> {
        if rest == 0 {
            return self.ask(components, means);
        }
        if self.rules.is_partizan() || self.is_loopy() || !self.rules.decomposes() {
            let why = "the rule has no Grundy values, which a sum with other games needs";
            return Err(Stop::Refused(why.into()));
        }
        let answer = self.by_values(&self.asked(components)?, rest, means)?;
        Ok(Answer { misere: None, remoteness: None, ..answer })
    }

    /// Value and winning moves by the values of the components, beside games whose nim-sum is
    /// `rest`.
    fn by_values(
        &self,
        components: &[Component],
        rest: i64,
        means: Means<'_>,
    ) -> Result<Answer, Stop> {
        let mut singles = Singles::new(self, components, means)?;
        let mut total = rest;
        for component in components {
            total ^= singles.value(component)?;
        }
        let most = usize::try_from(means.limits.memory / WINNING).unwrap_or(usize::MAX);
        let mut winning = Vec::new();
        let mut stopped = None;
        let mut options = 0;
        let listing = Wholes::new(&self.rules).moves(components, &mut |m| {
            // An option of coins may leave as many of them as other games have options.
            let parts = m.steps.iter().map(|(_, action)| action.parts.len());
            options += if self.is_coins() { parts.sum::<usize>().max(1) } else { 1 };
            if options.is_multiple_of(STRIDE) && !means.progress.advance(options as u64, 0) {
                stopped = Some(Stop::Interrupted(None));
                return false;
            }
            if options > OPTIONS {
                let why =
                    message!("more than {OPTIONS} options are too many to look for winning moves");
                stopped = Some(Stop::Limit(why, None));
                return false;
            }
            // Play in one component at a time: what is left of it must be worth what stands beside it.
            let mut is_lost = || match m.steps {
                [(component, action)] => {
                    let others = total ^ singles.value(component)?;
                    singles.have_value(&action.parts, others)
                }
                _ => Ok(false),
            };
            match is_lost() {
                Ok(true) if winning.len() < most => winning.push(self.first_move(m)),
                Ok(true) => {
                    let why = message!("more than {most} winning moves fill the memory limit");
                    stopped = Some(Stop::Limit(why, None));
                }
                Ok(false) => {}
                Err(stop) => stopped = Some(stop),
            }
            stopped.is_none()
        });
        listing?;
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let further = |quantity| {
            let tabulated = match components {
                [only] => singles.tabulated(only, quantity),
                _ => None,
            };
            let search = || self.further(components, quantity, means);
            tabulated.or_else(|| singles.is_soon_over.then(search).flatten())
        };
        let misere = further(Quantity::Misere).map(|misere| misere != 0);
        let remoteness = further(Quantity::Remoteness);
        Ok(Answer { sg: Some(total), win: total != 0, misere, remoteness, winning })
    }

    pub(crate) fn first_move(&self, whole: &WholeMove<'_>) -> FirstMove {
        let step = |&(component, action): &(&Component, &crate::search::Action)| {
            let clause = &self.rules.game(component.game).clauses[action.clause];
            FirstStep {
                label: clause.label.clone(),
                choices: clause.names.iter().cloned().zip(action.choices.clone()).collect(),
                component: component.clone(),
                parts: action.parts.clone(),
            }
        };
        FirstMove { steps: whole.steps.iter().map(step).collect() }
    }
}
