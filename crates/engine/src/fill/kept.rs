//! Keeps columns while they are computed, so that a run that was killed can continue.

use crate::machine::cell;
use crate::machine::run::Halt;
use crate::progress::{Cells, Keeper, Progress};
use crate::stop::Stop;
use kernels::Pulse;
use std::cell::Cell;
use std::fs::File;
use std::time::{Duration, Instant};

/// Work that came to nothing new is left to itself for longer, between these times.
const LEAST_WAIT: Duration = Duration::from_millis(1);
const MAX_WAIT_LENGTH: Duration = Duration::from_secs(86_400);

/// A column with the progress of its computation, kept where the progress says.
pub(crate) struct Kept<'p> {
    progress: &'p dyn Progress,
    /// Where it is kept, if anywhere, and as what.
    keeper: Option<(&'p dyn Keeper, String)>,
}

impl<'p> Kept<'p> {
    /// `label` is all that distinguishes the column within the run.
    pub(crate) fn new(progress: &'p dyn Progress, label: impl FnOnce() -> String) -> Self {
        Self { progress, keeper: progress.keeper().map(|keeper| (keeper, label())) }
    }

    /// The same for what is no column of values but stands for one.
    pub(crate) fn standing_in(self) -> Self {
        let named = |(keeper, label)| (keeper, format!("state of {label}"));
        Self { keeper: self.keeper.map(named), ..self }
    }

    /// The cells of this width that were kept; none where there are none.
    ///
    /// # Errors
    /// What was kept is damaged.
    pub(crate) fn restored<T: cell::Cell>(&self) -> Result<Vec<T>, Stop> {
        let Some((keeper, label)) = &self.keeper else { return Ok(Vec::new()) };
        let kept = keeper.restore(label).map_err(Stop::Refused)?;
        Ok(kept.and_then(T::restored).unwrap_or_default())
    }

    /// The same for a state; empty where there is none.
    ///
    /// # Errors
    /// What was kept is damaged.
    pub(crate) fn restored_state(&self) -> Result<Vec<u8>, Stop> {
        let Some((keeper, label)) = &self.keeper else { return Ok(Vec::new()) };
        match keeper.restore(label).map_err(Stop::Refused)? {
            Some(Cells::Bytes(state)) => Ok(state.into_owned()),
            _ => Ok(Vec::new()),
        }
    }

    /// A file beside the column ([`Keeper::file`]).
    pub(crate) fn file(&self) -> Option<File> {
        self.keeper.as_ref().and_then(|(keeper, label)| keeper.file(label))
    }

    /// Runs `extend`, which gives values to more of the column's cells each time it is called, and
    /// keeps the cells whenever that is due and when the run is interrupted.
    pub(crate) fn extend<T: cell::Cell, R>(
        &self,
        cells: &mut Vec<T>,
        extend: impl FnMut(&mut Vec<T>, Pulse<'_>) -> Result<R, Halt>,
    ) -> Result<R, Halt> {
        let known = |cells: &Vec<T>| cells.iter().filter(|&&cell| cell != T::UNSET).count() as u64;
        self.go(cells, known, |cells| T::keep(cells), extend)
    }

    /// The same for a state of any kind, of which `known` says how far it came and `keep` what is
    /// kept.
    pub(crate) fn go<S, R>(
        &self,
        state: &mut S,
        known: impl Fn(&S) -> u64,
        keep: impl Fn(&S) -> Cells<'_>,
        mut extend: impl FnMut(&mut S, Pulse<'_>) -> Result<R, Halt>,
    ) -> Result<R, Halt> {
        let going = |done, total| self.progress.advance(done, total);
        let Some((keeper, label)) = &self.keeper else { return extend(state, &going) };
        let spacing = keeper.spacing();
        let begun = Instant::now();
        let (mut wait, mut before) = (spacing, known(state));
        loop {
            let (due, stopped) = (Instant::now() + wait.min(MAX_WAIT_LENGTH), Cell::new(false));
            let ended = extend(state, &|done, total| {
                stopped.set(stopped.get() || !going(done, total));
                !stopped.get() && Instant::now() < due
            });
            let paused = matches!(ended, Err(Halt::Interrupted));
            // What took no time is not worth a file.
            if paused || (ended.is_ok() && begun.elapsed() > spacing) {
                keeper.keep(label, &keep(state));
            }
            if !paused || stopped.get() || patience::is_over() {
                return ended;
            }
            // Work that had no time to come beyond what was known gets more.
            let now = known(state);
            wait = if now > before { spacing } else { wait.max(LEAST_WAIT).saturating_mul(2) };
            before = now;
        }
    }
}
