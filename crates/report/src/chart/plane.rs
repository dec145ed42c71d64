//! Two coordinates: coloured cells, the first coordinate to the right and the second upwards (or the
//! longer one to the right where the other is short). More: a panel for each value of the leading
//! ones. Lines of the law are drawn over them.
//!
//! A side of more cells than there is room for is cut into blocks that show their value farthest
//! from 0; a block with a P-position is marked.

use super::colour;
use super::drawing::{Curve, Dots, Drawing, Grid, Panel, PanelForm, Role};
use super::view::View;
use expr::ast::{Expr, Node};
use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use expr::law::{Law, LawKind};
use expr::walk::{links, within};
use expr::words::listed;
use message::{Message, message};
use table::Axis;

/// Most panels.
const PANELS: usize = 128;
/// Most panels in a row.
const ACROSS: usize = 10;
/// Cells to a side of one of several panels.
const SLICE_SIDE: usize = 120;
/// A side this many times as long as the other lies to the right.
const LONG: usize = 3;

/// One of the two axes that are drawn: how it is cut, and how far its neighbours are apart.
#[derive(Clone, Copy)]
struct Side<'a> {
    axis: &'a Axis,
    stride: usize,
    block: usize,
}

impl Side<'_> {
    fn blocks(&self) -> usize {
        self.axis.len().div_ceil(self.block)
    }

    /// The distances from `lo` in a block.
    fn of_block(&self, number: usize) -> std::ops::Range<usize> {
        number * self.block..((number + 1) * self.block).min(self.axis.len())
    }
}

pub(super) fn drawing(view: &View<'_>, range: (i64, i64)) -> Drawing {
    let [leading @ .., p, q] = view.table.axes.as_slice() else {
        return view.message("no plane to draw");
    };
    let most = if leading.is_empty() { view.chart.side } else { view.chart.side.min(SLICE_SIDE) };
    let side = |axis: &'_ Axis| axis.len().div_ceil(most.max(1)).max(1);
    let blocks = match q.len() > LONG * p.len() || p.len() > LONG * q.len() {
        true => (side(p), side(q)),
        false => (side(p).max(side(q)), side(p).max(side(q))),
    };
    let p = Side { axis: p, stride: q.len(), block: blocks.0 };
    let q = Side { axis: q, stride: 1, block: blocks.1 };
    let (right, up) = if q.axis.len() > LONG * p.axis.len() { (q, p) } else { (p, q) };

    let area = p.axis.len() * q.axis.len();
    let shown: Vec<usize> = (0..view.table.cells() / area)
        .filter(|s| (s * area..(s + 1) * area).any(|cell| view.table.is_present(cell)))
        .collect();
    let all = shown.len();
    let every = all.div_ceil(PANELS).max(1);
    let shown: Vec<usize> = shown.into_iter().step_by(every).collect();

    let curves = if leading.is_empty() { curves(view, right.axis, up.axis) } else { Vec::new() };
    let panels = shown.iter().map(|&slice| {
        let at = view.table.position(slice * area);
        let parts = leading.iter().zip(at).map(|(axis, c)| match leading {
            [_, _, _, ..] => c.to_string(),
            _ => format!("{} = {c}", axis.name),
        });
        let panel = panel(view, (right, up), slice * area, listed(parts), shown.len() > 1);
        Panel { curves: curves.clone(), ..panel }
    });
    let panels = panels.collect();
    let remarks = remarks(view, leading, (right, up), (shown.len(), all));
    let mut drawing = view.drawing(remarks, Some(colour::scale(view, range)));
    drawing.across = match leading {
        // A row for each value of the first.
        [first, second]
            if second.len() <= ACROSS
                && first.len() <= 2 * second.len()
                && shown.len() == first.len() * second.len() =>
        {
            second.len()
        }
        _ => across(shown.len()),
    };
    view.with_panels(drawing, panels)
}

/// Which panels there are, and what lies where in them.
fn remarks(
    view: &View<'_>,
    leading: &[Axis],
    (right, up): (Side<'_>, Side<'_>),
    (shown, all): (usize, usize),
) -> Vec<Message> {
    let mut remarks = Vec::new();
    if shown < all {
        remarks.push(message!("{shown} of {all} slices"));
    }
    if let [_, _, _, ..] = leading {
        let names = listed(leading.iter().map(|axis| &axis.name));
        remarks.push(message!("a panel for each {names}"));
    }
    if !leading.is_empty() {
        remarks.push(message!("{} to the right, {} upwards", right.axis.name, up.axis.name));
    }
    if right.block > 1 || up.block > 1 {
        let what = Message::from(match view.range {
            _ if view.is_plain() => "a P-position if it has one",
            Some((lo, _)) if lo < 0 => "the value farthest from 0, marked if it has a P-position",
            _ => "the greatest value, marked if it has a P-position",
        });
        remarks.push(message!(
            "a cell is a block of {} x {} positions and shows {what}",
            right.block,
            up.block
        ));
    }
    remarks
}

/// Panels side by side, for a sheet a little wider than high.
fn across(panels: usize) -> usize {
    (1..=panels).find(|&c| c * c * 3 >= panels * 4).unwrap_or(1).clamp(1, ACROSS)
}

/// The one of two values that is farther from 0; the positive one if they are equally far.
fn farther(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    let key = |v: &i64| (v.unsigned_abs(), *v);
    a.into_iter().chain(b).max_by_key(key)
}

fn panel(
    view: &View<'_>,
    (right, up): (Side<'_>, Side<'_>),
    start: usize,
    title: String,
    several: bool,
) -> Panel {
    let (columns, rows) = (right.blocks(), up.blocks());
    let mut cells = Vec::with_capacity(columns * rows);
    let mut lost = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let mut value: Option<i64> = None;
            let mut is_lost = false;
            for y in up.of_block(row) {
                for x in right.of_block(column) {
                    let cell = start + x * right.stride + y * up.stride;
                    value = farther(value, view.value(cell));
                    is_lost |= view.is_lost(cell);
                }
            }
            cells.push(view.lost_value().filter(|_| is_lost && view.is_plain()).or(value));
            if is_lost && !view.is_plain() {
                let first = |side: Side<'_>, at: usize| side.axis.lo + (at * side.block) as i64;
                lost.push([first(right, column), first(up, row)]);
            }
        }
    }
    let most = if several { 4 } else { 11 };
    let drawn = |side: Side<'_>| view.axis(side.axis, most);
    let dots = match lost.is_empty() {
        true => Vec::new(),
        false => vec![Dots { role: Role::P, points: lost }],
    };
    let (x, y) = (drawn(right), drawn(up));
    let is_square = x.lo.abs_diff(x.hi) < 4 * (y.lo.abs_diff(y.hi) + 1)
        && y.lo.abs_diff(y.hi) < 4 * (x.lo.abs_diff(x.hi) + 1);
    let block = [right.block as i64, up.block as i64];
    let grid = Some(Grid { columns, rows, block, cells });
    let form = if is_square { PanelForm::Square } else { PanelForm::Stretched };
    Panel { title, x, y, form, bands: Vec::new(), grid, dots, curves: Vec::new() }
}

/// The lines along which the law says that P-positions lie.
fn curves(view: &View<'_>, x: &Axis, y: &Axis) -> Vec<Curve> {
    let laws = view.chart.laws.iter().map(|finding| &finding.law);
    let side = |axis: &Axis| {
        laws.clone().find(|law| law.kind == LawKind::Positions && law.subject == axis.name)
    };
    let (Some(a), Some(b)) = (side(x), side(y)) else { return boundaries(view, x, y) };
    let slope = |law: &Law| law.parameter("slope").unwrap_or_default();
    let label = format!("({0} i, {1} i)", slope(a), slope(b));
    let mut laws = view.chart.laws.iter();
    let is_symmetric = laws.any(|finding| finding.law.parameter("symmetric").is_some());
    let line = ray((a, x), (b, y)).into_iter();
    let mirrored = is_symmetric.then(|| ray((b, x), (a, y))).flatten();
    line.chain(mirrored).map(|points| Curve { label: label.clone(), points }).collect()
}

/// The lines along which an irrational slope of the law divides the plane: where `max(a, b) <= floor(phi *
/// min(a, b))` begins to fail.
fn boundaries(view: &View<'_>, x: &Axis, y: &Axis) -> Vec<Curve> {
    let Some(law) = view.law().filter(|_| x.lo <= 0 && y.lo <= 0) else {
        return Vec::new();
    };
    let names = Names { slots: law.variables.clone(), ..Names::default() };
    let slot = |axis: &Axis| law.variables.iter().position(|name| *name == axis.name);
    let (Some(across), Some(up), 2) = (slot(x), slot(y), law.variables.len()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for e in within(&law.body) {
        let Node::Compare(first, rest) = &e.node else { continue };
        for (left, _, right) in links(first, rest) {
            let inside = |e: &Expr| match &e.node {
                Node::Call(name, arguments) if name == "floor" => arguments.first().cloned(),
                _ => None,
            };
            let label = match (inside(left), inside(right)) {
                (None, Some(inside)) => format!("{left} = {inside}"),
                (Some(inside), None) => format!("{inside} = {right}"),
                _ => continue,
            };
            let sides =
                [left, right].map(|side| Program::compile(side, &names, &Definitions::default()));
            let [Ok(left), Ok(right)] = sides else { continue };
            // Whether the left side is greater.
            let greater = |at: [i64; 2]| {
                let mut slots = vec![0; 2];
                (slots[across], slots[up]) = (i128::from(at[0]), i128::from(at[1]));
                let of = |side: &Program| {
                    side.integer(&mut Frame::new(slots.clone()), &mut NoContext).ok()
                };
                Some(of(&left)? > of(&right)?)
            };
            for is_steep in [false, true] {
                let far =
                    |along: i64, aside: i64| if is_steep { [aside, along] } else { [along, aside] };
                let Some(turn) = turn(&|aside| greater(far(FAR, aside))) else { continue };
                let room = [x, y].map(|axis| 100 * axis.hi + 50);
                let (along, aside) = if is_steep { (room[1], room[0]) } else { (room[0], room[1]) };
                let scaled = |part: i64, whole: i64, of: i64| {
                    i128::from(part) * i128::from(of) / i128::from(whole)
                };
                let end = match i64::try_from(scaled(turn, FAR, along)) {
                    Ok(reached) if reached <= aside => far(along, reached),
                    _ => far(scaled(FAR, turn, aside) as i64, aside),
                };
                found.push(Curve { label: label.clone(), points: vec![[0, 0], end] });
            }
        }
    }
    found
}

/// So far from 0 only the slope of a line is seen.
const FAR: i64 = 1 << 40;

/// Where a condition turns between 0 and [`FAR`], which are left out; `None` where it does not.
fn turn(is: &dyn Fn(i64) -> Option<bool>) -> Option<i64> {
    let margin = FAR >> 10;
    let (mut low, mut high) = (margin, FAR - margin);
    let first = is(low)?;
    if is(high)? == first {
        return None;
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        *if is(middle)? == first { &mut low } else { &mut high } = middle;
    }
    Some(high)
}

/// The line from the first pair of positions towards those far away, as far as the axes go.
fn ray((a, x): (&Law, &Axis), (b, y): (&Law, &Axis)) -> Option<Vec<[i64; 2]>> {
    let far = 1_i64 << 40;
    let value = |law: &Law, i: i64| {
        let names = Names { slots: law.variables.clone(), ..Names::default() };
        let program = Program::compile(&law.body, &names, &Definitions::default()).ok()?;
        program.integer(&mut Frame::new(vec![i128::from(i)]), &mut NoContext).ok()
    };
    let i = a.from?;
    let (from, to) = ([value(a, i)?, value(b, i)?], [value(a, far)?, value(b, far)?]);
    // In hundredths; the part of the way within the axes is `part / whole`.
    let room = [x, y].map(|axis| i128::from(axis.hi) * 100 + 50);
    let mut end = (1, 1);
    for k in 0..2 {
        let (part, whole) = (room[k] - 100 * from[k], 100 * (to[k] - from[k]));
        if whole > 0 && part * end.1 < end.0 * whole {
            end = (part, whole);
        }
    }
    let inside = from[0] >= i128::from(x.lo) && from[1] >= i128::from(y.lo) && end.0 > 0;
    let point = |k: usize, part: i128, whole: i128| {
        i64::try_from(100 * from[k] + 100 * (to[k] - from[k]) * part / whole).ok()
    };
    let end = [point(0, end.0, end.1)?, point(1, end.0, end.1)?];
    inside.then_some(vec![[point(0, 0, 1)?, point(1, 0, 1)?], end])
}
