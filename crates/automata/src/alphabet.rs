//! Tuples of digits as numbers: the digit of track 0 is the most significant, in base `radix`.

use crate::error::{Error, Result};
use crate::explore::Symbol;
use message::Message;

/// Greatest number of symbols of an automaton.
const MAX: usize = 1 << 17;

/// Number of tuples of digits below `radix`.
///
/// # Errors
/// [`Error::TooLarge`] beyond 2^17.
pub(crate) fn size(radix: u32, tracks: usize, doing: impl Into<Message>) -> Result<usize> {
    let mut size = 1usize;
    for _ in 0..tracks {
        size = size.saturating_mul(radix as usize);
    }
    if size > MAX {
        return Err(Error::TooLarge { size, cap: MAX, what: "symbols", doing: doing.into() });
    }
    Ok(size)
}

/// What one unit of each track's digit adds to a symbol.
pub(crate) fn places(radix: u32, tracks: usize) -> Vec<u32> {
    let mut places = vec![1u32; tracks];
    for at in (0..tracks.saturating_sub(1)).rev() {
        places[at] = places[at + 1].saturating_mul(radix);
    }
    places
}

/// For every symbol the sum of its digits times the weights: with the places of other tracks as
/// weights it moves, drops or chooses tracks.
pub(crate) fn weigh(radix: u32, weights: &[u32]) -> Vec<u32> {
    let mut table = vec![0u32];
    for &weight in weights {
        table = table
            .iter()
            .flat_map(|&sum| (0..radix).map(move |digit| sum + digit * weight))
            .collect();
    }
    table
}

/// The digits of a symbol.
pub(crate) fn digits(radix: u32, tracks: usize, symbol: Symbol) -> Vec<u32> {
    let mut rest = symbol;
    let mut digits = vec![0; tracks];
    for digit in digits.iter_mut().rev() {
        *digit = rest % radix;
        rest /= radix;
    }
    digits
}
