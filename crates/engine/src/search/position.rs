//! Whole positions: components of one or several games side by side, searched as they stand.
//!
//! [`Wholes`] gives the options of a sum by the definition of its play, whatever theory says of
//! sums; [`Single`] those of single positions whose options' components are valued one by one.

use super::expand::{Ended, Expand, Sums, Visit};
use super::key::{Key, Packer};
use super::listing::VisitedMove;
use super::{Action, Lister, Parts, Result, Rules};
use crate::stop::SearchStop;
use clauses::Sum;
use clauses::exact::Heads;
use message::message;
use rule::ast::{Play, Player};
use std::cmp::Ordering;

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

impl Parts {
    /// The positions as components.
    pub(crate) fn components(&self) -> Vec<Component> {
        self.iter().map(|(game, at)| Component { game, at: at.to_vec() }).collect()
    }
}

/// Under `play every` a position may have at most this many options.
const MAX_COMBINED: u128 = 2_000_000;

/// A move of a whole position.
pub(crate) struct WholeMove<'m> {
    /// The component and the move made in it: one, or under `play every` one for each component
    /// that has a move.
    pub(crate) steps: &'m [(&'m Component, &'m Action)],
    /// The components that stay.
    rest: &'m [Component],
    rules: &'m Rules,
}

impl WholeMove<'_> {
    /// The components afterwards, in canonical order.
    pub(crate) fn after(&self) -> Vec<Component> {
        let left = self.steps.iter().flat_map(|(_, action)| &action.parts);
        self.rules.canonical(self.rest.iter().chain(left).cloned().collect())
    }

    /// See [`Rules::amount`].
    pub(crate) fn amount(&self) -> i64 {
        let of = |(component, action): &(&Component, &Action)| {
            self.rules.game(component.game).amount(action.clause, &action.choices)
        };
        self.steps.iter().map(of).sum()
    }
}

impl Rules {
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
            Sum::Symmetric => Heads(components.iter().map(|c| c.at.clone()).collect()),
            Sum::Multiset => Heads::default(),
        }
    }

    /// Whether positions of other games may stand in a key, so that it names the games.
    pub(super) fn names_games(&self) -> bool {
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
        let mut here = Here::default();
        here.enter(self, key);
        here.components.components()
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

/// The position whose options are listed.
#[derive(Default)]
struct Here {
    components: Parts,
    /// Where in the key each component begins, and the last ends.
    cuts: Vec<usize>,
}

/// Room for what a move leaves: with the coordinates of symmetric games in order, and its places in
/// canonical order.
#[derive(Default)]
struct Left {
    parts: Parts,
    order: Vec<usize>,
}

impl Here {
    fn enter(&mut self, rules: &Rules, key: &Key) {
        self.components.clear();
        self.cuts.clear();
        self.cuts.push(0);
        let mut numbers = key.numbers();
        while !numbers.rest().is_empty() {
            let game = if rules.names_games() { numbers.next() } else { Some(0) };
            let game = game.and_then(|g| usize::try_from(g).ok()).unwrap_or_default();
            self.components.extend(numbers.by_ref().take(rules.game(game).dimensions.len()));
            self.components.end(game);
            self.cuts.push(key.bytes().len() - numbers.rest().len());
        }
    }

    /// The key after a move in the component of that place has left these parts of it: what
    /// [`Rules::canonical`] makes of them and of the other components.
    fn after(
        &self,
        rules: &Rules,
        key: &Key,
        moved: usize,
        parts: &Parts,
        room: &mut Left,
        packer: &mut Packer,
    ) -> Key {
        let (Self { components, cuts }, Left { parts: left, order }) = (self, room);
        left.copy(parts);
        left.sort_within(|game| rules.game(game).symmetric);
        order.clear();
        order.extend(0..left.len());
        order.sort_unstable_by(|&a, &b| left.at(a).cmp(&left.at(b)));
        let are_coins = rules.sum == Sum::Symmetric;
        let (mut old, mut new) = (0, order.iter().copied().peekable());
        loop {
            old += usize::from(old == moved);
            let turn = match new.peek() {
                None if old >= components.len() => return packer.finish(),
                Some(&part) if old < components.len() => components.at(old).cmp(&left.at(part)),
                None => Ordering::Less,
                Some(_) => Ordering::Greater,
            };
            if turn == Ordering::Equal && are_coins {
                (old, _) = (old + 1, new.next());
            } else if turn != Ordering::Greater {
                packer.copy(&key.bytes()[cuts[old]..cuts[old + 1]]);
                old += 1;
            } else if let Some(part) = new.next() {
                let next = new.peek().is_some_and(|&next| left.at(next) == left.at(part));
                if are_coins && next {
                    new.next();
                } else {
                    let (game, at) = left.at(part);
                    rules.pack_one(game, at, packer);
                }
            }
        }
    }
}

/// Whole positions as a search meets them.
pub(crate) struct Wholes<'o> {
    rules: &'o Rules,
    lister: Lister<'o>,
    packer: Packer,
    here: Here,
    left: Left,
    /// Whose moves are options; `None`: those of either player.
    player: Option<Player>,
}

impl<'o> Wholes<'o> {
    pub(crate) fn new(rules: &'o Rules) -> Self {
        let (lister, packer) = (Lister::new(rules), Packer::default());
        Self { rules, lister, packer, here: Here::default(), left: Left::default(), player: None }
    }

    /// The same with the moves of one player only.
    pub(crate) fn of_player(self, player: Player) -> Self {
        Self { player: Some(player), ..self }
    }

    /// The key of a sum.
    pub(crate) fn key(&mut self, components: Vec<Component>) -> Key {
        let components = self.rules.canonical(components);
        self.rules.pack(&components, &mut self.packer)
    }

    /// Whether play of the sum has ended, and who has won.
    pub(crate) fn ending(&mut self, components: &[Component]) -> Ended {
        self.lister.ending_of_sum(components.iter().map(|c| (c.game, c.at.as_slice())))
    }

    /// Whether every component is a position of its game.
    pub(crate) fn are_positions(&mut self, components: &[Component]) -> Result<bool> {
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
    ) -> Result<()> {
        if self.ending(components)?.is_some() {
            return Ok(());
        }
        let heads = self.rules.heads(components);
        let rules = self.rules;
        if rules.play != Play::Every {
            let mut go_on = true;
            let mut rest = components.get(1..).unwrap_or_default().to_vec();
            for (i, component) in components.iter().enumerate() {
                if let Some(before) = i.checked_sub(1) {
                    rest[before] = components[before].clone();
                }
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
                            rules,
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
        let listed = self.listed(components, &heads, |step| step.action())?;
        let (moved, still): (Vec<_>, Vec<_>) =
            components.iter().zip(&listed).partition(|(_, actions)| !actions.is_empty());
        let menus: Vec<Vec<(&Component, &Action)>> = moved
            .into_iter()
            .map(|(component, actions)| actions.iter().map(|a| (component, a)).collect())
            .collect();
        let rest: Vec<Component> = still.into_iter().map(|(c, _)| c.clone()).collect();
        combine(&menus, &mut |steps| visit(&WholeMove { steps, rest: &rest, rules }))
    }

    /// What is told of the moves in each component.
    fn listed<T>(
        &mut self,
        components: &[Component],
        heads: &Heads,
        told: impl Fn(VisitedMove<'_>) -> T,
    ) -> Result<Vec<Vec<T>>> {
        let each = components.iter().map(|Component { game, at }| {
            let mut all = Vec::new();
            self.lister.list(*game, at, heads, self.player, &mut |step| {
                all.push(told(step));
                true
            })?;
            Ok(all)
        });
        each.collect()
    }

    /// Every move of a sum, with what is told of it, and the components afterwards.
    pub(crate) fn all_moves<T>(
        &mut self,
        components: &[Component],
        told: impl Fn(&WholeMove<'_>) -> T,
    ) -> Result<Vec<(T, Vec<Component>)>> {
        let mut all = Vec::new();
        self.moves(components, &mut |m| {
            all.push((told(m), m.after()));
            true
        })?;
        Ok(all)
    }

    /// Options of the sum at hand in which one component moves.
    fn one(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Result<()> {
        let Self { rules, lister, packer, here, left, player } = self;
        let components = &here.components;
        let heads = match rules.looks_around {
            true => rules.heads(&components.components()),
            false => Heads::default(),
        };
        let mut go_on = true;
        for place in 0..components.len() {
            let (game, at) = components.at(place);
            // Equal components have the same options.
            if !go_on || (place > 0 && components.at(place - 1) == (game, at)) {
                continue;
            }
            lister.list(game, at, &heads, *player, &mut |step| {
                go_on = visit(&[here.after(rules, key, place, step.parts, left, packer)]);
                go_on
            })?;
        }
        Ok(())
    }

    /// Options of a sum in which every component moves that can.
    fn every(&mut self, components: &[Component], visit: &mut Visit<'_, Key>) -> Result<()> {
        let heads = self.rules.heads(components);
        let (mut menus, mut still) = (Vec::new(), Vec::new());
        let listed = self.listed(components, &heads, |step| step.parts.components())?;
        for (component, mut menu) in components.iter().zip(listed) {
            menu.sort_unstable();
            menu.dedup();
            if menu.is_empty() {
                still.push(component.clone());
            } else {
                menus.push(menu);
            }
        }
        let (rules, packer) = (self.rules, &mut self.packer);
        combine(&menus, &mut |chosen| {
            let parts = chosen.iter().flatten().cloned();
            let after = rules.canonical(still.iter().cloned().chain(parts).collect());
            visit(&[rules.pack(&after, packer)])
        })
    }
}

/// Calls `visit` with one entry of every menu, in all ways; not at all without menus.
fn combine<T: Clone>(menus: &[Vec<T>], visit: &mut Visit<'_, T>) -> Result<()> {
    let ways = menus.iter().map(|m| m.len() as u128).try_fold(1u128, |n, m| n.checked_mul(m));
    if ways.is_none_or(|ways| ways > MAX_COMBINED) {
        let ways = ways.map_or("too many".into(), |ways| message!("{ways}"));
        return Err(SearchStop::TooLarge(message!(
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
    type Key = Key;

    fn expand(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Ended {
        let Self { rules, lister, here, .. } = self;
        here.enter(rules, key);
        for (game, at) in here.components.iter() {
            if !lister.is_position(game, at)? {
                return Err(SearchStop::NoPosition);
            }
        }
        if let Some(wins) = lister.ending_of_sum(here.components.iter())? {
            return Ok(Some(wins));
        }
        match rules.play {
            Play::One | Play::Loopy => self.one(key, visit)?,
            Play::Every => {
                let components = here.components.components();
                self.every(&components, visit)?;
            }
        }
        Ok(None)
    }

    fn words(&self, key: &Key) -> String {
        self.rules.sum_in_words(&self.rules.unpack(key))
    }

    fn exceeds(&self, key: &Key, other: &Key) -> bool {
        if !self.rules.moves_are_alone() {
            return false;
        }
        let mut more = self.rules.unpack(key).into_iter();
        self.rules.unpack(other).iter().all(|part| more.any(|other| other == *part))
    }
}

impl Sums for Wholes<'_> {
    fn key_of(&mut self, sum: &[Component]) -> Result<Option<Key>> {
        Ok(Some(self.key(sum.to_vec())))
    }
}

/// Single positions as a search meets them: an option is the list of its components.
pub(crate) struct Single<'o> {
    rules: &'o Rules,
    lister: Lister<'o>,
    packer: Packer,
    here: Here,
    /// What the move at hand leaves.
    parts: Vec<Key>,
}

impl<'o> Single<'o> {
    pub(crate) fn new(rules: &'o Rules) -> Self {
        let (lister, packer) = (Lister::new(rules), Packer::default());
        Self { rules, lister, packer, here: Here::default(), parts: Vec::new() }
    }

    /// The key of a single position.
    pub(crate) fn key(&mut self, game: usize, at: &[i64]) -> Key {
        single_key(self.rules, game, at, &mut self.packer)
    }

    /// Calls `visit` with every option of a key: of one player, or of both. Where play has ended
    /// instead: whether the player to move has won.
    pub(crate) fn each_option(
        &mut self,
        key: &Key,
        player: Option<Player>,
        visit: &mut Visit<'_, Key>,
    ) -> Ended {
        let Self { rules, lister, packer, here, parts } = self;
        here.enter(rules, key);
        if here.components.len() != 1 {
            return Err(SearchStop::NoPosition);
        }
        let (game, at) = here.components.at(0);
        if !lister.is_position(game, at)? {
            return Err(SearchStop::NoPosition);
        }
        if let Some(wins) = lister.ending_of_sum(here.components.iter())? {
            return Ok(Some(wins));
        }
        lister.list(game, at, &Heads::default(), player, &mut |step| {
            parts.clear();
            for (game, at) in step.parts.iter() {
                parts.push(single_key(rules, game, at, packer));
            }
            visit(parts)
        })?;
        Ok(None)
    }
}

pub(crate) fn single_key(rules: &Rules, game: usize, at: &[i64], packer: &mut Packer) -> Key {
    if rules.game(game).symmetric {
        let mut sorted = at.to_vec();
        sorted.sort_unstable();
        rules.pack_one(game, &sorted, packer);
    } else {
        rules.pack_one(game, at, packer);
    }
    packer.finish()
}

impl Sums for Single<'_> {
    fn key_of(&mut self, sum: &[Component]) -> Result<Option<Key>> {
        let [Component { game, at }] = sum else { return Ok(None) };
        Ok(Some(self.key(*game, at)))
    }
}

impl Expand for Single<'_> {
    type Key = Key;

    fn expand(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Ended {
        self.each_option(key, None, visit)
    }

    fn words(&self, key: &Key) -> String {
        self.rules.sum_in_words(&self.rules.unpack(key))
    }
}
