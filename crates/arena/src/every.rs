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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csr::on_downward_digraphs;
    use crate::product::{Play, Product};

    fn check(n: usize, list: &[(u32, u32)]) {
        let arcs = Arcs::new(n, list);
        let steps = steps(&arcs).expect("acyclic");
        for tokens in 1..=3 {
            let all =
                Product::new(vec![&arcs; tokens], Play::Every).expect("acyclic").expect("small");
            for (state, won) in all.wins(false).into_iter().enumerate() {
                let places = all.places(state);
                let found = wins(places.iter().map(|&v| steps[v]));
                assert_eq!(found, won, "{list:?}: {places:?}");
            }
        }
    }

    on_downward_digraphs!(check, 8 vertices, 16 arcs);

    #[test]
    fn a_chain_is_no_matter_of_depth() {
        let n = 100_000;
        let chain: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
        assert_eq!(steps(&Arcs::new(n as usize, &chain)).expect("acyclic")[0], n - 1);
        assert_eq!(steps(&Arcs::new(1, &[(0, 0)])), Err(vec![0]));
    }
}
