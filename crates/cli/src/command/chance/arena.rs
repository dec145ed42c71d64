//! `mexlab chance RULE --input FILE`: a random start on a given structure; of several components one
//! for each, independently.

use super::read;
use crate::arguments;
use crate::failure::{Result, mistake};
use crate::structure::given;
use crate::terminal::Terminal;
use ::arena::{FamilyGraph, Solver};
use message::{Message, message};
use rule::Rule;
use verdict::chance::Distribution;
use workbench::chance::{Kind, deciding, refuse_partizan, refuse_sum};

/// The starts, uniform on the vertices of each component.
pub(super) fn kinds(arguments: &arguments::Chance, terminal: &Terminal) -> Result<Vec<Kind>> {
    let inputs = read(arguments, terminal.method)?;
    let [input] = &inputs[..] else {
        return Err(mistake("--input and --on are for one rule"));
    };
    input.parameters_come_from_the_file()?;
    let rule = &input.rule;
    let given = given(rule, arguments.on.as_deref(), arguments.input.as_deref())?;
    let Some((structure, FamilyGraph { name, text })) = given else {
        return Err(mistake(message!(
            "{} is not played on a graph, tree or words, so --input does not apply to its chances",
            rule.name
        )));
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
    let column = deciding(is_sum, arguments.misere);
    let kind = |part| {
        let table = arena.table(&part).map_err(stopped)?;
        let Some(up_to) = Distribution::grouped(&table, column, |_| Some(0)) else {
            let why = message!("{name}: the theorem for {} does not give {column}", rule.name);
            let help = Message::from("--kernel oracle searches small inputs by definition");
            return Err(mistake(message!("{why}; {help}")));
        };
        Ok(Kind { name: rule.name.clone(), rows: report::box_of(&table.axes).into(), up_to })
    };
    file.parts().into_iter().map(kind).collect()
}

/// Refuses rules that have no random start, or no chances of two players that add up.
fn refuse_without_start(solver: Option<Solver>, rule: &Rule) -> Result<()> {
    Err(mistake(match solver {
        None | Some(Solver::Dag | Solver::Misere | Solver::Every | Solver::Geography) => {
            return Ok(());
        }
        Some(Solver::Loopy) => {
            message!(
                "{}: play may be drawn, so the two players' chances do not add up to 1",
                rule.name
            )
        }
        Some(_) => {
            message!("{} does not start at a vertex, so it has no random start", rule.name)
        }
    }))
}
