//! Values by memoised search, on an explicit stack: free of any box or order.
//!
//! A position is listed once. Options whose values are known count at once; the others are
//! searched one after another, and only as long as they can still change the value: for an
//! outcome the first losing option ends it.

use super::Result;
use super::key::SearchKey;
use super::position::Component;
use crate::fold::Fold;
use crate::progress::Progress;
use crate::request::Limits;
use crate::stop::SearchStop;
use hashbrown::HashMap;
use message::message;

/// Options and positions between two calls of the progress hook. An option of a long sum may take
/// 0.1 ms.
const POLL: usize = 1 << 10;
/// From here on it is asked whether play grows without end, at every doubling of its length.
const DEEP: usize = 128;
/// A long key lies in the memory, on the stack, and among the options of where it was met.
const COPIES: usize = 3;
/// In place of a value: the position is being searched.
const UNDER_WAY: u32 = u32::MAX;

/// Takes an option, a sum of positions; `false` to see no more.
pub(crate) type Visit<'v, K> = dyn FnMut(&[K]) -> bool + 'v;

/// Where play has ended: whether the player to move has won.
pub(crate) type Ended = Result<Option<bool>>;

/// Where a search gets what follows a position.
pub(crate) trait Expand {
    /// A position as a search remembers it.
    type Key: SearchKey;

    /// Calls `visit` with every option, a sum of positions whose values are combined by xor, until
    /// it says `false`. Where play has ended instead: whether the player to move has won.
    ///
    /// # Errors
    /// The key is no position, or an expression has no value.
    fn expand(&mut self, key: &Self::Key, visit: &mut Visit<'_, Self::Key>) -> Ended;

    /// The position in words.
    fn words(&self, key: &Self::Key) -> String;

    /// Whether one position is a sum that holds another and more, so that play can go on from it as
    /// it came from there.
    fn exceeds(&self, _key: &Self::Key, _other: &Self::Key) -> bool {
        false
    }
}

/// Where a search gets what follows sums of components.
pub(crate) trait Sums: Expand {
    /// The key of a sum; `None` where it has none here.
    ///
    /// # Errors
    /// Something is wrong with the sum, or too much would have to be looked at.
    fn key_of(&mut self, sum: &[Component]) -> Result<Option<Self::Key>>;

    /// Whether no other search of the sum need be tried after one that stopped so.
    fn is_final(stop: &SearchStop) -> bool {
        matches!(stop, SearchStop::Interrupted | SearchStop::Budget(_))
    }
}

/// How much a search may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits {
    /// Positions that are remembered.
    pub(crate) positions: usize,
    /// Options that are listed, roughly.
    pub(crate) options: usize,
}

impl From<usize> for SearchLimits {
    fn from(positions: usize) -> Self {
        Self { positions, options: usize::MAX }
    }
}

/// A search with its memory of values.
pub(crate) struct Search<'a, E: Expand> {
    /// What lists the options.
    pub(crate) expand: E,
    fold: Fold,
    limits: SearchLimits,
    progress: &'a dyn Progress,
    /// The values of the positions met.
    memory: HashMap<E::Key, u32>,
    /// Of all positions under way the options still to be valued: the xor of the components known,
    /// and where the others end.
    options: Vec<(u32, usize)>,
    /// Their components without known value, one option after another; they count as positions
    /// remembered.
    unknown: Vec<E::Key>,
    /// Options listed so far.
    listed: usize,
    /// Bytes of keys too long to hold them in themselves.
    outside: usize,
}

/// A position under way.
struct Frame<K> {
    key: K,
    gathered: Gathered,
    /// Where its options and their components begin.
    first: (usize, usize),
    /// The option at hand and its next component.
    at: (usize, usize),
}

impl<'a, E: Expand> Search<'a, E> {
    /// A search that does no more than it may.
    pub(crate) fn new(
        expand: E,
        fold: Fold,
        limits: impl Into<SearchLimits>,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            expand,
            fold,
            limits: limits.into(),
            progress,
            memory: HashMap::new(),
            options: Vec::new(),
            unknown: Vec::new(),
            listed: 0,
            outside: 0,
        }
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, root: &E::Key) -> Result<u32> {
        if let Some(&value) = self.memory.get(root) {
            return Ok(self.fold.read(value));
        }
        let outcome = self.descend(root);
        if outcome.is_err() {
            self.options.clear();
            self.unknown.clear();
            self.memory.retain(|_, value| *value != UNDER_WAY);
            self.outside = self.memory.keys().map(SearchKey::outside).sum();
        }
        outcome.map(|value| self.fold.read(value))
    }

    fn descend(&mut self, root: &E::Key) -> Result<u32> {
        let mut stack: Vec<Frame<E::Key>> = Vec::new();
        let mut returned = self.open(root.clone(), &mut stack)?;
        loop {
            let Some(frame) = stack.last_mut() else {
                // The root had a value at once or has just been closed.
                return Ok(returned.unwrap_or_default());
            };
            if let Some(value) = returned.take() {
                self.options[frame.at.0].0 ^= value;
                frame.at.1 += 1;
            }
            let child = loop {
                let Some(&(known, end)) = self.options.get(frame.at.0) else { break None };
                if frame.at.1 < end {
                    let child = &self.unknown[frame.at.1];
                    match self.memory.get(child) {
                        Some(&UNDER_WAY) => {
                            return Err(SearchStop::Cycle(self.expand.words(child).into()));
                        }
                        Some(value) => {
                            self.options[frame.at.0].0 ^= value;
                            frame.at.1 += 1;
                        }
                        None => break Some(child.clone()),
                    }
                } else if frame.gathered.add(known) {
                    frame.at.0 += 1;
                } else {
                    break None;
                }
            };
            if let Some(child) = child {
                returned = self.open(child, &mut stack)?;
            } else if let Some(frame) = stack.pop() {
                returned = Some(self.close(frame.key, frame.gathered.value(), frame.first));
            }
        }
    }

    /// Lists a position: its value where that is known at once, else a frame on the stack.
    fn open(&mut self, key: E::Key, stack: &mut Vec<Frame<E::Key>>) -> Result<Option<u32>> {
        if !counted(&mut self.listed, self.memory.len(), self.progress) {
            return Err(SearchStop::Interrupted);
        }
        let first = (self.options.len(), self.unknown.len());
        let remembered = self.remember(&key)?;
        let SearchLimits { positions, options: most } = self.limits;
        let mut gathered = Gathered::new(self.fold);
        // What ends the search, and the position that play returns to.
        let (mut stopped, mut cycle) = (None, None);
        let Self { expand, memory, options, unknown, listed, progress, .. } = self;
        let visit = &mut |option: &[E::Key]| {
            if !counted(listed, memory.len(), *progress) {
                stopped = Some(SearchStop::Interrupted);
            } else if remembered + unknown.len() >= positions || *listed >= most {
                stopped = Some(SearchStop::Budget(positions));
            }
            if stopped.is_some() {
                return false;
            }
            let (start, mut known) = (unknown.len(), 0);
            for part in option {
                match memory.get(part) {
                    Some(&UNDER_WAY) => {
                        cycle = Some(part.clone());
                        return false;
                    }
                    Some(value) => known ^= value,
                    None => unknown.push(part.clone()),
                }
            }
            if unknown.len() > start {
                options.push((known, unknown.len()));
                return true;
            }
            gathered.add(known)
        };
        let ended = match expand.expand(&key, visit) {
            Err(SearchStop::NoPosition) => {
                let from = stack.last().map(|frame| expand.words(&frame.key));
                return Err(SearchStop::no_position(from, &expand.words(&key)));
            }
            other => other?,
        };
        if let Some(stop) =
            cycle.map(|part| SearchStop::Cycle(expand.words(&part).into())).or(stopped)
        {
            return Err(stop);
        }
        let value = match ended {
            Some(wins) => self.fold.ended(wins),
            None if gathered.is_settled() || options.len() == first.0 => gathered.value(),
            None => {
                self.may_go_deeper(&key, stack)?;
                stack.push(Frame { key, gathered, first, at: first });
                return Ok(None);
            }
        };
        Ok(Some(self.close(key, value, first)))
    }

    /// Remembers that a position is under way; how many are remembered, about.
    fn remember(&mut self, key: &E::Key) -> Result<usize> {
        self.outside += COPIES * key.outside();
        let remembered = self.memory.len() + self.outside / Limits::POSITION as usize;
        let SearchLimits { positions, options } = self.limits;
        if remembered + self.unknown.len() >= positions || self.listed >= options {
            return Err(SearchStop::Budget(positions));
        }
        self.memory.insert(key.clone(), UNDER_WAY);
        Ok(remembered)
    }

    /// Refuses play that grows without end.
    fn may_go_deeper(&self, key: &E::Key, stack: &[Frame<E::Key>]) -> Result<()> {
        if stack.len() < DEEP || !stack.len().is_power_of_two() {
            return Ok(());
        }
        match stack.iter().find(|frame| self.expand.exceeds(key, &frame.key)) {
            None => Ok(()),
            Some(frame) => {
                let words = self.expand.words(&frame.key);
                Err(SearchStop::Cycle(message!("{words} with more beside it")))
            }
        }
    }

    /// Remembers the value of a position under way and drops its options.
    fn close(&mut self, key: E::Key, value: u32, (options, unknown): (usize, usize)) -> u32 {
        self.options.truncate(options);
        self.unknown.truncate(unknown);
        self.memory.insert(key, value);
        value
    }
}

/// Counts a position or an option, of which `listed` were counted before; whether to go on.
fn counted(listed: &mut usize, remembered: usize, progress: &dyn Progress) -> bool {
    *listed += 1;
    !listed.is_multiple_of(POLL) || progress.advance(remembered as u64, 0)
}

/// What is known of a position from the options valued so far.
#[derive(Clone, Debug)]
enum Gathered {
    /// The values below 128, and the greater ones.
    Mex(u128, Vec<u32>),
    /// What a player without options has; whether there is an option, and a losing one.
    Outcome { stuck: u32, moves: bool, wins: bool },
    /// What is stored of the nearest lost and of the farthest won option.
    Remoteness(Option<u32>, Option<u32>),
}

impl Gathered {
    fn new(fold: Fold) -> Self {
        match fold {
            Fold::Mex => Self::Mex(0, Vec::new()),
            Fold::Outcome { stuck } => Self::Outcome { stuck, moves: false, wins: false },
            Fold::Remoteness => Self::Remoteness(None, None),
        }
    }

    /// Takes the value of an option in; whether further ones can matter.
    fn add(&mut self, option: u32) -> bool {
        match self {
            Self::Mex(low, high) => match option {
                0..128 => *low |= 1 << option,
                _ => high.push(option),
            },
            Self::Outcome { moves, wins, .. } => {
                *moves = true;
                *wins |= option == 0;
            }
            Self::Remoteness(lost, won) => match option % 2 {
                0 => *lost = Some(lost.map_or(option, |l| l.min(option))),
                _ => *won = won.max(&mut Some(option)).to_owned(),
            },
        }
        !self.is_settled()
    }

    /// Whether no further option can change the value.
    fn is_settled(&self) -> bool {
        matches!(self, Self::Outcome { wins: true, .. } | Self::Remoteness(Some(0), _))
    }

    /// The value of a position with these options, by definition.
    fn value(&self) -> u32 {
        match self {
            Self::Mex(u128::MAX, high) => {
                let mut high = high.clone();
                high.sort_unstable();
                high.iter().fold(128, |mex, &v| if v == mex { mex + 1 } else { mex })
            }
            Self::Mex(low, _) => low.trailing_ones(),
            Self::Outcome { stuck, moves: false, .. } => *stuck,
            Self::Outcome { wins, .. } => u32::from(*wins),
            Self::Remoteness(Some(lost), _) => lost + 3,
            Self::Remoteness(None, won) => won.map_or(0, |v| v + 1),
        }
    }
}
