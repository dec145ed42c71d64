//! The `game` line and the shape of a position.

use expr::ast::{Expr, Fold, GameRef, Node, Span, is_named_set};
use expr::diagnostic::{Diagnostic, Result};
use expr::lexer::TokenKind::{End, Name, Symbol};
use expr::parser::Parser;
use expr::suggest::one_of;
use message::message;

use super::one_or_bracketed;
use crate::ast::{Coordinate, CoordinateForm, Parameter, ParameterKind, State, Structure};

/// `NAME (PARAMETER, ...) [= PARENT (ARGUMENT, ...)]`.
pub(super) fn game(p: &mut Parser<'_>) -> Result<(String, Vec<Parameter>, Option<GameRef>)> {
    let (name, _) = p.hyphenated("the game")?;
    let mut parameters = Vec::new();
    let open = p.peek().span;
    if p.eat_symbol("(") && !p.eat_symbol(")") {
        p.separated(",", |p| {
            parameters.push(parameter(p, &parameters)?);
            Ok(())
        })?;
        p.expect_close(")", open)?;
    }
    let parent = p.eat_symbol("=").then(|| p.game_reference()).transpose()?;
    Ok((name, parameters, parent))
}

/// `x = 3 in 1..`, `S = {1, 3}`, `rule = strict in strict | weak`, `A = game ruler`,
/// `c = [2, 3, 1]`.
fn parameter(p: &mut Parser<'_>, earlier: &[Parameter]) -> Result<Parameter> {
    let (name, start) = p.name("a parameter")?;
    if !p.eat_symbol("=") {
        return Err(Diagnostic::new("R016", format!("parameter `{name}` has no default"), start)
            .help(message!("write `{name} = 3`: the value taken when none is given")));
    }
    let kind = if p.eat_word("game") {
        ParameterKind::Game(p.hyphenated("a game")?.0)
    } else if p.at_symbol("{") {
        ParameterKind::Set(p.set()?)
    } else {
        let here = p.peek().span;
        let default = p.arithmetic()?;
        let names_set = default.named().is_some_and(|(name, _)| {
            let is_set = |q: &Parameter| matches!(q.kind, ParameterKind::Set(_));
            is_named_set(name) || earlier.iter().find(|q| q.name == name).is_some_and(is_set)
        });
        if names_set || p.at_symbol("..") {
            ParameterKind::Set(p.set_from(default)?)
        } else if p.eat_word("in") {
            range_or_words(p, default)?
        } else {
            match default.node {
                Node::List(entries) => ParameterKind::List(entries),
                Node::Fold(Fold::List, _) => {
                    let cause = format!("the default of the list `{name}` is not written out");
                    return Err(Diagnostic::new("R016", cause, p.span_from(here))
                        .help("write its entries: `c = [2, 3, 1]`"));
                }
                _ => ParameterKind::Int { default, lo: None, hi: None },
            }
        }
    };
    Ok(Parameter { name, kind, span: p.span_from(start) })
}

/// What may stand after `in`: `lo..hi` with either end left out, or `word | word`.
fn range_or_words(p: &mut Parser<'_>, default: Expr) -> Result<ParameterKind> {
    let word =
        matches!(p.peek().kind, Name(_)) && matches!(p.peek_at(1).kind, Symbol("|" | "," | ")"));
    if !word {
        let lo = if p.at_symbol("..") { None } else { Some(p.arithmetic()?) };
        p.expect_symbol("..", "the values of a number: `1..9`, `1..`; of a word: `strict | weak`")?;
        let open_end = matches!(p.peek().kind, Symbol("," | ")") | End);
        let hi = if open_end { None } else { Some(p.arithmetic()?) };
        return Ok(ParameterKind::Int { default, lo, hi });
    }
    let Node::Name(chosen) = default.node else {
        return Err(Diagnostic::new("R016", "the default is not one of the words", default.span)
            .help("write `rule = strict in strict | weak`"));
    };
    let choices = p.separated("|", |p| Ok(p.name("a word")?.0))?;
    Ok(ParameterKind::Word { default: chosen, choices })
}

/// `"TITLE" [zh "TITLE"]`.
pub(super) fn title(p: &mut Parser<'_>) -> Result<(String, Option<String>)> {
    let english = p.text("the title in quotes")?;
    let chinese = p.eat_word("zh").then(|| p.text("the Chinese title in quotes")).transpose()?;
    Ok((english, chinese))
}

/// `digraph`, `graph`, `tree`, `words`.
pub(super) fn input(p: &mut Parser<'_>) -> Result<Structure> {
    let (name, start) = p.name("what the input holds")?;
    let all = Structure::ALL;
    all.into_iter().find(|structure| structure.name() == name).ok_or_else(|| {
        let names = all.map(Structure::name);
        let help = one_of(&name, &names, |all| message!("there are {all}"));
        Diagnostic::new("R019", format!("`{name}` is not a structure"), start).help(help)
    })
}

/// `n`, `n from 1`.
pub(super) fn heap(p: &mut Parser<'_>) -> Result<State> {
    let (name, start) = p.name("a coordinate")?;
    number_or_row(p, name, CoordinateForm::Number, start).map(State::Heap)
}

/// `a`, `a from 1`, `p in 0..1`, `h[m]`, `h[m] in 0..9`, `A subset 1..n`.
fn coordinate(p: &mut Parser<'_>) -> Result<Coordinate> {
    let (name, start) = p.name("a coordinate")?;
    if p.eat_word("subset") {
        let (lo, hi) = range(p, "a set lies between two numbers: `A subset 1..n`", &name)?;
        let (from, to) = (Some(lo), Some(hi));
        let form = CoordinateForm::Subset;
        return Ok(Coordinate { name, from, to, form, span: p.span_from(start) });
    }
    let open = p.peek().span;
    let form = if p.eat_symbol("[") {
        let length = p.expression()?;
        p.expect_close("]", open)?;
        CoordinateForm::Row(length)
    } else {
        CoordinateForm::Number
    };
    number_or_row(p, name, form, start)
}

/// The bounds after a number or row: `from 1`, `in 0..1`, or nothing.
fn number_or_row(
    p: &mut Parser<'_>,
    name: String,
    form: CoordinateForm,
    start: Span,
) -> Result<Coordinate> {
    let (mut from, mut to) = (None, None);
    if p.eat_word("from") {
        from = Some(p.arithmetic()?);
    } else if p.eat_word("in") {
        let (lo, hi) = range(p, "write `p in 0..1`; other conditions stand after `where`", &name)?;
        (from, to) = (Some(lo), Some(hi));
    }
    Ok(Coordinate { name, from, to, form, span: p.span_from(start) })
}

/// The two ends of `lo..hi`.
fn range(p: &mut Parser<'_>, help: &'static str, name: &str) -> Result<(Expr, Expr)> {
    let here = p.peek().span;
    match p.set()?.node {
        Node::Range(lo, hi) => Ok((*lo, *hi)),
        _ => {
            let cause = format!("the values of `{name}` are not a range");
            Err(Diagnostic::new("R008", cause, p.span_from(here)).help(help))
        }
    }
}

/// `(a, h[m], A subset 1..n) [symmetric] [where COND]`, `heaps h[m] [from E]`.
pub(super) fn state(p: &mut Parser<'_>) -> Result<State> {
    if p.eat_word("heaps") {
        let (name, _) = p.name("the heaps")?;
        let open = p.expect_symbol("[", "several heaps: `state heaps h[m]`")?;
        let count = p.expression()?;
        p.expect_close("]", open)?;
        let from = if p.eat_word("from") { Some(p.arithmetic()?) } else { None };
        return Ok(State::Heaps { name, count, from });
    }
    let open = p.expect_symbol("(", "write `heap n`, `state (a, b)` or `state heaps h[m]`")?;
    let coordinates = p.separated(",", coordinate)?;
    p.expect_close(")", open)?;
    let symmetric = p.eat_word("symmetric");
    let condition = if p.eat_word("where") { Some(p.expression()?) } else { None };
    if p.at_word("symmetric") {
        return Err(p.unexpected("the end", "`symmetric` comes before `where`"));
    }
    if ["from", "in", "to"].iter().any(|word| p.at_word(word)) {
        let help = "bounds stand behind the coordinate: `state (a from 1, b in 0..9)`";
        return Err(p.unexpected("the end", help));
    }
    Ok(State::Tuple { coordinates, symmetric, condition })
}

/// `x from 1`, `(x, y) from 0`, `product A B`.
pub(super) fn coins(p: &mut Parser<'_>) -> Result<State> {
    if p.eat_word("product") {
        let (first, begins) = p.hyphenated("a coin game")?;
        let (second, ends) = p.hyphenated("a coin game")?;
        return Ok(State::Product(first, second, begins.to(ends)));
    }
    let coordinates = one_or_bracketed(p, |p| Ok(p.name("a coordinate")?.0))?;
    p.expect_word("from", "say how the first coin is numbered: `coins x from 1`")?;
    Ok(State::Coins { coordinates, from: p.arithmetic()? })
}
