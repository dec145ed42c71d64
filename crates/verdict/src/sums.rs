//! Quantities of whole positions, searched as they stand and remembered.

use std::collections::HashMap;

use engine::{Component, Game, Limits, PartizanAnswer, PartizanValue, Progress, Searcher};
use expr::ast::Quantity;
use expr::eval::EvalError;

use crate::judge::{as_asked, number, stop_words, tabulated, unavailable};

/// The whole positions of one game that were asked for.
#[derive(Default)]
pub(crate) struct Sums<'g> {
    searchers: HashMap<Quantity, Searcher<'g>>,
    partizan: HashMap<Vec<Component>, Result<PartizanAnswer, String>>,
}

impl<'g> Sums<'g> {
    /// A quantity of a sum of components.
    pub(crate) fn value(
        &mut self,
        game: &'g Game,
        sum: Vec<Component>,
        quantity: Quantity,
        limits: &Limits,
        progress: &'g dyn Progress,
    ) -> Result<i128, EvalError> {
        // Who wins is searched whatever theory says of sums; only theory gives numbers.
        let is_played = matches!(quantity, Quantity::Left | Quantity::Right);
        if game.is_partizan() && !is_played {
            return self.partizan(game, sum, quantity, limits, progress);
        }
        let ask = |searcher: &mut Searcher<'g>| searcher.value(&sum);
        let value = self.search(game, quantity, limits, progress, ask);
        value.map(|value| as_asked(quantity, value))
    }

    /// A quantity at every distinct option of a sum.
    pub(crate) fn at_options(
        &mut self,
        game: &'g Game,
        sum: &[Component],
        quantity: Quantity,
        limits: &Limits,
        progress: &'g dyn Progress,
    ) -> Result<Vec<i128>, EvalError> {
        let ask = |searcher: &mut Searcher<'g>| searcher.at_options(sum);
        let values = self.search(game, quantity, limits, progress, ask)?;
        Ok(values.into_iter().map(|value| as_asked(quantity, value)).collect())
    }

    fn search<T>(
        &mut self,
        game: &'g Game,
        quantity: Quantity,
        limits: &Limits,
        progress: &'g dyn Progress,
        ask: impl Fn(&mut Searcher<'g>) -> Result<T, String>,
    ) -> Result<T, EvalError> {
        let quantity = tabulated(quantity);
        if let Some(searcher) = self.searchers.get_mut(&quantity)
            && let Ok(answer) = ask(searcher)
        {
            return Ok(answer);
        }
        // What was remembered for earlier questions may have filled the memory.
        let mut searcher = game.searcher_within(quantity, limits, progress);
        let answer = ask(&mut searcher).map_err(unavailable);
        self.searchers.insert(quantity, searcher);
        answer
    }

    fn partizan(
        &mut self,
        game: &Game,
        sum: Vec<Component>,
        quantity: Quantity,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<i128, EvalError> {
        let answer = self.partizan.entry(sum).or_insert_with_key(|sum| {
            game.ask_partizan(sum, limits, progress).map_err(|stop| stop_words(&stop))
        });
        let answer = answer.as_ref().map_err(|why| unavailable(why.clone()))?;
        match (quantity, answer.value) {
            (Quantity::Numerator | Quantity::Exponent, PartizanValue::Number(value)) => {
                number(quantity, Some(value))
            }
            (Quantity::Numerator | Quantity::Exponent, PartizanValue::NotANumber) => {
                number(quantity, None)
            }
            (Quantity::Numerator | Quantity::Exponent, PartizanValue::Meaningless) => {
                Err(unavailable("positions have no values under this way of ending or playing"))
            }
            (Quantity::Numerator | Quantity::Exponent, PartizanValue::TooLarge) => {
                Err(unavailable("too many positions would have to be looked at for the value"))
            }
            _ => Err(unavailable(format!("`{}` is for impartial games", quantity.name()))),
        }
    }
}
