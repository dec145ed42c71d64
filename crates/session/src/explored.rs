//! A rule explored: what it says, its table, charts, laws, code and claims, each as soon as it is known.

use super::{tell_proof, tell_verdicts};
use crate::cost;
use crate::question::Question;
use crate::telling::Telling;
use detector::Finding;
use engine::{Game, Plan};
use expr::law::LawKind::{Coordinates, Positions};
use report::chart::{Chart, drawing};
use report::{Proofs, Translation, json as written};
use rule::ast::ParameterKind;
use serde_json::{Value, json};
use table::Table;
use wording::code;
use wording::words::Lang;
use workbench::{
    Effort, Findings, Input, Lawful, Open, Result, Tabulated, Task, candidates, figures, judge,
    lawful, of_laws,
};

/// A table with more options to look at, about ten seconds' work, is computed only where the question
/// allows it.
const SHORT: f64 = 1e9;
/// Most cells of a table that is shown.
const MAX_CELLS: u128 = 4_000_000;
/// Most cells to a side of a chart.
const SIDE: usize = 2000;

/// Answers with all that is known without a proof; or with the laws and proofs of them. A table that
/// would take long is refused where the question does not allow that.
pub(crate) fn perform(
    input: &Input,
    question: &Question,
    proves: bool,
    telling: &Telling<'_>,
) -> Result<()> {
    tell_rule(input, None, telling);
    let extent = question.extent(&input.rule)?;
    let input = &input.clone().grown(extent.bounds.as_ref());
    let game = input.game()?;
    tell_rule(input, Some(&game), telling);
    let request = input.sized(&extent, &game, telling);
    let task = Task { input, game: &game, request: &request };
    let plan = game.plan(&request, input.method.limits).map_err(|stop| input.stopped(stop))?;
    let members = task.members();
    let seconds = cost::seconds(task, &plan).map(|seconds| seconds * members);
    tell_plan("plan", &plan, seconds, members, telling);
    // Whether it is computed must not depend on a clock.
    let is_long = !question.long && task.options(&plan).is_some_and(|options| options > SHORT);
    if is_long || cells(&plan, members) > MAX_CELLS {
        tell_plan("refused", &plan, seconds, members, telling);
        return Ok(());
    }
    let Tabulated { table, ended, .. } = task.tabulate(telling)?;
    if let Some(ended) = ended {
        super::tell(&ended, telling);
    }
    let mut proofs = Proofs::new();
    if !proves {
        let columns = written::columnar(&table);
        telling.line(&format!("{{\"event\": \"table\", \"table\": {columns}}}"));
        charts(task, &table, &[], &proofs, false, telling);
    }
    let Lawful { table: lawful, mut findings, .. } = lawful(task, table.clone(), telling);
    if proves {
        let effort = Effort::default();
        let found = of_laws(task, &lawful, &mut findings, effort, telling)?;
        for Open { quantity, law, was_begun } in &found.open {
            let open = json!({ "quantity": quantity, "law": law, "begun": was_begun });
            telling.event("open", open);
        }
        proofs = found.proofs;
    }
    for (column, proof) in &proofs {
        tell_proof(Some(written::proved(column, &findings)), &proof.certificate, telling);
    }
    tell_laws(&lawful, &findings, &proofs, telling);
    charts(task, &table, &findings, &proofs, question.svg, telling);
    if !proves && !input.rule.claims.is_empty() && input.parameters.variations.is_empty() {
        let bounds = input.rule.check.is_none().then(|| request.bounds.clone());
        tell_verdicts(&judge(input, bounds, telling)?, telling);
    }
    Ok(())
}

fn cells(plan: &Plan, members: f64) -> u128 {
    let cells = plan.axes.iter().map(|axis| axis.len() as u128).product::<u128>();
    cells.saturating_mul(members as u128)
}

/// What a table costs.
fn tell_plan(event: &str, plan: &Plan, seconds: Option<f64>, members: f64, telling: &Telling<'_>) {
    let cells = cells(plan, members);
    telling.event(
        event,
        json!({
            "cells": u64::try_from(cells).unwrap_or(u64::MAX),
            "too_many": cells > MAX_CELLS,
            "bytes": u64::try_from(plan.bytes).unwrap_or(u64::MAX),
            "seconds": seconds,
            "kernel": plan.words().to_string(),
        }),
    );
}

/// How the rule was read: first what its text says, then how its game is played.
fn tell_rule(input: &Input, game: Option<&Game>, telling: &Telling<'_>) {
    let rule = &input.rule;
    let explained = game.map(|game| {
        let told = |(topic, text)| [topic, text].map(|message| telling.words.told(&message));
        game.explain().into_iter().map(told).collect::<Vec<_>>()
    });
    let values = input.instance().map(|instance| instance.values).unwrap_or_default();
    let parameters = rule.parameters.iter().map(|parameter| {
        let value = values.get(&parameter.name).map(ToString::to_string);
        let (kind, lo, hi, choices) = match &parameter.kind {
            ParameterKind::Int { lo, hi, .. } => ("number", lo.as_ref(), hi.as_ref(), None),
            ParameterKind::Set(_) => ("set", None, None, None),
            ParameterKind::Word { choices, .. } => ("word", None, None, Some(choices)),
            ParameterKind::Game(_) => ("game", None, None, None),
            ParameterKind::List(_) => ("list", None, None, None),
        };
        let number = |bound: Option<&expr::ast::Expr>| {
            bound.and_then(|bound| bound.to_string().parse::<i64>().ok())
        };
        json!({
            "name": parameter.name, "kind": kind, "value": value, "lo": number(lo),
            "hi": number(hi), "choices": choices,
        })
    });
    telling.event(
        "rule",
        json!({
            "name": rule.name, "title": rule.title, "title_zh": rule.title_zh,
            "notes": rule.notes, "parameters": parameters.collect::<Vec<Value>>(),
            "claims": rule.claims.len(),
            "coordinates": game.map(Game::coordinates), "symmetric": game.map(Game::is_symmetric),
            "explanation": explained,
        }),
    );
}

/// The laws of every column, code for them, and what fits a column without a law.
fn tell_laws(table: &Table, findings: &Findings, proofs: &Proofs, telling: &Telling<'_>) {
    let candidates = candidates(table, findings);
    let code = code::all(table, findings, proofs, &telling.words);
    let laws = written::searched(table, findings, proofs, &candidates, &code);
    telling.event("laws", laws);
}

/// A chart of every column, with its laws.
fn charts(
    task: Task<'_>,
    table: &Table,
    findings: &[(String, Vec<Finding>)],
    proofs: &Proofs,
    as_svg: bool,
    telling: &Telling<'_>,
) {
    let rule = &task.input.rule;
    let figures = figures(task.game, &task.request.positions, table);
    for column in &table.columns {
        let of = |name: &str| findings.iter().find(|(of, laws)| *of == name && !laws.is_empty());
        // The zeros of nim-values without a law are the lost positions, whose law may be drawn as lines.
        let is_curve = |laws: &[Finding]| matches!(laws[0].law.kind, Positions | Coordinates);
        let lost = || of("win").filter(|(_, laws)| column.name == "sg" && is_curve(laws));
        let laws = of(&column.name).or_else(lost);
        let chart = Chart {
            title: rule.title.as_deref().unwrap_or(&rule.name),
            title_zh: rule.title_zh.as_deref(),
            table,
            quantity: &column.name,
            laws: laws.map_or(&[], |(_, laws)| laws),
            proved: proofs.contains_key(&column.name),
            side: SIDE,
            figures: &figures,
            said: Translation::ENGLISH,
        };
        if let Ok(drawn) = drawing(&chart) {
            let svg = as_svg.then(|| match telling.words.lang {
                Lang::En => Some(drawn.svg()),
                Lang::Zh => drawing(&in_chinese(chart)).ok().map(|drawn| drawn.svg()),
            });
            let svg = svg.flatten().map(|svg| format!(", \"svg\": {}", Value::from(svg)));
            telling.line(&format!(
                "{{\"event\": \"drawing\", \"quantity\": {}, \"drawing\": {}{}}}",
                Value::from(column.name.as_str()),
                drawn.json(),
                svg.unwrap_or_default()
            ));
        }
    }
}

/// A chart for a file that Chinese is read in.
fn in_chinese(chart: Chart<'_>) -> Chart<'_> {
    let title = chart.title_zh.unwrap_or(chart.title);
    Chart { title, title_zh: None, said: Lang::Zh.translation(), ..chart }
}
