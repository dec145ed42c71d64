//! LaTeX, with the operators as the field writes them.

mod digits;

use super::{Dialect, LawFunction, Result, Unsupported};
use crate::ast::{Binary, Expr, Fold, Item, Node, Unary, ValueOf, is_named_set};
use crate::exact::{arguments_exact, operands_exact};
use crate::function::{Latex, function};
use crate::law::Law;
use crate::parser::level;
use crate::words::listed;

/// More exceptions than this are listed below the equation.
const MAX_CASES: usize = 6;

/// Their equations, with what is known beside them as comments.
pub(super) fn equations(definitions: &[LawFunction<'_>]) -> Result<String> {
    let mut text = String::new();
    for definition in definitions {
        for note in &definition.notes {
            text += &format!("% {note}\n");
        }
        text += &match definition.laws[..] {
            [law] => equation(law, definition)?,
            _ => cases(definition)?,
        };
    }
    Ok(text)
}

/// `subject(variables)`
fn heading(law: &Law) -> [String; 2] {
    [operator_name(&law.subject), listed(law.variables.iter().map(|v| name(v)))]
}

/// `subject(variables) = body`, with the exceptions as cases or behind it, and where it holds.
fn equation(law: &Law, definition: &LawFunction<'_>) -> Result<String> {
    let [subject, place] = heading(law);
    let domain = match domain(law, definition)? {
        Some(domain) => format!(" \\qquad ({domain})"),
        None => String::new(),
    };
    if let Some(text) = digits::equation(&law.body, &subject, &place)? {
        return Ok(format!("{text}{domain}{}\n", exceptions(law, &subject)));
    }
    let body = value(&law.body)?;
    if law.exceptions.is_empty() || law.exceptions.len() > MAX_CASES {
        return Ok(format!("{subject}({place}) = {body}{domain}{}\n", exceptions(law, &subject)));
    }
    let mut cases = excepted(law, "");
    cases.push(format!("{body} & \\text{{otherwise}}"));
    Ok(format!("{subject}({place}) = {}{domain}\n", in_cases(&cases)))
}

/// Where the law holds, if that is not everywhere.
fn domain(law: &Law, definition: &LawFunction<'_>) -> Result<Option<String>> {
    let least = definition.ranges.first().map(|(least, _)| *least);
    let from = law.from.filter(|from| law.variables.len() == 1 && least.is_none_or(|l| *from > l));
    let from = from.map(|from| format!("{} \\ge {from}", heading(law)[1]));
    let condition = law.condition.as_ref().map(expression).transpose()?;
    let both: Vec<String> = from.into_iter().chain(condition).collect();
    Ok((!both.is_empty()).then(|| both.join(",\\ ")))
}

/// Laws for different positions as cases; where some are no ordinary expressions or have many
/// exceptions, as equations.
fn cases(definition: &LawFunction<'_>) -> Result<String> {
    let [subject, place] = heading(definition.law());
    let mut cases = Vec::new();
    for law in &definition.laws {
        let is_listed = digits::equation(&law.body, &subject, &place)?.is_some();
        if is_listed || law.exceptions.len() > MAX_CASES {
            let equations = definition.laws.iter().map(|law| equation(law, definition));
            return equations.collect();
        }
        cases.extend(excepted(law, "\\text{if } "));
    }
    for law in &definition.laws {
        let domain = match domain(law, definition)? {
            Some(domain) => format!("\\text{{if }} {domain}"),
            None => "\\text{otherwise}".to_owned(),
        };
        cases.push(format!("{} & {domain}", value(&law.body)?));
    }
    Ok(format!("{subject}({place}) = {}\n", in_cases(&cases)))
}

/// The body of a law; a condition, which stands for 1 or 0, in the brackets of Iverson.
fn value(body: &Expr) -> Result<String> {
    let text = expression(body)?;
    Ok(if body.is_condition() { format!("\\left[{text}\\right]") } else { text })
}

fn in_cases(cases: &[String]) -> String {
    format!("\\begin{{cases}} {} \\end{{cases}}", cases.join(" \\\\ "))
}

/// A case for each exception.
fn excepted(law: &Law, before: &str) -> Vec<String> {
    let [_, place] = heading(law);
    let case = |(at, value): &(Vec<i64>, i64)| match at.as_slice() {
        [_] => format!("{value} & {before}{place} = {}", listed(at)),
        _ => format!("{value} & {before}({place}) = ({})", listed(at)),
    };
    law.exceptions.iter().map(case).collect()
}

/// The values at the exceptions, behind an equation.
fn exceptions(law: &Law, subject: &str) -> String {
    let one = |(at, value): &(Vec<i64>, i64)| format!("{subject}({}) = {value}", listed(at));
    let all: Vec<String> = law.exceptions.iter().map(one).collect();
    match all.as_slice() {
        [] => String::new(),
        all => format!(", \\text{{ except }} {}", all.join(",\\ ")),
    }
}

/// The expression.
pub(super) fn expression(expr: &Expr) -> Result<String> {
    write(expr, level::LOOSEST, false)
}

/// Writes `expr` where parts looser than `least` need brackets; inside a `floor(...)` division is
/// `exact`.
fn write(expr: &Expr, least: u8, exact: bool) -> Result<String> {
    let (text, own) = node(expr, exact)?;
    Ok(if own < least { format!("\\left({text}\\right)") } else { text })
}

/// The text of a node and how tightly it binds.
fn node(expr: &Expr, exact: bool) -> Result<(String, u8)> {
    let whole = |e: &Expr| write(e, level::LOOSEST, false);
    Ok(match &expr.node {
        Node::Int(value) => (value.to_string(), level::ATOM),
        Node::Bool(value) => (format!("\\text{{{value}}}"), level::ATOM),
        Node::Name(text) => (name(text), level::ATOM),
        Node::Index(base, index) => match &base.node {
            Node::List(elements) => {
                let list = list(elements)?;
                (format!("\\left({list}\\right)_{{{}}}", whole(index)?), level::ATOM)
            }
            _ => {
                (format!("{}_{{{}}}", write(base, level::ATOM, false)?, whole(index)?), level::ATOM)
            }
        },
        Node::Slice(base, first, last) => {
            let (base, first, last) =
                (write(base, level::ATOM, false)?, whole(first)?, whole(last)?);
            (format!("\\left({base}_{{{first}}}, \\dots, {base}_{{{last}}}\\right)"), level::ATOM)
        }
        Node::Range(lo, hi) => {
            let (lo, hi) = (write(lo, level::XOR, false)?, write(hi, level::XOR, false)?);
            (format!("\\{{{lo}, \\dots, {hi}\\}}"), level::ATOM)
        }
        Node::Set(elements) => (format!("\\{{{}\\}}", list(elements)?), level::ATOM),
        Node::Fold(Fold::Set, items) => (format!("\\{{{}\\}}", choices(items)?), level::ATOM),
        Node::Fold(Fold::List, items) => {
            (format!("\\left({}\\right)", choices(items)?), level::ATOM)
        }
        Node::List(elements) => (format!("\\left({}\\right)", list(elements)?), level::ATOM),
        Node::Unary(Unary::Neg, e) => {
            (format!("-{}", write(e, level::NEGATE, exact)?), level::NEGATE)
        }
        Node::Unary(Unary::Not, e) => {
            (format!("\\lnot {}", write(e, level::NOT, false)?), level::NOT)
        }
        Node::Binary(operator, left, right) => binary(*operator, left, right, exact)?,
        Node::Compare(first, rest) => {
            let mut text = write(first, level::XOR, false)?;
            for (comparison, operand) in rest {
                let operand = write(operand, level::XOR, false)?;
                let sign = comparison.of(["=", "\\ne", "<", "\\le", ">", "\\ge"]);
                text.push_str(&format!(" {sign} {operand}"));
            }
            (text, level::COMPARE)
        }
        Node::Member(element, members) => {
            let element = write(element, level::XOR, false)?;
            (format!("{element} \\in {}", write(members, level::XOR, false)?), level::COMPARE)
        }
        Node::If(condition, yes, no) => {
            let (c, y, n) = (whole(condition)?, write(yes, 0, exact)?, write(no, 0, exact)?);
            let cases = format!("{y} & \\text{{if }} {c} \\\\ {n} & \\text{{otherwise}}");
            (format!("\\begin{{cases}} {cases} \\end{{cases}}"), level::LOOSEST)
        }
        Node::Call(function, arguments) => (call(function, arguments, exact)?, level::ATOM),
        Node::Fold(fold, items) => (comprehension(*fold, items)?, level::ATOM),
        Node::Value(value) => (quantity(expr, value)?, level::ATOM),
    })
}

fn binary(operator: Binary, left: &Expr, right: &Expr, exact: bool) -> Result<(String, u8)> {
    let (left_exact, right_exact) = operands_exact(operator, exact);
    match operator {
        Binary::Div => {
            let quotient = {
                let whole = |e: &Expr| write(e, level::LOOSEST, exact);
                format!("\\frac{{{}}}{{{}}}", whole(left)?, whole(right)?)
            };
            let floor = format!("\\left\\lfloor {quotient} \\right\\rfloor");
            return Ok((if exact { quotient } else { floor }, level::ATOM));
        }
        Binary::Pow => {
            let base = write(left, level::ATOM, left_exact)?;
            let exponent = write(right, level::LOOSEST, right_exact)?;
            return Ok((format!("{base}^{{{exponent}}}"), level::POWER));
        }
        _ => {}
    }
    let symbol = match operator {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Rem => "\\bmod",
        Binary::Xor => "\\oplus",
        Binary::BitAnd => "\\mathbin{\\&}",
        Binary::And => "\\land",
        Binary::Or => "\\lor",
        Binary::Implies => "\\Rightarrow",
        Binary::Iff => "\\Leftrightarrow",
        Binary::Mul | Binary::Div | Binary::Pow => "\\cdot",
    };
    // readers disagree on what `mod` binds: whatever stands next to it is bracketed
    let is_remainder = |e: &Expr| matches!(e.node, Node::Binary(Binary::Rem, ..));
    let (own, least_left, least_right) = match operator {
        Binary::Rem => (level::XOR, level::POWER, level::POWER),
        Binary::Xor if is_remainder(left) => (level::XOR, level::BIT_AND, level::BIT_AND),
        _ => operator.levels(),
    };
    let left = write(left, least_left, left_exact)?;
    let right = write(right, least_right, right_exact)?;
    Ok((format!("{left} {symbol} {right}"), own))
}

fn call(name: &str, arguments: &[Expr], exact: bool) -> Result<String> {
    let inside = arguments_exact(name, exact);
    let join = |sign: &str, least: u8| -> Result<String> {
        let texts = arguments.iter().map(|a| write(a, least, inside));
        Ok(texts.collect::<Result<Vec<_>, _>>()?.join(sign))
    };
    Ok(match function(name).map_or(Latex::Name, |f| f.latex) {
        Latex::Text(text) => text.replace('$', &join(", ", level::LOOSEST)?),
        Latex::Joined(sign) => format!("\\left({}\\right)", join(sign, level::ATOM)?),
        Latex::Name => {
            let own = if is_named_set(name) { self::name(name) } else { operator_name(name) };
            format!("{own}({})", join(", ", level::LOOSEST)?)
        }
    })
}

fn comprehension(fold: Fold, items: &[Item]) -> Result<String> {
    Ok(format!("{}\\{{{}\\}}", operator_name(fold.name()), choices(items)?))
}

/// Values and where their variables run, without brackets.
fn choices(items: &[Item]) -> Result<String> {
    let mut parts = Vec::new();
    for item in items {
        let mut text = write(&item.body, level::LOOSEST, false)?;
        let mut conditions = Vec::new();
        for binder in &item.binders {
            let members = write(&binder.set, level::XOR, false)?;
            conditions.push(format!("{} \\in {members}", name(&binder.name)));
        }
        if let Some(guard) = &item.guard {
            conditions.push(write(guard, level::LOOSEST, false)?);
        }
        if !conditions.is_empty() {
            text = format!("{text} : {}", conditions.join(",\\ "));
        }
        parts.push(text);
    }
    Ok(parts.join(";\\ "))
}

fn quantity(expr: &Expr, value: &ValueOf) -> Result<String> {
    if value.game.is_some() || value.of_options {
        return Err(Unsupported { part: expr.to_string(), dialect: Dialect::Latex });
    }
    let mut text = operator_name(value.quantity.name());
    if let Some(sum) = &value.position {
        let positions: Result<Vec<String>, _> = sum.iter().map(|p| list(p)).collect();
        text.push_str(&format!("({})", positions?.join(" \\mid ")));
    }
    Ok(text)
}

fn list(elements: &[Expr]) -> Result<String> {
    let elements: Result<Vec<String>, _> = elements.iter().map(expression).collect();
    Ok(elements?.join(", "))
}

/// A name as mathematics: one letter (with an index) in italics, words upright.
fn name(text: &str) -> String {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let index = &text[letters.len()..];
    match (letters, index) {
        ("phi", "") => "\\varphi".to_owned(),
        (letter, "") if letter.chars().count() == 1 => letter.to_owned(),
        (letter, index) if letter.chars().count() == 1 => format!("{letter}_{{{index}}}"),
        _ => format!("\\mathit{{{}}}", escaped(text)),
    }
}

fn operator_name(text: &str) -> String {
    format!("\\operatorname{{{}}}", escaped(text))
}

/// A name without what LaTeX reads as a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '_' | '#' | '$' | '%' | '&' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\backslash "),
            '^' => escaped.push_str("\\wedge "),
            '~' => escaped.push_str("\\sim "),
            c => escaped.push(c),
        }
    }
    escaped
}
