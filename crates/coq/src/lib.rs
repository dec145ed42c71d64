//! Writes proved laws for the proof assistant Coq: a theory that is the same for all games
//! (`theory/`), and a file that defines one game, states its law and proves it.
//!
//! Coq decides whether the proof is right; this crate answers only for what the file states. It
//! recognises a game with the readers that the theorems of `checker` use.
//!
//! ```
//! let certificate = r#"{"mexlab-certificate": 1, "rule": "octal:0.3", "parameters": {},
//!     "quantity": "sg", "law": "n >= 0 implies sg(n + 2) = sg(n)", "theorem": "periodicity",
//!     "data": {"greatest": 1, "mask": 1, "period": 2, "preperiod": 0}}"#;
//! let files = coq::development(certificate)?;
//! assert_eq!(files.last().map(|(name, _)| name.as_str()), Some("Game.v"));
//! # Ok::<(), coq::Refused>(())
//! ```

mod game;
mod law;
mod write;

use expr::words::equations;
use game::CoqGame;
use law::CoqLaw;
use meaning::source;
use message::{Message, Tell};

/// A file of a development: its name and its text.
pub type File = (String, String);

/// Why no development is written, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(Message);

impl Tell for Refused {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

message::error!(Refused);

/// What is written, or why it is not.
pub type Result<T, E = Refused> = std::result::Result<T, E>;

impl From<meaning::Error> for Refused {
    fn from(why: meaning::Error) -> Self {
        Self(why.message())
    }
}

fn refuse<T>(why: impl Into<Message>) -> Result<T> {
    Err(Refused(why.into()))
}

/// The files of the law that a certificate proves, in the order in which Coq has to compile them;
/// the last one is about the game. The certificate is taken to be one that the checker accepts.
///
/// # Errors
/// The theory does not cover the game or the law.
pub fn development(certificate: &str) -> Result<Vec<File>> {
    let certificate = checker::read(certificate).map_err(|why| Refused(why.message()))?;
    let (rule, parameters) = (&certificate.rule, certificate.given());
    let (game, coordinate) = CoqGame::read(rule, &parameters)?;
    let stated = source::law(&certificate.law)?;
    let law = match game {
        CoqGame::Nim => CoqLaw::of_nim(&stated, &coordinate)?,
        CoqGame::Lasker => CoqLaw::of_lasker(&stated, &coordinate)?,
        _ => CoqLaw::read(&stated, &coordinate)?,
    };
    let with = if parameters.is_empty() { "" } else { "\n\nwith " };
    let (rule, said) = (rule.trim(), equations(parameters));
    let heading = format!("{rule}{with}{said}\n\nlaw: {}", certificate.law);
    write::files(&game, &law, certificate.number("repeat"), &heading)
}
