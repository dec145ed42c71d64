//! A picture as data: elements with integer coordinates, painted in order.

use super::colour::Rgb;
use super::pixels::Pixels;

/// The point of a line of text that lies at its x.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Left,
    Center,
    Right,
}

#[derive(Clone, Debug)]
pub(super) enum Element {
    /// A filled rectangle.
    Rect { x: i32, y: i32, w: i32, h: i32, fill: Rgb },
    /// Filled discs of a diameter.
    Discs { points: Vec<(i32, i32)>, diameter: i32, fill: Rgb },
    /// A line of a thickness through the points.
    Line { points: Vec<(i32, i32)>, thick: i32, fill: Rgb },
    /// A line of text; `y` is the baseline.
    Text { x: i32, y: i32, size: i32, anchor: Anchor, fill: Rgb, text: String },
    /// Pixels, one unit each.
    Image { x: i32, y: i32, image: Pixels },
}

/// A picture on white paper.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) elements: Vec<Element>,
}

impl Scene {
    pub(super) fn rect(&mut self, x: i32, y: i32, w: i32, h: i32, fill: Rgb) {
        self.elements.push(Element::Rect { x, y, w, h, fill });
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
        self.elements.push(Element::Text { x, y, size, anchor, fill, text });
    }

    /// Every text in the picture.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.elements.iter().filter_map(|element| match element {
            Element::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}
