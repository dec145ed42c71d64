//! Builds the catalogue in: every game of rules/ with the claims made about it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // In a package the rules lie in the crate itself.
    let root = Some(crate_folder.join("../..")).filter(|root| root.join("rules").is_dir());
    let root = root.unwrap_or(crate_folder).canonicalize()?;
    let rules = root.join("rules");
    println!("cargo::rerun-if-changed={}", rules.display());

    let files = collect(&rules, "game")?;
    let claims = collect(&rules, "claims")?;
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);

    // A `const` would be in the program once for every unit of code that reads it.
    let mut code = String::from("static FILES: &[(&str, &str, &str)] = &[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let shown = file.strip_prefix(&root).unwrap_or(file).display().to_string();
        let mut text = fs::read_to_string(file)?;
        for claims in claims.iter().filter(|path| path.file_stem() == file.file_stem()) {
            println!("cargo::rerun-if-changed={}", claims.display());
            let stated = fs::read_to_string(claims)?;
            text += stated.strip_prefix(&format!("claims of {name}\n")).ok_or_else(|| {
                let wanted = format!("{} does not begin with claims of {name}", claims.display());
                io::Error::other(wanted)
            })?;
        }
        let _ = writeln!(code, "    ({name:?}, {shown:?}, {text:?}),");
    }
    code += "];\n";
    fs::write(out.join("catalogue.rs"), code)
}

/// The files below a folder with that ending, by name, those of the same name by folder: the order of
/// a folder's entries is the file system's.
fn collect(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let (mut open, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                files.push(path);
            }
        }
    }
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()).then_with(|| a.cmp(b)));
    Ok(files)
}
