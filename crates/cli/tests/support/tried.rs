//! How many of its cases a test tries.

#[path = "../../../detector/tests/common/all_runs.rs"]
mod all_runs;

/// The cases that a test tries: every third, and with `MEXLAB_ALL_RUNS` all.
pub(crate) fn tried<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let step = if all_runs::tries_all() { 1 } else { 3 };
    all.into_iter().step_by(step)
}
