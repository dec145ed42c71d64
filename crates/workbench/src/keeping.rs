//! Keeps work in a checkpoint while it runs.

mod checkpoint;

use crate::failure::{Failure, Result, mistake};
use crate::input::{Input, Task};
use crate::watch::{Notice, Watch};
use checkpoint::Checkpoint;
use engine::{Bounds, Cells, Keeper, Positions, Progress};
use message::{Message, message};
use rule::ast::Heading;
use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// What becomes of work that is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Keeping {
    /// Whether it goes on from what is kept.
    pub resume: bool,
    /// Work between two checkpoints.
    pub spacing: Duration,
}

/// Work that is kept, as far as it should be, and who follows it.
pub struct Kept<'t> {
    /// Who follows it.
    pub watch: &'t dyn Watch,
    checkpoint: Option<Checkpoint>,
}

impl<'t> Kept<'t> {
    /// Keeps the table of this request in `folder`; with `--resume` goes on from what is there.
    ///
    /// # Errors
    /// `--resume` with a checkpoint of another run, or a damaged one; no checkpoint can be written there.
    pub fn of_table(
        folder: Option<&Path>,
        keeping: Keeping,
        task: Task<'_>,
        watch: &'t dyn Watch,
    ) -> Result<Self> {
        Self::in_folder(folder, keeping, described(task), watch)
    }

    /// Keeps what searches of positions of this game learn, likewise.
    ///
    /// # Errors
    /// As for [`Kept::of_table`].
    pub fn of_search(
        folder: Option<&Path>,
        keeping: Keeping,
        input: &Input,
        watch: &'t dyn Watch,
    ) -> Result<Self> {
        let mut lines = game_described(input);
        lines.push("positions".to_owned());
        lines.push(input.rule.to_string());
        Self::in_folder(folder, keeping, lines.join("\n"), watch)
    }

    /// `run` has all that must be the same for a later run to go on from this one.
    fn in_folder(
        folder: Option<&Path>,
        keeping: Keeping,
        run: String,
        watch: &'t dyn Watch,
    ) -> Result<Self> {
        let Some(folder) = folder else {
            if keeping.resume {
                return Err(mistake("--resume needs --checkpoint DIR"));
            }
            return Ok(Self::nowhere(watch));
        };
        let every = keeping.spacing;
        let checkpoint = match (keeping.resume, Checkpoint::exists(folder)) {
            (true, true) => {
                let found = Checkpoint::resume(folder, run, every);
                let found = found.map_err(|why| mistake(why.0))?;
                watch.notice(Notice::Resuming(folder));
                found
            }
            (is_lacking, exists) => {
                if is_lacking {
                    watch.notice(Notice::NoCheckpoint(folder));
                } else if exists {
                    watch.notice(Notice::Replacing(folder));
                }
                Checkpoint::begin(folder, run, every)
            }
        };
        checkpoint.try_out().map_err(|why| mistake(why.0))?;
        Ok(Self { watch, checkpoint: Some(checkpoint) })
    }

    /// Keeps nothing.
    #[must_use]
    pub fn nowhere(watch: &'t dyn Watch) -> Self {
        Self { watch, checkpoint: None }
    }

    /// The work is finished: the checkpoint goes.
    ///
    /// # Errors
    /// The last checkpoint could not be written: a kill would have lost the work.
    pub fn finish(self) -> Result<()> {
        self.checkpoint.and_then(Checkpoint::finish).map_or(Ok(()), |why| Err(Failure::Limit(why)))
    }

    /// What to add to the words for work that was stopped.
    #[must_use]
    pub fn stopped(&self, failure: Failure) -> Failure {
        let Some(checkpoint) = &self.checkpoint else { return failure };
        match (failure, checkpoint.trouble()) {
            (Failure::Interrupted(_), Some(trouble)) => {
                Failure::Interrupted(message!("; {trouble}"))
            }
            (Failure::Interrupted(rest), None) if checkpoint.is_kept() => {
                Failure::Interrupted(message!("{rest}; the same command with --resume continues"))
            }
            (Failure::Interrupted(rest), None) => {
                Failure::Interrupted(message!("{rest}; no checkpoint of such work is written"))
            }
            (failure, trouble) => {
                trouble.iter().for_each(|trouble| self.watch.notice(Notice::Unkept(trouble)));
                failure
            }
        }
    }
}

impl Progress for Kept<'_> {
    fn advance(&self, done: u64, total: u64) -> bool {
        self.watch.advance(done, total)
    }

    fn keeper(&self) -> Option<&dyn Keeper> {
        self.checkpoint.as_ref().map(|_| self as &dyn Keeper)
    }
}

impl Keeper for Kept<'_> {
    fn spacing(&self) -> Duration {
        self.checkpoint.as_ref().map_or(Duration::MAX, Checkpoint::spacing)
    }

    fn restore(&self, label: &str) -> Result<Option<Cells<'static>>, Message> {
        self.checkpoint.as_ref().map_or(Ok(None), |checkpoint| checkpoint.restore(label))
    }

    fn file(&self, label: &str) -> Option<File> {
        self.checkpoint.as_ref()?.file(label)
    }

    /// A checkpoint that cannot be written is said at once; the work goes on.
    fn keep(&self, label: &str, cells: &Cells<'_>) {
        let Some(checkpoint) = &self.checkpoint else { return };
        let before = checkpoint.trouble();
        checkpoint.keep(label, cells);
        if let Some(trouble) = checkpoint.trouble().filter(|_| before.is_none()) {
            self.watch.notice(Notice::Unkept(&trouble));
        }
    }
}

/// The version and the parameters that were given.
fn game_described(input: &Input) -> Vec<String> {
    let mut lines = vec![format!("mexlab {}", env!("CARGO_PKG_VERSION"))];
    let fixed = &input.parameters.fixed;
    lines.extend(fixed.iter().map(|(name, value)| format!("-p {name}={value}")));
    lines
}

/// All that must be the same for a later table to go on from this one.
fn described(Task { input, request, .. }: Task<'_>) -> String {
    let mut lines = game_described(input);
    let parameters = &input.parameters;
    let varied = parameters.variations.iter().map(|v| format!("-p {}={}..{}", v.name, v.lo, v.hi));
    lines.extend(varied);
    lines.push(match &request.bounds {
        Bounds::All(to) => format!("--to {to}"),
        Bounds::Named(named) => {
            let named = named.iter().map(|(name, to)| format!("{name}={to}"));
            format!("--to {}", named.collect::<Vec<_>>().join(","))
        }
        Bounds::Usual | Bounds::Check => "no --to".to_owned(),
    });
    lines.push(match &request.positions {
        Positions::All => "all positions".to_owned(),
        Positions::Starts => "--starts".to_owned(),
        Positions::Boards(sizes) => format!("--boards {sizes:?}"),
    });
    let names: Vec<&str> = request.columns.iter().map(Heading::name).collect();
    lines.push(format!("--quantity {}", names.join(",")));
    lines.push(format!("--kernel {:?}", request.kernel).to_lowercase());
    lines.push(input.rule.to_string());
    lines.join("\n")
}
