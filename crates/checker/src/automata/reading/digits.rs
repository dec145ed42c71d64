//! Terms that look at digits: multiples of a slope rounded down, least parts of greedy sums.

use super::super::formula::{Formula, Machine, Variable};
use super::{Case, Linear, Ratio, Reader, divide, number, scale};
use arith::Quadratic;
use expr::ast::{Binary, Expr, Node, Unary};
use std::rc::Rc;

impl Reader {
    /// `floor(e)`, where `e` is a number of a quadratic field times a term; for an irrational one
    /// the term must not be negative.
    pub(super) fn floor(&mut self, e: &Expr, depth: usize) -> Result<Vec<Case>, String> {
        let (slope, factor) =
            self.multiple(e).ok_or_else(|| format!("`floor({e})` is not a number times a term"))?;
        let factor = match factor {
            Some(term) => self.term(term, depth)?,
            None => vec![(Formula::Constant(true), Ratio::whole(Linear::constant(1)))],
        };
        let (p, q, r, _) = slope.parts();
        if q == 0 {
            return match r {
                1..=64 => divide(&scale(&factor, p)?, r, false),
                _ => Err(format!("`floor({e})` divides by something else than 1 to 64")),
            };
        }
        // (whole + rest) k is rounded down to whole * k + floor(rest * k)
        let split = |whole| Some((whole, slope.checked_sub(Quadratic::integer(whole)).ok()?));
        let split = slope.floor().ok().and_then(split);
        let (whole, machine) = split
            .and_then(|(whole, rest)| Some((whole, self.numeration.slope(rest)?)))
            .ok_or_else(|| format!("no machine is given for the multiples in `floor({e})`"))?;
        let k = self.natural(&factor)?;
        let m = self.function(machine, k);
        let sum = Linear::default().plus(whole, &Linear::variable(k));
        let sum = sum.and_then(|sum| sum.plus(1, &m)).ok_or(super::OVERFLOW)?;
        Ok(vec![(Formula::Constant(true), Ratio::whole(sum))])
    }

    /// An exact expression as a number times a term, or as a number: inside `floor(...)` division
    /// is exact, so it has no place in the term.
    #[must_use]
    pub fn multiple<'e>(&self, e: &'e Expr) -> Option<(Quadratic, Option<&'e Expr>)> {
        self.multiple_at(e, super::DEEPEST)
    }

    fn multiple_at<'e>(&self, e: &'e Expr, depth: usize) -> Option<(Quadratic, Option<&'e Expr>)> {
        let depth = depth.checked_sub(1)?;
        if let Node::Binary(Binary::Mul | Binary::Div, a, b) = &e.node {
            let (first, second) = (self.multiple_at(a, depth)?, self.multiple_at(b, depth)?);
            return match (&e.node, first.1, second.1) {
                (Node::Binary(Binary::Div, ..), term, None) => {
                    Some((first.0.checked_div(second.0).ok()?, term))
                }
                (Node::Binary(Binary::Mul, ..), term, None)
                | (Node::Binary(Binary::Mul, ..), None, term) => {
                    Some((first.0.checked_mul(second.0).ok()?, term))
                }
                _ => None,
            };
        }
        match (self.constant(e, depth), &e.node) {
            (Some(value), _) => Some((value, None)),
            (None, Node::Unary(Unary::Neg, inner)) => {
                let (slope, term) = self.multiple_at(inner, depth)?;
                Some((slope.negate().ok()?, term))
            }
            (None, _) => self.is_integral(e, depth).then_some((Quadratic::integer(1), Some(e))),
        }
    }

    /// An exact expression without variables.
    fn constant(&self, e: &Expr, depth: usize) -> Option<Quadratic> {
        let depth = depth.checked_sub(1)?;
        match &e.node {
            Node::Int(value) => Some(Quadratic::integer(*value)),
            Node::Name(name) if name == "phi" && !self.knows(name) => Some(Quadratic::PHI),
            Node::Name(name) => {
                let form = self.names.get(name)?;
                form.coefficients.is_empty().then(|| Quadratic::integer(form.constant))
            }
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

    /// Whether exact arithmetic gives the same as that of integers.
    fn is_integral(&self, e: &Expr, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match &e.node {
            Node::Int(_) => true,
            Node::Name(name) => self.names.contains_key(name),
            Node::Unary(Unary::Neg, inner) => self.is_integral(inner, depth),
            Node::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
                self.is_integral(a, depth) && self.is_integral(b, depth)
            }
            Node::Call(function, _) => function != "sqrt",
            Node::Binary(Binary::Rem | Binary::Xor, ..) | Node::Index(..) => true,
            _ => false,
        }
    }

    /// The least part of a number in the numeration's places, for the functions that list the parts
    /// of the greedy sum, least first: `zeckendorf(n)`; a trap for 0, which has none.
    pub(super) fn least_part(
        &mut self,
        list: &Expr,
        depth: usize,
    ) -> Result<Option<Linear>, String> {
        let Node::Call(function, arguments) = &list.node else { return Ok(None) };
        let (weights, first): (&[i128], &[i128]) = match (function.as_str(), &arguments[..]) {
            ("zeckendorf", [_]) => (&[1, 1], &[1, 2]),
            _ => return Ok(None),
        };
        if !self.numeration.has_places(weights, first) {
            return Err(format!("`{list}` needs the numeration of its parts"));
        }
        let argument = self.term(&arguments[0], depth)?;
        if number(&argument) == Some(0) {
            return Err(format!("`{list}` has no parts"));
        }
        let n = self.natural(&argument)?;
        let part = self.function(Rc::new(self.numeration.least_part()), n);
        self.traps.push(Formula::Compare(Linear::variable(n), super::Sign::Zero));
        Ok(Some(part))
    }

    /// A variable equal to a function of another, by the machine of both.
    fn function(&mut self, machine: Rc<Machine>, of: Variable) -> Linear {
        for known in &self.definitions {
            if let Formula::Word(other, variables) = known
                && *other == machine
                && let [input, output] = variables[..]
                && input == of
            {
                return Linear::variable(output);
            }
        }
        let own = self.variable();
        self.definitions.push(Formula::Word(machine, vec![of, own]));
        Linear::variable(own)
    }
}
