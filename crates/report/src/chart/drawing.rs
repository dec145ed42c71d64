//! A chart as data: what is drawn, and where on its axes, but not in which size.
//!
//! SVG, PNG and the page in a browser all show a [`Drawing`]; docs/json.md describes its JSON.
//! Coordinates and values are integers: a fraction is a multiple of 1 / `unit` of its axis or scale,
//! and a word is its number.

use serde::{Serialize, Serializer};

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// The heading.
    pub title: String,
    /// The heading in Chinese, for who shows the drawing in Chinese; files have one heading.
    pub title_zh: Option<String>,
    /// Sentences below the heading: what is drawn, its law, whether that is proved.
    pub caption: Vec<String>,
    /// What the roles that occur mean here, each once.
    pub legend: Vec<LegendEntry>,
    /// The colours of the values in the cells of all panels, if there are cells.
    pub scale: Option<Scale>,
    /// Panels that stand side by side, at least 1.
    pub across: usize,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// Positions as they are drawn on paper, with their values; none where there are too many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Drawn>,
}

/// A position that is drawn, with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// Which one: `k = 3`.
    pub name: String,
    /// Its coordinates in the table.
    pub at: Vec<i64>,
    /// Its value in words: `sg = 2`.
    pub value: String,
    /// Whether it is a P-position.
    pub lost: bool,
    /// The picture.
    pub figure: Figure,
}

/// A picture of a position: squares of side 10, discs of diameter 10, lines and texts, downwards and to
/// the right from (0, 0), painted in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Width and height.
    pub size: [i64; 2],
    /// What it consists of.
    pub parts: Vec<Shape>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Shape {
    /// A square.
    Square {
        /// Its upper left corner.
        at: [i64; 2],
        /// How it looks.
        mark: Mark,
    },
    /// A line.
    Line {
        /// One end.
        from: [i64; 2],
        /// The other end.
        to: [i64; 2],
        /// How it looks.
        mark: Mark,
    },
    /// A disc.
    Disc {
        /// Its middle.
        at: [i64; 2],
        /// How it looks.
        mark: Mark,
    },
    /// A short text.
    Text {
        /// Its middle.
        at: [i64; 2],
        /// What it says.
        text: String,
    },
}

/// How a part of a picture looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It belongs to the position.
    Present,
    /// It has been taken away, or is empty.
    Absent,
    /// It is what moves.
    Token,
}

/// One coordinate system and what is in it, painted in the order of the fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Panel {
    /// What sets it apart from the others: `c = 3`, `sg - 2x`. Empty where there is nothing to say.
    pub title: String,
    /// The axis to the right.
    pub x: ChartAxis,
    /// The axis upwards.
    pub y: ChartAxis,
    /// How it is shaped.
    pub form: PanelForm,
    /// Ranges of x.
    pub bands: Vec<Band>,
    /// Coloured cells.
    pub grid: Option<Grid>,
    /// Lines.
    pub curves: Vec<Curve>,
    /// Points.
    pub dots: Vec<Dots>,
}

/// How a panel is shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PanelForm {
    /// Points, as wide and as high as there is room. Cells count points and are drawn no higher than a
    /// point.
    Plot,
    /// Cells; an integer of x is as long as one of y.
    Square,
    /// Cells; x and y have lengths of their own.
    Stretched,
}

/// An axis. The integer `v` has its middle at `v`, so that the axis runs from `lo - 1/2` to `hi + 1/2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChartAxis {
    /// What is counted: `n`, `sg`.
    pub name: String,
    /// Least integer on it.
    pub lo: i64,
    /// Greatest integer on it.
    pub hi: i64,
    /// A label stands for a multiple of 1 / this.
    pub unit: i64,
    /// Whether it runs against the custom: downwards, as a text is read.
    pub reversed: bool,
    /// Integers to name, ascending; as many as a chart of a page's width has room for.
    pub ticks: Vec<Tick>,
}

/// A named place on an axis or a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tick {
    /// The place.
    pub at: i64,
    /// Its name.
    pub label: String,
}

/// What a range of x is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BandKind {
    /// The part before the law starts.
    Preperiod,
    /// A period; of those that follow one another every second has a band.
    Period,
}

/// A range of x that is shaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Band {
    /// What it is.
    pub kind: BandKind,
    /// First integer in it.
    pub from: i64,
    /// Last integer in it.
    pub to: i64,
}

/// A rectangle of cells that starts at the axes' `lo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grid {
    /// Cells in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// How many integers of x and of y a cell stands for.
    pub block: [i64; 2],
    /// Row by row from y = `lo`, the values; `None` where there is no position or no number.
    pub cells: Vec<Option<i64>>,
}

/// What a point, line or empty cell says; a face gives each its colour and shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A value.
    Value,
    /// A P-position.
    P,
    /// A P-position somewhere among the positions that are drawn as one: a stroke below the x axis.
    PBelow,
    /// A position where the law does not hold, or before it starts: a ring.
    Exception,
    /// The law.
    Law,
    /// A cell of the box that is no position, or has no number. Without an entry in the legend such
    /// cells are left blank: they only fill a row.
    Absent,
}

/// Points of one role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dots {
    /// What they say.
    pub role: Role,
    /// Their places `[x, y]`. In a grid of blocks these are the first integers of a block.
    pub points: Vec<[i64; 2]>,
}

/// A line through points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Curve {
    /// What it is: `(phi * i, phi^2 * i)`.
    pub label: String,
    /// Its points `[x, y]` in hundredths of an integer, within the axes.
    pub points: Vec<[i64; 2]>,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegendEntry {
    /// What is explained.
    pub role: Role,
    /// Its meaning.
    pub label: String,
}

/// The colours of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scale {
    /// The quantity.
    pub name: String,
    /// A value stands for a multiple of 1 / this.
    pub unit: i64,
    /// Whether each value has its own stop; else the colour of a value between two stops lies between
    /// theirs. A bar that shows the scale has its stops at equal distances either way.
    pub discrete: bool,
    /// At least one, ascending.
    pub stops: Vec<ColourStop>,
    /// Values to name beside the bar, ascending.
    pub ticks: Vec<Tick>,
}

/// A value with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ColourStop {
    /// The value.
    pub at: i64,
    /// Its colour.
    pub colour: Colour,
}

/// Red, green, blue; `"#rrggbb"` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
