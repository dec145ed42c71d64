//! Command lines as people write them.

use crate::program::{Ran, run};
use std::path::Path;

/// The words of a command line; quotes keep blanks together.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let quoted = line.split('\'').enumerate();
    quoted
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Runs `mexlab` in a folder with the words of a line.
pub(crate) fn mexlab(folder: &Path, line: &str) -> Ran {
    run(folder, &words(line), "")
}
