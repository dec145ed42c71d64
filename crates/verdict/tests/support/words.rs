//! Answers in words.

use verdict::Answer;

/// An answer as one sentence.
pub(crate) fn words(answer: &Answer) -> String {
    match answer {
        Answer::Holds { domain, judged } => format!("holds up to {domain} ({judged} judged)"),
        Answer::Fails { parameters, position, says, .. } => {
            let at: Vec<String> = position.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let with: Vec<String> = parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let at = match (at.is_empty(), with.is_empty()) {
                (false, false) => format!("{} with {}", at.join(", "), with.join(", ")),
                _ => [at, with].concat().join(", "),
            };
            let at = if at.is_empty() { at } else { format!(" at {at}") };
            format!("fails{at}: {says}")
        }
        Answer::CannotCheck { why } => format!("cannot be checked: {why}"),
    }
}
