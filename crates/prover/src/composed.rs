//! Sums and products of games of one number, for the checker's theorem of composed games.

use checker::composed;
use meaning::source;
use serde_json::{Value, json};

use crate::{Certificate, Outcome, Question, sealed};

/// The games that a rule is composed of, each once; `None` for other rules.
#[must_use]
pub fn parts(question: &Question) -> Option<Vec<String>> {
    let instance = source::instance(&question.rule, &question.parameters).ok()?;
    let mut all: Vec<String> =
        meaning::composed::components(&instance).ok()?.into_iter().map(|(game, _)| game).collect();
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
