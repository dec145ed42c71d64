//! `mexlab chance`: how likely the first player wins from a random position, exactly.

mod arena;

use crate::arguments::{self, Format, Given};
use crate::failure::{Result, mistake};
use crate::input;
use crate::summary::Summary;
use crate::terminal::Terminal;
use engine::{Game, Positions, Request};
use expr::words::listed;
use message::{Message, message};
use std::io::{self, Write};
use workbench::chance::{BoundedChance, Kind, chances, deciding, refuse_partizan, refuse_sum};
use workbench::{Extent, Input, Method, Parameters, Tabulated, Task, integer};

/// Prints the number of positions, how many the first player loses, and the chance to win.
pub(super) fn perform(arguments: &arguments::Chance, terminal: &Terminal) -> Result<()> {
    let kinds = match arguments.input.is_some() || arguments.on.is_some() {
        true => arena::kinds(arguments, terminal)?,
        false => kinds(arguments, terminal)?,
    };
    let lines = chances(&kinds, arguments.components, arguments.each)?;
    if lines.last().is_none_or(|line| line.chance.fraction().is_none()) {
        let help = Message::from("lower --from or raise --to");
        return Err(mistake(message!("there is no position to choose from; {help}")));
    }
    terminal.print(|out| match terminal.format() {
        Format::Text if arguments.each => print_rows(&lines, "\t", out),
        Format::Text => out.write_all(in_words(&kinds, &lines, terminal).as_bytes()),
        Format::Csv => print_rows(&lines, ",", out),
        Format::Json => print_json(&lines, arguments.each, out),
    })
}

/// The positions of each rule.
fn kinds(arguments: &arguments::Chance, terminal: &Terminal) -> Result<Vec<Kind>> {
    let inputs = read(arguments, terminal.method)?;
    let from = arguments.from.as_deref().map(least).transpose()?;
    let is_sum = inputs.len() > 1 || arguments.components > 1;
    let kind = |input: &Input| {
        if is_sum {
            refuse_sum(&input.rule, arguments.misere)?;
        }
        let game = input.game()?;
        let request = asked(arguments, input, &game, is_sum, terminal)?;
        let task = Task { input, game: &game, request: &request };
        let Tabulated { table, ended, .. } = task.tabulate(terminal)?;
        // A chance over a part of the positions would be the answer to another question.
        let table = ended.map_or(Ok(table), Err)?;
        Ok(Kind::new(&input.rule, &request, table, from, arguments.each)?)
    };
    inputs.iter().map(kind).collect()
}

/// The rules, each with the parameters that it has.
fn read(arguments: &arguments::Chance, method: Method) -> Result<Vec<Input>> {
    if let [] | [_] = &arguments.rules[..] {
        let rule = arguments.rules.first().map(String::as_str);
        return Ok(vec![input::choose(rule, &arguments.given, method)?]);
    }
    let mut unused = arguments.given.parameters.clone();
    let mut inputs = Vec::new();
    for name in &arguments.rules {
        let given = Given { text: arguments.given.text.clone(), parameters: Vec::new() };
        let mut input = input::choose(Some(name), &given, method)?;
        let is_known = |argument: &String| {
            let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
            input.rule.parameters.iter().any(|p| p.name == name.trim())
        };
        let own: Vec<String> =
            arguments.given.parameters.iter().filter(|&p| is_known(p)).cloned().collect();
        unused.retain(|p| !own.contains(p));
        input.parameters = Parameters::read(&own, &input.rule)?;
        inputs.push(input);
    }
    match unused.first() {
        Some(argument) => Err(mistake(message!("-p {argument}: no rule has it"))),
        None => Ok(inputs),
    }
}

fn least(from: &str) -> Result<i64> {
    match integer(from) {
        Ok(from) if from >= 0 => Ok(from),
        Ok(_) => Err(mistake(message!("--from {from}: coordinates are never negative"))),
        Err(why) => Err(mistake(message!("--from {from}: {why}"))),
    }
}

/// The table that is needed.
fn asked(
    arguments: &arguments::Chance,
    input: &Input,
    game: &Game,
    is_sum: bool,
    terminal: &Terminal,
) -> Result<Request> {
    input.refuse_family("a chance is of one game; give one value")?;
    refuse_partizan(&input.rule)?;
    let (to, boards) = (arguments.to.as_deref(), arguments.boards.as_deref());
    let quantity = [deciding(is_sum, arguments.misere).to_owned()];
    let extent = Extent::read(to, &quantity, arguments.starts, boards, &input.rule)?;
    let request = input.sized(&extent, game, terminal);
    let is_box = !matches!(request.positions, Positions::Boards(_));
    if !is_box && (arguments.each || arguments.from.is_some()) {
        return Err(mistake("--boards has one size; leave out --from and --each"));
    }
    Ok(request)
}

fn in_words(kinds: &[Kind], lines: &[BoundedChance], terminal: &Terminal) -> String {
    let words = &terminal.words;
    let mut summary = Summary::default();
    for kind in kinds {
        summary.add(&kind.name, [words.told(&kind.rows)]);
    }
    for BoundedChance { chance, .. } in lines {
        summary.add(words.positions, [chance.total.to_string()]);
        summary.add(words.lost_positions, [chance.lost.to_string()]);
        let decimals = format!("{chance} ({} {})", words.about, chance.decimals());
        summary.add(words.first_wins, [decimals]);
    }
    summary.text()
}

/// What rows and objects have of a chance, by name.
fn fields(BoundedChance { bound, chance }: &BoundedChance) -> Vec<(&'static str, String)> {
    let bound = bound.map(|bound| ("bound", bound.to_string()));
    let numbers = [
        ("positions", chance.total.to_string()),
        ("lost", chance.lost.to_string()),
        ("won", chance.won().to_string()),
        ("chance", chance.to_string()),
    ];
    bound.into_iter().chain(numbers).collect()
}

/// Prints one line for each chance, below the names of the fields.
fn print_rows(lines: &[BoundedChance], separator: &str, out: &mut dyn Write) -> io::Result<()> {
    for (number, line) in lines.iter().enumerate() {
        let (names, row): (Vec<&str>, Vec<String>) = fields(line).into_iter().unzip();
        if number == 0 {
            writeln!(out, "{}", names.join(separator))?;
        }
        writeln!(out, "{}", row.join(separator))?;
    }
    Ok(())
}

fn print_json(lines: &[BoundedChance], each: bool, out: &mut dyn Write) -> io::Result<()> {
    let field = |(name, value): (&str, String)| match name {
        "chance" => format!("\"{name}\": \"{value}\""),
        _ => format!("\"{name}\": {value}"),
    };
    let object =
        |line: &BoundedChance| format!("{{{}}}", listed(fields(line).into_iter().map(field)));
    let objects: Vec<String> = lines.iter().map(object).collect();
    match each {
        true => writeln!(out, "[\n{}\n]", objects.join(",\n")),
        false => writeln!(out, "{}", objects.concat()),
    }
}
