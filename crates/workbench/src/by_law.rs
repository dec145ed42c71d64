//! What a proved law says of a position, however far it lies beyond every table.

mod intervals;
mod moves;
mod reading;
#[cfg(test)]
mod tests;

use crate::effort::Effort;
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::prove::{ToProve, Unmade, certificate};
use crate::watch::Watch;
use engine::{Component, CoordinateKind, Game, Progress};
use expr::ast::Quantity;
use reading::{CompiledLaw, GamePositions};
use rule::ast::{End, State};

pub use intervals::by_intervals;
pub use moves::LargeMove;

/// Of positions with more coordinates a table shows too few values of each for a law.
const MAX_COORDINATES: usize = 6;

/// An answer that rests on a proved law alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByLaw {
    /// Grundy value, where the law tells it.
    pub sg: Option<i128>,
    /// Whether the player to move wins.
    pub win: bool,
    /// The law.
    pub law: String,
    /// The theorem that proves it, with its source.
    pub theorem: &'static str,
    /// Every winning first move, where the law is one from which they are found.
    pub winning: Option<Vec<LargeMove>>,
}

/// Nobody hears of the work on the way.
struct Quiet<'p>(&'p dyn Progress);

impl Progress for Quiet<'_> {
    fn advance(&self, done: u64, total: u64) -> bool {
        self.0.advance(done, total)
    }
}

impl Watch for Quiet<'_> {}

/// What the law of the rule that is found and proved with the usual effort says of a sum of positions, each
/// given by its coordinates; `None` where no law is proved, or it says nothing of them, and of positions with more
/// than six coordinates.
///
/// # Errors
/// The work was asked to stop.
pub fn by_law(
    input: &Input,
    game: &Game,
    sum: &[Vec<i128>],
    progress: &dyn Progress,
) -> Result<Option<ByLaw>> {
    let shape = game.shape(0);
    let is_number =
        |(_, kind): &(String, CoordinateKind)| !matches!(kind, CoordinateKind::Subset { .. });
    let has_values = !(game.is_partizan() || game.is_loopy() || game.is_coins());
    let has_numbers = !shape.is_empty() && shape.iter().all(is_number);
    let is_wide = sum.iter().any(|at| at.len() > MAX_COORDINATES);
    if !has_values || !has_numbers || sum.is_empty() || is_wide {
        return Ok(None);
    }
    let place = GamePositions::of(input, game);
    if !sum.iter().all(|at| place.is_position(at)) {
        return Ok(None);
    }
    let watch = &Quiet(progress);
    // Nim-values tell who wins where a stuck player loses.
    let is_misere = game.instance().rule.ends.contains(&End::StuckWins);
    let quantity = is_misere.then(|| Quantity::Win.name().to_owned());
    let asked = ToProve { law: None, quantity, to: None, effort: Effort::default() };
    let accepted = match certificate(input, &asked, watch) {
        Ok(certificate) => certificate.accepted,
        Err(Unmade::Failed(stop @ Failure::Interrupted(_))) => return Err(stop),
        Err(_) => return Ok(None),
    };
    // A law of starts alone says nothing of others.
    if accepted.statement != accepted.law {
        return Ok(None);
    }
    let Some(law) = CompiledLaw::read(&accepted.law, &place) else { return Ok(None) };
    let is_symmetric = match &game.instance().rule.state {
        Some(State::Tuple { symmetric, .. }) => *symmetric,
        Some(State::Heaps { .. }) => true,
        _ => false,
    };
    let mut small = |n: i64| {
        let answer = game.ask(&[Component::own(vec![n])], input.means(progress)).ok()?;
        Some((answer.sg, answer.win))
    };
    let mut said = |at: &Vec<i128>| {
        let said = law.says(at, &mut small)?;
        // What it says must not depend on the order where that does not matter.
        let mut other = at.clone();
        for is_down in [false, true].into_iter().filter(|_| is_symmetric) {
            other.sort_unstable();
            if is_down {
                other.reverse();
            }
            if law.says(&other, &mut small)? != said {
                return None;
            }
        }
        Some(said)
    };
    let Some(each) = sum.iter().map(&mut said).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let sg = each.iter().try_fold(0, |total, (sg, _)| Some(total ^ (*sg)?));
    let win = match (sg, &each[..]) {
        (Some(_), _) if is_misere => return Ok(None),
        (Some(sg), _) => sg != 0,
        (None, [(_, win)]) => *win,
        // Who wins a sum is not told by who wins its parts.
        (None, _) => return Ok(None),
    };
    let winning = if win { sg.and_then(|sg| law.moves(&place, sum, sg)) } else { Some(Vec::new()) };
    let (law, theorem) = (accepted.law, accepted.theorem);
    Ok(Some(ByLaw { sg, win, law, theorem, winning }))
}
