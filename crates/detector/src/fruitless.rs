//! Searches of grids that found no law. The same cells come again: nim-values beside outcomes, and slices
//! along coordinates that play the same part.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use hashbrown::HashSet;

use crate::view::Grid;

/// Larger grids are searched again.
const MAX_POSITIONS: usize = 1 << 16;
/// Searches remembered.
const MAX: usize = 1 << 14;

/// Hashes of searches; two differ with probability 1 - 2^-128.
static FRUITLESS: Mutex<Option<HashSet<[u64; 2]>>> = Mutex::new(None);

/// A search of a grid.
pub(crate) struct Searched(Option<[u64; 2]>);

impl Searched {
    /// The search of this grid with as much effort.
    pub(crate) fn new(grid: &Grid<'_>, effort: impl Hash) -> Self {
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &effort).hash(&mut hasher);
            grid.hash(&mut hasher);
            hasher.finish()
        };
        Self((grid.positions() <= MAX_POSITIONS).then(|| [0, 1].map(hash)))
    }

    /// Whether it found no law before.
    pub(crate) fn is_fruitless(&self) -> bool {
        let known = FRUITLESS.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_some_and(|key| known.as_ref().is_some_and(|known| known.contains(&key)))
    }

    /// Remembers that it found none, though it was not asked to end.
    pub(crate) fn found_none(self) {
        let Some(key) = self.0.filter(|_| !patience::is_over()) else { return };
        let mut known = FRUITLESS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if known.len() == MAX {
            known.clear();
        }
        known.insert(key);
    }
}
