//! Multiples of numbers of a quadratic field, rounded down, and the least parts of greedy sums.

use super::{MAX_DEPTH, Reader, Term};
use crate::error::{undefinable, unsupported};
use crate::{Error, Result};
use arith::Quadratic;
use expr::ast::{Binary, Expr, Node, Unary};
use expr::build::call;
use expr::exact::{inwards, is_whole};
use expr::parser::parse_expression;
use logic::formula::{Formula, Linear, Sign};
use logic::numeration::Numeration;
use message::message;
use std::rc::Rc;

/// The number of a quadratic field that a text is, such as `(-1 + 1 * sqrt(5)) / 2`.
#[must_use]
pub fn quadratic(text: &str) -> Option<Quadratic> {
    // quotients are exact inside `floor(...)`
    let e = parse_expression(&format!("floor({text})")).ok()?;
    let Node::Call(_, arguments) = &e.node else { return None };
    Reader::new(&[], &Numeration::base(2)?).constant(arguments.first()?, MAX_DEPTH)
}

impl Reader {
    /// `floor(e)`, where `e` is a number of a quadratic field times a term; for an irrational one
    /// the term must not be negative.
    pub(super) fn floor(&mut self, e: &Expr) -> Result<Term> {
        let floor = |e: &Expr| call("floor", vec![e.clone()]);
        if let Some(moved) = inwards(e) {
            return self.value(&moved);
        }
        let (slope, factor) = self
            .multiple(e)
            .ok_or_else(|| unsupported(message!("`{}` is not a multiple of a term", floor(e))))?;
        let whole = slope.floor().map_err(|_| Error::OVERFLOW)?;
        let Some(factor) = factor else { return Ok(Term::number(whole)) };
        let factor = self.value(factor)?;
        let (p, q, r, _) = slope.parts();
        if q == 0 {
            return self.divided(&factor.times(p)?, r, false);
        }
        // (whole + rest) k is rounded down to whole * k + floor(rest * k)
        let rest = slope.checked_sub(Quadratic::integer(whole)).map_err(|_| Error::OVERFLOW)?;
        let machine = self.numeration.slope(rest);
        let machine = machine.ok_or_else(|| {
            unsupported(message!("no machine is given for the multiples in `{}`", floor(e)))
        })?;
        let k = self.natural(&factor)?;
        Term::variable(self.found(&machine, vec![k])).plus(whole, &Term::variable(k))
    }

    /// What stands in `floor(...)` as a number times a term, or as a number.
    #[must_use]
    pub fn multiple<'e>(&self, e: &'e Expr) -> Option<(Quadratic, Option<&'e Expr>)> {
        self.multiple_at(e, MAX_DEPTH)
    }

    fn multiple_at<'e>(&self, e: &'e Expr, depth: usize) -> Option<(Quadratic, Option<&'e Expr>)> {
        let depth = depth.checked_sub(1)?;
        if let Node::Binary(op @ (Binary::Mul | Binary::Div), a, b) = &e.node {
            let (a, b) = (self.multiple_at(a, depth)?, self.multiple_at(b, depth)?);
            return match (op, a.1, b.1) {
                (Binary::Div, term, None) => Some((a.0.checked_div(b.0).ok()?, term)),
                (Binary::Mul, term, None) | (Binary::Mul, None, term) => {
                    Some((a.0.checked_mul(b.0).ok()?, term))
                }
                _ => None,
            };
        }
        if let Some(value) = self.constant(e, depth) {
            return Some((value, None));
        }
        match &e.node {
            Node::Unary(Unary::Neg, inner) => {
                let (slope, term) = self.multiple_at(inner, depth)?;
                Some((slope.negate().ok()?, term))
            }
            _ => self.is_integral(e).then_some((Quadratic::integer(1), Some(e))),
        }
    }

    /// An exact expression without variables.
    fn constant(&self, e: &Expr, depth: usize) -> Option<Quadratic> {
        let depth = depth.checked_sub(1)?;
        match &e.node {
            Node::Int(value) => Some(Quadratic::integer(*value)),
            Node::Name(name) if name == "phi" && !self.knows(name) => Some(Quadratic::PHI),
            Node::Unary(Unary::Neg, inner) => self.constant(inner, depth)?.negate().ok(),
            Node::Binary(op, a, b) => {
                let (a, b) = (self.constant(a, depth)?, self.constant(b, depth)?);
                match op {
                    Binary::Add => a.checked_add(b).ok(),
                    Binary::Sub => a.checked_sub(b).ok(),
                    Binary::Mul => a.checked_mul(b).ok(),
                    Binary::Div => a.checked_div(b).ok(),
                    _ => None,
                }
            }
            Node::Call(function, arguments) if function == "sqrt" => match &arguments[..] {
                [only] => self.constant(only, depth)?.sqrt().ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether exact arithmetic, as inside `floor(...)`, and that of integers give the same: there is
    /// no quotient but in what is of the ordinary kind there too.
    pub(super) fn is_integral(&self, e: &Expr) -> bool {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match &e.node {
                Node::Int(_) | Node::Index(..) | Node::Binary(Binary::Rem | Binary::Xor, ..) => {}
                Node::Call(function, _) if function != "sqrt" && is_whole(e) => {}
                Node::Name(name) if self.names.contains_key(name) => {}
                Node::Unary(Unary::Neg, inner) => open.push(inner),
                Node::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
                    open.extend([&**a, b])
                }
                _ => return false,
            }
        }
        true
    }

    /// The least part of a greedy sum, least first; 0 has none.
    pub(super) fn least_part(&mut self, list: &Expr) -> Result<Term> {
        let Node::Call(_, arguments) = &list.node else {
            return Err(undefinable(list));
        };
        let ([n], true) = (&arguments[..], self.has_fibonacci()) else {
            return Err(unsupported(message!("`{list}` needs the numeration of its parts")));
        };
        let n = self.numeral(n)?;
        self.trap(Formula::Compare(Linear::variable(n), Sign::Zero));
        let machine = Rc::new(self.numeration.least_part());
        Ok(Term::variable(self.found(&machine, vec![n])))
    }
}
