//! Moves and turns.

use expr::ast::{Expr, Span};
use expr::kind::Kind;
use expr::suggest::one_of;
use message::message;

use super::{Checker, Layout, TupleCoordinate};
use crate::ast::{Component, Move, MoveForm, Place, Spread, TurnItem};

impl Checker<'_> {
    pub(super) fn moves(&mut self) {
        let rule = self.rule;
        match self.shape {
            Layout::Missing => return,
            Layout::Product(_) => {
                if let Some(clause) = rule.moves.first() {
                    let cause = "a product of coin games has the turns of its factors";
                    self.report("R034", clause.span, cause, "delete this statement");
                }
                return;
            }
            _ if rule.moves.is_empty() && rule.only_computes() => return,
            _ if rule.moves.is_empty() => {
                let help = message!("add a move, such as `{}`", example(&self.shape));
                return self.report("R031", Span::default(), "the rule has no moves", help);
            }
            _ => {}
        }
        for clause in &rule.moves {
            self.scoped(|c| c.clause(clause));
        }
    }

    fn clause(&mut self, clause: &Move) {
        let help = match (&self.shape, &clause.form) {
            (Layout::Tuple(_), MoveForm::Sum(_) | MoveForm::Update(_))
            | (Layout::Heaps(_), MoveForm::Vector { .. })
            | (Layout::Coins(_), MoveForm::Turn { .. }) => None,
            (Layout::Tuple(axes), _) if axes.iter().any(|a| a.kind == Kind::List) => {
                Some("entries of a row change like `move h[i] -> h[i] - t for i in 1..m, ...`")
            }
            (Layout::Tuple(_), _) => Some("positions are numbers here: `move n -> n - k for ...`"),
            (Layout::Heaps(_), _) => Some("heaps move like `move one of h[i]: h[i] - t for ...`"),
            _ => Some("coins are turned: `turn x, y for ...`"),
        };
        if let Some(help) = help {
            let cause = "this kind of move does not fit the state";
            return self.report("R034", clause.span, cause, help);
        }
        let lone = lone_place(clause).filter(|_| self.shape.coordinates().len() > 1);
        if let Some(name) = lone {
            // The normal form has left nothing but names that are no coordinates.
            self.unknown_place(name, clause.span);
        } else if let Some(pattern) = &clause.pattern
            && *pattern != self.shape.coordinates()
        {
            let cause = format!("({}) is not the state", pattern.join(", "));
            let help = message!("the state is ({})", self.shape.coordinates().join(", "));
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
            let cause = "`same` makes sense only for several heaps";
            self.report("R034", clause.span, cause, "delete the word `same`");
        }
        self.binders(clause.binders.iter().map(|b| &b.binder));
        match &clause.form {
            MoveForm::Sum(sum) if lone.is_some() => {
                sum.iter().flat_map(|c| &c.at).for_each(|e| {
                    self.infer(e);
                });
            }
            form => self.form(form, clause.span),
        }
        if let Some(guard) = &clause.guard {
            self.scope.turn = matches!(clause.form, MoveForm::Turn { .. });
            self.condition(guard);
        }
    }

    /// Declares the index of `h[i]`.
    fn heap(&mut self, vector: &str, index: &str, span: Span) {
        if let Layout::Heaps(name) = &self.shape
            && name != vector
        {
            let cause = format!("`{vector}` is not the heaps");
            let help = message!("write `{name}[{index}]`");
            self.report("R033", span, cause, help);
            self.scope.declare(vector, Kind::Unknown, "the heaps");
        }
        self.declare_new(index, Kind::Number, "the index of a heap", span);
    }

    fn form(&mut self, form: &MoveForm, span: Span) {
        match form {
            MoveForm::Sum(sum) => {
                self.no_union(sum, span);
                self.components(sum, span);
            }
            MoveForm::Update(updates) => self.updates(updates),
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

    /// Reports `A | {x}`: the whole position beside a set, where the union is meant.
    fn no_union(&mut self, sum: &[Component], span: Span) {
        let Layout::Tuple(axes) = &self.shape else { return };
        let [TupleCoordinate { name, kind: Kind::Set, .. }] = axes.as_slice() else { return };
        let is_whole = |part: &Component| {
            part.game.is_none() && matches!(&part.at[..], [e] if e.as_name() == Some(name.as_str()))
        };
        if sum.len() > 1 && sum.iter().any(is_whole) {
            let cause = "`|` puts a second position beside the whole one";
            let help = message!("the union of sets is `{name} + {{x}}`");
            self.report("R034", span, cause, help);
        }
    }

    fn unknown_place(&mut self, name: &str, span: Span) {
        let help = one_of(name, &self.shape.coordinates(), |all| message!("coordinates are {all}"));
        self.report("R035", span, format!("`{name}` is not a coordinate"), help);
    }

    /// Checks that each place is a coordinate or an entry of a row, is changed once, and gets a
    /// value that fits.
    fn updates(&mut self, updates: &[(Place, Expr)]) {
        for (i, (place, value)) in updates.iter().enumerate() {
            let Some(axis) = self.shape.axis(&place.name).cloned() else {
                self.unknown_place(&place.name, place.span);
                self.infer(value);
                continue;
            };
            let mut earlier = updates[..i].iter().map(|(earlier, _)| earlier);
            if earlier.any(|e| {
                e.name == place.name
                    && (e.index.is_none() || place.index.is_none() || e.index == place.index)
            }) {
                let cause = format!("`{place}` is changed twice");
                self.report("R035", place.span, cause, "all changes happen at once: join the two");
            }
            match &place.index {
                None => self.coordinate(value, &axis),
                Some(index) if axis.kind == Kind::List => {
                    self.entry(&axis.name, index);
                    self.number(index);
                    self.number(value);
                }
                Some(_) => {
                    let cause = format!("`{}` is not a row, so it has no entries", axis.name);
                    let help = match axis.kind {
                        Kind::Set => "a set changes as a whole: `A -> A - {x} + {y}`",
                        _ => "leave the index out",
                    };
                    self.report("R035", place.span, cause, help);
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
            let cause = "runs and choices of coins need coins in one row";
            self.report("R034", span, cause, "list the coins: `turn (x, y), (a, y) for ...`");
        }
    }
}

/// The name before `->` in `a -> E`, where it is not the whole state.
fn lone_place(clause: &Move) -> Option<&str> {
    match (clause.pattern.as_deref(), &clause.form) {
        (Some([name]), MoveForm::Sum(sum)) => match sum.as_slice() {
            [part] if part.game.is_none() && part.at.len() == 1 && !part.each => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// A move of the positions of that shape.
fn example(shape: &Layout) -> String {
    match shape {
        Layout::Coins(names) if names.len() == 1 => {
            let x = &names[0];
            format!("turn {x}, other for other in 1..{x} - 1")
        }
        Layout::Coins(names) => format!("turn ({})", names.join(", ")),
        Layout::Heaps(h) => format!("move one of {h}[i]: {h}[i] - t for t in 1..{h}[i]"),
        Layout::Tuple(axes) => match axes.first().map(|axis| (axis.name.as_str(), axis.kind)) {
            Some((h, Kind::List)) => format!("move {h}[1] -> {h}[1] - t for t in 1..{h}[1]"),
            Some((set, Kind::Set)) => format!("move {set} -> {set} - {{e}} for e in {set}"),
            Some((n, _)) => format!("move {n} -> {n} - t for t in 1..{n}"),
            None => "move n -> n - t for t in 1..n".to_owned(),
        },
        Layout::Missing | Layout::Product(_) => "move n -> n - t for t in 1..n".to_owned(),
    }
}
