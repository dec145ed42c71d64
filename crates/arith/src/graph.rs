//! Connection in a graph, and who wins by moving along the arcs of a digraph.

/// Whether the vertices `a` and `b` are connected by the edges of these numbers, counted from 1:
/// `ends` lists both ends of every edge. `None` when an edge is not there. Linear in the edges times
/// the length of the way.
#[must_use]
pub fn connected(a: i128, b: i128, edges: &[i128], ends: &[i128]) -> Option<bool> {
    let mut open = Vec::with_capacity(edges.len());
    for &edge in edges {
        let first = usize::try_from(edge.checked_sub(1)?.checked_mul(2)?).ok()?;
        open.push((*ends.get(first)?, *ends.get(first + 1)?));
    }
    let mut reached = vec![a];
    let mut at = 0;
    while at < reached.len() {
        let here = reached[at];
        at += 1;
        if here == b {
            return Some(true);
        }
        open.retain(|&(u, v)| {
            let other = if u == here { v } else { u };
            let leads = u == here || v == here;
            if leads && !reached.contains(&other) {
                reached.push(other);
            }
            !leads
        });
    }
    Some(false)
}

/// Who wins where infinite play is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move (an N-position).
    Next,
    /// The other one (a P-position).
    Previous,
    /// Nobody.
    Draw,
}

/// Who wins from every position, by retrograde analysis from those where play has ended: a position
/// with a lost option is won, one whose options are all won is lost, and what is never judged is
/// drawn. `ended` says for every position whether play has ended and the player to move has won,
/// `options` how many moves there are, and `before` lists for every one of them, each time it
/// leads to a position, the position it leads from. Linear in positions and moves.
pub fn outcomes<B: IntoIterator<Item = usize>>(
    ended: impl IntoIterator<Item = Option<bool>>,
    mut options: Vec<u32>,
    before: impl Fn(usize) -> B,
) -> Vec<Outcome> {
    let outcome = |ended| match ended {
        Some(true) => Outcome::Next,
        Some(false) => Outcome::Previous,
        None => Outcome::Draw,
    };
    let mut outcomes: Vec<Outcome> = ended.into_iter().map(outcome).collect();
    let mut queue: Vec<usize> =
        (0..outcomes.len()).filter(|&at| outcomes[at] != Outcome::Draw).collect();
    while let Some(at) = queue.pop() {
        for earlier in before(at) {
            if outcomes[earlier] != Outcome::Draw {
                continue;
            }
            options[earlier] -= 1;
            outcomes[earlier] = match outcomes[at] {
                Outcome::Previous => Outcome::Next,
                _ if options[earlier] == 0 => Outcome::Previous,
                _ => continue,
            };
            queue.push(earlier);
        }
    }
    outcomes
}
