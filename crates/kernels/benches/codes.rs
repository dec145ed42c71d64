//! Values per second of take-and-break codes: `scripts/bench codes .6 1000000`; with `filled` as
//! third word, until a period is proved and the rest is copied.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use kernels::Level;
use kernels::codes::{Code, Leaves, Move, extend, extend_proved};

/// The game of an octal or hexadecimal code, or Grundy's game.
fn code(name: &str) -> Option<Code> {
    if name == "grundy" {
        return Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]);
    }
    let (first, rest) = name.split_once('.')?;
    let first = if first.is_empty() { "0" } else { first };
    let digits = first.chars().chain(rest.chars()).map(|c| Some(c.to_digit(16)? as u8));
    Code::of_digits(&digits.collect::<Option<Vec<u8>>>()?)
}

fn run(name: &str, level: Level, to: usize) {
    let Some(code) = code(name) else { return println!("{name}: no code") };
    let mut values = Vec::new();
    let clock = Instant::now();
    let found = extend(&code, level, &mut values, to, &|_, _| true, &|_| false);
    let seconds = clock.elapsed().as_secs_f64();
    let sum = values.iter().fold(0u64, |sum, &v| sum.wrapping_mul(0x100_0193) ^ u64::from(v));
    println!("{name} {level:?} {to}: {seconds:.3} s, {:.0}/s, {sum:x}", to as f64 / seconds);
    match found {
        Ok(work) => println!("    {work:?}"),
        Err(halt) => println!("    {halt:?}"),
    }
}

/// All values up to `to`, those after a proved period as copies.
fn fill(name: &str, to: usize) {
    let Some(code) = code(name) else { return println!("{name}: no code") };
    let mut values = Vec::new();
    let clock = Instant::now();
    let period = extend_proved(&code, &mut values, to, &|_, _| true);
    if let Ok(Some(period)) = &period {
        period.fill(&mut values, to);
    }
    println!("{name} {}: {:.3} s, {period:?}", values.len(), clock.elapsed().as_secs_f64());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match arguments.as_slice() {
        [name, to, way] if way == "filled" => fill(name, to.parse().unwrap_or(100_000)),
        [name, to, rest @ ..] => {
            let level = match rest.first().map(String::as_str) {
                Some("plain") => Level::Plain,
                Some("avx2") => Level::Avx2,
                _ => Level::best(),
            };
            run(name, level, to.parse().unwrap_or(100_000));
        }
        _ => {
            for (name, to) in
                [(".6", 300_000), ("grundy", 300_000), (".16", 3_000_000), (".106", 3_000_000)]
            {
                run(name, Level::best(), to);
            }
        }
    }
}
