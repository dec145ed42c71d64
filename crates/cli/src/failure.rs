//! The ways in which a command can fail, and their exit status.

use engine::Stop;
use expr::diagnostic::Diagnostic;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use table::Table;

/// Whether it was `--time` that ended the work.
pub(crate) static OUT_OF_TIME: AtomicBool = AtomicBool::new(false);

fn is_out_of_time() -> bool {
    OUT_OF_TIME.load(Ordering::Relaxed)
}

/// Mistakes in a text.
#[derive(Debug)]
pub(crate) struct Mistakes {
    /// The text they are in, as mistakes name it.
    pub(crate) name: String,
    /// All of them with line and caret.
    pub(crate) text: String,
    /// Each with its place in the text as the user wrote it; none where only the text is known.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// At least one claim is refuted; the answers have been printed.
    Refuted,
    /// A mistake in the rule, the input or the usage: one sentence, with the remedy.
    Mistake(String),
    /// Mistakes in a rule text.
    Diagnosed(Mistakes),
    /// A limit (memory, states) stopped the work or kept it from starting.
    Limit(String),
    /// No proof was found, and why; nothing stopped the search for one.
    Unproved(String),
    /// The user, or `--time`, stopped the work; what is to be said after that.
    Interrupted(String),
    /// Whoever reads our output has gone; nothing is wrong.
    NobodyReads,
}

/// What a command did, or why it did not end well.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::NobodyReads => 0,
            Self::Refuted => 1,
            Self::Mistake(_) | Self::Diagnosed(_) => 2,
            Self::Limit(_) => 3,
            Self::Interrupted(_) if is_out_of_time() => 3,
            Self::Unproved(_) => 4,
            Self::Interrupted(_) => 130,
        }
    }

    /// What to print on standard error; empty when all is said.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Refuted | Self::NobodyReads => String::new(),
            Self::Mistake(text) | Self::Limit(text) => format!("error: {text}\n"),
            Self::Diagnosed(mistakes) => mistakes.text.clone(),
            Self::Unproved(why) => format!("not proved: {why}\n"),
            Self::Interrupted(rest) if is_out_of_time() => format!("stopped by --time{rest}\n"),
            Self::Interrupted(rest) => format!("interrupted{rest}\n"),
        }
    }
}

/// Why something that was given does not serve, in words; who knows where it stood makes a
/// [`Failure`] of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unfit(pub(crate) String);

/// A mistake in one sentence.
pub(crate) fn mistake(text: impl Into<String>) -> Failure {
    Failure::Mistake(text.into())
}

impl From<io::Error> for Failure {
    /// For standard output: files are written by `report`, which names them.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::NobodyReads,
            _ => Self::Mistake(format!("cannot write the output: {error}")),
        }
    }
}

impl From<report::Error> for Failure {
    fn from(error: report::Error) -> Self {
        Self::Mistake(error.to_string())
    }
}

impl From<sweep::Error> for Failure {
    fn from(error: sweep::Error) -> Self {
        match error {
            sweep::Error::Diagnosed(text) => {
                Self::Diagnosed(Mistakes { name: String::new(), text, diagnostics: Vec::new() })
            }
            sweep::Error::Interrupted => interrupted(),
            other => Self::Mistake(other.to_string()),
        }
    }
}

/// The work was stopped, and that is all there is to say.
pub(crate) fn interrupted() -> Failure {
    Failure::Interrupted(String::new())
}

/// The failure a stop of the engine amounts to; `diagnosed` makes one of mistakes in the rule's text.
pub(crate) fn stopped(stop: Stop, diagnosed: impl FnOnce(&[Diagnostic]) -> Failure) -> Failure {
    match stop {
        // Whatever else was met after the work was asked to end may come from that.
        _ if patience::was_ended() && !matches!(stop, Stop::Interrupted(_)) => interrupted(),
        Stop::Mistake(diagnostics) => diagnosed(&diagnostics),
        Stop::Refused(why) | Stop::NoBound(why) => Failure::Mistake(why),
        Stop::TooLarge(why) | Stop::Limit(why, _) => Failure::Limit(why),
        Stop::Interrupted(table) => Failure::Interrupted(match table.as_deref() {
            // All values up to there are known, and would have ended with a period.
            Some(Table { axes, present: None, .. }) if axes.len() == 1 => {
                format!(": no period is proved up to {} = {}", axes[0].name, axes[0].hi)
            }
            _ => String::new(),
        }),
    }
}
