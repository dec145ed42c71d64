//! Long sequences: the families of linear time see all terms, the others are tested on all.

use crate::common::{Random, assert_true, sequence};
use crate::sequences::{Rule, list, parameter};
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

#[test]
fn large_tables_are_read_in_one_pass() {
    fn noise(n: i64) -> i64 {
        (n.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64) >> 40).rem_euclid(9)
    }
    let cases: [(Rule, &str, &str); 2] = [
        (&|n| if n < 70_000 { 1 } else { n % 1000 }, "70000", "1000"),
        // The last terms have a short period of their own.
        (
            &|n| if n % 1_020_000 < 505_000 { noise(n % 1_020_000) } else { n % 3 * 3 },
            "0",
            "1020000",
        ),
    ];
    for (value, preperiod, period) in cases {
        let law = &find(&sequence("sg", 0, &list(3_059_999, value)), "sg")[0];
        let told = ["preperiod", "period"].map(|name| parameter(law, name));
        assert_eq!(told, [preperiod, period]);
    }
}
