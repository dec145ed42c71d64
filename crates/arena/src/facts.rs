//! What a search by definition is told of a structure: the parameters and sizes of its rule.

use crate::read::Graph;
use crate::{Arena, Components, File};
use engine::{Component, Game, Stop};
use message::message;
use rule::Constant;
use std::collections::BTreeMap;

/// Facts about a component under the names that rules use.
pub(crate) type Facts = BTreeMap<&'static str, Constant>;

impl File<'_> {
    /// The facts of each component.
    ///
    /// # Errors
    /// Words too long or with too many letters for a search.
    pub(crate) fn facts(&self) -> Result<Vec<Facts>, Stop> {
        match self.given() {
            Components::Graphs(graphs) => Ok(graphs.iter().map(of_graph).collect()),
            Components::Words(lists) => {
                let facts = lists.iter().map(|words| of_words(words));
                facts.collect::<Result<_, _>>().map_err(|why| self.refuse(why))
            }
        }
    }
}

impl Arena<'_> {
    /// The game of the rule on a component, and its start.
    ///
    /// # Errors
    /// The rule does not take such a component, or has no use for one without a start.
    pub(crate) fn game(
        &self,
        file: &File<'_>,
        component: usize,
        facts: &Facts,
    ) -> Result<(Game, Vec<Component>), Stop> {
        let graph = file.graphs().get(component);
        let mut constants = BTreeMap::new();
        for parameter in &self.rule.parameters {
            let name = parameter.name.as_str();
            match (facts.get(name), graph) {
                (Some(value), _) => {
                    constants.insert(parameter.name.clone(), value.clone());
                }
                (None, Some(graph)) if name == "root" => return Err(file.no_start(graph)),
                _ => {}
            }
        }
        let instance = rule::bind_constants(self.rule, &constants).map_err(|e| {
            file.refuse(message!(
                "component {}: {e}; a search by definition is for small inputs",
                component + 1
            ))
        })?;
        let game = Game::compile(&instance, self.library).map_err(Stop::Mistake)?;
        let mut sizes = Vec::new();
        for name in game.sizes() {
            match (facts.get(name), graph) {
                (Some(Constant::Int(size)), _) => sizes.push(*size),
                (_, Some(graph)) if matches!(name, "start" | "root") => {
                    return Err(file.no_start(graph));
                }
                (_, Some(_)) => {
                    return Err(file.refuse(message!(
                        "the rule's start has the size `{name}`, which a file does not give; call \
                         it `start` (or `root`), `n` or `m`"
                    )));
                }
                _ => sizes.push(0),
            }
        }
        let start = game.start(&sizes).map_err(Stop::Refused)?;
        Ok((game, start))
    }
}

/// What a graph says, under the names that rules use.
fn of_graph(graph: &Graph) -> Facts {
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
fn of_words(words: &[&str]) -> Result<Facts, &'static str> {
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
            number = longer.filter(|_| letters.len() <= 9).ok_or(
                "a search by definition is for words of at most 17 letters, 9 different ones in all",
            )?;
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
