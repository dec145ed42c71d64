//! What a pool of formulas holds, whichever way it is filled.

use formula::Formula;
use formula::search::{Pool, comparisons};

#[test]
fn compared_at_once_or_one_by_one() {
    let sample: Vec<Vec<i64>> = (0..40).map(|k| vec![k % 7, k / 5]).collect();
    let (a, b) = (Formula::Var(0) % 3, Formula::Var(1));
    let [mut at_once, mut one_by_one] = [0; 2].map(|_| Pool::new(sample.clone()));
    for b in [b.clone(), Formula::Int(1), b / 2] {
        at_once.compare(&a, &b);
        one_by_one.extend(comparisons(&a, &b));
    }
    assert_eq!(at_once.formulas(), one_by_one.formulas());
    assert_eq!(at_once.formulas().len(), 18);
}
