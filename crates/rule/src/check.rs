//! What a rule means, as far as it can be judged before it runs: names, types, numbers of
//! coordinates, and that the statements fit each other.

mod bounds;
mod claims;
mod collections;
mod declarations;
mod expression;
mod limits;
mod moves;
mod quantities;
mod scope;

use message::{Message, message};
use std::collections::BTreeSet;

use expr::ast::{Expr, Node, Span};
use expr::diagnostic::Diagnostic;
use expr::kind::Kind;
use expr::words::count;

use crate::ast::{Claim, Component, Coordinate, CoordinateForm, End, Rule, State};
use crate::foreign;
pub(crate) use limits::{MAX_ROW_LENGTH, limits};
pub(crate) use quantities::misfit;
use scope::{Definitions, Scope};

/// Everything that is wrong with the meaning of a rule whose parents have been merged in.
pub(crate) fn check(rule: &Rule) -> Vec<Diagnostic> {
    let mut checker = Checker::of(rule);
    checker.moves();
    checker.ends();
    checker.start();
    checker.requests();
    checker.claims();
    // The same expression may be reached twice, as a bound is by two statements.
    let mut seen = BTreeSet::new();
    checker.diagnostics.retain(|d| seen.insert((d.span.start, d.code, d.message.clone())));
    checker.diagnostics
}

/// What is wrong with a claim about a rule that has no mistakes itself.
#[must_use]
pub fn check_claim(rule: &Rule, claim: &Claim) -> Vec<Diagnostic> {
    let mut checker = Checker::of(rule);
    checker.diagnostics.clear();
    checker.scoped(|c| c.claim(claim));
    checker.diagnostics
}

/// What a position looks like.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// There is no state statement.
    Missing,
    /// One heap or a tuple: the coordinates.
    Tuple(Vec<TupleCoordinate>),
    /// Heaps: the name of the vector.
    Heaps(String),
    /// Coins: the names of the coordinates.
    Coins(Vec<String>),
    /// A product of coin games, whose turns are given by them.
    Product(Vec<String>),
}

/// A coordinate of a tuple.
#[derive(Clone, Debug)]
pub(crate) struct TupleCoordinate {
    name: String,
    kind: Kind,
    /// Length of a row, where it is written as a number.
    length: Option<i128>,
    /// The rule itself bounds it, or it needs no bound.
    bounded: bool,
}

impl TupleCoordinate {
    fn of(coordinate: &Coordinate) -> Self {
        let (kind, length) = match &coordinate.form {
            CoordinateForm::Number => (Kind::Number, None),
            CoordinateForm::Row(length) => (Kind::List, length.literal()),
            CoordinateForm::Subset => (Kind::Set, None),
        };
        Self { name: coordinate.name.clone(), kind, length, bounded: coordinate.to.is_some() }
    }

    /// As in "`h` is already ...".
    fn what(&self) -> &'static str {
        match self.kind {
            Kind::List => "a row",
            Kind::Set => "a set coordinate",
            _ => "a coordinate",
        }
    }
}

impl Layout {
    pub(crate) fn of(state: Option<&State>) -> Self {
        match state {
            None => Self::Missing,
            Some(State::Heap(coordinate)) => Self::Tuple(vec![TupleCoordinate::of(coordinate)]),
            Some(State::Tuple { coordinates, .. }) => {
                Self::Tuple(coordinates.iter().map(TupleCoordinate::of).collect())
            }
            Some(State::Heaps { name, .. }) => Self::Heaps(name.clone()),
            Some(State::Coins { coordinates, .. }) => Self::Coins(coordinates.clone()),
            Some(State::Product(..)) => Self::Product(vec!["x".to_owned(), "y".to_owned()]),
        }
    }

    /// The names of the coordinates; of heaps and unknown shapes none.
    pub(crate) fn coordinates(&self) -> Vec<String> {
        match self {
            Self::Tuple(axes) => axes.iter().map(|axis| axis.name.clone()).collect(),
            Self::Coins(names) | Self::Product(names) => names.clone(),
            Self::Missing | Self::Heaps(_) => Vec::new(),
        }
    }

    /// The coordinate of a tuple of that name.
    fn axis(&self, name: &str) -> Option<&TupleCoordinate> {
        match self {
            Self::Tuple(axes) => axes.iter().find(|axis| axis.name == name),
            _ => None,
        }
    }

    /// Number of coordinates of a position, when it is fixed.
    pub(crate) fn dimensions(&self) -> Option<usize> {
        match self {
            Self::Missing | Self::Heaps(_) => None,
            _ => Some(self.coordinates().len()),
        }
    }

    fn is_coins(&self) -> bool {
        matches!(self, Self::Coins(_) | Self::Product(_))
    }
}

/// The rule and what has been found so far.
struct Checker<'r> {
    rule: &'r Rule,
    shape: Layout,
    scope: Scope,
    definitions: Definitions,
    diagnostics: Vec<Diagnostic>,
    /// The expression checked last asks for a quantity of a position.
    spoke: bool,
}

impl<'r> Checker<'r> {
    /// Knows what the rule declares.
    fn of(rule: &'r Rule) -> Self {
        let mut checker = Self {
            rule,
            shape: Layout::of(rule.state.as_ref()),
            scope: Scope::default(),
            definitions: Definitions::default(),
            diagnostics: Vec::new(),
            spoke: false,
        };
        checker.parameters();
        checker.state();
        checker.definitions();
        checker
    }
}

impl Checker<'_> {
    fn report(
        &mut self,
        code: &'static str,
        span: Span,
        cause: impl Into<String>,
        help: impl Into<Message>,
    ) {
        self.diagnostics.push(Diagnostic::new(code, cause, span).help(help));
    }

    /// Runs `check` with the names it declares, then forgets them.
    fn scoped<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.clone();
        let result = check(self);
        self.scope = outer;
        result
    }

    /// Declares the coordinates of the position at hand.
    fn declare_position(&mut self) {
        let shape = self.shape.clone();
        match &shape {
            Layout::Missing => {}
            Layout::Tuple(axes) => {
                axes.iter().for_each(|a| self.scope.declare(&a.name, a.kind, a.what()));
            }
            Layout::Heaps(name) => self.scope.declare(name, Kind::List, "the heaps"),
            Layout::Coins(names) | Layout::Product(names) => {
                names.iter().for_each(|n| self.scope.declare(n, Kind::Number, "a coordinate"));
            }
        }
    }

    /// Declares a name that must be new; `what` says what it is, as in "a bound variable".
    fn declare_new(&mut self, name: &str, kind: Kind, what: &'static str, span: Span) {
        if let Some(entry) = self.scope.find(name) {
            let cause = format!("`{name}` is already {}", entry.what);
            self.report("R023", span, cause, "choose another name");
        } else if expr::ast::is_reserved(name) {
            let cause = format!("`{name}` is a name of the language");
            self.report("R022", span, cause, "choose another name");
        } else if let Some((entry, row)) = self.scope.entry_of_row(name, what) {
            let cause = format!("`{entry}` stands for an entry of the row `{row}`");
            self.report("R023", span, cause, "choose another name");
        }
        self.scope.declare(name, kind, what);
    }

    /// Checks that every position of a sum has as many coordinates as the game.
    fn positions(&mut self, sum: &[Vec<Expr>], fallback: Span) {
        for position in sum {
            self.position(position, fallback);
        }
    }

    /// Checks the positions of a sum. The shape of another game's is not known here.
    fn components(&mut self, sum: &[Component], fallback: Span) {
        for component in sum {
            match &component.game {
                None if component.each => component.at.iter().for_each(|list| self.each(list)),
                None => self.position(&component.at, fallback),
                Some(game) => {
                    self.game_arguments(game);
                    component.at.iter().for_each(|e| self.coordinate_elsewhere(e));
                }
            }
        }
    }

    /// Checks the list or set after `each`.
    fn each(&mut self, list: &Expr) {
        let is_number = |axes: &[TupleCoordinate]| matches!(axes, [a] if a.kind == Kind::Number);
        if !matches!(&self.shape, Layout::Tuple(axes) if is_number(axes)) {
            let cause = "`each` leaves positions of one number, and a position is more here";
            let help = "write the positions one by one: `(a, b - 1) | (a, 0)`";
            self.report("R034", list.span, cause, help);
        }
        self.one_of(&[Kind::List, Kind::Set], list);
    }

    fn position(&mut self, position: &[Expr], fallback: Span) {
        let span = match (position.first(), position.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => fallback,
        };
        match self.shape.dimensions() {
            Some(dimensions) if dimensions != position.len() => {
                let names = self.shape.coordinates().join(", ");
                let cause = format!(
                    "a position has {} here, and {} in this game",
                    count(position.len(), "coordinate"),
                    dimensions
                );
                self.report("R032", span, cause, message!("a position is ({names})"));
            }
            Some(_) if matches!(self.shape, Layout::Tuple(_)) => return self.tuple(position),
            None if matches!(self.shape, Layout::Heaps(_)) => {
                // The whole vector is a position, too.
                if let [whole] = position {
                    return self.one_of(&[Kind::Number, Kind::List], whole);
                }
            }
            _ => {}
        }
        for coordinate in position {
            self.number(coordinate);
        }
    }

    /// Checks the coordinates of a tuple: numbers, a list for a row, a set for a set.
    fn tuple(&mut self, position: &[Expr]) {
        let Layout::Tuple(axes) = self.shape.clone() else { return };
        for (coordinate, axis) in position.iter().zip(&axes) {
            self.coordinate(coordinate, axis);
        }
    }

    /// Checks the value of a coordinate.
    fn coordinate(&mut self, value: &Expr, axis: &TupleCoordinate) {
        if let (Kind::Number, Node::Set(several) | Node::List(several)) = (axis.kind, &value.node)
            && several.len() > 1
        {
            let cause = format!("expected a number, found {}", value.kind(&|_| None).words());
            return self.report("R042", value.span, cause, foreign::SEVERAL);
        }
        self.one_of(&[axis.kind], value);
        if let (Some(length), Node::List(entries)) = (axis.length, &value.node)
            && entries.len() as i128 != length
        {
            let cause =
                format!("the row `{}` has {length} entries, found {}", axis.name, entries.len());
            self.report("R032", value.span, cause, "give every entry its number");
        }
    }

    /// Checks a coordinate of a game whose state is not known here.
    fn coordinate_elsewhere(&mut self, value: &Expr) {
        self.one_of(&[Kind::Number, Kind::List, Kind::Set], value);
    }

    fn ends(&mut self) {
        let rule = self.rule;
        let stuck = |end: &&End| matches!(end, End::StuckWins | End::StuckLoses);
        if rule.ends.iter().filter(stuck).count() > 1 {
            let cause = "a rule has one `stuck` statement, this has several";
            self.report("R012", Span::default(), cause, "delete all but one");
        }
        for end in &rule.ends {
            if let End::Win(_, condition) | End::Lose(_, condition) = end {
                if matches!(self.shape, Layout::Missing) && rule.start.is_some() {
                    let cause = "the rule has no positions of its own that could end play";
                    let help = "the ends of a component are those of its own game";
                    self.report("R034", condition.span, cause, help);
                }
                self.scoped(|c| {
                    c.declare_position();
                    c.condition(condition);
                });
            }
        }
    }

    fn start(&mut self) {
        let Some(start) = &self.rule.start else { return };
        let span = start.sizes.first().map_or(Span::default(), |size| size.span);
        self.scoped(|c| {
            for size in &start.sizes {
                size.from.iter().for_each(|e| c.number(e));
            }
            for size in &start.sizes {
                c.declare_new(&size.name, Kind::Number, "the size", size.span);
            }
            if start.position.is_empty() {
                let cause = "the starting position is empty";
                c.report("R032", span, cause, "write `start n: (n, n - 1)`");
            }
            if let Some(each) = start.position.iter().find(|component| component.each) {
                let span = each.at.first().map_or(span, |list| list.span);
                let help = "write its positions one by one: `start n: n | n - 1`";
                c.report("R034", span, "a start is no `each`", help);
            }
            c.components(&start.position, span);
        });
    }
}
