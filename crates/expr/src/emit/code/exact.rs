//! `floor(...)`: what stands inside is `(a + b * sqrt(d)) / c` with integer expressions a, b, c, d,
//! and its floor is found from an integer square root.

use super::writer::{Level, Writer};
use crate::ast::{Binary, Expr, Node, Unary};
use crate::build::call;
use crate::emit::Result;
use crate::exact::{inwards, is_whole};

/// An integer: known, or a text that binds like an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Integer {
    Known(i128),
    Text(String),
}

use Integer::{Known, Text};

impl Integer {
    fn text(&self) -> String {
        match self {
            Known(k) if *k < 0 => format!("({k})"),
            Known(k) => k.to_string(),
            Text(text) => text.clone(),
        }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Known(a), Known(b)) => Known(a.checked_add(*b)?),
            (Known(0), x) | (x, Known(0)) => x.clone(),
            (a, b) => Text(format!("({} + {})", a.text(), b.text())),
        })
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Known(a), Known(b)) => Known(a.checked_mul(*b)?),
            (Known(0), _) | (_, Known(0)) => Known(0),
            (Known(1), x) | (x, Known(1)) => x.clone(),
            (a, b) => Text(format!("({} * {})", a.text(), b.text())),
        })
    }
}

/// `(a + b * sqrt(d)) / c`; without a root `b = d = 0`.
#[derive(Clone, Debug)]
struct Exact {
    a: Integer,
    b: Integer,
    c: Integer,
    d: Integer,
}

impl Exact {
    fn integer(a: Integer) -> Self {
        Self { a, b: Known(0), c: Known(1), d: Known(0) }
    }

    fn is_rational(&self) -> bool {
        self.b == Known(0)
    }

    /// The common radicand of the two; `None` when they have different ones.
    fn root(&self, other: &Self) -> Option<Integer> {
        match (self.is_rational(), other.is_rational()) {
            (true, _) => Some(other.d.clone()),
            (_, true) => Some(self.d.clone()),
            _ => (self.d == other.d).then(|| self.d.clone()),
        }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let d = self.root(other)?;
        let (a, b, c) = if self.c == other.c {
            (self.a.plus(&other.a)?, self.b.plus(&other.b)?, self.c.clone())
        } else {
            (
                self.a.times(&other.c)?.plus(&other.a.times(&self.c)?)?,
                self.b.times(&other.c)?.plus(&other.b.times(&self.c)?)?,
                self.c.times(&other.c)?,
            )
        };
        Some(Self { a, b, c, d })
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let d = self.root(other)?;
        let roots = self.b.times(&other.b)?.times(&d)?;
        Some(Self {
            a: self.a.times(&other.a)?.plus(&roots)?,
            b: self.a.times(&other.b)?.plus(&self.b.times(&other.a)?)?,
            c: self.c.times(&other.c)?,
            d,
        })
    }

    fn negated(&self) -> Option<Self> {
        Some(Self { a: self.a.times(&Known(-1))?, b: self.b.times(&Known(-1))?, ..self.clone() })
    }

    /// c (a - b sqrt(d)) / (a^2 - b^2 d)
    fn inverse(&self) -> Option<Self> {
        if self.is_rational() {
            return Some(Self { a: self.c.clone(), c: self.a.clone(), ..self.clone() });
        }
        let squares = self.b.times(&self.b)?.times(&self.d)?;
        Some(Self {
            a: self.a.times(&self.c)?,
            b: self.b.times(&self.c)?.times(&Known(-1))?,
            c: self.a.times(&self.a)?.plus(&squares.times(&Known(-1))?)?,
            d: self.d.clone(),
        })
    }

    fn sqrt(&self) -> Option<Self> {
        // sqrt(a / c) = sqrt(a * c) / c
        self.is_rational().then_some(())?;
        let (b, d) = match self.a.times(&self.c)? {
            Known(d) if d < 0 => return None,
            Known(d) => square_part(d),
            text => (1, text),
        };
        Some(Self { a: Known(0), b: Known(b), c: self.c.clone(), d })
    }
}

/// Greatest factor of a known radicand whose square divides out, below this.
const MAX_FACTOR: i128 = 10_000;

/// `(b, d)` with `sqrt(n) = b * sqrt(d)`: sqrt(12) and sqrt(3) are in one field.
fn square_part(n: i128) -> (i128, Integer) {
    let (mut b, mut d) = (1, n);
    for k in 2..=MAX_FACTOR {
        while d >= k * k && d % (k * k) == 0 {
            (b, d) = (b * k, d / (k * k));
        }
        if k * k > d {
            break;
        }
    }
    (b, Known(d))
}

impl Writer<'_> {
    /// The floor of `inner`.
    pub(super) fn floor(&mut self, inner: &Expr) -> Result<String> {
        if let (false, Some(moved)) = (is_whole(inner), inwards(inner)) {
            return self.write(&moved, Level::Atom);
        }
        let refused = self.refuse(call("floor", vec![inner.clone()]));
        let exact = self.exact(inner)?.ok_or(refused)?;
        let [a, b, c, d] = [&exact.a, &exact.b, &exact.c, &exact.d].map(|part| match part {
            Known(k) => self.number(*k),
            Text(text) => {
                let inside = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
                Ok(inside.filter(|t| stays_together(t)).unwrap_or(text).to_owned())
            }
        });
        let (a, b, c, d) = (a?, b?, c?, d?);
        Ok(match (exact.is_rational(), &exact.c) {
            (true, Known(1)) => format!("({a})"),
            (true, c) if self.is_python() => format!("(({a}) // {})", c.text()),
            (true, _) => format!("floor_div({a}, {c})"),
            _ => format!("floor_root({a}, {b}, {d}, {c})"),
        })
    }

    /// The exact number, `None` where it is not in one quadratic field or too large.
    fn exact(&mut self, expr: &Expr) -> Result<Option<Exact>> {
        if let Some(k) = expr.literal() {
            return Ok(Some(Exact::integer(Known(k))));
        }
        Ok(match &expr.node {
            Node::Name(name) if self.is_golden(name) => {
                Some(Exact { a: Known(1), b: Known(1), c: Known(2), d: Known(5) })
            }
            Node::Unary(Unary::Neg, operand) => {
                self.exact(operand)?.and_then(|operand| operand.negated())
            }
            Node::Binary(
                operator @ (Binary::Add | Binary::Sub | Binary::Mul | Binary::Div),
                left,
                right,
            ) => {
                let (Some(a), Some(b)) = (self.exact(left)?, self.exact(right)?) else {
                    return Ok(None);
                };
                match operator {
                    Binary::Add => a.plus(&b),
                    Binary::Sub => b.negated().and_then(|b| a.plus(&b)),
                    Binary::Mul => a.times(&b),
                    _ => b.inverse().and_then(|b| a.times(&b)),
                }
            }
            Node::Binary(Binary::Pow, base, exponent) => {
                let (Some(base), Some(exponent @ 0..=16)) = (self.exact(base)?, exponent.literal())
                else {
                    return Ok(None);
                };
                let one = Exact::integer(Known(1));
                (0..exponent).try_fold(one, |power, _| power.times(&base))
            }
            Node::Call(name, arguments) if name == "sqrt" && arguments.len() == 1 => {
                self.exact(&arguments[0])?.and_then(|operand| operand.sqrt())
            }
            Node::Name(_) => Some(Exact::integer(Text(self.write(expr, Level::Atom)?))),
            _ if is_whole(expr) => Some(Exact::integer(Text(self.write(expr, Level::Atom)?))),
            Node::If(condition, yes, no) => {
                let condition = self.write(condition, Level::Atom)?;
                let (Some(yes), Some(no)) = (self.exact(yes)?, self.exact(no)?) else {
                    return Ok(None);
                };
                self.part_by_part(&condition, &yes, &no)
            }
            Node::Call(name, arguments) => self.exact_call(name, arguments)?,
            _ => None,
        })
    }

    /// A function of fractions.
    fn exact_call(&mut self, name: &str, all: &[Expr]) -> Result<Option<Exact>> {
        match (name, all) {
            ("abs", [operand]) => {
                Ok(self.exact(operand)?.and_then(|operand| self.absolute(&operand)))
            }
            ("min" | "max", [first, rest @ ..]) => {
                let mut best = self.exact(first)?;
                for next in rest {
                    let next = self.exact(next)?;
                    best = best.zip(next).and_then(|(a, b)| self.extreme(name, &a, &b));
                }
                Ok(best)
            }
            _ => Ok(None),
        }
    }

    /// One of two numbers by a condition, part by part.
    fn part_by_part(&self, condition: &str, yes: &Exact, no: &Exact) -> Option<Exact> {
        let d = yes.root(no)?;
        let part = |yes: &Integer, no: &Integer| {
            if yes == no {
                return yes.clone();
            }
            Text(format!("({})", self.either(condition, &yes.text(), &no.text())))
        };
        Some(Exact { a: part(&yes.a, &no.a), b: part(&yes.b, &no.b), c: part(&yes.c, &no.c), d })
    }

    /// The absolute value of a fraction.
    fn absolute(&self, number: &Exact) -> Option<Exact> {
        number.is_rational().then_some(())?;
        let part = |part: &Integer| match part {
            Known(k) => k.checked_abs().map(Known),
            Text(text) => {
                let forms = ["absolute($e)", "abs($e)", "i64::abs($e)"];
                Some(Text(self.dialect().fill(forms, &[('e', text)])))
            }
        };
        Some(Exact { a: part(&number.a)?, c: part(&number.c)?, ..number.clone() })
    }

    /// The lesser or greater of two fractions: half of their sum less or plus their distance.
    fn extreme(&self, name: &str, a: &Exact, b: &Exact) -> Option<Exact> {
        let distance = self.absolute(&a.plus(&b.negated()?)?)?;
        let distance = if name == "max" { distance } else { distance.negated()? };
        let twice = a.plus(b)?.plus(&distance)?;
        Some(Exact { c: twice.c.times(&Known(2))?, ..twice })
    }
}

/// Whether a text stays together without the brackets that stood around it.
fn stays_together(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth >= 0
    })
}
