//! A token on each of several digraphs.

use super::{Answer, ArenaMove, Refusal, arc, joint, start};
use crate::loopy::{self, LoopyValue};
use crate::misere::{self, TameSum};
use crate::product::{Play, Product};
use crate::read::Graph;
use crate::{Arcs, dag, every};
use arith::graph::Outcome;
use message::message;

const NIM_SUM: &str = "Grundy values in reverse topological order (Sprague, Grundy)";
const LOOPY: &str = "loopy values, sums by the nim-sum of the finite ones (Smith 1966)";
const TAME: &str = "misere play of tame games (Conway 1976)";
const BACKWARDS: &str = "misere outcomes in reverse topological order";
const SEARCH: &str = "search of all positions of the sum, as misere sums have no values";
const STEPS: &str =
    "all tokens move at once and the longest game decides: suspense numbers (Smith 1966)";

/// A token: its digraph, what is known of each vertex, and where it stands.
type Token<T> = (Arcs, Vec<T>, usize);

/// The tokens of the components, with what is known of a digraph.
fn tokens<T>(
    graphs: &[Graph],
    known: impl Fn(&Arcs) -> Result<Vec<T>, Vec<u32>>,
) -> Result<Vec<Token<T>>, Refusal> {
    let token = |(component, graph): (usize, &Graph)| {
        let arcs = Arcs::new(graph.vertices, &graph.edges);
        let known = known(&arcs).map_err(|vertices| Refusal::Cycle { component, vertices })?;
        Ok((arcs, known, start(graphs, component)? as usize))
    };
    graphs.iter().enumerate().map(token).collect()
}

/// A player who cannot move loses.
pub(super) fn dag(graphs: &[Graph], rest: u32) -> Result<Answer, Refusal> {
    let solved = tokens(graphs, dag::solve)?;
    let total = solved.iter().fold(rest, |sum, (_, values, start)| sum ^ values[*start].sg);
    let mut winning = Vec::new();
    for (component, (arcs, values, start)) in solved.iter().enumerate() {
        let wanted = total ^ values[*start].sg;
        let heads = heads(arcs, *start).into_iter();
        let heads = heads.filter(|&w| total != 0 && values[w].sg == wanted);
        winning.extend(heads.map(|w| ArenaMove::along(component, *start, w)));
    }
    // Misere sums and the length of sums are no matter of the components' values.
    let (misere, remoteness) = match &solved[..] {
        _ if rest != 0 => (None, None),
        [(_, values, start)] => (Some(values[*start].misere), Some(values[*start].remoteness)),
        _ => (misere(graphs).ok().map(|answer| answer.wins()), None),
    };
    Ok(Answer {
        sg: Some(total),
        misere,
        remoteness,
        winning: Some(winning),
        ..Answer::ending(total != 0, NIM_SUM)
    })
}

/// Who cannot move wins: tame positions, one token alone, or few positions to search.
pub(super) fn misere(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let tokens = tokens(graphs, misere::kinds)?;
    let starts: Option<Vec<_>> = tokens.iter().map(|(_, kinds, start)| kinds[*start]).collect();
    if let Some(starts) = starts {
        let sum: TameSum = starts.iter().copied().collect();
        let is_lost = |component: usize, head: usize| {
            let after = tokens[component].1[head].map(|to| sum.without(starts[component]).with(to));
            after.is_some_and(|after| !after.wins())
        };
        return Ok(of_misere(&tokens, sum.wins(), is_lost, TAME));
    }
    let places: Vec<usize> = tokens.iter().map(|(_, _, start)| *start).collect();
    if let [(arcs, _, start)] = &tokens[..] {
        let values =
            dag::solve(arcs).map_err(|vertices| Refusal::Cycle { component: 0, vertices })?;
        let is_lost = |_, head: usize| !values[head].misere;
        return Ok(of_misere(&tokens, values[*start].misere, is_lost, BACKWARDS));
    }
    let parts = tokens.iter().map(|(arcs, _, _)| arcs).collect();
    let all = Product::new(parts, Play::Sum)
        .map_err(|(component, vertices)| Refusal::Cycle { component, vertices })?;
    let Some(all) = all else {
        let wild = tokens.iter().position(|(_, kinds, start)| kinds[*start].is_none());
        let wild = wild.unwrap_or(0);
        return Err(Refusal::TooLarge(message!(
            "component {} is not tame at vertex {}, so values do not decide misere play, \
             and the sum has too many positions to search",
            wild + 1,
            places[wild] + 1
        )));
    };
    let wins = all.wins(true);
    let is_lost = |component: usize, head: usize| {
        let mut after = places.clone();
        after[component] = head;
        !wins[all.state(&after)]
    };
    Ok(of_misere(&tokens, wins[all.state(&places)], is_lost, SEARCH))
}

/// The answer where it is known to which heads of which components a move wins.
fn of_misere<T>(
    tokens: &[Token<T>],
    win: bool,
    is_lost: impl Fn(usize, usize) -> bool,
    by: &'static str,
) -> Answer {
    let mut winning = Vec::new();
    for (component, (arcs, _, start)) in tokens.iter().enumerate() {
        let heads = heads(arcs, *start).into_iter().filter(|&head| is_lost(component, head));
        winning.extend(heads.map(|head| ArenaMove::along(component, *start, head)));
    }
    Answer { misere: Some(win), winning: Some(winning), ..Answer::ending(win, by) }
}

/// Every token that can move must move.
pub(super) fn every(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let tokens = tokens(graphs, every::steps)?;
    let win = every::wins(tokens.iter().map(|(_, steps, start)| steps[*start]));
    let moving: Vec<usize> = (0..tokens.len())
        .filter(|&component| !tokens[component].0.of(tokens[component].2).is_empty())
        .collect();
    // A move wins iff all it leads to last an even number of moves at most.
    let winning = match moving[..] {
        [component] => {
            let (arcs, steps, start) = &tokens[component];
            let heads = heads(arcs, *start).into_iter().filter(|&head| steps[head] % 2 == 0);
            Some(heads.map(|head| ArenaMove::along(component, *start, head)).collect())
        }
        _ => {
            let moves = moving.into_iter().map(|component| {
                let (arcs, steps, start) = &tokens[component];
                let along = |head: usize| (arc(*start, head), steps[head]);
                (component, heads(arcs, *start).into_iter().map(along).collect())
            });
            let moves = joint(moves, 0, u32::max);
            let even = |(words, most): (ArenaMove, u32)| (most % 2 == 0).then_some(words);
            moves.map(|moves| moves.into_iter().filter_map(even).collect())
        }
    };
    Ok(Answer { winning, ..Answer::ending(win, STEPS) })
}

/// Infinite play is a draw.
pub(super) fn loopy(graphs: &[Graph]) -> Result<Answer, Refusal> {
    let solved = tokens(graphs, |arcs| Ok(loopy::values(arcs)))?;
    let starts: Vec<_> = solved.iter().map(|(_, values, start)| &values[*start]).collect();
    let outcome = LoopyValue::of_sum(starts.iter().copied());
    let finite = starts.iter().fold(0, |sum, value| match value {
        LoopyValue::Finite(value) => sum ^ value,
        LoopyValue::Infinite(_) => sum,
    });
    // Of three infinite values two are left whichever component moves, and play is drawn.
    let infinite = || (0..starts.len()).filter(|&i| matches!(starts[i], LoopyValue::Infinite(_)));
    let infinite: Vec<usize> = infinite().take(3).collect();
    let (mut winning, mut drawing) = (Vec::new(), Vec::new());
    for (component, (arcs, values, start)) in solved.iter().enumerate() {
        let rest = match starts[component] {
            LoopyValue::Finite(own) => LoopyValue::Finite(finite ^ own),
            LoopyValue::Infinite(_) => LoopyValue::Finite(finite),
        };
        for head in heads(arcs, *start) {
            let others = infinite.iter().filter(|&&i| i != component).map(|&i| starts[i]);
            let after = LoopyValue::of_sum(others.chain([&rest, &values[head]]));
            let moves = match after {
                Outcome::Previous => &mut winning,
                Outcome::Draw if outcome == Outcome::Draw => &mut drawing,
                _ => continue,
            };
            moves.push(ArenaMove::along(component, *start, head));
        }
    }
    let value = match &starts[..] {
        [value] => Some((*value).clone()),
        _ => infinite.is_empty().then_some(LoopyValue::Finite(finite)),
    };
    Ok(Answer { value, outcome, winning: Some(winning), drawing, ..Answer::ending(false, LOOPY) })
}

/// The vertices that arcs lead to, each once.
fn heads(arcs: &Arcs, from: usize) -> Vec<usize> {
    let mut heads: Vec<usize> = arcs.heads(from).collect();
    heads.sort_unstable();
    heads.dedup();
    heads
}
