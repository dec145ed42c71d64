//! Expression to program: names become slots, constants or definitions.

use super::function::Function;
use super::{Constant, GameArgument, Names};
use crate::ast::{
    Argument, Binary, Comparison, Expr, Fold, Item, Node, Quantity, Set, Span, Unary, ValueOf,
};
use crate::diagnostic::Diagnostic;
use arith::NumberSet;
use std::sync::Arc;

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) code: Code,
    /// Slots needed, bound variables included.
    pub(super) size: usize,
    pub(super) definitions: Definitions,
}

/// Compiled `let` definitions; they may call themselves and each other.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub(super) all: Arc<Vec<Definition>>,
}

#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) arity: usize,
    pub(super) code: Code,
    pub(super) size: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Code {
    Int(i128),
    Slot(usize),
    Neg(Box<Code>),
    Not(Box<Code>),
    Binary(Binary, Box<Code>, Box<Code>),
    Compare(Box<Code>, Vec<(Comparison, Code)>),
    Member(Box<Code>, SetCode),
    If(Box<Code>, Box<Code>, Box<Code>),
    /// Element of a list, counted from the last number.
    Element(ListCode, Box<Code>, i128),
    Apply(Function, Vec<Code>),
    /// `xor(h)`, `min(h)`, ...
    OverList(Fold, ListCode),
    Fold(Fold, Vec<ItemCode>),
    Floor(Box<Real>),
    Call(usize, Vec<Code>),
    Value(Quantity, Option<GameCode>, Option<Vec<Vec<Code>>>),
    Head(Vec<Code>),
}

#[derive(Clone, Debug)]
pub(super) struct ItemCode {
    pub(super) body: Code,
    pub(super) binders: Vec<(usize, SetCode)>,
    pub(super) guard: Option<Code>,
}

#[derive(Clone, Debug)]
pub(super) enum SetCode {
    Range(Box<Code>, Box<Code>),
    Elements(Vec<Code>),
    /// A set, with an upper limit when it is infinite and runs.
    Numbers(NumberSet, Option<Box<Code>>),
    Heads,
}

#[derive(Clone, Debug)]
pub(super) enum ListCode {
    Items(Vec<Code>),
    Constant(Vec<i128>),
    Slots(usize, usize),
    Zeckendorf(Box<Code>),
}

/// An element of a real quadratic field, inside `floor(...)`.
#[derive(Clone, Debug)]
pub(super) enum Real {
    Int(Code),
    Phi,
    Sqrt(Box<Real>),
    Neg(Box<Real>),
    Binary(Binary, Box<Real>, Box<Real>),
}

#[derive(Clone, Debug)]
pub(super) struct GameCode {
    pub(super) name: String,
    pub(super) arguments: Vec<(Option<String>, ArgumentCode)>,
}

#[derive(Clone, Debug)]
pub(super) enum ArgumentCode {
    Int(Code),
    Known(GameArgument),
}

impl Definitions {
    /// Compiles definitions, given as name, arguments and body; `names` gives the constants.
    ///
    /// # Errors
    /// Unknown names and wrong numbers of arguments.
    pub fn compile<'d>(
        definitions: impl Iterator<Item = (&'d str, &'d [String], &'d Expr)> + Clone,
        names: &Names,
    ) -> Result<Self, Vec<Diagnostic>> {
        let signatures: Vec<(String, usize)> =
            definitions.clone().map(|(name, args, _)| (name.to_owned(), args.len())).collect();
        let mut all = Vec::new();
        let mut mistakes = Vec::new();
        for (name, arguments, body) in definitions {
            let own = Names {
                slots: arguments.to_vec(),
                vectors: Vec::new(),
                constants: names.constants.clone(),
            };
            let mut compiler = Compiler::new(&own, &signatures);
            let code = compiler.code(body);
            mistakes.append(&mut compiler.mistakes);
            all.push(Definition {
                name: name.to_owned(),
                arity: arguments.len(),
                code,
                size: compiler.size,
            });
        }
        if mistakes.is_empty() { Ok(Self { all: Arc::new(all) }) } else { Err(mistakes) }
    }
}

impl Program {
    /// Compiles an expression.
    ///
    /// # Errors
    /// Unknown names, wrong numbers of arguments, endless ranges.
    pub fn compile(
        e: &Expr,
        names: &Names,
        definitions: &Definitions,
    ) -> Result<Self, Vec<Diagnostic>> {
        let signatures: Vec<(String, usize)> =
            definitions.all.iter().map(|d| (d.name.clone(), d.arity)).collect();
        let mut compiler = Compiler::new(names, &signatures);
        let code = compiler.code(e);
        if compiler.mistakes.is_empty() {
            Ok(Self { code, size: compiler.size, definitions: definitions.clone() })
        } else {
            Err(compiler.mistakes)
        }
    }
}

struct Compiler<'a> {
    names: &'a Names,
    definitions: &'a [(String, usize)],
    /// Bound variables, innermost last, with their slots.
    bound: Vec<(String, usize)>,
    next: usize,
    size: usize,
    mistakes: Vec<Diagnostic>,
}

impl<'a> Compiler<'a> {
    fn new(names: &'a Names, definitions: &'a [(String, usize)]) -> Self {
        let next = names.slots.len();
        Self { names, definitions, bound: Vec::new(), next, size: next, mistakes: Vec::new() }
    }

    fn mistake(&mut self, span: Span, message: String, help: &str) -> Code {
        self.mistakes.push(Diagnostic {
            code: "E001",
            message,
            span,
            label: String::new(),
            help: help.to_owned(),
        });
        Code::Int(0)
    }

    fn boxed(&mut self, e: &Expr) -> Box<Code> {
        Box::new(self.code(e))
    }

    fn all(&mut self, list: &[Expr]) -> Vec<Code> {
        list.iter().map(|e| self.code(e)).collect()
    }

    fn slot(&self, name: &str) -> Option<usize> {
        let bound = self.bound.iter().rev().find(|(n, _)| n == name).map(|(_, slot)| *slot);
        bound.or_else(|| self.names.slots.iter().rposition(|n| n == name))
    }

    fn code(&mut self, e: &Expr) -> Code {
        match &e.node {
            Node::Int(value) => Code::Int(*value),
            Node::Bool(value) => Code::Int(i128::from(*value)),
            Node::Name(name) => self.name(name, e.span),
            Node::Index(list, index) => {
                let base = match &list.node {
                    Node::Name(n) if self.names.vectors.iter().any(|v| v.name == *n) => 1,
                    _ => 0,
                };
                let index = self.boxed(index);
                match self.list(list) {
                    Some(list) => Code::Element(list, index, base),
                    None => self.mistake(list.span, "this is not a list".into(), "index a list"),
                }
            }
            Node::List(_) => {
                self.mistake(e.span, "a list stands where a number is needed".into(), "index it")
            }
            Node::Unary(Unary::Neg, a) => Code::Neg(self.boxed(a)),
            Node::Unary(Unary::Not, a) => Code::Not(self.boxed(a)),
            Node::Binary(op, a, b) => Code::Binary(*op, self.boxed(a), self.boxed(b)),
            Node::Compare(first, rest) => Code::Compare(
                self.boxed(first),
                rest.iter().map(|(op, right)| (*op, self.code(right))).collect(),
            ),
            Node::Member(a, set) => {
                let a = self.boxed(a);
                Code::Member(a, self.set(set, None))
            }
            Node::If(c, a, b) => Code::If(self.boxed(c), self.boxed(a), self.boxed(b)),
            Node::Call(name, arguments) => self.call(name, arguments, e.span),
            Node::Fold(kind, items) => {
                Code::Fold(*kind, items.iter().map(|item| self.item(item)).collect())
            }
            Node::Value(value) => self.value(value),
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Code {
        if let Some(slot) = self.slot(name) {
            return Code::Slot(slot);
        }
        match self.names.constants.get(name) {
            Some(Constant::Int(value)) => Code::Int(*value),
            Some(_) => {
                let message = format!("`{name}` is not a number");
                self.mistake(span, message, "use it where a list, set or game is expected")
            }
            None => {
                let help = "names are coordinates, parameters and variables bound by `for`";
                self.mistake(span, format!("`{name}` is not known here"), help)
            }
        }
    }

    fn list(&mut self, e: &Expr) -> Option<ListCode> {
        match &e.node {
            Node::List(items) => {
                let items = self.all(items);
                let constants: Option<Vec<i128>> = items
                    .iter()
                    .map(|c| match c {
                        Code::Int(value) => Some(*value),
                        Code::Neg(inner) => match **inner {
                            Code::Int(value) => Some(-value),
                            _ => None,
                        },
                        _ => None,
                    })
                    .collect();
                Some(constants.map_or(ListCode::Items(items), ListCode::Constant))
            }
            Node::Name(name) => {
                if let Some(vector) = self.names.vectors.iter().find(|v| v.name == *name) {
                    return Some(ListCode::Slots(vector.first, vector.length));
                }
                match self.names.constants.get(name) {
                    Some(Constant::List(values)) => Some(ListCode::Constant(values.clone())),
                    _ => None,
                }
            }
            Node::Call(name, arguments) if name == "zeckendorf" => match &arguments[..] {
                [n] => Some(ListCode::Zeckendorf(self.boxed(n))),
                _ => None,
            },
            _ => None,
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Code {
        if let Some(index) = self.definitions.iter().position(|(n, _)| n == name) {
            let arity = self.definitions[index].1;
            if arity != arguments.len() {
                let message = format!("`{name}` takes {arity} arguments, not {}", arguments.len());
                return self.mistake(span, message, "match its definition");
            }
            return Code::Call(index, self.all(arguments));
        }
        if let [only] = arguments {
            let fold = match name {
                "xor" => Some(Fold::Xor),
                "sum" => Some(Fold::Sum),
                "min" => Some(Fold::Min),
                "max" => Some(Fold::Max),
                "mex" => Some(Fold::Mex),
                _ => None,
            };
            if let Some(fold) = fold {
                return match self.list(only) {
                    Some(list) => Code::OverList(fold, list),
                    None => self.mistake(
                        only.span,
                        format!("`{name}` of one argument needs a vector or a list"),
                        "use braces for a range: `sum{k for k in 1..n}`",
                    ),
                };
            }
        }
        if name == "head" {
            return Code::Head(self.all(arguments));
        }
        if let ("floor", [inner]) = (name, arguments) {
            return Code::Floor(Box::new(self.real(inner)));
        }
        match Function::from_name(name) {
            Some((function, arity)) if arity == arguments.len() => {
                Code::Apply(function, self.all(arguments))
            }
            Some((function @ (Function::Min | Function::Max), _)) if arguments.len() > 2 => {
                let mut arguments = self.all(arguments).into_iter();
                let first = arguments.next().unwrap_or(Code::Int(0));
                arguments.fold(first, |a, b| Code::Apply(function, vec![a, b]))
            }
            Some((_, arity)) => {
                let message = format!("`{name}` takes {arity} arguments, not {}", arguments.len());
                self.mistake(span, message, "see the rule language reference")
            }
            None => {
                let help = "see the functions in the rule language reference, or define it by `let`";
                self.mistake(span, format!("there is no function `{name}`"), help)
            }
        }
    }

    /// Inside `floor`: `/` is exact division, `sqrt` and `phi` are known.
    fn real(&mut self, e: &Expr) -> Real {
        match &e.node {
            Node::Name(name) if name == "phi" && self.slot("phi").is_none() => Real::Phi,
            Node::Call(name, arguments) if name == "sqrt" && arguments.len() == 1 => {
                Real::Sqrt(Box::new(self.real(&arguments[0])))
            }
            Node::Unary(Unary::Neg, a) => Real::Neg(Box::new(self.real(a))),
            Node::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul | Binary::Div), a, b) => {
                Real::Binary(*op, Box::new(self.real(a)), Box::new(self.real(b)))
            }
            _ => Real::Int(self.code(e)),
        }
    }

    fn item(&mut self, item: &Item) -> ItemCode {
        let (depth, next) = (self.bound.len(), self.next);
        let mut binders = Vec::new();
        for binder in &item.binders {
            let slot = self.next;
            // The limit of an endless set may not use the variable itself.
            let limit = item.guard.as_ref().and_then(|g| upper_limit(g, &binder.name));
            let set = self.set(&binder.set, limit);
            if let SetCode::Numbers(set, None) = &set
                && !set.is_finite()
            {
                let message = format!("`{}` runs over {set}, which has no end", binder.name);
                let help = format!("add a condition such as `if {} <= n`", binder.name);
                self.mistake(binder.span, message, &help);
            }
            binders.push((slot, set));
            self.next += 1;
            self.size = self.size.max(self.next);
            self.bound.push((binder.name.clone(), slot));
        }
        let guard = item.guard.as_ref().map(|g| self.code(g));
        let body = self.code(&item.body);
        self.bound.truncate(depth);
        self.next = next;
        ItemCode { body, binders, guard }
    }

    fn set(&mut self, set: &Set, limit: Option<&Expr>) -> SetCode {
        match set {
            Set::Range(lo, hi) => SetCode::Range(self.boxed(lo), self.boxed(hi)),
            Set::Elements(items) => SetCode::Elements(self.all(items)),
            Set::Named(name, arguments, span) => {
                if name == "heads" {
                    return SetCode::Heads;
                }
                let numbers = match self.names.constants.get(name) {
                    Some(Constant::Set(set)) => Some(set.clone()),
                    _ => self.number_set(name, arguments),
                };
                let Some(numbers) = numbers else {
                    let help = "sets are `{1, 3}`, `1..n`, primes, squares, powers(2), ...";
                    self.mistake(*span, format!("there is no set `{name}`"), help);
                    return SetCode::Elements(Vec::new());
                };
                SetCode::Numbers(numbers, limit.map(|e| self.boxed(e)))
            }
        }
    }

    fn number_set(&mut self, name: &str, arguments: &[Expr]) -> Option<NumberSet> {
        match (name, arguments) {
            ("powers", [base]) => match self.code(base) {
                Code::Int(base) => i64::try_from(base).ok().map(NumberSet::Powers),
                _ => None,
            },
            (name, []) => NumberSet::from_name(name),
            _ => None,
        }
    }

    fn value(&mut self, value: &ValueOf) -> Code {
        let game = value.game.as_ref().map(|game| {
            let name = match self.names.constants.get(&game.name) {
                Some(Constant::Game(name)) => name.clone(),
                _ => game.name.clone(),
            };
            let arguments = game
                .arguments
                .iter()
                .map(|(name, argument)| (name.clone(), self.argument(argument)))
                .collect();
            GameCode { name, arguments }
        });
        let position = value.position.as_ref().map(|sum| sum.iter().map(|p| self.all(p)).collect());
        Code::Value(value.quantity, game, position)
    }

    fn argument(&mut self, argument: &Argument) -> ArgumentCode {
        match argument {
            Argument::Game(name) => ArgumentCode::Known(GameArgument::Word(name.clone())),
            Argument::Set(set) => match self.set(set, None) {
                SetCode::Numbers(set, _) => ArgumentCode::Known(GameArgument::Set(set)),
                SetCode::Elements(items) => {
                    let values = items.iter().filter_map(|c| match c {
                        Code::Int(value) => i64::try_from(*value).ok(),
                        _ => None,
                    });
                    ArgumentCode::Known(GameArgument::Set(NumberSet::finite(values)))
                }
                _ => {
                    let help = "give a set such as {1, 3}";
                    self.mistake(Span::default(), "a set argument must be listed".into(), help);
                    ArgumentCode::Known(GameArgument::Int(0))
                }
            },
            Argument::Expr(Expr { node: Node::Name(name), .. }) if self.slot(name).is_none() => {
                match self.names.constants.get(name) {
                    Some(Constant::Int(value)) => ArgumentCode::Int(Code::Int(*value)),
                    Some(Constant::Set(set)) => {
                        ArgumentCode::Known(GameArgument::Set(set.clone()))
                    }
                    Some(Constant::Game(game)) => {
                        ArgumentCode::Known(GameArgument::Word(game.clone()))
                    }
                    _ => ArgumentCode::Known(GameArgument::Word(name.clone())),
                }
            }
            Argument::Expr(e) => ArgumentCode::Int(self.code(e)),
        }
    }
}

/// `e` when the guard has a conjunct `name <= e`, `name < e` or `name = e`.
fn upper_limit<'g>(guard: &'g Expr, name: &str) -> Option<&'g Expr> {
    let is_name = |e: &Expr| matches!(&e.node, Node::Name(n) if n == name);
    match &guard.node {
        Node::Binary(Binary::And, a, b) => upper_limit(a, name).or_else(|| upper_limit(b, name)),
        Node::Compare(first, rest) => {
            let mut left = &**first;
            for (op, right) in rest {
                match op {
                    Comparison::Le | Comparison::Lt | Comparison::Eq if is_name(left) => {
                        return Some(right);
                    }
                    Comparison::Ge | Comparison::Gt | Comparison::Eq if is_name(right) => {
                        return Some(left);
                    }
                    _ => left = right,
                }
            }
            None
        }
        _ => None,
    }
}
