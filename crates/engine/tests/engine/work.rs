//! How much work tables are, in units that are the same on every machine: rules take the ways they are
//! meant to. That these give the right tables is tested on random rules.

use crate::common::{MEANS, compile, request};
use engine::{Kernel, Request};

/// Units of work that one thread of the machine spends on a table.
fn spent(rule: &str, bounds: &str) -> u64 {
    let game = compile(&format!("game g\n{rule}\n")).expect(rule);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let asked = Request { kernel: Kernel::Machine, ..request(bounds, "sg") };
    one.install(|| {
        let before = patience::spent();
        game.table(&asked, MEANS).expect("a table");
        patience::spent() - before
    })
}

#[test]
fn rules_take_the_ways_they_are_meant_to() {
    // Less than half of what other ways would take.
    for (most, rule, bounds) in [
        // Divisors, digits and ends of ranges are found without a look at other numbers.
        (30, "heap n\nmove n -> n - d for d in 1..n - 1 if n % d = 0 and d != 7", "n=8000"),
        (30, "heap n\nmove n -> n - m for m in 1..n if m & n = m", "n=8000"),
        (15, "heap n\nmove n -> n - t for t in 1..n if 3 * t <= n // 100 + 7", "n=8000"),
        // Walks end at the first step that is blocked, at places that are known or one by one.
        (
            40,
            "state (a, b)\nmove (a - t, b) for t in 1..min(a, b) if not any{(a - s) * (a - s + b) % 5 = b % 4 for s in 1..t}",
            "a=100,b=100",
        ),
        (
            40,
            "state (a, b)\nmove (a - t, b - t) for t in 1..min(a, b) if not any{(a - s) * (b - s) % 7 = 1 for s in 1..t}",
            "a=100,b=100",
        ),
        // Guards on the position are told for a row of positions at once.
        (100, "state (a, b)\nmove (a - t, b) for t in 1..a if gcd(a, b) < 3", "a=300,b=300"),
        // Functions of few numbers become lists, and options that are few are computed together.
        (
            150,
            "state (a, b)\nmove (a, shl(shr(b, i + 1), i) + b % 2 ** i) for i in 0..bitlen(b) - 2",
            "a=300,b=300",
        ),
        // Coordinates are stored in an order in which moves fall.
        (
            200,
            "state (a, b, c)\nmove (a + t, b - t, c) for t in 1..b if a + t < 40\nmove (a, b + t, c - t) for t in 1..c if b + t < 40",
            "a=39,b=39,c=39",
        ),
    ] {
        let spent = spent(rule, bounds);
        assert!(spent <= most, "{spent} of {most}: {rule}");
    }
}
