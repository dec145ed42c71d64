//! Processor time of games of lines, level by level in turn.
//!
//! Argument: the number of rounds.
#![allow(clippy::print_stdout, reason = "a program that prints its findings")]

use kernels::Level;
use kernels::lines::{Ask, Lines, fill_at};
use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

fn main() {
    let rounds = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(5);
    let games: [(&str, &[usize], &[u8]); 4] = [
        ("Wythoff", &[2001, 2001], &[1, 2, 3]),
        ("Wythoff, no square", &[1001, 1000], &[1, 2, 3]),
        ("Wythoff, three heaps", &[201, 201, 201], &[1, 2, 4, 3, 5, 6]),
        ("Nim", &[2001, 2001], &[1, 2]),
    ];
    for (name, sides, directions) in games {
        let lines = Lines::new(sides, directions).expect("a game").halved();
        let mut tables = Vec::new();
        for level in Level::available() {
            let (mut times, mut values) = (Vec::new(), Vec::new());
            for _ in 0..rounds {
                let start = seconds();
                values = fill_at(level, &lines, Ask::Mex, None, &|_, _| true).0;
                times.push(seconds() - start);
            }
            times.sort_unstable_by(f64::total_cmp);
            println!("{name} {level:?}: {:.4} s", times[times.len() / 2]);
            tables.push(values);
        }
        assert!(tables.iter().all(|table| *table == tables[0]), "levels differ on {name}");
    }
}

/// Processor time of all threads of this program where the system tells it, else the time since its
/// start.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = |task: fs::DirEntry| {
        let stat = fs::read_to_string(task.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse::<f64>().ok()
    };
    let tasks = fs::read_dir("/proc/self/task").ok();
    let total: f64 = tasks.into_iter().flatten().flatten().filter_map(spent).sum();
    if total > 0.0 { total / 1e9 } else { START.elapsed().as_secs_f64() }
}
