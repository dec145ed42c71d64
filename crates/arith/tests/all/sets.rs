//! Number sets: their members, and their texts.

use arith::NumberSet;

const GENERATED: [NumberSet; 9] = [
    NumberSet::Primes,
    NumberSet::Squares,
    NumberSet::Cubes,
    NumberSet::Powers(2),
    NumberSet::Powers(10),
    NumberSet::Factorials,
    NumberSet::Fibonacci,
    NumberSet::Odious,
    NumberSet::Evil,
];

#[test]
fn first_members() {
    let first = |set: &NumberSet| set.members_up_to(30);
    assert_eq!(first(&GENERATED[0]), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    assert_eq!(first(&GENERATED[1]), [1, 4, 9, 16, 25]);
    assert_eq!(first(&GENERATED[2]), [1, 8, 27]);
    assert_eq!(first(&GENERATED[3]), [1, 2, 4, 8, 16]);
    assert_eq!(first(&GENERATED[4]), [1, 10]);
    assert_eq!(first(&GENERATED[5]), [1, 2, 6, 24]);
    assert_eq!(first(&GENERATED[6]), [1, 2, 3, 5, 8, 13, 21]);
    assert_eq!(first(&GENERATED[7])[..6], [1, 2, 4, 7, 8, 11]);
    assert_eq!(first(&GENERATED[8])[..6], [3, 5, 6, 9, 10, 12]);
    assert_eq!(NumberSet::Powers(1).members_up_to(30), [1]);
}

#[test]
fn members_next_and_contains_agree() {
    let listed = NumberSet::finite([9, 4, 4, -1, 0, 7]);
    assert_eq!(listed, NumberSet::Finite(vec![4, 7, 9]));
    for set in GENERATED.iter().chain([&listed, &NumberSet::Powers(1)]) {
        let members = set.members_up_to(3000);
        for n in -3..=3000i64 {
            assert_eq!(set.contains(i128::from(n)), members.contains(&n), "{n} in {set}");
            let next = members.iter().find(|&&m| m > n);
            if next.is_some() {
                assert_eq!(set.next_above(n).as_ref(), next, "after {n} in {set}");
            }
        }
    }
}

#[test]
fn the_ends_of_the_integers() {
    assert!(NumberSet::Squares.contains(1 << 126));
    assert!(!NumberSet::Squares.contains(i128::MAX));
    assert!(!NumberSet::Fibonacci.contains(i128::MAX));
    assert!(NumberSet::Powers(2).contains(1 << 126));
    for set in [NumberSet::Squares, NumberSet::Powers(3), NumberSet::Factorials] {
        assert_eq!(set.next_above(i64::MAX), None);
    }
    assert_eq!(NumberSet::Powers(i64::MAX).next_above(1), Some(i64::MAX));
}

#[test]
fn text_round_trip() {
    for set in GENERATED {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    for (text, elements, printed) in [
        ("1,3,4", vec![1, 3, 4], "{1, 3, 4}"),
        (" { 4, 1 ,3} ", vec![1, 3, 4], "{1, 3, 4}"),
        ("2..6", vec![2, 3, 4, 5, 6], "2..6"),
        ("{1..3, 7}", vec![1, 2, 3, 7], "{1, 2, 3, 7}"),
        ("{}", vec![], "{}"),
        ("5", vec![5], "{5}"),
    ] {
        let set = NumberSet::Finite(elements);
        assert_eq!(text.parse(), Ok(set.clone()), "{text}");
        assert_eq!(set.to_string(), printed);
    }
}

#[test]
fn mistakes_name_the_part() {
    for (text, found) in [
        ("1,x,3", "x"),
        ("0,1", "0"),
        ("", ""),
        ("powers(1)", "powers(1)"),
        ("square", "square"),
        ("1..99999999999", "1..99999999999"),
        ("1..", ""),
    ] {
        let error = text.parse::<NumberSet>().unwrap_err();
        assert_eq!(error.found, found);
        assert!(error.to_string().contains("is not"), "{error}");
    }
}
