//! The results under version control: a sample of them, made anew, has the hashes of output/manifest.txt.

use crate::program::run;
use crate::sha256::sha256;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Games whose runs take well under a second: a code, a law with certificates, a family, coins, a
/// partizan game.
const SAMPLE: [&[&str]; 5] =
    [&["octal:0.77", "--to", "400"], &["lasker"], &["coin-dist"], &["ruler"], &["domineering"]];

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(|entry| below(entry.path())).collect()
}

/// The hashes of a manifest by file names.
fn manifest() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("../../../../output/manifest.txt").lines();
    lines.map(|line| line.split_once("  ").map(|(hash, name)| (name, hash)).expect("two")).collect()
}

#[test]
fn a_sample_of_the_results_has_the_bytes_of_the_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in SAMPLE {
        let ran = run(folder.path(), &[&["run"], arguments, &["--out", "."]].concat(), "");
        assert_eq!(ran.status, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    }
    let made: BTreeMap<String, String> = files(folder.path())
        .iter()
        // It has the script of the page in it, which `web` makes.
        .filter(|path| path.extension().is_none_or(|kind| kind != "html"))
        .map(|path| {
            let name = path.strip_prefix(folder.path()).expect("below the folder");
            let bytes = fs::read(path).expect("a file");
            (name.to_str().expect("UTF-8").replace('\\', "/"), sha256(&bytes))
        })
        .collect();
    let games: Vec<&str> = made.keys().filter_map(|name| Some(name.split_once('/')?.0)).collect();
    let stated: BTreeMap<String, String> = manifest()
        .into_iter()
        .filter(|(name, _)| name.split_once('/').is_some_and(|(game, _)| games.contains(&game)))
        .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
        .collect();
    assert_eq!(made, stated, "scripts/regenerate makes output/ anew");
}

#[test]
fn what_is_kept_is_in_the_manifest() {
    let manifest = manifest();
    let output = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../output");
    let mut compared = 0;
    for path in files(&output) {
        let name = path.strip_prefix(&output).expect("below the folder");
        let name = name.to_str().expect("UTF-8").replace('\\', "/");
        // Pages are kept without links to what is not.
        if let Some(&hash) = manifest.get(name.as_str())
            && !name.ends_with(".md")
        {
            assert_eq!(sha256(&fs::read(&path).expect("a file")), hash, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}
