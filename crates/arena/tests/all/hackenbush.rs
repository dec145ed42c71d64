//! Green Hackenbush on graphs against its definition, and the Colon Principle by definition.

use crate::digraphs::random;
use arena::hackenbush::{solve, winning_edges};
use draw::{Draw, cases, prop_assert_eq};
use std::collections::HashMap;

/// The edges still connected to the root.
fn kept(vertices: usize, edges: &[(u32, u32)], root: u32, set: u32) -> u32 {
    let mut reached = vec![false; vertices];
    reached[root as usize] = true;
    let present = || edges.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
    for _ in 0..vertices {
        for (_, &(a, b)) in present() {
            let either = reached[a as usize] || reached[b as usize];
            (reached[a as usize], reached[b as usize]) = (either, either);
        }
    }
    present().filter(|(_, e)| reached[e.0 as usize]).map(|(i, _)| 1 << i).sum()
}

fn value(
    vertices: usize,
    edges: &[(u32, u32)],
    root: u32,
    set: u32,
    known: &mut HashMap<u32, u32>,
) -> u32 {
    let set = kept(vertices, edges, root, set);
    if let Some(&value) = known.get(&set) {
        return value;
    }
    let options: Vec<u32> = (0..edges.len())
        .filter(|i| set >> i & 1 == 1)
        .map(|i| value(vertices, edges, root, set & !(1 << i), known))
        .collect();
    let mex = (0..).find(|v| !options.contains(v)).unwrap_or(0);
    known.insert(set, mex);
    mex
}

fn check(vertices: usize, edges: &[(u32, u32)]) {
    let all = (1u32 << edges.len()) - 1;
    for root in 0..vertices as u32 {
        let mut known = HashMap::new();
        let expected = value(vertices, edges, root, all, &mut known);
        let found = solve(vertices, edges, root);
        assert_eq!(found[root as usize], Some(expected), "{edges:?}, root {root}");
        let present = kept(vertices, edges, root, all);
        for target in 0..3 {
            let edges_to: Vec<u32> = (0..edges.len() as u32)
                .filter(|&i| present >> i & 1 == 1)
                .filter(|&i| value(vertices, edges, root, all & !(1 << i), &mut known) == target)
                .collect();
            let found = winning_edges(vertices, edges, root, target, u64::MAX);
            assert_eq!(found, Some(edges_to), "{edges:?}, root {root}, to {target}");
        }
    }
}

/// Every set of at most `most` edges, loops and parallel edges among them.
fn all_multigraphs(vertices: u32, most: usize) {
    let pairs: Vec<(u32, u32)> = (0..vertices).flat_map(|a| (0..=a).map(move |b| (a, b))).collect();
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..=most {
        let edges = |choice: &Vec<usize>| choice.iter().map(|&i| pairs[i]).collect::<Vec<_>>();
        all.iter().for_each(|choice| check(vertices as usize, &edges(choice)));
        let longer = |choice: &Vec<usize>| {
            let least = choice.last().copied().unwrap_or(0);
            (least..pairs.len()).map(|i| [&choice[..], &[i]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
}

#[test]
fn all_multigraphs_of_three_vertices_and_four_edges() {
    all_multigraphs(3, 4);
}

#[test]
#[ignore = "some seconds; scripts/test --full runs it"]
fn all_multigraphs_of_four_vertices_and_six_edges() {
    (1..=4).for_each(|n| all_multigraphs(n, 6));
}

#[test]
fn random_multigraphs_of_thirteen_edges() {
    let input = |d: &mut Draw| random(d, 2..8, 13..14);
    draw::check(12, input, |(n, edges)| {
        let expected = value(n, &edges, 0, (1 << 13) - 1, &mut HashMap::new());
        prop_assert_eq!(solve(n, &edges, 0)[0], Some(expected), "{:?}", edges);
        Ok(())
    });
}

#[test]
fn random_multigraphs() {
    let input = |d: &mut Draw| random(d, 1..7, 0..11);
    draw::check(cases(), input, |(n, edges)| {
        check(n, &edges);
        Ok(())
    });
}

/// The Colon Principle by definition: branches of equal value may replace each other, on
/// whatever graph and at whichever vertex they grow.
#[test]
fn branches_of_equal_value_replace_each_other() {
    let input = |d: &mut Draw| {
        let (_, trunk) = random(d, 3..4, 0..5);
        (trunk, d.many(2..6, |d| random(d, 4..5, 1..5).1), d.size(0..3) as u32)
    };
    draw::check(400, input, |(trunk, branches, at)| {
        let by_definition = |vertices: usize, edges: &[(u32, u32)]| {
            value(vertices, edges, 0, (1 << edges.len()) - 1, &mut HashMap::new())
        };
        // Vertex 0 of the branch is vertex `at` of the trunk, the others are new.
        let glued = |branch: &[(u32, u32)]| {
            let moved = |v: u32| if v == 0 { at } else { v + 2 };
            let moved = branch.iter().map(|&(a, b)| (moved(a), moved(b)));
            trunk.iter().copied().chain(moved).collect::<Vec<_>>()
        };
        let mut known: HashMap<u32, u32> = HashMap::new();
        for branch in &branches {
            let whole = by_definition(6, &glued(branch));
            let other = *known.entry(by_definition(4, branch)).or_insert(whole);
            prop_assert_eq!(whole, other, "{:?} at {} of {:?}", branch, at, trunk);
        }
        Ok(())
    });
}

#[test]
fn a_long_path_does_not_recurse() {
    let n = 100_000;
    let path: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    assert_eq!(solve(n as usize, &path, 0)[0], Some(n - 1));
}
