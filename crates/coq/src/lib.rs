//! Proved laws written for the proof assistant Coq: a theory, the same for all (`theory/`), and a
//! file that defines one game, states its law and proves it.
//!
//! Nothing rests on this crate but that the text says what it should: Coq decides what it proves.
//! A game is recognised by the same readers that the theorems of `checker` use.

mod game;
mod law;
mod write;

use game::Game;
use law::Law;
use meaning::source;
use serde_json::Value;

/// A file of a development: its name and its text.
pub type File = (String, String);

/// Why no development is written, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

impl From<meaning::Error> for Refused {
    fn from(why: meaning::Error) -> Self {
        Self(why.to_string())
    }
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(why.into()))
}

/// The files of the law that a certificate proves, in the order in which Coq has to compile them;
/// the last one is about the game. The certificate is taken to be one that the checker accepts.
///
/// # Errors
/// The theory does not cover the game or the law.
pub fn development(certificate: &str) -> Result<Vec<File>, Refused> {
    let certificate: Value = serde_json::from_str(certificate)
        .map_err(|why| Refused(format!("this is no certificate: {why}")))?;
    let text = |name: &str| certificate[name].as_str().unwrap_or_default().to_owned();
    let parameters: Vec<(String, String)> = match &certificate["parameters"] {
        Value::Object(all) => {
            all.iter().map(|(name, value)| (name.clone(), written(value))).collect()
        }
        _ => Vec::new(),
    };
    let (rule, stated) = (text("rule"), text("law"));
    let (game, coordinate) = Game::read(&rule, &parameters)?;
    let law = match game {
        Game::Nim => Law::of_nim(&source::law(&stated)?, &coordinate)?,
        Game::Lasker => Law::of_lasker(&source::law(&stated)?, &coordinate)?,
        _ => Law::read(&source::law(&stated)?, &coordinate)?,
    };
    let repeat = certificate["data"]["repeat"].as_u64();
    let said: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let heading = match said.as_slice() {
        [] => format!("{}\n\nlaw: {stated}", rule.trim()),
        _ => format!("{}\n\nwith {}\n\nlaw: {stated}", rule.trim(), said.join(", ")),
    };
    write::files(&game, &law, repeat, &heading)
}

/// The value of a parameter as it would be written after `-p`.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
