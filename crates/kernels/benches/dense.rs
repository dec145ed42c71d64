//! Processor time of the dense engine, level by level in turn.
//!
//! Arguments: a game or `all`, the greatest heap, the number of rounds; then the levels to run.
#![allow(clippy::print_stdout, reason = "a program that prints its findings")]

use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

use kernels::Level;
use kernels::codes::{Code, Leaves, Move, dense};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |i: usize, otherwise| {
        args.get(i).map_or(otherwise, |arg| arg.parse().expect("a number as argument"))
    };
    let only = args.first().filter(|name| *name != "all");
    let (to, rounds) = (number(1, 50_000), number(2, 3));
    let levels = Level::available();
    let wanted = |level: &&Level| args.len() < 4 || args[3..].contains(&format!("{level:?}"));
    let levels: Vec<&Level> = levels.iter().filter(wanted).collect();
    for (name, code) in games().iter().filter(|(name, _)| only.is_none_or(|only| only == name)) {
        let mut times = vec![Vec::new(); levels.len()];
        let mut sums = Vec::new();
        for _ in 0..rounds {
            for (&&level, times) in levels.iter().zip(&mut times) {
                let (mut values, start) = (Vec::new(), seconds());
                dense::extend(code, level, &mut values, to, &|_, _| true).expect("values");
                times.push(seconds() - start);
                sums.push(fingerprint(&values));
            }
        }
        assert!(sums.iter().all(|sum| *sum == sums[0]), "levels differ on {name}");
        for (level, times) in levels.iter().zip(&mut times) {
            times.sort_unstable_by(f64::total_cmp);
            let median = times[times.len() / 2];
            let rate = to as f64 / median;
            println!("{name} to {to} {level:?}: {median:.4} s, {rate:.0} values/s, {:x}", sums[0]);
        }
    }
}

fn games() -> Vec<(&'static str, Code)> {
    let octal: [(&str, &[u8]); 7] = [
        (".04", &[0, 0, 4]),
        (".06", &[0, 0, 6]),
        (".007", &[0, 0, 0, 7]),
        (".6", &[0, 6]),
        (".77", &[0, 7, 7]),
        (".07", &[0, 0, 7]),
        (".16", &[0, 1, 6]),
    ];
    let octal = octal.map(|(name, digits)| (name, Code::of_digits(digits).expect("a code")));
    let grundy = Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code");
    octal.into_iter().chain([("grundy", grundy)]).collect()
}

/// A number that differs for different tables.
fn fingerprint(values: &[u16]) -> u64 {
    values.iter().fold(0, |sum: u64, &value| {
        sum.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(value) + 1)
    })
}

/// Processor time of this program where the system tells it, else the time since its start.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = fs::read_to_string("/proc/self/schedstat").ok();
    let spent = stat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    spent.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
