//! Texts read from files and standard input.

use message::{Message, message};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;
use workbench::{Failure, Result};

/// A rule is no longer than this; longer files are something else.
pub(crate) const MAX_RULE_LENGTH: u64 = 1 << 20;
/// A file of data is no longer than this.
pub(crate) const MAX_DATA_LENGTH: u64 = 1 << 30;

/// The text of the file at `path`.
///
/// # Errors
/// It cannot be read, is longer than `longest`, or is not UTF-8; the work was stopped while it waited.
pub(crate) fn read_file(path: &str, longest: u64, what: &'static str) -> Result<String> {
    let bytes = bytes_of_file(path, longest, what)?;
    text(path, bytes.ok_or_else(|| too_long(path, longest, what))?, what)
}

/// The bytes of the file at `path`; `None` when it is longer than `longest`.
///
/// # Errors
/// It cannot be read, or the work was stopped while it waited.
pub(crate) fn bytes_of_file(
    path: &str,
    longest: u64,
    what: &'static str,
) -> Result<Option<Vec<u8>>> {
    if Path::new(path).is_dir() {
        return Err(Failure::Mistake(message!(
            "cannot read {path}: it is a folder, not {}",
            Message::from(what)
        )));
    }
    let owned = path.to_owned();
    bytes(path, move || File::open(owned), longest)
}

/// The bytes of what `open` opens; `None` when there are more than `longest`. Both opening and reading may wait for others.
///
/// # Errors
/// As for [`bytes_of_file`].
pub(crate) fn bytes<R: Read>(
    name: &str,
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    longest: u64,
) -> Result<Option<Vec<u8>>> {
    let read = waiting(move || {
        let mut bytes = Vec::new();
        open()?.take(longest + 1).read_to_end(&mut bytes).map(|_| bytes)
    });
    let read = read.ok_or_else(|| interrupted(name))?;
    let bytes = read.map_err(|e| Failure::Mistake(message!("cannot read {name}: {e}")))?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= longest))
}

/// The text that `reader` gives, which may wait for others.
///
/// # Errors
/// As for [`read_file`].
pub(crate) fn read(
    name: &str,
    reader: impl Read + Send + 'static,
    longest: u64,
    what: &'static str,
) -> Result<String> {
    let bytes = bytes(name, || Ok(reader), longest)?;
    text(name, bytes.ok_or_else(|| too_long(name, longest, what))?, what)
}

/// What is read is no such thing: it is too long.
pub(crate) fn too_long(name: &str, longest: u64, what: &'static str) -> Failure {
    Failure::Mistake(message!(
        "{name} is longer than {longest} bytes: it is not {}",
        Message::from(what)
    ))
}

/// The work was stopped while something of this name was read.
pub(crate) fn interrupted(name: &str) -> Failure {
    Failure::Interrupted(message!(" while {name} was read"))
}

/// Does work that may wait for others, such as a read, in a thread of its own; `None` when the work at
/// hand should end before it is done. Nobody then waits for the thread, which may go on for ever.
pub(crate) fn waiting<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    const PATIENCE: Duration = Duration::from_millis(50);
    let (done, result) = sync_channel(1);
    let worker = std::thread::spawn(move || {
        // Nobody may be left to hear of it.
        let _ = done.send(work());
    });
    loop {
        match result.recv_timeout(PATIENCE) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if patience::is_over() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return None,
            },
        }
    }
}

fn text(name: &str, bytes: Vec<u8>, what: &'static str) -> Result<String> {
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..valid].iter().filter(|b| **b == b'\n').count() + 1;
        Failure::Mistake(message!(
            "{name}:{line} is not UTF-8 text; save {} as UTF-8",
            Message::from(what)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends() {
        assert_eq!(waiting(|| 7), Some(7));
        let (_open, never) = std::sync::mpsc::channel::<()>();
        let ended =
            patience::within(Duration::from_millis(1), || waiting(move || never.recv().is_ok()));
        assert_eq!(ended, None);
        assert!(std::panic::catch_unwind(|| waiting(|| panic!("told"))).is_err());
    }

    #[test]
    fn bytes_that_are_no_text() {
        let wrong = text("x.game", b"heap n\n\xff".to_vec(), "a rule file").unwrap_err();
        assert!(wrong.to_string().contains("x.game:2 is not UTF-8"), "{wrong}");
        let long = |longest| bytes("x.game", || Ok(&b"heap n"[..]), longest).unwrap();
        assert_eq!((long(5), long(6).as_deref()), (None, Some(&b"heap n"[..])));
    }
}
