//! `mexlab ask RULE --input FILE` and `--on GRAPH` for rules with an `input`: by a solver where its theorem
//! covers the game, else by definition.

use super::{csv, print_whole};
use crate::arguments::{Format, Next};
use crate::failure::{Result, mistake};
use crate::position::Position;
use crate::summary::Summary;
use crate::terminal::Terminal;
use ::arena::rounds::{self, first_wins};
use ::arena::{Answer, Arena, File, Given, Member, Move, Outcome, letter};
use report::file::write_own;
use rule::ast::Structure;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use wording::answer::{first_moves, of};
use workbench::Input;

/// Prints what is known of the sum of the components that are given.
pub(super) fn perform(
    input: &Input,
    arena: &Arena<'_>,
    (given, draw): (&Member, Option<&Path>),
    rounds: Option<(u64, Next)>,
    terminal: &Terminal,
) -> Result<()> {
    let stopped = |stop| input.stopped(stop);
    let file = arena.read(&given.name, &given.text).map_err(stopped)?;
    file.said().into_iter().for_each(|said| terminal.remark(said));
    if draw.is_some() {
        file.is_drawable().map_err(stopped)?;
    }
    if rounds.is_some() && !input.rule.ends.is_empty() {
        let why = "says how play ends, and in a match the player who cannot move loses the round";
        return Err(mistake(format!("--rounds: {} {why}", input.rule.name)));
    }
    if input.rule.is_partizan() {
        let further = [("--draw", draw.is_some()), ("--rounds", rounds.is_some())];
        if let Some((name, _)) = further.into_iter().find(|(_, is_given)| *is_given) {
            return Err(mistake(format!("{name} is for impartial rules")));
        }
        let (game, start) = arena.only(&file).map_err(stopped)?;
        let position = Position { components: start, ..Position::default() };
        let answer = of(input, &game, &position, terminal)?;
        let heading = terminal.words.said(&heading(&file, arena.structure));
        return print_whole(answer.as_ref(), &position, &game, terminal, |_| heading);
    }
    let answer = arena.answer(&file, 0).map_err(stopped)?;
    let played = rounds.map(|rounds| Match::of(rounds, &answer, file.components()));
    let played = played.transpose()?;
    if let Some(path) = draw {
        let picture = arena.picture(&file, &answer);
        let is_own =
            |text: &str| text.starts_with("<svg") && text.contains("<marker id=\"winning\"");
        write_own(path, is_own, |out| out.write_all(picture.as_bytes()))?;
    }
    let heading = heading(&file, arena.structure);
    print(&answer, played.as_ref(), &heading, file.components() > 1, terminal)
}

/// What a file holds, in words.
fn heading(file: &File<'_>, structure: Structure) -> String {
    match (file.given(), file.components()) {
        (Given::Graphs(graphs), 1) => {
            let arcs = if structure == Structure::Digraph { "arc" } else { "edge" };
            let vertices = counted(graphs[0].vertices, "vertex", "vertices");
            format!("{vertices}, {}", counted(graphs[0].edges.len(), arcs, &format!("{arcs}s")))
        }
        (Given::Words(lists), 1) => counted(lists[0].len(), "word", "words"),
        (_, several) => format!("{several} components"),
    }
}

fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Prints an answer; `heading` says of what, in words.
pub(super) fn print(
    answer: &Answer,
    played: Option<&Match>,
    heading: &str,
    is_sum: bool,
    terminal: &Terminal,
) -> Result<()> {
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            out.write_all(in_words(answer, played, heading, is_sum, terminal).as_bytes())
        }
        Format::Csv => {
            let mut all = as_json(answer, played);
            let mut columns = vec!["sg", "outcome", "win", "misere", "remoteness", "winning_moves"];
            if let Some(played) = played {
                all["match"] = played.win.into();
                columns.push("match");
            }
            all.as_object().map_or(Ok(()), |all| csv(all, &columns, out))
        }
        Format::Json => writeln!(out, "{:#}", as_json(answer, played)),
    })
}

/// A match of rounds, and who wins it.
pub(super) struct Match {
    rounds: u64,
    win: bool,
}

impl Match {
    fn of((rounds, next): (u64, Next), answer: &Answer, components: usize) -> Result<Self> {
        let (1, Some(can_lose)) = (components, answer.misere) else {
            let why = "a match needs the misere outcome of each round, which is not known here";
            let help = "give one component, and try --kernel oracle";
            return Err(mistake(format!("--rounds: {why}; {help}")));
        };
        let next = match next {
            Next::Loser => rounds::Next::Loser,
            Next::Winner => rounds::Next::Winner,
            Next::Alternate => rounds::Next::Alternate,
        };
        Ok(Self { rounds, win: first_wins(answer.wins(), can_lose, rounds, next) })
    }
}

fn as_json(answer: &Answer, played: Option<&Match>) -> Value {
    let one = |m: &Move| json!({ "component": m.component.map(|c| c + 1), "move": m.words });
    let all = |moves: &[Move]| moves.iter().map(one).collect::<Vec<_>>();
    let mut known = json!({
        "sg": answer.sg,
        "value": answer.value.as_ref().map(ToString::to_string),
        "outcome": letter(answer.outcome),
        "win": answer.wins(),
        "misere": answer.misere,
        "remoteness": answer.remoteness,
        "winning_moves": answer.winning.as_deref().map(all),
        "drawing_moves": all(&answer.drawing),
        "by": answer.by,
    });
    if let Some(Match { rounds, win }) = played {
        known["match"] = json!({ "rounds": rounds, "win": win });
    }
    known
}

fn in_words(
    answer: &Answer,
    played: Option<&Match>,
    heading: &str,
    is_sum: bool,
    terminal: &Terminal,
) -> String {
    let words = &terminal.words;
    let who = |wins| if wins { words.wins } else { words.loses };
    let mut summary = Summary::default();
    let outcome = match answer.outcome {
        Outcome::Draw => words.drawn,
        _ => who(answer.wins()),
    };
    summary.add(&words.said(heading), [outcome.to_owned()]);
    if let Some(value) = &answer.value {
        summary.add(words.value, [value.to_string()]);
    }
    if let Some(sg) = answer.sg {
        summary.add("sg", [sg.to_string()]);
    }
    if let Some(remoteness) = answer.remoteness {
        summary.add(words.remoteness, [remoteness.to_string()]);
    }
    if let Some(misere) = answer.misere {
        summary.add(words.misere, [who(misere).to_owned()]);
    }
    if let Some(Match { rounds, win }) = played {
        summary.add(words.rounds, [format!("{rounds}: {}", who(*win))]);
    }
    let line = |m: &Move| match m.component.filter(|_| is_sum) {
        Some(component) => words.said(&format!("component {}: {}", component + 1, m.words)),
        None => m.words.clone(),
    };
    let list = |moves: &[Move]| first_moves(moves, line, words);
    match &answer.winning {
        None => {}
        Some(moves) if moves.is_empty() => {
            summary.add(words.winning_moves, [words.no_winning_move.to_owned()]);
        }
        Some(moves) => summary.add(words.winning_moves, list(moves)),
    }
    if !answer.drawing.is_empty() {
        summary.add(words.drawing_moves, list(&answer.drawing));
    }
    summary.add(words.by, [words.said(answer.by)]);
    summary.text()
}
