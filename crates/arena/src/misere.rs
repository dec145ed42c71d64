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
