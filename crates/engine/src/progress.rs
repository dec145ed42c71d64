//! How long work reports its progress, hears that it should stop, and where it keeps what it has.

use crate::checkpoint::Checkpoint;

/// Called from time to time by work that may be long.
pub trait Progress: Sync {
    /// `done` of `total` steps are finished, of how many is not known where `total` is 0; `false` asks
    /// the work to stop and keep what it has.
    fn advance(&self, done: u64, total: u64) -> bool;

    /// Where unfinished tables are kept, if anywhere.
    fn checkpoint(&self) -> Option<&Checkpoint> {
        None
    }
}

/// No progress is shown and nothing interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        true
    }
}
