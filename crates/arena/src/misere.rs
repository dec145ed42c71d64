//! Sums of tokens on acyclic digraphs under misere play (catalogue: `anti-sg`): a player who cannot
//! move wins.
//!
//! Grundy values do not decide misere sums, but they do among *tame* positions (Conway, On Numbers
//! and Games, chapter 12; Berlekamp, Conway and Guy, Winning Ways, chapter 13). A tame position is
//! *fickle*, of value 0 or 1, or *firm*. The player to move wins a sum of tame positions iff the
//! nim-sum is not 0 and one of them is firm, or it is 0 and all are fickle, as in misere Nim, where
//! heaps of 0 and 1 are fickle and the others firm. With f for fickle and F for firm, a position
//! whose options are tame is
//!
//! - f0 where it has no option, or has f1 and none of f0, F0, F1;
//! - f1 where it has f0 and none of f1, F0, F1;
//! - F0 where it has options, none of them f0, f1 or F0;
//! - F1 where it has F0 and no other of value 0 or 1;
//! - Fv for v >= 2, the least value no option has, where it has f0 and f1, or F0 and F1.
//!
//! Then no move leads from a sum said to be lost to another, and from each said to be won there is
//! one, which proves the rule by induction. Other positions are wild. Linear in vertices and arcs.

use crate::{Arcs, dag};

/// What misere play makes of a tame position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TameKind {
    /// As the Nim heap of 0 or 1.
    Fickle(u32),
    /// As two Nim heaps of at least 2 that have this nim-sum.
    Firm(u32),
}

impl TameKind {
    /// The Grundy value.
    #[must_use]
    pub fn value(self) -> u32 {
        match self {
            Self::Fickle(value) | Self::Firm(value) => value,
        }
    }
}

/// The kinds of all vertices, `None` for wild ones and those that lead to them.
///
/// # Errors
/// The vertices of a cycle.
pub fn kinds(arcs: &Arcs) -> Result<Vec<Option<TameKind>>, Vec<u32>> {
    let n = arcs.vertices();
    let mut kinds = vec![None; n];
    // The vertex whose options were last seen to have the value.
    let mut seen = vec![u32::MAX; n + 2];
    for v in dag::order(arcs)? {
        let (mut fickle, mut firm) = ([false; 2], [false; 2]);
        let mut all_tame = true;
        for w in arcs.heads(v as usize) {
            match kinds[w] {
                Some(TameKind::Fickle(value)) => fickle[value as usize] = true,
                Some(TameKind::Firm(value @ (0 | 1))) => firm[value as usize] = true,
                Some(TameKind::Firm(value)) => seen[value as usize] = v,
                None => all_tame = false,
            }
        }
        let is_stuck = arcs.of(v as usize).is_empty();
        let kind = match (fickle, firm) {
            ([false, false], [false, false]) if is_stuck => Some(TameKind::Fickle(0)),
            ([false, true], [false, false]) => Some(TameKind::Fickle(0)),
            ([true, false], [false, false]) => Some(TameKind::Fickle(1)),
            ([false, false], [false, _]) => Some(TameKind::Firm(0)),
            ([false, false], [true, false]) => Some(TameKind::Firm(1)),
            ([true, true], _) | (_, [true, true]) => {
                (2..).find(|&value| seen[value as usize] != v).map(TameKind::Firm)
            }
            _ => None,
        };
        kinds[v as usize] = kind.filter(|_| all_tame);
    }
    Ok(kinds)
}

/// A sum of tame positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TameSum {
    total: u32,
    firm: usize,
}

impl TameSum {
    /// The sum with another position.
    #[must_use]
    pub fn with(self, kind: TameKind) -> Self {
        let firm = usize::from(matches!(kind, TameKind::Firm(_)));
        Self { total: self.total ^ kind.value(), firm: self.firm + firm }
    }

    /// The sum without one of its positions.
    #[must_use]
    pub fn without(self, kind: TameKind) -> Self {
        let firm = usize::from(matches!(kind, TameKind::Firm(_)));
        Self { total: self.total ^ kind.value(), firm: self.firm.saturating_sub(firm) }
    }

    /// Whether the player to move wins.
    #[must_use]
    pub fn wins(self) -> bool {
        (self.total == 0) == (self.firm == 0)
    }
}

impl FromIterator<TameKind> for TameSum {
    fn from_iter<I: IntoIterator<Item = TameKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csr::on_downward_digraphs;
    use crate::product::{Play, Product};

    /// Compares sums of up to three tokens on one digraph with the search of whole positions.
    fn check(n: usize, list: &[(u32, u32)]) -> usize {
        let arcs = Arcs::new(n, list);
        let kinds = kinds(&arcs).expect("acyclic");
        let tame: Vec<usize> = (0..n).filter(|&v| kinds[v].is_some()).collect();
        for tokens in 1..=3 {
            let all =
                Product::new(vec![&arcs; tokens], Play::Sum).expect("acyclic").expect("small");
            let misere = all.wins(true);
            for choice in 0..tame.len().pow(tokens as u32) {
                let digit = |i: u32| tame[choice / tame.len().pow(i) % tame.len()];
                let places: Vec<usize> = (0..tokens as u32).map(digit).collect();
                let sum: TameSum = places.iter().filter_map(|&v| kinds[v]).collect();
                assert_eq!(sum.wins(), misere[all.state(&places)], "{list:?}: {places:?}");
                let first = kinds[places[0]].expect("tame");
                assert_eq!(sum.without(first).with(first), sum);
            }
        }
        tame.len()
    }

    on_downward_digraphs!(check, 9 vertices, 24 arcs);

    #[test]
    fn heaps_and_wild_positions() {
        // Nim heaps of 0 to 3, and two further vertices: {2} is firm, {2, 1} is as a heap of 0.
        let heaps = [(1, 0), (2, 1), (2, 0), (3, 2), (3, 1), (3, 0), (4, 2), (5, 2), (5, 1)];
        let found = kinds(&Arcs::new(6, &heaps)).expect("acyclic");
        let (fickle, firm) = (|v| Some(TameKind::Fickle(v)), |v| Some(TameKind::Firm(v)));
        assert_eq!(found, [fickle(0), fickle(1), firm(2), firm(3), firm(0), fickle(0)]);
        // A chain down to the heap of 2: {2} is F0, {{2}} is F1, and what leads there alone F0 again.
        let chain = [(1, 0), (2, 1), (2, 0), (3, 2), (4, 3), (5, 4)];
        let found = kinds(&Arcs::new(6, &chain)).expect("acyclic");
        assert_eq!(found[3..], [firm(0), firm(1), firm(0)]);
        // {{2}, 1}, of value 2: neither an option F1 nor f0.
        let wild = [(1, 0), (2, 1), (2, 0), (3, 2), (4, 3), (4, 1), (5, 4)];
        let found = kinds(&Arcs::new(6, &wild)).expect("acyclic");
        assert_eq!((found[4], found[5]), (None, None));
        assert_eq!(kinds(&Arcs::new(2, &[(0, 1), (1, 0)])), Err(vec![0, 1]));
        assert!(check(6, &wild) == 4 && check(6, &heaps) == 6 && check(6, &chain) == 6);
    }
}
