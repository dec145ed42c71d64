//! Graphs as other programs write them: DIMACS, graph6 and sparse6, DOT, adjacency matrices, and edges
//! without a header. Vertices are numbered from 0 inside; in these formats numbers may begin with 0 or
//! with 1, or be names.
//!
//! graph6 and sparse6 are McKay's (<https://users.cecs.anu.edu.au/~bdm/data/formats.txt>), DIMACS is the
//! format of the second DIMACS challenge.

use super::{Graph, MAX, graphs_under};
use message::{Message, message};
use table::lines::{Line, Mistake, Result, lines, unmarked};

/// Graphs, and how a text was read if it is in none of our own formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// `read as edges without a header: 9 vertices, 8 edges`.
    pub said: Option<Message>,
}

/// Reads graphs in any of the formats.
///
/// # Errors
/// See [`Mistake`].
pub fn any_graphs(text: &str) -> Result<Read> {
    let text = unmarked(text);
    let first = lines(text).next().map_or("", |line| line.text);
    let word = first.split_whitespace().next().unwrap_or("");
    let is_dot =
        matches!(word.trim_end_matches('{'), "graph" | "digraph" | "strict") && text.contains('{');
    let is_dimacs = text.lines().any(|line| line.starts_with("p ")) && matches!(word, "c" | "p");
    let is_packed = |byte: u8| (63..=126).contains(&byte);
    let is_graph6 = first.starts_with(">>graph6<<")
        || first.starts_with(">>sparse6<<")
        || first.starts_with(':')
        || !first.is_empty()
            && first.bytes().all(is_packed)
            && !matches!(first, "tree" | "words" | "vector" | "board" | "game");
    if is_dot {
        return dot(text).and_then(|(names, edges)| named("DOT", names, edges));
    }
    if is_dimacs {
        return dimacs(text);
    }
    if is_graph6 {
        return packed(text);
    }
    if let Some(graph) = matrix(text)? {
        return Ok(said("an adjacency matrix", graph, None));
    }
    match graphs_under(text, "`n m [start]`") {
        Ok(graphs) => Ok(Read { graphs, said: None }),
        Err(mistake) => match bare_edges(text) {
            Some(read) => read,
            None => Err(mistake),
        },
    }
}

fn said(format: &'static str, graph: Graph, names: Option<Message>) -> Read {
    let vertices = match graph.vertices {
        1 => "1 vertex".into(),
        n => message!("{n} vertices"),
    };
    let edges = match graph.edges.len() {
        1 => "1 edge".into(),
        n => message!("{n} edges"),
    };
    let mut what = message!("{vertices}, {edges}");
    if let Some(names) = names {
        what = message!("{what}; {names}");
    }
    Read { said: Some(message!("read as {}: {what}", Message::from(format))), graphs: vec![graph] }
}

/// An edge of a text: its ends, weight and line.
type Edge = (String, String, Option<i64>, usize);

/// The graph of edges between names, which are numbers, or numbered as they first come.
fn named(format: &'static str, alone: Vec<(String, usize)>, edges: Vec<Edge>) -> Result<Read> {
    let line = edges.first().map(|e| e.3).or(alone.first().map(|(_, line)| *line)).unwrap_or(1);
    let all = || alone.iter().map(|(name, _)| name).chain(edges.iter().flat_map(|e| [&e.0, &e.1]));
    if all().next().is_none() {
        return Err(Mistake::at(line, "no vertex; expected edges"));
    }
    let numbers: Option<Vec<i64>> =
        all().map(|name| name.parse().ok().filter(|&n| n >= 0)).collect();
    let mut graph = Graph { header: line, ..Graph::default() };
    let mut names: Vec<&String> = Vec::new();
    let mut places = std::collections::HashMap::new();
    let mut note = None;
    if let Some(numbers) = &numbers {
        let first = i64::from(!numbers.contains(&0));
        let greatest = numbers.iter().max().copied().unwrap_or(0) - first + 1;
        graph.vertices = usize::try_from(greatest).ok().filter(|&n| n < MAX).ok_or_else(|| {
            Mistake::at(line, message!("a vertex {}; the greatest is {}", greatest - 1, MAX - 1))
        })?;
        if first == 0 {
            note = Some("vertex 0 is called 1, and so on".into());
        }
    } else {
        for name in all() {
            if !places.contains_key(name.as_str()) {
                places.insert(name.as_str(), names.len());
                names.push(name);
            }
        }
        graph.vertices = names.len();
        let few = names
            .iter()
            .zip(1..)
            .take(4)
            .map(|(name, number)| message!("{name} is called {number}"));
        let few = Message::joined(few, ", ");
        note = match names.len() {
            0 => None,
            1..=4 => Some(few),
            _ => Some(message!("{few}, and so on")),
        };
    }
    let first = numbers.as_ref().map_or(0, |numbers| i64::from(!numbers.contains(&0)));
    let number = |name: &String| match places.get(name.as_str()) {
        Some(&place) => u32::try_from(place).unwrap_or(0),
        None => name.parse::<i64>().ok().and_then(|n| u32::try_from(n - first).ok()).unwrap_or(0),
    };
    let weighted = edges.iter().filter(|e| e.2.is_some()).count();
    if let Some(odd) = edges.iter().find(|e| weighted > 0 && e.2.is_none()) {
        return Err(Mistake::at(odd.3, "either all edges have weights or none"));
    }
    graph.edges = edges.iter().map(|(a, b, ..)| (number(a), number(b))).collect();
    graph.lines = edges.iter().map(|e| e.3).collect();
    graph.weights = (weighted > 0).then(|| edges.iter().filter_map(|e| e.2).collect());
    Ok(said(format, graph, note))
}

/// `p edge N M`, `e U V` or `a U V W`; `c` begins a comment.
fn dimacs(text: &str) -> Result<Read> {
    let mut vertices = None;
    let (mut edges, mut announced): (Vec<Edge>, usize) = (Vec::new(), 0);
    for (number, text) in (1..).zip(text.lines()) {
        let line = Line { number, indent: 0, text: text.trim() };
        let words: Vec<&str> = line.words().collect();
        match words[..] {
            [] | ["c", ..] => {}
            ["p", _, n, m] if vertices.is_none() => {
                vertices = Some((super::some_vertices(line, n)?, number));
                announced = super::count(line, m, "the number of edges")?;
            }
            ["e" | "a", u, v, ref weight @ ..] if weight.len() < 2 => {
                let Some((vertices, _)) = vertices else {
                    return Err(line.mistake("an edge before the line `p edge N M`"));
                };
                for word in [u, v] {
                    super::vertex(line, word, "vertex", vertices)?;
                }
                let weight = weight
                    .first()
                    .map(|w| line.integer(w, "the weight of the edge"))
                    .transpose()?;
                edges.push((u.to_owned(), v.to_owned(), weight, number));
            }
            // Colours and the like of a vertex, and the ends of a path.
            ["n" | "d" | "v" | "x", ..] => {}
            _ => {
                return Err(line
                    .mistake(message!("`{}` is no line of DIMACS; expected `e U V`", line.text)));
            }
        }
    }
    let Some((vertices, header)) = vertices else {
        return Err(Mistake::at(1, "no line `p edge N M`"));
    };
    // Some files write every edge in both directions, and announce either number.
    if edges.len() != announced && edges.len() != 2 * announced {
        let what = message!("`p` announces {announced} edges; there are {}", edges.len());
        return Err(Mistake::at(header, what));
    }
    let mut read = match edges.is_empty() {
        true => said("DIMACS", Graph::default(), None),
        false => {
            named("DIMACS", vec![("1".to_owned(), header), (vertices.to_string(), header)], edges)?
        }
    };
    for graph in &mut read.graphs {
        (graph.vertices, graph.header) = (vertices, header);
    }
    if read.graphs[0].edges.is_empty() {
        read = said("DIMACS", read.graphs.remove(0), None);
    }
    Ok(read)
}

/// Vertices named alone, with their lines, and edges.
type Dot = (Vec<(String, usize)>, Vec<Edge>);

/// `graph { a -- b; b -- c }`: edges without more than a weight.
fn dot(text: &str) -> Result<Dot> {
    let (mut alone, mut edges) = (Vec::new(), Vec::new());
    let body = text.find('{').map_or(0, |at| at + 1);
    let first = text[..body].matches('\n').count() + 1;
    let end = text.rfind('}').ok_or_else(|| Mistake::at(first, "no `}` closes the graph"))?;
    for (number, line) in (first..).zip(text[body..end.max(body)].split('\n')) {
        let line = line.split("//").next().unwrap_or("");
        for statement in line.split(';') {
            statement_of_dot(statement.trim(), number, &mut alone, &mut edges)?;
        }
    }
    Ok((alone, edges))
}

fn statement_of_dot(
    statement: &str,
    number: usize,
    alone: &mut Vec<(String, usize)>,
    edges: &mut Vec<Edge>,
) -> Result<()> {
    let (path, attributes) = statement.split_once('[').unwrap_or((statement, ""));
    let path = path.trim();
    let is_setting =
        ["node", "edge", "graph"].contains(&path) || path.contains('=') && !path.contains('"');
    if path.is_empty() || is_setting {
        return Ok(());
    }
    if path.contains(['{', '}']) || path.starts_with("subgraph") {
        let what = message!("`{statement}` is more than plain edges; expected `a -- b`");
        return Err(Mistake::at(number, what));
    }
    let weight =
        attributes.split([',', ']', ' ']).find_map(|part| part.trim().strip_prefix("weight="));
    let weight = weight.and_then(|w| w.trim_matches('"').parse().ok());
    let names: Vec<String> = path
        .replace("->", "--")
        .split("--")
        .map(|name| name.trim().trim_matches('"').to_owned())
        .collect();
    if names.iter().any(String::is_empty) {
        let what = message!("`{path}` is not an edge; expected `a -- b`");
        return Err(Mistake::at(number, what));
    }
    if let [name] = &names[..] {
        alone.push((name.clone(), number));
    }
    let pair = |w: &[String]| (w[0].clone(), w[1].clone(), weight, number);
    edges.extend(names.windows(2).map(pair));
    Ok(())
}

/// Lines of graph6 and sparse6, a graph in each.
fn packed(text: &str) -> Result<Read> {
    let mut graphs = Vec::new();
    let mut format = "graph6";
    for line in lines(text) {
        let code = line.text.trim_start_matches(">>graph6<<").trim_start_matches(">>sparse6<<");
        let graph = match code.strip_prefix(':') {
            Some(code) => {
                format = "sparse6";
                sparse6(code.as_bytes())
            }
            None => graph6(code.as_bytes()),
        };
        let mut graph = graph.ok_or_else(|| {
            line.mistake(match format {
                "sparse6" => message!("`{}` is not sparse6", line.text),
                _ => message!("`{}` is not graph6", line.text),
            })
        })?;
        if graph.vertices == 0 {
            return Err(line.mistake("no vertices: the graph has none"));
        }
        graph.header = line.number;
        graph.lines = vec![line.number; graph.edges.len()];
        graphs.push(graph);
    }
    if let [_] = &graphs[..] {
        return Ok(said(format, graphs.remove(0), None));
    }
    let (format, what) = (Message::from(format), message!("{} graphs", graphs.len()));
    Ok(Read { said: Some(message!("read as {format}: {what}")), graphs })
}

/// The number of vertices, and the bits that follow it.
fn sized(code: &[u8]) -> Option<(usize, &[u8])> {
    if !code.iter().all(|byte| (63..=126).contains(byte)) {
        return None;
    }
    let number = |digits: &[u8]| digits.iter().fold(0usize, |n, d| (n << 6) | usize::from(d - 63));
    let (vertices, rest) = match code {
        [126, 126, rest @ ..] if rest.len() >= 6 => (number(&rest[..6]), &rest[6..]),
        [126, rest @ ..] if rest.len() >= 3 && rest[0] != 126 => (number(&rest[..3]), &rest[3..]),
        [first, rest @ ..] if *first != 126 => (number(&[*first]), rest),
        _ => return None,
    };
    (vertices < MAX).then_some((vertices, rest))
}

fn bits(code: &[u8]) -> impl Iterator<Item = bool> + '_ {
    code.iter().flat_map(|byte| (0..6).rev().map(move |at| ((byte - 63) >> at) & 1 == 1))
}

/// The upper half of the adjacency matrix, column by column.
fn graph6(code: &[u8]) -> Option<Graph> {
    let (vertices, rest) = sized(code)?;
    let pairs = vertices.checked_mul(vertices.saturating_sub(1))? / 2;
    if rest.len() != pairs.div_ceil(6) {
        return None;
    }
    let places = (1..vertices as u32).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = places.zip(bits(rest)).filter(|(_, is)| *is).map(|(edge, _)| edge);
    Some(Graph { vertices, edges: edges.collect(), ..Graph::default() })
}

/// Edges as steps: a bit that says whether the vertex goes up by one, then a number of k bits.
fn sparse6(code: &[u8]) -> Option<Graph> {
    let (vertices, rest) = sized(code)?;
    let width = usize::BITS - vertices.saturating_sub(1).leading_zeros();
    let mut bits = bits(rest);
    let (mut v, mut edges) = (0usize, Vec::new());
    while let Some(up) = bits.next() {
        let mut x = 0;
        for _ in 0..width {
            let Some(bit) = bits.next() else {
                return Some(Graph { vertices, edges, ..Graph::default() });
            };
            x = (x << 1) | usize::from(bit);
        }
        v += usize::from(up);
        if x >= vertices || v >= vertices {
            break;
        }
        if x > v {
            v = x;
        } else {
            edges.push((u32::try_from(x).ok()?, u32::try_from(v).ok()?));
        }
    }
    Some(Graph { vertices, edges, ..Graph::default() })
}

/// A square of 0 and 1, with or without blanks, commas and brackets; `None` for any other text. An entry
/// above 1 is no number of edges here. A symmetric square has each edge once.
fn matrix(text: &str) -> Result<Option<Graph>> {
    let mut rows: Vec<(usize, Vec<bool>)> = Vec::new();
    for line in lines(text) {
        let plain = line.text.replace(['[', ']', '{', '}', '(', ')', ',', ';'], " ");
        let entries: Vec<&str> = match plain.split_whitespace().collect::<Vec<_>>() {
            words if words.len() == 1 && words[0].len() > 1 => {
                words[0].split("").filter(|c| !c.is_empty()).collect()
            }
            words => words,
        };
        let bit = |entry: &&str| match *entry {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let Some(row) = entries.iter().map(bit).collect::<Option<Vec<bool>>>() else {
            return Ok(None);
        };
        if !row.is_empty() {
            rows.push((line.number, row));
        }
    }
    let side = rows.len();
    if side < 2 || rows.iter().any(|(_, row)| row.len() != side) {
        return Ok(None);
    }
    // `1 1` above `1 1` is a loop, announced by a header.
    if side == 2 && rows.iter().all(|(_, row)| row == &[true, true]) {
        return Ok(None);
    }
    let is_symmetric = (0..side).all(|i| (0..i).all(|j| rows[i].1[j] == rows[j].1[i]));
    let mut graph = Graph { vertices: side, header: rows[0].0, ..Graph::default() };
    for (i, (line, row)) in rows.iter().enumerate() {
        let places = row.iter().enumerate().filter(|&(j, &is)| is && (!is_symmetric || i <= j));
        for (j, _) in places {
            graph.edges.push((i as u32, j as u32));
            graph.lines.push(*line);
        }
    }
    Ok(Some(graph))
}

/// Edges without a header of numbers: below a header of words, with commas, or with a first line that
/// cannot announce the others. `None` for any other text.
fn bare_edges(text: &str) -> Option<Result<Read>> {
    let mut rows: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut has_marks = false;
    for line in lines(text) {
        let marks = [',', ';', '\t', '|'];
        has_marks |= line.text.contains(marks);
        let words = line.text.split(|c: char| marks.contains(&c) || c.is_whitespace());
        let words: Vec<&str> = words
            .map(|w| w.trim_matches(['"', '(', ')']))
            .filter(|w| !matches!(*w, "" | "-" | "--" | "->"))
            .collect();
        rows.push((line.number, words));
    }
    let is_number = |word: &&str| word.parse::<i64>().is_ok();
    let (_, first) = rows.first()?;
    // A line alone that announces no edges is a header.
    if rows.len() == 1 && first.get(1) == Some(&"0") {
        return None;
    }
    let has_heading = !first.iter().any(is_number)
        && rows.len() > 1
        && rows[1..].iter().any(|(_, row)| row.iter().any(is_number));
    if has_heading {
        rows.remove(0);
    }
    let (_, head) = rows.first()?;
    let width = rows.get(1).map_or(head.len(), |(_, row)| row.len());
    let is_row =
        |(_, row): &(usize, Vec<&str>)| row.len() == width && row[..2].iter().all(is_number);
    // Above pairs a header may name a start.
    let has_start = width == 2 && head.len() == 3 && head.iter().all(is_number);
    if !matches!(width, 2 | 3) || !(has_start || is_row(&rows[0])) || !rows[1..].iter().all(is_row)
    {
        return None;
    }
    let announced = head[0].parse::<i64>().ok()?;
    let ends =
        || rows[1..].iter().flat_map(|(_, row)| &row[..2]).filter_map(|w| w.parse::<i64>().ok());
    // A first line that could be a header is one, even where it is wrong.
    let is_header = !has_heading
        && !has_marks
        && announced >= 1
        && ends().all(|v| (1..=announced).contains(&v));
    let is_zero_based = !has_heading
        && !has_marks
        && announced >= 1
        && ends().all(|v| (0..announced).contains(&v))
        && head[1].parse() == Ok(rows.len() - 1)
        && rows.len() > 1;
    if is_header {
        return None;
    }
    let mut edges = Vec::new();
    for (number, row) in rows.iter().skip(usize::from(is_zero_based)) {
        let weight = match row.get(2).map(|w| w.parse::<i64>()) {
            Some(Ok(weight)) => Some(weight),
            Some(Err(_)) => {
                return Some(Err(Mistake::at(
                    *number,
                    message!("`{}` is not a weight; expected a number", row[2]),
                )));
            }
            None => None,
        };
        edges.push((row[0].to_owned(), row[1].to_owned(), weight, *number));
    }
    if has_start && !is_zero_based {
        return None;
    }
    if !is_zero_based {
        return Some(named("edges without a header", Vec::new(), edges));
    }
    let (line, greatest) = (rows[0].0, announced - 1);
    let read = named(
        "a graph whose vertices begin with 0",
        vec![("0".to_owned(), line), (greatest.to_string(), line)],
        edges,
    );
    Some(read.and_then(|mut read| {
        if let Some(start) = rows[0].1.get(2) {
            let number = start.parse::<i64>().ok().filter(|s| (0..announced).contains(s));
            let number = number.ok_or_else(|| {
                Mistake::at(line, message!("start {start} is not in 0..{greatest}"))
            })?;
            read.graphs[0].start = u32::try_from(number).ok();
        }
        Ok(read)
    }))
}
