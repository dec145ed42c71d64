//! `mexlab check`: the claims of a rule, answered.

use super::line;
use crate::arguments::{self, Choice, Common, Format, Given};
use crate::catalogue;
use crate::failure::{Failure, mistake};
use crate::input::Input;
use crate::request::{bounds, limits};
use crate::summary;
use crate::terminal::Terminal;
use crate::words::pad;
use engine::{Bounds, Kernel, Positions, Request};
use expr::ast::Quantity;
use report::json;
use std::io::{self, Write};
use verdict::{Answer, Verdict};

/// Prints the answers; a refuted claim makes the exit status 1.
pub(super) fn perform(
    arguments: &arguments::Check,
    common: &Common,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let bounds = bounds(arguments.to.as_deref())?;
    let verdicts = if arguments.all {
        check_all(common, terminal)?
    } else {
        let input = Input::choose(arguments.rule.as_deref(), &arguments.given)?;
        if let Some(variation) = input.parameters.variations.first() {
            let name = &variation.name;
            let help = "the rule's `check over` line says which parameters vary";
            return Err(mistake(format!("-p {name}: claims are checked for one value; {help}")));
        }
        if input.rule.claims.is_empty() {
            let help = "a claim is a line such as `claim book.1: win iff n % 4 != 0`";
            terminal.remark(&format!("{} has no claims; {help}", input.rule.name));
        }
        if let Some(bounds) = &bounds {
            refuse_early(&input, bounds, common)?;
        }
        check(&input, bounds, common, terminal)?
    };
    terminal.print(|out| match terminal.format() {
        Format::Text => print_text(&verdicts, arguments.all, terminal, out),
        Format::Csv => print_csv(&verdicts, terminal, out),
        Format::Json => json::verdicts(&verdicts, out),
    })?;
    let is_refuted = |v: &Verdict| matches!(v.answer, Answer::Fails { .. });
    if verdicts.iter().any(is_refuted) { Err(Failure::Refuted) } else { Ok(()) }
}

/// The claims of a rule answered on `bounds`, or on the box of its `check` line.
///
/// # Errors
/// The game cannot be compiled, or the user stopped the work.
pub(super) fn check(
    input: &Input,
    bounds: Option<Bounds>,
    common: &Common,
    terminal: &Terminal,
) -> Result<Vec<Verdict>, Failure> {
    let bounds = bounds.unwrap_or(Bounds::Check);
    let fixed = &input.parameters.fixed;
    verdict::check(&input.rule, fixed, &input.library, &bounds, &limits(common), terminal)
        .map_err(|stop| input.stopped(stop))
}

/// Stops before the work when a box given on the command line makes no sense or is too large; by
/// itself a claim that cannot be judged is an answer.
fn refuse_early(input: &Input, bounds: &Bounds, common: &Common) -> Result<(), Failure> {
    let request = Request {
        quantities: vec![Quantity::Win],
        bounds: bounds.clone(),
        positions: Positions::All,
        kernel: Kernel::Auto,
    };
    let plan = input.game()?.plan(&request, &limits(common));
    plan.map(|_| ()).map_err(|stop| input.stopped(stop))
}

fn check_all(common: &Common, terminal: &Terminal) -> Result<Vec<Verdict>, Failure> {
    let mut all = Vec::new();
    for entry in catalogue::entries() {
        let given = Given { text: Vec::new(), parameters: Vec::new() };
        let input = Input::read(&Choice { rule: Some(entry.name.to_owned()), given })?;
        all.extend(check(&input, None, common, terminal)?);
    }
    Ok(all)
}

fn name(verdict: &Verdict, with_game: bool) -> String {
    let game = if with_game { format!("{}  ", verdict.game) } else { String::new() };
    format!("{game}{}.{}", verdict.source, verdict.id)
}

fn print_text(
    verdicts: &[Verdict],
    with_game: bool,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = verdicts.iter().map(|v| name(v, with_game).len()).max().unwrap_or(0);
    for verdict in verdicts {
        let answer = summary::answer(verdict, terminal.words());
        writeln!(out, "{}  {answer}", pad(&name(verdict, with_game), width))?;
    }
    Ok(())
}

fn print_csv(verdicts: &[Verdict], terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "game,source,id,answer,detail")?;
    for verdict in verdicts {
        let answer = match verdict.answer {
            Answer::Holds { .. } => "holds",
            Answer::Fails { .. } => "fails",
            Answer::CannotCheck { .. } => "cannot check",
        };
        let detail = summary::answer(verdict, terminal.words());
        let fields = [&verdict.game, &verdict.source, &verdict.id, answer, &detail];
        writeln!(out, "{}", line(fields.map(AsRef::as_ref)))?;
    }
    Ok(())
}
