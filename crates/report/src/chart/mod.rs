//! Charts: a table and its laws become a [`Drawing`], which is data; its layout becomes SVG or PNG.
//!
//! One coordinate gives dots or folded rows (`sequence`), two or more give coloured cells
//! (`plane`). All layout uses integers, so that both formats and every machine agree: fractions
//! are drawn as multiples of their common denominator's inverse. Text is set in the embedded font
//! (a subset of WenQuanYi Micro Hei, see `assets/`), which has Latin and the Chinese of titles and captions.

mod cells;
mod colour;
pub mod drawing;
mod figure;
mod font;
#[cfg(not(target_family = "wasm"))]
mod glyphs;
mod layout;
mod paint;
mod pixels;
mod plane;
#[cfg(not(target_family = "wasm"))]
mod raster;
mod scene;
mod sequence;
#[cfg(test)]
mod tests;
mod ticks;
mod view;
#[cfg(any(test, target_family = "wasm"))]
mod widths;

use crate::{Error, Translation, file};
use detector::Finding;
use drawing::{Drawing, Figure};
use message::{Message, message};
use std::io::Write;
use std::path::Path;
use table::Table;
use view::View;

/// Most cells to a side in a file.
pub const SIDE: usize = 640;

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// The heading.
    pub title: &'a str,
    /// The Chinese title, for who shows the drawing in Chinese.
    pub title_zh: Option<&'a str>,
    /// The table.
    pub table: &'a Table,
    /// Which column of it.
    pub quantity: &'a str,
    /// Laws of that column, best first; those that follow from the first one may follow it.
    pub laws: &'a [Finding],
    /// Whether the first law is proved for every position.
    pub proved: bool,
    /// Most cells to a side of a heat map ([`SIDE`] in a file); longer sides are drawn in blocks.
    pub side: usize,
    /// Pictures of positions of the table.
    pub figures: &'a [Pictured],
    /// How its caption and legend are said.
    pub said: Translation,
}

/// A position of a table with its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pictured {
    /// Which one, in words: `k = 3`.
    pub name: String,
    /// Its coordinates in the table.
    pub at: Vec<i64>,
    /// The picture.
    pub figure: Figure,
}

/// The chart as data.
///
/// # Errors
/// [`Error::NoColumn`] when the table has no such quantity.
pub fn drawing(chart: &Chart<'_>) -> Result<Drawing, Error> {
    let no_column = || Error::NoColumn(chart.quantity.to_owned());
    let column = chart.table.column(chart.quantity).ok_or_else(no_column)?;
    let view = View::new(chart, column);
    Ok(match (chart.table.axes.len(), view.range) {
        (_, None) => view.message(view.why_empty()),
        (0, Some((value, _))) => view.message(format!("{} = {}", column.name, view.label(value))),
        (1, Some(range)) => sequence::drawing(&view, range),
        (_, Some(range)) => plane::drawing(&view, range),
    })
}

impl Drawing {
    /// As SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        paint::svg(&layout::scene(self))
    }

    /// As a PNG file, two pixels per unit of the layout; not where a browser paints.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        raster::png(&layout::scene(self), 2)
    }

    /// As JSON (docs/json.md).
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("names of fields are texts, and memory takes every byte")
    }

    /// Sentences for the user: characters the font of SVG and PNG lacks.
    #[must_use]
    pub fn warnings(&self) -> Vec<Message> {
        #[cfg(not(target_family = "wasm"))]
        use glyphs::missing;
        #[cfg(target_family = "wasm")]
        use widths::missing;
        let missing = missing(layout::scene(self).texts());
        let warning = missing.map(|characters| {
            message!("the chart font has no glyph for {characters}: a box is drawn in its place")
        });
        warning.into_iter().collect()
    }
}

/// Writes the chart as SVG.
///
/// # Errors
/// No such column, or the file cannot be written.
pub fn svg(chart: &Chart<'_>, path: &Path) -> Result<(), Error> {
    let drawing = drawing(chart)?;
    file::write_atomically(path, |w| w.write_all(drawing.svg().as_bytes()))
}
