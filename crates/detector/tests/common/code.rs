//! Emitted code compiled and run.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test program has this module for itself, and uses its part"
)]
#![allow(clippy::print_stderr, reason = "a language left out must be seen")]

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
    Built::new(text, dialect, false).run(&[]).0
}

/// A program ready to run.
pub struct Built {
    folder: tempfile::TempDir,
    dialect: Dialect,
}

/// A run that takes longer is killed: it would not end.
const LIMIT: Duration = Duration::from_secs(60);

impl Built {
    /// What it prints when it is given these arguments, and how long that took.
    pub fn run(&self, arguments: &[String]) -> (String, Duration) {
        let path = |name: &str| self.folder.path().join(name);
        let mut command = match self.dialect {
            Dialect::Python => Command::new("python3"),
            _ => Command::new(path("laws")),
        };
        if self.dialect == Dialect::Python {
            command.arg(path("laws.py"));
        }
        let [output, messages] = ["output", "messages"].map(path);
        command.args(arguments).stdout(File::create(&output).unwrap());
        let start = Instant::now();
        let mut child = command.stderr(File::create(&messages).unwrap()).spawn().unwrap();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > LIMIT {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let time = start.elapsed();
        let [output, messages] =
            [output, messages].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(status.success(), "{:?} {arguments:?}: {status}: {messages}", self.dialect);
        (output, time)
    }

    /// The program compiled, as a contest does it or in as little time as may be.
    pub fn new(text: &str, dialect: Dialect, is_fast: bool) -> Self {
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
                    .args(["-std=c++17", if is_fast { "-O2" } else { "-O0" }, "-Wall", "-Werror"])
                    .arg(path(name))
                    .arg("-o")
                    .arg(path("laws"))
                    .output(),
            ),
            Dialect::Rust => Some(
                Command::new("rustc")
                    .args(["--edition", "2021", "-Cdebuginfo=0"])
                    .arg(if is_fast { "-Copt-level=2" } else { "-Copt-level=0" })
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
            assert!(output.status.success(), "{dialect:?}: {text}\n{messages}");
        }
        Self { folder, dialect }
    }
}
