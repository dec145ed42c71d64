//! Recurrences along a line and on a lattice against numbers of handbooks.

use arith::recurrences::{Holonomic, Lattice, inverse};

#[test]
fn numbers_with_recurrences_of_their_own() {
    // Catalan: (k + 1) a(k) = (4 k - 2) a(k - 1)
    let catalan = |m| Holonomic::from_lists(m, 1, &[1, 1, -2, 4], &[1]).unwrap();
    assert_eq!(catalan(0).terms(8), [1, 1, 2, 5, 14, 42, 132, 429]);
    assert_eq!(catalan(11).terms(8), [1, 1, 2, 5, 3, 9, 0, 0]);
    assert_eq!(catalan(11).terms(100).len(), 10, "11 has no inverse");
    let factorials = Holonomic::from_lists(0, 1, &[1, 0, 0, 1], &[1]).unwrap();
    assert_eq!(factorials.terms(100).len(), 34, "34! has more than 128 bits");
    // no fraction
    let half = Holonomic::from_lists(0, 1, &[2, 1], &[4]).unwrap();
    assert_eq!(half.terms(9), [4, 2, 1]);
    for (order, weights, first) in [(-1, 2, 1), (1, 3, 1), (2, 3, 1), (0, 0, 0)] {
        let lists = (vec![1; weights], vec![1; first]);
        assert_eq!(Holonomic::from_lists(0, order, &lists.0, &lists.1), None);
    }
    assert_eq!(inverse(4, 10), None);
    assert_eq!(inverse(-3, 10), Some(3));
}

#[test]
fn numbers_on_a_lattice() {
    let of = |steps: &[i128], first: &[i128]| Lattice::from_lists(0, steps, first).unwrap();
    let row = |lattice: &Lattice, i, count| -> Vec<i128> {
        (0..count).map(|j| lattice.value(i, j).unwrap()).collect()
    };
    let binomial = of(&[1, 0, 1, 0, 0, 1, 1, 1, 0, 0], &[1]);
    assert_eq!(row(&binomial, 4, 6), [1, 4, 6, 4, 1, 0]);
    let stirling = of(&[1, 0, 0, 0, 1, 1, 1, 1, 0, 0], &[1]);
    assert_eq!(row(&stirling, 4, 5), [0, 1, 7, 6, 1]);
    let delannoy = of(&[1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0], &[1]);
    assert_eq!(row(&delannoy, 3, 4), [1, 7, 25, 63]);
    let ballot = of(&[1, 0, 1, 0, 0, 0, 1, 1, 0, 0], &[1, 0]);
    assert_eq!(row(&ballot, 3, 5), [1, 3, 5, 5, 0]);
    // T(n, k) = T(n - 1, k - 1) + T(n - 1, k + 1)
    let forward = of(&[1, 1, 1, 0, 0, 1, -1, 1, 0, 0], &[1]);
    assert_eq!(row(&forward, 4, 5), [2, 0, 3, 0, 1]);
    // a constant beside the neighbours
    assert_eq!(row(&of(&[0, 0, 2, 1, 0, 0, 1, 1, 0, 0], &[5]), 1, 3), [3, 6, 9]);
    assert_eq!(Lattice::from_lists(0, &[0, -1, 1, 0, 0], &[1]), None);
    assert_eq!(Lattice::from_lists(0, &[1, 0, 1, 0], &[1]), None);
    assert_eq!(binomial.value(-1, 0), None);
    assert_eq!(of(&binomial.to_lists()[0], &binomial.to_lists()[1]), binomial);
    let modular = Lattice { modulus: 7, ..delannoy };
    assert_eq!(row(&modular, 3, 4), [1, 0, 4, 0]);
}
