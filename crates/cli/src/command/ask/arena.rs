//! `mexlab ask RULE --input FILE` and `--on GRAPH` for rules with an `input`: by a solver where its theorem
//! covers the game, else by definition.

use super::{print, print_alone};
use crate::arguments;
use crate::failure::{Result, mistake};
use crate::position::Position;
use crate::summary::Summary;
use crate::terminal::Terminal;
use ::arena::rounds::first_wins;
use ::arena::{Arena, Components, FamilyGraph, File};
use message::{Message, message};
use report::file::write_own;
use rule::ast::Structure;
use std::io::Write;
use wording::answer::{OnStructure, of, whole_json};
use workbench::Input;

/// Prints what is known of the sum of the components that are given.
pub(super) fn perform(
    input: &Input,
    arena: &Arena<'_>,
    given: &FamilyGraph,
    arguments: &arguments::Ask,
    terminal: &Terminal,
) -> Result<()> {
    let arguments::Ask { draw, rounds, next, .. } = arguments;
    let stopped = |stop| input.stopped(stop);
    let file = arena.read(&given.name, &given.text).map_err(stopped)?;
    file.said().into_iter().for_each(|said| terminal.remark(said));
    if draw.is_some() {
        file.is_drawable().map_err(stopped)?;
    }
    if rounds.is_some() && !input.rule.ends.is_empty() {
        return Err(mistake(message!(
            "--rounds: {} says how play ends, and in a match the player who cannot move loses the \
             round",
            input.rule.name
        )));
    }
    if input.rule.is_partizan() {
        let further = [("--draw", draw.is_some()), ("--rounds", rounds.is_some())];
        if let Some((name, _)) = further.into_iter().find(|(_, is_given)| *is_given) {
            return Err(mistake(message!("{name} is for impartial rules")));
        }
        let (game, start) = arena.only(&file).map_err(stopped)?;
        let position = Position { components: start, ..Position::default() };
        let answer = of(input, &game, &position, terminal)?;
        let heading = terminal.words.told(&heading(&file, arena.structure));
        let all = || whole_json(answer.as_ref(), &position, &game);
        return print(answer.as_ref(), &heading, Summary::default(), &all, terminal);
    }
    let answer = arena.answer(&file, 0).map_err(stopped)?;
    let is_sum = file.components() > 1;
    let played = match (rounds, is_sum, answer.misere) {
        (None, ..) => None,
        (&Some(rounds), false, Some(can_lose)) => {
            Some((rounds, first_wins(answer.wins(), can_lose, rounds, (*next).into())))
        }
        _ => {
            let why = Message::from(
                "a match needs the misere outcome of each round, which is not known here",
            );
            let help = Message::from("give one component, and try --kernel oracle");
            return Err(mistake(message!("--rounds: {why}; {help}")));
        }
    };
    if let Some(path) = draw {
        let picture = arena.picture(&file, &answer);
        let is_own =
            |text: &str| text.starts_with("<svg") && text.contains("<marker id=\"winning\"");
        write_own(path, is_own, |out| out.write_all(picture.as_bytes()))?;
    }
    let heading = terminal.words.told(&heading(&file, arena.structure));
    print_alone(&OnStructure { answer, played, is_sum }, &heading, terminal)
}

/// What a file holds, in words.
fn heading(file: &File<'_>, structure: Structure) -> Message {
    match (file.given(), file.components()) {
        (Components::Graphs(graphs), 1) => {
            let vertices = match graphs[0].vertices {
                1 => "1 vertex".into(),
                number => message!("{number} vertices"),
            };
            let lines = match (graphs[0].edges.len(), structure) {
                (1, Structure::Digraph) => "1 arc".into(),
                (1, _) => "1 edge".into(),
                (number, Structure::Digraph) => message!("{number} arcs"),
                (number, _) => message!("{number} edges"),
            };
            message!("{vertices}, {lines}")
        }
        (Components::Words(lists), 1) => match lists[0].len() {
            1 => "1 word".into(),
            number => message!("{number} words"),
        },
        (_, several) => message!("{several} components"),
    }
}
