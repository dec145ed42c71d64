//! Charts: a table becomes a [`Scene`] (layout), plotters makes SVG or PNG of
//! the scene (painting).
//!
//! One coordinate gives a step chart, two a heat map, more a sheet of heat maps. Layout uses
//! integers only, so that both
//! formats and every machine agree. Text is set in the embedded font
//! (a subset of WenQuanYi Micro Hei, see `assets/`), which has Latin and the Chinese of the titles.

mod colour;
mod font;
mod frame;
mod grid;
mod line;
mod paint;
mod scene;
#[cfg(test)]
mod tests;
mod ticks;

use crate::{Error, file};
use scene::Scene;
use std::io::Write;
use std::path::Path;
use table::{Column, Table};

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// First line of the heading.
    pub title: &'a str,
    /// Second line: the Chinese title.
    pub title_zh: Option<&'a str>,
    /// The table.
    pub table: &'a Table,
    /// Which column of it.
    pub quantity: &'a str,
}

/// A chart laid out, ready to be painted.
#[derive(Clone, Debug)]
pub struct Drawing {
    scene: Scene,
    /// Sentences for the user: characters the font lacks.
    pub warnings: Vec<String>,
}

impl Drawing {
    /// Lays the chart out.
    ///
    /// # Errors
    /// [`Error::NoColumn`] when the table has no such quantity.
    pub fn new(chart: &Chart<'_>) -> Result<Self, Error> {
        let column = chart
            .table
            .column(chart.quantity)
            .ok_or_else(|| Error::NoColumn(chart.quantity.to_owned()))?;
        let view = View::new(chart, column);
        let scene = match (chart.table.axes.len(), view.range) {
            (_, None) => frame::message(&view, "no positions"),
            (0, Some((value, _))) => frame::message(&view, &format!("{} = {value}", column.name)),
            (1, Some(range)) => line::layout(&view, range),
            (_, Some(range)) => grid::layout(&view, range),
        };
        let missing = font::missing(scene.texts());
        let warnings = missing.map(|characters| {
            format!("the chart font has no glyph for {characters}: a box is drawn in its place")
        });
        Ok(Self { scene, warnings: warnings.into_iter().collect() })
    }

    /// As SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        paint::svg(&self.scene)
    }

    /// As a PNG file, two pixels per unit of the layout.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        paint::png(&self.scene, 2)
    }
}

/// Writes the chart as SVG and returns the warnings.
///
/// # Errors
/// No such column, or the file cannot be written.
pub fn svg(chart: &Chart<'_>, path: &Path) -> Result<Vec<String>, Error> {
    let drawing = Drawing::new(chart)?;
    file::write_atomically(path, |w| w.write_all(drawing.svg().as_bytes()))?;
    Ok(drawing.warnings)
}

/// Writes the chart as PNG and returns the warnings.
///
/// # Errors
/// No such column, or the file cannot be written.
pub fn png(chart: &Chart<'_>, path: &Path) -> Result<Vec<String>, Error> {
    let drawing = Drawing::new(chart)?;
    file::write_atomically(path, |w| w.write_all(&drawing.png()))?;
    Ok(drawing.warnings)
}

/// A chart and what every layout needs to know of its column.
struct View<'a> {
    chart: &'a Chart<'a>,
    table: &'a Table,
    column: &'a Column,
    /// Least and greatest value, `None` without positions.
    range: Option<(i64, i64)>,
    /// Whether a zero marks a P-position.
    marked: bool,
}

impl<'a> View<'a> {
    fn new(chart: &'a Chart<'a>, column: &'a Column) -> Self {
        let mut range: Option<(i64, i64)> = None;
        for cell in (0..chart.table.cells()).filter(|&c| chart.table.is_present(c)) {
            let value = column.values.get(cell);
            range = Some(range.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))));
        }
        let marked = crate::zeros_are_p_positions(&column.name);
        Self { chart, table: chart.table, column, range, marked }
    }

    fn value(&self, cell: usize) -> Option<i64> {
        self.table.is_present(cell).then(|| self.column.values.get(cell))
    }

    /// Whether the quantity only tells who wins.
    fn is_win(&self) -> bool {
        matches!(self.column.name.as_str(), "win" | "misere")
            && self.range.is_some_and(|r| r.0 >= 0 && r.1 <= 1)
    }

    /// `P-position (sg = 0)`.
    fn p_label(&self) -> String {
        format!("P-position ({} = 0)", self.column.name)
    }

    /// `sg(a, b) for a = 0..60, b = 0..60`.
    fn domain(&self) -> String {
        let names: Vec<_> = self.table.axes.iter().map(|a| a.name.as_str()).collect();
        let ranges: Vec<_> =
            self.table.axes.iter().map(|a| format!("{} = {}..{}", a.name, a.lo, a.hi)).collect();
        format!("{}({}) for {}", self.column.name, names.join(", "), ranges.join(", "))
    }
}
