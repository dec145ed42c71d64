//! Forms are equal to what they rewrite, and the one a person would write comes first.

use draw::{Draw, cases, check, prop_assert};
use formula::Formula;
use formula::rewrite::{every_form, forms, is_rotation};

fn best(residues: &[i64], saltus: i64) -> String {
    forms(residues, saltus)[0].formula.expr(&["n".to_owned()]).to_string()
}

/// Whether the formula has these values, over three periods on either side of 0.
fn equals(formula: &Formula, residues: &[i64], saltus: i64) -> bool {
    let period = residues.len() as i64;
    (-3 * period..3 * period).all(|n| {
        let residue = residues[n.rem_euclid(period) as usize];
        formula.eval(&[n]) == Some(residue + saltus * n.div_euclid(period))
    })
}

#[test]
fn readable_forms_come_first() {
    let cases: [(&[i64], i64, &str); 21] = [
        (&[0, 1, 2, 3], 0, "n % 4"),
        (&[1, 2, 3, 0], 0, "(n + 1) % 4"),
        (&[3, 0, 1, 2], 0, "(n - 1) % 4"),
        (&[0, 0, 0, 1, 1, 1, 2, 2], 0, "n % 8 // 3"),
        (&[0, 0, 0, 1], 0, "n % 4 = 3"),
        (&[0, 1, 1, 1], 0, "n % 4 != 0"),
        (&[1, 1, 1, 0, 0, 0, 0, 0], 0, "n % 8 < 3"),
        (&[0, 0, 0, 1, 1, 1, 1, 1], 0, "n % 8 >= 3"),
        (&[0, 1, 1, 1, 0, 0, 0, 0], 0, "0 < n % 8 <= 3"),
        (&[0, 2, 4, 6, 8], 0, "2 * (n % 5)"),
        (&[3, 2, 1, 0], 0, "3 - n % 4"),
        (&[1, 0, 3, 2], 0, "n % 4 ^ 1"),
        (&[0, 1, 2, 2, 2, 2, 2], 0, "min(n % 7, 2)"),
        (&[0, 2, 4, 1, 3], 0, "2 * n % 5"),
        (&[0, 0], 1, "n // 2"),
        (&[-1, -1], 1, "n // 2 - 1"),
        (&[0, 1, 3], 5, "(5 * n) // 3"),
        (&[2, 0, 1], 3, "n + [2, -1, -1][n % 3]"),
        (&[0, 1, 2, 0, 1, 2], 3, "3 * (n // 6) + n % 3"),
        (&[1, 0], 2, "n ^ 1"),
        (&[-1, 1, 2, 4], 4, "n + [-1, 0, 0, 1][n % 4]"),
    ];
    let normal = |text: &str| text.replace(['(', ')'], "");
    for (residues, saltus, text) in cases {
        assert_eq!(normal(&best(residues, saltus)), normal(text), "{residues:?} rising {saltus}");
    }
}

#[test]
fn a_flip_above_the_remainder_is_a_shift() {
    for form in forms(&[4, 5], 2) {
        assert!(equals(&form.formula, &[4, 5], 2), "{:?}", form.formula);
    }
}

#[test]
fn rotations() {
    // 13 * n // 8 and the word of its differences
    assert!(is_rotation(&[0, 1, 3, 4, 6, 8, 9, 11], 13));
    assert!(is_rotation(&[1, 2, 1, 2, 2, 1, 2, 2], 0));
    // 7 * n + n // 3
    assert!(is_rotation(&[0, 7, 14], 22));
    // n // 8, 7 * n // 8, n % 8 < 3, a list
    assert!(!is_rotation(&[0; 8], 1));
    assert!(!is_rotation(&[0, 0, 1, 2, 3, 4, 5, 6], 7));
    assert!(!is_rotation(&[1, 1, 1, 0, 0, 0, 0, 0], 0));
    assert!(!is_rotation(&[0, 1, 0, 1, 2, 3, 2], 0));
}

#[test]
fn forms_are_equal_to_the_table() {
    let input = |d: &mut Draw| (d.many(1..14, |d| d.int(-3..6)), d.int(-14..14));
    check(cases(), input, |(residues, saltus)| {
        for form in every_form(&residues, saltus) {
            prop_assert!(equals(&form.formula, &residues, saltus), "{:?}", form.formula);
        }
        Ok(())
    });
}

#[test]
fn two_values() {
    let input = |d: &mut Draw| d.many(1..12, |d| d.int(0..2));
    check(cases(), input, |marks| {
        for form in every_form(&marks, 0) {
            prop_assert!(equals(&form.formula, &marks, 0), "{:?}", form.formula);
        }
        Ok(())
    });
}
