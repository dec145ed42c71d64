//! Conditions on natural numbers without quantifiers, decided by products of automata.
//!
//! Numbers are read digit by digit in a numeration whose words are proved to be the greedy ones. A
//! condition has no solution where no tuple of states that is reached accepts, and evidence for
//! "there is" is a machine that covers every solution. Nothing is determinised, projected or
//! minimised here: what others construct is only checked.

mod beatty;
mod eliminate;
pub mod formula;
pub mod inequalities;
pub mod numeration;
pub mod product;
