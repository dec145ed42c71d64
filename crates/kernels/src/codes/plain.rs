//! The Grundy values of a code by the definition, the reference every other engine must equal.

use super::{Code, Leaves};
use crate::{Halt, MOST, Pulse};

/// Appends values until heaps up to `to` are known; the prefix holds the values of 0, 1, 2, ...
/// Cost: the number of options.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub fn extend(code: &Code, values: &mut Vec<u16>, to: usize, pulse: Pulse) -> Result<(), Halt> {
    let mut seen = vec![usize::MAX; usize::from(u16::MAX) + 1];
    for n in values.len()..=to {
        let mut mark = |value: u16| seen[usize::from(value)] = n;
        for m in code.moves() {
            let Some(left) = n.checked_sub(m.taken as usize) else { continue };
            match m.leaves {
                Leaves::Nothing if left == 0 => mark(0),
                Leaves::One if left > 0 => mark(values[left]),
                Leaves::Two | Leaves::TwoUnequal => (1..=left / 2)
                    .filter(|a| m.leaves == Leaves::Two || 2 * a != left)
                    .for_each(|a| mark(values[a] ^ values[left - a])),
                Leaves::Three => (1..=left / 3).for_each(|a| {
                    (a..=(left - a) / 2)
                        .for_each(|b| mark(values[a] ^ values[b] ^ values[left - a - b]));
                }),
                Leaves::Nothing | Leaves::One => {}
            }
        }
        let mex = seen.iter().position(|&at| at != n).unwrap_or(seen.len());
        let value = u16::try_from(mex).ok().filter(|&v| v <= MOST).ok_or(Halt::Overflow)?;
        values.push(value);
        if n % 256 == 255 && !pulse(n as u64, to as u64) {
            return Err(Halt::Interrupted);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kayles_is_as_published() {
        // Berlekamp, Conway, Guy, Winning Ways (2001), chapter 4.
        let kayles = Code::of_digits(&[0, 7, 7]).expect("a code");
        let mut values = vec![0];
        extend(&kayles, &mut values, 12, &|_, _| true).expect("values");
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    }

    #[test]
    fn a_move_that_takes_nothing_must_split() {
        assert_eq!(Code::of_digits(&[2, 7]), None);
        assert!(Code::of_digits(&[4]).is_some());
        assert_eq!(Code::of_digits(&[0, 16]), None);
    }
}
