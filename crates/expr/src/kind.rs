//! Numbers, conditions, lists, sets: the kinds of what is written in rules.

/// What an expression or a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer.
    Number,
    /// True or false.
    Condition,
    /// A list of integers, a row, or the heaps.
    List,
    /// A word of a word parameter.
    Word,
    /// A set of integers, or a coordinate that is one.
    Set,
    /// A game.
    Game,
    /// Not known: there is a mistake in it, or a definition that has not been looked at yet.
    Unknown,
}

impl Kind {
    /// Whether it has elements.
    #[must_use]
    pub fn is_collection(self) -> bool {
        matches!(self, Self::List | Self::Set)
    }

    /// As in "this is a number".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Condition => "a condition",
            Self::List => "a list",
            Self::Word => "a word",
            Self::Set => "a set",
            Self::Game => "a game",
            Self::Unknown => "unknown",
        }
    }
}
