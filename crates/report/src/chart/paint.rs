//! Paints a scene: as SVG text, or into the pixels of a PNG file.

use super::colour::{PAPER, Rgb};
use super::drawing::Colour;
use super::font;
use super::scene::{Anchor, Element, Scene};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use expr::visible::visible;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::{self, FilterType as Resampling};
use image::{ColorType, ImageEncoder, RgbImage};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Write;

/// Painting cannot fail: everything is written to memory, and the font is registered.
const IN_MEMORY: &str = "memory takes every stroke, and the font is there";

/// The whole SVG file.
pub(super) fn svg(scene: &Scene) -> String {
    let (w, h) = (scene.width, scene.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"sans-serif\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
        Colour(PAPER)
    );
    for element in &scene.elements {
        write_element(&mut svg, element).expect(IN_MEMORY);
    }
    svg + "</svg>\n"
}

fn write_element(svg: &mut String, element: &Element) -> std::fmt::Result {
    match element {
        Element::Rect { x, y, w, h, fill } => {
            let fill = Colour(*fill);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>"
            )
        }
        Element::Discs { points, diameter, fill } => {
            // Lines of no length with round ends.
            write!(svg, "<path d=\"")?;
            let mut last = (0, 0);
            for &(x, y) in points {
                write!(svg, "m{} {}h0", x - last.0, y - last.1)?;
                last = (x, y);
            }
            let fill = Colour(*fill);
            let style = format!("stroke=\"{fill}\" stroke-width=\"{diameter}\"");
            writeln!(svg, "\" {style} stroke-linecap=\"round\"/>")
        }
        Element::Line { points, thick, fill } => {
            write!(svg, "<polyline points=\"")?;
            points.iter().try_for_each(|(x, y)| write!(svg, "{x},{y} "))?;
            let fill = Colour(*fill);
            writeln!(svg, "\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"{thick}\"/>")
        }
        Element::Text { x, y, size, anchor, fill, text } => {
            let anchor = match anchor {
                Anchor::Left => "start",
                Anchor::Center => "middle",
                Anchor::Right => "end",
            };
            let fill = Colour(*fill);
            let text =
                visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                 fill=\"{fill}\">{text}</text>"
            )
        }
        Element::Image { x, y, image } => {
            let (w, h) = image.dimensions();
            // Cells have sharp edges however large they are shown.
            writeln!(
                svg,
                "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" \
                 style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
                BASE64_STANDARD.encode(encoded(image))
            )
        }
    }
}

/// The bytes of a PNG file.
fn encoded(pixels: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    // Most rows repeat the row above them.
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Up)
        .write_image(pixels, pixels.width(), pixels.height(), ColorType::Rgb8)
        .expect("memory takes every byte, and the buffer has three bytes per pixel");
    file
}

/// A PNG file with `scale` pixels per unit of the layout.
pub(super) fn png(scene: &Scene, scale: i32) -> Vec<u8> {
    let size = ((scene.width * scale) as u32, (scene.height * scale) as u32);
    let mut pixels = RgbImage::from_pixel(size.0, size.1, image::Rgb(PAPER));
    for element in &scene.elements {
        if let Element::Image { x, y, image } = element {
            let (w, h) = (image.width() * scale as u32, image.height() * scale as u32);
            let enlarged = imageops::resize(image, w, h, Resampling::Nearest);
            imageops::replace(&mut pixels, &enlarged, i64::from(x * scale), i64::from(y * scale));
        } else {
            let mut backend = BitMapBackend::with_buffer(&mut pixels, size);
            stroke(&mut backend, element, scale);
        }
    }
    encoded(&pixels)
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
            let high = em * font::height_per_em();
            let across = match anchor {
                Anchor::Left => HPos::Left,
                Anchor::Center => HPos::Center,
                Anchor::Right => HPos::Right,
            };
            let style = font::font(high).color(&rgb(*fill)).pos(Pos::new(across, VPos::Top));
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
