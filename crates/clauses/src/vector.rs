//! Moves on vectors of heaps: one clause for every set of chosen heaps.

use crate::clause::{Draft, conjuncts};
use crate::scope::Scope;
use crate::{Clause, OptionPart, build, constant, mistake};
use expr::ast::{Binary, Comparison, Expr};
use expr::diagnostic::Result;
use expr::substitute::{component, int, name};
use rule::ast::{Move, MoveBinder, MoveForm, Spread};

pub(crate) fn lower(movement: &Move, label: &str, scope: &Scope<'_>) -> Result<Vec<Clause>> {
    let MoveForm::Vector { choose, vector, index, target, spread } = &movement.form else {
        return Ok(Vec::new());
    };
    let Some(&heaps) = scope.bindings.vectors.get(vector).filter(|_| scope.space.symmetric) else {
        let help = "declare it with `state heaps h[m]`";
        let message = format!("`{vector}` is not the heaps of the state");
        return Err(mistake("G008", movement.span, message, "", help));
    };
    let count = |e| constant(e, &scope.bindings).map(|c| usize::try_from(c.max(0)).unwrap_or(0));
    let (least, most) = match choose {
        None => (heaps, heaps),
        Some((least, most)) => (count(least)?.max(1), count(most)?.min(heaps)),
    };
    let mut clauses = Vec::new();
    for subset in 1u32..1 << heaps {
        let chosen: Vec<usize> = (1..=heaps).filter(|i| subset >> (i - 1) & 1 == 1).collect();
        if (least..=most).contains(&chosen.len()) {
            let choice = Choice { movement, index, target, spread: spread.as_ref(), chosen };
            clauses.extend(choice.clause(label, vector, heaps, scope)?);
        }
    }
    Ok(clauses)
}

struct Choice<'a> {
    movement: &'a Move,
    index: &'a str,
    target: &'a Expr,
    spread: Option<&'a Spread>,
    chosen: Vec<usize>,
}

impl Choice<'_> {
    fn clause(
        &self,
        label: &str,
        vector: &str,
        heaps: usize,
        scope: &Scope<'_>,
    ) -> Result<Option<Clause>> {
        let mut draft = Draft::default();
        let mut point: Vec<Expr> = (1..=heaps).map(|i| name(component(vector, i))).collect();
        let own = |b: &MoveBinder, i: usize| {
            if b.same || self.chosen.len() == 1 {
                b.binder.name.clone()
            } else {
                build::numbered(&b.binder.name, i as i64)
            }
        };
        for (order, &i) in self.chosen.iter().enumerate() {
            let mut inner = scope.with(self.index, int(i as i64));
            for b in &self.movement.binders {
                let variable = own(b, i);
                if !b.same || order == 0 {
                    draft.quantify(&variable, &b.binder.set, b.binder.span, &mut inner)?;
                } else {
                    // A common choice must suit every chosen heap.
                    draft.guards.push(inner.member(&name(variable.as_str()), &b.binder.set));
                }
                if variable != b.binder.name {
                    inner = inner.with(&b.binder.name, name(variable));
                }
            }
            point[i - 1] = inner.expr(self.target);
            if let Some(guard) = &self.movement.guard {
                draft.guards.extend(conjuncts(&inner.expr(guard)));
            }
        }
        if let (Some(spread), [i]) = (self.spread, &self.chosen[..]) {
            self.spread(spread, *i, scope, &mut draft, &mut point);
        }
        draft.clause(label, self.movement, vec![OptionPart::Point(point)])
    }

    /// Lays the stones of `spread` on the heaps that may receive: one amount for each, adding up. A
    /// negative number of stones leaves the positions: the heap of the move becomes it.
    fn spread(
        &self,
        spread: &Spread,
        i: usize,
        scope: &Scope<'_>,
        draft: &mut Draft,
        point: &mut [Expr],
    ) {
        let inner = scope.with(self.index, int(i as i64));
        let amount = inner.expr(&spread.amount);
        let mut left = amount.clone();
        if !draft.is_natural(&amount) {
            let is_negative = build::compare(amount.clone(), Comparison::Lt, int(0));
            left = build::choose(is_negative.clone(), int(0), amount.clone());
            point[i - 1] = build::choose(is_negative, amount, point[i - 1].clone());
        }
        let mut receivers = (1..=point.len()).filter(|&j| j != i).peekable();
        while let Some(j) = receivers.next() {
            let may = inner.with(&spread.index, int(j as i64)).expr(&spread.condition);
            let here = point[j - 1].clone();
            if receivers.peek().is_none() {
                // The last heap receives what is left.
                point[j - 1] = build::binary(Binary::Add, here, left.clone());
                let nothing = build::compare(left, Comparison::Eq, int(0));
                draft.guards.push(build::any_of(vec![may, nothing]));
                return;
            }
            let variable = build::numbered(&spread.index, j as i64);
            let most = build::choose(may, left.clone(), int(0));
            draft.range(&variable, int(0), most, self.movement.span);
            draft.spread += 1;
            point[j - 1] = build::binary(Binary::Add, here, name(variable.as_str()));
            left = build::binary(Binary::Sub, left, name(variable));
        }
        draft.guards.push(build::compare(left, Comparison::Eq, int(0)));
    }
}
