//! What runs of coins are worth: the nim-sums of the first values, as a machine guessed from the
//! first of them. The checker proves it.

use crate::Result;
use crate::unproved::not_found;
use expr::eval::{Constant, evaluate_constant};
use logic::formula::Machine;
use meaning::game::{Game, Law};
use std::collections::{BTreeMap, HashMap};

/// Digits of the numbers that are looked at.
const LENGTH: u32 = 12;
/// Digits to come by which states are told apart.
const DEPTH: u32 = 5;
/// Most states.
const STATES: usize = 256;

/// The machine, to base 2, of the pairs of n and the nim-sum of the values of the coins from `first`
/// to n - 1, as far as these show it: two words lead to one state when the same few digits may
/// follow them.
pub(super) fn guess(game: &Game, law: &Law, first: i128) -> Result<Machine> {
    let (Law::Value(value), [coin]) = (law, game.names()) else {
        return Err(not_found("for runs of coins only nim-values can be proved"));
    };
    let mut sums = vec![0i128];
    for n in 0..1i128 << LENGTH {
        let own = BTreeMap::from([(coin.clone(), Constant::Int(n))]);
        let value = match n >= first {
            true => evaluate_constant(value, &own).map_err(meaning::Error::from)?,
            false => 0,
        };
        sums.push(sums.last().copied().unwrap_or(0) ^ value);
    }
    let after = |(n, sum): (usize, i128)| -> Vec<Option<i128>> {
        let follows = |depth: u32| {
            let sums = &sums;
            (0..1usize << depth).map(move |low| {
                let whole = sums.get((n << depth) + low)?;
                (whole >> depth == sum).then(|| whole & ((1 << depth) - 1))
            })
        };
        (0..=DEPTH).flat_map(follows).collect()
    };
    let start = (0, 0);
    let mut known = HashMap::from([(after(start), 0)]);
    let mut words = vec![start];
    let mut machine = Machine { accepting: Vec::new(), steps: Vec::new() };
    while let Some(&(n, sum)) = words.get(machine.steps.len()) {
        machine.accepting.push(sums.get(n) == Some(&sum));
        let mut row = BTreeMap::new();
        for (digit, bit) in [(0u32, 0u32), (0, 1), (1, 0), (1, 1)] {
            let next = (2 * n + digit as usize, 2 * sum + i128::from(bit));
            let state = after(next);
            if next.0 >> (LENGTH - DEPTH) > 0 || state.iter().all(Option::is_none) {
                continue;
            }
            let at = *known.entry(state).or_insert(words.len());
            if at == words.len() {
                words.push(next);
            }
            row.insert(vec![digit, bit], at);
        }
        machine.steps.push(row);
        if words.len() > STATES {
            return Err(not_found("the nim-sums of the first coins show no pattern of digits"));
        }
    }
    Ok(machine)
}
