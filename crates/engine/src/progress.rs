//! Progress of long work: its reports, its end on request, and where it keeps what it has; and what it
//! may use.

use crate::request::Limits;
use message::Message;
use std::borrow::Cow;
use std::fs::File;
use std::time::Duration;

/// What a computation may use, and who is told how far it is.
#[derive(Clone, Copy)]
pub struct Means<'p> {
    /// What it may use.
    pub limits: Limits,
    /// Who is told how far it is, and may stop it.
    pub progress: &'p dyn Progress,
}

impl Means<'static> {
    /// At most `memory` bytes, and nobody is told.
    #[must_use]
    pub const fn silent(memory: u64) -> Self {
        Self { limits: Limits { memory }, progress: &Silent }
    }
}

/// Called from time to time by work that may be long.
pub trait Progress: Sync {
    /// `done` of `total` steps are finished, of how many is not known where `total` is 0; `false` asks
    /// the work to stop and keep what it has.
    fn advance(&self, done: u64, total: u64) -> bool;

    /// Where unfinished columns are kept, if anywhere.
    fn keeper(&self) -> Option<&dyn Keeper> {
        None
    }
}

/// Keeps unfinished columns of one run. The label of a column is all that distinguishes it within
/// the run: the same in a later run of the same request only if the column is the same.
pub trait Keeper: Sync {
    /// How much work lies between two calls of [`Keeper::keep`].
    fn spacing(&self) -> Duration;

    /// The cells kept of a column; `None` where there are none.
    ///
    /// # Errors
    /// What was kept is damaged, in words.
    fn restore(&self, label: &str) -> Result<Option<Cells<'static>>, Message>;

    /// Keeps the cells of a column instead of what was kept of it before.
    fn keep(&self, label: &str, cells: &Cells<'_>);

    /// A file beside a column, to read and write, for what is too much to be kept anew each time: as the
    /// run before left it. `None` where there is none.
    fn file(&self, _label: &str) -> Option<File> {
        None
    }
}

/// Cells of a column, the greatest number where there is no value yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells<'c> {
    /// Of 8 bits: no values, but a state from which they follow.
    Bytes(Cow<'c, [u8]>),
    /// Of 16 bits.
    Narrow(Cow<'c, [u16]>),
    /// Of 32 bits.
    Wide(Cow<'c, [u32]>),
}

/// No progress is shown and nothing interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        true
    }
}
