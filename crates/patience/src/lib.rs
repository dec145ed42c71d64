//! Tells long-running work when to stop.
//!
//! Work that may take long asks [`is_over`] several times a second, and stops as at any other limit:
//! being stopped is never an answer. Its caller then asks again, and reports that the work was
//! stopped.
//!
//! ```
//! use std::time::Duration;
//!
//! let mut steps = 0;
//! patience::within(Duration::ZERO, || {
//!     while !patience::is_over() {
//!         steps += 1;
//!     }
//! });
//! assert_eq!(steps, 0);
//! assert!(!patience::is_over());
//! ```
//!
//! What must come out the same on a busy machine is bounded by [`within_work`]: every question
//! [`is_over`] spends a unit of work, and [`spend`] counts work that asks too rarely.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[cfg(target_family = "wasm")]
mod clock;
#[cfg(target_family = "wasm")]
pub use clock::{Instant, set_clock};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

/// Whether all work of the process should end.
static OVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// When the work of this thread should end.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Units of work this thread has spent, and with how many the work at hand should end.
    static SPENT: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Asks all work of the process to end; whether it had been asked before.
pub fn end() -> bool {
    OVER.swap(true, Ordering::Relaxed)
}

/// Takes back what [`end`] asked for, where the process lives on. The caller sees to it that the work
/// which was asked to end has ended.
pub fn go_on() {
    OVER.store(false, Ordering::Relaxed);
}

/// Whether the work at hand should end. Cheap enough for every thousandth step of any loop, and
/// counted as so much work.
#[inline]
#[must_use]
pub fn is_over() -> bool {
    spend(1);
    was_ended() || is_spent() || UNTIL.get().is_some_and(|until| Instant::now() >= until)
}

/// Whether [`end`] was called.
#[inline]
#[must_use]
pub fn was_ended() -> bool {
    OVER.load(Ordering::Relaxed)
}

/// Does some work that should end after that time, or earlier where it is part of other such work.
///
/// The limit is for this thread. Threads of a pool are not told of it: work that spreads over
/// one belongs in a pool of one thread, from within it.
pub fn within<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    let outer = UNTIL.get();
    let own = Instant::now().checked_add(time);
    UNTIL.set(match (own, outer) {
        (Some(own), Some(outer)) => Some(own.min(outer)),
        (own, outer) => own.or(outer),
    });
    let _back = Back(outer);
    work()
}

/// Does some work that should end after so many units of it, or earlier where it is part of other
/// such work. The same work spends the same units on every machine and under any load. As for
/// [`within`], only this thread counts.
pub fn within_work<T>(units: u64, work: impl FnOnce() -> T) -> T {
    let outer = LIMIT.replace(LIMIT.get().min(spent().saturating_add(units)));
    let _back = Restore(outer);
    work()
}

/// Counts units of work, each of about a thousand simple steps.
#[inline]
pub fn spend(units: u64) {
    SPENT.set(SPENT.get().saturating_add(units));
}

/// Does work that is no part of the work at hand, which a thread of a pool may do while it waits: it has
/// no limit, and what it spends does not count.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    let (limit, spent) = (LIMIT.replace(u64::MAX), spent());
    let _back = Restore(limit);
    let result = work();
    SPENT.set(spent);
    result
}

/// Units of work that this thread has spent so far.
#[must_use]
pub fn spent() -> u64 {
    SPENT.get()
}

/// Whether the work at hand has spent the units of [`within_work`].
#[inline]
#[must_use]
pub fn is_spent() -> bool {
    SPENT.get() >= LIMIT.get()
}

/// Puts back the limit of the work around, also when a panic passes.
struct Back(Option<Instant>);

impl Drop for Back {
    fn drop(&mut self) {
        UNTIL.set(self.0);
    }
}

/// The same for units of work.
struct Restore(u64);

impl Drop for Restore {
    fn drop(&mut self) {
        LIMIT.set(self.0);
    }
}

/// Asks [`is_over`] once in a fixed number of steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps(u32);

impl Steps {
    /// Counts a step; whether the work should end.
    #[inline]
    #[must_use]
    pub fn is_over(&mut self) -> bool {
        self.0 = self.0.wrapping_add(1);
        self.0.is_multiple_of(1 << 10) && is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_and_not_timed() {
        let polls = |units| within_work(units, || (0..1000).position(|_| is_over()));
        assert_eq!(polls(10), Some(9));
        assert_eq!((polls(10), polls(u64::MAX)), (Some(9), None), "each work has its own units");
        within_work(20, || {
            assert_eq!(polls(8), Some(7));
            assert_eq!(polls(100), Some(11), "what the inner work spent is spent");
            assert!(is_spent());
            let other = std::thread::spawn(is_spent).join();
            assert!(!other.unwrap_or(true), "the limit is for one thread");
        });
        assert!(!is_over());
        within_work(5, || {
            apart(|| assert_eq!(polls(u64::MAX), None));
            assert_eq!(polls(10), Some(4), "work of others does not count");
        });
        let before = spent();
        spend(5);
        assert_eq!(spent(), before + 5);
    }

    #[test]
    fn limits_nest_and_end_with_their_work() {
        let hour = Duration::from_secs(3600);
        assert!(!is_over());
        within(hour, || {
            assert!(!is_over());
            within(Duration::ZERO, || {
                assert!(is_over());
                within(hour, || assert!(is_over(), "an inner limit is no later than the outer"));
            });
            assert!(!is_over());
        });
        within(Duration::ZERO, || {
            let other = std::thread::spawn(is_over).join();
            assert!(!other.unwrap_or(true), "the limit is for one thread");
            let mut steps = Steps::default();
            assert!((0..1 << 13).any(|_| steps.is_over()));
        });
        assert!(!is_over());
        within(Duration::MAX, || assert!(!is_over()));
    }
}
