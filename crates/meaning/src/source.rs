//! The rule that a certificate names: a code, or a text that inherits nothing.

use crate::error::{mistake, too_large};
use crate::{Error, Result};
use expr::ast::{Binary, Expr, Node, Span};
use expr::build::binary;
use expr::diagnostic::Diagnostic;
use expr::eval::{Constant, constant_truth};
use expr::parser::parse_expression;
use message::{Message, message};
use rule::ast::{
    Claim, ClaimDomain, Coordinate, End, Move, MoveForm, ParameterKind, Play, Role, State,
};
use rule::{Instance, Rule};
use std::collections::BTreeMap;

/// Longest rule text, in bytes.
const MAX_LENGTH: usize = 1 << 20;

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Every position.
    Positions,
    /// Every starting position.
    Starts,
}

/// The rule of a code or text.
///
/// # Errors
/// What is wrong with the text, in words.
pub fn rule(text: &str) -> Result<Rule> {
    if text.len() > MAX_LENGTH {
        return Err(too_large(message!("the rule is longer than {MAX_LENGTH} bytes")));
    }
    match rule::code::from_code(text.trim()) {
        Some(rule) => rule.map_err(mistake),
        None => match rule::parse(text) {
            (Some(rule), mistakes) if mistakes.is_empty() => match ambiguous(&rule) {
                Some(word) => {
                    Err(mistake(message!("`{word}` is a word of a parameter and something else")))
                }
                None => Ok(rule),
            },
            (_, mistakes) => Err(first_of("rule", &mistakes)),
        },
    }
}

/// The first of the mistakes in a rule or law.
pub(crate) fn first_of(what: &'static str, mistakes: &[Diagnostic]) -> Error {
    let first = mistakes.first().map_or("there is none".into(), Diagnostic::in_a_line);
    mistake(message!("the {} has a mistake: {first}", Message::from(what)))
}

/// A word that a parameter may stand for and that also names what a rule quantifies or defines.
fn ambiguous(rule: &Rule) -> Option<&str> {
    let words = rule.parameters.iter().flat_map(|parameter| match &parameter.kind {
        ParameterKind::Word { choices, .. } => choices.as_slice(),
        _ => &[],
    });
    let mut names = written(rule.state.as_ref());
    for m in &rule.moves {
        names.extend(m.pattern.iter().flatten().map(String::as_str));
        names.extend(m.binders.iter().map(|binder| binder.binder.name.as_str()));
        match &m.form {
            MoveForm::Vector { index, vector, .. } => names.extend([index.as_str(), vector]),
            MoveForm::Turn { choose: Some(choose), .. } => names.push(&choose.binder.name),
            _ => {}
        }
    }
    for definition in &rule.definitions {
        names.push(&definition.name);
        names.extend(definition.arguments.iter().map(String::as_str));
    }
    names.extend(rule.start.iter().flat_map(|start| &start.sizes).map(|size| size.name.as_str()));
    words.map(String::as_str).find(|word| names.contains(word))
}

/// The names by which a rule writes positions, a row by its own.
#[must_use]
pub fn written(state: Option<&State>) -> Vec<&str> {
    match state {
        Some(State::Heap(Coordinate { name, .. }) | State::Heaps { name, .. }) => vec![name],
        Some(State::Tuple { coordinates, .. }) => {
            coordinates.iter().map(|coordinate| coordinate.name.as_str()).collect()
        }
        Some(State::Coins { coordinates, .. }) => coordinates.iter().map(String::as_str).collect(),
        Some(State::Product(..)) => vec!["x", "y"],
        None => Vec::new(),
    }
}

/// The rule of a code or text, with all its parameters given.
///
/// # Errors
/// What is wrong with the text or the parameters, in words.
pub fn instance(text: &str, parameters: &[(String, String)]) -> Result<Instance> {
    let rule = rule(text)?;
    if let Some(missing) =
        rule.parameters.iter().find(|p| parameters.iter().all(|(name, _)| *name != p.name))
    {
        return Err(mistake(message!("the parameter `{}` has no value", missing.name)));
    }
    Ok(rule::bind(&rule, parameters)?)
}

/// Whether the rule has the positions and the one move of that text, which may name parameters that
/// it does not declare, and who is stuck loses. Where play starts does not matter.
#[must_use]
pub fn plays_as(rule: &Rule, text: &str) -> bool {
    let (Some(wanted), _) = rule::parse(text) else { return false };
    let ([own], [wanted_move]) = (rule.moves.as_slice(), wanted.moves.as_slice()) else {
        return false;
    };
    let pattern = own.pattern.as_ref().and(wanted_move.pattern.clone());
    let is_move = *own == Move { label: own.label.clone(), pattern, ..wanted_move.clone() };
    let is_usual = |end: &End| *end == End::StuckLoses;
    is_move
        && rule.parent.is_none()
        && rule.state == wanted.state
        && rule.play == Play::One
        && rule.ends.iter().all(is_usual)
}

/// A law of the rule as one of its claims: names, arities and types are judged as theirs are.
///
/// # Errors
/// The first mistake, in words.
pub fn stated(rule: &Rule, about: About, text: &str) -> Result<Claim> {
    let domain = match about {
        About::Positions => ClaimDomain::Positions,
        About::Starts => ClaimDomain::Starts,
    };
    let claim = Claim {
        source: "given".to_owned(),
        id: "law".to_owned(),
        words: None,
        domain,
        binders: Vec::new(),
        role: Role::Printed,
        guard: None,
        condition: law(text)?,
        beyond: None,
        span: Span::default(),
    };
    let mistakes = rule::check_claim(rule, &claim);
    if mistakes.is_empty() { Ok(claim) } else { Err(first_of("law", &mistakes)) }
}

/// A law, read; nothing is known of its names.
///
/// # Errors
/// The first mistake, in words.
pub fn law(text: &str) -> Result<Expr> {
    parse_expression(text).map_err(|mistakes| first_of("law", &mistakes))
}

/// What an expression amounts to where conditions on constants alone are decided: `a` for
/// `if K = 1 then a else b` and for `K = 1 implies a`, K being 1.
#[must_use]
pub fn settled(e: &Expr, constants: &BTreeMap<String, Constant>) -> Expr {
    let truth = |condition: &Expr| constant_truth(condition, constants);
    match &e.node {
        Node::If(condition, a, b) => match truth(condition) {
            Some(true) => settled(a, constants),
            Some(false) => settled(b, constants),
            None => e.clone(),
        },
        Node::Binary(Binary::Implies, a, b) if truth(a) == Some(true) => settled(b, constants),
        Node::Binary(op @ (Binary::Implies | Binary::Iff), a, b) => {
            binary(*op, (**a).clone(), settled(b, constants))
        }
        _ => e.clone(),
    }
}
