//! Tokens on acyclic digraphs, each of which must move if it can (catalogue: `every-sg`); a player who can
//! move none loses.
//!
//! A token lasts `step` moves: 0 if it is stuck; if its Grundy value is not 0, one more than the most among
//! the options of value 0 (the player to move wants to win it late); if it is 0, one more than the least
//! among all options (the player to move wants to lose it early). The game ends with the last token, so
//! the player to move wins iff the greatest step is odd. Linear in vertices and arcs.

use crate::{Arcs, dag};

/// How many moves a token lasts, for every vertex.
///
/// # Errors
/// The vertices of a cycle.
pub fn steps(arcs: &Arcs) -> Result<Vec<u32>, Vec<u32>> {
    let values = dag::solve(arcs)?;
    let mut steps: Vec<u32> = vec![0; values.len()];
    for v in dag::order(arcs)? {
        let options = || arcs.heads(v as usize);
        let last = match values[v as usize].sg {
            0 => options().map(|w| steps[w]).min(),
            _ => options().filter(|&w| values[w].sg == 0).map(|w| steps[w]).max(),
        };
        steps[v as usize] = last.map_or(0, |last| last + 1);
    }
    Ok(steps)
}

/// Whether the player to move wins when the tokens last `steps` moves.
#[must_use]
pub fn wins(steps: impl IntoIterator<Item = u32>) -> bool {
    steps.into_iter().max().unwrap_or(0) % 2 == 1
}
