//! Moves on vectors of heaps: one clause for every set of chosen heaps.

use super::clause::{Draft, conjuncts};
use super::scope::Scope;
use super::{Clause, OptionPart, build, constant, mistake};
use expr::ast::{Binary, Comparison, Expr, Node};
use expr::diagnostic::Diagnostic;
use expr::substitute::{component, int, name};
use expr::walk;
use rule::ast::{Definition, Move, MoveBinder, MoveForm, Player, Spread};

/// Whether the moves are all of heaps and written so that none tells one heap from another:
/// exchanging heaps then changes no value.
pub(super) fn are_blind(moves: &[Move], definitions: &[Definition], heaps: usize) -> bool {
    moves.iter().all(|movement| {
        let MoveForm::Vector { choose, vector, index, target, spread } = &movement.form else {
            return false;
        };
        let own: Vec<String> = (1..=heaps).map(|i| component(vector, i)).collect();
        let spread_over = spread.iter().map(|spread| &spread.index);
        let indices: Vec<&String> = [index].into_iter().chain(spread_over).collect();
        let blind = Blind { vector, own: &own, indices: &indices };
        let binders = movement.binders.iter().flat_map(|b| walk::set_elements(&b.binder.set));
        let spread = spread.iter().flat_map(|s| [&s.amount, &s.condition]);
        let choose = choose.iter().flat_map(|(least, most)| [least, most]);
        let mut all = binders.chain(&movement.guard).chain([target]).chain(spread).chain(choose);
        movement.player == Player::Either
            && all.all(|e| blind.sees(e))
            && definitions.iter().all(|d| blind.sees(&d.body))
    })
}

/// What a move on heaps calls them.
struct Blind<'a> {
    vector: &'a str,
    /// The heaps by their own names.
    own: &'a [String],
    /// The numbers of heaps.
    indices: &'a [&'a String],
}

impl Blind<'_> {
    /// Whether the expression does not tell one heap from another, but for those of the move.
    fn sees(&self, e: &Expr) -> bool {
        let is_index = |e: &Expr| matches!(&e.node, Node::Name(n) if self.indices.contains(&n));
        match &e.node {
            Node::Index(list, at) if matches!(&list.node, Node::Name(n) if n == self.vector) => {
                is_index(at)
            }
            Node::Compare(first, rest) if is_index(first) => {
                let equal = |c: &Comparison| matches!(c, Comparison::Eq | Comparison::Ne);
                rest.iter().all(|(comparison, e)| equal(comparison) && is_index(e))
            }
            Node::Name(n) => n != self.vector && !self.own.contains(n) && !is_index(e),
            _ => {
                let mut all = true;
                walk::children(e, &mut |part| {
                    all &= match part {
                        walk::Child::Expr(e) => self.sees(e),
                        walk::Child::Set(set) => walk::set_elements(set).all(|e| self.sees(e)),
                    };
                });
                all
            }
        }
    }
}

pub(super) fn lower(
    movement: &Move,
    label: &str,
    scope: &Scope<'_>,
) -> Result<Vec<Clause>, Diagnostic> {
    let MoveForm::Vector { choose, vector, index, target, spread } = &movement.form else {
        return Ok(Vec::new());
    };
    let Some(&heaps) = scope.bindings.vectors.get(vector).filter(|_| scope.space.symmetric) else {
        let help = "declare it with `state heaps h[m]`";
        let message = format!("`{vector}` is not a vector of heaps");
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
    ) -> Result<Option<Clause>, Diagnostic> {
        let mut draft = Draft::default();
        let mut point: Vec<Expr> = (1..=heaps).map(|i| name(component(vector, i))).collect();
        let own = |b: &MoveBinder, i: usize| {
            if b.same || self.chosen.len() == 1 {
                b.binder.name.clone()
            } else {
                format!("{}{i}", b.binder.name)
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

    /// Lays the stones of `spread` on the heaps that may receive: one amount for each, adding up.
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
        let mut left = amount;
        let mut receivers = (1..=point.len()).filter(|&j| j != i).peekable();
        while let Some(j) = receivers.next() {
            let may = inner.with(&spread.index, int(j as i64)).expr(&spread.condition);
            let here = point[j - 1].clone();
            if receivers.peek().is_none() {
                // The last heap receives what is left.
                point[j - 1] = build::binary(Binary::Add, here, left.clone());
                let nothing = build::compare(left.clone(), Comparison::Eq, int(0));
                draft.guards.push(build::any_of(vec![may, nothing]));
                return;
            }
            let variable = format!("{}{j}", spread.index);
            let most = build::choose(may, left.clone(), int(0));
            draft.range(&variable, int(0), most, self.movement.span);
            point[j - 1] = build::binary(Binary::Add, here, name(variable.as_str()));
            left = build::binary(Binary::Sub, left, name(variable));
        }
        draft.guards.push(build::compare(left, Comparison::Eq, int(0)));
    }
}
