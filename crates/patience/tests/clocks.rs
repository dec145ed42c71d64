//! The same rule gives the same laws, proofs and verdicts under any load: what finds and judges them
//! counts work. Clocks are for limits that a user sets, estimates, checkpoints and waiting.

use std::fs;
use std::path::{Path, PathBuf};

/// Crates and files, below `crates`, that may read a clock.
const CLOCKS: [&str; 9] = [
    "cli/src",
    "engine/src/apart/nimbers.rs",
    "engine/src/fill/kept.rs",
    "patience/src",
    "report/src/waiting.rs",
    "serve/src",
    "session/src/cost.rs",
    "session/src/telling.rs",
    "sweep/src",
];

/// What reads a clock.
const READERS: [&str; 3] = ["Instant::", "SystemTime", "patience::within("];

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

#[test]
fn what_finds_and_judges_reads_no_clock() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of all crates");
    let (mut all, mut seen) = (Vec::new(), 0);
    for entry in fs::read_dir(crates).expect("a folder") {
        sources(&entry.expect("an entry").path().join("src"), &mut all);
    }
    for path in all {
        let text = fs::read_to_string(&path).expect("a source file");
        let reader = READERS.iter().find(|reader| text.contains(*reader));
        let within = path.strip_prefix(crates).expect("a path below the crates");
        let may = CLOCKS.iter().any(|place| within.starts_with(place));
        seen += usize::from(reader.is_some() && may);
        assert!(reader.is_none() || may, "{} reads a clock: {}", within.display(), reader.unwrap());
    }
    assert!(seen >= CLOCKS.len(), "only {seen} files read a clock");
}
