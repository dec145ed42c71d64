//! What is wrong with a text: place, cause and remedy; and how it is shown.

use crate::ast::Span;

/// One mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code such as `R012`, one per kind of mistake.
    pub code: &'static str,
    /// The cause, one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Short text printed under the caret; may be empty.
    pub label: String,
    /// What to do about it.
    pub help: String,
}
