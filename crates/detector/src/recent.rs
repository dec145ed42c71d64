//! A cache of what was built last: tables of one length are searched with the same formulas.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The `MAX` values built last, by what they were built from.
#[derive(Debug)]
pub(crate) struct Recent<K, V, const MAX: usize = 8>(Mutex<VecDeque<(K, Arc<V>)>>);

impl<K: PartialEq, V, const MAX: usize> Recent<K, V, MAX> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(VecDeque::new()))
    }

    /// The value kept for the key, or a new one.
    pub(crate) fn get(&self, key: K, build: impl FnOnce(&K) -> V) -> Arc<V> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = lock().iter().find(|(known, _)| *known == key) {
            return Arc::clone(value);
        }
        let value = Arc::new(build(&key));
        if patience::is_over() {
            // It may be half built.
            return value;
        }
        let mut kept = lock();
        kept.truncate(MAX - 1);
        kept.push_front((key, Arc::clone(&value)));
        value
    }
}
