//! Laws of a rule's table offered to the prover.

use crate::effort::Effort;
use crate::failure::Result;
use crate::input::{Input, Task};
use crate::laws::Findings;
use crate::prove::of_parts;
use crate::residues;
use crate::watch::{Stage, Watch, during};
use detector::Finding;
use engine::{Period, Positions};
use expr::ast::{Expr, Quantity};
use expr::build::element;
use expr::law::{Law, LawKind};
use expr::substitute::{Bindings, int, name};
use expr::words::joined;
use prover::{Certified, Question, statement};
use report::{LawProof, Proofs};
use rule::Instance;
use rule::ast::{CoordinateForm, State};
use table::Table;

/// Proofs of laws, and what was not tried or not finished.
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// Certificates of laws, by the column.
    pub proofs: Proofs,
    /// Laws whose proofs were not looked for to the end.
    pub open: Vec<Open>,
}

/// A law whose proof was not looked for to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Its column.
    pub quantity: String,
    /// The law as the rule language states it, where it can.
    pub law: Option<String>,
    /// Whether its proof was begun.
    pub was_begun: bool,
}

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

/// Certificates of the first laws of the columns of the table, as far as they are found with this
/// effort; of all where each is one for some positions. A column without a law gets one that only its proof
/// supports, if there is one.
///
/// Where the user stops the work, those found before.
///
/// # Errors
/// A parameter that does not fit.
pub fn of_laws(
    Task { input, request, .. }: Task<'_>,
    table: &Table,
    findings: &mut Findings,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Proved> {
    let Proved { mut proofs, mut open } = Proved::default();
    // the prover speaks of positions, whatever a size of the start is called
    if !input.parameters.variations.is_empty() || request.positions != Positions::All {
        return Ok(Proved { proofs, open });
    }
    for (column, laws) in findings {
        if patience::was_ended() {
            break;
        }
        // Definitions, and fractions as integers, are no quantity of the rule.
        if input.rule.definitions.iter().any(|definition| definition.name == *column) {
            continue;
        }
        if Quantity::from_name(column).is_none() && !statement::is_outcome(column) {
            continue;
        }
        let conjecture = if laws.is_empty() { detector::conjecture(table, column) } else { None };
        let Some(best) = laws.first().or(conjecture.as_ref()) else { continue };
        let (law, is_tried) = (&best.law, effort != Effort::NONE);
        let prove = || {
            patience::within_work(effort.units(), || {
                let found = of_law(input, table, law, &proofs, effort, watch)?;
                let further = found.is_some().then(|| of_cases(input, table, laws, effort));
                let first = found
                    .map(|certificate| LawProof { certificate, laws: 1 + sides_of_pairs(laws) });
                Ok((further.transpose()?.flatten().or(first), patience::is_spent()))
            })
        };
        let (found, was_cut) = match is_tried {
            true => during(watch, Stage::Proofs, prove)?,
            false => (None, true),
        };
        if let Some(proof) = found {
            proofs.insert(column.clone(), proof);
            laws.extend(conjecture);
        } else if was_cut && !laws.is_empty() {
            let law = stated(law, table, input);
            open.push(Open { quantity: column.clone(), law, was_begun: is_tried });
        }
    }
    Ok(Proved { proofs, open })
}

/// A law of the table as the rule language states it, for [`crate::certificate`]; `None` where it is about
/// something else than `sg`, `win` or `misere`, or lists too many exceptions.
#[must_use]
pub fn stated(law: &Law, table: &Table, input: &Input) -> Option<String> {
    let is_set =
        |name: &String| table.axes.iter().any(|axis| axis.name == *name && axis.elements.is_some());
    if let [set] = &law.variables[..]
        && is_set(set)
    {
        return of_elements(law);
    }
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
    let statement = statement::law(law, least, &first)?;
    Some(in_rule_words(&statement, input).to_string())
}

/// A law of sets by its words: its body speaks of their bits.
fn of_elements(law: &Law) -> Option<String> {
    let subject = &law.subject;
    let words = law.words.to_string();
    let said = words.strip_prefix(&format!("{subject}({})", law.variables.join(", ")))?;
    let is_outcome = subject != "sg";
    let choice = || said.strip_prefix(" = 1 iff ")?.strip_suffix(", else 0");
    Some(match (choice(), said.strip_prefix(" = ")) {
        (Some(condition), _) if is_outcome => format!("{subject} iff {condition}"),
        (Some(condition), _) => format!("{subject} = if {condition} then 1 else 0"),
        (None, Some(value)) if is_outcome => format!("{subject} iff {value} = 1"),
        _ => format!("{subject}{said}"),
    })
}

/// The certificate of a period that is known already, if it is found with this effort.
///
/// # Errors
/// A parameter that does not fit.
pub fn of_period(
    input: &Input,
    heap: &str,
    quantity: &str,
    known: Period,
    effort: Effort,
) -> Result<Option<Certified>> {
    let Period { preperiod, period, computed_to } = known;
    // Outcomes are conditions.
    let equal = if quantity == "sg" { "=" } else { "iff" };
    let law = format!(
        "{heap} >= {preperiod} implies ({quantity}({heap} + {period}) {equal} {quantity}({heap}))"
    );
    let to = usize::try_from(computed_to).unwrap_or(usize::MAX).max(effort.values());
    let question = question(input, quantity, Some(law), to)?;
    Ok(patience::within_work(effort.units(), || prover::prove(&question).ok()))
}

fn of_law(
    input: &Input,
    table: &Table,
    law: &Law,
    known: &Proofs,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Option<Certified>> {
    let ask = |question: &Question| prover::prove(question).ok();
    if let Some(text) = stated(law, table, input) {
        let subject = statement::quantity(&text);
        let question = question(input, subject, Some(text.clone()), effort.values())?;
        let found =
            match known.values().find_map(|of| of.certificate.implies(&text, &question.rule)) {
                None => ask(&question),
                found => found,
            };
        let found = match found {
            None => of_parts(input, &question, watch)?,
            found => found,
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    let [axis] = table.axes.as_slice() else { return Ok(None) };
    let Some(own) = period_of(law).filter(|&own| own > 0) else { return Ok(None) };
    let period = question(input, &law.subject, None, effort.values())?;
    let Some(certificate) = ask(&period) else { return Ok(None) };
    // from there on the table is periodic, and the law agrees with the table
    let Some((preperiod, period)) = certificate.period() else { return Ok(None) };
    let last = law.exceptions.iter().map(|(at, _)| at[0]).max().unwrap_or(0);
    let from = preperiod.max(law.from.unwrap_or(0)).max(last + 1);
    // both repeat after a common multiple
    let common = residues::both(period.into(), own.into()).and_then(|k| i64::try_from(k).ok());
    let is_same = axis.lo == 0 && common.is_some_and(|common| axis.hi >= from + common);
    Ok(is_same.then_some(certificate))
}

/// The proof of all laws of a column that are laws for some positions each, where they are several.
fn of_cases(
    input: &Input,
    table: &Table,
    laws: &[Finding],
    effort: Effort,
) -> Result<Option<LawProof>> {
    let cases = laws.iter().take_while(|finding| finding.law.condition.is_some());
    let cases: Option<Vec<String>> = cases.map(|case| stated(&case.law, table, input)).collect();
    let Some(cases) = cases.filter(|cases| cases.len() > 1) else { return Ok(None) };
    let text = joined(cases.iter().map(|case| format!("({case})")), " and ");
    let question = question(input, statement::quantity(&text), Some(text), effort.values())?;
    let proof = prover::prove(&question).ok();
    Ok(proof.map(|certificate| LawProof { certificate, laws: cases.len() }))
}

/// How many laws behind the first one, about all lost pairs, follow from it: those of either side as a
/// function of the index.
///
/// The pairs `(floor(s * i), floor(s * i) + c * i)` stand in the order of `i`. Where as many are out as there are
/// others, those behind all of these keep their index; the table has the others.
fn sides_of_pairs(laws: &[Finding]) -> usize {
    let [whole, sides @ ..] = laws else { return 0 };
    if whole.law.kind != LawKind::Positions || whole.law.variables.len() != 2 {
        return 0;
    }
    let is_side = |side: &&Finding| {
        let law = &side.law;
        law.kind == LawKind::Positions && law.parameter("slope").is_some()
    };
    let sides: Vec<&Finding> = sides.iter().take_while(is_side).collect();
    // The least number of a pair beyond the table, whose greatest is no less than its index.
    let ends =
        || Some((sides.first()?.next.first()?, *sides.first()?.evidence.verified_to.first()?));
    let is_seen = |at: &[i64]| ends().is_some_and(|(least, i)| *least > at[0].into() && at[1] < i);
    let pairs = || whole.law.exceptions.iter().filter(|(at, _)| at[0] <= at[1]);
    let more = pairs().filter(|(_, value)| *value == 0).count();
    let is_shifted = 2 * more != pairs().count();
    if is_shifted || !pairs().all(|(at, _)| is_seen(at)) { 0 } else { sides.len() }
}

/// A period of the law, if it has one.
fn period_of(law: &Law) -> Option<i64> {
    match (law.kind, law.variables.as_slice()) {
        (LawKind::Constant | LawKind::Periodic, _) => {
            law.parameter("period").map_or(Some(1), |period| period.parse().ok())
        }
        (_, [variable]) if law.condition.is_none() => residues::period(&law.body, variable),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Axis, Column, Values};

    /// The laws of the P-positions of Wythoff's game to 60, with other positions lost or won.
    fn laws(won: &[(i64, i64)], lost: &[(i64, i64)]) -> Vec<Finding> {
        let golden = (1.0 + 5f64.sqrt()) / 2.0;
        let mut pairs: Vec<(i64, i64)> = (0..100)
            .map(|i| ((f64::from(i) * golden) as i64, i.into()))
            .map(|(a, i): (i64, i64)| (a, a + i))
            .collect();
        pairs.retain(|pair| !won.contains(pair));
        pairs.extend(lost);
        let value = |a: i64, b: i64| i64::from(!pairs.contains(&(a.min(b), a.max(b))));
        let values = (0..=60).flat_map(|a| (0..=60).map(move |b| (a, b))).map(|(a, b)| value(a, b));
        let column = Column { name: "win".into(), values: Values::I64(values.collect()) };
        let axes = ["a", "b"].map(|name| Axis::new(name, 0, 60)).to_vec();
        detector::find(&Table { axes, columns: vec![column], present: None }, "win")
    }

    #[test]
    fn the_sides_of_all_pairs_follow_where_none_is_too_many() {
        let plain = laws(&[], &[]);
        assert_eq!((plain.len(), sides_of_pairs(&plain)), (3, 2));
        let misere = laws(&[(0, 0), (1, 2)], &[(0, 1), (2, 2)]);
        assert_eq!((misere.len(), sides_of_pairs(&misere)), (3, 2));
        // The indices behind are others by one: what the table shows of the sides cannot follow.
        let [mut fewer, mut more] = [misere.clone(), misere];
        fewer[0].law.exceptions.retain(|(at, _)| at[..] != [2, 2]);
        more[0].law.exceptions.retain(|(at, _)| at[..] != [0, 0]);
        assert_eq!([sides_of_pairs(&fewer), sides_of_pairs(&more)], [0, 0]);
        // So far out the table does not show every pair before.
        let mut far = plain;
        far[0].law.exceptions = vec![(vec![50, 55], 0), (vec![48, 78], 1)];
        assert_eq!(sides_of_pairs(&far), 0);
        assert_eq!(sides_of_pairs(&[]), 0);
        let values = (0..200).map(|n| if n == 7 { 9 } else { n % 5 }).collect();
        let column = Column { name: "sg".into(), values: Values::I64(values) };
        let list =
            Table { axes: vec![Axis::new("n", 0, 199)], columns: vec![column], present: None };
        let of_list = detector::find(&list, "sg");
        assert_eq!((of_list[0].law.exceptions.len(), sides_of_pairs(&of_list)), (1, 0));
    }
}
