//! What positions are, apart from numbers, and how they are drawn: read off the shape of the rule.

use engine::{Component, Coordinate, CoordinateKind, Game, Positions};
use expr::ast::Node;
use expr::eval::{Definitions, Frame, Let, Names, NoContext, Program};
use expr::walk::within;
use report::chart::Pictured;
use report::chart::drawing::{Figure, Mark};
use rule::ast::{Rule, State, Structure};
use rule::{Constant, Instance};
use table::Table;

/// Tables of more positions show no pictures of them.
const MAX_FIGURES: usize = 40;
/// Larger structures are not drawn.
const MAX_CELLS: i64 = 64;
const MAX_VERTICES: i64 = 16;

/// Distance of squares, and of layers and leaves of trees.
const STEP: i64 = 10;
const LAYER: i64 = 20;

/// Pictures of positions of a table of a game.
#[must_use]
pub fn figures(game: &Game, positions: &Positions, table: &Table) -> Vec<Pictured> {
    let axes: Vec<&str> = table.axes.iter().map(|axis| axis.name.as_str()).collect();
    let of_positions = *positions == Positions::All && axes == game.coordinates();
    let sizes = game.sizes();
    if !sizes.is_empty() && (*positions == Positions::Starts && axes == sizes) {
        starts(game, table, &(0..table.axes.len()).collect::<Vec<_>>(), |sizes, _| {
            Some(sizes.to_vec())
        })
    } else if of_positions && !sizes.is_empty() && sizes.iter().all(|size| axes.contains(size)) {
        // Among all positions those that play starts from.
        let of: Vec<usize> =
            sizes.iter().filter_map(|size| axes.iter().position(|axis| axis == size)).collect();
        starts(game, table, &of, |_, start| match start {
            [Component { game: 0, at }] => Some(at.clone()),
            _ => None,
        })
    } else if of_positions {
        let cells = (0..table.cells()).filter(|&cell| table.is_present(cell));
        let all = cells.take(MAX_FIGURES + 1).map(|cell| table.position(cell));
        pictured(all.map(|at| {
            let position = [Component { game: 0, at: at.clone() }];
            let figure = figure(game, &position)?;
            let name: Vec<String> =
                game.coordinates_of(&position[0]).map(|part| part.to_string()).collect();
            Some(Pictured { name: name.join(", "), at, figure })
        }))
    } else {
        Vec::new()
    }
}

/// Pictures of the starting positions whose sizes lie in these axes of a table; `cell` is where they stand in it.
fn starts(
    game: &Game,
    table: &Table,
    axes: &[usize],
    cell: impl Fn(&[i64], &[Component]) -> Option<Vec<i64>>,
) -> Vec<Pictured> {
    let axes = axes.iter().map(|&axis| table.axes[axis].clone()).collect();
    let rows = Table { axes, columns: Vec::new(), present: None };
    if rows.cells() > MAX_FIGURES {
        return Vec::new();
    }
    pictured((0..rows.cells()).map(|row| {
        let sizes = rows.position(row);
        let start = game.start(&sizes).ok()?;
        let figure = figure(game, &start)?;
        let name: Vec<String> = rows
            .axes
            .iter()
            .zip(&sizes)
            .map(|(axis, size)| format!("{} = {size}", axis.name))
            .collect();
        Some(Pictured { name: name.join(", "), at: cell(&sizes, &start)?, figure })
    }))
}

/// All pictures, or none where one is missing or there are too many.
fn pictured(all: impl Iterator<Item = Option<Pictured>>) -> Vec<Pictured> {
    let all: Option<Vec<Pictured>> = all.take(MAX_FIGURES + 1).collect();
    all.filter(|all| all.len() <= MAX_FIGURES).unwrap_or_default()
}

/// A picture of a position: of a strip or board of cells, of rows that get no longer, of a graph, tree or word;
/// `None` where the rule shows none of these.
#[must_use]
pub fn figure(game: &Game, components: &[Component]) -> Option<Figure> {
    let [component @ Component { game: 0, .. }] = components else { return None };
    let instance = game.instance();
    let parts: Vec<Part<'_>> = game
        .shape(0)
        .iter()
        .zip(game.coordinates_of(component))
        .map(|((name, kind), value)| Part { name, kind: *kind, value })
        .collect();
    match instance.rule.input {
        Some(Structure::Graph | Structure::Tree) => graph(instance, "edges", &parts),
        Some(Structure::Digraph) => graph(instance, "arcs", &parts),
        Some(Structure::Words) => word(&parts),
        Some(Structure::Sum) => None,
        None => tree(instance, &parts)
            .or_else(|| diagram(&instance.rule, &parts))
            .or_else(|| digits(&instance.rule, &parts))
            .or_else(|| board(instance, &parts)),
    }
}

/// A coordinate of the position.
struct Part<'a> {
    name: &'a str,
    kind: CoordinateKind,
    value: Coordinate,
}

impl Part<'_> {
    /// A set with the range of its elements.
    fn set(&self) -> Option<(&[i64], i64, i64)> {
        match (&self.value, self.kind) {
            (Coordinate::Set(members), CoordinateKind::Subset { lo, hi }) => {
                Some((members, lo, hi))
            }
            _ => None,
        }
    }

    fn number(&self) -> Option<i64> {
        match self.value {
            Coordinate::Number(number) => Some(number),
            _ => None,
        }
    }
}

fn mark(is_there: bool) -> Mark {
    if is_there { Mark::Present } else { Mark::Absent }
}

/// Cells in a row or in a rectangle, those of the set filled; with it, whoever stands on one of them.
fn board(instance: &Instance, parts: &[Part<'_>]) -> Option<Figure> {
    let (set, others) = match parts {
        [set] => (set.set()?, None),
        [set, other] if set.set().is_some() => (set.set()?, Some(other)),
        _ => return None,
    };
    let (members, lo, hi) = set;
    if !(1..=MAX_CELLS).contains(&(hi - lo + 1)) {
        return None;
    }
    let token = match others {
        Some(other) => Some(other.number().filter(|_| moves_among(&instance.rule, other.name))?),
        None => None,
    };
    let of = |name: &str| match instance.values.get(name) {
        Some(Constant::Int(value)) => Some(*value),
        _ => None,
    };
    let sides = [("R", "C"), ("rows", "columns")].into_iter();
    let columns = sides
        .filter_map(|(rows, columns)| Some((of(rows)?, of(columns)?)))
        .find(|(rows, columns)| lo == 1 && rows.checked_mul(*columns) == Some(hi))
        .map(|(_, columns)| columns);
    let mut figure = Figure::default();
    for cell in lo..=hi {
        let (row, column) = match columns {
            Some(columns) => ((cell - lo) / columns, (cell - lo) % columns),
            None => (0, cell - lo),
        };
        let is_token = token == Some(cell);
        let mark = if is_token { Mark::Token } else { mark(members.contains(&cell)) };
        figure.square(STEP * column, STEP * row, mark);
    }
    Some(figure)
}

/// Whether positions have the number among the elements of the set: `king in A`.
fn moves_among(rule: &Rule, name: &str) -> bool {
    match &rule.state {
        Some(State::Tuple { condition: Some(condition), .. }) => within(condition).any(|e| {
            let Node::Member(element, _) = &e.node else { return false };
            matches!(&element.node, Node::Name(of) if of == name)
        }),
        _ => false,
    }
}

/// The rows of a Young diagram, where the rule lets rows get no longer.
fn diagram(rule: &Rule, parts: &[Part<'_>]) -> Option<Figure> {
    let [Part { value: Coordinate::Row(rows), .. }] = parts else { return None };
    let Some(State::Tuple { condition: Some(_), .. }) = &rule.state else { return None };
    let falls = rows.windows(2).all(|pair| pair[0] >= pair[1]) && rows.iter().all(|row| *row >= 0);
    if !falls || rows.iter().sum::<i64>() > 4 * MAX_CELLS {
        return None;
    }
    let mut figure = Figure::default();
    for (row, length) in (0..).zip(rows) {
        for column in 0..*length {
            figure.square(STEP * column, STEP * row, Mark::Present);
        }
    }
    Some(figure)
}

/// The binary digits of a number behind the leading one, 1 filled and 0 empty, where moves look at them: a string of
/// blocks of two colours.
fn digits(rule: &Rule, parts: &[Part<'_>]) -> Option<Figure> {
    let [only] = parts else { return None };
    let number = only.number().filter(|number| *number > 0)?;
    if !rule.as_played().to_string().contains(&format!("bitlen({})", only.name)) {
        return None;
    }
    let length = i64::from(number.ilog2());
    let mut figure = Figure::default();
    for place in 0..length {
        figure.square(STEP * place, 0, mark(number >> (length - 1 - place) & 1 == 1));
    }
    if figure.parts.is_empty() {
        figure.text(STEP / 2, STEP / 2, "ε".to_owned());
    }
    Some(figure)
}

/// The letters of a word: the digits of a number.
fn word(parts: &[Part<'_>]) -> Option<Figure> {
    let [only] = parts else { return None };
    let digits = only.number().filter(|word| *word >= 0)?.to_string();
    let mut figure = Figure::default();
    for (place, digit) in (0..).zip(digits.bytes().filter(|digit| *digit != b'0')) {
        figure.square(STEP * place, 0, Mark::Absent);
        let letter = char::from(b'a' + (digit - b'1'));
        figure.text(STEP * place + STEP / 2, STEP / 2, letter.to_string());
    }
    if figure.parts.is_empty() {
        // The empty word.
        figure.text(STEP / 2, STEP / 2, "ε".to_owned());
    }
    Some(figure)
}

/// A graph or digraph on a circle: a number of a vertex is where the token stands, a set of vertices those that
/// were visited, a set of edges those that are left.
fn graph(instance: &Instance, edges: &str, parts: &[Part<'_>]) -> Option<Figure> {
    let (Some(Constant::Int(n)), Some(Constant::List(ends))) =
        (instance.values.get("n"), instance.values.get(edges))
    else {
        return None;
    };
    if !(1..=MAX_VERTICES).contains(n) {
        return None;
    }
    let edges: Vec<(i64, i64)> = ends.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect();
    let (mut token, mut visited, mut left): (_, &[i64], Option<&[i64]>) = (None, &[], None);
    for part in parts {
        if let Some(number) = part.number() {
            if part.name == "v" {
                token = Some(number);
            }
        } else if let Some((members, _, hi)) = part.set() {
            if hi == edges.len() as i64 && (hi != *n || part.name == "E") {
                left = Some(members);
            } else {
                visited = members;
            }
        }
    }
    let places = circle(*n);
    let place = |v: i64| usize::try_from(v - 1).ok().and_then(|v| places.get(v)).copied();
    let mut figure = Figure::default();
    for (number, (a, b)) in (1..).zip(&edges) {
        let is_left = left.is_none_or(|left| left.contains(&number));
        figure.line(place(*a)?, place(*b)?, mark(is_left));
    }
    for (v, [x, y]) in (1..).zip(&places) {
        let mark = if token == Some(v) { Mark::Token } else { mark(visited.contains(&v)) };
        figure.disc(*x, *y, mark);
    }
    Some(figure)
}

/// Places of vertices on a circle, the first at its top.
fn circle(n: i64) -> Vec<[i64; 2]> {
    let radius = (4 * n).max(16);
    let middle = radius + STEP / 2;
    (0..n)
        .map(|v| {
            let angle = std::f64::consts::TAU * v as f64 / n as f64;
            let at = |part: f64| (radius as f64 * part).round() as i64;
            [middle + at(angle.sin()), middle - at(angle.cos())]
        })
        .collect()
}

/// A tree that the rule states by a definition `parent` of the coordinates and a vertex in 2..n; the set has the
/// vertices whose edges to their parents are left. The root is at the bottom.
fn tree(instance: &Instance, parts: &[Part<'_>]) -> Option<Figure> {
    let parent = instance.rule.definitions.iter().find(|definition| definition.name == "parent")?;
    let Some(Constant::Int(n)) = instance.values.get("n") else { return None };
    let numbers: Vec<&Part<'_>> = parts.iter().filter(|part| part.number().is_some()).collect();
    let names: Vec<&str> = numbers.iter().map(|part| part.name).collect();
    let (_, given) = parent.arguments.split_last()?;
    if !(2..=MAX_VERTICES).contains(n) || given != names {
        return None;
    }
    let constants = rule::constants(&instance.values);
    let lets = instance.rule.definitions.iter();
    let lets = lets.map(Let::from);
    let definitions = Definitions::compile(&lets.collect::<Vec<_>>(), &constants).ok()?;
    let known = Names { slots: parent.arguments.clone(), constants, ..Names::default() };
    let program = Program::compile(&parent.body, &known, &definitions).ok()?;
    let parent = |v: i64| -> Option<i64> {
        let given = numbers.iter().filter_map(|part| part.number());
        let slots = given.chain([v]).map(i128::from).collect();
        let found = program.integer(&mut Frame::new(slots), &mut NoContext).ok()?;
        i64::try_from(found).ok().filter(|parent| (1..v).contains(parent))
    };
    let parents: Vec<i64> = (2..=*n).map(parent).collect::<Option<_>>()?;
    let left = parts.iter().find_map(Part::set).map(|(members, ..)| members);
    let places = layered(&parents);
    let mut figure = Figure::default();
    let is_left = |v: i64| left.is_none_or(|left| left.contains(&v));
    for (v, parent) in (2..).zip(&parents) {
        figure.line(places[v as usize - 1], places[*parent as usize - 1], mark(is_left(v)));
    }
    for (v, [x, y]) in (1..).zip(&places) {
        figure.disc(*x, *y, mark(v == 1 || is_left(v)));
    }
    Some(figure)
}

/// Places of the vertices of a tree with these parents of 2, 3, ...: leaves side by side, others above the middle
/// of their children, the root at the bottom.
fn layered(parents: &[i64]) -> Vec<[i64; 2]> {
    let n = parents.len() + 1;
    let children =
        |v: usize| (0..parents.len()).filter(move |&c| parents[c] as usize == v + 1).map(|c| c + 1);
    let mut depth = vec![0i64; n];
    for c in 1..n {
        depth[c] = depth[parents[c - 1] as usize - 1] + 1;
    }
    let deepest = depth.iter().max().copied().unwrap_or(0);
    // Leaves from left to right, in the order of a walk.
    let (mut leaves, mut x) = (0, vec![0i64; n]);
    let mut open = vec![0usize];
    while let Some(v) = open.pop() {
        let mut below: Vec<usize> = children(v).collect();
        if below.is_empty() {
            x[v] = STEP / 2 + leaves * (STEP + 4);
            leaves += 1;
        }
        below.reverse();
        open.extend(below);
    }
    // Children have greater numbers than their parents.
    for v in (0..n).rev() {
        let below: Vec<i64> = children(v).map(|c| x[c]).collect();
        if let (Some(first), Some(last)) = (below.first(), below.last()) {
            x[v] = (first + last) / 2;
        }
    }
    (0..n).map(|v| [x[v], STEP / 2 + LAYER * (deepest - depth[v])]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alone, Extent, Input, Task};
    use report::chart::drawing::Shape;

    /// The pictures of the table of a rule.
    fn of(text: &str) -> Vec<Pictured> {
        let input = Input::of_text(text).unwrap();
        let game = input.game().unwrap();
        let request = input.request(&Extent::default(), &game);
        let table =
            Task { input: &input, game: &game, request: &request }.tabulate(&Alone).unwrap().table;
        figures(&game, &request.positions, &table)
    }

    /// How many squares, lines and discs of a look there are in a figure.
    fn count(figure: &Figure, of: Mark) -> [usize; 3] {
        let all = |is: fn(&Shape) -> Option<Mark>| {
            figure.parts.iter().filter(|part| is(part) == Some(of)).count()
        };
        [
            all(|part| if let Shape::Square { mark, .. } = part { Some(*mark) } else { None }),
            all(|part| if let Shape::Line { mark, .. } = part { Some(*mark) } else { None }),
            all(|part| if let Shape::Disc { mark, .. } = part { Some(*mark) } else { None }),
        ]
    }

    #[test]
    fn strips_and_young_diagrams_are_drawn() {
        let kayles = of(include_str!("../../../rules/board/kayles.game"));
        assert_eq!(kayles.len(), 18);
        assert_eq!((kayles[3].name.as_str(), &kayles[3].at), ("k = 3", &vec![3]));
        assert_eq!(count(&kayles[3].figure, Mark::Present), [3, 0, 0]);
        let chomp = of(include_str!("../../../rules/board/chomp.game"));
        let last = &chomp.last().unwrap();
        assert_eq!((chomp.len(), &last.at), (30, &vec![5, 6]));
        assert_eq!((count(&last.figure, Mark::Present), last.figure.size), ([30, 0, 0], [60, 50]));
        let domineering = of(include_str!("../../../rules/partizan/domineering.game"));
        let last = &domineering.last().unwrap().figure;
        assert_eq!((count(last, Mark::Present), last.size), ([20, 0, 0], [50, 40]));
    }

    #[test]
    fn graphs_trees_and_words_are_drawn() {
        let geography = of(include_str!("../../../rules/graph/undirected-vertex-geography.game"));
        assert_eq!(geography.len(), 5);
        let first = &geography[0].figure;
        assert_eq!(
            (count(first, Mark::Present), count(first, Mark::Token)),
            ([0, 5, 0], [0, 0, 1])
        );
        // The table is of all positions: the trees are those of its starts.
        let trees = of(include_str!("../../../rules/graph/hackenbush-on-trees.game"));
        assert_eq!((trees.len(), &trees[7].at), (24, &vec![7, 15]));
        assert_eq!(count(&trees[7].figure, Mark::Present), [0, 4, 5]);
        let word = of(include_str!("../../../rules/word/prefix-word-game.game"));
        assert_eq!(word.len(), 1);
    }

    #[test]
    fn strings_of_two_colours_are_drawn() {
        let rule = include_str!("../../../rules/partizan/red-blue-strings.game");
        let strings = of(&rule.replace("to t = 2047", "to t = 31"));
        assert_eq!(strings.len(), 31);
        let string = &strings[0b10110 - 1].figure;
        assert_eq!((count(string, Mark::Present)[0], count(string, Mark::Absent)[0]), (2, 2));
    }

    #[test]
    fn large_tables_and_plain_numbers_have_no_pictures() {
        assert_eq!(of(include_str!("../../../rules/pair/wythoff.game")), []);
        let hill = of(include_str!("../../../rules/row/climbing-hill.game"));
        assert_eq!(hill, []);
    }

    #[test]
    fn whoever_stands_among_the_set_is_told_apart() {
        let input = Input::of_text(include_str!("../../../rules/row/climbing-hill.game")).unwrap();
        let game = input.game().unwrap();
        let figure = figure(&game, &[Component { game: 0, at: vec![0b101, 3] }]).unwrap();
        assert_eq!((count(&figure, Mark::Present)[0], count(&figure, Mark::Token)[0]), (1, 1));
        assert_eq!(count(&figure, Mark::Absent)[0], 6);
    }
}
