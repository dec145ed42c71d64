//! Moves as they are written, as clauses.

use rule::ast::{Move, MoveForm, Player, TurnItem};

use super::{BINDERS, Clause, Part, beyond};

/// The clause of a move of a game whose coordinates have these names, `name` among them.
pub(super) fn clause(m: &Move, name: &str, names: &[String]) -> Result<Clause, String> {
    if m.player != Player::Either || m.when_stuck {
        return beyond("moves of one player or of last resort");
    }
    if m.pattern.as_ref().is_some_and(|pattern| *pattern != names) {
        return beyond("moves from positions written otherwise than the state");
    }
    if m.binders.len() > BINDERS || m.binders.iter().any(|binder| binder.same) {
        return beyond("so many quantifiers");
    }
    let parts = match &m.form {
        MoveForm::Sum(sum) => {
            let own = sum.iter().map(|component| {
                match (component.at.as_slice(), names, &component.game) {
                    ([e], [_], None) => Ok(Part::One(e.clone())),
                    ([a, b], [first, _], None) => {
                        let (e, row) = if first == name { (a, b) } else { (b, a) };
                        Ok(Part::Pair(e.clone(), row.clone()))
                    }
                    _ => beyond("moves into other games"),
                }
            });
            own.collect::<Result<_, _>>()?
        }
        MoveForm::Update(updates) => match updates.as_slice() {
            [(place, e)] if *names == [place.name.clone()] && place.index.is_none() => {
                vec![Part::One(e.clone())]
            }
            _ => return beyond("such updates"),
        },
        MoveForm::Turn { others, choose: None } => {
            let other = others.iter().map(|other| match other {
                TurnItem::Coin(at) => match at.as_slice() {
                    [e] => Ok(Part::One(e.clone())),
                    _ => beyond("coins on a grid"),
                },
                TurnItem::Run(first, last) => Ok(Part::Run(first.clone(), last.clone())),
            });
            other.collect::<Result<_, _>>()?
        }
        _ => return beyond("such moves"),
    };
    let binders = m.binders.iter().map(|m| (m.binder.name.clone(), m.binder.set.clone())).collect();
    Ok(Clause { binders, guard: m.guard.clone(), parts })
}
