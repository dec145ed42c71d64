//! A box of positions with columns of exact values, and lines of text with the places of mistakes in them.
//!
//! A [`Table`] is plain data: it knows neither rules nor laws. Positions are in row-major order,
//! the last axis varying fastest.
//!
//! ```
//! use table::{Axis, Column, Table, Values};
//!
//! let squares = Column { name: "value".into(), values: Values::I64(vec![0, 1, 4]) };
//! let table = Table { axes: vec![Axis::new("n", 0, 2)], columns: vec![squares], present: None };
//! let column = table.column("value").expect("by its name");
//! assert_eq!(column.values.iter().collect::<Vec<_>>(), [0, 1, 4]);
//! ```

mod digest;
pub mod lines;

pub use digest::{Digest, Running};

use arith::Dyadic;
use num_bigint::BigInt;
use std::borrow::Cow;

/// One coordinate and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Name of the coordinate or parameter.
    pub name: String,
    /// Least value.
    pub lo: i64,
    /// Greatest value, `lo <= hi`.
    pub hi: i64,
    /// Whether the coordinate takes no other values, in this table or a larger one.
    pub is_whole: bool,
    /// The least element, where each value stands for a set by its bits, the lowest for the least element.
    pub elements: Option<i64>,
}

/// The elements of a set by its bits, of which the lowest stands for the `least` element.
pub fn elements(bits: i64, least: i64) -> impl Iterator<Item = i64> {
    (0..62).filter(move |digit| bits >> digit & 1 == 1).map(move |digit| digit + least)
}

impl Axis {
    /// The axis `name` from `lo` to `hi`.
    #[must_use]
    pub fn new(name: impl Into<String>, lo: i64, hi: i64) -> Self {
        Self { name: name.into(), lo, hi, is_whole: false, elements: None }
    }

    /// A value in words: a set by its elements.
    #[must_use]
    pub fn shown(&self, value: i64) -> String {
        let Some(least) = self.elements else { return value.to_string() };
        let elements: Vec<i64> = elements(value, least).collect();
        match elements[..] {
            [first, .., last] if last - first >= 2 && last - first + 1 == elements.len() as i64 => {
                format!("{{{first}..{last}}}")
            }
            _ => {
                let elements: Vec<String> = elements.iter().map(i64::to_string).collect();
                format!("{{{}}}", elements.join(", "))
            }
        }
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

impl Column {
    /// Columns of integers that say together what this one does: of words, one for each word, called
    /// `NAME_WORD`, 1 where it stands; of fractions their numerators over the greatest denominator,
    /// called `NAME_times_DENOMINATOR`. Empty where the values are integers already, or not numbers.
    #[must_use]
    pub fn in_integers(&self) -> Vec<Self> {
        let named =
            |what: String, values: Values| Self { name: format!("{}_{what}", self.name), values };
        match &self.values {
            Values::Words { words, cells } => {
                let used = (0..).zip(words).filter(|(word, _)| cells.contains(word));
                let is = |word: u8| cells.iter().map(|&cell| u16::from(cell == word)).collect();
                used.map(|(word, text)| named(text.clone(), Values::U16(is(word)))).collect()
            }
            Values::Dyadic(numbers) => {
                let exponent = numbers.iter().flatten().map(|x| x.exponent()).max().unwrap_or(0);
                let whole = |x: &Option<Dyadic>| {
                    let x = (*x)?;
                    let times = 1i128.checked_shl(exponent - x.exponent()).filter(|&t| t > 0)?;
                    i64::try_from(x.numerator().checked_mul(times)?).ok()
                };
                let numerators: Option<Vec<i64>> = numbers.iter().map(whole).collect();
                let denominator = 1u64.checked_shl(exponent).filter(|&d| d > 1);
                let column = numerators.zip(denominator);
                let column = column.map(|(v, d)| named(format!("times_{d}"), Values::I64(v)));
                column.into_iter().collect()
            }
            Values::U16(_) | Values::I64(_) | Values::Big(_) => Vec::new(),
        }
    }
}

/// The values of a column, stored as narrowly as they allow.
///
/// Most quantities are integers; [`Values::is_integers`] tells. What is computed from integers
/// (laws, b-files) has to ask first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Each value fits 16 bits.
    U16(Vec<u16>),
    /// Any integer.
    I64(Vec<i64>),
    /// Integers of which some have more than 64 bits.
    Big(Vec<BigInt>),
    /// Exact dyadic rationals; `None` where the value is not a number.
    Dyadic(Vec<Option<Dyadic>>),
    /// One of a few words, such as the outcomes L, R, N and P.
    Words {
        /// The words.
        words: Vec<String>,
        /// For each cell, which of them.
        cells: Vec<u8>,
    },
}

impl Values {
    /// Integers, in two bytes each when all of them fit.
    #[must_use]
    pub fn of_integers(values: Vec<i64>) -> Self {
        match values.iter().map(|&v| u16::try_from(v)).collect() {
            Ok(narrow) => Self::U16(narrow),
            Err(_) => Self::I64(values),
        }
    }

    /// Integers of 128 bits, in as few bytes as all of them fit.
    #[must_use]
    pub fn of_wide_integers(values: Vec<i128>) -> Self {
        match values.iter().map(|&v| i64::try_from(v)).collect() {
            Ok(narrow) => Self::of_integers(narrow),
            Err(_) => Self::Big(values.into_iter().map(BigInt::from).collect()),
        }
    }

    /// Integers of any size, in as few bytes as all of them fit.
    #[must_use]
    pub fn of_big_integers(values: Vec<BigInt>) -> Self {
        match values.iter().map(|v| i64::try_from(v).ok()).collect() {
            Some(narrow) => Self::of_integers(narrow),
            None => Self::Big(values),
        }
    }

    /// Values that may not be numbers, stored as integers when all of them are integers of 64 bits.
    #[must_use]
    pub fn of_numbers(values: Vec<Option<Dyadic>>) -> Self {
        let integer = |v: &Option<Dyadic>| i64::try_from((*v)?.integer()?).ok();
        match values.iter().map(integer).collect() {
            Some(integers) => Self::I64(integers),
            None => Self::Dyadic(values),
        }
    }

    /// Number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::U16(v) => v.len(),
            Self::I64(v) => v.len(),
            Self::Big(v) => v.len(),
            Self::Dyadic(v) => v.len(),
            Self::Words { cells, .. } => cells.len(),
        }
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the values are integers of 64 bits, so that [`Values::get`] and [`Values::iter`] may
    /// be called.
    #[must_use]
    pub fn is_integers(&self) -> bool {
        matches!(self, Self::U16(_) | Self::I64(_))
    }

    /// The values as integers of 128 bits; `None` when one of them is not an integer, or a larger
    /// one.
    #[must_use]
    pub fn wide(&self) -> Option<Vec<i128>> {
        match self {
            Self::U16(v) => Some(v.iter().map(|&v| v.into()).collect()),
            Self::I64(v) => Some(v.iter().map(|&v| v.into()).collect()),
            Self::Big(v) => v.iter().map(|v| i128::try_from(v).ok()).collect(),
            Self::Dyadic(v) => v.iter().map(|v| (*v)?.integer()).collect(),
            Self::Words { .. } => None,
        }
    }

    /// The values as integers of any size; `None` when one of them is not an integer.
    #[must_use]
    pub fn big(&self) -> Option<Cow<'_, [BigInt]>> {
        match self {
            Self::Big(v) => Some(Cow::Borrowed(v)),
            other => Some(other.wide()?.into_iter().map(BigInt::from).collect()),
        }
    }

    /// The integer in cell `i`.
    ///
    /// # Panics
    /// When `i` is not below [`Values::len`], or the values are not integers.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> i64 {
        self.integer(i).expect("a column of integers")
    }

    /// The value in cell `i`, where the column is one of integers.
    ///
    /// # Panics
    /// When `i` is not below [`Values::len`].
    #[inline]
    #[must_use]
    pub fn integer(&self, i: usize) -> Option<i64> {
        match self {
            Self::U16(v) => Some(i64::from(v[i])),
            Self::I64(v) => Some(v[i]),
            Self::Big(_) | Self::Dyadic(_) | Self::Words { .. } => None,
        }
    }

    /// The number in cell `i`; `None` where the value is not a number, a word, or an integer of more
    /// than 128 bits.
    ///
    /// # Panics
    /// When `i` is not below [`Values::len`].
    #[must_use]
    pub fn number(&self, i: usize) -> Option<Dyadic> {
        match self {
            Self::Dyadic(v) => v[i],
            Self::Big(v) => Dyadic::new(i128::try_from(&v[i]).ok()?, 0).ok(),
            other => other.integer(i).map(Dyadic::from),
        }
    }

    /// The value in cell `i` as it is printed: `-5`, `3/4`, `N`; `None` where the value is not a
    /// number.
    ///
    /// # Panics
    /// When `i` is not below [`Values::len`].
    #[must_use]
    pub fn text(&self, i: usize) -> Option<Cow<'_, str>> {
        match self {
            Self::U16(v) => Some(v[i].to_string().into()),
            Self::I64(v) => Some(v[i].to_string().into()),
            Self::Big(v) => Some(v[i].to_string().into()),
            Self::Dyadic(v) => v[i].map(|x| x.to_string().into()),
            Self::Words { words, cells } => {
                Some(words.get(usize::from(cells[i])).map_or("", String::as_str).into())
            }
        }
    }

    /// All integers in order.
    ///
    /// # Panics
    /// When the values are not integers.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Whether two cells hold the same.
    ///
    /// # Panics
    /// When one of them is not below [`Values::len`].
    #[must_use]
    pub fn same(&self, i: usize, j: usize) -> bool {
        match self {
            Self::U16(v) => v[i] == v[j],
            Self::I64(v) => v[i] == v[j],
            Self::Big(v) => v[i] == v[j],
            Self::Dyadic(v) => v[i] == v[j],
            Self::Words { cells, .. } => cells[i] == cells[j],
        }
    }

    /// The values of the given cells, in that order; where there is none, the value of an absent
    /// cell (0, no number, or the first word).
    #[must_use]
    pub fn pick(&self, cells: impl IntoIterator<Item = Option<usize>>) -> Self {
        fn at<T: Clone>(from: &[T], cell: Option<usize>, absent: T) -> T {
            cell.and_then(|c| from.get(c).cloned()).unwrap_or(absent)
        }
        let chosen = cells.into_iter();
        match self {
            Self::U16(v) => Self::U16(chosen.map(|c| at(v, c, 0)).collect()),
            Self::I64(v) => Self::I64(chosen.map(|c| at(v, c, 0)).collect()),
            Self::Big(v) => Self::of_big_integers(chosen.map(|c| at(v, c, BigInt::ZERO)).collect()),
            Self::Dyadic(v) => Self::Dyadic(chosen.map(|c| at(v, c, None)).collect()),
            Self::Words { words, cells } => {
                let cells = chosen.map(|c| at(cells, c, 0)).collect();
                Self::Words { words: words.clone(), cells }
            }
        }
    }

    /// Puts the others behind these values: both numbers, or words of the same list.
    ///
    /// # Panics
    /// When the lists of words differ.
    pub fn extend(&mut self, others: &Self) {
        if matches!((&*self, others), (Self::Big(_), _) | (_, Self::Big(_)))
            && let (Some(ours), Some(theirs)) = (self.big(), others.big())
        {
            *self = Self::of_big_integers([ours, theirs].concat());
            return;
        }
        match (&mut *self, others) {
            (Self::U16(v), Self::U16(w)) => v.extend(w),
            (Self::I64(v), w) if w.is_integers() => v.extend(w.iter()),
            (Self::Words { words, cells }, Self::Words { words: same, cells: more }) => {
                assert_eq!(words, same, "the words of one quantity");
                cells.extend(more);
            }
            (v, w) if v.is_integers() && w.is_integers() => {
                *self = Self::I64(v.iter().chain(w.iter()).collect());
            }
            (Self::Dyadic(v), w) => v.extend(w.numbers()),
            (v, w) => *self = Self::Dyadic([v.numbers(), w.numbers()].concat()),
        }
    }

    fn numbers(&self) -> Vec<Option<Dyadic>> {
        (0..self.len()).map(|i| self.number(i)).collect()
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
    /// Cells that are positions; `None` when all are. Absent cells hold 0 in every column of
    /// integers; what they hold in others means nothing.
    pub present: Option<Vec<bool>>,
}

impl Table {
    /// The smallest box around positions with values, as a table of one column. `None` when there is
    /// no position, when two values stand at one position, or when the box has more cells than
    /// `most`.
    #[must_use]
    pub fn of_cells(
        names: &[String],
        column: &str,
        cells: &[(Vec<i64>, i64)],
        most: usize,
    ) -> Option<Self> {
        let (first, _) = cells.first()?;
        let mut ends: Vec<(i64, i64)> = first.iter().map(|&c| (c, c)).collect();
        for (position, _) in cells {
            for (end, &c) in ends.iter_mut().zip(position) {
                *end = (end.0.min(c), end.1.max(c));
            }
        }
        let size = ends.iter().try_fold(1usize, |size, &(lo, hi)| {
            size.checked_mul(usize::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?)
        });
        let size = size.filter(|size| *size <= most)?;
        let axes = names.iter().zip(&ends).map(|(n, &(lo, hi))| Axis::new(n.clone(), lo, hi));
        let mut table = Self { axes: axes.collect(), columns: Vec::new(), present: None };
        let (mut values, mut present) = (vec![0; size], vec![false; size]);
        for (position, value) in cells {
            let cell = table.cell(position)?;
            if present[cell] && values[cell] != *value {
                return None;
            }
            (values[cell], present[cell]) = (*value, true);
        }
        table.columns.push(Column { name: column.to_owned(), values: Values::I64(values) });
        table.present = present.contains(&false).then_some(present);
        Some(table)
    }

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
    pub fn position(&self, cell: usize) -> Vec<i64> {
        let mut position = vec![0; self.axes.len()];
        self.position_in(cell, &mut position);
        position
    }

    /// Writes the coordinates of a cell into `position`, which has as many.
    pub fn position_in(&self, mut cell: usize, position: &mut [i64]) {
        for (slot, axis) in position.iter_mut().zip(&self.axes).rev() {
            let length = axis.len();
            *slot = axis.lo + i64::try_from(cell % length).unwrap_or(i64::MAX);
            cell /= length;
        }
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

    /// The value of a quantity at a position, where it is an integer.
    #[must_use]
    pub fn value(&self, name: &str, position: &[i64]) -> Option<i64> {
        self.column(name)?.values.integer(self.cell(position)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_no_bound() {
        let huge = BigInt::from(7).pow(200);
        assert_eq!(Values::of_big_integers(vec![BigInt::from(7)]), Values::U16(vec![7]));
        let mut values = Values::of_big_integers(vec![BigInt::from(-7), huge.clone()]);
        assert_eq!((values.is_integers(), values.wide(), values.integer(0)), (false, None, None));
        assert_eq!(values.text(1).as_deref(), Some(&*huge.to_string()));
        values.extend(&Values::I64(vec![-7]));
        assert!(values.same(0, 2) && !values.same(0, 1));
        assert_eq!(values.pick([Some(2), None]), Values::I64(vec![-7, 0]));
        let mut small = Values::U16(vec![1]);
        small.extend(&values);
        let all = [1.into(), BigInt::from(-7), huge, BigInt::from(-7)];
        assert_eq!(small.big().as_deref(), Some(&all[..]));
    }

    #[test]
    fn numbers_are_stored_as_integers_when_they_are() {
        let half = "1/2".parse().ok();
        let two = Some(Dyadic::from(2));
        assert_eq!(Values::of_numbers(vec![two, two]), Values::I64(vec![2, 2]));
        let mixed = Values::of_numbers(vec![two, half, None]);
        assert!(!mixed.is_integers());
        assert_eq!(mixed.integer(0), None);
        assert!(mixed.same(1, 1) && !mixed.same(0, 1) && !mixed.same(1, 2));
        let shown: Vec<_> = (0..3).map(|i| mixed.text(i)).collect();
        assert_eq!(shown, [Some("2".into()), Some("1/2".into()), None]);
    }

    #[test]
    fn columns_are_picked_and_joined() {
        let outcome = |cells: &[u8]| Values::Words {
            words: vec!["L".into(), "P".into()],
            cells: cells.to_vec(),
        };
        assert_eq!(outcome(&[0, 1, 1]).pick([Some(2), None]), outcome(&[1, 0]));
        let joined = |mut first: Values, others: Values| {
            first.extend(&others);
            first
        };
        assert_eq!(joined(outcome(&[0]), outcome(&[1])), outcome(&[0, 1]));
        let half: Option<Dyadic> = "1/2".parse().ok();
        let three = Some(Dyadic::from(3));
        let (narrow, fractions) = (Values::U16(vec![3]), Values::Dyadic(vec![half]));
        assert_eq!(joined(narrow.clone(), fractions.clone()), Values::Dyadic(vec![three, half]));
        assert_eq!(joined(fractions, narrow.clone()), Values::Dyadic(vec![half, three]));
        assert_eq!(joined(narrow.clone(), Values::I64(vec![-1])), Values::I64(vec![3, -1]));
        assert_eq!(joined(narrow.clone(), narrow), Values::U16(vec![3, 3]));
    }
}
