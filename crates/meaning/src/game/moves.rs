//! The moves of a rule as clauses of which the theorems speak.

use super::{Clause, Game, OptionPart, refuse};
use crate::Result;
use crate::error::too_large;
use clauses::{Domain, Lowered, OptionPart as Part};
use expr::build::{number_set, range};
use expr::substitute::Bindings;
use message::message;
use rule::ast::Player;

/// Most clauses.
const CLAUSES: usize = 256;

/// The clauses of all moves, in order.
pub(super) fn clauses(game: &Game, lowered: &Lowered) -> Result<Vec<Clause>> {
    if lowered.clauses.len() > CLAUSES {
        return Err(too_large(message!("the rule has more than {CLAUSES} moves")));
    }
    lowered.clauses.iter().map(|own| clause(game, own)).collect()
}

fn clause(game: &Game, own: &clauses::Clause) -> Result<Clause> {
    if own.player != Player::Either || own.when_stuck {
        return refuse("moves of one player or of last resort");
    }
    let (mut binders, mut values) = (Vec::new(), Bindings::default());
    for (name, domain) in &own.binders {
        let set = match domain.bound(&values) {
            // A quantifier with one value is that number.
            Domain::Range(lo, hi) if lo == hi && lo.literal().is_some() => {
                values = values.with(name, lo);
                continue;
            }
            Domain::Range(lo, hi) => range(lo, hi),
            // A guard says what limits it.
            Domain::Set(set, _) => number_set(&set),
        };
        binders.push((name.clone(), set));
    }
    let guards = own.guards.iter().map(|guard| values.expr(guard)).collect();
    let parts = own.parts.iter().map(|p| part(game, p.bound(&values))).collect::<Result<_>>()?;
    Ok(Clause { binders, guards, parts })
}

fn part(game: &Game, part: Part) -> Result<OptionPart> {
    match part {
        Part::Point(at) => Ok(OptionPart::Position(at)),
        Part::Block(ranges) => match <[_; 1]>::try_from(ranges) {
            Ok([(lo, hi)]) if game.first.is_some() => Ok(OptionPart::Run(lo, hi)),
            _ => refuse("such runs of coins"),
        },
        Part::Foreign { .. } => refuse("moves to other games"),
        Part::Each(_) => refuse("moves to so many positions that a list tells"),
    }
}
