//! Values by memoised search, on an explicit stack: slow, obvious, and free of any box or order.

use crate::machine::run::Fold;
use crate::progress::Progress;
use hashbrown::HashMap;

/// A position of a search: any list of integers.
pub(crate) type Key = Vec<i64>;

/// Options listed between two calls of the progress hook.
const POLL: usize = 1 << 14;

/// What follows a position.
#[derive(Clone, Debug)]
pub(crate) enum Expansion {
    /// The game is over; whether the player to move has won.
    Ended(bool),
    /// Every option, as a sum of positions (values are combined by xor).
    Options(Vec<Vec<Key>>),
}

/// Why a search ended without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchStop {
    /// More positions than the budget allows.
    Budget(usize),
    /// Play can return to this position.
    Cycle(Vec<i64>),
    /// The user asked to stop.
    Interrupted,
    /// An expression has no value, in words.
    Undefined(String),
}

/// A search with its memory of values.
pub(crate) struct Search<'a> {
    fold: Fold,
    budget: usize,
    progress: &'a dyn Progress,
    memo: HashMap<Key, Option<u32>>,
    /// Options listed so far, and how many may be.
    listed: usize,
    work: usize,
    /// Options of the positions under way; they count as positions remembered.
    waiting: usize,
}

struct Frame {
    key: Key,
    options: Vec<Vec<Key>>,
    /// Next component to value.
    at: (usize, usize),
    xor: u32,
    values: Vec<u32>,
}

impl<'a> Search<'a> {
    /// A search that remembers at most `budget` positions.
    pub(crate) fn new(fold: Fold, budget: usize, progress: &'a dyn Progress) -> Self {
        let memo = HashMap::new();
        Self { fold, budget, progress, memo, listed: 0, work: usize::MAX, waiting: 0 }
    }

    /// The same search that gives up after listing about `work` options.
    pub(crate) fn with_work(self, work: usize) -> Self {
        Self { work, ..self }
    }

    /// The value of a position.
    pub(crate) fn value(
        &mut self,
        root: &Key,
        expand: &mut dyn FnMut(&Key) -> Result<Expansion, SearchStop>,
    ) -> Result<u32, SearchStop> {
        if let Some(Some(value)) = self.memo.get(root) {
            return Ok(*value);
        }
        let outcome = self.descend(root, expand);
        if outcome.is_err() {
            self.waiting = 0;
            self.memo.retain(|_, value| value.is_some());
        }
        outcome
    }

    fn descend(
        &mut self,
        root: &Key,
        expand: &mut dyn FnMut(&Key) -> Result<Expansion, SearchStop>,
    ) -> Result<u32, SearchStop> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut returned = self.open(root.clone(), &mut stack, expand)?;
        loop {
            let Some(frame) = stack.last_mut() else {
                // The root was ended at once or has just been closed.
                return Ok(returned.unwrap_or_default());
            };
            if let Some(value) = returned.take() {
                frame.xor ^= value;
                frame.at.1 += 1;
            }
            let child = loop {
                let Some(option) = frame.options.get(frame.at.0) else { break None };
                if let Some(child) = option.get(frame.at.1) {
                    match self.memo.get(child) {
                        Some(Some(value)) => {
                            frame.xor ^= value;
                            frame.at.1 += 1;
                        }
                        Some(None) => return Err(SearchStop::Cycle(child.clone())),
                        None => break Some(child.clone()),
                    }
                } else {
                    frame.values.push(frame.xor);
                    frame.xor = 0;
                    frame.at = (frame.at.0 + 1, 0);
                }
            };
            if let Some(child) = child {
                returned = self.open(child, &mut stack, expand)?;
            } else if let Some(frame) = stack.pop() {
                self.waiting -= frame.options.len();
                let value = combine(self.fold, &frame.values);
                self.memo.insert(frame.key, Some(value));
                returned = Some(value);
            }
        }
    }

    fn open(
        &mut self,
        key: Key,
        stack: &mut Vec<Frame>,
        expand: &mut dyn FnMut(&Key) -> Result<Expansion, SearchStop>,
    ) -> Result<Option<u32>, SearchStop> {
        if self.memo.len() + self.waiting >= self.budget || self.listed >= self.work {
            return Err(SearchStop::Budget(self.budget));
        }
        let before = self.listed / POLL;
        let expansion = expand(&key)?;
        if let Expansion::Options(options) = &expansion {
            self.listed += options.len() + 1;
        }
        if self.listed / POLL != before
            && !self.progress.advance(self.memo.len() as u64, self.budget as u64)
        {
            return Err(SearchStop::Interrupted);
        }
        match expansion {
            Expansion::Ended(wins) => {
                let value = match self.fold {
                    Fold::Mex => 0,
                    Fold::Outcome { .. } | Fold::Remoteness => u32::from(wins),
                };
                self.memo.insert(key, Some(value));
                Ok(Some(value))
            }
            Expansion::Options(options) => {
                self.memo.insert(key.clone(), None);
                self.waiting += options.len();
                stack.push(Frame { key, options, at: (0, 0), xor: 0, values: Vec::new() });
                Ok(None)
            }
        }
    }
}

/// The value of a position from the values of its options, by definition.
fn combine(fold: Fold, options: &[u32]) -> u32 {
    match fold {
        Fold::Mex => {
            let mut seen = vec![false; options.len() + 1];
            for &value in options {
                if let Some(mark) = seen.get_mut(value as usize) {
                    *mark = true;
                }
            }
            (0..).zip(&seen).find(|(_, seen)| !**seen).map_or(u32::MAX, |(mex, _)| mex)
        }
        Fold::Outcome { stuck } if options.is_empty() => stuck,
        Fold::Outcome { .. } => u32::from(options.contains(&0)),
        Fold::Remoteness => {
            let least_even = options.iter().filter(|v| *v % 2 == 0).min();
            let greatest_odd = options.iter().filter(|v| *v % 2 == 1).max();
            least_even.or(greatest_odd).map_or(0, |v| v + 1)
        }
    }
}
