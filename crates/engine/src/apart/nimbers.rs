//! The nim-value of a part: is the part beside a heap of k lost?
//!
//! A position has the value k just if its sum with a heap of k stones is lost (Sprague, Grundy), and to
//! see that it is won one option of the value k is enough (Lemoine, Viennot 2010: Nimbers are
//! inevitable). So what is remembered of a part are the values it may still have. Of an option that
//! falls into several parts all but the largest are valued, and the largest is asked for one value.

use super::likeness::{Symmetry, symmetries};
use super::memory::{Memory, mixed};
use super::parts::{Removal, live, parts};
use crate::progress::{Cells, Progress};
use crate::search::Result;
use crate::stop::SearchStop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Of parts of so few elements all options are valued at once.
const FEW: u32 = 8;
/// Parts searched between two calls of the progress hook.
const POLL: usize = 1 << 8;
/// Parts may be given forms so many times for each that the memory holds.
const TIMES: usize = 64;

/// Parts of so few elements are searched by one thread, and others by so many at most.
const ALONE: u32 = 16;
const MAX_THREADS: usize = 4;

/// In less memory than these bytes, threads make each other forget what they need.
const SHARED: usize = 1 << 20;

/// How much a search may use.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) bytes: usize,
    /// What the same bytes are as positions, for people.
    pub(super) positions: usize,
}

/// The values of the parts of one position and of all that follow it.
pub(super) struct Nimbers<'g> {
    /// Sorted.
    moves: Arc<[Removal]>,
    symmetries: Arc<[Symmetry]>,
    memory: Memory,
    effort: Effort,
    progress: &'g dyn Progress,
    searched: usize,
    /// When what is known is kept next, where it is.
    due: Option<Instant>,
    /// Which of the threads this is, and whether the first one has found what they look for.
    thread: usize,
    is_found: Arc<AtomicBool>,
}

/// The parts that an option falls into, the one with most moves last; alike ones that were seen to be
/// are left out in pairs.
type Parts = Vec<u64>;

impl<'g> Nimbers<'g> {
    /// For positions with these moves, which are sorted.
    pub(super) fn new(moves: Vec<Removal>, effort: Effort, progress: &'g dyn Progress) -> Self {
        let symmetries = symmetries(&moves).into();
        let (memory, is_found) = (Memory::new(effort.bytes), Arc::default());
        let moves = moves.into();
        let (searched, due, thread) = Default::default();
        let mut new =
            Self { moves, symmetries, memory, effort, progress, searched, due, thread, is_found };
        new.restore();
        new
    }

    /// Goes on from what is kept of a search with these moves. Files that are damaged were refused before.
    fn restore(&mut self) {
        let Some(keeper) = self.progress.keeper() else { return };
        if let Ok(Some(Cells::Wide(words))) = keeper.restore(&self.label()) {
            self.memory.take(&self.moves, &words);
        }
        self.due = Instant::now().checked_add(keeper.spacing());
    }

    /// Under which name it is kept: parts mean the same where the moves are the same.
    fn label(&self) -> String {
        let numbers = self.moves.iter().flat_map(|m| [m.need, m.avoid, m.drop]);
        format!("parts-{:016x}", numbers.fold(0, mixed))
    }

    /// Keeps what is known if that is due, or if the search ends without an answer.
    fn keep(&mut self, is_over: bool) {
        let Some(keeper) = self.progress.keeper() else { return };
        if is_over || self.due.is_some_and(|due| Instant::now() >= due) {
            keeper.keep(&self.label(), &Cells::Wide(self.memory.words().into()));
            self.due = Instant::now().checked_add(keeper.spacing());
        }
    }

    /// What the threads of the pool find together: each looks for the same in another order, and all
    /// learn what one has found.
    fn together<T>(
        &mut self,
        parts: &Parts,
        find: impl Fn(&mut Self) -> Result<T> + Sync,
    ) -> Result<T> {
        let helpers = rayon::current_num_threads().min(MAX_THREADS) - 1;
        let are_small = parts.iter().all(|part| part.count_ones() <= ALONE);
        if helpers == 0 || are_small || self.effort.bytes < SHARED {
            return find(self);
        }
        self.is_found = Arc::default();
        let helper = |thread| Self {
            moves: self.moves.clone(),
            symmetries: self.symmetries.clone(),
            memory: self.memory.shared(),
            is_found: self.is_found.clone(),
            thread,
            ..*self
        };
        let helpers: Vec<Self> = (1..=helpers).map(helper).collect();
        rayon::in_place_scope(|scope| {
            let find = &find;
            for mut helper in helpers {
                scope.spawn(move |_| drop(find(&mut helper)));
            }
            let found = find(self);
            self.is_found.store(true, Ordering::Relaxed);
            found
        })
    }

    /// What is found, kept where it should be.
    fn kept<T>(&mut self, found: Result<T>) -> Result<T> {
        self.keep(found.is_err());
        found
    }

    /// The value of a position.
    pub(super) fn value(&mut self, there: u64) -> Result<u32> {
        let parts = self.fallen(there);
        let found = self.together(&parts, |search| search.total(&parts));
        self.kept(found)
    }

    /// The value of parts side by side.
    fn total(&mut self, parts: &Parts) -> Result<u32> {
        parts.iter().try_fold(0, |total, &part| {
            let part = self.stand(part)?;
            Ok(total ^ self.value_of(part)?)
        })
    }

    /// Whether a position has that value.
    pub(super) fn has_value(&mut self, there: u64, value: u32) -> Result<bool> {
        let parts = self.fallen(there);
        let found = self.together(&parts, |search| search.has(&parts, value));
        self.kept(found)
    }

    /// The parts of a position.
    fn fallen(&self, there: u64) -> Parts {
        let mut found = Vec::new();
        parts(&self.moves, there, &mut found);
        self.in_order(&mut found)
    }

    /// Parts by their number of moves, each as its least image.
    fn in_order(&self, found: &mut [(u32, u64)]) -> Parts {
        for (_, part) in &mut *found {
            let images = self.symmetries.iter().map(|symmetry| symmetry.of(*part));
            *part = images.fold(*part, u64::min);
        }
        found.sort_unstable();
        let mut parts = Parts::new();
        for &(_, part) in &*found {
            toggle(&mut parts, part);
        }
        parts
    }

    /// The part that stands for this one.
    fn stand(&mut self, part: u64) -> Result<u64> {
        if self.memory.formed > self.effort.positions.saturating_mul(TIMES) {
            return Err(SearchStop::Budget(self.effort.positions));
        }
        Ok(self.memory.stand(&self.moves, part))
    }

    /// The values that a standing part may have.
    fn values(&mut self, part: u64) -> u64 {
        if let Some(values) = self.memory.values(part) {
            return values;
        }
        let is_answered = self.symmetries.iter().any(|symmetry| symmetry.answers(part));
        let values = if is_answered { 1 } else { self.conceivable(part) };
        self.memory.learn(part, values);
        values
    }

    /// The values that a part may have by its size: a value is at most the length of play, and the
    /// number of options.
    fn conceivable(&self, part: u64) -> u64 {
        let live = live(&self.moves, part);
        // What a move needs and drops is still there whenever it is made.
        let least = live.clone().map(|m| (m.drop & m.need).count_ones()).min().unwrap_or(1);
        let most = (part.count_ones() / least.max(1)).min(live.count() as u32);
        u64::MAX >> (63 - most.min(63))
    }

    /// The value of a standing part.
    fn value_of(&mut self, part: u64) -> Result<u32> {
        let mut values = self.values(part);
        if !values.is_power_of_two() {
            values = self.search(part, values, None)?;
        }
        Ok(values.trailing_zeros())
    }

    /// Whether a standing part has that value.
    fn is(&mut self, part: u64, value: u32) -> Result<bool> {
        let mut values = self.values(part);
        if may_be(values, value) && !values.is_power_of_two() {
            values = self.search(part, values, Some(value))?;
        }
        Ok(may_be(values, value))
    }

    /// The values a standing part may have, once its value is known, or whether it is that one.
    fn search(&mut self, part: u64, mut values: u64, asked: Option<u32>) -> Result<u64> {
        self.searched += 1;
        let is_over = match self.thread {
            0 if self.searched.is_multiple_of(POLL) => {
                self.keep(false);
                !self.progress.advance(self.memory.len() as u64, 0)
            }
            0 => false,
            _ => self.is_found.load(Ordering::Relaxed),
        };
        if is_over {
            return Err(SearchStop::Interrupted);
        }
        let options = self.options(part);
        if part.count_ones() <= FEW {
            values = self.least_missing(&options)?;
            self.memory.learn(part, values);
            return Ok(values);
        }
        let mut first = asked;
        while !values.is_power_of_two() && asked.is_none_or(|asked| may_be(values, asked)) {
            // Another thread may have learnt more.
            values &= self.values(part);
            if values.is_power_of_two() || asked.is_some_and(|asked| !may_be(values, asked)) {
                break;
            }
            let value = first.take().unwrap_or(values.trailing_zeros());
            if self.reaches(&options, value)? {
                values &= !(1 << value);
            } else {
                // No option has that value, so the part has no greater one.
                values &= u64::MAX >> (63 - value);
            }
            self.memory.learn(part, values);
        }
        Ok(values)
    }

    /// The least value that no option has.
    fn least_missing(&mut self, options: &[Parts]) -> Result<u64> {
        let mut seen = 0u64;
        for option in options {
            seen |= 1 << self.total(option)?;
        }
        Ok(1 << seen.trailing_ones())
    }

    /// The options of a part, those that play is likely to be over in soonest first.
    fn options(&self, part: u64) -> Vec<Parts> {
        let live: Vec<Removal> = live(&self.moves, part).copied().collect();
        let can = live.iter().filter(|m| m.avoid & part == 0);
        let mut after: Vec<u64> = can.map(|m| part & !m.drop).collect();
        after.sort_unstable();
        after.dedup();
        let mut found = Vec::new();
        let options = after.into_iter().map(|there| {
            parts(&live, there, &mut found);
            let most = found.iter().map(|(moves, _)| *moves).max().unwrap_or(0);
            let all: u32 = found.iter().map(|(moves, _)| moves).sum();
            (most, all, self.in_order(&mut found))
        });
        let mut options: Vec<(u32, u32, Parts)> = options.collect();
        options.sort_unstable();
        options.dedup();
        if self.thread > 0 {
            options.chunks_mut(self.thread + 1).for_each(<[_]>::reverse);
        }
        options.into_iter().map(|(_, _, parts)| parts).collect()
    }

    /// Whether some option has the value.
    fn reaches(&mut self, options: &[Parts], value: u32) -> Result<bool> {
        let mut open = Vec::new();
        for option in options {
            match self.is_known(option, value) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => open.push(option),
            }
        }
        for option in open {
            if self.has(option, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the option has the value, where that is remembered.
    fn is_known(&self, option: &Parts, mut value: u32) -> Option<bool> {
        let mut open = None;
        for &part in option {
            let values = self.memory.known(part).and_then(|part| self.memory.values(part))?;
            if values.is_power_of_two() {
                value ^= values.trailing_zeros();
            } else if open.replace(values).is_some() {
                return None;
            }
        }
        match open {
            None => Some(value == 0),
            Some(values) => (!may_be(values, value)).then_some(false),
        }
    }

    /// Whether the option has the value.
    fn has(&mut self, option: &Parts, mut value: u32) -> Result<bool> {
        let mut open = Parts::new();
        for &part in option {
            let part = self.stand(part)?;
            match self.values(part) {
                values if values.is_power_of_two() => value ^= values.trailing_zeros(),
                _ => toggle(&mut open, part),
            }
        }
        let Some(largest) = open.pop() else { return Ok(value == 0) };
        for part in open {
            value ^= self.value_of(part)?;
        }
        self.is(largest, value)
    }
}

/// Whether a value is among those of the mask.
fn may_be(values: u64, value: u32) -> bool {
    values.checked_shr(value).is_some_and(|values| values & 1 == 1)
}

/// Adds a part, or takes one like it away: together they are worth nothing.
fn toggle(parts: &mut Parts, part: u64) {
    match parts.iter().position(|other| *other == part) {
        Some(place) => {
            parts.remove(place);
        }
        None => parts.push(part),
    }
}
