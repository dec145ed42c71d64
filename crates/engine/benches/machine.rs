//! The batched machine against hand-written loops of the same games: same tables, in turn, one run.
//!
//! `cargo bench -p engine --bench machine`

use engine::{Bounds, Game, Kernel, Limits, Positions, Request, Silent};
use expr::ast::Quantity;
use rule::NoRules;
use std::hint::black_box;
use std::time::Instant;

/// Rounds of both sides in turn; the medians are compared.
const ROUNDS: usize = 7;

struct Contest {
    name: &'static str,
    rule: &'static str,
    to: &'static [(&'static str, i64)],
    native: fn() -> Vec<u32>,
}

const CONTESTS: [Contest; 3] = [
    Contest {
        name: "Wythoff 300 x 300",
        rule: "game wythoff\nstate (a, b)\nmove (a - t, b) for t in 1..a\n\
               move (a, b - t) for t in 1..b\nmove (a - t, b - t) for t in 1..min(a, b)\n",
        to: &[("a", 299), ("b", 299)],
        native: wythoff,
    },
    Contest {
        name: "split, k != n - k, n = 20000",
        rule: "game split\nheap n\nmove n -> k | n - k for k in 1..n // 2 if k != n - k\n",
        to: &[("n", 20_000)],
        native: || split(|k, n| k != n - k),
    },
    Contest {
        name: "split, (k * k + n) % 3 != 0, n = 20000",
        rule: "game split\nheap n\n\
               move n -> k | n - k for k in 1..n // 2 if (k * k + n) % 3 != 0\n",
        to: &[("n", 20_000)],
        native: || split(|k, n| (k * k + n) % 3 != 0),
    },
];

/// The least value not marked with `stamp`.
fn mex(seen: &[u32], stamp: u32) -> u32 {
    seen.iter().position(|&s| s != stamp).map_or(u32::MAX, |m| m as u32)
}

fn wythoff() -> Vec<u32> {
    let size = 300;
    let mut sg = vec![0u32; size * size];
    let mut seen = vec![0u32; 4096];
    for a in 0..size {
        for b in 0..size {
            let stamp = (a * size + b + 1) as u32;
            for t in 1..=a {
                seen[sg[(a - t) * size + b] as usize] = stamp;
            }
            for t in 1..=b {
                seen[sg[a * size + b - t] as usize] = stamp;
            }
            for t in 1..=a.min(b) {
                seen[sg[(a - t) * size + b - t] as usize] = stamp;
            }
            sg[a * size + b] = mex(&seen, stamp);
        }
    }
    sg
}

fn split(allowed: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let size = 20_001;
    let mut sg = vec![0u32; size];
    let mut seen = vec![0u32; 4096];
    for n in 0..size {
        let stamp = n as u32 + 1;
        for k in 1..=n / 2 {
            if allowed(k, n) {
                seen[(sg[k] ^ sg[n - k]) as usize] = stamp;
            }
        }
        sg[n] = mex(&seen, stamp);
    }
    sg
}

fn machine(contest: &Contest) -> Vec<u32> {
    let (rule, mistakes) = rule::parse(contest.rule);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let rule = rule.expect("no mistakes");
    let instance = rule::bind(&rule, &[]).expect("no parameters");
    let game = Game::compile(&instance, &NoRules).expect("compiles");
    let request = Request {
        quantities: vec![Quantity::Sg],
        bounds: Bounds::Named(contest.to.iter().map(|(n, hi)| ((*n).to_owned(), *hi)).collect()),
        positions: Positions::All,
        kernel: Kernel::Machine,
    };
    let table = game.table(&request, &Limits { memory: 1 << 32 }, &Silent).expect("a table");
    table.columns[0].values.iter().map(|v| v as u32).collect()
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    println!("one thread, medians of {ROUNDS} rounds in turn");
    println!("{:40} {:>10} {:>10} {:>7}", "game", "machine s", "native s", "ratio");
    for contest in &CONTESTS {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let a = pool.install(|| black_box(machine(contest)));
            ours.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            let b = black_box((contest.native)());
            theirs.push(start.elapsed().as_secs_f64());
            assert!(a == b, "{}: the tables differ", contest.name);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        println!("{:40} {ours:>10.3} {theirs:>10.3} {:>7.2}", contest.name, ours / theirs);
    }
}
