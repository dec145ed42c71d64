//! Builds the lists of error codes into the crate.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // In a package the lists lie in the crate itself.
    let root =
        Some(crate_folder.join("../..")).filter(|root| root.join("docs/errors.md").is_file());
    let root = root.unwrap_or(crate_folder).canonicalize()?;
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
