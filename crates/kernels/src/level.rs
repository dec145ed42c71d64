//! Which vector instructions the processor has.

use std::sync::atomic::{AtomicU8, Ordering};

/// The greatest level to be used.
static MOST: AtomicU8 = AtomicU8::new(Level::Avx512 as u8);

/// A set of instructions a kernel is written for; a greater one includes the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Portable code.
    Plain,
    /// AVX2, BMI1, BMI2 and POPCNT.
    Avx2,
    /// All of these and AVX-512 F, BW, VL, DQ, VBMI and VBMI2.
    Avx512,
}

impl Level {
    /// All levels this processor can run, least first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            let common = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            if common {
                levels.push(Self::Avx2);
            }
            if common
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
            {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// The greatest level that this processor can run and [`Level::limit`] allows.
    #[must_use]
    pub fn best() -> Self {
        let most = MOST.load(Ordering::Relaxed);
        Self::available().into_iter().rfind(|&level| level as u8 <= most).unwrap_or(Self::Plain)
    }

    /// Allows no greater level than this from now on, in the whole process: for tests and
    /// measurements, before anything is computed.
    pub fn limit(self) {
        MOST.store(self as u8, Ordering::Relaxed);
    }
}

/// Declares a function that calls `$here`, compiled for the vector instructions of its first
/// argument, or `$plain` where that is [`Level::Plain`].
macro_rules! at_levels {
    ($(#[$doc:meta])* $name:ident, $here:expr, $plain:expr, ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {
        $(#[$doc])*
        #[expect(unsafe_code, reason = "calls of functions compiled for instructions the processor has")]
        pub(super) fn $name(level: $crate::Level, $($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                fn avx512($($argument: $type),*) $(-> $result)? {
                    $here($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $type),*) $(-> $result)? {
                    $here($($argument),*)
                }
                match level {
                    // SAFETY: levels are made for processors that have their instructions.
                    $crate::Level::Avx512 => return unsafe { avx512($($argument),*) },
                    // SAFETY: as above.
                    $crate::Level::Avx2 => return unsafe { avx2($($argument),*) },
                    $crate::Level::Plain => {}
                }
            }
            let _ = level;
            $plain($($argument),*)
        }
    };
}
pub(crate) use at_levels;
