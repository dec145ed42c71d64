//! Mutants of every text in the repository through everything that reads one (scripts/fuzz).
//!
//! Each execution is one number: it chooses the text, the mutations and the stages. A worker, a process of its
//! own whose memory is limited, notes the number before it begins; so the one that watches can name what made
//! the worker panic, abort or hang, and shrinks it. `MEXLAB_FUZZ_SEED=N` runs execution N alone.

#![allow(clippy::print_stderr, reason = "faults and figures are for whoever runs scripts/fuzz")]

mod inputs;
mod mutate;
mod shrink;
mod stages;
mod worker;

use inputs::Inputs;
use mutate::{Draw, mutant};
use stages::Tally;
use std::time::{Duration, Instant};
use worker::{Fault, Job};

/// Executions of one worker, after which the time is looked at.
const SHARE: u64 = 25_000;
/// Different faults after which the search ends.
const MAX_FAULTS: usize = 20;
/// Of so many executions one is of the kind beside it; the rest are rules.
const KINDS: [(inputs::Kind, usize); 5] = [
    (inputs::Kind::Certificate, 20),
    (inputs::Kind::Data, 10),
    (inputs::Kind::Structure, 8),
    (inputs::Kind::Position, 16),
    (inputs::Kind::Word, 6),
];

/// The mutant of an execution, and the choices that are left for its stages.
fn chosen(inputs: &Inputs, seed: u64) -> (inputs::Kind, Vec<u8>, Draw) {
    // Neighbouring numbers must not make neighbouring choices.
    let mut draw = Draw(seed.wrapping_mul(0xd134_2543_de82_ef95));
    let other = KINDS.iter().find(|(_, times)| draw.once_in(*times));
    let kind = other.map_or(inputs::Kind::Rule, |(kind, _)| *kind);
    (kind, mutant(inputs, kind, &mut draw), draw)
}

/// Runs executions from `first` on, `share` of them in each worker, until `is_enough` of them are done; every fault
/// that was found.
fn search(first: u64, share: u64, is_enough: impl Fn(u64) -> bool) -> Vec<Fault> {
    let (mut faults, mut tally, mut done): (Vec<Fault>, Tally, u64) = Default::default();
    let begun = Instant::now();
    let mut next = first;
    while !is_enough(done) && faults.len() < MAX_FAULTS {
        let job = Job::Seeds { from: next, to: first.saturating_add(done + share) };
        let ended = worker::run(&job, worker::MAX_LENGTH);
        done += ended.next - next;
        next = ended.next;
        for (stage, (count, time)) in ended.tally {
            let all = tally.entry(stage).or_default();
            (all.0, all.1) = (all.0 + count, all.1 + time);
        }
        // What fails at the same place is the same.
        for fault in ended.faults {
            if faults.iter().all(|known| known.place() != fault.place()) {
                faults.push(fault);
            }
        }
    }
    let inputs = Inputs::gather();
    for fault in &faults {
        let (kind, text, _) = chosen(&inputs, fault.seed);
        let least = shrink::least(kind, &text, fault);
        let shown = String::from_utf8_lossy(&least);
        eprintln!(
            "\nseed {}: {}\n{} of {} bytes:\n{shown}",
            fault.seed,
            fault.what,
            kind.name(),
            least.len()
        );
    }
    report(&tally, done, begun.elapsed());
    faults
}

fn report(tally: &Tally, done: u64, took: Duration) {
    let per_second = done as f64 / took.as_secs_f64();
    eprintln!("\n{done} executions in {} s, {per_second:.0} per second", took.as_secs());
    for (stage, (count, time)) in tally {
        let each = *time as f64 / *count as f64 / 1000.0;
        let seconds = *time as f64 / 1e9;
        eprintln!("{stage:>10} {count:>10} times, {each:>10.1} us each, {seconds:>8.1} s");
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text}")))
}

#[test]
fn no_mutant_is_too_much() {
    let faults = search(0, 3_000, |done| done > 0);
    assert!(faults.is_empty(), "{faults:?}");
}

/// Texts that once did what none may.
const FOUND: [(inputs::Kind, &str); 14] = [
    (inputs::Kind::Rule, "game team(c = [])\n"),
    (inputs::Kind::Rule, " game box(n = 1..32)\nheap n\n"),
    (inputs::Kind::Rule, "game g\nstart (g, v from 1): dag-sum() at (g, v)\n"),
    (inputs::Kind::Rule, "game g = undirected-vertex-geography\nstuck wins\nstuck wins\n"),
    (inputs::Kind::Rule, "game g\nstate (b) where (b) symmetric\n"),
    (inputs::Kind::Rule, "game g\ncoins product A B\n"),
    (
        inputs::Kind::Rule,
        "game g\nstate (F subset 1..16)\nmove F -> F - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} \
         - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} - {x} \
         for x in F\n",
    ),
    (inputs::Kind::Rule, "claims"),
    (inputs::Kind::Data, "n;sg\n0;0\n1;1\n2;\n"),
    (inputs::Kind::Word, ""),
    (inputs::Kind::Word, "octal:0.10000000000000000000000000000000000000000"),
    (
        inputs::Kind::Rule,
        "game g\nstate (m from 9223372036854775807, n from 1)\nmove (i, i) for i in 1..n // 2\n",
    ),
    (
        inputs::Kind::Rule,
        "game g\nheap n\nmove n -> n - t for t in 1..n\ntable sg to n = 2147483648\n",
    ),
    (inputs::Kind::Rule, "game g\ncoins x from 2147483647\nturn x, y..x - 1 for y in 1..x\n"),
];

#[test]
fn what_was_found_once_is_mended() {
    for (kind, text) in FOUND {
        let ended = worker::run(&Job::Text { kind, text: text.as_bytes() }, worker::MAX_LENGTH);
        assert!(ended.faults.is_empty(), "{text}\n{:?}", ended.faults);
    }
}

#[test]
fn a_fault_is_found_named_and_shrunk() {
    for (text, expected) in [("panic", "panic at"), ("hang", "hangs"), ("abort", "ends")] {
        let text = format!("game g\n{} {text}\nheap n\n", worker::TRAP);
        let job = Job::Text { kind: inputs::Kind::Rule, text: text.as_bytes() };
        let hangs = expected == "hangs";
        let ended =
            worker::run(&job, if hangs { Duration::from_secs(2) } else { worker::MAX_LENGTH });
        let fault = ended.faults.first().unwrap_or_else(|| panic!("{text} is not found"));
        assert!(fault.what.contains(expected), "{text}: {}", fault.what);
        if !hangs {
            let least = shrink::least(inputs::Kind::Rule, text.as_bytes(), fault);
            assert!(least.starts_with(worker::TRAP.as_bytes()) && least.len() < 20, "{least:?}");
        }
    }
}

/// For scripts/fuzz.
#[test]
#[ignore = "takes the minutes it is given"]
fn long() {
    let minutes = number("MEXLAB_FUZZ_MINUTES").unwrap_or(1);
    let seed = number("MEXLAB_FUZZ_SEED");
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let seed = seed.unwrap_or(0);
    let faults = match minutes {
        0 => search(seed, 1, |done| done > 0),
        _ => search(seed, SHARE, |_| Instant::now() >= end),
    };
    assert!(faults.is_empty(), "{} faults", faults.len());
}

/// What a worker does: this test, run by [`worker::run`] in a process of its own.
#[test]
#[ignore = "started by the others"]
fn work() {
    worker::work();
}
