//! What the engine does with terms: linear forms, and shorter terms of the same values.

pub(crate) mod form;
#[cfg(test)]
pub(crate) mod random;
pub(crate) mod simplify;
