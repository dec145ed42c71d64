//! Seconds of processor time and values per second of the dense engine, level by level in turn.

use std::time::Instant;

use kernels::Level;
use kernels::codes::{Code, Leaves, Move, dense};

fn main() {
    let args: Vec<String> = std::env::args().filter(|a| !a.starts_with("--")).collect();
    let only = args.get(1).cloned().unwrap_or_default();
    let to: usize = args.get(2).and_then(|v| v.parse().ok()).unwrap_or(100_000);
    let grundy = Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code");
    let octal = |digits: &[u8]| Code::of_digits(digits).expect("a code");
    let games = [
        (".04", octal(&[0, 0, 4])),
        (".06", octal(&[0, 0, 6])),
        (".6", octal(&[0, 6])),
        ("grundy", grundy),
        (".77", octal(&[0, 7, 7])),
        (".07", octal(&[0, 0, 7])),
        (".007", octal(&[0, 0, 0, 7])),
        (".16", octal(&[0, 1, 6])),
    ];
    for (name, code) in games.iter().filter(|(name, _)| only.is_empty() || *name == only) {
        for level in Level::available()
            .into_iter()
            .filter(|l| args.get(3).is_none_or(|a| *a == format!("{l:?}")))
        {
            let mut values = Vec::new();
            let t = seconds();
            dense::extend(code, level, &mut values, to, &|_, _| true).expect("values");
            let s = seconds() - t;
            let h = values.iter().fold(0u64, |h, &v| {
                h.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(v) + 1)
            });
            println!("{name} {level:?} {s:.4} s {h:x}");
        }
    }
}

/// Processor time of this thread where the system tells it, else the time.
fn seconds() -> f64 {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
