//! Every rule of the catalogue is read without complaint and printed so that it can be read back.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "game") {
            found.push(path);
        }
    }
}

#[test]
fn every_rule_is_read_and_printed() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules"), &mut found);
    found.sort();
    let mut complaints = String::new();
    for path in found {
        let source = fs::read_to_string(&path).unwrap();
        let (rule, diagnostics) = rule::parse(&source);
        complaints += &expr::diagnostic::render(&path.to_string_lossy(), &source, &diagnostics);
        let rule = rule.unwrap();
        let printed = rule.to_string();
        let (again, diagnostics) = rule::parse(&printed);
        complaints += &expr::diagnostic::render("printed", &printed, &diagnostics);
        assert_eq!(again, Some(rule), "{printed}");
    }
    assert!(complaints.is_empty(), "{complaints}");
}
