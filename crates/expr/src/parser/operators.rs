//! Operators by precedence (Pratt, "Top down operator precedence", 1973).

use super::{DEPTH_LIMIT, Division, Parser};
use crate::ast::{Binary, Comparison, Expr, Node, Span, Unary};
use crate::diagnostic::{Diagnostic, Result};
use crate::exact::quotient;
use crate::lexer::TokenKind::{Name, Symbol};
use message::message;

/// How tightly parts of an expression bind; looser ones are smaller.
pub(crate) mod level {
    /// `if`, and any expression inside brackets.
    pub(crate) const LOOSEST: u8 = 0;
    pub(crate) const IFF: u8 = 1;
    pub(crate) const IMPLIES: u8 = 2;
    pub(crate) const OR: u8 = 3;
    pub(crate) const AND: u8 = 4;
    pub(crate) const NOT: u8 = 5;
    pub(crate) const COMPARE: u8 = 6;
    /// Ends of ranges, and everything else that stands where a comparison would be misread.
    pub(crate) const XOR: u8 = 7;
    pub(crate) const BIT_AND: u8 = 8;
    /// Also the position after `at`.
    pub(crate) const ADD: u8 = 9;
    pub(crate) const MULTIPLY: u8 = 10;
    pub(crate) const NEGATE: u8 = 11;
    pub(crate) const POWER: u8 = 12;
    /// Indexing, calls, names, numbers, brackets.
    pub(crate) const ATOM: u8 = 13;
}

impl Binary {
    /// Level of the operator, and the levels its left and right operands must have at least.
    pub(crate) fn levels(self) -> (u8, u8, u8) {
        use level::{ADD, AND, ATOM, BIT_AND, IFF, IMPLIES, MULTIPLY, NEGATE, OR, POWER, XOR};
        let left_associative = |l: u8| (l, l, l + 1);
        match self {
            Self::Iff => left_associative(IFF),
            Self::Implies => (IMPLIES, IMPLIES + 1, IMPLIES),
            Self::Or => left_associative(OR),
            Self::And => left_associative(AND),
            Self::Xor => left_associative(XOR),
            Self::BitAnd => left_associative(BIT_AND),
            Self::Add | Self::Sub => left_associative(ADD),
            Self::Mul | Self::Div | Self::Rem => left_associative(MULTIPLY),
            // -a ** b is -(a ** b), and a ** -b needs no brackets.
            Self::Pow => (POWER, ATOM, NEGATE),
        }
    }
}

/// A quotient inside `floor(...)` that would be rounded down before the whole is.
fn refused(at: Span) -> Diagnostic {
    let cause = "`/` divides exactly inside `floor(...)`, and a whole number is needed here";
    Diagnostic::new("R007", cause, at).help(
        "write `//` to round this quotient down, or put all fractions into one `floor(...)`: exact \
         are `+ - * / **`, `sqrt`, `abs`, `min`, `max` and the branches of `if`",
    )
}

enum Infix {
    Binary(Binary),
    Compare(Comparison),
    /// `in`; with true, `not in`.
    Member(bool),
}

impl Infix {
    fn level(&self) -> u8 {
        match self {
            Self::Binary(operator) => operator.levels().0,
            Self::Compare(_) | Self::Member(_) => level::COMPARE,
        }
    }
}

impl Parser<'_> {
    /// An expression.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn expression(&mut self) -> Result<Expr> {
        self.operand(level::LOOSEST)
    }

    /// An expression without comparisons and connectives (unless in brackets), as at the ends of a
    /// range or for an argument.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn arithmetic(&mut self) -> Result<Expr> {
        self.operand(level::XOR)
    }

    /// An expression whose operators bind at least as tightly as `least`.
    pub(super) fn operand(&mut self, least: u8) -> Result<Expr> {
        self.nested(|parser| {
            let start = parser.prefix()?;
            parser.infix(start, least)
        })
    }

    /// Reads one level of nesting, keeping the books on depth and height.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == 0 {
            self.height = 0;
        }
        let highest = std::mem::take(&mut self.height);
        self.depth += 1;
        let result = self.grow(self.peek().span).and_then(|()| read(self));
        self.depth -= 1;
        self.height = self.height.max(highest);
        result
    }

    /// Accounts for one more node on top of what was read last.
    pub(super) fn grow(&mut self, span: Span) -> Result<()> {
        self.height += 1;
        if self.depth + self.height <= DEPTH_LIMIT {
            return Ok(());
        }
        Err(Diagnostic::new("R004", "the expression is nested too deeply", span).help(message!(
            "at most {DEPTH_LIMIT} levels; name parts of it with `let`, or use `sum{{...}}` or a list"
        )))
    }

    /// Reads what is exact arithmetic, as inside `floor(...)`; or what is integers, though an
    /// enclosing `floor(...)` be exact.
    pub(super) fn with_exact<T>(
        &mut self,
        exact: bool,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let within = match self.division {
            _ if exact => Division::Exact,
            Division::Floor => Division::Floor,
            Division::Exact | Division::Refused => Division::Refused,
        };
        let outer = std::mem::replace(&mut self.division, within);
        let result = read(self);
        self.division = outer;
        result
    }

    /// Refuses a quotient that reads as exact in an operand that is an integer.
    fn refuse_quotient(&self, operand: &Expr) -> Result<()> {
        match quotient(operand) {
            Some(quotient) if self.division == Division::Exact => Err(refused(quotient.span)),
            _ => Ok(()),
        }
    }

    fn prefix(&mut self) -> Result<Expr> {
        let start = self.peek().span;
        let (operator, operand) = match &self.peek().kind {
            Symbol("-") => (Unary::Neg, level::NEGATE),
            Name(name) if name == "not" => (Unary::Not, level::NOT),
            _ => return self.primary(),
        };
        self.bump();
        let operand = self.operand(operand)?;
        self.grow(start)?;
        Ok(self.node(start, Node::Unary(operator, Box::new(operand))))
    }

    /// A node that ends with the token taken last.
    pub(super) fn node(&self, start: Span, node: Node) -> Expr {
        Expr { node, span: self.span_from(start) }
    }

    /// Everything that may follow `left`, down to operators of level `least`.
    pub(super) fn infix(&mut self, mut left: Expr, least: u8) -> Result<Expr> {
        while let Some((infix, tokens)) = self.peek_infix() {
            if infix.level() < least {
                break;
            }
            let here = self.peek().span;
            for _ in 0..tokens {
                self.bump();
            }
            let start = left.span;
            let (node, chained) = match infix {
                Infix::Binary(operator) => (self.binary(operator, left)?, false),
                Infix::Compare(first) => (self.comparisons(first, left)?, true),
                Infix::Member(negated) => {
                    self.refuse_quotient(&left)?;
                    let set = self.set()?;
                    let member = Node::Member(Box::new(left), Box::new(set));
                    if negated {
                        self.grow(here)?;
                        let member = self.node(start, member);
                        (Node::Unary(Unary::Not, Box::new(member)), true)
                    } else {
                        (member, true)
                    }
                }
            };
            self.grow(here)?;
            left = self.node(start, node);
            if chained && self.peek_infix().is_some_and(|(next, _)| next.level() == level::COMPARE)
            {
                let found = "comparisons and `in` do not chain with each other";
                return Err(Diagnostic::new("R009", found, self.peek().span)
                    .help("put one of them in brackets, or join them with `and`"));
            }
        }
        Ok(left)
    }

    fn binary(&mut self, operator: Binary, left: Expr) -> Result<Node> {
        let start = left.span;
        let rounds = operator == Binary::Div && self.source[..self.last_end()].ends_with("//");
        let right = self.operand(operator.levels().2)?;
        match (operator, self.division) {
            (Binary::Add | Binary::Sub | Binary::Mul, _) => {}
            (Binary::Div, Division::Refused) if !rounds => {
                return Err(refused(Span::new(start.start, right.span.end)));
            }
            (Binary::Div, _) => {}
            (Binary::Pow, _) => self.refuse_quotient(&right)?,
            _ => {
                self.refuse_quotient(&left)?;
                self.refuse_quotient(&right)?;
            }
        }
        let node = Node::Binary(operator, Box::new(left), Box::new(right));
        if rounds && self.division == Division::Exact {
            // A floor division inside exact arithmetic: the quotient's own floor.
            self.grow(start)?;
            let quotient = self.node(start, node);
            return Ok(Node::Call("floor".to_owned(), vec![quotient]));
        }
        Ok(node)
    }

    fn comparisons(&mut self, first: Comparison, left: Expr) -> Result<Node> {
        let mut rest = vec![(first, self.arithmetic()?)];
        while let Some((Infix::Compare(next), _)) = self.peek_infix() {
            self.bump();
            rest.push((next, self.arithmetic()?));
        }
        self.refuse_quotient(&left)?;
        rest.iter().try_for_each(|(_, operand)| self.refuse_quotient(operand))?;
        Ok(Node::Compare(Box::new(left), rest))
    }

    /// The infix operator that comes next and its length in tokens.
    fn peek_infix(&self) -> Option<(Infix, usize)> {
        let infix = match &self.peek().kind {
            Symbol(symbol) => match *symbol {
                "+" => Infix::Binary(Binary::Add),
                "-" => Infix::Binary(Binary::Sub),
                "*" => Infix::Binary(Binary::Mul),
                "/" | "//" => Infix::Binary(Binary::Div),
                "%" => Infix::Binary(Binary::Rem),
                "**" => Infix::Binary(Binary::Pow),
                "^" => Infix::Binary(Binary::Xor),
                "&" => Infix::Binary(Binary::BitAnd),
                "=" => Infix::Compare(Comparison::Eq),
                "!=" => Infix::Compare(Comparison::Ne),
                "<" => Infix::Compare(Comparison::Lt),
                "<=" => Infix::Compare(Comparison::Le),
                ">" => Infix::Compare(Comparison::Gt),
                ">=" => Infix::Compare(Comparison::Ge),
                _ => return None,
            },
            Name(name) => match name.as_str() {
                "and" => Infix::Binary(Binary::And),
                "or" => Infix::Binary(Binary::Or),
                "implies" => Infix::Binary(Binary::Implies),
                "iff" => Infix::Binary(Binary::Iff),
                "in" => Infix::Member(false),
                "not" if matches!(&self.peek_at(1).kind, Name(n) if n == "in") => {
                    return Some((Infix::Member(true), 2));
                }
                _ => return None,
            },
            _ => return None,
        };
        Some((infix, 1))
    }
}
