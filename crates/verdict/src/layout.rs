//! What the coordinates of a game mean: numbers, rows and sets.

use std::collections::BTreeMap;
use std::fmt;

use expr::eval::{Constant, EvalError, evaluate_constant};
use rule::ast::{CoordinateForm, Rule, State};
use table::Axis;

/// A coordinate of a counterexample, as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// One number.
    Number(i64),
    /// A row: `[3, 1]`.
    Row(Vec<i64>),
    /// A set, ascending: `{1, 3}`.
    Set(Vec<i64>),
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Row(numbers) => write!(f, "[{}]", list(numbers)),
            Self::Set(numbers) => write!(f, "{{{}}}", list(numbers)),
        }
    }
}

impl From<i64> for Coordinate {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// A coordinate of the rule and the numbers of a position that make it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its name in the rule.
    pub(crate) name: String,
    /// The first of its numbers.
    pub(crate) first: usize,
    /// What they mean.
    pub(crate) form: Form,
}

/// What the numbers of a coordinate mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One number.
    Number,
    /// A row of this many numbers.
    Row(usize),
    /// One number whose binary digit i says whether `first + i` belongs to the set, whose greatest
    /// element can be `last`.
    Set { first: i64, last: i64 },
}

impl Field {
    /// How many numbers of a position it takes.
    fn width(&self) -> usize {
        match self.form {
            Form::Row(length) => length,
            Form::Number | Form::Set { .. } => 1,
        }
    }

    /// The integer that stands for a set in a position, `None` when some element cannot belong to
    /// it or this coordinate is no set.
    pub(crate) fn digits(&self, elements: &[i128]) -> Option<i128> {
        let Form::Set { first, last } = self.form else { return None };
        let (first, last) = (i128::from(first), i128::from(last));
        elements.iter().try_fold(0, |digits, &element| {
            (first..=last).contains(&element).then(|| digits | 1 << (element - first))
        })
    }

    /// Whether it is the coordinate that holds this number of a position.
    pub(crate) fn holds(&self, number: usize) -> bool {
        (self.first..self.first + self.width()).contains(&number)
    }

    /// The numbers of the position that make it up.
    pub(crate) fn numbers<'p>(&self, position: &'p [i128]) -> &'p [i128] {
        position.get(self.first..self.first + self.width()).unwrap_or(&[])
    }

    /// The coordinate of the position.
    pub(crate) fn read(&self, position: &[i128]) -> Option<Coordinate> {
        let numbers = self.numbers(position);
        if numbers.len() < self.width() {
            return None;
        }
        let numbers: Result<Vec<i64>, _> = numbers.iter().map(|&n| i64::try_from(n)).collect();
        let numbers = numbers.ok()?;
        Some(match self.form {
            Form::Number => Coordinate::Number(numbers[0]),
            Form::Row(_) => Coordinate::Row(numbers),
            Form::Set { first, .. } => Coordinate::Set(elements(numbers[0], first).collect()),
        })
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

/// The numbers of a set written as binary digits, ascending.
fn elements(digits: i64, first: i64) -> impl Iterator<Item = i64> {
    (0..63).filter(move |i| digits >> i & 1 == 1).map(move |i| first + i)
}

/// What a coordinate of a box ranges over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Range {
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
pub(crate) fn ranges(fields: &[Field], axes: &[Axis]) -> Vec<Range> {
    let plain = |axis: &Axis| {
        let Axis { name, lo, hi, .. } = axis.clone();
        Range { name, lo, hi, is_set: false }
    };
    if fields.is_empty() {
        return axes.iter().map(plain).collect();
    }
    let mut all = Vec::new();
    for field in fields {
        let own = axes.get(field.first..field.first + field.width()).unwrap_or(&[]);
        let is_even = own.windows(2).all(|two| (two[0].lo, two[0].hi) == (two[1].lo, two[1].hi));
        match (field.form, own) {
            (Form::Set { first: lo, last: hi }, _) => {
                all.push(Range { name: field.name.clone(), lo, hi, is_set: true });
            }
            (Form::Row(length), [first, ..]) if is_even => {
                let name = format!("{}[1..{length}]", field.name);
                all.push(Range { name, ..plain(first) });
            }
            _ => all.extend(own.iter().map(plain)),
        }
    }
    all
}

/// The coordinates of the rule's positions, in order. The heaps of `state heaps h[m]` are numbers
/// of their own, `h1`, `h2`, ..., as in tables.
///
/// # Errors
/// A length or a bound that has no value.
pub(crate) fn fields(
    rule: &Rule,
    constants: &BTreeMap<String, Constant>,
) -> Result<Vec<Field>, EvalError> {
    let Some(State::Tuple { coordinates, .. }) = &rule.state else { return Ok(Vec::new()) };
    let mut all: Vec<Field> = Vec::new();
    for coordinate in coordinates {
        let number = |e: &expr::ast::Expr| {
            let value = evaluate_constant(e, constants)?;
            i64::try_from(value).map_err(|_| EvalError::Unavailable(format!("`{e}` is too large")))
        };
        let form = match &coordinate.form {
            CoordinateForm::Number => Form::Number,
            CoordinateForm::Row(length) => {
                let length = number(length)?;
                let wrong = |_| EvalError::Unavailable(format!("a row of {length}"));
                Form::Row(usize::try_from(length).map_err(wrong)?)
            }
            CoordinateForm::Subset => Form::Set {
                first: coordinate.from.as_ref().map_or(Ok(0), number)?,
                last: coordinate.to.as_ref().map_or(Ok(0), number)?,
            },
        };
        let first = all.last().map_or(0, |field| field.first + field.width());
        all.push(Field { name: coordinate.name.clone(), first, form });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_rows_are_written_as_in_rules() {
        let row = Field { name: "h".into(), first: 1, form: Form::Row(2) };
        let set = Field { name: "A".into(), first: 3, form: Form::Set { first: 1, last: 4 } };
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
