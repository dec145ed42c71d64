//! Names and types in expressions.

use expr::ast::{Binary, Comparison, Expr, NAMED_SETS, Node, Quantity, Span, Unary, is_reserved};
use expr::exact::operands_exact;
use expr::function::{self, Function, Takes};
use expr::kind::Kind;
use expr::substitute::name;
use expr::suggest::{closest, did_you_mean, one_of};
use expr::words::count;
use message::{Message, message};

use super::Checker;
use super::scope::Quantities;
use crate::ast::ParameterKind;
use crate::foreign;

impl Checker<'_> {
    /// Checks an expression that must be a number.
    pub(super) fn number(&mut self, e: &Expr) {
        self.one_of(&[Kind::Number], e);
    }

    /// Checks an expression that must be a condition.
    pub(super) fn condition(&mut self, e: &Expr) {
        self.one_of(&[Kind::Condition], e);
    }

    /// Checks an expression that must be of one of these kinds; the first is asked for where it is not, and
    /// nothing inside it was a mistake.
    pub(super) fn one_of(&mut self, kinds: &[Kind], e: &Expr) {
        let before = self.diagnostics.len();
        let found = self.infer(e);
        if !kinds.contains(&found) && self.diagnostics.len() == before {
            self.expect_kind(found, kinds[0], e);
        }
    }

    pub(super) fn expect_kind(&mut self, found: Kind, wanted: Kind, e: &Expr) {
        if found == wanted || found == Kind::Unknown || wanted == Kind::Unknown {
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
                ("R042", "take an element `l[i]`, or `size(l)`, `xor(l)`, `sum(l)`, `max(l)`")
            }
            (Kind::Number, Kind::Word) => ("R042", "words are only compared: `rule = strict`"),
            (Kind::Number, Kind::Set) => {
                ("R042", "a set stands after `in`; its numbers are `size(A)`, `min(A)`, `sum(A)`")
            }
            (Kind::List, Kind::Set) => ("R044", "`list(A)` are the elements of a set in order"),
            (Kind::List, _) => {
                ("R044", "lists are `[a, b]`, `[E for k in 1..m]`, rows, and parts of them")
            }
            (Kind::Set, Kind::Number) => ("R045", "a set of one number is written `{x}`"),
            (Kind::Set, Kind::List) => ("R045", "the entries of a list are `{v for v in l}`"),
            (Kind::Set, _) => ("R045", "sets are `{a, b}`, `{a..b}`, `A + B`, `A - {x}`"),
            _ => ("R042", "see the table of expressions in docs/rule-language.md"),
        };
        self.report(code, e.span, cause, help);
    }

    /// What an expression stands for; what is wrong inside is reported.
    pub(super) fn infer(&mut self, e: &Expr) -> Kind {
        self.inside(e);
        self.kind(e)
    }

    /// What an expression stands for.
    fn kind(&self, e: &Expr) -> Kind {
        e.kind(&|e| match &e.node {
            Node::Call(name, _) => self.definitions.get(name).map(|definition| definition.result),
            _ => e.as_name().and_then(|name| match self.scope.find(name) {
                Some(entry) => Some(entry.kind),
                None if is_reserved(name) => None,
                None => self.word_parameter(name).map(|_| Kind::Word),
            }),
        })
    }

    /// Checks what an expression is made of.
    fn inside(&mut self, e: &Expr) {
        match &e.node {
            Node::Int(_) | Node::Bool(_) => {}
            Node::Name(name) => self.name(name, e),
            Node::Index(list, index) => {
                self.one_of(&[Kind::List], list);
                if let Node::Name(row) = &list.node {
                    self.entry(row, index);
                }
                self.numbers([&**index]);
            }
            Node::Slice(list, first, last) => {
                self.one_of(&[Kind::List], list);
                self.numbers([&**first, &**last]);
            }
            Node::Range(lo, hi) => self.plain(|c| c.range(lo, hi)),
            Node::List(elements) | Node::Set(elements) => self.numbers(elements),
            Node::Unary(Unary::Neg, operand) => self.number(operand),
            Node::Unary(Unary::Not, operand) => self.condition(operand),
            Node::Binary(operator, left, right) => self.binary(*operator, left, right),
            Node::Compare(first, rest) => self.comparison(first, rest),
            Node::Member(element, set) => {
                self.number(element);
                self.plain(|c| c.set(set, element.span));
            }
            Node::If(condition, yes, no) => {
                self.plain(|c| c.condition(condition));
                let wanted = self.infer(yes);
                self.one_of(&[wanted], no);
            }
            Node::Call(name, arguments) => self.call(name, arguments, e.span),
            Node::Fold(fold, items) => {
                self.plain(|c| items.iter().for_each(|item| c.item(*fold, item)));
            }
            Node::Value(value) => self.plain(|c| c.value(value, e.span)),
        }
    }

    /// Checks numbers outside the exact arithmetic of an enclosing `floor(...)`.
    fn numbers<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        self.plain(|c| all.into_iter().for_each(|e| c.number(e)));
    }

    /// Checks outside the exact arithmetic of an enclosing `floor(...)`.
    fn plain<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        self.where_exact(false, check)
    }

    /// Checks where arithmetic is exact or not.
    fn where_exact<T>(&mut self, exact: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scope.exact, exact);
        let result = check(self);
        self.scope.exact = outer;
        result
    }

    fn name(&mut self, name: &str, e: &Expr) {
        let span = e.span;
        let is_declared = self.scope.find(name).is_some();
        if name == "phi" && !is_declared && !self.scope.exact {
            let cause = "`phi` is not a whole number";
            self.report("R042", span, cause, "it may stand inside `floor(...)`");
        }
        if is_declared || self.kind(e) != Kind::Unknown {
            return;
        }
        if self.scope.later.iter().any(|later| later == name) {
            let cause = format!("`{name}` is used before it is introduced");
            let help = message!("move `{name} in ...` to the left of where it is used");
            return self.report("R024", span, cause, help);
        }
        let called = self.definitions.contains_key(name) || function::function(name).is_some();
        let kinds = [Kind::Number, Kind::List, Kind::Set, Kind::Word];
        let known: Vec<&str> = self.scope.names(&kinds).collect();
        // a short name is no slip of a quantity's, but one of the author's own
        let quantities: &[Quantity] = if name.len() > 2 { &Quantity::ALL } else { &[] };
        let near = known.iter().copied().chain(quantities.iter().map(|q| q.name()));
        let near = closest(name, near);
        let meant = foreign::name(name)
            .or_else(|| self.quantity_elsewhere(name).map(Message::from))
            .filter(|_| near.is_none_or(|near| !known.contains(&near)))
            .or_else(|| self.element(name));
        let (code, cause, help) = if let Some(meant) = meant {
            ("R020", format!("unknown name `{name}`"), meant)
        } else if called {
            let cause = format!("`{name}` is a function");
            ("R020", cause, message!("give its arguments in brackets: `{name}(...)`"))
        } else if let Some(near) = near {
            ("R020", format!("unknown name `{name}`"), message!("did you mean `{near}`?"))
        } else if self.scope.quantifiable {
            let cause = format!("`{name}` has no range");
            let most = self.scope.coordinate().unwrap_or("9");
            ("R026", cause, message!("add `for {name} in 1..{most}`, or another range"))
        } else {
            let help = match known.as_slice() {
                [] => "no names are known here".into(),
                known => message!("known here: {}", known.join(", ")),
            };
            ("R020", format!("unknown name `{name}`"), help)
        };
        self.report(code, span, cause, help);
        // Once per statement is enough.
        self.scope.declare(name, Kind::Unknown, "unknown");
    }

    /// The remedy for `h2` where `h[2]` is meant.
    fn element(&self, name: &str) -> Option<Message> {
        let list = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &name[list.len()..];
        let is_list = !number.is_empty()
            && self.scope.find(list).is_some_and(|entry| entry.kind == Kind::List);
        is_list.then(|| message!("an element is written in brackets: `{list}[{number}]`"))
    }

    /// The remedy for another name of a quantity, where quantities are known.
    fn quantity_elsewhere(&self, name: &str) -> Option<&'static str> {
        let is_known = self.scope.quantities != Quantities::None;
        foreign::quantity(name).filter(|_| is_known)
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

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        match operator {
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                self.condition(left);
                return self.condition(right);
            }
            Binary::Div | Binary::Rem if right.node == Node::Int(0) => {
                self.report("R054", right.span, "division by 0", "divide by something else");
            }
            _ => {}
        }
        let exact = operands_exact(operator, self.scope.exact);
        let kinds = (
            self.where_exact(exact.0, |c| c.infer(left)),
            self.where_exact(exact.1, |c| c.infer(right)),
        );
        let wanted = operator.takes(kinds);
        if kinds == (Kind::Number, Kind::Set)
            && let Some(each) = self.for_each(operator, left, right)
        {
            let cause = "expected a number, found a set";
            return self.report(
                "R042",
                right.span,
                cause,
                message!("for each of its numbers write `{each}`"),
            );
        }
        if let (Kind::Set, _) | (_, Kind::Set) = kinds
            && wanted == Kind::Number
        {
            let operand = if kinds.0 == Kind::Set { left } else { right };
            let help = "sets are joined by `A + B`, cut by `A & B`, and less by `A - {x}`";
            return self.report("R042", operand.span, "expected a number, found a set", help);
        }
        self.expect_kind(kinds.0, wanted, left);
        // Two lists or sets in a wrong place are one mistake.
        if kinds.0 != kinds.1 || !kinds.0.is_collection() {
            self.expect_kind(kinds.1, wanted, right);
        }
    }

    /// `n - s for s in S`, where a number less a set stands in a move.
    fn for_each(&self, operator: Binary, left: &Expr, set: &Expr) -> Option<String> {
        let free = ["s", "t", "x", "y"].into_iter().find(|name| self.scope.find(name).is_none());
        let free = free.filter(|_| self.scope.quantifiable)?;
        let one: Expr = Node::Binary(operator, left.clone().into(), name(free).into()).into();
        Some(format!("{one} for {free} in {set}"))
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
                let help = one_of(text, choices, |all| message!("it is one of {all}"));
                let cause = format!("`{text}` is not a value of `{parameter}`");
                return self.report("R043", word.span, cause, help);
            }
        }
        let operands: Vec<&Expr> =
            std::iter::once(first).chain(rest.iter().map(|r| &r.1)).collect();
        let kinds: Vec<Kind> = operands.iter().map(|e| self.infer(e)).collect();
        // Two sets or two lists may be equal.
        let may_be_equal = matches!(rest, [(Comparison::Eq | Comparison::Ne, _)])
            && kinds.iter().all(|kind| kind.is_collection() || *kind == Kind::Unknown);
        let collection = kinds.iter().find(|kind| kind.is_collection() && may_be_equal);
        let wanted = collection.copied().unwrap_or(Kind::Number);
        // Several lists or sets in a wrong place are one mistake.
        let mut reported = None;
        for (operand, kind) in operands.into_iter().zip(kinds) {
            if reported != Some(kind) {
                self.expect_kind(kind, wanted, operand);
            }
            if kind.is_collection() && kind != wanted {
                reported = Some(kind);
            }
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) {
        if let Some(&definition) = self.definitions.get(name) {
            self.numbers(arguments);
            self.arity(name, definition.arity, arguments.len(), span);
            if definition.speaks {
                self.speak(name, span);
            }
        } else if let Some(function) = function::function(name) {
            self.arguments(function, arguments, span);
        } else if !arguments.is_empty() && NAMED_SETS.contains(&(name, arguments.len())) {
            self.numbers(arguments);
        } else {
            let defined = self.definitions.keys().map(String::as_str).chain(function::names());
            let elsewhere = foreign::function(name).or_else(|| self.quantity_elsewhere(name));
            let help = elsewhere.map(Message::from).unwrap_or_else(|| {
                did_you_mean(name, defined, || message!("define it: `let {name}(...) = ...`"))
            });
            self.report("R021", span, format!("unknown function `{name}`"), help);
            self.plain(|c| {
                for argument in arguments {
                    c.infer(argument);
                }
            });
        }
    }

    /// Checks that a function of the language can take the arguments.
    fn arguments(&mut self, function: &Function, arguments: &[Expr], span: Span) {
        let Function { name, takes, passes_exact, .. } = *function;
        if name == "sqrt" && !self.scope.exact {
            let help = "it may stand inside `floor(...)`; or use `isqrt(n)`";
            self.report("R042", span, "`sqrt` need not give a whole number", help);
        }
        let exact = takes == Takes::Exact || self.scope.exact && passes_exact;
        for (place, argument) in arguments.iter().enumerate() {
            let kinds = takes.kinds(place, arguments.len());
            self.where_exact(exact, |c| c.one_of(kinds, argument));
        }
        if takes == Takes::Position {
            self.head(arguments.len(), span);
        } else if let Some(wanted) = takes.misses(arguments.len()) {
            self.arity(name, wanted, arguments.len(), span);
        }
    }

    fn arity(&mut self, name: &str, wanted: usize, found: usize, span: Span) {
        if wanted != found {
            let cause = format!("`{name}` takes {}, found {found}", count(wanted, "argument"));
            self.report("R027", span, cause, "give it as many arguments as it takes");
        }
    }

    fn head(&mut self, coordinates: usize, span: Span) {
        if !self.scope.board && !self.scope.turn {
            let cause = "`head(...)` has no meaning without a board";
            let help = "it is known in guards of turns and claims `on boards N`";
            self.report("R021", span, cause, help);
        } else if let Some(dimensions) = self.shape.dimensions() {
            self.arity("head", dimensions, coordinates, span);
        }
    }
}
