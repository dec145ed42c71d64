//! Laws as `find` prints them, read as conditions.

use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Span, ValueOf};
use expr::build::{binary, compared, element};
use expr::lexer::TokenKind::{Int, Name, Symbol};
use expr::lexer::{Token, TokenKind, lex};
use expr::parser::parse_expression;
use expr::substitute::{Bindings, int, name};
use message::{Message, message};

use crate::ast::{Coordinate, CoordinateForm, Rule, State};

/// What a law that `find` prints says, as a condition on the coordinates: `sg(n) = n % 4 for n >= 3` is
/// `n >= 3 implies sg(n) = n % 4`. `None` where the text has none of the forms that only `find` has.
///
/// # Errors
/// It is such a law and no condition says it, with what to state in its place.
pub fn restated(law: &str, rule: &Rule) -> Result<Option<String>, Message> {
    let own = own_names(rule.state.as_ref());
    let sizes: Vec<&str> =
        rule.start.iter().flat_map(|start| &start.sizes).map(|size| size.name.as_str()).collect();
    let own_first = own.first().map(|name| name.trim_end_matches("[]"));
    let variable = own_first.or(sizes.first().copied());
    let restated = as_condition(law, variable)?;
    let text = restated.as_deref().unwrap_or(law);
    Ok(by_entries(text, &own).or_else(|| on_starts(text, &own, &sizes)).or(restated))
}

/// The names of the coordinates, with brackets behind those of rows.
fn own_names(state: Option<&State>) -> Vec<String> {
    let written = |c: &Coordinate| match c.form {
        CoordinateForm::Row(_) => format!("{}[]", c.name),
        _ => c.name.clone(),
    };
    match state {
        Some(State::Heap(coordinate)) => vec![coordinate.name.clone()],
        Some(State::Tuple { coordinates, .. }) => coordinates.iter().map(written).collect(),
        Some(State::Heaps { name, .. }) => vec![format!("{name}[]")],
        Some(State::Coins { coordinates, .. }) => coordinates.clone(),
        Some(State::Product(..)) | None => Vec::new(),
    }
}

/// `sg = h[1] ^ h[2]` of `sg(h1, h2) = h1 ^ h2`, where the rule has a row `h`.
fn by_entries(law: &str, own: &[String]) -> Option<String> {
    let rows: Vec<&str> = own.iter().filter_map(|name| name.strip_suffix("[]")).collect();
    let entry = |name: &str| {
        rows.iter().find_map(|row| {
            let number: usize = name.strip_prefix(row)?.parse().ok()?;
            Some(format!("{row}[{number}]"))
        })
    };
    let is_own = |name: &str| entry(name).is_some() || own.iter().any(|own| own == name);
    let (tokens, _) = lex(law, Span::new(0, law.len()));
    let is_entry = |token: &Token| matches!(&token.kind, Name(name) if entry(name).is_some());
    if !tokens.iter().any(is_entry) {
        return None;
    }
    let law = without_positions(law, |names| names.iter().all(|name| is_own(name)));
    let (tokens, _) = lex(&law, Span::new(0, law.len()));
    let mut text = String::new();
    let mut end = 0;
    for token in &tokens {
        if let Name(name) = &token.kind
            && let Some(entry) = entry(name)
        {
            text += &law[end..token.span.start];
            text += &entry;
            end = token.span.end;
        }
    }
    Some(text + &law[end..])
}

/// `on starts: sg = k % 2` of `sg(k) = k % 2`, where k is a size of the start and no coordinate.
fn on_starts(law: &str, own: &[String], sizes: &[&str]) -> Option<String> {
    if sizes.is_empty() || own.iter().map(String::as_str).eq(sizes.iter().copied()) {
        return None;
    }
    let text = without_positions(law, |names| names == sizes);
    (text != law && !text.contains(':')).then(|| format!("on starts: {text}"))
}

/// The text with the quantities alone that stand before such names in brackets: `sg` for `sg(a, b)`.
fn without_positions(law: &str, are_own: impl Fn(&[&str]) -> bool) -> String {
    let mut text = String::new();
    let mut rest = law;
    while let Some(open) = rest.find('(') {
        let (before, after) = rest.split_at(open);
        let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        let names = after[1..]
            .split_once(')')
            .filter(|_| word.is_some_and(|word| Quantity::from_name(word).is_some()));
        text += before;
        rest = match names {
            Some((names, behind)) if are_own(&names.split(", ").collect::<Vec<_>>()) => behind,
            _ => {
                text.push('(');
                &after[1..]
            }
        };
    }
    text + rest
}

/// The same of a law about this coordinate.
fn as_condition(law: &str, coordinate: Option<&str>) -> Result<Option<String>, Message> {
    if law.starts_with("P-positions") || law.starts_with("misere P-positions") {
        return Err(
            "--law states what holds at a position: write who wins, such as `lose iff min(a, \
                    b) = floor(phi * abs(a - b))`; without --law what the table shows is proved"
                .into(),
        );
    }
    if law.contains(", in order") {
        return Err("--law states what holds at a position, such as `sg(x) = 2 * x - 1`; without \
                    --law what the table shows is proved"
            .into());
    }
    let (law, exceptions) = match law.split_once(", except at ") {
        Some((law, rest)) => {
            let (places, rest) = rest.split_once(';').unwrap_or((rest, ""));
            (if rest.is_empty() { law.to_owned() } else { format!("{law};{rest}") }, Some(places))
        }
        None => (law.to_owned(), None),
    };
    let (law, residues) = match law.split_once("; by ") {
        Some((law, list)) => (law.to_owned(), Some(listed(list).ok_or_else(unread)?)),
        None => (law, None),
    };
    let (law, same_before) = match law.split_once("; the same residues before that") {
        Some((law, _)) => (law.to_owned(), true),
        None => (law, false),
    };
    let is_claim = law.contains(':');
    let (body, domain) =
        match at_depth_0(&law, &Name("for".to_owned())).last().filter(|_| !is_claim) {
            Some(span) => (law[..span.start].trim(), Some(law[span.end..].trim())),
            None => (law.trim(), None),
        };
    // residues that hold before, too, hold everywhere
    let domain = domain.filter(|_| !(same_before && residues.is_some()));
    let restated = match &residues {
        Some((variable, list)) => {
            let values = periodic(body, variable, list).ok_or_else(unread)?;
            outcome(&values).or(Some(values))
        }
        None => classes(body, coordinate).or_else(|| choice(body)).or_else(|| outcome(body)),
    };
    // a law for each slice, a recurrence of the digits
    let is_recurrence = !at_depth_0(body, &Symbol(",")).is_empty() && spelled(body) != body;
    if restated.is_none() && !is_claim && (body.contains("; ") || is_recurrence) {
        return Err(unread());
    }
    if restated.is_none() && domain.is_none() && exceptions.is_none() {
        return Ok(None);
    }
    let body = restated.unwrap_or_else(|| body.to_owned());
    let excepted = exceptions.map(outside).transpose()?;
    let all: Vec<String> = domain.map(str::to_owned).into_iter().chain(excepted).collect();
    Ok(Some(match &all[..] {
        [] => body,
        [one] => format!("{one} implies ({body})"),
        all => format!("({}) implies ({body})", all.join(") and (")),
    }))
}

fn unread() -> Message {
    "the law is not read: state it as a condition, such as `n >= 3 implies sg(n) = [0, 1, 2][n % 3]`"
        .into()
}

/// Where tokens of this kind stand outside brackets.
fn at_depth_0(text: &str, kind: &TokenKind) -> Vec<Span> {
    let (tokens, _) = lex(text, Span::new(0, text.len()));
    let mut open = 0;
    let mut found = Vec::new();
    for token in tokens {
        match token.kind {
            Symbol("(" | "[" | "{") => open += 1,
            Symbol(")" | "]" | "}") => open -= 1,
            _ if open == 0 && token.kind == *kind => found.push(token.span),
            _ => {}
        }
    }
    found
}

/// `n mod 7: 0 1 0 1 2 3 2`: the variable and the list.
fn listed(text: &str) -> Option<(String, Vec<i128>)> {
    let (heading, values) = text.split_once(':')?;
    let (variable, period) = heading.split_once(" mod ")?;
    let values: Vec<i128> =
        values.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    (period.trim().parse() == Ok(values.len())).then(|| (variable.trim().to_owned(), values))
}

/// `sg(n) = [0, 1, 2][n % 3]` of `sg(n + 3) = sg(n)` and its list.
fn periodic(body: &str, variable: &str, list: &[i128]) -> Option<String> {
    let Node::Compare(_, rest) = parse_expression(body).ok()?.node else { return None };
    let [(Comparison::Eq, value @ Expr { node: Node::Value(_), .. })] = &rest[..] else {
        return None;
    };
    let list: Vec<Expr> = list.iter().map(|value| Node::Int(*value).into()).collect();
    let rest = binary(Binary::Rem, name(variable), int(list.len() as i64));
    let entry = element(Node::List(list).into(), rest);
    Some(compared(value.clone(), Comparison::Eq, entry).to_string())
}

/// `sg(n) = [E, F][n % 2]` of `sg(2q) = E, sg(2q + 1) = F`, with n // 2 for q.
fn classes(body: &str, coordinate: Option<&str>) -> Option<String> {
    let coordinate = coordinate?;
    let commas = at_depth_0(body, &Symbol(","));
    let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma.end));
    let ends = commas.iter().map(|comma| comma.start).chain([body.len()]);
    let mut values = Vec::new();
    let (mut subject, mut period) = (None, 0);
    for (class, (start, end)) in (0..).zip(starts.zip(ends)) {
        let Node::Compare(left, rest) = parse_expression(&spelled(&body[start..end])).ok()?.node
        else {
            return None;
        };
        let Node::Value(value @ ValueOf { position: Some(position), .. }) = &left.node else {
            return None;
        };
        let ([(Comparison::Eq, right)], [place]) = (&rest[..], &position[..]) else { return None };
        // 4 * q + 1
        let place = place.first().filter(|_| place.len() == 1)?;
        let (multiple, rest) = match &place.node {
            Node::Binary(Binary::Add, multiple, rest) => (multiple.as_ref(), rest.literal()?),
            _ => (place, 0),
        };
        let Node::Binary(Binary::Mul, factor, _) = &multiple.node else { return None };
        let (factor, own) = (factor.literal()?, Node::Value(value.clone()));
        if rest != class || (class > 0 && factor != period) {
            return None;
        }
        (period, subject) = (factor, Some(own));
        values.push(right.clone());
    }
    let Node::Value(mut value) = subject? else { return None };
    if values.len() as i128 != period {
        return None;
    }
    value.position = Some(vec![vec![name(coordinate)]]);
    let at = |operator| binary(operator, name(coordinate), Node::Int(period).into());
    let quotient = |e: &Expr| Bindings::default().with("q", at(Binary::Div)).expr(e);
    let list = Node::List(values.iter().map(quotient).collect());
    let entry = element(list.into(), at(Binary::Rem));
    Some(compared(Node::Value(value).into(), Comparison::Eq, entry).to_string())
}

/// The text with products written out: `4 * q` for `4q`.
fn spelled(text: &str) -> String {
    let (tokens, _) = lex(text, Span::new(0, text.len()));
    let mut spelled = String::new();
    let mut end = 0;
    for pair in tokens.windows(2) {
        let [Token { kind, span }, next] = pair else { continue };
        spelled.push_str(&text[end..span.end]);
        end = span.end;
        if matches!((kind, &next.kind), (Int(_), Name(_))) && span.end == next.span.start {
            spelled.push_str(" * ");
        }
    }
    spelled
}

/// `sg(x) = (if C then 1 else 0)` of `sg(x) = 1 iff C, else 0`.
fn choice(body: &str) -> Option<String> {
    let (first, other) = body.rsplit_once(", else ")?;
    let (equal, condition) = first.split_once(" iff ")?;
    let (subject, value) = equal.split_once('=')?;
    let text = format!("{subject}= (if {condition} then {value} else {other})");
    Some(parse_expression(&text).ok()?.to_string())
}

/// `win(n) iff E != 0` of `win(n) = E`.
fn outcome(body: &str) -> Option<String> {
    let Node::Compare(left, rest) = parse_expression(body).ok()?.node else { return None };
    let [(Comparison::Eq, right)] = &rest[..] else { return None };
    if !left.is_condition() {
        return None;
    }
    Some(match right.literal() {
        _ if right.is_condition() => binary(Binary::Iff, *left, right.clone()).to_string(),
        Some(0) => format!("not {left}"),
        Some(_) => left.to_string(),
        None => {
            let holds = compared(right.clone(), Comparison::Ne, int(0));
            binary(Binary::Iff, *left, holds).to_string()
        }
    })
}

/// Everywhere but at `n = 0, 1, 2` or `(a, b) = (0, 0), (0, 1)`.
fn outside(places: &str) -> Result<String, Message> {
    if places.ends_with(" more") {
        let help = message!(
            "--format json lists them, or say from where on it has none: `n > 40 \
            implies ...`"
        );
        return Err(message!("the exceptions are not all named; {help}"));
    }
    let (names, values) = places.split_once(" = ").ok_or_else(unread)?;
    let names: Vec<&str> = names.trim_matches(['(', ')']).split(", ").collect();
    if let [name] = &names[..] {
        return Ok(format!("{name} not in {{{values}}}"));
    }
    let ends = values.trim_start_matches('(').trim_end_matches(')');
    let one = |point: &str| {
        let values: Vec<&str> = point.split(", ").collect();
        (values.len() == names.len()).then(|| {
            let equal = names.iter().zip(values).map(|(name, value)| format!("{name} = {value}"));
            equal.collect::<Vec<_>>().join(" and ")
        })
    };
    let all: Option<Vec<String>> = ends.split("), (").map(one).collect();
    Ok(format!("not ({})", all.ok_or_else(unread)?.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_restated_as_conditions() {
        for (law, expected) in [
            ("sg(n) = n % 4 for n >= 3", "n >= 3 implies (sg(n) = n % 4)"),
            (
                "win(n) iff n % 4 != 0, except at n = 0, 9",
                "n not in {0, 9} implies (win(n) iff n % 4 != 0)",
            ),
            (
                "sg(a, b) = a, except at (a, b) = (0, 0), (0, 1)",
                "not (a = 0 and b = 0 or a = 0 and b = 1) implies (sg(a, b) = a)",
            ),
            ("sg(n + 3) = sg(n); by n mod 3: 0 1 2", "sg(n) = [0, 1, 2][n % 3]"),
            (
                "sg(n + 3) = sg(n) for n >= 9; the same residues before that; by n mod 3: 0 1 2, \
                 except at n = 0, 4",
                "n not in {0, 4} implies (sg(n) = [0, 1, 2][n % 3])",
            ),
            ("sg(n + 34) = sg(n) + 4 for n >= 9", "n >= 9 implies (sg(n + 34) = sg(n) + 4)"),
            (
                "sg(2q) = 4q - 1, sg(2q + 1) = 5 for n >= 1",
                "n >= 1 implies (sg(n) = [4 * (n // 2) - 1, 5][n % 2])",
            ),
            ("sg(x) = 1 iff x % 3 = 0, else 0", "sg(x) = (if x % 3 = 0 then 1 else 0)"),
            ("win(n) = 1, except at n = 3", "n not in {3} implies (win(n))"),
            ("win(A, king) = 0 for king = 0", "king = 0 implies (not win(A, king))"),
            ("win(n + 3) = win(n); by n mod 3: 0 1 1", "win(n) iff [0, 1, 1][n % 3] != 0"),
            ("win(n + 34) = win(n) for n >= 2", "n >= 2 implies (win(n + 34) iff win(n))"),
            ("win(g, v) = g % 2 for v = 2", "v = 2 implies (win(g, v) iff g % 2 != 0)"),
        ] {
            let found = as_condition(law, Some("n"));
            assert_eq!(found.as_ref().map(|r| r.as_deref()), Ok(Some(expected)), "{law}");
            assert!(parse_expression(expected).is_ok(), "{expected}");
        }
    }

    #[test]
    fn entries_of_rows_and_sizes_of_starts_are_written_as_claims_do() {
        let rule = |text: &str| crate::parse(&format!("game g\n{text}\n")).0.expect("a rule");
        let heaps = "state heaps h[3]\nmove one of h[i]: h[i] - t for t in 1..h[i]";
        let row = "state (a, h[2])\nmove a -> a - 1 if a > 0";
        let starts = "state (a, b)\nmove a -> a - 1 if a > 0\nstart k: (k, k)";
        let heap = "heap n\nmove n - 1 if n > 0\nstart n: n";
        for (text, law, expected) in [
            (heaps, "sg(h1, h2, h3) = (h1 ^ h2 ^ h3) % 4", Some("sg = (h[1] ^ h[2] ^ h[3]) % 4")),
            (
                row,
                "win(a, h1, h2) iff a != h2, except at (a, h1, h2) = (0, 0, 1)",
                Some("not (a = 0 and h[1] = 0 and h[2] = 1) implies (win iff a != h[2])"),
            ),
            (starts, "sg(k + 2) = sg(k); by k mod 2: 0 1", Some("on starts: sg = [0, 1][k % 2]")),
            (
                starts,
                "win(k) iff k > 3 for k >= 1",
                Some("on starts: k >= 1 implies (win iff k > 3)"),
            ),
            (starts, "sg(a, b) = a", None),
            (heap, "sg(n) = n % 2", None),
        ] {
            let found = restated(law, &rule(text));
            assert_eq!(found.as_ref().map(|r| r.as_deref()), Ok(expected), "{law}");
        }
    }

    #[test]
    fn what_is_a_condition_already_stays() {
        for law in [
            "sg = n % 4",
            "win iff any{sg(k) = 0 for k in 1..n}",
            "for k in 1..3: sg(k) = k",
            "if n > 3: win",
        ] {
            assert_eq!(as_condition(law, Some("n")), Ok(None), "{law}");
        }
    }

    #[test]
    fn a_law_that_no_condition_says_is_refused_with_what_to_write() {
        for (law, help) in [
            ("P-positions (a <= b): (floor(phi*i), floor(phi^2*i)), i = 0, 1, 2, ...", "lose iff"),
            ("win(n) = 1, except at n = 0, 1, 2 and 36 more", "not all named"),
            ("sg(x), x >= 1: the numbers x >= 1 with popcount(x) % 2 = 1, in order", "sg(x) ="),
            ("sg(n + 3) = sg(n); by n mod 3: 0 1", "state it as a condition"),
            ("sg(2t) = sg(t), sg(2t + 1) = t, sg(0) = 0", "state it as a condition"),
            ("sg(g, v) = 0 for v = 0; g % 2 for v = 1", "state it as a condition"),
        ] {
            let why = as_condition(law, Some("n")).expect_err(law).to_string();
            assert!(why.contains(help), "{why}");
        }
    }
}
