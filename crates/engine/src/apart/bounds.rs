//! Numbers between which a part lies, by counting moves.
//!
//! Let n be at least as many as the moves that Left can make one after another while Right makes none
//! there, and let s moves of Right have nothing to do with each other and with any move of Left. Then
//! G <= n - s: in G + s - n Right answers a move of Left's, of which there are at most n + s in G and s
//! together, by one of the s moves or by one in -n. The same holds the other way round.

use super::parts::{Removal, parts};
use rule::ast::Player;

/// Most moves that a player may make in a part one after another, as far as counting tells.
fn most(moves: &[Removal], player: Player, part: u64, found: &mut Vec<(u32, u64)>) -> u32 {
    let own: Vec<Removal> = moves.iter().filter(|m| m.is_of(player)).copied().collect();
    parts(&own, part, found);
    let mut most = 0;
    for &(number, piece) in &*found {
        // What a move needs and drops is still there whenever it is made.
        let within = own.iter().filter(|m| m.touched() & piece != 0).map(|m| m.need & m.drop);
        let (all, least) =
            within.fold((0, u64::BITS), |(all, least), s| (all | s, least.min(s.count_ones())));
        most += number.min((all & part).count_ones() / least.max(1));
    }
    most
}

/// Moves that a player can make in a part whatever the other one does there, and that leave the
/// other one's as they are.
fn safe(moves: &[Removal], player: Player, part: u64) -> u32 {
    let others = moves.iter().filter(|m| m.player != player);
    let (mut taken, mut safe) = (others.fold(0, |all, m| all | m.touched() & part), 0);
    for m in moves.iter().filter(|m| m.player == player && m.avoid & part == 0) {
        if m.touched() & part & taken == 0 {
            (taken, safe) = (taken | m.touched() & part, safe + 1);
        }
    }
    safe
}

/// Numbers that a part with these moves is not below, and not above.
pub(super) fn bounds(moves: &[Removal], part: u64) -> (i64, i64) {
    let mut found = Vec::new();
    let [left, right] = [Player::Left, Player::Right].map(|player| {
        (i64::from(most(moves, player, part, &mut found)), i64::from(safe(moves, player, part)))
    });
    (left.1 - right.0, left.0 - right.1)
}
