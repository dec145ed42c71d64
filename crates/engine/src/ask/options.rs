//! Questions about the options of positions: their values, and how many there are.

use crate::fill::Searched;
use crate::game::Game;
use crate::partizan::SumJudge;
use crate::progress::{Means, Progress};
use crate::request::Limits;
use crate::search::Lister;
use crate::search::expand::Expand as _;
use crate::search::key::Key;
use crate::search::position::Component;
use crate::stop::{SearchStop, Stop};
use clauses::exact::Heads;
use expr::ast::Quantity;
use hashbrown::HashSet;
use message::{Message, message};
use table::Table;

/// Positions remembered at most by one [`Searcher`].
const REMEMBERED: usize = 4_000_000;

/// One quantity of whole positions, searched directly and remembered from one question to the
/// next. Sums are searched as they stand, whatever theory says of them.
pub struct Searcher<'g> {
    game: &'g Game,
    quantity: Quantity,
    searched: Searched<'g>,
    /// For quantities of partizan games.
    judge: Option<SumJudge<'g>>,
    refusal: Option<Message>,
}

impl Game {
    /// A searcher for a quantity.
    #[must_use]
    pub fn searcher<'g>(&'g self, quantity: Quantity, progress: &'g dyn Progress) -> Searcher<'g> {
        self.searcher_within(quantity, Means { limits: Limits { memory: u64::MAX }, progress })
    }

    /// A searcher for a quantity that also keeps to the limits.
    #[must_use]
    pub fn searcher_within<'g>(&'g self, quantity: Quantity, means: Means<'g>) -> Searcher<'g> {
        let budget = means.limits.searched().min(REMEMBERED);
        let refusal = match quantity {
            _ if quantity.is_partizan() => self.partizan_refusal(quantity).map(Message::from),
            _ if self.rules.is_partizan() => {
                Some(message!("`{}` is for impartial games", quantity.name()))
            }
            Quantity::Sg if self.has_winning_ends() => {
                Some("sg is not defined under immediate wins".into())
            }
            _ => None,
        };
        let judge = match quantity {
            Quantity::Left | Quantity::Right => {
                Some(SumJudge::by_play(self, budget, means.progress))
            }
            _ if quantity.is_partizan() => Some(SumJudge::by_stops(self, budget, means.progress)),
            _ => None,
        };
        let searched = Searched::new(self, quantity, budget, means.progress);
        Searcher { game: self, quantity, searched, judge, refusal }
    }

    /// Calls `visit` with the parts of every option of a position standing alone, in the order of
    /// the moves, until it answers `false`; options may come again. Where the rule has ended play
    /// there are none, and the answer is whether the player to move has won.
    ///
    /// # Errors
    /// This is no position, or a move leads to none.
    pub fn each_option(
        &self,
        at: &[i64],
        visit: &mut dyn FnMut(Vec<Component>) -> bool,
    ) -> Result<Option<bool>, SearchStop> {
        let mut lister = Lister::new(&self.rules);
        if !lister.is_position(0, at)? {
            return Err(SearchStop::NoPosition);
        }
        if let Some(won) = lister.ending(at)? {
            return Ok(Some(won));
        }
        let listing =
            lister.list(0, at, &Heads::default(), None, &mut |step| visit(step.parts.components()));
        listing.map(|_| None)
    }

    /// How many moves the positions of a table of this game have together, options that are equal
    /// counted once; `None` when there are more than `most`.
    ///
    /// # Errors
    /// A position whose options have no value.
    pub fn distinct_moves(&self, table: &Table, most: u64) -> Result<Option<u64>, Stop> {
        let mut lister = Lister::new(&self.rules);
        let (mut total, mut listed) = (0u64, 0u64);
        let mut options: HashSet<Vec<Component>> = HashSet::new();
        for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
            let here = table.position(cell);
            if lister.ending(&here)?.is_some() {
                continue;
            }
            options.clear();
            let listing = lister.list(0, &here, &Heads::default(), None, &mut |step| {
                options.insert(self.rules.canonical(step.parts.components()));
                listed += 1;
                listed <= most.saturating_mul(4)
            });
            listing?;
            total += options.len() as u64;
            if total > most || listed > most.saturating_mul(4) {
                return Ok(None);
            }
        }
        Ok(Some(total))
    }
}

impl Searcher<'_> {
    /// The quantity of a sum of components; conditions are 1 or 0.
    ///
    /// # Errors
    /// A quantity that means nothing, too many positions, a cycle, or an expression without a
    /// value.
    pub fn value(&mut self, components: &[Component]) -> Result<i64, SearchStop> {
        if let Some(refusal) = &self.refusal {
            return Err(SearchStop::Undefined(refusal.clone()));
        }
        match &mut self.judge {
            Some(judge) => judge.quantity(components, self.quantity),
            None => self.searched.value(components),
        }
    }

    /// The quantity at every option of a sum, one for each distinct option, in the options'
    /// canonical order; none where play has ended.
    ///
    /// # Errors
    /// As [`Searcher::value`].
    pub fn at_options(&mut self, components: &[Component]) -> Result<Vec<i64>, SearchStop> {
        let wholes = self.searched.wholes();
        let key = wholes.key(components.to_vec());
        let mut options: Vec<Key> = Vec::new();
        let listed = wholes.expand(&key, &mut |option| {
            options.extend(option.iter().cloned());
            true
        });
        listed?;
        let rules = &self.game.rules;
        let mut options: Vec<Vec<Component>> = options.iter().map(|o| rules.unpack(o)).collect();
        options.sort_unstable();
        options.dedup();
        options.iter().map(|option| self.value(option)).collect()
    }
}
