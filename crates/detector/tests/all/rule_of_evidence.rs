//! The rule of evidence of docs/laws.md, checked from outside for every law found.

use crate::common::{grid, octal, sequence, subtraction};
use detector::find;
use serde_json::Value;
use table::Table;

/// log2 of the number of arrangements, from above.
fn arrangements(values: &[i64]) -> f64 {
    let factorial = |n: usize| (2..=n).map(|k| (k as f64).log2()).sum::<f64>();
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let inside: f64 = sorted.chunk_by(|a, b| a == b).map(|run| factorial(run.len())).sum();
    factorial(values.len()) - inside + 1.0
}

/// Checks every law of the table; how many there are.
fn checked(table: &Table) -> usize {
    let column = &table.columns[0];
    let values: Vec<i64> = column.values.iter().collect();
    let is_sequence = table.axes.iter().filter(|axis| axis.len() > 1).count() == 1;
    let findings = find(table, &column.name);
    for finding in &findings {
        let (law, evidence) = (&finding.law, &finding.evidence);
        let before = match (is_sequence, law.from) {
            (true, Some(from)) => u64::try_from(from - table.axes[0].lo).unwrap(),
            _ => 0,
        };
        let words = &law.words;
        assert!(evidence.tested >= 20, "{words}: {} tested", evidence.tested);
        assert!(evidence.fitted + evidence.tested <= values.len(), "{words}");
        let needed = u64::from(evidence.definition_bits) + before;
        assert!(evidence.tested_bits >= needed, "{words}: {evidence:?}");
        // Every exception is in the definition: its place and its value.
        assert!(evidence.definition_bits as usize >= law.exceptions.len(), "{words}");
        let steps: Vec<i64> = values.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
        let rich = arrangements(&values).min(arrangements(&steps)) / values.len() as f64;
        let most = match (is_sequence, law.kind.name()) {
            (false, _) => 1.0,
            (true, "recurrence") => 8.0,
            (true, _) => rich.clamp(1.0, 4.0),
        };
        // Cells of a grid that differ in coordinates alone that a law leaves out say the same.
        let least = if is_sequence { evidence.tested as u64 } else { 0 };
        let most = (evidence.tested as f64 * most).ceil() as u64 + 1;
        assert!((least..=most).contains(&evidence.tested_bits), "{words}: {evidence:?}, {most}");
    }
    findings.len()
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|v| v.as_i64().unwrap()).collect()
}

#[test]
fn every_law_follows_the_rule() {
    let sample: Value = serde_json::from_str(include_str!("../data/sample.json")).unwrap();
    let mut found = 0;
    for entry in sample.as_array().unwrap() {
        let terms = integers(&entry["terms"]);
        match entry.get("shape") {
            Some(shape) => {
                let shape = integers(shape);
                let axes = [("x", 0, shape[0] - 1), ("y", 0, shape[1] - 1)];
                let cell = |p: &[i64]| terms[usize::try_from(p[0] * shape[1] + p[1]).unwrap()];
                found += checked(&grid("value", &axes, cell));
            }
            None => {
                let lo = entry["offset"].as_i64().unwrap();
                for count in [30, 60, 100, 200, terms.len()] {
                    found += checked(&sequence("value", lo, &terms[..count.min(terms.len())]));
                }
            }
        }
    }
    // Long preperiods, exceptions, pairs of lost positions.
    for (digits, last) in
        [(&[7, 7][..], 400), (&[1, 3, 7], 600), (&[1, 5, 6], 7000), (&[0, 0, 7, 7], 900)]
    {
        found += checked(&sequence("sg", 0, &octal(digits, last)));
    }
    for set in [&[2, 5, 11, 16][..], &[3, 17, 40], &[1, 30]] {
        found += checked(&sequence("sg", 0, &subtraction(set, 600)));
    }
    let golden = |n: i64| (0..).take_while(|v| v * v <= n * n + n * v).count() as i64 - 1;
    let wythoff = |p: &[i64]| i64::from(golden((p[0] - p[1]).abs()) != p[0].min(p[1]));
    found += checked(&grid("win", &[("a", 0, 60), ("b", 0, 60)], wythoff));
    assert!(found > 100, "{found} laws");
}
