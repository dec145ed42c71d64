//! Values of a known class in one byte.
//!
//! Inside a class the lowest digit of the mask follows from the others. A *code* is the value
//! without this digit: class and code give the value back, the nim-sum of codes is the code of the
//! nim-sum, and codes are in the order of the values of their class. Bytes serve up to 511.

use super::super::super::mask::Mask;

/// The byte that is no code: an option that does not count.
pub(super) const DEAD: u8 = u8::MAX;

/// Tables from codes to values for heaps of one parity.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The common value with this code.
    pub(super) common: [u16; 256],
    /// The rare value with this code.
    pub(super) rare: [u16; 256],
    /// How many rare values are less than the common value with this code.
    pub(super) below: [u16; 256],
}

/// The codes under a mask.
#[derive(Clone, Debug)]
pub(super) struct Coding {
    mask: Mask,
    /// The digits below the one dropped.
    low: u16,
    /// Even heaps, odd heaps.
    pub(super) sides: [Side; 2],
}

impl Coding {
    pub(super) fn new(mask: Mask) -> Self {
        let low = (1 << mask.bits().trailing_zeros()) - 1;
        let side = |parity| {
            let value = |code: usize, rare: bool| {
                // Codes are below 256.
                let code = code as u16;
                let without = (code & low) | (code & !low) << 1;
                if mask.is_rare(without, parity) == rare { without } else { without | (low + 1) }
            };
            let rare = std::array::from_fn(|code| value(code, true));
            let common: [u16; 256] = std::array::from_fn(|code| value(code, false));
            let below = common.map(|v| rare.partition_point(|&r| r < v) as u16);
            Side { common, rare, below }
        };
        Self { mask, low, sides: [side(0), side(1)] }
    }

    /// The code of a value; `None` when it does not fit.
    pub(super) fn code(&self, value: u16) -> Option<u8> {
        let code = (value & self.low) | (value >> 1 & !self.low);
        u8::try_from(code).ok().filter(|&code| code != DEAD)
    }

    pub(super) fn mask(&self) -> Mask {
        self.mask
    }

    /// The codes of all these values; `None` when one does not fit.
    pub(super) fn codes<'v>(
        &self,
        values: &'v [u16],
    ) -> Option<impl Iterator<Item = u8> + use<'v>> {
        let low = self.low;
        let code = move |value: u16| (value & low) | (value >> 1 & !low);
        let greatest = values.iter().map(|&value| code(value)).max().unwrap_or(0);
        // All are at most the greatest, which is below 255.
        (greatest < u16::from(DEAD)).then(|| values.iter().map(move |&value| code(value) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_and_code_give_the_value_back_in_order() {
        for (bits, parity) in [(1, None), (0b1100, None), (0x1ff, Some(0)), (0b10, Some(1))] {
            let coding = Coding::new(Mask::new(bits, parity));
            for n in [10, 11] {
                let side = &coding.sides[n % 2];
                assert!(side.common.is_sorted() && side.rare.is_sorted());
                for value in 0..512 {
                    // The two values whose digits are all 1 but for the one dropped.
                    let Some(code) = coding.code(value) else {
                        assert_eq!(value | 1 << bits.trailing_zeros(), 511);
                        continue;
                    };
                    let rare = coding.mask().is_rare(value, n);
                    let table = if rare { side.rare } else { side.common };
                    assert_eq!(table[usize::from(code)], value);
                    if !rare {
                        let below = (0..value).filter(|&v| coding.mask().is_rare(v, n)).count();
                        assert_eq!(usize::from(side.below[usize::from(code)]), below);
                    }
                }
            }
            assert_eq!(coding.code(511), None);
        }
    }
}
