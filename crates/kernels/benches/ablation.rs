//! What each way to compute a table brings: the processor time of tables without it over that with
//! it, at every level of vector instructions.
//!
//! Arguments: rounds (5), then what is measured, of `engines`, `levels`, `three`, `subtraction` and
//! `lines` (all).
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::collections::BTreeMap;

use kernels::Level;
use kernels::codes::{self, Code, Engine, Leaves, Move};
use kernels::lines::{Ask, Lines, fill_at};
use kernels::subtraction::{Method, Subtraction};

const ENGINES: [Engine; 4] = [Engine::Small, Engine::Bytes, Engine::Dense, Engine::Sparse];
const METHODS: [Method; 3] = [Method::Few, Method::Planes, Method::Sieve];

/// Codes of docs/performance.md, and four chosen for each engine; how far.
const CODES: [(&str, usize); 28] = [
    (".6", 100_000),
    ("grundy", 100_000),
    (".16", 100_000),
    (".106", 100_000),
    (".04", 50_000),
    (".06", 50_000),
    (".007", 50_000),
    (".77", 30_000),
    (".07", 30_000),
    (".104", 100_000),
    (".054", 100_000),
    (".354", 50_000),
    (".376", 50_000),
    (".454", 50_000),
    // small values
    (".143", 100_000),
    (".165", 100_000),
    (".205", 100_000),
    (".336", 100_000),
    // few rare heaps, values up to 511
    (".015", 50_000),
    (".174", 50_000),
    (".324", 50_000),
    (".374", 50_000),
    // greater values
    (".264", 50_000),
    (".644", 50_000),
    // many rare heaps
    (".024", 50_000),
    (".164", 50_000),
    (".414", 50_000),
    (".764", 50_000),
];

/// Codes that leave three heaps.
const THREE: [(&str, usize); 4] = [(".8", 1500), (".0F", 1500), (".3F", 1500), (".29C", 1500)];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let rounds = words.first().and_then(|word| word.parse().ok());
    let sections = &words[usize::from(rounds.is_some())..];
    let wanted = |name: &str| sections.is_empty() || sections.iter().any(|word| word == name);
    let mut bench = Bench { rounds: rounds.unwrap_or(5), ratios: BTreeMap::new() };
    println!("| switched off | level | table | seconds with | without | ratio |");
    println!("|---|---|---|---|---|---|");
    // One thread, whose processor time is taken.
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one.install(|| {
        let all: [Section; 5] = [
            ("engines", Bench::engines),
            ("levels", Bench::levels),
            ("three", Bench::three),
            ("subtraction", Bench::subtraction),
            ("lines", Bench::lines),
        ];
        all.into_iter().filter(|(name, _)| wanted(name)).for_each(|(_, run)| run(&mut bench));
    });
    bench.summarize();
}

struct Bench {
    rounds: usize,
    /// By what was switched off and level: the ratios and their tables.
    ratios: BTreeMap<(String, String), Vec<(f64, String)>>,
}

/// The name of a part of the benchmark, and what it does.
type Section = (&'static str, fn(&mut Bench));

impl Bench {
    /// Times both in turn and prints the medians of the times and of the ratios.
    fn pair(
        &mut self,
        [off, level, table]: [&str; 3],
        with: &dyn Fn() -> Vec<u16>,
        without: &dyn Fn() -> Vec<u16>,
    ) {
        let name = format!("| {off} | {level} | {table} |");
        let (mut fast, mut slow, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.rounds {
            let (seconds, expected) = timed(with);
            let (longer, found) = timed(without);
            assert!(found == expected, "{name} the tables differ");
            fast.push(seconds);
            slow.push(longer);
            ratios.push(longer / seconds);
        }
        let [fast, slow, ratio] = [fast, slow, ratios].map(median);
        println!("{name} {fast:.4} | {slow:.4} | {ratio:.2} |");
        let key = (off.to_owned(), level.to_owned());
        self.ratios.entry(key).or_default().push((ratio, table.to_owned()));
    }

    /// Prints for each part and level the greatest ratio, and how many are 1.5 or more.
    fn summarize(&self) {
        println!("\n| switched off | level | greatest ratio | of | 1.5 or more |");
        println!("|---|---|---|---|---|");
        for ((off, level), ratios) in &self.ratios {
            let greatest = ratios.iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
            let Some((ratio, table)) = greatest else { continue };
            let many = ratios.iter().filter(|(ratio, _)| *ratio >= 1.5).count();
            println!("| {off} | {level} | {ratio:.2} | {table} | {many} of {} |", ratios.len());
        }
    }

    /// The other engines in place of each that works on a table.
    fn engines(&mut self) {
        for level in Level::available() {
            for (name, to) in CODES {
                let code = code(name);
                let by = |engines: &[Engine]| {
                    let mut values = Vec::new();
                    let work = codes::extend_by(engines, &code, level, &mut values, to);
                    (values, work.expect("values"))
                };
                let (_, work) = by(&ENGINES);
                for engine in ENGINES.into_iter().filter(|&e| work.iter().any(|&(w, _)| w == e)) {
                    let others: Vec<Engine> =
                        ENGINES.into_iter().filter(|&e| e != engine).collect();
                    let words =
                        [&format!("{engine:?}"), &format!("{level:?}"), &format!("{name} to {to}")];
                    self.pair(words.map(String::as_str), &|| by(&ENGINES).0, &|| by(&others).0);
                }
            }
        }
    }

    /// The next lower level in place of each, for engines that are written for several.
    fn levels(&mut self) {
        for levels in Level::available().windows(2) {
            for (name, to) in CODES {
                let code = code(name);
                for engine in [Engine::Small, Engine::Bytes, Engine::Dense] {
                    let by = |level| {
                        let mut values = Vec::new();
                        let done = codes::extend_by(&[engine], &code, level, &mut values, to);
                        (values, done.expect("values"))
                    };
                    // Another engine stands in where values are too great for words.
                    if by(levels[1]).1.iter().any(|&(worked, _)| worked == Engine::Sparse) {
                        continue;
                    }
                    let off = format!("{:?} of {engine:?}", levels[1]);
                    let words = [&off, &format!("{:?}", levels[1]), &format!("{name} to {to}")];
                    let with = || by(levels[1]).0;
                    self.pair(words.map(String::as_str), &with, &|| by(levels[0]).0);
                }
            }
        }
    }

    fn three(&mut self) {
        for (name, to) in THREE {
            let code = code(name);
            let fast = || {
                let mut values = vec![0];
                codes::extend_proved(&code, &mut values, to, &|_, _| true).expect("values");
                values
            };
            let length = fast().len();
            let slow = || {
                let mut values = vec![0];
                codes::extend_plainly(&code, &mut values, length - 1, &|_, _| true)
                    .expect("values");
                values
            };
            self.pair(["Three", "Plain", &format!("{name} to {}", length - 1)], &fast, &slow);
        }
    }

    /// The best of the other methods in place of the one chosen; the next lower level in place of
    /// each.
    fn subtraction(&mut self) {
        for (name, amounts, to) in subtraction_games() {
            let game = Subtraction::new(amounts, 0).expect("positive amounts");
            let table = format!("{name} to {to}");
            let by = |method, level| {
                let mut values = Vec::new();
                game.extend_by(method, level, &mut values, to, &|_, _| true).expect("values");
                values
            };
            for level in Level::available() {
                let chosen = game.method(level, to);
                let shown = format!("{level:?}");
                let few = game.amounts().len() < 64;
                for other in
                    METHODS.into_iter().filter(|&m| m != chosen && (few || m != Method::Few))
                {
                    let off = format!("subtraction, {chosen:?} for {other:?}");
                    self.pair([&off, &shown, &table], &|| by(chosen, level), &|| by(other, level));
                }
            }
            for levels in Level::available().windows(2) {
                let chosen = game.method(levels[1], to);
                if chosen == Method::Few {
                    continue;
                }
                let shown = format!("{:?}", levels[1]);
                let off = format!("{shown} of subtraction, {chosen:?}");
                self.pair([&off, &shown, &table], &|| by(chosen, levels[1]), &|| {
                    by(chosen, levels[0])
                });
            }
        }
    }

    fn lines(&mut self) {
        let games: [(&str, &[usize], &[u8]); 8] = [
            ("Wythoff to 2000", &[2001, 2001], &[1, 2, 3]),
            ("Nim to 2000", &[2001, 2001], &[1, 2]),
            ("Wythoff, no square", &[1001, 1000], &[1, 2, 3]),
            ("Wythoff, three heaps to 200", &[201, 201, 201], &[1, 2, 4, 3, 5, 6]),
            // values below 512
            ("Wythoff to 250", &[251, 251], &[1, 2, 3]),
            ("three heaps, one or all alike, to 250", &[251, 251, 251], &[1, 2, 4, 7]),
            ("three heaps, any alike, to 150", &[151, 151, 151], &[1, 2, 3, 4, 5, 6, 7]),
            ("Nim, three heaps to 100", &[101, 101, 101], &[1, 2, 4]),
        ];
        for (name, sides, directions) in games {
            let whole = Lines::new(sides, directions).expect("a game");
            let halved = whole.clone().halved();
            let by = |level, lines: &Lines| fill_at(level, lines, Ask::Mex, None, &|_, _| true).0;
            for levels in Level::available().windows(2) {
                let shown = format!("{:?}", levels[1]);
                let off = format!("{shown} of lines");
                self.pair([&off, &shown, name], &|| by(levels[1], &halved), &|| {
                    by(levels[0], &halved)
                });
            }
            if halved.is_halved() {
                for level in Level::available() {
                    let shown = format!("{level:?}");
                    self.pair(["mirror images", &shown, name], &|| by(level, &halved), &|| {
                        by(level, &whole)
                    });
                }
            }
        }
    }
}

/// The game of an octal or hexadecimal code, or Grundy's game.
fn code(name: &str) -> Code {
    if name == "grundy" {
        return Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code");
    }
    let digits = name.chars().map(|c| c.to_digit(16).unwrap_or(0) as u8);
    Code::of_digits(&digits.collect::<Vec<_>>()).expect("a code")
}

/// Names, amounts and how far.
fn subtraction_games() -> Vec<(&'static str, Vec<u32>, usize)> {
    const TO: u32 = 300_000;
    let mut state = 1u64;
    let mut drawn = |count, below: u64| {
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            1 + ((state >> 33) % below) as u32
        };
        (0..count).map(|_| draw()).collect::<Vec<_>>()
    };
    let prime = |n: &u32| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let to = TO as usize;
    vec![
        ("{1, 3, 4}", vec![1, 3, 4], 300_000),
        ("{2, 5, 7, 11}", vec![2, 5, 7, 11], 300_000),
        ("12 below 100", drawn(12, 100), 300_000),
        ("squares", (1..).map(|k: u32| k * k).take_while(|&s| s <= TO).collect(), to),
        ("triangles", (1..).map(|k: u32| k * (k + 1) / 2).take_while(|&s| s <= TO).collect(), to),
        ("40 below 1000", drawn(40, 1000), to),
        ("1500 below 200000", drawn(1500, 200_000), to),
        ("primes", (2..=TO).filter(prime).collect(), to),
        ("odd numbers", (1..=TO / 3).step_by(2).collect(), to / 3),
    ]
}

/// Processor time of this thread that a table took, and the table. Short work is repeated.
fn timed(table: &dyn Fn() -> Vec<u16>) -> (f64, Vec<u16>) {
    const ENOUGH: f64 = 0.02;
    let start = seconds();
    let mut count = 0.0;
    loop {
        let values = table();
        count += 1.0;
        let spent = seconds() - start;
        if spent >= ENOUGH {
            return (spent / count, values);
        }
    }
}

/// Processor time of this thread.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the clock of a thread is read by a function of C")]
fn seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a place of its type.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Time since the first call.
#[cfg(not(target_os = "linux"))]
fn seconds() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_unstable_by(f64::total_cmp);
    of[of.len() / 2]
}
