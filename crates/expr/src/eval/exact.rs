//! `floor(...)`: exact arithmetic with roots and quotients, compiled and run.

use message::Tell as _;
use std::cmp::Ordering;

use arith::Quadratic;
use arith::quadratic::QuadraticError;

use super::EvalError;
use super::compile::Compiler;
use super::op::{Exact, Op};
use super::run::{Machine, Stop};
use crate::ast::{Binary, Expr, Node, Unary};
use crate::exact::is_whole;

impl From<QuadraticError> for EvalError {
    fn from(error: QuadraticError) -> Self {
        match error {
            QuadraticError::Overflow => Self::Overflow,
            QuadraticError::DivisionByZero => Self::DivisionByZero,
            other => Self::Undefined(other.message()),
        }
    }
}

impl Compiler<'_> {
    /// `floor(expr)`.
    pub(super) fn floor(&mut self, expr: &Expr) -> Op {
        match self.exact(expr) {
            Exact::Const(value) => match value.floor() {
                Ok(floor) => Op::Const(floor),
                Err(_) => Op::Floor(Box::new(Exact::Const(value))),
            },
            Exact::Integer(op) => op,
            exact => Op::Floor(Box::new(exact)),
        }
    }

    /// Exact arithmetic; anything that is not is an integer of the ordinary kind.
    fn exact(&mut self, expr: &Expr) -> Exact {
        self.deeper(expr, Exact::Const(Quadratic::integer(0)), Self::exact_node)
    }

    fn exact_node(&mut self, expr: &Expr) -> Exact {
        match &expr.node {
            Node::Name(name) if name == "phi" && !self.is_known(name) => {
                Exact::Const(Quadratic::PHI)
            }
            // The same number, and integers are faster.
            _ if is_whole(expr) => self.whole(expr),
            Node::Unary(Unary::Neg, operand) => match self.exact(operand) {
                Exact::Const(value) if value.negate().is_ok() => {
                    Exact::Const(value.negate().unwrap_or(value))
                }
                operand => Exact::Neg(Box::new(operand)),
            },
            Node::Binary(
                operator @ (Binary::Add | Binary::Sub | Binary::Mul | Binary::Div),
                left,
                right,
            ) => {
                let operands = (self.exact(left), self.exact(right));
                if let (Exact::Const(a), Exact::Const(b)) = &operands
                    && let Ok(value) = combine(*operator, *a, *b)
                {
                    return Exact::Const(value);
                }
                Exact::Binary(*operator, Box::new(operands))
            }
            Node::Binary(Binary::Pow, base, exponent) => {
                let base = self.exact(base);
                let exponent = self.integer(exponent);
                if let (Exact::Const(base), Op::Const(exponent)) = (&base, &exponent)
                    && let Ok(value) = power(*base, *exponent)
                {
                    return Exact::Const(value);
                }
                Exact::Power(Box::new(base), exponent)
            }
            Node::Call(name, arguments) if self.definitions.find(name).is_none() => {
                self.exact_call(expr, name, arguments)
            }
            Node::If(condition, yes, no) => {
                let condition = self.condition(condition);
                Exact::If(condition, Box::new((self.exact(yes), self.exact(no))))
            }
            _ => self.whole(expr),
        }
    }

    /// An integer among exact numbers.
    fn whole(&mut self, expr: &Expr) -> Exact {
        match self.integer(expr) {
            Op::Const(value) => Exact::Const(Quadratic::integer(value)),
            op => Exact::Integer(op),
        }
    }

    fn exact_call(&mut self, expr: &Expr, name: &str, arguments: &[Expr]) -> Exact {
        match (name, arguments) {
            ("sqrt", [operand]) => match self.exact(operand) {
                Exact::Const(value) if value.sqrt().is_ok() => {
                    Exact::Const(value.sqrt().unwrap_or(value))
                }
                operand => Exact::Sqrt(Box::new(operand)),
            },
            ("abs", [operand]) => Exact::Abs(Box::new(self.exact(operand))),
            ("min" | "max", [_, _, ..]) => {
                let operands = arguments.iter().map(|e| self.exact(e)).collect();
                Exact::Extreme(name == "max", operands)
            }
            _ => self.whole(expr),
        }
    }
}

fn combine(operator: Binary, a: Quadratic, b: Quadratic) -> Result<Quadratic, QuadraticError> {
    match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        _ => a.checked_div(b),
    }
}

fn power(base: Quadratic, exponent: i128) -> Result<Quadratic, EvalError> {
    let mut result = Quadratic::integer(1);
    let mut square = if exponent < 0 { Quadratic::integer(1).checked_div(base)? } else { base };
    let mut rest = exponent.unsigned_abs();
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.checked_mul(square)?;
        }
        rest >>= 1;
        if rest > 0 {
            square = square.checked_mul(square)?;
        }
    }
    Ok(result)
}

impl Machine<'_> {
    /// The floor of an exact number.
    pub(super) fn floor(&mut self, exact: &Exact) -> Result<i128, Stop> {
        self.exact(exact)?.floor().map_err(|e| EvalError::from(e).into())
    }

    fn exact(&mut self, exact: &Exact) -> Result<Quadratic, Stop> {
        let result = match exact {
            Exact::Const(value) => Ok(*value),
            Exact::Integer(op) => Ok(Quadratic::integer(self.eval(op)?)),
            Exact::Neg(operand) => self.exact(operand)?.negate(),
            Exact::Binary(operator, operands) => {
                let (a, b) = (self.exact(&operands.0)?, self.exact(&operands.1)?);
                combine(*operator, a, b)
            }
            Exact::Power(base, exponent) => {
                let (base, exponent) = (self.exact(base)?, self.eval(exponent)?);
                return Ok(power(base, exponent)?);
            }
            Exact::Sqrt(operand) => self.exact(operand)?.sqrt(),
            Exact::Abs(operand) => {
                let value = self.exact(operand)?;
                let sign = value.sign().map_err(EvalError::from)?;
                if sign == Ordering::Less { value.negate() } else { Ok(value) }
            }
            Exact::Extreme(greatest, operands) => return self.extreme(*greatest, operands),
            Exact::If(condition, branches) => {
                let branch = if self.eval(condition)? != 0 { &branches.0 } else { &branches.1 };
                return self.exact(branch);
            }
        };
        result.map_err(|e| EvalError::from(e).into())
    }

    fn extreme(&mut self, greatest: bool, operands: &[Exact]) -> Result<Quadratic, Stop> {
        let better = if greatest { Ordering::Greater } else { Ordering::Less };
        let mut best: Option<Quadratic> = None;
        for operand in operands {
            let value = self.exact(operand)?;
            let is_better = match best {
                Some(best) => value.compare(best).map_err(EvalError::from)? == better,
                None => true,
            };
            if is_better {
                best = Some(value);
            }
        }
        best.ok_or_else(|| EvalError::Undefined("the extreme of no numbers".into()).into())
    }
}
