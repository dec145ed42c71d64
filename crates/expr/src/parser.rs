//! Tokens to expressions: a cursor over the tokens that other grammars (the rule language) reuse,
//! and a Pratt parser on it.
//!
//! Every tree that comes out of here is at most [`DEPTH_LIMIT`] high, so that code which walks it
//! by recursion is safe on any input.

mod operators;
mod parts;
mod primary;

pub(crate) use operators::level;

use crate::ast::{Expr, Quantity, Span};
use crate::diagnostic::{Diagnostic, Result};
use crate::foreign;
use crate::lexer::TokenKind::{End, Int, Name, Symbol, Text};
use crate::lexer::{Token, lex};
use message::{Message, message};

/// Greatest height of a tree, and of brackets inside brackets.
pub const DEPTH_LIMIT: usize = 200;

/// Words that cannot be names because expressions use them. The names of the quantities are
/// reserved too, see [`is_reserved`].
pub const RESERVED: [&str; 18] = [
    "and", "at", "each", "else", "false", "for", "game", "if", "iff", "implies", "in", "none",
    "not", "of", "or", "then", "true", "when",
];

/// Whether the word belongs to the language and cannot name anything.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || Quantity::from_name(word).is_some()
}

/// The expression a text consists of.
///
/// # Errors
/// What is wrong with the text: every odd character, and the first place that does not fit the
/// grammar.
pub fn parse_expression(source: &str) -> Result<Expr, Vec<Diagnostic>> {
    let (mut parser, mut diagnostics) = Parser::new(source, Span::new(0, source.len()));
    match parser.expression().and_then(|e| parser.finish().map(|()| e)) {
        Ok(expr) if diagnostics.is_empty() => return Ok(expr),
        Ok(_) => {}
        Err(mistake) => diagnostics.push(mistake),
    }
    Err(diagnostics)
}

/// A cursor over the tokens of a piece of text.
#[derive(Clone, Debug)]
pub struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    at: usize,
    /// Nesting of the expression being read.
    depth: usize,
    /// Height of the highest tree read since the enclosing expression began.
    height: usize,
    division: Division,
}

/// What `/` means where the parser stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Division {
    /// The same as `//`: outside `floor(...)`.
    Floor,
    /// Exact division; `//` is a floor of its own.
    Exact,
    /// Nothing: among the integers inside `floor(...)` a quotient is written `//`.
    Refused,
}

impl<'s> Parser<'s> {
    /// A cursor at the beginning of `source[within]`, and what the lexer had to say about it.
    #[must_use]
    pub fn new(source: &'s str, within: Span) -> (Self, Vec<Diagnostic>) {
        let (tokens, diagnostics) = lex(source, within);
        (
            Self { source, tokens, at: 0, depth: 0, height: 0, division: Division::Floor },
            diagnostics,
        )
    }

    /// The token `ahead` places after the next one.
    #[must_use]
    pub fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)]
    }

    /// The next token.
    #[must_use]
    pub fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    /// Takes the next token; the end stays where it is.
    pub fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// End of the token taken last, or start of the text.
    #[must_use]
    pub fn last_end(&self) -> usize {
        self.last().map_or(self.peek().span.start, |token| token.span.end)
    }

    /// The token taken last.
    fn last(&self) -> Option<&Token> {
        self.at.checked_sub(1).map(|last| &self.tokens[last])
    }

    /// The text from `start` to the end, if it is one line.
    #[must_use]
    pub fn text_from(&self, start: Span) -> Option<&'s str> {
        let end = self.tokens.last()?.span.end;
        let text = self.source.get(start.start..end)?;
        let text = text.split('#').next().unwrap_or_default().trim();
        (!text.contains('\n')).then_some(text)
    }

    /// From `start` to the end of the token taken last.
    #[must_use]
    pub fn span_from(&self, start: Span) -> Span {
        Span::new(start.start, self.last_end().max(start.start))
    }

    /// Whether every token has been taken.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.peek().kind == End
    }

    /// Whether the next token is this symbol.
    #[must_use]
    pub fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, Symbol(s) if s == symbol)
    }

    /// Whether the next token is this word.
    #[must_use]
    pub fn at_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, Name(name) if name == word)
    }

    /// Takes the symbol if it comes next.
    pub fn eat_symbol(&mut self, symbol: &str) -> bool {
        let here = self.at_symbol(symbol);
        if here {
            self.bump();
        }
        here
    }

    /// Takes the word if it comes next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        if here {
            self.bump();
        }
        here
    }

    /// Items with a symbol between them, at least one.
    ///
    /// # Errors
    /// Those of `item`.
    pub fn separated<T>(
        &mut self,
        symbol: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let first = item(self)?;
        self.further(first, symbol, item)
    }

    /// Such items, the first of which has been read.
    ///
    /// # Errors
    /// Those of `item`.
    pub fn further<T>(
        &mut self,
        first: T,
        symbol: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![first];
        while self.eat_symbol(symbol) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Takes the symbol.
    ///
    /// # Errors
    /// R005 when something else comes next.
    pub fn expect_symbol(&mut self, symbol: &str, help: impl Into<Message>) -> Result<Span> {
        if self.at_symbol(symbol) {
            return Ok(self.bump().span);
        }
        Err(self.unexpected(&format!("`{symbol}`"), help))
    }

    /// Takes the word.
    ///
    /// # Errors
    /// R005 when something else comes next.
    pub fn expect_word(&mut self, word: &str, help: impl Into<Message>) -> Result<Span> {
        if self.at_word(word) {
            return Ok(self.bump().span);
        }
        Err(self.unexpected(&format!("`{word}`"), help))
    }

    /// Takes the bracket that closes the one at `open`.
    ///
    /// # Errors
    /// R006 when something else comes next.
    pub fn expect_close(&mut self, bracket: &str, open: Span) -> Result<Span> {
        if self.at_symbol(bracket) {
            return Ok(self.bump().span);
        }
        let opened = &self.source[open.start..open.end];
        let found = self.found();
        let column = self.source[..open.start].chars().rev().take_while(|c| *c != '\n').count() + 1;
        Err(Diagnostic::new(
            "R006",
            format!("expected `{bracket}` for the `{opened}` in column {column}, found {found}"),
            self.peek().span,
        )
        .help(self.set_in_brackets(open).unwrap_or_else(|| self.unclosed(&found))))
    }

    /// The set that is meant where numbers with commas between them stand in round brackets behind `in`.
    fn set_in_brackets(&self, open: Span) -> Option<Message> {
        let at = self.tokens.iter().position(|token| token.span.start == open.start)?;
        let before = self.tokens.get(at.checked_sub(1)?)?;
        let is_set = before.kind == Name("in".to_owned())
            && self.at_symbol(",")
            && self.source[open.start..open.end] == *"(";
        let inside = self.source[open.end..].split_once(')').filter(|_| is_set)?.0;
        let numbers: Option<Vec<i64>> =
            inside.split(',').map(|number| number.trim().parse().ok()).collect();
        let numbers: Vec<String> = numbers?.iter().map(ToString::to_string).collect();
        Some(message!("a set is written in braces: `{{{}}}`", numbers.join(", ")))
    }

    /// What to do where a bracket should be closed before `found`.
    fn unclosed(&self, found: &Message) -> Message {
        let last = self.last().map(|token| &token.kind);
        match (last, &self.peek().kind) {
            (_, Name(word)) if foreign::operator(word).is_some() => {
                foreign::operator(word).unwrap_or_default().into()
            }
            (Some(Name(name)), Name(_) | Int(_)) if crate::function::function(name).is_some() => {
                message!("arguments stand in brackets: `{name}(...)`")
            }
            (Some(Int(_)), Name(name)) if !is_reserved(name) => {
                message!("a product is written `* {name}`")
            }
            _ => message!("close the bracket, or check what stands before {found}"),
        }
    }

    /// Checks that everything has been taken.
    ///
    /// # Errors
    /// R014 when something is left over.
    pub fn finish(&self) -> Result<()> {
        if self.at_end() {
            return Ok(());
        }
        let found = self.found();
        let last = self.last().map(|token| &token.kind);
        let help = match (last, &self.peek().kind) {
            (_, Name(name)) if foreign::operator(name).is_some() => {
                foreign::operator(name).unwrap_or_default().into()
            }
            (Some(Int(_)), Name(name)) if !is_reserved(name) => {
                message!("a product is written `* {name}`")
            }
            (Some(Name(_)), Symbol(".")) => {
                "functions stand before their arguments: `size(A)`; a set without x is `A - {x}`"
                    .into()
            }
            (_, Symbol(".")) => "numbers are whole; a range is written `a..b`".into(),
            (_, Symbol("|")) => "`|` stands between the positions of a sum; \"or\" is `or`, \
                bitwise or is `bitor(a, b)`, and k divides n where `n % k = 0`"
                .into(),
            (_, Symbol(";")) => "every statement has a line of its own, without `;`".into(),
            (_, Symbol(close @ (")" | "]" | "}"))) => {
                message!("there is one `{close}` too many, or an opening bracket is missing")
            }
            _ => "delete it, or check the operator before it".into(),
        };
        Err(Diagnostic::new("R014", format!("{found} does not belong here"), self.peek().span)
            .help(help))
    }

    /// R005: something else stands here than the grammar wants.
    #[must_use]
    pub fn unexpected(&self, expected: &str, help: impl Into<Message>) -> Diagnostic {
        let message = format!("expected {expected}, found {}", self.found());
        Diagnostic::new("R005", message, self.peek().span).help(help)
    }

    /// The next token in words.
    fn found(&self) -> Message {
        match &self.peek().kind {
            End => "the end".into(),
            Text(_) => "a text in quotes".into(),
            Int(value) => message!("`{value}`"),
            Name(name) => message!("`{name}`"),
            Symbol(symbol) => message!("`{symbol}`"),
        }
    }

    /// A name that is not a word of the language; `what` says what it names, as in "a parameter".
    ///
    /// # Errors
    /// R015 for a reserved word, R005 for anything else that is no name.
    pub fn name(&mut self, what: &str) -> Result<(String, Span)> {
        let Token { kind, span } = self.peek().clone();
        match kind {
            Name(name) if is_reserved(&name) => Err(Diagnostic::new(
                "R015",
                format!("`{name}` is a word of the language and cannot name {what}"),
                span,
            )
            .help("choose another name")),
            Name(name) => {
                self.bump();
                Ok((name, span))
            }
            _ => Err(self.unexpected(
                &format!("the name of {what}"),
                "names are made of the letters a-z, A-Z, digits and `_`, a letter first",
            )),
        }
    }

    /// Length in tokens of the hyphenated word that comes next: names and numbers joined by `-` and
    /// `.` without space, a name first. 0 when there is none.
    #[must_use]
    pub fn hyphenated_length(&self) -> usize {
        if !matches!(self.peek().kind, Name(_)) {
            return 0;
        }
        let joins = |a: &Token, b: &Token| {
            let word = |t: &Token| matches!(t.kind, Name(_) | Int(_));
            let joint = |t: &Token| matches!(t.kind, Symbol("-" | "."));
            a.span.end == b.span.start && (word(b) || (word(a) && joint(b)))
        };
        let mut length = 1;
        while joins(self.peek_at(length - 1), self.peek_at(length)) && length < self.tokens.len() {
            length += 1;
        }
        // A joint must join: `a-` is the name `a`.
        match self.peek_at(length - 1).kind {
            Symbol(_) => length - 1,
            _ => length,
        }
    }

    /// The hyphenated word that comes next, such as `range-bash` or `take-1-2-all`.
    ///
    /// # Errors
    /// R005 when there is none.
    pub fn hyphenated(&mut self, what: &str) -> Result<(String, Span)> {
        let length = self.hyphenated_length();
        if length == 0 {
            return Err(self.unexpected(
                &format!("the name of {what}"),
                "names are made of letters, digits and `-`, a letter first",
            ));
        }
        let span = self.peek().span.to(self.peek_at(length - 1).span);
        for _ in 0..length {
            self.bump();
        }
        Ok((self.source[span.start..span.end].to_owned(), span))
    }

    /// The text before the next such symbol, or before the end; all its tokens are taken.
    pub fn until(&mut self, symbol: &str) -> &'s str {
        let start = self.last_end();
        while !self.at_symbol(symbol) && !self.at_end() {
            self.bump();
        }
        self.source[start..self.peek().span.start].trim()
    }

    /// A text in quotes.
    ///
    /// # Errors
    /// R005 when something else comes next.
    pub fn text(&mut self, what: &str) -> Result<String> {
        if let Text(text) = &self.peek().kind {
            let text = text.clone();
            self.bump();
            return Ok(text);
        }
        Err(self.unexpected(what, "texts stand between `\"` on one line"))
    }
}
