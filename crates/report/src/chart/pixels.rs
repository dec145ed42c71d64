//! Pixels and the PNG file they make.

use super::colour::Rgb;
use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};

/// A picture pixel by pixel: three bytes each, row by row from the top.
#[derive(Clone, Debug)]
pub(super) struct Pixels {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) bytes: Vec<u8>,
}

impl Pixels {
    /// Pixels of one colour, at least one.
    pub(super) fn new(width: i32, height: i32, colour: Rgb) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        Self { width, height, bytes: colour.repeat(width as usize * height as usize) }
    }

    /// Fills a rectangle; what lies outside is left out.
    pub(super) fn fill(&mut self, x: i32, y: i32, w: i32, h: i32, colour: Rgb) {
        let [left, right] = [x, x + w].map(|x| 3 * x.clamp(0, self.width) as usize);
        let rows = self.bytes.chunks_exact_mut(3 * self.width as usize);
        for row in rows.take((y + h).max(0) as usize).skip(y.max(0) as usize) {
            for pixel in row.get_mut(left..right).unwrap_or_default().as_chunks_mut().0 {
                *pixel = colour;
            }
        }
    }

    /// Draws others over these, each as a square of that side.
    pub(super) fn draw(&mut self, others: &Self, (x, y): (i32, i32), side: i32) {
        for (&colour, at) in others.bytes.as_chunks().0.iter().zip(0..) {
            let (across, down) = (at % others.width, at / others.width);
            self.fill(x + side * across, y + side * down, side, side, colour);
        }
    }

    /// The bytes of a PNG file.
    pub(super) fn png(&self) -> Vec<u8> {
        self.encoded().expect("memory takes every byte, and there are three for each pixel")
    }

    fn encoded(&self) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        // Most rows repeat the row above them.
        encoder.set_filter(Filter::Up);
        encoder.write_header()?.write_image_data(&self.bytes)?;
        Ok(file)
    }
}
