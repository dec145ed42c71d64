//! Every engine at every level against the definition.

use draw::{Draw, check, prop_assume};

use super::drive::{Engine, extend_by};
use super::mask::{Census, Mask};
use super::shape::Shape;
use super::sparse::Task;
use super::{Code, Leaves, Move, Stop, extend, extend_plainly, small, sparse};
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
    extend_by(&[engine], code, level, &mut values, to).expect("values");
    values
}

/// The first place where two tables differ, as an assertion with a short message.
fn assert_same(found: &[u16], expected: &[u16], what: &str) {
    let differ = found.iter().zip(expected).position(|(x, y)| x != y);
    let at = |n: usize| (found.get(n), expected.get(n));
    assert_eq!(differ.map(|n| (n, at(n))), None, "{what}");
    assert_eq!(found.len(), expected.len(), "{what}");
}

fn codes(d: &mut Draw) -> Code {
    let mut digits = vec![d.pick(&[0, 4])];
    digits.extend(d.many(1..5, |d| d.int(0..8) as u8));
    let mut moves = octal(&digits).moves().to_vec();
    moves.extend(d.many(0..2, |d| Move { taken: d.int(0..5) as u32, leaves: Leaves::TwoUnequal }));
    Code::new(moves).expect("a code")
}

/// Values that no game needs to have: every engine must go on from any prefix by the definition.
fn prefixes(d: &mut Draw) -> Vec<u16> {
    let (below, lengths) = d.pick(&[(8, 400), (64, 400), (500, 900)]);
    let mut values = d.many(1..lengths, |d| d.int(0..below) as u16);
    values[0] = 0;
    values
}

/// Extends by one engine with this mask, however bad, and no driver.
fn extend_masked(
    engine: Engine,
    (code, level, mask): (&Code, Level, Mask),
    values: &mut Vec<u16>,
    to: usize,
    most: usize,
) -> Stop {
    let shape = &Shape::of(code).expect("a shape");
    let task = Task { shape, mask, level, to, most, pulse: &|_, _| true };
    let stop = match engine {
        Engine::Small => small::extend(task, values),
        Engine::Bytes => sparse::bytes::extend(task, values),
        _ => sparse::extend(task, values),
    };
    stop.expect("no halt")
}

#[test]
fn any_mask_is_right_after_any_prefix() {
    let input = |d: &mut Draw| {
        let most = if d.flag() { d.size(0..400) } else { usize::MAX };
        (codes(d), d.int(1..128) as u16, d.flag(), prefixes(d), d.size(0..300), most)
    };
    check(48, input, |(code, bits, counts_position, prefix, more, most)| {
        let shape = Shape::of(&code).expect("a shape");
        prop_assume!(!shape.splits.is_empty());
        let mask = Mask::new(bits, shape.parity().filter(|_| counts_position));
        let to = prefix.len() + more;
        let mut expected = prefix.clone();
        extend_plainly(&code, &mut expected, to, &|_, _| true).expect("values");
        for level in Level::available() {
            for engine in ENGINES {
                if engine == Engine::Small && prefix.iter().any(|&v| v >= small::TOO_GREAT) {
                    continue;
                }
                let mut found = prefix.clone();
                let stop = extend_masked(engine, (&code, level, mask), &mut found, to, most);
                let what = format!("{engine:?} {level:?} {stop:?}");
                assert_same(&found, &expected[..found.len()], &what);
                assert!(stop != Stop::Reached || found.len() == expected.len(), "{what}");
                assert!(stop != Stop::Crowded || most < usize::MAX, "{what}");
                assert!(stop != Stop::Outgrown || engine != Engine::Sparse, "{what}");
            }
        }
        Ok(())
    });
}

#[test]
fn all_engines_equal_the_definition() {
    let input = |d: &mut Draw| (codes(d), d.size(0..2500), d.size(0..2500));
    check(48, input, |(code, cut, to)| {
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
        Ok(())
    });
}

/// Long prefixes with rare heaps at the start only, after which several threads work on a stretch of
/// heaps; some of these have no witness and are rare after all.
#[test]
fn stretches_of_heaps_equal_blocks() {
    const KNOWN: usize = 34_000;
    const COMMON: [u16; 8] = [1, 1, 1, 1, 2, 4, 7, 8];
    let code = octal(&[0, 1, 3, 7]);
    let mask = Mask::new(127, None);
    let mut late = 0;
    for seed in 1..=6_u64 {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) % below
        };
        // The fewer values differ, the sooner a witness is missing.
        let others = [0, 1, 40, 4000][seed as usize % 4];
        let prefix: Vec<u16> = (0..KNOWN)
            .map(|n| match n {
                0 => 0,
                1..60 => random(16) as u16,
                _ if random(4000) < others => COMMON[random(8) as usize],
                _ => 1,
            })
            .collect();
        let fill = |level: Level, threads: usize| {
            let mut values = prefix.clone();
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let stop = pool.install(|| {
                let game = (&code, level, mask);
                extend_masked(Engine::Bytes, game, &mut values, KNOWN + 4500, usize::MAX)
            });
            (stop, values)
        };
        for level in Level::available() {
            let (stop, expected) = fill(level, 1);
            let (same, found) = fill(level, 3);
            assert_same(&found, &expected, &format!("{level:?} {seed}"));
            assert_eq!(same, stop);
            late += (KNOWN + 1..expected.len()).filter(|&n| mask.is_rare(expected[n], n)).count();
        }
    }
    assert!(late > 0, "all heaps have witnesses");
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

#[test]
fn values_that_outgrow_an_engine_are_found_by_another() {
    // So many random values reach nearly all of their length, so the next values are longer.
    let mut state = 1u32;
    let mut random = |below: u16| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as u16 % below
    };
    for (below, length, engine) in
        [(32, 900, Engine::Small), (64, 1500, Engine::Small), (400, 7000, Engine::Bytes)]
    {
        let mut prefix: Vec<u16> = (0..length).map(|_| random(below)).collect();
        prefix[0] = 0;
        let mut expected = prefix.clone();
        extend_plainly(&octal(&[0, 6]), &mut expected, length + 400, &|_, _| true).expect("values");
        assert!(expected.iter().any(|&value| value >= below.next_power_of_two()));
        for level in Level::available() {
            let found = by(engine, &octal(&[0, 6]), level, prefix.clone(), length + 400);
            assert_same(&found, &expected, &format!("{engine:?} {level:?} {below}"));
        }
    }
}

#[test]
fn officers_has_its_heavy_tailed_witnesses() {
    // At 131101 the rare value 227 has 13 witnesses among 65 thousand pairs.
    let code = octal(&[0, 6]);
    let expected = by(Engine::Sparse, &code, Level::Plain, Vec::new(), 140_000);
    for level in Level::available() {
        let mut found = Vec::new();
        let work =
            extend(&code, level, &mut found, 140_000, &|_, _| true, &|_| false).expect("values");
        assert_same(&found, &expected, &format!("officers {level:?}"));
        assert_eq!(work.last().map(|&(last, _)| last), Some(Engine::Bytes));
    }
    // Grossman, Searching for periodicity in Officers: 1584 rare values with that of the empty
    // heap, the last at 20627.
    let mut census = Census::new();
    census.update(&expected);
    let (mask, rares) = census.best(&Shape::of(&code).expect("a shape"));
    assert_eq!((rares, mask.rares(&expected).last()), (1583, Some(&20_627)));
    assert_eq!(expected[20_627], 277);
}

#[test]
fn witnesses_remembered_do_not_change_values() {
    // Many more witnesses than are remembered; the second game has splits into unequal heaps too.
    let unequal = Code::new([
        Move { taken: 1, leaves: Leaves::Nothing },
        Move { taken: 2, leaves: Leaves::TwoUnequal },
        Move { taken: 3, leaves: Leaves::Two },
    ]);
    for (code, to) in [(octal(&[0, 1, 6]), 400_000), (unequal.expect("a code"), 30_000)] {
        let expected = by(Engine::Sparse, &code, Level::Plain, Vec::new(), to);
        for level in Level::available() {
            let found = by(Engine::Small, &code, level, Vec::new(), to);
            assert_same(&found, &expected, &format!("{code} {level:?}"));
        }
    }
}

#[test]
fn a_late_rare_heap_does_not_disturb() {
    // One value is changed from common to rare far out, where rare ones have died out.
    let code = octal(&[0, 6]);
    let mut prefix = by(Engine::Sparse, &code, Level::Plain, Vec::new(), 60_000);
    prefix[59_000] = 0;
    let expected = by(Engine::Sparse, &code, Level::Plain, prefix.clone(), 62_000);
    for level in Level::available() {
        let found = by(Engine::Bytes, &code, level, prefix.clone(), 62_000);
        assert_same(&found, &expected, &format!("a late rare heap {level:?}"));
    }
}

#[test]
fn an_interrupted_table_goes_on() {
    let code = octal(&[0, 1, 6]);
    let expected = plainly(&code, 9000);
    for level in Level::available() {
        let mut values = Vec::new();
        let halt = extend(
            &code,
            level,
            &mut values,
            40_000,
            &|n, to| {
                assert_eq!(to, 40_000);
                n < 4000
            },
            &|_| false,
        );
        assert_eq!(halt, Err(Halt::Interrupted));
        values.truncate(9001);
        extend(&code, level, &mut values, 9000, &|_, _| true, &|_| false).expect("values");
        assert_same(&values, &expected[..values.len()], &format!("{level:?}"));
        assert!(values.len() > 4000);
    }
}

#[test]
fn a_settled_table_ends_early() {
    let kayles = octal(&[0, 7, 7]);
    let mut values = Vec::new();
    let enough = |values: &[u16]| values.len() > 1000;
    let work = extend(&kayles, Level::best(), &mut values, 100_000, &|_, _| true, &enough)
        .expect("values");
    assert!(values.len() > 1000 && values.len() < 2000);
    let total: usize = work.iter().map(|&(_, count)| count).sum();
    assert_eq!(total, values.len());
}

#[test]
fn three_heaps_and_none_are_found_by_definition() {
    for code in [octal(&[0, 8, 1]), octal(&[0, 3, 3]), octal(&[0])] {
        let mut values = Vec::new();
        let work = extend(&code, Level::best(), &mut values, 600, &|_, _| true, &|_| false)
            .expect("values");
        assert_eq!(values, plainly(&code, 600));
        assert_eq!(work, [(Engine::Plain, 601)]);
    }
}
