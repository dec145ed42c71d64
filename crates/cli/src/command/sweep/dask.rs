//! Shards by Dask: a driver in Python (folder python/) hands them to workers, which run `mexlab shard`.

use super::stopped;
use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::{arguments, program};
use engine::Progress;
use message::{Message, message};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the driver and follows it: it prints a line of JSON for every shard that is finished.
pub(super) fn run(
    arguments: &arguments::Sweep,
    folder: &Path,
    missing: usize,
    terminal: &Terminal,
) -> Result<()> {
    if missing == 0 {
        return Ok(());
    }
    let (program, before) = program::beginning()?;
    let mut driver = Command::new(&arguments.python);
    driver.args(["-m", "mexlab_sweep"]).arg(folder);
    for word in std::iter::once(program).chain(before) {
        let mut argument = OsString::from("--program=");
        argument.push(word);
        driver.arg(argument);
    }
    let options = [
        ("--scheduler", arguments.scheduler.clone()),
        ("--cluster", arguments.cluster.clone()),
        ("--workers", arguments.workers.map(|n| n.to_string())),
        ("--host", arguments.host.clone()),
    ];
    for (name, value) in options {
        driver.args(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    }
    let help = Message::from(
        "`pip install './python[sweep]'` installs the driver, --python names the Python that has it",
    );
    let cannot = |why: Message| mistake(message!("{}: {why}; {help}", arguments.python));
    let mut child =
        driver.stdout(Stdio::piped()).spawn().map_err(|e| cannot(e.to_string().into()))?;
    let mut failed = Vec::new();
    let lines = child.stdout.take().map(BufReader::new);
    let mut done = 0;
    for line in lines.into_iter().flat_map(BufRead::lines).map_while(Result::ok) {
        let Ok(said) = serde_json::from_str::<serde_json::Value>(&line) else { continue };
        done += u64::from(said["done"].is_u64());
        if let Some(why) = said["failed"].as_str() {
            failed.push(why.to_owned());
        }
        if !terminal.advance(done, missing as u64) {
            // The driver may have been told already: Ctrl-C reaches both.
            let _ = child.kill();
            let _ = child.wait();
            return Err(stopped());
        }
    }
    let status = child.wait().map_err(|e| cannot(e.to_string().into()))?;
    if terminal.is_interrupted() {
        return Err(stopped());
    }
    match (status.success(), failed.first()) {
        (_, Some(why)) => {
            Err(mistake(message!("{} shards were not computed: {why}", failed.len())))
        }
        (true, None) => Ok(()),
        (false, None) => Err(cannot(message!("the driver ended with {status}"))),
    }
}
