//! Pipes that close, and work that is interrupted.

use super::folder;
use crate::program::{run, start};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};

#[test]
fn quiet_pipes_are_silent() {
    let folder = folder();
    let ran = run(folder.path(), &["run", "lasker", "--to", "50", "--quiet"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let ran = run(folder.path(), &["table", "grundy", "--to", "2000"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let folder = folder();
    // of the machine the time is known without measuring, however busy the processor is
    let table = ["table", "bash", "--to", "300000", "--quantity", "sg", "--kernel", "machine"];
    let mut child = start(folder.path(), &table);
    let mut first = [0; 4];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a header");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(&first, b"n,sg");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_was_computed() {
    let folder = folder();
    let table = ["table", "grundy", "--to", "200000000", "--quantity", "sg"];
    let mut child = start(folder.path(), &table);
    let mut messages = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    messages.read_line(&mut line).expect("a remark");
    assert!(line.contains("this table will take"), "{line}");
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(table.starts_with("n,sg\n"), "{table}");
    assert!(table.ends_with('\n') && table.lines().count() < 200_000_000);
    let mut rest = String::new();
    messages.read_to_string(&mut rest).expect("a remark");
    assert!(rest.contains("interrupted; what was computed is kept"), "{rest}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_of_all_keeps_the_answers() {
    let folder = folder();
    let out = folder.path().join("pages");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("verdicts.csv"), "of an earlier run\n").expect("written");
    let child = start(folder.path(), &["check", "--all", "--out", "pages"]);
    // Long enough for the handler and some small games, and far too short for all of them.
    std::thread::sleep(std::time::Duration::from_secs(1));
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("interrupted; the answers of "), "{message}");
    assert!(message.contains("verdicts.part.csv"), "{message}");
    let part = fs::read_to_string(out.join("verdicts.part.csv")).expect("written");
    assert!(part.starts_with("game,source,id,answer,detail\n") && part.ends_with('\n'), "{part}");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = printed.lines().filter(|line| !line.starts_with(' ')).count();
    assert_eq!(part.lines().count(), answers + 1, "{part}{printed}");
    assert!(!part.contains("interrupted"), "{part}");
    let before = fs::read_to_string(out.join("verdicts.csv")).expect("kept");
    assert_eq!(before, "of an earlier run\n");
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 2);
}

/// A read that waits ends with `--time`, and with the first signal, whether of a pipe or of a file that is
/// one.
#[cfg(unix)]
#[test]
fn reads_that_wait_can_be_ended() {
    let folder = folder();
    let path = folder.path();
    assert!(Command::new("mkfifo").arg(path.join("fifo")).status().expect("mkfifo").success());
    for (file, name) in [("-", "standard input"), ("fifo", "fifo")] {
        // Standard input stays open as long as the child is not waited for.
        let mut child = start(path, &["find", file, "--time", "1"]);
        let input = child.stdin.take();
        let output = child.wait_with_output().expect("the program ends");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert_eq!(message, format!("stopped by --time while {name} was read\n"));
        drop(input);

        let mut child = start(path, &["find", file]);
        let input = child.stdin.take();
        // Long enough for the handler.
        std::thread::sleep(std::time::Duration::from_secs(1));
        interrupt(&child);
        let output = child.wait_with_output().expect("the program ends");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{message}");
        assert_eq!(message, format!("interrupted while {name} was read\n"));
        drop(input);
    }
    // So does the wait for a question.
    let mut child = start(path, &["session", "--time", "1"]);
    let input = child.stdin.take();
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("stopped by --time while the question was read"), "{said}");
    drop(input);
    // A rule is read like any file.
    let child = start(path, &["table", "fifo", "--time", "1"]);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_read_counts_as_memory() {
    let folder = folder();
    let ran = run(folder.path(), &["find", "-", "--memory", "3M"], &"1\n".repeat(600_000));
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("a third of the 3000000 that --memory gives"), "{}", ran.err);
}
