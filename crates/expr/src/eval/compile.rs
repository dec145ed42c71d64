//! Expressions to trees of operations.

use message::{Message, message};
use std::fmt::Display;

use super::apply::{self, Called};
use super::definitions::Definitions;
use super::op::{BinderOp, Body, Collection, ItemOp, Measure, Op};
use super::{End, Names, resolve};
use crate::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Span, Unary};
use crate::diagnostic::Diagnostic;
use crate::function::{self, Function, Meaning};
use crate::kind::Kind;
use crate::print::Unbraced;
use crate::substitute::is_members;

/// Greatest nesting; what the parser accepts is flatter.
const DEPTH_LIMIT: usize = 256;

/// Compiles the body of a program or a definition to what is wanted, if that matters. Also gives what it
/// is, a number or a condition.
pub(super) fn program(
    expr: &Expr,
    wanted: Option<Kind>,
    names: &Names,
    definitions: &Definitions,
    within_definition: bool,
) -> Result<(Body, Kind), Vec<Diagnostic>> {
    let mut compiler = Compiler::new(names, definitions, within_definition);
    let wanted = wanted.unwrap_or_else(|| match compiler.kind(expr) {
        Kind::Condition => Kind::Condition,
        _ => Kind::Number,
    });
    let op = compiler.expect(expr, wanted);
    Ok((compiler.finish(op)?, wanted))
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
        help: impl Into<Message>,
    ) -> Op {
        self.mistake(Diagnostic::new(code, message, at).help(help));
        Op::Const(0)
    }

    /// An integer.
    pub(super) fn integer(&mut self, expr: &Expr) -> Op {
        self.expect(expr, Kind::Number)
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &Expr) -> Op {
        self.expect(expr, Kind::Condition)
    }

    fn expect(&mut self, expr: &Expr, wanted: Kind) -> Op {
        let found = self.kind(expr);
        if found != wanted && found != Kind::Unknown {
            return self.mismatch(expr, expr.span, wanted);
        }
        self.deeper(expr, Op::Const(0), |c, expr| c.node(expr, wanted))
    }

    /// What it stands for.
    pub(super) fn kind(&self, expr: &Expr) -> Kind {
        expr.kind(&|e| {
            let (name, arguments) = e.named()?;
            if is_members(name, arguments) {
                return Some(Kind::Set);
            }
            if e.as_name().is_some() {
                if self.slot(name).is_some() {
                    return Some(Kind::Number);
                }
                if self.vector(name).is_some() {
                    return Some(Kind::List);
                }
                if let Some(constant) = self.names.constants.get(name) {
                    return Some(constant.kind());
                }
            }
            self.definitions.find(name).map(|(_, signature)| signature.kind)
        })
    }

    /// Notes that something is not what is wanted, in place of an operation. Of rules, whoever wrote
    /// them hears that from the checker, which says more.
    pub(super) fn mismatch(&mut self, found: impl Display, at: Span, wanted: Kind) -> Op {
        let message = format!("`{found}` is not {}", wanted.words());
        self.failed("R104", message, at, "see docs/rule-language.md")
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

    /// A number or a condition, whichever it is.
    fn node(&mut self, expr: &Expr, kind: Kind) -> Op {
        match &expr.node {
            Node::Int(value) => Op::Const(*value),
            Node::Bool(value) => Op::Const(i128::from(*value)),
            Node::Name(name) => self.name(name, expr.span),
            Node::Index(base, index) => {
                let list = self.list(base);
                Op::Index(Box::new((list, self.integer(index))))
            }
            Node::List(_)
            | Node::Slice(..)
            | Node::Set(_)
            | Node::Range(..)
            | Node::Fold(Fold::List | Fold::Set, _) => self.mismatch(expr, expr.span, kind),
            Node::Unary(Unary::Neg, operand) => match self.integer(operand) {
                // a literal is never negative, so its negative fits
                Op::Const(value) if value != i128::MIN => Op::Const(-value),
                operand => Op::Neg(Box::new(operand)),
            },
            Node::Unary(Unary::Not, operand) => Op::Not(Box::new(self.condition(operand))),
            Node::Binary(operator, left, right) => self.binary(*operator, left, right),
            Node::Compare(first, rest) => self.compare(first, rest),
            Node::Member(element, set) => {
                let element = self.integer(element);
                Op::Member(Box::new(element), Box::new(self.collection(set)))
            }
            Node::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let (yes, no) = (self.expect(yes, kind), self.expect(no, kind));
                match condition {
                    Op::Const(0) => no,
                    Op::Const(_) => yes,
                    condition => Op::If(Box::new((condition, yes, no))),
                }
            }
            Node::Call(name, arguments) => self.call(name, arguments, expr.span),
            Node::Fold(fold, items) => Op::Fold(*fold, self.items(*fold, items)),
            Node::Value(value) => self.value(value, expr.span),
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Op {
        let wanted = operator.takes((Kind::Number, Kind::Number));
        let operands = (self.expect(left, wanted), self.expect(right, wanted));
        if let (Op::Const(a), Op::Const(b)) = &operands
            && let Ok(value) = apply::binary(operator, *a, *b)
        {
            return Op::Const(value);
        }
        Op::Binary(operator, Box::new(operands))
    }

    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) -> Op {
        let [(comparison, right)] = rest else {
            let first = self.integer(first);
            let rest = rest.iter().map(|(operator, e)| (*operator, self.integer(e))).collect();
            return Op::Chain(Box::new(first), rest);
        };
        let kind = match (comparison, self.kind(first)) {
            (Comparison::Eq | Comparison::Ne, kind) if kind != Kind::Unknown => kind,
            _ => Kind::Number,
        };
        if kind.is_collection() {
            if self.kind(right) != kind {
                return self.mismatch(right, right.span, kind);
            }
            let both = (self.finite_collection(first), self.finite_collection(right));
            return Op::Equal(*comparison == Comparison::Eq, Box::new(both));
        }
        let (left, right) = (self.expect(first, kind), self.expect(right, kind));
        if let (Op::Const(a), Op::Const(b)) = (&left, &right) {
            return Op::Const(comparison.holds(a, b).into());
        }
        Op::Compare(*comparison, Box::new((left, right)))
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Op {
        if let Some((index, signature)) = self.definitions.find(name) {
            let arity = signature.arity;
            let compiled = arguments.iter().map(|a| self.integer(a)).collect();
            if arity != arguments.len() {
                return self.wrong_count(name, arity, arguments.len(), span);
            }
            return Op::Define(index, compiled);
        }
        let Some(function) = function::function(name).filter(|f| !f.is_root()) else {
            let message = format!("there is no function `{name}`");
            return self.failed("R102", message, span, "check the spelling");
        };
        match function.takes.misses(arguments.len()) {
            Some(wanted) => self.wrong_count(name, wanted, arguments.len(), span),
            None => self.call_function(function, arguments, span),
        }
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
            (Meaning::Three(value), [first, second, third]) => {
                let operands = [first, second, third].map(|e| self.integer(e));
                Op::Call3(Called { function, value }, Box::new(operands))
            }
            (Meaning::Many(reduction), [all]) if self.kind(all).is_collection() => {
                Op::OfAll(Measure::Reduce(reduction), Box::new(self.finite_collection(all)))
            }
            (Meaning::Many(reduction), _) => {
                Op::Reduce(reduction, arguments.iter().map(|a| self.integer(a)).collect())
            }
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
            _ => self.mismatch(function.name, span, Kind::Number),
        }
    }

    /// Notes that there are too many arguments or too few, in place of an operation.
    pub(super) fn wrong_count(&mut self, name: &str, wanted: usize, found: usize, at: Span) -> Op {
        let message = format!("`{name}` takes {wanted} arguments, not {found}");
        self.failed("R103", message, at, "give it as many")
    }

    /// The items of a comprehension, a list or a set.
    pub(super) fn items(&mut self, fold: Fold, items: &[Item]) -> Vec<ItemOp> {
        items.iter().map(|item| self.item(fold, item)).collect()
    }

    fn item(&mut self, fold: Fold, item: &Item) -> ItemOp {
        let (outer, slot) = (self.locals.len(), self.next_slot);
        self.depth += item.binders.len();
        self.height = self.height.max(self.depth);
        let mut binders: Vec<BinderOp> = Vec::new();
        for i in 0..item.binders.len() {
            binders.push(self.binder(&item.binders[i..], item.guard.as_ref(), fold == Fold::First));
        }
        let guard = item.guard.as_ref().map(|guard| self.condition(guard));
        let body = self.expect(&item.body, fold.takes());
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
        self.mistake(Diagnostic::new("R108", message, span).help(message!(
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
