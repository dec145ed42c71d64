//! Sums and products of games of one number, each with proved values.
//!
//! *Sums.* The Grundy value of a sum is the nim-sum of the parts' (R. P. Sprague 1935, P. M. Grundy
//! 1939); under normal play the player to move wins exactly if it is not 0.
//!
//! *Products* (the Tartan theorem: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 14).
//! Let the moves of two coin-turning games turn x and the coins X, y and the coins Y, x and y going
//! from heads to tails, whatever the other coins show. In their product, whose moves turn all of
//! ({x} + X) x ({y} + Y), the coin (x, y) has the nim-product of the values a of x and b of y.
//!
//! Proof by induction. Let a' and b' be the values of X and of Y. The nim-product distributes over
//! nim-sums, so the coins turned beside (x, y) have the value (a ^ a')(b ^ b') ^ ab, which is
//! a'b ^ ab' ^ a'b'. It is not ab, for a' is not a and b' is not b, and nim-products of numbers
//! other than 0 are not 0. All pairs a' < a, b' < b are met, and ab is by definition the mex over
//! these.
//! Nothing in it depends on what the coins x and y are, so that it holds of products of more games.

use crate::core::{Certificate, Game, Quantity, Statement};
use crate::rejected::reject;
use crate::{Rejected, Result};
use message::{Message, message};

/// Most parts.
const MAX_PARTS: usize = 16;

/// Checks the certificates of the parts, which say all their values.
pub(crate) fn verify(game: &Game, parts: &[Certificate]) -> Result<Message> {
    let (Game::Sum(games) | Game::Product(games)) = game else {
        return reject("the game has no parts");
    };
    if games.len() != parts.len() || !(1..=MAX_PARTS).contains(&parts.len()) {
        return reject(message!("there must be a certificate for each of 1 to {MAX_PARTS} parts"));
    }
    for (at, (game, part)) in games.iter().zip(parts).enumerate() {
        let of_part = |why: Rejected| why.within(message!("part {}", at + 1));
        check(game, part).map_err(of_part)?;
    }
    Ok(message!("the certificates of {} parts", parts.len()))
}

fn check(game: &Game, part: &Certificate) -> Result<()> {
    if part.game != *game {
        return reject("its certificate is about another game");
    }
    let is_one = match game {
        Game::Moves(moves) => moves.coordinates.len() == 1,
        Game::Heap(_) | Game::Code(_) => true,
        _ => false,
    };
    let says_all = match &part.statement {
        Statement::Value(_) => true,
        Statement::Repeats(law) => law.of == Quantity::Value && law.values.is_some(),
        _ => false,
    };
    if !is_one || !says_all {
        return reject("its certificate does not say the values of one number");
    }
    crate::verify(part).map(|_| ())
}
