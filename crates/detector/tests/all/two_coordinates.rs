//! Functions of two coordinates, each with its law, and searches for them one after the other.

use crate::common::{grid, sequence};
use crate::grids::{body, law};
use detector::find;

/// The value at `(x, y)`, with what it needs.
type Owned = Box<dyn Fn(i64, i64) -> i64>;

#[test]
fn laws_of_two_coordinates() {
    let lowbit = |n: i64| n & -n;
    let mock = |n: i64| 2 * n + i64::from(n.count_ones().is_multiple_of(2));
    let product = |a: i64, b: i64| {
        i64::try_from(arith::nim_product(a.try_into().unwrap(), b.try_into().unwrap())).unwrap()
    };
    let at = |list: &[i64], n: i64| list[usize::try_from(n).unwrap() % list.len()];
    let heap = move |n: i64| at(&[0, 1, 0, 1, 2, 3, 2], n);
    let cases: [(i64, Owned, &str); 19] = [
        // sequences in disguise
        (100, Box::new(move |x, y| lowbit((x ^ y) + 1)), "lowbit(x + y + 1)"),
        (
            100,
            Box::new(move |x, y| product(mock(x) + 1, lowbit(y + 1))),
            "nimprod(2 * (x + 1) - popcount(x) % 2, lowbit(y + 1))",
        ),
        (
            24,
            Box::new(move |x, y| at(&[2, 3, 5], x) * lowbit(y + 1)),
            "[2, 3, 5][x % 3] * lowbit(y + 1)",
        ),
        (24, Box::new(|x, y| i64::from(x.count_ones()) + y * y + 3), "popcount(x) + 3 + y * y"),
        (24, Box::new(move |x, y| (lowbit(x) + 3) ^ (y % 7 + 1)), "(lowbit(x) + 3) ^ (y % 7 + 1)"),
        (
            100,
            Box::new(|x, y| i64::from(x.max(y) > (x.min(y) + (5 * x.min(y).pow(2)).isqrt()) / 2)),
            "max(x, y) > floor(phi * min(x, y))",
        ),
        // two sequences with the same value
        (
            24,
            Box::new(move |x, y| i64::from(heap(x) != heap(y))),
            "[0, 1, 0, 1, 2, 3, 2][x % 7] != [0, 1, 0, 1, 2, 3, 2][y % 7]",
        ),
        (
            24,
            Box::new(move |x, y| i64::from(heap(x) == heap(y))),
            "[0, 1, 0, 1, 2, 3, 2][x % 7] = [0, 1, 0, 1, 2, 3, 2][y % 7]",
        ),
        (
            24,
            Box::new(move |x, y| i64::from(heap(x) != at(&[0, 1, 2, 5], y))),
            "[0, 1, 0, 1, 2, 3, 2][x % 7] != [0, 1, 2, 4][y % 4]",
        ),
        (
            24,
            Box::new(move |x, y| i64::from(at(&[0, 1, 2, 3, 0, 4, 5, 6, 7], x) != y)),
            "[0, 1, 2, 3, 0, 4, 5, 6, 7][x % 9] != y",
        ),
        // what repeats in both directions
        (30, Box::new(|x, y| (x + 2 * y) % 5), "(x + 2 * y) % 5"),
        (
            30,
            Box::new(move |x, y| at(&[4, 0, 2, 1, 1, 3], x % 2 * 3 + y % 3)),
            "[4, 0, 2, 1, 1, 3][3 * (x % 2) + y % 3]",
        ),
        (
            30,
            Box::new(move |x, y| at(&[3, 0, 1, 1, 2], y + x / 3) + x % 3),
            "[3, 0, 1, 1, 2, 4, 1, 2, 2, 3, 5, 2, 3, 3, 4][5 * (x % 3) + (y + x // 3) % 5]",
        ),
        (
            30,
            Box::new(move |x, y| at(&[3, 0, 1, 1], y + 2 * (x / 3)) + x % 3),
            "[3, 0, 1, 1, 4, 1, 2, 2, 5, 2, 3, 3][4 * (x % 3) + (y - 2 * (x // 3)) % 4]",
        ),
        (
            30,
            Box::new(|x, y| if x % 5 == 4 { 3 } else { (y + x / 5) % 2 }),
            "if x % 5 = 4 then 3 else (y - x // 5) % 2",
        ),
        // and begins late
        (
            24,
            Box::new(|x, y| (x % 2 + y.min(3)) * (x % 2 + 1)),
            "[0, 1, 2, 3, 2, 4, 6, 8][4 * (x % 2) + min(y, 3)]",
        ),
        (
            24,
            Box::new(|x, y| if x < 2 { 5 + y % 2 } else { x % 3 * (y % 2) }),
            "[5, 6, 5, 6, 0, 2, 0, 0, 0, 1][2 * (if x < 2 then x else (x - 2) % 3 + 2) + y % 2]",
        ),
        (
            32,
            Box::new(|x, y| if 2 * y < 3 * x + 1 { x % 2 + 2 } else { y % 3 }),
            "if 2 * y < 3 * x + 1 then [2, 3][x % 2] else y % 3",
        ),
        (
            30,
            Box::new(|x, y| (x + y) * (x + y + 1) / 2 + x),
            "(y ** 2 + 2 * (x * y) + x ** 2 + y + 3 * x) // 2",
        ),
    ];
    for (side, f, expected) in cases {
        let table = grid("v", &[("x", 0, side - 1), ("y", 0, side - 1)], |p| f(p[0], p[1]));
        assert_eq!(body(&law(&table, "v")), expected);
    }
}

/// Searches that found nothing are remembered: of those cells, taken apart so often, and of no others.
#[test]
fn what_was_searched_in_vain_hides_no_law() {
    let noise = |x: i64, y: i64| ((x * 7919 + y * 104_729) ^ (x * y * 31)) / 16 % 3;
    let table = |side: i64, f: &dyn Fn(i64, i64) -> i64| {
        grid("v", &[("x", 0, side - 1), ("y", 0, side - 1)], |p| f(p[0], p[1]))
    };
    // Other values.
    assert_eq!(find(&table(27, &noise), "v"), []);
    for f in [|x, y| (x + 2 * y) % 5, |x, y| (x ^ y) + 1] {
        let lawful = table(27, &f);
        assert_eq!(law(&lawful, "v"), law(&lawful, "v"));
    }
    // The rows of a list are not worth taking them apart, with zeros beside them as without.
    let triangle = |i: i64, j: i64| if i < j { 0 } else { i * j + 3 };
    let list = (0..31).flat_map(|i| (0..=i).map(move |j| triangle(i, j)));
    let _ = find(&sequence("v", 0, &list.collect::<Vec<_>>()), "v");
    law(&table(30, &triangle), "v");
}
