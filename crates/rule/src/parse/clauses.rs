//! Moves, turns, ends, starting positions and definitions.

use expr::ast::{Expr, Node, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::lexer::TokenKind::{self, Int, Name, Symbol};
use expr::parser::Parser;
use message::message;

use super::{components, one_or_bracketed};
use crate::ast::{
    Choose, Definition, End, Move, MoveBinder, MoveForm, Play, Player, Scope, Size, Spread, Start,
    TurnItem,
};
use crate::foreign;

/// `[LABEL:] [STATE ->] SUM ...`, `[LABEL:] PLACE -> E, ...`, `[LABEL:] one of h[i]: ...`.
pub(super) fn moves(p: &mut Parser<'_>, player: Player) -> Result<Move> {
    let start = p.peek().span;
    let label = label(p)?;
    let vector = ["one", "some", "all"].iter().any(|word| p.at_word(word)) && chooses_heaps(p);
    let (pattern, form) =
        if vector { (None, choice_of_heaps(p)?) } else { components::replacement(p)? };
    Ok(Move { player, ..finish(p, start, label, pattern, form)? })
}

/// Whether `of` follows the word that comes next, so that it chooses heaps and names no coordinate:
/// at once, after a range that starts with a number or name, or at least before some `h[i]:`.
fn chooses_heaps(p: &Parser<'_>) -> bool {
    let word = |ahead: usize| matches!(p.peek_at(ahead).kind, Name(_));
    let symbol = |ahead: usize, s: &str| matches!(p.peek_at(ahead).kind, Symbol(t) if t == s);
    let of = |ahead: usize| matches!(&p.peek_at(ahead).kind, Name(n) if n == "of");
    if of(1) || (p.at_word("some") && (word(1) || matches!(p.peek_at(1).kind, Int(_)))) {
        return true;
    }
    let heap = |at: usize| word(at) && symbol(at + 1, "[") && word(at + 2) && symbol(at + 3, "]");
    (1..)
        .take_while(|&at| p.peek_at(at).kind != TokenKind::End)
        .any(|at| of(at) && heap(at + 1) && symbol(at + 5, ":"))
}

/// `[LABEL:] COIN, ITEM, ... [and LO..HI of y in SET] ...`.
pub(super) fn turn(p: &mut Parser<'_>) -> Result<Move> {
    let start = p.peek().span;
    let label = label(p)?;
    let here = p.peek().span;
    let first = p.position()?;
    let pattern = names(first).ok_or_else(|| {
        let cause = "the first coin is not the coordinates";
        Diagnostic::new("R033", cause, p.span_from(here))
            .help("name the coin that goes from heads to tails first: `turn x, y for ...`")
    })?;
    let mut others = Vec::new();
    while p.eat_symbol(",") {
        others.push(turn_item(p)?);
    }
    let choose = if p.eat_word("and") {
        let help = "some further coins: `and 0..2 of y in 1..x - 1`";
        let least = p.arithmetic()?;
        p.expect_symbol("..", help)?;
        let most = p.arithmetic()?;
        p.expect_word("of", help)?;
        Some(Choose { least, most, binder: p.binder()? })
    } else {
        None
    };
    finish(p, start, label, Some(pattern), MoveForm::Turn { others, choose })
}

/// The quantifiers after the form of a move.
fn finish(
    p: &mut Parser<'_>,
    start: Span,
    label: Option<String>,
    pattern: Option<Vec<String>>,
    mut form: MoveForm,
) -> Result<Move> {
    let mut binders = Vec::new();
    if p.eat_word("for") {
        binders = p.separated(",", |p| {
            let same = p.at_word("same") && matches!(p.peek_at(1).kind, Name(ref n) if n != "in");
            if same {
                p.bump();
            }
            Ok(MoveBinder { binder: p.binder()?, same })
        })?;
    }
    if p.at_word("spread") {
        let MoveForm::Vector { vector, spread, .. } = &mut form else {
            return Err(p.unexpected("the end", "stones are spread by `one of h[i]: ...` only"));
        };
        p.bump();
        *spread = Some(spread_clause(p, vector)?);
    }
    let guard = p.guard()?;
    let when_stuck = p.eat_word("when");
    if when_stuck {
        p.expect_word("stuck", "write `when stuck`")?;
    }
    let (player, span) = (Player::Either, p.span_from(start));
    Ok(Move { label, pattern, player, form, binders, guard, when_stuck, span })
}

/// `LABEL:`, or nothing.
fn label(p: &mut Parser<'_>) -> Result<Option<String>> {
    let length = p.hyphenated_length();
    if length == 0 || p.peek_at(length).kind != Symbol(":") {
        return Ok(None);
    }
    let (label, _) = p.hyphenated("the move")?;
    p.bump();
    Ok(Some(label))
}

/// The coordinates of a position, if all of them are names.
pub(super) fn names(position: Vec<Expr>) -> Option<Vec<String>> {
    let name = |e: Expr| match e.node {
        Node::Name(name) => Some(name),
        _ => None,
    };
    position.into_iter().map(name).collect()
}

/// `one of h[i]: E`, `some LO..HI of h[i]: E`, `all of h[i]: E`.
fn choice_of_heaps(p: &mut Parser<'_>) -> Result<MoveForm> {
    let help = "write `one of h[i]: ...`, `some 1..k of h[i]: ...` or `all of h[i]: ...`";
    let one = |span| Expr { node: Node::Int(1), span };
    let start = p.peek().span;
    let choose = if p.eat_word("one") {
        Some((one(start), one(start)))
    } else if p.eat_word("all") {
        None
    } else {
        p.expect_word("some", help)?;
        let least = p.arithmetic()?;
        p.expect_symbol("..", help)?;
        Some((least, p.arithmetic()?))
    };
    p.expect_word("of", help)?;
    let (vector, index) = heap_of(p)?;
    p.expect_symbol(":", help)?;
    let target = p.expression()?;
    Ok(MoveForm::Vector { choose, vector, index, target, spread: None })
}

/// `h[i]`: the vector and the name of the index.
fn heap_of(p: &mut Parser<'_>) -> Result<(String, String)> {
    let (vector, _) = p.name("the heaps")?;
    let open = p.expect_symbol("[", "one heap is written `h[i]`")?;
    let (index, _) = p.name("the index of a heap")?;
    p.expect_close("]", open)?;
    Ok((vector, index))
}

/// `E over h[j] where COND`.
fn spread_clause(p: &mut Parser<'_>, vector: &str) -> Result<Spread> {
    let help = "write `spread s over h[j] where j != i`";
    let amount = p.arithmetic()?;
    p.expect_word("over", help)?;
    let here = p.peek().span;
    let (receiving, index) = heap_of(p)?;
    if receiving != vector {
        let cause = format!("stones of `{vector}` cannot be laid on `{receiving}`");
        return Err(
            Diagnostic::new("R033", cause, here).help(message!("write `{vector}[{index}]`"))
        );
    }
    p.expect_word("where", help)?;
    Ok(Spread { amount, index, condition: p.expression()? })
}

/// `e`, `(e, e)`, `e..e`.
fn turn_item(p: &mut Parser<'_>) -> Result<TurnItem> {
    let mut coin = p.position()?;
    if coin.len() > 1 || !p.eat_symbol("..") {
        return Ok(TurnItem::Coin(coin));
    }
    Ok(TurnItem::Run(coin.remove(0), p.arithmetic()?))
}

/// `wins`, `loses`.
pub(super) fn stuck(p: &mut Parser<'_>) -> Result<End> {
    if p.eat_word("wins") {
        return Ok(End::StuckWins);
    }
    p.expect_word("loses", "write `stuck loses` (the default) or `stuck wins`")?;
    Ok(End::StuckLoses)
}

/// `if COND`, `when any COND`, `when all COND`.
pub(super) fn end_condition(p: &mut Parser<'_>) -> Result<(Scope, Expr)> {
    let help = "write `win if COND` of one position, `win when any COND` or `win when all COND` \
                of a sum; `lose` likewise";
    let scope = if p.eat_word("if") {
        Scope::Alone
    } else {
        if !p.eat_word("when") {
            return Err(p.unexpected("`if` or `when`", help));
        }
        if p.eat_word("any") {
            Scope::Any
        } else {
            p.expect_word("all", help)?;
            Scope::All
        }
    };
    Ok((scope, p.expression()?))
}

/// `one`, `every`, `loopy`.
pub(super) fn play(p: &mut Parser<'_>) -> Result<Play> {
    if p.eat_word("one") {
        return Ok(Play::One);
    }
    if p.eat_word("loopy") {
        return Ok(Play::Loopy);
    }
    if ["misere", "mis\u{e8}re", "reverse"].iter().any(|word| p.at_word(word)) {
        let help = foreign::statement("misere").unwrap_or_default();
        return Err(p.unexpected("`one`, `every` or `loopy`", help));
    }
    p.expect_word("every", "write `play one` (the default), `play every` or `play loopy`")?;
    Ok(Play::Every)
}

/// `n [from E]: POSITION`, `(a, b [from E]): POSITION`.
pub(super) fn start(p: &mut Parser<'_>) -> Result<Start> {
    let sizes = one_or_bracketed(p, size)?;
    p.expect_symbol(":", "write `start n: POSITION`, the position of size n")?;
    Ok(Start { sizes, position: components::sum(p)? })
}

/// `n`, `n from E`.
fn size(p: &mut Parser<'_>) -> Result<Size> {
    let (name, start) = p.name("the size")?;
    let from = if p.eat_word("from") { Some(p.arithmetic()?) } else { None };
    Ok(Size { name, from, span: p.span_from(start) })
}

/// `f(x, y) = EXPR`.
pub(super) fn definition(p: &mut Parser<'_>) -> Result<Definition> {
    let (name, start) = p.name("a definition")?;
    let open = p.expect_symbol("(", "write `let f(x) = EXPR`; a constant is `let c() = EXPR`")?;
    let mut arguments = Vec::new();
    if !p.at_symbol(")") {
        arguments = p.separated(",", |p| Ok(p.name("an argument")?.0))?;
    }
    p.expect_close(")", open)?;
    p.expect_symbol("=", "write `let f(x) = EXPR`")?;
    let body = p.expression()?;
    Ok(Definition { name, arguments, body, span: p.span_from(start) })
}
