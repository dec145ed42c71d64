//! Sums and products of games of one number, for the checker's theorem of composed games.

use checker::composed;
use meaning::composed::Component;
use meaning::source;
use serde_json::{Value, json};

use crate::{Certificate, Error, Outcome, Question, sealed};

/// The games that a rule names as those it is composed of, each once; `None` for other rules.
#[must_use]
pub fn parts(question: &Question) -> Option<Vec<String>> {
    let instance = source::instance(&question.rule, &question.parameters).ok()?;
    let all = meaning::composed::components(&instance).ok()?;
    let named = |one: Component| one.text.is_none().then_some(one.game);
    let mut all: Vec<String> = all.into_iter().map(named).collect::<Option<_>>()?;
    all.sort();
    all.dedup();
    Some(all)
}

/// The law of a sum or product from the laws `sg = ...` of its parts. Without a law asked for it is
/// that of the values, or for `win` that of who wins.
#[must_use]
pub fn compose(question: &Question, parts: &[Certificate]) -> Outcome {
    let proved = || -> Result<(Vec<Value>, String), String> {
        let instance = source::instance(&question.rule, &question.parameters)?;
        let read = |part: &Certificate| serde_json::from_str(&part.text).map_err(|e| e.to_string());
        let listed: Vec<Value> = parts.iter().map(read).collect::<Result<_, _>>()?;
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let parts = composed::parts(&texts).map_err(|why| why.to_string())?;
        let laws = composed::laws(&instance, &parts)?;
        let at = usize::from(question.quantity == "win");
        let law = question.law.clone().or_else(|| laws.get(at).map(ToString::to_string));
        Ok((listed, law.ok_or("the theorem says nothing of who wins a product")?))
    };
    match proved() {
        Ok((parts, law)) => sealed(question, &law, "composed", &json!({"parts": parts})),
        Err(why) => Outcome::Unproved(why),
    }
}

/// The law of a product whose turns are written out, from the laws of its factors; `None` for other
/// rules.
pub(crate) fn turned(
    question: &Question,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Option<Outcome>, Error> {
    let Ok(instance) = source::instance(&question.rule, &question.parameters) else {
        return Ok(None);
    };
    let mut parts = Vec::new();
    for Component { text, .. } in meaning::composed::components(&instance).unwrap_or_default() {
        let Some(rule) = text else { return Ok(None) };
        let (quantity, law) = ("sg".to_owned(), Some("sg = ?".to_owned()));
        let factor = Question { rule, parameters: Vec::new(), quantity, law, to: question.to };
        match crate::prove(&factor, pulse)? {
            Outcome::Proved(certificate) => parts.push(*certificate),
            unproved @ Outcome::Unproved(_) => return Ok(Some(unproved)),
        }
    }
    Ok((!parts.is_empty()).then(|| compose(question, &parts)))
}
