//! What the coordinates of a game mean: numbers, rows and sets.

use engine::{Coordinate, CoordinateKind, Game};
use rule::ast::State;
use table::Axis;

/// A coordinate of the rule and the numbers of a position that make it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its name in the rule.
    pub(crate) name: String,
    /// The first of its numbers.
    pub(crate) first: usize,
    /// What they mean.
    pub(crate) form: CoordinateKind,
}

impl Field {
    /// The integer that stands for a set in a position, `None` when some element cannot belong to
    /// it or this coordinate is no set.
    pub(crate) fn digits(&self, elements: &[i128]) -> Option<i128> {
        let CoordinateKind::Subset { lo: first, hi: last } = self.form else { return None };
        let (first, last) = (i128::from(first), i128::from(last));
        elements.iter().try_fold(0, |digits, &element| {
            (first..=last).contains(&element).then(|| digits | 1 << (element - first))
        })
    }

    /// Whether it is the coordinate that holds this number of a position.
    pub(crate) fn holds(&self, number: usize) -> bool {
        (self.first..self.first + self.form.len()).contains(&number)
    }

    /// The numbers of the position that make it up.
    pub(crate) fn numbers<'p>(&self, position: &'p [i128]) -> &'p [i128] {
        position.get(self.first..self.first + self.form.len()).unwrap_or(&[])
    }

    /// The coordinate of the position.
    pub(crate) fn read(&self, position: &[i128]) -> Option<Coordinate> {
        let numbers = self.numbers(position);
        if numbers.len() < self.form.len() {
            return None;
        }
        let numbers: Result<Vec<i64>, _> = numbers.iter().map(|&n| i64::try_from(n)).collect();
        let numbers = numbers.ok()?;
        Some(self.form.read(&numbers))
    }

    /// What it adds to the size of a position: a set counts by the sum of its elements.
    pub(crate) fn size(&self, position: &[i128]) -> i128 {
        match self.read(position) {
            Some(Coordinate::Number(number)) => number.into(),
            Some(Coordinate::Row(numbers) | Coordinate::Set(numbers)) => {
                numbers.iter().map(|&n| i128::from(n)).sum()
            }
            None => i128::MAX / 4,
        }
    }
}

/// What a coordinate of a box ranges over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoordinateRange {
    /// The coordinate; `h[1..4]` for the entries of a row that have the same range.
    pub(crate) name: String,
    /// Least value, or least element of a set.
    pub(crate) lo: i64,
    /// Greatest value, or greatest element of a set.
    pub(crate) hi: i64,
    /// Whether it is a set of such numbers.
    pub(crate) is_set: bool,
}

/// The ranges of a box, as the coordinates are written; without fields each axis is a number.
pub(crate) fn ranges(fields: &[Field], axes: &[Axis]) -> Vec<CoordinateRange> {
    let plain = |axis: &Axis| {
        let Axis { name, lo, hi, .. } = axis.clone();
        CoordinateRange { name, lo, hi, is_set: false }
    };
    if fields.is_empty() {
        return axes.iter().map(plain).collect();
    }
    let mut all = Vec::new();
    for field in fields {
        let own = axes.get(field.first..field.first + field.form.len()).unwrap_or(&[]);
        let is_even = own.windows(2).all(|two| (two[0].lo, two[0].hi) == (two[1].lo, two[1].hi));
        match (field.form, own) {
            (CoordinateKind::Subset { lo, hi }, _) => {
                all.push(CoordinateRange { name: field.name.clone(), lo, hi, is_set: true });
            }
            (CoordinateKind::Row(length), [first, ..]) if is_even => {
                let name = format!("{}[1..{length}]", field.name);
                all.push(CoordinateRange { name, ..plain(first) });
            }
            _ => all.extend(own.iter().map(plain)),
        }
    }
    all
}

/// The coordinates of the game's positions, in order. The heaps of `state heaps h[m]` are numbers
/// of their own, `h1`, `h2`, ..., as in tables.
pub(crate) fn fields(game: &Game) -> Vec<Field> {
    if !matches!(game.instance().rule.state, Some(State::Tuple { .. })) {
        return Vec::new();
    }
    let mut first = 0;
    let fields = game.shape(0).iter().map(|(name, form)| {
        let field = Field { name: name.clone(), first, form: *form };
        first += form.len();
        field
    });
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_rows_are_written_as_in_rules() {
        let row = Field { name: "h".into(), first: 1, form: CoordinateKind::Row(2) };
        let set =
            Field { name: "A".into(), first: 3, form: CoordinateKind::Subset { lo: 1, hi: 4 } };
        let position = [7, 3, 1, 0b101];
        assert_eq!(row.read(&position).unwrap().to_string(), "[3, 1]");
        assert_eq!(set.read(&position).unwrap().to_string(), "{1, 3}");
        assert_eq!((row.size(&position), set.size(&position)), (4, 4));
        assert_eq!(set.read(&[0; 4]).unwrap().to_string(), "{}");
        assert_eq!(set.read(&position[..3]), None);
        assert_eq!((set.digits(&[1, 3]), set.digits(&[5])), (Some(0b101), None));
        assert_eq!(row.digits(&[1]), None);
    }
}
