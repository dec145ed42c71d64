//! Programming languages: functions, their tables and the helpers they call.

mod exact;
mod folds;
mod helpers;
mod names;
mod writer;

use super::{Dialect, LawFunction, Result};
use crate::ast::{Binary, Expr, Node};
use crate::function;
use crate::words::{listed, tuple};
use names::Names;
use writer::{Level, Writer};

/// Longest line of a table.
const WIDTH: usize = 96;
/// More exceptions than this are a table of their own.
const MAX_TESTS: usize = 4;

/// The expression without outer brackets, every list where it is used.
pub(super) fn expression(expr: &Expr, dialect: Dialect) -> Result<String> {
    Writer::new(dialect, &mut Names::new(dialect), &[], None).write(expr, Level::Any)
}

/// Functions of the laws' variables, their helpers before them.
pub(super) fn program(definitions: &[LawFunction<'_>], dialect: Dialect) -> Result<String> {
    let mut names = Names::new(dialect);
    let mut named = Vec::new();
    for definition in definitions {
        let name = names.function(&definition.law().subject);
        let member = is_list(definition).then(|| names.function(&format!("is_{name}")));
        named.push((definition, name, member));
    }
    let mut functions = Vec::new();
    for (definition, name, member) in &named {
        functions.push(function(definition, name, member.as_deref(), &mut names, dialect)?);
    }
    let functions = functions.join("\n");
    let helpers = helpers::called_by(&functions, dialect);
    let both = format!("{helpers}{functions}");
    let mut text = String::new();
    for (part, line) in [
        ("std::vector", "#include <vector>\n"),
        ("std::initializer_list", "#include <initializer_list>\n"),
        ("std::min", "#include <algorithm>\n"),
        ("std::max", "#include <algorithm>\n"),
        ("std::lower_bound", "#include <algorithm>\n"),
        ("std::reverse", "#include <algorithm>\n"),
        ("std::unique", "#include <algorithm>\n"),
        ("std::upper_bound", "#include <algorithm>\n"),
        ("std::out_of_range", "#include <stdexcept>\n"),
        ("std::map", "#include <map>\n"),
        ("LLONG_MIN", "#include <climits>\n"),
        ("array.", "import array\n"),
        ("bisect.", "import bisect\n"),
        ("functools.", "import functools\n"),
        ("itertools.", "import itertools\n"),
        ("math.", "import math\n"),
        ("operator.", "import operator\n"),
    ] {
        let is_needed = line.starts_with("import") == (dialect == Dialect::Python);
        if is_needed && both.contains(part) && !text.contains(line) {
            text.push_str(line);
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    Ok(text + &both)
}

/// The function `name`, the lists it reads before it.
fn function(
    definition: &LawFunction<'_>,
    name: &str,
    member: Option<&str>,
    names: &mut Names,
    dialect: Dialect,
) -> Result<String> {
    names.forget(0);
    let variables: Vec<String> =
        definition.law().variables.iter().map(|v| names.variable(v)).collect();
    let nonnegative: Vec<bool> = definition.ranges.iter().map(|(lo, _)| *lo >= 0).collect();
    let mut writer = Writer::new(dialect, names, &nonnegative, Some(name));
    let forms = [
        r#"throw std::out_of_range("$f: outside the law")"#,
        r#"raise ValueError("$f: outside the law")"#,
        r#"panic!("$f: outside the law")"#,
    ];
    let refusal = dialect.fill(forms, &[('f', name)]);

    let start = Start::of(definition);
    let mut lines = Vec::new();
    let outside = outside(definition, start.least, &variables, dialect);
    if !outside.is_empty() {
        lines.push(when(&outside, &refusal, dialect));
    }
    let (head, beside) = definition.beside.split_at(start.head);
    if let ([n], Some(least), false) = (&variables[..], start.least, head.is_empty()) {
        let head = writer.table("head", head.iter().map(|(_, value)| value.to_string()).collect());
        let value = entry(&head, n, least, dialect);
        lines.push(when(&format!("{n} < {}", start.end), &format!("return {value}"), dialect));
    }
    let known = definition.laws.iter().flat_map(|law| &law.exceptions).chain(beside);
    let known: Vec<&(Vec<i64>, i64)> = known.collect();
    let looked_up = writer.names.table(&format!("{name}_exceptions"));
    let (before, tests) = returned(&known, &variables, &looked_up, dialect);
    lines.extend(tests);
    lines.extend(cases(definition, start.end, variables.first(), &refusal, &mut writer, dialect)?);

    let sign = dialect.of(["//", "#", "//"]);
    let notes = definition.notes.iter().map(|note| format!("{sign} {}\n", line(note)));
    let mut text: String = notes.collect();
    text.push_str(&writer.tables());
    text.push_str(&before);
    text.push_str(&heading(name, &variables, "i64", dialect));
    for line in lines {
        text.push_str(&format!("    {line}\n"));
    }
    text.push_str(dialect.of(["}\n", "", "}\n"]));
    if let Some(member) = member {
        let (least, body) = (start.least.unwrap_or(0), &definition.law().body);
        text.push_str(&membership(member, name, least, grows_fast(body), dialect));
    }
    Ok(text)
}

/// Whether a function tells the members of the list.
fn is_list(definition: &LawFunction<'_>) -> bool {
    definition.law().variables.len() == 1 && definition.is_list
}

/// Where the first variable begins, and up to where the values beside laws have no gap.
struct Start {
    /// With the law itself, if that is the only one and nothing is known beside it.
    least: Option<i64>,
    /// How many values beside laws in one variable there are up to the first gap.
    head: usize,
    /// Where they end.
    end: i64,
}

impl Start {
    fn of(definition: &LawFunction<'_>) -> Self {
        let from = match (&definition.laws[..], &definition.beside[..]) {
            ([law], []) if law.condition.is_none() => law.from,
            _ => None,
        };
        let least = definition.ranges.first().map(|(lo, _)| *lo).max(from);
        let begin = least.unwrap_or(i64::MIN);
        let without_gap = (begin..).zip(&definition.beside).take_while(|(n, (at, _))| *at == [*n]);
        let head = without_gap.count();
        Self { least, head, end: begin.saturating_add(i64::try_from(head).unwrap_or(i64::MAX)) }
    }
}

/// The value at n in a list of the values from `least` on.
fn entry(list: &str, n: &str, least: i64, dialect: Dialect) -> String {
    let place = match least {
        0 => n.to_owned(),
        least if least < 0 => format!("{n} + {}", least.unsigned_abs()),
        least => format!("{n} - {least}"),
    };
    match dialect {
        Dialect::Rust => format!("{list}[({place}) as usize]").replace(&format!("({n})"), n),
        _ => format!("{list}[{place}]"),
    }
}

/// Lines that return the value of the first law that counts, and refuse where none does; those that
/// begin up to `end` count everywhere.
fn cases(
    definition: &LawFunction<'_>,
    end: i64,
    first: Option<&String>,
    refusal: &str,
    writer: &mut Writer<'_>,
    dialect: Dialect,
) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for law in &definition.laws {
        let forms = match law.body.is_condition() {
            true => ["return $e", "return int($e)", "i64::from($e)"],
            false => ["return $e", "return $e", "$e"],
        };
        let body = dialect.fill(forms, &[('e', &writer.write(&law.body, Level::Any)?)]);
        let from = law.from.filter(|&from| from > end);
        let from = from.and_then(|from| Some(format!("{} >= {from}", first?)));
        let guard = match (&law.condition, from) {
            (Some(condition), Some(from)) => {
                Some(format!("{from}{}{}", writer.and(), writer.write(condition, Level::Atom)?))
            }
            (Some(condition), None) => Some(writer.write(condition, Level::Any)?),
            (None, from) => from,
        };
        let Some(guard) = guard else {
            lines.push(body + dialect.of([";", "", ""]));
            return Ok(lines);
        };
        let body = if dialect == Dialect::Rust { format!("return {body}") } else { body };
        lines.push(when(&guard, &body, dialect));
    }
    lines.push(refusal.to_owned() + dialect.of([";", "", ""]));
    Ok(lines)
}

/// The condition that a variable is out of its range, empty where none has one.
fn outside(
    definition: &LawFunction<'_>,
    least: Option<i64>,
    variables: &[String],
    dialect: Dialect,
) -> String {
    let mut tests = Vec::new();
    for (i, v) in variables.iter().enumerate() {
        let range = definition.ranges.get(i);
        let lo = if i == 0 { least } else { range.map(|(lo, _)| *lo) };
        tests.extend(lo.map(|lo| format!("{v} < {lo}")));
        tests.extend(range.and_then(|(_, hi)| *hi).map(|hi| format!("{v} > {hi}")));
    }
    tests.join(dialect.of([" || ", " or ", " || "]))
}

/// A note that stays a comment of one line: C++ goes on behind a `\`, and Rust refuses what turns
/// the direction of the text.
fn line(note: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String =
        note.chars().map(|c| if c.is_control() || turns(c) { ' ' } else { c }).collect();
    if text.ends_with('\\') { text + "." } else { text }
}

/// The first line of a function of integers.
fn heading(name: &str, variables: &[String], result: &str, dialect: Dialect) -> String {
    let typed =
        variables.iter().map(|v| dialect.fill(["long long $v", "$v", "$v: i64"], &[('v', v)]));
    let cpp = if result == "bool" { "bool" } else { "long long" };
    let forms = ["$c $f($v) {\n", "def $f($v):\n", "fn $f($v) -> $r {\n"];
    dialect.fill(forms, &[('c', cpp), ('f', name), ('v', &listed(typed)), ('r', result)])
}

/// A line that does something under a condition.
fn when(condition: &str, action: &str, dialect: Dialect) -> String {
    let forms = ["if ($c) $a;", "if $c: $a", "if $c { $a; }"];
    dialect.fill(forms, &[('c', condition), ('a', action)])
}

/// Lines that return the values at some positions, a test for each or one table of all, and what
/// stands before the function for them.
fn returned(
    values: &[&(Vec<i64>, i64)],
    variables: &[String],
    looked_up: &str,
    dialect: Dialect,
) -> (String, Vec<String>) {
    let is_short = values.len() <= MAX_TESTS;
    if is_short || (dialect == Dialect::Cpp && variables.len() > 1) {
        let and = dialect.of([" && ", " and ", " && "]);
        let test = |(position, value): &&(Vec<i64>, i64)| {
            let tests = variables.iter().zip(position).map(|(v, c)| format!("{v} == {c}"));
            when(&tests.collect::<Vec<_>>().join(and), &format!("return {value}"), dialect)
        };
        return (String::new(), values.iter().map(test).collect());
    }
    let place = tuple(variables);
    let case = |(at, value): &&(Vec<i64>, i64)| {
        let (at, value) = (tuple(at), value.to_string());
        let forms = ["case $a: return $v;", "$a: $v,", "$a => return $v,"];
        dialect.fill(forms, &[('a', &at), ('v', &value)])
    };
    let cases = fill(values.iter().map(case), " ");
    let inside = cases.into_iter().map(|line| format!("    {line}"));
    let (open, close) = match dialect {
        Dialect::Python => {
            let look_up = format!("if {place} in {looked_up}: return {looked_up}[{place}]");
            let lines: String = inside.map(|line| line + "\n").collect();
            return (format!("{looked_up} = {{\n{lines}}}\n"), vec![look_up]);
        }
        Dialect::Rust => (format!("match {place} {{"), vec!["    _ => {}".into(), "}".into()]),
        _ => (format!("switch ({place}) {{"), vec!["}".into()]),
    };
    (String::new(), std::iter::once(open).chain(inside).chain(close).collect())
}

/// The words in lines of limited width.
fn fill(words: impl IntoIterator<Item = String>, separator: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push_str(separator);
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// `is_NAME(x)`: whether the list that the function `name` gives has the member x. Lists that grow like powers are run through,
/// others searched by doubling.
fn membership(member: &str, name: &str, least: i64, grows_fast: bool, dialect: Dialect) -> String {
    let x = if name == "x" { "value" } else { "x" };
    let heading = heading(member, &[x.to_owned()], "bool", dialect);
    let helper = if grows_fast { "is_term_of" } else { "is_value_of" };
    let call = format!("{helper}({name}, {least}, {x})");
    let forms = ["    return $c;\n}\n", "    return $c\n", "    $c\n}\n"];
    heading + &dialect.fill(forms, &[('c', &call)])
}

/// Whether values may leave 64 bits at a place twice as far.
fn grows_fast(expr: &Expr) -> bool {
    match &expr.node {
        Node::Binary(Binary::Pow, ..) => true,
        Node::Call(name, arguments) => {
            function::function(name).is_some_and(|f| f.grows_fast)
                || arguments.iter().any(grows_fast)
        }
        Node::Binary(_, a, b) => grows_fast(a) || grows_fast(b),
        Node::Unary(_, e) => grows_fast(e),
        Node::If(_, yes, no) => grows_fast(yes) || grows_fast(no),
        _ => false,
    }
}
