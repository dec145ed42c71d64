//! The heading, legends and axes all charts share.

use super::View;
use super::colour::{GRID, INK, QUIET, Rgb};
use super::font;
use super::scene::{Anchor, Scene, Shape};

/// Space left and right of everything.
pub(super) const MARGIN: i32 = 24;
/// Size of ticks and legends.
pub(super) const SMALL: i32 = 13;
const TITLE: i32 = 21;
const TITLE_ZH: i32 = 17;
/// Titles are set smaller down to this size before they are cut.
const LEAST_TITLE: i32 = 13;

/// How a legend entry is drawn before its words.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Disc(Rgb),
    Swatch(Rgb),
    /// A swatch of the first colour with a square of the second inside, as in a heat map.
    Inset(Rgb, Rgb),
}

/// One line of words with marks.
pub(super) type Legend = Vec<(Mark, String)>;

/// Draws titles, the line `below` and the legend; returns the first free row.
pub(super) fn heading(
    scene: &mut Scene,
    view: &View<'_>,
    below: &[String],
    legend: &Legend,
) -> i32 {
    // An SVG may be shown in a wider font than the one measured here.
    let space = (scene.width - 2 * MARGIN) * 7 / 8;
    let mut y = 14;
    let titles = [(Some(view.chart.title), TITLE, INK), (view.chart.title_zh, TITLE_ZH, INK)];
    for (title, size, fill) in titles {
        let Some(title) = title.filter(|t| !t.is_empty()) else { continue };
        let size = (LEAST_TITLE..=size).rev().find(|&s| font::width(title, s) <= space);
        let size = size.unwrap_or(LEAST_TITLE);
        y += size + 4;
        let shown = font::fit(title, size, space);
        scene.text((MARGIN, y), size, Anchor::Left, fill, shown);
        y += 4;
    }
    y += 2;
    for line in below {
        y += SMALL + 5;
        let shown = font::fit(line, SMALL, space);
        scene.text((MARGIN, y), SMALL, Anchor::Left, QUIET, shown);
    }
    let mut x = scene.width;
    for (mark, words) in legend {
        let wide = 20 + font::width(words, SMALL) * 8 / 7 + 24;
        if x + wide > scene.width {
            x = MARGIN;
            y += SMALL + 8;
        }
        draw_mark(scene, *mark, x, y);
        scene.text((x + 20, y), SMALL, Anchor::Left, INK, words.clone());
        x += wide;
    }
    y + 14
}

fn draw_mark(scene: &mut Scene, mark: Mark, x: i32, baseline: i32) {
    let y = baseline - 11;
    match mark {
        Mark::Disc(fill) => {
            scene.shapes.push(Shape::Disc { x: x + 7, y: baseline - 5, r: 4, fill });
        }
        Mark::Swatch(fill) => scene.rect(x, y, 13, 13, fill),
        Mark::Inset(ground, fill) => {
            scene.rect(x, y, 13, 13, ground);
            scene.rect(x + 3, y + 3, 7, 7, fill);
        }
    }
    if matches!(mark, Mark::Swatch(_) | Mark::Inset(..)) {
        scene.outline(x, y, 13, 13, QUIET);
    }
}

/// Width of the widest number.
pub(super) fn widest(values: &[i64], size: i32) -> i32 {
    widest_of(values.iter().map(i64::to_string), size)
}

/// Width of the widest of these words.
pub(super) fn widest_of(labels: impl Iterator<Item = String>, size: i32) -> i32 {
    labels.map(|label| font::width(&label, size)).max().unwrap_or(0)
}

/// Ticks below row `y` at the given columns.
pub(super) fn ticks_below(scene: &mut Scene, y: i32, ticks: &[(i32, i64)], size: i32) {
    for &(x, value) in ticks {
        scene.rect(x, y + 1, 1, 4, QUIET);
        let label = value.to_string();
        let half = font::width(&label, size) / 2 + 4;
        let middle = x.min(scene.width - half).max(half);
        scene.text((middle, y + size + 7), size, Anchor::Center, INK, label);
    }
}

/// Ticks left of column `x` at the given rows.
pub(super) fn ticks_left(scene: &mut Scene, x: i32, ticks: &[(i32, i64)], size: i32) {
    let labels = ticks.iter().map(|&(y, value)| (y, value.to_string()));
    labels_left(scene, x, labels, size);
}

/// Ticks left of column `x` at the given rows, with these words.
pub(super) fn labels_left(
    scene: &mut Scene,
    x: i32,
    labels: impl Iterator<Item = (i32, String)>,
    size: i32,
) {
    for (y, label) in labels {
        scene.rect(x - 5, y, 4, 1, QUIET);
        scene.text((x - 8, y + size * 3 / 8), size, Anchor::Right, INK, label);
    }
}

/// The name of the vertical axis, ending at the given point unless it is too long for that.
pub(super) fn name_above(scene: &mut Scene, (right, baseline): (i32, i32), name: &str) {
    let left = (right - font::width(name, SMALL)).max(MARGIN);
    scene.text((left, baseline), SMALL, Anchor::Left, QUIET, name);
}

/// Light horizontal lines across a plot.
pub(super) fn rules(scene: &mut Scene, x: i32, w: i32, rows: impl Iterator<Item = i32>) {
    for y in rows {
        scene.rect(x, y, w, 1, GRID);
    }
}

/// A chart with nothing to plot: the titles and one sentence.
pub(super) fn message(view: &View<'_>, sentence: &str) -> Scene {
    let mut scene = Scene::new(640, 0);
    let y = heading(&mut scene, view, &[], &Vec::new());
    scene.text((MARGIN, y + 20), 16, Anchor::Left, QUIET, sentence);
    scene.height = y + 44;
    scene
}
