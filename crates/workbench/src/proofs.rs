//! Laws of a rule's table offered to the prover.

use crate::failure::Result;
use crate::input::{Input, Task};
use crate::laws::Findings;
use crate::watch::{Stage, Watch, during};
use engine::{Period, Positions};
use expr::ast::{Expr, Quantity};
use expr::build::element;
use expr::law::{Kind, Law};
use expr::substitute::{Bindings, int, name};
use prover::{Certificate, Question, statement};
use report::Proofs;
use rule::Instance;
use rule::ast::{CoordinateForm, State};
use std::time::Duration;
use table::Table;

/// How long a proof of a law that was found is looked for.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many values may be computed for a period.
const FAR: usize = 4_000_000;

/// What is asked of the prover about the rule: the statement, or its period where there is none.
///
/// # Errors
/// A parameter that does not fit.
pub(crate) fn question(
    input: &Input,
    quantity: &str,
    law: Option<String>,
    to: usize,
) -> Result<Question> {
    let quantity = quantity.to_owned();
    if rule::code::from_code(&input.name).is_some() {
        let rule = input.name.clone();
        return Ok(Question { rule, parameters: Vec::new(), quantity, law, to });
    }
    let Instance { rule, values } = input.instance()?;
    let parameters = values.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let rule = statement::rule_text(&rule, law.as_deref());
    Ok(Question { rule, parameters, quantity, law, to })
}

/// Certificates of the first laws of the columns of the table, as far as they are found soon. A
/// column without a law gets one that only its proof supports, if there is one.
///
/// Where the user stops the work, those found before.
///
/// # Errors
/// A parameter that does not fit.
pub fn of_laws(
    Task { input, request, .. }: Task<'_>,
    table: &Table,
    findings: &mut Findings,
    watch: &dyn Watch,
) -> Result<Proofs> {
    let mut proofs = Proofs::new();
    // the prover speaks of positions, whatever a size of the start is called
    if !input.parameters.variations.is_empty() || request.positions != Positions::All {
        return Ok(proofs);
    }
    for (column, laws) in findings {
        if patience::was_ended() {
            break;
        }
        // Words and fractions as integers are no quantities of the rule.
        if Quantity::from_name(column).is_none() {
            continue;
        }
        let conjecture = if laws.is_empty() { detector::conjecture(table, column) } else { None };
        let Some(best) = laws.first().or(conjecture.as_ref()) else { continue };
        let prove = || patience::within(PATIENCE, || of_law(input, table, &best.law, &proofs));
        let found = during(watch, Stage::Proofs, prove)?;
        if let Some(certificate) = found {
            proofs.insert(column.clone(), certificate);
            laws.extend(conjecture);
        }
    }
    Ok(proofs)
}

/// The certificate of a period that is known already, if it is found soon.
///
/// # Errors
/// A parameter that does not fit.
pub fn of_period(
    input: &Input,
    heap: &str,
    quantity: &str,
    known: Period,
) -> Result<Option<Certificate>> {
    let Period { preperiod, period, computed_to } = known;
    // Outcomes are conditions.
    let equal = if quantity == "sg" { "=" } else { "iff" };
    let law = format!(
        "{heap} >= {preperiod} implies ({quantity}({heap} + {period}) {equal} {quantity}({heap}))"
    );
    let to = usize::try_from(computed_to).unwrap_or(usize::MAX).max(FAR);
    let question = question(input, quantity, Some(law), to)?;
    Ok(patience::within(PATIENCE, || prover::prove(&question).ok()))
}

fn of_law(input: &Input, table: &Table, law: &Law, known: &Proofs) -> Result<Option<Certificate>> {
    let ask = |question: &Question| prover::prove(question).ok();
    let least = table.axes.first().map_or(0, |axis| axis.lo);
    let first: Vec<i64> = match table.axes.as_slice() {
        [_] if table.present.is_none() => {
            let column = table.column(&law.subject);
            let values = |column: &table::Column| {
                (0..table.cells().min(LISTED)).map_while(|at| column.values.integer(at)).collect()
            };
            column.map(values).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    if let Some(statement) = statement::law(law, least, &first) {
        let text = in_rule_words(&statement, input).to_string();
        let question = question(input, &law.subject, Some(text.clone()), FAR)?;
        let found = match known.values().find_map(|proved| proved.implies(&text, &question.rule)) {
            None => ask(&question),
            found => found,
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    let is_periodic = matches!(law.kind, Kind::Constant | Kind::Periodic);
    let [axis] = table.axes.as_slice() else { return Ok(None) };
    if !is_periodic {
        return Ok(None);
    }
    let period = question(input, &law.subject, None, FAR)?;
    let Some(certificate) = ask(&period) else { return Ok(None) };
    // from there on the table is periodic, and the law agrees with the table
    let Some((preperiod, period)) = certificate.period() else { return Ok(None) };
    let own = law.parameters.iter().find(|(name, _)| name == "period");
    let own: i64 = own.map_or(Some(1), |(_, period)| period.parse().ok()).unwrap_or(0);
    let last = law.exceptions.iter().map(|(at, _)| at[0]).max().unwrap_or(0);
    let from = preperiod.max(law.from.unwrap_or(0)).max(last + 1);
    let is_same = own > 0 && period % own == 0 && axis.lo == 0 && axis.hi >= from + period;
    Ok(is_same.then_some(certificate))
}

/// Most values listed before a law begins.
const LISTED: usize = 64;

/// A statement as the rule language writes it: entries of rows by their index, `h[1]` for `h1`.
fn in_rule_words(statement: &Expr, input: &Input) -> Expr {
    let rows: Vec<&str> = match &input.rule.state {
        Some(State::Heaps { name, .. }) => vec![name],
        Some(State::Tuple { coordinates, .. }) => {
            let rows = coordinates.iter().filter(|c| matches!(c.form, CoordinateForm::Row(_)));
            rows.map(|c| c.name.as_str()).collect()
        }
        _ => Vec::new(),
    };
    let mut bindings = Bindings::default();
    for row in rows {
        for at in 1..=LISTED as i64 {
            bindings.names.insert(format!("{row}{at}"), element(name(row), int(at)));
        }
    }
    bindings.expr(statement)
}
