//! How long work reports its progress and hears that it should stop.

/// Called from time to time by work that may be long.
pub trait Progress: Sync {
    /// `done` of `total` steps are finished; `false` asks the work to stop and keep what it has.
    fn advance(&self, done: u64, total: u64) -> bool;
}

/// No progress is shown and nothing interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        true
    }
}
