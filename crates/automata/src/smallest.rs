//! The smallest members of sets of tuples.

use crate::Name;
use crate::automaton::Automaton;
use crate::error::{Error, Result};
use crate::numeration::Numeration;

/// Values of variables.
pub type Assignment = Vec<(Name, i128)>;

/// The tuple with the least sum of the values times their weights, which are at least 1; the first
/// one in the order of the names among several.
///
/// What `k` more digits add to (sum, values) from a state on, compared as tuples, is best from each
/// state on for itself: so the best for `k + 1` digits follow from those for `k`.
pub(crate) fn smallest(
    numeration: &Numeration,
    automaton: &Automaton,
    weighted: &[(Name, i128)],
) -> Result<Option<Assignment>> {
    if automaton.is_empty() {
        return Ok(None);
    }
    // the track of each name, and for each symbol the digits in that order behind their sum
    let track = |(name, weight): &(Name, i128)| {
        automaton.tracks.binary_search(name).ok().map(|track| (track, *weight))
    };
    let order: Vec<(usize, i128)> = weighted.iter().filter_map(track).collect();
    let states = automaton.states();
    let transitions: Vec<Vec<(Vec<i128>, usize)>> = (0..states)
        .map(|state| {
            let row = automaton.transitions(state).map(|(digits, target)| {
                let sum = order.iter().map(|&(at, weight)| weight * i128::from(digits[at])).sum();
                let ordered = order.iter().map(|&(at, _)| i128::from(digits[at]));
                ([sum].into_iter().chain(ordered).collect(), target)
            });
            row.collect()
        })
        .collect();
    let mut best: Vec<Option<Vec<i128>>> =
        (0..states).map(|s| automaton.is_accepting(s).then(|| vec![0; order.len() + 1])).collect();
    for &place in numeration.places() {
        // a word with a digit at this place or higher has at least its value
        if let Some(found) = &best[0]
            && found[0] < place
        {
            let values = found[1..].iter().copied();
            return Ok(Some(weighted.iter().map(|(name, _)| name.clone()).zip(values).collect()));
        }
        let longer = |row: &Vec<(Vec<i128>, usize)>| {
            let mut least: Option<Vec<i128>> = None;
            for (digits, target) in row {
                let Some(rest) = &best[*target] else { continue };
                let sum: Option<Vec<i128>> = digits
                    .iter()
                    .zip(rest)
                    .map(|(digit, rest)| digit.checked_mul(place)?.checked_add(*rest))
                    .collect();
                let sum = sum.ok_or(Error::Overflow)?;
                if least.as_ref().is_none_or(|least| sum < *least) {
                    least = Some(sum);
                }
            }
            Ok(least)
        };
        best = transitions.iter().map(longer).collect::<Result<_>>()?;
    }
    Err(Error::Overflow)
}
