//! How much tests try.

use std::hash::{BuildHasher, RandomState};

/// How much tests try, as `MEXLAB_RUNS` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A third of what is usual, another one in every run: what `scripts/test` waits for.
    Quick,
    /// `usual`: as much as `scripts/test --all` does.
    Usual,
    /// `all`: also what takes minutes, as `scripts/test --full` does.
    All,
}

impl Runs {
    /// What this run of the tests is.
    pub fn this() -> Self {
        match std::env::var("MEXLAB_RUNS").as_deref() {
            Ok("usual") => Self::Usual,
            Ok("all") => Self::All,
            _ => Self::Quick,
        }
    }
}

/// One of how many inputs is tried: 3 in [`Runs::Quick`], else 1.
pub fn one_in() -> usize {
    if Runs::this() == Runs::Quick { 3 } else { 1 }
}

/// Every third item from a random one on, or all of them unless the run is [`Runs::Quick`].
pub fn some_of<T>(items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let items: Vec<T> = items.into_iter().collect();
    let first = RandomState::new().hash_one(()) as usize % one_in().min(items.len()).max(1);
    items.into_iter().skip(first).step_by(one_in())
}
