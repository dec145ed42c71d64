//! The claims of the rule and their answers.

use super::{cell, code_cell, said};
use crate::certificates::{file_of_claim, file_of_nearby};
use crate::errata::{OF_A_SAMPLE, PROVED, counterexample, origin};
use verdict::{ClaimAnswer, Origin, Proof, ProofScope, Role, Verdict};

pub(super) fn section(text: &mut String, verdicts: &[Verdict]) {
    if verdicts.is_empty() {
        return;
    }
    let printed: Vec<&Verdict> = verdicts.iter().filter(|v| v.role == Role::Printed).collect();
    let count = |wanted: fn(&Verdict) -> bool| printed.iter().filter(|v| wanted(v)).count();
    let (holding, failing) = (count(Verdict::holds), count(Verdict::is_refuted));
    let open = printed.len() - holding - failing;
    *text += "\n## Claims\n\n";
    *text += &format!("{holding} of {} hold as far as tested", printed.len());
    let of = |scope| printed.iter().filter(|v| v.proved_of() == Some(scope)).count();
    let proofs = [ProofScope::Game, ProofScope::Kind].map(of).into_iter().zip(PROVED);
    let proofs = proofs.filter(|(count, _)| *count > 0);
    for (number, (count, proved)) in proofs.enumerate() {
        let them = if number == 0 { " of them" } else { "" };
        *text += &format!(", {count}{them} {proved}");
    }
    if failing > 0 {
        *text += &format!(", {failing} {}", if failing == 1 { "fails" } else { "fail" });
    }
    if open > 0 {
        *text += &format!(", {open} cannot be checked here");
    }
    *text += ".\n\n| claim | statement | answer |\n|---|---|---|\n";
    for verdict in verdicts {
        let role = if verdict.role == Role::Nearby { "close to " } else { "" };
        let id = cell(&format!("{role}{}", verdict.name()));
        let mut answer = cell(&answer(verdict));
        if let Some(proof) = &verdict.proof {
            answer = format!("{}; {answer}", linked(proof, PROVED, file_of_claim(verdict)));
        }
        for (number, nearby) in verdict.nearby.iter().enumerate() {
            let (holds, from) = origin_cells(verdict, number, "");
            answer += &match nearby.origin {
                Origin::Reading => format!("<br>Close to it: {from} {holds}"),
                _ => {
                    let statement = code_cell(&nearby.statement);
                    format!("<br>Close to it: {statement} {holds} ({from})")
                }
            };
        }
        *text += &format!("| {id} | {} | {answer} |\n", said(verdict));
    }
}

/// A proof in the words of some language, with a link to its certificates where it has some.
pub(super) fn linked(proof: &Proof, words: [&str; 2], file: Option<String>) -> String {
    let proved = cell(&proof.words(words));
    file.map_or(proved.clone(), |file| format!("[{proved}]({file})"))
}

/// Where the near-by statement of that number holds, and where it comes from, as cells; a proof
/// links its certificates, which lie below `folder`.
pub(super) fn origin_cells(verdict: &Verdict, number: usize, folder: &str) -> (String, String) {
    let nearby = &verdict.nearby[number];
    let (holds, from) = origin(nearby, verdict);
    let mut holds = cell(&holds);
    if let (Some(proof), Some(file)) = (&nearby.proof, file_of_nearby(verdict, number)) {
        let proved = cell(&proof.words(PROVED));
        holds = holds.replacen(&proved, &format!("[{proved}]({folder}{file})"), 1);
    }
    (holds, cell(&from))
}

fn answer(verdict: &Verdict) -> String {
    match &verdict.answer {
        ClaimAnswer::Holds { domain, judged } if domain.is_empty() => {
            format!("holds ({judged} judged)")
        }
        ClaimAnswer::Holds { domain, judged } => format!("holds for {domain} ({judged} judged)"),
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let place = counterexample(parameters, position);
            let of = if verdict.is_sample { OF_A_SAMPLE } else { "" };
            let place = if place.is_empty() { place } else { format!(" at {place}{of}") };
            format!("FAILS{place}: {says}")
        }
        ClaimAnswer::CannotCheck { why } => format!("cannot be checked: {why}"),
    }
}
