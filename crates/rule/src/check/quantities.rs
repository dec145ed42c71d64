//! Quantities of positions: where they may be asked for, and of which games.

use expr::ast::{Argument, Expr, GameRef, Node, Quantity, Span, ValueOf};

use super::Checker;
use super::scope::Quantities;
use crate::ast::{Heading, Rule};
use crate::columns::{self, NoColumn};

impl Checker<'_> {
    /// Notes that a quantity is asked for, and reports it where that cannot be.
    pub(super) fn speak(&mut self, what: &str, span: Span) {
        self.spoke = true;
        if self.scope.quantities == Quantities::None {
            let cause = format!("`{what}` asks for a quantity, which only claims may");
            let help = "quantities are found from the rule, so the rule cannot depend on them";
            self.report("R039", span, cause, help);
        }
    }

    /// Checks a quantity in an expression.
    pub(super) fn value(&mut self, value: &ValueOf, span: Span) {
        let ValueOf { quantity, game, position, .. } = value;
        self.speak(quantity.name(), span);
        if position.is_none() && self.scope.quantities == Quantities::Stated {
            let cause = "a definition knows no position at hand";
            self.report("R039", span, cause, "state the position: `sg(n)`");
        }
        if let Some(game) = game {
            self.game_arguments(game);
        }
        match (game, position) {
            (None, Some(sum)) => self.positions(sum, span),
            (Some(_), Some(sum)) => {
                sum.iter().flatten().for_each(|e| self.coordinate_elsewhere(e));
            }
            (_, None) => {}
        }
        if matches!(quantity, Quantity::Outcome | Quantity::Value) {
            let cause = format!("`{}` is a column of tables, not a number", quantity.name());
            let help = "compare `left` and `right`; the value is numerator / 2 ** exponent";
            self.report("R046", span, cause, help);
        } else if game.is_none() {
            self.own(*quantity, span);
        }
    }

    /// Checks a column of the table.
    pub(super) fn column(&mut self, heading: &Heading, span: Span) {
        match heading {
            Heading::Quantity(quantity) => self.own(*quantity, span),
            Heading::Definition(name) => {
                if let Err(NoColumn { cause, help }) = columns::heading(self.rule, name) {
                    self.report("R047", span, cause.to_string(), help);
                }
            }
        }
    }

    /// Checks that the game has the quantity.
    fn own(&mut self, quantity: Quantity, span: Span) {
        if let Some((cause, help)) = misfit(self.rule, quantity) {
            self.report("R046", span, cause, help);
        }
    }

    /// Checks what is handed to another game. A single unknown name may be a word of that game.
    pub(super) fn game_arguments(&mut self, game: &GameRef) {
        for (_, argument) in &game.arguments {
            match argument {
                Argument::Expr(e) if e.is_set() => self.set(e, game.span),
                Argument::Expr(Expr { node: Node::Name(_), .. }) | Argument::Game(_) => {}
                Argument::Expr(e) => self.coordinate_elsewhere(e),
            }
        }
    }
}

/// Cause and remedy where a quantity is not one of the game's. Which quantities a game has whose
/// positions lead into other games is not known here.
pub(crate) fn misfit(rule: &Rule, quantity: Quantity) -> Option<(String, &'static str)> {
    let name = quantity.name();
    match (rule.is_partizan(), quantity.is_partizan()) {
        (true, false) => Some((
            format!("`{name}` is a quantity of games in which both players have the same moves"),
            "ask for `left` and `right`, in tables also `outcome` and `value`",
        )),
        (false, true) if !rule.leads_elsewhere() => Some((
            format!(
                "`{name}` is a quantity of partizan games, and both players have the same moves"
            ),
            "ask for `sg` or `win`, or give the players moves of their own: `left ...`, `right ...`",
        )),
        _ => None,
    }
}
