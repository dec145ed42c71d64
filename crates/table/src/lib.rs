//! A box of positions with columns of exact integers, and the readers of tables written as text.
//!
//! A [`Table`] is plain data: it knows neither rules nor laws. Positions are in row-major order,
//! the last axis varying fastest.

pub mod read;

/// One coordinate and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Name of the coordinate or parameter.
    pub name: String,
    /// Least value.
    pub lo: i64,
    /// Greatest value, `lo <= hi`.
    pub hi: i64,
}

impl Axis {
    /// The axis `name` from `lo` to `hi`.
    #[must_use]
    pub fn new(name: impl Into<String>, lo: i64, hi: i64) -> Self {
        Self { name: name.into(), lo, hi }
    }

    /// Number of values on the axis.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::try_from(self.hi - self.lo + 1).unwrap_or(0)
    }

    /// Whether the axis has no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The values of a column, stored as narrowly as they allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Each value fits 16 bits.
    U16(Vec<u16>),
    /// Any value.
    I64(Vec<i64>),
}

impl Values {
    /// Number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::U16(v) => v.len(),
            Self::I64(v) => v.len(),
        }
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value in cell `i`.
    ///
    /// # Panics
    /// When `i` is not below [`Values::len`].
    #[must_use]
    pub fn get(&self, i: usize) -> i64 {
        match self {
            Self::U16(v) => i64::from(v[i]),
            Self::I64(v) => v[i],
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }
}

/// One quantity over the whole box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Header: the quantity's name.
    pub name: String,
    /// One value per cell of the box.
    pub values: Values,
}

/// A box of positions and what is known of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Coordinates in rule order (varying parameters first).
    pub axes: Vec<Axis>,
    /// Quantities, each with one value per cell.
    pub columns: Vec<Column>,
    /// Cells that are positions; `None` when all are. Absent cells hold 0 in every column.
    pub present: Option<Vec<bool>>,
}

impl Table {
    /// Number of cells of the box.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.axes.iter().map(Axis::len).product()
    }

    /// The cell of a position, `None` outside the box or where there is no position.
    #[must_use]
    pub fn cell(&self, position: &[i64]) -> Option<usize> {
        if position.len() != self.axes.len() {
            return None;
        }
        let mut index = 0;
        for (axis, &c) in self.axes.iter().zip(position) {
            if c < axis.lo || c > axis.hi {
                return None;
            }
            index = index * axis.len() + usize::try_from(c - axis.lo).ok()?;
        }
        self.is_present(index).then_some(index)
    }

    /// The coordinates of a cell.
    #[must_use]
    pub fn position(&self, mut cell: usize) -> Vec<i64> {
        let mut position = vec![0; self.axes.len()];
        for (slot, axis) in position.iter_mut().zip(&self.axes).rev() {
            let length = axis.len();
            *slot = axis.lo + i64::try_from(cell % length).unwrap_or(i64::MAX);
            cell /= length;
        }
        position
    }

    /// Whether the cell is a position.
    #[must_use]
    pub fn is_present(&self, cell: usize) -> bool {
        self.present.as_ref().is_none_or(|p| p[cell])
    }

    /// The column of that name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// The value of a quantity at a position.
    #[must_use]
    pub fn value(&self, name: &str, position: &[i64]) -> Option<i64> {
        Some(self.column(name)?.values.get(self.cell(position)?))
    }
}
