//! How values are stored and read while a table is built, and the folds that turn option values into
//! one.

use crate::progress::Cells;
use crate::space::Space;
use clauses::term::Undefined;
use table::Values;

/// A stored value. The two greatest bit patterns are reserved.
pub(crate) trait Cell: Copy + Eq + Send + Sync + std::ops::BitXorAssign {
    /// No value yet: the position comes later in the order, or is not one.
    const UNSET: Self;
    /// Not an option: its guard is false.
    const MASKED: Self;
    /// The value 0.
    const ZERO: Self;
    /// The cells for a keeper.
    fn keep(cells: &[Self]) -> Cells<'_>;
    /// The cells from a keeper, `None` when they are of another width.
    fn restored(cells: Cells<'static>) -> Option<Vec<Self>>;
    /// The value as stored, `None` when it does not fit.
    fn store(value: u32) -> Option<Self>;
    /// The value as a number.
    fn load(self) -> u32;
    /// Marks each value in `seen`, which holds at least [`Cell::marks`] entries.
    fn mark(values: impl Iterator<Item = Self>, seen: &mut Vec<u32>, stamp: u32);
    /// Initial length of a mark array.
    fn marks() -> usize;
    /// The cells as a column; those without a value hold 0.
    fn column(cells: Vec<Self>) -> Values;
}

/// An option could not be valued: outside the table, not valued yet, or undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault;

impl From<Undefined> for Fault {
    fn from(_: Undefined) -> Self {
        Self
    }
}

/// Read access to the table under construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'t, T> {
    pub(crate) space: &'t Space,
    pub(crate) cells: &'t [T],
    /// The position's cell.
    pub(crate) own: i64,
    /// Value of the empty sum.
    pub(crate) none: T,
}

impl Cell for u16 {
    const UNSET: Self = u16::MAX;
    const MASKED: Self = u16::MAX - 1;
    const ZERO: Self = 0;

    fn keep(cells: &[Self]) -> Cells<'_> {
        Cells::Narrow(cells.into())
    }

    fn restored(cells: Cells<'static>) -> Option<Vec<Self>> {
        match cells {
            Cells::Narrow(cells) => Some(cells.into_owned()),
            Cells::Bytes(_) | Cells::Wide(_) => None,
        }
    }

    fn store(value: u32) -> Option<Self> {
        Self::try_from(value).ok().filter(|&v| v < Self::MASKED)
    }

    fn load(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn mark(values: impl Iterator<Item = Self>, seen: &mut Vec<u32>, stamp: u32) {
        let Some(seen) = seen.first_chunk_mut::<65536>() else { return };
        values.for_each(|value| seen[usize::from(value)] = stamp);
    }

    fn marks() -> usize {
        65536
    }

    fn column(mut cells: Vec<Self>) -> Values {
        cells.iter_mut().filter(|c| **c == Self::UNSET).for_each(|c| *c = 0);
        Values::U16(cells)
    }
}

impl Cell for u32 {
    const UNSET: Self = u32::MAX;
    const MASKED: Self = u32::MAX - 1;
    const ZERO: Self = 0;

    fn keep(cells: &[Self]) -> Cells<'_> {
        Cells::Wide(cells.into())
    }

    fn restored(cells: Cells<'static>) -> Option<Vec<Self>> {
        match cells {
            Cells::Wide(cells) => Some(cells.into_owned()),
            Cells::Bytes(_) | Cells::Narrow(_) => None,
        }
    }

    fn store(value: u32) -> Option<Self> {
        (value < Self::MASKED).then_some(value)
    }

    fn load(self) -> u32 {
        self
    }

    fn mark(values: impl Iterator<Item = Self>, seen: &mut Vec<u32>, stamp: u32) {
        // A mex never exceeds the number of options, so marks beyond a generous bound cannot matter.
        const MAX_VALUE: usize = 1 << 26;
        for value in values {
            let value = value as usize;
            if value >= seen.len() {
                if value >= MAX_VALUE {
                    continue;
                }
                seen.resize((value + 1).next_power_of_two(), 0);
            }
            seen[value] = stamp;
        }
    }

    fn marks() -> usize {
        65536
    }

    fn column(cells: Vec<Self>) -> Values {
        let number = |c: Self| if c == Self::UNSET { 0 } else { i64::from(c) };
        Values::of_integers(cells.into_iter().map(number).collect())
    }
}

/// Turns the values of a position's options into the position's value.
pub(crate) trait Sink<T: Cell> {
    /// Starts a new position.
    fn begin(&mut self);
    /// Takes option values; those equal to [`Cell::MASKED`] are no options.
    fn take(&mut self, values: impl Iterator<Item = T>);
    /// Whether further options cannot change the value.
    fn settled(&self) -> bool;
    /// The value, given whether there was any option; `None` when an option had no value yet.
    fn finish(&mut self, stuck: bool) -> Option<u32>;
}

/// Least value that no option has.
#[derive(Debug)]
pub(crate) struct MexSink<T> {
    seen: Vec<u32>,
    stamp: u32,
    unset: bool,
    cell: std::marker::PhantomData<T>,
}

impl<T: Cell> MexSink<T> {
    pub(crate) fn new() -> Self {
        Self { seen: vec![0; T::marks()], stamp: 0, unset: false, cell: std::marker::PhantomData }
    }
}

impl<T: Cell> MexSink<T> {
    /// Whether some option had no value yet.
    fn met_unset(&self) -> bool {
        let narrow = std::mem::size_of::<T>() == 2;
        self.unset || (narrow && self.seen[T::UNSET.load() as usize] == self.stamp)
    }

    /// Which of the values `64 * at ..` some option taken so far has; `None` when an option had no
    /// value yet.
    pub(crate) fn word(&self, at: usize) -> Option<u64> {
        if self.met_unset() {
            return None;
        }
        let marks = self.seen.get(at * 64..).unwrap_or_default();
        let bits = marks.iter().take(64).enumerate();
        Some(bits.fold(0, |word, (i, &s)| word | u64::from(s == self.stamp) << i))
    }
}

impl<T: Cell> Sink<T> for MexSink<T> {
    fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.unset = false;
    }

    #[inline]
    fn take(&mut self, values: impl Iterator<Item = T>) {
        let mut unset = false;
        // Narrow cells without a value leave a mark of their own.
        let seen = |value: &T| unset |= size_of::<T>() > 2 && *value == T::UNSET;
        T::mark(values.inspect(seen), &mut self.seen, self.stamp);
        self.unset |= unset;
    }

    fn settled(&self) -> bool {
        false
    }

    fn finish(&mut self, _stuck: bool) -> Option<u32> {
        if self.met_unset() {
            return None;
        }
        let mex = self.seen.iter().position(|&s| s != self.stamp).unwrap_or(self.seen.len());
        u32::try_from(mex).ok()
    }
}

/// The same where all values are small: those of options as digits of a word.
#[derive(Debug, Default)]
pub(crate) struct ShortMexSink {
    seen: u64,
}

impl ShortMexSink {
    /// All values, and the numbers of options, are less. The last digit of the word is that of
    /// cells without a value.
    pub(crate) const VALUES: u32 = 63;
}

impl<T: Cell> Sink<T> for ShortMexSink {
    fn begin(&mut self) {
        self.seen = 0;
    }

    #[inline]
    fn take(&mut self, values: impl Iterator<Item = T>) {
        self.seen |= values.fold(0, |seen, value| seen | 1 << (value.load() % u64::BITS));
    }

    fn settled(&self) -> bool {
        false
    }

    fn finish(&mut self, _stuck: bool) -> Option<u32> {
        (self.seen >> Self::VALUES == 0).then(|| self.seen.trailing_ones())
    }
}

/// How many options have value 0.
#[derive(Debug, Default)]
pub(crate) struct CountSink {
    count: u32,
    unset: bool,
}

impl<T: Cell> Sink<T> for CountSink {
    fn begin(&mut self) {
        *self = Self::default();
    }

    #[inline]
    fn take(&mut self, values: impl Iterator<Item = T>) {
        let (mut count, mut unset) = (0, false);
        values.for_each(|value| {
            count += u32::from(value == T::ZERO);
            unset |= value == T::UNSET;
        });
        self.count += count;
        self.unset |= unset;
    }

    fn settled(&self) -> bool {
        false
    }

    fn finish(&mut self, _stuck: bool) -> Option<u32> {
        (!self.unset).then_some(self.count)
    }
}

/// 1 iff some option has value 0; a stuck position has the given value.
#[derive(Debug)]
pub(crate) struct OutcomeSink {
    stuck_value: u32,
    wins: bool,
    unset: bool,
}

impl OutcomeSink {
    pub(crate) fn new(stuck_value: u32) -> Self {
        Self { stuck_value, wins: false, unset: false }
    }
}

impl<T: Cell> Sink<T> for OutcomeSink {
    fn begin(&mut self) {
        self.wins = false;
        self.unset = false;
    }

    #[inline]
    fn take(&mut self, values: impl Iterator<Item = T>) {
        let (mut wins, mut unset) = (false, false);
        values.for_each(|value| {
            wins |= value == T::ZERO;
            unset |= value == T::UNSET;
        });
        self.wins |= wins;
        self.unset |= unset;
    }

    fn settled(&self) -> bool {
        self.wins
    }

    fn finish(&mut self, stuck: bool) -> Option<u32> {
        if self.unset {
            return None;
        }
        Some(if stuck { self.stuck_value } else { u32::from(self.wins) })
    }
}

/// Remoteness, stored as [`Fold::Remoteness`](crate::fold::Fold::Remoteness) says: one more than that of the
/// nearest lost option, else one more than that of the farthest option.
#[derive(Debug)]
pub(crate) struct RemotenessSink {
    least_lost: u32,
    greatest_won: u32,
    unset: bool,
}

impl RemotenessSink {
    pub(crate) fn new() -> Self {
        Self { least_lost: u32::MAX, greatest_won: 0, unset: false }
    }
}

impl<T: Cell> Sink<T> for RemotenessSink {
    fn begin(&mut self) {
        *self = Self::new();
    }

    fn take(&mut self, values: impl Iterator<Item = T>) {
        for value in values {
            if value == T::UNSET {
                self.unset = true;
            } else if value != T::MASKED {
                let value = value.load();
                if value % 2 == 0 {
                    self.least_lost = self.least_lost.min(value);
                } else {
                    self.greatest_won = self.greatest_won.max(value);
                }
            }
        }
    }

    fn settled(&self) -> bool {
        self.least_lost == 0
    }

    fn finish(&mut self, stuck: bool) -> Option<u32> {
        if self.unset {
            return None;
        }
        Some(match (stuck, self.least_lost) {
            (true, _) => 0,
            (_, u32::MAX) => self.greatest_won + 1,
            (_, least) => least + 3,
        })
    }
}
