//! Connection in a graph given by the ends of its edges.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_several_edges_and_loops() {
        let ends = [1, 2, 2, 3, 4, 5, 5, 5];
        assert_eq!(connected(1, 3, &[1, 2], &ends), Some(true));
        assert_eq!(connected(3, 1, &[1, 2, 4], &ends), Some(true));
        assert_eq!(connected(1, 3, &[1, 3], &ends), Some(false));
        assert_eq!(connected(1, 4, &[1, 2, 3, 4], &ends), Some(false));
        assert_eq!(connected(7, 7, &[], &ends), Some(true));
        for wrong in [0, 5, -1, i128::MAX, i128::MIN] {
            assert_eq!(connected(1, 3, &[wrong], &ends), None, "{wrong}");
        }
        assert_eq!(connected(1, 3, &[2], &[1, 2, 3]), None);
    }
}
