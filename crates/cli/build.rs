//! Builds the lists of error codes and the version into the program.

#[path = "build/commit.rs"]
mod commit;

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // In a package the lists lie in the crate itself.
    let root =
        Some(crate_folder.join("../..")).filter(|root| root.join("docs/errors.md").is_file());
    let root = root.unwrap_or_else(|| crate_folder.clone()).canonicalize()?;
    version(&crate_folder, &root)?;
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    // A `const` would be in the program once for every unit of code that reads it.
    let mut code = String::new();
    for (name, file) in [("ERRORS", "docs/errors.md"), ("ERRORS_ZH", "docs/errors.zh.md")] {
        let path = root.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = match path.is_file() {
            true => format!("include_str!({:?})", path.display().to_string()),
            false => "\"\"".to_owned(),
        };
        let _ = writeln!(code, "static {name}: &str = {text};");
    }
    fs::write(out.join("errors.rs"), code)
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
