//! Proposed laws, and judged ones put into words.

use expr::ast::Expr;
use expr::law::{Law, LawKind};
use expr::words::{listed, tuple};
use formula::Formula;
use message::{Message, message};
use num_bigint::BigInt;
use table::Axis;

use crate::{Evidence, Finding};

/// Number of predicted values.
pub(crate) const NEXT: usize = 12;
/// Exceptions named in words; the rest is counted.
const MAX_NAMED: usize = 6;

/// How a law was tested: see [`Evidence`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Support {
    pub(crate) fitted: usize,
    pub(crate) tested: usize,
    pub(crate) tested_bits: u64,
    pub(crate) bits: u32,
}

/// A law as a family proposes it.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) kind: LawKind,
    pub(crate) formula: Formula,
    /// Index (not coordinate) from which the formula is meant to hold, up to exceptions.
    pub(crate) start: usize,
    /// Number of cells its constants were read from.
    pub(crate) fitted: usize,
    /// Length of the period the formula repeats with; 1 when it has none.
    pub(crate) period: usize,
    /// Bits that one agreeing term counts for: 1, or more where terms are large and hit exactly.
    pub(crate) check_bits: usize,
    pub(crate) parameters: Vec<(Message, Message)>,
    /// The law in words, when the formula itself is not what a person would say.
    pub(crate) words: Option<Message>,
}

impl Proposal {
    /// A law of all terms, without a period, whose constants were read from `fitted` of them.
    pub(crate) fn new(kind: LawKind, formula: Formula, fitted: usize) -> Self {
        let (start, period, check_bits, parameters, words) = (0, 1, 1, Vec::new(), None);
        Self { kind, formula, start, fitted, period, check_bits, parameters, words }
    }

    /// The same, from an index on.
    pub(crate) fn starting(self, start: usize) -> Self {
        Self { start, ..self }
    }

    /// The same, of a formula that repeats.
    pub(crate) fn repeating(self, period: usize) -> Self {
        Self { period, ..self }
    }

    /// The same with one more parameter.
    pub(crate) fn parameter(self, name: &'static str, value: impl ToString) -> Self {
        self.parameter_in_words(name, value.to_string())
    }

    /// The same with one whose value is told in words.
    pub(crate) fn parameter_in_words(
        mut self,
        name: &'static str,
        value: impl Into<Message>,
    ) -> Self {
        self.parameters.push((name.into(), value.into()));
        self
    }

    /// The same in words.
    pub(crate) fn said(self, words: impl Into<Message>) -> Self {
        Self { words: Some(words.into()), ..self }
    }
}

/// Words of the terms from that coordinate on.
pub(crate) fn since(words: impl Into<Message>, variable: &str, from: i64) -> Message {
    let from = format!("{variable} >= {from}");
    message!("{} for {from}", words.into())
}

/// A finding and the formula it states.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) finding: Finding,
    pub(crate) formula: Formula,
    /// The law in words but for exceptions, where these are not the formula itself.
    pub(crate) words: Option<Message>,
    /// Bits of the terms before the law starts, by which it is longer than one of the whole table.
    pub(crate) beside: u32,
}

impl Judged {
    /// What it takes to say the table by this law.
    pub(crate) fn size(&self) -> u32 {
        self.finding.evidence.definition_bits.saturating_add(self.beside)
    }

    /// The same, if the law has no exceptions.
    pub(crate) fn exact(self) -> Option<Self> {
        Some(self).filter(|judged| judged.finding.law.exceptions.is_empty())
    }

    /// Whether the law speaks of all terms from this coordinate on, without exceptions.
    pub(crate) fn is_whole_from(&self, lo: i64) -> bool {
        let law = &self.finding.law;
        law.exceptions.is_empty() && law.from == Some(lo)
    }
}

/// What a law speaks of.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    /// The quantity.
    pub(crate) name: &'a str,
    pub(crate) variables: Vec<String>,
    /// The first coordinate of a list.
    pub(crate) from: Option<i64>,
    /// The positions that the law speaks of, where it does not speak of all.
    pub(crate) condition: Option<&'a Formula>,
    pub(crate) verified_to: Vec<i64>,
}

impl<'a> Subject<'a> {
    /// A list over a variable from `from` to `last`.
    pub(crate) fn list(name: &'a str, variable: &str, from: i64, last: i64) -> Self {
        let (variables, verified_to) = (vec![variable.to_owned()], vec![last]);
        Self { name, variables, from: Some(from), condition: None, verified_to }
    }
}

/// The finding in full, for a proposal with this support.
pub(crate) fn state(
    subject: Subject<'_>,
    proposal: Proposal,
    support: Support,
    exceptions: Vec<(Vec<i64>, i64)>,
) -> Judged {
    let Subject { name, variables, from, condition, verified_to } = subject;
    let Proposal { kind, formula, start, parameters, words, .. } = proposal;
    let body = formula.expr(&variables);
    let place = variables.join(", ");
    let condition = condition.map(|condition| condition.expr(&variables));
    let own_words = words.clone();
    let mut words = words.unwrap_or_else(|| {
        let whole = statement(name, &place, &formula, &body);
        match from.filter(|_| start > 0) {
            Some(from) => since(whole, &place, from),
            None => whole,
        }
    });
    if let Some(condition) = &condition {
        words = message!("{words} for {condition}");
    }
    let words = with_exceptions(words, &variables, &exceptions);
    let next = match verified_to[..] {
        [last] if from.is_some() => predicted(&formula, last),
        _ => Vec::new(),
    };
    let Support { fitted, tested, tested_bits, bits: definition_bits } = support;
    let refuted_by = refutation(name, &variables, &verified_to);
    let rival = None;
    let evidence =
        Evidence { fitted, tested, tested_bits, verified_to, definition_bits, rival, refuted_by };
    let subject = name.to_owned();
    let law =
        Law { subject, variables, kind, body, from, condition, parameters, exceptions, words };
    Judged { finding: Finding { evidence, law, next }, formula, words: own_words, beside: 0 }
}

/// The values a formula gives just beyond `last`: fewer where they have many digits.
pub(crate) fn predicted(formula: &Formula, last: i64) -> Vec<BigInt> {
    let Some(first) = last.checked_add(1) else { return Vec::new() };
    few(formula.exact_list(first, NEXT))
}

/// As many of these as can be read: three, or those before many digits.
fn few(mut values: Vec<BigInt>) -> Vec<BigInt> {
    const LEAST: usize = 3;
    const MAX_BITS: u64 = 2000;
    let reach = values.iter().scan(0, |bits, value| {
        *bits += value.bits();
        Some(*bits)
    });
    let count = reach.take_while(|&bits| bits <= MAX_BITS).count();
    values.truncate(count.max(LEAST));
    values
}

/// What would refute a law that is verified so far.
fn refutation(subject: &str, variables: &[String], verified_to: &[i64]) -> Message {
    let place = variables.join(", ");
    let value = format!("{subject}({place})");
    match (variables, verified_to) {
        ([n], [last]) => message!("any {n} > {last} where {value} differs"),
        _ => message!("any {} outside the table where {value} differs", format!("({place})")),
    }
}

impl Finding {
    /// Says nothing of positions that there are not: beyond a coordinate all of whose values the table
    /// has. A law of such coordinates alone is no longer open.
    pub(crate) fn keep_within(&mut self, axes: &[Axis]) {
        let of = |name: &String| axes.iter().find(|axis| axis.name == *name);
        let is_whole = |name: &String| of(name).is_some_and(|axis| axis.is_whole);
        if self.law.variables.is_empty() || !self.law.variables.iter().all(is_whole) {
            return;
        }
        self.next.clear();
        let place = self.law.variables.join(", ");
        self.evidence.refuted_by = message!("nothing: the table has every value of {place}");
    }

    /// Adds `more` cells that agree, up to the end of a larger table.
    pub(crate) fn add_cells(&mut self, more: usize, verified_to: Vec<i64>) {
        let evidence = &mut self.evidence;
        evidence.tested += more;
        evidence.tested_bits += more as u64;
        evidence.refuted_by = refutation(&self.law.subject, &self.law.variables, &verified_to);
        evidence.verified_to = verified_to;
    }
}

/// The law in words: a condition is an `iff`.
pub(crate) fn statement(subject: &str, place: &str, formula: &Formula, body: &Expr) -> Message {
    let body = if formula.is_connective() { format!("({body})") } else { body.to_string() };
    match (formula.is_condition(), subject) {
        (true, "win" | "lose" | "misere") => format!("{subject}({place}) iff {body}").into(),
        (true, _) => message!("{subject}({place}) = 1 iff {body}, else 0"),
        (false, _) => format!("{subject}({place}) = {body}").into(),
    }
}

/// The law with its exceptions.
fn with_exceptions(law: Message, variables: &[String], exceptions: &[(Vec<i64>, i64)]) -> Message {
    if exceptions.is_empty() {
        return law;
    }
    let place = tuple(variables);
    let named = listed(exceptions.iter().take(MAX_NAMED).map(|(p, _)| tuple(p)));
    match exceptions.len().saturating_sub(MAX_NAMED) {
        0 => message!("{law}, except at {place} = {named}"),
        more => message!("{law}, except at {place} = {named} and {more} more"),
    }
}

/// ` + k` or ` - k`, nothing for 0.
pub(crate) fn shift(k: impl Into<i128>) -> String {
    match k.into() {
        0 => String::new(),
        k => format!(" {} {}", if k < 0 { '-' } else { '+' }, k.unsigned_abs()),
    }
}
