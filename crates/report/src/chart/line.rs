//! One coordinate: the value as steps over n.
//!
//! With more indices than pixels, a column of pixels stands for several: a band reaches from their
//! least to their greatest value, and a dot marks each value that occurs. Quantities that only
//! tell the winner become a strip of two colours, outcomes one of four.

use super::View;
use super::colour::{self, BAND, LINE, P, PAPER, QUIET};
use super::frame::{self, Legend, MARGIN, Mark, SMALL};
use super::scene::{Anchor, Image, Scene, Shape};
use super::ticks::ticks;

const WIDTH: i32 = 1000;
const PLOT_HEIGHT: i32 = 330;
const STRIP_HEIGHT: i32 = 72;
/// Height of the row of marks below a plot too dense for discs.
const RUG: i32 = 10;
/// Least width of an index for which steps are still readable.
const STEP_WIDTH: i32 = 3;

/// The indices along the horizontal axis.
struct Across {
    left: i32,
    width: i32,
    count: usize,
}

impl Across {
    /// Left edge of index `i`; for `i = count` the right edge of the last.
    fn edge(&self, i: usize) -> i32 {
        self.left + (i as i128 * i128::from(self.width) / self.count as i128) as i32
    }

    fn centre(&self, i: usize) -> i32 {
        i32::midpoint(self.edge(i), self.edge(i + 1))
    }

    /// Width of an index, rounded down; 0 when there are more indices than pixels.
    fn cell(&self) -> i32 {
        (self.width as usize / self.count) as i32
    }

    /// The indices that a column of pixels stands for: several, or the one it lies in.
    fn indices(&self, column: i32) -> std::ops::Range<usize> {
        let (column, width) = (column as u128, self.width as u128);
        let start = (column * self.count as u128 / width) as usize;
        let end = ((column + 1) * self.count as u128 / width) as usize;
        start..end.max(start + 1)
    }

    fn ticks(&self, lo: i64) -> Vec<(i32, i64)> {
        let hi = lo + self.count as i64 - 1;
        let label = frame::widest(&[lo, hi], SMALL) + 28;
        ticks(lo, hi, i64::from(self.width / label))
            .into_iter()
            .map(|tick| (self.centre((tick - lo) as usize), tick))
            .collect()
    }
}

/// Rows of the values on the vertical axis.
struct Up {
    top: i32,
    height: i32,
    range: (i64, i64),
}

impl Up {
    fn row(&self, value: i64) -> i32 {
        let (lo, hi) = (i128::from(self.range.0), i128::from(self.range.1));
        let above = (i128::from(value) - lo) * i128::from(self.height) / (hi - lo).max(1);
        self.top + self.height - above as i32
    }
}

/// The chart of a column whose least and greatest value are given.
pub(super) fn layout(view: &View<'_>, range: (i64, i64)) -> Scene {
    match view.words() {
        Some(words) => word_strip(view, words),
        None if view.is_win() => strip(view),
        None => plot(view, range),
    }
}

fn plot(view: &View<'_>, (least, greatest): (i64, i64)) -> Scene {
    let range = (least.min(0), greatest.max(least.min(0).saturating_add(1)));
    let values = view.ticks(range.0, range.1, 9);
    let labels = values.iter().map(|&v| view.label(v));
    let left = MARGIN + frame::widest_of(labels, SMALL) + 10;
    let across = Across { left, width: WIDTH - MARGIN - left, count: view.table.cells() };
    let discs = view.marked && across.cell() > STEP_WIDTH;
    let rug = view.marked && !discs;

    let mut scene = Scene::new(WIDTH, 0);
    let mut legend = Legend::new();
    if view.marked {
        let mark = if discs { Mark::Disc(P) } else { Mark::Swatch(P) };
        legend.push((mark, view.p_label()));
    }
    let mut below = vec![view.domain()];
    if view.lacks_numbers() {
        below.push("nothing is drawn where the value is not a number".into());
    }
    if across.cell() == 0 {
        let indices = across.count.div_ceil(across.width as usize);
        below.push(format!(
            "a column of pixels stands for up to {indices} positions: the band spans their values, \
             dots are darker where frequent"
        ));
    }
    let top = frame::heading(&mut scene, view, &below, &legend) + SMALL + 10;
    let up = Up { top, height: PLOT_HEIGHT, range };
    frame::name_above(&mut scene, (left - 8, top - 12), &view.column.name);

    let rows: Vec<_> = values.iter().map(|&v| (up.row(v), v)).collect();
    let bottom = top + PLOT_HEIGHT;
    if across.cell() >= STEP_WIDTH {
        frame::rules(&mut scene, left, across.width, rows.iter().map(|r| r.0));
        draw_steps(&mut scene, view, &across, &up);
    } else {
        let image = cloud(view, &across, &up, &rows);
        scene.shapes.push(Shape::Image { x: left, y: top - 1, image });
    }
    let labels = rows.iter().map(|&(y, value)| (y, view.label(value)));
    frame::labels_left(&mut scene, left, labels, SMALL);
    scene.rect(left - 1, top, 1, PLOT_HEIGHT + 3, QUIET);
    scene.rect(left - 1, bottom + 2, across.width + 1, 1, QUIET);
    if discs {
        for i in 0..across.count {
            if view.value(i) == Some(0) {
                let (x, y) = (across.centre(i), up.row(0));
                scene.shapes.push(Shape::Disc { x, y, r: 4.min(across.cell() - 1), fill: P });
            }
        }
    }
    let mut foot = bottom + 2;
    if rug {
        let image = rug_marks(view, &across);
        scene.shapes.push(Shape::Image { x: left, y: foot + 4, image });
        foot += RUG + 6;
    }
    finish(&mut scene, view, &across, foot);
    scene
}

/// The horizontal axis below row `foot`, and the height of the picture.
fn finish(scene: &mut Scene, view: &View<'_>, across: &Across, foot: i32) {
    let axis = &view.table.axes[0];
    frame::ticks_below(scene, foot, &across.ticks(axis.lo), SMALL);
    let x = across.left + across.width / 2;
    scene.text((x, foot + 2 * SMALL + 16), SMALL, Anchor::Center, QUIET, axis.name.clone());
    scene.height = foot + 2 * SMALL + 30;
}

fn draw_steps(scene: &mut Scene, view: &View<'_>, across: &Across, up: &Up) {
    let mut points = Vec::new();
    for i in 0..=across.count {
        let value = if i < across.count { view.value(i) } else { None };
        if let Some(value) = value {
            let y = up.row(value);
            points.extend([(across.edge(i), y), (across.edge(i + 1), y)]);
        } else if !points.is_empty() {
            scene.shapes.push(Shape::Steps { points: std::mem::take(&mut points), fill: LINE });
        }
    }
}

/// Band and dots of a dense plot.
fn cloud(view: &View<'_>, across: &Across, up: &Up, rows: &[(i32, i64)]) -> Image {
    let mut image = Image::new(across.width, up.height + 3, PAPER);
    let row = |value| up.row(value) - up.top + 1;
    for &(y, _) in rows {
        image.fill(0, y - up.top + 1, across.width, 1, colour::GRID);
    }
    // Dots as large as the distance of neighbouring values allows.
    let (least, greatest) = (i128::from(up.range.0), i128::from(up.range.1));
    let apart = i128::from(up.height) / (greatest - least);
    let size = (apart / 3).clamp(1, 3) as i32;
    if across.cell() > 0 {
        for i in 0..across.count {
            if let Some(value) = view.value(i) {
                let (x, h) = (across.edge(i) - across.left, size.max(2));
                image.fill(x, row(value) - h / 2, across.cell().max(2), h, LINE);
            }
        }
        return image;
    }
    for x in 0..across.width {
        let rows: Vec<i32> = across.indices(x).filter_map(|i| view.value(i)).map(row).collect();
        let (Some(&top), Some(&bottom)) = (rows.iter().min(), rows.iter().max()) else { continue };
        image.fill(x, top, 1, bottom - top + 1, BAND);
        // The more often a row is hit the darker its dot, the most hit one being fully dark.
        let mut hits = vec![0_i32; (bottom - top + 1) as usize];
        rows.iter().for_each(|r| hits[(r - top) as usize] += 1);
        let most = hits.iter().copied().max().unwrap_or(1);
        for (r, &count) in (top..).zip(&hits).filter(|hit| *hit.1 > 0) {
            let shade = colour::mix(BAND, LINE, most + 3 * count, 4 * most);
            image.fill(x, r - size / 2, 1, size, shade);
        }
    }
    image
}

/// A mark for each column of pixels that has a P-position.
fn rug_marks(view: &View<'_>, across: &Across) -> Image {
    let mut image = Image::new(across.width, RUG, PAPER);
    for x in 0..across.width {
        if across.indices(x).any(|i| view.value(i) == Some(0)) {
            image.fill(x, 0, 1, RUG, P);
        }
    }
    image
}

/// The strip of a quantity that only tells the winner.
fn strip(view: &View<'_>) -> Scene {
    let across = Across { left: MARGIN, width: WIDTH - 2 * MARGIN, count: view.table.cells() };
    let name = &view.column.name;
    let legend = vec![
        (Mark::Swatch(P), view.p_label()),
        (Mark::Swatch(colour::N), format!("N-position ({name} = 1)")),
    ];
    draw_strip(view, &across, &legend, "its shade is their share", |values| {
        let zeros = values.iter().filter(|&&v| v == 0).count();
        let part = (zeros * 256 / values.len()) as i32;
        colour::mix(colour::N, P, part, 256)
    })
}

/// The strip of a column of words.
fn word_strip(view: &View<'_>, words: &[String]) -> Scene {
    let across = Across { left: MARGIN, width: WIDTH - 2 * MARGIN, count: view.table.cells() };
    let colour_of = |i: usize| colour::of_word(words.get(i).map_or("", String::as_str), i);
    let used: Vec<usize> = (0..words.len())
        .filter(|&i| (0..across.count).any(|cell| view.value(cell) == Some(i as i64)))
        .collect();
    let name = &view.column.name;
    let entry = |&i: &usize| (Mark::Swatch(colour_of(i)), format!("{name} {}", words[i]));
    let legend = used.iter().map(entry).collect();
    draw_strip(view, &across, &legend, "the most frequent one is drawn", |values| {
        let frequency = |i: &usize| values.iter().filter(|&&v| v == *i as i64).count();
        // Of equally frequent ones the first.
        colour_of(used.iter().copied().rev().max_by_key(frequency).unwrap_or(0))
    })
}

/// A strip in which a column of pixels has the colour of the values it stands for.
fn draw_strip(
    view: &View<'_>,
    across: &Across,
    legend: &Legend,
    when_dense: &str,
    colour: impl Fn(&[i64]) -> colour::Rgb,
) -> Scene {
    let mut below = vec![view.domain()];
    if across.cell() == 0 {
        let indices = across.count.div_ceil(across.width as usize);
        below
            .push(format!("a column of pixels stands for up to {indices} positions: {when_dense}"));
    }
    let mut scene = Scene::new(WIDTH, 0);
    let top = frame::heading(&mut scene, view, &below, legend) + 6;
    let mut image = Image::new(across.width, STRIP_HEIGHT, colour::ABSENT);
    for x in 0..across.width {
        let values: Vec<i64> = across.indices(x).filter_map(|i| view.value(i)).collect();
        if !values.is_empty() {
            image.fill(x, 0, 1, STRIP_HEIGHT, colour(&values));
        }
    }
    if across.cell() >= 6 {
        for i in 1..across.count {
            image.fill(across.edge(i) - across.left, 0, 1, STRIP_HEIGHT, PAPER);
        }
    }
    scene.shapes.push(Shape::Image { x: across.left, y: top, image });
    finish(&mut scene, view, across, top + STRIP_HEIGHT);
    scene
}
