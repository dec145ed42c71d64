//! Where everything of a drawing stands on paper: the heading, the panels with their axes, the bar
//! of the scale.

use super::cells::{self, PanelCells};
use super::colour::{self, GRID, INK, QUIET, Rgb};
use super::drawing::{BandKind, ChartAxis, Drawing, Panel, PanelForm, Role, Scale, Tick};
use super::pixels::Pixels;
use super::scene::{Anchor, Element, Scene};
use super::{figure, font};

/// Space left and right of everything.
const MARGIN: i32 = 24;
/// Size of ticks and legends; of ticks where there are several panels in a row.
const SMALL: i32 = 13;
const TINY: i32 = 11;
const TITLE: i32 = 21;
/// Titles are set smaller down to this size before they are cut.
const LEAST_TITLE: i32 = 13;
/// Lines a sentence of the caption may take.
const LINES: usize = 3;
/// Width of the picture of a plot, and heights of the first plot and those below it.
const WIDTH: i32 = 1000;
const HEIGHTS: [i32; 2] = [330, 140];
const NARROWEST: i32 = 640;
/// Width of the bar with its gap to the left, and its greatest height.
const BAR: i32 = 16;
const BAR_GAP: i32 = 26;
const BAR_HEIGHT: i32 = 400;
/// Height of the strokes below an axis.
const RUG: i32 = 8;

/// A panel, and where it stands.
pub(super) struct Placed<'a> {
    pub(super) panel: &'a Panel,
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Placed<'_> {
    /// Integers along an axis; with cells, those of the last cell that are beyond it too.
    fn span(&self, axis: &ChartAxis, side: usize) -> i128 {
        let own = i128::from(axis.hi) - i128::from(axis.lo) + 1;
        self.panel.grid.as_ref().map_or(own, |grid| {
            [grid.columns, grid.rows][side] as i128 * i128::from(grid.block[side])
        })
    }

    /// The column of a place on the x axis, in hundredths.
    pub(super) fn x(&self, hundredths: i128) -> i32 {
        let from = hundredths - 100 * i128::from(self.panel.x.lo) + 50;
        let span = 100 * self.span(&self.panel.x, 0);
        self.left + (from * i128::from(self.width) / span) as i32
    }

    /// The row of a place on the y axis, in hundredths.
    pub(super) fn y(&self, hundredths: i128) -> i32 {
        let from = hundredths - 100 * i128::from(self.panel.y.lo) + 50;
        let down = (from * i128::from(self.height) / (100 * self.span(&self.panel.y, 1))) as i32;
        self.top + if self.panel.y.reversed { down } else { self.height - down }
    }

    /// Ticks with their columns (or rows): all, or every second, fifth, ..., so that neighbours are
    /// `apart`.
    fn ticks(
        axis: &ChartAxis,
        at: impl Fn(i128) -> i32,
        apart: impl Fn(&Tick) -> i32,
    ) -> Vec<(i32, &str)> {
        let placed: Vec<_> = axis.ticks.iter().map(|t| (at(100 * i128::from(t.at)), t)).collect();
        let fits = |step: &usize| {
            let kept: Vec<_> = placed.iter().step_by(*step).collect();
            kept.windows(2).all(|w| (w[1].0 - w[0].0).abs() >= apart(w[0].1).max(apart(w[1].1)))
        };
        let step = [1, 2, 5, 10].into_iter().find(fits).unwrap_or(placed.len().max(1));
        placed.iter().step_by(step).map(|(place, tick)| (*place, tick.label.as_str())).collect()
    }
}

/// The picture of a drawing.
pub(super) fn scene(drawing: &Drawing) -> Scene {
    let mut scene = Scene { width: NARROWEST, height: 0, elements: Vec::new() };
    let across = drawing.across.clamp(1, drawing.panels.len().max(1));
    let tick = if across > 1 { TINY } else { SMALL };
    let names = drawing.panels.iter().flat_map(|p| p.y.ticks.iter().map(|t| t.label.as_str()));
    let left = MARGIN + names.map(|name| font::width(name, tick)).max().unwrap_or(0) + 12;
    let bar = drawing.scale.as_ref().filter(|scale| !is_named(scale));
    let beside = bar.map_or(0, bar_width) + MARGIN;
    let sizes: Vec<(i32, i32)> = drawing
        .panels
        .iter()
        .enumerate()
        .map(|(i, panel)| {
            cells::size(panel, across, WIDTH - left - beside)
                .unwrap_or((WIDTH - left - beside, HEIGHTS[i.min(1)]))
        })
        .collect();
    let title = |panel: &Panel| font::width(&panel.title, SMALL);
    let pitch =
        sizes.iter().zip(&drawing.panels).map(|(s, p)| s.0.max(title(p))).max().unwrap_or(0) + 18;
    let body = pitch * across as i32 - 18;
    if !sizes.is_empty() {
        scene.width = (left + body + beside).max(NARROWEST);
    }
    let cells = drawing.panels.first().and_then(|p| cells::have_marks_inside(p, sizes[0]));
    let first = heading(&mut scene, drawing, cells);
    let mut top = first;
    for (row, panels) in drawing.panels.chunks(across).enumerate() {
        let height = sizes[row * across].1;
        let is_last = (row + 1) * across >= drawing.panels.len();
        top += SMALL + 10;
        for (column, panel) in panels.iter().enumerate() {
            let (width, height) = sizes[row * across + column];
            let left = left + column as i32 * pitch;
            let place = Placed { panel, left, top, width, height };
            draw(&mut scene, drawing, &place);
            let below =
                is_last || across == 1 || (row + 1) * across + column >= drawing.panels.len();
            axes(&mut scene, &place, tick, column == 0, below, across == 1);
        }
        top += height + if is_last || across == 1 { 2 * SMALL + 16 } else { 8 };
    }
    if let Some(scale) = bar {
        let room = (top - first - 3 * SMALL - 26).clamp(140, BAR_HEIGHT);
        let foot = draw_bar(&mut scene, scale, (left + body, first + SMALL + 10), room);
        top = top.max(foot);
    }
    if !drawing.figures.is_empty() {
        top = figure::draw(&mut scene, &drawing.figures, MARGIN, top + 8);
    }
    scene.height = top + 14;
    scene
}

/// Draws titles, caption and legend, whose marks are those of cells (large or not) or of dots;
/// returns the first free row.
fn heading(scene: &mut Scene, drawing: &Drawing, cells: Option<bool>) -> i32 {
    // An SVG may be shown in a wider font than the one measured here.
    let space = (scene.width - 2 * MARGIN) * 7 / 8;
    let mut y = 14;
    let title = &drawing.title;
    if !title.is_empty() {
        let size = (LEAST_TITLE..=TITLE).rev().find(|&s| font::width(title, s) <= space);
        let size = size.unwrap_or(LEAST_TITLE);
        y += size + 4;
        scene.text((MARGIN, y), size, Anchor::Left, INK, font::fit(title, size, space));
        y += 4;
    }
    y += 2;
    for line in drawing.caption.iter().flat_map(|sentence| wrapped(sentence, space)) {
        y += SMALL + 5;
        scene.text((MARGIN, y), SMALL, Anchor::Left, QUIET, line);
    }
    let mut x = scene.width;
    for (mark, words) in legend(drawing) {
        let wide = 20 + font::width(&words, SMALL) * 8 / 7 + 24;
        if x + wide > scene.width {
            x = MARGIN;
            y += SMALL + 8;
        }
        draw_mark(scene, mark, (x, y), cells);
        scene.text((x + 20, y), SMALL, Anchor::Left, INK, words);
        x += wide;
    }
    y + 10
}

/// What a line of the legend shows.
enum Mark {
    Role(Role),
    Swatch(Rgb),
}

fn legend(drawing: &Drawing) -> Vec<(Mark, String)> {
    let mut all = Vec::new();
    if let Some(scale) = drawing.scale.as_ref().filter(|scale| is_named(scale)) {
        for (stop, tick) in scale.stops.iter().zip(&scale.ticks) {
            let words = match tick.label.contains(' ') {
                true => tick.label.clone(),
                false => format!("{} {}", scale.name, tick.label),
            };
            all.push((Mark::Swatch(stop.colour.0), words));
        }
    }
    all.extend(drawing.legend.iter().map(|entry| (Mark::Role(entry.role), entry.label.clone())));
    all
}

/// Whether the values are words, which the legend explains.
fn is_named(scale: &Scale) -> bool {
    scale.ticks.iter().any(|tick| tick.label.starts_with(char::is_alphabetic))
}

fn draw_mark(scene: &mut Scene, mark: Mark, (x, baseline): (i32, i32), cells: Option<bool>) {
    let (y, middle) = (baseline - 11, (x + 7, baseline - 5));
    match mark {
        Mark::Role(Role::Law) => line(scene, vec![(x, middle.1 + 4), (x + 14, middle.1 - 4)]),
        Mark::Role(Role::PBelow) => scene.rect(x + 6, y + 2, 2, RUG, colour::of_role(Role::P)),
        Mark::Role(role) => match cells {
            Some(large) => cells::draw_mark(scene, role, (x, y), large),
            None => draw_dots(scene, role, vec![middle], 7),
        },
        Mark::Swatch(colour) => {
            scene.rect(x, y, 13, 13, colour);
            scene.outline(x, y, 13, 13, QUIET);
        }
    }
}

/// A sentence in lines of that width; what does not fit the last one is cut.
fn wrapped(sentence: &str, space: i32) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last().map_or("", String::as_str);
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || lines.len() == LINES || font::width(&longer, SMALL) <= space {
            lines.pop();
            lines.push(longer);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().map(|line| font::fit(line, SMALL, space)).collect()
}

fn draw(scene: &mut Scene, drawing: &Drawing, place: &Placed<'_>) {
    let Placed { panel, left, top, width, height } = *place;
    if !panel.title.is_empty() {
        scene.text((left, top - 6), SMALL, Anchor::Left, INK, panel.title.clone());
    }
    for band in &panel.bands {
        let (from, to) = (100 * i128::from(band.from) - 50, 100 * i128::from(band.to) + 50);
        let fill = match band.kind {
            BandKind::Preperiod => colour::PREPERIOD,
            BandKind::Period => colour::PERIOD,
        };
        scene.rect(place.x(from), top, place.x(to) - place.x(from), height, fill);
    }
    if panel.form == PanelForm::Plot {
        for tick in &panel.y.ticks {
            scene.rect(left, place.y(100 * i128::from(tick.at)), width, 1, GRID);
        }
    }
    let blank = drawing.legend.iter().all(|entry| entry.role != Role::Absent);
    let cells = panel.grid.as_ref().zip(drawing.scale.as_ref());
    let cells = cells.map(|(grid, scale)| PanelCells::new(grid, scale, place, blank));
    if let Some(cells) = &cells {
        cells.draw(scene);
    }
    for curve in &panel.curves {
        let at = |&[x, y]: &[i64; 2]| (place.x(i128::from(x)), place.y(i128::from(y)));
        line(scene, curve.points.iter().map(at).collect());
    }
    match cells {
        Some(cells) => cells.draw_marks(scene),
        None => dots(scene, place),
    }
    for dots in panel.dots.iter().filter(|dots| dots.role == Role::PBelow) {
        let mut image = Pixels::new(width, RUG, colour::PAPER);
        for [x, _] in &dots.points {
            let at = place.x(100 * i128::from(*x)) - left;
            image.fill(at, 0, 2, RUG, colour::of_role(Role::P));
        }
        scene.elements.push(Element::Image { x: left, y: top + height + 2, image });
    }
}

/// A thin line that can be seen on any ground.
fn line(scene: &mut Scene, points: Vec<(i32, i32)>) {
    let halo = Element::Line { points: points.clone(), thick: 3, fill: colour::PAPER };
    let fill = colour::of_role(Role::Law);
    scene.elements.extend([halo, Element::Line { points, thick: 1, fill }]);
}

fn dots(scene: &mut Scene, place: &Placed<'_>) {
    let panel = place.panel;
    let count = panel.dots.iter().map(|dots| dots.points.len()).max().unwrap_or(1);
    let diameter = (place.width / count.max(1) as i32).clamp(2, 7);
    let at = |&[x, y]: &[i64; 2]| (place.x(100 * i128::from(x)), place.y(100 * i128::from(y)));
    // Rings lie below the dots they surround.
    let rings = |role| role == Role::Exception;
    let order = panel
        .dots
        .iter()
        .filter(|d| rings(d.role))
        .chain(panel.dots.iter().filter(|d| !rings(d.role)));
    for dots in order {
        draw_dots(scene, dots.role, dots.points.iter().map(at).collect(), diameter);
    }
}

fn draw_dots(scene: &mut Scene, role: Role, points: Vec<(i32, i32)>, diameter: i32) {
    let fill = colour::of_role(role);
    if role == Role::Exception {
        let ring = Element::Discs { points: points.clone(), diameter: diameter + 6, fill };
        let hole = Element::Discs { points, diameter: diameter + 4, fill: colour::PAPER };
        scene.elements.extend([ring, hole]);
    } else {
        scene.elements.push(Element::Discs { points, diameter, fill });
    }
}

fn axes(scene: &mut Scene, place: &Placed<'_>, size: i32, beside: bool, below: bool, named: bool) {
    let Placed { panel, left, top, width, height } = *place;
    let rug = panel.dots.iter().any(|dots| dots.role == Role::PBelow);
    let bottom = top + height + if rug { RUG + 4 } else { 0 };
    scene.outline(
        left,
        top,
        width,
        height,
        if panel.form != PanelForm::Plot { QUIET } else { GRID },
    );
    if panel.form == PanelForm::Plot {
        scene.rect(left - 1, top, 1, bottom - top, QUIET);
        scene.rect(left - 1, bottom, width + 1, 1, QUIET);
    }
    if below {
        let apart = |tick: &Tick| font::width(&tick.label, size) + 8;
        for (x, label) in Placed::ticks(&panel.x, |v| place.x(v), apart) {
            scene.rect(x, bottom + 1, 1, 4, QUIET);
            scene.text((x, bottom + size + 7), size, Anchor::Center, INK, label);
        }
        let name = (left + width / 2, bottom + 2 * size + 12);
        scene.text(name, size, Anchor::Center, QUIET, panel.x.name.clone());
    }
    if beside {
        for (y, label) in Placed::ticks(&panel.y, |v| place.y(v), |_| size + 2) {
            scene.rect(left - 5, y, 4, 1, QUIET);
            scene.text((left - 8, y + size * 3 / 8), size, Anchor::Right, INK, label);
        }
    }
    if named && panel.title.is_empty() {
        let name = &panel.y.name;
        let x = (left - 8 - font::width(name, SMALL)).max(MARGIN);
        scene.text((x, top - 8), SMALL, Anchor::Left, QUIET, name.clone());
    }
}

/// Space the bar of the scale takes to the right of the panels.
fn bar_width(scale: &Scale) -> i32 {
    let label = scale.ticks.iter().map(|tick| font::width(&tick.label, SMALL)).max().unwrap_or(0);
    BAR_GAP + (BAR + 10 + label).max(font::width(&scale.name, SMALL))
}

/// Draws the bar, its greatest value on top; returns the first row below it.
fn draw_bar(scene: &mut Scene, scale: &Scale, (x, top): (i32, i32), room: i32) -> i32 {
    let x = x + BAR_GAP;
    scene.text((x, top - 8), SMALL, Anchor::Left, QUIET, scale.name.clone());
    let count = scale.stops.len() as i32;
    let (height, each) = match scale.discrete {
        true => (count * (room / count).clamp(16, 26), (room / count).clamp(16, 26)),
        false => (room, 1),
    };
    let mut image = Pixels::new(BAR, height, colour::PAPER);
    let row = |value: i64| match scale.discrete {
        true => height - each / 2 - each * (scale.stops.partition_point(|s| s.at < value) as i32),
        false => height - 1 - scale.place(value, height - 1),
    };
    if scale.discrete {
        for (i, stop) in (0..).zip(scale.stops.iter().rev()) {
            image.fill(0, i * each, BAR, each - 1, stop.colour.0);
        }
    } else {
        for pair in scale.stops.windows(2) {
            let (low, high) = (row(pair[0].at), row(pair[1].at));
            for y in high..=low {
                let part = i128::from(low - y) * (i128::from(pair[1].at) - i128::from(pair[0].at));
                let value = i128::from(pair[0].at) + part / i128::from((low - high).max(1));
                let value = i64::try_from(value).unwrap_or(pair[1].at);
                image.fill(0, y, BAR, 1, scale.colour(value).0);
            }
        }
    }
    scene.outline(x, top, BAR, height, QUIET);
    let mut last = i32::MAX;
    for tick in &scale.ticks {
        let y = top + row(tick.at);
        if last.saturating_sub(y) < SMALL + 2 {
            continue;
        }
        last = y;
        scene.rect(x + BAR + 1, y, 4, 1, QUIET);
        let at = (x + BAR + 8, y + SMALL * 3 / 8);
        scene.text(at, SMALL, Anchor::Left, INK, tick.label.clone());
    }
    scene.elements.push(Element::Image { x, y: top, image });
    top + height
}
