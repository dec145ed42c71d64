//! Announces what a long table will cost before it starts.

use crate::amounts;
use crate::terminal::Terminal;
use engine::{Bounds, Plan, Positions, Progress, Request};
use std::time::{Duration, Instant};
use workbench::Task;

/// Options the machine looks at per second on one thread, cautiously.
const OPTIONS_PER_SECOND: f64 = 2e8;
/// A table that takes more seconds or bytes says so before it starts.
const WORTH_A_WORD: (f64, u128) = (60.0, 1_000_000_000);
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
/// The sides of the smallest part are those of the table, halved this many times.
const HALVINGS: u32 = 20;
/// A side is not halved below this while another is longer.
const SHORT: i64 = 32;

/// Says what a large table will cost, as far as it is known; of a family, tables of about one size.
pub(crate) fn announce(task: Task<'_>, plan: &Plan, terminal: &Terminal) {
    let seconds = match terminal.quiet {
        true => nominal(plan),
        false => seconds(task, plan, terminal),
    };
    let members = task.members();
    let bytes = plan.bytes.saturating_mul(members as u128);
    let is_long = seconds.is_none_or(|seconds| seconds * members > WORTH_A_WORD.0);
    if is_long || bytes > WORTH_A_WORD.1 {
        let time = match seconds {
            Some(seconds) => format!("about {}", amounts::seconds(seconds * members)),
            None => "a time that cannot be predicted".to_owned(),
        };
        let memory = engine::size(bytes);
        terminal.remark(&format!("this table will take {time} and {memory}; Ctrl-C stops it"));
    }
}

/// Seconds that a table takes by the options it looks at, cautiously, where their number is known.
fn nominal(plan: &Plan) -> Option<f64> {
    plan.options.map(|options| options / OPTIONS_PER_SECOND)
}

/// Seconds that a table will take; `None` where they cannot be predicted. Where the number of options
/// does not say, parts of the table are computed, for a few seconds at most.
pub(crate) fn seconds(task: Task<'_>, plan: &Plan, terminal: &Terminal) -> Option<f64> {
    let nominal = nominal(plan);
    if nominal.is_some_and(|nominal| nominal <= WORTH_MEASURING) {
        return nominal;
    }
    match measured(task, plan, terminal) {
        Measured::Seconds(seconds) => Some(seconds),
        Measured::Beyond => None,
        Measured::Nothing => Some(nominal.unwrap_or(0.0)),
    }
}

/// What the time of parts of a table says of the whole.
enum Measured {
    /// It will take this many seconds.
    Seconds(f64),
    /// Parts take longer and longer, not as a power of their length.
    Beyond,
    /// There are no parts, or the user asked to stop.
    Nothing,
}

/// The time that the table will take, from the time of parts of it whose sides are halves,
/// quarters, ... of its own: it is taken to be a power of the length of the sides.
fn measured(task: Task<'_>, plan: &Plan, terminal: &Terminal) -> Measured {
    let Task { game, request, input } = task;
    if matches!(request.positions, Positions::Boards(_)) {
        return Measured::Nothing;
    }
    let cells_grow = plan.axes.iter().filter(|axis| is_long(axis)).count().max(1) as f64;
    let mut before: Option<(u32, f64)> = None;
    // The time of the whole, and the power.
    let mut found: Option<(f64, f64)> = None;
    for halvings in (1..=HALVINGS).rev() {
        let Some(part) = halved(plan, request, halvings) else { continue };
        // No bound shortens coordinates whose ranges the rule fixes.
        let is_whole =
            || game.plan(&part, input.method.limits).is_ok_and(|of| of.axes == plan.axes);
        if before.is_none() && is_whole() {
            return Measured::Nothing;
        }
        let begun = Instant::now();
        let clock = Clock { until: begun + MAX_LENGTH, terminal };
        // One position may take longer than all before it together.
        let tabulate = || game.tabulate(&part, input.means(&clock)).is_ok();
        let is_done = patience::within(MAX_LENGTH, tabulate);
        if terminal.is_interrupted() {
            return Measured::Nothing;
        }
        let took = begun.elapsed();
        if !is_done {
            let due = |(whole, power): (f64, f64)| whole / 2f64.powf(power * f64::from(halvings));
            let was_due = found.is_some_and(|found| due(found) * 2.0 > MAX_LENGTH.as_secs_f64());
            if took >= MAX_LENGTH && !was_due {
                return Measured::Beyond;
            }
            break;
        }
        let seconds = took.as_secs_f64();
        if let Some((of, then)) = before {
            // The time of small parts is that of their beginning; each cell takes some.
            let power = ((seconds / then).log2() / f64::from(of - halvings)).max(cells_grow);
            found = Some((seconds * 2f64.powf(power * f64::from(halvings)), power));
        }
        before = Some((halvings, seconds));
        // If the part before waited for the processor, growth and the whole seem less than they are.
        let enough = found.map(|(whole, power)| match whole {
            _ if power <= cells_grow => MEASURED,
            ..NO_WORK => GLIMPSED,
            ..SHORT_WORK => GLANCED,
            _ => MEASURED,
        });
        if enough.is_some_and(|enough| took > enough) {
            break;
        }
    }
    found.map_or(Measured::Nothing, |(whole, _)| Measured::Seconds(whole))
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
struct Clock<'t> {
    until: Instant,
    terminal: &'t Terminal,
}

impl Progress for Clock<'_> {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        !self.terminal.is_interrupted() && Instant::now() < self.until
    }
}
