//! The program the notes print for Green Hackenbush on graphs (formulas F17), as a model: right on
//! trees, wrong on small graphs of every other kind.

use arena::hackenbush;

/// What the printed program computes: a depth-first search from vertex 0 with a stack of vertices
/// that only a cycle takes from.
struct Printed {
    neighbours: Vec<Vec<usize>>,
    visited: Vec<i32>,
    stack: Vec<usize>,
    sg: Vec<u32>,
}

impl Printed {
    fn value(vertices: usize, edges: &[(u32, u32)]) -> u32 {
        let mut neighbours = vec![Vec::new(); vertices];
        for &(a, b) in edges {
            neighbours[a as usize].push(b as usize);
            neighbours[b as usize].push(a as usize);
        }
        let (visited, sg) = (vec![-1; vertices], vec![0; vertices]);
        let mut program = Self { neighbours, visited, stack: Vec::new(), sg };
        program.search(0, usize::MAX);
        program.sg[0]
    }

    fn search(&mut self, u: usize, parent: usize) {
        self.stack.push(u);
        self.visited[u] = 1;
        for i in 0..self.neighbours[u].len() {
            let x = self.neighbours[u][i];
            if x == parent {
                continue;
            }
            if self.visited[x] == -1 {
                self.search(x, u);
                if self.visited[x] != 0 {
                    self.sg[u] ^= self.sg[x] + 1;
                }
            } else if self.visited[x] == 1 {
                self.close(x);
            }
        }
    }

    /// A cycle that ends in x.
    fn close(&mut self, x: usize) {
        let mut count = 1;
        while let Some(&top) = self.stack.last() {
            if top == x {
                break;
            }
            count += 1;
            self.visited[top] = 0;
            self.stack.pop();
        }
        if count % 2 == 1 {
            self.sg[x] ^= 1;
        }
    }
}

fn is_right(vertices: usize, edges: &[(u32, u32)]) -> bool {
    let value = hackenbush::solve(vertices, edges, 0)[0];
    Some(Printed::value(vertices, edges) != 0) == value.map(|v| v != 0)
}

#[test]
fn right_on_trees() {
    for n in 1..=7u32 {
        let codes: u32 = (1..n).product();
        for code in 0..codes {
            let mut rest = code;
            let edges: Vec<(u32, u32)> = (1..n)
                .map(|v| {
                    let parent = rest % v;
                    rest /= v;
                    (parent, v)
                })
                .collect();
            assert!(is_right(n as usize, &edges), "{edges:?}");
        }
    }
}

#[test]
fn wrong_on_loops_double_edges_and_simple_graphs() {
    assert!(!is_right(1, &[(0, 0)]));
    assert!(!is_right(2, &[(0, 1), (0, 1)]));
    // Simple graphs that are connected, from the fewest vertices and edges on.
    let smallest = (2..=5usize).find_map(|n| {
        let pairs: Vec<(u32, u32)> =
            (0..n as u32).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let mut sets: Vec<u32> = (0..1 << pairs.len()).collect();
        sets.sort_by_key(|set| set.count_ones());
        sets.into_iter().find_map(|set| {
            let chosen = pairs.iter().zip(0..).filter(|(_, i)| set >> i & 1 == 1);
            let edges: Vec<(u32, u32)> = chosen.map(|(&pair, _)| pair).collect();
            let values = hackenbush::solve(n, &edges, 0);
            (values.iter().all(Option::is_some) && !is_right(n, &edges)).then_some((n, edges))
        })
    });
    // A triangle and an edge that hangs from it away from the root.
    assert_eq!(smallest, Some((4, vec![(0, 1), (0, 2), (1, 2), (1, 3)])));
}
