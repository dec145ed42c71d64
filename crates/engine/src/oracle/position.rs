//! Whole positions: components of one or several games side by side, searched as they stand.
//!
//! [`Wholes`] gives the options of a sum by the definition of its play, whatever theory says of
//! sums; [`Single`] those of single positions whose options' components are valued one by one.

use super::key::{Key, Packer};
use super::search::Expand;
use super::{Action, Lister, Oracle};
use crate::exact::Heads;
use crate::lower::Sum;
use crate::stop::SearchStop;
use rule::ast::{Play, Player};

/// A position of one game, as it stands in a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// 0 for the rule's own game; the others are numbered from 1 (see [`crate::Game::game_names`]).
    pub game: usize,
    /// Its coordinates: the entries of a row one after another, a set as a binary number.
    pub at: Vec<i64>,
}

impl Component {
    /// A position of the rule's own game.
    #[must_use]
    pub fn own(at: Vec<i64>) -> Self {
        Self { game: 0, at }
    }
}

/// Under `play every` one position may have so many options.
const MAX_COMBINED: u128 = 2_000_000;

/// A move of a whole position.
pub(crate) struct WholeMove<'m> {
    /// The component and the move made in it: one, or under `play every` one for each component
    /// that has a move.
    pub(crate) steps: &'m [(&'m Component, &'m Action)],
    /// The components that stay.
    rest: &'m [Component],
    oracle: &'m Oracle,
}

impl WholeMove<'_> {
    /// The components afterwards, in canonical order.
    pub(crate) fn after(&self) -> Vec<Component> {
        let left = self.steps.iter().flat_map(|(component, action)| left(component, action));
        self.oracle.canonical(self.rest.iter().cloned().chain(left).collect())
    }

    /// Sum of the quantifiers' values.
    pub(crate) fn amount(&self) -> i64 {
        self.steps.iter().flat_map(|(_, action)| &action.choices).sum()
    }
}

/// What a move in a component leaves of it.
pub(crate) fn left(component: &Component, action: &Action) -> Vec<Component> {
    let own = action.parts.iter().map(|at| Component { game: component.game, at: at.clone() });
    let others = action.others.iter().map(|(game, at)| Component { game: *game, at: at.clone() });
    own.chain(others).collect()
}

impl Oracle {
    /// The canonical order of components; of coins in one place two cancel.
    pub(crate) fn canonical(&self, mut components: Vec<Component>) -> Vec<Component> {
        for component in &mut components {
            if self.game(component.game).symmetric {
                component.at.sort_unstable();
            }
        }
        components.sort_unstable();
        if self.sum == Sum::Multiset {
            return components;
        }
        let mut heads: Vec<Component> = Vec::new();
        for coin in components {
            if heads.last() == Some(&coin) {
                heads.pop();
            } else {
                heads.push(coin);
            }
        }
        heads
    }

    /// The coins that show heads, for guards that look around.
    fn heads(&self, components: &[Component]) -> Heads {
        match self.sum {
            Sum::Symmetric => Heads::new(components.iter().map(|c| c.at.clone()).collect()),
            Sum::Multiset => Heads::default(),
        }
    }

    /// Whether positions of other games may stand in a key, so that it names the games.
    fn names_games(&self) -> bool {
        self.count() > 1 || self.dimensions.is_empty()
    }

    /// Packs components that are in canonical order.
    pub(crate) fn pack(&self, components: &[Component], packer: &mut Packer) -> Key {
        for component in components {
            self.pack_one(component.game, &component.at, packer);
        }
        packer.finish()
    }

    fn pack_one(&self, game: usize, at: &[i64], packer: &mut Packer) {
        if self.names_games() {
            packer.push(game as i64);
        }
        at.iter().for_each(|&c| packer.push(c));
    }

    /// The components of a key.
    pub(crate) fn unpack(&self, key: &Key) -> Vec<Component> {
        let mut numbers = key.numbers().peekable();
        let mut components = Vec::new();
        while numbers.peek().is_some() {
            let game = if self.names_games() { numbers.next() } else { Some(0) };
            let game = game.and_then(|g| usize::try_from(g).ok()).unwrap_or_default();
            let width = self.game(game).dimensions.len();
            components.push(Component { game, at: numbers.by_ref().take(width).collect() });
        }
        components
    }

    /// A sum in words.
    pub(crate) fn sum_in_words(&self, components: &[Component]) -> String {
        match components {
            [] => "nothing".into(),
            [one] => self.game(one.game).words(&one.at),
            all => {
                let written = all.iter().map(|c| self.game(c.game).written(&c.at));
                written.collect::<Vec<_>>().join(" | ")
            }
        }
    }
}

/// Whole positions as a search meets them.
pub(crate) struct Wholes<'o> {
    oracle: &'o Oracle,
    lister: Lister<'o>,
    packer: Packer,
    /// Whose moves are options; `None`: those of either player.
    player: Option<Player>,
}

impl<'o> Wholes<'o> {
    pub(crate) fn new(oracle: &'o Oracle) -> Self {
        Self { oracle, lister: Lister::new(oracle), packer: Packer::default(), player: None }
    }

    /// The same with the moves of one player only.
    pub(crate) fn of_player(self, player: Player) -> Self {
        Self { player: Some(player), ..self }
    }

    /// The key of a sum.
    pub(crate) fn key(&mut self, components: Vec<Component>) -> Key {
        let components = self.oracle.canonical(components);
        self.oracle.pack(&components, &mut self.packer)
    }

    /// Whether play of the sum has ended, and who has won.
    pub(crate) fn ending(&mut self, components: &[Component]) -> Result<Option<bool>, SearchStop> {
        let views: Vec<(usize, &[i64])> =
            components.iter().map(|c| (c.game, c.at.as_slice())).collect();
        self.lister.ending_of_sum(&views)
    }

    /// Whether every component is a position of its game.
    pub(crate) fn are_positions(&mut self, components: &[Component]) -> Result<bool, SearchStop> {
        for component in components {
            if !self.lister.is_position(component.game, &component.at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every move of a sum, each choice of quantifiers counted by itself; none where play has
    /// ended.
    pub(crate) fn moves(
        &mut self,
        components: &[Component],
        visit: &mut dyn FnMut(&WholeMove<'_>) -> bool,
    ) -> Result<(), SearchStop> {
        if self.ending(components)?.is_some() {
            return Ok(());
        }
        let heads = self.oracle.heads(components);
        let oracle = self.oracle;
        if oracle.play != Play::Every {
            let mut go_on = true;
            for (i, component) in components.iter().enumerate() {
                let mut rest = components.to_vec();
                rest.remove(i);
                self.lister.list(
                    component.game,
                    &component.at,
                    &heads,
                    self.player,
                    &mut |step| {
                        let action = step.action();
                        go_on = visit(&WholeMove {
                            steps: &[(component, &action)],
                            rest: &rest,
                            oracle,
                        });
                        go_on
                    },
                )?;
                if !go_on {
                    break;
                }
            }
            return Ok(());
        }
        let mut listed = Vec::new();
        for component in components {
            let mut actions = Vec::new();
            self.lister.list(component.game, &component.at, &heads, self.player, &mut |step| {
                actions.push(step.action());
                true
            })?;
            listed.push(actions);
        }
        let listed = || components.iter().zip(&listed);
        let menus: Vec<Vec<(&Component, &Action)>> = listed()
            .filter(|(_, actions)| !actions.is_empty())
            .map(|(component, actions)| actions.iter().map(|a| (component, a)).collect())
            .collect();
        let still = listed().filter(|(_, actions)| actions.is_empty());
        let rest: Vec<Component> = still.map(|(component, _)| component.clone()).collect();
        combine(&menus, &mut |steps| visit(&WholeMove { steps, rest: &rest, oracle }))
    }

    /// Options of a sum in which one component moves.
    fn one(
        &mut self,
        components: &[Component],
        visit: &mut dyn FnMut(&[Key]) -> bool,
    ) -> Result<(), SearchStop> {
        let Self { oracle, lister, packer, player } = self;
        let oracle: &Oracle = oracle;
        let heads = oracle.heads(components);
        let mut go_on = true;
        for (i, component) in components.iter().enumerate() {
            // Equal components have the same options.
            if !go_on || (i > 0 && components[i - 1] == *component) {
                continue;
            }
            let alone = components.len() == 1 && oracle.sum == Sum::Multiset;
            lister.list(component.game, &component.at, &heads, *player, &mut |step| {
                let key = match step.parts.only() {
                    Some((game, at)) if alone && !oracle.game(game).symmetric => {
                        oracle.pack_one(game, at, packer);
                        packer.finish()
                    }
                    _ => {
                        let rest = components.iter().enumerate().filter(|(j, _)| *j != i);
                        let mut after: Vec<Component> = rest.map(|(_, c)| c.clone()).collect();
                        let parts = step.parts.iter();
                        after.extend(parts.map(|(game, at)| Component { game, at: at.to_vec() }));
                        oracle.pack(&oracle.canonical(after), packer)
                    }
                };
                go_on = visit(&[key]);
                go_on
            })?;
        }
        Ok(())
    }

    /// Options of a sum in which every component moves that can.
    fn every(
        &mut self,
        components: &[Component],
        visit: &mut dyn FnMut(&[Key]) -> bool,
    ) -> Result<(), SearchStop> {
        let heads = self.oracle.heads(components);
        let (mut menus, mut still) = (Vec::new(), Vec::new());
        for component in components {
            let mut menu: Vec<Vec<Component>> = Vec::new();
            self.lister.list(component.game, &component.at, &heads, self.player, &mut |step| {
                let parts = step.parts.iter();
                menu.push(parts.map(|(game, at)| Component { game, at: at.to_vec() }).collect());
                true
            })?;
            menu.sort_unstable();
            menu.dedup();
            if menu.is_empty() {
                still.push(component.clone());
            } else {
                menus.push(menu);
            }
        }
        let (oracle, packer) = (self.oracle, &mut self.packer);
        combine(&menus, &mut |chosen| {
            let parts = chosen.iter().flatten().cloned();
            let after = oracle.canonical(still.iter().cloned().chain(parts).collect());
            visit(&[oracle.pack(&after, packer)])
        })
    }
}

/// Calls `visit` with one entry of every menu, in all ways; not at all without menus.
fn combine<T: Clone>(
    menus: &[Vec<T>],
    visit: &mut dyn FnMut(&[T]) -> bool,
) -> Result<(), SearchStop> {
    let ways = menus.iter().map(|m| m.len() as u128).try_fold(1u128, |n, m| n.checked_mul(m));
    if ways.is_none_or(|ways| ways > MAX_COMBINED) {
        let ways = ways.map_or("too many".to_owned(), |w| w.to_string());
        return Err(SearchStop::TooLarge(format!(
            "a move in every component makes {ways} options of one position; at most \
             {MAX_COMBINED} are searched"
        )));
    }
    if menus.is_empty() || menus.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut at = vec![0; menus.len()];
    let mut chosen = Vec::with_capacity(menus.len());
    loop {
        chosen.clear();
        chosen.extend(menus.iter().zip(&at).map(|(menu, &place)| menu[place].clone()));
        if !visit(&chosen) {
            return Ok(());
        }
        let Some(last) = (0..at.len()).rfind(|&i| at[i] + 1 < menus[i].len()) else {
            return Ok(());
        };
        at[last] += 1;
        at[last + 1..].fill(0);
    }
}

impl Expand for Wholes<'_> {
    fn expand(
        &mut self,
        key: &Key,
        visit: &mut dyn FnMut(&[Key]) -> bool,
    ) -> Result<Option<bool>, SearchStop> {
        let components = self.oracle.unpack(key);
        if !self.are_positions(&components)? {
            return Err(SearchStop::NoPosition);
        }
        if let Some(wins) = self.ending(&components)? {
            return Ok(Some(wins));
        }
        match self.oracle.play {
            Play::One | Play::Loopy => self.one(&components, visit)?,
            Play::Every => self.every(&components, visit)?,
        }
        Ok(None)
    }

    fn is_no_position(&self, from: Option<&Key>, key: &Key) -> SearchStop {
        no_position(self.oracle, from, key)
    }

    fn words(&self, key: &Key) -> String {
        self.oracle.sum_in_words(&self.oracle.unpack(key))
    }

    fn exceeds(&self, key: &Key, other: &Key) -> bool {
        if !self.oracle.moves_are_alone() {
            return false;
        }
        let mut more = self.oracle.unpack(key).into_iter();
        self.oracle.unpack(other).iter().all(|part| more.any(|other| other == *part))
    }
}

pub(crate) fn no_position(oracle: &Oracle, from: Option<&Key>, key: &Key) -> SearchStop {
    let words = |key: &Key| oracle.sum_in_words(&oracle.unpack(key));
    SearchStop::Undefined(match from {
        Some(from) => {
            format!("a move from {} leads to {}, which is not a position", words(from), words(key))
        }
        None => format!("{} is not a position of this game", words(key)),
    })
}

/// Single positions as a search meets them: an option is the list of its components.
pub(crate) struct Single<'o> {
    oracle: &'o Oracle,
    lister: Lister<'o>,
    packer: Packer,
}

impl<'o> Single<'o> {
    pub(crate) fn new(oracle: &'o Oracle) -> Self {
        Self { oracle, lister: Lister::new(oracle), packer: Packer::default() }
    }

    /// The key of a single position.
    pub(crate) fn key(&mut self, game: usize, at: &[i64]) -> Key {
        single_key(self.oracle, game, at, &mut self.packer)
    }
}

pub(crate) fn single_key(oracle: &Oracle, game: usize, at: &[i64], packer: &mut Packer) -> Key {
    if oracle.game(game).symmetric {
        let mut sorted = at.to_vec();
        sorted.sort_unstable();
        oracle.pack_one(game, &sorted, packer);
    } else {
        oracle.pack_one(game, at, packer);
    }
    packer.finish()
}

impl Expand for Single<'_> {
    fn expand(
        &mut self,
        key: &Key,
        visit: &mut dyn FnMut(&[Key]) -> bool,
    ) -> Result<Option<bool>, SearchStop> {
        let Self { oracle, lister, packer } = self;
        let components = oracle.unpack(key);
        let [Component { game, at }] = &components[..] else { return Ok(None) };
        if !lister.is_position(*game, at)? {
            return Err(SearchStop::NoPosition);
        }
        if let Some(wins) = lister.ending_of_sum(&[(*game, at)])? {
            return Ok(Some(wins));
        }
        let mut parts = Vec::new();
        lister.list(*game, at, &Heads::default(), None, &mut |step| {
            parts.clear();
            for (game, at) in step.parts.iter() {
                parts.push(single_key(oracle, game, at, packer));
            }
            visit(&parts)
        })?;
        Ok(None)
    }

    fn is_no_position(&self, from: Option<&Key>, key: &Key) -> SearchStop {
        no_position(self.oracle, from, key)
    }

    fn words(&self, key: &Key) -> String {
        self.oracle.sum_in_words(&self.oracle.unpack(key))
    }
}
