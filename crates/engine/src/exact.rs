//! Exact evaluation of rule expressions: the bridge to `expr::eval`.

use expr::ast::{Expr, Quantity};
use expr::diagnostic::Diagnostic;
use expr::eval::{Context, Definitions, EvalError, Frame, GameUse, Let, Names, NoContext, Program};
use rule::ast::Definition;
use std::collections::BTreeMap;

/// The definitions of a rule, ready for programs that call them.
#[derive(Debug)]
pub(crate) struct Exact {
    definitions: Definitions,
}

impl Exact {
    pub(crate) fn new(definitions: &[Definition]) -> Result<Self, Vec<Diagnostic>> {
        let lets: Vec<Let<'_>> = definitions
            .iter()
            .map(|d| Let { name: &d.name, arguments: &d.arguments, body: &d.body })
            .collect();
        Ok(Self { definitions: Definitions::compile(&lets, &BTreeMap::new())? })
    }

    /// Compiles an expression over the named slots.
    pub(crate) fn program(&self, e: &Expr, slots: &[String]) -> Result<Program, Vec<Diagnostic>> {
        let names = Names { slots: slots.to_vec(), ..Names::default() };
        Program::compile(e, &names, &self.definitions)
    }
}

/// The coins that show heads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    coins: Vec<Vec<i64>>,
}

impl Heads {
    pub(crate) fn new(coins: Vec<Vec<i64>>) -> Self {
        Self { coins }
    }
}

/// A board as expressions see it.
pub(crate) struct Board<'a>(pub(crate) &'a Heads);

impl Context for Board<'_> {
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        NoContext.value(quantity, game, position)
    }

    fn head(&mut self, coin: &[i128]) -> Result<bool, EvalError> {
        let same = |c: &Vec<i64>| c.iter().map(|&x| i128::from(x)).eq(coin.iter().copied());
        Ok(self.0.coins.iter().any(same))
    }
}

/// The value of a program at the slots.
pub(crate) fn integer(program: &Program, slots: &[i64]) -> Result<i128, EvalError> {
    let mut frame = Frame::new(slots.iter().map(|&s| i128::from(s)).collect());
    program.integer(&mut frame, &mut Board(&Heads::default()))
}

/// The value of an expression without free names, where it has one of 64 bits.
pub(crate) fn constant(e: &Expr) -> Option<i64> {
    let value = expr::eval::evaluate_constant(e, &BTreeMap::new()).ok()?;
    i64::try_from(value).ok()
}
