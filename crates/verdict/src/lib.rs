//! Answers the claims of a rule on its tables, proves them where the prover can, and computes the
//! chance that a random position is won.
//!
//! ```
//! use engine::{Bounds, Means};
//! use verdict::{ClaimAnswer, check};
//!
//! let text = "game g\nheap n\nmove n -> n - t for t in 1..min(n, 3)\ncheck to n = 50\nclaim book.1: lose iff n % 3 = 0\n";
//! let rule = rule::parse(text).0.expect("a rule");
//! let means = Means::silent(1 << 20);
//! let verdicts = check(&rule, &[], &rule::NoRules, &Bounds::Check, means).expect("a small check");
//! assert!(matches!(&verdicts[0].answer, ClaimAnswer::Fails { position, .. } if position[0].0 == "n"));
//! ```

pub mod chance;
mod check;
mod instances;
mod judge;
mod layout;
mod mention;
mod nearby;
mod order;
mod others;
mod proof;
mod refute;
pub mod sources;
mod sums;
mod theory;
mod trial;
mod variants;
mod words;

pub use check::{check, check_as_stated, unanswered};
pub use engine::Coordinate;
use expr::ast::Span;
use expr::eval::EvalError;
use message::{Message, Tell};
pub use nearby::attach_nearby;
pub use order::Rank;
pub use proof::{Proof, ProofBudget, ProofScope, prove};
pub use refute::refute;
pub use rule::ast::Role;
use rule::ast::{Claim, name_of_claim};
pub use words::Region;

/// The answer to one claim (one reading).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Game.
    pub game: String,
    /// Who printed it; empty where the claim names nobody.
    pub source: String,
    /// Number and reading: `F2.a`.
    pub id: String,
    /// The words printed, if the rule quotes them.
    pub words: Option<String>,
    /// The claim as the rule file states it: domain and condition.
    pub statement: String,
    /// Whether the source prints it, or it is offered beside a printed claim.
    pub role: Role,
    /// Where it was judged.
    pub domain: Region,
    /// The answer.
    pub answer: ClaimAnswer,
    /// Where it fails only outside the box on which the rule states it: that box; else empty.
    pub holds_within: Region,
    /// Its proof for every position, where it holds and one was found.
    pub proof: Option<Proof>,
    /// Where a printed claim fails: statements close to it that hold.
    pub nearby: Vec<Nearby>,
    /// Whether only a sample was judged: members of the family, or values of the claim's own
    /// variables, that somebody listed, or positions as far as they could be judged.
    pub is_sample: bool,
    /// Where it holds: the premises of its implications that are true nowhere in the domain.
    pub idle_premises: Vec<String>,
    /// Where the claim stands in the rule file.
    pub span: Span,
}

impl Verdict {
    /// How the claim is spoken of: `lecture.L5`, or without a source its id alone.
    #[must_use]
    pub fn name(&self) -> String {
        name_of_claim(&self.source, &self.id)
    }

    /// Whether it is a printed claim that fails; a near-by statement refutes nobody.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.role == Role::Printed && matches!(self.answer, ClaimAnswer::Fails { .. })
    }

    /// Whether it was not judged because nothing says how far: neither the caller nor the rule. For
    /// claims beyond checking the reason is the rule's own, so ask only of the others.
    #[must_use]
    pub fn lacks_bound(&self) -> bool {
        matches!(self.answer, ClaimAnswer::CannotCheck { why: Open::NoBound(_) })
    }

    /// Whether it was not judged because a limit kept a table from being made.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(self.answer, ClaimAnswer::CannotCheck { why: Open::TooLarge(_) })
    }

    /// What it is proved of, where it is.
    #[must_use]
    pub fn proved_of(&self) -> Option<ProofScope> {
        self.proof.as_ref().map(Proof::scope)
    }

    /// The place of its counterexample in the order of counterexamples, where it fails.
    #[must_use]
    pub fn rank(&self) -> Option<&Rank> {
        match &self.answer {
            ClaimAnswer::Fails { rank, .. } => Some(rank),
            _ => None,
        }
    }

    /// Whether it holds wherever it was judged.
    #[must_use]
    pub fn holds(&self) -> bool {
        matches!(self.answer, ClaimAnswer::Holds { .. })
    }
}

/// How a claim fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimAnswer {
    /// True at every position tried.
    Holds {
        /// Where: `x = 1..9, y = 1..9, n = 0..160`.
        domain: Region,
        /// Number of positions (or choices of the claim's variables) judged.
        judged: u64,
    },
    /// False at the smallest counterexample.
    Fails {
        /// Parameters of the instance, when they vary or matter.
        parameters: Vec<(String, String)>,
        /// Coordinates (of a board: those of its heads), then the claim's own variables.
        position: Vec<(String, Coordinate)>,
        /// What the two sides say.
        says: Says,
        /// Its place in the order of counterexamples.
        rank: Rank,
    },
    /// Cannot be judged here, and why.
    CannotCheck {
        /// One sentence.
        why: Open,
    },
}

/// Why a claim cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// The user asked to stop.
    Interrupted,
    /// Nothing says how far the positions go, neither the caller nor the rule; in words.
    NoBound(Message),
    /// A limit kept a table from being made; in words.
    TooLarge(Message),
    /// Anything else, in words.
    Because(Message),
}

impl Tell for Open {
    fn message(&self) -> Message {
        match self {
            Self::Interrupted => "interrupted".into(),
            Self::NoBound(why) | Self::TooLarge(why) | Self::Because(why) => why.clone(),
        }
    }
}

message::error!(Open);

impl Open {
    /// For any other reason.
    #[must_use]
    pub fn because(why: impl Into<Message>) -> Self {
        Self::Because(why.into())
    }
}

impl From<EvalError> for Open {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Interrupted => Self::Interrupted,
            EvalError::NoBound(why) => Self::NoBound(why),
            EvalError::TooLarge(why) => Self::TooLarge(why),
            error => Self::Because(error.message()),
        }
    }
}

/// What the two sides of a claim say at a counterexample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Says {
    /// Both in one sentence: `table says P, claim says N`.
    pub sentence: Message,
    /// What the table says; empty when the claim gives no value.
    pub table: Message,
    /// What the claim says.
    pub claim: Message,
}

/// A statement that holds, close to a claim that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// Where it comes from.
    pub origin: Origin,
    /// The game it speaks of.
    pub game: String,
    /// Number and reading under which the rule states it; of a varied claim, the claim's own.
    pub id: String,
    /// The statement: domain and condition.
    pub statement: String,
    /// The box.
    pub domain: Region,
    /// Number of positions judged.
    pub judged: u64,
    /// The claim with one thing changed, where it comes from that.
    pub varied: Option<Claim>,
    /// Its proof for every position, where one was found.
    pub proof: Option<Proof>,
}

/// Where a near-by statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rule offers it: `nearby SOURCE.ID`.
    Written,
    /// Another reading of the printed words.
    Reading,
    /// One thing in the condition was changed.
    Varied,
}
