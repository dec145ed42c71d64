//! Builds the catalogue into the program: every file of rules/ and the lists of error codes.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let root = crate_folder.join("../..").canonicalize()?;
    let rules = root.join("rules");
    println!("cargo::rerun-if-changed={}", rules.display());

    let mut files = Vec::new();
    collect(&rules, &mut files)?;
    // The order of a folder's entries is the file system's; ours is that of the names.
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));

    // A `const` would be in the program once for every unit of code that reads it.
    let mut code = String::from("static FILES: &[(&str, &str, &str)] = &[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let shown = file.strip_prefix(&root).unwrap_or(file).display().to_string();
        let path = file.display().to_string();
        let _ = writeln!(code, "    ({name:?}, {shown:?}, include_str!({path:?})),");
    }
    code += "];\n";
    for (name, file) in [("ERRORS", "docs/errors.md"), ("ERRORS_ZH", "docs/errors.zh.md")] {
        let path = root.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = match path.is_file() {
            true => format!("include_str!({:?})", path.display().to_string()),
            false => "\"\"".to_owned(),
        };
        let _ = writeln!(code, "static {name}: &str = {text};");
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("catalogue.rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "game") {
            files.push(path);
        }
    }
    Ok(())
}
