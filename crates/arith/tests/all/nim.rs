//! Mex, and the nim-product against its definition and the laws of a field.

use arith::{mex, nim_product};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq};

/// The definition: `x ⊗ y` is the mex of `(a ⊗ y) ⊕ (x ⊗ b) ⊕ (a ⊗ b)` over `a < x`, `b < y`.
fn by_definition(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; size]; size];
    for x in 0..size {
        for y in 0..size {
            let options = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
            let value = mex(options.map(|(a, b)| table[a][y] ^ table[x][b] ^ table[a][b]));
            table[x][y] = value;
        }
    }
    table
}

#[test]
fn product_meets_its_definition() {
    let table = by_definition(64);
    for (x, row) in table.iter().enumerate() {
        for (y, &value) in row.iter().enumerate() {
            assert_eq!(nim_product(x as u64, y as u64), value, "{x} ⊗ {y}");
        }
    }
}

#[test]
fn fermat_powers() {
    for k in 0..6 {
        let fermat: u64 = 1 << (1 << k);
        assert_eq!(nim_product(fermat, fermat), fermat ^ (fermat / 2));
        for x in [0, 1, 2, 3, 5, 11, 200, 54321].into_iter().filter(|&x| x < fermat) {
            assert_eq!(nim_product(fermat, x), fermat * x);
        }
    }
}

#[test]
fn field_laws() {
    let input = |d: &mut Draw| [d.bits(), d.bits(), d.bits()];
    check(cases(), input, |[x, y, z]| {
        prop_assert_eq!(nim_product(x, y), nim_product(y, x));
        prop_assert_eq!(nim_product(x, 1), x);
        prop_assert_eq!(nim_product(x, 0), 0);
        prop_assert_eq!(nim_product(x, y ^ z), nim_product(x, y) ^ nim_product(x, z));
        prop_assert_eq!(nim_product(nim_product(x, y), z), nim_product(x, nim_product(y, z)));
        Ok(())
    });
}

#[test]
fn every_nimber_but_zero_has_an_inverse() {
    let input = |d: &mut Draw| d.bits().max(1);
    check(cases(), input, |x| {
        // the field has 2^64 elements, so x^(2^64 - 2) is the inverse of x
        let mut inverse = 1;
        let mut square = x;
        for _ in 1..64 {
            square = nim_product(square, square);
            inverse = nim_product(inverse, square);
        }
        prop_assert_eq!(nim_product(x, inverse), 1);
        Ok(())
    });
}

#[test]
fn mex_is_the_least_absent() {
    let input = |d: &mut Draw| d.many(0..20, |d| d.size(0..12) as u64);
    check(cases(), input, |values| {
        let m = mex(values.iter().copied());
        prop_assert!(!values.contains(&m));
        prop_assert!((0..m).all(|v| values.contains(&v)));
        Ok(())
    });
}
