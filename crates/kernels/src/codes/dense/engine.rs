//! The operations a vector level has to offer.

use super::planes::Planes;
use super::unseen::Unseen;

/// Heaps sifted together.
pub(super) const ABREAST: usize = 4;
/// Pairs of a word of [`Found`]; heaps sifted together are as many stones apart, so that they share
/// the bytes read.
pub(super) const APART: usize = 64;
/// Most pairs of a sweep.
pub(super) const MAX_LENGTH: usize = 2048;

/// The pairs (a, sum - a) for the `a` from `from` up to, not including, `end`, a multiple of
/// [`APART`] of them, to be struck from a set of unseen values from `base` on, a multiple of
/// [`SPAN`](super::unseen::SPAN).
#[derive(Clone, Copy)]
pub(super) struct Sweep<'p> {
    pub(super) planes: &'p Planes,
    pub(super) base: usize,
    pub(super) sum: usize,
    pub(super) from: usize,
    pub(super) end: usize,
}

/// The bytes of a sweep's pairs, a word of [`Found`] each: those of the `a` and of the `sum - a`.
pub(super) struct Runs<'p> {
    pub(super) x_low: &'p [[u8; APART]],
    pub(super) x_high: &'p [[u8; APART]],
    pub(super) y_low: &'p [[u8; APART]],
    pub(super) y_high: &'p [[u8; APART]],
}

impl<'p> Sweep<'p> {
    #[inline(always)]
    pub(super) fn runs(self) -> Runs<'p> {
        let Self { planes, sum, from, end, .. } = self;
        let words = |plane: &'p [u8], at: usize| plane[at..][..end - from].as_chunks().0;
        let back = planes.mirror(sum - from);
        Runs {
            x_low: words(&planes.low, from),
            x_high: words(&planes.high, from),
            y_low: words(&planes.low_back, back),
            y_high: words(&planes.high_back, back),
        }
    }
}

/// Which pairs of a sweep have an unseen value, as bits.
pub(super) type Found = [u64; MAX_LENGTH / APART];

/// The operations of one level. They may only be called where the processor has it.
pub(super) trait Operations {
    /// Room for what is found, kept between calls so that it need not be made anew.
    type Net: Send;
    /// An empty net.
    const NET: Self::Net;
    /// Bits of the low byte of a value.
    const SHIFT: u32;
    /// Pairs of each split that are better marked one by one, since many of them are unseen, a
    /// multiple of [`APART`].
    const MARKED: usize;

    /// Strikes the pairs of the heaps with sums `sum`, `sum + APART`, ..., each from its set.
    fn abreast(sweep: Sweep, unseen: &mut [Unseen; ABREAST], net: &mut Self::Net);

    /// Strikes the pairs of one heap.
    fn alone(sweep: Sweep, unseen: &mut Unseen, net: &mut Self::Net);

    /// Which pairs of one heap are in the set; the words of a sweep, and behind them any.
    fn find<'n>(sweep: Sweep, unseen: &Unseen, net: &'n mut Self::Net) -> &'n Found;

    /// See [`Unseen::of`].
    fn gather(window: &[u8]) -> Unseen;

    /// See [`Unseen::keep`].
    fn keep(unseen: &mut Unseen, most: usize);

    /// See [`Unseen::least`].
    fn least(unseen: &Unseen, window: &[u8]) -> Option<usize>;
}
