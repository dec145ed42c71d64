//! Moves and turns.

use expr::ast::Span;

use super::scope::Kind;
use super::{Checker, Shape};
use crate::ast::{Move, MoveForm, Spread, TurnItem};

impl Checker<'_> {
    pub(super) fn moves(&mut self) {
        let rule = self.rule;
        match self.shape {
            Shape::Missing => return,
            Shape::Product(_) => {
                if let Some(clause) = rule.moves.first() {
                    let cause = "a product of coin games has the turns of its factors".to_owned();
                    self.report("R034", clause.span, cause, "delete this statement");
                }
                return;
            }
            _ if rule.moves.is_empty() => {
                let cause = "the rule has no moves".to_owned();
                let help = if self.shape.is_coins() {
                    "add a turn, such as `turn x, y for y in 1..x - 1`"
                } else {
                    "add a move, such as `move n -> n - k for k in 1..n`"
                };
                return self.report("R031", Span::default(), cause, help);
            }
            _ => {}
        }
        for clause in &rule.moves {
            self.scoped(|c| c.clause(clause));
        }
    }

    fn clause(&mut self, clause: &Move) {
        let help = match (&self.shape, &clause.form) {
            (Shape::Tuple(_), MoveForm::Sum(_))
            | (Shape::Heaps(_), MoveForm::Vector { .. })
            | (Shape::Coins(_), MoveForm::Turn { .. }) => None,
            (Shape::Tuple(_), _) => Some("positions are numbers here: `move n -> n - k for ...`"),
            (Shape::Heaps(_), _) => Some("heaps move like `move one of h[i]: h[i] - t for ...`"),
            _ => Some("coins are turned: `turn x, y for ...`"),
        };
        if let Some(help) = help {
            let cause = "this kind of move does not fit the state".to_owned();
            return self.report("R034", clause.span, cause, help);
        }
        if let Some(pattern) = &clause.pattern
            && pattern != self.shape.coordinates()
        {
            let cause = format!("({}) is not the state", pattern.join(", "));
            let help = format!("the state is ({})", self.shape.coordinates().join(", "));
            self.report("R033", clause.span, cause, help);
        }
        self.declare_position();
        // Names before `->` that are wrong are meant as coordinates all the same.
        for name in clause.pattern.iter().flatten() {
            if self.scope.find(name).is_none() {
                self.scope.declare(name, Kind::Unknown, "a coordinate");
            }
        }
        self.scope.quantifiable = true;
        if let MoveForm::Vector { vector, index, .. } = &clause.form {
            self.heap(vector, index, clause.span);
        } else if clause.binders.iter().any(|b| b.same) {
            let cause = "`same` has a meaning for several heaps only".to_owned();
            self.report("R034", clause.span, cause, "delete the word `same`");
        }
        self.binders(clause.binders.iter().map(|b| &b.binder));
        self.form(&clause.form, clause.span);
        if let Some(guard) = &clause.guard {
            self.scope.turn = matches!(clause.form, MoveForm::Turn { .. });
            self.condition(guard);
        }
    }

    /// Declares the index of `h[i]`.
    fn heap(&mut self, vector: &str, index: &str, span: Span) {
        if let Shape::Heaps(name) = &self.shape
            && name != vector
        {
            let cause = format!("`{vector}` is not the heaps");
            let help = format!("write `{name}[{index}]`");
            self.report("R033", span, cause, help);
            self.scope.declare(vector, Kind::Unknown, "the heaps");
        }
        self.declare_new(index, Kind::Number, "the index of a heap", span);
    }

    fn form(&mut self, form: &MoveForm, span: Span) {
        match form {
            MoveForm::Sum(sum) => self.positions(sum, span),
            MoveForm::Vector { choose, target, spread, .. } => {
                if let Some((least, most)) = choose {
                    self.number(least);
                    self.number(most);
                }
                self.number(target);
                if let Some(spread) = spread {
                    self.spread(spread, span);
                }
            }
            MoveForm::Turn { others, choose } => {
                for item in others {
                    self.turned(item, span);
                }
                if let Some(choose) = choose {
                    self.one_dimensional(span);
                    self.number(&choose.least);
                    self.number(&choose.most);
                    self.scoped(|c| c.binder(&choose.binder));
                }
            }
        }
    }

    fn spread(&mut self, spread: &Spread, span: Span) {
        self.number(&spread.amount);
        self.scoped(|c| {
            c.declare_new(&spread.index, Kind::Number, "the index of a heap", span);
            c.condition(&spread.condition);
        });
    }

    fn turned(&mut self, item: &TurnItem, span: Span) {
        match item {
            TurnItem::Coin(coin) => self.position(coin, span),
            TurnItem::Run(first, last) => {
                self.one_dimensional(span);
                self.number(first);
                self.number(last);
            }
        }
    }

    fn one_dimensional(&mut self, span: Span) {
        if self.shape.dimensions() != Some(1) {
            let cause = "runs and choices of coins need coins in one row".to_owned();
            self.report("R034", span, cause, "list the coins: `turn (x, y), (a, y) for ...`");
        }
    }
}
