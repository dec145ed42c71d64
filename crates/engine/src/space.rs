//! The box of cells a table covers, in row-major order.

use table::Axis;

/// A box of integer points with strides, the last coordinate varying fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    /// Coordinates and their ranges.
    pub(crate) axes: Vec<Axis>,
    /// Distance in cells between neighbours along each axis.
    pub(crate) strides: Vec<i64>,
}

impl Space {
    pub(crate) fn new(axes: Vec<Axis>) -> Self {
        let mut strides = vec![1; axes.len()];
        for i in (1..axes.len()).rev() {
            strides[i - 1] = strides[i] * (axes[i].hi - axes[i].lo + 1).max(1);
        }
        Self { axes, strides }
    }

    /// Number of cells; saturates far above anything that could be stored.
    pub(crate) fn cells(&self) -> u128 {
        self.axes.iter().map(|a| u128::try_from(a.hi - a.lo + 1).unwrap_or(0)).product()
    }

    /// The cell of a point, `None` outside the box.
    pub(crate) fn cell(&self, point: &[i64]) -> Option<usize> {
        let mut index = 0;
        for ((axis, stride), &c) in self.axes.iter().zip(&self.strides).zip(point) {
            if c < axis.lo || c > axis.hi {
                return None;
            }
            index += (c - axis.lo) * stride;
        }
        usize::try_from(index).ok()
    }

    /// Writes the coordinates of a cell into `point`.
    pub(crate) fn point(&self, cell: usize, point: &mut [i64]) {
        let mut rest = cell as i64;
        for ((axis, stride), c) in self.axes.iter().zip(&self.strides).zip(point) {
            *c = axis.lo + rest / stride;
            rest %= stride;
        }
    }
}
