//! `mexlab session`: one question about a rule in JSON on standard input, answered on standard output
//! (docs/json.md, "Session").
//!
//! A process answers one question. The line `stop` ends it, or killing it.

use crate::failure::is_out_of_time;
use crate::source;
use crate::terminal::Terminal;
use message::message;
use session::{Asker, Surroundings, answer};
use std::io::{self, BufRead, Read};
use workbench::{Failure as Work, Result};

/// A question is no longer than this, in bytes.
const MAX_LENGTH: u64 = 2 << 20;
/// Bytes that a process may take beside its tables.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 1 << 30;

/// Reads the question and answers it.
pub(super) fn perform(terminal: &Terminal) {
    bound_memory(terminal.method.limits.memory);
    let of = Surroundings { lang: terminal.words.lang, method: terminal.method, asker: terminal };
    answer(read(), &of);
}

impl Asker for Terminal {
    fn hears(&self, line: &str) -> bool {
        self.print(|out| writeln!(out, "{line}")).is_ok()
    }

    fn is_late(&self) -> bool {
        is_out_of_time()
    }
}

/// The question in the first line of standard input. A later line `stop` ends the work.
fn read() -> Result<String> {
    let read = source::waiting(|| {
        let mut line = String::new();
        let mut input = io::BufReader::new(io::stdin());
        input.by_ref().take(MAX_LENGTH).read_line(&mut line).map(|_| (line, input))
    });
    let interrupted = || Work::Interrupted(" while the question was read".into());
    let (line, input) = read
        .ok_or_else(interrupted)?
        .map_err(|e| Work::Mistake(message!("cannot read the question: {e}")))?;
    std::thread::spawn(move || {
        if input.lines().any(|line| line.is_ok_and(|line| line.trim() == "stop")) {
            patience::end();
        }
    });
    Ok(line)
}

/// Bounds the memory of the process: a table keeps to `--memory`, and all else has as much again and a
/// little.
fn bound_memory(of_tables: u64) {
    #[cfg(target_os = "linux")]
    {
        let most = of_tables.saturating_mul(2).saturating_add(MEMORY);
        // A lower bound that is set already stays.
        let _ = rlimit::setrlimit(rlimit::Resource::DATA, most, most);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = of_tables;
}
