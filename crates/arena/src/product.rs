//! Sums by definition: every position of several games side by side, each game an explicit digraph
//! of its positions. No theory of sums is used; this is what theory is compared with.

use crate::{Arcs, dag};
use arith::graph::{self, Outcome};

/// Which components a move is made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// In exactly one.
    Sum,
    /// In each that has a move.
    Every,
}

/// Options that a search of all positions may look at.
const MAX_STEPS: usize = 1 << 24;

/// The positions of a sum, numbered: a state is the places of the components in mixed radix.
#[derive(Debug)]
pub struct Product<'g> {
    parts: Vec<&'g Arcs>,
    play: Play,
    states: usize,
    /// States in an order in which every move leads to an earlier one.
    order: Vec<Vec<u32>>,
}

impl<'g> Product<'g> {
    /// The sum of acyclic digraphs; `None` when there are too many positions and moves.
    ///
    /// # Errors
    /// The number of a digraph that has a cycle, and the vertices of the cycle.
    pub fn new(parts: Vec<&'g Arcs>, play: Play) -> Result<Option<Self>, (usize, Vec<u32>)> {
        let Some(states) = size(&parts, play) else { return Ok(None) };
        let order = parts.iter().enumerate();
        let order = order.map(|(i, arcs)| dag::order(arcs).map_err(|cycle| (i, cycle)));
        let order = order.collect::<Result<_, _>>()?;
        Ok(Some(Self { parts, play, states, order }))
    }

    /// The number of the position with the components at these vertices.
    ///
    /// # Panics
    /// When there are fewer vertices than components.
    #[must_use]
    pub fn state(&self, places: &[usize]) -> usize {
        let digits = self.parts.iter().zip(places).rev();
        digits.fold(0, |state, (arcs, place)| state * arcs.vertices() + place)
    }

    /// The vertices of the components.
    #[must_use]
    pub fn places(&self, state: usize) -> Vec<usize> {
        places(&self.parts, state)
    }

    /// What the moves from a position lead to: each option, once for every way to make it.
    #[must_use]
    pub fn options(&self, state: usize) -> Vec<usize> {
        let places = self.places(state);
        match self.play {
            Play::Sum => options_in_one(&self.parts, state, &places),
            Play::Every => {
                let (mut all, mut scale, mut moved) = (vec![state], 1, false);
                for (arcs, &v) in self.parts.iter().zip(&places) {
                    if !arcs.of(v).is_empty() {
                        moved = true;
                        let step =
                            |&s: &usize| arcs.heads(v).map(move |w| s - v * scale + w * scale);
                        all = all.iter().flat_map(step).collect();
                    }
                    scale *= arcs.vertices();
                }
                if moved { all } else { Vec::new() }
            }
        }
    }

    /// States, every move leading to an earlier one.
    fn upwards(&self) -> impl Iterator<Item = usize> + '_ {
        let sizes: Vec<usize> = self.parts.iter().map(|arcs| arcs.vertices()).collect();
        (0..self.states).map(move |mut rest| {
            let (mut state, mut scale) = (0, 1);
            for (order, size) in self.order.iter().zip(&sizes) {
                state += order[rest % size] as usize * scale;
                rest /= size;
                scale *= size;
            }
            state
        })
    }

    /// A value of every position, from the values of its options.
    fn fold<T: Clone + Default>(&self, value: impl Fn(&[T]) -> T) -> Vec<T> {
        let mut values = vec![T::default(); self.states];
        for state in self.upwards() {
            let options: Vec<T> =
                self.options(state).into_iter().map(|o| values[o].clone()).collect();
            values[state] = value(&options);
        }
        values
    }

    /// Whether the player to move wins, for every position; one who cannot move wins or loses.
    #[must_use]
    pub fn wins(&self, stuck_wins: bool) -> Vec<bool> {
        self.fold(|options: &[bool]| match options.is_empty() {
            true => stuck_wins,
            false => options.iter().any(|won| !won),
        })
    }

    /// The least value no option has, for every position.
    #[must_use]
    pub fn sg(&self) -> Vec<u32> {
        self.fold(|options: &[u32]| (0..).find(|v| !options.contains(v)).unwrap_or(0))
    }

    /// Moves until the end when the winner hurries and the loser delays, for every position.
    #[must_use]
    pub fn remoteness(&self) -> Vec<u32> {
        self.fold(|options: &[u32]| {
            let even = options.iter().filter(|&r| r % 2 == 0).min();
            even.or(options.iter().max()).map_or(0, |r| r + 1)
        })
    }
}

/// Who wins the sum of any digraphs, infinite play being a draw, for every state as [`Product`]
/// numbers them; `None` when there are too many positions and moves.
#[must_use]
pub fn outcomes(parts: &[&Arcs], stuck_wins: bool) -> Option<Vec<Outcome>> {
    let states = size(parts, Play::Sum)?;
    let before: Vec<Arcs> = parts.iter().map(|arcs| arcs.reversed()).collect();
    let before: Vec<&Arcs> = before.iter().collect();
    let degree = |state| {
        let places = places(parts, state);
        parts.iter().zip(places).map(|(arcs, v)| arcs.of(v).len() as u32).sum::<u32>()
    };
    let options: Vec<u32> = (0..states).map(degree).collect();
    let ended: Vec<Option<bool>> =
        options.iter().map(|&options| (options == 0).then_some(stuck_wins)).collect();
    let earlier = |state| options_in_one(&before, state, &places(&before, state));
    Some(graph::outcomes(ended, options, earlier))
}

/// Number of positions, unless they have too many moves.
fn size(parts: &[&Arcs], play: Play) -> Option<usize> {
    let states = parts.iter().try_fold(1usize, |all, arcs| all.checked_mul(arcs.vertices()))?;
    let degree = |arcs: &&Arcs| (0..arcs.vertices()).map(|v| arcs.of(v).len()).max().unwrap_or(0);
    let mut degrees = parts.iter().map(degree);
    let options = match play {
        Play::Sum => degrees.try_fold(1usize, usize::checked_add)?,
        Play::Every => degrees.try_fold(1usize, |all, d| all.checked_mul(d.max(1)))?,
    };
    let steps = states.checked_mul(options.checked_add(parts.len())?)?;
    (steps <= MAX_STEPS).then_some(states)
}

fn places(parts: &[&Arcs], mut state: usize) -> Vec<usize> {
    let digit = |arcs: &&Arcs| {
        let place = state % arcs.vertices();
        state /= arcs.vertices();
        place
    };
    parts.iter().map(digit).collect()
}

fn options_in_one(parts: &[&Arcs], state: usize, places: &[usize]) -> Vec<usize> {
    let (mut all, mut scale) = (Vec::new(), 1);
    for (arcs, &v) in parts.iter().zip(places) {
        all.extend(arcs.heads(v).map(|w| state - v * scale + w * scale));
        scale *= arcs.vertices();
    }
    all
}
