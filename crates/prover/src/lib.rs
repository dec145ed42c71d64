//! Certificates searched for: from a rule and a law to what `checker` accepts.
//!
//! The search may use whatever is fast, for nothing depends on its being right: a certificate
//! leaves [`prove`] only after [`checker::verify`] accepted it.

mod automatic;
mod periodicity;
mod repeat;
mod take_away;

use checker::code::Code;
use checker::heap::Heap;
use checker::source;
use checker::take_away::Game;
use serde_json::{Map, Value, json};

/// What is to be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// A code such as `octal:0.77`, or the text of a rule.
    pub rule: String,
    /// Values of all parameters of a rule that is given by its text.
    pub parameters: Vec<(String, String)>,
    /// The quantity the law is about, such as `sg`.
    pub quantity: String,
    /// The law; `None` asks for the period, if there is one.
    pub law: Option<String>,
    /// How far values may be computed.
    pub to: usize,
}

/// A certificate that the checker accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The JSON text (docs/certificates.md).
    pub text: String,
    /// What the checker says it proves.
    pub accepted: checker::Accepted,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The law holds for every position.
    Proved(Box<Certificate>),
    /// No proof was found, and why: it says nothing about the law's truth.
    Unproved(String),
}

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// `pulse` asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Looks for a proof. `pulse` is called now and then with the number of values known and asked
/// for; `false` stops the search.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn prove(question: &Question, pulse: &dyn Fn(u64, u64) -> bool) -> Result<Outcome, Error> {
    let is_text = question.rule.trim_start().starts_with("game ");
    if !is_text && question.quantity == "sg" && Code::read(&question.rule).is_ok() {
        return periodicity::prove(question, None, pulse);
    }
    let definable = is_text && question.law.is_some();
    let at_first = definable && question.quantity == "win";
    let mut reason = None;
    if at_first {
        match automatic::prove(question, pulse)? {
            Outcome::Unproved(why) => reason = Some(why),
            proved => return Ok(proved),
        }
    }
    let instance = source::instance(&question.rule, &question.parameters);
    if let Some(game) = instance.as_ref().ok().and_then(|rule| Game::of(rule).ok()) {
        return Ok(take_away::prove(question, &game));
    }
    match instance.and_then(|instance| Heap::of(&instance)) {
        Ok(heap) => match number(question, &heap, pulse)? {
            // a reason that speaks of the law itself says most
            Outcome::Unproved(why) => reason = Some(why),
            proved => return Ok(proved),
        },
        Err(why) => reason = reason.or(Some(why)),
    }
    if definable && !at_first {
        match automatic::prove(question, pulse)? {
            Outcome::Unproved(why) => reason = reason.or(Some(why)),
            proved => return Ok(proved),
        }
    }
    Ok(Outcome::Unproved(reason.unwrap_or_default()))
}

/// Theorems about games of one number.
fn number(
    question: &Question,
    heap: &Heap,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    if question.quantity == "sg" && Code::of_heap(heap).is_ok_and(|code| code.splits()) {
        return periodicity::prove(question, Some(heap), pulse);
    }
    repeat::prove(question, heap, pulse)
}

/// The certificate of a law, if the checker accepts it.
fn sealed(question: &Question, law: &str, theorem: &str, data: &Value) -> Outcome {
    let parameters: Map<String, Value> =
        question.parameters.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    let certificate = json!({
        "mexlab-certificate": checker::VERSION,
        "rule": question.rule,
        "parameters": parameters,
        "quantity": question.quantity,
        "law": law,
        "theorem": theorem,
        "data": data,
    });
    let text = format!("{certificate:#}\n");
    match checker::verify(&text) {
        Ok(accepted) => Outcome::Proved(Box::new(Certificate { text, accepted })),
        Err(why) => Outcome::Unproved(format!("the checker rejects the proof found: {why}")),
    }
}
