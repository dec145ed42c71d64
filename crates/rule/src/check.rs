//! What a rule means, as far as it can be judged before it runs: names, types, numbers of
//! coordinates, and that the statements fit each other.

mod claims;
mod declarations;
mod expression;
mod functions;
mod moves;
mod scope;

use std::collections::BTreeSet;

use expr::ast::{Expr, Span};
use expr::diagnostic::Diagnostic;

use crate::ast::{Coordinate, End, Rule, State};
use scope::{Definitions, Kind, Scope};

/// Everything that is wrong with the meaning of a rule whose parents have been merged in.
pub(crate) fn check(rule: &Rule) -> Vec<Diagnostic> {
    let mut checker = Checker {
        rule,
        shape: Shape::of(rule.state.as_ref()),
        scope: Scope::default(),
        definitions: Definitions::default(),
        diagnostics: Vec::new(),
        spoke: false,
    };
    checker.parameters();
    checker.state();
    checker.definitions();
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

/// What a position looks like.
#[derive(Clone, Debug)]
enum Shape {
    /// There is no state statement.
    Missing,
    /// One heap or a tuple: the names of the coordinates.
    Tuple(Vec<String>),
    /// Heaps: the name of the vector.
    Heaps(String),
    /// Coins: the names of the coordinates.
    Coins(Vec<String>),
    /// A product of coin games, whose turns are given by them.
    Product(Vec<String>),
}

impl Shape {
    fn of(state: Option<&State>) -> Self {
        let names = |all: &[Coordinate]| all.iter().map(|c| c.name.clone()).collect();
        match state {
            None => Self::Missing,
            Some(State::Heap(coordinate)) => Self::Tuple(vec![coordinate.name.clone()]),
            Some(State::Tuple { coordinates, .. }) => Self::Tuple(names(coordinates)),
            Some(State::Heaps { name, .. }) => Self::Heaps(name.clone()),
            Some(State::Coins { coordinates, .. }) => Self::Coins(coordinates.clone()),
            Some(State::Product(..)) => Self::Product(vec!["x".to_owned(), "y".to_owned()]),
        }
    }

    /// The names of the coordinates; of heaps and unknown shapes none.
    fn coordinates(&self) -> &[String] {
        match self {
            Self::Tuple(names) | Self::Coins(names) | Self::Product(names) => names,
            Self::Missing | Self::Heaps(_) => &[],
        }
    }

    /// Number of coordinates of a position, when it is fixed.
    fn dimensions(&self) -> Option<usize> {
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
    shape: Shape,
    scope: Scope,
    definitions: Definitions,
    diagnostics: Vec<Diagnostic>,
    /// The expression checked last asks for a quantity of a position.
    spoke: bool,
}

impl Checker<'_> {
    fn report(&mut self, code: &'static str, span: Span, cause: String, help: impl Into<String>) {
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
        for name in shape.coordinates() {
            self.scope.declare(name, Kind::Number, "a coordinate");
        }
        if let Shape::Heaps(name) = &shape {
            self.scope.declare(name, Kind::List, "the heaps");
        }
    }

    /// Declares a name that must be new; `what` says what it is, as in "a bound variable".
    fn declare_new(&mut self, name: &str, kind: Kind, what: &'static str, span: Span) {
        if let Some(entry) = self.scope.find(name) {
            let cause = format!("`{name}` is already {}", entry.what);
            self.report("R023", span, cause, "choose another name");
        } else if matches!(name, "phi" | "heads") || expr::parser::is_named_set(name) {
            let cause = format!("`{name}` is a name of the language");
            self.report("R022", span, cause, "choose another name");
        }
        self.scope.declare(name, kind, what);
    }

    /// Checks that every position of a sum has as many coordinates as the game.
    fn positions(&mut self, sum: &[Vec<Expr>], fallback: Span) {
        for position in sum {
            self.position(position, fallback);
        }
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
                self.report("R032", span, cause, format!("a position is ({names})"));
            }
            None if matches!(self.shape, Shape::Heaps(_)) => {
                // The whole vector is a position, too.
                if let [whole] = position {
                    let found = self.infer(whole);
                    if !matches!(found, Kind::List | Kind::Number | Kind::Unknown) {
                        self.expect_kind(found, Kind::Number, whole);
                    }
                    return;
                }
            }
            _ => {}
        }
        for coordinate in position {
            self.number(coordinate);
        }
    }

    fn ends(&mut self) {
        let rule = self.rule;
        let stuck = |end: &&End| matches!(end, End::StuckWins | End::StuckLoses);
        if rule.ends.iter().filter(stuck).count() > 1 {
            let cause = "a rule has one `stuck` statement, this has several".to_owned();
            self.report("R012", Span::default(), cause, "delete all but one");
        }
        for end in &rule.ends {
            if let End::Win(condition) | End::Lose(condition) = end {
                self.scoped(|c| {
                    c.declare_position();
                    c.condition(condition);
                });
            }
        }
    }

    fn start(&mut self) {
        let Some(start) = &self.rule.start else { return };
        let span = start.position.iter().flatten().next().map_or(Span::default(), |e| e.span);
        self.scoped(|c| {
            if let Some(from) = &start.from {
                c.number(from);
            }
            c.declare_new(&start.variable, Kind::Number, "the size", span);
            if start.position.is_empty() {
                let cause = "the starting position is empty".to_owned();
                c.report("R032", span, cause, "write `start n: (n, n - 1)`");
            }
            c.positions(&start.position, span);
        });
    }
}

/// `1 coordinate`, `2 coordinates`.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
