//! Values of take-and-break games are those of the definition, whatever is looked at first.

use draw::{Draw, cases, check, prop_assert, prop_assert_eq};
use serde_json::json;
use std::collections::BTreeSet;
use verify::{Rejected, read, verify};

/// Heaps whose values are computed by definition.
const HEAPS: usize = 90;

/// The definition word for word: the heaps left are written out, smallest first.
fn by_definition(digits: &[u32]) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..HEAPS {
        let mut seen = BTreeSet::new();
        for (t, digit) in digits.iter().enumerate().filter(|(t, _)| *t <= n) {
            let rest = n - t;
            let own = t == 0;
            if digit & 1 != 0 && rest == 0 {
                seen.insert(0);
            }
            if digit & 2 != 0 && rest > 0 && !own {
                seen.insert(values[rest]);
            }
            for i in 1..rest {
                if digit & 4 != 0 {
                    seen.insert(values[i] ^ values[rest - i]);
                }
                for j in (1..rest - i).filter(|_| digit & 8 != 0) {
                    seen.insert(values[i] ^ values[j] ^ values[rest - i - j]);
                }
            }
        }
        values.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    values
}

/// What the verifier computes of a code where its values repeat from a heap on.
fn computed(digits: &[u32], from: usize, period: usize, mask: u16) -> Result<Vec<u32>, Rejected> {
    let certificate = json!({
        "mexlab-core": 1,
        "game": {"code": digits},
        "statement": {"repeats": {"of": "value", "preperiod": from, "period": period}},
        "proof": {"periodicity": mask},
    });
    Ok(verify(&read(&certificate.to_string())?[0])?.values)
}

/// The heaps that the periodicity theorem compares with those a period later.
fn compared(digits: &[u32], from: usize, period: usize) -> std::ops::Range<usize> {
    let heaps = (1..4).rev().find(|j| digits.iter().any(|d| d >> j & 1 == 1)).unwrap_or(1);
    from..heaps * from.max(1) + (heaps - 1) * period + digits.len() - 1
}

#[test]
fn no_mask_changes_a_value() {
    let input = |d: &mut Draw| {
        let (first, rest) = (d.pick(&[0, 4, 8, 12]), d.many(1..5, |d| d.size(0..16) as u32));
        ([&[first], &rest[..], &[1]].concat(), d.size(0..40) as u16)
    };
    check(cases(), input, |(digits, mask)| {
        let values = by_definition(&digits);
        for (from, period) in (0..10).flat_map(|from| (1..10).map(move |period| (from, period))) {
            let compared = compared(&digits, from, period);
            if compared.end + period > HEAPS {
                continue;
            }
            let differs = compared.clone().find(|&n| values[n] != values[n + period]);
            match (computed(&digits, from, period, mask), differs) {
                (Ok(found), None) => prop_assert_eq!(&found, &values[..compared.end + period]),
                (Err(why), Some(n)) => {
                    let said = format!("sg({n}) and sg({}) differ", n + period);
                    prop_assert!(why.to_string().contains(&said), "{}: {}", why, said);
                }
                (answer, differs) => prop_assert!(false, "{:?}, {:?}", answer, differs),
            }
        }
        Ok(())
    });
}
