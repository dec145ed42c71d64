//! Moves on vectors of heaps: one clause for every set of chosen heaps.

use super::{Clause, Part, clause, constant, mistake};
use expr::ast::{Binary, Binder, Comparison, Expr, Node, Set};
use expr::diagnostic::Diagnostic;
use expr::substitute::{Bindings, int, name};
use rule::ast::{Move, MoveBinder, MoveForm, Spread};

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr { node: Node::Binary(op, Box::new(a), Box::new(b)), span }
}

fn equal(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr { node: Node::Compare(Box::new(a), vec![(Comparison::Eq, b)]), span }
}

pub(super) fn lower(
    movement: &Move,
    label: &str,
    heaps: usize,
    bindings: &Bindings,
) -> Result<Vec<Clause>, Diagnostic> {
    let MoveForm::Vector { choose, vector, index, target, spread } = &movement.form else {
        return Ok(Vec::new());
    };
    if !bindings.vectors.contains_key(vector) {
        let help = "declare it with `state heaps h[m]`";
        let message = format!("`{vector}` is not a vector of heaps");
        return Err(mistake("G008", movement.span, message, "", help));
    }
    let count = |e| constant(e, bindings).map(|c| usize::try_from(c.max(0)).unwrap_or(0));
    let (least, most) = match choose {
        None => (heaps, heaps),
        Some((least, most)) => (count(least)?.max(1), count(most)?.min(heaps)),
    };
    let mut clauses = Vec::new();
    for subset in 1u32..1 << heaps {
        let chosen: Vec<usize> = (1..=heaps).filter(|i| subset >> (i - 1) & 1 == 1).collect();
        if (least..=most).contains(&chosen.len()) {
            let choice = Choice { movement, index, target, spread: spread.as_ref(), chosen };
            clauses.extend(choice.clause(label, vector, heaps, bindings)?);
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
        bindings: &Bindings,
    ) -> Result<Option<Clause>, Diagnostic> {
        let mut binders = Vec::new();
        let mut guards = Vec::new();
        let mut point: Vec<Expr> =
            (1..=heaps).map(|i| name(expr::substitute::component(vector, i))).collect();
        let own = |b: &MoveBinder, i: usize| {
            if b.same || self.chosen.len() == 1 {
                b.binder.name.clone()
            } else {
                format!("{}{i}", b.binder.name)
            }
        };
        for (order, &i) in self.chosen.iter().enumerate() {
            let mut inner = bindings.with(self.index, int(i as i64));
            for b in &self.movement.binders {
                let variable = own(b, i);
                if !b.same || order == 0 {
                    let set = inner.set(&b.binder.set);
                    binders.push(Binder { name: variable.clone(), set, span: b.binder.span });
                } else {
                    // A common choice must suit every chosen heap.
                    let set = inner.set(&b.binder.set);
                    let node = Node::Member(Box::new(name(variable.clone())), set);
                    guards.push(Expr { node, span: b.binder.span });
                }
                if variable != b.binder.name {
                    inner.names.insert(b.binder.name.clone(), name(variable));
                }
            }
            point[i - 1] = inner.expr(self.target);
            if let Some(guard) = &self.movement.guard {
                guards.extend(super::conjuncts(&inner.expr(guard)));
            }
        }
        if let (Some(spread), [i]) = (self.spread, &self.chosen[..]) {
            self.spread(spread, *i, heaps, bindings, &mut binders, &mut guards, &mut point);
        }
        let unguarded = Move { guard: None, ..self.movement.clone() };
        let parts = vec![Part::Point(point)];
        clause(label.to_owned(), &unguarded, &binders, guards, parts, bindings)
    }

    /// Lays the stones of `spread` on the heaps that may receive: one amount for each, adding up.
    #[expect(clippy::too_many_arguments, reason = "the clause under construction")]
    fn spread(
        &self,
        spread: &Spread,
        i: usize,
        heaps: usize,
        bindings: &Bindings,
        binders: &mut Vec<Binder>,
        guards: &mut Vec<Expr>,
        point: &mut [Expr],
    ) {
        let inner = bindings.with(self.index, int(i as i64));
        let amount = inner.expr(&spread.amount);
        let mut left = amount;
        for j in (1..=heaps).filter(|&j| j != i) {
            let may = inner.with(&spread.index, int(j as i64)).expr(&spread.condition);
            let variable = format!("{}{j}", spread.index);
            let most = Node::If(Box::new(may), Box::new(left.clone()), Box::new(int(0)));
            let span = self.movement.span;
            let set = Set::Range(Box::new(int(0)), Box::new(Expr { node: most, span }));
            binders.push(Binder { name: variable.clone(), set, span });
            point[j - 1] = binary(Binary::Add, point[j - 1].clone(), name(variable.clone()));
            left = binary(Binary::Sub, left, name(variable));
        }
        guards.push(equal(left, int(0)));
    }
}
