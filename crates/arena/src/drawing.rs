//! A small graph or tree as an SVG picture: values on the vertices, winning moves marked.
//!
//! Acyclic digraphs and trees stand in layers, arcs leading downwards; others in a circle.

use expr::visible::is_obeyed;

/// A graph to be drawn; vertices are numbered from 0 and shown from 1.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    /// What stands above it.
    pub(crate) title: String,
    /// What stands in each vertex, such as its value.
    pub(crate) labels: Vec<String>,
    /// The edges, or arcs.
    pub(crate) edges: Vec<(u32, u32)>,
    /// What stands beside each edge, its number or weight; empty where there is nothing.
    pub(crate) edge_labels: Vec<i64>,
    /// Whether they are arcs.
    pub(crate) directed: bool,
    /// For each edge, whether it is a winning move.
    pub(crate) winning: Vec<bool>,
    /// For each vertex, whether the player to move loses there.
    pub(crate) lost: Vec<bool>,
    /// The start or root.
    pub(crate) start: Option<u32>,
    /// The layer of each vertex, from the top; `None` for a circle.
    pub(crate) layers: Option<Vec<u32>>,
}

/// More vertices than this make no picture that can be read.
pub(crate) const MAX_VERTICES: usize = 60;

/// Half the width of a vertex, and the distance between layers and neighbours.
const RADIUS: f64 = 17.0;
const LAYER: f64 = 84.0;
const NEXT: f64 = 64.0;
const MARGIN: f64 = 44.0;
/// Height of the title.
const TITLE: f64 = 26.0;

/// The picture as text: the same drawing gives the same bytes.
pub(crate) fn svg(drawing: &Drawing) -> String {
    let mut places = match &drawing.layers {
        Some(layers) => layered(layers, &drawing.edges),
        None => circle(drawing.labels.len()),
    };
    let (width, height) = fit(drawing, &mut places);
    let mut lines = vec![
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        ),
        "<defs>".to_owned(),
    ];
    lines.extend([("plain", PLAIN), ("winning", WINNING)].map(|(name, colour)| {
        format!(
            "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"11\" \
             markerHeight=\"11\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" \
             fill=\"{colour}\"/></marker>"
        )
    }));
    lines.push("</defs>".to_owned());
    lines.push(format!("<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\"/>"));
    let (middle, title) = (width / 2.0, escaped(&drawing.title));
    lines.push(format!("<text x=\"{middle:.0}\" y=\"24\" font-size=\"15\">{title}</text>"));
    let edges = edges_as_svg(drawing, &places);
    lines.extend(edges.iter().map(|(path, _)| path.clone()));
    let marks = edges.iter().zip(&drawing.edge_labels);
    lines.extend(marks.map(|((_, (x, y)), label)| {
        format!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"#333\" stroke=\"white\" \
             stroke-width=\"4\" paint-order=\"stroke\">{label}</text>",
            y + 4.0
        )
    }));
    let vertices = places.iter().enumerate();
    lines.extend(vertices.flat_map(|(v, place)| vertex_as_svg(drawing, v, *place)));
    lines.push("</svg>\n".to_owned());
    lines.join("\n")
}

/// Moves the vertices to where they and the edges that bend around them have room, and returns the
/// width and height of the picture.
fn fit(drawing: &Drawing, places: &mut [(f64, f64)]) -> (f64, f64) {
    let middles: Vec<(f64, f64)> =
        edges_as_svg(drawing, places).into_iter().map(|(_, middle)| middle).collect();
    let all = || places.iter().chain(&middles);
    let least = |side: fn(&(f64, f64)) -> f64| all().map(side).reduce(f64::min).unwrap_or(0.0);
    let most = |side: fn(&(f64, f64)) -> f64| all().map(side).reduce(f64::max).unwrap_or(0.0);
    let (left, right) = (least(|p| p.0) - MARGIN, most(|p| p.0) + MARGIN);
    let (top, bottom) = (least(|p| p.1) - MARGIN - TITLE, most(|p| p.1) + MARGIN);
    let width = (right - left).max(9.0 * drawing.title.chars().count() as f64 + 2.0 * MARGIN);
    for place in places {
        *place = (place.0 + (width - right - left) / 2.0, place.1 - top);
    }
    (width, bottom - top)
}

/// A vertex with what stands in it, and its number beside it.
fn vertex_as_svg(drawing: &Drawing, v: usize, (x, y): (f64, f64)) -> [String; 3] {
    let fill = if drawing.lost.get(v) == Some(&true) { "#f6d5d5" } else { "#e4eefb" };
    let heavy = if drawing.start == Some(v as u32) { 3.0 } else { 1.2 };
    let label = drawing.labels.get(v).map_or("", String::as_str);
    let size = if label.chars().count() > 3 { 9 } else { 14 };
    let (nx, ny) = turned(outwards(drawing, v), 0.8);
    [
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS:.0}\" fill=\"{fill}\" \
             stroke=\"black\" stroke-width=\"{heavy}\"/>"
        ),
        format!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size}\">{}</text>",
            y + 5.0,
            escaped(label)
        ),
        format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#555\">{}</text>",
            x + (RADIUS + 10.0) * nx,
            y + (RADIUS + 10.0) * ny + 4.0,
            v + 1
        ),
    ]
}

const PLAIN: &str = "#777";
const WINNING: &str = "#1a7f37";

/// Every edge as a path, and its middle.
fn edges_as_svg(drawing: &Drawing, places: &[(f64, f64)]) -> Vec<(String, (f64, f64))> {
    let numbered = drawing.edges.iter().enumerate();
    numbered.map(|(number, edge)| edge_as_svg(drawing, places, number, *edge)).collect()
}

/// An edge as a path, and its middle; parallel ones bend apart, a loop stands above its vertex.
fn edge_as_svg(
    drawing: &Drawing,
    places: &[(f64, f64)],
    number: usize,
    (a, b): (u32, u32),
) -> (String, (f64, f64)) {
    let wins = drawing.winning.get(number) == Some(&true);
    let (colour, width, marker) =
        if wins { (WINNING, 3.0, "winning") } else { (PLAIN, 1.4, "plain") };
    let same = |&&(c, d): &&(u32, u32)| (c, d) == (a, b) || (c, d) == (b, a);
    let before = drawing.edges[..number].iter().filter(same).count() as f64;
    let all = drawing.edges.iter().filter(same).count() as f64;
    let ((x1, y1), (x2, y2)) = (places[a as usize], places[b as usize]);
    let (path, middle) = if a == b {
        let (side, up) = (12.0 + 5.0 * before, RADIUS + 34.0 + 20.0 * before);
        let away = outwards(drawing, a as usize);
        let at = |along: f64, across: f64| {
            (x1 + along * away.0 - across * away.1, y1 + along * away.1 + across * away.0)
        };
        let ((sx, sy), (ex, ey)) = (at(RADIUS - 3.0, -8.0), at(RADIUS - 3.0, 8.0));
        let ((lx, ly), (rx, ry)) = (at(up, -side), at(up, side));
        let path = format!("M{sx:.1} {sy:.1}C{lx:.1} {ly:.1} {rx:.1} {ry:.1} {ex:.1} {ey:.1}");
        (path, at((3.0 * up + RADIUS - 3.0) / 4.0, 0.0))
    } else {
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy).max(1.0);
        // The bend of a pair is the same whichever way its edges are written.
        let way = if a < b { 1.0 } else { -1.0 };
        // Long edges bend more, and to both sides, so that they can be told apart.
        let detour = match passes_a_vertex(places, a, b) {
            true if (a + b) % 2 == 0 => 2.4 * RADIUS + 0.12 * length,
            true => -2.4 * RADIUS - 0.12 * length,
            false => 0.0,
        };
        let bend = 26.0 * (before - (all - 1.0) / 2.0) * way + detour;
        let (mx, my) = ((x1 + x2) / 2.0 - dy / length * bend, (y1 + y2) / 2.0 + dx / length * bend);
        let towards = |x: f64, y: f64, gap: f64| {
            let (dx, dy) = (mx - x, my - y);
            let length = dx.hypot(dy).max(1.0);
            (x + dx / length * gap, y + dy / length * gap)
        };
        let (sx, sy) = towards(x1, y1, RADIUS);
        let (ex, ey) = towards(x2, y2, RADIUS + 1.0);
        let middle = ((sx + 2.0 * mx + ex) / 4.0, (sy + 2.0 * my + ey) / 4.0);
        (format!("M{sx:.1} {sy:.1}Q{mx:.1} {my:.1} {ex:.1} {ey:.1}"), middle)
    };
    let head =
        if drawing.directed { format!(" marker-end=\"url(#{marker})\"") } else { String::new() };
    let path = format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{head}/>"
    );
    (path, middle)
}

/// Whether the straight line between two vertices runs through a third.
fn passes_a_vertex(places: &[(f64, f64)], a: u32, b: u32) -> bool {
    let ((x1, y1), (x2, y2)) = (places[a as usize], places[b as usize]);
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    places.iter().enumerate().any(|(v, &(x, y))| {
        let along = ((x - x1) * dx + (y - y1) * dy) / length;
        let across = ((x - x1) * dy - (y - y1) * dx).abs() / length;
        v as u32 != a && v as u32 != b && along > 0.0 && along < length && across < RADIUS
    })
}

/// The direction in which a vertex has room: upwards, or away from the centre of the circle.
fn outwards(drawing: &Drawing, v: usize) -> (f64, f64) {
    match drawing.layers {
        Some(_) => (0.0, -1.0),
        None => turned((0.0, -1.0), around(v, drawing.labels.len())),
    }
}

/// A direction turned clockwise.
fn turned((x, y): (f64, f64), angle: f64) -> (f64, f64) {
    (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos())
}

/// The angle of a vertex on the circle, clockwise from the top.
fn around(v: usize, vertices: usize) -> f64 {
    std::f64::consts::TAU * v as f64 / vertices.max(1) as f64
}

/// Layers one below the other; within a layer vertices stand in the order of the mean place of
/// their neighbours in the layers above.
fn layered(layers: &[u32], edges: &[(u32, u32)]) -> Vec<(f64, f64)> {
    let depth = layers.iter().max().map_or(0, |&d| d as usize + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); depth];
    layers.iter().enumerate().for_each(|(v, &layer)| rows[layer as usize].push(v));
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let mut places = vec![(0.0, 0.0); layers.len()];
    for (layer, row) in rows.iter().enumerate() {
        let mean = |v: usize| {
            let others = edges.iter().filter_map(|&(a, b)| match (a as usize, b as usize) {
                (a, b) if b == v => Some(a),
                (a, b) if a == v => Some(b),
                _ => None,
            });
            let above: Vec<f64> =
                others.filter(|&o| layers[o] < layers[v]).map(|o| places[o].0).collect();
            match above.len() {
                0 => 0.0,
                count => above.iter().sum::<f64>() / count as f64,
            }
        };
        let mut row: Vec<(f64, usize)> = row.iter().map(|&v| (mean(v), v)).collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let width = NEXT * widest as f64;
        let gap = width / row.len() as f64;
        for (i, &(_, v)) in row.iter().enumerate() {
            places[v] = (gap * (i as f64 + 0.5), LAYER * layer as f64);
        }
    }
    places
}

fn circle(vertices: usize) -> Vec<(f64, f64)> {
    let radius = (NEXT * vertices as f64 / std::f64::consts::TAU).max(NEXT);
    (0..vertices).map(|v| turned((0.0, -radius), around(v, vertices))).collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if is_obeyed(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
