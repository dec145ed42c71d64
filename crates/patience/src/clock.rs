//! A clock where the system has none: WebAssembly in a browser, whose host says what time it is.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// What says how long ago some fixed moment is.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Says which clock there is; only the first counts. Without one no time passes.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// A moment, as [`std::time::Instant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The moment at hand.
    #[must_use]
    pub fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }

    /// The moment so much later; `None` where there is none.
    #[must_use]
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}
