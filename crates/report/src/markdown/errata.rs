//! The errata page: every claim of the source notes with its answer, refuted ones first.

use super::claims::{linked, origin_cells};
use super::{cell, code_cell, plain, said, table_head};
use crate::Translation;
use crate::errata::{Errata, Number, counterexample, file_of_certificates, holds_where};
use expr::words::listed;
use message::{Message, message};
use verdict::sources::SOURCES;
use verdict::{ClaimAnswer, Origin, ProofScope, Verdict};

/// What the answers mean, in a list between two paragraphs.
const INTRODUCTION: [&str; 7] = [
    "Each claim printed in the notes is stated in a rule file and compared with the table of its game.",
    "*Holds up to N*: true at every position of the named box, and not tested beyond it. This is not a \
     proof.",
    "*Proved for every position*: true at every position of this game, for the parameters named; `mexlab \
     verify` accepts the linked certificates.",
    "*True of every game*: the claim restates the theorem of R. P. Sprague (1935) and P. M. Grundy (1939) \
     for this game (a value is the mex of the options' values, a sum has the nim-sum of its parts' values, \
     the player to move wins iff the value is not 0). It is true wherever play ends and a player without a \
     move loses, says nothing about this game in particular, and has no certificate.",
    "*Fails*: refuted by a counterexample. It is the smallest one in the box (docs/rule-language.md, Claims, \
     gives the order), or the *smallest of a sample* where members of the family or values of its variables \
     were listed by hand.",
    "*Cannot be checked*: the reason is given.",
    "A printed claim that can be read in several ways has one line for each reading (a, b, ...). A refuted \
     claim is followed, where one was found, by a statement close to it that holds as far as tested. `mexlab \
     check --all` writes this page.",
];

/// The page. Its bytes depend on nothing but the answers.
#[must_use]
pub fn errata(errata: &Errata) -> String {
    let said = &errata.said;
    let mut text =
        format!("# {}\n\n", said.told("Errata: the claims of the source notes, answered"));
    let [first, answers @ .., last] = INTRODUCTION.map(|paragraph| said.told(paragraph));
    let answers = answers.map(|answer| format!("- {answer}\n")).concat();
    text += &format!("{first}\n\n{answers}\n{last}\n");
    summary(&mut text, errata);
    refuted(&mut text, errata);
    all(&mut text, errata);
    rest(&mut text, errata);
    text
}

/// The sources with claims and what is printed of each, in page order.
fn by_source(errata: &Errata) -> Vec<(String, Vec<&Verdict>)> {
    let known = SOURCES.map(|(source, ..)| source);
    let mut groups: Vec<(String, Vec<&Verdict>)> = known
        .iter()
        .map(|&source| {
            let all = errata.verdicts.iter().filter(|v| v.source == source);
            (source.to_owned(), all.collect())
        })
        .collect();
    let others = errata.verdicts.iter().filter(|v| !known.contains(&v.source.as_str()));
    groups.push((errata.said.told("other sources"), others.collect()));
    groups.retain(|(_, all)| !all.is_empty());
    groups
}

fn summary(text: &mut String, errata: &Errata) {
    *text += &format!("\n## {}\n\n", errata.said.told("Summary"));
    let columns = [
        ("source", "---"),
        ("claims and readings", "---:"),
        ("hold", "---:"),
        ("of these proved of this game", "---:"),
        ("of these true of every game", "---:"),
        ("fail", "---:"),
        ("cannot be checked", "---:"),
    ];
    *text += &table_head(&errata.said, columns);
    let mut line = |name: &str, all: &[&Verdict]| {
        let count = |wanted: fn(&Verdict) -> bool| all.iter().filter(|v| wanted(v)).count();
        let (hold, fail) = (count(Verdict::holds), count(Verdict::is_refuted));
        let of = |scope| all.iter().filter(|v| v.proved_of() == Some(scope)).count();
        let cannot = all.len() - hold - fail;
        let numbers = [all.len(), hold, of(ProofScope::Game), of(ProofScope::Kind), fail, cannot];
        let [claims, hold, game, kind, fail, cannot] = numbers.map(|n| n.to_string());
        *text += &row([cell(name), claims, hold, game, kind, fail, cannot]);
    };
    for (source, all) in by_source(errata) {
        line(&source, &all);
    }
    line(&errata.said.told("all"), &errata.verdicts.iter().collect::<Vec<_>>());
}

fn refuted(text: &mut String, errata: &Errata) {
    let said = &errata.said;
    *text += &format!("\n## {}\n\n", said.told("Refuted claims"));
    let mut refuted = errata.verdicts.iter().filter(|v| v.is_refuted()).peekable();
    if refuted.peek().is_none() {
        *text += &format!("{}\n", said.told("No claim is refuted."));
        return;
    }
    let columns = [
        "claim",
        "game",
        "printed",
        "smallest counterexample",
        "table says",
        "claim says",
        "close to it, and holds",
    ];
    *text += &table_head(said, columns.map(|name| (name, "---")));
    for verdict in refuted {
        let ClaimAnswer::Fails { parameters, position, says, .. } = &verdict.answer else {
            continue;
        };
        let near: Vec<String> = verdict
            .nearby
            .iter()
            .enumerate()
            .map(|(number, nearby)| {
                let folder = format!("{}/", verdict.game);
                let (holds, from) = origin_cells(verdict, number, &folder, said);
                said.told(match nearby.origin {
                    // It has a line of its own.
                    Origin::Reading => message!("{from} {holds}"),
                    _ => message!("{holds}: {} ({from})", code_cell(&nearby.statement)),
                })
            })
            .collect();
        let near = if near.is_empty() { said.told("none found") } else { near.join("<br>") };
        let printed = match &verdict.words {
            Some(printed) => format!("\"{}\"", cell(printed)),
            None => code_cell(&verdict.statement),
        };
        *text += &row([
            id(verdict),
            game(errata, verdict),
            printed,
            cell(&said.told(place(verdict, counterexample(parameters, position)))),
            cell(&said.told(&says.table)),
            cell(&said.told(&says.claim)),
            near,
        ]);
    }
}

fn all(text: &mut String, errata: &Errata) {
    *text += &format!("\n## {}\n", errata.said.told("All claims"));
    let columns = ["claim", "game", "statement", "tested on", "verdict"];
    for (source, verdicts) in by_source(errata) {
        *text += &format!("\n### {}\n\n", plain(&source));
        *text += &table_head(&errata.said, columns.map(|name| (name, "---")));
        for verdict in verdicts {
            *text += &row([
                id(verdict),
                game(errata, verdict),
                said(verdict),
                cell(&errata.said.told(&verdict.domain)),
                answer(verdict, &errata.said),
            ]);
        }
    }
}

/// Where a claim fails, and whether that is the smallest counterexample of a sample only.
fn place(verdict: &Verdict, at: String) -> Message {
    match verdict.is_sample {
        true => message!("{at} (smallest of a sample)"),
        false => at.into(),
    }
}

fn answer(verdict: &Verdict, said: &Translation) -> String {
    if let Some(proof) = &verdict.proof {
        return linked(proof, said, file_of_certificates(verdict));
    }
    said.told(match &verdict.answer {
        ClaimAnswer::Holds { domain, judged } => {
            let holds = cell(&said.told(holds_where(domain)));
            message!("{holds} ({judged} judged)")
        }
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let says = cell(&said.told(&says.sentence));
            match counterexample(parameters, position) {
                at if at.is_empty() && !verdict.is_sample => message!("**fails**: {says}"),
                at => {
                    let place = cell(&said.told(place(verdict, at)));
                    message!("**fails** at {place}: {says}")
                }
            }
        }
        ClaimAnswer::CannotCheck { why } => {
            message!("cannot be checked: {}", cell(&said.told(why)))
        }
    })
}

/// What the notes number and no rule states.
fn rest(text: &mut String, errata: &Errata) {
    let (missing, head) = (errata.unstated(), errata.said.told("Numbers that no rule states"));
    *text += &format!("\n## {head}\n\n{}{}", missing.len(), list(&missing));
}

/// `: lecture L1, L2; survey S3.`
fn list(numbers: &[Number]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (source, ..) in SOURCES {
        let of_source = listed(numbers.iter().filter(|n| n.0 == source).map(|n| &n.1));
        if !of_source.is_empty() {
            parts.push(format!("{source} {of_source}"));
        }
    }
    if parts.is_empty() { ".\n".to_owned() } else { format!(": {}.\n", parts.join("; ")) }
}

fn id(verdict: &Verdict) -> String {
    cell(&verdict.name())
}

/// The game's name with its titles.
fn game(errata: &Errata, verdict: &Verdict) -> String {
    let (english, chinese) = errata.titles_of(&verdict.game);
    let titles: Vec<&str> = [english, chinese].into_iter().filter(|t| !t.is_empty()).collect();
    let name = code_cell(&verdict.game);
    if titles.is_empty() { name } else { format!("{name} {}", cell(&titles.join(" / "))) }
}

fn row<const N: usize>(cells: [String; N]) -> String {
    format!("| {} |\n", cells.join(" | "))
}
