//! Why there is no answer.

use expr::diagnostic::Diagnostic;
use message::{Message, Tell, message};
use table::Table;

/// Why there is no (whole) table.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The rule has mistakes.
    Mistake(Vec<Diagnostic>),
    /// The request makes no sense for this rule; nothing was started.
    Refused(Message),
    /// A move has no value at a position that is asked for, at its place in the rule.
    Valueless(Box<Diagnostic>),
    /// Neither the request nor the rule says how far a coordinate or size goes, in words.
    NoBound(Message),
    /// It would not fit the limits; nothing was started.
    TooLarge(Message),
    /// A limit was met; what was computed is kept.
    Limit(Message, Option<Box<Table>>),
    /// The user asked to stop; what was computed is kept.
    Interrupted(Option<Box<Table>>),
}

impl Stop {
    /// Nothing says how far the coordinate or size of this name goes.
    pub(crate) fn no_bound(name: &str) -> Self {
        Self::NoBound(message!("how far? Give --to {name}=N, or a `table ... to` line in the rule"))
    }
}

/// Why a search ended without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchStop {
    /// More positions than the budget allows.
    Budget(usize),
    /// One position has more options than can be listed, in words.
    TooLarge(Message),
    /// One position takes too much work, in words, and what of the rule does.
    Endless(Message, Culprit),
    /// Play can return to this position, in words.
    Cycle(Message),
    /// The user asked to stop.
    Interrupted,
    /// An expression or the quantity has no value, or a position no meaning, in words.
    Undefined(Message),
    /// A move has no value at some position; where the rule says it, and what helps.
    Valueless(Box<Diagnostic>),
    /// What was reached is no position; the search says where it came from.
    NoPosition,
}

/// What of a rule takes too much work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Culprit {
    /// The definition of this name.
    Definition(String),
    /// The move of this number.
    Move(String),
}

impl SearchStop {
    /// A move from one position, or whoever asked, led to something that is no position; both in words.
    pub(crate) fn no_position(from: Option<String>, to: &str) -> Self {
        Self::Undefined(match from {
            Some(from) => message!("a move from {from} leads to {to}, which is not a position"),
            None => message!("{to} is not a position of this game"),
        })
    }

    /// The same for whoever asked for a table, with what there is of it.
    pub(crate) fn with(self, table: Option<Table>) -> Stop {
        let table = table.map(Box::new);
        match self {
            Self::Interrupted => Stop::Interrupted(table),
            Self::TooLarge(why) | Self::Endless(why, _) => Stop::Limit(why, table),
            Self::Budget(budget) => Stop::Limit(
                message!(
                    "whole positions had to be searched, and {budget} of them fill the memory \
                     limit (lower --to or raise --memory)"
                ),
                table,
            ),
            Self::Cycle(position) => Stop::Refused(message!(
                "play can return to the position {position}: it need not end; a game that need not \
                 end says `play loopy`"
            )),
            Self::Valueless(mistake) => Stop::Valueless(mistake),
            Self::Undefined(_) | Self::NoPosition => Stop::Refused(self.message()),
        }
    }
}

impl From<SearchStop> for Stop {
    fn from(stop: SearchStop) -> Self {
        stop.with(None)
    }
}

impl Tell for SearchStop {
    fn message(&self) -> Message {
        match self {
            Self::Undefined(why) | Self::TooLarge(why) | Self::Endless(why, _) => why.clone(),
            Self::Valueless(mistake) => mistake.message(),
            Self::Budget(n) => message!("more than {n} positions would have to be searched"),
            Self::Cycle(position) => message!("play can return to {position}"),
            Self::Interrupted => "interrupted".into(),
            Self::NoPosition => "this is not a position of the game".into(),
        }
    }
}

message::error!(SearchStop);
