//! Strips that are take-and-break games: Kayles, Dawson's Kayles, Node Kayles on a path.
//!
//! The rule is on one set of numbers from a first to a last one, and looks and acts only around the place
//! of each move ([`local`]). What its moves are on short strips, where they are read as for any play that
//! falls apart, then determines them on every strip: they are the shifts of finitely many moves of finite
//! sets of integers, if they are so on strips up to a length. From these follows what heaps they are
//! ([`runs`]). So nothing here holds for small strips only.

mod local;
mod runs;

use super::moves::moves;
use super::parts::Removal;
use clauses::exact::Exact;
use clauses::lower;
use expr::ast::{Binary, Expr, Node, Quantity, Span};
use expr::substitute::{Bindings, mentions};
use kernels::codes::Code;
use local::{Ends, reach};
use rule::ast::{
    Component, CoordinateForm, End, Heading, Parameter, ParameterKind, Play, Player, Rule, Start,
    State, TableRequest,
};
use rule::{Constant, Instance, Library};
use runs::{Near, alone};
use std::sync::Arc;

/// Longest strip on which moves are read.
const MAX_READ: u32 = 61;

/// A rule on a strip whose play, from full strips of every length, is a take-and-break game.
#[derive(Clone, Debug)]
pub struct Strip {
    code: Option<Code>,
    rule: Rule,
    /// Whether its positions are those of the rule, or its starts: runs of neighbours by their lengths.
    pub is_whole: bool,
}

impl Strip {
    /// The game that play on a strip is; `None` where the rule is no strip, or that is not known. How
    /// long the strip is does not matter.
    #[must_use]
    pub fn of(instance: &Instance, library: &dyn Library) -> Option<Self> {
        let ends = ends(&instance.rule)?;
        is_plain(&instance.rule).then_some(())?;
        let reach = reach(instance, &ends)?;
        let longest = reach.checked_mul(4)?.checked_add(1).filter(|all| *all <= MAX_READ)?;
        let on = |length: u32| read(instance, library, &ends, length);
        let near = Near::of(&on(longest)?, 2 * reach)?;
        (1..=longest)
            .all(|length| on(length).is_some_and(|all| all == near.all(length)))
            .then_some(())?;
        let left = near.left()?;
        let (code, moves) = (left.code(), left.moves()?);
        let size = instance.rule.start.as_ref().map(|start| size(start, &instance.bindings()));
        let is_whole = size != Some(None);
        let rule = on_heaps(instance, code.as_ref(), &moves, size.flatten())?;
        Some(Self { code, rule, is_whole })
    }

    /// The parameter that says how long the strip is.
    #[must_use]
    pub fn width(rule: &Rule) -> Option<&str> {
        Some(ends(rule)?.width)
    }

    /// The code of the game, such as `octal:0.77`, or else the name of its rule.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.code {
            Some(code) => code.to_string().replace(' ', ":"),
            None => self.rule.name.clone(),
        }
    }

    /// The same game on heaps, without parameters: a heap is a run of as many neighbours.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }
}

/// Whether play is normal and ends where a player is stuck, and all sets are positions.
fn is_plain(rule: &Rule) -> bool {
    let is_whole = matches!(&rule.state, Some(State::Tuple { condition: None, .. }));
    is_whole
        && rule.play == Play::One
        && rule.parent.is_none()
        && rule.ends.iter().all(|end| *end == End::StuckLoses)
        && rule.moves.iter().all(|m| m.player == Player::Either && !m.when_stuck)
}

/// The ends of a strip that is one set of numbers, up to a parameter or a little more or less.
fn ends(rule: &Rule) -> Option<Ends<'_>> {
    let Some(State::Tuple { coordinates, .. }) = &rule.state else { return None };
    let [only] = &coordinates[..] else { return None };
    (only.form == CoordinateForm::Subset).then_some(())?;
    let low = only.from.as_ref().map_or(Some(0), Expr::literal)?;
    let (width, last) = match &only.to.as_ref()?.node {
        Node::Name(width) => (width, 0),
        Node::Binary(op @ (Binary::Add | Binary::Sub), width, by) => match &width.node {
            Node::Name(width) => {
                let by = by.literal()?;
                (width, if *op == Binary::Add { by } else { -by })
            }
            _ => return None,
        },
        _ => return None,
    };
    let is_number = |p: &Parameter| p.name == *width && matches!(p.kind, ParameterKind::Int { .. });
    // The others must not change with it.
    let depends = |p: &Parameter| match &p.kind {
        ParameterKind::Int { default, .. } => mentions(default, width),
        ParameterKind::Set(set) => mentions(set, width),
        ParameterKind::List(entries) => entries.iter().any(|e| mentions(e, width)),
        ParameterKind::Word { .. } | ParameterKind::Game(_) => false,
    };
    let fits = (0..1 << 20).contains(&low)
        && last.abs() < 1 << 20
        && rule.parameters.iter().any(is_number)
        && !rule.parameters.iter().any(depends);
    fits.then_some(Ends { set: &only.name, low, width, last })
}

/// The moves on a strip of that length, each as the elements it needs, avoids and drops.
fn read(
    instance: &Instance,
    library: &dyn Library,
    ends: &Ends<'_>,
    length: u32,
) -> Option<Vec<Removal>> {
    let width = i64::try_from(ends.low + i128::from(length) - 1 - ends.last).ok()?;
    let mut values = instance.values.clone();
    values.insert(ends.width.to_owned(), Constant::Int(width));
    let rule = Rule { start: None, ..instance.rule.as_played() };
    let shorter = Instance { rule: Arc::new(rule), values };
    let lowered = lower(&shorter, library).ok()?;
    let exact = Exact::new(&lowered.definitions).ok()?;
    let read = moves(&lowered, &exact, &[0])?;
    // No element is put into the set.
    (read.there(&[0]) == 0).then(|| alone(read.all))
}

/// The rule on heaps, whose heap has the name of the size of starts.
fn on_heaps(
    instance: &Instance,
    code: Option<&Code>,
    moves: &str,
    size: Option<String>,
) -> Option<Rule> {
    let rule = &*instance.rule;
    let bindings = instance.bindings();
    let played = match code {
        Some(code) => rule::code::from_code(&code.to_string().replace(' ', ":"))?.ok()?,
        None => rule::parse(&format!("game heaps\nheap n\n{moves}table sg to n = 1000\n")).0?,
    };
    let played = named(&played, size.as_deref().unwrap_or("n"))?;
    let words = code.map_or_else(|| played.name.clone(), ToString::to_string);
    let title =
        |title: &Option<String>, by: &str| title.as_ref().map(|t| format!("{t}{by}{words}"));
    let note = format!(
        "Stands for {}, whose moves these are for strips of every length: a run of neighbours is a heap",
        rule.name
    );
    let table = rule.table.as_ref().zip(size).map(|(table, _)| {
        let is_kept = |(heading, _): &&(Heading, Span)| {
            matches!(heading.quantity(), Some(Quantity::Sg | Quantity::Win))
        };
        let bound = |(name, e): &(String, Expr)| (name.clone(), bindings.expr(e));
        TableRequest {
            columns: table.columns.iter().filter(is_kept).cloned().collect(),
            bounds: table.bounds.iter().map(bound).collect(),
        }
    });
    Some(Rule {
        name: format!("{}-as-{}", rule.name, played.name),
        title: title(&rule.title, " as "),
        title_zh: title(&rule.title_zh, " = "),
        notes: vec![note],
        table: table.filter(|table| !table.columns.is_empty()).or(played.table.clone()),
        ..played
    })
}

/// The same rule on one heap with another name of it.
fn named(rule: &Rule, heap: &str) -> Option<Rule> {
    let text = rule.to_string();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let parts = text.split_inclusive(|c| !is_part(c));
    let renamed: String = parts
        .map(|part| match part.strip_prefix('n') {
            Some(rest) if !rest.starts_with(is_part) => format!("{heap}{rest}"),
            _ => part.to_owned(),
        })
        .collect();
    let (rule, mistakes) = rule::parse(&renamed);
    rule.filter(|_| mistakes.is_empty())
}

/// The size of starts that are a run of so many neighbours, for every number from 0 on.
fn size(start: &Start, bindings: &Bindings) -> Option<String> {
    /// What the rules of codes call other numbers.
    const TAKEN: [&str; 2] = ["i", "j"];
    let ([size], [only]) = (&start.sizes[..], &start.position[..]) else { return None };
    let Component { game: None, at, each: false } = only else { return None };
    let is_each = size.from.as_ref().map_or(Some(0), Expr::literal) == Some(0);
    let [at] = &at[..] else { return None };
    let run = match &at.node {
        Node::Set(elements) if elements.len() == 1 => &elements[0],
        _ => at,
    };
    let Node::Range(lo, hi) = &run.node else { return None };
    let (lo, hi) = (bindings.expr(lo), bindings.expr(hi));
    let length = match &hi.node {
        Node::Binary(Binary::Sub, size, one) if one.literal() == Some(1) => (size.as_name(), 0),
        _ => (hi.as_name(), 1),
    };
    let is_size = length == (Some(&*size.name), lo.literal()?);
    (is_each && is_size && !TAKEN.contains(&&*size.name)).then(|| size.name.clone())
}
