//! Ways of writing numbers, and functions of their digits.

use arith::numeration::{Numeration, Regular};
use arith::sequences::zeckendorf;
use draw::{Draw, cases, check, prop_assert_eq};

const NUMERATIONS: [Numeration; 5] = [
    Numeration::Base(2),
    Numeration::Base(3),
    Numeration::Zeckendorf,
    Numeration::Tribonacci,
    Numeration::Pell,
];

#[test]
fn appending_and_taking_apart_are_inverse() {
    let input = |d: &mut Draw| d.wide_bits() >> d.int(9..128);
    check(cases(), input, |n| {
        let n = n.cast_signed();
        for numeration in NUMERATIONS {
            for digit in 0..numeration.digits() {
                let longer = numeration.append(n, digit).unwrap();
                let mut blocks = numeration.blocks(n).unwrap();
                if n > 0 || digit > 0 {
                    blocks.push(digit);
                }
                prop_assert_eq!(numeration.blocks(longer), Some(blocks));
            }
        }
        Ok(())
    });
}

#[test]
fn large_numbers_are_written_or_refused() {
    let input = |d: &mut Draw| i128::MAX - i128::from(d.int(0..1001));
    check(cases(), input, |n| {
        for numeration in NUMERATIONS {
            let written = numeration.blocks(n).unwrap();
            let back = written.iter().try_fold(0, |n, &digit| numeration.append(n, digit));
            prop_assert_eq!(back, Some(n));
            prop_assert_eq!(numeration.append(n, 1), None);
        }
        Ok(())
    });
}

#[test]
fn zeckendorf_parts() {
    let input = |d: &mut Draw| i128::from(d.int(0..1 << 60));
    check(cases(), input, |n| {
        let mut parts = Vec::new();
        zeckendorf(n, &mut parts);
        let ones = Numeration::Zeckendorf.blocks(n).unwrap();
        prop_assert_eq!(ones.iter().sum::<usize>(), parts.len());
        Ok(())
    });
}

#[test]
fn digit_sums() {
    let input = |d: &mut Draw| i128::from(d.int(0..1 << 40));
    check(cases(), input, |n| {
        // s(2n) = s(n), s(2n + 1) = s(n) + 1 with the constant as a second function
        let sum = Regular {
            numeration: Numeration::Base(2),
            first: 0,
            matrices: vec![vec![1, 0, 0, 1], vec![1, 1, 0, 1]],
            roots: vec![vec![0, 1]],
        };
        prop_assert_eq!(sum.value(n), Some(i128::from(n.count_ones())));
        Ok(())
    });
}

#[test]
fn zeckendorf_numbers_in_order() {
    // 1 10 100 101 1000 1001 1010 10000
    let lengths: Vec<usize> = (0..9).map(|n| Numeration::Zeckendorf.length(n)).collect();
    assert_eq!(lengths, [0, 1, 2, 3, 3, 4, 4, 4, 5]);
    assert_eq!(Numeration::Base(10).length(1234), 4);
    // 1 10 11 100 101 110 1000, and 1 10 11 20 100 101 110 111 120 200 201 1000
    let lengths: Vec<usize> = (1..8).map(|n| Numeration::Tribonacci.length(n)).collect();
    assert_eq!(lengths, [1, 2, 2, 3, 3, 3, 4]);
    let lengths: Vec<usize> = (1..13).map(|n| Numeration::Pell.length(n)).collect();
    assert_eq!(lengths, [1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4]);
    assert_eq!(Numeration::Pell.roots(1), [1, 4]);
    assert_eq!(Numeration::Tribonacci.roots(1), [1, 3]);
}
