//! Quantifiers and guards of a clause.

use crate::guard;
use crate::scope::{Scope, has_names};
use crate::term::Term;
use crate::{Clause, Domain, OptionPart, build, mistake};
use arith::sets::NumberSet;
use expr::ast::{Binary, Expr, Fold, Node, Span};
use expr::build::call;
use expr::diagnostic::Result;
use expr::eval::{End, bound};
use expr::substitute::{int, name};
use expr::walk;
use hashbrown::HashMap;
use message::message;
use rule::ast::Move;

/// A clause under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// Quantifiers; sets without limits still.
    binders: Vec<(String, Domain, Span)>,
    /// See [`Clause::spread`].
    pub(crate) spread: usize,
    pub(crate) guards: Vec<Expr>,
}

impl Draft {
    /// Whether a number is seen at a glance to be 0 or more: a variable whose range begins there.
    pub(crate) fn is_natural(&self, number: &Expr) -> bool {
        match &number.node {
            Node::Int(value) => *value >= 0,
            Node::Name(name) => self.binders.iter().any(|(variable, values, _)| {
                let starts = |lo: &Expr| matches!(lo.node, Node::Int(0..));
                variable == name && matches!(values, Domain::Range(lo, _) if starts(lo))
            }),
            _ => false,
        }
    }

    /// Adds a quantifier over a set as written; `scope` knows it afterwards.
    pub(crate) fn quantify(
        &mut self,
        variable: &str,
        set: &Expr,
        span: Span,
        scope: &mut Scope<'_>,
    ) -> Result<()> {
        let values = self.values(variable, set, span, scope)?;
        *scope = scope.hiding(variable);
        match &values {
            Domain::Range(lo, hi) => scope.note_span(variable, lo, hi),
            Domain::Set(NumberSet::Finite(values), _) => {
                if let (Some(&lo), Some(&hi)) = (values.first(), values.last()) {
                    scope.spans.insert(variable.to_owned(), (lo, hi));
                }
            }
            Domain::Set(..) => {}
        }
        self.binders.push((variable.to_owned(), values, span));
        Ok(())
    }

    /// Adds a quantifier over a range that is spelled out already.
    pub(crate) fn range(&mut self, variable: &str, lo: Expr, hi: Expr, span: Span) {
        self.binders.push((variable.to_owned(), Domain::Range(lo, hi), span));
    }

    fn values(
        &mut self,
        variable: &str,
        set: &Expr,
        span: Span,
        scope: &Scope<'_>,
    ) -> Result<Domain> {
        if let Node::Range(lo, hi) = &set.node {
            return Ok(Domain::Range(scope.expr(lo), scope.expr(hi)));
        }
        if let Some((inner, value)) = scope.bound(set) {
            return self.values(variable, value, span, &inner);
        }
        let mistake = match scope.number_set(set, span) {
            Ok(numbers) => return Ok(Domain::Set(numbers, None)),
            Err(mistake) => mistake,
        };
        if let Node::Fold(Fold::Set, items) = &set.node
            && let [item] = &items[..]
            && let Some(binder) = build::filtered(item)
        {
            let values = self.values(variable, &binder.set, span, scope)?;
            if let Some(guard) = &item.guard {
                let inner = scope.with(&binder.name, name(variable));
                self.guards.extend(conjuncts(&inner.expr(guard)));
            }
            return Ok(values);
        }
        // Any other set: a range around it, and a guard.
        let Some((lo, hi)) = scope.hull(set) else { return Err(mistake) };
        let mut inner = scope.hiding(variable);
        inner.note_span(variable, &lo, &hi);
        self.guards.extend(conjuncts(&inner.member(&name(variable), set)));
        Ok(Domain::Range(lo, hi))
    }

    /// The finished clause; `None` when a guard is false whatever the position, and those before it have values.
    pub(crate) fn clause(
        self,
        label: &str,
        movement: &Move,
        parts: Vec<OptionPart>,
    ) -> Result<Option<Clause>> {
        let mut kept = Vec::new();
        for guard in self.guards {
            match Term::from_expr(&guard, &HashMap::new()) {
                Some(Term::Const(0)) if kept.iter().all(is_total) => return Ok(None),
                Some(Term::Const(1..)) => {}
                _ => kept.push(guard),
            }
        }
        let names: Vec<String> = self.binders.iter().map(|b| b.0.clone()).collect();
        let mut binders = Vec::new();
        for (i, (variable, values, span)) in self.binders.into_iter().enumerate() {
            let later: Vec<&str> = names[i..].iter().map(String::as_str).collect();
            let domain = match values {
                Domain::Range(lo, hi) => {
                    let end = |end, at| near(end, at, &variable, &later, &kept);
                    Domain::Range(end(End::Lower, lo), end(End::Upper, hi))
                }
                Domain::Set(numbers, _) => {
                    limited(&variable, numbers, span, &later, &kept, movement)?
                }
            };
            binders.push((variable, domain));
        }
        Ok(Some(Clause {
            label: label.to_owned(),
            player: movement.player,
            binders,
            spread: self.spread,
            guards: kept,
            parts,
            when_stuck: movement.when_stuck,
            span: movement.span,
        }))
    }
}

/// The end of a range: where that is a number far away, the guard may say where it really is.
fn near(end: End, at: Expr, variable: &str, later: &[&str], guards: &[Expr]) -> Expr {
    let is_far = match Term::from_expr(&at, &HashMap::new()) {
        Some(Term::Const(value)) => value.unsigned_abs() >= FAR,
        Some(_) => false,
        // It leaves 64 bits.
        None => !has_names(&at),
    };
    if !is_far {
        return at;
    }
    match (end, guards.iter().find_map(|guard| bound(end, guard, variable, later))) {
        (_, None) => at,
        (End::Lower, Some(bound)) => call("max", vec![at, bound]),
        (End::Upper, Some(bound)) => call("min", vec![at, bound]),
    }
}

/// Ends of ranges from here on are far away.
const FAR: u64 = 1000;

/// A number set with the limit that a guard gives; `later` are the quantifiers from it on, whose
/// values a limit cannot use.
fn limited(
    variable: &str,
    numbers: NumberSet,
    span: Span,
    later: &[&str],
    guards: &[Expr],
    movement: &Move,
) -> Result<Domain> {
    let limit = guards.iter().find_map(|g| bound(End::Upper, g, variable, later));
    if limit.is_none() && !numbers.is_finite() {
        let bounds = |guard: &Expr| bound(End::Upper, guard, variable, later).is_some();
        let proposed = guard::bounds(movement, variable).into_iter().find(bounds);
        let help = match (proposed, &movement.guard) {
            (None, _) => message!("add a guard such as `if {variable} <= 100`"),
            (Some(proposed), None) => message!("add a guard such as `if {proposed}`"),
            (Some(proposed), Some(guard)) => {
                let both = build::and(guard.clone(), proposed);
                message!("no part of the guard bounds it: write, for example, `if {both}`")
            }
        };
        let message = format!("`{variable}` runs over {numbers}, which has no end");
        return Err(mistake("G005", span, message, "unbounded range", help));
    }
    Ok(Domain::Set(numbers, limit))
}

/// The range of a quantifier that has one value here.
pub(crate) fn single(value: i64) -> (Expr, Expr) {
    (int(value), int(value))
}

/// Whether a condition is seen at a glance to have a value everywhere.
fn is_total(condition: &Expr) -> bool {
    walk::within(condition).all(|part| match &part.node {
        Node::Binary(Binary::Div | Binary::Rem, _, by) => matches!(by.node, Node::Int(1..)),
        Node::Call(..) | Node::Index(..) | Node::Slice(..) | Node::Fold(..) | Node::Value(_) => {
            false
        }
        _ => true,
    })
}

/// The conjuncts of a condition, chained comparisons taken apart.
pub fn conjuncts(e: &Expr) -> Vec<Expr> {
    let links = |part: &Expr| match &part.node {
        Node::Compare(first, rest) if rest.len() > 1 => walk::links(first, rest)
            .map(|(a, comparison, b)| {
                let node = Node::Compare(Box::new(a.clone()), vec![(comparison, b.clone())]);
                Expr { node, span: part.span }
            })
            .collect(),
        _ => vec![part.clone()],
    };
    walk::conjuncts(e).into_iter().flat_map(links).collect()
}
