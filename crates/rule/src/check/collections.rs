//! Sets, lists, and the quantifiers that run over them.

use expr::ast::{Binder, Expr, Fold, Item, NAMED_SETS, Node, Span};
use expr::function::function;
use expr::kind::Kind;
use expr::suggest::one_of;
use expr::words::count;
use message::message;

use super::{Checker, Layout};
use crate::foreign;

impl Checker<'_> {
    /// Checks the number of an entry of a row, as far as it is written as a number.
    pub(super) fn entry(&mut self, row: &str, index: &Expr) {
        let length = match &self.shape {
            Layout::Heaps(name) if name == row => None,
            shape => match shape.axis(row) {
                Some(axis) if axis.kind == Kind::List => axis.length,
                _ => return,
            },
        };
        let Some(number) = index.literal() else { return };
        let last = length.map_or_else(String::new, |length| length.to_string());
        if number < 1 || length.is_some_and(|length| number > length) {
            let cause = format!("the row `{row}` has no entry {number}");
            let help = message!("its entries are numbered 1..{last}");
            self.report("R055", index.span, cause, help);
        }
    }

    /// Checks what stands after `in`; an empty set is reported at `near`.
    pub(super) fn set(&mut self, set: &Expr, near: Span) {
        if let Node::Set(elements) = &set.node
            && elements.is_empty()
        {
            return self.report("R050", near, "the set is empty", "list its elements: `{1, 3}`");
        }
        if let Some((name, arguments)) = set.named() {
            return self.named_set(set, name, arguments);
        }
        let found = self.infer(set);
        if !matches!(found, Kind::Set | Kind::List | Kind::Unknown) {
            let cause = format!("`{set}` is {}, not a set", found.words());
            self.report("R025", set.span, cause, message!("a range is written `1..{set}`"));
        }
    }

    /// Checks the ends of a range.
    pub(super) fn range(&mut self, lo: &Expr, hi: &Expr) {
        self.number(lo);
        self.number(hi);
        if let (Some(least), Some(most)) = (lo.literal(), hi.literal())
            && least > most
        {
            let cause = format!("the range {lo}..{hi} is empty");
            let help = message!("ranges go upwards: `{hi}..{lo}`");
            self.report("R051", lo.span.to(hi.span), cause, help);
        }
    }

    fn named_set(&mut self, set: &Expr, name: &str, arguments: &[Expr]) {
        let span = set.span;
        if let Some(entry) = self.scope.find(name) {
            let kind = entry.kind;
            arguments.iter().for_each(|e| self.number(e));
            if !matches!(kind, Kind::Set | Kind::List) {
                let cause = format!("`{name}` is {}, not a set", kind.words());
                self.report("R025", span, cause, message!("a range is written `1..{name}`"));
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
        // A function that gives a list: `for k in zeckendorf(n)`.
        if matches!(function(name).map(|f| f.gives), Some(Kind::List)) && !arguments.is_empty() {
            self.infer(set);
            return;
        }
        arguments.iter().for_each(|e| self.number(e));
        if name == "heads" {
            if !self.scope.board {
                let cause = "`heads` has no meaning without a board";
                self.report("R025", span, cause, "it is known in claims `on boards N`");
            }
            return;
        }
        let Some((_, arity)) = NAMED_SETS.iter().find(|(known, _)| *known == name) else {
            let named: Vec<&str> = self.scope.names(&[Kind::Set, Kind::List]).collect();
            let known = NAMED_SETS.iter().map(|(known, _)| *known).chain(named);
            let all: Vec<&str> = known.collect();
            let help = foreign::set(name).unwrap_or_else(|| {
                one_of(name, &all, |all| message!("write `a..b`, `{{a, b}}`, or one of {all}"))
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

    /// Checks an item of a fold, list or set.
    pub(super) fn item(&mut self, fold: Fold, item: &Item) {
        self.scoped(|c| {
            c.scope.quantifiable = true;
            c.binders(item.binders.iter());
            c.one_of(&[fold.takes()], &item.body);
            if let Some(guard) = &item.guard {
                c.condition(guard);
            }
        });
    }
}
