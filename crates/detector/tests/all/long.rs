//! Long sequences: the families of linear time see all terms, the others are tested on all.

use crate::common::{Random, assert_true, sequence};
use detector::find;

const TERMS: i64 = 300_000;

fn values(f: impl FnMut(i64) -> i64) -> Vec<i64> {
    (0..TERMS).map(f).collect()
}

#[test]
fn laws_of_long_sequences_hold_to_the_end() {
    let mut random = Random(1);
    let cycle: Vec<i64> = (0..40_001).map(|_| i64::try_from(random.below(9)).unwrap()).collect();
    for (what, values) in [
        ("periodic beyond what every family sees", values(|n| cycle[n as usize % cycle.len()])),
        ("popcount", values(|n| i64::from(n.count_ones()))),
        ("classes", values(|n| if n % 2 == 0 { n / 2 } else { 7 })),
        ("affine", values(|n| 70_000 * n - 5)),
    ] {
        let table = sequence("sg", 0, &values);
        let findings = find(&table, "sg");
        assert!(!findings.is_empty(), "{what}");
        for finding in &findings {
            assert_true(&table, "sg", finding);
            assert_eq!(finding.evidence.verified_to, [TERMS - 1], "{what}");
        }
    }
}

#[test]
fn a_law_of_the_first_terms_that_breaks_is_no_law() {
    let ones = |n: i64| i64::from(n.count_ones());
    let late = values(|n| if n < 200_000 { ones(n) } else { ones(n) * (n % 7) });
    let single = values(|n| if n == 299_990 { 3 } else { ones(n) });
    let mut random = Random(2);
    let noise = values(|_| i64::try_from(random.below(9)).unwrap());
    for (what, values) in [("late", late), ("single", single), ("noise", noise)] {
        let found = find(&sequence("sg", 0, &values), "sg");
        assert!(found.is_empty(), "{what}: {}", found[0].law.words);
    }
}
