//! Lists within lists, tuples and dictionaries, as Python, numpy, JSON, Mathematica and MATLAB print
//! them.

use super::field::says_lost;
use super::field::{Field, is_outcome};
use super::names::says_offset;
use super::sheet::{RowForm, Sheet};
use super::{As, wrong};
use message::message;
use std::iter::Peekable;
use std::vec::IntoIter;
use table::lines::{Mistake, Result};

/// Brackets within brackets, at most.
const MAX_DEPTH: usize = 16;
/// What the names of other such functions and types end in.
const ENDS: [&str; 5] = ["array", "matrix", "dict", "_items", "_values"];
/// Functions and types that hold one list, in lower case.
const HOLDERS: [&str; 10] =
    ["tensor", "counter", "deque", "frozenset", "list", "vector", "series", "c", "tuple", "set"];

/// A value in brackets.
#[derive(Clone, Debug)]
enum Node<'t> {
    Atom(Field<'t>),
    /// What a bracket of this shape holds; its place.
    List(char, Vec<Node<'t>>, Field<'t>),
    /// A key and its value.
    Entry(Box<Node<'t>>, Box<Node<'t>>),
}

#[derive(Clone, Debug)]
enum Token<'t> {
    Open(char, Field<'t>),
    Close(char, Field<'t>),
    Comma,
    /// Ends a row of MATLAB's.
    Semicolon,
    Arrow,
    /// What stands before it is the name of what stands behind it.
    Equals,
    Word(Field<'t>),
}

/// The rows that nested brackets show; `None` for a text that has none around its values.
///
/// # Errors
/// A bracket that nothing closes, or values in it that are no rows.
pub(super) fn sheet(text: &str) -> Option<Result<Sheet<'_>>> {
    let start = beginning(text);
    let opens = start + text[start..].find(['[', '{', '(', '<'])?;
    // Before the first bracket there may be a name, a type, or the name of a function.
    let before = text[start..opens].trim();
    let closes = text.trim_end().trim_end_matches([';', '.', ',']).ends_with([']', '}', ')', '>']);
    let is_name = |c: char| c.is_alphanumeric() || "_.=:*& \t\"'".contains(c);
    let first = before.chars().next();
    let is_named = before.is_empty()
        || first.is_some_and(|c| c.is_alphabetic() || "_\"'".contains(c))
            && before.chars().all(is_name);
    if !is_named
        || text[opens..].starts_with('<') && !text[opens..].starts_with("<|")
        || (!closes && !before.is_empty())
    {
        return None;
    }
    // `f(2) = 1` has no list in it.
    let name = before.rsplit([' ', '.', ':']).next().unwrap_or("").to_lowercase();
    if !before.is_empty()
        && !before.ends_with('=')
        && !ENDS.iter().any(|end| name.ends_with(end))
        && !HOLDERS.contains(&&*name)
    {
        return None;
    }
    Some(held(text, start))
}

/// The rows of the lists from `start` on, or of the values behind positions in brackets.
fn held(text: &str, start: usize) -> Result<Sheet<'_>> {
    let nodes = inside(&mut tokens(text, start)?.into_iter().peekable(), None, 0)?;
    let read = match value_outside(&nodes) {
        None => rows(whole(nodes)),
        Some(odd) => Err(odd.wrong("all values in brackets")),
    };
    let read = read.map(|mut sheet| {
        sheet.without_dots();
        sheet
    });
    read.or_else(|mistake| super::equations::sheet(text).unwrap_or(Err(mistake)))
}

/// A value beside lists.
fn value_outside<'n, 't>(nodes: &'n [Node<'t>]) -> Option<&'n Field<'t>> {
    let is_value = |field: &&Field<'_>| field.is_number() || is_outcome(&field.text);
    let has_lists = nodes.iter().any(|node| single(node).is_none());
    nodes.iter().filter_map(single).find(is_value).filter(|_| has_lists)
}

/// Where the first list may begin: behind comments, and behind `int sg[] =`.
fn beginning(text: &str) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !(line.trim().is_empty() || line.trim_start().starts_with('#')) {
            break;
        }
        start += line.len();
    }
    // `Out[3]= {...}`, `Out[3]: [...]`, `%1 = [...]`, `>>> [...]`
    let rest = &text[start..];
    let is_prompt = |c: char| c.is_ascii_digit() || "]:= ".contains(c);
    for prompt in ["Out[", "%", ">>>"] {
        if let Some(behind) = rest.strip_prefix(prompt)
            && let Some(list) = behind.find(|c| !is_prompt(c))
            && behind[list..].starts_with(['{', '['])
        {
            return start + prompt.len() + list;
        }
    }
    // `std::vector<int> sg{...}`
    let braced = rest.split_once('{').map(|(name, _)| name);
    if let Some(name) =
        braced.filter(|name| name.contains(['>', ']']) && !name.contains(['=', '(', '\n']))
        && name.starts_with(char::is_alphabetic)
    {
        return start + name.len();
    }
    // `std::vector<int> sg = {...}`, `int[] sg = new int[] {...}`, `let sg = vec![...]`
    let declared = rest.split_once('=').filter(|(name, rest)| {
        let is_macro = rest.trim_start().starts_with("vec![");
        let is_list = rest.trim_start().starts_with(['{', '[', '(']) || rest.starts_with(" new ");
        (is_list || is_macro)
            && name.ends_with([' ', ']'])
            && (is_macro || name.contains(['<', ']']))
            && !name.contains(['(', '{', '\n'])
    });
    let Some((name, behind)) = declared else { return start };
    let list = match behind.trim_start() {
        new if new.starts_with("new ") => behind.find('{').unwrap_or(0),
        vector if vector.starts_with("vec!") => behind.find('[').unwrap_or(0),
        _ => 0,
    };
    start + name.len() + 1 + list
}

/// The tokens behind `start`.
fn tokens(text: &str, start: usize) -> Result<Vec<Token<'_>>> {
    let mut all = Vec::new();
    let before = &text[..start];
    let (passed, begins) = (before.matches('\n').count(), before.rfind('\n').map_or(0, |b| b + 1));
    for (number, line) in (1..).zip(text.lines()) {
        if number <= passed {
            continue;
        }
        let mut at = if number == passed + 1 { start - begins } else { 0 };
        let mut character = line[..at].chars().count() + 1;
        while let Some(c) = line[at..].chars().next() {
            let rest = &line[at..];
            let here = |text: &'_ str| Field::new(text.to_owned(), number, character);
            let (token, length) = match c {
                '#' => break,
                '.' | '\u{2026}' if rest.starts_with("..") || c == '\u{2026}' => {
                    let dots = rest.find(|c| !matches!(c, '.' | '\u{2026}')).unwrap_or(rest.len());
                    // At the end of a list they only say that it goes on.
                    if !rest[dots..].trim_start().starts_with([']', '}', ')']) {
                        return Err(here(&rest[..dots]).wrong("values; print them all"));
                    }
                    (Some(Token::Word(here(&rest[..dots]))), dots)
                }
                '<' if rest.starts_with("<|") => (Some(Token::Open('<', here("<|"))), 2),
                '|' if rest.starts_with("|>") => (Some(Token::Close('<', here("|>"))), 2),
                '[' | '{' | '(' => (Some(Token::Open(c, here(&rest[..1]))), 1),
                ']' => (Some(Token::Close('[', here("]"))), 1),
                '}' => (Some(Token::Close('{', here("}"))), 1),
                ')' => (Some(Token::Close('(', here(")"))), 1),
                ',' => (Some(Token::Comma), 1),
                ';' => (Some(Token::Semicolon), 1),
                ':' => (Some(Token::Arrow), 1),
                '=' if rest.starts_with("=>") => (Some(Token::Arrow), 2),
                '-' if rest.starts_with("->") => (Some(Token::Arrow), 2),
                '=' => (Some(Token::Equals), 1),
                '"' | '\'' => {
                    let end = rest[1..].find(c).map_or(rest.len() - 1, |end| end);
                    let word = Field::new(&rest[1..=end], number, character);
                    (Some(Token::Word(word)), (end + 2).min(rest.len()))
                }
                c if c.is_whitespace() => (None, c.len_utf8()),
                _ => {
                    let stops = |c: char| c.is_whitespace() || "[]{}(),;:=\"'#|".contains(c);
                    let end = rest.find(stops).unwrap_or(rest.len());
                    let end = rest[..end].find("->").filter(|&arrow| arrow > 0).unwrap_or(end);
                    let end = end.max(c.len_utf8());
                    // `3L`, as R writes integers
                    let digits = rest[..end].strip_suffix('L').filter(|n| n.parse::<i64>().is_ok());
                    let word = digits.unwrap_or(&rest[..end]);
                    (Some(Token::Word(Field::new(word, number, character))), end)
                }
            };
            all.extend(token);
            character += rest[..length].chars().count();
            at += length;
        }
    }
    Ok(all)
}

type Rest<'t> = Peekable<IntoIter<Token<'t>>>;

/// What the text holds: its only list, or all of them.
fn whole(mut nodes: Vec<Node<'_>>) -> Node<'_> {
    let lists = nodes.iter().filter(|node| !matches!(node, Node::Atom(_))).count();
    if lists > 0 {
        // names of functions and types
        nodes.retain(|node| !matches!(node, Node::Atom(_)));
    }
    match nodes.len() {
        1 => nodes.remove(0),
        _ => Node::List('[', nodes, Field::new("", 1, 0)),
    }
}

/// What stands before the bracket that closes `open`.
fn inside<'t>(
    rest: &mut Rest<'t>,
    open: Option<(char, &Field<'t>)>,
    depth: usize,
) -> Result<Vec<Node<'t>>> {
    let mut nodes: Vec<Node<'t>> = Vec::new();
    let mut matrix: Vec<Node<'t>> = Vec::new();
    let (mut key, mut has_commas) = (None, None);
    let put = |nodes: &mut Vec<Node<'t>>, key: &mut Option<Node<'t>>, node| match key.take() {
        Some(key) => nodes.push(Node::Entry(Box::new(key), Box::new(node))),
        None => nodes.push(node),
    };
    while let Some(token) = rest.next() {
        match token {
            Token::Word(field) => put(&mut nodes, &mut key, Node::Atom(field)),
            Token::Open(..) if depth >= MAX_DEPTH => {
                return Err(wrong(
                    1,
                    message!("more than {MAX_DEPTH} brackets within each other"),
                    "fewer",
                ));
            }
            Token::Open(shape, at) => {
                let mut held = inside(rest, Some((shape, &at)), depth + 1)?;
                let lists = held.iter().filter(|node| matches!(node, Node::List(..))).count();
                // `array([...], dtype=int)`: the arguments of a function, of which only the list counts
                let called = shape == '('
                    && matches!(nodes.last(), Some(Node::Atom(name)) if name.small().is_none() && depth < 2);
                // `np.int64(3)`
                let of_number =
                    |name: &Field<'_>| name.text.contains("int") || name.text.contains("float");
                let converted = shape == '('
                    && matches!(nodes.last(), Some(Node::Atom(name)) if of_number(name))
                    && matches!(&held[..], [Node::Atom(_)]);
                if converted || called && lists == 1 {
                    nodes.pop();
                    held.retain(|node| converted || matches!(node, Node::List(..)));
                    put(&mut nodes, &mut key, held.remove(0));
                } else {
                    put(&mut nodes, &mut key, Node::List(shape, held, at));
                }
            }
            Token::Close(shape, at) => {
                return match open {
                    Some((opened, _)) if opened == shape => {
                        if matrix.is_empty() {
                            return Ok(nodes);
                        }
                        if !nodes.is_empty() {
                            matrix.push(Node::List(';', nodes, at));
                        }
                        Ok(matrix)
                    }
                    Some((opened, begin)) => {
                        let expected =
                            message!("what closes the `{opened}` of line {}", begin.line);
                        Err(at.wrong(expected))
                    }
                    None => Err(at.wrong("a value")),
                };
            }
            // `(1;2)` is a position where a comma begins decimals.
            Token::Semicolon if open.is_some_and(|(shape, _)| shape != '(') => {
                let row = std::mem::take(&mut nodes);
                let at = open.map(|(_, at)| at.clone()).unwrap_or_default();
                matrix.push(Node::List(';', row, at));
            }
            Token::Comma | Token::Semicolon => {
                let is_comma = matches!(token, Token::Comma);
                let has_both =
                    has_commas.replace(is_comma).is_some_and(|commas| commas != is_comma);
                if let Some(('(', at)) = open.filter(|_| has_both) {
                    let found = "commas and semicolons, which have two readings";
                    return Err(at.mistaken(wrong(at.line, found, "one of them between numbers")));
                }
            }
            Token::Arrow => key = nodes.pop(),
            // `sg = [...]`, `dtype=int`
            Token::Equals => {
                let before = nodes.pop();
                key = before.filter(|node| matches!(node, Node::List(..)));
            }
        }
    }
    match open {
        None => Ok(nodes),
        Some((_, begin)) => Err(begin.wrong("a bracket that is closed")),
    }
}

/// The rows of a nested value.
fn rows(node: Node<'_>) -> Result<Sheet<'_>> {
    let Node::List(shape, mut nodes, at) = node else {
        return Err(wrong(1, "a single value", "a list of values"));
    };
    if nodes.is_empty() {
        return Err(at.mistaken(wrong(at.line, "no value", "a list of values")));
    }
    // `[[[0, 1], [1, 0]]]`, and lists that stand alone on a line
    if let [Node::List(..)] = &nodes[..] {
        return rows(nodes.remove(0));
    }
    if nodes.iter().all(|node| matches!(node, Node::Entry(..))) {
        return dictionary(nodes);
    }
    if nodes.iter().all(|node| matches!(node, Node::Atom(_))) {
        let fields = nodes.into_iter().filter_map(atom).collect();
        return Ok(Sheet::list(fields, 0));
    }
    if let Some(odd) = nodes.iter().find_map(single) {
        return Err(odd.wrong("a list, as the others are"));
    }
    let is_record = |node: &Node<'_>| matches!(node, Node::List('{' | '<', held, _) if held.iter().all(|n| matches!(n, Node::Entry(..))));
    if nodes.iter().all(is_record) {
        return records(nodes);
    }
    let mut sheet = Sheet {
        form: RowForm::Rows,
        separator: ',',
        source: Some("lists in a list"),
        ..Sheet::default()
    };
    let is_tuples = nodes.iter().all(|node| matches!(node, Node::List('(', ..)));
    if shape == '{' && is_tuples {
        (sheet.form, sheet.source) = (RowForm::Places, Some("a set of tuples"));
    } else if is_tuples {
        sheet.source = Some("tuples");
    }
    if depth(&nodes) > 2 && !nodes.iter().all(is_indexed) {
        let mut at = Vec::new();
        let deep = depth(&nodes);
        walk(&nodes, &mut at, &mut sheet.rows)?;
        sheet.form = RowForm::Indexed(deep);
        return Ok(sheet);
    }
    let is_keyed = nodes.iter().all(is_indexed);
    for node in nodes {
        sheet.rows.push(flat(node)?);
    }
    if let (true, Some(width)) = (is_keyed, sheet.rows.first().map(Vec::len)) {
        sheet.form = RowForm::Indexed(width - 1);
    }
    Ok(sheet)
}

fn single<'n, 't>(node: &'n Node<'t>) -> Option<&'n Field<'t>> {
    match node {
        Node::Atom(field) => Some(field),
        _ => None,
    }
}

fn atom<'t>(node: Node<'t>) -> Option<Field<'t>> {
    match node {
        Node::Atom(field) => Some(field),
        _ => None,
    }
}

fn depth(nodes: &[Node<'_>]) -> usize {
    let below = |node: &Node<'_>| match node {
        Node::List(_, held, _) => depth(held),
        _ => 0,
    };
    1 + nodes.iter().map(below).max().unwrap_or(0)
}

/// Whether it is a pair of a position and its value: `((2, 5), 1)`.
fn is_indexed(node: &Node<'_>) -> bool {
    matches!(node, Node::List(_, pair, _) if matches!(&pair[..], [Node::List(_, key, _), Node::Atom(_)] if !key.is_empty()))
}

/// The values of an array of any depth, behind their coordinates.
fn walk<'t>(nodes: &[Node<'t>], at: &mut Vec<usize>, rows: &mut Vec<Vec<Field<'t>>>) -> Result<()> {
    for (i, node) in nodes.iter().enumerate() {
        at.push(i);
        match node {
            Node::Atom(field) => {
                let index = |i: &usize| Field::new(i.to_string(), field.line, field.character);
                rows.push(at.iter().map(index).chain([field.clone()]).collect());
            }
            Node::List(_, held, _) => walk(held, at, rows)?,
            Node::Entry(key, _) => return Err(unexpected(key)),
        }
        at.pop();
    }
    Ok(())
}

fn unexpected(node: &Node<'_>) -> Mistake {
    match node {
        Node::Atom(field) => field.wrong("a list without keys, as the others are"),
        Node::List(_, _, at) => at.wrong("a value"),
        Node::Entry(key, _) => unexpected(key),
    }
}

/// All values in it, one after the other.
fn flat<'t>(node: Node<'t>) -> Result<Vec<Field<'t>>> {
    match node {
        Node::Atom(field) => Ok(vec![field]),
        Node::List(_, held, _) => {
            let parts: Result<Vec<_>, _> = held.into_iter().map(flat).collect();
            Ok(parts?.concat())
        }
        Node::Entry(..) => Err(unexpected(&node)),
    }
}

/// `{0: 1, 1: 2}`, `{(0, 1): 2}`, `{"n": [0, 1], "sg": [0, 1]}`, `{0: {0: 1}}`.
fn dictionary(nodes: Vec<Node<'_>>) -> Result<Sheet<'_>> {
    let mut sheet = Sheet { separator: ',', source: Some("a dictionary"), ..Sheet::default() };
    let is_name = |node: &Node<'_>| matches!(node, Node::Entry(key, _) if matches!(&**key, Node::Atom(f) if !f.is_number() && f.text.starts_with(char::is_alphabetic)));
    let holds_lists = |node: &Node<'_>| matches!(node, Node::Entry(_, value) if matches!(**value, Node::List(..)));
    if nodes.iter().all(is_name) && nodes.iter().any(holds_lists) {
        return columns(nodes, sheet);
    }
    for node in nodes {
        let Node::Entry(key, value) = node else { continue };
        let key = flat(*key)?.into_iter().flat_map(coordinates).collect();
        entries(key, *value, &mut sheet.rows)?;
    }
    let width = sheet.rows.first().map_or(0, Vec::len);
    sheet.form = RowForm::Indexed(width.saturating_sub(1).max(1));
    Ok(sheet)
}

/// The numbers of a position that a key writes as `"0,1"`, as JSON needs it.
fn coordinates(key: Field<'_>) -> Vec<Field<'_>> {
    let numbers: Vec<&str> = key.text.split(',').map(str::trim).collect();
    if !numbers.iter().all(|number| number.parse::<i64>().is_ok()) {
        return vec![key];
    }
    let number = |n: &&str| Field { text: (*n).to_owned().into(), ..key.clone() };
    numbers.iter().map(number).collect()
}

/// The values behind a key, which may be an array or a dictionary, as rows.
fn entries<'t>(key: Vec<Field<'t>>, value: Node<'t>, rows: &mut Vec<Vec<Field<'t>>>) -> Result<()> {
    match value {
        Node::Atom(field) => rows.push([key, vec![field]].concat()),
        Node::List(_, held, at) => {
            for (i, node) in held.into_iter().enumerate() {
                match node {
                    Node::Entry(inner, value) => {
                        entries([key.clone(), flat(*inner)?].concat(), *value, rows)?
                    }
                    other => {
                        let index = Field::new(i.to_string(), at.line, at.character);
                        entries([key.clone(), vec![index]].concat(), other, rows)?;
                    }
                }
            }
        }
        Node::Entry(inner, value) => entries([key, flat(*inner)?].concat(), *value, rows)?,
    }
    Ok(())
}

/// Columns by their names.
fn columns<'t>(nodes: Vec<Node<'t>>, mut sheet: Sheet<'t>) -> Result<Sheet<'t>> {
    let mut header = Vec::new();
    let mut all: Vec<Vec<Field<'t>>> = Vec::new();
    // What is said of the table beside its columns counts for nothing.
    let is_column = |node: &Node<'_>| matches!(node, Node::Entry(_, value) if !matches!(**value, Node::Atom(_)));
    let is_offset = |node: &Node<'t>| match node {
        Node::Entry(key, value) => match (&**key, &**value) {
            (Node::Atom(key), Node::Atom(value)) => {
                Some(value.clone()).filter(|_| says_offset(&key.text))
            }
            _ => None,
        },
        _ => None,
    };
    let offset = nodes.iter().find_map(is_offset);
    let mut nodes: Vec<Node<'t>> = nodes.into_iter().filter(is_column).collect();
    if let Some(sheet) = named_rows(&nodes, &sheet) {
        return sheet;
    }
    let is_deep = |node| named_list(node).is_some_and(|(_, held)| depth(held) > 1);
    let lost = |node: &Node<'_>| named_list(node).is_some_and(|(name, _)| says_lost(name));
    if nodes.len() == 1 && nodes.iter().any(lost) {
        sheet.says = Some(As::Positions);
    }
    let is_keyed = |node| {
        named_list(node)
            .is_some_and(|(_, held)| held.iter().any(|node| matches!(node, Node::Entry(..))))
    };
    if nodes.iter().any(|node| is_deep(node) || is_keyed(node)) || sheet.says.is_some() {
        return match (nodes.pop(), nodes.first()) {
            (Some(Node::Entry(_, value)), None) => first_index(&offset, 0)
                .and_then(|_| rows(*value))
                .map(|held| Sheet { says: sheet.says, ..held }),
            (_, other) => Err(other.map_or_else(|| wrong(1, "no value", "a list"), unexpected)),
        };
    }
    for node in nodes {
        let Node::Entry(key, value) = node else { continue };
        header.extend(flat(*key)?);
        all.push(flat(*value)?);
    }
    let offset = first_index(&offset, if all.len() == 1 { i64::MAX } else { 0 })?;
    if let (1, true) = (all.len(), offset != 0) {
        let list = Sheet::list(all.remove(0), offset);
        return Ok(Sheet { header: Some(header), source: sheet.source, ..list });
    }
    let length = all.first().map_or(0, Vec::len);
    if let Some((name, _)) = header.iter().zip(&all).find(|(_, column)| column.len() != length) {
        return Err(name.wrong(message!("a column of {length} values, as the first")));
    }
    sheet.rows =
        (0..length).map(|i| all.iter().map(|column| column[i].clone()).collect()).collect();
    (sheet.header, sheet.form) = (Some(header), RowForm::Rows);
    Ok(sheet)
}

/// The index of the first value that is said beside columns, which may be this at most.
fn first_index(said: &Option<Field<'_>>, most: i64) -> Result<i64> {
    let Some(field) = said else { return Ok(0) };
    let index = field.small().ok_or_else(|| field.wrong("an integer"))?;
    match index.abs() <= most {
        true => Ok(index),
        false => Err(field.wrong("no first index but 0 beside several columns or dimensions")),
    }
}

/// The name and the list of an entry that has both.
fn named_list<'n, 't>(node: &'n Node<'t>) -> Option<(&'n str, &'n [Node<'t>])> {
    let Node::Entry(key, value) = node else { return None };
    match (&**key, &**value) {
        (Node::Atom(name), Node::List(_, held, _)) => Some((&name.text, held)),
        _ => None,
    }
}

/// `{"columns": ["n", "sg"], "rows": [[0, 0], [1, 1]]}`, as mexlab and, with `data` for `rows`, pandas write it.
fn named_rows<'t>(nodes: &[Node<'t>], sheet: &Sheet<'t>) -> Option<Result<Sheet<'t>>> {
    let of = |names: &[&str]| {
        let mut lists = nodes.iter().filter_map(named_list);
        lists.find_map(|(name, held)| names.contains(&name).then_some(held))
    };
    let (header, rows) = (of(&["columns"])?, of(&["rows", "data"])?);
    let header = header.iter().cloned().map(atom).collect::<Option<Vec<_>>>()?;
    let rows: Result<Vec<_>> = rows.iter().cloned().map(flat).collect();
    Some(rows.map(|rows| Sheet {
        header: Some(header),
        rows,
        form: RowForm::Rows,
        ..sheet.clone()
    }))
}

/// `[{"n": 0, "sg": 0}, ...]`.
fn records(nodes: Vec<Node<'_>>) -> Result<Sheet<'_>> {
    let mut sheet =
        Sheet { form: RowForm::Rows, separator: ',', source: Some("records"), ..Sheet::default() };
    let mut header: Vec<Field<'_>> = Vec::new();
    for node in nodes {
        let Node::List(_, held, at) = node else { continue };
        let mut row = vec![Field::new("", at.line, at.character); header.len()];
        for entry in held {
            let Node::Entry(key, value) = entry else { continue };
            let (Node::Atom(key), Node::Atom(value)) = (*key, *value) else {
                return Err(at.wrong("a record of single values"));
            };
            match header.iter().position(|name| name.text == key.text) {
                Some(known) => row[known] = value,
                None => {
                    header.push(key);
                    row.push(value);
                }
            }
        }
        sheet.rows.push(row);
    }
    let width = header.len();
    for row in &mut sheet.rows {
        let (line, character) = row.first().map_or((1, 0), |f| (f.line, f.character));
        row.resize_with(width, || Field::new("", line, character));
    }
    sheet.header = Some(header);
    Ok(sheet)
}
