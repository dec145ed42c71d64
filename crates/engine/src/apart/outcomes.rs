//! Who wins a partizan sum of parts, by play: small parts are valued, large ones played.
//!
//! A sum is a number beside parts that are none, as far as is known, with the player to move. It is not
//! played where bounds decide: a part whose stops are known lies between them, any other between the
//! numbers that counting moves gives ([`super::bounds`]). A number is moved in last: only where all else
//! is equal to a number may that be the only winning move (number avoidance theorem; Conway, *On Numbers
//! and Games*, theorem 90).

use super::bounds::bounds;
use super::parts::live;
use super::pieces::Pieces;
use crate::search::Result;
use crate::search::expand::{Ended, Expand, Visit};
use crate::search::key::{Key, Packer};
use crate::stop::SearchStop;
use crate::valuation::Valuation;
use crate::valuation::stops::{Bounds, Stops};
use arith::Dyadic;
use rule::ast::Player;

/// Parts of at most so many elements are valued before they are played, and sums of so many.
const SMALL: u32 = 12;

/// Lists what play makes of sums.
pub(super) struct Outcomes<'g> {
    valuation: Valuation<'g, Pieces>,
    packer: Packer,
}

/// A sum with the player to move.
struct Sum {
    player: Player,
    number: Dyadic,
    /// In increasing order.
    parts: Vec<u64>,
}

impl<'g> Outcomes<'g> {
    pub(super) fn new(valuation: Valuation<'g, Pieces>) -> Self {
        Self { valuation, packer: Packer::default() }
    }

    /// The key of positions side by side with that player to move.
    pub(super) fn key(&mut self, positions: &[u64], player: Player) -> Result<Key> {
        let mut sum = Sum { player, number: Dyadic::ZERO, parts: Vec::new() };
        for &there in positions {
            self.add(&mut sum, there)?;
        }
        self.pack(sum)
    }

    /// Adds a position.
    fn add(&mut self, sum: &mut Sum, there: u64) -> Result<()> {
        for part in self.valuation.options.fallen(there) {
            match self.stops(part)?.and_then(|stops| stops.number()) {
                Some(number) => sum.number = sum.number.checked_add(number).map_err(too_large)?,
                None => sum.parts.push(part),
            }
        }
        Ok(())
    }

    /// The stops of a small part.
    fn stops(&mut self, part: u64) -> Result<Option<Stops>> {
        if part.count_ones() > SMALL {
            return Ok(None);
        }
        let key = self.valuation.options.key(part);
        self.valuation.value(&[key]).map(Some)
    }

    fn pack(&mut self, mut sum: Sum) -> Result<Key> {
        sum.parts.sort_unstable();
        let numerator = i64::try_from(sum.number.numerator());
        let numerator = numerator.map_err(|_| too_large(arith::Overflow))?;
        self.packer.push(i64::from(sum.player == Player::Right));
        self.packer.push(numerator);
        self.packer.push(sum.number.exponent().into());
        sum.parts.iter().for_each(|&part| self.packer.push(part as i64));
        Ok(self.packer.finish())
    }

    /// Whether the player to move wins, where that is seen without play.
    fn decided(&mut self, sum: &Sum) -> Result<Option<bool>> {
        let mut all = Bounds::from(sum.number);
        for &part in &sum.parts {
            let own = match self.stops(part)? {
                Some(stops) => stops.bounds(),
                None => {
                    let moves: Vec<_> = self.valuation.options.live(part).copied().collect();
                    let (low, high) = bounds(&moves, part);
                    Bounds::new(low.into(), high.into())
                }
            };
            all = all.checked_add(own).map_err(too_large)?;
        }
        if let Some(wins) = all.wins(sum.player) {
            return Ok(Some(wins));
        }
        if sum.parts.iter().map(|part| part.count_ones()).sum::<u32>() > SMALL {
            return Ok(None);
        }
        let keys: Vec<Key> =
            sum.parts.iter().map(|&part| self.valuation.options.key(part)).collect();
        let stops = self.valuation.value(&keys)?.translated(sum.number).map_err(too_large)?;
        Ok(Some(stops.outcome().wins_first(sum.player)))
    }

    /// What the player's moves make of the parts of a sum, those first that leave the player the most
    /// moves and the other one the fewest.
    fn options(&mut self, sum: &Sum, other: Player) -> Result<Vec<Key>> {
        let mut options: Vec<(i64, Key)> = Vec::new();
        for (place, &part) in sum.parts.iter().enumerate() {
            if place > 0 && sum.parts[place - 1] == part {
                continue;
            }
            let moves: Vec<_> = self.valuation.options.live(part).copied().collect();
            let count = |there, player| live(&moves, there).filter(|m| m.is_of(player)).count();
            let excess = |there| count(there, other) as i64 - count(there, sum.player) as i64;
            let before = excess(part);
            for left in self.valuation.options.left(part, sum.player) {
                let mut parts = sum.parts.clone();
                parts.remove(place);
                let mut option = Sum { player: other, number: sum.number, parts };
                self.add(&mut option, left)?;
                options.push((excess(left) - before, self.pack(option)?));
            }
        }
        options.sort_by_key(|(rank, _)| *rank);
        Ok(options.into_iter().map(|(_, key)| key).collect())
    }
}

impl Expand for Outcomes<'_> {
    type Key = Key;

    fn expand(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Ended {
        let sum = unpacked(key)?;
        if let Some(wins) = self.decided(&sum)? {
            return Ok(Some(wins));
        }
        let other = if sum.player == Player::Left { Player::Right } else { Player::Left };
        for option in self.options(&sum, other)? {
            if !visit(&[option]) {
                return Ok(None);
            }
        }
        if let Some(number) = sum.number.option(sum.player == Player::Left) {
            let option = self.pack(Sum { player: other, number, parts: sum.parts })?;
            visit(&[option]);
        }
        Ok(None)
    }

    fn words(&self, key: &Key) -> String {
        format!("{key:?}")
    }
}

/// The sum of a key.
fn unpacked(key: &Key) -> Result<Sum> {
    let mut numbers = key.numbers();
    let mut next = || numbers.next().ok_or(SearchStop::NoPosition);
    let player = if next()? == 0 { Player::Left } else { Player::Right };
    let (numerator, exponent) = (next()?, next()?);
    let exponent = u32::try_from(exponent).map_err(|_| SearchStop::NoPosition)?;
    let number = Dyadic::new(numerator.into(), exponent).map_err(too_large)?;
    Ok(Sum { player, number, parts: numbers.map(|part| part as u64).collect() })
}

fn too_large(_: arith::Overflow) -> SearchStop {
    SearchStop::TooLarge(
        "a value has a numerator or denominator of more than 126 binary digits".into(),
    )
}
