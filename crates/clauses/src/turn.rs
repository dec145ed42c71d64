//! Turns of coins: the board with one head at x, after a turn, is the sum of the other coins.

use crate::clause::{Draft, conjuncts};
use crate::scope::Scope;
use crate::{Clause, OptionPart, build, constant, mistake};
use expr::ast::{Binary, Expr, Node};
use expr::diagnostic::Result;
use expr::substitute::{int, name};
use message::message;
use rule::ast::{Choose, Move, MoveForm, TurnItem};

/// Most coins that one `and LO..HI of` may choose.
const MAX_CHOSEN: i64 = 12;

pub(crate) fn lower(movement: &Move, label: &str, scope: &Scope<'_>) -> Result<Vec<Clause>> {
    let MoveForm::Turn { others, choose } = &movement.form else { return Ok(Vec::new()) };
    let (mut scope, mut draft) = (scope.clone(), Draft::default());
    for b in &movement.binders {
        draft.quantify(&b.binder.name, &b.binder.set, b.binder.span, &mut scope)?;
    }
    if let Some(guard) = &movement.guard {
        draft.guards.extend(conjuncts(&scope.expr(guard)));
    }
    let parts: Vec<OptionPart> = others
        .iter()
        .map(|item| match item {
            TurnItem::Coin(at) => OptionPart::Point(at.iter().map(|e| scope.expr(e)).collect()),
            TurnItem::Run(first, last) => {
                OptionPart::Block(vec![(scope.expr(first), scope.expr(last))])
            }
        })
        .collect();
    let Some(choose) = choose else {
        return Ok(draft.clause(label, movement, parts)?.into_iter().collect());
    };
    let least = constant(&choose.least, &scope.bindings)?.max(0);
    let most = constant(&choose.most, &scope.bindings)?;
    if most > MAX_CHOSEN {
        return Err(mistake(
            "G006",
            movement.span,
            format!("a turn would choose up to {most} coins"),
            "",
            message!("at most {MAX_CHOSEN} may be chosen"),
        ));
    }
    let mut clauses = Vec::new();
    for count in least..=most {
        let (mut draft, mut parts) = (draft.clone(), parts.clone());
        for i in 1..=count {
            parts.push(chosen(choose, i, &scope, &mut draft)?);
        }
        clauses.extend(draft.clause(label, movement, parts)?);
    }
    Ok(clauses)
}

/// The `i`-th chosen coin: above the one before it, so that every set is chosen once.
fn chosen(choose: &Choose, i: i64, scope: &Scope<'_>, draft: &mut Draft) -> Result<OptionPart> {
    let variable = |i: i64| build::numbered(&choose.binder.name, i);
    let Node::Range(lo, hi) = &choose.binder.set.node else {
        let help = message!("write `of {} in 1..x - 1`", choose.binder.name);
        let message = "coins are chosen from a range";
        return Err(mistake("G007", choose.binder.span, message, "", help));
    };
    let lo = if i == 1 {
        scope.expr(lo)
    } else {
        let (before, one) = (Box::new(name(variable(i - 1))), Box::new(int(1)));
        Expr { node: Node::Binary(Binary::Add, before, one), span: choose.binder.span }
    };
    draft.range(&variable(i), lo, scope.expr(hi), choose.binder.span);
    Ok(OptionPart::Point(vec![name(variable(i))]))
}
