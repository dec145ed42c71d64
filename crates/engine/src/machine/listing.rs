//! Lists the options of a position one by one, without their values.

use super::cell::{Cell, Fault};
use super::code::{ClauseCode, Worker};
use super::parts::{PartCode, Range};

/// At most this many choices may be tried before one is an option.
const MAX_IDLE: u32 = 1 << 16;

/// Options of a position in the order of the clauses and of their quantifiers' values.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// The number of each option's clause, and where its coordinates end.
    ends: Vec<(usize, usize)>,
    numbers: Vec<i64>,
    idle: u32,
}

impl Options {
    /// The options: number of the clause, coordinates of all parts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &[i64])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        let ends = self.ends.iter().zip(starts);
        ends.map(|(&(clause, end), start)| (clause, &self.numbers[start..end]))
    }
}

impl<T: Cell> Worker<T> {
    /// Lists the options of a position, at most `most`.
    ///
    /// # Errors
    /// Something has no value, an option is a sum of more positions than its clause has parts, or
    /// many choices in a row give no option.
    pub(crate) fn list(
        &mut self,
        clauses: &[ClauseCode],
        point: &[i64],
        most: usize,
        options: &mut Options,
    ) -> Result<(), Fault> {
        // Without clauses there are no slots.
        self.slots.iter_mut().zip(point).for_each(|(slot, c)| *slot = *c);
        options.ends.clear();
        options.numbers.clear();
        for only_when_stuck in [false, true] {
            if only_when_stuck && !options.ends.is_empty() {
                break;
            }
            for (index, clause) in clauses.iter().enumerate() {
                if clause.when_stuck == only_when_stuck && options.ends.len() < most {
                    options.idle = 0;
                    self.list_from((index, clause), 0, most, options)?;
                }
            }
        }
        Ok(())
    }

    fn list_from(
        &mut self,
        (index, clause): (usize, &ClauseCode),
        depth: usize,
        most: usize,
        options: &mut Options,
    ) -> Result<(), Fault> {
        for guard in clause.guards.get(depth).unwrap_or(&clause.inner_guards) {
            if guard.value(&self.slots)? == 0 {
                return Ok(());
            }
        }
        let Some(range) = clause.ranges.get(depth) else {
            for part in &clause.parts {
                let PartCode::Point(coordinates) = part else { return Err(Fault) };
                for coordinate in coordinates {
                    options.numbers.push(coordinate.value(&self.slots)?);
                }
            }
            options.ends.push((index, options.numbers.len()));
            options.idle = 0;
            return Ok(());
        };
        let mut go_on = |worker: &mut Self, k: i64| -> Result<bool, Fault> {
            options.idle += 1;
            if options.idle > MAX_IDLE {
                return Err(Fault);
            }
            worker.slots[clause.dimensions + depth] = k;
            worker.list_from((index, clause), depth + 1, most, options)?;
            Ok(options.ends.len() < most)
        };
        match range {
            Range::Between(lo, hi) => {
                for k in lo.value(&self.slots)?..=hi.value(&self.slots)? {
                    if !go_on(self, k)? {
                        break;
                    }
                }
            }
            Range::Values(values, limit) => {
                let limit = limit.as_ref().map(|limit| limit.value(&self.slots)).transpose()?;
                for &k in values.iter().take_while(|k| limit.is_none_or(|limit| **k <= limit)) {
                    if !go_on(self, k)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
