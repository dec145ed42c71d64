//! What the program prints.

use std::process::Command;

/// Runs `mexlab` with these arguments and returns what it printed.
///
/// # Panics
/// When it cannot be started or fails.
pub(crate) fn mexlab(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(arguments)
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "mexlab {}: {errors}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}
