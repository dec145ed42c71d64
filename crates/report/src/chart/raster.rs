//! Paints a scene into the pixels of a PNG file. Browsers do that themselves.

use super::colour::{PAPER, Rgb};
use super::glyphs::{BYTES, height_per_em};
use super::pixels::Pixels;
use super::scene::{Anchor, Element, Scene};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};
use std::sync::Once;

/// Painting cannot fail: everything is written to memory, and the font is registered.
const IN_MEMORY: &str = "memory takes every stroke, and the font is there";

/// The font at a size as plotters means it: the distance from the descent to the ascent.
fn font(size: f64) -> FontDesc<'static> {
    static REGISTERED: Once = Once::new();
    let family = FontFamily::SansSerif;
    REGISTERED.call_once(|| {
        let done = register_font(family.as_str(), FontStyle::Normal, BYTES);
        assert!(done.is_ok(), "the embedded font is a font");
    });
    FontDesc::new(family, size, FontStyle::Normal)
}

/// A PNG file with `scale` pixels per unit of the layout.
pub(super) fn png(scene: &Scene, scale: i32) -> Vec<u8> {
    let mut pixels = Pixels::new(scene.width * scale, scene.height * scale, PAPER);
    let size = (pixels.width as u32, pixels.height as u32);
    for element in &scene.elements {
        if let Element::Image { x, y, image } = element {
            pixels.draw(image, (x * scale, y * scale), scale);
        } else {
            let mut backend = BitMapBackend::with_buffer(&mut pixels.bytes, size);
            stroke(&mut backend, element, scale);
        }
    }
    pixels.png()
}

fn stroke(backend: &mut BitMapBackend<'_>, element: &Element, scale: i32) {
    let at = |x: i32, y: i32| (x * scale, y * scale);
    let done = match element {
        &Element::Rect { x, y, w, h, fill } => {
            let (right, below) = at(x + w, y + h);
            backend.draw_rect(at(x, y), (right - 1, below - 1), &rgb(fill), true)
        }
        Element::Discs { points, diameter, fill } => {
            let radius = (diameter * scale / 2) as u32;
            points
                .iter()
                .try_for_each(|&(x, y)| backend.draw_circle(at(x, y), radius, &rgb(*fill), true))
        }
        Element::Line { points, thick, fill } => {
            let style = rgb(*fill).stroke_width((thick * scale) as u32);
            backend.draw_path(points.iter().map(|&(x, y)| at(x, y)), &style)
        }
        Element::Text { x, y, size, anchor, fill, text } => {
            let em = f64::from(size * scale);
            let high = em * height_per_em();
            let across = match anchor {
                Anchor::Left => HPos::Left,
                Anchor::Center => HPos::Center,
                Anchor::Right => HPos::Right,
            };
            let style = font(high).color(&rgb(*fill)).pos(Pos::new(across, VPos::Top));
            let top = y * scale - (high / 2.0).round() as i32;
            backend.draw_text(text, &style, (x * scale, top))
        }
        Element::Image { .. } => Ok(()),
    };
    done.expect(IN_MEMORY);
}

fn rgb([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}
