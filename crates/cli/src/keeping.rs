//! Keeps work in a checkpoint while it runs.

mod checkpoint;

use crate::arguments::Keeping;
use crate::failure::{Failure, Result, mistake};
use crate::input::Task;
use crate::terminal::Terminal;
use checkpoint::Checkpoint;
use engine::{Bounds, Keeper, Positions, Progress};
use std::path::Path;

/// The surroundings of work that is kept, as far as it should be.
#[derive(Debug)]
pub(crate) struct Kept<'t> {
    pub(crate) terminal: &'t Terminal,
    checkpoint: Option<Checkpoint>,
}

impl<'t> Kept<'t> {
    /// Keeps the table of this request in `folder`; with `--resume` goes on from what is there.
    ///
    /// # Errors
    /// `--resume` with a checkpoint of another run, or a damaged one.
    pub(crate) fn in_folder(
        folder: Option<&Path>,
        keeping: &Keeping,
        task: Task<'_>,
        terminal: &'t Terminal,
    ) -> Result<Self> {
        let Some(folder) = folder else {
            if keeping.resume {
                return Err(mistake("--resume needs --checkpoint DIR"));
            }
            return Ok(Self::nowhere(terminal));
        };
        let (run, every) = (described(task), keeping.checkpoint_every);
        let checkpoint = match (keeping.resume, Checkpoint::exists(folder)) {
            (true, true) => {
                let found = Checkpoint::resume(folder, run, every);
                let found = found.map_err(|why| mistake(why.0))?;
                terminal.remark(&format!("resuming from the checkpoint {}", folder.display()));
                found
            }
            (true, false) => {
                let place = folder.display();
                terminal.remark(&format!(
                    "there is no checkpoint {place}: starting from the beginning"
                ));
                Checkpoint::begin(folder, run, every)
            }
            (false, exists) => {
                if exists {
                    let place = folder.display();
                    terminal.remark(&format!(
                        "starting from the beginning; the checkpoint {place} of an earlier run will be \
                         replaced (--resume continues from it)"
                    ));
                }
                Checkpoint::begin(folder, run, every)
            }
        };
        Ok(Self { terminal, checkpoint: Some(checkpoint) })
    }

    /// Keeps nothing.
    pub(crate) fn nowhere(terminal: &'t Terminal) -> Self {
        Self { terminal, checkpoint: None }
    }

    /// The work is finished: the checkpoint goes.
    pub(crate) fn finish(self) {
        if let Some(trouble) = self.checkpoint.and_then(Checkpoint::finish) {
            self.terminal.remark(&trouble);
        }
    }

    /// What to add to the words for work that was stopped.
    pub(crate) fn stopped(&self, failure: Failure) -> Failure {
        let Some(checkpoint) = &self.checkpoint else { return failure };
        match (failure, checkpoint.trouble()) {
            (Failure::Interrupted(_), Some(trouble)) => {
                Failure::Interrupted(format!("; {trouble}"))
            }
            (Failure::Interrupted(rest), None) if checkpoint.is_kept() => {
                Failure::Interrupted(format!("{rest}; the same command with --resume continues"))
            }
            (failure, trouble) => {
                trouble.iter().for_each(|trouble| self.terminal.remark(trouble));
                failure
            }
        }
    }
}

impl Progress for Kept<'_> {
    fn advance(&self, done: u64, total: u64) -> bool {
        self.terminal.advance(done, total)
    }

    fn keeper(&self) -> Option<&dyn Keeper> {
        self.checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Keeper)
    }
}

/// All that must be the same for a later run to go on from this one.
fn described(Task { input, request, .. }: Task<'_>) -> String {
    let mut lines = vec![format!("mexlab {}", env!("CARGO_PKG_VERSION"))];
    let parameters = &input.parameters;
    let fixed = parameters.fixed.iter().map(|(name, value)| format!("-p {name}={value}"));
    lines.extend(fixed);
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
    let names: Vec<&str> = request.quantities.iter().map(|q| q.name()).collect();
    lines.push(format!("--quantity {}", names.join(",")));
    lines.push(format!("--kernel {:?}", request.kernel).to_lowercase());
    lines.push(input.rule.to_string());
    lines.join("\n")
}
