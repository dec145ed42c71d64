//! Amounts of memory and durations as people write them on a command line.

use message::message;
use std::time::Duration;
use workbench::Unfit;

/// A number of bytes: `4000000`, `500M`, `4G` (powers of 1000; `1.5G` is not one).
///
/// # Errors
/// No such number, or one of more than 64 bits.
pub(crate) fn bytes(text: &str) -> Result<u64, Unfit> {
    let help = || Unfit(message!("`{text}` is not an amount of memory; write 500M or 4G"));
    let (digits, unit) = match text.trim().trim_end_matches(['b', 'B']) {
        t if t.ends_with(['k', 'K']) => (&t[..t.len() - 1], 1_000),
        t if t.ends_with(['m', 'M']) => (&t[..t.len() - 1], 1_000_000),
        t if t.ends_with(['g', 'G']) => (&t[..t.len() - 1], 1_000_000_000),
        t if t.ends_with(['t', 'T']) => (&t[..t.len() - 1], 1_000_000_000_000),
        t => (t, 1u64),
    };
    let amount: u64 = digits.trim().parse().map_err(|_| help())?;
    let amount = amount.checked_mul(unit).ok_or_else(help)?;
    if amount == 0 { Err(help()) } else { Ok(amount) }
}

/// A number of seconds, down to milliseconds: `20`, `0.5`.
///
/// # Errors
/// No number, or one of more than a day.
pub(crate) fn duration(text: &str) -> Result<Duration, Unfit> {
    let wrong = || Unfit(message!("`{text}` is not a number of seconds; write 20 or 0.5"));
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    if fraction.len() > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let seconds: u64 = whole.parse().map_err(|_| wrong())?;
    let thousandths: u64 = format!("{fraction:0<3}").parse().map_err(|_| wrong())?;
    if seconds > 86_400 {
        return Err(Unfit(message!("{text} seconds is more than a day")));
    }
    Ok(Duration::from_millis(seconds * 1000 + thousandths))
}

/// Seconds for people: `0.01 s`, `3 min`, `2 h`.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.2} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory() {
        assert_eq!(bytes("4G"), Ok(4_000_000_000));
        assert_eq!(bytes("500mb"), Ok(500_000_000));
        assert_eq!(bytes("12"), Ok(12));
        for wrong in ["", "G", "-1G", "1.5G", "0", "4X", "99999999999T", "é"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations() {
        assert_eq!(duration("20"), Ok(Duration::from_secs(20)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.025"), Ok(Duration::from_millis(1025)));
        for wrong in ["", ".", "x", "-1", "1.2345", "1.-5", "86401", "99999999999999999999"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
