//! Tests of the engine from rule text to tables.

mod apart;
mod ask;
mod codes;
mod common;
mod conditions;
mod defined;
mod each;
mod intervals;
mod kept;
mod kernels;
mod lets;
mod limits;
mod loopy;
mod misere;
mod outcomes;
mod partizan;
mod random_rules;
mod random_shapes;
mod shapes;
mod spelled;
mod strips;
mod tables;
mod whole;
mod work;
