//! The program run in a folder of its own: exit status, standard output and error.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// How a run of the program ended.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Starts `mexlab` in `folder` with these arguments.
///
/// # Panics
/// When it cannot be started.
pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs `mexlab` in `folder` with these arguments and this standard input.
///
/// # Panics
/// When it cannot be started, is killed by a signal, or prints anything but UTF-8.
pub(crate) fn run(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut child = start(folder, arguments);
    // A program that does not read its input closes it; that is no failure of the test.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        status: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
