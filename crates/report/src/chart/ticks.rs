//! Integer ticks at multiples of 1, 2 or 5 times a power of ten.

/// At most `most` (at least one) ticks within `lo..=hi`, ascending. Never empty: where no
/// multiple falls in the range, `lo` is the tick.
pub(super) fn ticks(lo: i64, hi: i64, most: i64) -> Vec<i64> {
    let (low, high) = (i128::from(lo), i128::from(hi.max(lo)));
    let mut power: i128 = 1;
    let step = 'found: loop {
        for factor in [1, 2, 5] {
            let step = power * factor;
            if high.div_euclid(step) - (low - 1).div_euclid(step) <= i128::from(most.max(1)) {
                break 'found step;
            }
        }
        power *= 10;
    };
    let first = (low + step - 1).div_euclid(step);
    let found: Vec<i64> = (first..=high.div_euclid(step))
        .filter_map(|multiple| i64::try_from(multiple * step).ok())
        .collect();
    if found.is_empty() { vec![lo] } else { found }
}

#[cfg(test)]
mod tests {
    use super::ticks;
    use draw::{Draw, cases, check, prop_assert};

    #[test]
    fn usual_ranges() {
        assert_eq!(ticks(0, 2000, 11), (0..=10).map(|k| k * 200).collect::<Vec<_>>());
        assert_eq!(ticks(0, 10, 10), [0, 2, 4, 6, 8, 10]);
        assert_eq!(ticks(1, 9, 10), (1..=9).collect::<Vec<_>>());
        assert_eq!(ticks(-7, 12, 5), [-5, 0, 5, 10]);
        assert_eq!(ticks(3, 3, 5), [3]);
        assert_eq!(ticks(101, 109, 1), [105]);
    }

    #[test]
    fn few_sorted_and_inside() {
        let input = |d: &mut Draw| (d.bits() as i64, d.bits() as i64, d.size(0..63), d.int(1..40));
        check(cases(), input, |(a, b, shift, most)| {
            let (lo, hi) = ((a >> shift).min(b >> shift), (a >> shift).max(b >> shift));
            let found = ticks(lo, hi, most);
            prop_assert!(!found.is_empty() && found.len() as i64 <= most);
            prop_assert!(found.windows(2).all(|w| w[0] < w[1]));
            prop_assert!(found.iter().all(|t| (lo..=hi).contains(t)));
            Ok(())
        });
    }
}
