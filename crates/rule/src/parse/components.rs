//! Positions of this game and of others, and what a move puts in their place.

use expr::ast::{Expr, Node, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::lexer::TokenKind::{End, Name, Symbol};
use expr::parser::Parser;

use crate::ast::{Component, MoveForm, Place};

/// `SUM`, `STATE -> SUM`, or `PLACE -> E, PLACE -> E, ...`.
///
/// A name alone before `->`, with one position after it, is read as the state. Where it is but one
/// coordinate of several, [`Rule::normalize`](crate::Rule::normalize) makes it an update.
pub(super) fn replacement(p: &mut Parser<'_>) -> Result<(Option<Vec<String>>, MoveForm)> {
    if p.at_word("none") || p.at_word("each") || at_game(p) {
        return Ok((None, MoveForm::Sum(sum(p)?)));
    }
    let start = p.peek().span;
    let first = p.position()?;
    let span = p.span_from(start);
    if !p.eat_symbol("->") {
        return Ok((None, MoveForm::Sum(p.further(Component::own(first), "|", component)?)));
    }
    let wrong = || {
        Diagnostic::new("R033", "what stands before `->` is not the coordinates", span)
            .help("write the names of the coordinates there; conditions stand after `if`")
    };
    let [only] = first.as_slice() else {
        let pattern = super::clauses::names(first).ok_or_else(wrong)?;
        return Ok((Some(pattern), MoveForm::Sum(sum(p)?)));
    };
    let place = place(only, span).ok_or_else(wrong)?;
    if place.index.is_some() {
        let value = value(p)?;
        return updates(p, place, value);
    }
    let start = p.peek().span;
    let sum = sum(p)?;
    match sum.as_slice() {
        [Component { game: None, at, each: false }] if p.at_symbol(",") => match at.as_slice() {
            [value] => updates(p, place, value.clone()),
            _ => Err(one_value(p.span_from(start))),
        },
        _ => Ok((Some(vec![place.name]), MoveForm::Sum(sum))),
    }
}

/// The updates whose first one has been read.
fn updates(
    p: &mut Parser<'_>,
    place_read: Place,
    value_read: Expr,
) -> Result<(Option<Vec<String>>, MoveForm)> {
    let mut updates = vec![(place_read, value_read)];
    while p.at_symbol(",") {
        let comma = p.bump().span;
        let start = p.peek().span;
        let first = p.position()?;
        let here = p.span_from(start);
        if !p.at_symbol("->") {
            return Err(Diagnostic::new("R014", "`,` does not belong here", comma));
        }
        let place = match first.as_slice() {
            [only] => place(only, here),
            _ => None,
        };
        let place = place.ok_or_else(|| {
            Diagnostic::new("R033", "what stands before `->` is not a coordinate", here)
                .help("write a coordinate or an entry of a row: `h[i] -> h[i] - t, n -> n + t`")
        })?;
        p.bump();
        updates.push((place, value(p)?));
    }
    Ok((None, MoveForm::Update(updates)))
}

fn place(e: &Expr, span: Span) -> Option<Place> {
    match &e.node {
        Node::Name(name) => Some(Place { name: name.clone(), index: None, span }),
        Node::Index(row, index) => match &row.node {
            Node::Name(name) => {
                Some(Place { name: name.clone(), index: Some((**index).clone()), span })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The new value of one place.
fn value(p: &mut Parser<'_>) -> Result<Expr> {
    let start = p.peek().span;
    let mut position = p.position()?;
    match position.pop() {
        Some(value) if position.is_empty() => Ok(value),
        _ => Err(one_value(p.span_from(start))),
    }
}

fn one_value(span: Span) -> Diagnostic {
    Diagnostic::new("R032", "several values for one place", span)
        .help("give each place its own: `a -> a - t, b -> b + t`")
}

/// A sum of positions, of this game or others: `none`, `n - 1 | nim at 3`.
pub(super) fn sum(p: &mut Parser<'_>) -> Result<Vec<Component>> {
    if p.eat_word("none") {
        return Ok(Vec::new());
    }
    p.separated("|", component)
}

fn component(p: &mut Parser<'_>) -> Result<Component> {
    let start = p.peek().span;
    if p.eat_word("each") {
        let list = p.position()?;
        return match list.len() {
            1 => Ok(Component { game: None, at: list, each: true }),
            _ => Err(Diagnostic::new("R032", "`each` has one list", p.span_from(start))
                .help("it is written `each [i + k for k in 0..m - 1]`")),
        };
    }
    if !at_game(p) {
        return p.position().map(Component::own);
    }
    let game = p.game_reference()?;
    p.expect_word("at", "a position of another game is written `GAME at n` or `GAME at (a, b)`")?;
    Ok(Component { game: Some(game), at: p.position()?, each: false })
}

/// Whether `GAME at` or `GAME(...) at` comes next.
fn at_game(p: &Parser<'_>) -> bool {
    let symbol = |ahead: usize| match p.peek_at(ahead).kind {
        Symbol(symbol) => symbol,
        _ => "",
    };
    let mut ahead = p.hyphenated_length();
    if ahead > 0 && symbol(ahead) == "(" {
        let mut depth = 0usize;
        loop {
            match symbol(ahead) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ if p.peek_at(ahead).kind == End => return false,
                _ => {}
            }
            ahead += 1;
            if depth == 0 {
                break;
            }
        }
    }
    ahead > 0 && matches!(&p.peek_at(ahead).kind, Name(word) if word == "at")
}
