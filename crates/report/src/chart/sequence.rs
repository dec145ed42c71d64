//! One coordinate: dots over n, or the values folded to a row for each period.
//!
//! About eight periods of a periodic sequence are drawn; the preperiod and every second period are
//! shaded. A growing sequence has a second panel without its linear part. If there are more positions
//! than dots fit, small cells count them. Outcomes and words are drawn as cells in rows.

use super::colour;
use super::drawing::{Band, BandKind, ChartAxis, Dots, Drawing, Grid, Panel, PanelForm, Role};
use super::view::{View, axis};
use expr::law::{Law, LawKind};
use message::{Message, message};

/// Periods that are drawn, and the least number of positions.
const PERIODS: i64 = 8;
const LEAST: i64 = 24;
/// Most dots; more positions are counted.
const DOTS: usize = 3000;
/// Cells across and up in which they are counted.
const ACROSS: usize = 480;
const UP: usize = 160;
/// Periods that are folded, and the most rows.
const FOLDED: std::ops::RangeInclusive<i64> = 6..=48;
const ROWS: i64 = 48;
/// Positions in a row where there is no period, and the most rows of that length.
const ROW: i64 = 50;

/// A period of the law: `value(n + length) = value(n) + saltus` for all `n >= start`.
#[derive(Clone, Copy)]
struct Period {
    start: i64,
    length: i64,
    saltus: i64,
}

impl Period {
    fn of(law: &Law, lo: i64) -> Option<Self> {
        let number = |name: &str| law.parameter(name)?.parse::<i64>().ok();
        let length = number("period").filter(|&p| p > 0)?;
        let start = number("preperiod")?.max(lo);
        Some(Self { start, length, saltus: number("saltus").unwrap_or(0) })
    }

    /// Last position of about eight periods, at most `hi`.
    fn last(&self, lo: i64, hi: i64) -> i64 {
        let end = |periods: i64| {
            periods.checked_mul(self.length).and_then(|n| n.checked_add(self.start - 1))
        };
        let many = end(PERIODS).filter(|n| n.abs_diff(lo) < DOTS as u64);
        let last = many.or_else(|| end(2)).unwrap_or(hi);
        last.max(lo.saturating_add(LEAST - 1)).min(hi)
    }
}

pub(super) fn drawing(view: &View<'_>, range: (i64, i64)) -> Drawing {
    let n = &view.table.axes[0];
    let law = view.law().filter(|law| law.subject == view.column.name);
    let period = law.and_then(|law| Period::of(law, n.lo));
    let hi = period.map_or(n.hi, |p| p.last(n.lo, n.hi));
    let rows = |p: &Period| (hi - n.lo) / p.length + 1;
    let folded = period
        .filter(|p| p.saltus == 0 && FOLDED.contains(&p.length) && (3..=ROWS).contains(&rows(p)))
        .filter(|p| p.start > n.lo);
    match folded {
        _ if view.is_plain() => strip(view, period, range),
        Some(period) => {
            let scale = colour::scale(view, range);
            // The last row is full.
            let hi = (hi - hi.rem_euclid(period.length) + period.length - 1).min(n.hi);
            let remarks = part(n, hi);
            let panel = fold(view, period.length, hi, exceptions(view, Some(period), hi));
            view.with_panels(view.drawing(remarks, Some(scale)), vec![panel])
        }
        None => plots(view, period, hi, part(n, hi)),
    }
}

/// How much is drawn, if not all.
fn part(n: &table::Axis, hi: i64) -> Vec<Message> {
    let words = (hi < n.hi).then(|| message!("drawn as far as {} = {hi}", n.name));
    words.into_iter().collect()
}

/// Winners or words as cells: a row for each period or several, else rows of a round length.
fn strip(view: &View<'_>, period: Option<Period>, range: (i64, i64)) -> Drawing {
    let n = &view.table.axes[0];
    let side = view.chart.side as i64;
    let all = period.map_or(n.hi, |p| p.last(n.lo, n.hi));
    let count = all - n.lo + 1;
    let row = if count <= ROW * ROW { ROW.min(count) } else { count.isqrt() };
    let row = period.map_or(row, |p| (row / p.length).max(1) * p.length).clamp(1, side);
    let hi = all.min(n.lo.saturating_add(row.saturating_mul(side) - 1));
    let remarks = part(n, hi);
    let scale = colour::scale(view, range);
    let panel = fold(view, row, hi, exceptions(view, period, hi));
    view.with_panels(view.drawing(remarks, Some(scale)), vec![panel])
}

/// The positions before the law starts whose values are not as it continues, and those it excepts.
fn exceptions(view: &View<'_>, period: Option<Period>, hi: i64) -> Vec<i64> {
    let n = &view.table.axes[0];
    let value = |at: i64| view.value(usize::try_from(at - n.lo).ok().filter(|&i| i < n.len())?);
    let mut found = Vec::new();
    if let Some(Period { start, length, saltus }) = period {
        for at in n.lo..start.min(hi + 1) {
            let periods = (start - at + length - 1) / length;
            let later = value(at + periods * length);
            let expected = later.and_then(|v| v.checked_sub(periods.checked_mul(saltus)?));
            if expected.is_some() && value(at) != expected {
                found.push(at);
            }
        }
    }
    let law = view.law().filter(|law| law.subject == view.column.name);
    let listed = law.iter().flat_map(|law| &law.exceptions).map(|(at, _)| at[0]);
    found.extend(listed.filter(|at| (n.lo..=hi).contains(at)));
    found.sort_unstable();
    found.dedup();
    found
}

/// The values up to `hi` in rows of the given length, read as a text.
fn fold(view: &View<'_>, row: i64, hi: i64, exceptions: Vec<i64>) -> Panel {
    let n = &view.table.axes[0];
    let one = hi - n.lo < row;
    let base = if one { n.lo } else { n.lo.div_euclid(row) * row };
    let rows = (hi - base) / row + 1;
    let left = if one { base } else { 0 };
    let place = |at: i64| [left + (at - base) % row, (at - base) / row];
    let columns = row.min(hi - base + 1) as usize;
    let mut cells = vec![None; columns * rows as usize];
    let mut lost = Vec::new();
    for at in n.lo..=hi {
        let cell = (at - n.lo) as usize;
        cells[(at - base) as usize] = view.value(cell);
        if view.is_lost(cell) && !view.is_plain() {
            lost.push(place(at));
        }
    }
    let across = if one { n.name.clone() } else { format!("{} mod {row}", n.name) };
    let x = axis(&across, left, left + columns as i64 - 1, 25);
    let mut y = axis(if one { "" } else { &n.name }, 0, rows - 1, 24);
    for tick in &mut y.ticks {
        tick.label = (base + tick.at * row).to_string();
    }
    y.ticks.retain(|_| !one);
    y.reversed = true;
    let grid = Grid { columns, rows: rows as usize, block: [1, 1], cells };
    let exceptions = exceptions.into_iter().map(place).collect();
    let dots = dots([(Role::P, lost), (Role::Exception, exceptions)]);
    let (title, bands, curves) = (String::new(), Vec::new(), Vec::new());
    Panel { title, x, y, form: PanelForm::Square, bands, grid: Some(grid), dots, curves }
}

fn dots<const N: usize>(all: [(Role, Vec<[i64; 2]>); N]) -> Vec<Dots> {
    let some = all.into_iter().filter(|(_, points)| !points.is_empty());
    some.map(|(role, points)| Dots { role, points }).collect()
}

/// The plot of the values, and below it that of what is left after their linear part.
fn plots(view: &View<'_>, period: Option<Period>, hi: i64, mut remarks: Vec<Message>) -> Drawing {
    let n = &view.table.axes[0];
    let count = (hi - n.lo + 1) as usize;
    let values: Vec<Option<i64>> = (0..count).map(|cell| view.value(cell)).collect();
    let name = view.column.name.clone();
    let mut series = vec![Series { name: name.clone(), values, is_residual: false }];
    if let Some((a, b)) = slope(view, period) {
        let left = |cell: usize| {
            let at = n.lo + cell as i64;
            view.value(cell)?.checked_sub(i64::try_from(linear(a, b, at)).ok()?)
        };
        let values = (0..count).map(left).collect();
        let name = format!("{name} {}", minus(a, b, &n.name));
        series.push(Series { name, values, is_residual: true });
    }
    if count <= DOTS {
        let marked = exceptions(view, period, hi);
        let panels = series.iter().map(|s| s.dots(view, period, &marked)).collect();
        return view.with_panels(view.drawing(remarks, None), panels);
    }
    let counted: Vec<Panel> = series.iter().filter_map(|s| s.counts(view)).collect();
    let most = counted.iter().filter_map(|p| p.grid.as_ref()?.cells.iter().flatten().max()).max();
    let block = counted[0].grid.as_ref().map_or(1, |grid| grid.block[0]);
    remarks.push(message!("{block} successive positions are drawn in one column"));
    let scale = colour::density(view.told("positions"), *most.unwrap_or(&1));
    view.with_panels(view.drawing(remarks, Some(scale)), counted)
}

/// `floor(a * n / b)`.
fn linear(a: i64, b: i64, n: i64) -> i128 {
    (i128::from(a) * i128::from(n)).div_euclid(i128::from(b))
}

/// `- 2n`, `- floor(3n / 2)`.
fn minus(a: i64, b: i64, n: &str) -> String {
    let sign = if a < 0 { '+' } else { '-' };
    let times = match a.abs() {
        1 => n.to_owned(),
        many => format!("{many}{n}"),
    };
    match (a < 0, b) {
        (_, 1) => format!("{sign} {times}"),
        (false, b) => format!("- floor({times} / {b})"),
        (true, b) => format!("- floor(-{times} / {b})"),
    }
}

/// The slope `a / b` of a sequence that grows so evenly that little is left after it: that of its
/// law, or a simple one.
fn slope(view: &View<'_>, period: Option<Period>) -> Option<(i64, i64)> {
    let n = &view.table.axes[0];
    let values = || (0..n.len()).filter_map(|i| Some((n.lo + i as i64, view.value(i)?)));
    let spread = |a: i64, b: i64| {
        let left = values().map(|(at, v)| i128::from(v) - linear(a, b, at));
        let (lo, hi) = left.fold((i128::MAX, i128::MIN), |(lo, hi), v| (lo.min(v), hi.max(v)));
        hi - lo
    };
    if view.unit() > 1 {
        return None;
    }
    let whole = spread(0, 1);
    if let Some(Period { length, saltus, .. }) = period {
        let common = (1..=length).rev().find(|d| length % d == 0 && saltus % d == 0)?;
        let (a, b) = (saltus / common, length / common);
        return (a != 0 && (1..whole).contains(&spread(a, b))).then_some((a, b));
    }
    // What is left of these is a sequence of two values.
    if view.law().is_some_and(|law| matches!(law.kind, LawKind::Beatty | LawKind::Affine)) {
        return None;
    }
    let ((n0, v0), (n1, v1)) = (values().next()?, values().next_back()?);
    let (rise, run) = (i128::from(v1) - i128::from(v0), i128::from(n1 - n0));
    let run = Some(run).filter(|&r| r > 0)?;
    (1..=4_i64).find_map(|b| {
        let a = i64::try_from((2 * rise * i128::from(b) + run).div_euclid(2 * run)).ok()?;
        let left = if a == 0 { 0 } else { spread(a, b) };
        (left > 0 && left.saturating_mul(8) <= whole).then_some((a, b))
    })
}

/// What one panel plots.
struct Series {
    name: String,
    values: Vec<Option<i64>>,
    is_residual: bool,
}

impl Series {
    fn axes(&self, view: &View<'_>) -> (ChartAxis, ChartAxis) {
        let n = &view.table.axes[0];
        let (lo, hi) = (self.values.iter().flatten().min(), self.values.iter().flatten().max());
        let (lo, hi) = (lo.copied().unwrap_or(0), hi.copied().unwrap_or(0));
        let lo = if self.is_residual { lo } else { lo.min(0) };
        let ticks = match self.is_residual {
            true => axis("", lo, hi, 5).ticks,
            false => view.ticks(lo, hi, 9),
        };
        let (name, unit) = (self.name.clone(), view.unit());
        let y = ChartAxis { name, lo, hi, unit, reversed: false, ticks };
        (axis(&n.name, n.lo, n.lo + self.values.len() as i64 - 1, 11), y)
    }

    fn panel(&self, view: &View<'_>) -> Panel {
        let (x, y) = self.axes(view);
        let title = if self.is_residual { self.name.clone() } else { String::new() };
        let (bands, dots, curves) = (Vec::new(), Vec::new(), Vec::new());
        Panel { title, x, y, form: PanelForm::Plot, bands, grid: None, dots, curves }
    }

    fn dots(&self, view: &View<'_>, period: Option<Period>, exceptions: &[i64]) -> Panel {
        let mut panel = self.panel(view);
        let (lo, hi) = (panel.x.lo, panel.x.hi);
        let (mut plain, mut lost, mut rings) = (Vec::new(), Vec::new(), Vec::new());
        for (cell, value) in self.values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let point = [lo + cell as i64, value];
            let place = if view.is_lost(cell) { &mut lost } else { &mut plain };
            place.push(point);
            if exceptions.binary_search(&point[0]).is_ok() {
                rings.push(point);
            }
        }
        panel.dots = dots([(Role::Value, plain), (Role::P, lost), (Role::Exception, rings)]);
        panel.bands = period.map_or(Vec::new(), |p| bands(p, lo, hi));
        panel
    }

    /// How many positions lie in each cell.
    fn counts(&self, view: &View<'_>) -> Option<Panel> {
        let mut panel = self.panel(view);
        let (y, n) = (&panel.y, &panel.x);
        let width = self.values.len().div_ceil(ACROSS);
        let range = i128::from(y.hi) - i128::from(y.lo) + 1;
        let height = (range + UP as i128 - 1) / UP as i128;
        let rows = usize::try_from((range + height - 1) / height).ok()?;
        let columns = self.values.len().div_ceil(width);
        let mut cells = vec![None; columns * rows];
        let mut lost = Vec::new();
        for (at, value) in self.values.iter().enumerate() {
            let column = at / width;
            if let Some(value) = value {
                let row = ((i128::from(*value) - i128::from(y.lo)) / height) as usize;
                let cell: &mut Option<i64> = &mut cells[row * columns + column];
                *cell = Some(cell.map_or(1, |count| count + 1));
            }
            if view.is_lost(at) {
                lost.push([n.lo + (column * width) as i64, y.lo]);
            }
        }
        lost.dedup();
        panel.dots = dots([(Role::PBelow, if self.is_residual { Vec::new() } else { lost })]);
        let block = [width as i64, i64::try_from(height).ok()?];
        panel.grid = Some(Grid { columns, rows, block, cells });
        Some(panel)
    }
}

/// The preperiod, and every second period.
fn bands(period: Period, lo: i64, hi: i64) -> Vec<Band> {
    let Period { start, length, .. } = period;
    let preperiod = Band { kind: BandKind::Preperiod, from: lo, to: (start - 1).min(hi) };
    let mut bands = Vec::new();
    bands.extend(Some(preperiod).filter(|band| band.from <= band.to));
    if length > 1 {
        let starts = (0..).map(|k| start + 2 * k * length).take_while(|&from| from <= hi);
        bands.extend(starts.map(|from| Band {
            kind: BandKind::Period,
            from,
            to: (from + length - 1).min(hi),
        }));
    }
    bands
}
