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
            let length = axes[i].hi.saturating_sub(axes[i].lo).saturating_add(1).max(1);
            // A box too large for its strides is refused by its number of cells.
            strides[i - 1] = i64::saturating_mul(strides[i], length);
        }
        Self { axes, strides }
    }

    /// Number of cells; saturates far above anything that could be stored.
    pub(crate) fn cells(&self) -> u128 {
        let length =
            |a: &Axis| u128::try_from(i128::from(a.hi) - i128::from(a.lo) + 1).unwrap_or(0);
        self.axes.iter().map(length).fold(1, u128::saturating_mul)
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
