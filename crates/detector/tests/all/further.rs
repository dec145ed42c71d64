//! A law on more positions than it was found on: as a function, and against a larger table.

use crate::common::sequence;
use crate::sequences::Rule;
use detector::{Function, Further, find};
use num_bigint::BigInt;

#[test]
fn a_law_is_a_function_with_its_exceptions_and_beginning() {
    let listed: Rule = &|n| match n {
        0..3 => [7, 3, 9][n as usize],
        60 => 1,
        _ => n % 4,
    };
    let late: Rule = &|n| if n < 12 { n * n % 5 + 3 } else { n % 4 };
    for (value, from, exceptions) in [(listed, 0, 4), (late, 12, 0)] {
        let values: Vec<i64> = (0..300).map(value).collect();
        let table = sequence("sg", 0, &values);
        let finding = find(&table, "sg").remove(0);
        let told = (finding.law.from, finding.law.exceptions.len());
        assert_eq!(told, (Some(from as i64), exceptions));
        let mut function = Function::of(&finding, &table).expect("an expression");
        let said: Vec<Option<i128>> = (0..300).map(|n| function.at(&[n])).collect();
        assert_eq!(said, values.iter().map(|&v| Some(v.into())).collect::<Vec<_>>());
        assert_eq!([function.at(&[1_000_001]), function.at(&[-1])], [Some(1), None]);
        // It can be wrong from its first place on.
        for n in 0..=from {
            let mut other = values.clone();
            other[n] += 1;
            let further = finding.against(&sequence("sg", 0, &other));
            let fails = Further::Fails(vec![n as i64]);
            assert_eq!(further, if n < from { Further::Holds } else { fails });
        }
    }
}

#[test]
fn more_terms_confirm_or_refute() {
    let values: Vec<i64> = (0..300).map(|n| if n == 4 { 9 } else { n % 5 }).collect();
    let finding = find(&sequence("sg", 0, &values[..100]), "sg").remove(0);
    let large = sequence("sg", 0, &values);
    assert_eq!(finding.against(&large), Further::Holds);
    let confirmed = finding.clone().confirmed_on(&large, 100);
    assert_eq!(confirmed.evidence.tested, finding.evidence.tested + 200);
    assert_eq!(confirmed.evidence.verified_to, [299]);
    assert_eq!(confirmed.next[..3], [0, 1, 2].map(BigInt::from));
    let mut broken = values.clone();
    broken[250] = 7;
    assert_eq!(finding.against(&sequence("sg", 0, &broken)), Further::Fails(vec![250]));
    assert_eq!(finding.against(&sequence("remoteness", 0, &values)), Further::Silent);
}
