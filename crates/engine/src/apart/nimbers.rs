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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apart::parts::tests::{some_moves, value};
    use crate::progress::{Keeper, Silent};
    use draw::{Draw, cases, check, prop_assert_eq};
    use hashbrown::HashMap;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    fn nimbers(mut moves: Vec<Removal>, bytes: usize) -> Nimbers<'static> {
        moves.sort_unstable();
        moves.dedup();
        Nimbers::new(moves, Effort { bytes, positions: 1 << 20 }, &Silent)
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let input = |d: &mut Draw| {
            let bytes = d.pick(&[1 << 20, 2_000, 1]);
            (some_moves(d), d.many(1..6, |d| d.bits() % (1 << 7)), d.int(0..4) as u32, bytes)
        };
        check(cases(), input, |(moves, there, asked, bytes)| {
            let mut all = nimbers(moves.clone(), bytes);
            for there in there {
                let expected = value(&moves, there);
                prop_assert_eq!(all.has_value(there, asked), Ok(expected == asked));
                prop_assert_eq!(all.value(there), Ok(expected));
            }
            Ok(())
        });
    }

    /// Moves of an octal game in which neighbouring elements of a strip vanish, on its 1s, 2s and 3s.
    fn strip(length: u32, taken: &[u32]) -> Vec<Removal> {
        let runs = taken.iter().flat_map(|&run| {
            let all = (1 << run) - 1u64;
            (0..=length - run).map(move |e| Removal::taking(all << e))
        });
        runs.collect()
    }

    #[test]
    fn strips_have_the_values_of_octal_games() {
        let kayles =
            [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8];
        let mut all = nimbers(strip(60, &[1, 2]), 1 << 20);
        for (length, value) in kayles.into_iter().enumerate() {
            assert_eq!(all.value((1 << length) - 1), Ok(value), "{length}");
        }
        assert!(all.memory.len() < 2_000, "{}", all.memory.len());
    }

    #[test]
    fn threads_find_together_what_one_finds() {
        // Cram on a board of 5 rows of 5 cells without two.
        let across = (0..25u32).filter(|e| e % 5 < 4).map(|e| 3 << e);
        let pairs: Vec<u64> = across.chain((0..20).map(|e| 0x21 << e)).collect();
        let moves: Vec<Removal> = pairs.iter().copied().map(Removal::taking).collect();
        let boards: Vec<u64> =
            pairs.iter().step_by(7).map(|pair| ((1 << 25) - 1) & !pair).collect();
        let found = |threads| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let mut all = nimbers(moves.clone(), 1 << 22);
            pool.install(|| {
                let one = |&board: &u64| (all.has_value(board, 2), all.value(board));
                boards.iter().map(one).collect::<Vec<_>>()
            })
        };
        let alone = found(1);
        assert!(alone.iter().all(|(has, value)| *has == value.clone().map(|value| value == 2)));
        assert_eq!(found(2), alone);
        assert_eq!(found(4), alone);
    }

    /// Keeps columns in memory, and stops the search after so many reports.
    #[derive(Default)]
    struct Shelf {
        kept: Mutex<HashMap<String, Cells<'static>>>,
        reports: AtomicUsize,
    }

    impl Keeper for Shelf {
        fn spacing(&self) -> Duration {
            Duration::from_secs(3600)
        }

        fn restore(
            &self,
            label: &str,
        ) -> std::result::Result<Option<Cells<'static>>, message::Message> {
            Ok(self.kept.lock().expect("one thread").get(label).cloned())
        }

        fn keep(&self, label: &str, cells: &Cells<'_>) {
            let Cells::Wide(words) = cells else { panic!("words") };
            let cells = Cells::Wide(words.to_vec().into());
            self.kept.lock().expect("one thread").insert(label.to_owned(), cells);
        }
    }

    impl Progress for Shelf {
        fn advance(&self, _done: u64, _total: u64) -> bool {
            self.reports.fetch_sub(1, Ordering::Relaxed) > 1
        }

        fn keeper(&self) -> Option<&dyn Keeper> {
            Some(self)
        }
    }

    /// On one thread: of several, one learns what another one would have searched.
    fn alone<T: Send>(find: impl FnOnce() -> T + Send) -> T {
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
        one.install(find)
    }

    #[test]
    fn a_search_goes_on_from_what_was_kept() {
        let shelf = Shelf::default();
        let search = |length: u32, reports| {
            shelf.reports.store(reports, Ordering::Relaxed);
            let effort = Effort { bytes: 1 << 24, positions: 1 << 20 };
            let across = (0..5 * length).filter(|e| e % length < length - 1).map(|e| 3 << e);
            let down = (0..4 * length).map(|e| (1 << length | 1) << e);
            let mut moves: Vec<Removal> = across.chain(down).map(Removal::taking).collect();
            moves.sort_unstable();
            let mut all = Nimbers::new(moves, effort, &shelf);
            alone(|| (all.value((1 << (5 * length)) - 1), all.searched))
        };
        let (whole, searched) = search(5, usize::MAX);
        assert_eq!(whole, Ok(0));
        assert!(shelf.kept.lock().expect("one thread").is_empty(), "it took no time");
        let (stopped, before) = search(5, searched / POLL / 2);
        assert_eq!(stopped, Err(SearchStop::Interrupted));
        // Another board has other moves.
        assert_eq!(search(4, usize::MAX).0, Ok(2));
        let (again, after) = search(5, usize::MAX);
        assert_eq!(again, Ok(0));
        assert!(after + before / 2 < searched, "{searched} at once, {before} and {after}");
    }

    #[test]
    fn a_search_ends_when_it_is_asked_to_and_when_it_has_formed_too_many_parts() {
        struct Over;
        impl Progress for Over {
            fn advance(&self, _done: u64, _total: u64) -> bool {
                false
            }
        }
        // Cram on a board of 5 rows of 5 cells.
        let across = (0..25u32).filter(|e| e % 5 < 4).map(|e| 3 << e);
        let pairs = across.chain((0..20).map(|e| 0x21 << e));
        let mut moves: Vec<Removal> = pairs.map(Removal::taking).collect();
        moves.sort_unstable();
        let board = (1 << 25) - 1;
        let effort = |positions| Effort { bytes: 1 << 20, positions };
        let mut few = Nimbers::new(moves.clone(), effort(1), &Silent);
        assert_eq!(few.value(board), Err(SearchStop::Budget(1)));
        let mut over = Nimbers::new(moves.clone(), effort(1 << 20), &Over);
        assert_eq!(alone(|| over.value(board)), Err(SearchStop::Interrupted));
        let mut whole = Nimbers::new(moves, effort(1 << 20), &Silent);
        assert_eq!(whole.value(board), Ok(0));
    }
}
