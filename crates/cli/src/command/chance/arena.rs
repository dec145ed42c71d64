//! `mexlab chance RULE --input FILE`: a random start on a given structure; of several components one
//! for each, independently.

use super::{
    BoundedChance, Kind, chance, in_words, print_json, print_rows, read, refuse_partizan,
    refuse_sum,
};
use crate::arguments::{self, Format};
use crate::failure::{Result, mistake};
use crate::structure::{given, not_played};
use crate::terminal::Terminal;
use ::arena::{Member, Solver};
use rule::Rule;
use std::collections::BTreeMap;
use verdict::chance::Distribution;

/// Prints the chance for starts uniform on the vertices.
pub(super) fn perform(arguments: &arguments::Chance, terminal: &Terminal) -> Result<()> {
    let inputs = read(arguments, terminal.method)?;
    let [input] = &inputs[..] else {
        return Err(mistake("--input and --on are for one rule"));
    };
    input.parameters_come_from_the_file()?;
    let rule = &input.rule;
    let given = given(rule, arguments.on.as_deref(), arguments.input.as_deref())?;
    let Some((structure, Member { name, text })) = given else {
        return Err(not_played(rule, "chances"));
    };
    refuse_partizan(rule)?;
    let arena = input.arena(structure, terminal);
    let stopped = |stop| input.stopped(stop);
    let file = arena.read(&name, &text).map_err(stopped)?;
    file.said().into_iter().for_each(|said| terminal.remark(said));
    refuse_without_start(arena.solver, rule)?;
    let is_sum = file.components() > 1 || arguments.components > 1;
    if is_sum {
        refuse_sum(rule, arguments.misere)?;
    }
    let column = match (is_sum, arguments.misere) {
        (true, _) => "sg",
        (false, true) => "misere",
        (false, false) => "win",
    };
    let mut kinds = Vec::new();
    for part in file.parts() {
        let table = arena.table(&part).map_err(stopped)?;
        let mut all = Distribution::default();
        let Some(groups) = Distribution::grouped(&table, column, |_| Some(0)) else {
            let why = format!("{name}: the theorem for {} does not give {column}", rule.name);
            let help = "--kernel oracle searches small inputs by definition";
            return Err(mistake(format!("{why}; {help}")));
        };
        groups.values().for_each(|group| all.extend(group));
        let rows = report::box_of(&table.axes);
        kinds.push(Kind { name: rule.name.clone(), rows, all, up_to: BTreeMap::new() });
    }
    let lines =
        [BoundedChance { bound: None, chance: chance(&kinds, None, arguments.components)? }];
    terminal.print(|out| match terminal.format() {
        Format::Text => out.write_all(in_words(&kinds, &lines, terminal).as_bytes()),
        Format::Csv => print_rows(&lines, ",", out),
        Format::Json => print_json(&lines, false, out),
    })
}

/// Refuses rules that have no random start, or no chances of two players that add up.
fn refuse_without_start(solver: Option<Solver>, rule: &Rule) -> Result<()> {
    Err(mistake(match solver {
        None | Some(Solver::Dag | Solver::Misere | Solver::Every | Solver::Geography) => {
            return Ok(());
        }
        Some(Solver::Loopy) => {
            let why = "play may be drawn, so the two players' chances do not add up to 1";
            format!("{}: {why}", rule.name)
        }
        Some(_) => {
            let why = "does not start at a vertex, so it has no random start";
            format!("{} {why}", rule.name)
        }
    }))
}
