//! Searches for certificates: from a rule and a law to a certificate that `checker` accepts.
//!
//! The search may guess, because no proof depends on it: [`prove`] returns no certificate
//! before [`checker::verify`] has accepted it.
//!
//! ```
//! use prover::{Question, prove};
//!
//! let question = Question {
//!     rule: "octal:0.77".into(),
//!     parameters: Vec::new(),
//!     quantity: "sg".into(),
//!     law: None,
//!     to: 1000,
//! };
//! let certificate = prove(&question)?;
//! assert_eq!(certificate.accepted.law, "n >= 71 implies sg(n + 12) = sg(n)");
//! # Ok::<(), prover::Unproved>(())
//! ```

mod asked;
mod automatic;
pub mod composed;
mod elsewhere;
mod exhaustion;
mod parameters;
mod periodicity;
mod repeat;
mod repeating;
pub mod statement;
pub mod strip;
pub mod take_away;
mod unproved;

use asked::Sought;
pub use automata::walnut::Script;
pub use automatic::{Counterexample, refute, walnut};
pub use elsewhere::prove_elsewhere;
use meaning::code::Code;
use meaning::sequence::Stated;
use meaning::source;
use meaning::take_away::TakeAway;
use unproved::not_found;
pub use unproved::{Result, Unproved};

use serde_json::{Map, Value, json};

/// What is to be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// A code such as `octal:0.77`, or the text of a rule.
    pub rule: String,
    /// Values of all parameters of a rule that is given by its text; none of them at all asks for a
    /// law of all values of the parameters.
    pub parameters: Vec<(String, String)>,
    /// The quantity the law is about, such as `sg`.
    pub quantity: String,
    /// The law; `None` asks for the period, if there is one. `sg = ?` and `win iff ?` ask for a law
    /// of all values of a heap or coin, `b = 2 implies ?` and `b = 2 implies sg = ?` for the period
    /// and for all values of a row of pairs.
    pub law: Option<String>,
    /// How far values may be computed.
    pub to: usize,
}

/// A certificate that the checker accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The JSON text (docs/certificates.md).
    pub text: String,
    /// What the checker says it proves.
    pub accepted: checker::Accepted,
}

/// Hears now and then how many values, or moves, are known, and how many are asked for.
pub type Tell<'a> = &'a dyn Fn(u64, u64);

/// Looks for a proof until the end of [`patience`].
///
/// # Errors
/// No proof was found, and why.
pub fn prove(question: &Question) -> Result<Certified> {
    prove_telling(question, &|_, _| ())
}

/// The same, telling how far the search is.
///
/// # Errors
/// As for [`prove`].
pub fn prove_telling(question: &Question, tell: Tell<'_>) -> Result<Certified> {
    match searched(question, tell) {
        // It may have been given up for that alone.
        Err(_) if patience::is_over() => Err(Unproved::Interrupted),
        proof => proof,
    }
}

fn searched(question: &Question, tell: Tell<'_>) -> Result<Certified> {
    let asked = Sought::read(question.law.as_deref())?;
    let is_text = question.rule.trim_start().starts_with("game ");
    if !is_text && let Ok(code) = Code::read(&question.rule) {
        // outcomes without splits repeat sooner than values may
        let by_values = question.quantity == "win" && code.splits();
        if question.quantity == "sg" || by_values {
            return periodicity::prove(question, None, tell);
        }
    }
    if let Some(proof) = parameters::prove(question) {
        return proof;
    }
    let definable = is_text && asked.is_none();
    let at_first = definable && question.quantity == "win";
    let by_automata = || automatic::prove(question, tell).map(Some);
    type Search<'s> = &'s dyn Fn() -> Result<Option<Certified>>;
    let theorems: [(bool, Search<'_>); 5] = [
        (asked.is_none(), &|| composed::turned(question)),
        (at_first, &by_automata),
        (true, &|| by_values(question, asked, tell).map(Some)),
        (definable && !at_first, &by_automata),
        (definable, &|| exhaustion::prove(question)),
    ];
    let mut reasons = Vec::new();
    for (_, theorem) in theorems.into_iter().filter(|(fits, _)| *fits) {
        match theorem() {
            Ok(Some(proof)) => return Ok(proof),
            Err(Unproved::Interrupted) => return Err(Unproved::Interrupted),
            Err(why) => reasons.push(why),
            Ok(None) => {}
        }
    }
    reasons.dedup_by_key(|why| why.to_string());
    Err(Unproved::ByEachTheorem(reasons))
}

impl Certified {
    /// Its text as JSON.
    fn value(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// Preperiod and period, if that is what it proves of one number.
    #[must_use]
    pub fn period(&self) -> Option<(i64, i64)> {
        let certificate = self.value();
        let number = |name: &str| certificate["data"].get(name)?.as_i64();
        let is_level = number("saltus").unwrap_or(0) == 0;
        is_level.then_some((number("preperiod")?, number("period")?))
    }

    /// The certificate of a statement about all positions that follows from this law. `rule` is
    /// the rule's text with the definitions that the statement needs. `None` where the checker
    /// does not see that it follows.
    #[must_use]
    pub fn implies(&self, statement: &str, rule: &str) -> Option<Self> {
        let mut certificate: Map<String, Value> = serde_json::from_str(&self.text).ok()?;
        let law = certificate.insert("law".into(), statement.into())?;
        let data = certificate.get_mut("data")?.as_object_mut()?;
        data.insert("implied_by".into(), law);
        certificate.insert("rule".into(), rule.into());
        accepted(&Value::Object(certificate)).ok()
    }
}

/// Theorems that follow from finitely many values of a game.
fn by_values(question: &Question, asked: Option<Sought<'_>>, tell: Tell<'_>) -> Result<Certified> {
    let instance = source::instance(&question.rule, &question.parameters)?;
    if let Ok(game) = TakeAway::of(&instance) {
        return take_away::prove(question, asked, &game);
    }
    // what is asked for is asked of the row before `implies`
    let law = match asked {
        Some(Sought { among: Some(row), .. }) => format!("{row} implies true"),
        Some(_) => "true".to_owned(),
        None => question.law.clone().unwrap_or_default(),
    };
    let stated = Stated::of(&law, &instance)?;
    let heap = &stated.heap;
    if heap.across.is_none() && asked.is_some_and(|asked| asked.among.is_some()) {
        return Err(not_found(asked::FORMS));
    }
    let splits = || Code::of_heap(heap).is_ok_and(|code| code.splits());
    if question.quantity != "misere" && heap.rows == 1 && splits() {
        return periodicity::prove(question, Some(heap), tell);
    }
    repeat::prove(question, &stated, tell)
}

/// The certificate of a law, if the checker accepts it.
fn sealed(question: &Question, law: &str, theorem: &str, data: &Value) -> Result<Certified> {
    accepted(&unsealed(question, law, theorem, data))
}

/// The certificate of a law; nothing in it is checked.
fn unsealed(question: &Question, law: &str, theorem: &str, data: &Value) -> Value {
    let parameters: Map<String, Value> =
        question.parameters.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    json!({
        "mexlab-certificate": checker::VERSION,
        "rule": question.rule,
        "parameters": parameters,
        "quantity": question.quantity,
        "law": law,
        "theorem": theorem,
        "data": data,
    })
}

/// The fields of a certificate in the order in which people read them.
const FIELDS: [&str; 7] =
    ["mexlab-certificate", "rule", "parameters", "quantity", "law", "theorem", "data"];

/// The certificate, if the checker accepts it: a line for every field.
fn accepted(certificate: &Value) -> Result<Certified> {
    let field = |name: &str| format!("\"{name}\": {}", certificate[name]);
    let fields: Vec<String> = FIELDS.map(field).into();
    let text = format!("{{\n{}\n}}\n", fields.join(",\n"));
    match checker::verify(&text) {
        Ok(accepted) => Ok(Certified { text, accepted }),
        Err(why) => Err(why.within("the checker rejects the proof found").into()),
    }
}
