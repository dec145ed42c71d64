//! A formula evaluated at many places at once.

use super::{Formula, apply, operate};

impl Formula {
    /// The values at all places, whose coordinates are given variable by variable; `None` when one
    /// of them is not defined. The same as [`Formula::eval`] at each place, at a fraction of the
    /// cost.
    pub(crate) fn eval_all(&self, columns: &[Vec<i64>], places: usize) -> Option<Vec<i64>> {
        let go = |e: &Self| e.eval_all(columns, places);
        let map = |e: &Self, f: &dyn Fn(i64) -> Option<i64>| {
            let mut values = go(e)?;
            for value in &mut values {
                *value = f(*value)?;
            }
            Some(values)
        };
        match self {
            Self::Int(k) => Some(vec![*k; places]),
            Self::Var(i) => columns.get(*i).cloned(),
            Self::Apply(f, e) => map(e, &|v| apply(*f, v)),
            Self::Not(e) => map(e, &|v| Some(i64::from(v == 0))),
            Self::Binary(op, a, b) => match **b {
                Self::Int(k) => map(a, &|v| operate(*op, v, k)),
                _ => zip(go(a)?, &go(b)?, |a, b| operate(*op, a, b)),
            },
            Self::Compare(c, a, b) => match **b {
                Self::Int(k) => map(a, &|v| Some(i64::from(c.holds(v, k)))),
                _ => zip(go(a)?, &go(b)?, |a, b| Some(i64::from(c.holds(a, b)))),
            },
            _ => (0..places)
                .map(|i| {
                    let place: Vec<i64> = columns.iter().map(|c| c[i]).collect();
                    self.eval(&place)
                })
                .collect(),
        }
    }
}

fn zip(mut a: Vec<i64>, b: &[i64], f: impl Fn(i64, i64) -> Option<i64>) -> Option<Vec<i64>> {
    for (slot, &b) in a.iter_mut().zip(b) {
        *slot = f(*slot, b)?;
    }
    Some(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Function, Op};
    use expr::ast::Comparison;
    use proptest::prelude::*;

    fn formula() -> impl Strategy<Value = Formula> {
        let leaf =
            prop_oneof![(-3i64..9).prop_map(Formula::Int), (0usize..2).prop_map(Formula::Var)];
        leaf.prop_recursive(4, 24, 3, |inner| {
            let op = prop::sample::select(vec![
                Op::Add,
                Op::Sub,
                Op::Mul,
                Op::Div,
                Op::Rem,
                Op::Xor,
                Op::Min,
                Op::Gcd,
                Op::Power,
            ]);
            let function =
                prop::sample::select(vec![Function::Abs, Function::Lowbit, Function::V2]);
            prop_oneof![
                (op, inner.clone(), inner.clone())
                    .prop_map(|(op, a, b)| { Formula::Binary(op, Box::new(a), Box::new(b)) }),
                (function, inner.clone()).prop_map(|(f, e)| Formula::Apply(f, Box::new(e))),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| a.cmp(Comparison::Lt, b)),
                (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| a.choose(b, c)),
            ]
        })
    }

    proptest! {
        #[test]
        fn all_places_are_each_place(
            formula in formula(),
            places in prop::collection::vec((-2i64..30, -2i64..30), 1..12),
        ) {
            let columns: [Vec<i64>; 2] = [
                places.iter().map(|p| p.0).collect(),
                places.iter().map(|p| p.1).collect(),
            ];
            let each: Option<Vec<i64>> =
                places.iter().map(|&(x, y)| formula.eval(&[x, y])).collect();
            let all = formula.eval_all(&columns, places.len());
            // A side of a choice that is not taken may be undefined at a place.
            prop_assert_eq!(all, each);
        }
    }
}
