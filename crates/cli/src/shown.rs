//! What reaches a terminal: texts of others as they may be shown, mistakes in colours.

use crate::arguments::Color;
use crate::chinese;
use expr::visible::visible;
use report::Waiting;
use std::io::{self, Write};
use std::{env, str};

/// A writer of text in which characters that a terminal obeys are written as escapes, and Chinese may have
/// its own punctuation.
pub(crate) struct Shown<W> {
    out: W,
    /// Whether punctuation becomes that of Chinese, line by line.
    punctuates: bool,
    /// The beginning of a character, or of a line, whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    /// Writes to `out`.
    pub(crate) fn new(out: W, punctuates: bool) -> Self {
        Self { out, punctuates, begun: Vec::new() }
    }

    /// Writes what has begun.
    fn pass(&mut self) -> io::Result<()> {
        let mut text = String::from_utf8_lossy(&self.begun).into_owned();
        if self.punctuates {
            text = chinese::punctuated(&text);
        }
        self.out.write_all(visible(&text).as_bytes())
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |b: &u8| matches!(b, b' '..=b'~' | b'\n' | b'\t');
        let is_whole = self.begun.is_empty() && !(self.punctuates && bytes.last() != Some(&b'\n'));
        if is_whole && bytes.iter().all(is_plain) {
            self.out.write_all(bytes)?;
            return Ok(bytes.len());
        }
        self.begun.extend(bytes);
        let whole = match str::from_utf8(&self.begun) {
            _ if self.punctuates => {
                self.begun.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1)
            }
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        self.pass()?;
        self.begun = rest;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.punctuates {
            self.pass()?;
            self.begun.clear();
        }
        self.out.flush()
    }
}

impl Color {
    /// Whether colours are wanted where a person reads, or does not.
    pub(crate) fn is_wanted(self, is_terminal: bool) -> bool {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            // https://no-color.org
            Self::Auto => {
                let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                is_terminal && !is_set("NO_COLOR") && !is_dumb
            }
        }
    }
}

/// Writes a message on standard error. Who closed it does not want messages.
pub(crate) fn say(message: &str, is_coloured: bool) {
    let message = visible(message);
    let message = if is_coloured { coloured(&message) } else { message.into_owned() };
    let _ = Waiting::error().and_then(|mut out| out.write_all(message.as_bytes()));
}

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[1;31m";
const BLUE: &str = "\u{1b}[34m";
const GREEN: &str = "\u{1b}[1;32m";
const PLAIN: &str = "\u{1b}[0m";

/// The message in colours: what it is, the frame around the text it quotes, the place, the remedy.
fn coloured(message: &str) -> String {
    message.split_inclusive('\n').map(coloured_line).collect()
}

/// What stands before the first colon of either language, the colon, and the rest.
fn at_colon(text: &str) -> Option<(&str, &str, &str)> {
    let colons = [": ", "："].into_iter();
    let (at, colon) = colons.filter_map(|colon| Some((text.find(colon)?, colon))).min()?;
    Some((&text[..at], colon, &text[at + colon.len()..]))
}

fn coloured_line(line: &str) -> String {
    let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
    let kinds = ["error", "错误", "not proved", "未能证明"];
    let painted = if kinds.iter().any(|kind| line.starts_with(kind)) {
        let (kind, between, rest) = at_colon(line).unwrap_or((line, "", ""));
        format!("{RED}{kind}{PLAIN}{BOLD}{between}{rest}{PLAIN}")
    } else if let Some((before, help)) = line.split_once("= ").filter(|(b, _)| b.trim().is_empty())
    {
        let (name, colon, help) = at_colon(help).unwrap_or(("", "", help));
        format!("{before}{BLUE}={PLAIN} {GREEN}{name}{PLAIN}{colon}{help}")
    } else if let Some((gutter, rest)) = line.split_once('│') {
        let is_mark = rest.trim_start().starts_with('^');
        let rest = if is_mark { format!("{RED}{rest}{PLAIN}") } else { rest.to_owned() };
        format!("{BLUE}{gutter}│{PLAIN}{rest}")
    } else if line.trim_start().starts_with('┌') {
        format!("{BLUE}{line}{PLAIN}")
    } else {
        line.to_owned()
    };
    painted + end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&[u8]]) -> String {
        let mut shown = Shown::new(Vec::new(), false);
        pieces.iter().for_each(|piece| shown.write_all(piece).expect("memory takes all"));
        String::from_utf8(shown.out).expect("text")
    }

    #[test]
    fn pieces_of_characters_are_joined_and_what_is_obeyed_is_shown() {
        assert_eq!(written(&[b"a,b\n", "取\u{1b}[0m".as_bytes()]), "a,b\n取\\u001b[0m");
        let turned = "\u{202e}x".as_bytes();
        assert_eq!(written(&[&turned[..1], &turned[1..2], &turned[2..]]), "\\u202ex");
        assert_eq!(written(&[b"a\xffb"]), "a\u{fffd}b");
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let message = "error[R020]: unknown\n  ┌─ g:3:1\n  │\n3 │ move n\n  │ ^^^^\n  │\n  = help: a: b\n\nerror: x\nelse\n";
        let shown = coloured(message);
        assert_eq!(console::strip_ansi_codes(&shown), message);
        for part in ["[1;31merror[R020]", "[1;32mhelp", "[1;31m ^^^^", "[34m  ┌─"] {
            assert!(shown.contains(part), "{part} in {shown:?}");
        }
        let message = "错误[R020]：名字未知：`a: b`\n  │ ^^^^ 这里\n  = 建议：是不是 `a`？\n";
        let shown = coloured(message);
        assert_eq!(console::strip_ansi_codes(&shown), message);
        for part in ["[1;31m错误[R020]\u{1b}[0m", "[1;32m建议\u{1b}[0m"] {
            assert!(shown.contains(part), "{part} in {shown:?}");
        }
    }
}
