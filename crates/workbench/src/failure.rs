//! The ways in which work can end without its answer.

use engine::Stop;
use expr::diagnostic::Diagnostic;
use table::Table;

/// Mistakes in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// The text they are in, as mistakes name it.
    pub name: String,
    /// All of them with line and caret.
    pub text: String,
    /// Each with its place in the text as the user wrote it; none where only the text is known.
    pub diagnostics: Vec<Diagnostic>,
    /// Line and column of each, from 1.
    pub places: Vec<(usize, usize)>,
}

/// Why work ended without its answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A mistake in the rule or the question: one sentence, with the remedy.
    #[error("{0}")]
    Mistake(String),
    /// Mistakes in a rule text.
    #[error("{}", .0.text.trim_end())]
    Diagnosed(Mistakes),
    /// A limit (memory, states) stopped the work or kept it from starting.
    #[error("{0}")]
    Limit(String),
    /// No proof was found, and why; nothing stopped the search for one.
    #[error("not proved: {0}")]
    Unproved(String),
    /// The work was asked to stop; what is to be said after that.
    #[error("interrupted{0}")]
    Interrupted(String),
}

/// What was asked for, or why it was not had.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why something that was given does not serve, in words; who knows where it stood makes a
/// [`Failure`] of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(pub String);

/// A mistake in one sentence.
pub(crate) fn mistake(text: impl Into<String>) -> Failure {
    Failure::Mistake(text.into())
}

/// The work was stopped, and that is all there is to say.
pub(crate) fn interrupted() -> Failure {
    Failure::Interrupted(String::new())
}

impl Failure {
    /// The failure a stop of the engine amounts to; `diagnosed` makes one of mistakes in the rule's
    /// text.
    pub fn of_stop(stop: Stop, diagnosed: impl FnOnce(&[Diagnostic]) -> Self) -> Self {
        match stop {
            // Whatever else was met after the work was asked to end may come from that.
            _ if patience::was_ended() && !matches!(stop, Stop::Interrupted(_)) => interrupted(),
            Stop::Mistake(diagnostics) => diagnosed(&diagnostics),
            Stop::Refused(why) | Stop::NoBound(why) => Self::Mistake(why),
            Stop::TooLarge(why) | Stop::Limit(why, _) => Self::Limit(why),
            Stop::Interrupted(table) => Self::Interrupted(match table.as_deref() {
                // All values up to there are known, and would have ended with a period.
                Some(Table { axes, present: None, .. }) if axes.len() == 1 => {
                    format!(": no period is proved up to {} = {}", axes[0].name, axes[0].hi)
                }
                _ => String::new(),
            }),
        }
    }
}
