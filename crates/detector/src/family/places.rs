//! Functions of a set of places: the nim-sum, or sum, of a term for every one among the binary digits.
//!
//! Boards of coins are numbered by their heads in binary, so the value of a board whose heads do
//! not meet is such a nim-sum (Lenstra 1977). Every number that is no power of two tests it.

use expr::law::LawKind;
use formula::bits::list_bits;
use formula::{Formula, Join, Operation};

use crate::evidence::{Judged, Proposal, judge};
use crate::family::{Search, terms};
use crate::view::Sequence;

/// Fewest places.
const LEAST_PLACES: u32 = 4;
/// Fewest places whose terms show a law of their own.
const LEAST_OF_LAW: usize = 8;
/// Most places.
const MAX_PLACES: u32 = 40;

/// The law of the sequence by its terms at the powers of two.
pub(crate) fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    let count = sequence.len();
    let places = count.checked_ilog2()?;
    let is_set = sequence.axis.lo == 0 && sequence.get(0) == 0 && count.is_power_of_two();
    if !is_set || !(LEAST_PLACES..=MAX_PLACES).contains(&places) {
        return None;
    }
    let values: Vec<i64> = (0..places).map(|j| sequence.get(1 << j)).collect();
    let join = ["^", "+"].map(Join::by).into_iter().find(|join| {
        (1..count).all(|n| {
            let (low, rest) = (n & n.wrapping_neg(), n & (n - 1));
            join.value(sequence.get(low), sequence.get(rest)) == Some(sequence.get(n))
        })
    })?;
    let lawful = terms::law(&values, 0, search).filter(|_| values.len() >= LEAST_OF_LAW);
    let listed = Formula::Var(0).in_list(values.clone());
    let is_shorter = |law: &Formula| law.bits() < list_bits(&values);
    let term = lawful.filter(is_shorter).unwrap_or(listed);
    let formula = Formula::Var(0).under(Operation::Places(join, Box::new(term)));
    judge(sequence, Proposal::new(LawKind::Closed, formula, values.len()))?.exact()
}
