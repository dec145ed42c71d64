//! What is written where: never over or through what is not ours, and never without an end.

use super::{folder, good};
use crate::program::{Ran, run, start};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const RUN: [&str; 5] = ["run", "lasker", "--to", "60", "--quiet"];

/// A refusal names the file and leaves it as it is.
fn refuses(folder: &Path, name: &str, why: &str) {
    let Ran { status, err, .. } = run(folder, &RUN, "");
    assert_eq!(status, 2, "{err}");
    assert!(err.contains(&format!("output/lasker/{name}: ")) && err.contains(why), "{err}");
}

#[test]
fn a_run_writes_over_nothing_that_no_run_made() {
    for name in ["report.md", "table.csv", "certificate-win.json"] {
        let folder = folder();
        let output = folder.path().join("output/lasker");
        fs::create_dir_all(&output).expect("a folder");
        fs::write(output.join(name), "# My report\n").expect("a file");
        refuses(folder.path(), name, "no run made it");
        assert_eq!(fs::read_dir(&output).expect("a folder").count(), 1, "nothing else is written");
        assert_eq!(fs::read_to_string(output.join(name)).expect("a file"), "# My report\n");
        fs::remove_file(output.join(name)).expect("a file");
        good(folder.path(), &RUN.join(" "));
        good(folder.path(), &RUN.join(" "));
    }
}

#[cfg(unix)]
#[test]
fn a_run_writes_through_no_link_and_into_no_pipe() {
    let folder = folder();
    let output = folder.path().join("output/lasker");
    good(folder.path(), &RUN.join(" "));
    let theirs = folder.path().join("theirs");
    fs::write(&theirs, "theirs").expect("a file");
    for name in ["chart.svg", "certificates", "report.html"] {
        let path = output.join(name);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir_all(&path);
        std::os::unix::fs::symlink(&theirs, &path).expect("a link");
        refuses(folder.path(), name, "it is a link");
        fs::remove_file(&path).expect("a link");
    }
    assert_eq!(fs::read_to_string(&theirs).expect("a file"), "theirs");
    fs::remove_file(output.join("table.csv")).expect("a file");
    let made = Command::new("mkfifo").arg(output.join("table.csv")).status();
    assert!(made.expect("mkfifo").success());
    refuses(folder.path(), "table.csv", "no plain file");
    // Nor through the folder itself.
    fs::remove_dir_all(&output).expect("a folder");
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    std::os::unix::fs::symlink(&elsewhere, &output).expect("a link");
    let Ran { status, err, .. } = run(folder.path(), &RUN, "");
    assert!(status == 2 && err.contains("output/lasker: it is a link"), "{err}");
    assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 0);
}

#[test]
fn what_killed_runs_left_over_goes() {
    let folder = folder();
    let output = folder.path().join("output/lasker");
    fs::create_dir_all(&output).expect("a folder");
    for name in [".mexlab-aB3xYz", ".mexlab-000000", ".mexlab-notes", ".other"] {
        fs::write(output.join(name), "half").expect("a file");
    }
    good(folder.path(), &RUN.join(" "));
    let names = fs::read_dir(&output).expect("a folder");
    let hidden = names.map(|entry| entry.expect("an entry").file_name());
    let mut hidden: Vec<_> =
        hidden.filter(|name| name.to_string_lossy().starts_with('.')).collect();
    hidden.sort();
    assert_eq!(hidden, [".mexlab-notes", ".other"]);
}

#[test]
fn certificates_cores_and_pictures_replace_only_their_like() {
    let folder = folder();
    let path = folder.path();
    good(path, "prove octal:0.77 --out certificate.json");
    fs::write(path.join("edges.txt"), "3 2 1\n1 2\n2 3\n").expect("a file");
    for (words, name) in [
        ("prove octal:0.77 --out", "own.json"),
        ("verify certificate.json --core", "core.json"),
        ("ask undirected-vertex-geography --input edges.txt --draw", "own.svg"),
    ] {
        good(path, &format!("{words} {name}"));
        good(path, &format!("{words} {name}"));
        fs::write(path.join("theirs"), "theirs").expect("a file");
        let refused = |name: &str, why: &str| {
            let line = format!("{words} {name}");
            let words: Vec<&str> = line.split_whitespace().collect();
            let Ran { status, err, .. } = run(path, &words, "");
            assert!(status == 2 && err.contains(why), "{line}: {err}");
        };
        refused("theirs", "mexlab did not make it");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("theirs", path.join("link")).expect("a link");
            refused("link", "it is a link");
            fs::remove_file(path.join("link")).expect("a link");
        }
        assert_eq!(fs::read_to_string(path.join("theirs")).expect("a file"), "theirs");
    }
}

#[test]
fn a_certificate_is_read_from_standard_input() {
    let folder = folder();
    good(folder.path(), "prove octal:0.77 --out certificate.json");
    let text = fs::read_to_string(folder.path().join("certificate.json")).expect("a file");
    let Ran { status, out, err } = run(folder.path(), &["verify", "-"], &text);
    assert!(status == 0 && out.starts_with("proved"), "{out}{err}");
    let Ran { status, err, .. } = run(folder.path(), &["verify", "-"], "[1");
    assert!(status == 2 && err.contains("standard input"), "{err}");
}

/// How the program ends; killed, and a failure, where it does not.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut err = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut err)
        .expect("UTF-8");
    (child.wait().expect("a child").code(), err)
}

#[cfg(unix)]
#[test]
fn writing_where_nobody_reads_ends_with_its_time_and_the_first_signal() {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("fifo")).status();
    assert!(made.expect("mkfifo").success());
    let prove = ["prove", "lasker", "--out", "fifo", "--quiet"];
    let table = ["table", "wythoff", "--to", "300", "--quiet"];
    for (arguments, named) in [(&prove, "fifo"), (&table, "the output")] {
        let child = start(folder.path(), &[&arguments[..], &["--time", "2"]].concat());
        let (status, err) = ended(child);
        assert_eq!(status, Some(3), "{err}");
        assert!(err.contains("stopped by --time") && err.contains(named), "{err}");
        let child = start(folder.path(), &arguments[..]);
        std::thread::sleep(Duration::from_secs(2));
        let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let (status, err) = ended(child);
        assert_eq!(status, Some(130), "{err}");
    }
    // One that is read gets everything.
    let reader = Command::new("cat")
        .arg("fifo")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("cat");
    good(folder.path(), "prove lasker --out fifo --quiet");
    let read = reader.wait_with_output().expect("cat");
    assert!(String::from_utf8_lossy(&read.stdout).contains("mexlab-certificate"));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_a_failure() {
    for arguments in [&["--help"][..], &["--lang", "zh", "--help"], &["--version"], &["list"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let ran = Command::new(env!("CARGO_BIN_EXE_mexlab"))
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn developments_are_written_through_no_link() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("theirs"), "theirs").expect("a file");
    let law = "lose iff min(a, b) = floor(phi * abs(a - b))";
    for (words, made) in [
        (["prove", "lasker", "--coq", "made"].to_vec(), "Lasker.v"),
        (
            ["prove", "wythoff", "--law", law, "--walnut", "made"].to_vec(),
            "Command Files/mexlab.txt",
        ),
    ] {
        let again = || run(path, &words, "");
        assert_eq!([again().status, again().status], [0, 0], "{words:?}");
        let made = path.join("made").join(made);
        fs::remove_file(&made).expect("a file");
        std::os::unix::fs::symlink(path.join("theirs"), &made).expect("a link");
        let Ran { status, err, .. } = again();
        assert!(status == 2 && err.contains("it is a link"), "{words:?}: {err}");
        assert_eq!(fs::read_to_string(path.join("theirs")).expect("a file"), "theirs");
        fs::remove_dir_all(path.join("made")).expect("a folder");
    }
}
