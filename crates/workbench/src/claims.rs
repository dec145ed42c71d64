//! The claims of a rule, answered.

use crate::effort::Effort;
use crate::failure::Result;
use crate::input::Input;
use engine::{Bounds, Progress, Request, Stop};
use expr::ast::Quantity;
use verdict::Verdict;

/// The claims of a rule answered on `bounds`, or on the box of its `check` line, with proofs as far as
/// they are found with this effort; and whether one was given up for that. Where the work is stopped,
/// claims that are not judged to the end say so.
///
/// # Errors
/// The game cannot be compiled.
pub fn check(
    input: &Input,
    bounds: Option<Bounds>,
    effort: Effort,
    progress: &dyn Progress,
) -> Result<(Vec<Verdict>, bool)> {
    let mut verdicts = judge(input, bounds, progress)?;
    if effort == Effort::NONE {
        let holds = verdicts.iter().any(Verdict::holds);
        return Ok((verdicts, holds));
    }
    let (rule, fixed) = (&input.rule, &input.parameters.fixed);
    let budget = verdict::ProofBudget::of(effort.units());
    match verdict::prove(rule, fixed, &*input.library, &mut verdicts, &budget) {
        Ok(()) | Err(Stop::Interrupted(_)) => Ok((verdicts, budget.was_cut())),
        Err(stop) => Err(input.stopped(stop)),
    }
}

/// The same as far as tables and searches tell, without proofs.
///
/// # Errors
/// The game cannot be compiled.
pub fn judge(
    input: &Input,
    bounds: Option<Bounds>,
    progress: &dyn Progress,
) -> Result<Vec<Verdict>> {
    let bounds = bounds.unwrap_or(Bounds::Check);
    let (rule, fixed) = (&input.rule, &input.parameters.fixed);
    verdict::check(rule, fixed, &*input.library, &bounds, input.means(progress))
        .map_err(|stop| input.stopped(stop))
}

/// Adds whether refuted claims hold for the parameters and in the box that the rule states.
///
/// # Errors
/// The game cannot be compiled.
pub fn as_stated(input: &Input, verdicts: &mut [Verdict], progress: &dyn Progress) -> Result<()> {
    verdict::check_as_stated(&input.rule, &*input.library, verdicts, input.means(progress))
        .map_err(|stop| input.stopped(stop))
}

/// Stops before the work when a box that was asked for makes no sense or is too large; by itself a
/// claim that cannot be judged is an answer.
///
/// # Errors
/// It makes no sense or is too large, or the game cannot be compiled.
pub fn refuse_early(input: &Input, bounds: &Bounds) -> Result<()> {
    let game = input.game()?;
    let request = Request::of(Quantity::Win, bounds.clone(), game.usual_rows(bounds));
    let plan = game.plan(&request, input.method.limits);
    plan.map(|_| ()).map_err(|stop| input.stopped(stop))
}

/// Number of claims that could not be judged because nobody said how far. A claim that the rule puts
/// beyond checking does not count.
#[must_use]
pub fn unbounded(input: &Input, verdicts: &[Verdict]) -> usize {
    let claims = input.rule.claims.iter().zip(verdicts);
    claims.filter(|(claim, v)| claim.beyond.is_none() && v.lacks_bound()).count()
}
