//! Random inputs of tests: functions draw them number by number, and where a test fails, simpler ones.
//!
//! Proptest runs the tests and shrinks the numbers. Functions that draw compile much faster than its
//! strategies, of which every combination is a type of its own.

mod runs;
mod shrink;

pub use proptest::test_runner::{TestCaseError, TestCaseResult};
pub use runs::{Runs, one_in, some_of};

pub use proptest::{prop_assert, prop_assert_eq, prop_assert_ne, prop_assume};

use proptest::char::DEFAULT_SPECIAL_CHARS;
use proptest::prelude::{ProptestConfig, Rng};
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use shrink::Draws;
use std::cell::RefCell;
use std::fmt::Debug;
use std::ops::Range;
use std::panic::Location;
use std::rc::Rc;

/// What random inputs are drawn from. The first outcome of a draw is the simplest: where a test fails,
/// it is tried with fewer and smaller draws.
#[derive(Debug)]
pub struct Draw {
    source: Source,
    drawn: Rc<RefCell<Vec<u64>>>,
}

#[derive(Debug)]
enum Source {
    Random(Box<TestRng>),
    /// These numbers, and zeros behind them.
    Given(std::vec::IntoIter<u64>),
}

impl Draw {
    /// The same draws in every run.
    pub fn deterministic() -> Self {
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        Self { source: Source::Random(rng.into()), drawn: Rc::default() }
    }

    fn up_to(&mut self, most: u64) -> u64 {
        let number = match &mut self.source {
            Source::Random(rng) if most < u64::MAX => rng.next_u64() % (most + 1),
            Source::Random(rng) => rng.next_u64(),
            Source::Given(numbers) => numbers.next().unwrap_or(0).min(most),
        };
        self.drawn.borrow_mut().push(number);
        number
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.up_to(u64::MAX)
    }

    /// A number of the range, which may not be empty; the simplest is the one next to 0.
    pub fn int(&mut self, range: Range<i64>) -> i64 {
        let last = range.end - 1;
        let simplest = 0.clamp(range.start, last);
        let (above, far) = (last - simplest, self.up_to((last - range.start) as u64) as i64);
        if far <= above { simplest + far } else { simplest - (far - above) }
    }

    /// So many numbers of the range.
    pub fn ints<const N: usize>(&mut self, range: Range<i64>) -> [i64; N] {
        [(); N].map(|()| self.int(range.clone()))
    }

    /// A length or a place in the range, which may not be empty.
    pub fn size(&mut self, range: Range<usize>) -> usize {
        self.int(range.start as i64..range.end as i64) as usize
    }

    /// Either; false is simpler.
    pub fn flag(&mut self) -> bool {
        self.up_to(1) == 1
    }

    /// True so many times in a hundred; false is simpler.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.up_to(99) >= 100 - percent
    }

    /// One of the items, each as often as it stands there.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.size(0..items.len())]
    }

    /// What one of the functions draws.
    pub fn one_of<T>(&mut self, ways: &[fn(&mut Self) -> T]) -> T {
        self.pick(ways)(self)
    }

    /// As many draws as the range says.
    pub fn many<T>(&mut self, sizes: Range<usize>, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut all = Vec::new();
        // Whether another one follows is drawn before it: a shorter list is the same draws without some.
        while all.len() < sizes.start || self.up_to((sizes.end - 1 - all.len()) as u64) > 0 {
            all.push(one(self));
        }
        all
    }

    /// As many numbers of the range as `sizes` says, all different, in order.
    pub fn subset(&mut self, range: Range<i64>, sizes: Range<usize>) -> Vec<i64> {
        let mut missing = self.size(sizes);
        let mut chosen = Vec::new();
        for number in range.clone() {
            if self.size(0..(range.end - number) as usize) < missing {
                missing -= 1;
                chosen.push(number);
            }
        }
        chosen
    }

    /// The template with its holes filled: `<2..5>` with a number, `<a|b|c>` with one of the words,
    /// `<x=2..5>` likewise, as is every `<x>` behind it. What other holes mean `other` says. A `<`
    /// before a space or `=` is no hole.
    pub fn fill(&mut self, template: &str, other: fn(&mut Self, &str) -> String) -> String {
        let mut named: Vec<(&str, String)> = Vec::new();
        let (mut filled, mut rest) = (String::new(), template);
        while let Some((before, after)) = rest.split_once('<') {
            filled += before;
            rest = after;
            if after.starts_with([' ', '=']) {
                filled.push('<');
                continue;
            }
            let (hole, after) = after.split_once('>').expect("the end of a hole");
            rest = after;
            let is_name = |name: &str| name.chars().all(char::is_alphanumeric);
            let (name, hole) =
                hole.split_once('=').filter(|(name, _)| is_name(name)).unwrap_or(("", hole));
            let known = named.iter().find(|(name, _)| *name == hole);
            let range = hole.split_once("..").map(|(lo, hi)| (lo.parse(), hi.parse()));
            let text = match (known, range) {
                (Some((_, text)), _) => text.clone(),
                (None, Some((Ok(lo), Ok(hi)))) => self.int(lo..hi).to_string(),
                _ if hole.contains('|') => self.pick(&hole.split('|').collect::<Vec<_>>()).into(),
                _ => other(self, hole),
            };
            filled += &text;
            named.push((name, text));
        }
        filled + rest
    }

    /// The template with its holes filled with numbers and words, as [`Draw::fill`] says.
    pub fn text(&mut self, template: &str) -> String {
        self.fill(template, |_, hole| panic!("what is <{hole}>?"))
    }

    /// Any 128 bits.
    pub fn wide_bits(&mut self) -> u128 {
        // The low half comes first: numbers below 2^64 are the same draws without the last one.
        let low = self.bits();
        u128::from(self.bits()) << 64 | u128::from(low)
    }

    /// Any number of 128 bits; the simplest is 0.
    pub fn wide(&mut self) -> i128 {
        let n = i128::from(self.bits() >> 1) << 64 | i128::from(self.bits());
        if self.flag() { !n } else { n }
    }

    /// Any character: half of them make trouble somewhere, most others are of ASCII; a space is the
    /// simplest.
    pub fn char(&mut self) -> char {
        if self.flag() {
            return self.pick(DEFAULT_SPECIAL_CHARS);
        }
        let end = self.pick(&[0x7f, 0x7f, 0x1_0000, 0x11_0000]);
        char::from_u32(self.int(0x20..end) as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// How many inputs a test has that does not say it: `PROPTEST_CASES`, or proptest's number.
pub fn cases() -> u32 {
    ProptestConfig::default().cases
}

/// Tests so many random inputs, or a third of them ([`Runs::Quick`]). Fails with a simple input for
/// which `test` fails or panics; like proptest, keeps what it was drawn from, to be tested first from
/// then on.
#[track_caller]
pub fn check<T: Debug>(
    cases: u32,
    draw: impl Fn(&mut Draw) -> T,
    test: impl Fn(T) -> TestCaseResult,
) {
    let source_file = Some(Location::caller().file());
    let cases = cases.div_ceil(one_in() as u32);
    let config = ProptestConfig { cases, source_file, ..ProptestConfig::default() };
    if let Err((why, from)) = run(config, &|from| test(draw(from))) {
        let input = from.map(|mut from| format!("\nminimal failing input: {:#?}", draw(&mut from)));
        panic!("{why}{}", input.unwrap_or_default());
    }
}

/// # Errors
/// Why the test failed, and what its simplest failing input is drawn from.
fn run(
    config: ProptestConfig,
    test: &dyn Fn(&mut Draw) -> TestCaseResult,
) -> Result<(), (String, Option<Draw>)> {
    let mut runner = TestRunner::new(config);
    runner.run(&Draws, |mut from| test(&mut from)).map_err(|failed| match failed {
        TestError::Fail(why, from) => (format!("{why}\n{runner}"), Some(from)),
        TestError::Abort(why) => (format!("{why}\n{runner}"), None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The simplest input found for which the test fails.
    fn shrunk<T: Debug>(draw: fn(&mut Draw) -> T, fails: fn(&T) -> bool) -> T {
        let (cases, max_shrink_iters) = (10_000, 1024);
        let config = ProptestConfig { failure_persistence: None, ..Default::default() };
        let config = ProptestConfig { cases, max_shrink_iters, ..config };
        let test = |from: &mut Draw| match fails(&draw(from)) {
            true => Err(TestCaseError::fail("as expected")),
            false => Ok(()),
        };
        let Err((_, Some(mut from))) = run(config, &test) else { panic!("no failure") };
        draw(&mut from)
    }

    #[test]
    fn failing_inputs_are_made_simple() {
        let list = |d: &mut Draw| d.many(0..20, |d| d.int(-50..1000));
        assert_eq!(shrunk(list, |list| list.iter().any(|n| *n > 321)), [322]);
        assert_eq!(shrunk(list, |list| list.iter().any(|n| *n < -7)), [-8]);
        assert_eq!(shrunk(list, |list| list.len() > 3), [0; 4]);
        let long = |d: &mut Draw| d.many(1..9000, |d| (d.int(0..40), d.flag()));
        assert_eq!(shrunk(long, |list| list.iter().any(|one| one.1)), [(0, true)]);
        assert_eq!(shrunk(|d| (d.bits(), d.flag()), |(n, _)| *n > 1 << 40), ((1 << 40) + 1, false));
        assert_eq!(shrunk(|d| d.text("<b|a|c><1..9>"), |text| *text > "a4".into()), "b1");
        assert_eq!(shrunk(Draw::wide, |n| *n < -9), -10);
        assert_eq!(shrunk(Draw::char, |c| !c.is_ascii()), '¥');
    }

    #[test]
    fn all_outcomes_are_drawn_and_no_others() {
        let mut d = Draw::deterministic();
        let mut met = [0; 7];
        (0..700).for_each(|_| met[(d.int(-3..4) + 3) as usize] += 1);
        assert!(met.iter().all(|times| (50..150).contains(times)), "{met:?}");
        for _ in 0..100 {
            let subset = d.subset(2..9, 1..4);
            assert!(matches!(subset.len(), 1..4) && subset.is_sorted() && subset[0] > 1);
            assert!(subset.windows(2).all(|two| two[0] < two[1]) && subset[subset.len() - 1] < 9);
        }
        let all: Vec<String> = (0..100).map(|_| d.fill("<c=1..3> < <c>< |, <x y>", f)).collect();
        fn f(_: &mut Draw, hole: &str) -> String {
            hole.replace(' ', "+")
        }
        assert!(all.iter().any(|text| text == "1 < 1< |, x+y"), "{}", all[0]);
        assert!(all.iter().all(|text| text.starts_with("1 < 1<") || text.starts_with("2 < 2<")));
    }
}
