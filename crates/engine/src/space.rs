//! The box of cells a table covers, in row-major order.

use table::Axis;

/// A box of integer points with strides, the last coordinate varying fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    /// Coordinates and their ranges.
    pub(crate) axes: Vec<Axis>,
    /// Distance in cells between neighbours along each axis.
    pub(crate) strides: Vec<i64>,
    /// Where only a part of the box is meant.
    pub(crate) cap: Option<Cap>,
}

/// The points at which a linear form is not above a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cap {
    /// At least 0 each.
    pub(crate) weights: Vec<i64>,
    pub(crate) most: i64,
}

impl Space {
    pub(crate) fn new(axes: Vec<Axis>) -> Self {
        let mut strides = vec![1; axes.len()];
        for i in (1..axes.len()).rev() {
            let length = axes[i].hi.saturating_sub(axes[i].lo).saturating_add(1).max(1);
            // A box too large for its strides is refused by its number of cells.
            strides[i - 1] = i64::saturating_mul(strides[i], length);
        }
        Self { axes, strides, cap: None }
    }

    /// The points at least as great as the box's in every coordinate at which the form with these
    /// weights is not above its greatest value in the box; `None` where they are too many to tell.
    /// Coordinates of weight 0 keep their ranges.
    pub(crate) fn below(&self, weights: Vec<i64>) -> Option<Self> {
        let form = |end: fn(&Axis) -> i64| {
            let products = self.axes.iter().zip(&weights).map(|(a, w)| end(a).checked_mul(*w));
            products.reduce(|a, b| a?.checked_add(b?)).flatten()
        };
        let (least, most) = (form(|a| a.lo)?, form(|a| a.hi)?);
        let widened = |(axis, &weight): (&Axis, &i64)| {
            let more = most.checked_sub(least)?.checked_div(weight).unwrap_or(axis.hi - axis.lo);
            Some(Axis::new(&axis.name, axis.lo, axis.lo.checked_add(more)?))
        };
        let axes = self.axes.iter().zip(&weights).map(widened).collect::<Option<Vec<_>>>()?;
        Some(Self { cap: Some(Cap { weights, most }), ..Self::new(axes) })
    }

    /// The cells that are meant out of some in storage order (`None`: all of the box).
    pub(crate) fn kept(&self, cells: Option<Vec<u32>>) -> Option<Vec<u32>> {
        let Some(Cap { weights, most }) = &self.cap else { return cells };
        let mut point = vec![0; self.axes.len()];
        let is_meant = |cell: &u32| {
            self.point(*cell as usize, &mut point);
            point.iter().zip(weights).map(|(c, w)| c * w).sum::<i64>() <= *most
        };
        Some(match cells {
            Some(cells) => cells.into_iter().filter(is_meant).collect(),
            None => (0..u32::try_from(self.cells()).unwrap_or(u32::MAX)).filter(is_meant).collect(),
        })
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
            // Short divisions take a fraction of the time of long ones.
            let step = match (u32::try_from(rest), u32::try_from(*stride)) {
                (Ok(rest), Ok(stride)) => i64::from(rest / stride),
                _ => rest / stride,
            };
            *c = axis.lo + step;
            rest -= step * stride;
        }
    }
}
