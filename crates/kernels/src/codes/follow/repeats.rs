//! Periods of values that are not kept.
//!
//! The windows at *marks*, each a quarter further than the one before, are kept. The first that recurs
//! gives the period, because the windows are the iterates of a function ([`super::recurrence`]). It is
//! also the first mark from which the period holds. So the values from the mark before it on are
//! computed a second time, beside those that are passed on at the same place of the period: the last
//! difference shows where the period begins.

use super::lines::{StreamPlace, Way};
use super::state::{self, Words};
use crate::period::{Period, Reach};

/// Most marks, enough for 10^9 windows.
pub(super) const MARKS: usize = 100;
/// Base of the hash of a window, modulo 2^64: an odd number without a pattern.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A window that is kept, and how many values there are up to its end.
#[derive(Clone, Debug)]
struct Mark {
    end: u64,
    hash: u64,
    window: Vec<u16>,
}

/// The search for a window that comes again.
#[derive(Clone, Debug)]
struct Watch {
    marks: Vec<Mark>,
    /// The hash of the window before the next value.
    hash: u64,
    /// What the value that leaves the window has added to the hash, for each 1.
    leaving: u64,
    /// Bits by the first twelve of the marks' hashes.
    filter: [u64; 64],
}

/// How many values a turn has, and where it was found.
struct Turn {
    mark: usize,
    period: u64,
}

fn hash_of(values: &[u16]) -> u64 {
    values.iter().fold(0, |hash: u64, &v| hash.wrapping_mul(BASE).wrapping_add(u64::from(v) + 1))
}

/// The word and the bit of the filter for a hash.
fn place(hash: u64) -> (usize, u64) {
    ((hash >> 58) as usize, 1 << (hash >> 52 & 63))
}

impl Watch {
    /// The search with these marks, from the last values on.
    fn new(window: &[u16], marks: Vec<Mark>) -> Self {
        let leaving = window.iter().fold(1u64, |power, _| power.wrapping_mul(BASE));
        let mut watch = Self { marks, hash: hash_of(window), leaving, filter: [0; 64] };
        for mark in &watch.marks {
            let (word, bit) = place(mark.hash);
            watch.filter[word] |= bit;
        }
        watch
    }

    /// Looks at the values that follow a window, which is given before them, up to `end`. The first
    /// mark whose window comes again is what is sought.
    fn add(&mut self, window: usize, recent: &[u16], end: u64) -> Option<Turn> {
        let start = end - (recent.len() - window) as u64;
        for (i, (&new, &old)) in recent[window..].iter().zip(recent).enumerate() {
            let change =
                (u64::from(new) + 1).wrapping_sub(self.leaving.wrapping_mul(u64::from(old) + 1));
            self.hash = self.hash.wrapping_mul(BASE).wrapping_add(change);
            let (word, bit) = place(self.hash);
            if self.filter[word] & bit != 0 {
                let here = &recent[i + 1..=i + window];
                let same = |mark: &Mark| mark.hash == self.hash && mark.window == here;
                if let Some(mark) = self.marks.iter().position(same) {
                    return Some(Turn {
                        mark,
                        period: start + i as u64 + 1 - self.marks[mark].end,
                    });
                }
            }
        }
        let last = self.marks.last().map_or(0, |mark| mark.end);
        if end >= last + last / 4 && self.marks.len() < MARKS {
            self.mark(&recent[recent.len() - window..], end);
        }
        None
    }

    fn mark(&mut self, window: &[u16], end: u64) {
        let (word, bit) = place(self.hash);
        self.filter[word] |= bit;
        self.marks.push(Mark { end, hash: self.hash, window: window.to_vec() });
    }
}

/// How far the search for the period came.
#[derive(Clone, Debug)]
enum Stage {
    /// No window came again.
    Sought(Box<Watch>),
    /// The values passed on from `at` on are at the same place of the period as those from the mark
    /// on. From `until` on the period is known to hold.
    Due { mark: Mark, period: u64, at: u64, until: u64 },
    /// The second line is there; the period holds from `preperiod` on as far as it has come.
    Beside { line: StreamPlace, period: u64, preperiod: u64, until: u64 },
    /// All is known.
    Known { period: u64, preperiod: u64 },
}

/// The search for a period.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    reach: Reach,
    stage: Stage,
}

impl Repeats {
    /// The search from the first window on, that of the values of 0, 1, 2, ...
    pub(super) fn new(reach: Reach, first: &[u16]) -> Self {
        let mut watch = Watch::new(first, Vec::new());
        watch.mark(first, first.len() as u64);
        Self { reach, stage: Stage::Sought(Box::new(watch)) }
    }

    /// How many values may be passed on at once.
    pub(super) fn room(&self, known: u64) -> u64 {
        match &self.stage {
            Stage::Sought(_) | Stage::Known { .. } => u64::MAX,
            Stage::Due { at, .. } => at - known,
            Stage::Beside { line, until, .. } => until - line.known,
        }
    }

    /// Takes the values that the line has passed on.
    pub(super) fn update(&mut self, way: &mut Way, main: &StreamPlace) -> Option<()> {
        match &mut self.stage {
            Stage::Known { .. } | Stage::Due { .. } => {}
            Stage::Sought(watch) => {
                if let Some(turn) = watch.add(main.window, main.recent(), main.known) {
                    self.found(turn, main.known);
                }
            }
            Stage::Beside { line, preperiod, period, until } => {
                let start = line.known;
                line.advance(way, main.fresh().len())?;
                if let Some(last) = last_difference(line.fresh(), main.fresh()) {
                    *preperiod = start + last + 1;
                }
                if line.known >= *until {
                    self.stage = Stage::Known { period: *period, preperiod: *preperiod };
                }
            }
        }
        if let Stage::Due { mark, period, at, until } = &self.stage
            && *at == main.known
        {
            let last = last_difference(&mark.window, main.window());
            let first = mark.end - main.window as u64;
            let preperiod = first + last.map_or(0, |last| last + 1);
            let line = StreamPlace::new(&main.values[..main.head], &mark.window, mark.end);
            let (period, until) = (*period, *until);
            self.stage = Stage::Beside { line, period, preperiod, until };
        }
        Some(())
    }

    /// A window came again, and `known` values have been passed on.
    fn found(&mut self, Turn { mark, period }: Turn, known: u64) {
        let Stage::Sought(watch) = &mut self.stage else { return };
        let until = watch.marks[mark].end;
        self.stage = match mark.checked_sub(1) {
            // The first mark's window begins with the first value.
            None => Stage::Known { period, preperiod: 0 },
            Some(before) => {
                let mark = watch.marks.swap_remove(before);
                let at = mark.end + (known - mark.end).div_ceil(period) * period;
                Stage::Due { mark, period, at, until }
            }
        };
    }

    fn period_from(&self, preperiod: u64, period: u64) -> Period {
        let computed_to = self.reach.needs(preperiod, period);
        Period { preperiod, period, computed_to }
    }

    pub(super) fn period(&self) -> Option<Period> {
        match self.stage {
            Stage::Known { period, preperiod } => Some(self.period_from(preperiod, period)),
            _ => None,
        }
    }

    /// Whether the period may need no values from `cells` on.
    pub(super) fn is_close(&self, cells: u64) -> bool {
        let (least, period) = match &self.stage {
            Stage::Sought(_) | Stage::Known { .. } => return false,
            Stage::Due { mark, period, .. } => (mark.end - mark.window.len() as u64, *period),
            Stage::Beside { preperiod, period, .. } => (*preperiod, *period),
        };
        self.period_from(least, period).computed_to < cells
    }

    /// Appends the stage to a state.
    pub(super) fn save(&self, words: &mut Vec<u64>) {
        match &self.stage {
            Stage::Sought(watch) => {
                words.extend([0, watch.marks.len() as u64]);
                for mark in &watch.marks {
                    words.push(mark.end);
                    state::push(words, &mark.window);
                }
            }
            Stage::Due { mark, period, at, until } => {
                words.extend([1, *period, *until, *at, mark.end]);
                state::push(words, &mark.window);
            }
            Stage::Beside { line, period, preperiod, until } => {
                words.extend([2, *period, *until, *preperiod, line.known]);
                state::push(words, line.window());
            }
            Stage::Known { period, preperiod } => words.extend([3, *period, *preperiod]),
        }
    }

    /// The search at the stage of a state, beside this line.
    pub(super) fn restored(&self, words: &mut Words<'_>, main: &StreamPlace) -> Option<Self> {
        let mark = |words: &mut Words<'_>| {
            let (end, window) = (words.number()?, words.values(main.window)?);
            Some(Mark { end, hash: hash_of(&window), window })
        };
        let stage = match words.number()? {
            0 => {
                let count = words.number().filter(|&count| count <= MARKS as u64)?;
                let marks = (0..count).map(|_| mark(words)).collect::<Option<_>>()?;
                Stage::Sought(Box::new(Watch::new(main.window(), marks)))
            }
            3 => Stage::Known { period: words.number()?, preperiod: words.number()? },
            stage => {
                let [period, until, third] = [words.number()?, words.number()?, words.number()?];
                let mark = mark(words)?;
                match stage {
                    1 => Stage::Due { mark, period, at: third, until },
                    _ => {
                        let line =
                            StreamPlace::new(&main.values[..main.head], &mark.window, mark.end);
                        Stage::Beside { line, period, preperiod: third, until }
                    }
                }
            }
        };
        Some(Self { reach: self.reach, stage })
    }
}

/// The index of the last difference.
fn last_difference(a: &[u16], b: &[u16]) -> Option<u64> {
    a.iter().zip(b).rposition(|(a, b)| a != b).map(|index| index as u64)
}
