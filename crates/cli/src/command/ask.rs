//! `mexlab ask`: one position: who wins, value, remoteness, every winning move.

mod arena;
mod mixed;

use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::position::{self, Position, show_sum};
use crate::source::{MAX_DATA_LENGTH, read_file};
use crate::summary::Summary;
use crate::terminal::Terminal;
use crate::{input, structure};
use expr::words::equations;
use message::{Message, message};
use rule::ast::Structure;
use serde_json::{Map, Value};
use wording::answer::{self, Shown, large_json, of, sum_written, whole_json};
use workbench::{Input, Kept};

/// Prints what is known of the position.
pub(super) fn perform(arguments: &arguments::Ask, terminal: &Terminal) -> Result<()> {
    let (rule, text) = rule_and_position(arguments)?;
    let input = input::chosen(rule, &arguments.given, terminal)?;
    input.refuse_family("a position belongs to one game; give one value")?;
    let (on, file) = (arguments.on.as_deref(), arguments.input.as_deref());
    if let (None, Some(Structure::Sum), Some(file)) = (on, input.rule.input, file) {
        return on_sum(&input, file, arguments, terminal);
    }
    if let Some((structure, given)) = structure::given(&input.rule, on, file)? {
        input.parameters_come_from_the_file()?;
        return arena::perform(
            &input,
            &input.arena(structure, terminal),
            &given,
            arguments,
            terminal,
        );
    }
    if arguments.rounds.is_some() {
        let help = Message::from("rules/sum/repeated-game.game searches whole matches");
        return Err(mistake(message!("--rounds is for games on graphs, trees and words; {help}")));
    }
    if arguments.draw.is_some() {
        let help = "--draw is for games on graphs and trees, given by --input or --on";
        return Err(mistake(help));
    }
    let (input, game) = answer::on_board_for(input, text.as_deref())?;
    let position = match (text, file) {
        (Some(text), _) => match position::large(&text, &game) {
            Some(sum) => {
                let sum = sum?;
                let answer = answer::of_large(&input, &game, &sum, terminal)?;
                input.tell_of_heaps(terminal);
                let (heading, all) = (sum_written(&sum), || large_json(&answer, &sum));
                return print(&answer, &heading, Summary::default(), &all, terminal);
            }
            None => position::read(&text, &game)?,
        },
        (None, Some(file)) => {
            position::file::read(file, &read_file(file, MAX_DATA_LENGTH, "a position")?, &game)?
        }
        (None, None) => Position::default(),
    };
    if position.unknown.is_some() {
        let to = arguments.to.as_deref();
        let completed = answer::completed(&input, &game, &position, to, terminal)?;
        return print_alone(&completed, "", terminal);
    }
    if arguments.to.is_some() {
        return Err(mistake("--to bounds `?`, and the position has no `?`"));
    }
    input.tell_of_heaps(terminal);
    let folder = arguments.checkpoint.as_deref();
    let kept = Kept::of_search(folder, (&arguments.keeping).into(), &input, terminal)?;
    let answer = of(&input, &game, &position, &kept).map_err(|failure| kept.stopped(failure))?;
    kept.finish()?;
    let (mut summary, words) = (Summary::default(), &terminal.words);
    let mut heading = show_sum(&position.components, &game);
    if let Some(sizes) = &position.sizes {
        let sizes = equations(game.sizes().iter().zip(sizes));
        summary.add(words.position, [format!("{} {sizes}: {heading}", words.start)]);
        heading = sizes;
    }
    let all = || whole_json(answer.as_ref(), &position, &game);
    print(answer.as_ref(), &heading, summary, &all, terminal)
}

/// Prints an answer, in words behind what the summary has, below its heading; `all` is its JSON.
fn print(
    answer: &dyn Shown,
    heading: &str,
    mut summary: Summary,
    all: &dyn Fn() -> Map<String, Value>,
    terminal: &Terminal,
) -> Result<()> {
    answer.add_to(&mut summary, heading, &terminal.words);
    terminal.print(|out| match terminal.format() {
        Format::Text => out.write_all(summary.text().as_bytes()),
        Format::Csv => out.write_all(answer.csv().as_bytes()),
        Format::Json => writeln!(out, "{:#}", Value::Object(all())),
    })
}

/// Prints an answer whose JSON says all of it.
fn print_alone(answer: &dyn Shown, heading: &str, terminal: &Terminal) -> Result<()> {
    print(answer, heading, Summary::default(), &|| answer.json(), terminal)
}

/// Prints what is known of the games side by side in a file.
fn on_sum(
    input: &Input,
    file: &str,
    arguments: &arguments::Ask,
    terminal: &Terminal,
) -> Result<()> {
    let further = [("--draw", arguments.draw.is_some()), ("--rounds", arguments.rounds.is_some())];
    if let Some((name, _)) = further.into_iter().find(|(_, is_given)| *is_given) {
        return Err(mistake(message!("{name} does not apply to sums of different games")));
    }
    input.parameters_come_from_the_file()?;
    mixed::perform(input, file, terminal)
}

/// What stands for RULE and POSITION; either may be given otherwise.
fn rule_and_position(arguments: &arguments::Ask) -> Result<(Option<&str>, Option<String>)> {
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    let (rule, position) = match &words[..] {
        _ if !arguments.given.text.is_empty() => (None, &words[..]),
        [rule, position @ ..] => (Some(*rule), position),
        [] => {
            return Err(mistake(
                "which rule and position? Write `mexlab ask RULE POSITION`: ask lasker 7",
            ));
        }
    };
    match (position, arguments.input.as_ref().or(arguments.on.as_ref())) {
        ([], None) => {
            Err(mistake("which position? Write `mexlab ask RULE POSITION`: ask lasker 7"))
        }
        ([], Some(_)) => Ok((rule, None)),
        (_, None) => Ok((rule, Some(position.join(" ")))),
        (_, Some(_)) => Err(mistake("the position is given twice: by a flag and as POSITION")),
    }
}
