//! The text of a position taken apart: components, and in them numbers, rows and sets.

use message::{Message, message};

/// One coordinate as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A number, or `?` in place of one.
    Number(Option<i64>),
    /// `[3, ?, 2]`
    Row(Vec<Option<i64>>),
    /// `{1, 3, 4}`
    Set(Vec<i64>),
}

/// One component as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// `nim at`, `nim`: the game it names.
    pub(super) game: Option<String>,
    pub(super) items: Vec<Item>,
    /// Whether it is nothing but numbers without brackets.
    pub(super) bare: bool,
}

/// The components between `|` or `+`.
///
/// # Errors
/// Something stands where something else is expected.
pub(super) fn sum(text: &str) -> Result<Vec<Written>, Message> {
    text.split(['+', '|']).map(|part| Reader { rest: part }.component()).collect()
}

/// The components of a text that is nothing but numbers, of at most 128 bits each; a row of them counts as
/// its numbers.
pub(super) fn numbers(text: &str) -> Option<Vec<Vec<i128>>> {
    let one = |part: &str| {
        let mut reader = Reader { rest: part };
        let mut all = Vec::new();
        loop {
            while reader.eat('(') || reader.eat('[') || reader.eat(',') {}
            while reader.eat(')') || reader.eat(']') || reader.eat(',') {}
            if reader.peek().is_none() {
                return Some(all);
            }
            all.push(reader.integer().ok()?.0?);
        }
    };
    text.split(['+', '|']).map(one).collect()
}

/// Most numbers that a range in a set may have.
const MAX_RANGE: i64 = 1 << 20;

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.rest = &self.rest[c.len_utf8()..];
        }
        found
    }

    /// A word, if one begins here.
    fn word(&mut self) -> Option<String> {
        self.peek().filter(char::is_ascii_alphabetic)?;
        let part_of = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':');
        let end = self.rest.find(|c| !part_of(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word.to_owned())
    }

    fn unexpected(&mut self, expected: &'static str) -> Message {
        let expected = Message::from(expected);
        match self.peek() {
            Some('.') if self.rest.starts_with("..") => message!(
                "`..` where {expected} is expected; one position is asked about, and `mexlab table \
                 RULE --to N` shows a range"
            ),
            Some(c) => message!("`{c}` where {expected} is expected"),
            None => message!("it ends where {expected} is expected"),
        }
    }

    /// A number or `?`.
    fn number(&mut self) -> Result<Option<i64>, Message> {
        if self.eat('?') {
            return Ok(None);
        }
        let (number, written) = self.integer()?;
        let fits = number.and_then(|number| i64::try_from(number).ok());
        fits.map(Some).ok_or_else(|| message!("{written} is too large"))
    }

    /// An integer, `-3` or `10^12`, and how it is written; `None` where it leaves 128 bits.
    fn integer(&mut self) -> Result<(Option<i128>, &str), Message> {
        self.peek();
        let whole = self.rest;
        let is_negative = self.eat('-');
        let mut number: Option<i128> = self.digits()?.parse().ok();
        if let Some(rest) = self.rest.strip_prefix('^') {
            self.rest = rest;
            let exponent = self.digits()?.parse().ok();
            number = number.zip(exponent).and_then(|(base, exponent)| base.checked_pow(exponent));
        }
        let number = number.map(|number| if is_negative { -number } else { number });
        Ok((number, &whole[..whole.len() - self.rest.len()]))
    }

    fn digits(&mut self) -> Result<&str, Message> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.unexpected("a number"));
        }
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(digits)
    }

    /// Items up to a closing character (the end, where there is none), separated by commas or
    /// blanks.
    fn list<T>(
        &mut self,
        close: Option<char>,
        item: impl Fn(&mut Self) -> Result<T, Message>,
    ) -> Result<Vec<T>, Message> {
        let mut items = Vec::new();
        loop {
            let ends = match close {
                Some(close) => self.eat(close),
                None => self.peek().is_none(),
            };
            if ends {
                return Ok(items);
            }
            items.push(item(self)?);
            if self.eat(',') && self.peek().is_none_or(|c| Some(c) == close) {
                return Err("a comma without a number after it".into());
            }
        }
    }

    fn item(&mut self) -> Result<Item, Message> {
        if self.eat('[') {
            return Ok(Item::Row(self.list(Some(']'), Self::number)?));
        }
        if self.eat('{') {
            return Ok(Item::Set(self.list(Some('}'), Self::members)?.concat()));
        }
        Ok(Item::Number(self.number()?))
    }

    /// A number of a set, or a range `1..9`.
    fn members(&mut self) -> Result<Vec<i64>, Message> {
        let number = |r: &mut Self| r.number()?.ok_or_else(|| Message::from("`?` in a set"));
        let first = number(self)?;
        self.peek();
        let Some(rest) = self.rest.strip_prefix("..") else { return Ok(vec![first]) };
        self.rest = rest;
        let last = number(self)?;
        match last.saturating_sub(first) < MAX_RANGE {
            true => Ok((first..=last).collect()),
            false => Err(message!("{last} is too large")),
        }
    }

    fn component(mut self) -> Result<Written, Message> {
        let game = self.word();
        if game.is_some() && self.rest.trim_start().starts_with("at") {
            self.word();
        }
        let bracketed = self.eat('(');
        let items = self.list(bracketed.then_some(')'), Self::item)?;
        if self.peek().is_some() {
            return Err(self.unexpected("`|` or the end"));
        }
        if items.is_empty() {
            return Err("a component without numbers".into());
        }
        let bare = !bracketed && items.iter().all(|i| matches!(i, Item::Number(_)));
        Ok(Written { game, items, bare })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Result<Vec<Item>, Message> {
        sum(text).map(|sum| sum.into_iter().flat_map(|w| w.items).collect())
    }

    #[test]
    fn numbers_rows_and_sets() {
        let numbers = [3, 1, 2].map(|n| Item::Number(Some(n)));
        for text in ["3,1,2", "3 1 2", "(3, 1, 2)", " 3 1,2 ", "3|1|2", "3+1 | 2"] {
            assert_eq!(items(text).unwrap(), numbers, "{text}");
        }
        assert_eq!(items("[3 ?]").unwrap(), [Item::Row(vec![Some(3), None])]);
        assert_eq!(items("{}").unwrap(), [Item::Set(vec![])]);
        assert_eq!(items("{1..3, 7 , 9 .. 8}").unwrap(), [Item::Set(vec![1, 2, 3, 7])]);
        let both = [Item::Number(Some(-1)), Item::Set(vec![4, 2])];
        assert_eq!(items("(-1, {4, 2})").unwrap(), both);
    }

    #[test]
    fn games_by_name() {
        let games = |text| sum(text).map(|s| s.into_iter().map(|w| w.game).collect::<Vec<_>>());
        let expected = vec![Some("nim".to_owned()), Some("octal-0.77".to_owned()), None];
        assert_eq!(games("nim 3,4 | octal-0.77 at 5 | 2").unwrap(), expected);
    }

    #[test]
    fn mistakes_name_what_is_there() {
        for (text, why) in [
            ("", "without numbers"),
            ("3,", "comma"),
            ("3,,4", "`,`"),
            ("3++4", "without numbers"),
            ("1.5", "`.`"),
            ("[3", "ends"),
            ("{?}", "in a set"),
            ("(3) 4", "`4`"),
            ("99999999999999999999", "too large"),
            ("[[1]]", "`[`"),
            ("1..9", "shows a range"),
            ("{1..?}", "in a set"),
            ("{1..99999999}", "too large"),
        ] {
            let found = sum(text).unwrap_err().to_string();
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
