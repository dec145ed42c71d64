//! Runs that are killed go on from their checkpoints and end with the same bytes.

use crate::killed::killed;
use crate::program::run;
use draw::some_of;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        // A file that was being written when its writer was killed.
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".mexlab-")) {
            continue;
        }
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            all.push((name, fs::read(&path).expect("a file")));
        }
    }
    all.sort();
    all
}

/// Kills runs of the game at random moments, `kills` times, resuming each time; whenever a run
/// comes to its end, its files are compared with those of a run that nobody disturbed.
fn survives(game: &str, to: &str, kernel: &str, kills: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let whole = ["run", game, "--to", to, "--kernel", kernel, "--out", "whole", "--quiet"];
    assert_eq!(run(folder, &whole, "").status, 0);
    let expected = files(&folder.join("whole"));
    let resumed = ["run", game, "--to", to, "--kernel", kernel, "--out", "killed", "--quiet"];
    let resumed = [&resumed[..], &["--resume", "--checkpoint-every", "0.02"]].concat();
    let (mut counted, mut kept) = (0, 0);
    while counted < kills {
        if killed(folder, &resumed, 20..170) {
            counted += 1;
            let game = folder.join("killed").join(game.replace(':', "-"));
            kept += u32::from(game.join("checkpoint/run").is_file());
        } else {
            assert_eq!(files(&folder.join("killed")), expected, "{game}");
            fs::remove_dir_all(folder.join("killed")).expect("a folder");
        }
    }
    assert!(kept > kills / 4, "only {kept} of {kills} kills found a checkpoint");
    assert_eq!(run(folder, &resumed, "").status, 0);
    assert_eq!(files(&folder.join("killed")), expected, "{game}");
}

#[test]
fn a_killed_run_of_the_machine_ends_with_the_same_bytes() {
    survives("wythoff", "260", "machine", 12);
}

#[test]
fn a_killed_run_of_a_kernel_ends_with_the_same_bytes() {
    survives("octal:0.6", "60000", "auto", 12);
}

#[test]
fn a_search_of_a_board_goes_on_from_what_it_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    let ask = ["ask", "cram", "-p", "R=3,C=9", "3", "9", "--quiet"];
    let expected = run(folder.path(), &ask, "");
    assert_eq!(expected.status, 0, "{}", expected.err);
    let kept = ["--checkpoint", "kept", "--checkpoint-every", "0.001"];
    // As long as it takes to learn something.
    let stopped = |time: &f64| {
        let time = format!("{time:.2}");
        let ran = run(folder.path(), &[&ask[..], &kept, &["--time", &time]].concat(), "");
        assert_eq!(ran.status, 3, "{}", ran.err);
        ran.err.contains("the same command with --resume continues")
    };
    let mut times = std::iter::successors(Some(0.05), |time| Some(time * 1.5));
    assert!(times.any(|time| stopped(&time)));
    let other = ["ask", "kayles", "5", "--checkpoint", "kept", "--resume"];
    let refused = run(folder.path(), &other, "");
    assert!(
        refused.status == 2 && refused.err.contains("belongs to another run"),
        "{}",
        refused.err
    );
    let again = run(folder.path(), &[&ask[..], &kept, &["--resume"]].concat(), "");
    assert_eq!((again.status, again.out), (0, expected.out), "{}", again.err);
    assert!(!folder.path().join("kept").exists());
    let nowhere = run(folder.path(), &[&ask[..], &["--resume"]].concat(), "");
    assert!(nowhere.status == 2 && nowhere.err.contains("--resume needs --checkpoint DIR"));
}

/// Kills `table --summary` of these arguments at random moments, eight times, resuming each time, and
/// compares what the last one prints with what one prints that nobody disturbed.
fn summary_survives(arguments: &[&str]) {
    let kills = some_of(0..8).count();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let whole = [&["table"], arguments, &["--summary", "--quiet"]].concat();
    let expected = run(folder, &whole, "");
    assert_eq!(expected.status, 0, "{}", expected.err);
    let resumed = [&whole[..], &["--checkpoint", "kept", "--resume"]].concat();
    let often = [&resumed[..], &["--checkpoint-every", "0.02"]].concat();
    let (mut counted, mut found) = (0, 0);
    while counted < kills {
        if killed(folder, &often, 20..170) {
            counted += 1;
            found += usize::from(folder.join("kept/run").is_file());
        } else {
            assert!(!folder.join("kept").exists());
        }
    }
    assert!(found > kills / 4, "only {found} of {kills} kills found a checkpoint");
    let ended = run(folder, &resumed, "");
    assert_eq!((ended.status, ended.out), (0, expected.out), "{arguments:?}: {}", ended.err);
}

#[test]
fn a_killed_summary_of_a_kernel_is_the_same() {
    summary_survives(&["octal:0.6", "--to", "300000"]);
}

#[test]
fn a_killed_summary_with_a_period_is_the_same() {
    summary_survives(&["octal:0.376", "--to", "1000000000"]);
}

#[test]
fn a_killed_summary_of_values_that_are_not_kept_is_the_same() {
    summary_survives(&["octal:0.104", "--to", "10000000", "--memory", "4M"]);
}

#[test]
fn a_killed_summary_of_a_period_of_values_that_are_not_kept_is_the_same() {
    summary_survives(&["octal:0.56", "--to", "3000000", "--memory", "1M"]);
}

#[test]
fn a_killed_summary_of_values_of_a_long_window_is_the_same() {
    summary_survives(&["octal:0.6", "--to", "1500000", "--memory", "1M"]);
}

#[test]
fn a_killed_summary_of_a_subtraction_game_beyond_memory_is_the_same() {
    let game = ["subtract:37,55,92,135,147,159", "--quantity", "sg"];
    summary_survives(&[&game[..], &["--to", "60000000", "--memory", "20k"]].concat());
}

#[test]
fn a_killed_summary_of_the_machine_is_the_same() {
    summary_survives(&["wythoff", "--to", "600", "--kernel", "machine"]);
}

#[test]
fn a_killed_family_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let table = ["table", "wythoff-ext", "-p", "d=1..4", "--to", "80", "--format", "csv"];
    let expected = run(folder, &table, "");
    assert_eq!(expected.status, 0, "{}", expected.err);
    let keeping = ["--checkpoint", "kept", "--checkpoint-every", "0.01", "--resume"];
    let kept = [&table[..], &keeping].concat();
    for _ in 0..4 {
        killed(folder, &kept, 20..120);
    }
    assert_eq!(run(folder, &kept, "").out, expected.out);
    assert!(!folder.join("kept").exists());
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let with = |to: &'static str| {
        ["table", "wythoff", "--kernel", "machine", "--checkpoint", "kept", "--to", to]
    };
    let every = ["--checkpoint-every", "0.01"];
    let column = || {
        let files = fs::read_dir(folder.join("kept")).into_iter().flatten().flatten();
        files.map(|entry| entry.path()).find(|path| path.extension().is_some())
    };
    // a busy machine may be killed before it has kept a column
    while !folder.join("kept/run").is_file() || column().is_none() {
        killed(folder, &[&with("400")[..], &every].concat(), 200..201);
    }
    let foreign = run(folder, &[&with("401")[..], &["--resume"]].concat(), "");
    assert_eq!(foreign.status, 2);
    assert!(foreign.err.contains("`--to 400` where this run has `--to 401`"), "{}", foreign.err);
    let column = column().expect("a column");
    let mut bytes = fs::read(&column).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&column, bytes).expect("a file");
    let damaged = run(folder, &[&with("400")[..], &["--resume"]].concat(), "");
    assert_eq!(damaged.status, 2);
    assert!(damaged.err.contains("damaged"), "{}", damaged.err);
    let nowhere = run(folder, &["table", "wythoff", "--resume"], "");
    assert_eq!(nowhere.status, 2);
    assert!(nowhere.err.contains("--checkpoint DIR"), "{}", nowhere.err);
}

/// Starts a run that would take years and sends it a signal when it has kept something, or, where
/// it can keep nothing there, after a moment.
#[cfg(unix)]
fn signalled(folder: &Path, signal: &str, kept: &str) -> (Option<i32>, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(["table", "grundy", "--to", "50000000", "--summary", "--checkpoint", kept])
        .args(["--checkpoint-every", "0.05"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let is_kept = || folder.join(kept).join("run").is_file();
    let moments = if folder.join(kept).join("run").is_dir() { 300 } else { 6000 };
    for _ in (0..moments).take_while(|_| !is_kept()) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let output = child.wait_with_output().expect("the program ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[cfg(unix)]
#[test]
fn signals_that_end_a_session_keep_a_checkpoint() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (status, said) = signalled(folder.path(), signal, "kept");
        assert_eq!(status, Some(130), "{signal}: {said}");
        assert!(said.contains("the same command with --resume continues"), "{signal}: {said}");
        assert!(folder.path().join("kept/run").is_file(), "{signal}");
        // What is kept can be gone on from.
        let more = ["table", "grundy", "--to", "50000000", "--summary", "--checkpoint", "kept"];
        let more = [&more[..], &["--resume", "--time", "0.1"]].concat();
        let ran = run(folder.path(), &more, "");
        assert!(ran.status == 3 && ran.err.contains("resuming from the checkpoint"), "{}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_could_not_be_kept_is_not_said_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    // A place where nothing can be written is told before the work.
    let table = ["table", "wythoff", "--to", "300", "--kernel", "machine", "--quantity", "win"];
    let nowhere = "/proc/mexlab-kept";
    let ran = run(folder.path(), &[&table[..], &["--checkpoint", nowhere]].concat(), "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    let untold = format!("no checkpoint could be written to {nowhere}: ");
    assert!(ran.err.contains(&untold), "{}", ran.err);
    // Later failures are told at once and at the end; what was computed is there.
    fs::create_dir_all(folder.path().join("kept/run")).expect("a folder in the place of a file");
    let kept = ["--checkpoint", "kept", "--checkpoint-every", "0.001"];
    let ran = run(folder.path(), &[&table[..], &kept].concat(), "");
    let untold = "no checkpoint could be written to kept: ";
    assert_eq!((ran.status, ran.err.matches(untold).count()), (3, 2), "{}", ran.err);
    assert_eq!(ran.out, run(folder.path(), &table, "").out);
    let (status, said) = signalled(folder.path(), "-INT", "kept");
    assert_eq!(status, Some(130), "{said}");
    assert!(said.contains(&format!("interrupted; {untold}")), "{said}");
    assert!(!said.contains("is kept") && !said.contains("--resume continues"), "{said}");
    // A table of which nothing is kept while it is computed.
    let oracle = ["table", "wythoff", "--to", "400", "--kernel", "oracle", "--time", "0.5"];
    let ran = run(folder.path(), &[&oracle[..], &["--checkpoint", "nothing"]].concat(), "");
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("; no checkpoint of such work is written"), "{}", ran.err);
    // A disk that is full: standard output cannot take the table.
    let full = fs::File::options().write(true).open("/dev/full").expect("a device");
    let output = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(["table", "grundy", "--to", "50000000", "--quantity", "sg", "--time", "0.5"])
        .stdout(full)
        .output()
        .expect("the program ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write the output: No space left"), "{said}");
    assert!(!said.contains("is kept"), "{said}");
}
