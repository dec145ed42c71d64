//! Relations between numbers in a circle, meant up to rotation.

use expr::ast::{Binary, Comparison, Expr, Fold, Node};
use expr::build::{binary, call, compared, element, fold};
use expr::substitute::{int, name};

use crate::written::place_name;

/// What numbers at some places of a circle add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Total {
    /// What those at other places do; 0 where there is none.
    Sum(Vec<usize>),
    /// The greatest of all.
    Greatest,
    /// The least of all.
    Least,
}

/// A relation between numbers in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The places whose numbers are added, counted from where the circle begins.
    pub places: Vec<usize>,
    /// What they add up to.
    pub total: Total,
}

impl Relation {
    /// Whether it holds where the circle begins at this place.
    pub fn holds(&self, circle: &[i64], begin: usize) -> bool {
        let sum = |places: &[usize]| -> Option<i64> {
            let mut numbers = places.iter().map(|place| circle[(begin + place) % circle.len()]);
            numbers.try_fold(0i64, i64::checked_add)
        };
        let total = match &self.total {
            Total::Sum(others) => sum(others),
            Total::Greatest => circle.iter().copied().max(),
            Total::Least => circle.iter().copied().min(),
        };
        total.is_some() && sum(&self.places) == total
    }

    /// Its length: the places by their digits.
    pub fn bits(&self) -> u32 {
        const OF_PLACE: u32 = 3;
        let of = |places: &[usize]| u32::try_from(places.len()).unwrap_or(u32::MAX) * OF_PLACE;
        let total = match &self.total {
            Total::Sum(others) => of(others).max(1),
            Total::Greatest | Total::Least => 4,
        };
        3 + of(&self.places) + total
    }

    /// The relation, with what stands at each place.
    pub fn expr(&self, at: &dyn Fn(usize) -> Expr, all: &[Expr]) -> Expr {
        let sum = |places: &[usize]| {
            let terms = places.iter().map(|&place| at(place));
            terms.reduce(|sum, term| binary(Binary::Add, sum, term)).unwrap_or_else(|| int(0))
        };
        let total = match &self.total {
            Total::Sum(others) => sum(others),
            Total::Greatest => call("max", all.to_vec()),
            Total::Least => call("min", all.to_vec()),
        };
        compared(sum(&self.places), Comparison::Eq, total)
    }
}

/// Whether all relations hold from the same place on.
pub(crate) fn hold(relations: &[Relation], circle: &[i64]) -> bool {
    (0..circle.len()).any(|begin| relations.iter().all(|one| one.holds(circle, begin)))
}

/// `any{[a, b, c][i] = [a, b, c][(i + 1) % 3] and ... for i in 0..2}`
pub(crate) fn up_to_rotation(relations: &[Relation], all: &[Expr], names: &[String]) -> Expr {
    let count = int(i64::try_from(all.len()).unwrap_or(i64::MAX));
    let begin = place_name(names);
    let at = |place: usize| {
        let index = match i64::try_from(place) {
            Ok(0) | Err(_) => name(&begin),
            Ok(place) => {
                binary(Binary::Rem, binary(Binary::Add, name(&begin), int(place)), count.clone())
            }
        };
        element(Node::List(all.to_vec()).into(), index)
    };
    let relations = relations.iter().map(|one| one.expr(&at, all));
    let body = relations.reduce(|both, one| binary(Binary::And, both, one));
    let last = int(i64::try_from(all.len()).unwrap_or(i64::MAX) - 1);
    fold(Fold::Any, body.unwrap_or_else(|| int(1)), None, &begin, [int(0), last])
}
