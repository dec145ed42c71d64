//! One value for each thread of the pool, so that what a thread has worked out serves it again.

use std::sync::{Mutex, MutexGuard};

/// A value for each thread that computes.
pub(crate) struct PerThread<T>(Vec<Mutex<T>>);

impl<T> PerThread<T> {
    /// As many values as the pool at hand has threads.
    pub(crate) fn new(value: impl Fn() -> T) -> Self {
        Self((0..rayon::current_num_threads()).map(|_| Mutex::new(value())).collect())
    }

    /// How many threads there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The value of this thread, until it is dropped. Work that holds it must not wait for other work of the
    /// pool, which might ask for it on the same thread.
    pub(crate) fn own(&self) -> MutexGuard<'_, T> {
        let own = &self.0[rayon::current_thread_index().unwrap_or(0)];
        own.try_lock().expect("a thread asks for its value once at a time")
    }
}
