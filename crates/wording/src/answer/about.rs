//! Answers about the position that a text means, on the board, strip or row that it needs.

use super::{Shown, completed, large_json, no_law, of, whole_json};
use crate::position;
use engine::{Bounds, Game, Progress};
use serde_json::{Map, Value};
use workbench::{ByLaw, Failure, Input, Result};

/// What is known of the position that a text means, as docs/json.md describes it.
///
/// # Errors
/// It is not a position, or its table or search does not fit the limits.
pub fn about(input: Input, text: &str, progress: &dyn Progress) -> Result<Map<String, Value>> {
    input.refuse_family("a position belongs to one game; give one value")?;
    let (input, game) = on_board_for(input, Some(text))?;
    if let Some(sum) = position::large(text, &game) {
        let sum = sum?;
        return Ok(large_json(&of_large(&input, &game, &sum, progress)?, &sum));
    }
    let position = position::read(text, &game)?;
    if position.unknown.is_some() {
        return Ok(completed(&input, &game, &position, None, progress)?.json());
    }
    Ok(whole_json(of(&input, &game, &position, progress)?.as_ref(), &position, &game))
}

/// What a proved law says of a sum of positions with numbers beyond 64 bits.
///
/// # Errors
/// No law is proved that says it.
pub fn of_large(
    input: &Input,
    game: &Game,
    sum: &[Vec<i128>],
    progress: &dyn Progress,
) -> Result<ByLaw> {
    let answer = workbench::by_law(input, game, sum, progress)?;
    answer.ok_or_else(|| Failure::Limit(no_law(sum)))
}

/// The game on a board that grows with the sizes of a start, as with --to elsewhere.
///
/// # Errors
/// As for [`Input::game`].
pub fn on_board_for(input: Input, text: Option<&str>) -> Result<(Input, Game)> {
    // A start of any size, beyond what numbers of starts can be.
    let strip = text.filter(|text| position::is_large(text)).and_then(|_| input.strip());
    let strip = strip.filter(|strip| strip.is_whole);
    let input = strip.map(|strip| input.clone().on_heaps(&strip)).unwrap_or(input);
    let (input, game) = with_row_of(input, text)?;
    let Some(sizes) = text.and_then(|text| position::start(text, &game)) else {
        return Ok((input, game));
    };
    let names = game.sizes().into_iter().map(str::to_owned);
    let input = input.grown(Some(&Bounds::Named(names.zip(sizes).collect())));
    let game = input.game()?;
    Ok((input, game))
}

/// The game with as many heaps as a text gives, where their number is a parameter that nobody gave.
fn with_row_of(input: Input, text: Option<&str>) -> Result<(Input, Game)> {
    let game = input.game()?;
    let is_given = |name: &str| input.parameters.fixed.iter().any(|(given, _)| given == name);
    let row = text.and_then(|text| position::other_row(text, &game));
    if let Some((name, length)) = row.filter(|(name, _)| !is_given(name)) {
        let mut other = input.clone();
        other.parameters.fixed.push((name, length.to_string()));
        if let Ok(game) = other.game() {
            return Ok((other, game));
        }
    }
    Ok((input, game))
}
