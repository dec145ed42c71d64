//! Texts read from files and standard input.

use crate::failure::{Result, mistake};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A rule is no longer than this; longer files are something else.
pub(crate) const MAX_RULE_LENGTH: u64 = 1 << 20;
/// A file of data is no longer than this.
pub(crate) const MAX_DATA_LENGTH: u64 = 1 << 30;

/// The text of the file at `path`.
///
/// # Errors
/// It cannot be read, is longer than `longest`, or is not UTF-8.
pub(crate) fn read_file(path: &str, longest: u64, what: &str) -> Result<String> {
    let cannot = |e: io::Error| mistake(format!("cannot read {path}: {e}"));
    if Path::new(path).is_dir() {
        return Err(mistake(format!("cannot read {path}: it is a folder, not {what}")));
    }
    let file = File::open(path).map_err(cannot)?;
    read(path, file, longest, what)
}

/// The text `reader` gives.
///
/// # Errors
/// As for [`read_file`].
pub(crate) fn read(name: &str, reader: impl Read, longest: u64, what: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let read = reader.take(longest + 1).read_to_end(&mut bytes);
    read.map_err(|e| mistake(format!("cannot read {name}: {e}")))?;
    if bytes.len() as u64 > longest {
        return Err(mistake(format!("{name} is longer than {longest} bytes: it is not {what}")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..valid].iter().filter(|b| **b == b'\n').count() + 1;
        mistake(format!("{name}:{line} is not UTF-8 text; save {what} as UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text() {
        let wrong = read("x.game", &b"heap n\n\xff"[..], 100, "a rule file").unwrap_err();
        assert!(wrong.message().contains("x.game:2 is not UTF-8"), "{}", wrong.message());
        let long = read("x.game", &b"heap n"[..], 5, "a rule file").unwrap_err();
        assert!(long.message().contains("longer than 5 bytes"), "{}", long.message());
    }
}
