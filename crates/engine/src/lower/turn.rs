//! Turns of coins: the board with one head at x, after a turn, is the sum of the other coins.

use super::{Clause, Part, clause, constant, mistake};
use expr::ast::{Binary, Binder, Expr, Node, Set};
use expr::diagnostic::Diagnostic;
use expr::substitute::Bindings;
use rule::ast::{Choose, Move, MoveForm, TurnItem};

/// Most coins that one `and LO..HI of` may choose.
const MOST_CHOSEN: i64 = 12;

pub(super) fn lower(
    movement: &Move,
    label: &str,
    bindings: &Bindings,
) -> Result<Vec<Clause>, Diagnostic> {
    let MoveForm::Turn { others, choose } = &movement.form else { return Ok(Vec::new()) };
    let parts: Vec<Part> = others
        .iter()
        .map(|item| match item {
            TurnItem::Coin(coordinates) => Part::Point(bindings.all(coordinates)),
            TurnItem::Run(first, last) => {
                Part::Block(vec![(bindings.expr(first), bindings.expr(last))])
            }
        })
        .collect();
    let binders: Vec<Binder> = movement.binders.iter().map(|b| b.binder.clone()).collect();
    let Some(choose) = choose else {
        let one = clause(label.to_owned(), movement, &binders, Vec::new(), parts, bindings)?;
        return Ok(one.into_iter().collect());
    };
    let least = constant(&choose.least, bindings)?.max(0);
    let most = constant(&choose.most, bindings)?;
    if most > MOST_CHOSEN {
        return Err(mistake(
            "G006",
            movement.span,
            format!("a turn would choose up to {most} coins"),
            "",
            format!("at most {MOST_CHOSEN} may be chosen"),
        ));
    }
    let mut clauses = Vec::new();
    for count in least..=most {
        let (mut binders, mut parts) = (binders.clone(), parts.clone());
        for i in 1..=count {
            let (binder, part) = chosen(choose, i, bindings)?;
            binders.push(binder);
            parts.push(part);
        }
        clauses.extend(clause(label.to_owned(), movement, &binders, Vec::new(), parts, bindings)?);
    }
    Ok(clauses)
}

/// The `i`-th chosen coin: above the one before it, so that every set is chosen once.
fn chosen(choose: &Choose, i: i64, bindings: &Bindings) -> Result<(Binder, Part), Diagnostic> {
    let variable = |i: i64| format!("{}{i}", choose.binder.name);
    let Set::Range(lo, hi) = &choose.binder.set else {
        let help = format!("write `of {} in 1..x - 1`", choose.binder.name);
        let message = "coins are chosen from a range";
        return Err(mistake("G007", choose.binder.span, message, "", help));
    };
    let lo = if i == 1 {
        bindings.expr(lo)
    } else {
        let before = Box::new(expr::substitute::name(variable(i - 1)));
        let one = Box::new(expr::substitute::int(1));
        Expr { node: Node::Binary(Binary::Add, before, one), span: choose.binder.span }
    };
    let set = Set::Range(Box::new(lo), Box::new(bindings.expr(hi)));
    let name = variable(i);
    let coin = Part::Point(vec![expr::substitute::name(name.clone())]);
    Ok((Binder { name, set, span: choose.binder.span }, coin))
}
