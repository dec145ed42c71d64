//! How many of its cases a test tries.

use draw::Runs;

/// The cases that a test tries: every third, and all of them in [`Runs::All`].
pub(crate) fn tried<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let step = if Runs::this() == Runs::All { 1 } else { 3 };
    all.into_iter().step_by(step)
}
