//! Kernels: shapes of rules that have a much faster way than the machine's.
//!
//! A kernel recognises its shape on compiled clauses; its table must equal the machine's.

pub(crate) mod three_way;
