//! Paints a scene through plotters: as SVG text, or into the pixels of a PNG file.

use super::colour::{PAPER, Rgb};
use super::font;
use super::scene::{Anchor, Image, Scene, Shape};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ColorType, ImageEncoder, RgbImage};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Painting cannot fail: both backends write to memory, and the font is registered.
const IN_MEMORY: &str = "memory takes every stroke, and the font is there";

/// The whole SVG file.
pub(super) fn svg(scene: &Scene) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size(scene, 1)).into_drawing_area();
    // The two ratios are those the backend writes as `font-size` and `dy`.
    Painter { area, scale: 1, em: 1.24, rise: 0.76 }.paint(scene).expect(IN_MEMORY);
    // plotters 0.3 names no valid media type; and cells have sharp edges however large they are
    // shown. Quotes in texts are escaped, so that nothing else matches.
    svg.replace("href=\"data:png;", "style=\"image-rendering:pixelated\" href=\"data:image/png;")
}

/// A PNG file with `scale` pixels per unit of the layout.
pub(super) fn png(scene: &Scene, scale: i32) -> Vec<u8> {
    let (width, height) = size(scene, scale);
    let mut pixels = vec![0; 3 * width as usize * height as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
    let em = font::height_per_em();
    Painter { area, scale, em, rise: em / 2.0 }.paint(scene).expect(IN_MEMORY);
    let mut file = Vec::new();
    // Most rows repeat the row above them.
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Up)
        .write_image(&pixels, width, height, ColorType::Rgb8)
        .expect("memory takes every byte, and the buffer has three bytes per pixel");
    file
}

fn size(scene: &Scene, scale: i32) -> (u32, u32) {
    ((scene.width * scale) as u32, (scene.height * scale) as u32)
}

struct Painter<DB: DrawingBackend> {
    area: DrawingArea<DB, Shift>,
    /// Pixels per unit of the layout.
    scale: i32,
    /// What the backend takes for the size of a font whose em is 1.
    em: f64,
    /// How far below the top of a text the backend puts its baseline, in ems.
    rise: f64,
}

type Painted<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl<DB: DrawingBackend> Painter<DB> {
    fn paint(&self, scene: &Scene) -> Painted<DB> {
        self.area.fill(&rgb(PAPER))?;
        scene.shapes.iter().try_for_each(|shape| self.shape(shape))?;
        self.area.present()
    }

    fn shape(&self, shape: &Shape) -> Painted<DB> {
        let scale = self.scale;
        let at = |x: i32, y: i32| (x * scale, y * scale);
        match shape {
            &Shape::Rect { x, y, w, h, fill } => {
                self.area.draw(&Rectangle::new([at(x, y), at(x + w, y + h)], rgb(fill).filled()))
            }
            &Shape::Disc { x, y, r, fill } => {
                self.area.draw(&Circle::new(at(x, y), (r + 1) * scale, rgb(PAPER).filled()))?;
                self.area.draw(&Circle::new(at(x, y), r * scale, rgb(fill).filled()))
            }
            Shape::Steps { points, fill } => {
                let points: Vec<_> = points.iter().map(|&(x, y)| at(x, y)).collect();
                let stroke = rgb(*fill).stroke_width(2 * scale as u32);
                self.area.draw(&PathElement::new(points, stroke))
            }
            Shape::Text { x, y, size, anchor, fill, text } => {
                let em = f64::from(size * scale);
                let style = font::font(em * self.em).color(&rgb(*fill));
                let top = y * scale - (em * self.rise).round() as i32;
                self.area.draw_text(
                    text,
                    &style.pos(Pos::new(across(*anchor), VPos::Top)),
                    (x * scale, top),
                )
            }
            Shape::Image { x, y, image } => {
                let Image(pixels) = image;
                let (scale, corner) = (scale as u32, at(*x, *y));
                let size = (pixels.width() * scale, pixels.height() * scale);
                let enlarged = RgbImage::from_fn(size.0, size.1, |column, row| {
                    *pixels.get_pixel(column / scale, row / scale)
                });
                let bitmap = BitMapElement::with_owned_buffer(corner, size, enlarged.into_raw());
                bitmap.map_or(Ok(()), |bitmap: BitMapElement<'_, _>| self.area.draw(&bitmap))
            }
        }
    }
}

fn rgb([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

fn across(anchor: Anchor) -> HPos {
    match anchor {
        Anchor::Left => HPos::Left,
        Anchor::Center => HPos::Center,
        Anchor::Right => HPos::Right,
    }
}
