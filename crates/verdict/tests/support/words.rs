//! Answers in words.

use verdict::ClaimAnswer;

/// An answer as one sentence.
pub(crate) fn words(answer: &ClaimAnswer) -> String {
    match answer {
        ClaimAnswer::Holds { domain, judged } => format!("holds up to {domain} ({judged} judged)"),
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let at: Vec<String> = position.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let with: Vec<String> = parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let at = match (at.is_empty(), with.is_empty()) {
                (false, false) => format!("{} with {}", at.join(", "), with.join(", ")),
                _ => [at, with].concat().join(", "),
            };
            let at = if at.is_empty() { at } else { format!(" at {at}") };
            format!("fails{at}: {}", says.sentence)
        }
        ClaimAnswer::CannotCheck { why } => format!("cannot be checked: {why}"),
    }
}
