//! Lengths in bits against numbers worked out by hand.

use formula::bits::{arrangement_bits, choice_bits, list_bits, log2, run_bits, spelled_bits};

#[test]
fn logarithms() {
    assert_eq!(log2(1 << 20), 20 << 16);
    // log2(3) = 1.58496..., log2(1000) = 9.96578...
    assert_eq!(log2(3), 103_872);
    assert_eq!(log2(1000), 653_117);
}

#[test]
fn choices() {
    assert_eq!(choice_bits(71, 0), 0);
    // 2^47.8 ways
    assert_eq!(choice_bits(71, 14), 48);
    assert_eq!(choice_bits(5, 5), 0);
}

#[test]
fn lists() {
    // Two values of 2 bits; ten places of a bit each.
    assert_eq!(list_bits(&[0, 1, 1, 0, 1, 0, 0, 0, 1, 1]), 4 + 10);
    // Steps of 1 and -1: the first value, two values, nine places.
    assert_eq!(list_bits(&[0, 1, 2, 3, 4, 5, 4, 3, 2, 1]), 3 + 4 + 9);
    assert_eq!(spelled_bits(&[0, 1, 2, 3, 4, 5, 4, 3, 2, 1]), 18 + 30);
    // One of 17 is different: which one.
    let mut rare = [0; 17];
    rare[5] = 1;
    assert_eq!(list_bits(&rare), 4 + 1 + 5);
    assert!(list_bits(&[3, 1, 4, 1, 5, 9, 2, 6]) > 8 * 2);
    assert_eq!(list_bits(&[i64::MIN, i64::MAX]), 2 + 64 + 63 + 2);
}

#[test]
fn runs() {
    let bits = |list: &[i64]| run_bits(list.len(), |i| list[i]);
    // One change in one of 79 places.
    let step: Vec<i64> = (0..80).map(|n| i64::from(n >= 41)).collect();
    assert_eq!(bits(&step), Some(7));
    // Two changes, by 3 and by 1: 2^11.5 places and 2 orders.
    let steps: Vec<i64> = (0..80).map(|n| [0, 3, 4][n / 30]).collect();
    assert_eq!(bits(&steps), Some(12 + 1));
    assert_eq!(bits(&[5; 9]), Some(0));
    assert_eq!(bits(&[0, 1, 2, 3, 3]), None);
    assert_eq!(bits(&[]), None);
}

#[test]
fn arrangements() {
    let shuffled = |counts: &[usize]| {
        let values = counts.iter().zip(0i64..).flat_map(|(&c, v)| std::iter::repeat_n(v, c));
        arrangement_bits(values)
    };
    assert_eq!(shuffled(&[1000]), 0);
    // C(1000, 1) = 1000
    assert_eq!(shuffled(&[999, 1]), 9);
    // C(60, 15) = 5.3 * 10^13 = 2^45.6
    assert_eq!(shuffled(&[45, 15]), 45);
    // 40! = 2^159.2
    assert_eq!(shuffled(&[1; 40]), 159);
}
