//! Every engine at every level against the definition.

use proptest::prelude::*;

use super::drive::{Engine, extend_by};
use super::{Code, Leaves, Move, extend, extend_plainly};
use crate::{Halt, Level};

const ENGINES: [Engine; 3] = [Engine::Small, Engine::Bytes, Engine::Sparse];

fn grundy() -> Code {
    Code::new([Move { taken: 0, leaves: Leaves::TwoUnequal }]).expect("a code")
}

fn octal(digits: &[u8]) -> Code {
    Code::of_digits(digits).expect("a code")
}

fn plainly(code: &Code, to: usize) -> Vec<u16> {
    let mut values = Vec::new();
    extend_plainly(code, &mut values, to, &|_, _| true).expect("values");
    values
}

fn by(engine: Engine, code: &Code, level: Level, mut values: Vec<u16>, to: usize) -> Vec<u16> {
    extend_by(engine, code, level, &mut values, to).expect("values");
    values
}

/// The first place where two tables differ, as an assertion with a short message.
fn assert_same(found: &[u16], expected: &[u16], what: &str) {
    let differ = found.iter().zip(expected).position(|(x, y)| x != y);
    let at = |n: usize| (found.get(n), expected.get(n));
    assert_eq!(differ.map(|n| (n, at(n))), None, "{what}");
    assert_eq!(found.len(), expected.len(), "{what}");
}

fn codes() -> impl Strategy<Value = Code> {
    let digits = (prop_oneof![Just(0u8), Just(4)], prop::collection::vec(0u8..8, 1..5));
    let unequal = prop::collection::vec(0u32..5, 0..2);
    (digits, unequal).prop_map(|((first, rest), unequal)| {
        let digits: Vec<u8> = std::iter::once(first).chain(rest).collect();
        let moves = octal(&digits).moves().to_vec();
        let more = unequal.into_iter().map(|taken| Move { taken, leaves: Leaves::TwoUnequal });
        Code::new(moves.into_iter().chain(more)).expect("a code")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_engines_equal_the_definition(code in codes(), cut in 0usize..2500, to in 0usize..2500) {
        let expected = plainly(&code, to);
        let prefix = || expected[..cut.min(expected.len())].to_vec();
        for level in Level::available() {
            for engine in ENGINES {
                let found = by(engine, &code, level, prefix(), to);
                assert_same(&found, &expected, &format!("{engine:?} {level:?}"));
            }
            let mut found = prefix();
            extend(&code, level, &mut found, to, &|_, _| true, &|_| false).expect("values");
            assert_same(&found, &expected, &format!("{level:?}"));
        }
    }
}

#[test]
fn sparse_games_equal_the_definition() {
    let games: [(&str, Code); 8] = [
        (".6", octal(&[0, 6])),
        ("grundy", grundy()),
        (".16", octal(&[0, 1, 6])),
        (".106", octal(&[0, 1, 0, 6])),
        (".354", octal(&[0, 3, 5, 4])),
        (".376", octal(&[0, 3, 7, 6])),
        (".167", octal(&[0, 1, 6, 7])),
        (".161", octal(&[0, 1, 6, 1])),
    ];
    for (name, code) in games {
        let expected = plainly(&code, 16_000);
        for level in Level::available() {
            for engine in ENGINES {
                let found = by(engine, &code, level, Vec::new(), 16_000);
                assert_same(&found, &expected, &format!("{name} {engine:?} {level:?}"));
            }
        }
    }
}
