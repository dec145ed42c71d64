//! Paints a scene as SVG text.

use super::colour::PAPER;
use super::drawing::Colour;
use super::scene::{Anchor, Element, Scene};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use expr::visible::visible;
use std::fmt::Write;

/// Painting cannot fail: everything is written to memory.
const IN_MEMORY: &str = "memory takes every stroke";

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
            let (w, h) = (image.width, image.height);
            // Cells have sharp edges however large they are shown.
            writeln!(
                svg,
                "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" \
                 style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
                BASE64_STANDARD.encode(image.png())
            )
        }
    }
}
