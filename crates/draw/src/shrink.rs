//! Draws that fail, and simpler ones: fewer, then smaller.

use crate::{Draw, Source};
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{TestRng, TestRunner};
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Debug)]
pub(crate) struct Draws;

impl Strategy for Draws {
    type Tree = Shrink;
    type Value = Draw;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let rng = runner.new_rng();
        let (given, drawn) = (Vec::new(), Rc::default());
        Ok(Shrink { rng, failing: None, given, drawn, pass: 0, at: 0 })
    }
}

pub(crate) struct Shrink {
    rng: TestRng,
    /// The simplest draws for which the test failed.
    failing: Option<Vec<u64>>,
    /// What is tried now.
    given: Vec<u64>,
    /// What the test drew last.
    drawn: Rc<RefCell<Vec<u64>>>,
    /// What is tried next: a way of making draws simpler, and a place.
    pass: usize,
    at: usize,
}

/// So many draws are left out together.
const CUTS: [usize; 21] =
    [4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
/// Longer parts are left out at multiples of their length only: few tries make long inputs short.
const EVERYWHERE: usize = 12;
/// Numbers fall to 0, by a half, by a quarter, and so on until by 1.
const FALLS: usize = u64::BITS as usize;

impl Shrink {
    /// Simpler draws by the pass; none where it is too near the end, or the number too small.
    fn simpler(&self, failing: &[u64]) -> Option<Vec<u64>> {
        if let Some(&cut) = CUTS.get(self.pass) {
            let end = self.at + cut;
            let is_tried =
                end <= failing.len() && (cut <= EVERYWHERE || self.at.is_multiple_of(cut));
            return is_tried.then(|| [&failing[..self.at], &failing[end..]].concat());
        }
        let fall = failing[self.at] >> (self.pass - CUTS.len());
        let mut draws = (fall > 0).then(|| failing.to_vec())?;
        draws[self.at] -= fall;
        Some(draws)
    }

    fn next(&mut self) -> bool {
        let failing = self.failing.take().unwrap_or_default();
        while self.pass < CUTS.len() + FALLS {
            while self.at < failing.len() {
                if let Some(draws) = self.simpler(&failing) {
                    (self.given, self.failing) = (draws, Some(failing));
                    return true;
                }
                self.at += 1;
            }
            (self.pass, self.at) = (self.pass + 1, 0);
        }
        (self.given, self.failing) = (failing.clone(), Some(failing));
        false
    }
}

impl ValueTree for Shrink {
    type Value = Draw;

    fn current(&self) -> Draw {
        self.drawn.borrow_mut().clear();
        let source = match &self.failing {
            None => Source::Random(self.rng.clone().into()),
            Some(_) => Source::Given(self.given.clone().into_iter()),
        };
        Draw { source, drawn: Rc::clone(&self.drawn) }
    }

    fn simplify(&mut self) -> bool {
        let drawn = self.drawn.borrow().clone();
        let size = |draws: &[u64]| (draws.len(), draws.to_vec());
        if self.failing.as_ref().is_none_or(|failing| size(&drawn) < size(failing)) {
            self.failing = Some(drawn);
        } else {
            self.at += 1;
        }
        self.next()
    }

    fn complicate(&mut self) -> bool {
        self.at += 1;
        self.next()
    }
}
