//! The engines in turn: each extends the table by a stage, then the next is chosen anew.
//!
//! All engines are exact, so the choice is only a matter of speed. A stage makes the table half as
//! long again at most; before each the mask is chosen from all values known.

use super::mask::Census;
use super::shape::Shape;
use super::sparse::Task;
use super::{Code, Stop, dense, plain, small, sparse};
use crate::{Halt, Level, Pulse, memory};

/// A way to find the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// All options, by definition.
    Plain,
    /// All pairs of parts, many at once.
    Dense,
    /// A sparse space, the options of a heap in one word.
    Small,
    /// A sparse space, values as bytes, 64 at once.
    Bytes,
    /// A sparse space, one option at a time.
    Sparse,
}

/// The engines in the order of their work, with the number of values each found.
pub type Work = Vec<(Engine, usize)>;

/// The engines to choose from.
const ENGINES: [Engine; 4] = [Engine::Small, Engine::Bytes, Engine::Dense, Engine::Sparse];
/// Values found by definition before a sparse space is looked for.
const START: usize = 512;
/// Values of the stage after an engine was outgrown, doubled each time.
const DETOUR: usize = 64;

/// Appends values until heaps up to `to` are known, or `settled` says at the end of a stage that
/// those known are enough. The prefix holds the values of 0, 1, 2, ...
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub fn extend(
    code: &Code,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
    settled: &dyn Fn(&[u16]) -> bool,
) -> Result<Work, Halt> {
    Drive::new(code, level).run(values, to, pulse, settled)
}

/// Extends by these engines only, falling back on [`Engine::Sparse`] where the values fit none of
/// them: for tests, and to measure what an engine brings.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
#[doc(hidden)]
pub fn extend_by(
    engines: &[Engine],
    code: &Code,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
) -> Result<Work, Halt> {
    Drive { engines, ..Drive::new(code, level) }.run(values, to, &|_, _| true, &|_| false)
}

/// What is known between stages.
struct Drive<'c> {
    code: &'c Code,
    /// `None` when no sparse space can help.
    shape: Option<Shape>,
    level: Level,
    census: Census,
    /// The engine outgrown last, and the length of the table from which it may be tried again.
    outgrown: Option<(Engine, usize)>,
    detour: usize,
    engines: &'c [Engine],
    work: Work,
}

impl<'c> Drive<'c> {
    fn new(code: &'c Code, level: Level) -> Self {
        Self {
            code,
            shape: Shape::of(code).filter(|shape| !shape.splits.is_empty()),
            // A level is a promise that the processor has its instructions.
            level: level.min(Level::best()),
            census: Census::new(),
            outgrown: None,
            detour: DETOUR,
            engines: &ENGINES,
            work: Vec::new(),
        }
    }

    fn run(
        mut self,
        values: &mut Vec<u16>,
        to: usize,
        pulse: Pulse,
        settled: &dyn Fn(&[u16]) -> bool,
    ) -> Result<Work, Halt> {
        let mut content = false;
        while values.len() <= to && !content {
            let pulse = |n: u64, _: u64| pulse(n, to as u64);
            let until = to.min(START.max(values.len() + values.len() / 2));
            memory::reserve(values, until + 1 - values.len());
            self.stage(values, until, &pulse)?;
            content = values.len() <= to && settled(values);
        }
        Ok(self.work)
    }

    /// One engine's turn.
    fn stage(&mut self, values: &mut Vec<u16>, until: usize, pulse: Pulse) -> Result<(), Halt> {
        let known = values.len();
        let Some(shape) = &self.shape else {
            let done = plain::extend(self.code, values, until, pulse);
            self.note(Engine::Plain, values.len() - known);
            return done;
        };
        if known < START {
            let done = plain::extend(self.code, values, until.min(START), pulse);
            self.note(Engine::Plain, values.len() - known);
            return done;
        }
        self.census.update(values);
        let (mask, rares) = self.census.best(shape);
        let (engine, until) = self.choose(shape, known, until, rares);
        patience::spend(self.units(shape, known, until, rares));
        let (level, most) = (self.level, 2 * rares + START);
        let task = Task { shape, mask, level, to: until, most, pulse };
        let done = match engine {
            Engine::Plain => plain::extend(self.code, values, until, pulse).map(|()| Stop::Reached),
            Engine::Dense => {
                dense::extend(shape, level, values, until, pulse).map(|()| Stop::Reached)
            }
            Engine::Small => small::extend(task, values),
            Engine::Bytes => sparse::bytes::extend(task, values),
            _ => sparse::extend(task, values),
        };
        self.note(engine, values.len() - known);
        if done? == Stop::Outgrown {
            self.outgrown = Some((engine, values.len() + self.detour));
            self.detour *= 2;
        }
        Ok(())
    }

    /// The engine expected to be the fastest and how far it goes.
    fn choose(&self, shape: &Shape, known: usize, until: usize, rares: usize) -> (Engine, usize) {
        let outgrown = self.outgrown.filter(|&(_, length)| known < length);
        let until = outgrown.map_or(until, |(_, length)| until.min(length));
        let fits = |engine: Engine| {
            outgrown.is_none_or(|(unfit, _)| unfit != engine)
                && match engine {
                    Engine::Small => self.census.greatest() < small::TOO_GREAT,
                    _ => true,
                }
        };
        let cost = |&engine: &Engine| self.cost(engine, self.level, shape, known, rares);
        let engines = self.engines.iter().copied().filter(|&engine| fits(engine));
        (engines.min_by_key(cost).unwrap_or(Engine::Sparse), until)
    }

    /// Units of work of a stage: those of the fastest engine on a processor with AVX2, so that they are
    /// the same on every machine.
    fn units(&self, shape: &Shape, known: usize, until: usize, rares: usize) -> u64 {
        const TENTHS_OF_CYCLES: u64 = 300_000;
        let cost = |&engine: &Engine| self.cost(engine, Level::Avx2, shape, known, rares);
        let least = self.engines.iter().map(cost).min().unwrap_or(0);
        least.saturating_mul((until + 1).saturating_sub(known) as u64) / TENTHS_OF_CYCLES
    }

    /// Estimated time for one value, in tenths of cycles.
    fn cost(&self, engine: Engine, level: Level, shape: &Shape, known: usize, rares: usize) -> u64 {
        let splits = shape.splits.len() as u64;
        let (n, rares) = (known as u64, rares as u64);
        let (pairs, listed) = (splits * n / 2, splits * rares);
        // Pairs of rare parts.
        let both = listed * rares / n.max(1);
        // Witnesses are so many times as hard to find.
        let greatest = u64::from(self.census.greatest());
        let plainly = 500 + 15 * pairs;
        match engine {
            Engine::Small => 500 + 3 * listed + 10 * greatest,
            Engine::Bytes => match level {
                Level::Plain => 7000 + 17 * listed + 40 * both + 70 * greatest,
                Level::Avx2 => 3000 + 8 * listed + 40 * both + 50 * greatest,
                Level::Avx512 => 3000 + 4 * listed + 40 * both + 25 * greatest,
            },
            Engine::Sparse => match level {
                Level::Plain => 500 + 20 * listed + greatest * greatest,
                _ => 500 + 40 * listed + 2 * greatest * greatest,
            },
            Engine::Plain => plainly,
            // A heap costs something before its pairs are many at once.
            Engine::Dense => match level {
                Level::Plain => plainly,
                Level::Avx2 => plainly.min(17_000 + 7 * pairs),
                Level::Avx512 => plainly.min(20_000 + 2 * pairs),
            },
        }
    }

    fn note(&mut self, engine: Engine, count: usize) {
        match self.work.last_mut() {
            Some((last, total)) if *last == engine => *total += count,
            _ => self.work.push((engine, count)),
        }
    }
}
