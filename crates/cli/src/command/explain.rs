//! `mexlab explain`: how a rule was read, or what an error code means.

use super::print_records;
use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::words::{columns, pad};
use crate::{chinese, input};
use engine::{Game, Plan, Request};
use expr::words::listed;
use message::{Message, message};
use rule::ast::{Heading, ParameterKind};
use wording::errors::error_code;
use workbench::{Input, rows};

/// Prints pairs of topic and sentence.
pub(super) fn perform(arguments: &arguments::Explain, terminal: &Terminal) -> Result<()> {
    if let Some(code) = arguments.subject.as_deref().filter(|s| is_error_code(s)) {
        let Some(text) = error_code(code, terminal.words.lang) else {
            let help = Message::from("codes stand in brackets after the word `error`");
            return Err(mistake(message!("there is no error code {code}; {help}")));
        };
        if terminal.format() == Format::Text {
            return terminal.print(|out| writeln!(out, "{text}"));
        }
        let sentences: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
        return say(vec![(code.to_owned().into(), sentences.join("; ").into())], terminal);
    }
    let input = input::chosen(arguments.subject.as_deref(), &arguments.given, terminal)?;
    let extent = arguments.extent.read(&input.rule)?;
    let input = input.grown(extent.bounds.as_ref());
    let game = input.game()?;
    let request = input.sized(&extent, &game, terminal);
    game.try_small(&request, terminal).map_err(|stop| input.stopped(stop))?;
    let mut lines = heading(&input, &game, terminal);
    lines.extend(game.explain());
    if let Some(strip) = input.strip() {
        let of_heaps = message!(
            "from a full strip of any length, a run of neighbours is a heap of {}",
            strip.name()
        );
        lines.push(("strip".into(), of_heaps));
    }
    // A rule without a `table` line can be explained without a bound.
    match game.plan(&request, input.method.limits) {
        Ok(plan) => lines.extend(cost(&plan, &request)),
        Err(stop) if arguments.extent.to.is_some() => return Err(input.stopped(stop).into()),
        Err(_) => {}
    }
    say(lines, terminal)
}

fn say(lines: Vec<(Message, Message)>, terminal: &Terminal) -> Result<()> {
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            let told = |(topic, text): (Message, Message)| {
                (terminal.words.told(&topic), terminal.words.told(&text))
            };
            let lines: Vec<(String, String)> = lines.into_iter().map(told).collect();
            let width = lines.iter().map(|(topic, _)| columns(topic)).max().unwrap_or(0);
            lines.iter().try_for_each(|(t, text)| writeln!(out, "{}  {text}", pad(t, width)))
        }
        format => {
            let rows: Vec<_> =
                lines.iter().map(|(topic, text)| [topic.to_string(), text.to_string()]).collect();
            print_records(["topic", "text"], &rows, format, out)
        }
    })
}

/// `R012`: a letter and three digits.
fn is_error_code(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_ascii_uppercase())
        && text.len() == 4
        && characters.all(|c| c.is_ascii_digit())
}

fn heading(input: &Input, game: &Game, terminal: &Terminal) -> Vec<(Message, Message)> {
    let rule = &input.rule;
    let title = terminal.title(rule.title.as_deref(), rule.title_zh.as_deref());
    let named = format!("{}  {title}", rule.name).trim_end().to_owned();
    let mut lines = vec![("game".into(), named.into())];
    let note = |note: &String| match terminal.format() {
        Format::Text => terminal.words.lang.written(note, chinese::note),
        _ => note.clone(),
    };
    lines.extend(rule.notes.iter().map(|own| ("note".into(), note(own).into())));
    for parameter in &rule.parameters {
        let value = &game.instance().values[&parameter.name];
        let kind: Message = match &parameter.kind {
            ParameterKind::Int { .. } => "a number".into(),
            ParameterKind::Set(_) => "a set".into(),
            ParameterKind::Word { choices, .. } => message!("one of {}", choices.join(", ")),
            ParameterKind::Game(_) => "a game".into(),
            ParameterKind::List(_) => "a list".into(),
        };
        lines.push((message!("parameter {}", parameter.name), message!("{value} ({kind})")));
    }
    lines
}

fn cost(plan: &Plan, request: &Request) -> Vec<(Message, Message)> {
    let names = listed(plan.columns.iter().map(Heading::name));
    let cells: u128 = plan.axes.iter().map(|a| a.len() as u128).product();
    let options: Message = match plan.options {
        Some(options) => message!("about {options:.0} options to look at"),
        None => "the time cannot be predicted".into(),
    };
    vec![
        ("table".into(), message!("{names}; {}", rows(&plan.axes, &request.positions))),
        ("cost".into(), message!("{cells} positions, {}, {options}", engine::size(plan.bytes))),
        ("computed by".into(), plan.words()),
    ]
}
