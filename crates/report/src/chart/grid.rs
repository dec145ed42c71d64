//! Two coordinates: a heat map, the last one to the right and the other upwards. More: a sheet of
//! the first slices, each two-dimensional.
//!
//! Cells are whole units of the layout. A side of more cells than units is cut into blocks that
//! show their greatest value; a block with a P-position is marked.

use super::View;
use super::colour::{self, ABSENT, INK, N, P, PAPER, QUIET};
use super::font;
use super::frame::{self, Legend, MARGIN, Mark, SMALL};
use super::scene::{Anchor, Image, Scene, Shape};
use super::ticks::ticks;
use table::Axis;

/// Side of a square map that is not enlarged further, and greatest side of any.
const SIDE: i32 = 620;
const MAX_LENGTH: i32 = 1000;
/// Greatest side of a cell.
const CELL: i32 = 34;
/// Least side of a cell that gets a gap, an inset mark, a number.
const GAP_FROM: i32 = 8;
const INSET_FROM: i32 = 6;
const NUMBER_FROM: i32 = 18;
/// Slices on a sheet, and the greatest side of one.
const SLICES: usize = 20;
const SLICE_SIDE: i32 = 200;
/// Width of the colour scale with its gap to the left.
const SCALE: i32 = 16;
const SCALE_GAP: i32 = 26;

/// How one axis is cut into cells.
#[derive(Clone, Copy)]
struct Cut {
    lo: i64,
    count: usize,
    /// Coordinates per block.
    block: usize,
    /// Units per block.
    cell: i32,
}

impl Cut {
    fn new(axis: &Axis, side: i32, longest: i32) -> Self {
        let count = axis.len();
        let block = count.div_ceil(longest as usize);
        let cell = (side / i32::try_from(count.div_ceil(block)).unwrap_or(i32::MAX)).clamp(1, CELL);
        Self { lo: axis.lo, count, block, cell }
    }

    fn blocks(&self) -> i32 {
        self.count.div_ceil(self.block) as i32
    }

    fn side(&self) -> i32 {
        self.blocks() * self.cell
    }

    /// Middle of the cell of the coordinate `lo + i`, from the low end.
    fn middle(&self, i: usize) -> i32 {
        (i / self.block) as i32 * self.cell + self.cell / 2
    }

    /// Ticks with at least `room` units for each, as distances from the low end.
    fn ticks(&self, room: i32) -> Vec<(i32, i64)> {
        let hi = self.lo + self.count as i64 - 1;
        ticks(self.lo, hi, i64::from(self.side() / room).max(1))
            .into_iter()
            .map(|tick| (self.middle((tick - self.lo) as usize), tick))
            .collect()
    }
}

/// The plane of the last two coordinates.
struct Plane<'a> {
    view: &'a View<'a>,
    range: (i64, i64),
    up: Cut,
    right: Cut,
}

/// What a block shows.
#[derive(Clone, Copy)]
struct Block {
    greatest: i64,
    marked: bool,
}

/// The chart of a column whose least and greatest value are given.
pub(super) fn layout(view: &View<'_>, range: (i64, i64)) -> Scene {
    let [leading @ .., up, right] = view.table.axes.as_slice() else {
        return frame::message(view, "no plane to draw");
    };
    if leading.is_empty() {
        let (up, right) = cut_pair(up, right, SIDE, MAX_LENGTH);
        single(&Plane { view, range, up, right }, view.table.axes[0].name.as_str())
    } else {
        let (up, right) = cut_pair(up, right, SLICE_SIDE, SLICE_SIDE);
        sheet(&Plane { view, range, up, right }, leading)
    }
}

/// Square cells where the sides are comparable; else each side gets the cells it needs.
fn cut_pair(up: &Axis, right: &Axis, side: i32, longest: i32) -> (Cut, Cut) {
    let (mut u, mut r) = (Cut::new(up, side, longest), Cut::new(right, side, longest));
    let wide = Cut::new(right, longest.min(side * 3 / 2), longest);
    if u.cell > 4 * r.cell || r.cell > 4 * u.cell {
        // A family of few rows: stretch what is short, keep what is long.
        u.cell = u.cell.min(24);
        r.cell = wide.cell.min(24);
    } else {
        let cell = u.cell.min(r.cell);
        let block = u.block.max(r.block);
        (u.cell, r.cell, u.block, r.block) = (cell, cell, block, block);
    }
    (u, r)
}

impl Plane<'_> {
    /// The block at the given place of the slice that starts at cell `start`.
    fn block(&self, start: usize, u: usize, r: usize) -> Option<Block> {
        let mut found: Option<Block> = None;
        let rows = u * self.up.block..((u + 1) * self.up.block).min(self.up.count);
        for row in rows {
            let columns = r * self.right.block..((r + 1) * self.right.block).min(self.right.count);
            for column in columns {
                let Some(value) = self.view.value(start + row * self.right.count + column) else {
                    continue;
                };
                let marked = self.view.marked && value == 0;
                found = Some(match found {
                    None => Block { greatest: value, marked },
                    Some(b) => {
                        Block { greatest: b.greatest.max(value), marked: b.marked || marked }
                    }
                });
            }
        }
        found
    }

    fn image(&self, start: usize) -> Image {
        let (w, h) = (self.right.cell, self.up.cell);
        let least = w.min(h);
        let gap = i32::from(least >= GAP_FROM);
        let mut image = Image::new(self.right.side(), self.up.side(), PAPER);
        for u in 0..self.up.blocks() {
            for r in 0..self.right.blocks() {
                let (x, y) = (r * w, (self.up.blocks() - 1 - u) * h);
                let block = self.block(start, u as usize, r as usize);
                let ground = self.ground(block);
                image.fill(x, y, w - gap, h - gap, ground);
                if block.is_some_and(|b| b.marked) && self.inset() {
                    let (dx, dy) = (w / 5, h / 5);
                    image.fill(x + dx, y + dy, w - gap - 2 * dx, h - gap - 2 * dy, P);
                }
            }
        }
        image
    }

    /// Whether P-positions are drawn as a square inside their cell.
    fn inset(&self) -> bool {
        !self.is_plain() && self.up.cell.min(self.right.cell) >= INSET_FROM
    }

    fn ground(&self, block: Option<Block>) -> colour::Rgb {
        match block {
            None => ABSENT,
            Some(b) if b.marked && !self.inset() => P,
            Some(_) if self.view.is_win() => N,
            Some(b) if self.view.words().is_some() => self.word_colour(b.greatest),
            Some(b) => colour::of_value(b.greatest, self.range),
        }
    }

    /// Whether each value has a colour of its own, which the legend names.
    fn is_plain(&self) -> bool {
        self.view.is_win() || self.view.words().is_some()
    }

    fn word_colour(&self, value: i64) -> colour::Rgb {
        colour::of_word(&self.view.label(value), usize::try_from(value).unwrap_or(0))
    }

    fn legend(&self) -> Legend {
        let mut legend = Legend::new();
        if self.view.marked {
            let mark = if self.inset() {
                Mark::Inset(colour::of_value(0, self.range), P)
            } else {
                Mark::Swatch(P)
            };
            legend.push((mark, self.view.p_label()));
        }
        if self.view.is_win() {
            let name = &self.view.column.name;
            legend.push((Mark::Swatch(N), format!("N-position ({name} = 1)")));
        }
        for (i, word) in self.view.words().unwrap_or_default().iter().enumerate() {
            let value = i as i64;
            if (0..self.view.table.cells()).any(|cell| self.view.value(cell) == Some(value)) {
                let entry = format!("{} {word}", self.view.column.name);
                legend.push((Mark::Swatch(self.word_colour(value)), entry));
            }
        }
        if self.view.lacks_numbers() {
            legend.push((Mark::Swatch(ABSENT), "not a number".into()));
        } else if self.view.table.present.as_ref().is_some_and(|p| p.contains(&false)) {
            legend.push((Mark::Swatch(ABSENT), "no position".into()));
        }
        legend
    }

    /// Sentences below the titles.
    fn remarks(&self) -> Vec<String> {
        let mut lines = vec![self.view.domain()];
        if self.up.block > 1 || self.right.block > 1 {
            let marks = if self.view.marked { "; marked if it has a P-position" } else { "" };
            let shown = match self.view.words() {
                Some(words) => format!("the value that comes last in {}", words.join(", ")),
                None => "the greatest value".to_owned(),
            };
            lines.push(format!(
                "each cell is {shown} of a block of {} x {} positions{marks}",
                self.up.block, self.right.block
            ));
        }
        lines
    }

    /// Space the colour scale takes to the right of the map.
    fn scale_width(&self) -> i32 {
        if self.is_plain() {
            return 0;
        }
        let (lo, hi) = self.range;
        let name = font::width(&self.view.column.name, SMALL);
        let label = match self.view.exponent {
            0 => frame::widest(&[lo, hi], SMALL),
            // A fraction between the ends may be written longer than they are.
            _ => {
                frame::widest_of(self.scale_values().into_iter().map(|v| self.view.label(v)), SMALL)
            }
        };
        SCALE_GAP + (SCALE + 10 + label).max(name)
    }

    /// Draws the colour scale, its largest value on top.
    fn draw_scale(&self, scene: &mut Scene, x: i32, top: i32, height: i32) {
        if self.is_plain() {
            return;
        }
        let (lo, hi) = self.range;
        let span = i128::from(hi) - i128::from(lo);
        let few = span < i128::from(height / 20);
        let mut image = Image::new(SCALE, height, PAPER);
        let x = x + SCALE_GAP;
        let top = top + 6;
        scene.text((x, top - 10), SMALL, Anchor::Left, QUIET, self.view.column.name.clone());
        let mut labels = Vec::new();
        if few {
            // A box for each value.
            let each = (height / (span as i32 + 1)).min(26);
            image = Image::new(SCALE, each * (span as i32 + 1), PAPER);
            for (i, value) in (lo..=hi).rev().enumerate() {
                let y = i as i32 * each;
                image.fill(0, y, SCALE, each - 1, colour::of_value(value, self.range));
                labels.push((y + each / 2, value));
            }
        } else {
            for y in 0..height {
                let up = i128::from(height - 1 - y) * span / i128::from(height - 1);
                let value = i64::try_from(i128::from(lo) + up).unwrap_or(hi);
                image.fill(0, y, SCALE, 1, colour::of_value(value, self.range));
            }
            for value in self.view.ticks(lo, hi, i64::from(height / 26).max(2)) {
                let up = (i128::from(value) - i128::from(lo)) * i128::from(height - 1) / span;
                labels.push((height - 1 - up as i32, value));
            }
        }
        scene.outline(x, top, SCALE, image.height(), QUIET);
        for (y, value) in labels {
            let at = (x + SCALE + 8, top + y + SMALL * 3 / 8);
            if !few {
                scene.rect(x + SCALE + 1, top + y, 4, 1, QUIET);
            }
            scene.text(at, SMALL, Anchor::Left, INK, self.view.label(value));
        }
        scene.shapes.push(Shape::Image { x, y: top, image });
    }

    /// Values that a scale of any height may name.
    fn scale_values(&self) -> Vec<i64> {
        let (lo, hi) = self.range;
        let mut values: Vec<i64> =
            (2..=20).flat_map(|most| self.view.ticks(lo, hi, most)).collect();
        if hi.saturating_sub(lo) < 40 {
            values.extend(lo..=hi);
        }
        values
    }

    /// The values in the cells, where they fit.
    fn draw_numbers(&self, scene: &mut Scene, start: usize, left: i32, top: i32) {
        let (w, h) = (self.right.cell, self.up.cell);
        let exact = self.up.block == 1 && self.right.block == 1;
        if w.min(h) < NUMBER_FROM || !exact || self.view.is_win() {
            return;
        }
        let (lo, hi) = self.range;
        let size = (w.min(h) * 2 / 5).clamp(8, 13);
        let widest = match (self.view.words(), self.view.exponent) {
            (None, 0) => frame::widest(&[lo, hi], size),
            _ => {
                let shown = (0..self.view.table.cells()).filter_map(|c| self.view.value(c));
                frame::widest_of(shown.map(|v| self.view.label(v)), size)
            }
        };
        if widest + 4 > w {
            return;
        }
        for u in 0..self.up.blocks() {
            for r in 0..self.right.blocks() {
                let Some(block) = self.block(start, u as usize, r as usize) else { continue };
                let ground = if block.marked { P } else { self.ground(Some(block)) };
                let x = left + r * w + (w - 1) / 2;
                let y = top + (self.up.blocks() - 1 - u) * h + (h - 1) / 2 + size * 3 / 8;
                let ink = colour::ink_on(ground);
                scene.text((x, y), size, Anchor::Center, ink, self.view.label(block.greatest));
            }
        }
    }

    /// Rows of the vertical ticks: every coordinate where its cell has room for it, else as far
    /// apart as the horizontal ones, so that a square table has the same ticks on both sides.
    fn rows(&self, top: i32, size: i32) -> Vec<(i32, i64)> {
        let bottom = top + self.up.side() - 1;
        let room = if self.up.cell >= size + 2 { self.up.cell } else { self.room(size).max(24) };
        self.up.ticks(room).into_iter().map(|(d, v)| (bottom - d, v)).collect()
    }

    /// Width of a horizontal tick with the space around it.
    fn room(&self, size: i32) -> i32 {
        let cut = self.right;
        frame::widest(&[cut.lo, cut.lo + cut.count as i64 - 1], size) + 8
    }

    fn columns(&self, left: i32, size: i32) -> Vec<(i32, i64)> {
        self.right.ticks(self.room(size)).into_iter().map(|(d, v)| (left + d, v)).collect()
    }
}

fn single(plane: &Plane<'_>, up_name: &str) -> Scene {
    let view = plane.view;
    let (w, h) = (plane.right.side(), plane.up.side());
    let row_ticks = plane.rows(0, SMALL);
    let labels: Vec<i64> = row_ticks.iter().map(|t| t.1).collect();
    let left = MARGIN + frame::widest(&labels, SMALL).max(font::width(up_name, SMALL)) + 12;
    let width = (left + w + plane.scale_width() + MARGIN).max(640);
    let mut scene = Scene::new(width, 0);
    let top = frame::heading(&mut scene, view, &plane.remarks(), &plane.legend()) + SMALL + 8;
    frame::name_above(&mut scene, (left - 8, top - 10), up_name);
    scene.outline(left, top, w, h, QUIET);
    scene.shapes.push(Shape::Image { x: left, y: top, image: plane.image(0) });
    plane.draw_numbers(&mut scene, 0, left, top);
    frame::ticks_left(&mut scene, left, &plane.rows(top, SMALL), SMALL);
    frame::ticks_below(&mut scene, top + h, &plane.columns(left, SMALL), SMALL);
    let right_name = view.table.axes[1].name.clone();
    let foot = top + h + 2 * SMALL + 14;
    scene.text((left + w / 2, foot), SMALL, Anchor::Center, QUIET, right_name);
    let scale = h.clamp(140, 400);
    plane.draw_scale(&mut scene, left + w, top, scale);
    scene.height = (foot + 14).max(top + scale + 20);
    scene
}

fn sheet(plane: &Plane<'_>, leading: &[Axis]) -> Scene {
    const TICK: i32 = 11;
    let view = plane.view;
    let (w, h) = (plane.right.side(), plane.up.side());
    let area = plane.up.count * plane.right.count;
    let all = view.table.cells() / area;
    let shown: Vec<usize> = (0..all)
        .filter(|s| (s * area..(s + 1) * area).any(|cell| view.table.is_present(cell)))
        .take(SLICES)
        .collect();
    let name = |slice: usize| {
        let at = view.table.position(slice * area);
        let parts = leading.iter().zip(at).map(|(axis, c)| format!("{} = {c}", axis.name));
        parts.collect::<Vec<_>>().join(", ")
    };
    let across = columns_of_sheet(shown.len());
    let down = shown.len().div_ceil(across);

    let rows = plane.rows(0, TICK);
    let labels: Vec<i64> = rows.iter().map(|t| t.1).collect();
    let left = MARGIN + frame::widest(&labels, TICK) + 12;
    let widest = shown.iter().map(|&s| font::width(&name(s), SMALL)).max().unwrap_or(0);
    let pitch = w.max(widest) + 18;
    let body = across as i32 * pitch - 18;
    let mut scene = Scene::new((left + body + plane.scale_width() + MARGIN).max(640), 0);
    let mut remarks = plane.remarks();
    let [.., up, right] = view.table.axes.as_slice() else { return scene };
    let part = if shown.len() < all {
        format!("{} of {all} slices, ", shown.len())
    } else {
        String::new()
    };
    remarks.push(format!("{part}{} to the right, {} upwards", right.name, up.name));
    let top = frame::heading(&mut scene, view, &remarks, &plane.legend()) + 4;
    for (i, &slice) in shown.iter().enumerate() {
        let (column, row) = ((i % across) as i32, (i / across) as i32);
        let (x, y) = (left + column * pitch, top + row * (h + SMALL + 24) + SMALL + 6);
        scene.text((x, y - 6), SMALL, Anchor::Left, INK, name(slice));
        scene.outline(x, y, w, h, QUIET);
        scene.shapes.push(Shape::Image { x, y, image: plane.image(slice * area) });
        if column == 0 {
            frame::ticks_left(&mut scene, x, &plane.rows(y, TICK), TICK);
        }
        if i + across >= shown.len() {
            frame::ticks_below(&mut scene, y + h, &plane.columns(x, TICK), TICK);
        }
    }
    let height = down as i32 * (h + SMALL + 24);
    plane.draw_scale(&mut scene, left + body, top + SMALL, (height - 40).clamp(140, 400));
    scene.height = top + height.max(160) + 26;
    scene
}

/// A sheet a little wider than high.
fn columns_of_sheet(slices: usize) -> usize {
    (1..=slices)
        .find(|&c| c * c * 3 >= slices * 4)
        .unwrap_or(1)
        .min(5)
        .max(slices.div_ceil(5))
        .max(1)
}
