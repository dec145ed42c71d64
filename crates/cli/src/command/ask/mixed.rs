//! `mexlab ask RULE --input FILE` for rules that say `input sum`: components of several games side
//! by side, each below a line `game RULE`.

use super::print_alone;
use crate::arguments::Given;
use crate::failure::{Failure, Result, mistake};
use crate::input;
use crate::position::{self, Position};
use crate::source::{MAX_DATA_LENGTH, read_file};
use crate::terminal::Terminal;
use ::arena::{Answer, ArenaMove, File, of_sum};
use engine::{Game, Kernel, Reached};
use message::{Message, message};
use rule::ast::{Play, Rule, Structure};
use table::lines::{Line, unmarked};
use wording::answer::{OnStructure, step_in_words};
use workbench::{Failure as Work, Input, Method};

const NIM_SUM: &str = "the nim-sum of the components' values (Sprague, Grundy)";

/// Components of one game.
struct Section<'t> {
    input: Input,
    part: Played<'t>,
}

enum Played<'t> {
    /// Structures the game is played on.
    File(Structure, File<'t>),
    /// A position of the game.
    Position(Box<Game>, Position),
}

/// Prints what is known of the sum of the components in the file.
pub(super) fn perform(input: &Input, file: &str, terminal: &Terminal) -> Result<()> {
    if let Some(why) = without_values(&input.rule).map(Message::from) {
        let help = Message::from("a sum of different games needs rules without it");
        return Err(mistake(message!("{} {why}; {help}", input.rule.name)));
    }
    let text = read_file(file, MAX_DATA_LENGTH, "an input")?;
    let texts = sections(file, unmarked(&text))?;
    let sections = texts.iter().map(|(line, rule, text)| {
        let (input, game) = played(rule, input.method).map_err(|failure| match failure {
            Failure::Work(Work::Mistake(why)) => mistake(message!("{file}:{line}: {why}")),
            other => other,
        })?;
        let part = match (game, input.rule.input) {
            (None, Some(structure)) => {
                let read = File::read(file, text, structure, &input.rule);
                Played::File(structure, read.map_err(|stop| input.stopped(stop))?)
            }
            (game, _) => {
                let game = game.map_or_else(|| input.game(), Ok)?;
                let position = position::file::read(file, text, &game)?;
                Played::Position(Box::new(game), position)
            }
        };
        Ok(Section { input, part })
    });
    let sections = sections.collect::<Result<Vec<_>>>()?;
    let answer = match input.method.kernel {
        Kernel::Oracle => as_it_stands(&sections, terminal)?,
        _ => by_values(&sections, terminal)?,
    };
    let heading = match &sections[..] {
        [one] => one.input.name.clone().into(),
        several => message!("{} games", several.len()),
    };
    let is_sum = sections.len() > 1;
    let heading = terminal.words.told(&heading);
    print_alone(&OnStructure { answer, played: None, is_sum }, &heading, terminal)
}

/// The line, rule and text of each section; the texts keep the places of their lines.
fn sections<'t>(file: &str, text: &'t str) -> Result<Vec<(usize, &'t str, String)>> {
    let mut sections: Vec<(usize, &str, String)> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let said = Line::new(number, line).text;
        match (
            said.strip_prefix("game").filter(|rest| rest.starts_with(char::is_whitespace)),
            sections.last_mut(),
        ) {
            (Some(rule), _) => sections.push((number, rule.trim(), "\n".repeat(number))),
            (None, Some((_, _, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) if said.is_empty() => {}
            (None, None) => {
                let expected = Message::from(
                    "`game RULE` is expected, with a component of that game below it",
                );
                return Err(mistake(message!("{file}:{number}: `{said}` where {expected}")));
            }
        }
    }
    if sections.is_empty() {
        let expected =
            Message::from("expected `game RULE`, with a component of that game below it");
        return Err(mistake(message!("{file}:1: no header: the file is empty; {expected}")));
    }
    Ok(sections)
}

/// The rule that `RULE [-p NAME=VALUE ...]` says, and its game; none of a rule played on structures.
fn played(rule: &str, method: Method) -> Result<(Input, Option<Game>)> {
    let mut words = rule.split(" -p ").map(str::trim);
    let name = words.next().unwrap_or_default();
    let given = Given { text: Vec::new(), parameters: words.map(str::to_owned).collect() };
    let input = input::choose(Some(name), &given, method)?;
    if let Some(why) = without_values(&input.rule).map(Message::from) {
        let help = Message::from("in a sum of different games it has no Grundy values");
        return Err(mistake(message!("{name} {why}; {help}")));
    }
    let game = match input.rule.input {
        Some(Structure::Sum) => return Err(mistake(message!("{name} is itself a sum of games"))),
        Some(_) => {
            input.parameters_come_from_the_file()?;
            None
        }
        None => Some(input.game()?),
    };
    Ok((input, game))
}

/// What keeps a rule from having Grundy values, if anything does.
fn without_values(rule: &Rule) -> Option<&'static str> {
    match rule.play {
        Play::Every => Some("says `play every`"),
        Play::Loopy => Some("says `play loopy`"),
        Play::One if !rule.ends.is_empty() => Some("says how play ends"),
        Play::One => rule.is_partizan().then_some("is partizan"),
    }
}

/// The answer by Grundy values: first those of the components, then the moves that make up for the
/// others.
fn by_values(sections: &[Section<'_>], terminal: &Terminal) -> Result<Answer> {
    let answers = |rests: &[u32]| -> Result<Vec<Answer>> {
        let parts = sections.iter().zip(rests);
        parts.map(|(section, &rest)| beside(section, rest, terminal)).collect()
    };
    let alone = answers(&vec![0; sections.len()])?;
    let value = |(answer, section): (&Answer, &Section<'_>)| {
        let why = Message::from(
            "a sum of different games needs its Grundy value, which its theorem does not give",
        );
        let help = Message::from("--kernel oracle searches small sums by definition");
        answer.sg.ok_or_else(|| mistake(message!("{}: {why}; {help}", section.input.name)))
    };
    let values = alone.iter().zip(sections).map(value).collect::<Result<Vec<u32>, _>>()?;
    let total = values.iter().fold(0, |sum, value| sum ^ value);
    let rests: Vec<u32> = values.iter().map(|value| total ^ value).collect();
    let beside = answers(&rests)?;
    let moves = |(number, answer): (usize, Answer)| {
        let own = |first| ArenaMove { component: Some(number), ..first };
        Some(answer.winning?.into_iter().map(own).collect::<Vec<_>>())
    };
    let winning: Option<Vec<Vec<ArenaMove>>> = beside.into_iter().enumerate().map(moves).collect();
    let winning = winning.map(|moves| moves.concat());
    Ok(Answer { sg: Some(total), winning, ..Answer::ending(total != 0, NIM_SUM) })
}

/// What is known of a section beside other games whose nim-sum is `rest`.
fn beside(section: &Section<'_>, rest: u32, terminal: &Terminal) -> Result<Answer> {
    let input = &section.input;
    match &section.part {
        Played::File(structure, file) => {
            let answer = input.arena(*structure, terminal).answer(file, rest);
            answer.map_err(|stop| input.stopped(stop).into())
        }
        Played::Position(game, position) => {
            let at = &position.components;
            let answer = game.ask_beside(at, i64::from(rest), input.means(terminal));
            let answer = answer.map_err(|stop| input.stopped(stop))?;
            let steps = answer.winning.iter().flat_map(|first| &first.steps);
            let moves = steps.map(|step| ArenaMove {
                component: Some(0),
                words: step_in_words(step, game).into(),
                place: None,
            });
            let (sg, winning) = (answer.sg.and_then(|sg| sg.try_into().ok()), moves.collect());
            Ok(Answer { sg, winning: Some(winning), ..Answer::ending(answer.win, NIM_SUM) })
        }
    }
}

/// The answer by a search of the sum as it stands.
fn as_it_stands(sections: &[Section<'_>], terminal: &Terminal) -> Result<Answer> {
    let mut listed: Vec<Reached> = Vec::new();
    let mut owner = Vec::new();
    for (number, Section { input, part }) in sections.iter().enumerate() {
        let found = match part {
            Played::File(structure, file) => {
                let found = input.arena(*structure, terminal).reached(file);
                found.map_err(|stop| input.stopped(stop))?
            }
            Played::Position(game, position) => {
                let found = game.reached(&position.components, input.means(terminal));
                vec![found.map_err(|stop| input.stopped(stop))?]
            }
        };
        owner.extend(found.iter().map(|_| number));
        listed.extend(found);
    }
    let mut answer = of_sum(&listed, Play::One).map_err(|stop| sections[0].input.stopped(stop))?;
    for first in answer.winning.iter_mut().flatten() {
        first.component = first.component.map(|part| owner[part]);
    }
    Ok(answer)
}
