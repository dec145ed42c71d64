//! Workers: processes that run executions one after another, and what is made of how they end.

use super::chosen;
use super::inputs::{Inputs, Kind};
use super::mutate::Draw;
use super::stages::{Stages, Tally};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Memory of a worker, in kilobytes.
const MEMORY: u64 = 3_000_000;
/// An execution that takes longer hangs; other programs may need the processor as well.
pub(super) const MAX_LENGTH: Duration =
    Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
/// Stack of a worker, in bytes: that of a main thread.
const STACK: &str = "8388608";
/// How often a worker is looked at.
const PAUSE: Duration = Duration::from_millis(5);
/// The executions of a worker, in its environment; of a single text, the kind of it.
const JOB: &str = "MEXLAB_FUZZ_JOB";
/// The folder in which a worker and the one that watches it leave notes.
const NOTES: &str = "MEXLAB_FUZZ_NOTES";
/// A text with this word and `panic`, `abort` or `hang` behind it does that, to test the tests.
pub(super) const TRAP: &str = "trapdoor";

/// What is to be run.
pub(super) enum Job<'t> {
    /// These executions.
    Seeds {
        /// The first.
        from: u64,
        /// Behind the last.
        to: u64,
    },
    /// A text, with every choice of stages.
    Text {
        /// What it is read as.
        kind: Kind,
        /// The text.
        text: &'t [u8],
    },
}

/// Something that must not be.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// The execution.
    pub(super) seed: u64,
    /// What happened.
    pub(super) what: String,
}

impl Fault {
    /// What faults of one cause have in common.
    pub(super) fn place(&self) -> &str {
        match self.what.split_once(": ") {
            Some((place, why)) if place.starts_with("no ") => why.get(..40).unwrap_or(why),
            Some((place, _)) => place,
            None => &self.what,
        }
    }
}

/// How a worker ended.
#[derive(Default)]
pub(super) struct Ended {
    pub(super) faults: Vec<Fault>,
    pub(super) tally: Tally,
    /// The first execution that is left.
    pub(super) next: u64,
}

/// Runs a job in a worker; what takes longer than `longest` hangs.
pub(super) fn run(job: &Job<'_>, longest: Duration) -> Ended {
    let notes = tempfile::tempdir().expect("a folder");
    let (from, to, job) = match job {
        Job::Seeds { from, to } => (*from, *to, format!("{from} {to}")),
        Job::Text { kind, text } => {
            fs::write(notes.path().join("text"), text).expect("a note");
            (0, CHOICES, kind.name().to_owned())
        }
    };
    let (how, at) = watch(start(notes.path(), &job), notes.path(), from, longest);
    let read = |name: &str| fs::read_to_string(notes.path().join(name)).unwrap_or_default();
    let mut ended = Ended { next: to, ..Ended::default() };
    for line in read("faults").lines() {
        let (seed, what) = line.split_once('\t').expect("a number and what happened");
        let seed = seed.parse().expect("a number");
        ended.faults.push(Fault { seed, what: what.replace("\\n", "\n") });
    }
    for line in read("tally").lines() {
        let mut fields = line.split('\t');
        let mut field = || fields.next().expect("three fields");
        let (stage, count, time) = (field().to_owned(), field(), field());
        let times = (count.parse().expect("a number"), time.parse().expect("a number"));
        ended.tally.insert(stage.leak(), times);
    }
    if let Some(what) = how {
        ended.faults.push(Fault { seed: at, what: what + &last_words(&read("stderr")) });
        ended.next = at + 1;
    }
    ended
}

/// Choices of stages that a single text is run with.
const CHOICES: u64 = 24;

fn start(notes: &Path, job: &str) -> Child {
    let program = std::env::current_exe().expect("this program");
    let limited = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &limited])
        .arg(program)
        .args(["--exact", "fuzz::work", "--ignored", "--nocapture", "--test-threads=1"])
        .envs([(JOB, job), ("RAYON_NUM_THREADS", "1"), ("RUST_MIN_STACK", STACK)])
        .env("RUST_BACKTRACE", "0")
        .env(NOTES, notes)
        .stdout(Stdio::null())
        .stderr(File::create(notes.join("stderr")).expect("a note"))
        .spawn()
        .expect("a worker")
}

/// Waits for the worker; how it ended if not well, and the execution it was at.
fn watch(mut worker: Child, notes: &Path, from: u64, longest: Duration) -> (Option<String>, u64) {
    let at = || {
        let text = fs::read_to_string(notes.join("at")).unwrap_or_default();
        text.trim().parse().unwrap_or(from)
    };
    let (mut seen, mut since) = (at(), Instant::now());
    loop {
        if let Some(status) = worker.try_wait().expect("a worker") {
            return ((!status.success()).then(|| format!("the worker ends, {status}: ")), at());
        }
        std::thread::sleep(PAUSE);
        let now = at();
        if now != seen {
            (seen, since) = (now, Instant::now());
        } else if since.elapsed() > longest {
            worker.kill().expect("a worker");
            worker.wait().expect("a worker");
            return (Some("it hangs: ".to_owned()), seen);
        }
    }
}

/// The end of what a worker wrote to standard error.
fn last_words(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(2)..].join("; ")
}

/// What the last panic said, and where.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Runs the job in the environment.
pub(super) fn work() {
    let Ok(job) = std::env::var(JOB) else { return };
    let notes = std::env::var_os(NOTES).expect("a folder for notes");
    let notes = Path::new(&notes);
    set_hook(Box::new(|panic| {
        let place = panic.location().map_or(String::new(), ToString::to_string);
        let words = panic.payload();
        let owned = words.downcast_ref::<String>().map(String::as_str);
        let why = owned.or(words.downcast_ref().copied()).unwrap_or("no words");
        if let Ok(mut last) = PANIC.lock() {
            *last = format!("panic at {place}: {why}");
        }
    }));
    let at = File::create(notes.join("at")).expect("a note");
    let mut faults = File::create(notes.join("faults")).expect("a note");
    let mut stages = Stages::new();
    let mut run = |seed: u64, kind: Kind, text: &[u8], mut draw: Draw| {
        if seed % 1000 == 999 {
            note_tally(notes, &stages.tally);
        }
        at.write_all_at(format!("{seed:20}").as_bytes(), 0).expect("a note");
        let work = AssertUnwindSafe(|| {
            trap(text);
            stages.execute(kind, text, &mut draw)
        });
        let what = match catch_unwind(work) {
            Ok(Ok(())) => return,
            Ok(Err(what)) => what,
            Err(_) => PANIC.lock().map(|last| last.clone()).unwrap_or_default(),
        };
        writeln!(faults, "{seed}\t{}", what.replace('\n', "\\n")).expect("a note");
    };
    match job.split_once(' ') {
        Some((from, to)) => {
            let inputs = Inputs::gather();
            let number = |text: &str| text.parse::<u64>().expect("a number");
            for seed in number(from)..number(to) {
                let (kind, text, draw) = chosen(&inputs, seed);
                run(seed, kind, &text, draw);
            }
        }
        None => {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == job).expect("a kind");
            let text = fs::read(notes.join("text")).expect("a text");
            (0..CHOICES).for_each(|seed| run(seed, kind, &text, Draw(seed)));
        }
    }
    note_tally(notes, &stages.tally);
}

fn note_tally(notes: &Path, tally: &Tally) {
    let lines = tally.iter().map(|(stage, (count, time))| format!("{stage}\t{count}\t{time}\n"));
    fs::write(notes.join("tally"), lines.collect::<String>()).expect("a note");
}

/// Does what the word behind the trap says.
fn trap(text: &[u8]) {
    let mut lines = text.split(|b| *b == b'\n');
    let Some(behind) = lines.find_map(|line| line.strip_prefix(TRAP.as_bytes())) else { return };
    match behind.trim_ascii() {
        b"panic" => panic!("as the text says"),
        b"abort" => std::process::abort(),
        b"hang" => loop {
            std::thread::park();
        },
        _ => {}
    }
}
