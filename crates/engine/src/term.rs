//! What the engine does with terms: linear forms, and shorter terms of the same values.

pub(crate) mod form;
pub(crate) mod simplify;
