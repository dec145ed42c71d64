//! A picture as data: shapes with integer coordinates, painted in order.

use super::colour::Rgb;
use image::RgbImage;
use plotters::prelude::{BitMapBackend, DrawingBackend, RGBColor};

/// The point of a line of text that lies at its x.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Left,
    Center,
    Right,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A filled rectangle.
    Rect { x: i32, y: i32, w: i32, h: i32, fill: Rgb },
    /// A filled disc around a point, with a ring of paper colour that sets it off.
    Disc { x: i32, y: i32, r: i32, fill: Rgb },
    /// An axis-parallel line two units thick through the points.
    Steps { points: Vec<(i32, i32)>, fill: Rgb },
    /// A line of text; `y` is the baseline.
    Text { x: i32, y: i32, size: i32, anchor: Anchor, fill: Rgb, text: String },
    /// Pixels, one unit each.
    Image { x: i32, y: i32, image: Image },
}

/// A buffer of pixels.
#[derive(Clone, Debug)]
pub(super) struct Image(pub(super) RgbImage);

impl Image {
    pub(super) fn new(width: i32, height: i32, fill: Rgb) -> Self {
        Self(RgbImage::from_pixel(width.max(1) as u32, height.max(1) as u32, image::Rgb(fill)))
    }

    pub(super) fn height(&self) -> i32 {
        self.0.height() as i32
    }

    /// Fills a rectangle; what lies outside is left out.
    pub(super) fn fill(&mut self, x: i32, y: i32, w: i32, h: i32, [r, g, b]: Rgb) {
        let size = self.0.dimensions();
        BitMapBackend::with_buffer(&mut self.0, size)
            .draw_rect((x, y), (x + w, y + h), &RGBColor(r, g, b), true)
            .expect("memory takes every pixel");
    }
}

/// A picture on white paper.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) shapes: Vec<Shape>,
}

impl Scene {
    pub(super) fn new(width: i32, height: i32) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    pub(super) fn rect(&mut self, x: i32, y: i32, w: i32, h: i32, fill: Rgb) {
        self.shapes.push(Shape::Rect { x, y, w, h, fill });
    }

    /// The border of a rectangle, one unit thick, just outside it.
    pub(super) fn outline(&mut self, x: i32, y: i32, w: i32, h: i32, fill: Rgb) {
        self.rect(x - 1, y - 1, w + 2, 1, fill);
        self.rect(x - 1, y + h, w + 2, 1, fill);
        self.rect(x - 1, y, 1, h, fill);
        self.rect(x + w, y, 1, h, fill);
    }

    pub(super) fn text(
        &mut self,
        (x, y): (i32, i32),
        size: i32,
        anchor: Anchor,
        fill: Rgb,
        text: impl Into<String>,
    ) {
        // XML does not allow control characters.
        let text = text.into().replace(char::is_control, " ");
        self.shapes.push(Shape::Text { x, y, size, anchor, fill, text });
    }

    /// Every text in the picture.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}
