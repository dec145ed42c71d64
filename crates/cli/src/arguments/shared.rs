//! What flags of several commands say.

use crate::amounts;
use crate::failure::Result;
use crate::words::Lang;
use arena::rounds;
use clap::{Args, ValueEnum, value_parser};
use engine::{Level, Limits};
use message::message;
use reading::As;
use rule::Rule;
use std::time::Duration;
use wording::code::Notation;
use workbench::{Effort, Method, Unfit};

/// Declares the values of flags, each of which is a value of the same name in another crate.
macro_rules! values {
    ($($(#[$about:meta])* $name:ident: $target:ty { $($(#[$help:meta])* $value:ident,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name { $($(#[$help])* $value,)* }

        impl From<$name> for $target {
            fn from(chosen: $name) -> Self {
                match chosen { $($name::$value => Self::$value,)* }
            }
        }
    )*};
}

values! {
    Language: Lang {
        /// English
        En,
        /// 中文
        Zh,
    }

    Kernel: engine::Kernel {
        /// The fastest method that applies
        Auto,
        /// The batched machine
        Machine,
        /// Directly by the definition, which is slow
        Oracle,
    }

    Next: rounds::Next {
        /// The loser of the round
        Loser,
        /// The winner of the round
        Winner,
        /// The players take turns
        Alternate,
    }

    Emit: Notation {
        /// The law in words
        Text,
        /// An equation
        Latex,
        /// A function in C++17 (GCC, Clang)
        Cpp,
        /// A function in Python 3
        Python,
        /// A function in Rust
        Rust,
    }

    /// What numbers are to be read as.
    Reading: As {
        /// All values one after the other
        List,
        /// In every row the coordinates, then a value
        Table,
        /// The first coordinate downwards, the second one across
        Matrix,
        /// Rows of 1, 2, 3, ... values
        Triangle,
        /// Positions lost for the player to move
        Positions,
    }
}

/// Flags every command takes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common flags")]
pub(crate) struct Common {
    /// Output format
    #[arg(long, global = true, value_enum)]
    pub(crate) format: Option<Format>,
    /// Threads to use [default: all processors]
    #[arg(long, global = true, value_name = "N")]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Memory a table may take, such as 500M or 4G [default: 8G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = amounts::bytes)]
    pub(crate) memory: Option<u64>,
    /// Stop after this many seconds and keep the results so far, as Ctrl-C does; exit status 3
    #[arg(long, global = true, value_name = "SECONDS", value_parser = amounts::duration)]
    pub(crate) time: Option<Duration>,
    /// Method for computing tables
    #[arg(long, global = true, value_enum, default_value_t = Kernel::Auto)]
    pub(crate) kernel: Kernel,
    /// Widest vector instructions to use: plain, avx2 or avx512 [default: the processor's]
    #[arg(long, global = true, value_name = "LEVEL", value_parser = vectors)]
    pub(crate) vectors: Option<Level>,
    /// Print only errors on standard error, no progress or remarks
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Output language [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_enum)]
    pub(crate) lang: Option<Language>,
    /// When to show mistakes in colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

impl Common {
    /// Memory a table may take where nothing is said.
    const MEMORY: u64 = 8_000_000_000;

    /// The language of the output.
    pub(crate) fn lang(&self) -> Lang {
        self.lang.map_or_else(Lang::of_surroundings, Lang::from)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<&Common> for Method {
    fn from(common: &Common) -> Self {
        let limits = Limits { memory: common.memory.unwrap_or(Common::MEMORY) };
        Self { kernel: common.kernel.into(), limits }
    }
}

/// A level of vector instructions that this processor has.
fn vectors(text: &str) -> Result<Level, Unfit> {
    let level = match text {
        "plain" => Level::Plain,
        "avx2" => Level::Avx2,
        "avx512" => Level::Avx512,
        _ => return Err(Unfit("write plain, avx2 or avx512".into())),
    };
    let has = Level::available().contains(&level);
    has.then_some(level).ok_or_else(|| Unfit(message!("this processor has no {text}")))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people to read
    Text,
    /// CSV with a header
    Csv,
    /// JSON as described in docs/json.md
    Json,
}

/// Which rule.
#[derive(Args, Clone, Debug)]
pub(crate) struct Choice {
    /// A rule file, - for standard input, a game of the catalogue by its name or title (`mexlab
    /// list`), or a code such as octal:0.77
    #[arg(value_name = "RULE", required_unless_present = "text")]
    pub(crate) rule: Option<String>,
    #[command(flatten)]
    pub(crate) given: Given,
}

/// A rule text and parameters.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Given {
    /// A line of rule text, in place of RULE; repeat the flag for each line. `game NAME` may be
    /// left out
    #[arg(short = 'e', value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    /// One or more parameters: k=3, k=3,m=2, S=1,3,4, S=primes, rule=weak, A=ruler; k=1..5 makes k
    /// a column
    #[arg(short = 'p', value_name = "NAME=VALUE", allow_negative_numbers = true)]
    pub(crate) parameters: Vec<String>,
}

/// How far, and what.
#[derive(Args, Clone, Debug)]
pub(crate) struct Extent {
    /// Greatest value of all coordinates, or of each: a=60,b=60 [default: the rule's `table` line]
    #[arg(long, value_name = "N|a=N,..", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// Columns: sg, win, misere, remoteness, moves, least, greatest; for partizan games left, right,
    /// outcome, value; definitions of the rule [default: the rule's `table` line]
    #[arg(long, value_name = "Q,..", value_delimiter = ',')]
    pub(crate) quantity: Vec<String>,
    /// Tabulate only the starting positions, by size
    #[arg(long, conflicts_with = "boards")]
    pub(crate) starts: bool,
    /// Tabulate every board of the first N coins (for a grid: 3x3), numbered by its heads in binary
    #[arg(long, value_name = "N|NxM")]
    pub(crate) boards: Option<String>,
}

impl Extent {
    /// Which table these flags ask for.
    ///
    /// # Errors
    /// A flag whose value makes no sense for the rule.
    pub(crate) fn read(&self, rule: &Rule) -> Result<workbench::Extent> {
        let (to, boards) = (self.to.as_deref(), self.boards.as_deref());
        Ok(workbench::Extent::read(to, &self.quantity, self.starts, boards, rule)?)
    }
}

/// What becomes of a run that is killed or interrupted.
#[derive(Args, Clone, Debug)]
pub(crate) struct Keeping {
    /// Continue from the checkpoint of a run that was killed or interrupted
    #[arg(long)]
    pub(crate) resume: bool,
    /// Seconds of work between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = amounts::duration)]
    pub(crate) checkpoint_every: Duration,
}

impl From<&Keeping> for workbench::Keeping {
    fn from(keeping: &Keeping) -> Self {
        Self { resume: keeping.resume, spacing: keeping.checkpoint_every }
    }
}

/// How much work proofs may take.
#[derive(Args, Clone, Debug)]
pub(crate) struct Proving {
    /// Look for no proofs
    #[arg(long)]
    pub(crate) no_prove: bool,
    /// Look for each proof N times as long as usual: about two seconds' work, counted in steps and not
    /// by a clock
    #[arg(long, value_name = "N", conflicts_with = "no_prove", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) prove_effort: u32,
}

impl From<&Proving> for Effort {
    fn from(proving: &Proving) -> Self {
        if proving.no_prove { Self::NONE } else { Self::times(proving.prove_effort) }
    }
}
