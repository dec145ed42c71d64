//! Sums and products of games of one number, for the checker's theorem of composed games.

use meaning::composed::{self, Component, Summand};
use meaning::source;
use serde_json::{Value, json};

use crate::unproved::not_found;
use crate::{Certified, Question, Result, sealed};

/// The games that a rule names as those it is composed of, each once; `None` for other rules.
#[must_use]
pub fn parts(question: &Question) -> Option<Vec<String>> {
    let instance = source::instance(&question.rule, &question.parameters).ok()?;
    let all = composed::components(&instance).ok()?;
    let named = |one: Component| one.text.is_none().then_some(one.game);
    let mut all: Vec<String> = all.into_iter().map(named).collect::<Option<_>>()?;
    all.sort();
    all.dedup();
    Some(all)
}

/// The law of a sum or product from the laws `sg = ...` of its parts. Without a law asked for it is
/// that of the values, or for `win` that of who wins.
///
/// # Errors
/// The parts do not prove it.
pub fn compose(question: &Question, parts: &[Certified]) -> Result<Certified> {
    let instance = source::instance(&question.rule, &question.parameters)?;
    for part in parts {
        checker::verify(&part.text).map_err(|why| why.within("of a part"))?;
    }
    let listed: Vec<Value> = parts.iter().map(Certified::value).collect();
    let parts = parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
    let laws = composed::laws(&instance, &parts)?;
    let at = usize::from(question.quantity == "win");
    let law = question.law.clone().or_else(|| laws.get(at).map(ToString::to_string));
    let law = law.ok_or_else(|| not_found("the theorem says nothing of who wins a product"))?;
    sealed(question, &law, "composed", &json!({"parts": listed}))
}

/// What the certificate of a part says.
fn part(certificate: &Certified) -> Result<Summand> {
    let read = checker::read(&certificate.text)?;
    Ok(Summand::of(&read.rule, &read.instance()?, &read.law)?)
}

/// The law of a product whose turns are written out, from the laws of its factors; `None` for other
/// rules.
pub(crate) fn turned(question: &Question) -> Result<Option<Certified>> {
    let Ok(instance) = source::instance(&question.rule, &question.parameters) else {
        return Ok(None);
    };
    let mut parts = Vec::new();
    for Component { text, .. } in composed::components(&instance).unwrap_or_default() {
        let Some(rule) = text else { return Ok(None) };
        let (quantity, law) = ("sg".to_owned(), Some("sg = ?".to_owned()));
        let factor = Question { rule, parameters: Vec::new(), quantity, law, to: question.to };
        parts.push(crate::prove(&factor)?);
    }
    (!parts.is_empty()).then(|| compose(question, &parts)).transpose()
}
