//! Positions as they are drawn on paper: strips, boards, Young diagrams, graphs, trees, words.

use super::colour::{self, GRID, INK, PAPER, QUIET, Rgb};
use super::drawing::{Drawn, Figure, Mark, Role, Shape};
use super::font;
use super::scene::{Anchor, Scene};

/// Size of what stands below a figure, and in its squares.
const SMALL: i32 = 13;
const TINY: i32 = 9;
/// Between figures.
const GAP: [i32; 2] = [22, 12];
/// Filled squares and vertices.
const FILLED: Rgb = [158, 189, 222];
const TOKEN: Rgb = [34, 94, 168];

/// Side of a square, and the diameter of a disc.
const SIDE: i64 = 10;

impl Figure {
    /// Puts a square of side 10 there, by its upper left corner.
    pub fn square(&mut self, x: i64, y: i64, mark: Mark) {
        self.grow(x + SIDE, y + SIDE);
        self.parts.push(Shape::Square { at: [x, y], mark });
    }

    /// Puts a line there.
    pub fn line(&mut self, from: [i64; 2], to: [i64; 2], mark: Mark) {
        self.parts.push(Shape::Line { from, to, mark });
    }

    /// Puts a disc of diameter 10 there, by its middle.
    pub fn disc(&mut self, x: i64, y: i64, mark: Mark) {
        self.grow(x + SIDE / 2, y + SIDE / 2);
        self.parts.push(Shape::Disc { at: [x, y], mark });
    }

    /// Puts a text there, by its middle.
    pub fn text(&mut self, x: i64, y: i64, text: String) {
        self.grow(x + SIDE / 2, y + SIDE / 2);
        self.parts.push(Shape::Text { at: [x, y], text });
    }

    fn grow(&mut self, x: i64, y: i64) {
        self.size = [self.size[0].max(x), self.size[1].max(y)];
    }
}

/// Draws the figures with their values from a row on, side by side; the first free row.
pub(super) fn draw(scene: &mut Scene, figures: &[Drawn], left: i32, top: i32) -> i32 {
    let wide = |shown: &Drawn| {
        let below = [&shown.name, &shown.value].map(|text| font::width(text, SMALL));
        below.into_iter().max().unwrap_or(0).max(shown.figure.size[0] as i32)
    };
    let Some(column) = figures.iter().map(wide).max() else { return top };
    let pitch = column + GAP[0];
    let most = (((scene.width - 2 * left + GAP[0]) / pitch).max(1) as usize).min(figures.len());
    // A row for each value of the coordinates but the last.
    let first =
        figures.first().map(|shown| shown.at.split_last().map_or(&[][..], |(_, first)| first));
    let equal = figures
        .iter()
        .take_while(|shown| Some(&shown.at[..shown.at.len().saturating_sub(1)]) == first);
    let equal = equal.count();
    let across = if (2..=most).contains(&equal) { equal } else { most };
    let mut top = top;
    for row in figures.chunks(across) {
        let height = row.iter().map(|shown| shown.figure.size[1] as i32).max().unwrap_or(0);
        for (number, shown) in row.iter().enumerate() {
            let corner = left + number as i32 * pitch;
            // They stand on one line.
            paint(scene, &shown.figure, (corner, top + height - shown.figure.size[1] as i32));
            let fill = if shown.lost { colour::of_role(Role::P) } else { INK };
            let below = top + height + SMALL + 5;
            scene.text((corner, below), SMALL, Anchor::Left, QUIET, shown.name.clone());
            scene.text((corner, below + SMALL + 3), SMALL, Anchor::Left, fill, shown.value.clone());
        }
        top += height + 2 * SMALL + 8 + GAP[1];
    }
    top
}

fn paint(scene: &mut Scene, figure: &Figure, (left, top): (i32, i32)) {
    let place = |[x, y]: [i64; 2]| (left + x as i32, top + y as i32);
    for part in &figure.parts {
        match part {
            Shape::Line { from, to, mark } => {
                let points = vec![place(*from), place(*to)];
                let (thick, fill) = if *mark == Mark::Absent { (1, GRID) } else { (2, QUIET) };
                scene.elements.push(super::scene::Element::Line { points, thick, fill });
            }
            Shape::Square { at, mark } => {
                let ((x, y), side) = (place(*at), SIDE as i32);
                let edge = if *mark == Mark::Absent { GRID } else { QUIET };
                scene.rect(x, y, side, side, edge);
                scene.rect(x + 1, y + 1, side - 2, side - 2, filled(*mark));
            }
            Shape::Disc { at, mark } => {
                for (diameter, fill) in [(SIDE as i32, QUIET), (SIDE as i32 - 2, filled(*mark))] {
                    let points = vec![place(*at)];
                    scene.elements.push(super::scene::Element::Discs { points, diameter, fill });
                }
            }
            Shape::Text { at, text } => {
                let (x, y) = place(*at);
                scene.text((x, y + TINY / 2 - 1), TINY, Anchor::Center, INK, text.clone());
            }
        }
    }
}

fn filled(mark: Mark) -> Rgb {
    match mark {
        Mark::Present => FILLED,
        Mark::Absent => PAPER,
        Mark::Token => TOKEN,
    }
}
