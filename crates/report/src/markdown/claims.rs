//! The claims of the rule and their answers.

use super::{cell, code_cell};
use verdict::{Answer, Verdict};

pub(super) fn section(text: &mut String, verdicts: &[Verdict]) {
    if verdicts.is_empty() {
        return;
    }
    let count = |wanted: fn(&Answer) -> bool| verdicts.iter().filter(|v| wanted(&v.answer)).count();
    let holding = count(|a| matches!(a, Answer::Holds { .. }));
    let failing = count(|a| matches!(a, Answer::Fails { .. }));
    let open = verdicts.len() - holding - failing;
    *text += "\n## Claims\n\n";
    *text += &format!("{holding} of {} hold as far as they were tried", verdicts.len());
    if failing > 0 {
        *text += &format!(", {failing} {}", if failing == 1 { "fails" } else { "fail" });
    }
    if open > 0 {
        *text += &format!(", {open} cannot be checked here");
    }
    *text += ".\n\n| claim | statement | answer |\n|---|---|---|\n";
    for verdict in verdicts {
        let mut statement = code_cell(&verdict.statement);
        if let Some(words) = &verdict.words {
            statement = format!("\"{}\" {statement}", cell(words));
        }
        let id = cell(&format!("{}.{}", verdict.source, verdict.id));
        *text += &format!("| {id} | {statement} | {} |\n", cell(&answer(&verdict.answer)));
    }
}

fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Holds { domain, judged } if domain.is_empty() => format!("holds ({judged} judged)"),
        Answer::Holds { domain, judged } => format!("holds on {domain} ({judged} judged)"),
        Answer::Fails { parameters, position, says } => {
            let parameters = parameters.iter().map(|(name, value)| format!("{name} = {value}"));
            let position = position.iter().map(|(name, c)| format!("{name} = {c}"));
            let place = parameters.chain(position).collect::<Vec<_>>().join(", ");
            let place = if place.is_empty() { place } else { format!(" at {place}") };
            format!("FAILS{place}: {says}")
        }
        Answer::CannotCheck { why } => format!("cannot be checked: {why}"),
    }
}
