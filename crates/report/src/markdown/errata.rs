//! The errata page: every claim of the source notes with its answer, refuted ones first.

use super::claims::{linked, origin_cells};
use super::{cell, code_cell, plain, said};
use crate::errata::{
    Errata, Language, Number, OF_A_SAMPLE, PROVED, counterexample, file_of_certificates,
    holds_where,
};
use expr::words::listed;
use verdict::sources::SOURCES;
use verdict::{ClaimAnswer, Coordinate, Origin, ProofScope, Verdict};

/// Headings and fixed sentences.
struct Text {
    title: &'static str,
    introduction: &'static str,
    summary: &'static str,
    summary_header: &'static str,
    all_sources: &'static str,
    refuted: &'static str,
    refuted_header: &'static str,
    nothing_refuted: &'static str,
    none_found: &'static str,
    all: &'static str,
    all_header: &'static str,
    holds_up_to: &'static str,
    holds_on: &'static str,
    holds: &'static str,
    judged: &'static str,
    proved: [&'static str; 2],
    of_a_sample: &'static str,
    fails: &'static str,
    fails_at: &'static str,
    cannot: &'static str,
    unstated: &'static str,
    other_source: &'static str,
}

const ENGLISH: Text = Text {
    title: "Errata: the claims of the source notes, answered",
    introduction: "Each claim printed in the notes is stated in a rule file and compared with the table of its \
        game.\n\n\
        - *Holds up to N*: true at every position of the named box, and not tested beyond it. This is not a \
        proof.\n\
        - *Proved for every position*: true at every position of this game, for the parameters named; \
        `mexlab verify` accepts the linked certificates.\n\
        - *True of every game*: the claim restates the theorem of R. P. Sprague (1935) and P. M. Grundy (1939) \
        for this game (a value is the mex of the options' values, a sum has the nim-sum of its parts' values, the \
        player to move wins iff the value is not 0). It is true wherever play ends and a player without a move \
        loses, says nothing about this game in particular, and has no certificate.\n\
        - *Fails*: refuted by a counterexample. It is the smallest one in the box (docs/rule-language.md, \
        Claims, gives the order), or the *smallest of a sample* where members of the family or values of its \
        variables were listed by hand.\n\
        - *Cannot be checked*: the reason is given.\n\n\
        A printed claim that can be read in several ways has one line for each reading (a, b, ...). A \
        refuted claim is followed, where one was found, by a statement close to it that holds as far as \
        tested. `mexlab check --all` writes this page.",
    summary: "Summary",
    summary_header: "| source | claims and readings | hold | of these proved of this game | of these true of every game | fail | cannot be checked |",
    all_sources: "all",
    refuted: "Refuted claims",
    refuted_header: "| claim | game | printed | smallest counterexample | table says | claim says | close to it, and holds |",
    nothing_refuted: "No claim is refuted.",
    none_found: "none found",
    all: "All claims",
    all_header: "| claim | game | statement | tested on | verdict |",
    holds_up_to: "holds up to",
    holds_on: "holds for",
    holds: "holds",
    judged: "judged",
    proved: PROVED,
    of_a_sample: OF_A_SAMPLE,
    fails: "**fails**",
    fails_at: "**fails** at",
    cannot: "cannot be checked",
    unstated: "Numbers that no rule states",
    other_source: "other sources",
};

const CHINESE: Text = Text {
    title: "勘误: 讲义命题逐条核查",
    introduction: "讲义中的每个命题都写进了规则文件, 并与该游戏的计算结果逐一比较.\n\n\
        - *成立至 N*: 在所列范围内每个局面都成立, 范围之外未检验, 不是证明.\n\
        - *已证明: 对所有局面成立*: 对所列参数, 该游戏的每个局面都成立; 所附证书可用 `mexlab verify` 核对.\n\
        - *对每个游戏成立*: 命题只是就该游戏重述 R. P. Sprague (1935) 与 P. M. Grundy (1939) 的定理 (值等于后继值的 \
        mex, 和的值等于各值的异或, 值不为 0 则必胜). 凡对局必终止且无步可走者负的游戏都有此结论; 它并未说出该游戏特有的性质, \
        也没有证书.\n\
        - *不成立*: 给出检验范围内的最小反例 (次序见 docs/rule-language.md 的 Claims 一节); \
        若只检验了列出的若干参数或取值, 则注明 *所试样本中最小*.\n\
        - *无法检验*: 附原因.\n\n\
        同一命题有多种读法时, 每种读法 (a, b, ...) 各占一行. 被否定的命题旁边列出与之相近且成立的说法 \
        (如果找到). 本页由 `mexlab check --all --lang zh` 生成.",
    summary: "汇总",
    summary_header: "| 来源 | 命题与读法 | 成立 | 其中对该游戏已证明 | 其中对每个游戏成立 | 不成立 | 无法检验 |",
    all_sources: "合计",
    refuted: "不成立的命题",
    refuted_header: "| 命题 | 游戏 | 原文 | 最小反例 | 计算结果 | 命题所言 | 相近且成立的说法 |",
    nothing_refuted: "没有命题被否定.",
    none_found: "未找到",
    all: "全部命题",
    all_header: "| 命题 | 游戏 | 内容 | 检验范围 | 结论 |",
    holds_up_to: "成立至",
    holds_on: "成立于",
    holds: "成立",
    judged: "例",
    proved: ["已证明: 对所有局面成立", "由 Sprague (1935) 与 Grundy (1939) 的定理对每个游戏成立"],
    of_a_sample: " (所试样本中最小)",
    fails: "**不成立**",
    fails_at: "**不成立**, 反例",
    cannot: "无法检验",
    unstated: "没有规则文件的编号",
    other_source: "其他来源",
};

/// The page. Its bytes depend on nothing but the answers.
#[must_use]
pub fn errata(errata: &Errata) -> String {
    let words = match errata.language {
        Language::English => &ENGLISH,
        Language::Chinese => &CHINESE,
    };
    let mut text = format!("# {}\n\n{}\n", words.title, words.introduction);
    summary(&mut text, errata, words);
    refuted(&mut text, errata, words);
    all(&mut text, errata, words);
    rest(&mut text, errata, words);
    text
}

/// The sources with claims and what is printed of each, in page order.
fn by_source<'e>(errata: &'e Errata, words: &Text) -> Vec<(String, Vec<&'e Verdict>)> {
    let known = SOURCES.map(|(source, ..)| source);
    let mut groups: Vec<(String, Vec<&Verdict>)> = known
        .iter()
        .map(|&source| {
            let all = errata.verdicts.iter().filter(|v| v.source == source);
            (source.to_owned(), all.collect())
        })
        .collect();
    let others = errata.verdicts.iter().filter(|v| !known.contains(&v.source.as_str()));
    groups.push((words.other_source.to_owned(), others.collect()));
    groups.retain(|(_, all)| !all.is_empty());
    groups
}

fn summary(text: &mut String, errata: &Errata, words: &Text) {
    *text += &format!("\n## {}\n\n", words.summary);
    *text += &format!("{}\n|---|---:|---:|---:|---:|---:|---:|\n", words.summary_header);
    let mut line = |name: &str, all: &[&Verdict]| {
        let count = |wanted: fn(&Verdict) -> bool| all.iter().filter(|v| wanted(v)).count();
        let (hold, fail) = (count(Verdict::holds), count(Verdict::is_refuted));
        let of = |scope| all.iter().filter(|v| v.proved_of() == Some(scope)).count();
        let cannot = all.len() - hold - fail;
        let numbers = [all.len(), hold, of(ProofScope::Game), of(ProofScope::Kind), fail, cannot];
        let [claims, hold, game, kind, fail, cannot] = numbers.map(|n| n.to_string());
        *text += &row([cell(name), claims, hold, game, kind, fail, cannot]);
    };
    for (source, all) in by_source(errata, words) {
        line(&source, &all);
    }
    line(words.all_sources, &errata.verdicts.iter().collect::<Vec<_>>());
}

fn refuted(text: &mut String, errata: &Errata, words: &Text) {
    *text += &format!("\n## {}\n\n", words.refuted);
    let mut refuted = errata.verdicts.iter().filter(|v| v.is_refuted()).peekable();
    if refuted.peek().is_none() {
        *text += &format!("{}\n", words.nothing_refuted);
        return;
    }
    *text += &format!("{}\n|---|---|---|---|---|---|---|\n", words.refuted_header);
    for verdict in refuted {
        let ClaimAnswer::Fails { parameters, position, says, .. } = &verdict.answer else {
            continue;
        };
        let near: Vec<String> = verdict
            .nearby
            .iter()
            .enumerate()
            .map(|(number, nearby)| {
                let (holds, from) = origin_cells(verdict, number, &format!("{}/", verdict.game));
                match nearby.origin {
                    // It has a line of its own.
                    Origin::Reading => format!("{from} {holds}"),
                    _ => format!("{holds}: {} ({from})", code_cell(&nearby.statement)),
                }
            })
            .collect();
        let near = if near.is_empty() { words.none_found.to_owned() } else { near.join("<br>") };
        let printed = match &verdict.words {
            Some(printed) => format!("\"{}\"", cell(printed)),
            None => code_cell(&verdict.statement),
        };
        *text += &row([
            id(verdict),
            game(errata, verdict),
            printed,
            cell(&place(verdict, words, parameters, position)),
            cell(&says.table),
            cell(&says.claim),
            near,
        ]);
    }
}

fn all(text: &mut String, errata: &Errata, words: &Text) {
    *text += &format!("\n## {}\n", words.all);
    for (source, verdicts) in by_source(errata, words) {
        *text += &format!("\n### {}\n\n", plain(&source));
        *text += &format!("{}\n|---|---|---|---|---|\n", words.all_header);
        for verdict in verdicts {
            *text += &row([
                id(verdict),
                game(errata, verdict),
                said(verdict),
                cell(&verdict.domain),
                answer(verdict, words),
            ]);
        }
    }
}

/// Where a claim fails, and whether that is the smallest counterexample of a sample only.
fn place(
    verdict: &Verdict,
    words: &Text,
    parameters: &[(String, String)],
    position: &[(String, Coordinate)],
) -> String {
    let of = if verdict.is_sample { words.of_a_sample } else { "" };
    counterexample(parameters, position) + of
}

fn answer(verdict: &Verdict, words: &Text) -> String {
    if let Some(proof) = &verdict.proof {
        return linked(proof, words.proved, file_of_certificates(verdict));
    }
    match &verdict.answer {
        ClaimAnswer::Holds { domain, judged } => {
            let holds = holds_where(domain, [words.holds, words.holds_up_to, words.holds_on]);
            format!("{} ({judged} {})", cell(&holds), words.judged)
        }
        ClaimAnswer::Fails { parameters, position, says, .. } => {
            let place = place(verdict, words, parameters, position);
            let fails = match place.is_empty() {
                true => words.fails.to_owned(),
                false => format!("{} {}", words.fails_at, cell(&place)),
            };
            format!("{fails}: {}", cell(&says.sentence))
        }
        ClaimAnswer::CannotCheck { why } => format!("{}: {}", words.cannot, cell(&why.to_string())),
    }
}

/// What the notes number and no rule states.
fn rest(text: &mut String, errata: &Errata, words: &Text) {
    let missing = errata.unstated();
    *text += &format!("\n## {}\n\n{}", words.unstated, missing.len());
    *text += &list(&missing);
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
