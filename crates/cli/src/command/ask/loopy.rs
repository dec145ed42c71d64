//! A position of a game whose play need not end: who wins, or that play is drawn.

use super::given::{letter, outcome_of};
use super::{add_moves, heading, moves_as_json, position_as_json};
use crate::arguments::{Common, Format};
use crate::failure::Failure;
use crate::input::Input;
use crate::position::Position;
use crate::request::limits;
use crate::summary::Summary;
use crate::terminal::Terminal;
use crate::words::Words;
use engine::{Game, LoopyAnswer, LoopyOutcome};
use serde_json::json;

/// Prints what is known of the position.
pub(super) fn perform(
    input: &Input,
    game: &Game,
    position: &Position,
    common: &Common,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let answer = game.ask_loopy(&position.components, &limits(common), terminal);
    let answer = answer.map_err(|stop| input.stopped(stop))?;
    let outcome = letter(outcome_of(answer.outcome));
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            out.write_all(in_words(position, &answer, game, terminal.words()).as_bytes())
        }
        Format::Csv => {
            writeln!(out, "outcome,winning_moves,drawing_moves")?;
            writeln!(out, "{outcome},{},{}", answer.winning.len(), answer.drawing.len())
        }
        Format::Json => {
            let answer = json!({
                "position": position_as_json(position, game),
                "start": position.sizes,
                "outcome": outcome,
                "winning_moves": moves_as_json(&answer.winning, game),
                "drawing_moves": moves_as_json(&answer.drawing, game),
            });
            writeln!(out, "{answer:#}")
        }
    })
}

fn in_words(position: &Position, answer: &LoopyAnswer, game: &Game, words: &Words) -> String {
    let mut summary = Summary::default();
    let heading = heading(&mut summary, position, game, words);
    let outcome = match answer.outcome {
        LoopyOutcome::Next => words.wins,
        LoopyOutcome::Previous => words.loses,
        LoopyOutcome::Draw => words.drawn,
    };
    summary.add(&heading, [outcome.to_owned()]);
    add_moves(&mut summary, words.winning_moves, &answer.winning, game, words);
    if answer.outcome == LoopyOutcome::Draw {
        add_moves(&mut summary, words.drawing_moves, &answer.drawing, game, words);
    }
    summary.text()
}
