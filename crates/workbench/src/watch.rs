//! Who asked for some work: is told how far it is and what is met on the way, and may end it.

use crate::input::Task;
use engine::Progress;
use message::Message;
use std::path::Path;
use table::{Axis, Table};

/// Who follows the work.
///
/// [`Progress::advance`] is called several times a second by work that can say how far it is; the
/// answer `false` ends it.
pub trait Watch: Progress {
    /// A table is about to be computed.
    fn begins(&self, _task: Task<'_>) {}

    /// Something that is worth a remark, but no answer.
    fn notice(&self, _notice: Notice<'_>) {}

    /// Does work that cannot say how far it is.
    fn during(&self, _stage: Stage, work: &mut dyn FnMut()) {
        work();
    }
}

/// Does work that cannot say how far it is.
pub fn during<T>(watch: &dyn Watch, stage: Stage, work: impl FnOnce() -> T) -> T {
    let (mut work, mut result) = (Some(work), None);
    watch.during(stage, &mut || result = work.take().map(|work| work()));
    match (result, work) {
        (Some(result), _) => result,
        (None, Some(work)) => work(),
        (None, None) => unreachable!("work that was taken has a result"),
    }
}

/// Work that cannot say how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Laws are looked for.
    Laws,
    /// Proofs are looked for.
    Proofs,
}

/// What is met on the way.
#[derive(Clone, Copy, Debug)]
pub enum Notice<'a> {
    /// Nobody said how far the table goes: it has this box.
    Sized(&'a [Axis]),
    /// The laws were compared with a larger table.
    Extended(&'a Table),
    /// Positions have no law; the starts in this table were searched.
    Starts(&'a Table),
    /// The table shows these laws, and the first that is proved is hard to read.
    Found(&'a [String]),
    /// Work goes on from the checkpoint in this folder.
    Resuming(&'a Path),
    /// There is no checkpoint in this folder: work begins anew.
    NoCheckpoint(&'a Path),
    /// The checkpoint of an earlier run in this folder will be replaced.
    Replacing(&'a Path),
    /// The rule of this name is on a strip, and is played as this game of heaps.
    OnHeaps(&'a str, &'a str),
    /// A checkpoint could not be written, and why.
    Unkept(&'a Message),
}

/// Nobody is told anything; only [`patience::end`] stops the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Progress for Alone {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        !patience::is_over()
    }
}

impl Watch for Alone {}
