//! Seconds that a table will take, before it is computed.

use engine::{Bounds, Plan, Positions, Progress, Request};
use patience::Instant;
use std::time::Duration;
use workbench::Task;

/// Options the machine looks at per second on one thread, cautiously.
const OPTIONS_PER_SECOND: f64 = 2e8;
/// A table that may take as many seconds by its options, or whose options are not known, is
/// measured: a kernel may take a hundred times as long for an option, or end with a period.
const WORTH_MEASURING: f64 = 0.5;
/// Parts of the table are computed until one takes this long: the first where the table then seems
/// to be there at once, the second where it seems a matter of seconds, the third else. None takes
/// longer than the fourth.
const GLIMPSED: Duration = Duration::from_millis(8);
const GLANCED: Duration = Duration::from_millis(40);
const MEASURED: Duration = Duration::from_millis(400);
const MAX_LENGTH: Duration = Duration::from_secs(2);
/// A table that seems to take no more seconds is there at once, or a matter of seconds.
const NO_WORK: f64 = 0.25;
const SHORT_WORK: f64 = 5.0;
/// An estimate that may be wrong by a greater factor is not given.
const MAX_ERROR: f64 = 3.0;
/// The sides of the smallest part are those of the table, halved this many times.
const HALVINGS: u32 = 20;
/// A side is not halved below this while another is longer.
const SHORT: i64 = 32;

/// Seconds that a table takes by the options it looks at, cautiously, where their number is known.
#[must_use]
pub fn nominal(plan: &Plan) -> Option<f64> {
    plan.options.map(|options| options / OPTIONS_PER_SECOND)
}

/// Seconds that a table will take; `None` where they cannot be predicted. Where the number of options
/// does not say, parts of the table are computed, for a few seconds at most.
#[must_use]
pub fn seconds(task: Task<'_>, plan: &Plan) -> Option<f64> {
    let nominal = nominal(plan);
    if nominal.is_some_and(|nominal| nominal <= WORTH_MEASURING) {
        return nominal;
    }
    match measured(task, plan) {
        Measured::Seconds(seconds) => Some(seconds),
        Measured::Beyond => None,
        // The options say how long it takes at most, not how long it takes.
        Measured::Nothing => Some(nominal.unwrap_or(0.0)).filter(|&most| most <= SHORT_WORK),
    }
}

/// What the time of parts of a table says of the whole.
enum Measured {
    /// It will take this many seconds.
    Seconds(f64),
    /// Parts take longer and longer, not as a power of their length, or a power that is not known well
    /// enough to tell the whole.
    Beyond,
    /// There are no parts, or the user asked to stop.
    Nothing,
}

/// The time that the table will take, from the time of parts of it whose sides are halves,
/// quarters, ... of its own: it is taken to be a power of the length of the sides.
fn measured(task: Task<'_>, plan: &Plan) -> Measured {
    let Task { game, request, input } = task;
    if matches!(request.positions, Positions::Boards(_)) {
        return Measured::Nothing;
    }
    let cells_grow = plan.axes.iter().filter(|axis| is_long(axis)).count().max(1) as f64;
    let mut parts: Vec<Part> = Vec::new();
    let mut found: Option<Estimate> = None;
    for halvings in (1..=HALVINGS).rev() {
        let Some(part) = halved(plan, request, halvings) else { continue };
        let planned = game.plan(&part, input.method.limits);
        // No bound shortens coordinates whose ranges the rule fixes.
        if parts.is_empty() && planned.as_ref().is_ok_and(|of| of.axes == plan.axes) {
            return Measured::Nothing;
        }
        // What is computed in another way says nothing.
        if planned.is_ok_and(|of| of.words() != plan.words()) {
            continue;
        }
        let begun = Instant::now();
        let clock = Clock { until: begun + MAX_LENGTH };
        // One position may take longer than all before it together.
        let tabulate = || game.tabulate(&part, input.means(&clock)).is_ok();
        let is_done = patience::within(MAX_LENGTH, tabulate);
        if patience::was_ended() {
            return Measured::Nothing;
        }
        let took = begun.elapsed();
        if !is_done {
            let due =
                found.map(|found| found.seconds / 2f64.powf(found.power * f64::from(halvings)));
            let was_due = due.is_some_and(|due| due * 2.0 > MAX_LENGTH.as_secs_f64());
            if took >= MAX_LENGTH && !was_due {
                return Measured::Beyond;
            }
            break;
        }
        parts.push(Part { halvings, seconds: took.as_secs_f64() });
        found = estimate(&parts, cells_grow);
        // If the part before waited for the processor, growth and the whole seem less than they are.
        let enough = found.map(|Estimate { seconds, power, .. }| match seconds {
            _ if power <= cells_grow => MEASURED,
            ..NO_WORK => GLIMPSED,
            ..SHORT_WORK => GLANCED,
            _ => MEASURED,
        });
        if enough.is_some_and(|enough| took > enough) {
            break;
        }
    }
    match found {
        None => Measured::Nothing,
        Some(found) if found.is_good() => Measured::Seconds(found.seconds),
        Some(_) => Measured::Beyond,
    }
}

/// A part of a table, whose sides are those of the table halved, and the time it took.
#[derive(Clone, Copy)]
struct Part {
    halvings: u32,
    seconds: f64,
}

/// The time of the whole table.
#[derive(Clone, Copy)]
struct Estimate {
    seconds: f64,
    /// The power of the length of the sides that it grows with.
    power: f64,
    /// The factor by which it would be another if the power were the one seen before.
    error: f64,
}

impl Estimate {
    /// Whether it tells the time, or that the table is short in any case.
    fn is_good(&self) -> bool {
        self.error <= MAX_ERROR || self.seconds * self.error <= SHORT_WORK
    }
}

/// What the last parts say of the whole; `None` from less than two.
fn estimate(parts: &[Part], cells_grow: f64) -> Option<Estimate> {
    let power = |[a, b]: [Part; 2]| {
        // The time of small parts is that of their beginning; each cell takes some.
        ((b.seconds / a.seconds).log2() / f64::from(a.halvings - b.halvings)).max(cells_grow)
    };
    let &[.., a, b] = parts else { return None };
    let (last, left) = (power([a, b]), f64::from(b.halvings));
    let before = match parts {
        &[.., x, a, _] => power([x, a]),
        _ => cells_grow,
    };
    Some(Estimate {
        seconds: b.seconds * 2f64.powf(last * left),
        power: last,
        error: 2f64.powf((last - before).abs() * left),
    })
}

/// Whether a side is halved before others that are short.
fn is_long(axis: &table::Axis) -> bool {
    axis.hi - axis.lo >= SHORT
}

/// The request for a part of the table; `None` where a side would have no length any more.
fn halved(plan: &Plan, request: &Request, halvings: u32) -> Option<Request> {
    let all = !plan.axes.iter().any(is_long);
    let side = |axis: &table::Axis, halvings: u32| match all || is_long(axis) {
        true => axis.lo + ((axis.hi - axis.lo) >> halvings),
        false => axis.hi,
    };
    let sides = |halvings| plan.axes.iter().map(move |axis| side(axis, halvings));
    // Where a side has no length any more, what it adds is not seen.
    let is_flat = plan
        .axes
        .iter()
        .zip(sides(halvings))
        .any(|(axis, hi)| hi - axis.lo < 4.min(axis.hi - axis.lo));
    let names = plan.axes.iter().map(|axis| axis.name.clone());
    let bounds = Bounds::Named(names.zip(sides(halvings)).collect());
    (!is_flat).then(|| Request { bounds, ..request.clone() })
}

/// Stops a part of a table that takes too long.
struct Clock {
    until: Instant,
}

impl Progress for Clock {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        !patience::was_ended() && Instant::now() < self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What parts from the smallest on say, by the numbers of their halvings and their seconds.
    fn told(parts: &[(u32, f64)]) -> Option<f64> {
        let parts: Vec<Part> =
            parts.iter().map(|&(halvings, seconds)| Part { halvings, seconds }).collect();
        estimate(&parts, 1.0).filter(Estimate::is_good).map(|found| found.seconds)
    }

    #[test]
    fn an_estimate_is_near_or_is_not_given() {
        let square = [(10, 0.01), (9, 0.04), (8, 0.16), (7, 0.64)];
        let whole = told(&square).expect("a power of the length");
        assert!((whole / (0.64 * 4f64.powi(7)) - 1.0).abs() < 1e-9);
        // One part took longer than those before it say: the whole would be a million days.
        assert_eq!(told(&[(12, 0.001), (11, 0.002), (10, 0.3)]), None);
        // The time grows like a power of some base.
        assert_eq!(told(&[(6, 0.001), (5, 0.004), (4, 0.06), (3, 14.0)]), None);
        // That is as good as the whole.
        assert!(told(&[(3, 0.2), (2, 0.4), (1, 1.0)]).is_some());
        // Short in any case.
        assert!(told(&[(6, 0.0001), (5, 0.0002), (4, 0.0005)]).is_some());
        assert_eq!(told(&[(6, 0.1)]), None);
    }
}
