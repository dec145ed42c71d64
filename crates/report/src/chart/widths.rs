//! Widths of the embedded font where a browser paints, which has glyphs of its own: the font would be a large part
//! of what is sent.

/// Units of which the em has this many.
const EM: u16 = 2048;

/// Widths of the characters from the blank to `~`.
const WIDTHS: [u16; 95] = [
    532, 551, 823, 1323, 1128, 1690, 1438, 463, 616, 616, 1128, 1128, 512, 659, 549, 764, 1128,
    1128, 1128, 1128, 1128, 1128, 1128, 1128, 1128, 1128, 549, 549, 1128, 1128, 1128, 872, 1774,
    1245, 1272, 1235, 1401, 1081, 1006, 1413, 1436, 694, 555, 1186, 1006, 1782, 1493, 1520, 1180,
    1518, 1208, 1063, 1063, 1430, 1163, 1810, 1120, 1079, 1104, 621, 764, 621, 1090, 842, 1182,
    1087, 1200, 948, 1200, 1096, 674, 1061, 1206, 530, 530, 1016, 530, 1835, 1206, 1182, 1200,
    1200, 817, 924, 694, 1206, 981, 1528, 1024, 1001, 903, 725, 1128, 725, 1128,
];

/// Width of a line of text whose em is `size`. Characters beyond ASCII are as wide as Chinese ones.
pub(super) fn measure(text: &str, size: i32) -> f32 {
    let width = |c: char| {
        let place = (c as usize).checked_sub(' ' as usize);
        place.and_then(|place| WIDTHS.get(place)).copied().unwrap_or(EM)
    };
    let units: u32 = text.chars().map(|c| u32::from(width(c))).sum();
    units as f32 * size as f32 / f32::from(EM)
}

/// The characters without a glyph: none that a browser lacks.
#[cfg(target_family = "wasm")]
pub(super) fn missing<'a>(_: impl Iterator<Item = &'a str>) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::glyphs;

    #[test]
    fn widths_are_those_of_the_font() {
        for c in (' '..='~').chain(['\u{5a01}']) {
            let text = String::from(c);
            let (own, font) = (measure(&text, 1000), glyphs::measure(&text, 1000));
            assert!((own - font).abs() < 0.01, "{c}: {own} and {font}");
        }
    }
}
