//! What positions look like to people: names of games, coordinates, sizes of starts.

use crate::game::Game;
use crate::search::Lister;
use crate::search::position::Component;
use clauses::{Coordinate, CoordinateKind};
use message::{Message, Tell as _, message};
use rule::Instance;

impl Game {
    /// Names of the games whose positions components may be: the rule's own, then the others.
    #[must_use]
    pub fn game_names(&self) -> Vec<&str> {
        let own = self.instance.rule.name.as_str();
        self.rules.games().map(|g| if g.name.is_empty() { own } else { &g.name }).collect()
    }

    /// The game of that number, 0 for the rule's own.
    ///
    /// # Panics
    /// When there is no game of that number.
    #[must_use]
    pub fn instance_of(&self, game: usize) -> &Instance {
        match game {
            0 => &self.instance,
            other => &self.lowered.foreign[other - 1].instance,
        }
    }

    /// The coordinates of the game of that number as its rule states them.
    ///
    /// # Panics
    /// When there is no game of that number.
    #[must_use]
    pub fn shape(&self, game: usize) -> &[(String, CoordinateKind)] {
        &self.rules.game(game).shape
    }

    /// The coordinates of a component as the rule of its game states them.
    pub fn coordinates_of(&self, component: &Component) -> impl Iterator<Item = Coordinate> {
        self.rules.game(component.game).coordinates(&component.at)
    }

    /// Names of the sizes that starting positions are listed by; none where the rule has no
    /// `start`.
    #[must_use]
    pub fn sizes(&self) -> Vec<&str> {
        let sizes = self.lowered.start.iter().flat_map(|start| &start.sizes);
        sizes.map(|(name, _)| name.as_str()).collect()
    }

    /// A component as people write it: `3`, `(1, 2)`, `[3, 1]`, `{1, 3}`, `nim at 3`.
    #[must_use]
    pub fn written(&self, component: &Component) -> String {
        self.rules.game(component.game).written(&component.at)
    }

    /// Why the component is no position of its game, in words; `None` when it is one.
    #[must_use]
    pub fn why_no_position(&self, component: &Component) -> Option<Message> {
        let game = self.rules.game(component.game);
        for (dimension, &value) in game.dimensions.iter().zip(&component.at) {
            let (name, lo) = (&dimension.name, dimension.lo);
            match dimension.hi {
                Some(hi) if value < lo || value > hi => {
                    return Some(message!("{name} = {value} is outside {lo}..{hi}"));
                }
                None if value < lo => {
                    return Some(message!("{name} = {value} is less than {lo}"));
                }
                _ => {}
            }
        }
        match Lister::new(&self.rules).is_position(component.game, &component.at) {
            Ok(true) => None,
            Ok(false) => Some("the rule's `where` does not hold".into()),
            Err(stop) => Some(stop.message()),
        }
    }
}
