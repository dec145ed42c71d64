//! The parts that expressions share with rules: sets, binders, items, positions, games.

use super::Parser;
use super::operators::level;
use crate::ast::{Argument, Binder, Expr, GameRef, Item, Node, Span};
use crate::diagnostic::{Diagnostic, Result};
use crate::foreign;
use crate::lexer::Token;
use crate::lexer::TokenKind::{Int, Name, Symbol};
use message::{Message, message};

impl Parser<'_> {
    /// `{a, b}`, `a..b`, the name of a set, or an expression whose value is a set or a list.
    ///
    /// # Errors
    /// R008 when an expression stands there that is no set; else the first place that does not fit.
    pub fn set(&mut self) -> Result<Expr> {
        self.with_exact(false, |p| {
            let first = p.arithmetic()?;
            p.set_from(first)
        })
    }

    /// The set that starts with the expression `first`.
    ///
    /// # Errors
    /// R008 when it is no set.
    pub fn set_from(&mut self, first: Expr) -> Result<Expr> {
        let span = first.span;
        if self.eat_symbol("..") {
            let last = self.arithmetic()?;
            return Ok(self.node(span, Node::Range(Box::new(first), Box::new(last))));
        }
        match first.node {
            // empty brackets add nothing to a name
            Node::Call(name, none) if none.is_empty() => Ok(Expr { node: Node::Name(name), span }),
            node if node.may_be_set() => Ok(Expr { node, span }),
            _ => {
                let word = match &self.peek().kind {
                    Name(word) => foreign::operator(word),
                    _ => None,
                };
                let help =
                    "write a range `a..b`, a list `{a, b}`, or a named set such as `squares`";
                Err(Diagnostic::new("R008", "expected a set, found one number", span)
                    .help(word.unwrap_or(help)))
            }
        }
    }

    /// `k in SET`.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn binder(&mut self) -> Result<Binder> {
        self.refuse_comma()?;
        let (name, start) = self.name("a bound variable")?;
        let help = match self.peek().kind {
            Symbol("<" | "<=" | ">" | ">=" | "!=") => {
                "a condition stands after `if`: `for k in 1..n if k <= 3`".into()
            }
            Symbol("=") if !matches!(self.peek_at(1).kind, Int(_)) => message!(
                "what others fix needs no variable: write its value in place of `{name}`, as in \
                 `move n -> a | n - a for a in 1..n - 1`"
            ),
            Symbol("+" | "-" | "*") => {
                "every variable has a range of its own, and what is left over is written out: `move \
                 n -> a | n - a for a in 1..n - 1`"
                    .into()
            }
            _ => Message::from("a variable and what it runs over: `k in 1..n`"),
        };
        self.expect_word("in", help)?;
        let set = self.set()?;
        Ok(Binder { name, set, span: self.span_from(start) })
    }

    /// Refuses the comma before a word that goes on without one.
    fn refuse_comma(&self) -> Result<()> {
        let help = match &self.peek().kind {
            Name(word) if word == "for" => "write `for` once: `for i in 1..n, j in 1..i`".into(),
            Name(word) if matches!(word.as_str(), "if" | "when" | "spread") => {
                message!("leave the comma out: `{word}` follows without one")
            }
            Name(word) if matches!(word.as_str(), "and" | "where" | "with") => {
                "conditions stand behind `if`, without a comma: `for k in 1..3 if k <= n`".into()
            }
            _ => return Ok(()),
        };
        match self.last() {
            Some(Token { kind: Symbol(","), span }) => {
                Err(Diagnostic::new("R014", "`,` does not belong here", *span).help(help))
            }
            _ => Ok(()),
        }
    }

    /// `for k in SET, ...`, or nothing.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn binders(&mut self) -> Result<Vec<Binder>> {
        if self.eat_word("for") { self.separated(",", Self::binder) } else { Ok(Vec::new()) }
    }

    /// `if COND`, or nothing.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn guard(&mut self) -> Result<Option<Expr>> {
        if self.eat_word("if") { self.expression().map(Some) } else { Ok(None) }
    }

    /// `E [for BINDER, ...] [if COND]`.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn item(&mut self) -> Result<Item> {
        let body = self.expression()?;
        let binders = self.binders()?;
        Ok(Item { body, binders, guard: self.guard()? })
    }

    /// `{ITEM; ...}`.
    pub(super) fn items(&mut self) -> Result<Vec<Item>> {
        let open = self.expect_symbol("{", "items stand in braces: `mex{g(k) for k in 1..n}`")?;
        if self.at_symbol("}") {
            self.expect_close("}", open)?;
            self.grow(open)?;
            return Ok(Vec::new());
        }
        let first = self.expression()?;
        self.items_from(first, "}", open)
    }

    /// `[for BINDER, ...] [if COND]; ITEM; ...` up to the closing bracket, after the value of the
    /// first item.
    pub(super) fn items_from(&mut self, body: Expr, close: &str, open: Span) -> Result<Vec<Item>> {
        let binders = self.binders()?;
        let first = Item { body, binders, guard: self.guard()? };
        let items = self.further(first, ";", Self::item)?;
        self.expect_close(close, open)?;
        self.grow(open)?;
        Ok(items)
    }

    /// One position: an expression, or `(e, e)`.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn position(&mut self) -> Result<Vec<Expr>> {
        if !self.at_symbol("(") {
            return Ok(vec![self.arithmetic()?]);
        }
        self.nested(|p| {
            let open = p.bump().span;
            let mut coordinates = p.separated(",", Self::expression)?;
            p.expect_close(")", open)?;
            if coordinates.len() > 1 {
                return Ok(coordinates);
            }
            // A bracketed expression, which may go on.
            let first = p.postfix(open, coordinates.remove(0))?;
            Ok(vec![p.infix(first, level::XOR)?])
        })
    }

    /// What stands in the brackets of `sg(...)`: `none`, `a, b`, or a sum.
    pub(super) fn bracketed_sum(&mut self) -> Result<Vec<Vec<Expr>>> {
        if self.eat_word("none") {
            return Ok(Vec::new());
        }
        let mut first = self.position()?;
        if first.len() > 1 {
            return self.further(first, "|", Self::position);
        }
        // Brackets around one expression may hold a comparison, too.
        if let Some(whole) = first.pop() {
            first.push(self.infix(whole, level::LOOSEST)?);
        }
        while self.eat_symbol(",") {
            first.push(self.expression()?);
        }
        if first.len() > 1 && self.at_symbol("|") {
            let cause = "a position of several coordinates needs brackets in a sum";
            return Err(
                Diagnostic::new("R005", cause, self.peek().span).help("write `(a, b) | (c, d)`")
            );
        }
        self.further(first, "|", Self::position)
    }

    /// `NAME (ARGUMENT, ...)`; the arguments may be left out.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn game_reference(&mut self) -> Result<GameRef> {
        let (name, start) = self.hyphenated("a game")?;
        let arguments = self.arguments()?;
        Ok(GameRef { name, arguments, span: self.span_from(start) })
    }

    /// `(VALUE, p = VALUE, ...)`, or nothing.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn arguments(&mut self) -> Result<Vec<(Option<String>, Argument)>> {
        let open = self.peek().span;
        if !self.eat_symbol("(") || self.eat_symbol(")") {
            return Ok(Vec::new());
        }
        let arguments = self.separated(",", |p| {
            let named = matches!(p.peek().kind, Name(_)) && p.peek_at(1).kind == Symbol("=");
            let name = if named {
                let (name, _) = p.name("a parameter")?;
                p.bump();
                Some(name)
            } else {
                None
            };
            Ok((name, p.argument()?))
        })?;
        self.expect_close(")", open)?;
        Ok(arguments)
    }

    /// The value of a parameter: `game NAME`, a set, or an expression.
    ///
    /// # Errors
    /// The first place that does not fit the grammar.
    pub fn argument(&mut self) -> Result<Argument> {
        if self.eat_word("game") {
            return Ok(Argument::Game(self.hyphenated("a game")?.0));
        }
        let first = self.arithmetic()?;
        let is_set = first.is_set() || self.at_symbol("..");
        Ok(Argument::Expr(if is_set { self.set_from(first)? } else { first }))
    }
}
