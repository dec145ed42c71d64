//! Laws of games with finitely many positions, for the checker's theorem of that name.

use crate::{Certified, Question, Result, sealed, unsealed};
use serde_json::json;

/// The certificate of the law, if the rule bounds its positions and the law is true of each; `None`
/// where it does not bound them.
pub(crate) fn prove(question: &Question) -> Result<Option<Certified>> {
    let law = question.law.clone().unwrap_or_default();
    let unjudged = unsealed(question, &law, "exhaustion", &json!({})).to_string();
    let found = checker::everywhere(&unjudged)?;
    found.map(|data| sealed(question, &law, "exhaustion", &json!(data))).transpose()
}
