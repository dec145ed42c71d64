//! What every chart must satisfy, whatever the table.

use super::scene::{Anchor, Shape};
use super::{Chart, Drawing, font};
use crate::Error;
use arith::Dyadic;
use proptest::prelude::*;
use table::{Axis, Column, Table, Values};

fn table(axes: &[(&str, i64, i64)], name: &str, value: impl Fn(&[i64]) -> i64) -> Table {
    let axes = axes.iter().map(|&(name, lo, hi)| Axis::new(name, lo, hi)).collect();
    let mut table = Table { axes, columns: Vec::new(), present: None };
    let values = (0..table.cells()).map(|cell| value(&table.position(cell))).collect();
    table.columns.push(Column { name: name.into(), values: Values::I64(values) });
    table
}

fn draw(table: &Table) -> Drawing {
    let quantity = &table.columns[0].name;
    let title_zh = Some("威佐夫博弈");
    Drawing::new(&Chart { title: "Wythoff's game", title_zh, table, quantity }).unwrap()
}

/// Boxes of all texts: left, top, right, bottom.
fn boxes(drawing: &Drawing) -> Vec<(String, [i32; 4])> {
    let texts = drawing.scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { x, y, size, anchor, text, .. } => {
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
    let drawing = draw(table);
    let (width, height) = (drawing.scene.width, drawing.scene.height);
    let boxes = boxes(&drawing);
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
    for shape in &drawing.scene.shapes {
        if let Shape::Image { x, y, image } = shape {
            let (w, h) = (image.0.width() as i32, image.height());
            assert!(*x >= 0 && *y >= 0 && x + w <= width && y + h <= height);
        }
    }
    assert_eq!(drawing.warnings, Vec::<String>::new());
}

#[test]
fn labels_neither_overlap_nor_leave_the_picture() {
    let nim = |p: &[i64]| p.iter().fold(0, |sum, x| sum ^ x);
    let win = |p: &[i64]| i64::from(nim(p) != 0);
    for n in [0, 1, 30, 200, 450, 1200, 20_000, 1_000_000] {
        assert_readable(&table(&[("n", 0, n)], "sg", |p| p[0] % 9));
        assert_readable(&table(&[("n", 1, n.max(1))], "win", |p| p[0] % 2));
        assert_readable(&table(&[("n", 0, n)], "remoteness", |p| p[0] * 1_000_003));
    }
    for side in [0, 1, 11, 24, 59, 149, 700, 1500] {
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
    let image = drawing.scene.shapes.iter().find_map(|shape| match shape {
        Shape::Image { image, .. } => Some(image),
        _ => None,
    });
    let image = image.unwrap();
    let (w, h) = (image.0.width(), image.0.height());
    let quarters = [(w / 4, h / 4), (3 * w / 4, h / 4), (w / 4, 3 * h / 4), (3 * w / 4, 3 * h / 4)];
    let colours = quarters.map(|(x, y)| image.0.get_pixel(x, y).0);
    assert!((0..4).all(|i| (0..i).all(|j| colours[i] != colours[j])), "{colours:?}");
    let texts: Vec<String> = boxes(&drawing).into_iter().map(|b| b.0).collect();
    for outcome in ["L", "R", "N", "P"] {
        assert!(texts.iter().any(|t| *t == format!("outcome {outcome}")), "{texts:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_values_can_be_drawn(
        values in proptest::collection::vec(any::<i64>(), 1..40),
        shift in 0_u32..63,
        lo in -2000_i64..2000,
        columns in 1_usize..6,
        sets in any::<u64>(),
    ) {
        let values: Vec<i64> = values.iter().map(|v| v >> shift).collect();
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
        let line = Table { axes: vec![Axis::new("n", lo, hi(cells))], columns: column(cells), present };
        for table in [grid, line] {
            let drawing = draw(&table);
            prop_assert!(drawing.svg().ends_with("</svg>\n"));
            prop_assert!(drawing.png().starts_with(b"\x89PNG"));
        }
    }
}

#[test]
fn a_million_points_keep_their_extremes() {
    let spike = 777_777;
    let drawing = draw(&table(&[("n", 0, 999_999)], "moves", |p| match p[0] {
        n if n == spike => 100,
        n => n % 3,
    }));
    let image = drawing.scene.shapes.iter().find_map(|shape| match shape {
        Shape::Image { image, .. } => Some(image),
        _ => None,
    });
    let image = image.unwrap();
    // The spike's column is inked from bottom to top.
    let inked = |x: i32, y: i32| image.0.get_pixel(x as u32, y as u32).0[0] < 225;
    let width = image.0.width() as i32;
    let full = (0..width).filter(|&x| (1..image.height() - 2).all(|y| inked(x, y)));
    let expected = (spike * i64::from(width) / 1_000_000) as i32;
    assert_eq!(full.collect::<Vec<_>>(), [expected]);
}

#[test]
fn p_positions_are_marked_and_nothing_else() {
    let red = |drawing: &Drawing| {
        drawing.scene.shapes.iter().filter(|s| matches!(s, Shape::Disc { .. })).count()
    };
    // One disc per zero and one in the legend.
    assert_eq!(red(&draw(&table(&[("n", 0, 20)], "sg", |p| p[0] % 7))), 3 + 1);
    assert_eq!(red(&draw(&table(&[("n", 0, 20)], "moves", |p| p[0] % 7))), 0);
}

#[test]
fn a_missing_glyph_is_a_warning() {
    let table = table(&[("n", 0, 3)], "sg", |p| p[0]);
    let title_zh = Some("龘");
    let chart = Chart { title: "t", title_zh, table: &table, quantity: "sg" };
    let drawing = Drawing::new(&chart).unwrap();
    assert_eq!(drawing.warnings.len(), 1);
    assert!(drawing.warnings[0].contains('龘'), "{:?}", drawing.warnings);
    assert!(drawing.svg().contains('龘'));
}

#[test]
fn svg_is_well_formed() {
    let table = table(&[("a", 0, 9), ("b", 0, 9)], "sg", |p| p[0] ^ p[1]);
    let chart = Chart { title: "a < b & c\u{1}d", title_zh: None, table: &table, quantity: "sg" };
    let svg = Drawing::new(&chart).unwrap().svg();
    assert!(svg.contains("a &lt; b &amp; c d"), "{svg}");
    // The map and its scale; the data of a PNG file begin with its signature.
    assert_eq!(svg.matches("href=").count(), 2);
    assert_eq!(svg.matches("href=\"data:image/png;base64,iVBORw0KGgo").count(), 2);
}

#[test]
fn an_unknown_quantity_is_an_error() {
    let table = table(&[("n", 0, 3)], "sg", |p| p[0]);
    let chart = Chart { title: "t", title_zh: None, table: &table, quantity: "win" };
    let error = Drawing::new(&chart).unwrap_err();
    assert!(matches!(&error, Error::NoColumn(name) if name == "win"), "{error}");
}
