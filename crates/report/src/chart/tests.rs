//! What every chart must satisfy, whatever the table.

use super::drawing::{BandKind, Drawing, Figure, Mark, Panel, PanelForm, Role};
use super::scene::{Anchor, Element, Scene};
use super::{Chart, Pictured, SIDE, drawing, font, layout};
use crate::{Error, Translation};
use arith::Dyadic;
use detector::Finding;
use draw::{Draw, check, prop_assert, some_of};
use table::{Axis, Column, Table, Values};

fn table(axes: &[(&str, i64, i64)], name: &str, value: impl Fn(&[i64]) -> i64) -> Table {
    let axes = axes.iter().map(|&(name, lo, hi)| Axis::new(name, lo, hi)).collect();
    let mut table = Table { axes, columns: Vec::new(), present: None };
    let values = (0..table.cells()).map(|cell| value(&table.position(cell))).collect();
    table.columns.push(Column { name: name.into(), values: Values::I64(values) });
    table
}

fn chart<'a>(table: &'a Table, laws: &'a [Finding]) -> Chart<'a> {
    let (quantity, title_zh) = (&table.columns[0].name, Some("威佐夫博弈"));
    Chart {
        title: "Wythoff's game",
        title_zh,
        table,
        quantity,
        laws,
        proved: false,
        side: SIDE,
        figures: &[],
        said: Translation::ENGLISH,
    }
}

fn draw(table: &Table) -> Drawing {
    drawing(&chart(table, &[])).unwrap()
}

/// Drawn with the laws that are found.
fn draw_with_laws(table: &Table) -> Drawing {
    drawing(&chart(table, &detector::find(table, &table.columns[0].name))).unwrap()
}

fn points(panel: &Panel, role: Role) -> &[[i64; 2]] {
    panel.dots.iter().find(|dots| dots.role == role).map_or(&[], |dots| &dots.points)
}

/// Boxes of all texts: left, top, right, bottom.
fn boxes(scene: &Scene) -> Vec<(String, [i32; 4])> {
    let texts = scene.elements.iter().filter_map(|element| match element {
        Element::Text { x, y, size, anchor, text, .. } => {
            let width = font::width(text, *size);
            let left = match anchor {
                Anchor::Left => *x,
                Anchor::Center => x - width / 2,
                Anchor::Right => x - width,
            };
            let right = left + width;
            Some((text.clone(), [left, y - size * 3 / 4, right, y + size / 5]))
        }
        _ => None,
    });
    texts.collect()
}

fn assert_readable(table: &Table) {
    let drawing = draw_with_laws(table);
    let scene = layout::scene(&drawing);
    let (width, height) = (scene.width, scene.height);
    let boxes = boxes(&scene);
    assert!(!boxes.is_empty());
    for (i, (text, a)) in boxes.iter().enumerate() {
        assert!(
            a[0] >= 0 && a[1] >= 0 && a[2] <= width && a[3] <= height,
            "\"{text}\" at {a:?} leaves the picture of {width} x {height}"
        );
        for (other, b) in &boxes[..i] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "\"{text}\" at {a:?} covers \"{other}\" at {b:?}");
        }
    }
    for element in &scene.elements {
        if let Element::Image { x, y, image } = element {
            let (w, h) = (image.width, image.height);
            assert!(*x >= 0 && *y >= 0 && x + w <= width && y + h <= height);
        }
    }
    assert!(drawing.warnings().is_empty());
}

#[test]
fn labels_neither_overlap_nor_leave_the_picture() {
    let nim = |p: &[i64]| p.iter().fold(0, |sum, x| sum ^ x);
    let win = |p: &[i64]| i64::from(nim(p) != 0);
    for n in some_of([0, 1, 30, 200, 450, 1200, 20_000, 1_000_000]) {
        assert_readable(&table(&[("n", 0, n)], "sg", |p| p[0] % 9));
        assert_readable(&table(&[("n", 1, n.max(1))], "win", |p| p[0] % 2));
        assert_readable(&table(&[("n", 0, n)], "remoteness", |p| p[0] * 1_000_003));
    }
    for side in some_of([0, 1, 11, 24, 59, 149, 700, 1500]) {
        assert_readable(&table(&[("a", 0, side), ("b", 0, side)], "sg", nim));
        assert_readable(&table(&[("a", 1, side + 1), ("b", 1, side + 1)], "win", win));
    }
    assert_readable(&table(&[("k", 1, 9), ("n", 0, 500)], "sg", |p| p[1] % (p[0] + 1)));
    assert_readable(&table(&[("n", 0, 500), ("k", 1, 3)], "sg", |p| p[0] % (p[1] + 1)));
    assert_readable(&table(&[("n", 0, 0), ("month", 1, 9000)], "misere", win));
    for side in [0, 2, 16, 40] {
        assert_readable(&table(&[("a", 0, side), ("b", 0, side), ("c", 0, side)], "sg", nim));
    }
    let heaps = [("h1", 0, 3), ("h2", 0, 3), ("h3", 0, 3), ("h4", 0, 3), ("h5", 0, 3)];
    assert_readable(&table(&heaps, "moves", nim));
    assert_readable(&table(&[], "sg", |_| 5));
}

/// The table with outcomes in place of its values.
fn outcomes(mut table: Table) -> Table {
    let cells = table.columns[0].values.iter().map(|v| v.rem_euclid(4) as u8).collect();
    let words = ["L", "R", "N", "P"].map(String::from).to_vec();
    table.columns = vec![Column { name: "outcome".into(), values: Values::Words { words, cells } }];
    table
}

/// The table with sixteenths of its values, those of remainder 5 by 7 being no numbers.
fn fractions(mut table: Table) -> Table {
    let sixteenth = |v: i64| Dyadic::new(i128::from(v), 4).ok().filter(|_| v % 7 != 5);
    let values = Values::of_numbers(table.columns[0].values.iter().map(sixteenth).collect());
    table.columns = vec![Column { name: "value".into(), values }];
    table
}

#[test]
fn outcomes_and_fractions_are_as_readable() {
    for side in [0, 1, 11, 24, 149, 1500] {
        let square = || table(&[("a", 0, side), ("b", 0, side)], "", |p| p[0] * p[0] - 3 * p[1]);
        assert_readable(&outcomes(square()));
        assert_readable(&fractions(square()));
        let line = || table(&[("n", 0, 40 * side)], "", |p| p[0] * p[0] - 30);
        assert_readable(&outcomes(line()));
        assert_readable(&fractions(line()));
    }
    assert_readable(&fractions(table(&[("n", 0, 3)], "", |_| 5)));
    let fine = Dyadic::new(1, 100).ok();
    let mut table = table(&[("n", 0, 0)], "", |_| 0);
    table.columns[0].values = Values::Dyadic(vec![fine]);
    assert_readable(&table);
}

#[test]
fn every_outcome_has_its_colour() {
    let drawing = draw(&outcomes(table(&[("a", 0, 1), ("b", 0, 1)], "", |p| 2 * p[0] + p[1])));
    let scale = drawing.scale.unwrap();
    let labels: Vec<_> = scale.ticks.iter().map(|tick| tick.label.as_str()).collect();
    assert_eq!(labels, ["L", "R", "N", "P"]);
    let colours: Vec<_> = scale.stops.iter().map(|stop| stop.colour).collect();
    assert!((0..4).all(|i| (0..i).all(|j| colours[i] != colours[j])), "{colours:?}");
    // The first coordinate lies to the right.
    let cells = &drawing.panels[0].grid.as_ref().unwrap().cells;
    assert_eq!(cells, &[Some(0), Some(2), Some(1), Some(3)]);
}

#[test]
fn a_period_is_drawn_eight_times() {
    let table = table(&[("n", 0, 1000)], "sg", |p| [0, 1, 0, 1, 2, 3, 2][p[0] as usize % 7]);
    let laws = detector::find(&table, "sg");
    let drawing = drawing(&Chart { proved: true, ..chart(&table, &laws) }).unwrap();
    assert_eq!(
        drawing.caption,
        [
            "sg(n) for n = 0..1000; drawn as far as n = 55",
            "Law, proved for every position: sg(n + 7) = sg(n); by n mod 7: 0 1 0 1 2 3 2"
        ]
    );
    let panel = &drawing.panels[0];
    assert_eq!(points(panel, Role::P).len(), 16);
    assert_eq!(points(panel, Role::Value).len(), 56 - 16);
    let bands: Vec<_> = panel.bands.iter().map(|band| (band.kind, band.from, band.to)).collect();
    assert_eq!(bands[..2], [(BandKind::Period, 0, 6), (BandKind::Period, 14, 20)]);
    assert_eq!(bands.len(), 4);
}

#[test]
fn exceptions_before_a_period_are_marked_in_its_rows() {
    let value = |n: i64| if n == 13 { 9 } else { n * n % 12 };
    let drawing = draw_with_laws(&table(&[("n", 0, 600)], "sg", |p| value(p[0])));
    let panel = &drawing.panels[0];
    let grid = panel.grid.as_ref().unwrap();
    assert_eq!((panel.form, grid.columns), (PanelForm::Square, 6));
    assert_eq!(points(panel, Role::Exception), [[1, 2]]);
    assert_eq!((grid.cells[2 * 6 + 1], grid.cells[3 * 6 + 1]), (Some(9), Some(1)));
}

#[test]
fn growth_leaves_a_residual() {
    let value = |n: i64| 2 * n - 1 - i64::from(n.count_ones() % 2);
    let panels = draw_with_laws(&table(&[("x", 1, 300)], "sg", |p| value(p[0]))).panels;
    assert_eq!(panels.len(), 2);
    assert_eq!((panels[1].title.as_str(), panels[1].y.lo, panels[1].y.hi), ("sg - 2x", -2, -1));
    let steps = draw_with_laws(&table(&[("n", 0, 300)], "sg", |p| p[0] / 3 * 2 + p[0] % 3)).panels;
    assert_eq!(steps[1].title, "sg - floor(2n / 3)");
    assert_eq!(draw_with_laws(&table(&[("n", 0, 300)], "sg", |p| p[0])).panels.len(), 1);
}

#[test]
fn the_lines_of_a_law_are_drawn() {
    // b = floor(phi * a) for lost pairs a <= b, by the least number not used.
    let mut lost = vec![(0, 0)];
    for i in 1..60 {
        let a = (1..).find(|n| lost.iter().all(|&(a, b)| a != *n && b != *n)).unwrap();
        lost.push((a, a + i));
    }
    let value = |p: &[i64]| i64::from(!lost.contains(&(p[0].min(p[1]), p[0].max(p[1]))));
    let drawing = draw_with_laws(&table(&[("a", 0, 80), ("b", 0, 80)], "win", value));
    let ends: Vec<_> = drawing.panels[0].curves.iter().map(|c| c.points.clone()).collect();
    assert_eq!(ends, [[[0, 0], [4975, 8050]], [[0, 0], [8050, 4975]]]);
    assert_eq!(drawing.legend.last().unwrap().label, "(phi i, phi^2 i)");
}

#[test]
fn colours_follow_the_values() {
    let scale = |value: fn(&[i64]) -> i64| {
        draw(&table(&[("a", 1, 60), ("b", 1, 60)], "moves", value)).scale.unwrap()
    };
    let even = scale(|p| p[0] + p[1]);
    assert_eq!(even.stops.len(), 9);
    let dominated = scale(|p| p[0].max(p[1]) / p[0].min(p[1]));
    let stops: Vec<_> = dominated.stops.iter().map(|stop| stop.at).collect();
    assert_eq!(stops, [1, 2, 3, 5, 9, 17, 33, 60]);
    let signed = scale(|p| p[0] - p[1]);
    let white = signed.stops.iter().find(|stop| stop.at == 0).unwrap().colour;
    assert_eq!(white.to_string(), "#ffffff");
    assert_eq!((signed.stops[0].at, signed.stops.last().unwrap().at), (-59, 59));
    assert!(scale(|p| p[0] % 3).discrete);
}

#[test]
fn all_slices_are_drawn() {
    let xor = |p: &[i64]| p.iter().fold(0, |sum, x| sum ^ x);
    let drawing = draw(&table(&[("a", 0, 20), ("b", 0, 4), ("c", 0, 3)], "sg", xor));
    assert_eq!((drawing.panels.len(), drawing.panels[20].title.as_str()), (21, "a = 20"));
    assert_eq!(points(&drawing.panels[2], Role::P), [[2, 0], [3, 1], [0, 2], [1, 3]]);
    let many = draw(&table(&[("a", 0, 200), ("b", 0, 4), ("c", 0, 3)], "sg", xor));
    assert_eq!(many.panels.len(), 101);
    assert!(many.caption[0].contains("101 of 201 slices"), "{:?}", many.caption);
}

#[test]
fn a_slope_within_a_law_is_drawn_on_both_sides() {
    // Euclid's game: the larger number divided by the smaller is less than the golden ratio.
    let floor = |x: i64| (0..2 * x + 1).take_while(|y| y * y <= x * y + x * x).last().unwrap_or(0);
    let win = |p: &[i64]| {
        let (least, most) = (p[0].min(p[1]), p[0].max(p[1]));
        i64::from(least > 0 && (most == least || most > floor(least)))
    };
    let drawing = draw_with_laws(&table(&[("a", 0, 90), ("b", 0, 90)], "win", win));
    let curves = &drawing.panels[0].curves;
    let ends: Vec<_> = curves.iter().map(|c| (c.points[0], c.points[1])).collect();
    // 90.5 / phi = 55.93.
    assert_eq!(ends, [([0, 0], [9050, 5593]), ([0, 0], [5593, 9050])], "{:?}", drawing.caption);
    assert_eq!(drawing.legend.last().unwrap().label, "max(a, b) = phi * min(a, b)");
}

#[test]
fn sets_and_pictures_of_positions_are_shown() {
    let mut figure = Figure::default();
    figure.square(0, 0, Mark::Present);
    figure.disc(15, 5, Mark::Token);
    let pictured =
        |k: i64| Pictured { name: format!("k = {k}"), at: vec![k], figure: figure.clone() };
    let figures: Vec<Pictured> = (0..3).map(pictured).collect();
    let table = table(&[("k", 0, 2), ("b", 0, 0)], "sg", |p| p[0]);
    let table = Table { axes: table.axes[..1].to_vec(), ..table };
    let drawn = drawing(&Chart { figures: &figures, ..chart(&table, &[]) }).unwrap();
    let said: Vec<_> =
        drawn.figures.iter().map(|shown| (shown.value.as_str(), shown.lost)).collect();
    assert_eq!(said, [("sg = 0", true), ("sg = 1", false), ("sg = 2", false)]);
    let texts: Vec<String> = layout::scene(&drawn).texts().map(str::to_owned).collect();
    assert!(texts.iter().any(|text| text == "k = 2"), "{texts:?}");
    let mut wide = self::table(&[("A", 0, 255), ("x", 0, 7)], "sg", |p| p[0] % 3);
    wide.axes[0].elements = Some(1);
    let drawn = drawing(&chart(&wide, &[])).unwrap();
    let ticks: Vec<_> = drawn.panels[0].x.ticks.iter().map(|t| (t.at, t.label.as_str())).collect();
    assert_eq!(ticks, [(16, "{5}"), (32, "{6}"), (64, "{7}"), (128, "{8}")]);
}

#[test]
fn a_picture_has_one_title() {
    let svg = draw(&table(&[("n", 0, 5)], "sg", |p| p[0])).svg();
    assert!(svg.contains("Wythoff") && !svg.contains("威佐夫博弈"));
}

#[test]
fn the_documented_example_is_what_is_written() {
    let table = table(&[("n", 0, 5)], "sg", |p| p[0] % 3);
    let chart = Chart { title: "Take 1 or 2", title_zh: None, ..chart(&table, &[]) };
    let drawing = drawing(&chart).unwrap();
    let page = include_str!("../../../../docs/json.md");
    let written: String = drawing.json().split_whitespace().collect();
    let start = page.find("{\n\"title\": \"Take 1 or 2\"").unwrap();
    let example = &page[start..start + page[start..].find("```").unwrap()];
    assert_eq!(example.split_whitespace().collect::<String>(), written);
}

#[test]
fn any_values_can_be_drawn() {
    let input = |d: &mut Draw| {
        let shift = d.size(0..63);
        let values = d.many(1..40, |d| d.bits() as i64 >> shift);
        (values, d.int(-2000..2000), d.size(1..6), d.bits())
    };
    check(48, input, |(values, lo, columns, sets)| {
        let rows = values.len() / columns.min(values.len());
        let columns = columns.min(values.len());
        let cells = rows * columns;
        let present: Vec<bool> = (0..cells).map(|i| sets >> (i % 64) & 1 == 1).collect();
        let present = Some(present);
        let column = |n: usize| {
            vec![Column { name: "value".into(), values: Values::I64(values[..n].to_vec()) }]
        };
        let hi = |n: usize| lo + n as i64 - 1;
        let grid = Table {
            axes: vec![Axis::new("a", lo, hi(rows)), Axis::new("b", lo, hi(columns))],
            columns: column(cells),
            present: present.clone(),
        };
        let line =
            Table { axes: vec![Axis::new("n", lo, hi(cells))], columns: column(cells), present };
        for table in [grid, line] {
            let drawing = draw(&table);
            prop_assert!(drawing.svg().ends_with("</svg>\n"));
            prop_assert!(drawing.png().starts_with(b"\x89PNG"));
        }
        Ok(())
    });
}

#[test]
fn a_million_points_keep_their_extremes() {
    let spike = 777_777;
    let drawing = draw(&table(&[("n", 0, 999_999)], "sg", |p| match p[0] {
        n if n == spike => 100,
        n => n % 3 + 1,
    }));
    let grid = drawing.panels[0].grid.as_ref().unwrap();
    assert!(grid.cells.len() < 100_000);
    let top = &grid.cells[(grid.rows - 1) * grid.columns..];
    let expected = (spike / grid.block[0]) as usize;
    assert_eq!(top.iter().position(Option::is_some), Some(expected));
    assert_eq!(grid.cells.iter().flatten().sum::<i64>(), 1_000_000);
}

#[test]
fn p_positions_are_marked_and_nothing_else() {
    let lost = |name: &str, axes: &[(&str, i64, i64)]| {
        let drawing = draw(&table(axes, name, |p| p[0] % 7));
        let marks = points(&drawing.panels[0], Role::P).len();
        (marks, drawing.legend.len())
    };
    assert_eq!(lost("sg", &[("n", 0, 20)]), (3, 1));
    assert_eq!(lost("moves", &[("n", 0, 20)]), (0, 0));
    assert_eq!(lost("sg", &[("a", 0, 20), ("b", 0, 9)]), (30, 1));
    assert_eq!(lost("sg", &[("n", 1, 6)]), (0, 0));
}

#[test]
fn blocks_keep_p_positions() {
    let value = |p: &[i64]| i64::from((p[0], p[1]) != (700, 900));
    let drawing = draw(&table(&[("a", 0, 1500), ("b", 0, 1500)], "win", value));
    let grid = drawing.panels[0].grid.as_ref().unwrap();
    assert_eq!((grid.block, grid.columns), ([3, 3], 501));
    let lost: Vec<_> = (0..grid.cells.len()).filter(|&i| grid.cells[i] == Some(0)).collect();
    assert_eq!(lost, [900 / 3 * 501 + 700 / 3]);
}

#[test]
fn a_missing_glyph_is_a_warning() {
    let table = table(&[("n", 0, 3)], "sg", |p| p[0]);
    let drawing = drawing(&Chart { title: "龘", ..chart(&table, &[]) }).unwrap();
    let warnings = drawing.warnings();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].to_string().contains('龘'), "{warnings:?}");
    assert!(drawing.svg().contains('龘'));
}

#[test]
fn svg_is_well_formed() {
    let table = table(&[("a", 0, 9), ("b", 0, 9)], "sg", |p| p[0] ^ p[1]);
    let chart = Chart { title: "a < b & c\u{1}d", ..chart(&table, &[]) };
    let svg = drawing(&chart).unwrap().svg();
    assert!(svg.contains("a &lt; b &amp; c d"), "{svg}");
    // The map, its scale and the mark in the legend; the data of a PNG file begin with its signature.
    assert_eq!(svg.matches("href=").count(), 3);
    assert_eq!(svg.matches("href=\"data:image/png;base64,iVBORw0KGgo").count(), 3);
}

#[test]
fn an_unknown_quantity_is_an_error() {
    let table = table(&[("n", 0, 3)], "sg", |p| p[0]);
    let error = drawing(&Chart { quantity: "win", ..chart(&table, &[]) }).unwrap_err();
    assert!(matches!(&error, Error::NoColumn(name) if name == "win"), "{error}");
}
