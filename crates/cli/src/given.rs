//! Structures for rules with an `input`: files of graphs, trees and words, the solver whose theorem
//! covers a rule, and the facts that a search by definition is given in its place.

use crate::arguments::{Common, Kernel};
use crate::catalogue::{Shelf, entry};
use crate::failure::{Failure, interrupted, mistake};
use crate::input::Input;
use crate::source::{MAX_DATA_LENGTH, read_file};
use arena::read::{Graph, Mistake, graphs, trees, words};
use arena::{Given, Refusal, Solver};
use engine::Game;
use rule::Constant;
use rule::ast::{Rule, Structure};
use std::collections::BTreeMap;

/// The games that have solvers, by the names of their rules in the catalogue.
const SOLVED: [(&str, Solver); 9] = [
    ("dag-game", Solver::Dag),
    ("anti-sg", Solver::Misere),
    ("every-sg", Solver::Every),
    ("loopy-graph", Solver::Loopy),
    ("undirected-vertex-geography", Solver::Geography),
    ("green-hackenbush-graph", Solver::Hackenbush),
    ("green-hackenbush-tree", Solver::Hackenbush),
    ("prefix-word-game", Solver::Prefixes),
    ("substring-word-game", Solver::Substrings),
];

/// Arcs of a cycle that a message names.
const MAX_NAMED: usize = 12;

/// What a search by definition knows of a component: facts under the names that rules use.
pub(crate) type Facts = BTreeMap<&'static str, Constant>;

/// A file that was read for a rule.
pub(crate) struct File<'t> {
    name: &'t str,
    /// What it says.
    pub(crate) given: Given<'t>,
}

/// The text of an input file.
///
/// # Errors
/// It cannot be read.
pub(crate) fn text_of(file: &str) -> Result<String, Failure> {
    read_file(file, MAX_DATA_LENGTH, "an input")
}

/// The solver for a rule that plays as one of the catalogue's: same input, positions, moves and end.
fn solver(rule: &Rule) -> Option<Solver> {
    let same = |known: &Rule| {
        let played = |r: &Rule| {
            // Names and what is only asked, printed or claimed do not matter.
            let mut played = Rule {
                name: String::new(),
                title: None,
                title_zh: None,
                notes: Vec::new(),
                table: None,
                check: None,
                claims: Vec::new(),
                ..r.clone()
            };
            played.parameters.clear();
            played.to_string()
        };
        played(known) == played(rule)
    };
    SOLVED.into_iter().find_map(|(name, solver)| {
        let (known, _) = rule::parse(entry(name)?.text);
        let known = rule::resolve(known?, &Shelf::default()).ok()?;
        same(&known).then_some(solver)
    })
}

/// The solver for a rule, unless the command line asks for the definition.
pub(crate) fn chosen(input: &Input, common: &Common) -> Option<Solver> {
    solver(&input.rule).filter(|_| common.kernel == Kernel::Auto)
}

impl<'t> File<'t> {
    /// Reads the text of a file for a rule.
    ///
    /// # Errors
    /// A mistake in the file, or something in it that the rule has no use for.
    pub(crate) fn read(
        name: &'t str,
        text: &'t str,
        structure: Structure,
        rule: &Rule,
    ) -> Result<Self, Failure> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let given = match structure {
            Structure::Digraph | Structure::Graph => graphs(text).map(Given::Graphs),
            Structure::Tree => trees(text).map(Given::Graphs),
            Structure::Words => words(text).map(Given::Words),
            Structure::Sum => {
                let why = "is a sum of different games, which only `mexlab ask` answers for";
                return Err(mistake(format!("{} {why}", rule.name)));
            }
        };
        let wrong = |Mistake { line, what }| mistake(format!("{name}:{line}: {what}"));
        let file = Self { name, given: given.map_err(wrong)? };
        let is_weighted = rule.parameters.iter().any(|p| p.name == "weights");
        let odd =
            |graph: &&Graph| !graph.edges.is_empty() && graph.weights.is_some() != is_weighted;
        let Some(graph) = file.graphs().iter().find(odd) else { return Ok(file) };
        let line = graph.lines.first().map_or(graph.header, |&line| line as usize);
        let why = match is_weighted {
            true => {
                format!("the edge has no weight, and {} needs one; expected `u v w`", rule.name)
            }
            false => format!("the edge has a weight, and {} knows none; expected `u v`", rule.name),
        };
        Err(file.wrong(line, &why))
    }

    /// The graphs, none where the file has words.
    pub(crate) fn graphs(&self) -> &[Graph] {
        match &self.given {
            Given::Graphs(graphs) => graphs,
            Given::Words(_) => &[],
        }
    }

    /// Number of components.
    pub(crate) fn components(&self) -> usize {
        match &self.given {
            Given::Graphs(graphs) => graphs.len(),
            Given::Words(lists) => lists.len(),
        }
    }

    /// Each component as a file of its own.
    pub(crate) fn parts(&self) -> Vec<Self> {
        let part = |given| Self { name: self.name, given };
        match &self.given {
            Given::Graphs(graphs) => {
                graphs.iter().map(|g| part(Given::Graphs(vec![g.clone()]))).collect()
            }
            Given::Words(lists) => {
                lists.iter().map(|l| part(Given::Words(vec![l.clone()]))).collect()
            }
        }
    }

    fn wrong(&self, line: usize, what: &str) -> Failure {
        mistake(format!("{}:{line}: {what}", self.name))
    }

    /// A refusal with the lines of the file it speaks about.
    pub(crate) fn refused(&self, refusal: &Refusal) -> Failure {
        match refusal {
            Refusal::Cycle { component, vertices } => {
                let graph = &self.graphs()[*component];
                let ends = vertices.iter().zip(vertices.iter().cycle().skip(1)).take(MAX_NAMED);
                let line = |(a, b): (&u32, &u32)| {
                    let at = graph.edges.iter().position(|e| e == &(*a, *b));
                    at.map_or(graph.header, |at| graph.lines[at] as usize)
                };
                let lines: Vec<usize> = ends.map(line).collect();
                self.wrong(lines[0], &format!("not a DAG: {}", cycle_in_words(vertices, &lines)))
            }
            Refusal::NoStart { component } => self.no_start(&self.graphs()[*component]),
            Refusal::Interrupted => interrupted(),
            Refusal::TooLarge(why) => Failure::Limit(format!("{}: {why}", self.name)),
            Refusal::NotCovered(why) => mistake(format!(
                "{}: {why}; --kernel oracle searches small inputs by definition",
                self.name
            )),
        }
    }

    fn no_start(&self, graph: &Graph) -> Failure {
        self.wrong(graph.header, "the header names no start; expected `n m start`")
    }

    /// The facts of each component.
    ///
    /// # Errors
    /// Words too long or with too many letters for a search.
    pub(crate) fn facts(&self) -> Result<Vec<Facts>, Failure> {
        match &self.given {
            Given::Graphs(graphs) => Ok(graphs.iter().map(facts_of_graph).collect()),
            Given::Words(lists) => {
                let facts = lists.iter().map(|words| facts_of_words(words));
                facts
                    .collect::<Result<_, _>>()
                    .map_err(|why| mistake(format!("{}: {why}", self.name)))
            }
        }
    }

    /// The game of the rule on a component, and the sizes of its start.
    ///
    /// # Errors
    /// The rule does not take such a component, or has no use for one without a start.
    pub(crate) fn game(
        &self,
        input: &Input,
        component: usize,
        facts: &Facts,
    ) -> Result<(Game, Vec<i64>), Failure> {
        let mut constants = BTreeMap::new();
        for parameter in &input.rule.parameters {
            let name = parameter.name.as_str();
            match (facts.get(name), self.graphs().get(component)) {
                (Some(value), _) => {
                    constants.insert(parameter.name.clone(), value.clone());
                }
                (None, Some(graph)) if name == "root" => return Err(self.no_start(graph)),
                _ => {}
            }
        }
        let instance = rule::bind_constants(&input.rule, &constants).map_err(|e| {
            let help = "a search by definition is for small inputs";
            mistake(format!("{}: component {}: {e}; {help}", self.name, component + 1))
        })?;
        let game = Game::compile(&instance, &input.library)
            .map_err(|mistakes| Failure::Diagnosed(input.source.show(&mistakes)))?;
        let mut sizes = Vec::new();
        for name in game.sizes() {
            match (facts.get(name), self.graphs().get(component)) {
                (Some(Constant::Int(size)), _) => sizes.push(*size),
                (_, Some(graph)) => return Err(self.no_start(graph)),
                _ => sizes.push(0),
            }
        }
        Ok((game, sizes))
    }
}

/// `cycle 1 -> 2 -> 1 (lines 2, 3); loopy-graph takes cycles`, a long one shortened.
fn cycle_in_words(vertices: &[u32], lines: &[usize]) -> String {
    let named = vertices.iter().take(MAX_NAMED).map(|v| (v + 1).to_string());
    let more = (vertices.len() > MAX_NAMED).then(|| "...".to_owned());
    let around = vertices.first().map(|v| (v + 1).to_string());
    let names = named.chain(more.clone()).chain(around).collect::<Vec<_>>().join(" -> ");
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let lines = lines.iter().map(usize::to_string).chain(more).collect::<Vec<_>>().join(", ");
    format!("cycle {names} ({word} {lines}); the game loopy-graph takes cycles")
}

/// What a graph says, under the names that rules use.
fn facts_of_graph(graph: &Graph) -> Facts {
    let int = |n: usize| Constant::Int(i64::try_from(n).unwrap_or(i64::MAX));
    let ends = graph.edges.iter().flat_map(|&(a, b)| [i64::from(a) + 1, i64::from(b) + 1]);
    let ends = Constant::List(ends.collect());
    let mut facts = Facts::from([
        ("n", int(graph.vertices)),
        ("m", int(graph.edges.len())),
        ("edges", ends.clone()),
        ("arcs", ends),
    ]);
    facts.insert("weights", Constant::List(graph.weights.clone().unwrap_or_default()));
    if let Some(start) = graph.start {
        facts.insert("start", Constant::Int(i64::from(start) + 1));
        facts.insert("root", Constant::Int(i64::from(start) + 1));
    }
    facts
}

/// What a list of words says: letters numbered as they first occur.
fn facts_of_words(words: &[&str]) -> Result<Facts, String> {
    let mut letters: Vec<char> = Vec::new();
    let mut numbers = Vec::new();
    for word in words {
        let mut number: i64 = 0;
        for letter in word.chars() {
            let known = letters.iter().position(|&l| l == letter);
            let digit = known.unwrap_or_else(|| {
                letters.push(letter);
                letters.len() - 1
            });
            let longer = number.checked_mul(10).and_then(|n| n.checked_add(digit as i64 + 1));
            number = longer.filter(|_| letters.len() <= 9).ok_or_else(|| {
                let help = "words of at most 17 letters, 9 different ones in all";
                format!("a search by definition is for {help}")
            })?;
        }
        numbers.push(number);
    }
    let longest = words.iter().map(|w| w.chars().count()).max().unwrap_or(0);
    Ok(Facts::from([
        ("words", Constant::List(numbers)),
        ("letters", Constant::Int(letters.len().max(1) as i64)),
        ("longest", Constant::Int(longest.max(1) as i64)),
    ]))
}
