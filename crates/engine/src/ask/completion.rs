//! Which numbers complete a position to one that the player to move loses.

use super::values::Singles;
use crate::fill::Searched;
use crate::game::Game;
use crate::progress::Means;
use crate::search::position::{Component, Wholes};
use crate::stop::Stop;
use expr::ast::Quantity;
use message::message;

impl Game {
    /// The numbers up to `to` that make the sum a P-position when they take the place of one
    /// coordinate: that of component `place.0` with the flat number `place.1`.
    ///
    /// # Errors
    /// No such number makes it a position at all, or the search does not fit the limits.
    pub fn completions(
        &self,
        components: &[Component],
        place: (usize, usize),
        to: i64,
        means: Means<'_>,
    ) -> Result<Vec<i64>, Stop> {
        let completed = |value| {
            let mut sum = components.to_vec();
            if let Some(coordinate) = sum.get_mut(place.0).and_then(|c| c.at.get_mut(place.1)) {
                *coordinate = value;
            }
            sum
        };
        let mut wholes = Wholes::new(&self.rules);
        let mut candidates = Vec::new();
        for value in 0..=to {
            let sum = completed(value);
            if wholes.are_positions(&sum)? {
                candidates.push((value, self.asked(&sum)?));
            }
        }
        let Some((_, greatest)) = candidates.last() else {
            let why = message!("no number from 0 to {to} makes this a position of the game");
            return Err(Stop::Refused(why));
        };
        let mut lost = Vec::new();
        if self.rules.decomposes() {
            let mut singles = Singles::new(self, greatest, means)?;
            for (value, sum) in &candidates {
                let mut total = 0;
                for component in sum {
                    total ^= singles.value(component)?;
                }
                if total == 0 {
                    lost.push(*value);
                }
            }
        } else {
            let budget = means.limits.searched();
            let mut searched = Searched::new(self, Quantity::Win, budget, means.progress);
            for (value, sum) in &candidates {
                if searched.value(sum)? == 0 {
                    lost.push(*value);
                }
            }
        }
        Ok(lost)
    }
}
