//! The claims of the rule and their answers.

use super::{cell, code_cell, said, table_head};
use crate::certificates::{file_of_claim, file_of_nearby};
use crate::errata::{counterexample, origin};
use crate::{Page, Translation};
use message::{Message, message};
use verdict::{ClaimAnswer, Origin, Proof, ProofScope, Role, Verdict};

pub(super) fn section(text: &mut String, page: &Page<'_>) {
    if page.verdicts.is_empty() {
        return;
    }
    let told = |message: Message| page.said.told(message);
    *text += &format!("\n## {}\n\n{}\n\n", told("Claims".into()), told(counts(&page.verdicts)));
    *text += &table_head(&page.said, ["claim", "statement", "answer"].map(|name| (name, "---")));
    for verdict in &page.verdicts {
        let id = match verdict.role {
            Role::Nearby => told(message!("close to {}", verdict.name())),
            Role::Printed => verdict.name(),
        };
        let mut all = cell(&told(answer(verdict)));
        if let Some(proof) = &verdict.proof {
            let proved = linked(proof, &page.said, file_of_claim(verdict));
            all = told(message!("{proved}; {all}"));
        }
        for (number, nearby) in verdict.nearby.iter().enumerate() {
            let (holds, from) = origin_cells(verdict, number, "", &page.said);
            let close = match nearby.origin {
                Origin::Reading => message!("Close to it: {from} {holds}"),
                _ => {
                    let statement = code_cell(&nearby.statement);
                    message!("Close to it: {statement} {holds} ({from})")
                }
            };
            all += &format!("<br>{}", told(close));
        }
        *text += &format!("| {} | {} | {all} |\n", cell(&id), said(verdict));
    }
}

/// How many of the printed claims hold, are proved, and fail.
fn counts(verdicts: &[Verdict]) -> Message {
    let printed: Vec<&Verdict> = verdicts.iter().filter(|v| v.role == Role::Printed).collect();
    let count = |wanted: &dyn Fn(&Verdict) -> bool| printed.iter().filter(|v| wanted(v)).count();
    let of = |scope| count(&|v| v.proved_of() == Some(scope));
    let (all, holding, failing) =
        (printed.len(), count(&Verdict::holds), count(&Verdict::is_refuted));
    let mut said = vec![message!("{holding} of {all} hold as far as tested")];
    let (game, kind) = (of(ProofScope::Game), of(ProofScope::Kind));
    if game > 0 {
        said.push(message!("{game} of them proved for every position"));
    }
    if kind > 0 && game > 0 {
        said.push(message!(
            "{kind} true of every game by the theorem of Sprague (1935) and Grundy (1939)"
        ));
    } else if kind > 0 {
        said.push(message!(
            "{kind} of them true of every game by the theorem of Sprague (1935) and Grundy (1939)"
        ));
    }
    match failing {
        0 => {}
        1 => said.push("1 fails".into()),
        _ => said.push(message!("{failing} fail")),
    }
    let open = all - holding - failing;
    if open > 0 {
        said.push(message!("{open} cannot be checked here"));
    }
    message!("{}.", Message::joined(said, ", "))
}

/// What a proof is of, with a link to its certificates where it has some.
pub(super) fn linked(proof: &Proof, said: &Translation, file: Option<String>) -> String {
    let proved = cell(&said.told(proof));
    file.map_or(proved.clone(), |file| format!("[{proved}]({file})"))
}

/// Where the near-by statement of that number holds, and where it comes from, as cells; a proof
/// links its certificates, which lie below `folder`.
pub(super) fn origin_cells(
    verdict: &Verdict,
    number: usize,
    folder: &str,
    said: &Translation,
) -> (String, String) {
    let nearby = &verdict.nearby[number];
    let (holds, from) = origin(nearby, verdict);
    let (mut holds, from) = (cell(&said.told(holds)), cell(&said.told(from)));
    if let Some(proof) = &nearby.proof {
        let file = file_of_nearby(verdict, number).map(|file| format!("{folder}{file}"));
        let proved = linked(proof, said, file);
        holds = said.told(message!("{proved}; {holds}"));
    }
    (holds, from)
}

fn answer(verdict: &Verdict) -> Message {
    match &verdict.answer {
        ClaimAnswer::Holds { domain, judged } if domain.is_empty() => {
            message!("holds ({judged} judged)")
        }
        ClaimAnswer::Holds { domain, judged } => {
            message!("holds for {domain} ({judged} judged)")
        }
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let says = &says.sentence;
            match counterexample(parameters, position) {
                place if place.is_empty() => message!("FAILS: {says}"),
                place if verdict.is_sample => {
                    message!("FAILS at {place} (smallest of a sample): {says}")
                }
                place => message!("FAILS at {place}: {says}"),
            }
        }
        ClaimAnswer::CannotCheck { why } => message!("cannot be checked: {why}"),
    }
}
