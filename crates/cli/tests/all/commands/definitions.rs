//! Definitions of the rule as columns: in tables, laws, reports, summaries and claims.

use super::{folder, good, json};
use crate::program::{Ran, run};
use std::fs;
use std::path::Path;

const CUMULATIVE: &str = "game cumulative\nheap n\n\
    let v(n) = if n < 2 then 0 else max{s - v(n - s) for s in {2, 3, 7} if s <= n}\n\
    let w(n) = win(n)\nmove n -> n - s for s in {2, 3, 7} if s <= n\ntable v, sg to n = 300\n\
    claim book.1 if n >= 14: v(n) = v(n - 14)\n";
/// Losses exceed gains: values below 0, of positions of two numbers.
const CHOCOLATE: &str = "game chocolate\nstate (n, a from 1)\n\
    let v(n, a) = if n < a then 0 else max{a - v(n - a, a); a + 2 - v(n - a - 2, a + 2) for z in 0..0 if a + 2 <= n}\n\
    table v to n = 60, a = 9\n\
    claim mo \"the first player wins every odd heap\" for k in 0..20: v(2 * k + 1, 1) > 0\n";
const PERIOD: &str = "v(n + 14) = v(n); by n mod 14: 0 0 2 3 3 1 0 7 7 5 4 4 6 7";

fn with(rules: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = folder();
    for (name, text) in rules {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

#[test]
fn a_definition_is_a_column_in_every_format_and_its_law_is_found() {
    let folder = with(&[("c.game", CUMULATIVE)]);
    let path = folder.path();
    let csv = good(path, "table c.game --to 7 --format csv");
    assert_eq!(csv, "n,v,sg\n0,0,0\n1,0,0\n2,2,1\n3,3,1\n4,3,2\n5,1,0\n6,0,0\n7,7,1\n");
    let object = json(&good(path, "table c.game --to 3 --quantity v --format json"));
    assert_eq!(object["columns"], serde_json::json!(["n", "v"]));
    assert_eq!(object["rows"], serde_json::json!([[0, 0], [1, 0], [2, 2], [3, 3]]));
    let found = good(path, "find c.game --quantity v");
    assert!(found.starts_with(PERIOD), "{found}");
    assert!(good(path, "explain c.game").contains("v, sg; n = 0..300"));
    let summary = good(path, "table c.game --quantity v --summary --format csv");
    assert!(summary.contains("\nv,301,7,7,"), "{summary}");
    let held = good(path, "check c.game");
    assert!(held.contains("holds up to n = 300"), "{held}");
    // what was written is read again
    fs::write(path.join("t.csv"), good(path, "table c.game --quantity v")).expect("written");
    let found = good(path, "find t.csv");
    assert!(found.contains(PERIOD), "{found}");
}

#[test]
fn a_report_shows_a_definition() {
    let folder = with(&[("c.game", CUMULATIVE), ("m.game", CHOCOLATE)]);
    let path = folder.path();
    let summary = good(path, "run c.game");
    assert!(summary.contains(PERIOD) && summary.contains("sg: proved"), "{summary}");
    assert!(!summary.contains("v: proved"), "{summary}");
    let file = |name: &str| fs::read_to_string(path.join(name)).expect(name);
    let report = file("output/cumulative/report.md");
    assert!(report.contains("v of cumulative") && report.contains(PERIOD), "{report}");
    // a rule without moves
    let summary = good(path, "run m.game");
    assert!(summary.contains("1 of 1 hold"), "{summary}");
    let rows = file("output/chocolate/table.csv");
    assert!(rows.starts_with("n,a,v\n0,1,0\n") && rows.contains("\n60,4,-4\n"), "{rows}");
    let drawn = file("output/chocolate/chart.svg");
    assert!(drawn.contains("v(n, a)") && !drawn.contains("P-position"), "{drawn}");
}

fn refused(path: &Path, arguments: &str, part: &str) {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let Ran { status, err, .. } = run(path, &words, "");
    assert!(status == 2 && err.contains(part), "mexlab {arguments}: {status} {err}");
}

#[test]
fn what_is_no_column_is_refused() {
    let undefined = "game u\nheap n\nlet v(n) = 6 // (n - 3)\nmove n - 1 if n > 0\n";
    let folder = with(&[("c.game", CUMULATIVE), ("m.game", CHOCOLATE), ("u.game", undefined)]);
    let path = folder.path();
    refused(path, "table c.game --quantity vv", "did you mean `v`?");
    refused(path, "find c.game --quantity quux", "quantities are sg, win");
    refused(path, "table c.game --quantity w", "asks for the quantity `win`");
    refused(path, "table m.game --quantity sg", "has no moves");
    refused(path, "table u.game --to 9 --quantity v", "no value at n = 3: division by zero");
    let Ran { status, err, .. } = run(path, &["prove", "c.game", "--quantity", "v"], "");
    assert!(status != 0 && err.contains("`v`"), "{status} {err}");
}
