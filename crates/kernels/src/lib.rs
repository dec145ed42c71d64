//! Fast tables for families of games that are given as plain data: no rules, no files.
//!
//! A kernel *extends a prefix*: given the first values of a table it appends the following ones, and
//! the values do not depend on where the prefix ended. So a caller that keeps the prefix, in memory or
//! in a checkpoint, can continue later. The one exception is [`lines`], which fills its tables tile by
//! tile.
//!
//! ```
//! use kernels::codes::{Code, extend_plainly};
//!
//! // Kayles: take one or two stones, leave at most two heaps
//! let kayles = Code::of_digits(&[0, 7, 7]).expect("a code");
//! let mut values = vec![0];
//! extend_plainly(&kayles, &mut values, 6, &|_, _| true)?;
//! assert_eq!(values, [0, 1, 2, 3, 1, 4, 3]);
//! # Ok::<(), kernels::Halt>(())
//! ```

pub mod codes;
pub mod coins;
mod level;
pub mod limits;
pub mod lines;
mod memory;
pub mod period;
pub mod subtraction;
pub mod take_any;

pub use level::Level;

/// Called from time to time with the number of values known and asked for; `false` asks the work
/// to stop and keep what it has.
pub type Pulse<'p> = &'p dyn Fn(u64, u64) -> bool;

/// Why a table ends before its last value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The pulse asked to stop.
    Interrupted,
    /// The next value is greater than [`MAX_VALUE`].
    Overflow,
}

/// The greatest value a table of 16-bit values holds; the two patterns above are for its owner.
pub const MAX_VALUE: u16 = u16::MAX - 2;

/// Does each of these works, the first on this thread, the others on those of the pool.
fn share<W: Send>(works: impl IntoIterator<Item = W>, work: impl Fn(W) + Sync) {
    let mut works = works.into_iter();
    let own = works.next();
    rayon::in_place_scope(|scope| {
        for other in works {
            let work = &work;
            scope.spawn(move |_| work(other));
        }
        own.map(&work);
    });
}
