//! Colours. Values run from light (small) to dark (large); positions lost for the player to move
//! stand out in red, which the map never comes near.

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

pub(super) const PAPER: Rgb = [255, 255, 255];
pub(super) const INK: Rgb = [32, 36, 44];
pub(super) const QUIET: Rgb = [96, 102, 112];
pub(super) const GRID: Rgb = [230, 232, 236];
pub(super) const LINE: Rgb = [34, 94, 168];
pub(super) const BAND: Rgb = [205, 224, 240];
/// P-positions.
pub(super) const P: Rgb = [214, 57, 38];
/// N-positions, where nothing but the winner is shown.
pub(super) const N: Rgb = [198, 214, 232];
/// Cells of the box that are no positions.
pub(super) const ABSENT: Rgb = [226, 226, 228];

/// Positions that Left (Right) wins whoever starts.
const LEFT: Rgb = [34, 94, 168];
const RIGHT: Rgb = [230, 159, 0];

/// The colour of a word; outcomes have their own.
pub(super) fn of_word(word: &str, number: usize) -> Rgb {
    match word {
        "P" => P,
        "N" => N,
        "L" => LEFT,
        "R" => RIGHT,
        _ => MAP[number * 3 % MAP.len()],
    }
}

/// The sequential map YlGnBu of ColorBrewer (C. Brewer, M. Harrower, 2003), nine classes.
const MAP: [Rgb; 9] = [
    [255, 255, 217],
    [237, 248, 177],
    [199, 233, 180],
    [127, 205, 187],
    [65, 182, 196],
    [29, 145, 192],
    [34, 94, 168],
    [37, 52, 148],
    [8, 29, 88],
];

/// The colour of `value` on the scale from `lo` to `hi`; values outside take the end's colour.
pub(super) fn of_value(value: i64, (lo, hi): (i64, i64)) -> Rgb {
    let span = i128::from(hi) - i128::from(lo);
    if span <= 0 {
        return MAP[0];
    }
    let intervals = MAP.len() as i128 - 1;
    let along = (i128::from(value) - i128::from(lo)).clamp(0, span) * intervals * 256 / span;
    let (index, part) = ((along / 256) as usize, (along % 256) as i32);
    mix(MAP[index], MAP[(index + 1).min(MAP.len() - 1)], part, 256)
}

/// `from` moved `part / whole` of the way to `to`.
pub(super) fn mix(from: Rgb, to: Rgb, part: i32, whole: i32) -> Rgb {
    std::array::from_fn(|i| {
        let (a, b) = (i32::from(from[i]), i32::from(to[i]));
        (a + (b - a) * part / whole).clamp(0, 255) as u8
    })
}

/// Ink that can be read on `ground`.
pub(super) fn ink_on(ground: Rgb) -> Rgb {
    if luma(ground) < 140 { PAPER } else { INK }
}

/// Brightness of 0 to 255 (ITU-R BT.601 weights).
fn luma([r, g, b]: Rgb) -> u32 {
    (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_is_darker() {
        let shades: Vec<_> = (0..=64).map(|v| luma(of_value(v, (0, 64)))).collect();
        assert!(shades.windows(2).all(|w| w[0] > w[1]), "{shades:?}");
    }

    #[test]
    fn extreme_ranges_do_not_overflow() {
        let range = (i64::MIN, i64::MAX);
        assert_eq!(of_value(i64::MIN, range), MAP[0]);
        assert_eq!(of_value(i64::MAX, range), MAP[8]);
        assert_eq!(of_value(5, (5, 5)), MAP[0]);
    }
}
