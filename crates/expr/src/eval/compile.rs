//! Expressions to trees of operations.

use std::fmt::Display;

use super::apply::{self, Called};
use super::definitions::Definitions;
use super::op::{BinderOp, Body, Collection, ItemOp, Measure, Op};
use super::{End, Names, resolve};
use crate::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Span, Unary};
use crate::diagnostic::Diagnostic;
use crate::function::{self, Function, Gives, Meaning, Reduction, Takes};
use crate::print::Unbraced;
use crate::substitute::MEMBERS;

/// What a number or a condition is, and no list and no set.
pub(super) const SINGLE: &str = "a single value";
/// Greatest nesting; what the parser accepts is flatter.
const DEPTH_LIMIT: usize = 256;

/// What a compiled tree gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Integer,
    Condition,
}

impl Type {
    pub(super) fn of(is_condition: bool) -> Self {
        if is_condition { Self::Condition } else { Self::Integer }
    }
}

/// How many integers the value of an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// One integer or condition.
    Single,
    /// Integers in order.
    List,
    /// Distinct integers.
    Set,
}

/// Compiles the body of a program; `condition` says what it must be, if that matters. Also gives
/// whether it is a condition.
pub(super) fn program(
    expr: &Expr,
    condition: Option<bool>,
    names: &Names,
    definitions: &Definitions,
) -> Result<(Body, bool), Vec<Diagnostic>> {
    let mut compiler = Compiler::new(names, definitions, false);
    let (op, found) = match condition {
        Some(condition) => {
            let wanted = Type::of(condition);
            (compiler.expect(expr, wanted), wanted)
        }
        None => compiler.scalar(expr),
    };
    Ok((compiler.finish(op)?, found == Type::Condition))
}

/// Compiles the set of the first of some binders to an item whose values are its elements.
pub(super) fn choices(
    binders: &[Binder],
    guard: Option<&Expr>,
    names: &Names,
    definitions: &Definitions,
) -> Result<(ItemOp, Body), Vec<Diagnostic>> {
    let mut compiler = Compiler::new(names, definitions, false);
    compiler.height = 1;
    let binder = compiler.binder(binders, guard, false);
    let value = Op::Slot(binder.slot);
    let item = ItemOp { binders: vec![binder], guard: None, body: value.clone() };
    Ok((item, compiler.finish(value)?))
}

/// Compiles the body of a definition.
pub(super) fn definition(
    body: &Expr,
    is_condition: bool,
    names: &Names,
    definitions: &Definitions,
) -> Result<Body, Vec<Diagnostic>> {
    let mut compiler = Compiler::new(names, definitions, true);
    let op = compiler.expect(body, Type::of(is_condition));
    compiler.finish(op)
}

/// State of a compilation: names in scope and mistakes so far. A mistake leaves a constant in
/// place of the part, so that the rest is checked too.
pub(super) struct Compiler<'a> {
    pub(super) names: &'a Names,
    pub(super) definitions: &'a Definitions,
    /// In a definition the position and the board at hand are unknown.
    pub(super) within_definition: bool,
    /// Variables of comprehensions, innermost last.
    pub(super) locals: Vec<(String, usize)>,
    next_slot: usize,
    slots: usize,
    depth: usize,
    height: usize,
    mistakes: Vec<Diagnostic>,
}

impl<'a> Compiler<'a> {
    fn new(names: &'a Names, definitions: &'a Definitions, within_definition: bool) -> Self {
        let ends = names.vectors.iter().map(|(_, first, length)| first + length);
        let slots = ends.chain([names.slots.len()]).max().unwrap_or(0);
        Self {
            names,
            definitions,
            within_definition,
            locals: Vec::new(),
            next_slot: slots,
            slots,
            depth: 0,
            height: 0,
            mistakes: Vec::new(),
        }
    }

    fn finish(self, op: Op) -> Result<Body, Vec<Diagnostic>> {
        if self.mistakes.is_empty() {
            return Ok(Body { op, slots: self.slots, height: self.height });
        }
        Err(self.mistakes)
    }

    /// Notes a mistake.
    pub(super) fn mistake(&mut self, diagnostic: Diagnostic) {
        self.mistakes.push(diagnostic);
    }

    /// Notes a mistake in place of an operation.
    pub(super) fn failed(
        &mut self,
        code: &'static str,
        message: String,
        at: Span,
        help: &str,
    ) -> Op {
        self.mistake(Diagnostic::new(code, message, at).help(help));
        Op::Const(0)
    }

    /// An integer.
    pub(super) fn integer(&mut self, expr: &Expr) -> Op {
        self.expect(expr, Type::Integer)
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &Expr) -> Op {
        self.expect(expr, Type::Condition)
    }

    fn expect(&mut self, expr: &Expr, wanted: Type) -> Op {
        let before = self.mistakes.len();
        let (op, found) = self.scalar(expr);
        if found == wanted || self.mistakes.len() > before {
            return op;
        }
        let wanted = match wanted {
            Type::Integer => "a number",
            Type::Condition => "a condition",
        };
        self.mismatch(expr, expr.span, wanted)
    }

    /// Notes that something is not what is wanted, in place of an operation. Of rules, whoever wrote
    /// them hears that from the checker, which says more.
    pub(super) fn mismatch(&mut self, found: impl Display, at: Span, wanted: &str) -> Op {
        self.failed("R104", format!("`{found}` is not {wanted}"), at, "see docs/rule-language.md")
    }

    /// An integer or a condition.
    pub(super) fn scalar(&mut self, expr: &Expr) -> (Op, Type) {
        self.deeper(expr, (Op::Const(0), Type::Integer), Self::node)
    }

    /// What `compile` makes of an expression one level deeper, or `otherwise`, with a mistake noted,
    /// when that is too deep.
    pub(super) fn deeper<T>(
        &mut self,
        expr: &Expr,
        otherwise: T,
        compile: impl FnOnce(&mut Self, &Expr) -> T,
    ) -> T {
        if self.depth >= DEPTH_LIMIT {
            let message = "the expression is nested too deeply".to_owned();
            self.failed("R109", message, expr.span, "name parts of it with `let`");
            return otherwise;
        }
        self.depth += 1;
        self.height = self.height.max(self.depth);
        let compiled = compile(self, expr);
        self.depth -= 1;
        compiled
    }

    fn node(&mut self, expr: &Expr) -> (Op, Type) {
        let op = match &expr.node {
            Node::Int(value) => Op::Const(*value),
            Node::Bool(value) => return (Op::Const(i128::from(*value)), Type::Condition),
            Node::Name(name) => return self.name(name, expr.span),
            Node::Index(base, index) => {
                let list = self.list(base);
                Op::Index(Box::new((list, self.integer(index))))
            }
            Node::List(_)
            | Node::Slice(..)
            | Node::Set(_)
            | Node::Range(..)
            | Node::Fold(Fold::List | Fold::Set, _) => self.mismatch(expr, expr.span, SINGLE),
            Node::Unary(Unary::Neg, operand) => match self.integer(operand) {
                // a literal is never negative, so its negative fits
                Op::Const(value) if value != i128::MIN => Op::Const(-value),
                operand => Op::Neg(Box::new(operand)),
            },
            Node::Unary(Unary::Not, operand) => {
                return (Op::Not(Box::new(self.condition(operand))), Type::Condition);
            }
            Node::Binary(Binary::Add | Binary::Sub | Binary::BitAnd, ..) | Node::If(..)
                if self.extent(expr) != Extent::Single =>
            {
                self.mismatch(expr, expr.span, SINGLE)
            }
            Node::Binary(operator, left, right) => return self.binary(*operator, left, right),
            Node::Compare(first, rest) => return (self.compare(first, rest), Type::Condition),
            Node::Member(element, set) => {
                let element = self.integer(element);
                let op = Op::Member(Box::new(element), Box::new(self.collection(set)));
                return (op, Type::Condition);
            }
            Node::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let (yes, found) = self.scalar(yes);
                let no = self.expect(no, found);
                let op = match condition {
                    Op::Const(0) => no,
                    Op::Const(_) => yes,
                    condition => Op::If(Box::new((condition, yes, no))),
                };
                return (op, found);
            }
            Node::Call(name, arguments) => return self.call(name, arguments, expr.span),
            Node::Fold(fold, items) => return self.fold(*fold, items),
            Node::Value(value) if value.of_options => self.mismatch(expr, expr.span, SINGLE),
            Node::Value(value) => {
                let op = self.value(value, expr.span);
                return (op, Type::of(value.quantity.is_condition()));
            }
        };
        (op, Type::Integer)
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> (Op, Type) {
        let wanted = Type::of(operator.is_connective());
        let operands = (self.expect(left, wanted), self.expect(right, wanted));
        if let (Op::Const(a), Op::Const(b)) = &operands
            && let Ok(value) = apply::binary(operator, *a, *b)
        {
            return (Op::Const(value), wanted);
        }
        (Op::Binary(operator, Box::new(operands)), wanted)
    }

    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) -> Op {
        if let [(comparison, right)] = rest
            && (self.extent(first) != Extent::Single || self.extent(right) != Extent::Single)
        {
            return self.compare_collections(*comparison, first, right);
        }
        let (left, mut found) = self.scalar(first);
        if let [(Comparison::Eq | Comparison::Ne, _)] = rest {
            // two conditions may be compared as well
        } else if found == Type::Condition {
            self.mismatch(first, first.span, "a number");
            found = Type::Integer;
        }
        if let [(comparison, right)] = rest {
            let right = self.expect(right, found);
            if let (Op::Const(a), Op::Const(b)) = (&left, &right) {
                return Op::Const(comparison.holds(a, b).into());
            }
            return Op::Compare(*comparison, Box::new((left, right)));
        }
        let rest = rest.iter().map(|(c, operand)| (*c, self.integer(operand))).collect();
        Op::Chain(Box::new(left), rest)
    }

    /// Two lists or two sets compared.
    fn compare_collections(&mut self, comparison: Comparison, first: &Expr, right: &Expr) -> Op {
        let equal = match comparison {
            Comparison::Eq => true,
            Comparison::Ne => false,
            _ => return self.mismatch(first, first.span.to(right.span), "a number"),
        };
        if self.extent(first) != self.extent(right) {
            return self.mismatch(right, right.span, &format!("as many numbers as `{first}`"));
        }
        Op::Equal(equal, Box::new((self.finite_collection(first), self.finite_collection(right))))
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> (Op, Type) {
        if let Some((index, signature)) = self.definitions.find(name) {
            let (arity, found) = (signature.arity, Type::of(signature.is_condition));
            let compiled = arguments.iter().map(|a| self.integer(a)).collect();
            let op = match self.check_arity(name, arity, arguments.len(), span) {
                true => Op::Define(index, compiled),
                false => Op::Const(0),
            };
            return (op, found);
        }
        let function = match function::function(name) {
            Some(function) if !function.is_root() => function,
            None if name == MEMBERS => return (self.mismatch(name, span, SINGLE), Type::Integer),
            _ => {
                let message = format!("there is no function `{name}`");
                return (self.failed("R102", message, span, "check the spelling"), Type::Integer);
            }
        };
        let wanted = match function.takes {
            Takes::Numbers(count) => Some(count),
            Takes::ThenLists(count) => Some(count + 2),
            Takes::Exact | Takes::Collection => Some(1),
            Takes::Many | Takes::Position | Takes::List | Takes::Parts => None,
        };
        let gives = Type::of(function.is_condition());
        if function.gives != Gives::List
            && let Some(wanted) = wanted
            && !self.check_arity(name, wanted, arguments.len(), span)
        {
            return (Op::Const(0), gives);
        }
        (self.call_function(function, arguments, span), gives)
    }

    /// A call of a function with as many arguments as it takes.
    fn call_function(&mut self, function: &'static Function, arguments: &[Expr], span: Span) -> Op {
        match (function.meaning, arguments) {
            (Meaning::One(value), [argument]) => {
                let called = Called { function, value };
                match self.integer(argument) {
                    Op::Const(x) if value(x).is_ok() => Op::Const(value(x).unwrap_or_default()),
                    argument => Op::Call1(called, Box::new(argument)),
                }
            }
            (Meaning::Two(value), [left, right]) => {
                let operands = (self.integer(left), self.integer(right));
                if let (Op::Const(x), Op::Const(y)) = &operands
                    && let Ok(value) = value(*x, *y)
                {
                    return Op::Const(value);
                }
                Op::Call2(Called { function, value }, Box::new(operands))
            }
            (Meaning::Many(reduction), _) => self.reduce(function.name, reduction, arguments, span),
            (Meaning::Floor, [argument]) => self.floor(argument),
            (Meaning::Head, _) => {
                self.refuse_in_definition("head", span);
                Op::Head(arguments.iter().map(|a| self.integer(a)).collect())
            }
            (Meaning::Lists(_), [numbers @ .., first, second]) => {
                let numbers = numbers.iter().map(|a| self.integer(a)).collect();
                let lists = (self.finite_collection(first), self.finite_collection(second));
                Op::Listed(function, numbers, Box::new(lists))
            }
            (Meaning::Size, [all]) => {
                Op::OfAll(Measure::Size, Box::new(self.finite_collection(all)))
            }
            (Meaning::Mex, [all]) => Op::OfAll(Measure::Mex, Box::new(self.finite_collection(all))),
            _ => self.mismatch(function.name, span, SINGLE),
        }
    }

    pub(super) fn check_arity(
        &mut self,
        name: &str,
        wanted: usize,
        found: usize,
        span: Span,
    ) -> bool {
        if wanted != found {
            let message = format!("`{name}` takes {wanted} arguments, not {found}");
            self.failed("R103", message, span, "give it as many");
        }
        wanted == found
    }

    fn reduce(&mut self, name: &str, reduction: Reduction, arguments: &[Expr], span: Span) -> Op {
        match arguments {
            [] => {
                self.check_arity(name, 1, 0, span);
                Op::Const(0)
            }
            [all] if self.extent(all) != Extent::Single => {
                Op::OfAll(Measure::Reduce(reduction), Box::new(self.finite_collection(all)))
            }
            _ => Op::Reduce(reduction, arguments.iter().map(|a| self.integer(a)).collect()),
        }
    }

    fn fold(&mut self, fold: Fold, items: &[Item]) -> (Op, Type) {
        let items = self.items(fold, items);
        (Op::Fold(fold, items), Type::of(matches!(fold, Fold::Any | Fold::All)))
    }

    /// The items of a comprehension, a list or a set.
    pub(super) fn items(&mut self, fold: Fold, items: &[Item]) -> Vec<ItemOp> {
        let wanted = Type::of(matches!(fold, Fold::Count | Fold::Any | Fold::All));
        items.iter().map(|item| self.item(fold, item, wanted)).collect()
    }

    fn item(&mut self, fold: Fold, item: &Item, wanted: Type) -> ItemOp {
        let (outer, slot) = (self.locals.len(), self.next_slot);
        self.depth += item.binders.len();
        self.height = self.height.max(self.depth);
        let mut binders: Vec<BinderOp> = Vec::new();
        for i in 0..item.binders.len() {
            binders.push(self.binder(&item.binders[i..], item.guard.as_ref(), fold == Fold::First));
        }
        let guard = item.guard.as_ref().map(|guard| self.condition(guard));
        let body = self.expect(&item.body, wanted);
        self.depth -= item.binders.len();
        self.locals.truncate(outer);
        self.next_slot = slot;
        ItemOp { binders, guard, body }
    }

    /// The first of some binders; from here on its variable is known.
    fn binder(
        &mut self,
        binders: &[Binder],
        guard: Option<&Expr>,
        may_be_endless: bool,
    ) -> BinderOp {
        let binder = &binders[0];
        let set = self.collection(&binder.set);
        let later: Vec<&str> = binders.iter().map(|b| b.name.as_str()).collect();
        let bound = |end| guard.and_then(|guard| resolve::bound(end, guard, &binder.name, &later));
        let (mut least, mut most) = (None, None);
        if let Collection::Range(..) = &set {
            (least, most) = (bound(End::Lower), bound(End::Upper));
        } else if set.is_endless() {
            most = bound(End::Upper);
            // only named sets know their next element
            let is_named = matches!(set, Collection::Numbers(_) | Collection::Powers(_));
            if !is_named || (most.is_none() && !may_be_endless) {
                self.endless(&binder.name, &binder.set, binder.span);
            }
        }
        let [least, most] = [least, most].map(|bound| self.quietly(&bound?));
        let slot = self.next_slot;
        self.next_slot += 1;
        self.slots = self.slots.max(self.next_slot);
        self.locals.push((binder.name.clone(), slot));
        BinderOp { slot, set, least, most }
    }

    /// An integer that a condition names; the condition itself has what mistakes there are.
    fn quietly(&mut self, e: &Expr) -> Option<Op> {
        let before = self.mistakes.len();
        let op = self.integer(e);
        let is_sound = self.mistakes.len() == before;
        self.mistakes.truncate(before);
        is_sound.then_some(op)
    }

    fn endless(&mut self, name: &str, set: &Expr, span: Span) {
        let message = format!("`{}` has no end", Unbraced(set));
        self.mistake(Diagnostic::new("R108", message, span).help(format!(
            "run over a named set and bound the variable, as in `if {name} <= 100`"
        )));
    }

    /// Notes that something at hand is not known inside a definition.
    pub(super) fn refuse_in_definition(&mut self, what: &str, span: Span) {
        if self.within_definition {
            let message = format!("`{what}` has no meaning inside a definition");
            let help = "a definition knows its arguments and the parameters only; pass it what it \
                        needs, or name the position";
            self.failed("R107", message, span, help);
        }
    }
}
