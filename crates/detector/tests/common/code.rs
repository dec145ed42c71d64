//! Emitted code compiled and run.
#![allow(unreachable_pub, reason = "each test file has this module for itself")]

use std::process::{Command, Stdio};

use expr::emit::Dialect;

/// The languages and what runs or compiles them, those that are there; what is left out is named on
/// standard error.
pub fn languages() -> Vec<Dialect> {
    let all = [(Dialect::Rust, "rustc"), (Dialect::Cpp, "g++"), (Dialect::Python, "python3")];
    let there = all.into_iter().filter(|(dialect, compiler)| {
        let is_there = is_there(compiler);
        if !is_there {
            eprintln!("not tested: {dialect:?}, {compiler} is missing");
        }
        is_there
    });
    there.map(|(dialect, _)| dialect).collect()
}

fn is_there(compiler: &str) -> bool {
    let quiet = || Stdio::null();
    let status = Command::new(compiler).arg("--version").stdout(quiet()).stderr(quiet()).status();
    status.is_ok_and(|s| s.success())
}

/// What the program prints.
pub fn run(text: &str, dialect: Dialect) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let name = match dialect {
        Dialect::Cpp => "laws.cpp",
        Dialect::Rust => "laws.rs",
        _ => "laws.py",
    };
    std::fs::write(path(name), text).unwrap();
    let compiled = match dialect {
        Dialect::Cpp => Some(
            Command::new("g++")
                .args(["-std=c++17", "-O0", "-Wall", "-Werror"])
                .arg(path(name))
                .arg("-o")
                .arg(path("laws"))
                .output(),
        ),
        Dialect::Rust => Some(
            Command::new("rustc")
                .args(["--edition", "2021", "-Cdebuginfo=0"])
                .arg(path(name))
                .arg("-o")
                .arg(path("laws"))
                .output(),
        ),
        _ => None,
    };
    if let Some(output) = compiled {
        let output = output.unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{dialect:?}: {messages}\n{text}");
    }
    let output = match dialect {
        Dialect::Python => Command::new("python3").arg(path(name)).output().unwrap(),
        _ => Command::new(path("laws")).output().unwrap(),
    };
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{dialect:?}: {messages}");
    String::from_utf8(output.stdout).unwrap()
}
