//! Laws that the theory states, and expressions in Coq.

use crate::game::list;
use crate::{Result, refuse};
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Unary, ValueOf};
use expr::substitute::{Bindings, name};
use meaning::source;
use message::message;

/// Most heaps of Nim whose sum is written out.
const MAX_HEAPS: usize = 4;
/// Largest period of an expression.
const MAX_PERIOD: u64 = 100_000;

/// A law about all n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CoqLaw {
    /// `n >= from implies q(n + period) = q(n) + saltus`.
    Period { quantity: Quantity, from: u64, period: u64, saltus: u64 },
    /// `sg = TERM`.
    Values(CoqTerm),
    /// `q iff CONDITION`, for `not q` with `true`.
    Outcome(Quantity, bool, CoqTerm),
    /// Of heaps of Nim: what their nim-sum says of the quantity.
    NimSum(Quantity),
    /// The values of Lasker's Nim.
    Swapped,
}

/// A term or condition in Coq, of natural numbers. From `from` on it has the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoqTerm {
    pub(crate) text: String,
    pub(crate) from: u64,
    pub(crate) period: u64,
}

impl CoqLaw {
    /// The law of Nim about its row of heaps, or its one heap, of that name.
    ///
    /// # Errors
    /// It is not about the nim-sum.
    pub(crate) fn of_nim(law: &Expr, heap: &str) -> Result<Self> {
        let known = [
            ("sg = SUM", Quantity::Sg),
            ("lose iff SUM = 0", Quantity::Lose),
            ("win iff SUM != 0", Quantity::Win),
            ("win iff SUM > 0", Quantity::Win),
        ];
        // of few heaps the sum is written out; the checker knows how many there are
        let first = |count| (1..=count).map(|i| format!("{heap}[{i}]")).collect::<Vec<_>>();
        let mut sums = vec![format!("xor({heap})"), heap.to_owned()];
        sums.extend((1..=MAX_HEAPS).map(|count| first(count).join(" ^ ")));
        for (text, quantity) in known {
            for sum in &sums {
                if source::law(&text.replace("SUM", sum)).as_ref() == Ok(law) {
                    return Ok(Self::NimSum(quantity));
                }
            }
        }
        refuse(
            "of Nim the theory states `sg = xor(h)`, `lose iff xor(h) = 0`, `win iff xor(h) != 0`",
        )
    }

    /// The law of Lasker's Nim about its heap of that name.
    ///
    /// # Errors
    /// It does not state its values in a way that is known here.
    pub(crate) fn of_lasker(law: &Expr, heap: &str) -> Result<Self> {
        let known = [
            "sg = (if n <= 0 then 0 else n + [-1, 0, 0, 1][n % 4])",
            "sg = (if n = 0 then 0 else [n - 1, n, n, n + 1][n % 4])",
        ];
        let is_one = known.iter().any(|text| {
            let known = source::law(text).ok();
            known.is_some_and(|known| substituted(&known, heap) == *law)
        });
        match is_one {
            true => Ok(Self::Swapped),
            false => refuse(message!("of this game the theory states `{}`", known[0])),
        }
    }

    /// The law about the coordinate of that name.
    ///
    /// # Errors
    /// The theory does not state it.
    pub(crate) fn read(law: &Expr, coordinate: &str) -> Result<Self> {
        if let Some(period) = repeats(law, coordinate) {
            return Ok(period);
        }
        let here = |e: &Expr| match &e.node {
            Node::Value(value) if is_at(value, coordinate, 0) => Some(value.quantity),
            _ => None,
        };
        match &law.node {
            Node::Compare(left, chain) => {
                if let (Some(Quantity::Sg), [(Comparison::Eq, right)]) = (here(left), &chain[..]) {
                    return Ok(Self::Values(read(right, coordinate)?));
                }
            }
            Node::Binary(Binary::Iff, left, right) => {
                let (is_negated, left) = match &left.node {
                    Node::Unary(Unary::Not, inner) => (true, inner),
                    _ => (false, left),
                };
                if let Some(quantity) = here(left) {
                    return Ok(Self::Outcome(quantity, is_negated, read(right, coordinate)?));
                }
            }
            _ => {}
        }
        refuse(message!(
            "the law is neither `{coordinate} >= a implies sg({coordinate} + p) = sg({coordinate})` \
             nor `sg = TERM`, `win iff CONDITION`, `lose iff ...` or `misere iff ...`"
        ))
    }
}

/// `n >= from implies q(n + period) = q(n) + saltus`, with `iff` for outcomes.
fn repeats(law: &Expr, coordinate: &str) -> Option<CoqLaw> {
    let (from, equation) = match &law.node {
        Node::Binary(Binary::Implies, condition, equation) => match &condition.node {
            Node::Compare(left, chain) if is_name(left, coordinate) => match &chain[..] {
                [(Comparison::Ge, right)] => (number(right)?, &**equation),
                _ => return None,
            },
            _ => return None,
        },
        _ => (0, law),
    };
    let (later, earlier) = match &equation.node {
        Node::Compare(left, chain) => match &chain[..] {
            [(Comparison::Eq, right)] => (&**left, right),
            _ => return None,
        },
        Node::Binary(Binary::Iff, left, right) => (&**left, &**right),
        _ => return None,
    };
    let (earlier, saltus) = match &earlier.node {
        Node::Binary(Binary::Add, value, saltus) => (&**value, number(saltus)?),
        _ => (earlier, 0),
    };
    let (Node::Value(later), Node::Value(earlier)) = (&later.node, &earlier.node) else {
        return None;
    };
    let [[at]] = later.position.as_deref()?.iter().map(Vec::as_slice).collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let Node::Binary(Binary::Add, _, period) = &at.node else { return None };
    let (quantity, period) = (later.quantity, number(period)?);
    let fits = quantity == earlier.quantity
        && quantity != Quantity::Lose
        && period > 0
        && is_at(later, coordinate, period)
        && is_at(earlier, coordinate, 0);
    fits.then_some(CoqLaw::Period { quantity, from, period, saltus })
}

/// Whether a value is that of the game at hand at n + `shift`.
fn is_at(value: &ValueOf, coordinate: &str, shift: u64) -> bool {
    let position = match value.position.as_deref() {
        None => return value.game.is_none() && !value.of_options && shift == 0,
        Some([parts]) => parts,
        Some(_) => return false,
    };
    let [at] = position.as_slice() else { return false };
    let is_there = match &at.node {
        Node::Binary(Binary::Add, name, by) => {
            is_name(name, coordinate) && number(by) == Some(shift)
        }
        _ => shift == 0 && is_name(at, coordinate),
    };
    value.game.is_none() && !value.of_options && is_there
}

/// A law in n about the coordinate of that name.
fn substituted(law: &Expr, coordinate: &str) -> Expr {
    let mut bindings = Bindings::default();
    bindings.names.insert("n".to_owned(), name(coordinate));
    bindings.expr(law)
}

fn is_name(e: &Expr, coordinate: &str) -> bool {
    e.as_name() == Some(coordinate)
}

fn number(e: &Expr) -> Option<u64> {
    match e.node {
        Node::Int(number) => u64::try_from(number).ok(),
        _ => None,
    }
}

/// The expression in Coq. The coordinate stands only before `%` or in comparisons with numbers.
fn read(e: &Expr, coordinate: &str) -> Result<CoqTerm> {
    let mut terms = Terms { coordinate, from: 0, period: 1 };
    let text = terms.text(e)?;
    Ok(CoqTerm { text, from: terms.from, period: terms.period })
}

struct Terms<'a> {
    coordinate: &'a str,
    from: u64,
    period: u64,
}

impl Terms<'_> {
    fn text(&mut self, e: &Expr) -> Result<String> {
        Ok(match &e.node {
            Node::Int(number) => number.to_string(),
            Node::Bool(truth) => truth.to_string(),
            Node::Binary(Binary::Rem, left, right) if is_name(left, self.coordinate) => {
                let Some(modulus) = number(right).filter(|&m| m > 0) else {
                    return self.no(e);
                };
                self.period = least_multiple(self.period, modulus)?;
                format!("(n mod {modulus})")
            }
            Node::Binary(op, left, right) => {
                let (left, right) = (self.text(left)?, self.text(right)?);
                match op {
                    Binary::Add => format!("({left} + {right})"),
                    Binary::Mul => format!("({left} * {right})"),
                    Binary::Xor => format!("(N.lxor {left} {right})"),
                    Binary::And => format!("({left} && {right})"),
                    Binary::Or => format!("({left} || {right})"),
                    Binary::Implies => format!("(negb {left} || {right})"),
                    Binary::Iff => format!("(Bool.eqb {left} {right})"),
                    _ => return self.no(e),
                }
            }
            Node::Unary(Unary::Not, inner) => format!("(negb {})", self.text(inner)?),
            Node::If(condition, then, other) => {
                let (condition, then) = (self.text(condition)?, self.text(then)?);
                format!("(if {condition} then {then} else {})", self.text(other)?)
            }
            Node::Compare(left, chain) => self.chain(left, chain)?,
            Node::Member(element, set) => match &set.node {
                Node::Set(all) => {
                    let equations: Result<Vec<String>> =
                        all.iter().map(|one| self.compared(element, Comparison::Eq, one)).collect();
                    format!("({})", equations?.join(" || "))
                }
                Node::Range(least, greatest) => format!(
                    "({} && {})",
                    self.compared(element, Comparison::Ge, least)?,
                    self.compared(element, Comparison::Le, greatest)?
                ),
                _ => return self.no(e),
            },
            Node::Index(entries, at) => match &entries.node {
                Node::List(entries) => {
                    let entries: Result<Vec<String>> =
                        entries.iter().map(|entry| self.text(entry)).collect();
                    format!("(nth (N.to_nat {}) {} 0)", self.text(at)?, list(&entries?))
                }
                _ => return self.no(e),
            },
            _ => return self.no(e),
        })
    }

    fn chain(&mut self, left: &Expr, chain: &[(Comparison, Expr)]) -> Result<String> {
        let (mut left, mut all) = (left, Vec::new());
        for (comparison, right) in chain {
            all.push(self.compared(left, *comparison, right)?);
            left = right;
        }
        Ok(match all.as_slice() {
            [one] => one.clone(),
            _ => format!("({})", all.join(" && ")),
        })
    }

    /// A comparison; beyond both sides if the coordinate itself is one.
    fn compared(&mut self, a: &Expr, comparison: Comparison, b: &Expr) -> Result<String> {
        let mut side =
            |own: &Expr, other: &Expr| match (is_name(own, self.coordinate), number(other)) {
                (true, Some(number)) if number < MAX_PERIOD => {
                    self.from = self.from.max(number + 1);
                    Ok("n".to_owned())
                }
                _ => self.text(own),
            };
        let (left, right) = (side(a, b)?, side(b, a)?);
        Ok(match comparison {
            Comparison::Eq => format!("({left} =? {right})"),
            Comparison::Ne => format!("(negb ({left} =? {right}))"),
            Comparison::Lt => format!("({left} <? {right})"),
            Comparison::Le => format!("({left} <=? {right})"),
            Comparison::Gt => format!("({right} <? {left})"),
            Comparison::Ge => format!("({right} <=? {left})"),
        })
    }

    fn no<T>(&self, e: &Expr) -> Result<T> {
        refuse(message!(
            "`{e}` in the law is not one of the expressions in {} that are written",
            self.coordinate
        ))
    }
}

/// The least common multiple, if it is not too large.
fn least_multiple(a: u64, b: u64) -> Result<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    match (a / x).checked_mul(b) {
        Some(multiple) if multiple <= MAX_PERIOD => Ok(multiple),
        _ => refuse(message!("the law has a period above {MAX_PERIOD}")),
    }
}
