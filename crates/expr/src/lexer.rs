//! Text to tokens with byte spans.
//!
//! The lexer never gives up: a character that has no place in the language is reported with what
//! to write instead, and is then read as if that had been written.

use crate::ast::Span;
use crate::diagnostic::Diagnostic;
use crate::foreign::{SPELLINGS, advice};
use message::{Message, message};

/// One token and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stood.
    pub span: Span,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A letter or `_`, then letters, digits and `_` (ASCII).
    Name(String),
    /// Decimal digits.
    Int(i128),
    /// `"text"`, with its escapes resolved.
    Text(String),
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// The word of books for play in which the last player loses.
const MISERE: &str = "mis\u{e8}re";

/// Operators and punctuation, longer ones before their own beginnings.
pub const SYMBOLS: [&str; 28] = [
    "->", "..", "**", "//", "!=", "<=", ">=", "+", "-", "*", "/", "%", "^", "&", "|", "=", "<",
    ">", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
];

/// The tokens of `source[within]`, the last of them [`TokenKind::End`], and what is wrong with them.
/// White space, line ends and `#` comments separate tokens. `within` is cut to the source.
#[must_use]
pub fn lex(source: &str, within: Span) -> (Vec<Token>, Vec<Diagnostic>) {
    let end = floor_boundary(source, within.end);
    let at = floor_boundary(source, within.start).min(end);
    let mut lexer =
        Lexer { source, at, end, tokens: Vec::new(), diagnostics: Vec::new(), stray: None };
    while lexer.at < lexer.end {
        lexer.token();
    }
    lexer.report_stray();
    lexer.tokens.push(Token { kind: TokenKind::End, span: Span::new(end, end) });
    (lexer.tokens, lexer.diagnostics)
}

/// The greatest character boundary of `source` that is at most `at`.
pub(crate) fn floor_boundary(source: &str, at: usize) -> usize {
    let mut at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    end: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// A run of characters that mean nothing here, reported as one.
    stray: Option<Span>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..self.end]
    }

    /// Length in bytes of the longest prefix of the rest whose characters satisfy `keep`.
    fn run(&self, keep: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        rest.find(|c| !keep(c)).unwrap_or(rest.len())
    }

    fn report(
        &mut self,
        code: &'static str,
        cause: impl Into<String>,
        span: Span,
        help: impl Into<Message>,
    ) {
        self.diagnostics.push(Diagnostic::new(code, cause, span).help(help));
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        self.report_stray();
        let span = Span::new(self.at, self.at + length);
        self.tokens.push(Token { kind, span });
        self.at += length;
    }

    fn token(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        if first.is_ascii_whitespace() {
            self.report_stray();
            self.at += 1;
        } else if first == '#' {
            self.report_stray();
            self.at += self.run(|c| c != '\n');
        } else if self.rest().starts_with(MISERE) {
            // one word, so that the remedy for it is named
            self.push(TokenKind::Name(MISERE.to_owned()), MISERE.len());
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
            self.push(TokenKind::Name(self.rest()[..length].to_owned()), length);
        } else if first.is_ascii_digit() {
            let length = self.run(|c| c.is_ascii_digit());
            let digits = self.rest()[..length].to_owned();
            self.integer(&digits, length);
        } else if first == '"' {
            self.text(first);
        } else {
            self.symbol(first);
        }
    }

    /// The longest spelling wins: `!=` before the foreign `!`, the foreign `==` before `=`.
    fn symbol(&mut self, first: char) {
        let symbol = SYMBOLS.into_iter().find(|s| self.rest().starts_with(s));
        let foreign = SPELLINGS.into_iter().find(|(written, _)| self.rest().starts_with(written));
        match (symbol, foreign) {
            (symbol, Some((written, meant))) if written.len() > symbol.map_or(0, str::len) => {
                self.foreign(written.len(), meant);
            }
            (Some(symbol), _) => self.push(TokenKind::Symbol(symbol), symbol.len()),
            (None, _) => self.odd(first),
        }
    }

    fn integer(&mut self, digits: &str, length: usize) {
        let before = &self.source[..self.at];
        // Digits behind a single point are part of a name, as in `octal-0.77`, however many.
        let is_named = before.ends_with('.') && !before.ends_with("..");
        let value = digits.parse().unwrap_or_else(|_| {
            let span = Span::new(self.at, self.at + length);
            if !is_named {
                let help = "numbers go up to 2 ** 127 - 1";
                self.report("R003", "the number is too large", span, help);
            }
            0
        });
        self.push(TokenKind::Int(value), length);
    }

    /// A quoted text; it ends on its line. `open` is the opening quote, already judged.
    fn text(&mut self, open: char) {
        let start = self.at;
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        let mut length = None;
        let mut line = self.rest().len();
        while let Some((i, c)) = characters.next() {
            match c {
                '"' => {
                    length = Some(i + 1);
                    break;
                }
                '”' | '“' | '＂' if open != '"' => {
                    length = Some(i + c.len_utf8());
                    break;
                }
                '\n' => {
                    line = i;
                    break;
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((i, '\n')) => {
                        line = i;
                        break;
                    }
                    Some((_, escaped)) => text.push(escaped),
                    None => {}
                },
                c => text.push(c),
            }
        }
        let length = length.unwrap_or_else(|| {
            let help = "close it with `\"` on the same line; a quote inside is written `\\\"`";
            let span = Span::new(start, start + line);
            self.report("R002", "the text has no closing quote", span, help);
            line
        });
        self.push(TokenKind::Text(text), length);
    }

    /// Something of another language that is `length` bytes long and stands for `meant`.
    fn foreign(&mut self, length: usize, meant: &str) {
        let span = Span::new(self.at, self.at + length);
        let written = &self.source[span.start..span.end];
        let cause = format!("`{written}` is not written here");
        let help = advice(written).map_or_else(|| message!("write `{meant}`"), Message::from);
        self.report("R001", cause, span, help);
        let kind = match SYMBOLS.into_iter().find(|s| *s == meant) {
            Some(symbol) => TokenKind::Symbol(symbol),
            None => match meant.parse() {
                Ok(value) => TokenKind::Int(value),
                Err(_) => TokenKind::Name(meant.to_owned()),
            },
        };
        self.push(kind, length);
    }

    /// A character outside the language: full-width forms, curly quotes, invisible ones, the rest.
    fn odd(&mut self, first: char) {
        if let Some(plain) = half_width(first) {
            if plain == '"' {
                self.quote(first);
            } else if plain.is_ascii_alphanumeric() || plain == '_' {
                let alphanumeric =
                    |c| half_width(c).filter(|p| p.is_ascii_alphanumeric() || *p == '_').is_some();
                let length = self.run(alphanumeric);
                let meant: String = self.rest()[..length].chars().filter_map(half_width).collect();
                self.foreign(length, &meant);
            } else {
                let mut buffer = [0; 4];
                let meant = plain.encode_utf8(&mut buffer);
                let known = SYMBOLS.contains(&&*meant);
                match SPELLINGS.into_iter().find(|(written, _)| *written == &*meant) {
                    Some((_, meant)) => self.foreign(first.len_utf8(), meant),
                    None if known => self.foreign(first.len_utf8(), meant),
                    None => self.skip(first),
                }
            }
        } else if matches!(first, '“' | '”' | '「' | '」' | '«' | '»') {
            self.quote(first);
        } else if first.is_whitespace() || is_invisible(first) {
            self.report_stray();
            let span = Span::new(self.at, self.at + first.len_utf8());
            let code = u32::from(first);
            let cause = format!("invisible character U+{code:04X}");
            self.report("R001", cause, span, "write an ordinary space, or delete it");
            self.at = span.end;
        } else {
            self.skip(first);
        }
    }

    fn quote(&mut self, first: char) {
        let span = Span::new(self.at, self.at + first.len_utf8());
        let cause = format!("`{first}` does not open a text");
        self.report("R001", cause, span, "write `\"` on both sides");
        self.text(first);
    }

    fn skip(&mut self, first: char) {
        let span = Span::new(self.at, self.at + first.len_utf8());
        self.stray = Some(self.stray.map_or(span, |run| run.to(span)));
        self.at = span.end;
    }

    fn report_stray(&mut self) {
        let Some(span) = self.stray.take() else { return };
        let run = &self.source[span.start..span.end];
        let help = match run.chars().next() {
            Some('?') => "a choice is written `if c then a else b`",
            Some('\'' | '`' | '‘' | '’') => "texts stand between `\"`; names have no quotes",
            Some('⌊' | '⌋' | '⌈' | '⌉') => "write `floor(E)`",
            Some(c) if c.is_alphabetic() => {
                "names are made of the letters a-z, A-Z, digits and `_`; other words belong in \
                 `title \"...\"`, `note \"...\"` or a `#` comment"
            }
            _ => "delete it",
        };
        let shown: String = run.chars().take(20).flat_map(char::escape_debug).collect();
        self.report("R001", format!("`{shown}` has no meaning here"), span, help);
    }
}

/// The ASCII character of which `c` is the full-width form, as Chinese input methods type it.
fn half_width(c: char) -> Option<char> {
    let code = u32::from(c);
    (0xFF01..=0xFF5E).contains(&code).then(|| char::from_u32(code - 0xFEE0)).flatten()
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}')
}
