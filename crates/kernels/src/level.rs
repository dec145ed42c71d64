//! Which vector instructions the processor has.

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

    /// The greatest level this processor can run.
    #[must_use]
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Plain)
    }
}
