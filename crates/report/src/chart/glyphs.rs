//! The embedded font: widths, outlines and gaps. Where a browser paints, `widths` stands in its place.

use ab_glyph::{Font, FontRef, ScaleFont};
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(super) static BYTES: &[u8] = include_bytes!("../../assets/wqy-microhei-subset.ttf");
static OUTLINES: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(BYTES).expect("the embedded font is a font"));

/// Distance from the descent to the ascent where the em is 1.
pub(super) fn height_per_em() -> f64 {
    f64::from(OUTLINES.height_unscaled() / OUTLINES.units_per_em().unwrap_or(1000.0))
}

/// Width of a line of text whose em is `size`.
pub(super) fn measure(text: &str, size: i32) -> f32 {
    let font = OUTLINES.as_scaled((f64::from(size) * height_per_em()) as f32);
    let mut width = 0f32;
    let mut before = None;
    for glyph in text.chars().map(|c| font.glyph_id(c)) {
        width += font.h_advance(glyph);
        if let Some(before) = before.replace(glyph) {
            width += font.kern(before, glyph);
        }
    }
    width
}

/// The characters without a glyph, each once, as `"x", "y"`; `None` when there are none.
pub(super) fn missing<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let gaps: BTreeSet<char> =
        texts.flat_map(str::chars).filter(|&c| OUTLINES.glyph_id(c).0 == 0).collect();
    let quoted: Vec<_> = gaps.into_iter().map(|c| format!("\"{c}\"")).collect();
    (!quoted.is_empty()).then(|| quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn assert_glyphs(text: &str, place: &str) {
        let visible = text.split(['\n', '\r']);
        assert_eq!(missing(visible), None, "{place}: run scripts/subset-font.sh");
    }

    fn rule_files(folder: &Path) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        entries
            .map(|entry| entry.unwrap().path())
            .flat_map(|path| match path.is_dir() {
                true => rule_files(&path),
                false if path.extension().is_some_and(|e| e == "game") => vec![path],
                false => Vec::new(),
            })
            .collect()
    }

    #[test]
    fn every_listed_character_has_a_glyph() {
        assert_glyphs(include_str!("../../assets/characters.txt"), "characters.txt");
    }

    #[test]
    fn every_title_of_the_catalogue_has_its_glyphs() {
        for path in rule_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"))) {
            let text = fs::read_to_string(&path).unwrap();
            for line in text.lines().filter(|line| line.starts_with("title")) {
                assert_glyphs(line, &path.display().to_string());
            }
        }
    }

    #[test]
    fn what_is_said_of_charts_in_chinese_has_its_glyphs() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wording/src/chinese");
        for name in ["chart.txt", "sequences.txt"] {
            assert_glyphs(&fs::read_to_string(folder.join(name)).unwrap(), name);
        }
    }

    #[test]
    fn gaps_are_named_once() {
        assert_eq!(missing(["a☃b", "☃"].into_iter()), Some("\"☃\"".into()));
    }
}
