//! What every drawing needs from its table: values as integers, P-positions, the law in words.

use super::drawing::{ChartAxis, Drawing, Drawn, LegendEntry, Panel, PanelForm, Role, Scale, Tick};
use super::ticks::ticks;
use super::{Chart, Pictured};
use arith::Dyadic;
use expr::law::Law;
use expr::words::{equations, listed};
use message::{Message, message};
use table::{Column, Table, Values};

/// Fractions with a greater exponent are not drawn.
const FINEST: u32 = 20;
/// Axes of at most so many sets name all of them.
const FEW_SETS: i64 = 9;
/// Others name sets of one element that are no less than this part of the axis from its begin.
const SETS_APART: i64 = 16;

pub(super) struct View<'a> {
    pub(super) chart: &'a Chart<'a>,
    pub(super) table: &'a Table,
    pub(super) column: &'a Column,
    /// Values are drawn as integers: multiples of 1 / 2^this exponent, or numbers of words.
    exponent: u32,
    /// Least and greatest value as drawn, `None` when there is nothing to draw.
    pub(super) range: Option<(i64, i64)>,
    /// The column that tells P-positions, and by which value.
    lost: Option<(&'a Column, i64)>,
}

impl<'a> View<'a> {
    pub(super) fn new(chart: &'a Chart<'a>, column: &'a Column) -> Self {
        let exponent = match &column.values {
            Values::Dyadic(values) => values.iter().flatten().map(|x| x.exponent()).max(),
            _ => None,
        };
        let exponent = exponent.unwrap_or(0);
        let lost = lost(chart.table, column);
        let mut view = Self { chart, table: chart.table, column, exponent, range: None, lost };
        let mut range: Option<(i64, i64)> = None;
        for value in view.values() {
            range = Some(range.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))));
        }
        view.range = range.filter(|_| exponent <= FINEST);
        view
    }

    /// A label stands for a multiple of 1 / this.
    pub(super) fn unit(&self) -> i64 {
        1 << self.exponent.min(FINEST)
    }

    /// The values as they are drawn.
    pub(super) fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.table.cells()).filter_map(|cell| self.value(cell))
    }

    /// The value of a cell as it is drawn; `None` where there is none, or it is not a number.
    pub(super) fn value(&self, cell: usize) -> Option<i64> {
        if !self.table.is_present(cell) {
            return None;
        }
        match &self.column.values {
            Values::Dyadic(values) => {
                let x = values[cell]?;
                let factor = 1i128.checked_shl(self.exponent.checked_sub(x.exponent())?)?;
                i64::try_from(x.numerator().checked_mul(factor)?).ok()
            }
            _ => number(self.column, cell),
        }
    }

    /// Whether the cell is known to be a P-position.
    pub(super) fn is_lost(&self, cell: usize) -> bool {
        let is_it = |(column, value): (&Column, i64)| number(column, cell) == Some(value);
        self.table.is_present(cell) && self.lost.is_some_and(is_it)
    }

    /// The value of P-positions in the column that tells them.
    pub(super) fn lost_value(&self) -> Option<i64> {
        self.lost.map(|(_, value)| value)
    }

    /// What is written beside a value as it is drawn.
    pub(super) fn label(&self, value: i64) -> String {
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
    pub(super) fn ticks(&self, lo: i64, hi: i64, most: i64) -> Vec<Tick> {
        let unit = self.unit();
        let (first, last) = (lo.saturating_add(unit - 1).div_euclid(unit), hi.div_euclid(unit));
        let found = if unit > 1 && last.saturating_sub(first) >= 2 {
            ticks(first, last, most).into_iter().map(|whole| whole * unit).collect()
        } else {
            ticks(lo, hi, most)
        };
        found.into_iter().map(|at| Tick { at, label: self.label(at) }).collect()
    }

    /// The words the column consists of, where it does.
    pub(super) fn words(&self) -> Option<&'a [String]> {
        match &self.column.values {
            Values::Words { words, .. } => Some(words),
            _ => None,
        }
    }

    /// Whether the quantity only tells who wins.
    pub(super) fn is_win(&self) -> bool {
        matches!(self.column.name.as_str(), "win" | "misere")
            && self.range.is_some_and(|r| r.0 >= 0 && r.1 <= 1)
    }

    /// Whether the colours of the values say all, so that nothing is marked.
    pub(super) fn is_plain(&self) -> bool {
        self.is_win() || self.words().is_some()
    }

    /// A drawing without panels, with the domain (and `how` it is drawn) and the law for its caption.
    pub(super) fn drawing(&self, how: Vec<Message>, scale: Option<Scale>) -> Drawing {
        let what = Message::joined([self.domain()].into_iter().chain(how), "; ");
        let caption = [what].into_iter().chain(self.law_in_words());
        Drawing {
            title: self.chart.title.to_owned(),
            title_zh: self.chart.title_zh.map(str::to_owned),
            caption: caption.map(|sentence| self.told(sentence)).collect(),
            legend: Vec::new(),
            scale,
            across: 1,
            panels: Vec::new(),
            figures: self.figures(),
        }
    }

    /// A message in the language of the chart.
    pub(super) fn told(&self, message: impl Into<Message>) -> String {
        self.chart.said.told(message)
    }

    /// Puts the panels into the drawing and explains the roles in them.
    pub(super) fn with_panels(&self, mut drawing: Drawing, panels: Vec<Panel>) -> Drawing {
        let has = |role| panels.iter().any(|p| p.dots.iter().any(|d| d.role == role));
        let mut explain = |role, label| drawing.legend.push(LegendEntry { role, label });
        let own = self.lost.is_some_and(|(column, _)| std::ptr::eq(column, self.column));
        let lost = match own {
            true => message!("P-position ({} = 0)", self.column.name),
            false => "P-position".into(),
        };
        if has(Role::P) {
            explain(Role::P, self.told(lost.clone()));
        }
        if has(Role::PBelow) {
            explain(Role::PBelow, self.told(message!("{lost} among those drawn as one")));
        }
        if has(Role::Exception) {
            explain(Role::Exception, self.told("exception to the law"));
        }
        if let Some(curve) = panels.iter().flat_map(|p| &p.curves).next() {
            explain(Role::Law, curve.label.clone());
        }
        let has_cells = panels.iter().any(|panel| panel.form != PanelForm::Plot);
        let mut missing = (0..self.table.cells()).filter(|&cell| self.value(cell).is_none());
        if let Some(first) = missing.next().filter(|_| has_cells) {
            let any = std::iter::once(first).chain(missing).any(|cell| self.table.is_present(cell));
            explain(Role::Absent, self.told(if any { "not a number" } else { "no position" }));
        }
        drawing.panels = panels;
        drawing
    }

    /// The positions that are drawn, with their values.
    fn figures(&self) -> Vec<Drawn> {
        let shown = self.chart.figures.iter().filter_map(|Pictured { name, at, figure }| {
            let cell = self.table.cell(at)?;
            let value = format!("{} = {}", self.column.name, self.label(self.value(cell)?));
            let (name, at, figure) = (name.clone(), at.clone(), figure.clone());
            Some(Drawn { name, at, value, lost: self.is_lost(cell), figure })
        });
        shown.collect()
    }

    /// The axis of a coordinate, with at most `most` ticks; sets are named by their elements.
    pub(super) fn axis(&self, of: &table::Axis, most: i64) -> ChartAxis {
        let mut drawn = axis(&of.name, of.lo, of.hi, most);
        let Some(least) = of.elements else { return drawn };
        let all = if of.hi - of.lo < most.min(FEW_SETS) {
            (of.lo..=of.hi).collect()
        } else {
            // The sets of one element, where their names have room.
            (0..62)
                .map(|digit| 1 << digit)
                .filter(|at| (of.hi / SETS_APART..=of.hi).contains(at) && *at >= of.lo)
                .collect::<Vec<i64>>()
        };
        let label = |at: i64| format!("{{{}}}", listed(table::elements(at, least)));
        drawn.ticks = all.into_iter().map(|at| Tick { at, label: label(at) }).collect();
        drawn
    }

    /// A drawing that is a sentence.
    pub(super) fn message(&self, sentence: impl Into<Message>) -> Drawing {
        Drawing { caption: vec![self.told(sentence)], ..self.drawing(Vec::new(), None) }
    }

    /// Why nothing is drawn.
    pub(super) fn why_empty(&self) -> &'static str {
        let mut positions = (0..self.table.cells()).filter(|&c| self.table.is_present(c));
        if positions.clone().next().is_none() {
            "no positions"
        } else if positions.any(|cell| self.column.values.text(cell).is_some()) {
            "the fractions are too fine to be drawn; see the table"
        } else {
            "no value is a number"
        }
    }

    /// The first law, if it speaks of this column or of its zeros.
    pub(super) fn law(&self) -> Option<&'a Law> {
        self.chart.laws.first().map(|finding| &finding.law)
    }

    fn law_in_words(&self) -> Option<Message> {
        let finding = self.chart.laws.first()?;
        let law = &finding.law.words;
        let varying = self.table.axes.iter().filter(|axis| axis.len() > 1).map(|axis| &axis.name);
        let last = equations(varying.zip(&finding.evidence.verified_to));
        Some(match self.chart.proved {
            true => message!("Law, proved for every position: {law}"),
            false => message!("Law, tested up to {last}: {law}"),
        })
    }

    /// `sg(a, b) for a = 0..60, b = 0..60`.
    fn domain(&self) -> Message {
        let axes = &self.table.axes;
        let names = listed(axes.iter().map(|axis| &axis.name));
        message!("{}({names}) for {}", self.column.name, crate::box_of(axes))
    }
}

/// What tells the P-positions: the zeros of the quantity where they do, else another column.
fn lost<'a>(table: &'a Table, column: &'a Column) -> Option<(&'a Column, i64)> {
    if crate::zeros_are_p_positions(&column.name) {
        return Some((column, 0));
    }
    let outcome = table.column("outcome").and_then(|outcome| match &outcome.values {
        Values::Words { words, .. } => {
            Some((outcome, i64::try_from(words.iter().position(|word| word == "P")?).ok()?))
        }
        _ => None,
    });
    outcome.or_else(|| Some((table.column("sg").or_else(|| table.column("win"))?, 0)))
}

fn number(column: &Column, cell: usize) -> Option<i64> {
    match &column.values {
        Values::Words { cells, .. } => Some(i64::from(cells[cell])),
        integers => integers.integer(cell),
    }
}

/// An axis of integers that stand for themselves, with at most `most` ticks.
pub(super) fn axis(name: &str, lo: i64, hi: i64, most: i64) -> ChartAxis {
    let ticks = ticks(lo, hi, most).into_iter().map(|at| Tick { at, label: at.to_string() });
    ChartAxis { name: name.to_owned(), lo, hi, unit: 1, reversed: false, ticks: ticks.collect() }
}
