//! Checks core certificates: games as formulas and lists, without a language of rules.
//!
//! The core form (`core`) says which tuples of numbers are positions, and what every move leads to,
//! as linear forms under formulas without quantifiers; `meaning` writes rules in it. This crate reads
//! nothing else. It decides that the statement is true of the game of the core form, by the theorem
//! that the certificate names, and calls nothing that searches.
//!
//! ```
//! // Taking one stone, whatever is left: the values repeat with period 2.
//! let certificate = r#"{"mexlab-core": 1, "digits": {}, "game": {"code": [0, 3]},
//!     "statement": {"repeats": {"of": "value", "preperiod": 0, "period": 2, "values": [0, 1]}},
//!     "proof": {"periodicity": 1}}"#;
//! let accepted = verify::verify(&verify::read(certificate)?[0])?;
//! assert!(accepted.values.starts_with(&[0, 1, 0, 1]));
//!
//! let wrong = certificate.replace(r#""period": 2"#, r#""period": 3"#);
//! assert!(verify::verify(&verify::read(&wrong)?[0]).is_err());
//! # Ok::<(), verify::Rejected>(())
//! ```

mod code;
pub mod core;
mod heap;
mod induction;
mod parts;
mod range;
mod rejected;
mod scope;
mod show;
mod take_away;

pub use crate::core::Certificate;
use crate::core::{Digits, Game, Name, Proof, Repeats, Statement, VERSION};
pub use heap::Run;
use message::{Message, message};
pub use rejected::{Rejected, Result};
use rejected::{reject, rejected};
use serde_json::Value;
pub use show::show;

/// Most values that are computed.
const MAX_VALUES: u64 = 1 << 25;
/// Longest certificate, in bytes.
const MAX_LENGTH: usize = 64 << 20;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What was decided, in words.
    pub computed: Message,
    /// The quantities of the first positions, where they were computed.
    pub values: Vec<u32>,
}

/// Reads a certificate, or a list of them, strictly: every field is known, given once and of its
/// type.
///
/// # Errors
/// [`Rejected`] where it has not the documented form.
pub fn read(text: &str) -> Result<Vec<Certificate>> {
    if text.len() > MAX_LENGTH {
        return reject(message!("the certificate is longer than {MAX_LENGTH} bytes"));
    }
    let all = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(text),
        false => serde_json::from_str(text).map(|one| vec![one]),
    };
    let unread = |why: serde_json::Error| rejected(message!("it is not a core certificate: {why}"));
    let all: Vec<Certificate> = all.map_err(unread)?;
    let again = serde_json::to_value(&all).map_err(unread)?;
    let written = serde_json::from_str(text).map_err(unread)?;
    let written = if matches!(written, Value::Array(_)) { written } else { vec![written].into() };
    if !is_written_so(&written, &again) {
        return reject("it is not a core certificate: not every field is of its type");
    }
    match all.iter().find(|certificate| certificate.version != VERSION) {
        None => Ok(all),
        Some(Certificate { version, .. }) => {
            reject(message!("it has version {version}; this program reads version {VERSION}"))
        }
    }
}

/// Whether it was written as it would be written again, but for fields that may be left out. (A
/// derived reader takes a list of the fields for an object, `null` for nothing, and
/// `{"lag": null}` for `"lag"`.)
fn is_written_so(text: &Value, again: &Value) -> bool {
    match (text, again) {
        (Value::Array(text), Value::Array(again)) => {
            text.len() == again.len() && text.iter().zip(again).all(|(a, b)| is_written_so(a, b))
        }
        (Value::Object(text), Value::Object(again)) => {
            let is_nothing = |value: &Value| match value {
                Value::Bool(truth) => !truth,
                Value::Number(number) => number.as_u64() == Some(0),
                Value::Array(list) => list.is_empty(),
                Value::Object(fields) => fields.is_empty(),
                _ => false,
            };
            let alike = |(name, value)| match again.get(name) {
                Some(other) => is_written_so(value, other),
                None => is_nothing(value),
            };
            let mut added = again.iter().filter(|(name, _)| !text.contains_key(*name));
            text.iter().all(alike) && added.all(|(_, value)| is_nothing(value))
        }
        (text, again) => text == again,
    }
}

/// The certificate, checked, without the machines and slopes that its proof does not ask for: who
/// translates a rule may name more than the theorem needs.
///
/// # Errors
/// As for [`verify`].
pub fn trimmed(mut certificate: Certificate) -> Result<Certificate> {
    let (_, unused) = checked(&certificate)?;
    if unused.is_empty() {
        return Ok(certificate);
    }
    let Digits { machines, slopes, .. } = &mut certificate.digits;
    machines.retain(|name, _| !unused.contains(name));
    slopes.retain(|(_, machine)| !unused.contains(machine));
    verify(&certificate)?;
    Ok(certificate)
}

/// Checks that the statement is true of the game. Work and memory are limited whatever it says.
///
/// # Errors
/// [`Rejected`] where a hypothesis of its theorem fails, a number in it is wrong, or the check would
/// take more work than the limits allow.
pub fn verify(certificate: &Certificate) -> Result<Accepted> {
    let (accepted, unused) = checked(certificate)?;
    // What is shown of them would be part of no theorem.
    match unused.first() {
        None => Ok(accepted),
        Some(name) => reject(message!("machine {name} is used by nothing that is proved")),
    }
}

/// What is accepted, and the machines that its proof has not asked for.
fn checked(certificate: &Certificate) -> Result<(Accepted, Vec<Name>)> {
    let has_digits = certificate.digits != Digits::default();
    if has_digits && !matches!(certificate.proof, Proof::Induction(_)) {
        return reject(
            "machines are given, or how numbers are written, and nothing is proved by them",
        );
    }
    let mut unused = Vec::new();
    let (computed, values) = match (&certificate.game, &certificate.statement, &certificate.proof) {
        (Game::Moves(game), _, Proof::Induction(proof)) => {
            let (computed, idle) = induction::verify(certificate, game, proof)?;
            unused = idle;
            (computed, Vec::new())
        }
        (Game::Heap(heap), Statement::Repeats(law), Proof::State(at)) => {
            let values = heap::verify(heap, law, *at)?;
            let Repeats { period, preperiod, .. } = law;
            let computed = message!(
                "{} values; from n = {} on the state determines what follows; the states at {at} \
                 and {} are equal; the period {period} begins at n = {preperiod}",
                values.len(),
                heap.from,
                at + period,
            );
            (computed, values)
        }
        (Game::Code(digits), Statement::Repeats(law), Proof::Periodicity(mask)) => {
            let values = code::verify(digits, law, *mask)?;
            let computed = message!(
                "{} values; the period holds as far as the theorem needs it",
                values.len()
            );
            (computed, values)
        }
        (Game::Range(range), Statement::Lost(modulus, first, last), Proof::Cases(cases)) => {
            (range::verify(range, [modulus, first, last], cases)?, Vec::new())
        }
        (Game::Takeaway(factor), Statement::Greedy { terms, lag }, Proof::Lag) => {
            (take_away::verify(*factor, terms, *lag)?, Vec::new())
        }
        (game, Statement::Parts, Proof::Parts(parts)) => (parts::verify(game, parts)?, Vec::new()),
        _ => return reject("the proof is not one of such statements about such games"),
    };
    if let Statement::Repeats(Repeats { preperiod, period, values: Some(listed), .. }) =
        &certificate.statement
        && (listed.len() as u64 != preperiod + period || !values.starts_with(listed))
    {
        return reject("the values listed are not those of the first positions");
    }
    Ok((Accepted { computed, values }, unused))
}
