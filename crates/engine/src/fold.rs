//! What is computed for each position from its options.

/// What is computed for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    /// Grundy values.
    Mex,
    /// 1 iff the player to move wins; a stuck player has the given value.
    Outcome { stuck: u32 },
    /// Length of play, winner hurrying; stored twice, and one more where the player to move wins:
    /// where play may end at once its parity does not tell who wins.
    Remoteness,
}

impl Fold {
    /// What is stored of a position where play has ended, and the player to move has won or lost.
    pub(crate) fn ended(self, wins: bool) -> u32 {
        match self {
            Self::Mex => 0,
            Self::Outcome { .. } | Self::Remoteness => u32::from(wins),
        }
    }

    /// The value that is meant by what is stored.
    pub(crate) fn read(self, stored: u32) -> u32 {
        match self {
            Self::Mex | Self::Outcome { .. } => stored,
            Self::Remoteness => stored / 2,
        }
    }
}
