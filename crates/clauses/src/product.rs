//! Products of two one-dimensional coin games: a move turns every coin of X x Y.

use crate::{Clause, Dimension, Lowered, OptionPart, Sum, mistake};
use expr::ast::{Expr, Span};
use expr::diagnostic::Result;
use expr::substitute::{Bindings, name};

/// Dimensions and clauses of the product of two coin games.
pub(crate) fn product(a: &Lowered, b: &Lowered) -> Result<(Vec<Dimension>, Vec<Clause>)> {
    for factor in [a, b] {
        if factor.dimensions.len() != 1 || factor.sum != Sum::Symmetric {
            let help = "multiply games whose state is `coins x from ...`";
            let message = "a factor of a product must be a one-dimensional coin game";
            return Err(mistake("G009", Span::default(), message, "", help));
        }
    }
    let dimension = |axis: &str, d: &Dimension| Dimension { name: axis.into(), lo: d.lo, hi: d.hi };
    let dimensions = vec![dimension("x", &a.dimensions[0]), dimension("y", &b.dimensions[0])];
    let mut clauses = Vec::new();
    for left in &a.clauses {
        for right in &b.clauses {
            let left = Factor::new(left, &a.dimensions[0].name, "x", "_x");
            let right = Factor::new(right, &b.dimensions[0].name, "y", "_y");
            clauses.push(left.times(right));
        }
    }
    Ok((dimensions, clauses))
}

/// A clause of one factor with its names made distinct.
struct Factor {
    clause: Clause,
    /// The coins turned as ranges, the one that must be heads first.
    coins: Vec<(Expr, Expr)>,
}

impl Factor {
    fn new(clause: &Clause, coordinate: &str, axis: &str, suffix: &str) -> Self {
        let mut bindings = Bindings::default();
        bindings.names.insert(coordinate.to_owned(), name(axis));
        for (binder, _) in &clause.binders {
            bindings.names.insert(binder.clone(), name(format!("{binder}{suffix}")));
        }
        let binders = clause.binders.iter();
        let binders = binders.map(|(b, domain)| (format!("{b}{suffix}"), domain.bound(&bindings)));
        let turned = clause.parts.iter().filter_map(|part| match part.bound(&bindings) {
            OptionPart::Point(point) => Some((point[0].clone(), point[0].clone())),
            OptionPart::Block(ranges) => Some(ranges[0].clone()),
            OptionPart::Foreign { .. } | OptionPart::Each(_) => None,
        });
        let coins = std::iter::once((name(axis), name(axis))).chain(turned).collect();
        let clause = Clause {
            binders: binders.collect(),
            guards: bindings.all(&clause.guards),
            parts: Vec::new(),
            ..clause.clone()
        };
        Self { clause, coins }
    }

    fn times(self, other: Self) -> Clause {
        let mut parts = Vec::new();
        for (i, x) in self.coins.iter().enumerate() {
            for (j, y) in other.coins.iter().enumerate() {
                if (i, j) == (0, 0) {
                    continue;
                }
                parts.push(if x.0 == x.1 && y.0 == y.1 {
                    OptionPart::Point(vec![x.0.clone(), y.0.clone()])
                } else {
                    OptionPart::Block(vec![x.clone(), y.clone()])
                });
            }
        }
        let (mut clause, right) = (self.clause, other.clause);
        clause.label = format!("{} x {}", clause.label, right.label);
        clause.binders.extend(right.binders);
        clause.guards.extend(right.guards);
        clause.parts = parts;
        clause.when_stuck |= right.when_stuck;
        clause
    }
}
