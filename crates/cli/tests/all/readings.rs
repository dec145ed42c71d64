//! Readings of the source notes: what is printed of them, against searches written without the
//! engine.

use crate::program::run;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The answers to the claims of a game, which may have arguments behind it, by source and id.
fn answers(game: &str) -> BTreeMap<String, Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let game = game.split(' ');
    let arguments: Vec<&str> = ["check", "--format", "json"].into_iter().chain(game).collect();
    let ran = run(folder.path(), &arguments, "");
    assert!(ran.status < 2, "{}", ran.err);
    let all: Vec<Value> = serde_json::from_str(&ran.out).expect("a list");
    let text = |v: &Value, field: &str| v[field].as_str().expect("text").to_owned();
    let named = all.into_iter().map(|v| (text(&v, "source") + "." + &text(&v, "id"), v));
    named.collect()
}

/// A graph on the vertices 0, 1, ..., with arcs.
struct Graph {
    n: usize,
    arcs: Vec<Vec<bool>>,
}

impl Graph {
    /// The simple graph of the number g, as `geography-on-graphs` says.
    fn undirected(n: usize, g: u32) -> Self {
        let mut arcs = vec![vec![false; n]; n];
        for v in 1..=n {
            for w in 1..v {
                let is_edge = g >> ((v - 1) * (v - 2) / 2 + w - 1) & 1 == 1;
                (arcs[v - 1][w - 1], arcs[w - 1][v - 1]) = (is_edge, is_edge);
            }
        }
        Self { n, arcs }
    }

    /// The digraph of the number g: the arcs of vertex 1 first, to lower vertices first.
    fn directed(n: usize, g: u32) -> Self {
        let mut arcs = vec![vec![false; n]; n];
        let pairs = (0..n).flat_map(|v| (0..n).filter(move |&w| w != v).map(move |w| (v, w)));
        for (digit, (v, w)) in pairs.enumerate() {
            arcs[v][w] = g >> digit & 1 == 1;
        }
        Self { n, arcs }
    }

    /// The most edges without common ends among the vertices left.
    fn matching(&self, left: u32) -> u32 {
        let Some(v) = (0..self.n).find(|v| left >> v & 1 == 1) else { return 0 };
        let rest = left & !(1 << v);
        let partners = (0..self.n).filter(|&w| rest >> w & 1 == 1);
        let partners = partners.filter(|&w| self.arcs[v][w] || self.arcs[w][v]);
        let with_v = partners.map(|w| 1 + self.matching(rest & !(1 << w)));
        with_v.chain([self.matching(rest)]).max().unwrap_or(0)
    }

    /// Whether every maximum matching covers s.
    fn covers(&self, s: usize) -> bool {
        let all = (1 << self.n) - 1;
        self.matching(all & !(1 << s)) < self.matching(all)
    }

    fn is_bipartite(&self) -> bool {
        let joined = |v: usize, w: usize| self.arcs[v][w] || self.arcs[w][v];
        (0..1 << self.n).any(|side: u32| {
            let same = |v: usize, w: usize| (side >> v ^ side >> w) & 1 == 0;
            (0..self.n).all(|v| (0..v).all(|w| !joined(v, w) || !same(v, w)))
        })
    }

    /// Whether the player to move wins vertex geography; `stuck` is what becomes of who is stuck.
    fn wins(&self, v: usize, seen: u32, stuck: bool) -> bool {
        let next: Vec<usize> =
            (0..self.n).filter(|&w| self.arcs[v][w] && seen >> w & 1 == 0).collect();
        match next.is_empty() {
            true => stuck,
            false => next.iter().any(|&w| !self.wins(w, seen | 1 << w, stuck)),
        }
    }

    /// Whether the player to move wins edge geography.
    fn wins_on_edges(&mut self, v: usize) -> bool {
        (0..self.n).any(|w| {
            if !self.arcs[v][w] {
                return false;
            }
            (self.arcs[v][w], self.arcs[w][v]) = (false, false);
            let wins = !self.wins_on_edges(w);
            (self.arcs[v][w], self.arcs[w][v]) = (true, true);
            wins
        })
    }
}

/// The smallest graph and start where the matching law is false.
fn departs(
    most: usize,
    is_directed: bool,
    bipartite: bool,
    wins: impl Fn(&mut Graph, usize) -> bool,
) -> Option<(usize, u32, usize)> {
    (1..=most).find_map(|n| {
        let digits = if is_directed { n * (n - 1) } else { n * (n - 1) / 2 };
        let all = (0..1_u32 << digits).flat_map(|g| (1..=n).map(move |s| (g, s)));
        let wrong = all.filter(|&(g, s)| {
            let mut graph =
                if is_directed { Graph::directed(n, g) } else { Graph::undirected(n, g) };
            (!bipartite || graph.is_bipartite()) && wins(&mut graph, s - 1) != graph.covers(s - 1)
        });
        wrong.min_by_key(|&(g, s)| (g as usize + s, g)).map(|(g, s)| (n, g, s))
    })
}

#[test]
fn the_matching_law_elsewhere_than_in_undirected_vertex_geography() {
    let misere = |graph: &mut Graph, s: usize| graph.wins(s, 1 << s, true);
    let normal = |graph: &mut Graph, s: usize| graph.wins(s, 1 << s, false);
    let edges = Graph::wins_on_edges;
    for bipartite in [true, false] {
        let claim = if bipartite { "lecture.L13" } else { "lecture.L14" };
        assert_eq!(departs(4, false, bipartite, normal), None);
        for (game, reading, start, found) in [
            ("geography-on-graphs", "misere", "s", departs(4, false, bipartite, misere)),
            ("geography-on-digraphs", "directed", "s", departs(4, true, bipartite, normal)),
            ("edge-geography-on-graphs", "edge", "v", departs(4, false, bipartite, edges)),
        ] {
            let (n, g, s) = found.expect("a counterexample");
            let answer = &answers(game)[&format!("{claim}.{reading}")];
            assert_eq!(answer["parameters"], json!({"n": n}), "{claim} {game}");
            assert_eq!(answer["position"], json!({"g": g, start: s}), "{claim} {game}");
        }
    }
}

/// The numbers of stones that lose at the start when at most K times the last take may be taken.
fn losing(k: usize, to: usize) -> Vec<usize> {
    let mut wins = vec![vec![false; to + 1]; to + 1];
    for n in 1..=to {
        for limit in 1..=n {
            let lost = |t: usize| !wins[n - t][(k * t).min(n - t)];
            wins[n][limit] = (1..=limit).any(lost);
        }
    }
    (1..=to).filter(|&n| !wins[n][n - 1]).collect()
}

#[test]
fn a_number_has_several_sums_of_terms_that_are_not_consecutive() {
    let first = (3..=8).find_map(|k| {
        let terms = losing(k, 30);
        let sums = |n: usize| {
            let sets = (1_u32..1 << terms.len().min(16)).filter(|set| set & set >> 1 == 0);
            let total = |set: u32| -> usize {
                (0..16).filter(|i| set >> i & 1 == 1).map(|i| terms[i]).sum()
            };
            sets.filter(|&set| total(set) == n).count()
        };
        (1..=30).find(|&n| sums(n) != 1).map(|n| (k, n))
    });
    assert_eq!(first, Some((3, 4)));
    let answers = answers("dynamic-nim --to n=30,limit=30");
    let strong = &answers["formulas.F31.c"];
    assert_eq!((&strong["parameters"], &strong["position"]), (&json!({"K": 3}), &json!({"n": 4})));
    assert_eq!(answers["formulas.F31.a"]["answer"], "holds");
}

fn mex(values: &[usize]) -> usize {
    (0..).find(|v| !values.contains(v)).expect("a number")
}

#[test]
fn the_printed_list_of_grunt_on_single_coins() {
    let (mut from_0, mut sym4) = (Vec::new(), vec![0]);
    for x in 0..=16_usize {
        let options = (1..x).filter(|t| 2 * t < x).map(|t| from_0[0] ^ from_0[t] ^ from_0[x - t]);
        let value = mex(&options.collect::<Vec<_>>());
        from_0.push(value);
        let pairs = (1..x).flat_map(|p| (p + 1..x).map(move |q| (p, q)));
        let options = pairs.filter(|(p, q)| p + x - q > *q && p + x - q < x);
        let options: Vec<usize> =
            options.map(|(p, q)| sym4[p] ^ sym4[q] ^ sym4[p + x - q]).collect();
        if x > 0 {
            sym4.push(mex(&options));
        }
    }
    let listed = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5];
    for (game, reading, first, values) in
        [("grunt-from0", "b", 0, &from_0), ("coin-sym4", "c", 1, &sym4)]
    {
        let answers = answers(game);
        let law = |x: usize| x.saturating_sub(2) / 2;
        let of_list = |begin: usize| {
            (begin.max(first)..begin + 13).find(move |&x| values[x] != listed[x - begin])
        };
        for (id, fails) in [
            (format!("formulas.F29.{reading}"), (first..17).find(|&x| values[x] != law(x))),
            (format!("formulas.F29.{reading}.d"), of_list(3)),
            (format!("formulas.F29.{reading}.e"), of_list(0)),
            (format!("formulas.F29.{reading}.f"), of_list(1)),
        ] {
            assert_eq!(answers[&id]["position"]["x"], json!(fails.expect("it fails")), "{id}");
        }
    }
    assert_eq!(answers("grunt-from0")["formulas.F29.b.grundy"]["answer"], "holds");
}

/// Whether the player to move wins misere play of two pairs of Wythoff's game.
fn misere(pairs: [[usize; 2]; 2], known: &mut BTreeMap<[[usize; 2]; 2], bool>) -> bool {
    if let Some(&wins) = known.get(&pairs) {
        return wins;
    }
    let options = options(pairs);
    let wins = options.is_empty() || options.into_iter().any(|option| !misere(option, known));
    known.insert(pairs, wins);
    wins
}

fn options(pairs: [[usize; 2]; 2]) -> Vec<[[usize; 2]; 2]> {
    let mut all = Vec::new();
    for which in 0..2 {
        let [a, b] = pairs[which];
        let left = (1..=a).map(|t| [a - t, b]);
        let right = (1..=b).map(|t| [a, b - t]);
        let both = (1..=a.min(b)).map(|t| [a - t, b - t]);
        for moved in left.chain(right).chain(both) {
            let mut option = pairs;
            option[which] = moved;
            all.push(option);
        }
    }
    all
}

/// The nim-value of a pair.
fn value(pair: [usize; 2], known: &mut BTreeMap<[usize; 2], usize>) -> usize {
    if let Some(&value) = known.get(&pair) {
        return value;
    }
    let options = options([pair, [0, 0]]);
    let values: Vec<usize> = options.iter().map(|option| value(option[0], known)).collect();
    known.insert(pair, mex(&values));
    mex(&values)
}

#[test]
fn no_component_of_a_misere_sum_is_needless() {
    let (mut known, mut values) = (BTreeMap::new(), BTreeMap::new());
    let mut wrong = Vec::new();
    for cell in 0..7_usize.pow(4) {
        let [x, y, s, t] = [343, 49, 7, 1].map(|place| cell / place % 7);
        let (g, h) = (value([x, y], &mut values), value([s, t], &mut values));
        let printed = (g != h) == (g.max(h) > 1);
        if x <= y && s <= t && x + y <= s + t && misere([[x, y], [s, t]], &mut known) != printed {
            wrong.push((x + y + s + t, [x, y, s, t]));
        }
    }
    let (_, [x, y, s, t]) = wrong.into_iter().min().expect("a counterexample");
    assert_eq!([x, y, s, t], [0, 0, 3, 5]);
    let answer = &answers("anti-grundy")["formulas.F9.c.wythoff"];
    assert_eq!(answer["position"], json!({"x": x, "y": y, "s": s, "t": t}));
}

#[test]
fn nobody_wins_on_an_edge() {
    let answers = answers("every-sg-on-graphs");
    let answer = &answers["formulas.F11.b"];
    assert_eq!(answer["answer"], "fails");
    assert_eq!(answer["parameters"], json!({"n": 2}));
    assert_eq!(answer["position"], json!({"h": 1, "u": 1}));
    assert_eq!(answers["formulas.F11"]["answer"], "holds");
}

#[test]
fn counterexamples_are_the_smallest_in_the_order_that_is_stated() {
    let at = |game: &str, claim: &str| {
        let answer = answers(game)[claim].clone();
        (answer["parameters"].clone(), answer["position"].clone(), answer["sample"].clone())
    };
    // a set of numbers is no number
    let (parameters, position, sample) = at("coin-dist", "survey.S12.b");
    assert_eq!(
        (&parameters["S"], &position, &sample),
        (&json!("{2}"), &json!({"x": 1}), &json!(true))
    );
    // one stone, on a graph that has two as well under a lesser number
    let (parameters, position, sample) = at("dag-staircase", "survey.S6.c");
    assert_eq!((&parameters["g"], &position), (&json!(53), &json!({"h": [0, 0, 0, 1]})));
    assert_eq!(sample, json!(false));
    // the number of cells is part of the position
    let (parameters, position, _) = at("axis-coins", "survey.S8.b");
    assert_eq!((&parameters["n"], &position), (&json!(1), &json!({"A": []})));
    // the least sum of two numbers whose product leaves 64 bits, and of those the least first one
    let (_, position, sample) = at("rectangle-turn", "formulas.F40.b");
    let (u, v) = (3_036_988_439_i128, 3_037_012_561_i128);
    assert_eq!(
        (&position, &sample),
        (&json!({"u": 3_036_988_439_u64, "v": 3_037_012_561_u64}), &json!(true))
    );
    let half = (u + v) / 2;
    assert!(u * v >= 1 << 63 && (u - 1) * (v + 1) < 1 << 63 && half * (half - 1) < 1 << 63);
}

#[test]
fn what_the_notes_do_not_say_refutes_them_nowhere() {
    for (game, gone) in [
        ("axis-coins", &["lecture.L11.b", "formulas.F13.b"][..]),
        ("repeated-game", &["lecture.L22.b"]),
        ("climbing-hill", &["survey.S5.a", "survey.S5.b"]),
        ("plate-grid", &["survey.S1.grid.only"]),
        ("subtraction", &["template.T4.sets"]),
        ("two-smaller-stop1", &["primer.P8.b"]),
        ("two-smaller-until-ones", &["primer.P8.c"]),
        ("cutting-game", &["survey.S10.a.width1", "survey.S10.b.width1"]),
    ] {
        let answers = answers(game);
        assert!(gone.iter().all(|id| !answers.contains_key(*id)), "{game}");
    }
    for (game, claim) in [
        ("axis-coins", "lecture.L11"),
        ("axis-coins", "formulas.F13"),
        ("repeated-game", "lecture.L22.parity"),
        ("climbing-hill", "survey.S5"),
        ("subtraction", "template.T4"),
    ] {
        assert_eq!(answers(game)[claim]["answer"], "holds", "{claim}");
    }
    assert_eq!(answers("two-smaller")["primer.P8"]["answer"], "cannot check");
}
