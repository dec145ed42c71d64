//! `mexlab ask RULE --input FILE` for rules with an `input`: by a solver where its theorem covers the
//! game, else by definition.

use crate::arguments::{Common, Format, Kernel};
use crate::catalogue::{Shelf, entry};
use crate::failure::{Failure, mistake};
use crate::input::Input;
use crate::request::limits;
use crate::source::{LONGEST_DATA, read_file};
use crate::summary::Summary;
use crate::terminal::Terminal;
use arena::read::{Graph, graphs, trees, words};
use arena::{Answer, Given, Move, Refusal, Solver};
use engine::Game;
use rule::Constant;
use rule::ast::{Rule, Structure};
use serde_json::json;
use std::collections::BTreeMap;

/// The games that have solvers, by the names of their rules in the catalogue.
const SOLVED: [(&str, Solver); 6] = [
    ("dag-game", Solver::Dag),
    ("undirected-vertex-geography", Solver::Geography),
    ("green-hackenbush-graph", Solver::Hackenbush),
    ("green-hackenbush-tree", Solver::Hackenbush),
    ("prefix-word-game", Solver::Prefixes),
    ("substring-word-game", Solver::Substrings),
];
/// More winning moves than this are only counted in words.
const MOST_MOVES: usize = 20;

/// The solver for a rule that plays as one of the catalogue's: same input, positions, moves and end.
pub(crate) fn solver(rule: &Rule) -> Option<Solver> {
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

/// Prints what is known of the sum of the components in the file.
pub(super) fn perform(
    input: &Input,
    structure: Structure,
    file: &str,
    common: &Common,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let text = read_file(file, LONGEST_DATA, "an input")?;
    let given = read(structure, &text).map_err(|e| mistake(format!("{file}: {e}")))?;
    let solver = solver(&input.rule).filter(|_| common.kernel == Kernel::Auto);
    let (answer, by) = match solver {
        Some(solver) => {
            let answer = solver.answer(&given).map_err(|e| refused(&e, file, &given))?;
            (answer, solver.theorem().to_owned())
        }
        None => (by_definition(input, &given, common, terminal)?, "search by definition".into()),
    };
    terminal.print(|out| match terminal.format() {
        Format::Text => out.write_all(in_words(&answer, &by, &given, terminal).as_bytes()),
        Format::Csv => {
            writeln!(out, "sg,win,misere,remoteness,winning_moves")?;
            let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
            let moves = answer.winning.as_ref().map_or(String::new(), |m| m.len().to_string());
            let misere = number(answer.misere.map(u32::from));
            let (sg, remoteness) = (number(answer.sg), number(answer.remoteness));
            writeln!(out, "{sg},{},{misere},{remoteness},{moves}", u32::from(answer.win))
        }
        Format::Json => {
            let moves = answer.winning.as_ref().map(|moves| {
                let as_json = |m: &Move| json!({ "component": m.component + 1, "move": m.words });
                moves.iter().map(as_json).collect::<Vec<_>>()
            });
            let answer = json!({
                "sg": answer.sg,
                "win": answer.win,
                "misere": answer.misere,
                "remoteness": answer.remoteness,
                "winning_moves": moves,
                "by": by,
            });
            writeln!(out, "{answer:#}")
        }
    })
}

fn read(structure: Structure, text: &str) -> Result<Given<'_>, arena::read::Mistake> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok(match structure {
        Structure::Digraph | Structure::Graph => Given::Graphs(graphs(text)?),
        Structure::Tree => Given::Graphs(trees(text)?),
        Structure::Words => Given::Words(words(text)?),
    })
}

/// A refusal with the lines of the file it speaks about.
fn refused(refusal: &Refusal, file: &str, given: &Given<'_>) -> Failure {
    let Given::Graphs(graphs) = given else { return mistake(format!("{file}: {refusal}")) };
    match refusal {
        Refusal::Cycle { component, vertices } => {
            let graph = &graphs[*component];
            let ends = vertices.iter().zip(vertices.iter().cycle().skip(1));
            let line = |(a, b): (&u32, &u32)| {
                let at = graph.edges.iter().position(|e| e == &(*a, *b));
                at.map_or(String::new(), |at| graph.lines[at].to_string())
            };
            let lines: Vec<String> = ends.map(line).collect();
            let names = vertices.iter().chain(vertices.first()).map(|v| (v + 1).to_string());
            mistake(format!(
                "{file}: not a DAG: cycle {} (lines {})",
                names.collect::<Vec<_>>().join(" -> "),
                lines.join(", ")
            ))
        }
        Refusal::NoStart { component } => mistake(no_start(file, &graphs[*component])),
        Refusal::NotCovered(why) => {
            mistake(format!("{file}: {why}; --kernel oracle searches small inputs by definition"))
        }
    }
}

fn no_start(file: &str, graph: &Graph) -> String {
    let line = graph.header;
    format!("{file}: line {line}: the header names no start; expected `n m start`")
}

/// The answer for each component by search; the sum by the xor of the Grundy values.
fn by_definition(
    input: &Input,
    given: &Given<'_>,
    common: &Common,
    terminal: &Terminal,
) -> Result<Answer, Failure> {
    let components = match given {
        Given::Graphs(graphs) => graphs.iter().map(|g| facts_of_graph(g)).collect::<Vec<_>>(),
        Given::Words(lists) => lists.iter().map(|l| facts_of_words(l)).collect::<Result<_, _>>()?,
    };
    let mut answers = Vec::with_capacity(components.len());
    for (number, facts) in components.iter().enumerate() {
        let mut constants = BTreeMap::new();
        for parameter in &input.rule.parameters {
            if let Some(value) = facts.get(parameter.name.as_str()) {
                constants.insert(parameter.name.clone(), value.clone());
            }
        }
        let instance = rule::bind_constants(&input.rule, &constants).map_err(|e| {
            let help = "a search by definition is for small inputs";
            mistake(format!("component {}: {e}; {help}", number + 1))
        })?;
        let game = Game::compile(&instance, &input.library)
            .map_err(|mistakes| Failure::Diagnosed(input.source.show(&mistakes)))?;
        let size = |name: &&str| match facts.get(name) {
            Some(Constant::Int(value)) => *value,
            _ => 0,
        };
        let sizes: Vec<i64> = game.sizes().iter().map(size).collect();
        let start = game.start(&sizes).map_err(mistake)?;
        let answer = game.ask(&start, &limits(common), terminal);
        answers.push(answer.map_err(|stop| input.stopped(stop))?);
    }
    if let [answer] = &answers[..] {
        let moves = answer.winning.iter().flat_map(|first| &first.steps).map(|step| {
            let choices = step.choices.iter().map(|(name, value)| format!("{name} = {value}"));
            Move { component: 0, words: choices.collect::<Vec<_>>().join(", ") }
        });
        return Ok(Answer {
            sg: answer.sg.and_then(|sg| u32::try_from(sg).ok()),
            win: answer.win,
            misere: answer.misere,
            remoteness: answer.remoteness.and_then(|r| u32::try_from(r).ok()),
            winning: Some(moves.collect()),
        });
    }
    let values: Option<Vec<i64>> = answers.iter().map(|a| a.sg).collect();
    let Some(values) = values else {
        return Err(mistake("a sum is decided by Grundy values, and this rule has none"));
    };
    let total = values.iter().fold(0, |sum, value| sum ^ value);
    Ok(Answer {
        sg: u32::try_from(total).ok(),
        win: total != 0,
        misere: None,
        remoteness: None,
        winning: None,
    })
}

/// What a graph says, under the names that rules use.
fn facts_of_graph(graph: &Graph) -> BTreeMap<&'static str, Constant> {
    let int = |n: usize| Constant::Int(i64::try_from(n).unwrap_or(i64::MAX));
    let ends = graph.edges.iter().flat_map(|&(a, b)| [i64::from(a) + 1, i64::from(b) + 1]);
    let ends = Constant::List(ends.collect());
    let mut facts = BTreeMap::from([
        ("n", int(graph.vertices)),
        ("m", int(graph.edges.len())),
        ("edges", ends.clone()),
        ("arcs", ends),
    ]);
    if let Some(start) = graph.start {
        facts.insert("start", Constant::Int(i64::from(start) + 1));
        facts.insert("root", Constant::Int(i64::from(start) + 1));
    }
    facts
}

/// What a list of words says: letters numbered as they first occur.
fn facts_of_words(words: &[&str]) -> Result<BTreeMap<&'static str, Constant>, Failure> {
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
                mistake(format!("a search by definition is for {help}"))
            })?;
        }
        numbers.push(number);
    }
    let longest = words.iter().map(|w| w.chars().count()).max().unwrap_or(0);
    Ok(BTreeMap::from([
        ("words", Constant::List(numbers)),
        ("letters", Constant::Int(letters.len().max(1) as i64)),
        ("longest", Constant::Int(longest.max(1) as i64)),
    ]))
}

fn in_words(answer: &Answer, by: &str, given: &Given<'_>, terminal: &Terminal) -> String {
    let words = terminal.words();
    let who = |wins| if wins { words.wins } else { words.loses };
    let mut summary = Summary::default();
    let heading = match given {
        Given::Graphs(graphs) => match &graphs[..] {
            [g] => format!("{} vertices, {} edges", g.vertices, g.edges.len()),
            several => format!("{} components", several.len()),
        },
        Given::Words(lists) => match &lists[..] {
            [list] => format!("{} words", list.len()),
            several => format!("{} components", several.len()),
        },
    };
    summary.add(&heading, [who(answer.win).to_owned()]);
    if let Some(sg) = answer.sg {
        summary.add("sg", [sg.to_string()]);
    }
    if let Some(remoteness) = answer.remoteness {
        summary.add(words.remoteness, [remoteness.to_string()]);
    }
    if let Some(misere) = answer.misere {
        summary.add(words.misere, [who(misere).to_owned()]);
    }
    let single = match given {
        Given::Graphs(graphs) => graphs.len() == 1,
        Given::Words(lists) => lists.len() == 1,
    };
    let line = |m: &Move| match single {
        true => m.words.clone(),
        false => format!("component {}: {}", m.component + 1, m.words),
    };
    match &answer.winning {
        None => {}
        Some(moves) if moves.is_empty() => {
            summary.add(words.winning_moves, [words.no_winning_move.to_owned()]);
        }
        Some(moves) => {
            let rest = moves.len().saturating_sub(MOST_MOVES);
            let more = (rest > 0).then(|| format!("... and {rest} more"));
            let shown = moves.iter().take(MOST_MOVES).map(line).chain(more);
            summary.add(words.winning_moves, shown);
        }
    }
    summary.add("by", [by.to_owned()]);
    summary.text()
}
