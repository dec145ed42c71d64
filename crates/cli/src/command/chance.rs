//! `mexlab chance`: how likely the first player wins from a random position, exactly.

mod arena;

use crate::arguments::{self, Format, Given};
use crate::failure::{Result, limit, mistake};
use crate::input;
use crate::summary::Summary;
use crate::terminal::Terminal;
use engine::{Game, Positions, Request};
use expr::words::listed;
use message::{Message, message};
use rule::ast::{CoordinateForm, End, Play, Rule, State};
use std::collections::BTreeMap;
use std::io::{self, Write};
use table::{Axis, Table};
use verdict::chance::{Chance, Distribution};
use workbench::{Extent, Input, Method, Parameters, Tabulated, Task, integer, rows};

/// Refuses a rule of which the player to move does not decide who wins.
fn refuse_partizan(rule: &Rule) -> Result<()> {
    if !rule.is_partizan() {
        return Ok(());
    }
    let why = Message::from(
        "the rule is partizan: who wins depends on the players, not only on who starts",
    );
    Err(mistake(message!("{}: {why}", rule.name)))
}

/// Prints the number of positions, how many the first player loses, and the chance to win.
pub(super) fn perform(arguments: &arguments::Chance, terminal: &Terminal) -> Result<()> {
    let kinds = match arguments.input.is_some() || arguments.on.is_some() {
        true => arena::kinds(arguments, terminal)?,
        false => kinds(arguments, terminal)?,
    };
    let lines = chances(&kinds, arguments)?;
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
        Kind::new(&input.rule, &request, table, from, arguments.each)
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

/// Refuses rules whose sums are not decided by the values of their parts.
fn refuse_sum(rule: &Rule, misere: bool) -> Result<()> {
    let why = if misere {
        "misere play of a sum is not decided by the values of its parts"
    } else if rule.play == Play::Every {
        "under `play every` a sum is not decided by the values of its parts"
    } else if rule.ends.iter().any(|end| *end != End::StuckLoses) {
        "under this rule's way of ending a sum is not decided by the values of its parts"
    } else {
        return Ok(());
    };
    Err(mistake(message!("{}: {}; ask for one component", rule.name, Message::from(why))))
}

/// The quantity that decides who wins.
fn column(is_sum: bool, misere: bool) -> &'static str {
    match (is_sum, misere) {
        (true, _) => "sg",
        (false, true) => "misere",
        (false, false) => "win",
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
    let quantity = [column(is_sum, arguments.misere).to_owned()];
    let extent = Extent::read(to, &quantity, arguments.starts, boards, &input.rule)?;
    let request = input.sized(&extent, game, terminal);
    let is_box = !matches!(request.positions, Positions::Boards(_));
    if !is_box && (arguments.each || arguments.from.is_some()) {
        return Err(mistake("--boards has one size; leave out --from and --each"));
    }
    Ok(request)
}

/// The positions of one rule, by their value.
struct Kind {
    name: String,
    /// The box they were taken from, in words.
    rows: String,
    /// For every greatest coordinate there is, the positions up to it; for one that stands for all where only
    /// all of them count.
    up_to: BTreeMap<i64, Distribution>,
}

impl Kind {
    fn new(
        rule: &Rule,
        request: &Request,
        table: Table,
        from: Option<i64>,
        each: bool,
    ) -> Result<Self> {
        // what the rule says of its coordinates says nothing of the sizes of starts
        let coordinates = rule.state.as_ref().filter(|_| request.positions == Positions::All);
        let bounded = bounded(coordinates, &table.axes);
        if let Some(name) = set_coordinate(coordinates).filter(|_| from.is_some() || each) {
            return Err(mistake(message!(
                "{}: `{name}` is a set, which has no least and no greatest value",
                rule.name
            )));
        }
        let greatest: Vec<i64> = bounded.iter().map(|&i| table.axes[i].hi).collect();
        if each && greatest.windows(2).any(|two| two[0] != two[1]) {
            let help = Message::from("give the same to all coordinates: --to N");
            return Err(mistake(message!("--each counts up to one bound; {help}")));
        }
        let column = request.columns[0].name();
        let greatest_of = |at: &[i64]| {
            let counts = bounded.iter().all(|&i| from.is_none_or(|from| at[i] >= from));
            let greatest = || bounded.iter().map(|&i| at[i]).max().unwrap_or(0);
            counts.then(|| if each { greatest() } else { 0 })
        };
        let groups = Distribution::grouped(&table, column, greatest_of);
        let groups = groups.ok_or_else(|| mistake(message!("{}: no {column}", rule.name)))?;
        let mut all = Distribution::default();
        let whole = |(greatest, own): (&i64, &Distribution)| {
            all.extend(own);
            (*greatest, all.clone())
        };
        let up_to = groups.iter().map(whole).collect();
        let mut axes = table.axes;
        for &i in &bounded {
            axes[i].lo = axes[i].lo.max(from.unwrap_or(i64::MIN));
        }
        let rows = rows(&axes, &request.positions).to_string();
        Ok(Self { name: rule.name.clone(), rows, up_to })
    }

    /// The positions whose coordinates are at most the bound; all where there is none.
    fn up_to(&self, bound: Option<i64>) -> Distribution {
        let below = self.up_to.range(..=bound.unwrap_or(i64::MAX)).next_back();
        below.map(|(_, distribution)| distribution.clone()).unwrap_or_default()
    }
}

/// The axes that a bound on all coordinates bounds: not those whose range the rule fixes.
fn bounded(state: Option<&State>, axes: &[Axis]) -> Vec<usize> {
    let fixed: Vec<&str> = match state {
        Some(State::Tuple { coordinates, .. }) => {
            let fixed = coordinates
                .iter()
                .filter(|c| c.to.is_some() && matches!(c.form, CoordinateForm::Number));
            fixed.map(|c| c.name.as_str()).collect()
        }
        _ => Vec::new(),
    };
    (0..axes.len()).filter(|&i| !fixed.contains(&axes[i].name.as_str())).collect()
}

fn set_coordinate(state: Option<&State>) -> Option<&str> {
    let Some(State::Tuple { coordinates, .. }) = state else { return None };
    let set = coordinates.iter().find(|c| matches!(c.form, CoordinateForm::Subset))?;
    Some(&set.name)
}

/// A chance, and the bound on all coordinates it is for.
struct BoundedChance {
    bound: Option<i64>,
    chance: Chance,
}

/// The chance, or with `--each` one for every bound.
fn chances(kinds: &[Kind], arguments: &arguments::Chance) -> Result<Vec<BoundedChance>> {
    let greatest = || kinds.iter().flat_map(|kind| kind.up_to.keys().copied());
    let bounds: Vec<Option<i64>> = match (arguments.each, greatest().min(), greatest().max()) {
        (false, ..) => vec![None],
        (true, Some(lo), Some(hi)) => (lo..=hi).map(Some).collect(),
        (true, ..) => Vec::new(),
    };
    let chance = |bound| {
        let all: Vec<Distribution> = kinds.iter().map(|kind| kind.up_to(bound)).collect();
        let chance = match (&all[..], arguments.components) {
            ([only], 1) => Chance::of_one(only),
            (all, copies) => Chance::of_sum(all, copies).map_err(limit)?,
        };
        Ok(BoundedChance { bound, chance })
    };
    bounds.into_iter().map(chance).collect()
}

fn in_words(kinds: &[Kind], lines: &[BoundedChance], terminal: &Terminal) -> String {
    let words = &terminal.words;
    let mut summary = Summary::default();
    for kind in kinds {
        summary.add(&kind.name, [kind.rows.clone()]);
    }
    for BoundedChance { chance, .. } in lines {
        summary.add(words.positions, [chance.total.to_string()]);
        summary.add(words.lost_positions, [chance.lost.to_string()]);
        let decimals = format!("{chance} ({} {})", words.about, chance.decimals());
        summary.add(words.first_wins, [decimals]);
    }
    summary.text()
}

impl BoundedChance {
    /// What rows and objects have of it, by name.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let Self { bound, chance } = self;
        let bound = bound.map(|bound| ("bound", bound.to_string()));
        let numbers = [
            ("positions", chance.total.to_string()),
            ("lost", chance.lost.to_string()),
            ("won", chance.won().to_string()),
            ("chance", chance.to_string()),
        ];
        bound.into_iter().chain(numbers).collect()
    }
}

/// Prints one line for each chance, below the names of the fields.
fn print_rows(lines: &[BoundedChance], separator: &str, out: &mut dyn Write) -> io::Result<()> {
    for (number, line) in lines.iter().enumerate() {
        let (names, row): (Vec<&str>, Vec<String>) = line.fields().into_iter().unzip();
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
        |line: &BoundedChance| format!("{{{}}}", listed(line.fields().into_iter().map(field)));
    let objects: Vec<String> = lines.iter().map(object).collect();
    match each {
        true => writeln!(out, "[\n{}\n]", objects.join(",\n")),
        false => writeln!(out, "{}", objects.concat()),
    }
}
