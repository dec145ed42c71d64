//! Processor time of subtraction games, level by level in turn.
//!
//! Arguments: a game or `all`, the greatest heap, the number of rounds.
#![allow(clippy::print_stdout, reason = "a program that prints its findings")]

use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

use kernels::Level;
use kernels::subtraction::{Method, Subtraction};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |i: usize, otherwise| {
        args.get(i).map_or(otherwise, |arg| arg.parse().expect("a number as argument"))
    };
    let only = args.first().filter(|name| *name != "all");
    let (to, rounds) = (number(1, 1_000_000), number(2, 3));
    let levels = Level::available();
    for (name, amounts) in games(to).filter(|(name, _)| only.is_none_or(|only| only == name)) {
        let game = Subtraction::new(amounts, 0).expect("positive amounts");
        let mut times = vec![Vec::new(); levels.len()];
        let mut tables = Vec::new();
        for _ in 0..rounds {
            for (&level, times) in levels.iter().zip(&mut times) {
                let (mut values, start) = (Vec::new(), seconds());
                game.extend_by(Method::Planes, level, &mut values, to, &|_, _| true)
                    .expect("values");
                times.push(seconds() - start);
                tables.push(values);
            }
        }
        assert!(tables.iter().all(|table| *table == tables[0]), "levels differ on {name}");
        for (level, times) in levels.iter().zip(&mut times) {
            times.sort_unstable_by(f64::total_cmp);
            println!("{name} to {to} {level:?}: {:.4} s", times[times.len() / 2]);
        }
    }
}

/// Processor time of this program where the system tells it, else the time since its start.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = fs::read_to_string("/proc/self/schedstat").ok();
    let spent = stat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    spent.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Sets of many amounts.
fn games(to: usize) -> impl Iterator<Item = (&'static str, Vec<u32>)> {
    let to = to as u32;
    let mut state = 1u64;
    let random = move |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + ((state >> 33) % below) as u32
    };
    let drawn = |mut random: Box<dyn FnMut(u64) -> u32>, count, below| {
        (0..count).map(|_| random(below)).collect::<Vec<_>>()
    };
    [
        ("squares", (1..).map(|k: u32| k * k).take_while(|&s| s <= to).collect()),
        ("triangles", (1..).map(|k: u32| k * (k + 1) / 2).take_while(|&s| s <= to).collect()),
        ("multiples of 1000", (1..=to / 1000).map(|k| 1000 * k).collect()),
        ("40 below 1000", drawn(Box::new(random), 40, 1000)),
        ("400 below 2000", drawn(Box::new(random), 400, 2000)),
        ("1500 below 200000", drawn(Box::new(random), 1500, 200_000)),
    ]
    .into_iter()
}
