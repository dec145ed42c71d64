//! The box of cells a table covers, in row-major order.

use std::ops::Range;
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

impl Cap {
    /// How far the form at a point is below the number.
    pub(crate) fn room(&self, point: &[i64]) -> i64 {
        self.most - point.iter().zip(&self.weights).map(|(c, w)| c * w).sum::<i64>()
    }
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
    /// Coordinates that are not `raised` keep their ranges.
    pub(crate) fn below(&self, weights: Vec<i64>, raised: &[usize]) -> Option<Self> {
        let form = |end: fn(&Axis) -> i64| {
            let products = self.axes.iter().zip(&weights).map(|(a, w)| end(a).checked_mul(*w));
            products.reduce(|a, b| a?.checked_add(b?)).flatten()
        };
        let (least, most) = (form(|a| a.lo)?, form(|a| a.hi)?);
        let mut axes = self.axes.clone();
        for &i in raised {
            let more = most.checked_sub(least)?.checked_div(weights[i])?;
            axes[i].hi = axes[i].lo.checked_add(more)?;
        }
        Some(Self { cap: Some(Cap { weights, most }), ..Self::new(axes) })
    }

    /// The cells that are meant, in storage order, where they are not all of the box.
    pub(crate) fn kept(&self) -> Option<Vec<u32>> {
        self.cap.is_some().then(|| self.runs().flatten().map(|cell| cell as u32).collect())
    }

    /// The cells that are meant, as one range of every row.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Range<usize>> {
        let length = self.axes.last().map_or(1, Axis::len);
        let rows = usize::try_from(self.cells()).unwrap_or(usize::MAX) / length.max(1);
        let mut walk = Walk::new(self);
        (0..rows).map(move |row| {
            let first = row * length;
            let Some(cap) = &self.cap else { return first..first + length };
            // The cells of a row count up to where the form is too great.
            let room = cap.room(walk.to(first));
            let weight = cap.weights.last().copied().unwrap_or(0);
            let more = room.checked_div(weight).map_or(length, |more| {
                usize::try_from(more + 1).map_or(length, |more| more.min(length))
            });
            first..first + if room < 0 { 0 } else { more }
        })
    }

    /// The first of the last coordinates that change along a row of `length` cells; `None` where no row
    /// is that long.
    pub(crate) fn changing(&self, length: usize) -> Option<usize> {
        let least = if self.cap.is_some() { self.axes.len().checked_sub(1)? } else { 0 };
        let mut cells = 1usize;
        let is_enough = |from: &usize| {
            cells = cells.saturating_mul(self.axes[*from].len());
            cells >= length
        };
        (least..self.axes.len()).rev().find(is_enough)
    }

    /// The cells that are meant, as ranges along which the coordinates from that one on change.
    pub(crate) fn rows(&self, from: usize) -> impl Iterator<Item = Range<usize>> {
        let is_last = from + 1 == self.axes.len();
        let total = usize::try_from(self.cells()).unwrap_or(usize::MAX);
        let length = from.checked_sub(1).map_or(total, |before| self.strides[before] as usize);
        let runs = is_last.then(|| self.runs()).into_iter().flatten();
        let wide = (!is_last).then(|| (0..total).step_by(length.max(1)));
        runs.chain(wide.into_iter().flatten().map(move |start| start..start + length))
    }

    /// Keeps, of the values of all cells, those of a box within this one; of other values, all.
    pub(crate) fn cut<V: Copy>(&self, values: Vec<V>, inner: &Self) -> Vec<V> {
        if self.axes == inner.axes || values.len() as u128 != self.cells() {
            return values;
        }
        let mut point = vec![0; inner.axes.len()];
        let mut kept = Vec::with_capacity(usize::try_from(inner.cells()).unwrap_or(0));
        for row in inner.runs() {
            inner.point(row.start, &mut point);
            let first = self.cell(&point).unwrap_or(0);
            kept.extend_from_slice(&values[first..first + row.len()]);
        }
        kept
    }

    /// The same points with their coordinates in another order.
    pub(crate) fn with_axes(&self, axes: &[usize]) -> Self {
        let cap = self.cap.as_ref().map(|cap| {
            let weights = axes.iter().map(|&axis| cap.weights[axis]).collect();
            Cap { weights, most: cap.most }
        });
        Self { cap, ..Self::new(axes.iter().map(|&axis| self.axes[axis].clone()).collect()) }
    }

    /// The values of all cells as they are stored here, from those as [`Self::with_axes`] stores them.
    pub(crate) fn stored_back<V: Copy>(&self, values: &[V], axes: &[usize]) -> Vec<V> {
        let other = self.with_axes(axes);
        let mut strides = vec![0; axes.len()];
        axes.iter()
            .zip(&other.strides)
            .for_each(|(&axis, stride)| strides[axis] = *stride as usize);
        let length = self.axes.last().map_or(1, Axis::len);
        let mut stored = Vec::with_capacity(values.len());
        let mut walk = Walk::new(self);
        for row in (0..values.len()).step_by(length.max(1)) {
            let steps = walk.to(row).iter().zip(&self.axes).map(|(c, axis)| (c - axis.lo) as usize);
            let first: usize = steps.zip(&strides).map(|(steps, stride)| steps * stride).sum();
            let line = values[first..].iter().step_by(strides.last().map_or(1, |s| *s));
            stored.extend(line.take(length));
        }
        stored
    }

    /// Those of some cells (`None`: all of the box) whose point passes.
    pub(crate) fn filtered(
        &self,
        cells: Option<Vec<u32>>,
        passes: impl Fn(&[i64]) -> bool,
    ) -> Vec<u32> {
        let mut walk = Walk::new(self);
        let stays = |cell: &u32| passes(walk.to(*cell as usize));
        match cells {
            Some(cells) => cells.into_iter().filter(stays).collect(),
            None => (0..u32::try_from(self.cells()).unwrap_or(u32::MAX)).filter(stays).collect(),
        }
    }

    /// Whether exchanging coordinates leads from meant cells to meant cells.
    pub(crate) fn is_symmetric(&self) -> bool {
        let ends = |axis: &Axis| (axis.lo, axis.hi);
        let weights = self.cap.iter().flat_map(|cap| cap.weights.windows(2));
        self.axes.windows(2).all(|pair| ends(&pair[0]) == ends(&pair[1]))
            && weights.into_iter().all(|pair| pair[0] == pair[1])
    }

    /// Calls `visit` for every cell whose coordinates are those of the point in another order; some
    /// of them more than once.
    pub(crate) fn mirrors(&self, point: &mut [i64], visit: &mut impl FnMut(usize)) {
        self.mirrors_of(point.len(), point, visit);
    }

    /// Heap's way through the orders of the first `length` coordinates.
    fn mirrors_of(&self, length: usize, point: &mut [i64], visit: &mut impl FnMut(usize)) {
        if length <= 1 {
            self.cell(point).into_iter().for_each(visit);
            return;
        }
        for i in 0..length {
            self.mirrors_of(length - 1, point, visit);
            let other = if length.is_multiple_of(2) { i } else { 0 };
            point.swap(other, length - 1);
        }
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

impl Space {
    /// The points of all cells in storage order.
    pub(crate) fn points(&self) -> impl Iterator<Item = Vec<i64>> {
        let mut walk = Walk::new(self);
        let cells = usize::try_from(self.cells()).unwrap_or(usize::MAX);
        (0..cells).map(move |cell| walk.to(cell).to_vec())
    }
}

/// Goes from cell to cell and knows their points.
#[derive(Debug)]
pub(crate) struct Walk<'s> {
    space: &'s Space,
    cell: usize,
    point: Vec<i64>,
}

impl<'s> Walk<'s> {
    /// At the first cell of the box.
    pub(crate) fn new(space: &'s Space) -> Self {
        Self { space, cell: 0, point: space.axes.iter().map(|axis| axis.lo).collect() }
    }

    /// The point of a cell.
    #[inline]
    pub(crate) fn to(&mut self, cell: usize) -> &[i64] {
        // Steps along the last coordinate, and to the next cell, are faster than divisions.
        let mut axes = self.point.iter_mut().zip(&self.space.axes).rev();
        match (axes.next(), cell.wrapping_sub(self.cell)) {
            (Some((c, axis)), step) if step > 0 && step as u64 <= axis.hi.abs_diff(*c) => {
                *c += step as i64;
            }
            (Some((c, axis)), 1) => {
                *c = axis.lo;
                for (c, axis) in axes {
                    if *c < axis.hi {
                        *c += 1;
                        break;
                    }
                    *c = axis.lo;
                }
            }
            _ => self.space.point(cell, &mut self.point),
        }
        self.cell = cell;
        &self.point
    }
}
