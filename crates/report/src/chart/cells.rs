//! Cells on paper: their size, colours, marks and numbers.

use super::colour::{self, PAPER, QUIET};
use super::drawing::{Grid, Panel, PanelForm, Role, Scale};
use super::font;
use super::layout::Placed;
use super::pixels::Pixels;
use super::scene::{Anchor, Element, Scene};
use arith::Dyadic;

/// Side of a square map that is not enlarged further.
const SIDE: i32 = 640;
/// Greatest and least side of one of several panels.
const PANEL: (i32, i32) = (60, 240);
/// Greatest side of a cell; of a cell in a panel whose sides are not comparable.
const CELL: i32 = 34;
const STRETCHED: i32 = 24;
/// Least side of a cell that gets a gap, a mark inside, a number.
const GAP_FROM: i32 = 8;
const INSET_FROM: i32 = 6;
const NUMBER_FROM: i32 = 18;
/// Greatest height of a cell that stands for counted points.
const POINT: i32 = 5;

/// Width and height of a panel of cells that has `room` to the right.
pub(super) fn size(panel: &Panel, across: usize, room: i32) -> Option<(i32, i32)> {
    let grid = panel.grid.as_ref().filter(|_| panel.form != PanelForm::Plot)?;
    let (columns, rows) = (grid.columns as i32, grid.rows as i32);
    let (wide, high) = match across {
        1 => (room, SIDE),
        _ => [(room / across as i32 - 18).clamp(PANEL.0, PANEL.1); 2].into(),
    };
    let cell = |side: i32, count: i32, most: i32| (side / count).clamp(1, most);
    Some(match panel.form {
        PanelForm::Square => {
            let cell = cell(wide, columns, CELL).min(cell(high, rows, CELL));
            (columns * cell, rows * cell)
        }
        _ => (columns * cell(wide, columns, STRETCHED), rows * cell(high, rows, STRETCHED)),
    })
}

/// Cells within their panel.
pub(super) struct PanelCells<'a> {
    grid: &'a Grid,
    scale: &'a Scale,
    place: &'a Placed<'a>,
    /// Indices of the cells that have a mark, by role.
    marks: Vec<(Role, Vec<usize>)>,
    /// Whether cells without a value look like paper.
    blank: bool,
}

impl<'a> PanelCells<'a> {
    /// Cells in their place; those without a value are left blank or shown as absent.
    pub(super) fn new(
        grid: &'a Grid,
        scale: &'a Scale,
        place: &'a Placed<'a>,
        blank: bool,
    ) -> Self {
        let (x, y) = (&place.panel.x, &place.panel.y);
        let index = |point: &[i64; 2]| {
            let column = (point[0] - x.lo) / grid.block[0];
            let row = (point[1] - y.lo) / grid.block[1];
            row as usize * grid.columns + column as usize
        };
        let marks = place.panel.dots.iter().filter(|dots| dots.role != Role::PBelow);
        let marks = marks.map(|dots| (dots.role, dots.points.iter().map(index).collect()));
        Self { grid, scale, place, marks: marks.collect(), blank }
    }

    /// Draws the cells.
    pub(super) fn draw(&self, scene: &mut Scene) {
        let image = self.image();
        scene.elements.push(Element::Image { x: self.place.left, y: self.place.top, image });
    }

    /// Draws discs and numbers, which lie above everything.
    pub(super) fn draw_marks(&self, scene: &mut Scene) {
        for (role, cells) in &self.marks {
            if *role == Role::P && self.has_discs() {
                let [_, _, w, h] = self.bounds(0);
                let middle = |&cell: &usize| {
                    let [x, y, w, h] = self.bounds(cell);
                    (self.place.left + x + (w - 1) / 2, self.place.top + y + (h - 1) / 2)
                };
                let (points, fill) = (cells.iter().map(middle).collect(), colour::of_role(*role));
                scene.elements.push(Element::Discs { points, diameter: disc(w.min(h)), fill });
            }
        }
        self.draw_numbers(scene);
    }

    /// Left, top, width and height of a cell within the panel.
    fn bounds(&self, cell: usize) -> [i32; 4] {
        let (column, row) = (cell % self.grid.columns, cell / self.grid.columns);
        let edge = |side: i32, at: usize, count: usize| {
            (i64::from(side) * at as i64 / count as i64) as i32
        };
        let down = match self.place.panel.y.reversed {
            true => row,
            false => self.grid.rows - 1 - row,
        };
        let across = |at| edge(self.place.width, at, self.grid.columns);
        let below = |at| edge(self.place.height, at, self.grid.rows);
        let [x, y] = [across(column), below(down)];
        [x, y, across(column + 1) - x, below(down + 1) - y]
    }

    /// Whether P-positions are discs: where cells are large, or else a line would hide them.
    fn has_discs(&self) -> bool {
        let [_, _, w, h] = self.bounds(0);
        w.min(h) >= INSET_FROM || !self.place.panel.curves.is_empty()
    }

    fn image(&self) -> Pixels {
        let is_plot = self.place.panel.form == PanelForm::Plot;
        let ground = if is_plot || self.blank { PAPER } else { colour::of_role(Role::Absent) };
        let mut image = Pixels::new(self.place.width, self.place.height, ground);
        if is_plot {
            for tick in &self.place.panel.y.ticks {
                let y = self.place.y(100 * i128::from(tick.at)) - self.place.top;
                image.fill(0, y, self.place.width, 1, colour::GRID);
            }
        }
        for (cell, value) in self.grid.cells.iter().enumerate() {
            let [x, y, w, h] = self.bounds(cell);
            let gap = i32::from(w.min(h) >= GAP_FROM && !is_plot);
            let fill = value.map_or(ground, |value| self.scale.colour(value).0);
            if is_plot && value.is_some() {
                let high = h.min(POINT);
                image.fill(x, y + (h - high) / 2, w.max(2), high, fill);
            } else if !is_plot {
                image.fill(x, y, w, h, PAPER);
                image.fill(x, y, w - gap, h - gap, fill);
            }
        }
        let drawn_later = |role: Role| role == Role::P && self.has_discs();
        for (role, cells) in self.marks.iter().filter(|(role, _)| !drawn_later(*role)) {
            for &cell in cells {
                let [x, y, w, h] = self.bounds(cell);
                let gap = i32::from(w.min(h) >= GAP_FROM);
                mark(&mut image, *role, [x, y, w - gap, h - gap]);
            }
        }
        image
    }

    /// The values in the cells, where they fit.
    fn draw_numbers(&self, scene: &mut Scene) {
        let [_, _, w, h] = self.bounds(0);
        let exact = self.grid.block == [1, 1] && self.place.panel.form != PanelForm::Plot;
        let size = (w.min(h) * 2 / 5).clamp(8, 13);
        if w.min(h) < NUMBER_FROM || !exact {
            return;
        }
        let labels: Vec<_> =
            self.grid.cells.iter().map(|v| v.map(|v| self.scale.label(v))).collect();
        let widest = labels.iter().flatten().map(|label| font::width(label, size)).max();
        if widest.unwrap_or(0) + 4 > w {
            return;
        }
        let is_lost = |cell: usize| {
            self.marks
                .iter()
                .any(|(role, cells)| *role == Role::P && cells.binary_search(&cell).is_ok())
        };
        for (cell, label) in labels.into_iter().enumerate() {
            let (Some(label), Some(value)) = (label, self.grid.cells[cell]) else { continue };
            let ground = match is_lost(cell) {
                true => colour::of_role(Role::P),
                false => self.scale.colour(value).0,
            };
            let [x, y, w, h] = self.bounds(cell);
            let x = self.place.left + x + (w - 1) / 2;
            let y = self.place.top + y + (h - 1) / 2 + size * 3 / 8;
            scene.text((x, y), size, Anchor::Center, colour::ink_on(ground), label);
        }
    }
}

/// The diameter of a disc in a cell of that side.
fn disc(side: i32) -> i32 {
    (side * 2 / 3).clamp(3, 22)
}

/// Marks a cell with a frame, or fills it where it is small.
fn mark(image: &mut Pixels, role: Role, [x, y, w, h]: [i32; 4]) {
    let fill = colour::of_role(role);
    let small = w.min(h) < INSET_FROM;
    match role {
        Role::Exception if !small => {
            let thick = if w.min(h) < 16 { 1 } else { 2 };
            for [x, y, w, h] in [
                [x, y, w, thick],
                [x, y + h - thick, w, thick],
                [x, y, thick, h],
                [x + w - thick, y, thick, h],
            ] {
                image.fill(x, y, w, h, fill);
            }
        }
        _ if small => image.fill(x, y, w, h, fill),
        _ => (),
    }
}

/// Whether the cells of a panel of that size have their marks inside; `None` where dots are drawn.
pub(super) fn have_marks_inside(panel: &Panel, (width, height): (i32, i32)) -> Option<bool> {
    let grid = panel.grid.as_ref().filter(|_| panel.form != PanelForm::Plot)?;
    let cell = (width / grid.columns as i32).min(height / grid.rows as i32);
    Some(cell >= INSET_FROM || !panel.curves.is_empty())
}

/// The mark of a role in a legend.
pub(super) fn draw_mark(scene: &mut Scene, role: Role, (x, y): (i32, i32), large: bool) {
    let mut image = Pixels::new(13, 13, colour::of_role(Role::Absent));
    if role != Role::Absent {
        let ground = if large { PAPER } else { colour::of_role(role) };
        image.fill(0, 0, 13, 13, ground);
        mark(&mut image, role, [0, 0, 13, 13]);
    }
    scene.outline(x, y, 13, 13, QUIET);
    scene.elements.push(Element::Image { x, y, image });
    if role == Role::P && large {
        let (points, fill) = (vec![(x + 6, y + 6)], colour::of_role(role));
        scene.elements.push(Element::Discs { points, diameter: disc(13), fill });
    }
}

impl Scale {
    /// What is written for a value.
    fn label(&self, value: i64) -> String {
        if let Some(tick) = self.ticks.iter().find(|tick| tick.at == value) {
            return tick.label.clone();
        }
        let number = Dyadic::new(i128::from(value), self.unit.ilog2());
        number.map_or_else(|_| value.to_string(), |number| number.to_string())
    }
}
