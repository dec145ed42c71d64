//! Numbers, names, brackets, calls, choices, folds and quantities.

use super::operators::level;
use super::{Division, Parser, is_reserved};
use crate::ast::{Expr, Fold, Node, Quantity, Span, ValueOf};
use crate::diagnostic::{Diagnostic, Result};
use crate::exact::arguments_exact;
use crate::lexer::TokenKind::{End, Int, Name, Symbol};

impl Fold {
    /// Every fold that is written with a word before a brace.
    pub const ALL: [Self; 9] = [
        Self::Mex,
        Self::Xor,
        Self::Sum,
        Self::Min,
        Self::Max,
        Self::Count,
        Self::Any,
        Self::All,
        Self::First,
    ];

    /// The word before the brace; a list of items has brackets instead, and a set has none.
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 11] =
            ["mex", "xor", "sum", "min", "max", "count", "any", "all", "first", "list", "set"];
        NAMES[self as usize]
    }

    /// The fold of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fold| fold.name() == name)
    }
}

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Expr> {
        let start = self.peek().span;
        let expr = match self.peek().kind.clone() {
            Int(value) => {
                self.bump();
                self.node(start, Node::Int(value))
            }
            Name(name) => match name.as_str() {
                "true" | "false" => {
                    self.bump();
                    self.node(start, Node::Bool(name == "true"))
                }
                "if" => return self.choice(),
                _ => match Quantity::from_name(&name) {
                    Some(quantity) => return self.value(quantity),
                    None => self.named(name)?,
                },
            },
            Symbol("(") => {
                self.bump();
                let inner = self.expression()?;
                self.expect_close(")", start)?;
                inner
            }
            Symbol("[") => {
                self.bump();
                let list = self.with_exact(false, |p| p.bracketed_list(start))?;
                self.node(start, list)
            }
            Symbol("{") => {
                self.bump();
                let set = self.with_exact(false, |p| p.braced_set(start))?;
                self.node(start, set)
            }
            _ => return Err(self.no_value()),
        };
        self.postfix(start, expr)
    }

    fn no_value(&self) -> Diagnostic {
        let help = match &self.peek().kind {
            Symbol("|") => "the absolute value is written `abs(e)`",
            Symbol("+") => "a number needs no `+` before it",
            Symbol(".") => "numbers are whole",
            Symbol("=") => "equality is `=`, and a move names the new value: `n -> n - k`",
            End => "the text stops in the middle of an expression",
            _ => "an expression starts with a number, a name, `-`, `not`, `if` or a bracket",
        };
        self.unexpected("a value", help)
    }

    /// Indices and slices after `expr`.
    pub(super) fn postfix(&mut self, start: Span, mut expr: Expr) -> Result<Expr> {
        while self.at_symbol("[") {
            let open = self.bump().span;
            let (index, last) = self.with_exact(false, |p| {
                let index = p.expression()?;
                let last = if p.eat_symbol("..") { Some(p.arithmetic()?) } else { None };
                Ok((index, last))
            })?;
            self.expect_close("]", open)?;
            self.grow(open)?;
            let (base, index) = (Box::new(expr), Box::new(index));
            let node = match last {
                Some(last) => Node::Slice(base, index, Box::new(last)),
                None => Node::Index(base, index),
            };
            expr = self.node(start, node);
        }
        Ok(expr)
    }

    /// Expressions separated by commas up to the closing bracket, possibly none.
    fn list(&mut self, close: &str, open: Span) -> Result<Vec<Expr>> {
        if self.at_symbol(close) {
            self.expect_close(close, open)?;
            self.grow(open)?;
            return Ok(Vec::new());
        }
        let first = self.expression()?;
        self.list_from(first, close, open)
    }

    /// The rest of such a list whose first element has been read.
    fn list_from(&mut self, first: Expr, close: &str, open: Span) -> Result<Vec<Expr>> {
        let elements = self.further(first, ",", Self::expression)?;
        self.expect_close(close, open)?;
        self.grow(open)?;
        Ok(elements)
    }

    /// What stands after `[`: `a, b]`, or items as in `E for k in 1..m]`.
    fn bracketed_list(&mut self, open: Span) -> Result<Node> {
        if self.at_symbol("]") {
            return Ok(Node::List(self.list("]", open)?));
        }
        let first = self.expression()?;
        if self.at_item_end() {
            return Ok(Node::Fold(Fold::List, self.items_from(first, "]", open)?));
        }
        Ok(Node::List(self.list_from(first, "]", open)?))
    }

    /// What stands after `{`: `a, b}`, `lo..hi}`, or items as in `E for k in 1..m}`.
    fn braced_set(&mut self, open: Span) -> Result<Node> {
        if self.at_symbol("}") {
            return Ok(Node::Set(self.list("}", open)?));
        }
        let first = self.expression()?;
        if self.at_item_end() {
            return Ok(Node::Fold(Fold::Set, self.items_from(first, "}", open)?));
        }
        if self.eat_symbol("..") {
            let last = self.arithmetic()?;
            self.expect_close("}", open)?;
            self.grow(open)?;
            return Ok(Node::Range(Box::new(first), Box::new(last)));
        }
        Ok(Node::Set(self.list_from(first, "}", open)?))
    }

    /// Whether what comes next makes the expression before it an item.
    fn at_item_end(&self) -> bool {
        self.at_word("for") || self.at_word("if") || self.at_symbol(";")
    }

    fn choice(&mut self) -> Result<Expr> {
        let missing = self.last().and_then(|token| match token.kind {
            Symbol("-" | "+") => Some((
                token.span,
                "a value is missing between the operator and `if`",
                "a new value is written in full: `move n -> n - 1 if n > 0`",
            )),
            Symbol("..") => Some((
                token.span,
                "the range before `if` has no end",
                "a range has both ends: `for k in 1..n if k % 2 = 1`",
            )),
            _ => None,
        });
        let start = self.bump().span;
        let condition = self.with_exact(false, Self::expression)?;
        if let (Some((span, cause, help)), false) = (missing, self.at_word("then")) {
            return Err(Diagnostic::new("R005", cause, span).help(help));
        }
        self.expect_word("then", "a choice is written `if c then a else b`")?;
        let yes = self.expression()?;
        self.expect_word("else", "a choice is written `if c then a else b`")?;
        let no = self.expression()?;
        self.grow(start)?;
        Ok(self.node(start, Node::If(Box::new(condition), Box::new(yes), Box::new(no))))
    }

    /// What starts with a name that is neither a quantity nor an operator.
    fn named(&mut self, name: String) -> Result<Expr> {
        let start = self.peek().span;
        let next = &self.peek_at(1).kind;
        if let (Some(fold), Symbol("{")) = (Fold::from_name(&name), next) {
            self.bump();
            let items = self.with_exact(false, Self::items)?;
            return Ok(self.node(start, Node::Fold(fold, items)));
        }
        if is_reserved(&name) {
            return Err(self.no_value());
        }
        let call = *next == Symbol("(");
        self.bump();
        if !call {
            return Ok(self.node(start, Node::Name(name)));
        }
        let open = self.bump().span;
        let exact = arguments_exact(&name, self.division == Division::Exact);
        let arguments = self.with_exact(exact, |p| p.list(")", open))?;
        Ok(self.node(start, Node::Call(name, arguments)))
    }

    /// `sg`, `win(a | b)`, `sg of bash(m = 2) at x`, `sg of options`.
    fn value(&mut self, quantity: Quantity) -> Result<Expr> {
        let start = self.bump().span;
        let value = self.with_exact(false, |p| {
            if p.eat_word("of") {
                if p.eat_word("options") {
                    let (game, position) = (None, None);
                    return Ok(ValueOf { quantity, game, position, of_options: true });
                }
                let game = Some(p.game_reference()?);
                let position = if p.eat_word("at") { Some(p.position_of_game()?) } else { None };
                return Ok(ValueOf { quantity, game, position, of_options: false });
            }
            let position = if p.at_symbol("(") {
                let open = p.bump().span;
                let sum = p.bracketed_sum()?;
                p.expect_close(")", open)?;
                Some(sum)
            } else {
                None
            };
            Ok(ValueOf { quantity, game: None, position, of_options: false })
        })?;
        self.grow(start)?;
        let elsewhere = value.game.is_some();
        let expr = self.node(start, Node::Value(value));
        if elsewhere { Ok(expr) } else { self.postfix(start, expr) }
    }

    /// The position after `at`: an expression as far as `+ - * // % **` reach, or `(a, b)`, or
    /// `(p | q)`.
    fn position_of_game(&mut self) -> Result<Vec<Vec<Expr>>> {
        if !self.at_symbol("(") {
            return Ok(vec![vec![self.operand(level::ADD)?]]);
        }
        let open = self.peek().span;
        self.nested(|p| {
            p.bump();
            let mut sum = p.bracketed_sum()?;
            p.expect_close(")", open)?;
            if let [position] = sum.as_mut_slice()
                && position.len() == 1
                && let Some(first) = position.pop()
            {
                // A bracketed expression, which may go on.
                let first = p.postfix(open, first)?;
                return Ok(vec![vec![p.infix(first, level::ADD)?]]);
            }
            Ok(sum)
        })
    }
}
