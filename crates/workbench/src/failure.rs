//! The ways in which work can end without its answer.

use engine::Stop;
use expr::diagnostic::Diagnostic;
pub use expr::diagnostic::Mistakes;
use message::{Message, Tell, message};
use table::Table;

/// Why work ended without its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A mistake in the rule or the question: one sentence, with the remedy.
    Mistake(Message),
    /// Mistakes in a rule text.
    Diagnosed(Mistakes),
    /// A limit (memory, states) stopped the work or kept it from starting.
    Limit(Message),
    /// No proof was found, and why; nothing stopped the search for one.
    Unproved(Message),
    /// The work was asked to stop; what is to be said after that.
    Interrupted(Message),
}

/// What was asked for, or why it was not had.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why something that was given does not serve, in words; who knows where it stood makes a
/// [`Failure`] of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(pub Message);

impl Tell for Unfit {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

message::error!(Unfit);

/// A mistake in one sentence.
pub(crate) fn mistake(text: impl Into<Message>) -> Failure {
    Failure::Mistake(text.into())
}

/// The work was stopped, and that is all there is to say.
pub(crate) fn interrupted() -> Failure {
    Failure::Interrupted("".into())
}

impl Tell for Failure {
    fn message(&self) -> Message {
        match self {
            Self::Mistake(why) | Self::Limit(why) => why.clone(),
            Self::Diagnosed(mistakes) => mistakes.message(),
            Self::Unproved(why) => message!("not proved: {why}"),
            Self::Interrupted(rest) => message!("interrupted{rest}"),
        }
    }
}

message::error!(Failure);

impl Failure {
    /// The failure a stop of the engine amounts to; `diagnosed` makes one of mistakes in the rule's
    /// text.
    pub fn of_stop(stop: Stop, diagnosed: impl FnOnce(&[Diagnostic]) -> Self) -> Self {
        match stop {
            // Whatever else was met after the work was asked to end may come from that.
            _ if patience::was_ended() && !matches!(stop, Stop::Interrupted(_)) => interrupted(),
            Stop::Mistake(diagnostics) => diagnosed(&diagnostics),
            Stop::Valueless(mistake) => diagnosed(&[*mistake]),
            Stop::Refused(why) | Stop::NoBound(why) => Self::Mistake(why),
            Stop::TooLarge(why) | Stop::Limit(why, _) => Self::Limit(why),
            Stop::Interrupted(table) => Self::Interrupted(match table.as_deref() {
                // All values up to there are known, and would have ended with a period.
                Some(Table { axes, present: None, .. }) if axes.len() == 1 => {
                    message!(": no period is proved up to {} = {}", axes[0].name, axes[0].hi)
                }
                _ => "".into(),
            }),
        }
    }
}
