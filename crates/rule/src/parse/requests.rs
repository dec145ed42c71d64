//! `table`, `check`, `claim` and `nearby`.

use expr::ast::{Expr, Node, Quantity, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::lexer::TokenKind::{Int, Name, Symbol, Text};
use expr::parser::{Parser, parse_expression};
use expr::suggest::{did_you_mean, one_of};
use expr::words::listed;
use message::{Message, message};

use super::families::{codes, subsets};
use crate::ast::{
    CheckRequest, Claim, ClaimDomain, Heading, Parameter, ParameterKind, Role, TableRequest,
    Variation,
};
use crate::columns::is_of_tables;
use crate::foreign;

/// `Q, ... [to COORD = E, ...]`.
pub(super) fn table(p: &mut Parser<'_>) -> Result<TableRequest> {
    let columns = p.separated(",", column)?;
    Ok(TableRequest { columns, bounds: bounds(p)? })
}

/// A quantity, or a name that the definitions of the whole rule have to explain.
fn column(p: &mut Parser<'_>) -> Result<(Heading, Span)> {
    let names = Quantity::ALL.into_iter().filter(|q| is_of_tables(*q)).map(Quantity::name);
    let names: Vec<&str> = names.collect();
    let Name(word) = p.peek().kind.clone() else {
        let help = message!("quantities are {}", listed(names));
        return Err(p.unexpected("a quantity", help));
    };
    let span = p.peek().span;
    match Quantity::from_name(&word) {
        Some(Quantity::Lose) => Err(Diagnostic::new("R017", "tables have no column `lose`", span)
            .help("ask for `win`: it is 0 where `lose` holds")),
        Some(quantity) if !is_of_tables(quantity) => {
            let cause = format!("tables have no column `{word}`");
            Err(Diagnostic::new("R017", cause, span)
                .help("ask for `value`: it is numerator / 2 ** exponent"))
        }
        Some(quantity) => {
            p.bump();
            Ok((quantity.into(), span))
        }
        None if word == "to" => {
            let help = message!("quantities are {}", listed(names));
            Err(p.unexpected("a quantity", help))
        }
        None if p.peek_at(1).kind == Symbol("-") => {
            let help = foreign::quantity(&word).map(Message::from);
            let cause = format!("`{word}-...` is not a quantity");
            let help = help
                .unwrap_or_else(|| one_of(&word, &names, |all| message!("quantities are {all}")));
            Err(Diagnostic::new("R017", cause, span).help(help))
        }
        None => p.name("a column").map(|(name, span)| (Heading::Definition(name), span)),
    }
}

/// `to COORD = E, ...`, or nothing.
fn bounds(p: &mut Parser<'_>) -> Result<Vec<(String, Expr)>> {
    if !p.eat_word("to") {
        return Ok(Vec::new());
    }
    let help = "bounds are written `to a = 60, b = 60`";
    p.separated(",", |p| {
        if matches!(p.peek().kind, Int(_)) {
            return Err(p.unexpected("the name of a coordinate", help));
        }
        let (name, _) = p.name("a coordinate")?;
        p.expect_symbol("=", help)?;
        Ok((name, p.arithmetic()?))
    })
}

/// `[over PARAM in VALUES, ...] [to COORD = E, ...]`.
pub(super) fn check(p: &mut Parser<'_>, parameters: &[Parameter]) -> Result<CheckRequest> {
    let mut over = Vec::new();
    if p.eat_word("over") {
        over = p.separated(",", |p| {
            let name = p.name("a parameter")?;
            varied(p, name, parameters)
        })?;
    }
    Ok(CheckRequest { over, bounds: bounds(p)? })
}

/// `in VALUES` behind the name of a parameter.
pub(super) fn varied(
    p: &mut Parser<'_>,
    (name, span): (String, Span),
    parameters: &[Parameter],
) -> Result<(String, Variation)> {
    p.expect_word("in", "say which values the parameter takes: `over k in 1..5`")?;
    let Some(parameter) = parameters.iter().find(|q| q.name == name) else {
        let known = || parameters.iter().map(|q| q.name.as_str());
        let help = did_you_mean(&name, known(), || match parameters {
            [] => "the rule has no parameters".into(),
            _ => message!("parameters are {}", listed(known())),
        });
        let cause = format!("the rule has no parameter `{name}`");
        return Err(Diagnostic::new("R028", cause, span).help(help));
    };
    Ok((name, variation(p, &parameter.kind)?))
}

fn variation(p: &mut Parser<'_>, kind: &ParameterKind) -> Result<Variation> {
    match kind {
        ParameterKind::Word { choices, .. } => words(p, Some(choices)),
        ParameterKind::Game(_) => words(p, None),
        ParameterKind::Set(_) => {
            let sets = p.separated(";", |p| match subsets(p)? {
                Some(all) => Ok(all),
                None => Ok(vec![p.set()?]),
            });
            Ok(Variation::Sets(sets?.into_iter().flatten().collect()))
        }
        ParameterKind::List(_) => p.separated(";", list).map(Variation::Lists),
        ParameterKind::Int { .. } => {
            let numbers = p.set()?;
            match p.at_symbol(";") {
                false => Ok(Variation::Ints(numbers)),
                true => Err(Diagnostic::new("R014", "`;` does not belong here", p.peek().span)
                    .help("all values of a number stand in one set: `over k in {2, 4}`")),
            }
        }
    }
}

/// `[2, 3, 1]`.
fn list(p: &mut Parser<'_>) -> Result<Vec<Expr>> {
    let start = p.peek().span;
    match p.arithmetic()?.node {
        Node::List(entries) => Ok(entries),
        _ => Err(Diagnostic::new("R044", "the values of a list are lists", p.span_from(start))
            .help("write them out: `over c in [1, 2]; [3]`")),
    }
}

/// `strict | weak`: some of the choices, or names of games.
fn words(p: &mut Parser<'_>, choices: Option<&Vec<String>>) -> Result<Variation> {
    let words = p.separated("|", |p| {
        if choices.is_none()
            && let Some(all) = codes(p)?
        {
            return Ok(all);
        }
        let (word, span) = p.hyphenated("a value of the parameter")?;
        if let Some(choices) = choices.filter(|choices| !choices.contains(&word)) {
            let help = one_of(&word, choices, |all| message!("it is one of {all}"));
            let cause = format!("`{word}` is not a value of the parameter");
            return Err(Diagnostic::new("R043", cause, span).help(help));
        }
        Ok(vec![word])
    });
    Ok(Variation::Words(words?.into_iter().flatten().collect()))
}

/// `[[SOURCE.]ID] ["words"] [on starts | on boards N] [for ...] [if COND]: CONDITION`, or
/// `[[SOURCE.]ID] ["words"] beyond "reason"`. The id of a claim without one stays empty.
pub(super) fn claim(p: &mut Parser<'_>, role: Role) -> Result<Claim> {
    let start = p.peek().span;
    let (source, id) = claim_name(p, role)?;
    let words = match p.peek().kind {
        Text(_) => Some(p.text("the words of the claim")?),
        _ => None,
    };
    if role == Role::Printed && p.eat_word("beyond") {
        let reason = p.text("the reason why no table and no search decides the claim")?;
        let span = p.span_from(start);
        return Ok(Claim {
            source,
            id,
            words,
            domain: ClaimDomain::Positions,
            binders: Vec::new(),
            role,
            guard: None,
            condition: Expr { node: Node::Bool(true), span },
            beyond: Some(reason),
            span,
        });
    }
    let domain = if p.eat_word("on") {
        if p.eat_word("starts") {
            ClaimDomain::Starts
        } else {
            p.expect_word("boards", "write `on starts` or `on boards 9`")?;
            ClaimDomain::Boards(p.arithmetic()?)
        }
    } else {
        ClaimDomain::Positions
    };
    let binders = p.binders()?;
    let guard = p.guard()?;
    if !p.eat_symbol(":") {
        let help = match p.text_from(start) {
            Some(text) if parse_expression(text).is_ok() => nameless(text),
            _ => "a claim is written `claim NAME [for ...] [if COND]: CONDITION`".into(),
        };
        return Err(p.unexpected("`:`", help));
    }
    let condition = p.expression()?;
    let (beyond, span) = (None, p.span_from(start));
    Ok(Claim { source, id, words, domain, binders, role, guard, condition, beyond, span })
}

/// How a claim without a name is written.
fn nameless(condition: &str) -> Message {
    message!("a claim without a name begins with a colon: `claim: {condition}`")
}

/// Source and id of a claim, either of which may be missing; `nearby` needs the id it stands beside.
fn claim_name(p: &mut Parser<'_>, role: Role) -> Result<(String, String)> {
    let is_nameless = match &p.peek().kind {
        Symbol(":") | Text(_) => true,
        Name(word) => ["on", "for", "if", "beyond"].contains(&word.as_str()),
        _ => false,
    };
    if is_nameless && role == Role::Printed {
        return Ok(Default::default());
    }
    if let Int(number) = p.peek().kind {
        p.bump();
        return Ok((String::new(), number.to_string()));
    }
    let (name, span) = p.hyphenated("the claim")?;
    if Quantity::from_name(&name).is_some() && p.at_symbol(":") {
        let cause = format!("`{name}` is a word of the language and cannot name a claim");
        let help = nameless(&format!("{name} iff n % 4 != 0"));
        return Err(Diagnostic::new("R015", cause, span).help(help));
    }
    let (source, id) = name.split_once('.').unwrap_or(("", &name));
    Ok((source.to_owned(), id.to_owned()))
}
