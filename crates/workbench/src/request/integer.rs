//! Integers as people write them.

use crate::failure::Unfit;
use message::message;

/// An integer: `2000`, `-3`, `1_000_000`, `1e6`, `10^6`.
///
/// # Errors
/// No integer, or one of more than 64 bits.
pub fn integer(text: &str) -> Result<i64, Unfit> {
    let plain: String = text.trim().chars().filter(|c| *c != '_').collect();
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let wide =
        || Unfit(message!("{text} does not fit 64 bits; the greatest number is {}", i64::MAX));
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        return plain.parse().map_err(|_| wide());
    }
    let power = plain
        .split_once(['e', 'E'])
        .map(|(m, e)| (m, "10", e))
        .or_else(|| plain.split_once('^').map(|(b, e)| ("1", b, e)));
    if let Some((factor, base, exponent)) = power
        && let (Ok(factor), Ok(base), Ok(exponent)) =
            (factor.parse::<i64>(), base.parse::<i64>(), exponent.parse())
    {
        let power = base.checked_pow(exponent);
        return power.and_then(|power| power.checked_mul(factor)).ok_or_else(wide);
    }
    Err(Unfit(message!("`{text}` is not an integer")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(integer("2000"), Ok(2000));
        assert_eq!(integer("-3"), Ok(-3));
        assert_eq!(integer("1_000_000"), Ok(1_000_000));
        assert_eq!(integer("2e6"), Ok(2_000_000));
        assert_eq!(integer("10^8"), Ok(100_000_000));
        assert!(integer("1e19").unwrap_err().0.to_string().contains("64 bits"));
        assert!(integer("9223372036854775808").unwrap_err().0.to_string().contains("64 bits"));
        for wrong in ["", "-", "x", "1.5", "1e", "e3", "^", "十"] {
            assert!(
                integer(wrong).unwrap_err().0.to_string().contains("not an integer"),
                "{wrong}"
            );
        }
    }
}
