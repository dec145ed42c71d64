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

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether all work of the process should end.
static OVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// When the work of this thread should end.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Asks all work of the process to end; whether it had been asked before.
pub fn end() -> bool {
    OVER.swap(true, Ordering::Relaxed)
}

/// Whether the work at hand should end. Cheap enough for every thousandth step of any loop.
#[inline]
#[must_use]
pub fn is_over() -> bool {
    was_ended() || UNTIL.get().is_some_and(|until| Instant::now() >= until)
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

/// Puts back the limit of the work around, also when a panic passes.
struct Back(Option<Instant>);

impl Drop for Back {
    fn drop(&mut self) {
        UNTIL.set(self.0);
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
        self.0.is_multiple_of(1 << 12) && is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
