//! Sweeps: what the atlas says against brute force, and faults with real processes.

use crate::killed::killed;
use crate::line::{mexlab, words};
use crate::program::Ran;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs a command that ends well.
fn good(folder: &Path, line: &str) -> String {
    let Ran { status, out, err } = mexlab(folder, line);
    assert_eq!(status, 0, "mexlab {line}: {err}");
    out
}

/// The rows of CSV without quotes inside its fields, by column.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = csv.lines().map(fields);
    let names = lines.next().expect("a header");
    lines.map(|fields| names.iter().cloned().zip(fields).collect()).collect()
}

fn fields(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let plain =
        parts.map(|(i, part)| if i % 2 == 1 { part.replace(',', ";") } else { part.into() });
    plain.collect::<String>().split(',').map(str::to_owned).collect()
}

/// The bytes of the atlas, as SQLite and as CSV.
fn atlas(folder: &Path) -> [Vec<u8>; 2] {
    ["atlas.sqlite", "atlas.csv"].map(|name| fs::read(folder.join(name)).expect("an atlas"))
}

/// Nim-values of a subtraction set up to `to`.
fn values(set: &[usize], to: usize) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    for n in 0..=to {
        let options: Vec<usize> = set.iter().filter(|&&s| s <= n).map(|s| all[n - s]).collect();
        all.push((0..).find(|v| !options.contains(v)).expect("a least one"));
    }
    all
}

/// Least preperiod and period of values that have a small one.
fn period(values: &[usize]) -> (usize, usize) {
    let most = values.len() / 3;
    let holds = |p: &usize| (most..values.len() - p).all(|n| values[n] == values[n + p]);
    let period = (1..most).find(holds).expect("a period");
    let last = (0..values.len() - period).rfind(|&n| values[n] != values[n + period]);
    (last.map_or(0, |n| n + 1), period)
}

#[test]
fn periods_of_an_atlas_are_those_of_brute_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let line =
        "sweep subtraction --over 'S in subsets(1..8, 2..3)' --quantity sg,win --to 1000 --out s";
    let summary = good(folder.path(), line);
    assert!(summary.starts_with("members"), "{summary}");
    let all = rows(&good(folder.path(), "atlas s --csv"));
    assert_eq!(all.len(), 2 * (28 + 56));
    let mut scaled = 0;
    for row in all {
        let set: Vec<usize> = row["S"]
            .trim_matches(['{', '}'])
            .split("; ")
            .map(|s| s.parse().expect("a number"))
            .collect();
        let mut expected = values(&set, 1000);
        let greatest = expected.iter().max().copied();
        if row["quantity"] == "win" {
            expected.iter_mut().for_each(|v| *v = usize::from(*v > 0));
        }
        let (preperiod, period) = period(&expected);
        assert_eq!(
            (&row["preperiod"], &row["period"]),
            (&preperiod.to_string(), &period.to_string()),
            "{row:?}"
        );
        match row["scale"].as_str() {
            "" | "1" => {
                let lost = expected.iter().filter(|&&v| v == 0).count();
                assert_eq!(row["lost"], lost.to_string(), "{row:?}");
                let is_greatest = row["quantity"] == "win"
                    || row["greatest"] == greatest.unwrap_or(0).to_string();
                assert!(is_greatest, "{row:?}");
            }
            _ => {
                scaled += 1;
                assert!(!row["same_as"].is_empty() && row["lost"].is_empty(), "{row:?}");
            }
        }
    }
    // {2, 4}, {2, 6}, ..., {3, 6}, {2, 4, 6}, ...
    assert_eq!(scaled, 2 * (7 + 4));
    let long = good(folder.path(), "atlas s --where 'period >= 11 and preperiod = 0' --group S");
    assert!(long.contains("{3, 8}"), "{long}");
    let mistake = mexlab(folder.path(), "atlas s --where 'perid > 2'");
    assert!(mistake.status == 2 && mistake.err.contains("perid"), "{}", mistake.err);
    let mistake = mexlab(folder.path(), "atlas s --group perid");
    assert!(mistake.err.contains("did you mean `period`?"), "{}", mistake.err);
}

#[test]
fn codes_have_their_published_periods() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "sweep --over 'code in octal(2)' --to 3000 --prove --quantity sg --out codes";
    good(folder.path(), line);
    let published = include_str!("../data/octal_published.csv");
    let mut known = BTreeMap::new();
    for line in published.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(';').collect();
        known.insert(fields[0].replace(':', "-"), (fields[4].to_owned(), fields[5].to_owned()));
    }
    let all = rows(&good(folder.path(), "atlas codes --csv"));
    assert_eq!(all.len(), 2 * 63);
    let mut proved = 0;
    for row in all.iter().filter(|row| row["known"] == "certificate") {
        let (preperiod, period) = &known[&row["code"]];
        // some games that the table lists as unsolved have small periods
        if !period.is_empty() {
            assert_eq!((&row["preperiod"], &row["period"]), (preperiod, period), "{row:?}");
            proved += 1;
        }
        assert!(!row["certificate"].is_empty(), "{row:?}");
    }
    assert!(proved > 60, "{proved}");
    let kayles = all.iter().find(|row| row["code"] == "octal-0.77").expect("Kayles");
    assert_eq!(kayles["computed_to"], "167");
    // As `table --summary` says it.
    let mut of_mask = all.iter().filter(|row| !row["sparse_mask"].is_empty());
    let sparse = of_mask.next_back().expect("a code with a sparse space");
    let table =
        format!("table {} --to 3000 --summary --format csv", sparse["code"].replace('-', ":"));
    let fields = ["sparse_mask", "rare_values", "last_rare"].map(|name| sparse[name].as_str());
    let csv = good(folder.path(), &table);
    assert!(csv.contains(&format!(",{},", fields.join(","))), "{fields:?}: {csv}");
}

const RULE: &str = "game take(x = 2 in 1.., rule = slow in slow | fast)\nheap n\n\
                    move one: n -> n - 1 if n > 0\n\
                    move some: n -> n - t for t in 2..x if t <= n\n\
                    move half: n -> n // 2 if n > 1 and rule = fast\ntable sg to n = 60\n";

#[test]
fn moves_go_on_and_off_and_a_file_says_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("take.game"), RULE).expect("a rule");
    let over = ["move.some in on | off", "x in 2..4", "rule in slow | fast"];
    let flags: String = over.iter().map(|over| format!(" --over '{over}'")).collect();
    good(folder.path(), &format!("sweep take.game{flags} --out flags"));
    let lines: String = over.iter().map(|over| format!("over {over}\n")).collect();
    fs::write(folder.path().join("a.sweep"), format!("# all\nsweep take.game\n{lines}"))
        .expect("a file");
    good(folder.path(), "sweep a.sweep --out file --threads 1");
    assert!(atlas(&folder.path().join("flags")) == atlas(&folder.path().join("file")));
    let all = rows(&good(folder.path(), "atlas flags --csv"));
    assert_eq!(all.len(), 12);
    for row in all.iter().filter(|row| row["rule"] == "slow") {
        let reach: usize =
            if row["move_some"] == "on" { row["x"].parse().expect("a number") } else { 1 };
        assert_eq!(row["period"], (reach + 1).to_string(), "{row:?}");
    }
    let again = mexlab(folder.path(), "sweep a.sweep --out file");
    assert!(again.status == 2 && again.err.contains("--resume"), "{}", again.err);
    good(folder.path(), "sweep a.sweep --out file --resume");
    good(folder.path(), "sweep --out file --resume");
    let other = mexlab(folder.path(), "sweep take.game --over 'x in 2..9' --out file --resume");
    assert!(other.status == 2 && other.err.contains("another sweep"), "{}", other.err);
}

#[test]
fn the_law_of_the_whole_family_is_the_one_that_is_found_in_its_table() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bash.game"), "game bash(k = 2 in 1..)\nheap n\nmove n -> n - t for t in 1..k if t <= n\ntable sg to n = 60\n")
        .expect("a rule");
    let found = good(folder.path(), "find bash.game -p k=2..9");
    let law = found.lines().next().expect("a law");
    assert_eq!(law, "sg(k, n) = n % (k + 1)");
    let swept = good(folder.path(), "sweep bash.game --over 'k in 2..9' --out all");
    assert!(swept.contains(law), "{swept}");
    assert!(good(folder.path(), "atlas all").contains(law));
    // Not all members from the least to the greatest: no table.
    let holes = good(folder.path(), "sweep bash.game --over 'k in {2, 3, 5, 7, 8}' --out some");
    assert!(!holes.contains(law), "{holes}");
}

#[test]
fn claims_are_answered_for_every_member() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule =
        format!("{RULE}claim book.1: win iff n % (x + 1) != 0\nclaim book.2: win iff n > 0\n");
    fs::write(folder.path().join("take.game"), rule).expect("a rule");
    let line = "sweep take.game --over 'x in 2..4' --over 'rule in slow | fast' --claims";
    let summary = good(folder.path(), &format!("{line} --out all"));
    let said = "book.1: holds 3; fails 3 (member 1 fails at x = 2, rule = fast, n = 6: table says N, claim says P)";
    assert!(summary.contains(said), "{summary}");
    assert!(
        summary.contains("book.2: fails 6 (member 0 fails at x = 2, rule = slow, n = 3"),
        "{summary}"
    );
    let failing =
        "member IN (SELECT member FROM claims WHERE claim = \"book.1\" AND answer = \"fails\")";
    let all = rows(&good(folder.path(), &format!("atlas all --csv --where '{failing}'")));
    assert!(all.len() == 3 && all.iter().all(|row| row["rule"] == "fast"), "{all:?}");
    let proved = good(folder.path(), &format!("{line} --prove --out proved"));
    assert!(proved.contains("book.1: proved 3; fails 3"), "{proved}");
}

#[test]
fn what_a_member_cannot_is_recorded_and_the_others_finish() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("take.game"), RULE).expect("a rule");
    let ran = mexlab(folder.path(), "sweep take.game --over 'x in 0..3' --out bad");
    assert!(ran.status == 2 && ran.err.contains("x = 0 is outside"), "{}", ran.err);
    assert!(ran.err.contains("1 member: "), "{}", ran.err);
    let summary = |out: &str| out.lines().next().unwrap_or("").to_owned();
    assert_eq!(summary(&ran.out), "members  4: 3 computed, 1 has a mistake");
    let all = rows(&good(folder.path(), "atlas bad --csv"));
    let status: Vec<&str> = all.iter().map(|row| row["status"].as_str()).collect();
    assert_eq!(status, ["mistake", "done", "done", "done"]);
    let ran = mexlab(
        folder.path(),
        "sweep nim --over 'k in 1..4' --to 40 --memory 1M --quantity sg --out large",
    );
    assert!(ran.status == 3 && ran.err.contains("the limit is"), "{} {}", ran.status, ran.err);
    assert_eq!(summary(&ran.out), "members  4: 3 computed, 1 stopped at a limit");
    let all = rows(&good(folder.path(), "atlas large --csv"));
    assert_eq!(all.iter().filter(|row| row["status"] == "done").count(), 3);
    assert!(all[3]["why"].contains("the limit is") && all[3]["quantity"].is_empty());
}

#[test]
fn charts_of_an_atlas_speak_the_language_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    for (lang, caption) in [("en", "period(m) for m = 1..4"), ("zh", "period(m)，其中 m = 1..4")]
    {
        let line = "sweep bash --over 'm in 1..4' --to 60 --quantity sg --out";
        good(folder.path(), &format!("{line} {lang} --lang {lang}"));
        let chart = fs::read_to_string(folder.path().join(lang).join("period-sg.svg")).unwrap();
        assert!(chart.contains(caption), "{chart}");
    }
}

#[test]
fn mistakes_in_what_varies_show_their_place_and_leave_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, wanted) in [
        ("subtraction --over 'S in subsets(1..12 3)'", "^"),
        ("subtraction --over 'T in {1}'", "no parameter `T`"),
        ("subtraction --over 'move.tke in on'", "did you mean `move.take`?"),
        ("bash --over 'm in 1..3' -p m=1..4", "--over 'm in 1..4'"),
        ("bash --over 'm in 3..1'", "write 1..3"),
        ("bash", "nothing varies"),
        ("--over 'x in 1..3'", "no parameter `x`"),
        ("bassh --over 'm in 1..3'", "did you mean `bash`?"),
        ("bash --over 'm in 1..3' --to x", "--to"),
    ] {
        let ran = mexlab(folder.path(), &format!("sweep {line} --out out"));
        assert!(ran.status == 2 && ran.err.contains(wanted), "{line}: {} {}", ran.status, ran.err);
        assert!(!folder.path().join("out").exists(), "{line}");
    }
    assert!(mexlab(folder.path(), "sweep bash --over 'm in 1..3'").err.contains("--out DIR"));
    assert!(mexlab(folder.path(), "atlas out").err.contains("no atlas"));
    assert!(mexlab(folder.path(), "shard 0 out").err.contains("no sweep"));
}

/// A sweep of so many shards of one member each, and the atlas that it makes undisturbed.
fn sweep_of(folder: &Path, shards: usize) -> (String, [Vec<u8>; 2]) {
    let line = format!("sweep bash --over 'm in 1..{shards}' --to 3000 --shard 1");
    good(folder, &format!("{line} --out whole"));
    (line, atlas(&folder.join("whole")))
}

#[test]
fn shards_are_idempotent_and_damage_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, expected) = sweep_of(folder, 12);
    good(folder, &format!("{line} --out hand --engine none"));
    assert_eq!(good(folder, "sweep missing hand").lines().count(), 12);
    let script = good(folder, "sweep emit slurm hand");
    assert!(
        script.contains("--array=0-11\n") && script.contains("shard \"$SLURM_ARRAY_TASK_ID\""),
        "{script}"
    );
    assert!(mexlab(folder, "sweep collect hand").err.contains("12 shards have no results"));
    // two attempts of every shard at once
    for shard in 0..12 {
        let start = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_mexlab"));
            command
                .args(["shard", &shard.to_string(), "hand"])
                .current_dir(folder)
                .spawn()
                .expect("a process")
        };
        for mut attempt in [start(), start()] {
            assert!(attempt.wait().expect("a status").success());
        }
    }
    let file = |shard: usize| folder.join(format!("hand/shards/{shard}.jsonl"));
    let text = fs::read_to_string(file(3)).expect("a shard");
    fs::write(file(3), text.replacen("\"period\":", "\"period\":1", 1)).expect("damage");
    fs::write(file(5), &text).expect("a shard in the place of another");
    fs::remove_file(file(7)).expect("a shard");
    let text = fs::read(file(9)).expect("a shard");
    fs::write(file(9), &text[..text.len() / 2]).expect("half a shard");
    assert_eq!(good(folder, "sweep missing hand"), "3\n5\n7\n9\n");
    assert!(good(folder, "sweep emit slurm hand").contains("--array=3,5,7,9\n"));
    good(folder, &format!("{line} --out hand --resume"));
    assert!(atlas(&folder.join("hand")) == expected);
    assert_eq!(mexlab(folder, "shard 12 hand").status, 2);
    assert_eq!(mexlab(folder, "sweep emit slurm hand").status, 2);
}

#[test]
fn two_sweeps_into_one_folder_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, expected) = sweep_of(folder, 4);
    good(folder, &format!("{line} --out one --engine none"));
    let lock = fs::File::open(folder.join("one/lock")).expect("the lock");
    lock.lock().expect("it is free");
    for command in [format!("{line} --out one --resume"), "sweep collect one".to_owned()] {
        let ran = mexlab(folder, &command);
        assert!(ran.status == 2 && ran.err.contains("another sweep runs"), "{}", ran.err);
    }
    drop(lock);
    good(folder, &format!("{line} --out one --resume"));
    assert!(atlas(&folder.join("one")) == expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_no_other_shard() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, expected) = sweep_of(folder, 8);
    good(folder, &format!("{line} --out full --engine none"));
    std::os::unix::fs::symlink("/dev/full", folder.join("full/shards/2.jsonl")).expect("a link");
    let ran = mexlab(folder, &format!("{line} --out full --resume"));
    assert!(ran.status == 2 && ran.err.contains("No space left"), "{} {}", ran.status, ran.err);
    assert!(!folder.join("full/atlas.sqlite").exists());
    assert_eq!(good(folder, "sweep missing full"), "2\n");
    fs::remove_file(folder.join("full/shards/2.jsonl")).expect("the link");
    good(folder, "sweep --out full --resume");
    assert!(atlas(&folder.join("full")) == expected);
}

/// Kills a sweep of so many shards at random moments, so many times, and compares the atlas it ends with.
fn survives(shards: usize, kills: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, expected) = sweep_of(folder, shards);
    let line = format!("{line} --out killed --resume --quiet");
    let words = words(&line);
    let mut counted = 0;
    while counted < kills {
        if killed(folder, &words, 10..160) {
            counted += 1;
        } else {
            assert!(atlas(&folder.join("killed")) == expected);
            fs::remove_dir_all(folder.join("killed")).expect("a folder");
        }
    }
    good(folder, &line);
    assert!(atlas(&folder.join("killed")) == expected);
}

#[test]
fn a_sweep_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    survives(60, 6);
}

#[test]
#[ignore = "takes minutes: scripts/test --full"]
fn a_sweep_survives_two_hundred_kills() {
    survives(500, 200);
}

/// A Python that has the package for an option; where there is none, says what is missing.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "whoever runs the tests is told what is left out")]
fn python_with(package: &str, option: &str) -> Option<String> {
    let python = std::env::var("MEXLAB_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut check = Command::new(&python);
    check.args(["-c", &format!("import {package}")]).stdout(Stdio::null()).stderr(Stdio::null());
    if check.status().is_ok_and(|status| status.success()) {
        return Some(python);
    }
    eprintln!(
        "not tested: {option} needs the package {package} (MEXLAB_PYTHON names a Python that has it)"
    );
    None
}

/// The processes below a process, with their command lines.
#[cfg(target_os = "linux")]
fn below(root: u32) -> Vec<(u32, String)> {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parent = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
    };
    let parents: BTreeMap<u32, u32> = numbers.filter_map(|pid| Some((pid, parent(pid)?))).collect();
    let is_below = |&pid: &u32| {
        std::iter::successors(parents.get(&pid), |pid| parents.get(pid)).any(|pid| *pid == root)
    };
    let words = |pid: u32| fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    parents.keys().copied().filter(is_below).map(|pid| (pid, words(pid))).collect()
}

/// A sweep by Dask on the loopback address, workers and the scheduler killed so many times.
#[cfg(target_os = "linux")]
fn survives_on_dask(shards: usize, kills: usize) {
    let Some(python) = python_with("distributed", "--engine dask") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, expected) = sweep_of(folder, shards);
    good(folder, &format!("{line} --out dask --engine none"));
    let package = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python");
    let start = || {
        let mut sweep = Command::new(env!("CARGO_BIN_EXE_mexlab"));
        sweep.args(["sweep", "--out", "dask", "--resume", "--engine", "dask", "--workers", "2"]);
        sweep.args(["--python", &python]).env("PYTHONPATH", package).current_dir(folder);
        sweep.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a process")
    };
    let finished = || {
        let files = fs::read_dir(folder.join("dask/shards")).expect("shards").flatten();
        files.filter(|file| file.path().extension().is_some_and(|e| e == "jsonl")).count()
    };
    let mut sweep = start();
    for kill in 0..kills {
        // as far as the sweep should have come by then
        let due = (kill + 1) * shards / (kills + 2);
        while finished() < due && sweep.try_wait().expect("a status").is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        if finished() == shards {
            break;
        }
        // the scheduler lives in the driver, and every fourth victim is that
        let is_victim = |words: &str| match kill % 4 {
            3 => words.contains("mexlab_sweep"),
            _ => words.contains("multiprocessing.spawn"),
        };
        let victim = below(sweep.id()).into_iter().find(|(_, words)| is_victim(words));
        if let Some((pid, _)) = victim {
            let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
            assert!(killed.is_ok());
        }
        if kill % 4 == 3 {
            sweep.wait().expect("its scheduler is gone");
            sweep = start();
        }
    }
    let ended = sweep.wait_with_output().expect("a status");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    if !ended.status.success() {
        // it ended with its scheduler
        let again = start().wait_with_output().expect("a status");
        assert!(again.status.success(), "{said}\n{}", String::from_utf8_lossy(&again.stderr));
    }
    assert!(atlas(&folder.join("dask")) == expected, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn dask_workers_and_their_scheduler_may_die() {
    survives_on_dask(40, 5);
}

/// Slurm in miniature: a job is a group of processes of this machine.
#[cfg(target_os = "linux")]
const SBATCH: &str = r#"#!/bin/sh
cp "$1" "$1.job"
setsid sh "$1.job" >"$1.log" 2>&1 &
echo "Submitted batch job $!"
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_batch_system_runs_a_sweep_through_dask_jobqueue() {
    use std::os::unix::fs::PermissionsExt;
    let Some(python) = python_with("dask_jobqueue", "--cluster") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, expected) = sweep_of(folder, 6);
    for (name, text) in [("sbatch", SBATCH), ("scancel", "#!/bin/sh\nkill -- \"-$1\"\n")] {
        fs::write(folder.join(name), text).expect("a file");
        let runs = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.join(name), runs).expect("a program");
    }
    let queue = "jobqueue: {slurm: {cores: 1, processes: 1, memory: 1GB}}\n";
    fs::write(folder.join("jobqueue.yaml"), queue).expect("a file");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a path"));
    let package = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python");
    let ran = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(words(&format!("{line} --out queue --engine dask --cluster slurm --workers 2")))
        .args(["--host", "127.0.0.1", "--python", &python])
        .envs([("PATH", path.as_str()), ("PYTHONPATH", package)])
        .envs([("DASK_CONFIG", folder), ("TMPDIR", folder)])
        .current_dir(folder)
        .output()
        .expect("a process");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(atlas(&folder.join("queue")) == expected);
    let jobs = fs::read_dir(folder).expect("jobs").flatten();
    let is_job = |name: String| name.ends_with(".job");
    assert!(jobs.filter_map(|file| file.file_name().into_string().ok()).any(is_job));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes: scripts/test --full"]
fn dask_survives_two_hundred_kills() {
    survives_on_dask(500, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn a_driver_that_is_missing_says_what_to_install() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "sweep bash --over 'm in 1..3' --to 50 --out s --engine dask";
    let ran = mexlab(folder.path(), &format!("{line} --python /no/such/python"));
    assert!(ran.status == 2 && ran.err.contains("pip install './python[sweep]'"), "{}", ran.err);
}

#[test]
fn the_sweeps_of_the_repository_have_as_many_members_as_their_families() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweeps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sweeps");
    let families = [
        ("octal", 1022),
        ("octal-long", 8),
        ("octal-sparse", 1022),
        ("subtraction-3", 9880),
        ("subtraction-5", 4943),
        ("wythoff", 64),
    ];
    for (name, members) in families {
        let file = sweeps.join(format!("{name}.sweep"));
        good(folder.path(), &format!("sweep {} --out {name} --engine none", file.display()));
        let listed = fs::read_to_string(folder.path().join(name).join("members.tsv"));
        assert_eq!(listed.expect("a list").lines().count(), members, "{name}");
    }
}
