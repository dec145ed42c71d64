//! Builds the version into the program.

#[path = "build/commit.rs"]
mod commit;

use std::path::{Path, PathBuf};
use std::{env, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // A package has no repository around it.
    let root =
        Some(crate_folder.join("../..")).filter(|root| root.join("docs/errors.md").is_file());
    let root = root.unwrap_or_else(|| crate_folder.clone()).canonicalize()?;
    version(&crate_folder, &root)
}

/// States the version, in builds for use with the commit: others would be built anew after each.
fn version(folder: &Path, root: &Path) -> io::Result<()> {
    let mut version = env::var("CARGO_PKG_VERSION").map_err(io::Error::other)?;
    let is_for_use = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if let Some(commit) = commit::commit(folder, root).filter(|_| is_for_use) {
        version += &format!(" ({commit})");
        let log = root.join(".git/logs/HEAD");
        if log.exists() {
            println!("cargo::rerun-if-changed={}", log.display());
        }
    }
    println!("cargo::rustc-env=MEXLAB_VERSION={version}");
    Ok(())
}
