//! What moves change: coordinates, and the sizes of sets.

use crate::space::Space;
use clauses::{CoordinateKind, Dimension, Lowered};

/// Something that moves change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// A flat coordinate.
    Coordinate(usize),
    /// Number of elements of the set that is this coordinate.
    Elements(usize),
}

impl Measure {
    /// Its value at a point.
    pub(crate) fn at(self, point: &[i64]) -> i64 {
        match self {
            Self::Coordinate(axis) => point[axis],
            Self::Elements(axis) => i64::from(point[axis].count_ones()),
        }
    }

    /// Its least and greatest value in a box.
    pub(crate) fn ends(self, space: &Space) -> (i64, i64) {
        match self {
            Self::Coordinate(axis) => (space.axes[axis].lo, space.axes[axis].hi),
            Self::Elements(axis) => {
                let hi = space.axes[axis].hi.max(0);
                (0, i64::from(i64::BITS - hi.leading_zeros()))
            }
        }
    }

    pub(crate) fn words(self, dimensions: &[Dimension]) -> String {
        match self {
            Self::Coordinate(axis) => dimensions[axis].name.clone(),
            Self::Elements(axis) => format!("size({})", dimensions[axis].name),
        }
    }
}

/// The measures of a game's positions, the sizes of sets after all coordinates.
pub(crate) fn measures(lowered: &Lowered) -> Vec<Measure> {
    let mut all: Vec<Measure> = (0..lowered.dimensions.len()).map(Measure::Coordinate).collect();
    let mut axis = 0;
    for (_, shape) in &lowered.shape {
        if let CoordinateKind::Subset { .. } = shape {
            all.push(Measure::Elements(axis));
        }
        axis += shape.len();
    }
    all
}
