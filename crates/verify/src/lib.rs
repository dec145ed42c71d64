//! Core certificates checked: games as formulas and lists, without a language of rules.
//!
//! What a rule says is elsewhere made into the core form (`core`): which tuples of numbers are
//! positions, and what every move leads to, as linear forms under formulas without quantifiers. This
//! crate reads nothing else. It decides that the statement is true of that game, by the theorem that
//! the certificate names, and calls nothing that searches.

pub mod core;
mod induction;
mod rejected;
mod scope;

pub use crate::core::Certificate;
use crate::core::{Digits, Game, Moves, Proof, VERSION};
pub use rejected::Rejected;
use rejected::{reject, rejected};

/// Longest certificate, in bytes.
const MAX_LENGTH: usize = 64 << 20;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What was decided, in words.
    pub computed: String,
}

/// Reads a certificate strictly: every field is known, given once and of its type.
///
/// # Errors
/// [`Rejected`] where it has not the documented form.
pub fn read(text: &str) -> Result<Certificate, Rejected> {
    if text.len() > MAX_LENGTH {
        return reject(format!("the certificate is longer than {MAX_LENGTH} bytes"));
    }
    let certificate: Certificate = serde_json::from_str(text)
        .map_err(|why| rejected(format!("it is not a core certificate: {why}")))?;
    match certificate.version {
        VERSION => Ok(certificate),
        other => reject(format!("it has version {other}; this program reads version {VERSION}")),
    }
}

/// Checks that every move of a game leads from a position to positions, each of a smaller measure.
///
/// # Errors
/// [`Rejected`] where one may not.
pub fn lowers(game: &Moves, digits: &Digits, measure: &[u64]) -> Result<(), Rejected> {
    induction::lowers(game, digits, measure)
}

/// Checks that the statement is true of the game. Work and memory are limited whatever it says.
///
/// # Errors
/// [`Rejected`] where a hypothesis of its theorem fails, a number in it is wrong, or the check would
/// take more work than the limits allow.
pub fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let computed = match (&certificate.game, &certificate.proof) {
        (Game::Moves(game), Proof::Induction(proof)) => {
            induction::verify(certificate, game, proof)?
        }
        _ => return reject("the proof is not one of such games"),
    };
    Ok(Accepted { computed })
}
