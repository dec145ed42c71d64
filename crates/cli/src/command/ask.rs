//! `mexlab ask`: one position: who wins, value, remoteness, every winning move.

use crate::arguments::{self, Common, Format};
use crate::failure::{Failure, mistake};
use crate::input::Input;
use crate::position::{self, show, show_sum};
use crate::request::limits;
use crate::summary::Summary;
use crate::terminal::Terminal;
use crate::words::Words;
use engine::{Answer, FirstMove};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Prints what is known of the position.
pub(super) fn perform(
    arguments: &arguments::Ask,
    common: &Common,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let (rule, text) = match (&arguments.words[..], arguments.given.text.is_empty()) {
        ([rule, position], true) => (Some(rule.as_str()), position),
        ([position], false) => (None, position),
        ([_], true) => {
            return Err(mistake("which position? Write `mexlab ask RULE POSITION`: ask lasker 7"));
        }
        _ => return Err(mistake("after -e TEXT only the position follows: ask -e TEXT 7")),
    };
    let input = Input::choose(rule, &arguments.given)?;
    if let Some(variation) = input.parameters.variations.first() {
        let help = "give one value";
        return Err(mistake(format!("-p {}: a position has no family; {help}", variation.name)));
    }
    let game = input.game()?;
    let components = position::read(text, &game)?;
    let answer =
        game.ask(&components, &limits(common), terminal).map_err(|stop| input.stopped(stop))?;
    let is_coins = game.is_coins();
    terminal.print(|out| match terminal.format() {
        Format::Text => {
            out.write_all(in_words(&components, &answer, is_coins, terminal.words()).as_bytes())
        }
        Format::Csv => print_csv(&answer, out),
        Format::Json => writeln!(out, "{:#}", as_json(&components, &answer)),
    })
}

fn in_words(components: &[Vec<i64>], answer: &Answer, is_coins: bool, words: &Words) -> String {
    let mut summary = Summary::default();
    let who = |wins| if wins { words.wins } else { words.loses };
    summary.add(&show_sum(components), [who(answer.win).to_owned()]);
    if let Some(sg) = answer.sg {
        summary.add("sg", [sg.to_string()]);
    }
    if let Some(remoteness) = answer.remoteness {
        summary.add(words.remoteness, [remoteness.to_string()]);
    }
    let misere = answer.misere.map_or(words.unknown, who);
    summary.add(words.misere, [misere.to_owned()]);
    if answer.winning.is_empty() {
        summary.add(words.winning_moves, [words.no_winning_move.to_owned()]);
    } else {
        let lines = answer.winning.iter().map(|first| move_in_words(first, is_coins));
        summary.add(words.winning_moves, lines);
    }
    summary.text()
}

fn move_in_words(first: &FirstMove, is_coins: bool) -> String {
    let choices: Vec<String> =
        first.choices.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let choices =
        if choices.is_empty() { String::new() } else { format!("  ({})", choices.join(", ")) };
    let from = show(&first.component);
    let parts: Vec<String> = first.parts.iter().map(|part| show(part)).collect();
    if is_coins {
        let others =
            if parts.is_empty() { String::new() } else { format!(" and {}", parts.join(", ")) };
        return format!("turn {from}{others}{choices}");
    }
    let to = if parts.is_empty() { "nothing".to_owned() } else { parts.join(" + ") };
    format!("{}: {from} -> {to}{choices}", first.label)
}

fn print_csv(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let number = |n: Option<i64>| n.map_or(String::new(), |n| n.to_string());
    writeln!(out, "sg,win,misere,remoteness,winning_moves")?;
    writeln!(
        out,
        "{},{},{},{},{}",
        number(answer.sg),
        i64::from(answer.win),
        number(answer.misere.map(i64::from)),
        number(answer.remoteness),
        answer.winning.len()
    )
}

fn as_json(components: &[Vec<i64>], answer: &Answer) -> Value {
    let winning = answer.winning.iter().map(|first| {
        let choices: Map<String, Value> =
            first.choices.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({
            "move": first.label,
            "choices": choices,
            "from": first.component,
            "to": first.parts,
        })
    });
    json!({
        "position": components,
        "sg": answer.sg,
        "win": answer.win,
        "misere": answer.misere,
        "remoteness": answer.remoteness,
        "winning_moves": winning.collect::<Vec<_>>(),
    })
}
