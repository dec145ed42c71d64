//! Laws of all positions of a game.

use super::{Game, refuse};
use crate::Result;
use crate::error::{fails, unsupported};
use crate::reading::Known;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Unary};
use expr::build::{compared, own};
use expr::substitute::int;
use message::message;

/// Who wins the position at hand by a condition such as `lose` or `not misere`: `win` or `misere`,
/// and whether the condition is that the player to move does.
pub(crate) fn outcome(condition: &Expr) -> Option<(Quantity, bool)> {
    match condition.to_string().as_str() {
        "win" | "not lose" => Some((Quantity::Win, true)),
        "lose" | "not win" => Some((Quantity::Win, false)),
        "misere" => Some((Quantity::Misere, true)),
        "not misere" => Some((Quantity::Misere, false)),
        _ => None,
    }
}

/// What a law says of every position.
#[derive(Clone, Debug)]
pub enum Law {
    /// The player to move wins where the condition holds; when stuck, `stuck_wins` says who does.
    Outcome {
        /// The condition.
        wins: Expr,
        /// Whether a player without a move wins.
        stuck_wins: bool,
        /// Whether the law is about misere play, in which that player wins.
        misere: bool,
    },
    /// The nim-value.
    Value(Expr),
}

impl Law {
    /// A law `win iff CONDITION`, `lose iff CONDITION`, `misere iff CONDITION`, `not misere iff
    /// CONDITION` or `sg = TERM` of the game.
    ///
    /// # Errors
    /// The text is no such law, or the game has ends that the quantity does not go with.
    pub fn read(law: &str, game: &Game) -> Result<Self> {
        let unknown = || {
            if let Ok(Expr { node: Node::Binary(Binary::Implies, ..), .. }) =
                crate::source::law(law)
            {
                return Err(fails(message!(
                    "`{law}` speaks of some positions only, and no law of all positions is known \
                     from which it follows"
                )));
            }
            Err(unsupported(message!(
                "`{law}` is not of the form `win iff ...`, `lose iff ...`, `misere iff ...` or \
                 `sg = ...`"
            )))
        };
        match crate::source::law(law)?.node {
            Node::Binary(Binary::Iff, quantity, condition) => {
                let (misere, is_won) = match outcome(&quantity) {
                    Some((Quantity::Misere, _)) if !game.ends.is_empty() => return unknown(),
                    Some((quantity, is_won)) => (quantity == Quantity::Misere, is_won),
                    None => return unknown(),
                };
                let mut wins = game.bindings.expr(&condition);
                if !is_won {
                    wins = Node::Unary(Unary::Not, Box::new(wins)).into();
                }
                Ok(Self::Outcome { wins, stuck_wins: misere || game.stuck_wins, misere })
            }
            Node::Compare(quantity, rest) if *quantity == own(Quantity::Sg) => match &rest[..] {
                _ if !game.ends.is_empty() => refuse("values of rules with ends of their own"),
                [(Comparison::Eq, term)] => Ok(Self::Value(game.bindings.expr(term))),
                _ => unknown(),
            },
            _ => unknown(),
        }
    }

    /// The quantity it is about, as a certificate names it.
    #[must_use]
    pub fn quantity(&self) -> &'static str {
        match self {
            Self::Outcome { misere: false, .. } => Quantity::Win.name(),
            Self::Outcome { misere: true, .. } => Quantity::Misere.name(),
            Self::Value(_) => Quantity::Sg.name(),
        }
    }

    /// What it says of every position of the game, for statements that follow from it.
    #[must_use]
    pub fn known(&self, game: &Game) -> Known {
        let not = |e: &Expr| Node::Unary(Unary::Not, Box::new(e.clone())).into();
        let zero = |value: &Expr, comparison| compared(value.clone(), comparison, int(0));
        let quantities = match self {
            Self::Outcome { wins, misere: false, .. } => {
                vec![(Quantity::Win, wins.clone()), (Quantity::Lose, not(wins))]
            }
            Self::Outcome { wins, misere: true, .. } => vec![(Quantity::Misere, wins.clone())],
            // the value says who wins where a player without a move loses
            Self::Value(value) if game.stuck_wins => vec![(Quantity::Sg, value.clone())],
            Self::Value(value) => vec![
                (Quantity::Sg, value.clone()),
                (Quantity::Win, zero(value, Comparison::Ne)),
                (Quantity::Lose, zero(value, Comparison::Eq)),
            ],
        };
        let (names, domain) = (game.names.clone(), game.domain.clone());
        Known { names, domain, quantities, is_symbolic: false }
    }

    /// Whether a player without a move wins.
    #[must_use]
    pub fn stuck_wins(&self) -> bool {
        matches!(self, Self::Outcome { stuck_wins: true, .. })
    }
}
