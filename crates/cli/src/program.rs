//! How the program is started once more: for each question of the page, and for shards elsewhere.

use crate::failure::{Result, mistake};
use message::message;
use std::ffi::OsString;
use std::sync::OnceLock;

static BEGINNING: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says with which words the program is started where it is not the executable of this process:
/// `python -m mexlab`. Only the first call counts.
pub fn begins_with(words: Vec<OsString>) {
    let _ = BEGINNING.set(words);
}

/// The words that start the program: an executable, and what stands before the name of a command.
pub(crate) fn beginning() -> Result<(OsString, Vec<OsString>)> {
    if let Some([program, before @ ..]) = BEGINNING.get().map(Vec::as_slice) {
        return Ok((program.clone(), before.to_vec()));
    }
    let program = std::env::current_exe()
        .map_err(|e| mistake(message!("the program does not find itself: {e}")))?;
    Ok((program.into(), Vec::new()))
}
