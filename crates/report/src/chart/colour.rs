//! Colours, told apart also by those who do not see red or green. Values run from light (small) to
//! dark (large), or from orange (negative, Right's) over white to blue (positive, Left's); what is
//! lost for the player to move stands out in red, which no map comes near.

use super::drawing::{Colour, ColourStop, Role, Scale, Tick};
use super::view::View;
use message::message;

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

pub(super) const PAPER: Rgb = [255, 255, 255];
pub(super) const INK: Rgb = [32, 36, 44];
pub(super) const QUIET: Rgb = [96, 102, 112];
pub(super) const GRID: Rgb = [230, 232, 236];
/// Ranges of an axis.
pub(super) const PREPERIOD: Rgb = [252, 240, 214];
pub(super) const PERIOD: Rgb = [238, 242, 247];

const P: Rgb = [214, 57, 38];
const N: Rgb = [198, 214, 232];
const LEFT: Rgb = [34, 94, 168];
const RIGHT: Rgb = [230, 159, 0];

/// The colour of what has that role.
pub(super) fn of_role(role: Role) -> Rgb {
    match role {
        Role::Value => LEFT,
        Role::P | Role::PBelow => P,
        Role::Exception | Role::Law => INK,
        Role::Absent => [226, 226, 228],
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
/// From 0 to the greatest positive value, and to the least negative one: the halves of ColorBrewer's
/// diverging maps PuOr and RdBu.
const POSITIVE: [Rgb; 5] =
    [PAPER, [209, 229, 240], [146, 197, 222], [67, 147, 195], [33, 102, 172]];
const NEGATIVE: [Rgb; 5] = [PAPER, [254, 224, 182], [253, 184, 99], [224, 130, 20], [179, 88, 6]];
/// Few to many positions drawn as one point.
const DENSITY: [Rgb; 3] = [[158, 196, 226], LEFT, [8, 29, 88]];

/// Values of at most this many kinds have a colour each.
const FEW: usize = 12;
/// Fewer steps than this do not reach the dark end of the map.
const SPREAD: i128 = 5;

/// The colour that lies `part / whole` along the map.
fn along(map: &[Rgb], part: i128, whole: i128) -> Rgb {
    let last = map.len() as i128 - 1;
    let place = part.clamp(0, whole) * last * 256 / whole.max(1);
    let (index, rest) = ((place / 256) as usize, (place % 256) as i32);
    mix(map[index], map[(index + 1).min(map.len() - 1)], rest, 256)
}

/// `from` moved `part / whole` of the way to `to`.
fn mix(from: Rgb, to: Rgb, part: i32, whole: i32) -> Rgb {
    std::array::from_fn(|i| {
        let (a, b) = (i32::from(from[i]), i32::from(to[i]));
        (a + (b - a) * part / whole).clamp(0, 255) as u8
    })
}

/// Ink that can be read on `ground`.
pub(super) fn ink_on([r, g, b]: Rgb) -> Rgb {
    // Brightness of 0 to 255 (ITU-R BT.601 weights).
    let luma = (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000;
    if luma < 140 { PAPER } else { INK }
}

impl Scale {
    /// The two stops around a value, and how far it lies between them: `part / whole`.
    fn between(&self, value: i64) -> (usize, i128, i128) {
        let above = self.stops.partition_point(|stop| stop.at <= value);
        let below = above.saturating_sub(1);
        let (Some(a), Some(b)) = (self.stops.get(below), self.stops.get(above)) else {
            return (below, 0, 1);
        };
        let (a, b) = (i128::from(a.at), i128::from(b.at));
        (below, (i128::from(value) - a).max(0), (b - a).max(1))
    }

    /// The colour of a value; values beyond the ends take theirs.
    #[must_use]
    pub fn colour(&self, value: i64) -> Colour {
        let (below, part, whole) = self.between(value);
        let stop = self.stops[below].colour;
        match self.stops.get(below + 1).filter(|_| !self.discrete) {
            Some(next) => Colour(along(&[stop.0, next.colour.0], part, whole)),
            None => stop,
        }
    }

    /// Where a value stands on a bar of that length, from its low end.
    pub(super) fn place(&self, value: i64, length: i32) -> i32 {
        let (below, part, whole) = self.between(value);
        let steps = self.stops.len().max(2) as i128 - 1;
        ((below as i128 * whole + part) * i128::from(length) / (steps * whole)) as i32
    }
}

/// How values get their colours.
enum Spread {
    /// A stop for each.
    Each,
    /// Stops at even distances.
    Even,
    /// Stops at powers of two: a few values are far greater than most.
    Doubling,
}

/// The scale of a column whose least and greatest value are given.
pub(super) fn scale(view: &View<'_>, (lo, hi): (i64, i64)) -> Scale {
    let mut values: Vec<i64> = view.values().collect();
    values.sort_unstable();
    // Nine tenths of the values are no farther from 0 (from the least, if none is negative) than this.
    let usual = match lo < 0 {
        false => values[values.len() * 9 / 10].saturating_sub(lo),
        true => values[values.len() * 19 / 20].max(values[values.len() / 20].saturating_neg()),
    };
    values.dedup();
    let reach = if lo < 0 { hi.max(lo.saturating_neg()) } else { hi.saturating_sub(lo) };
    let spread = if view.is_plain() || values.len() <= FEW {
        Spread::Each
    } else if view.unit() == 1 && reach >= 16 && usual <= reach / 4 {
        Spread::Doubling
    } else {
        Spread::Even
    };
    let stops: Vec<ColourStop> = match spread {
        Spread::Each => each(view, &values, reach),
        _ if lo >= 0 => arm(&MAP, lo, reach, reach, &spread),
        _ => {
            let below = arm(&NEGATIVE, 0, lo, reach, &spread);
            let above = arm(&POSITIVE, 0, hi.max(0), reach, &spread);
            below.into_iter().rev().chain(above.into_iter().skip(1)).collect()
        }
    };
    let label = |at: i64| match at {
        0 if view.is_win() => view.told(message!("P-position ({} = 0)", view.column.name)),
        _ if view.is_win() => view.told(message!("N-position ({} = {at})", view.column.name)),
        _ => view.label(at),
    };
    let ticks = match spread {
        Spread::Even => view.ticks(lo, hi, 9),
        _ => stops.iter().map(|stop| Tick { at: stop.at, label: label(stop.at) }).collect(),
    };
    let (name, discrete) = (view.column.name.clone(), matches!(spread, Spread::Each));
    Scale { name, unit: view.unit(), discrete, stops, ticks }
}

/// A stop for each value.
fn each(view: &View<'_>, values: &[i64], reach: i64) -> Vec<ColourStop> {
    let signed = values[0] < 0;
    let last = values.len() as i128 - 1;
    let colour = |(rank, &value): (usize, &i64)| match (view.words(), i128::from(value)) {
        (Some(_), _) => of_word(&view.label(value), rank),
        (None, 0) if view.is_win() => P,
        _ if view.is_win() => N,
        (_, v) if signed && v < 0 => along(&NEGATIVE, -v, i128::from(reach)),
        (_, v) if signed => along(&POSITIVE, v, i128::from(reach)),
        _ => along(&MAP, rank as i128, last.max(SPREAD)),
    };
    let stop = |each: (usize, &i64)| ColourStop { at: *each.1, colour: Colour(colour(each)) };
    values.iter().enumerate().map(stop).collect()
}

/// Stops from `start` on for `length` (downwards if that is negative), of which `reach` takes the
/// end of the map.
fn arm(map: &[Rgb], start: i64, length: i64, reach: i64, spread: &Spread) -> Vec<ColourStop> {
    let distance = length.saturating_abs();
    let steps: Vec<(i64, Rgb)> = match spread {
        Spread::Doubling => {
            let powers = (0..62).map(|k| 1_i64 << k).take_while(|&d| d < reach);
            let all: Vec<i64> = [0].into_iter().chain(powers).chain([reach]).collect();
            let last = all.len() as i128 - 1;
            let shade = |(k, &d): (usize, &i64)| (d.min(distance), along(map, k as i128, last));
            let first = all.iter().position(|&d| d >= distance).unwrap_or(all.len() - 1);
            all.iter().enumerate().take(first + 1).map(shade).collect()
        }
        _ => {
            let steps = map.len() as i128 - 1;
            let at = |k: i128| (i128::from(distance) * k / steps) as i64;
            let shade = |d: i64| along(map, i128::from(d), i128::from(reach));
            (0..=steps).map(at).map(|d| (d, shade(d))).collect()
        }
    };
    let mut stops: Vec<ColourStop> = steps
        .into_iter()
        .map(|(d, colour)| ColourStop {
            at: if length < 0 { start.saturating_sub(d) } else { start.saturating_add(d) },
            colour: Colour(colour),
        })
        .collect();
    stops.dedup_by_key(|stop| stop.at);
    stops
}

/// The scale of how many positions are drawn as one point, at most `most`.
pub(super) fn density(name: String, most: i64) -> Scale {
    let discrete = most <= 8;
    let shade = |count: i64| along(&DENSITY, i128::from(count) - 1, i128::from(most) - 1);
    let stops: Vec<ColourStop> = match discrete {
        true => (1..=most).map(|at| ColourStop { at, colour: Colour(shade(at)) }).collect(),
        false => arm(&DENSITY, 0, most, most, &Spread::Doubling).split_off(1),
    };
    let ticks = stops.iter().map(|stop| Tick { at: stop.at, label: stop.at.to_string() }).collect();
    Scale { name, unit: 1, discrete, stops, ticks }
}

/// The colour of a word; outcomes have their own.
fn of_word(word: &str, number: usize) -> Rgb {
    match word {
        "P" => P,
        "N" => N,
        "L" => LEFT,
        "R" => RIGHT,
        _ => MAP[number * 3 % MAP.len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_ranges_do_not_overflow() {
        for spread in [Spread::Even, Spread::Doubling] {
            let stops = arm(&MAP, i64::MIN, i64::MAX, i64::MAX, &spread);
            assert!(stops.windows(2).all(|w| w[0].at < w[1].at), "{stops:?}");
            let scale =
                Scale { name: String::new(), unit: 1, discrete: false, stops, ticks: Vec::new() };
            assert_eq!(scale.colour(i64::MIN).0, MAP[0]);
            assert_eq!(scale.colour(i64::MAX).0, MAP[8]);
        }
    }

    #[test]
    fn colours_lie_between_their_stops() {
        let scale = density(String::new(), 20);
        let stops: Vec<_> = scale.stops.iter().map(|stop| stop.at).collect();
        assert_eq!(stops, [1, 2, 4, 8, 16, 20]);
        assert_eq!([1, 2, 3, 20].map(|value| scale.place(value, 100)), [0, 20, 30, 100]);
        let (two, three, four) = (scale.colour(2).0, scale.colour(3).0, scale.colour(4).0);
        assert!((0..3).all(|i| two[i] >= three[i] && three[i] >= four[i]), "{three:?}");
        assert_eq!(density(String::new(), 3).colour(2).0, DENSITY[1]);
    }
}
