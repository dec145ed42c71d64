//! What people are told: words with holes, and what stands in them.
//!
//! Whoever has something to say writes it in English, where it arises. A message keeps its words apart from the
//! names, numbers and further messages in its holes, so that another language finds its own words by the
//! English ones and puts the same into them.
//!
//! ```
//! use message::{Language, message};
//!
//! let (modulus, most) = (70, 64);
//! let why = message!("a remainder modulo {modulus}, which is not 1 to {most}");
//! let why = message!("move {}: {why}", 3);
//! assert_eq!(why.to_string(), "move 3: a remainder modulo 70, which is not 1 to 64");
//!
//! struct Chinese;
//!
//! impl Language for Chinese {
//!     fn words(&self, english: &'static str) -> Option<&str> {
//!         match english {
//!             "move {}: {}" => Some("第 {} 种着法：{}"),
//!             "a remainder modulo {}, which is not 1 to {}" => Some("模 {} 的余数，而模不在 1 到 {} 中"),
//!             _ => None,
//!         }
//!     }
//! }
//!
//! assert_eq!(why.read(&Chinese), "第 3 种着法：模 70 的余数，而模不在 1 到 64 中");
//! ```

extern crate self as message;

use std::fmt::{self, Display, Formatter, Write};

/// Marks a hole in words.
const HOLE: &str = "{}";
/// Stands behind what is only said to other languages, where English has one word for two things:
/// `topic‖order`.
const CONTEXT: char = '‖';

/// English words with holes, and what stands in them. `Display` is the English.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message(Form);

/// Errors hold messages, and must stay small.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Plain(&'static str),
    Filled(Box<(&'static str, Vec<Hole>)>),
}

/// What stands in a hole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hole {
    /// A name, a number or a formula: the same in every language.
    Text(String),
    /// Words again.
    Message(Message),
    /// Several, with a word or sign between each two.
    Row(Vec<Message>, &'static str),
    /// A mistake that has a code such as `R012`: a language may say it by its code.
    Mistake(&'static str, String),
}

/// What another language says for English words.
pub trait Language {
    /// Its words for English ones, with holes for the same in the same order; `None` where they stay English.
    fn words(&self, english: &'static str) -> Option<&str>;

    /// What it says of a mistake with a code; `None` where that is read as any message.
    fn mistake(&self, _code: &'static str, _message: &str) -> Option<String> {
        None
    }
}

/// What can be told: its message stands in a hole as a message.
pub trait Tell {
    /// What is told.
    fn message(&self) -> Message;
}

/// A message, written as for `format!`. What implements [`Tell`] is put in as a message, anything else as it is
/// displayed.
pub use message_macro::message;

/// What [`message!`] becomes: words, and what stands in each `{}` of them.
#[doc(hidden)]
#[macro_export]
macro_rules! filled {
    ($words:literal $(, $hole:expr)*) => {{
        #[allow(unused_imports)]
        use $crate::hole::{OfText as _, OfWords as _};
        $crate::Message::filled($words, &[$((&$crate::hole::Put(&$hole)).told()),*])
    }};
}

/// Makes an error of what can be told: `Display` is the English. It becomes of other errors what the named variants
/// hold.
#[macro_export]
macro_rules! error {
    ($told:ty $(, $variant:ident($from:ty))*) => {
        $(impl ::std::convert::From<$from> for $told {
            fn from(why: $from) -> Self {
                Self::$variant(why)
            }
        })*
        impl ::std::fmt::Display for $told {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Tell::message(self), f)
            }
        }
        impl ::std::error::Error for $told {}
    };
}

impl Message {
    /// Words, and what is put in each of their holes.
    #[doc(hidden)]
    #[must_use]
    pub fn filled(words: &'static str, told: &[&dyn hole::Told]) -> Self {
        Self::new(words, told.iter().map(|told| told.hole()).collect())
    }

    fn new(words: &'static str, holes: Vec<Hole>) -> Self {
        match holes.is_empty() {
            true => Self(Form::Plain(words)),
            false => Self(Form::Filled(Box::new((words, holes)))),
        }
    }

    /// The same, said of something.
    #[must_use]
    pub fn within(self, about: impl Into<Self>) -> Self {
        message!("{}: {self}", about.into())
    }

    /// Several, with a word or sign and blanks around it between each two: `a, b, c`. Nothing where there are none.
    #[must_use]
    pub fn joined(all: impl IntoIterator<Item = Self>, between: &'static str) -> Self {
        let mut all: Vec<Self> = all.into_iter().collect();
        match all.len() {
            0 | 1 => all.pop().unwrap_or_default(),
            _ => Self::new("{}", vec![Hole::Row(all, between)]),
        }
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Form::Plain(""))
    }

    /// A mistake that has a code.
    #[must_use]
    pub fn coded(code: &'static str, mistake: String) -> Self {
        Self::new("{}", vec![Hole::Mistake(code, mistake)])
    }

    /// The message in another language.
    #[must_use]
    pub fn read(&self, language: &dyn Language) -> String {
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = self.write(&mut text, language);
        text
    }

    fn write(&self, to: &mut dyn Write, language: &dyn Language) -> fmt::Result {
        let (words, holes) = match &self.0 {
            Form::Plain(words) => (*words, &[][..]),
            Form::Filled(filled) => (filled.0, &filled.1[..]),
        };
        let mut holes = holes.iter();
        let said = language.words(words).unwrap_or_else(|| plain(words));
        for (number, piece) in said.split(HOLE).enumerate() {
            if number > 0 {
                match holes.next() {
                    Some(Hole::Text(text)) => to.write_str(text)?,
                    Some(Hole::Message(message)) => message.write(to, language)?,
                    Some(Hole::Row(all, between)) => {
                        for (number, message) in all.iter().enumerate() {
                            if number > 0 {
                                let word = between.trim();
                                let said = language.words(word).unwrap_or(word);
                                to.write_str(&between.replace(word, said))?;
                            }
                            message.write(to, language)?;
                        }
                    }
                    Some(Hole::Mistake(code, mistake)) => match language.mistake(code, mistake) {
                        Some(text) => to.write_str(&text)?,
                        None => to.write_str(mistake)?,
                    },
                    None => {}
                }
            }
            to.write_str(piece)?;
        }
        Ok(())
    }
}

impl Default for Message {
    /// Nothing is said.
    fn default() -> Self {
        Self(Form::Plain(""))
    }
}

struct English;

impl Language for English {
    fn words(&self, english: &'static str) -> Option<&str> {
        Some(plain(english))
    }
}

/// Words without the context before them.
fn plain(words: &str) -> &str {
    words.split_once(CONTEXT).map_or(words, |(_, words)| words)
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, &English)
    }
}

/// Whether that is its English.
impl PartialEq<str> for Message {
    fn eq(&self, english: &str) -> bool {
        let own = self.to_string();
        own == english
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, english: &&str) -> bool {
        *self == **english
    }
}

impl From<&Self> for Message {
    fn from(message: &Self) -> Self {
        message.clone()
    }
}

impl From<&'static str> for Message {
    fn from(words: &'static str) -> Self {
        Self(Form::Plain(words))
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::new("{}", vec![Hole::Text(text)])
    }
}

impl<T: Tell> From<T> for Message {
    fn from(told: T) -> Self {
        told.message()
    }
}

impl<T: Tell + ?Sized> Tell for &T {
    fn message(&self) -> Message {
        (**self).message()
    }
}

impl<T: Tell + ?Sized> Tell for Box<T> {
    fn message(&self) -> Message {
        (**self).message()
    }
}

/// How [`message!`] fills a hole: method resolution takes [`hole::OfWords`] where both apply, since that needs one
/// reference less.
#[doc(hidden)]
pub mod hole {
    use super::{Display, Hole, Message, Tell};

    pub struct Put<'a, T: ?Sized>(pub &'a T);

    /// What stands in a hole. It is made behind this, once for each type, so that a message costs its caller little code.
    pub trait Told {
        fn hole(&self) -> Hole;
    }

    pub trait OfWords {
        fn told(&self) -> &dyn Told;
    }

    impl<T: ?Sized> OfWords for Put<'_, T>
    where
        Self: Told,
    {
        fn told(&self) -> &dyn Told {
            self
        }
    }

    impl Told for Put<'_, Message> {
        fn hole(&self) -> Hole {
            Hole::Message(self.0.clone())
        }
    }

    impl Told for Put<'_, &Message> {
        fn hole(&self) -> Hole {
            Hole::Message((*self.0).clone())
        }
    }

    impl<T: Tell + ?Sized> Told for Put<'_, T> {
        fn hole(&self) -> Hole {
            Hole::Message(self.0.message())
        }
    }

    pub trait OfText {
        fn told(&self) -> &dyn Told;
    }

    impl<T: Display + ?Sized> OfText for &Put<'_, T> {
        fn told(&self) -> &dyn Told {
            self
        }
    }

    impl<T: Display + ?Sized> Told for &Put<'_, T> {
        fn hole(&self) -> Hole {
            Hole::Text(self.0.to_string())
        }
    }
}
