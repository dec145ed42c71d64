//! Exact evaluation of rule expressions: the bridge to `expr::eval`.

use crate::term::{List, Term};
use expr::ast::{Binder, Expr, Node};
use expr::diagnostic::Diagnostic;
use expr::eval::{Choices, Context, Definitions, EvalError, Frame, Let, Names, Program};
use expr::substitute::Bindings;
use expr::walk;
use hashbrown::HashMap;
use rule::ast::Definition;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Positions that one move may leave side by side.
pub const MAX_PARTS: usize = 1 << 22;

/// The definitions of a rule, ready for programs that call them.
#[derive(Debug)]
pub struct Exact {
    definitions: Definitions,
    /// As they stand in the rule.
    written: Vec<Definition>,
    lists: Mutex<HashMap<String, List>>,
}

impl Exact {
    /// At most this many lists are kept.
    const MAX_LISTS: usize = 16;

    /// The definitions of a rule.
    ///
    /// # Errors
    /// A definition that says nothing, as a mistake in the rule.
    pub fn new(written: &[Definition]) -> Result<Self, Vec<Diagnostic>> {
        let lets: Vec<Let<'_>> = written.iter().map(Let::from).collect();
        let definitions = Definitions::compile(&lets, &BTreeMap::new())?;
        Ok(Self { definitions, written: written.to_vec(), lists: Mutex::default() })
    }

    /// What a call of a definition stands for, where that is at most so many expressions without bound
    /// variables: the body with the arguments in it, whether or not they have a value.
    pub fn opened(&self, call: &Expr, most: usize) -> Option<Expr> {
        let Node::Call(name, arguments) = &call.node else { return None };
        let number = self.written.iter().position(|d| d.name == *name)?;
        let Definition { arguments: names, body, .. } = &self.written[number];
        let is_plain = |e: &Expr| match &e.node {
            Node::Fold(..) | Node::Value(_) => false,
            Node::Name(n) => names.contains(n),
            // Only those before it, so that opening ends.
            Node::Call(f, _) => self.written[number..].iter().all(|d| d.name != *f),
            _ => true,
        };
        if arguments.len() != names.len() || !walk::within(body).all(is_plain) {
            return None;
        }
        let opened = Bindings::of(names.iter().cloned().zip(arguments.iter().cloned())).expr(body);
        (walk::within(&opened).take(most + 1).count() <= most).then_some(opened)
    }

    /// Compiles an expression over the named slots.
    pub fn program(&self, e: &Expr, slots: &[String]) -> Result<Program, Vec<Diagnostic>> {
        let names = Names { slots: slots.to_vec(), ..Names::default() };
        Program::compile(e, &names, &self.definitions)
    }

    /// Compiles a list or set of numbers over the named slots.
    pub fn elements(&self, e: &Expr, slots: &[String]) -> Result<Elements, Vec<Diagnostic>> {
        let names = Names { slots: slots.to_vec(), ..Names::default() };
        let binder = Binder { name: String::new(), set: e.clone(), span: e.span };
        let said = |mistake: Diagnostic| match mistake.code {
            "R108" => mistake.help("say how far it goes: `{s for s in squares if s < n}`"),
            _ => mistake,
        };
        Choices::compile(&[binder], None, &names, &self.definitions)
            .map(Elements)
            .map_err(|mistakes| mistakes.into_iter().map(said).collect())
    }

    /// The list of that name, which must determine it, made unless it is kept; `None` where it cannot be
    /// made.
    pub fn list(&self, name: String, make: impl FnOnce() -> Option<Vec<i64>>) -> Option<List> {
        let lists = || self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = lists().get(&name).cloned();
        if kept.is_some() {
            return kept;
        }
        let list = List::from(make()?);
        let mut lists = lists();
        if lists.len() == Self::MAX_LISTS {
            lists.clear();
        }
        lists.insert(name, list.clone());
        Some(list)
    }
}

/// A compiled list or set of numbers.
#[derive(Debug)]
pub struct Elements(Choices);

impl Elements {
    /// The numbers at the slots.
    ///
    /// # Errors
    /// There is none, one leaves 64 bits, or there are more than `most`.
    pub fn at(
        &self,
        slots: &[i64],
        most: usize,
        frame: &mut Frame,
        mut heads: &Heads,
    ) -> Result<Vec<i64>, EvalError> {
        frame.set_all(slots.iter().copied());
        let all = self.0.list(most, frame, &mut heads)?;
        all.into_iter().map(|n| i64::try_from(n).map_err(|_| EvalError::Overflow)).collect()
    }
}

/// The numbers of a list at the slots.
pub fn numbers(elements: &Elements, slots: &[i64]) -> Result<Vec<i64>, EvalError> {
    FRAME.with_borrow_mut(|frame| {
        frame.clear();
        elements.at(slots, MAX_PARTS, frame, &Heads::default())
    })
}

/// What evaluates an expression over slots: a program, and a term that gives its value sooner where it gives one.
#[derive(Debug)]
pub struct Evaluator {
    exact: Program,
    term: Option<Term>,
}

impl Evaluator {
    /// An expression over the named slots, which may call the definitions.
    ///
    /// # Errors
    /// What about the expression cannot be evaluated.
    pub fn new(e: &Expr, slots: &[String], exact: &Exact) -> Result<Self, Vec<Diagnostic>> {
        let places: HashMap<String, usize> = slots.iter().cloned().zip(0..).collect();
        Ok(Self { exact: exact.program(e, slots)?, term: Term::from_expr(e, &places) })
    }

    /// The term, where there is one.
    pub fn term(&self) -> Option<&Term> {
        self.term.as_ref()
    }

    /// The value at the slots. Terms know no numbers beyond 64 bits: what has no value there is
    /// left to the program.
    pub fn value(
        &self,
        slots: &[i64],
        frame: &mut Frame,
        heads: &Heads,
    ) -> Result<i128, EvalError> {
        match self.term.as_ref().map(|term| term.value(slots)) {
            Some(Ok(value)) => Ok(value.into()),
            _ => self.exactly(slots, frame, heads),
        }
    }

    /// The value by the program alone.
    pub fn exactly(
        &self,
        slots: &[i64],
        frame: &mut Frame,
        mut heads: &Heads,
    ) -> Result<i128, EvalError> {
        frame.set_all(slots.iter().copied());
        self.exact.integer(frame, &mut heads)
    }
}

/// A board: the coins that show heads.
#[derive(Clone, Debug, Default)]
pub struct Heads(
    /// The coins, by their coordinates.
    pub Vec<Vec<i64>>,
);

impl Context for &Heads {
    fn head(&mut self, coin: &[i128]) -> Result<bool, EvalError> {
        let same = |c: &Vec<i64>| c.iter().map(|&x| i128::from(x)).eq(coin.iter().copied());
        Ok(self.0.iter().any(same))
    }
}

thread_local! {
    /// With what definitions have given so far.
    static FRAME: RefCell<Frame> = RefCell::default();
}

/// The value of a program at the slots.
pub fn integer(program: &Program, slots: &[i64]) -> Result<i128, EvalError> {
    FRAME.with_borrow_mut(|frame| {
        frame.clear();
        frame.set_all(slots.iter().copied());
        program.integer(frame, &mut &Heads::default())
    })
}

/// The value of an expression without free names, where it has one of 64 bits.
pub fn constant(e: &Expr) -> Option<i64> {
    let value = expr::eval::evaluate_constant(e, &BTreeMap::new()).ok()?;
    i64::try_from(value).ok()
}
