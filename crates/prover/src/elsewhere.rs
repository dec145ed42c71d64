//! Statements that speak of the values of other games, for the checker's theorem of that name.

use crate::{Certificate, Error, Outcome, Question, prove, sealed};
use meaning::composed::Part;
use meaning::elsewhere::{Elsewhere, Other};
use meaning::source;
use serde_json::{Value, json};

/// Proves a statement with the values of other games put in. `text` gives the rule of another game
/// by its name, that stands alone.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn prove_elsewhere(
    question: &Question,
    text: &dyn Fn(&str) -> Option<String>,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let unproved = |why: String| Ok(Outcome::Unproved(why));
    let law = question.law.clone().unwrap_or_default();
    let read = source::instance(&question.rule, &question.parameters)
        .and_then(|instance| Ok((instance, source::law(&law)?)));
    let (instance, statement) = match read {
        Ok(read) => read,
        Err(why) => return unproved(why),
    };
    let mut laws: Vec<(Other, Certificate, Part)> = Vec::new();
    let mut interrupted = false;
    let mut known = |other: &Other| {
        if let Some((_, _, part)) = laws.iter().find(|(seen, _, _)| seen == other) {
            return Some(part.clone());
        }
        let (rule, arguments) = match other {
            Other::Game(name, arguments) => (text(name)?, arguments.clone()),
            Other::Function(_, text) => (text.clone(), Vec::new()),
        };
        // all parameters are given
        let named = rule::bind(&source::rule(&rule).ok()?, &arguments).ok()?;
        let written = |(name, value): (&String, &rule::Constant)| (name.clone(), value.to_string());
        let asked = Question {
            rule: rule.clone(),
            parameters: named.values.iter().map(written).collect(),
            quantity: "sg".into(),
            law: Some("sg = ?".into()),
            to: question.to,
        };
        match prove(&asked, pulse) {
            Ok(Outcome::Proved(law)) => {
                let part = Part::of(&rule, &named, &law.accepted.law).ok()?;
                laws.push((other.clone(), *law, part.clone()));
                Some(part)
            }
            Ok(Outcome::Unproved(_)) => None,
            Err(Error::Interrupted) => {
                interrupted = true;
                None
            }
        }
    };
    let put = Elsewhere::new(&instance, &mut known).put(&statement);
    if interrupted {
        return Err(Error::Interrupted);
    }
    let put = match put {
        Ok(put) if put != statement => put,
        Ok(_) => return unproved("the statement speaks of no other game".into()),
        Err(why) => return unproved(why),
    };
    let inner = Question { law: Some(put.to_string()), ..question.clone() };
    let proved = match prove(&inner, pulse)? {
        Outcome::Proved(proved) => proved,
        unproved => return Ok(unproved),
    };
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let others: Vec<Value> = laws.iter().map(|(_, law, _)| value(&law.text)).collect();
    let data = json!({"others": others, "follows_from": value(&proved.text)});
    Ok(sealed(question, &law, "elsewhere", &data))
}
