//! Names and types in expressions.

use expr::ast::{
    Argument, Binary, Binder, Comparison, Expr, Fold, GameRef, Item, Node, Set, Span, Unary,
    ValueOf,
};
use expr::parser::NAMED_SETS;
use expr::suggest::{closest, did_you_mean};

use super::functions::{self, Takes};
use super::scope::{Kind, Quantities};
use super::{Checker, count};
use crate::ast::ParameterKind;

impl Checker<'_> {
    /// Checks an expression that must be a number.
    pub(super) fn number(&mut self, e: &Expr) {
        let found = self.infer(e);
        self.expect_kind(found, Kind::Number, e);
    }

    /// Checks an expression that must be a condition.
    pub(super) fn condition(&mut self, e: &Expr) {
        let found = self.infer(e);
        self.expect_kind(found, Kind::Condition, e);
    }

    pub(super) fn expect_kind(&mut self, found: Kind, wanted: Kind, e: &Expr) {
        if found == wanted || found == Kind::Unknown {
            return;
        }
        let cause = format!("expected {}, found {}", wanted.words(), found.words());
        let (code, help) = match (wanted, found) {
            (Kind::Condition, Kind::Number) => {
                ("R040", "compare it with something, as in `... = 0`")
            }
            (Kind::Condition, _) => ("R040", "a condition is a comparison, `win`, or made of such"),
            (Kind::Number, Kind::Condition) => (
                "R041",
                "write `if c then 1 else 0` for its number; conditions are compared with `iff`",
            ),
            (Kind::Number, Kind::List) => {
                ("R042", "take an element `l[i]`, or `xor(l)`, `sum(l)`, `min(l)`, `max(l)`")
            }
            (Kind::Number, Kind::Word) => ("R042", "words are only compared: `rule = strict`"),
            (Kind::Number, Kind::Set) => ("R042", "a set stands after `in`"),
            _ => ("R042", "see the table of expressions in docs/rule-language.md"),
        };
        self.report(code, e.span, cause, help);
    }

    /// The kind of an expression; what is wrong inside is reported.
    pub(super) fn infer(&mut self, e: &Expr) -> Kind {
        match &e.node {
            Node::Int(_) => Kind::Number,
            Node::Bool(_) => Kind::Condition,
            Node::Name(name) => self.name(name, e.span),
            Node::Index(list, index) => {
                let found = self.infer(list);
                self.expect_kind(found, Kind::List, list);
                self.plain(|c| c.number(index));
                Kind::Number
            }
            Node::List(elements) => {
                self.plain(|c| elements.iter().for_each(|e| c.number(e)));
                Kind::List
            }
            Node::Unary(Unary::Neg, operand) => {
                self.number(operand);
                Kind::Number
            }
            Node::Unary(Unary::Not, operand) => {
                self.condition(operand);
                Kind::Condition
            }
            Node::Binary(operator, left, right) => self.binary(*operator, left, right),
            Node::Compare(first, rest) => {
                self.comparison(first, rest);
                Kind::Condition
            }
            Node::Member(element, set) => {
                self.number(element);
                self.plain(|c| c.set(set, element.span));
                Kind::Condition
            }
            Node::If(condition, yes, no) => {
                self.plain(|c| c.condition(condition));
                let (yes_kind, no_kind) = (self.infer(yes), self.infer(no));
                if yes_kind == Kind::Unknown {
                    return no_kind;
                }
                self.expect_kind(no_kind, yes_kind, no);
                yes_kind
            }
            Node::Call(name, arguments) => self.call(name, arguments, e.span),
            Node::Fold(fold, items) => {
                self.plain(|c| items.iter().for_each(|item| c.item(*fold, item)));
                match fold {
                    Fold::Any | Fold::All => Kind::Condition,
                    _ => Kind::Number,
                }
            }
            Node::Value(value) => {
                self.plain(|c| c.value(value, e.span));
                if value.quantity.is_condition() { Kind::Condition } else { Kind::Number }
            }
        }
    }

    /// Checks outside the exact arithmetic of an enclosing `floor(...)`.
    fn plain<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scope.exact, false);
        let result = check(self);
        self.scope.exact = outer;
        result
    }

    fn name(&mut self, name: &str, span: Span) -> Kind {
        if let Some(entry) = self.scope.find(name) {
            return entry.kind;
        }
        if name == "phi" {
            if !self.scope.exact {
                let cause = "`phi` is not a whole number".to_owned();
                self.report("R042", span, cause, "it may stand inside `floor(...)`");
            }
            return Kind::Number;
        }
        if name == "heads" || expr::parser::is_named_set(name) {
            return Kind::Set;
        }
        if self.word_parameter(name).is_some() {
            return Kind::Word;
        }
        if self.scope.later.iter().any(|later| later == name) {
            let cause = format!("`{name}` is used before it is introduced");
            let help = format!("move `{name} in ...` to the left of where it is used");
            self.report("R024", span, cause, help);
            return Kind::Unknown;
        }
        let called = self.definitions.contains_key(name) || functions::function(name).is_some();
        let known: Vec<&str> = self.scope.names(&[Kind::Number, Kind::List, Kind::Word]).collect();
        let (code, cause, help) = if called {
            let cause = format!("`{name}` is a function");
            ("R020", cause, format!("give its arguments in brackets: `{name}(...)`"))
        } else if let Some(near) = closest(name, known.iter().copied()) {
            ("R020", format!("unknown name `{name}`"), format!("did you mean `{near}`?"))
        } else if self.scope.quantifiable {
            let cause = format!("`{name}` has no range");
            ("R026", cause, format!("add `for {name} in 1..n`, or another range"))
        } else {
            let help = match known.as_slice() {
                [] => "no names are known here".to_owned(),
                known => format!("known here: {}", known.join(", ")),
            };
            ("R020", format!("unknown name `{name}`"), help)
        };
        self.report(code, span, cause, help);
        // Once per statement is enough.
        self.scope.declare(name, Kind::Unknown, "unknown");
        Kind::Unknown
    }

    /// The choices of the word parameter that has this word among them.
    fn word_parameter(&self, word: &str) -> Option<&[String]> {
        self.rule.parameters.iter().find_map(|p| match &p.kind {
            ParameterKind::Word { choices, .. } if choices.iter().any(|c| c == word) => {
                Some(choices.as_slice())
            }
            _ => None,
        })
    }

    /// The choices of the word parameter of that name.
    fn choices_of(&self, parameter: &str) -> Option<&[String]> {
        self.rule.parameters.iter().find(|p| p.name == parameter).and_then(|p| match &p.kind {
            ParameterKind::Word { choices, .. } => Some(choices.as_slice()),
            _ => None,
        })
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Kind {
        match operator {
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                self.condition(left);
                self.condition(right);
                return Kind::Condition;
            }
            Binary::Div | Binary::Rem if right.node == Node::Int(0) => {
                let cause = "division by 0".to_owned();
                self.report("R054", right.span, cause, "divide by something else");
            }
            _ => {}
        }
        self.number(left);
        self.number(right);
        Kind::Number
    }

    fn comparison(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) {
        // `rule = strict`, where `strict` may be mistyped.
        if let [(Comparison::Eq | Comparison::Ne, second)] = rest {
            for (parameter, word) in [(first, second), (second, first)] {
                let (Node::Name(parameter), Node::Name(text)) = (&parameter.node, &word.node)
                else {
                    continue;
                };
                let Some(choices) = self.choices_of(parameter) else { continue };
                if choices.contains(text) || self.choices_of(text).is_some() {
                    return;
                }
                let words = choices.iter().map(String::as_str);
                let help =
                    did_you_mean(text, words, || format!("it is one of {}", choices.join(", ")));
                let cause = format!("`{text}` is not a value of `{parameter}`");
                return self.report("R043", word.span, cause, help);
            }
        }
        self.number(first);
        for (_, operand) in rest {
            self.number(operand);
        }
    }

    /// Checks a set; `near` is where it stands when it has no place of its own.
    pub(super) fn set(&mut self, set: &Set, near: Span) {
        match set {
            Set::Range(lo, hi) => {
                self.number(lo);
                self.number(hi);
                if let (Some(least), Some(most)) = (literal(lo), literal(hi))
                    && least > most
                {
                    let cause = format!("the range {lo}..{hi} is empty");
                    let help = format!("ranges go upwards: `{hi}..{lo}`");
                    self.report("R051", lo.span.to(hi.span), cause, help);
                }
            }
            Set::Elements(elements) if elements.is_empty() => {
                self.report(
                    "R050",
                    near,
                    "the set is empty".to_owned(),
                    "list its elements: `{1, 3}`",
                );
            }
            Set::Elements(elements) => elements.iter().for_each(|e| self.number(e)),
            Set::Named(name, arguments, span) => self.named_set(name, arguments, *span),
        }
    }

    fn named_set(&mut self, name: &str, arguments: &[Expr], span: Span) {
        arguments.iter().for_each(|e| self.number(e));
        if let Some(entry) = self.scope.find(name) {
            if entry.kind != Kind::Set {
                let cause = format!("`{name}` is {}, not a set", entry.kind.words());
                self.report("R025", span, cause, format!("a range is written `1..{name}`"));
            } else if !arguments.is_empty() {
                self.report(
                    "R027",
                    span,
                    format!("the set `{name}` takes no arguments"),
                    "delete them",
                );
            }
            return;
        }
        if name == "heads" {
            if !self.scope.board {
                let cause = "`heads` has no meaning without a board".to_owned();
                self.report("R025", span, cause, "it is known in claims `on boards N`");
            }
            return;
        }
        let Some((_, arity)) = NAMED_SETS.iter().find(|(known, _)| *known == name) else {
            let parameters: Vec<&str> = self.scope.names(&[Kind::Set]).collect();
            let known = NAMED_SETS.iter().map(|(known, _)| *known).chain(parameters);
            let all: Vec<&str> = known.collect();
            let help = did_you_mean(name, all.iter().copied(), || {
                format!("write `a..b`, `{{a, b}}`, or one of {}", all.join(", "))
            });
            return self.report("R025", span, format!("unknown set `{name}`"), help);
        };
        if *arity != arguments.len() {
            let cause = format!("`{name}` takes {}", count(*arity, "argument"));
            self.report("R027", span, cause, "the base of the powers: `powers(2)`");
        }
    }

    /// Checks a quantifier and declares its variable.
    pub(super) fn binder(&mut self, binder: &Binder) {
        self.set(&binder.set, binder.span);
        self.declare_new(&binder.name, Kind::Number, "a bound variable", binder.span);
    }

    /// Checks quantifiers from left to right and declares their variables.
    pub(super) fn binders<'b>(&mut self, binders: impl Iterator<Item = &'b Binder> + Clone) {
        let before = self.scope.later.len();
        self.scope.later.extend(binders.clone().map(|b| b.name.clone()));
        for binder in binders {
            self.binder(binder);
        }
        self.scope.later.truncate(before);
    }

    fn item(&mut self, fold: Fold, item: &Item) {
        self.scoped(|c| {
            c.scope.quantifiable = true;
            c.binders(item.binders.iter());
            match fold {
                Fold::Count | Fold::Any | Fold::All => c.condition(&item.body),
                _ => c.number(&item.body),
            }
            if let Some(guard) = &item.guard {
                c.condition(guard);
            }
        });
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Kind {
        if let Some(&definition) = self.definitions.get(name) {
            self.plain(|c| arguments.iter().for_each(|e| c.number(e)));
            self.arity(name, definition.arity, arguments.len(), span);
            if definition.speaks {
                self.speak(name, span);
            }
            return definition.result;
        }
        let Some((takes, result)) = functions::function(name) else {
            let mut defined: Vec<&str> = self.definitions.keys().map(String::as_str).collect();
            defined.extend(functions::names());
            let help =
                did_you_mean(name, defined, || format!("define it: `let {name}(...) = ...`"));
            self.report("R021", span, format!("unknown function `{name}`"), help);
            self.plain(|c| {
                for argument in arguments {
                    c.infer(argument);
                }
            });
            return Kind::Unknown;
        };
        match takes {
            Takes::Numbers(arity) => {
                self.plain(|c| arguments.iter().for_each(|e| c.number(e)));
                self.arity(name, arity, arguments.len(), span);
            }
            Takes::Position => self.head(arguments, span),
            Takes::Exact => {
                if name == "sqrt" && !self.scope.exact {
                    let cause = "`sqrt` need not give a whole number".to_owned();
                    let help = "it may stand inside `floor(...)`; or use `isqrt(n)`";
                    self.report("R042", span, cause, help);
                }
                let outer = std::mem::replace(&mut self.scope.exact, true);
                arguments.iter().for_each(|e| self.number(e));
                self.scope.exact = outer;
                self.arity(name, 1, arguments.len(), span);
            }
            Takes::Many => self.plain(|c| match arguments {
                [] => c.arity(name, 1, 0, span),
                [one] => {
                    let found = c.infer(one);
                    if found != Kind::List {
                        c.expect_kind(found, Kind::Number, one);
                    }
                }
                many => many.iter().for_each(|e| c.number(e)),
            }),
        }
        result
    }

    fn arity(&mut self, name: &str, wanted: usize, found: usize, span: Span) {
        if wanted != found {
            let cause = format!("`{name}` takes {}, found {found}", count(wanted, "argument"));
            self.report("R027", span, cause, "give it as many arguments as it takes");
        }
    }

    fn head(&mut self, arguments: &[Expr], span: Span) {
        self.plain(|c| arguments.iter().for_each(|e| c.number(e)));
        if !self.scope.board && !self.scope.turn {
            let cause = "`head(...)` has no meaning without a board".to_owned();
            self.report(
                "R021",
                span,
                cause,
                "it is known in guards of turns and claims `on boards N`",
            );
        } else if let Some(dimensions) = self.shape.dimensions() {
            self.arity("head", dimensions, arguments.len(), span);
        }
    }

    /// Notes that a quantity is asked for, and reports it where that cannot be.
    fn speak(&mut self, what: &str, span: Span) {
        self.spoke = true;
        if self.scope.quantities == Quantities::None {
            let cause = format!("`{what}` asks for a quantity, which only claims may");
            let help = "quantities are found from the rule, so the rule cannot depend on them";
            self.report("R039", span, cause, help);
        }
    }

    fn value(&mut self, value: &ValueOf, span: Span) {
        self.speak(value.quantity.name(), span);
        if value.position.is_none() && self.scope.quantities == Quantities::Stated {
            let cause = "a definition knows no position at hand".to_owned();
            self.report("R039", span, cause, "state the position: `sg(n)`");
        }
        if let Some(game) = &value.game {
            self.game_arguments(game);
        }
        match (&value.game, &value.position) {
            (None, Some(sum)) => self.positions(sum, span),
            // The other game's shape is not known here.
            (Some(_), Some(sum)) => {
                for coordinate in sum.iter().flatten() {
                    let found = self.infer(coordinate);
                    if found != Kind::List {
                        self.expect_kind(found, Kind::Number, coordinate);
                    }
                }
            }
            (_, None) => {}
        }
    }

    /// Checks what is handed to another game. A single unknown name may be a word of that game.
    fn game_arguments(&mut self, game: &GameRef) {
        for (_, argument) in &game.arguments {
            match argument {
                Argument::Expr(Expr { node: Node::Name(_), .. }) | Argument::Game(_) => {}
                Argument::Expr(e) => self.number(e),
                Argument::Set(set) => self.set(set, game.span),
            }
        }
    }
}

/// The value of a number written as such.
pub(super) fn literal(e: &Expr) -> Option<i128> {
    match &e.node {
        Node::Int(value) => Some(*value),
        Node::Unary(Unary::Neg, inner) => match inner.node {
            Node::Int(value) => value.checked_neg(),
            _ => None,
        },
        _ => None,
    }
}
