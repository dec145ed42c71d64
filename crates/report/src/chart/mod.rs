//! Charts: a table becomes a `Scene` (layout), plotters makes SVG or PNG of
//! the scene (painting).
//!
//! One coordinate gives a step chart, two a heat map, more a sheet of heat maps. Outcomes have a
//! colour each. Layout uses integers only, so that both formats and every machine agree: fractions
//! are drawn as multiples of their common denominator's inverse. Text is set in the embedded font
//! (a subset of WenQuanYi Micro Hei, see `assets/`), which has Latin and the Chinese of the titles.

mod colour;
pub mod drawing;
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
use arith::Dyadic;
use scene::Scene;
use std::io::Write;
use std::path::Path;
use table::{Column, Table, Values};

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
            (_, None) => frame::message(&view, view.why_empty()),
            (0, Some((value, _))) => {
                frame::message(&view, &format!("{} = {}", column.name, view.label(value)))
            }
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

/// Fractions with a greater exponent are not drawn.
const FINEST: u32 = 20;

/// A chart and what every layout needs to know of its column.
struct View<'a> {
    chart: &'a Chart<'a>,
    table: &'a Table,
    column: &'a Column,
    /// Values are drawn as integers: multiples of 1 / 2^this exponent, or numbers of words.
    exponent: u32,
    /// Least and greatest value as drawn, `None` when there is nothing to draw.
    range: Option<(i64, i64)>,
    /// Whether a zero marks a P-position.
    marked: bool,
}

impl<'a> View<'a> {
    fn new(chart: &'a Chart<'a>, column: &'a Column) -> Self {
        let exponent = match &column.values {
            Values::Dyadic(values) => values.iter().flatten().map(|x| x.exponent()).max(),
            _ => None,
        };
        let exponent = exponent.unwrap_or(0);
        let marked = crate::zeros_are_p_positions(&column.name);
        let mut view = Self { chart, table: chart.table, column, exponent, range: None, marked };
        let mut range: Option<(i64, i64)> = None;
        for value in (0..chart.table.cells()).filter_map(|cell| view.value(cell)) {
            range = Some(range.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))));
        }
        view.range = range.filter(|_| exponent <= FINEST);
        view
    }

    /// The value of a cell as it is drawn; `None` where there is none, or it is not a number.
    fn value(&self, cell: usize) -> Option<i64> {
        if !self.table.is_present(cell) {
            return None;
        }
        match &self.column.values {
            Values::Dyadic(values) => {
                let x = values[cell]?;
                let factor = 1i128.checked_shl(self.exponent.checked_sub(x.exponent())?)?;
                i64::try_from(x.numerator().checked_mul(factor)?).ok()
            }
            Values::Words { cells, .. } => Some(i64::from(cells[cell])),
            integers => integers.integer(cell),
        }
    }

    /// What is written beside a value as it is drawn.
    fn label(&self, value: i64) -> String {
        if let Some(words) = self.words() {
            let word = usize::try_from(value).ok().and_then(|i| words.get(i));
            return word.cloned().unwrap_or_default();
        }
        match Dyadic::new(i128::from(value), self.exponent) {
            Ok(x) => x.to_string(),
            Err(_) => value.to_string(),
        }
    }

    /// Values to name on a scale, whole numbers where there are several.
    fn ticks(&self, lo: i64, hi: i64, most: i64) -> Vec<i64> {
        let unit = 1i64 << self.exponent;
        let (first, last) = (lo.saturating_add(unit - 1).div_euclid(unit), hi.div_euclid(unit));
        if self.exponent > 0 && last.saturating_sub(first) >= 2 {
            ticks::ticks(first, last, most).into_iter().map(|whole| whole * unit).collect()
        } else {
            ticks::ticks(lo, hi, most)
        }
    }

    /// The words the column consists of, where it does.
    fn words(&self) -> Option<&'a [String]> {
        match &self.column.values {
            Values::Words { words, .. } => Some(words),
            _ => None,
        }
    }

    /// Why nothing is drawn.
    fn why_empty(&self) -> &'static str {
        let mut positions = (0..self.table.cells()).filter(|&c| self.table.is_present(c));
        if positions.clone().next().is_none() {
            "no positions"
        } else if positions.any(|cell| self.column.values.text(cell).is_some()) {
            "the fractions are too fine to be drawn; see the table"
        } else {
            "no value is a number"
        }
    }

    /// Whether some position of the table has a value that is not a number.
    fn lacks_numbers(&self) -> bool {
        matches!(self.column.values, Values::Dyadic(_))
            && (0..self.table.cells()).any(|c| self.table.is_present(c) && self.value(c).is_none())
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
