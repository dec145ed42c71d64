//! What is stated of all positions of a game.

use super::{Game, refuse};
use crate::reading::Known;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Unary};
use expr::build::compared;
use expr::substitute::int;

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
    pub fn read(law: &str, game: &Game) -> Result<Self, String> {
        let e = crate::source::law(law)?;
        let plain = |e: &Expr| match &e.node {
            Node::Value(value) if value.game.is_none() && value.position.is_none() => {
                (!value.of_options).then_some(value.quantity)
            }
            _ => None,
        };
        let own = |e: &Expr| game.bindings.expr(e);
        match &e.node {
            Node::Binary(Binary::Iff, quantity, condition) => {
                let (quantity, negated) = match &quantity.node {
                    Node::Unary(Unary::Not, quantity) => (quantity, true),
                    _ => (quantity, false),
                };
                let (misere, is_loss) = match plain(quantity) {
                    Some(Quantity::Win) => (false, false),
                    Some(Quantity::Lose) => (false, true),
                    Some(Quantity::Misere) if game.ends.is_empty() => (true, false),
                    _ => return Self::unknown(law),
                };
                let mut wins = own(condition);
                if negated != is_loss {
                    wins = Node::Unary(Unary::Not, Box::new(wins)).into();
                }
                Ok(Self::Outcome { wins, stuck_wins: misere || game.stuck_wins, misere })
            }
            Node::Compare(quantity, rest) if plain(quantity) == Some(Quantity::Sg) => {
                match &rest[..] {
                    _ if !game.ends.is_empty() => refuse("values of rules with ends of their own"),
                    [(Comparison::Eq, term)] => Ok(Self::Value(own(term))),
                    _ => Self::unknown(law),
                }
            }
            _ => Self::unknown(law),
        }
    }

    fn unknown(law: &str) -> Result<Self, String> {
        let forms = "`win iff ...`, `lose iff ...`, `misere iff ...` or `sg = ...`";
        Err(format!("`{law}` is not of the form {forms}"))
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
        Known { names: game.names.clone(), domain: game.domain.clone(), quantities }
    }

    /// Whether a player without a move wins.
    #[must_use]
    pub fn stuck_wins(&self) -> bool {
        matches!(self, Self::Outcome { stuck_wins: true, .. })
    }
}
