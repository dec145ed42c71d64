//! Rules the catalogue does not hold: each works without new code, machine and definition agree,
//! and the ones with a closed form or published values have them.

use crate::support::mexlab;
use std::fs;
use std::path::Path;

/// The rule files of the variants, sorted.
fn variants() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants");
    let entries = fs::read_dir(folder).expect("the folder of the variants");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut all: Vec<String> = paths.map(|path| path.to_string_lossy().into_owned()).collect();
    all.sort();
    all
}

/// The first quantity of a variant to a bound: coordinates, then the value.
fn table(variant: &str, to: &str, quantity: &str, kernel: &str) -> Vec<Vec<i64>> {
    let text = mexlab(&[
        "table",
        variant,
        "--to",
        to,
        "--quantity",
        quantity,
        "--kernel",
        kernel,
        "--format",
        "csv",
    ]);
    let number = |word: &str| word.parse().expect("an integer");
    text.lines().skip(1).map(|line| line.split(',').map(number).collect()).collect()
}

fn named(name: &str, to: &str) -> Vec<Vec<i64>> {
    let path = variants().into_iter().find(|path| path.ends_with(&format!("/{name}.game")));
    table(&path.expect("the variant"), to, "sg", "auto")
}

#[test]
fn machine_and_definition_agree_on_every_variant() {
    let all = variants();
    assert!(all.len() >= 30, "only {} variants", all.len());
    for variant in all {
        for quantity in ["win", "misere"] {
            let splits = ["split", "grundy"].iter().any(|word| variant.contains(word));
            let to = if splits { "7" } else { "9" };
            let auto = table(&variant, to, quantity, "auto");
            assert!(!auto.is_empty(), "{variant}");
            let oracle = table(&variant, to, quantity, "oracle");
            assert_eq!(auto, oracle, "{quantity} of {variant}");
        }
    }
}

#[test]
fn chess_pieces_have_their_closed_forms() {
    for row in named("rook", "20") {
        assert_eq!(row[2], row[0] ^ row[1], "{row:?}");
    }
    for row in named("king", "20") {
        let (a, b) = (row[0], row[1]);
        assert_eq!(row[2], 2 * (a.min(b) % 2) + (a + b) % 2, "{row:?}");
    }
    // Wythoff row 10, after cgsuite's GameHeapTest.
    let published =
        [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28].map(i64::from);
    let queen = named("queen", "20");
    let row: Vec<i64> = queen.iter().filter(|r| r[0] == 10).map(|r| r[2]).collect();
    assert_eq!(row, published);
}

#[test]
fn taking_members_of_a_set_gives_the_published_values() {
    let values = |name: &str, to| named(name, to).iter().map(|row| row[1]).collect::<Vec<i64>>();
    // Subtract a prime: OEIS A355557 and the nims published beside it.
    let primes = [0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 0];
    assert_eq!(values("subtract-prime", "25"), primes);
    // Subtract a factorial: period 25 from the start, for the first 5050 heaps (OEIS A014587).
    let factorials = values("subtract-factorial", "5050");
    assert!((25..5050).all(|n| factorials[n] == factorials[n - 25]));
    assert_ne!(factorials[5050], factorials[5025]);
}

/// A family over the number of heaps is one table: a heap that a member lacks is empty.
#[test]
fn heaps_by_their_number() {
    let greedy = [
        "-e",
        "game greedy(m = 3 in 1..)",
        "-e",
        "state heaps h[m]",
        "-e",
        "move one of h[i]: h[i] - t for t in 1..h[i] if h[i] = max(h)",
        "-p",
        "m=1..4",
        "--to",
        "h=6",
        "--quantity",
        "win",
    ];
    let found = mexlab(&[&["find"], &greedy[..]].concat());
    let count = "count{[h1, h2, h3, h4][i] = max(h1, h2, h3, h4) for i in 0..3}";
    assert!(found.contains(&format!("win(m, h1, h2, h3, h4) = {count} % 2")), "{found}");
    let csv = mexlab(&[&["table"], &greedy[..], &["--format", "csv"]].concat());
    assert_eq!(csv.lines().count(), 1 + 7 + 49 + 343 + 2401);
    assert!(csv.contains("\n2,3,3,0,0,0\n") && csv.contains("\n2,3,1,0,0,1\n"), "{csv}");
}
