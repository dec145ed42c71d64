//! Whether tests try all their cases.
#![allow(unreachable_pub, reason = "each test program has this module for itself")]

/// Whether a test tries all its cases, as `scripts/test --full` asks by `MEXLAB_ALL_RUNS`, or some.
pub fn tries_all() -> bool {
    std::env::var_os("MEXLAB_ALL_RUNS").is_some()
}
