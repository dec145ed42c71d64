//! Decimal digits of integers, straight into a byte buffer: tables have 10^7 rows and more, and
//! the formatting machinery of the standard library would take most of the time.

use table::Axis;

/// Appends `value` in decimal.
pub(crate) fn push(buffer: &mut Vec<u8>, value: i64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    buffer.extend_from_slice(&digits[at..]);
}

/// Number of characters of `value` in decimal.
pub(crate) fn width(value: i64) -> usize {
    let digits = value.unsigned_abs().checked_ilog10().map_or(1, |l| l as usize + 1);
    digits + usize::from(value < 0)
}

/// Number of characters of the longest number on an axis.
pub(crate) fn width_on(axis: &Axis) -> usize {
    width(axis.lo).max(width(axis.hi))
}

#[cfg(test)]
mod tests {
    use draw::{Draw, cases};

    fn check(value: i64) {
        let mut buffer = b"x".to_vec();
        super::push(&mut buffer, value);
        assert_eq!(String::from_utf8(buffer).unwrap(), format!("x{value}"));
        assert_eq!(super::width(value), value.to_string().len());
    }

    #[test]
    fn extremes() {
        [0, 9, 10, -1, i64::MIN, i64::MAX].into_iter().for_each(check);
    }

    #[test]
    fn same_as_display() {
        let input = |d: &mut Draw| d.bits() as i64 >> d.size(0..63);
        draw::check(cases(), input, |value| {
            check(value);
            Ok(())
        });
    }
}
