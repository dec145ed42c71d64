//! Runs of the program that are killed.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts `mexlab` in `folder`, kills it after so many milliseconds, different from run to run, and
/// says whether it had not ended before.
///
/// # Panics
/// When it cannot be started.
pub(crate) fn killed(folder: &Path, arguments: &[&str], after: Range<u64>) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let random = RandomState::new().hash_one(0) % (after.end - after.start);
    std::thread::sleep(Duration::from_millis(after.start + random));
    let ran = child.try_wait().expect("a status").is_none();
    // It may have ended just now.
    let _ = child.kill();
    child.wait().expect("it is gone");
    ran
}
