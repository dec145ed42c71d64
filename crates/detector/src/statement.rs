//! A judged law put into words.

use expr::ast::Expr;
use expr::law::{Kind, Law};

use crate::formula::{Formula, Op};
use crate::{Evidence, Finding};

/// Exceptions named in words; the rest is counted.
const MAX_NAMED: usize = 6;

/// A law with its evidence, ready to be stated.
#[derive(Debug)]
pub(crate) struct Stated<'a> {
    pub(crate) subject: &'a str,
    pub(crate) variables: Vec<String>,
    pub(crate) kind: Kind,
    pub(crate) formula: &'a Formula,
    pub(crate) from: Option<i64>,
    /// Whether the law speaks of the whole table.
    pub(crate) is_whole: bool,
    /// The positions that the law speaks of, where it does not speak of all.
    pub(crate) condition: Option<&'a Formula>,
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) exceptions: Vec<(Vec<i64>, i64)>,
    pub(crate) words: Option<String>,
    pub(crate) fitted: usize,
    pub(crate) tested: usize,
    pub(crate) tested_bits: u64,
    pub(crate) verified_to: Vec<i64>,
    pub(crate) bits: u32,
    pub(crate) next: Vec<i128>,
}

/// The finding in full.
pub(crate) fn state(stated: Stated<'_>) -> Finding {
    let Stated { subject, variables, exceptions, .. } = stated;
    let body = stated.formula.expr(&variables);
    let place = variables.join(", ");
    let condition = stated.condition.map(|condition| condition.expr(&variables));
    let mut words = stated.words.unwrap_or_else(|| {
        let from = match stated.from {
            Some(from) if !stated.is_whole => format!(" for {place} >= {from}"),
            _ => String::new(),
        };
        format!("{}{from}", statement(subject, &place, stated.formula, &body))
    });
    if let Some(condition) = &condition {
        words.push_str(&format!(" for {condition}"));
    }
    words.push_str(&exceptions_in_words(&variables, &exceptions));
    let refuted_by = match (variables.as_slice(), stated.verified_to.as_slice()) {
        ([n], [last]) => format!("any {n} > {last} where {subject}({n}) differs"),
        _ => format!("any ({place}) outside the table where {subject}({place}) differs"),
    };
    Finding {
        evidence: Evidence {
            fitted: stated.fitted,
            tested: stated.tested,
            tested_bits: stated.tested_bits,
            verified_to: stated.verified_to,
            definition_bits: stated.bits,
            rival: None,
            refuted_by,
        },
        law: Law {
            subject: subject.to_owned(),
            variables,
            kind: stated.kind,
            body,
            from: stated.from,
            condition,
            parameters: stated.parameters,
            exceptions,
            words,
        },
        next: stated.next,
    }
}

/// The law in words: a condition is an `iff`.
fn statement(subject: &str, place: &str, formula: &Formula, body: &Expr) -> String {
    let body = match formula {
        Formula::Binary(Op::And | Op::Or | Op::Iff, ..) => format!("({body})"),
        _ => body.to_string(),
    };
    match (formula.is_condition(), subject) {
        (true, "win" | "lose" | "misere") => format!("{subject}({place}) iff {body}"),
        (true, _) => format!("{subject}({place}) = 1 iff {body}, else 0"),
        (false, _) => format!("{subject}({place}) = {body}"),
    }
}

/// The exceptions in words, to be put behind the law.
pub(crate) fn exceptions_in_words(variables: &[String], exceptions: &[(Vec<i64>, i64)]) -> String {
    if exceptions.is_empty() {
        return String::new();
    }
    let one = |(p, _): &(Vec<i64>, i64)| match p.as_slice() {
        [n] => n.to_string(),
        p => format!("({})", p.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    };
    let named: Vec<String> = exceptions.iter().take(MAX_NAMED).map(one).collect();
    let place = match variables {
        [n] => n.clone(),
        several => format!("({})", several.join(", ")),
    };
    let more = match exceptions.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        k => format!(" and {k} more"),
    };
    format!(", except at {place} = {}{more}", named.join(", "))
}
