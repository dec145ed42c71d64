//! How many of its cases a test tries.

/// The cases that a test tries: every third, and with `MEXLAB_ALL_RUNS` all.
pub(crate) fn tried<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let step = if std::env::var_os("MEXLAB_ALL_RUNS").is_some() { 1 } else { 3 };
    all.into_iter().step_by(step)
}
