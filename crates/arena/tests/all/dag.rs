//! Acyclic digraphs: long ones, parallel arcs, and cycles by name.

use arena::Arcs;
use arena::dag::{layers, solve};

#[test]
fn a_chain_is_no_matter_of_depth() {
    let n = 100_000;
    let chain: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    let values = solve(&Arcs::new(n as usize, &chain)).unwrap();
    assert_eq!((values[0].remoteness, values[0].sg), (n - 1, (n - 1) % 2));
    assert!(values[n as usize - 1].misere && !values[n as usize - 2].misere);
}

#[test]
fn parallel_arcs_are_one_option_and_cycles_are_named() {
    let values = solve(&Arcs::new(3, &[(0, 1), (0, 1), (0, 2), (1, 2)])).unwrap();
    assert_eq!(values.iter().map(|v| v.sg).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!(layers(&Arcs::new(3, &[(0, 1), (0, 2), (1, 2)])), Some(vec![0, 1, 2]));
    assert_eq!(layers(&Arcs::new(2, &[(0, 1), (1, 0)])), None);
    assert_eq!(solve(&Arcs::new(4, &[(3, 0), (0, 1), (1, 2), (2, 0)])), Err(vec![0, 1, 2]));
    assert_eq!(solve(&Arcs::new(1, &[(0, 0)])), Err(vec![0]));
}
