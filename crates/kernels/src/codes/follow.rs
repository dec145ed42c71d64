//! Values that are passed on without being kept, of codes whose moves leave at most one heap: a
//! value depends on as many values before it as a move takes stones at most.

use super::proved::subtraction_of;
use super::{Code, Leaves};
use crate::subtraction::Subtraction;
use crate::{Halt, Pulse};

/// Values computed at once.
const CHUNK: usize = 1 << 13;

/// A code whose values need only a window of those before.
#[derive(Clone, Debug)]
pub struct Follow {
    game: Subtraction,
    window: usize,
}

impl Follow {
    /// `None` where a move leaves two heaps or more, which may be of any sizes.
    #[must_use]
    pub fn new(code: &Code) -> Option<Self> {
        let splits =
            code.moves().iter().any(|m| !matches!(m.leaves, Leaves::Nothing | Leaves::One));
        let taken = code.moves().iter().map(|m| m.taken).max().unwrap_or(0) as usize;
        let game = subtraction_of(code, Leaves::One)?;
        (!splits).then_some(Self { game, window: taken + 1 })
    }

    /// How many values must be known before the first that is passed on.
    #[must_use]
    pub fn window(&self) -> usize {
        self.window
    }

    /// Most values in memory at a time.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.window + self.chunk()
    }

    fn chunk(&self) -> usize {
        CHUNK.max(4 * self.window)
    }

    /// Passes on the values of the heaps after those of the prefix, which are 0, 1, 2, ..., up to
    /// `to`, in order.
    ///
    /// A heap that exceeds every amount taken is left empty by no move, and may leave any other
    /// heap: which heap it is does not matter, so the window stands at the start of the table.
    ///
    /// # Errors
    /// [`Halt::Interrupted`]; [`Halt::Overflow`] when the prefix is shorter than the window.
    pub fn pass_on(
        &self,
        prefix: &[u16],
        to: u64,
        pulse: Pulse,
        sink: &mut dyn FnMut(&[u16]),
    ) -> Result<(), Halt> {
        let window = prefix.len().checked_sub(self.window).ok_or(Halt::Overflow)?;
        let mut values = prefix[window..].to_vec();
        let mut known = prefix.len() as u64;
        while known <= to {
            let left = usize::try_from(to - known).unwrap_or(usize::MAX);
            let count = left.saturating_add(1).min(self.chunk());
            self.game.extend(&mut values, self.window + count - 1, &|_, _| true)?;
            sink(&values[self.window..]);
            known += count as u64;
            values.drain(..count);
            if known <= to && !pulse(known, to) {
                return Err(Halt::Interrupted);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::{Move, extend_plainly};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_passed_on_are_those_of_the_table(
            taken in proptest::collection::vec((1u32..90, any::<bool>(), any::<bool>()), 1..40),
            more in 0usize..200,
            to in 0usize..2000,
        ) {
            let leaves = |(taken, one, nothing): (u32, bool, bool)| {
                let one = one.then_some(Move { taken, leaves: Leaves::One });
                one.into_iter().chain(nothing.then_some(Move { taken, leaves: Leaves::Nothing }))
            };
            let code = Code::new(taken.into_iter().flat_map(leaves)).expect("a code");
            let follow = Follow::new(&code).expect("no move leaves two heaps");
            let mut values = vec![0];
            let prefix = follow.window() + more;
            extend_plainly(&code, &mut values, to.max(prefix), &|_, _| true).expect("values");
            let mut passed = values[..prefix].to_vec();
            let start = passed.clone();
            let sink = &mut |more: &[u16]| passed.extend_from_slice(more);
            follow.pass_on(&start, to as u64, &|_, _| true, sink).expect("values");
            passed.truncate(to.max(prefix - 1) + 1);
            prop_assert_eq!(&passed[..], &values[..passed.len()]);
            prop_assert!(passed.len() > to);
        }
    }

    #[test]
    fn long_tables_cross_chunks_and_stop_when_asked() {
        let amounts = [3u32, 5, 11, 40, 41, 97];
        let moves = amounts.map(|taken| Move { taken, leaves: Leaves::One });
        let code = Code::new(moves).expect("a code");
        let (mut values, to) = (vec![0], 3 * CHUNK + 17);
        extend_plainly(&code, &mut values, to, &|_, _| true).expect("values");
        let follow = Follow::new(&code).expect("no move leaves two heaps");
        let mut passed = values[..200].to_vec();
        let sink = &mut |more: &[u16]| passed.extend_from_slice(more);
        assert_eq!(follow.pass_on(&values[..200], to as u64, &|_, _| true, sink), Ok(()));
        assert!(passed == values);
        let stopped = follow.pass_on(&values[..200], to as u64, &|_, _| false, &mut |_| {});
        assert_eq!(stopped, Err(Halt::Interrupted));
        let short = follow.pass_on(&values[..97], 1000, &|_, _| true, &mut |_| {});
        assert_eq!(short, Err(Halt::Overflow));
    }

    #[test]
    fn splits_need_the_whole_table() {
        let kayles = Code::of_digits(&[0, 7, 7]).expect("a code");
        assert!(Follow::new(&kayles).is_none());
    }
}
