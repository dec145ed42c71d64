//! Builds the version into the program, and leaves out of it what only unwinding needs.

#[path = "build/commit.rs"]
mod commit;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // A package has no repository around it.
    let root =
        Some(crate_folder.join("../..")).filter(|root| root.join("docs/errors.md").is_file());
    let root = root.unwrap_or_else(|| crate_folder.clone()).canonicalize()?;
    version(&crate_folder, &root)?;
    leave_out_unwinding()
}

/// Whether this is no build for tests.
fn is_for_use() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// States the version, in builds for use with the commit: others would be built anew after each.
fn version(folder: &Path, root: &Path) -> io::Result<()> {
    let mut version = env::var("CARGO_PKG_VERSION").map_err(io::Error::other)?;
    if let Some(commit) = commit::commit(folder, root).filter(|_| is_for_use()) {
        version += &format!(" ({commit})");
        let log = root.join(".git/logs/HEAD");
        if log.exists() {
            println!("cargo::rerun-if-changed={}", log.display());
        }
    }
    println!("cargo::rustc-env=MEXLAB_VERSION={version}");
    Ok(())
}

/// A panic ends the program, so the tables by which one unwinds, a tenth of it, are left out where the
/// linker is one of the usual ones of Linux: others may not know how.
fn leave_out_unwinding() -> io::Result<()> {
    let names_a_linker = env::var_os("RUSTC_LINKER").is_some()
        || env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("link"));
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux");
    if !is_for_use() || !is_linux || names_a_linker {
        return Ok(());
    }
    let folder = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let script = folder.join("without-unwinding.ld");
    let unwinding = "/DISCARD/ : { *(.eh_frame) *(.gcc_except_table .gcc_except_table.*) }";
    fs::write(&script, format!("SECTIONS {{ {unwinding} }} INSERT AFTER .text;\n"))?;
    println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
    println!("cargo::rustc-link-arg-bins=-T{}", script.display());
    Ok(())
}
