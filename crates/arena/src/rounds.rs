//! Matches of k rounds of one game (catalogue: `repeated-game`): A starts the first round, and the winner
//! of the last round wins the match.
//!
//! All rounds before the last only decide who starts next. So the winner follows from two facts about
//! the single game: whether its first player can force a win, and whether the first player can force a
//! loss (that is, wins it in misère play).

/// Who starts the round after one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The player who lost it.
    Loser,
    /// The player who won it.
    Winner,
    /// The player who did not start it.
    Alternate,
}

/// Whether A wins a match of that many rounds, at least one, when the first player of a single game
/// can force a win of it (`can_win`) and a loss of it (`can_lose`).
#[must_use]
pub fn first_wins(can_win: bool, can_lose: bool, rounds: u64, next: Next) -> bool {
    let is_odd = rounds % 2 == 1;
    match next {
        // With both, A loses on purpose until the last round, which A starts and wins.
        Next::Loser => can_win && (can_lose || is_odd),
        Next::Winner => can_win || (can_lose && !is_odd),
        Next::Alternate => can_win == is_odd,
    }
}
