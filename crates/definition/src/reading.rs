//! Expressions of a rule, read over the position at hand and the variables of a move.

use crate::{Result, Stop};
use expr::ast::{Binder, Expr, Span};
use expr::eval::{Choices, Context, Definitions, EvalError, Frame, Let, Names, NoContext, Program};
use expr::substitute::Bindings;
use expr::walk;
use rule::Instance;
use rule::ast::Move;
use std::collections::BTreeSet;

/// Most elements of a set or list.
const MAX_ELEMENTS: usize = 1 << 23;

/// What the names of a rule stand for.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    names: Names,
    /// Sets among the coordinates.
    sets: Bindings,
    definitions: Definitions,
}

/// Values of names, in the order in which the reader knows them, and the coins that show heads.
#[derive(Debug, Default)]
pub(crate) struct Here {
    pub(crate) frame: Frame,
    pub(crate) heads: BTreeSet<Vec<i64>>,
}

struct Board<'h>(&'h BTreeSet<Vec<i64>>);

impl Context for Board<'_> {
    fn head(&mut self, coin: &[i128]) -> std::result::Result<bool, EvalError> {
        let coin: Option<Vec<i64>> = coin.iter().map(|&c| i64::try_from(c).ok()).collect();
        Ok(coin.is_some_and(|coin| self.0.contains(&coin)))
    }
}

impl Here {
    pub(crate) fn number(&mut self, program: &Program) -> Result<i64> {
        let value = program.integer(&mut self.frame, &mut Board(&self.heads))?;
        fits(value)
    }

    pub(crate) fn holds(&mut self, program: &Program) -> Result<bool> {
        Ok(program.condition(&mut self.frame, &mut Board(&self.heads))?)
    }

    pub(crate) fn elements(&mut self, choices: &Choices) -> Result<Vec<i64>> {
        let all = choices.list(MAX_ELEMENTS, &mut self.frame, &mut Board(&self.heads))?;
        all.into_iter().map(fits).collect()
    }
}

fn fits(value: i128) -> Result<i64> {
    i64::try_from(value).map_err(|_| Stop::Undefined("a number leaves 64 bits".into()))
}

impl Reader {
    /// A reader that knows the parameters and definitions of a rule, and nothing that changes.
    pub(crate) fn new(instance: &Instance) -> Result<Self> {
        let constants = rule::constants(&instance.values);
        let lets = instance.rule.definitions.iter();
        let lets = lets.map(Let::from);
        let definitions = Definitions::compile(&lets.collect::<Vec<_>>(), &constants)?;
        let names = Names { constants, ..Names::default() };
        Ok(Self { names, sets: Bindings::default(), definitions })
    }

    /// The same with one more number.
    pub(crate) fn and(&self, name: &str) -> Self {
        let mut more = self.clone();
        more.names.slots.push(name.to_owned());
        more
    }

    /// The same with one more row of so many numbers.
    pub(crate) fn and_row(&self, name: &str, entries: usize) -> Self {
        let mut more = self.clone();
        more.names.vectors.push((name.to_owned(), more.names.slots.len(), entries));
        more.names.slots.extend((1..=entries).map(|k| format!("{name}[{k}]")));
        more
    }

    /// The same with one more set of numbers from `lo` to `hi`, read as a number.
    pub(crate) fn and_set(&self, name: &str, (lo, hi): (i64, i64)) -> Self {
        let mut more = self.and(name);
        more.sets.subsets.insert(name.to_owned(), (lo, hi));
        more
    }

    pub(crate) fn number(&self, e: &Expr) -> Result<Program> {
        Ok(Program::compile_integer(&self.sets.expr(e), &self.names, &self.definitions)?)
    }

    pub(crate) fn condition(&self, e: &Expr) -> Result<Program> {
        Ok(Program::compile_condition(&self.sets.expr(e), &self.names, &self.definitions)?)
    }

    /// The elements of the set or list that the first of these variables runs over, a set without
    /// end as far as the guard allows.
    pub(crate) fn choices(&self, binders: &[Binder], guard: Option<&Expr>) -> Result<Choices> {
        let binders: Vec<Binder> = binders.iter().map(|b| self.sets.binder(b)).collect();
        let guard = guard.map(|guard| self.sets.expr(guard));
        let choices = Choices::compile(&binders, guard.as_ref(), &self.names, &self.definitions);
        Ok(choices?)
    }

    /// The elements of a set or list.
    pub(crate) fn elements(&self, e: &Expr) -> Result<Choices> {
        let binder = Binder { name: String::new(), set: e.clone(), span: Span::default() };
        self.choices(&[binder], None)
    }

    /// Whether no position has the move, whatever its variables run over: a part of its guard that only
    /// parameters and definitions decide is false.
    pub(crate) fn rule_out(&self, written: &Move) -> bool {
        let holds = |guard| {
            let guard = self.condition(guard).ok()?;
            guard.condition(&mut Frame::default(), &mut NoContext).ok()
        };
        written.guard.iter().flat_map(walk::conjuncts).any(|guard| holds(guard) == Some(false))
    }

    /// The value of an expression of parameters and definitions.
    pub(crate) fn constant(&self, e: &Expr) -> Result<i64> {
        fits(self.number(e)?.integer(&mut Frame::default(), &mut NoContext)?)
    }

    /// The elements of a set or list of parameters and definitions.
    pub(crate) fn constants(&self, e: &Expr) -> Result<Vec<i64>> {
        let all = self.elements(e)?.list(MAX_ELEMENTS, &mut Frame::default(), &mut NoContext)?;
        all.into_iter().map(fits).collect()
    }
}
